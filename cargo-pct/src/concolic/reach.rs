//! All paths to a goal at once: the condition under which one of them is taken.
//!
//! The weakest precondition is carried backwards over the product, from the goal to the place where the paths begin. Under-approximates: paths that come round or read
//! inputs are not looked at, and conditions of long paths are not pushed through updates, because each update copies them. So the
//! condition finds tests, and proves nothing.

use super::flow::Flow;
use super::product::{PlaceId, Product};
use crate::system::{EdgeId, LocationId, System};
use crate::term::{Kind, Term, Var, variables};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Conditions of longer paths are not pushed through an update.
const MOST_UPDATED: usize = 40;

/// Paths that are longer than this are not looked at: they are followed on the stack.
const LONGEST: usize = 4_000;

/// The paths to one goal.
pub(super) struct Reach<'r> {
    system: &'r System,
    flow: &'r Flow,
    product: &'r Product<'r>,
    goal: EdgeId,
    known: FxHashMap<PlaceId, Rc<Paths>>,
}

/// The paths from one place.
struct Paths {
    condition: Term,
    /// The edges of the longest one.
    length: usize,
    /// The variables that the condition reads.
    read: Rc<BTreeSet<Var>>,
}

impl<'r> Reach<'r> {
    /// Begins without a place.
    pub(super) fn new(
        system: &'r System,
        flow: &'r Flow,
        product: &'r Product<'r>,
        goal: EdgeId,
    ) -> Reach<'r> {
        Reach { system, flow, product, goal, known: FxHashMap::default() }
    }

    /// The condition under which a path from a place takes the goal, over the variables of its location.
    pub(super) fn condition(&mut self, at: LocationId, place: PlaceId) -> Term {
        self.paths(at, place, 0).condition.clone()
    }

    /// The places that were looked at.
    pub(super) fn places(&self) -> usize {
        self.known.len()
    }

    fn paths(&mut self, at: LocationId, place: PlaceId, depth: usize) -> Rc<Paths> {
        if let Some(paths) = self.known.get(&place) {
            return paths.clone();
        }
        // A path that comes round is not looked at.
        let none = Rc::new(Paths { condition: Term::bool(false), length: 0, read: Rc::default() });
        self.known.insert(place, none.clone());
        if depth > LONGEST {
            return none;
        }
        let (system, flow, product) = (self.system, self.flow, self.product);
        let (mut conditions, mut length, mut read) = (Vec::new(), 0, Rc::<BTreeSet<Var>>::default());
        for id in flow.outgoing(at).iter().copied() {
            let edge = &system.edges[id];
            let Some(after) = product.after(place, id).filter(|_| edge.inputs.is_empty()) else { continue };
            if id == self.goal {
                conditions.push(edge.guard.clone());
                extend(&mut read, &variables([&edge.guard]));
                length = length.max(1);
                continue;
            }
            let behind =
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.paths(edge.target, after, depth + 1));
            let is_long = behind.length > MOST_UPDATED;
            let condition = match !changes(system, id).iter().any(|var| behind.read.contains(var)) {
                _ if behind.condition.as_bool() == Some(false) => continue,
                true => behind.condition.clone(),
                false if is_long => continue,
                false => system.after(id).apply(&behind.condition),
            };
            if behind.length <= MOST_UPDATED {
                extend(&mut read, &variables([&condition]));
            } else {
                extend(&mut read, &behind.read);
            }
            extend(&mut read, &variables([&edge.guard]));
            conditions.push(edge.guard.and(&condition));
            length = length.max(1 + behind.length);
        }
        let paths = Rc::new(Paths { condition: Term::any(conditions), length, read });
        self.known.insert(place, paths.clone());
        paths
    }
}

/// Adds variables to a set that others may share.
fn extend(all: &mut Rc<BTreeSet<Var>>, more: &BTreeSet<Var>) {
    if !more.is_subset(all) {
        Rc::make_mut(all).extend(more.iter().cloned());
    }
}

/// The variables behind an edge whose values are others than in front of it.
pub(super) fn changes(system: &System, edge: EdgeId) -> Vec<Var> {
    let edge = &system.edges[edge];
    let after = system.locations[edge.target].vars.iter().zip(&edge.updates);
    let is_kept = |update: &Term, var: &Var| matches!(update.kind(), Kind::Var(own) if own == var);
    after.filter(|(var, update)| !is_kept(update, var)).map(|(var, _)| var.clone()).collect()
}
