//! Searching in text.
//!
//! Over-approximates: something is found anywhere, or nothing. What a pattern that is a closure does is run any number of times.

use crate::pct;

/// What is looked for.
pub trait Pattern: Sized {
    /// Runs what the pattern runs.
    fn run(mut self) {
        self.again();
    }

    /// The same, and keeps the pattern.
    fn again(&mut self) {}
}

impl Pattern for char {}

impl Pattern for &str {}

impl Pattern for &String {}

impl Pattern for &&str {}

impl Pattern for &[char] {}

impl<const N: usize> Pattern for [char; N] {}

impl<const N: usize> Pattern for &[char; N] {}

impl<F: FnMut(char) -> bool> Pattern for F {
    fn again(&mut self) {
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
