//! Iterators over text.

use super::{Bytes, CharIndices, Chars};
use crate::clone::Clone;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Iterator};
use crate::pct;
use std::str::{Lines, SplitAsciiWhitespace, SplitWhitespace};

impl<'a> Chars<'a> {
    pub fn as_str(&self) -> &'a str {
        pct::part(self.text, self.front, pct::exact_sub(self.back, self.front))
    }

    /// What holds of every one of them: only `chars` makes them, and each step keeps it.
    fn lies_in_text(&self) {
        pct::assume(self.front <= self.back);
        pct::assume(self.back <= pct::len(self.text));
        pct::assume(pct::is_boundary(self.text, self.front));
        pct::assume(pct::is_boundary(self.text, self.back));
    }
}

impl<'a> Iterator for Chars<'a> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        self.lies_in_text();
        if self.front == self.back {
            return None;
        }
        let (character, length) = pct::decoded(self.text, self.front);
        self.front = pct::exact_add(self.front, length);
        pct::assume(self.front <= self.back);
        Some(character)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.lies_in_text();
        let bytes = pct::exact_sub(self.back, self.front);
        // A character has four bytes at most.
        (pct::div(pct::exact_add(bytes, 3), 4), Some(bytes))
    }
}

impl<'a> DoubleEndedIterator for Chars<'a> {
    fn next_back(&mut self) -> Option<char> {
        self.lies_in_text();
        if self.front == self.back {
            return None;
        }
        let (character, length) = pct::decoded_before(self.text, self.back);
        self.back = pct::exact_sub(self.back, length);
        pct::assume(self.front <= self.back);
        Some(character)
    }
}

impl<'a> Clone for Chars<'a> {
    fn clone(&self) -> Chars<'a> {
        Chars { text: self.text, front: self.front, back: self.back }
    }
}

impl<'a> CharIndices<'a> {
    pub fn as_str(&self) -> &'a str {
        self.characters.as_str()
    }

    pub fn offset(&self) -> usize {
        self.characters.front
    }
}

impl<'a> Iterator for CharIndices<'a> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<(usize, char)> {
        let index = self.characters.front;
        match Iterator::next(&mut self.characters) {
            Some(character) => Some((index, character)),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        Iterator::size_hint(&self.characters)
    }
}

impl<'a> DoubleEndedIterator for CharIndices<'a> {
    fn next_back(&mut self) -> Option<(usize, char)> {
        match DoubleEndedIterator::next_back(&mut self.characters) {
            Some(character) => Some((self.characters.back, character)),
            None => None,
        }
    }
}

impl<'a> Clone for CharIndices<'a> {
    fn clone(&self) -> CharIndices<'a> {
        CharIndices { characters: Clone::clone(&self.characters) }
    }
}

impl<'a> Iterator for Bytes<'a> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.front < self.back {
            let byte = pct::take(pct::element(self.bytes, self.front));
            self.front = pct::successor(self.front);
            Some(byte)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = pct::exact_sub(self.back, self.front);
        (left, Some(left))
    }
}

impl<'a> DoubleEndedIterator for Bytes<'a> {
    fn next_back(&mut self) -> Option<u8> {
        if self.front < self.back {
            self.back = pct::predecessor(self.back);
            Some(pct::take(pct::element(self.bytes, self.back)))
        } else {
            None
        }
    }
}

impl ExactSizeIterator for Bytes<'_> {}

impl<'a> Clone for Bytes<'a> {
    fn clone(&self) -> Bytes<'a> {
        Bytes { bytes: self.bytes, front: self.front, back: self.back }
    }
}

/// Over-approximates: what the iterator yields is anything of its type, for as long as one likes.
macro_rules! unknown_items {
    ($($Iterator:ty)*) => { $(
        impl<'a> Iterator for $Iterator {
            type Item = &'a str;

            fn next(&mut self) -> Option<&'a str> {
                pct::unknown(self)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                pct::unknown(self)
            }
        }

        impl<'a> DoubleEndedIterator for $Iterator {
            fn next_back(&mut self) -> Option<&'a str> {
                pct::unknown(self)
            }
        }

        impl<'a> Clone for $Iterator {
            fn clone(&self) -> Self {
                pct::unknown(self)
            }
        }
    )* };
}
unknown_items!(Lines<'a> SplitAsciiWhitespace<'a> SplitWhitespace<'a>);
