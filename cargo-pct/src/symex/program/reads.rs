//! What the answers about some code depend on: the bodies that were looked at, and what is asked of all code at once.

use super::{BodyId, Program};
use crate::mir::Type;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;

/// Which bodies were looked at since notes are taken; nothing if none are.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads {
    cells: OnceCell<Box<[Cell<bool>]>>,
    /// Notes are taken to the end; else only while [`Program::reading_of`] runs.
    is_for_good: Cell<bool>,
}

impl Reads {
    pub(super) fn note(&self, body: BodyId) {
        if let Some(cell) = self.cells.get().and_then(|cells| cells.get(body.as_u32() as usize)) {
            cell.set(true);
        }
    }

    /// Begins with none, of so many bodies.
    fn begin(&self, bodies: usize) {
        let cells = self.cells.get_or_init(|| vec![Cell::new(false); bodies].into());
        cells.iter().for_each(|cell| cell.set(false));
    }

    fn is_noted(&self, body: BodyId) -> bool {
        self.cells.get().is_some_and(|cells| cells[body.as_u32() as usize].get())
    }
}

impl Program {
    /// Takes notes from now on, if none are taken yet. What was found out about single bodies and types is forgotten, because it was found
    /// out without notes. What is asked of all code at once is found out first, and not noted: see [`Program::shared_facts`] and
    /// [`Program::closure_facts`].
    pub fn note_reads(&self) {
        if !self.reads.is_for_good.replace(true) {
            self.begin_notes();
        }
    }

    fn begin_notes(&self) {
        self.summary();
        self.types.borrow_mut().clear();
        self.facts.borrow_mut().clear();
        self.failing.borrow_mut().clear();
        self.reads.begin(self.bodies.len());
    }

    /// Does something, and gives the bodies of all crates that are looked at on the way.
    ///
    /// # Panics
    /// Panics if notes are taken already.
    pub(in crate::symex) fn reading_of<T>(&self, act: impl FnOnce() -> T) -> (T, BTreeSet<BodyId>) {
        assert!(!self.reads.is_for_good.get(), "notes are taken for somebody else");
        self.begin_notes();
        let done = act();
        let read = self.bodies.keys().filter(|body| self.reads.is_noted(*body)).collect();
        (done, read)
    }

    /// Notes that a body was looked at.
    pub(in crate::symex) fn note_read(&self, body: BodyId) {
        self.reads.note(body);
    }

    /// The bodies of the analysed crates that were looked at since notes are taken; none if no notes are.
    pub fn bodies_read(&self) -> Option<BTreeSet<BodyId>> {
        let is_read = |body: &BodyId| self.reads.is_noted(*body) && self.is_analysed(*body);
        self.reads.is_for_good.get().then(|| self.bodies.keys().filter(is_read).collect())
    }

    /// Facts that are found out from all code, and that any answer may depend on, in words: which crates are executed, for only those are that
    /// code names; what is not known of the crate; and the types of which nothing is known because code contradicts what the source says.
    pub fn shared_facts(&self) -> Vec<String> {
        let misread = self.adts.iter().filter(|(_, types)| types.is_empty());
        let mut facts: Vec<String> = misread.map(|(path, _)| format!("misread {path}")).collect();
        facts.extend(self.gap().map(|gap| format!("gap {gap}")));
        facts.extend(self.mismatch().map(|mismatch| format!("mismatch {mismatch}")));
        facts.extend(self.crates.iter().map(|krate| format!("{:?} {:?}", krate.role, krate.naming)));
        facts.push(format!("{:?}", (self.unread, self.wraps, self.checks_differ)));
        facts
    }

    /// Facts about a closure that are found out from all code: what it captures, and the bodies of all closures that stand at its place. None
    /// for what is no closure.
    pub fn closure_facts(&self, body: BodyId) -> Option<(Option<&[Type]>, &[BodyId])> {
        let closure = self.bodies[body].body.closure()?;
        let bodies = self.closures.get(&closure).map_or(&[][..], Vec::as_slice);
        Some((self.captured_by(&closure), bodies))
    }
}
