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

use crate::mir::{
    Allocation, AllocationId, Item, LocalDecl, Name, OpaqueItem, OwnModules, Program, Segment, Type, check,
};
use facts::Facts;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Reads a whole dump of a target whose pointers are `pointer_bits` wide (`usize::MAX` is a literal of MIR). All its bodies are
/// well-formed, as [`check`] has it: one that is not was misread, or means something new, and is opaque too.
pub fn parse(text: &str, pointer_bits: u32) -> Program {
    parse_among(text, pointer_bits, OwnModules::default())
}

/// Reads a whole dump as [`parse`] does, of a crate that may have modules which are called like the standard library.
pub fn parse_among(text: &str, pointer_bits: u32, own_modules: OwnModules) -> Program {
    let mut program = unchecked(text, pointer_bits, own_modules);
    for item in &mut program.items {
        if let Item::Body(body) = item
            && let Some(problem) = check(body).first()
        {
            *item = Item::Opaque(OpaqueItem {
                name: Some(body.path.clone()),
                kind: Some(body.kind),
                reason: format!("it is not well-formed: {problem}"),
                line: body.line,
                error_line: body.line,
                is_for_ctfe: body.is_for_ctfe,
                text: body.to_string().trim_end().into(),
            });
        }
    }
    program
}

fn unchecked(text: &str, pointer_bits: u32, own_modules: OwnModules) -> Program {
    Parser { own_modules, ..Parser::new(text, pointer_bits) }.program()
}

/// Reads a whole dump as [`parse`] does, and keeps bodies that are not well-formed: for tests of what comes after.
#[cfg(test)]
pub(super) fn parse_unchecked(text: &str, pointer_bits: u32) -> Program {
    unchecked(text, pointer_bits, OwnModules::default())
}

/// A list that takes no more memory than it needs: a program holds very many short ones.
fn exact<T>(mut list: Vec<T>) -> Vec<T> {
    list.shrink_to_fit();
    list
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
    own_modules: OwnModules,
    /// How deeply the type at hand is nested.
    depth: usize,
    /// Whether that type is the result of a function type.
    is_output: bool,
    /// Shared names.
    names: HashSet<Name>,
    /// Paths, shared.
    paths: HashSet<Arc<[Segment]>>,
    /// Types that comments told, shared.
    types: HashSet<Arc<Type>>,
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
            own_modules: OwnModules::default(),
            depth: 0,
            is_output: false,
            names: HashSet::new(),
            paths: HashSet::new(),
            types: HashSet::new(),
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
        Program { items, allocations: self.allocations, own_modules: self.own_modules }
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
            if is_header || self.at_allocation() || self.rest_of_line() == "}" {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Display;

    /// Parses all of `text` by a production, and checks that it prints as `text`.
    pub(super) fn check<'t, T: Display>(
        text: &'t str,
        production: impl Fn(&mut Parser<'t>) -> Parsed<T>,
    ) -> T {
        let mut parser = Parser::new(text, 64);
        let tree = production(&mut parser).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(parser.rest(), "", "{text} is not read to its end");
        assert_eq!(tree.to_string(), text);
        tree
    }

    /// Checks that a production refuses `text`, or does not read all of it.
    pub(super) fn check_refused<'t, T: std::fmt::Debug>(
        text: &'t str,
        production: impl Fn(&mut Parser<'t>) -> Parsed<T>,
    ) {
        let mut parser = Parser::new(text, 64);
        let result = production(&mut parser);
        assert!(result.is_err() || !parser.rest().is_empty(), "{text} is read as {result:?}");
    }

    #[test]
    fn bodies_that_are_not_well_formed_are_opaque() {
        let text = "fn f() -> () {\n    let mut _0: ();\n    bb0: {\n        _1 = const 1_u8;\n        return;\n    }\n}\n";
        assert_eq!(parse(text, 64).opaque().count(), 1);
        assert_eq!(parse_unchecked(text, 64).opaque().count(), 0);
    }

    #[test]
    fn an_empty_dump_has_no_items() {
        assert_eq!(parse("", 64), Program::default());
        assert_eq!(parse("// WARNING: only a comment\n\n", 64), Program::default());
    }

    #[test]
    fn one_line_constants_are_items() {
        let program =
            parse("const A::{constant#0}: usize = const 4_usize;\nstatic S: &str = const \"x;\";\n", 64);
        assert_eq!(program.items.len(), 2);
        assert_eq!(program.opaque().count(), 0);
    }

    #[test]
    fn an_allocation_is_kept_once() {
        let text = "alloc1 (size: 3, align: 1) {\n    61 __ 62                │ a░b\n}\n";
        let program = parse(&format!("{text}\n{text}"), 64);
        assert_eq!(program.opaque().count(), 0);
        let (id, allocation) = program.allocations.first_key_value().unwrap();
        assert_eq!((id.0, allocation.layout), (1, Some((3, 1))));
        use crate::mir::AllocationByte::{Known, Uninit};
        assert_eq!(allocation.bytes.as_deref(), Some(&[Known(0x61), Uninit, Known(0x62)][..]));
    }

    #[test]
    fn a_pointer_in_an_allocation_covers_its_bytes() {
        let text =
            "alloc2 (static: N, size: 10, align: 8) {\n    ╾───────alloc10───────╼ 01 02 │ ╾──────╼..\n}\n";
        let program = parse(text, 64);
        let allocation = program.allocations.values().next().unwrap();
        assert_eq!(allocation.pointers.iter().next().map(|(at, to)| (*at, to.0)), Some((0, 10)));
        assert_eq!(allocation.bytes.as_ref().map(Vec::len), Some(10));
    }

    #[test]
    fn contents_of_another_size_than_declared_are_not_believed() {
        let program = parse("alloc1 (size: 4, align: 1) {\n    61 │ a\n}\n", 64);
        assert_eq!(program.allocations.values().next().unwrap().bytes, None);
    }
}
