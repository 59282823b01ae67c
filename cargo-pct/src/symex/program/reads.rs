//! What the answers about some code depend on: the bodies that were looked at, and what is asked of all code at once.

use super::{BodyId, Program};
use crate::mir::Type;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;

/// Which bodies were looked at since notes are taken; nothing if none are.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads(OnceCell<Box<[Cell<bool>]>>);

impl Reads {
    pub(super) fn note(&self, body: BodyId) {
        if let Some(cell) = self.0.get().and_then(|cells| cells.get(body.as_u32() as usize)) {
            cell.set(true);
        }
    }
}

impl Program {
    /// Takes notes from now on, if none are taken yet. What was found out about single bodies and types is forgotten, because it was found
    /// out without notes. What is asked of all code at once is found out first, and not noted: see [`Program::shared_facts`] and
    /// [`Program::closure_facts`].
    pub fn note_reads(&self) {
        if self.reads.0.get().is_some() {
            return;
        }
        self.summary();
        self.types.borrow_mut().clear();
        self.facts.borrow_mut().clear();
        self.failing.borrow_mut().clear();
        let _ = self.reads.0.set(vec![Cell::new(false); self.bodies.len()].into());
    }

    /// The bodies of the analysed crates that were looked at since notes are taken; none if no notes are.
    pub fn bodies_read(&self) -> Option<BTreeSet<BodyId>> {
        let cells = self.reads.0.get()?;
        let read = self.bodies.keys().filter(|body| cells[body.as_u32() as usize].get());
        Some(read.filter(|body| self.is_analysed(*body)).collect())
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
