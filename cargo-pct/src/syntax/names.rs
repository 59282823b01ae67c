//! By which names an item matters that cannot be read: its tokens tell.

use super::UnreadNames;
use super::split::{angles, head, is_group, is_punct, is_word};
use proc_macro2::{Delimiter, TokenTree};
use std::collections::BTreeSet;

/// What stands in front of the word that says what an item is.
const MODIFIERS: &[&str] = &["unsafe", "async", "const", "default", "safe", "gen", "auto", "extern"];

/// The names of an item or member; `around` are the identifiers in the head of what it is a member of. None where it may matter to code that
/// mentions none of them: a `use`, a module, a macro, and whatever is not recognised.
pub(super) fn names_of(tokens: &[TokenTree], around: Option<&BTreeSet<String>>) -> Option<UnreadNames> {
    let begin = keyword(tokens)?;
    let word = tokens[begin].to_string();
    let mut own = BTreeSet::new();
    let mut outside_body = tokens;
    match word.as_str() {
        "fn" => {
            if let Some((last, signature)) = tokens.split_last()
                && is_group(Some(last), Delimiter::Brace)
            {
                outside_body = signature;
            }
            own.extend(declared(&tokens[begin + 1..]));
        }
        "struct" | "enum" | "union" | "trait" | "type" | "const" | "static" => {
            own.insert(declared(&tokens[begin + 1..])?);
        }
        "impl" => own.extend(trait_of(&tokens[begin + 1..])),
        // A block of foreign items.
        "extern" => {}
        _ => return None,
    }
    let mut mentioned = BTreeSet::new();
    identifiers(outside_body, &mut mentioned);
    if let Some(around) = around {
        // Who uses a member mentions the type or the trait, or what the member's own type leads to.
        own.clear();
        mentioned.extend(around.iter().cloned());
    }
    Some(UnreadNames { own, mentioned })
}

/// All identifiers in tokens, at any depth.
pub(super) fn identifiers(tokens: &[TokenTree], found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                found.insert(name.to_string());
            }
            TokenTree::Group(group) => {
                identifiers(&group.stream().into_iter().collect::<Vec<_>>(), found);
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Where the word stands that says what an item is.
fn keyword(tokens: &[TokenTree]) -> Option<usize> {
    let mut index = head(tokens);
    loop {
        let TokenTree::Ident(word) = tokens.get(index)? else { return None };
        let word = word.to_string();
        let next = tokens.get(index + 1);
        let next_is = |words: &[&str]| words.iter().any(|word| is_word(next, word));
        let is_modifier = match word.as_str() {
            "const" => next_is(&["fn", "unsafe", "extern", "async", "trait", "impl", "auto"]),
            "extern" => !next_is(&["crate"]),
            other => MODIFIERS.contains(&other),
        };
        if !is_modifier {
            return Some(index).filter(|_| word != "extern");
        }
        index += 1;
        if word == "extern" {
            index += usize::from(matches!(tokens.get(index), Some(TokenTree::Literal(_))));
            if is_group(tokens.get(index), Delimiter::Brace) {
                return tokens[..index].iter().rposition(|token| is_word(Some(token), "extern"));
            }
        }
    }
}

/// The name behind the word.
fn declared(tokens: &[TokenTree]) -> Option<String> {
    let is_modifier = |token: &&TokenTree| is_word(Some(token), "mut") || is_word(Some(token), "ref");
    match tokens.iter().find(|token| !is_modifier(token))? {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    }
}

/// The name of the trait in the head of an impl: the last one in front of `for` that stands between no angle brackets.
fn trait_of(head: &[TokenTree]) -> Option<String> {
    let is_end = |index: &usize| {
        is_word(head.get(*index), "for")
            && !is_punct(head.get(index + 1), '<')
            && angles(&head[..*index]) == 0
    };
    let end = (0..head.len()).find(is_end)?;
    let is_outside = |index: &usize| angles(&head[..*index]) == 0;
    let names = (0..end).rev().filter(is_outside).filter_map(|index| match &head[index] {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    });
    names.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, own: &[&str], mentioned: &[&str]) {
        let stream: proc_macro2::TokenStream = text.parse().expect("these are tokens");
        let names = names_of(&stream.into_iter().collect::<Vec<_>>(), None).expect("the item is recognised");
        assert_eq!(names.own.iter().map(String::as_str).collect::<Vec<_>>(), own, "{text}");
        for name in mentioned {
            assert!(names.mentioned.contains(*name), "{text}: {name}");
        }
    }

    #[test]
    fn an_item_matters_by_what_it_declares_and_mentions() {
        check("pub(crate) struct S<T> ~ { a: Vec<T>, b: m::Other }", &["S"], &["Vec", "Other"]);
        check("#[a] pub const unsafe extern \"C\" fn f(~~ n: N) -> M { inner() }", &["f"], &["N", "M"]);
        check("static mut COUNT: ~~ A = B;", &["COUNT"], &["A", "B"]);
        check("unsafe extern \"C\" { fn f(~~ a: A); }", &[], &["f", "A"]);
        check("type A ~ = [B; 3];", &["A"], &["B"]);
    }

    #[test]
    fn an_impl_matters_by_its_trait_and_by_all_names_in_its_head() {
        check("impl<T: for<'a> Fn(&'a A)> ops::Drop for S<T> ~ {}", &["Drop"], &["S", "A"]);
        check("unsafe impl Tr<X> for &~ S {}", &["Tr"], &["S", "X"]);
        check("impl ~ S {}", &[], &["S"]);
    }

    #[test]
    fn the_body_of_a_function_does_not_count() {
        let stream: proc_macro2::TokenStream = "fn f(~~ a: A) { other() }".parse().expect("these are tokens");
        let names = names_of(&stream.into_iter().collect::<Vec<_>>(), None).expect("it is a function");
        assert!(!names.mentioned.contains("other"));
    }

    #[test]
    fn what_may_matter_anywhere_has_no_names() {
        for text in ["use a::~b;", "mod m ~ { }", "extern crate ~ a;", "macro m ~ { }", "~ what", "m! { ~ }"]
        {
            let stream: proc_macro2::TokenStream = text.parse().expect("these are tokens");
            assert_eq!(names_of(&stream.into_iter().collect::<Vec<_>>(), None), None, "{text}");
        }
    }
}
