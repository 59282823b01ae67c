//! Which functions that clients can call are free of panics, whoever calls them.
//!
//! A test that panics in such a function contradicts a proof: `confirm::panicked` compares the two.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Judgement;
use crate::lower::{CrateCode, EntryId, Subject};
use crate::probe::ContractKind;
use crate::symex::{BodyId, NoteKind};

/// The functions that clients can call, as they were judged.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Freedom {
    free: BTreeSet<BodyId>,
    /// Of which that is not known for all types and objects that they are called with.
    other: BTreeSet<BodyId>,
    /// Those that may be given what several threads can change at once.
    shared: BTreeSet<BodyId>,
}

impl Freedom {
    /// Takes the entries of a subject.
    pub(super) fn take(&mut self, code: &CrateCode<'_>, subject: &Subject, judgement: &Judgement) {
        for (number, entry) in subject.entries.iter().filter(|(_, entry)| !entry.is_of_others) {
            // Other types call what a trait provides as well.
            let is_free =
                !entry.is_provided && code.is_callable_by_clients(entry.body) && is_free(number, judgement);
            let known = if is_free { &mut self.free } else { &mut self.other };
            known.insert(entry.body);
            if entry.parameters.iter().any(|(_, ty)| code.program.may_hold_cells(ty)) {
                self.shared.insert(entry.body);
            }
        }
    }

    /// Adds another subject's.
    pub fn add(&mut self, other: &Freedom) {
        self.free.extend(&other.free);
        self.other.extend(&other.other);
        self.shared.extend(&other.shared);
    }

    /// The functions of which something is known.
    pub(super) fn bodies(&self) -> impl Iterator<Item = BodyId> {
        self.free.iter().chain(&self.other).chain(&self.shared).copied()
    }

    /// Gives functions new numbers. None if one has none.
    pub(super) fn renumbered(&self, new: impl Fn(BodyId) -> Option<BodyId>) -> Option<Freedom> {
        let all = |bodies: &BTreeSet<BodyId>| -> Option<BTreeSet<BodyId>> {
            bodies.iter().map(|body| new(*body)).collect()
        };
        Some(Freedom { free: all(&self.free)?, other: all(&self.other)?, shared: all(&self.shared)? })
    }

    /// Whether no function is known to be free of panics.
    pub fn is_empty(&self) -> bool {
        self.free.is_empty()
    }

    /// Whether a function may be given what several threads can change at once.
    pub fn is_shared(&self, body: BodyId) -> bool {
        self.shared.contains(&body)
    }

    /// Whether no call of a function panics, whatever types and objects it is made with.
    pub fn is_free(&self, body: BodyId) -> bool {
        self.free.contains(&body) && !self.other.contains(&body)
    }
}

/// Whether no call of an entry panics, whoever makes it, as long as it keeps to what is required.
fn is_free(entry: EntryId, judgement: &Judgement) -> bool {
    let Judgement { lowered, verification, assumed, .. } = judgement;
    let is_proved = lowered
        .errors()
        .iter()
        .filter(|(_, error)| error.failure.entry == entry && error.failure.invariant.is_none())
        .all(|(error, _)| verification.checks.proved.contains(&error));
    let may_panic = lowered.documented().iter().any(|failure| failure.entry == entry)
        || lowered.allowed().iter().any(|it| it.failure.entry == entry);
    // Code that clients write may panic, and so may a type's that stands for a parameter.
    let calls_clients = lowered.notes().iter().any(|note| note.kind != NoteKind::Approximation);
    let is_hindered = lowered.obstacles().iter().any(|obstacle| obstacle.hinders(entry));
    let is_required = assumed.iter().all(|contract| contract.kind == ContractKind::Requires);
    is_proved
        && !may_panic
        && !calls_clients
        && !is_hindered
        && is_required
        && lowered.entered().contains_key(&entry)
}
