//! An item: one module of Rust with a function `run`, and the names under which it is known in a crate.
//!
//! The text is laid out as rustfmt does it: what stands at the left margin begins and ends a function or an impl.
//! `run` takes `n: u8` and, where it wants, `m: bool`, so that all its inputs can be tried.

use std::fmt;
use std::path::Path;

use super::judge::Sort;
use super::kinds::Kind;
use crate::error::Error;

/// An item of a generated crate, or of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// The kind's name.
    pub(super) kind: String,
    /// The text of its file.
    pub(super) source: String,
}

/// The position of an item in its crate; printed as its module's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Number(pub(super) usize);

const PREFIX: &str = "item_";

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{PREFIX}{}", self.0)
    }
}

impl Number {
    /// The first module of an item that a text names, and the rest of the text.
    pub(super) fn find(text: &str) -> Option<(Number, &str)> {
        let rest = &text[text.find(PREFIX)? + PREFIX.len()..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        Some((Number(rest[..end].parse().ok()?), &rest[end..]))
    }
}

impl Item {
    /// Begins a line with the type or the function in which std panics, if it does.
    pub(super) const STD_PANICS_IN: &str = "// std panics in ";

    /// Begins a line with the function in which whatever it calls panics, if it does.
    pub(super) const ALL_PANIC_IN: &str = "// all panic in ";

    /// The function, beside `run`, that every panic is one of.
    pub(super) fn owner_of_all(&self) -> Option<&str> {
        self.source.lines().find_map(|line| line.strip_prefix(Item::ALL_PANIC_IN))
    }

    /// The type or the function, beside `run`, that a panic in std's own code is one of.
    pub(super) fn std_owner(&self) -> Option<&str> {
        self.source.lines().find_map(|line| line.strip_prefix(Item::STD_PANICS_IN))
    }

    /// True if `run` takes a second argument.
    pub(super) fn takes_flag(&self) -> bool {
        self.source.contains("pub fn run(n: u8, m: bool)")
    }

    /// The text of the item's file in the corpus.
    pub(super) fn with_header(&self, sort: Sort) -> String {
        let text = self.source.trim_start();
        if text.starts_with("//!") { text.to_owned() } else { format!("//! {}: {sort}\n\n{text}", self.kind) }
    }

    /// The type or the function that the code at a line, counted from 1, belongs to. None for what stands between them.
    pub(super) fn owner(&self, line: usize) -> Option<String> {
        let lines: Vec<&str> = self.source.lines().take(line).collect();
        let is_margin = |text: &&str| text.starts_with(|c: char| c.is_ascii_alphabetic());
        let header = lines.iter().rposition(is_margin)?;
        let words = lines[header].replace("pub ", "");
        let Some(function) = words.strip_prefix("fn ") else { return implemented(&words) };
        let inner = unfinished_impl(&lines[header + 1..]).and_then(implemented);
        Some(inner.unwrap_or_else(|| identifier(function)))
    }
}

/// The head of the impl in a function's body in which some of the body's lines end, if there is one.
fn unfinished_impl<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let at = lines.iter().rposition(|line| line.trim_start().starts_with("impl"))?;
    let words = lines[at].trim_start();
    let end = format!("{}}}", &lines[at][..lines[at].len() - words.len()]);
    let is_one_line = words.ends_with('}');
    let after = &lines[at + 1..];
    let is_unfinished = if is_one_line { after.is_empty() } else { !after.contains(&end.as_str()) };
    is_unfinished.then_some(words)
}

/// The type of an impl, by its head.
fn implemented(words: &str) -> Option<String> {
    let of = words.strip_prefix("impl")?;
    let of = of.split_once(" for ").map_or(without_generics(of), |(_, of)| of);
    Some(identifier(of.trim()))
}

/// Reads the items of a folder, in the order of their files' names. The first line of each is `//! KIND: …`.
pub(super) fn read_all(folder: &Path, only: &[&Kind]) -> Result<Vec<Item>, Error> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::file("read", folder))? {
        files.push(entry.map_err(Error::file("read", folder))?.path());
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    let mut items = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(&file).map_err(Error::file("read", &file))?;
        let header = source.strip_prefix("//! ").and_then(|text| text.split_once(':'));
        let Some((kind, _)) = header else {
            return Err(Error::Check(format!("{} does not begin with `//! KIND: `", file.display())));
        };
        if only.is_empty() || only.iter().any(|it| it.name == kind) {
            items.push(Item { kind: kind.to_owned(), source });
        }
    }
    Ok(items)
}

/// The text behind a leading `<…>`.
fn without_generics(text: &str) -> &str {
    if !text.starts_with('<') {
        return text;
    }
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += match c {
            '<' => 1,
            '>' => -1,
            _ => 0,
        };
        if depth == 0 {
            return &text[at + 1..];
        }
    }
    text
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_belongs_to_what_begins_at_the_margin() {
        let source = "\
impl<'a, T: Into<u8>> S<'a, T> {
    fn f(&self) {
        g()
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {}
}

pub fn run(n: u8, m: bool) -> u8 {
    100 / n
}
";
        let item = Item { kind: "slots".into(), source: source.into() };
        assert!(item.takes_flag());
        let owners: Vec<Option<String>> = [3, 8, 12].map(|line| item.owner(line)).into();
        assert_eq!(owners, [Some("S".into()), Some("Guard".into()), Some("run".into())]);
        assert_eq!(Number::find("attacked::item_17::run"), Some((Number(17), "::run")));
        assert_eq!(Number::find("nothing"), None);
    }

    #[test]
    fn an_impl_in_a_function_belongs_to_its_type() {
        let source = "fn o() {
    impl Drop for D {
        fn drop(&mut self) {
            let _ = 10 / self.0;
        }
    }
    let _ = 1;
    impl S { fn v() -> u8 { 1 } }
    let _ = 2;
}
";
        let item = Item { kind: "names".into(), source: source.into() };
        let owners: Vec<Option<String>> = [1, 4, 7, 8, 9].map(|line| item.owner(line)).into();
        let expected = ["o", "D", "o", "S", "o"].map(|name| Some(name.to_owned()));
        assert_eq!(owners, expected);
    }
}
