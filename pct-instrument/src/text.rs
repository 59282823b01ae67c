//! Tokens as text for people: spaced as one writes Rust, the same on every toolchain.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// What stood before, as far as spacing depends on it.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// Nothing, or something that the next token joins.
    Open,
    /// A name, literal or closing delimiter: an operator behind it is binary.
    Operand,
    /// An operator or keyword: one behind it is unary, and there is a space between.
    Operator,
}

/// The tokens on one line: `self.size >= 0 && !done(&x)`.
pub(crate) fn of(tokens: impl quote::ToTokens) -> String {
    let mut out = String::new();
    write(tokens.into_token_stream(), &mut out);
    out
}

fn write(tokens: TokenStream, out: &mut String) {
    let mut before = Before::Open;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        before = match token {
            TokenTree::Group(group) => {
                write_group(&group, before, out);
                Before::Operand
            }
            TokenTree::Punct(first) => {
                let mut operator = String::from(first.as_char());
                let mut joint = first.spacing() == Spacing::Joint;
                while joint && let Some(TokenTree::Punct(next)) = tokens.peek() {
                    operator.push(next.as_char());
                    joint = next.spacing() == Spacing::Joint;
                    tokens.next();
                }
                write_operator(&operator, before, out)
            }
            TokenTree::Ident(ident) => {
                let word = ident.to_string();
                space_unless_open(before, out);
                out.push_str(&word);
                if is_operator_word(&word) { Before::Operator } else { Before::Operand }
            }
            TokenTree::Literal(literal) => {
                space_unless_open(before, out);
                out.push_str(&literal.to_string());
                Before::Operand
            }
        };
    }
}

/// Keywords behind which an operator is unary.
fn is_operator_word(word: &str) -> bool {
    matches!(
        word,
        "as" | "if" | "in" | "match" | "return" | "else" | "let" | "mut" | "move" | "impl" | "dyn" | "where"
    )
}

fn space_unless_open(before: Before, out: &mut String) {
    if before != Before::Open {
        out.push(' ');
    }
}

fn write_group(group: &proc_macro2::Group, before: Before, out: &mut String) {
    let (open, close) = match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => (" { ", " }"),
        Delimiter::None => ("", ""),
    };
    if before == Before::Operator {
        out.push(' ');
    }
    out.push_str(if before == Before::Operand { open } else { open.trim_start() });
    write(group.stream(), out);
    out.push_str(close);
}

fn write_operator(operator: &str, before: Before, out: &mut String) -> Before {
    match operator {
        "." | ".." | "..=" | "::" | "?" => {
            if before == Before::Operator {
                out.push(' ');
            }
            out.push_str(operator);
            if operator == "?" { Before::Operand } else { Before::Open }
        }
        "," | ";" => {
            out.push_str(operator);
            Before::Operator
        }
        ":" => {
            out.push(':');
            Before::Operator
        }
        // A macro's name: `matches!(…)`; elsewhere a negation.
        "!" if before == Before::Operand => {
            out.push('!');
            Before::Open
        }
        "'" => {
            space_unless_open(before, out);
            out.push('\'');
            Before::Open
        }
        _ if before == Before::Operand => {
            out.push(' ');
            out.push_str(operator);
            Before::Operator
        }
        _ => {
            space_unless_open(before, out);
            out.push_str(operator);
            Before::Open
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_is_spaced_as_people_write() {
        for text in [
            "self.size >= 0 && !self.done(&x, -1)",
            "matches!(self, Door::Open(_))",
            "a[lo] <= pivot || *b == 'x'",
            "self.v.iter().all(|x| *x > 0)",
            "x as usize < self.v.len()",
            "(1..=9).contains(&x)",
            "if a { b } else { !c }",
        ] {
            let tokens: proc_macro2::TokenStream = text.parse().unwrap();
            let printed = super::of(tokens);
            // Closure bars cannot be told from `|` without parsing; their spaces are the one thing let go.
            assert_eq!(printed.replace(' ', ""), text.replace(' ', ""));
            if !text.contains('|') || text.contains("||") {
                assert_eq!(printed, text);
            }
        }
    }
}
