//! Steps between abstract states (Ball, "may, total and onto"; modal transition systems).
//!
//! Between abstract states P and Q, over concrete states that satisfy what is known of their locations:
//!
//! - *may*: some state of P steps to a state of Q. Over-approximated: a step that the solver cannot exclude may be one.
//! - *total* (must⁺): every state of P can step to a state of Q. Under-approximated.
//! - *onto* (must⁻): every state of Q has a predecessor in P. Under-approximated.
//!
//! A may step that was found comes with a concrete one, confirmed by evaluation; total and onto are proved by queries that
//! believe no claim of a term ([`crate::solver::Encoding::ExactIntegers`]). That there is no other may step is asked as the search for invariants asks,
//! which believes claims: whoever calls a state unreachable for it checks that by a certificate ([`crate::solver::Encoding`]).

use super::preimage::Preimage;
use super::{Valuation, Valuations};
use crate::solver::{Answer, Choice, Encoding, Prover, Solver, Verdict};
use crate::system::{EdgeId, LocationId, State, System};
use crate::term::{Assignment, Substitution, Term, Value, Var};
use std::collections::{BTreeMap, BTreeSet};

/// A location with the truth values of its predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AbstractState {
    /// The location.
    pub location: LocationId,
    /// The truth values.
    pub valuation: Valuation,
}

/// A step of a concrete state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Where it begins.
    pub before: State,
    /// The edge.
    pub edge: EdgeId,
    /// Where it ends.
    pub after: State,
}

/// Valuations in front of an edge and behind it.
pub type Pair = (Valuation, Valuation);

/// Whether there is a step that is not known.
pub enum Another {
    /// This one.
    Step(Box<Taken>),
    /// There is none.
    None,
    /// The solver gave no answer.
    Unknown,
}

/// Answers questions about the steps of a system's abstract states.
pub struct Steps<'a> {
    system: &'a System,
    domain: &'a Valuations,
    prover: Prover,
    solvers: BTreeMap<EdgeId, Solver>,
    preimages: BTreeMap<EdgeId, Preimage>,
    after: BTreeMap<EdgeId, Substitution>,
}

impl<'a> Steps<'a> {
    /// Questions about the valuations of a domain.
    pub fn new(system: &'a System, domain: &'a Valuations, prover: &Prover) -> Steps<'a> {
        Steps {
            system,
            domain,
            prover: prover.clone(),
            solvers: BTreeMap::new(),
            preimages: BTreeMap::new(),
            after: BTreeMap::new(),
        }
    }

    /// The system.
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// The abstract state of a concrete one.
    pub fn abstraction(&self, state: &State) -> AbstractState {
        AbstractState { location: state.location, valuation: self.domain.valuation(self.system, state) }
    }

    /// The concrete states of an abstract one.
    pub fn concretization(&self, state: AbstractState) -> Term {
        self.domain.states(state.location, state.valuation)
    }

    /// A step along an edge from a state of `from` which is none of the known ones.
    pub fn another(&mut self, edge: EdgeId, from: &BTreeSet<Valuation>, known: &BTreeSet<Pair>) -> Another {
        let step = &self.system.edges[edge];
        let own = Term::any(from.iter().map(|valuation| self.domain.states(step.source, *valuation)));
        let mut is_known = Vec::new();
        for (before, after) in known.iter().filter(|(before, _)| from.contains(before)) {
            let after = self.domain.cube(step.target, *after);
            is_known.push(self.domain.cube(step.source, *before).and(&self.after(edge).apply(&after)));
        }
        let vars: Vec<Var> =
            self.system.locations[step.source].vars.iter().chain(&step.inputs).cloned().collect();
        let solver = self.solvers.entry(edge).or_insert_with(|| {
            let mut solver = self.prover.solver();
            solver.assert(&step.guard);
            solver
        });
        match solver.check_small(&[own, Term::any(is_known).not()], &vars) {
            Answer::Unsat(_) => Another::None,
            Answer::Unknown(_) => Another::Unknown,
            Answer::Sat(model) => Another::Step(Box::new(self.taken(edge, &model))),
        }
    }

    /// Whether every state of one can step to a state of the other.
    pub fn total(&mut self, from: AbstractState, to: AbstractState) -> bool {
        let target = self.domain.cube(to.location, to.valuation);
        let choices: Vec<Choice> = self
            .edges(from, to)
            .into_iter()
            .map(|edge| {
                let step = &self.system.edges[edge];
                let body = step.guard.and(&self.after(edge).apply(&target));
                Choice { bound: step.inputs.clone(), body }
            })
            .collect();
        self.is_proved(&self.concretization(from), &choices)
    }

    /// Whether every state of one has a predecessor in the other.
    pub fn onto(&mut self, from: AbstractState, to: AbstractState) -> bool {
        let source = self.concretization(from);
        let choices: Vec<Choice> = self
            .edges(from, to)
            .into_iter()
            .map(|edge| {
                let preimage = self.preimages.entry(edge).or_insert_with(|| Preimage::new(self.system, edge));
                preimage.satisfying(&source)
            })
            .collect();
        self.is_proved(&self.concretization(to), &choices)
    }

    /// Whether an execution may end in a state: by an error, or since no edge can be taken. Over-approximates: inputs that take
    /// none are taken for possible, and so is what the solver does not exclude.
    pub fn may_end(&mut self, state: AbstractState) -> bool {
        let errors = self.system.errors.values().filter(|error| error.source == state.location);
        let fails = Term::any(errors.map(|error| error.guard.clone()));
        let edges = self.system.edges_from(state.location);
        let moves = Term::any(edges.map(|(_, edge)| edge.guard.clone()));
        let ends = self.concretization(state).and(&fails.or(&moves.not()));
        !matches!(self.exact().solver().check(&[ends]), Answer::Unsat(_))
    }

    /// Believes no claim of a term: for what a lower bound is made of.
    pub fn exact(&self) -> Prover {
        self.prover.with_encoding(Encoding::ExactIntegers)
    }

    fn is_proved(&self, states: &Term, choices: &[Choice]) -> bool {
        match self.exact().prove_some(std::slice::from_ref(states), choices) {
            Verdict::Valid(_) => true,
            Verdict::Invalid(_) | Verdict::Unknown(_) => false,
        }
    }

    fn edges(&self, from: AbstractState, to: AbstractState) -> Vec<EdgeId> {
        let edges = self.system.edges_from(from.location).filter(|(_, edge)| edge.target == to.location);
        edges.map(|(id, _)| id).collect()
    }

    /// What the variables of an edge's target are, in terms of what they were.
    fn after(&mut self, edge: EdgeId) -> &mut Substitution {
        self.after.entry(edge).or_insert_with(|| self.system.after(edge))
    }

    fn taken(&self, edge: EdgeId, model: &Assignment) -> Taken {
        let step = &self.system.edges[edge];
        let value = |var: &Var| model.get(var).cloned().unwrap_or_else(|| Value::simplest(&var.sort));
        let values = self.system.locations[step.source].vars.iter().map(value).collect();
        let updates = step.updates.iter().map(|update| model.complete(update)).collect();
        Taken {
            before: State { location: step.source, values },
            edge,
            after: State { location: step.target, values: updates },
        }
    }
}
