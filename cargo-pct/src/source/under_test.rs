//! Whether a crate is other code when it is compiled for its unit tests, apart from these.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Tells whether something else than modules and imports is there, or is not there, in unit tests only: `#[cfg(not(test))] fn`, `cfg!(test)`.
///
/// Over-approximates: a text that cannot be read counts as such.
pub fn differs_under_test(text: &str) -> bool {
    // What makes a crate one without the standard library changes no code of it.
    text.parse().map_or(true, |tokens: TokenStream| has_condition(tokens))
}

fn has_condition(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_attribute =
            group.delimiter() == Delimiter::Bracket && at > 0 && is_punct(&tokens[at - 1], &['#', '!']);
        let found = match (is_attribute, condition(group)) {
            (true, Some(condition)) => {
                mentions(&condition, "test")
                    && !mentions(&condition, "no_std")
                    && !(is_only_test(&condition) && is_module_or_import(&tokens[at + 1..]))
            }
            _ if is_cfg_macro(&tokens[..at]) => mentions(&group.stream(), "test"),
            _ => has_condition(group.stream()),
        };
        if found {
            return true;
        }
    }
    false
}

/// What stands in `[cfg(…)]` or `[cfg_attr(…)]`.
fn condition(attribute: &Group) -> Option<TokenStream> {
    let mut tokens = attribute.stream().into_iter();
    match (tokens.next()?, tokens.next()?) {
        (TokenTree::Ident(name), TokenTree::Group(group)) if name == "cfg" || name == "cfg_attr" => {
            Some(group.stream())
        }
        _ => None,
    }
}

/// Whether tokens end with `cfg!`.
fn is_cfg_macro(tokens: &[TokenTree]) -> bool {
    let [.., TokenTree::Ident(name), mark] = tokens else { return false };
    name == "cfg" && is_punct(mark, &['!'])
}

fn is_punct(token: &TokenTree, characters: &[char]) -> bool {
    matches!(token, TokenTree::Punct(punct) if characters.contains(&punct.as_char()))
}

fn mentions(tokens: &TokenStream, word: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => mentions(&group.stream(), word),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn is_only_test(condition: &TokenStream) -> bool {
    condition.to_string() == "test"
}

/// Whether a module, an import or a test begins here, its further attributes and its visibility apart. Nothing replaces what is imported for tests
/// alone: that would be an import for all else.
fn is_module_or_import(tokens: &[TokenTree]) -> bool {
    match tokens {
        [TokenTree::Punct(_), TokenTree::Group(_), rest @ ..] => is_module_or_import(rest),
        [TokenTree::Ident(word), TokenTree::Group(_), rest @ ..] if word == "pub" => {
            is_module_or_import(rest)
        }
        [TokenTree::Ident(word), rest @ ..] if word == "pub" => is_module_or_import(rest),
        [TokenTree::Ident(word), ..] => word == "mod" || word == "use",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::differs_under_test;

    #[test]
    fn unit_tests_and_what_they_import_make_no_difference() {
        let alike = [
            "#![cfg_attr(not(test), no_std)] fn f() {}",
            "#[cfg(test)] mod tests { #[test] fn f() { assert!(true) } }",
            "#[cfg(test)] #[path = \"x.rs\"] pub(crate) mod tests;",
            "#[cfg(test)] pub use x::y;",
            "#[cfg(feature = \"test\")] fn f() {}",
            "fn test() { let x = [test]; }",
        ];
        for text in alike {
            assert!(!differs_under_test(text), "{text}");
        }
    }

    #[test]
    fn other_code_in_tests_makes_one() {
        let other = [
            "#[cfg(test)] fn f() {}",
            "#[cfg(not(test))] use x::y;",
            "mod m { impl S { #[cfg(any(test, unix))] fn f() {} } }",
            "fn f() -> bool { cfg!(test) }",
            "fn f() { #[cfg(test)] { g(); } }",
            "#[cfg_attr(test, derive(Debug))] struct S;",
            "m! { #[cfg(test)] fn f() {} }",
            "fn f() {",
        ];
        for text in other {
            assert!(differs_under_test(text), "{text}");
        }
    }
}
