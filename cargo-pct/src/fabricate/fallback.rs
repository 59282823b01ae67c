//! Where the solver gives no answer: precision is lost there, as little as can be, and soundness kept (Yorsh, Ball, Sagiv, section 4.4).
//!
//! What is asked gets smaller first: one edge alone, then a part of what is covered at its end ([`Part`]). A model of any of these is a
//! fabricated state like others. Parts that remain without an answer are given up,
//!
//! 1. by any state that violates some of them, whether or not it can be reached, as long as there are many of them: those that it satisfies
//!    may have an answer then;
//! 2. by a random state like that, where the solver finds none;
//! 3. else by a step of abstract interpretation: the least element without any of these parts takes the place of the one that is covered.
//!
//! Each makes the element grow, so that this ends.

use super::Procedure;
use super::adequacy::{Origin, state_of};
use crate::abstraction::{Domain, Part};
use crate::random::Random;
use crate::solver::{Answer, Prover};
use crate::system::{EdgeId, LocationId, State};
use crate::term::{Sort, Term, Value};

/// What a query about parts may spend, in Z3's resource units: there may be many of them.
const FEW_RESOURCES: u32 = 400_000;

/// Questions about parts of one element that may remain without an answer; then no smaller ones are asked.
const MOST_UNANSWERED: usize = 8;

/// States that are taken for reachable, for one group of parts; then the group is given up at once.
const MOST_TAKEN: usize = 16;

/// Random states that are tried in place of one that the solver does not find.
const RANDOM_TRIES: usize = 64;

