//! Iterators over text, of which the standard library alone knows the fields.
//!
//! Over-approximates: any characters, for as long as one likes.

use crate::clone::Clone;
use crate::iter::{DoubleEndedIterator, Iterator};
use crate::pct;
use std::str::{Bytes, CharIndices, Chars, Lines, SplitAsciiWhitespace, SplitWhitespace};

/// What the iterator yields is anything of its type.
macro_rules! unknown_items {
    ($($Iterator:ty => $Item:ty;)*) => { $(
        impl<'a> Iterator for $Iterator {
            type Item = $Item;

            fn next(&mut self) -> Option<$Item> {
                pct::unknown(self)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                pct::unknown(self)
            }
        }

        impl<'a> DoubleEndedIterator for $Iterator {
            fn next_back(&mut self) -> Option<$Item> {
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
unknown_items! {
    Bytes<'a> => u8;
    CharIndices<'a> => (usize, char);
    Chars<'a> => char;
    Lines<'a> => &'a str;
    SplitAsciiWhitespace<'a> => &'a str;
    SplitWhitespace<'a> => &'a str;
}

impl crate::iter::ExactSizeIterator for Bytes<'_> {}

pub trait CharsMethods<'a> {
    fn as_str(&self) -> &'a str;
}

impl<'a> CharsMethods<'a> for Chars<'a> {
    fn as_str(&self) -> &'a str {
        pct::unknown(self)
    }
}
