//! The rewriting of a text of MIR that leaves out what code in front of it changes.

use super::SourceLine;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

/// The text of an item, and those of the allocations that follow it, by their numbers.
pub(super) fn code_and_allocations(text: &str) -> (&str, HashMap<&str, &str>) {
    let mut starts: Vec<usize> = text.match_indices("\nalloc").map(|(at, _)| at + 1).collect();
    starts.retain(|start| {
        number(&text[start + "alloc".len()..]).is_some_and(|(_, rest)| rest.starts_with(" ("))
    });
    let code = &text[..starts.first().copied().unwrap_or(text.len())];
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let blocks = starts.iter().zip(ends).map(|(start, end)| {
        let block = &text[*start..end];
        (digits(&block["alloc".len()..]), block)
    });
    (code, blocks.collect())
}

/// The rewriting of one text.
pub(super) struct Rewriting<'a> {
    pub(super) text: &'a str,
    pub(super) position: usize,
    pub(super) impls: &'a HashMap<String, usize>,
    pub(super) ids: &'a BTreeMap<u64, String>,
    /// The texts of allocations by their numbers, and what stands for those that were named already.
    pub(super) allocations: HashMap<&'a str, &'a str>,
    pub(super) contents: HashMap<&'a str, String>,
    pub(super) first_line: Option<u32>,
    pub(super) lines: BTreeSet<SourceLine>,
    pub(super) out: String,
}

/// What the text draws before and behind the name of an allocation, to fill the width of a pointer.
const DASH: char = '─';

