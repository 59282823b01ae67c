//! Formulas that are evaluated in many states of a location, compiled when the first comes.

use crate::system::{LocationId, State, System};
use crate::term::{Compiled, Term};
use std::cell::RefCell;
use std::collections::HashMap;

/// The formulas of each location that was met; a domain has one set of formulas a location.
#[derive(Default)]
pub(super) struct CompiledAt(RefCell<HashMap<LocationId, Compiled>>);

impl CompiledAt {
    /// Asks about the formulas of a state's location in that state, by their numbers.
    pub(super) fn enter<R>(
        &self,
        system: &System,
        state: &State,
        formulas: &[Term],
        ask: impl FnOnce(&mut Compiled) -> R,
    ) -> R {
        let mut locations = self.0.borrow_mut();
        let compiled = locations
            .entry(state.location)
            .or_insert_with(|| Compiled::new(&system.locations[state.location].vars, &[], formulas));
        compiled.enter(&state.values);
        ask(compiled)
    }
}
