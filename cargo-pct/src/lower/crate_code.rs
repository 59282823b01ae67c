//! A crate's code with what its source says, and what is found out from all of it at once.

use super::Obstacle;
use super::index::Index;
use super::mentions::Mentions;
use super::reading::Reading;
use crate::mir;
use crate::source::Items;
use crate::symex::ahead::CallsAhead;
use crate::symex::census::{Risk, panicking};
use crate::symex::{BodyId, Program};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// A crate's code with what its source says.
pub struct CrateCode<'a> {
    /// The bodies.
    pub program: &'a Program,
    /// The expanded source.
    pub items: &'a Items,
    /// Bodies that could not be read, with the reason.
    pub unread: Vec<Obstacle>,
    index: OnceCell<Index>,
    reading: OnceCell<Option<Reading>>,
    mentions: OnceCell<Mentions>,
    panicking: OnceCell<BTreeMap<BodyId, Risk>>,
    conjured_for_clients: OnceCell<Vec<(BodyId, BTreeSet<mir::Type>)>>,
    /// Calls that were executed before any subject was lowered.
    pub(super) calls_ahead: OnceCell<CallsAhead>,
}

/// The bodies of a dump that could not be read: whatever they do is not known.
pub fn unread(dump: &mir::Program) -> Vec<Obstacle> {
    let obstacle = |item: &mir::OpaqueItem| {
        let function = item.name.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
        Obstacle::of_all(format!("its body could not be read: {}", item.reason), function)
    };
    dump.opaque().map(obstacle).collect()
}

/// Why a subject is not analysed at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnalysed {
    /// The type or function was not found in the code.
    #[error("its code was not found")]
    NotFound,
}

impl<'a> CrateCode<'a> {
    /// The code of a program's crate; `unread` are bodies that could not be read, with the reason.
    pub fn new(program: &'a Program, items: &'a Items, unread: Vec<Obstacle>) -> CrateCode<'a> {
        let (index, reading, mentions, panicking, conjured_for_clients) = Default::default();
        let calls_ahead = OnceCell::new();
        CrateCode {
            program,
            items,
            unread,
            index,
            reading,
            mentions,
            panicking,
            conjured_for_clients,
            calls_ahead,
        }
    }

    /// The functions that contain a check that can fail.
    pub fn panicking(&self) -> &BTreeMap<BodyId, Risk> {
        self.panicking.get_or_init(|| panicking(self.program))
    }

    pub(super) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(self))
    }

    pub(super) fn conjured_for_clients(&self) -> &[(BodyId, BTreeSet<mir::Type>)] {
        self.conjured_for_clients.get_or_init(|| self.find_conjured_for_clients())
    }

    pub(super) fn reading(&self) -> Option<&Reading> {
        self.reading.get_or_init(|| Reading::of(self.program, self.items)).as_ref()
    }

    pub(super) fn mentions(&self) -> &Mentions {
        self.mentions.get_or_init(|| Mentions::of(self.program, self.items, &BTreeMap::new()))
    }
}
