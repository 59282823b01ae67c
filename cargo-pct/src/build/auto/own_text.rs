//! Finds the ways by which code sees its own text: `column!()`, and sources that `include_str!` and `include_bytes!` put into it.
//!
//! Attributes are text, too: where code could see them, none is put in. Over-approximates: names count wherever they stand, in comments and
//! in macros that nobody calls. Misses macros of dependencies that ask for columns.

use std::collections::BTreeSet;

/// The parts of a workspace's text that its code may see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OwnText {
    /// Columns. Only attributes between items on one line move them.
    pub(super) columns: bool,
    /// Any file: what is included is computed.
    any_file: bool,
    /// The names of included sources, without their folders.
    files: BTreeSet<String>,
}

impl OwnText {
    /// Adds what one source can see.
    pub(super) fn add(&mut self, source: &str) {
        self.columns |= words(source, "column").next().is_some();
        for name in ["include_str", "include_bytes"] {
            for rest in words(source, name) {
                self.add_included(argument(rest));
            }
        }
    }

    /// Tells whether a file of this name may be included in code.
    pub(super) fn shows(&self, file: &str) -> bool {
        self.any_file || self.files.contains(file)
    }

    /// Adds the file that an argument such as `concat!("a/", "b.rs")` names.
    fn add_included(&mut self, argument: &str) {
        let texts: Vec<&str> = argument.split('"').skip(1).step_by(2).collect();
        let after = argument.rsplit('"').next().unwrap_or_default();
        let is_computed = texts.is_empty() || after.contains('$');
        let name = texts.last().copied().unwrap_or_default();
        if !is_computed && !name.ends_with(".rs") {
            return;
        }
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        self.any_file |= is_computed || file == ".rs";
        self.files.insert(file.to_owned());
    }
}

/// Finds a word in a text; gives the rest of the text behind each place.
fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
    text.match_indices(word).filter_map(move |(at, _)| {
        let rest = &text[at + word.len()..];
        let is_whole = !text[..at].ends_with(is_part) && !rest.starts_with(is_part);
        is_whole.then_some(rest)
    })
}

/// Cuts a text that begins behind the name of a macro to the macro's argument, its opening parenthesis included.
fn argument(rest: &str) -> &str {
    let mut depth = 0_usize;
    let end = rest.find(|sign| {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ';' => return true,
            _ => return false,
        }
        depth == 0
    });
    &rest[..end.unwrap_or(rest.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(source: &str) -> OwnText {
        let mut own = OwnText::default();
        own.add(source);
        own
    }

    #[test]
    fn columns_are_asked_for_by_their_name() {
        assert!(seen("fn f() -> u32 { column!() }").columns);
        assert!(seen("fn f() -> u32 { Location::caller().column() }").columns);
        assert!(!seen("fn f() -> u32 { columns(1) + my_column!() }").columns);
    }

    #[test]
    fn included_sources_are_known_by_their_names() {
        let check = |source: &str, file: &str, expected: bool| {
            assert_eq!(seen(source).shows(file), expected, "{source}");
        };
        check("const T: &str = include_str!(\"lib.rs\");", "lib.rs", true);
        check("const T: &str = include_str!(\"../src/lib.rs\");", "lib.rs", true);
        check("const T: &str = include_str!(\"lib.rs\");", "other.rs", false);
        check("#[doc = include_str!(\"../README.md\")]", "lib.rs", false);
        check("include_bytes![concat!(env!(\"DIR\"), \"/src/lib.rs\")]", "lib.rs", true);
        check("include_bytes![concat!(env!(\"DIR\"), \"/README.md\")]", "lib.rs", false);
        check("macro_rules! m { ($f:literal) => { include_str!($f) } }", "lib.rs", true);
        check("include_str!(concat!(\"data/\", $name, \".txt\"))", "lib.rs", false);
        check("include_str!(FILE)", "lib.rs", true);
        check("use std::include_str as text;", "lib.rs", true);
        check("include_str!(concat!(\"lib\", \".rs\"))", "lib.rs", true);
        check("include!(\"lib.rs\")", "lib.rs", false);
    }
}
