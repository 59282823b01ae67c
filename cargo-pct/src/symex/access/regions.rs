//! Regions of references: where each may lead, and what is reached through them.

use crate::symex::access::executor::Executor;
use crate::symex::state::State;
use crate::symex::state::region::{Region, Regions, region_of};
use crate::symex::state::value::Reference;
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Executor<'_> {
    /// Turns references into regions.
    pub(in crate::symex) fn regions(&self, state: &State, references: &[Arc<Reference>]) -> Regions {
        let (mut regions, mut seen) = (Vec::new(), FxHashSet::default());
        for reference in references {
            let own = self.regions_of(state, reference).into_iter();
            regions.extend(own.filter(|region| seen.insert(region.address())));
        }
        self.known_regions.borrow_mut().list(regions)
    }

    /// The regions of a reference. A shared one matters only if something can change behind it, or if it leads to an object of the
    /// analysed crates: whoever is given it may call that object's functions.
    pub(in crate::symex) fn regions_of(&self, state: &State, reference: &Arc<Reference>) -> Vec<Region> {
        let program = self.program;
        let matters = reference.mutable
            || program.may_hold_cells(&reference.ty)
            || program.may_lead_to_own(&reference.ty);
        if !matters {
            return Vec::new();
        }
        let mut known = self.known_regions.borrow_mut();
        let places = reference.targets.iter().map(|(_, place)| place);
        places.map(|place| known.region(region_of(program, state, reference, place))).collect()
    }
}