impl<'a> Rewriting<'a> {
    pub(super) fn run(&mut self) {
        while let Some(next) = self.rest().chars().next() {
            let is_rewritten = match next {
                '<' => self.impl_block(),
                'a' | 'A' => self.allocation(),
                ':' => self.place(),
                ' ' => self.padding(),
                '"' | '\'' => self.literal(),
                '0'..='9' => self.number(),
                DASH => {
                    self.position += DASH.len_utf8();
                    true
                }
                _ => false,
            };
            if !is_rewritten {
                self.out.push(next);
                self.position += next.len_utf8();
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    /// `"a text"` or `'c'`, which stay as they are: a text may look like anything. The dump escapes them, so they end on their line.
    fn literal(&mut self) -> bool {
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let Some(length) = literal_length(line) else { return false };
        self.out.push_str(&rest[..length]);
        self.position += length;
        true
    }

    /// `<impl at src/lib.rs:3:1: 3:10>`
    fn impl_block(&mut self) -> bool {
        let Some(place) = self.rest().strip_prefix("<impl at ") else { return false };
        let Some((place, _)) = place.split_once('>') else { return false };
        let Some(number) = self.impls.get(place) else { return false };
        let _ = write!(self.out, "<impl {number}>");
        self.position += "<impl at >".len() + place.len();
        true
    }

    /// `alloc12`
    fn allocation(&mut self) -> bool {
        let rest = self.rest();
        let Some(number) = rest.strip_prefix("alloc").or_else(|| rest.strip_prefix("ALLOC")) else {
            return false;
        };
        let is_in_word = self.text[..self.position].ends_with(|it: char| it.is_alphanumeric() || it == '_');
        let number = digits(number);
        if is_in_word || number.is_empty() {
            return false;
        }
        self.position += "alloc".len() + number.len();
        if is_of_probe(self.rest()) {
            self.position += self.rest().find("\n}").unwrap_or(0);
        }
        let content = self.content(number);
        self.out.push_str(&content);
        true
    }

    /// What stands for an allocation: a hash of its text. How many allocations of one content there are is the compiler's affair.
    fn content(&mut self, number: &'a str) -> String {
        if let Some(known) = self.contents.get(number) {
            return known.clone();
        }
        // What an allocation's own text says where it names itself.
        self.contents.insert(number, "alloc itself".to_owned());
        let Some(text) = self.allocations.get(number).copied() else { return "alloc".to_owned() };
        let (outer, position) = (std::mem::replace(&mut self.text, text), std::mem::take(&mut self.position));
        let out = std::mem::take(&mut self.out);
        self.run();
        let own = std::mem::replace(&mut self.out, out);
        (self.text, self.position) = (outer, position);
        let content = format!("alloc {}", blake3::hash(own.as_bytes()).to_hex());
        self.contents.insert(number, content.clone());
        content
    }

    /// `:3:1: 3:10` behind the name of a file.
    fn place(&mut self) -> bool {
        let before = &self.text[..self.position];
        if !before.ends_with(".rs") {
            return false;
        }
        let Some((start, length)) = line_and_column(self.rest()) else { return false };
        let first_line = *self.first_line.get_or_insert(start.0);
        let file = before.rsplit([' ', '@', '(', '"']).next().unwrap_or(before);
        let relative = |line: u32| i64::from(line) - i64::from(first_line);
        self.lines.insert((file.to_owned(), start.0));
        self.position += length;
        let _ = write!(self.out, ":{}:{}", relative(start.0), start.1);
        if let Some(end) = self.rest().strip_prefix(": ")
            && let Some((end, length)) = line_and_column(&format!(":{}", first_word(end)))
        {
            self.lines.insert((file.to_owned(), end.0));
            self.position += ": ".len() + length - 1;
            let _ = write!(self.out, ": {}:{}", relative(end.0), end.1);
        }
        true
    }

    /// A number, by its name if it is an id.
    fn number(&mut self) -> bool {
        let number = digits(self.rest());
        self.position += number.len();
        if is_behind_def_id(&self.out) {
            return true;
        }
        match number.parse().ok().and_then(|id: u64| self.ids.get(&id)) {
            Some(name) => self.out.push_str(name),
            None => self.out.push_str(number),
        }
        true
    }

    /// Spaces in front of a comment: how many there are depends on what was rewritten.
    fn padding(&mut self) -> bool {
        let spaces = self.rest().len() - self.rest().trim_start_matches(' ').len();
        let is_padding = spaces > 1 && self.rest()[spaces..].starts_with("//");
        if is_padding {
            self.out.push(' ');
            self.position += spaces;
        }
        is_padding
    }
}

/// The length of the text or character with which a line begins. None where it begins with a lifetime, or with what does not end on the line.
fn literal_length(line: &str) -> Option<usize> {
    let quote = line.chars().next()?;
    let mut characters = line.char_indices().skip(1);
    let mut count = 0;
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            end if end == quote => return Some(at + quote.len_utf8()),
            _ => {}
        }
        count += 1;
        let is_escape = line[1..].starts_with('\\');
        if quote == '\'' && count > 1 && !is_escape {
            return None;
        }
    }
    None
}

/// Whether a number counts the definitions of a crate: `DefId(0:`.
fn is_behind_def_id(text: &str) -> bool {
    let Some(before) = text.strip_suffix(':') else { return false };
    before.trim_end_matches(|it: char| it.is_ascii_digit()).ends_with("DefId(")
}

/// Whether an allocation whose name stands in front is a probe's static.
fn is_of_probe(text: &str) -> bool {
    let header = text.lines().next().unwrap_or_default();
    header.starts_with(" (static: ") && header.contains("::PCT_SITE,")
}

/// The line and the column in `:3:10`, with the length of the text.
fn line_and_column(text: &str) -> Option<((u32, u32), usize)> {
    let (line, rest) = number(text.strip_prefix(':')?)?;
    let (column, rest) = number(rest.strip_prefix(':')?)?;
    Some(((line, column), text.len() - rest.len()))
}

fn number(text: &str) -> Option<(u32, &str)> {
    let number = digits(text);
    Some((number.parse().ok()?, &text[number.len()..]))
}

/// The digits with which a text begins.
fn digits(text: &str) -> &str {
    let rest = text.trim_start_matches(|it: char| it.is_ascii_digit());
    &text[..text.len() - rest.len()]
}

/// As far as digits and colons go.
fn first_word(text: &str) -> &str {
    let rest = text.trim_start_matches(|it: char| it.is_ascii_digit() || it == ':');
    &text[..text.len() - rest.len()]
}
