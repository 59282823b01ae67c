//! What references lead to: all that code which is given some can change, and the change.

use crate::mir::Type;
use crate::symex::access::executor::Executor;
use crate::symex::access::located::Located;
use crate::symex::program::pointers::is_std;
use crate::symex::state::held::Held;
use crate::symex::state::region::Regions;
use crate::symex::state::tree::get_whole;
use crate::symex::state::value::{Reference, Value};
use crate::symex::state::{Place, Root, State, heap};
use rustc_hash::{FxHashMap, FxHashSet};
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

    /// All references that some values hold, or lead to, through which something may change: mutable ones, and shared ones to what may
    /// hold cells. An object leads to what it may be a part of, too.
    pub(in crate::symex) fn reach(&self, state: &State, values: &[Value]) -> Vec<Arc<Reference>> {
        let mut pending = Pending::default();
        for value in values {
            pending.add(Held::of(value));
        }
        let mut reached = Vec::new();
        while let Some(reference) = pending.next() {
            for (_, place) in &reference.targets {
                let Some(target) = get_whole(state, place) else { continue };
                let mut held = Held::of(&target);
                let around = around(state, place);
                if reference.mutable {
                    held.regions.extend(around);
                } else {
                    // Behind a shared reference nothing is mutable, save what cells hold.
                    held.references.extend(around.iter().flat_map(|regions| regions.references().cloned()));
                    let is_in_cells = |it: &Arc<Reference>| {
                        held.regions.iter().any(|them| them.references().any(|cell| cell == it))
                    };
                    held.references.retain(|it| !is_in_cells(it));
                    held.references.iter_mut().for_each(share);
                }
                pending.add(held);
            }
            if reference.mutable || self.program.may_hold_cells(&reference.ty) {
                reached.push(reference);
            }
        }
        reached
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

/// The references that are still to be followed, and those that were.
#[derive(Default)]
struct Pending {
    references: Vec<Arc<Reference>>,
    /// Those that were followed.
    seen: FxHashSet<Arc<Reference>>,
    /// The addresses of those, and of others that equal them: most of the references that are met are one of these.
    addresses: FxHashSet<usize>,
    /// Keeps the others alive, so that nothing else gets their addresses.
    equal: Vec<Arc<Reference>>,
    /// By their addresses, the lists of regions that were added: each is added once.
    lists: FxHashMap<usize, Regions>,
}

impl Pending {
    /// The next reference that was not followed yet.
    fn next(&mut self) -> Option<Arc<Reference>> {
        while let Some(reference) = self.references.pop() {
            if !self.addresses.insert(Arc::as_ptr(&reference).addr()) {
                continue;
            }
            if self.seen.insert(reference.clone()) {
                return Some(reference);
            }
            self.equal.push(reference);
        }
        None
    }

    fn add(&mut self, held: Held) {
        self.references.extend(held.references);
        for regions in held.regions {
            if self.lists.contains_key(&regions.address()) {
                continue;
            }
            self.references.extend(regions.references().cloned());
            self.lists.insert(regions.address(), regions);
        }
    }
}

/// The regions that the object of a place may be a part of.
fn around(state: &State, place: &Place) -> Option<Regions> {
    match &place.root {
        Root::Object(id) => state.objects.get(id).map(|object| object.borrows.clone()),
        Root::Local(..) => None,
    }
}

/// Makes a reference one that may not be written through.
fn share(reference: &mut Arc<Reference>) {
    if reference.mutable {
        *reference = Arc::new(Reference { mutable: false, ..(**reference).clone() });
    }
}
