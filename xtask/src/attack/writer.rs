//! Rust text under construction: lines with their indentation, and fresh names.

use super::random::Random;

/// Writes the body of a function.
pub(super) struct Writer<'a> {
    pub(super) random: &'a mut Random,
    lines: Vec<String>,
    depth: usize,
    names: usize,
}

impl Writer<'_> {
    /// Begins at an indentation, in steps of four blanks.
    pub(super) fn new(random: &mut Random, depth: usize) -> Writer<'_> {
        Writer { random, lines: Vec::new(), depth, names: 0 }
    }

    pub(super) fn line(&mut self, text: &str) {
        self.lines.push(format!("{:1$}{text}", "", 4 * self.depth));
    }

    /// Begins a block; the text ends with `{`.
    pub(super) fn open(&mut self, text: &str) {
        self.line(text);
        self.depth += 1;
    }

    /// Begins a block that the line before opened.
    pub(super) fn open_more(&mut self) {
        self.depth += 1;
    }

    /// Ends a block; the text begins with `}`.
    pub(super) fn close(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    pub(super) fn fresh(&mut self) -> String {
        self.names += 1;
        format!("w{}", self.names)
    }

    /// `let mut NAME = VALUE;`, and the name.
    pub(super) fn bind(&mut self, value: &str) -> String {
        let name = self.fresh();
        self.line(&format!("let mut {name} = {value};"));
        name
    }

    pub(super) fn finish(self) -> String {
        self.lines.join("\n") + "\n"
    }
}
