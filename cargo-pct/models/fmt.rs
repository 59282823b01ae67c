//! `std::fmt`
//!
//! Over-approximates: what is written is not known, and whoever reads it may unwind.

use crate::iter::{IntoIterator, Iterator};
use crate::pct;
use std::fmt::{DebugList, DebugMap, DebugSet};

pub trait DebugListMethods {
    fn entries<D, I: IntoIterator<Item = D>>(&mut self, entries: I) -> &mut Self;
}

impl DebugListMethods for DebugList<'_, '_> {
    fn entries<D, I: IntoIterator<Item = D>>(&mut self, entries: I) -> &mut Self {
        let mut entries = entries.into_iter();
        while let Some(_) = entries.next() {
            pct::shows::<D>();
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
        while let Some(_) = entries.next() {
            pct::shows::<D>();
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
        while let Some(_) = entries.next() {
            pct::shows::<K>();
            pct::shows::<V>();
        }
        pct::unknown(self)
    }
}
