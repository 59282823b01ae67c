//! Tokens as compact text: `Option<&'a mut [T]>`, the way rustc prints types.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The tokens of a syntax node, with blanks only where they separate words, after commas and around operators that stand between
/// types. The text parses as the same tokens.
pub(super) fn text(node: &impl ToTokens) -> String {
    let mut writer = Writer { text: String::new(), last: Last::Open };
    writer.stream(node.to_token_stream());
    writer.text
}

/// The tokens in stable syntax, with the same functions in the same order: `super let` (of `pin!`) becomes `let`, and
/// `builtin # offset_of(…)` a macro call.
pub(super) fn simplify(tokens: TokenStream) -> TokenStream {
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

/// What was written last, as far as the next token needs to know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing, or an opening bracket, or a prefix.
    Open,
    /// An identifier, literal or closed group.
    Word,
    /// A lifetime, which anything but punctuation must keep away from.
    Lifetime,
    /// `>`, which a word must keep away from.
    Closed,
    /// Punctuation that stands by itself.
    Other,
    /// Punctuation that wants a blank behind it.
    Spaced,
}

struct Writer {
    text: String,
    last: Last,
}

impl Writer {
    fn stream(&mut self, tokens: TokenStream) {
        let mut operator = String::new();
        for token in tokens {
            match token {
                TokenTree::Punct(punct) => {
                    operator.push(punct.as_char());
                    let is_lifetime = punct.as_char() == '\'';
                    // `>>` closes two lists: never one operator here, and it reads the same either way.
                    if is_lifetime || punct.spacing() == Spacing::Alone || punct.as_char() == '>' {
                        let complete = std::mem::take(&mut operator);
                        self.operator(&complete);
                    }
                }
                TokenTree::Ident(word) => self.word(&word.to_string()),
                TokenTree::Literal(literal) => self.word(&literal.to_string()),
                TokenTree::Group(group) => self.group(group.delimiter(), group.stream()),
            }
        }
    }

    fn word(&mut self, word: &str) {
        if matches!(self.last, Last::Word | Last::Lifetime | Last::Closed | Last::Spaced) {
            self.text.push(' ');
        }
        self.last = if self.text.ends_with('\'') { Last::Lifetime } else { Last::Word };
        self.text.push_str(word);
    }

    fn operator(&mut self, operator: &str) {
        let is_spaced = matches!(
            operator,
            "->" | "=>" | "=" | "+" | "==" | "&&" | "||" | "<=" | ">=" | "-" | "/" | "%" | "|"
        );
        let is_separator = matches!(operator, "," | ";" | ":");
        let is_prefix = matches!(self.last, Last::Open | Last::Spaced);
        let wants_blank = match self.last {
            Last::Open => false,
            Last::Spaced => !is_separator,
            Last::Word | Last::Lifetime => {
                is_spaced || operator == "'" || matches!(operator, "&" | "*" | "#")
            }
            Last::Other | Last::Closed => is_spaced,
        };
        if wants_blank {
            self.text.push(' ');
        }
        self.text.push_str(operator);
        self.last = match operator {
            "'" => Last::Open,
            "-" if is_prefix => Last::Open,
            ">" => Last::Closed,
            _ if is_separator || is_spaced => Last::Spaced,
            "&" | "*" | "!" | "?" | "<" | "::" => Last::Open,
            _ => Last::Other,
        };
    }

    fn group(&mut self, delimiter: Delimiter, stream: TokenStream) {
        let (open, close) = match delimiter {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::None => ("", ""),
        };
        let wants_blank = match self.last {
            Last::Spaced | Last::Lifetime => true,
            Last::Word => matches!(delimiter, Delimiter::Brace | Delimiter::Bracket),
            Last::Open | Last::Closed | Last::Other => false,
        };
        if wants_blank && !open.is_empty() {
            self.text.push(' ');
        }
        if open.is_empty() {
            return self.stream(stream);
        }
        self.text.push_str(open);
        self.last = Last::Open;
        self.stream(stream);
        self.text.push_str(close);
        self.last = Last::Word;
    }
}

#[cfg(test)]
mod tests {
    use super::{simplify, text};

    #[test]
    fn unstable_syntax_of_std_macros_becomes_stable() {
        let code = "fn f() { super let mut x = self::g(); builtin # offset_of(T, a) }";
        assert!(syn::parse_str::<syn::ItemFn>(code).is_err());
        let simplified = simplify(code.parse().unwrap());
        let function: syn::ItemFn = syn::parse2(simplified).unwrap();
        assert_eq!(function.block.stmts.len(), 2);
    }

    fn check(code: &str) {
        let ty: syn::Type = syn::parse_str(code).unwrap();
        assert_eq!(text(&ty), code);
    }

    #[test]
    fn types_print_as_they_are_written() {
        for code in [
            "u8",
            "&'a mut [T]",
            "Option<Box<Vec<T>>>",
            "[u8; N]",
            "(A, B)",
            "(A,)",
            "()",
            "*const dyn Tr",
            "&'static (dyn Fn(u8) -> bool + Send + 'a)",
            "<T as Tr<u8>>::Item",
            "fn(&T, u8) -> !",
            "for<'a> unsafe extern \"C\" fn(&'a u8)",
            "impl Iterator<Item = &'a T> + 'a",
            "[usize; N + 1]",
            "a::b::C<'_, 3, 'x'>",
        ] {
            check(code);
        }
    }
}
