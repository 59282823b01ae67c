//! `std::fmt`
//!
//! Over-approximates: what is written is not known, and whoever reads it may unwind.

use crate::iter::{IntoIterator, Iterator};
use crate::pct;
use std::fmt::{Arguments, DebugList, DebugMap, DebugSet};

/// A writer of the crate's own. Over-approximates: which pieces of text it is given, of messages that hold text and numbers alone; it is
/// called with no other.
pub trait Write {
    fn write_str(&mut self, s: &str) -> std::fmt::Result;

    fn write_char(&mut self, c: char) -> std::fmt::Result {
        self.write_str(pct::any())
    }

    fn write_fmt(&mut self, args: Arguments<'_>) -> std::fmt::Result {
        while pct::any() {
            let written = if pct::any() { self.write_str(pct::any()) } else { self.write_char(pct::any()) };
            if let Err(error) = written {
                return Err(error);
            }
        }
        Ok(())
    }
}

pub trait DebugListMethods {
    fn entries<D, I: IntoIterator<Item = D>>(&mut self, entries: I) -> &mut Self;
}

impl DebugListMethods for DebugList<'_, '_> {
    fn entries<D, I: IntoIterator<Item = D>>(&mut self, entries: I) -> &mut Self {
        let mut entries = entries.into_iter();
        while let Some(entry) = entries.next() {
            pct::shows(&entry);
        }
        pct::unknown(self)
    }
}

pub trait DebugSetMethods {
    fn entries<D, I: IntoIterator<Item = D>>(&mut self, entries: I) -> &mut Self;
}

impl DebugSetMethods for DebugSet<'_, '_> {
    fn entries<D, I: IntoIterator<Item = D>>(&mut self, entries: I) -> &mut Self {
        let mut entries = entries.into_iter();
        while let Some(entry) = entries.next() {
            pct::shows(&entry);
        }
        pct::unknown(self)
    }
}

pub trait DebugMapMethods {
    fn entries<K, V, I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) -> &mut Self;
}

impl DebugMapMethods for DebugMap<'_, '_> {
    fn entries<K, V, I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) -> &mut Self {
        let mut entries = entries.into_iter();
        while let Some((key, value)) = entries.next() {
            pct::shows(&key);
            pct::shows(&value);
        }
        pct::unknown(self)
    }
}
