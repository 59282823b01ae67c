//! Steering: behind the branch that was solved for, a guided run goes on to the nearest open goals of the product, one after the other, as far as its inputs allow it.
//!
//! The solver is asked for the guards of all edges that each path to the goal takes, as if the state stayed as it is, together with the path so far: a
//! path that was only followed leaves other goals behind that other inputs reach. One solver a run holds the conditions of that path. This finds inputs, and decides
//! nothing: a run whose state changes on the way, or which takes another path, aims anew.

use super::asking::are_nested_too_deep;
use super::dominators::Dominators;
use super::flow::Flow;
use super::product::{PlaceId, Product};
use super::reach::changes;
use super::shadow::{Shadow, conjuncts};
use crate::ids::EntityRef;
use crate::solver::{Answer, Prover, Solver};
use crate::system::{EdgeId, LocationId, System};
use crate::term::{Assignment, Term, TermSet, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The places ahead that are looked at.
const MOST_AHEAD: usize = 4_000;

/// Goals that are aimed at from one place.
const MOST_AIMS: usize = 3;

/// A goal that inputs were not found for so often is not aimed at again in a run.
const MOST_REFUSALS: u32 = 1;

/// A goal that inputs were not found for so often in all runs is aimed at now and then.
const MANY_REFUSALS: u32 = 6;

/// Questions of one run. They are not counted apart from it.
const MOST_QUESTIONS: usize = 300;

/// A run aims at about so many goals; if more are open, others in each run.
const AIMS: usize = 400;

/// The guards of so many edges that all paths to a goal take are asked about.
const MOST_GUARDS: usize = 24;

/// How often each goal's edge was refused, in all runs.
pub(super) type Refusals = FxHashMap<EdgeId, u32>;

/// Steers one run.
pub(super) struct Steering<'r> {
    system: &'r System,
    flow: &'r Flow,
    dominators: &'r Dominators,
    product: &'r Product<'r>,
    prover: &'r Prover,
    run: usize,
    /// Each edge of so many is aimed at.
    one_of: usize,
    solver: Option<Solver>,
    /// The conditions of the path, each once; the solver has the first ones.
    conditions: Vec<Term>,
    known: TermSet,
    asserted: usize,
    /// Edges of open goals that the run has not taken.
    wanted: FxHashSet<EdgeId>,
    /// The goal that the inputs lead to.
    aim: Option<EdgeId>,
    /// The locations since then.
    passed: FxHashSet<LocationId>,
    refusals: Refusals,
    questions: usize,
}

impl<'r> Steering<'r> {
    /// Begins in front of the first step of the run with this number.
    pub(super) fn new(
        system: &'r System,
        (flow, dominators): (&'r Flow, &'r Dominators),
        product: &'r Product<'r>,
        prover: &'r Prover,
        run: usize,
    ) -> Steering<'r> {
        Steering {
            system,
            flow,
            dominators,
            product,
            prover,
            run,
            one_of: 1 + product.wanted().len() / AIMS,
            solver: None,
            conditions: Vec::new(),
            known: TermSet::default(),
            asserted: 0,
            wanted: product.wanted().iter().copied().collect(),
            aim: None,
            passed: FxHashSet::default(),
            refusals: Refusals::default(),
            questions: 0,
        }
    }

    /// Adds a condition of the path.
    pub(super) fn add(&mut self, condition: &Term) {
        for conjunct in conjuncts(condition) {
            if self.known.insert(conjunct.clone()) {
                self.conditions.push(conjunct);
            }
        }
    }

    /// Notes a step of the run.
    pub(super) fn took(&mut self, edge: EdgeId, condition: &Term) {
        self.add(condition);
        self.wanted.remove(&edge);
        let is_lost = self.aim == Some(edge) || !self.passed.insert(self.system.edges[edge].source);
        if is_lost || !changes(self.system, edge).is_empty() {
            self.aim = None;
            self.passed.clear();
        }
    }

    /// Aims at one of the nearest goals, unless the run is on the way to one. Returns whether the inputs are others now.
    pub(super) fn aim(
        &mut self,
        shadow: &Shadow,
        place: PlaceId,
        inputs: &mut Assignment,
        refused: &mut Refusals,
    ) -> bool {
        if self.aim.is_some() || self.questions >= MOST_QUESTIONS {
            return false;
        }
        let goals = self.ahead(shadow.at, place, refused);
        if goals.is_empty() {
            // There will be none later: goals only become fewer in a run.
            self.questions = MOST_QUESTIONS;
        }
        for goal in goals {
            let taken = self.dominators.of(self.system, self.flow, goal, MOST_GUARDS).into_iter();
            let guards = taken.map(|edge| &self.system.edges[edge]).filter(|edge| edge.inputs.is_empty());
            let guards = Term::all(guards.map(|edge| edge.guard.clone()));
            let condition = shadow.instance_of(self.system, &guards);
            if inputs.complete(&condition) == Value::Bool(true) {
                self.aim = Some(goal);
                return false;
            }
            if condition.as_bool().is_none() && self.solve(&condition, inputs) {
                self.aim = Some(goal);
                return true;
            }
            *self.refusals.entry(goal).or_default() += 1;
            *refused.entry(goal).or_default() += 1;
        }
        false
    }

    /// The nearest goals ahead that may be aimed at.
    fn ahead(&self, at: LocationId, place: PlaceId, refused: &Refusals) -> Vec<EdgeId> {
        let count = |refusals: &Refusals, edge: EdgeId| refusals.get(&edge).copied().unwrap_or(0);
        let is_aim = |edge: EdgeId| {
            let all = count(refused, edge);
            (edge.index() + self.run).is_multiple_of(self.one_of)
                && self.wanted.contains(&edge)
                && count(&self.refusals, edge) < MOST_REFUSALS
                && (all < MANY_REFUSALS || self.run.is_multiple_of(all as usize))
        };
        let (mut region, mut goals) = (FxHashSet::from_iter([place]), Vec::new());
        let mut pending = VecDeque::from([(at, place)]);
        while let Some((at, place)) = pending.pop_front() {
            for edge in self.flow.outgoing(at).iter().copied() {
                let Some(after) = self.product.after(place, edge) else { continue };
                if is_aim(edge) && !goals.contains(&edge) {
                    goals.push(edge);
                }
                if region.len() < MOST_AHEAD && region.insert(after) {
                    pending.push_back((self.system.edges[edge].target, after));
                }
            }
            if goals.len() >= MOST_AIMS {
                break;
            }
        }
        goals
    }

    /// Looks for inputs of the path that satisfy a condition.
    fn solve(&mut self, condition: &Term, inputs: &mut Assignment) -> bool {
        let new = &self.conditions[self.asserted..];
        if are_nested_too_deep(std::slice::from_ref(condition)) || are_nested_too_deep(new) {
            self.questions = MOST_QUESTIONS;
            return false;
        }
        self.questions += 1;
        let solver = self.solver.get_or_insert_with(|| self.prover.solver());
        new.iter().for_each(|condition| solver.assert(condition));
        self.asserted = self.conditions.len();
        match solver.check(std::slice::from_ref(condition)) {
            Answer::Sat(model) => {
                model.iter().for_each(|(var, value)| inputs.set(var.clone(), value.clone()));
                true
            }
            Answer::Unsat(_) | Answer::Unknown(_) => false,
        }
    }
}
