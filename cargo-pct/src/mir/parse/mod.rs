//! The parser: text of a dump in, [`Program`] out.
//!
//! Recursive descent over a lexical cursor, a file for each part of the grammar, a line of MIR above each production. It never
//! fails: an item that does not parse becomes an [`OpaqueItem`] that says why and where, and reading goes on at the next.

mod allocations;
mod bodies;
mod constants;
mod facts;
mod lexer;
mod paths;
mod places;
mod rvalues;
mod statements;
mod terminators;
mod types;

use crate::mir::{Allocation, AllocationId, Item, LocalDecl, Name, OpaqueItem, Program};
use facts::Facts;
use std::collections::{BTreeMap, HashSet};

/// Reads a whole dump of a target whose pointers are `pointer_bits` wide (`usize::MAX` is a literal of MIR).
pub fn parse(text: &str, pointer_bits: u32) -> Program {
    Parser::new(text, pointer_bits).program()
}

/// The result of a production.
type Parsed<T> = Result<T, SyntaxError>;

/// What a production did not understand.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SyntaxError {
    /// Where, in bytes.
    offset: usize,
    message: String,
}

/// A cursor, and what is known at it.
struct Parser<'a> {
    text: &'a str,
    position: usize,
    pointer_bits: u32,
    /// How deeply the type at hand is nested.
    depth: usize,
    /// Whether that type is the result of a function type.
    is_output: bool,
    /// Shared names.
    names: HashSet<Name>,
    /// The comments of the line at hand.
    facts: Facts<'a>,
    /// The locals of the body at hand.
    locals: Vec<Option<LocalDecl>>,
    allocations: BTreeMap<AllocationId, Allocation>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, pointer_bits: u32) -> Parser<'a> {
        Parser {
            text,
            position: 0,
            pointer_bits,
            depth: 0,
            is_output: false,
            names: HashSet::new(),
            facts: Facts::default(),
            locals: Vec::new(),
            allocations: BTreeMap::new(),
        }
    }

    fn program(mut self) -> Program {
        let mut items = Vec::new();
        let mut lines = LineCounter::new(self.text);
        let mut is_for_ctfe = false;
        loop {
            self.blank_lines();
            if self.position >= self.text.len() {
                break;
            }
            if self.rest().starts_with("//") {
                is_for_ctfe |= self.rest_of_line() == "// MIR FOR CTFE";
                continue;
            }
            items.extend(self.item(std::mem::take(&mut is_for_ctfe), &mut lines));
        }
        Program { items, allocations: self.allocations }
    }

    /// The item at the cursor; none for an allocation, which goes to its table.
    fn item(&mut self, is_for_ctfe: bool, lines: &mut LineCounter<'a>) -> Option<Item> {
        let start = self.position;
        let line = lines.line_at(start);
        let is_allocation = self.at_allocation();
        if is_allocation && self.allocation().is_ok() {
            return None;
        }
        self.position = start;
        let header = self.header();
        let name = header.as_ref().ok().map(|header| (header.kind, header.path.clone()));
        let error = match header.and_then(|header| self.item_after(header, is_for_ctfe, line)) {
            Ok(item) => return Some(item),
            Err(error) => error,
        };
        self.position = start;
        self.depth = 0;
        self.is_output = false;
        self.skip_item();
        let (kind, name) = name.unzip();
        Some(Item::Opaque(OpaqueItem {
            name,
            kind,
            reason: error.message,
            line,
            error_line: lines.line_at(error.offset.clamp(start, self.position)),
            is_for_ctfe,
            text: self.text[start..self.position].trim_end().into(),
        }))
    }

    fn at_allocation(&mut self) -> bool {
        let rest = self.rest();
        let digits = rest.strip_prefix("alloc").or_else(|| rest.strip_prefix("ALLOC"));
        digits.is_some_and(|digits| digits.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(" ("))
    }

    /// Moves behind the item at the cursor: behind its closing brace at the start of a line, or before what looks like the
    /// next header. (Lines that start with something else can be those of an `asm!` template.)
    fn skip_item(&mut self) {
        let has_lines = self.rest_of_line().ends_with('{');
        while has_lines && self.position < self.text.len() {
            let is_header = ["fn ", "const ", "static "].iter().any(|word| self.rest().starts_with(word));
            if is_header || self.rest_of_line() == "}" {
                return;
            }
        }
    }
}

/// Counts lines forward: the positions asked for never decrease.
struct LineCounter<'a> {
    text: &'a str,
    position: usize,
    line: u32,
}

impl<'a> LineCounter<'a> {
    fn new(text: &'a str) -> LineCounter<'a> {
        LineCounter { text, position: 0, line: 1 }
    }

    /// The line of a byte, from 1.
    fn line_at(&mut self, position: usize) -> u32 {
        let position = position.min(self.text.len());
        if position > self.position {
            let newlines =
                self.text.as_bytes()[self.position..position].iter().filter(|b| **b == b'\n').count();
            self.line += u32::try_from(newlines).expect("a dump has fewer than 2^32 lines");
            self.position = position;
        }
        self.line
    }
}
