//! Seeds: what the tests, the examples and the documentation of a package mention, for the engine to begin with.
//!
//! Texts, bytes and numbers are taken wherever they stand in a package's Rust files, in the code of its documentation, and in its README. Which argument they
//! were written for is not asked: a text is tried wherever a text is taken.

use std::collections::BTreeSet;
use std::str::FromStr;

use camino::Utf8Path;
use pct_wire::calls::Value;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::Lit;

/// Bytes that are read, of all files and of the largest one.
const MOST_BYTES: u64 = 8 << 20;
const LARGEST_FILE: u64 = 1 << 20;

/// Bytes of a text or a list of bytes.
const LONGEST: usize = 1024;

/// Seeds of each kind.
const MOST_SEEDS: usize = 2000;

/// Folders deep in each other, below a package's.
const DEEPEST: usize = 8;

/// The seeds.
#[derive(Debug, Default)]
pub(super) struct Seeds {
    texts: BTreeSet<String>,
    bytes: BTreeSet<Vec<u8>>,
    numbers: BTreeSet<i128>,
}

impl Seeds {
    /// Those of the package that a file belongs to.
    pub(super) fn of_package_of(file: &Utf8Path) -> Seeds {
        let mut seeds = Seeds::default();
        let Some(package) = file.ancestors().skip(1).find(|it| it.join("Cargo.toml").is_file()) else {
            return seeds;
        };
        let is_of_package = |entry: &walkdir::DirEntry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0 || !(name.starts_with('.') || name == "target")
        };
        let walk = walkdir::WalkDir::new(package).max_depth(DEEPEST).sort_by_file_name();
        let files = walk.into_iter().filter_entry(is_of_package).flatten();
        let mut bytes = 0;
        for entry in files {
            let extension = entry.path().extension().and_then(|it| it.to_str());
            let length = entry.metadata().map_or(0, |it| it.len());
            if !matches!(extension, Some("rs" | "md")) || length > LARGEST_FILE {
                continue;
            }
            bytes += length;
            if bytes > MOST_BYTES {
                break;
            }
            let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
            match extension {
                Some("rs") => seeds.add_code(&text),
                _ => seeds.add_prose(&text),
            }
        }
        seeds
    }

    /// The seeds as values.
    pub(super) fn values(self) -> impl Iterator<Item = Value> {
        let texts = self.texts.into_iter().take(MOST_SEEDS).map(Value::Text);
        let bytes = self.bytes.into_iter().take(MOST_SEEDS).map(Value::Bytes);
        texts.chain(bytes).chain(self.numbers.into_iter().take(MOST_SEEDS).map(Value::Int))
    }

    /// Adds what Rust code mentions; nothing if it is none.
    fn add_code(&mut self, code: &str) {
        if let Ok(tokens) = TokenStream::from_str(code) {
            let mut prose = String::new();
            self.add_tokens(tokens, &mut prose);
            self.add_prose(&prose);
        }
    }

    /// Adds what tokens mention. The text of documentation is put together in `prose`.
    fn add_tokens(&mut self, tokens: TokenStream, prose: &mut String) {
        for token in tokens {
            match token {
                TokenTree::Literal(literal) => self.add_literal(&Lit::new(literal)),
                TokenTree::Group(group) => match documentation(&group) {
                    Some(line) => {
                        prose.push_str(&line);
                        prose.push('\n');
                    }
                    None => {
                        self.add_bytes(bytes_of(&group));
                        self.add_tokens(group.stream(), prose);
                    }
                },
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }

    fn add_literal(&mut self, literal: &Lit) {
        match literal {
            Lit::Str(text) => self.add_text(&text.value()),
            Lit::ByteStr(bytes) => self.add_bytes(Some(bytes.value())),
            Lit::Int(number) => self.numbers.extend(number.base10_parse::<i128>().ok()),
            _ => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        if (1..=LONGEST).contains(&text.len()) {
            self.texts.insert(text.to_owned());
        }
    }

    fn add_bytes(&mut self, bytes: Option<Vec<u8>>) {
        self.bytes.extend(bytes.filter(|bytes| (1..=LONGEST).contains(&bytes.len())));
    }

    /// Adds what the blocks of code in a Markdown text mention, and its quoted words.
    fn add_prose(&mut self, text: &str) {
        for (number, part) in text.split("```").enumerate() {
            match number % 2 {
                // The first line names the language.
                1 => self.add_code(part.split_once('\n').map_or("", |(_, code)| code)),
                _ => part.split('`').skip(1).step_by(2).for_each(|word| self.add_text(word)),
            }
        }
    }
}

/// The text of a documentation comment: `[doc = "…"]`.
fn documentation(group: &Group) -> Option<String> {
    let mut tokens = group.stream().into_iter();
    match (group.delimiter(), tokens.next()?, tokens.next()?, tokens.next()?) {
        (
            Delimiter::Bracket,
            TokenTree::Ident(name),
            TokenTree::Punct(equals),
            TokenTree::Literal(literal),
        ) if name == "doc" && equals.as_char() == '=' => match Lit::new(literal) {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The numbers of `[1, 0x2f, b'a']`, if all of them are bytes.
fn bytes_of(group: &Group) -> Option<Vec<u8>> {
    if group.delimiter() != Delimiter::Bracket {
        return None;
    }
    let mut bytes = Vec::new();
    for token in group.stream() {
        match token {
            TokenTree::Literal(literal) => bytes.push(match Lit::new(literal) {
                Lit::Int(number) => number.base10_parse().ok()?,
                Lit::Byte(byte) => byte.value(),
                _ => return None,
            }),
            TokenTree::Punct(comma) if comma.as_char() == ',' => {}
            _ => return None,
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tests_and_documentation_mention_is_found() {
        let code = r#"
            /// Reads `1h 5m`, as in
            /// ```
            /// assert_eq!(read("2 days"), Some(172_800));
            /// ```
            fn read(_: &str) {}
            #[test]
            fn reads() {
                read("3w");
                decode(&[0x01, b'x', 255], b"\x00");
                assert!([1, 256].len() == 2);
            }
        "#;
        let mut seeds = Seeds::default();
        seeds.add_code(code);
        seeds.add_code("no { code");
        let texts: Vec<&str> = seeds.texts.iter().map(String::as_str).collect();
        assert_eq!(texts, ["1h 5m", "2 days", "3w"]);
        assert_eq!(seeds.bytes.into_iter().collect::<Vec<_>>(), [vec![0], vec![1, b'x', 255]]);
        assert!(seeds.numbers.contains(&172_800) && seeds.numbers.contains(&256));
    }

    #[test]
    fn a_package_is_read_whole() {
        let folder = tempfile::tempdir().unwrap();
        let package = Utf8Path::from_path(folder.path()).unwrap();
        for (file, text) in [
            ("Cargo.toml", ""),
            ("src/lib.rs", "const A: &str = \"a\";"),
            ("tests/t.rs", "fn t() { f(\"b\") }"),
            ("README.md", "x\n```rust\nf(\"c\")\n```\n`d` and\n"),
            ("target/t.rs", "const E: &str = \"e\";"),
        ] {
            let file = package.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        let seeds = Seeds::of_package_of(&package.join("src/lib.rs"));
        assert_eq!(seeds.texts.into_iter().collect::<String>(), "abcd");
    }
}
