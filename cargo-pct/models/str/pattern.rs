//! Searching in text.
//!
//! Over-approximates: something is found anywhere, or nothing. What a pattern that is a closure does is run any number of times.

use crate::pct;

/// What is looked for.
pub trait Pattern {
    /// Runs what the pattern runs.
    fn run(self);
}

impl Pattern for char {
    fn run(self) {}
}

impl Pattern for &str {
    fn run(self) {}
}

impl Pattern for &String {
    fn run(self) {}
}

impl Pattern for &&str {
    fn run(self) {}
}

impl Pattern for &[char] {
    fn run(self) {}
}

impl<const N: usize> Pattern for [char; N] {
    fn run(self) {}
}

impl<const N: usize> Pattern for &[char; N] {
    fn run(self) {}
}

impl<F: FnMut(char) -> bool> Pattern for F {
    fn run(mut self) {
        while pct::any() {
            self(pct::any());
        }
    }
}

/// A part of the text, at boundaries of characters.
pub fn somewhere(text: &str, from: usize) -> &str {
    let (start, end): (usize, usize) = (pct::any(), pct::any());
    pct::assume(from <= start && start <= end && end <= pct::len(text));
    pct::part(text, start, pct::exact_sub(end, start))
}
