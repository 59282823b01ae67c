//! What references lead to: all that code which is given some can change, and the change.

use crate::mir::Type;
use crate::symex::access::executor::Executor;
use crate::symex::access::located::Located;
use crate::symex::program::pointers::is_std;
use crate::symex::state::value::Reference;
use crate::symex::state::{State, heap};
use std::sync::Arc;

/// A call that may change more places than this ends the execution: what it may change grows from call to call.
pub(in crate::symex) const MOST_REACHED: usize = 24;

impl Executor<'_> {
    /// Code that is not known may have changed whatever these references lead to, and left any of them behind any other: but not in
    /// what it leads to itself, for nothing borrows itself.
    pub(in crate::symex) fn havoc_reached(&mut self, state: &mut State, reached: &[Arc<Reference>]) {
        let mut changed = Vec::with_capacity(reached.len());
        for reference in reached {
            let holds_references =
                !matches!(&*reference.ty, Type::RawPtr { .. }) && !is_std(&reference.ty, &["ptr", "NonNull"]);
            // Who follows a raw pointer reaches all memory anyway.
            let is_kept = |other: &&Arc<Reference>| {
                !overlap(reference, other) && (holds_references || !heap::leads_to_memory(other))
            };
            changed.push((reference.clone(), reached.iter().filter(is_kept).cloned().collect()));
        }
        // Once for all of them: each write there makes all of it unknown.
        if self.change_all(state, &changed) {
            self.havoc_memory(state, None);
        }
    }

    /// The place that a reference leads to.
    pub(in crate::symex) fn follow(&self, reference: &Reference) -> Located {
        Located::at(reference.targets.clone(), (*reference.ty).clone())
    }
}

/// Whether one reference leads into what another leads to, or the other way round, wherever either leads.
fn overlap(one: &Reference, other: &Reference) -> bool {
    let (Some(one), Some(other)) = (one.single(), other.single()) else { return false };
    let shorter = one.steps.len().min(other.steps.len());
    one.root == other.root && one.steps[..shorter] == other.steps[..shorter]
}
