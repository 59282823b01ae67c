//! The abstract states that a run reaches first, where the library has probes: they are worth as much as edges, and are told.
//!
//! A probe tells of each state once in a process. Whoever wants to know whether a shorter sequence reaches a state lets the probe forget it first.

use std::cell::RefCell;
use std::mem;

use crate::calls::Text;
use crate::output;
use crate::sequence::Sequence;

/// Lets a probe forget that it has seen something.
pub type Forget = unsafe extern "C" fn(seen: *const (), bits: u64);

/// A state: a probe's site, and which of its predicates hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) site: u64,
    pub(crate) bits: u64,
    seen: *const (),
}

thread_local! {
    static FOUND: RefCell<Vec<State>> = const { RefCell::new(Vec::new()) };
}

/// What the library's probes call. States that other threads reach are not told.
pub extern "C" fn observed(site: u64, bits: u64, seen: *const ()) {
    // While the thread's locals are being destroyed there is no list.
    let _ = FOUND.try_with(|found| {
        if let Ok(mut found) = found.try_borrow_mut() {
            found.push(State { site, bits, seen });
        }
    });
}

/// The states that were reached first since the last time this was asked.
pub(crate) fn found() -> Vec<State> {
    FOUND.with(|found| mem::take(&mut *found.borrow_mut()))
}

impl State {
    /// Lets its probe tell of it again.
    pub(crate) fn forget(&self, forget: Forget) {
        // SAFETY: the probe gave this set with the state.
        unsafe { forget(self.seen, self.bits) }
    }
}

/// Tells of states that a sequence reaches.
pub(crate) fn tell(states: &[State], sequence: &Sequence) {
    let names: Vec<String> =
        states.iter().map(|state| format!("{:x}:{:x}", state.site, state.bits)).collect();
    output::tell(format_args!("states\t{}\t{}", names.join(","), Text(sequence)));
}

/// States that were reached first while a sequence was shortened for something else, each with what reached it.
#[derive(Default)]
pub(crate) struct Others(Vec<(State, Sequence)>);

impl Others {
    /// Adds those of a run that are not wanted anyway.
    pub(crate) fn add(&mut self, found: &[State], wanted: &[State], sequence: &Sequence) {
        let others = found.iter().filter(|state| !wanted.contains(state));
        self.0.extend(others.map(|state| (*state, sequence.clone())));
    }

    pub(crate) fn tell(self) {
        for (state, sequence) in self.0 {
            tell(&[state], &sequence);
        }
    }
}
