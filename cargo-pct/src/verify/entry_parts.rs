//! Entries one by one, each with a part of the time.
//!
//! If any object may be there before a call, the calls of one entry do not depend on those of others. Then each entry is decided in a system of its
//! own, which has fewer steps.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::PrimaryMap;
use crate::lower::{EntryId, Lowered};
use crate::solver::{Prover, Spent};
use crate::system::{Edge, EdgeId, ErrorId};

/// If so many entries in a row take more time than they have, half of those that come after them are given up, which are longer. The others
/// have twice as much time then.
const MOST_IN_VAIN: usize = 3;

/// Entries with errors that are to be decided, shorter ones first: what these leave of their parts is for long ones.
pub(super) struct EntryParts<'p> {
    /// Longer ones first.
    left: Vec<(EntryId, BTreeSet<ErrorId>)>,
    in_vain: usize,
    prover: &'p Prover,
}

/// One of them.
pub(super) struct EntryPart {
    pub(super) entry: EntryId,
    pub(super) errors: BTreeSet<ErrorId>,
    /// May spend the entry's part.
    pub(super) prover: Prover,
}

impl<'p> EntryParts<'p> {
    /// The entries of these errors.
    pub(super) fn new(
        lowered: &Lowered,
        errors: impl IntoIterator<Item = ErrorId>,
        prover: &'p Prover,
    ) -> EntryParts<'p> {
        let mut by_entry: BTreeMap<EntryId, BTreeSet<ErrorId>> = BTreeMap::new();
        for error in errors {
            by_entry.entry(lowered.failure(error).entry).or_default().insert(error);
        }
        let mut left: Vec<_> = by_entry.into_iter().collect();
        left.sort_by_key(|(entry, _)| std::cmp::Reverse(own_steps(lowered, *entry)));
        EntryParts { left, in_vain: 0, prover }
    }

    /// The next entry.
    pub(super) fn next(&mut self) -> Option<EntryPart> {
        let (entry, errors) = self.left.pop()?;
        Some(EntryPart { entry, errors, prover: self.prover.even_part(self.left.len() + 1) })
    }

    /// Notes that an entry was tried. Gives the limit that was reached, if its part was too small.
    pub(super) fn finish(&mut self, part: &EntryPart) -> Option<Spent> {
        let spent = part.prover.spent();
        self.in_vain = if spent.is_some() { self.in_vain + 1 } else { 0 };
        if self.in_vain == MOST_IN_VAIN {
            self.left.drain(..self.left.len().div_ceil(2));
            self.in_vain = 0;
        }
        spent
    }
}

/// The number of steps of an entry's calls.
fn own_steps(lowered: &Lowered, entry: EntryId) -> usize {
    lowered.system().edges.keys().filter(|edge| lowered.edge(*edge).call == Some(entry)).count()
}

/// The steps of an entry's calls and those that clients make. Calls of other entries need not happen: what they leave behind is among
/// all the objects that there could be.
pub(super) fn steps_around(lowered: &Lowered, entry: EntryId) -> PrimaryMap<EdgeId, Edge> {
    let is_own = |edge: EdgeId| lowered.edge(edge).call == Some(entry) || lowered.edge(edge).is_client_step();
    let own = lowered.system().edges.iter().filter(|(edge, _)| is_own(*edge));
    own.map(|(_, edge)| edge.clone()).collect()
}