impl<D: Domain> Procedure<'_, D> {
    /// The solver cannot say where the steps of a location lead, taken together. Afterwards they lead to covered states.
    pub(super) fn fall_back(&mut self, at: LocationId) {
        let element = self.execution.elements[at].clone();
        let from = self.adequacy.new_states(at, &element);
        let edges: Vec<EdgeId> = self.execution.system.edges_from(at).map(|(id, _)| id).collect();
        for edge in edges {
            if !self.settle(&Origin::Step { edge, from: from.clone() }) {
                self.adequacy.imprecise.insert(at);
            }
        }
        // What was covered there meanwhile is open still.
        self.adequacy.close(at, element);
    }

    /// The same for initial states.
    pub(super) fn fall_back_initially(&mut self, index: usize) {
        let origin = Origin::Initial(index);
        if !self.settle(&origin) {
            self.adequacy.imprecise.insert(origin.target(self.execution.system));
        }
    }

    /// Makes all states that come from an origin covered; whether by states that come from there alone.
    fn settle(&mut self, origin: &Origin) -> bool {
        let target = origin.target(self.execution.system);
        let is_settled = self.is_settled(origin, target, self.prover);
        if !is_settled {
            self.settle_in_parts(origin, target);
        }
        is_settled
    }

    /// Whether the solver shows that all states that come from an origin are covered. Until then it finds those that are not.
    fn is_settled(&mut self, origin: &Origin, target: LocationId, prover: &Prover) -> bool {
        loop {
            // What is covered may be much to write down, for no answer.
            if prover.spent().is_some() {
                return false;
            }
            let covered = self.execution.domain.concretization(target, &self.execution.elements[target]);
            match self.adequacy.violates(origin, &covered, prover) {
                Answer::Unsat(_) => return true,
                Answer::Unknown(_) => return false,
                Answer::Sat(model) => {
                    let (state, taken) = self.adequacy.state_from(origin, &model);
                    if !self.fabricate(state, taken) {
                        return false;
                    }
                }
            }
        }
    }

    fn settle_in_parts(&mut self, origin: &Origin, target: LocationId) {
        if self.prover.spent().is_some() {
            return self.execution.raise_to_top(target);
        }
        let parts = self.execution.domain.parts(target, &self.execution.elements[target]);
        let Some(parts) = parts else { return self.settle_whole(origin, target) };
        let quick = self.prover.with_resource_limit(FEW_RESOURCES);
        let (mut groups, mut unanswered) = (vec![parts], 0);
        while let Some(mut group) = groups.pop() {
            group.retain(|part| self.has(target, part));
            match self.ask_of(origin, &group, &quick) {
                Answer::Unsat(_) => {}
                Answer::Sat(_) => groups.push(group),
                Answer::Unknown(_) if group.len() > 1 && unanswered < MOST_UNANSWERED => {
                    unanswered += 1;
                    groups.push(group.split_off(group.len() / 2));
                    groups.push(group);
                }
                Answer::Unknown(_) => self.give_up(origin, target, group, &quick),
            }
        }
    }

    /// For elements that are not looked at in parts: all of what is covered there is like one.
    fn settle_whole(&mut self, origin: &Origin, target: LocationId) {
        let quick = self.prover.with_resource_limit(FEW_RESOURCES);
        for _ in 0..MOST_TAKEN {
            let covered = self.execution.domain.concretization(target, &self.execution.elements[target]);
            let Some(state) = self.any_state(target, covered.not(), &quick) else { break };
            self.execution.observe(&state);
            if self.execution.domain.parts(target, &self.execution.elements[target]).is_some() {
                return self.settle_in_parts(origin, target);
            }
            if self.is_settled(origin, target, &quick) {
                return;
            }
        }
        self.execution.raise_to_top(target);
    }

    /// Whether a part is still one of what is covered at a location.
    fn has(&self, target: LocationId, part: &Part) -> bool {
        self.execution.domain.has_part(&self.execution.elements[target], part)
    }

    /// Whether a state comes from an origin that violates one of these parts; it is fabricated.
    fn ask_of(&mut self, origin: &Origin, group: &[Part], prover: &Prover) -> Answer {
        let answer = self.adequacy.violates(origin, &all_of(group), prover);
        if let Answer::Sat(model) = &answer {
            let (state, taken) = self.adequacy.state_from(origin, model);
            if !self.fabricate(state, taken) {
                return Answer::Unknown("a state contradicts what was taken for granted".to_owned());
            }
        }
        answer
    }

    /// Covers more and more states until the parts of the group that are left are known to hold, or none is left.
    fn give_up(&mut self, origin: &Origin, target: LocationId, mut group: Vec<Part>, prover: &Prover) {
        // Any state that violates a single part costs as much as doing without it, and a query.
        for _ in 0..if group.len() > 1 { MOST_TAKEN } else { 0 } {
            let mut others = self.execution.elements[target].clone();
            group.iter().for_each(|part| self.execution.domain.drop_part(&mut others, part));
            let kept = self.execution.domain.concretization(target, &others);
            let Some(state) = self.any_state(target, kept.and(&all_of(&group).not()), prover) else { break };
            self.execution.observe(&state);
            loop {
                group.retain(|part| self.has(target, part));
                match self.ask_of(origin, &group, prover) {
                    Answer::Unsat(_) => return,
                    Answer::Sat(_) => {}
                    Answer::Unknown(_) => break,
                }
            }
        }
        // The step of abstract interpretation.
        for part in &group {
            self.execution.domain.drop_part(&mut self.execution.elements[target], part);
        }
    }

    /// A state that satisfies the formula, or where the solver finds none, a random one that is not covered.
    fn any_state(&self, target: LocationId, formula: Term, prover: &Prover) -> Option<State> {
        let vars = &self.execution.system.locations[target].vars;
        match prover.solver().check_small(&[formula], vars) {
            Answer::Sat(model) => Some(state_of(&model, target, vars)),
            Answer::Unsat(_) => None,
            Answer::Unknown(_) => self.random_outside(target),
        }
    }

    fn random_outside(&self, target: LocationId) -> Option<State> {
        let execution = &self.execution;
        let mut random = Random::new(0);
        let vars = &execution.system.locations[target].vars;
        let states = (0..RANDOM_TRIES).map(|_| {
            let values = vars.iter().map(|var| random_value(&var.sort, &mut random)).collect();
            State { location: target, values }
        });
        let element = &execution.elements[target];
        states.into_iter().find(|state| !execution.domain.covers(element, execution.system, state))
    }
}

fn all_of(group: &[Part]) -> Term {
    Term::all(group.iter().map(|part| part.formula.clone()))
}

/// Small numbers mostly; arrays are the simplest.
fn random_value(sort: &Sort, random: &mut Random) -> Value {
    let value = match sort {
        Sort::Bool => Value::Bool(random.below(2) == 0),
        Sort::Enum(variants) => Value::int(random.below(variants.len() as u64)),
        Sort::Array(_) => Value::simplest(sort),
        Sort::Int | Sort::Nat | Sort::Machine(_) => {
            let bits = random.below(12);
            let magnitude = random.below(1 << bits) as i64;
            Value::int(if random.below(2) == 0 { magnitude } else { -magnitude })
        }
    };
    if value.has_sort(sort) { value } else { Value::simplest(sort) }
}
