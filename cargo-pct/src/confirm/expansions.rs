//! Finds the calls that expand a macro's code: a check inside a macro's definition panics, as `Location` tells it, at the call of the outermost macro.
//!
//! Input: the crate's source files. Output: whether a place is a call whose expansion contains a line of a definition.
//!
//! Over-approximates: macros are told apart by their names, and a definition that mentions a macro is taken to expand it.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};

use crate::probe::Place;
use crate::span::Span;

/// The macros that a crate defines, and the calls of macros in it.
#[derive(Default)]
pub(super) struct Expansions {
    definitions: Vec<Definition>,
    /// By file and line, the names of the macros.
    calls: BTreeMap<(String, u32), BTreeSet<String>>,
}

struct Definition {
    name: String,
    file: String,
    /// The first line and the last one.
    lines: (u32, u32),
    /// The macros that it calls.
    calls: BTreeSet<String>,
}

impl Expansions {
    /// Reads source files, by their names. One that does not consist of Rust's tokens has no macros.
    pub(super) fn of(files: &BTreeMap<String, String>) -> Expansions {
        let mut found = Expansions::default();
        for (file, text) in files {
            if let Ok(tokens) = text.parse::<TokenStream>() {
                found.walk(file, tokens, None);
            }
        }
        found
    }

    /// Notes definitions and calls. `within` is the number of the definition that the tokens are a part of.
    fn walk(&mut self, file: &str, tokens: TokenStream, within: Option<usize>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let mut inner = within;
            if let [TokenTree::Ident(name), TokenTree::Punct(sign), after, ..] = &tokens[at..]
                && sign.as_char() == '!'
                && matches!(after, TokenTree::Group(_))
            {
                self.call(file, name, within);
            }
            if let Some(name) = defined_before(&tokens, at) {
                inner = Some(self.definitions.len());
                let (start, end) = (token.span().start().line, token.span().end().line);
                let lines = (line(start), line(end));
                self.definitions.push(Definition {
                    name,
                    file: file.to_owned(),
                    lines,
                    calls: BTreeSet::new(),
                });
            }
            if let TokenTree::Group(group) = token {
                self.walk(file, group.stream(), inner);
            }
        }
    }

    fn call(&mut self, file: &str, name: &proc_macro2::Ident, within: Option<usize>) {
        let at = (file.to_owned(), line(name.span().start().line));
        self.calls.entry(at).or_default().insert(name.to_string());
        if let Some(number) = within {
            self.definitions[number].calls.insert(name.to_string());
        }
    }

    /// Tells whether the code of a place may be expanded by a macro that is called at another place.
    pub(super) fn may_expand(&self, code: &Span, at: &Place) -> bool {
        let Some(called) = self.calls.get(&(at.file.clone(), at.line)) else { return false };
        let mut reached = called.clone();
        loop {
            let own = self.definitions.iter().filter(|it| reached.contains(&it.name));
            let next: Vec<&String> =
                own.flat_map(|it| &it.calls).filter(|it| !reached.contains(*it)).collect();
            if next.is_empty() {
                break;
            }
            reached = reached.iter().chain(next).cloned().collect();
        }
        let is_inside = |it: &Definition| {
            *it.file == *code.file && it.lines.0 <= code.start.line && code.end.line <= it.lines.1
        };
        self.definitions.iter().any(|it| reached.contains(&it.name) && is_inside(it))
    }
}

/// The name of the macro whose rules a token is: `macro_rules! name { … }`.
fn defined_before(tokens: &[TokenTree], at: usize) -> Option<String> {
    let before = &tokens[at.checked_sub(3)?..=at];
    match before {
        [TokenTree::Ident(word), TokenTree::Punct(sign), TokenTree::Ident(name), TokenTree::Group(_)]
            if word == "macro_rules" && sign.as_char() == '!' =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

fn line(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Position;

    const TEXT: &str = "macro_rules! inner {\n    ($e:expr) => { $e + 1 };\n}\nmacro_rules! outer {\n    ($t:ty) => {\n        \
                        fn f(x: $t) -> $t { inner!(x) }\n    };\n}\nmod m {\n    outer!(u8);\n}\nfn g(x: u8) -> u8 {\n    other!(x)\n}\n";

    #[track_caller]
    fn check(code: u32, called: u32, expected: bool) {
        let files = BTreeMap::from([("src/lib.rs".to_owned(), TEXT.to_owned())]);
        let at = |column| Position { line: code, column };
        let span = Span { file: "src/lib.rs".into(), start: at(20), end: at(25) };
        let place =
            Place { file: "src/lib.rs".into(), line: called, column: 5, end_line: called, end_column: 5 };
        assert_eq!(Expansions::of(&files).may_expand(&span, &place), expected, "{code} at {called}");
    }

    #[test]
    fn a_line_of_a_definition_is_expanded_where_the_macro_is_called() {
        check(6, 10, true);
        check(6, 9, false);
        check(6, 13, false);
    }

    #[test]
    fn a_macro_expands_what_it_calls() {
        check(2, 10, true);
        check(2, 6, true);
        check(2, 13, false);
    }

    #[test]
    fn code_outside_of_definitions_is_where_it_is() {
        check(13, 10, false);
        check(10, 10, false);
    }
}
