//! Regions of references: where each may lead, and what is reached through them.

use crate::symex::access::executor::Executor;
use crate::symex::state::State;
use crate::symex::state::region::{Regions, region_of};
use crate::symex::state::value::{Reference, Value};
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Executor<'_> {
    /// Turns references into regions. A shared one matters only if something can change behind it, or if it leads to an object of the
    /// analysed crates: whoever is given it may call that object's functions.
    pub(in crate::symex) fn regions(&self, state: &State, references: &[Arc<Reference>]) -> Regions {
        let program = self.program;
        let mut known = self.known_regions.borrow_mut();
        let (mut regions, mut seen) = (Vec::new(), FxHashSet::default());
        let matters = |reference: &&Arc<Reference>| {
            reference.mutable
                || program.may_hold_cells(&reference.ty)
                || program.may_lead_to_own(&reference.ty)
        };
        for reference in references.iter().filter(matters) {
            for (_, place) in &reference.targets {
                let region = known.region(region_of(program, state, reference, place));
                if seen.insert(region.address()) {
                    regions.push(region);
                }
            }
        }
        known.list(regions)
    }

    /// The regions of some references and of all that can be reached through them.
    pub(in crate::symex) fn closed_regions(&self, state: &State, references: &[Arc<Reference>]) -> Regions {
        self.regions(state, &self.closed(state, references))
    }

    /// Some references and all that can be reached through them.
    fn closed(&self, state: &State, references: &[Arc<Reference>]) -> Vec<Arc<Reference>> {
        if references.is_empty() {
            return Vec::new();
        }
        let values: Vec<Value> = references.iter().cloned().map(Value::Reference).collect();
        let mut all = references.to_vec();
        let reached = self.reach(state, &values);
        all.extend(reached.into_iter().filter(|reference| !references.contains(reference)));
        all
    }
}
