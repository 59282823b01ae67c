//! Parsing what rustc expands: the standard library's macros expand to unstable syntax, which is made stable first.

use proc_macro2::{Spacing, TokenStream, TokenTree};

/// Parses a text; one with unstable syntax, which the standard library's macros expand to, after that is simplified.
pub(super) fn parse(text: &str) -> syn::Result<syn::File> {
    let error = match syn::parse_file(text) {
        Ok(file) => return Ok(file),
        Err(error) => error,
    };
    let simplified = text.parse().map(simplify).map_err(|_| error.clone())?;
    syn::parse2(simplified).map_err(|_| error)
}

/// The tokens in stable syntax, with the same functions in the same order: `super let` (of `pin!`) becomes `let`, and
/// `builtin # offset_of(…)` a macro call.
fn simplify(tokens: TokenStream) -> TokenStream {
    let mut rest = tokens.into_iter().peekable();
    let mut simplified = Vec::new();
    while let Some(token) = rest.next() {
        let next = rest.peek();
        match token {
            TokenTree::Ident(word) if word == "super" && is_word(next, "let") => {}
            TokenTree::Ident(word) if word == "builtin" && is_hash(next) => {
                rest.next();
                simplified.extend(rest.next());
                simplified.push(TokenTree::Punct(proc_macro2::Punct::new('!', Spacing::Alone)));
            }
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), simplify(group.stream()));
                inner.set_span(group.span());
                simplified.push(TokenTree::Group(inner));
            }
            other => simplified.push(other),
        }
    }
    simplified.into_iter().collect()
}

fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(own)) if own == word)
}

fn is_hash(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == '#')
}

#[cfg(test)]
mod tests {
    use super::simplify;

    #[test]
    fn unstable_syntax_of_std_macros_becomes_stable() {
        let code = "fn f() { super let mut x = self::g(); builtin # offset_of(T, a) }";
        assert!(syn::parse_str::<syn::ItemFn>(code).is_err());
        let simplified = simplify(code.parse().unwrap());
        let function: syn::ItemFn = syn::parse2(simplified).unwrap();
        assert_eq!(function.block.stmts.len(), 2);
    }
}
