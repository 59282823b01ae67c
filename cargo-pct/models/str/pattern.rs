//! What is looked for in text.

use crate::pct;

/// What is looked for.
pub trait Pattern: Sized {
    /// Runs what the pattern runs.
    fn run(mut self) {
        self.again();
    }

    /// The same, and keeps the pattern.
    fn again(&mut self) {}

    /// Whether the pattern matches the bytes from `start` on, before `end`. Over-approximates: it may say so of others.
    fn matches(&mut self, text: &str, start: usize, end: usize) -> bool;
}

/// The character that is all there is from `start` on, before `end`: executions in which there is none are cut off.
fn only(text: &str, start: usize, end: usize) -> char {
    pct::assume(start < end);
    let (character, length) = pct::decoded(text, start);
    pct::assume(length == pct::exact_sub(end, start));
    character
}

/// Whether the bytes from `start` on, before `end`, are those of `other`.
fn is_text(text: &str, start: usize, end: usize, other: &str) -> bool {
    pct::equal_elements(pct::part::<str, str>(text, start, pct::exact_sub(end, start)), other)
}

impl Pattern for char {
    fn matches(&mut self, text: &str, start: usize, end: usize) -> bool {
        only(text, start, end) == *self
    }
}

impl Pattern for &str {
    fn matches(&mut self, text: &str, start: usize, end: usize) -> bool {
        is_text(text, start, end, *self)
    }
}

impl Pattern for &String {
    fn matches(&mut self, text: &str, start: usize, end: usize) -> bool {
        is_text(text, start, end, pct::part(*self, 0, pct::len(*self)))
    }
}

impl Pattern for &&str {
    fn matches(&mut self, text: &str, start: usize, end: usize) -> bool {
        is_text(text, start, end, **self)
    }
}

impl Pattern for &[char] {
    fn matches(&mut self, text: &str, start: usize, end: usize) -> bool {
        pct::has_element(*self, only(text, start, end))
    }
}

impl<const N: usize> Pattern for [char; N] {
    fn matches(&mut self, text: &str, start: usize, end: usize) -> bool {
        pct::has_element(&*self, only(text, start, end))
    }
}

impl<const N: usize> Pattern for &[char; N] {
    fn matches(&mut self, text: &str, start: usize, end: usize) -> bool {
        pct::has_element(*self, only(text, start, end))
    }
}

impl<F: FnMut(char) -> bool> Pattern for F {
    /// Over-approximates: the closure runs any number of times, with any characters.
    fn again(&mut self) {
        while pct::any() {
            self(pct::any());
        }
    }

    /// Runs the closure as the standard library does last, where it finds a match.
    fn matches(&mut self, text: &str, start: usize, end: usize) -> bool {
        self(only(text, start, end))
    }
}
