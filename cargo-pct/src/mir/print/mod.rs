//! The printer: a syntax tree as the text that the parser reads, laid out as rustc does.
//!
//! Parsing the print of a parsed dump gives the same tree. What the tree does not keep (whether a coercion was written with
//! `as`, the text column of allocations) is not printed.

mod code;
mod items;
mod types;
mod values;

use crate::mir::Program;
use std::fmt;

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PrintOptions {
    /// Whether to print places, types of constants and definitions of closures as comments.
    pub comments: bool,
}

/// A program, to be printed by `Display`.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    /// What to print.
    pub program: &'a Program,
    /// How.
    pub options: PrintOptions,
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        items::program(f, self.program, self.options)
    }
}

/// Prints `items` with `separator` between them.
fn separated<T>(
    f: &mut fmt::Formatter<'_>,
    separator: &str,
    items: impl IntoIterator<Item = T>,
    mut print: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        print(f, item)?;
    }
    Ok(())
}

/// Prints a tuple's elements, with the comma that a tuple of one needs.
fn tuple<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    print: impl FnMut(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    f.write_str("(")?;
    separated(f, ", ", items, print)?;
    f.write_str(if items.len() == 1 { ",)" } else { ")" })
}

/// A value that prints by a function.
struct FromFn<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}
