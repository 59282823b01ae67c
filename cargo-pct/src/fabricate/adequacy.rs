//! The adequacy check: does every step of a covered state end in a covered state (formula 7 of section 3.3)?
//!
//! One solver a location holds nothing for good; what is asked are assumptions, so that the guards, updates and
//! predicates of its edges are lowered once.

use crate::abstraction::Domain;
use crate::ids::SecondaryMap;
use crate::solver::{Answer, Prover, Solver};
use crate::system::{EdgeId, LocationId, State, System};
use crate::term::{Assignment, Substitution, Term, Value, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The result of a check.
pub(super) enum Check {
    /// No covered state steps outside.
    Closed,
    /// This state is outside and follows a covered one; a fabricated state.
    Leaves(State, Option<Taken>),
    /// The solver gave no answer.
    Unknown,
}

/// The origin of states.
pub(super) enum Origin {
    /// An initial location, by number.
    Initial(usize),
    /// An edge, from states that satisfy a formula.
    Step { edge: EdgeId, from: Term },
}

impl Origin {
    /// The location of these states.
    pub(super) fn target(&self, system: &System) -> LocationId {
        match self {
            Origin::Initial(index) => system.initial[*index].location,
            Origin::Step { edge, .. } => system.edges[*edge].target,
        }
    }
}

/// A step of a covered state.
pub(super) struct Taken {
    pub(super) before: State,
    pub(super) edge: EdgeId,
    /// The edge's inputs.
    pub(super) inputs: Vec<Value>,
}

pub(super) struct Adequacy<'a, D: Domain> {
    system: &'a System,
    domain: &'a D,
    prover: &'a Prover,
    solvers: BTreeMap<LocationId, Solver>,
    substitutions: BTreeMap<EdgeId, Substitution>,
    /// The part of each location's element that is known to be closed.
    closed: SecondaryMap<LocationId, D::Element>,
    pub(super) imprecise: BTreeSet<LocationId>,
}

impl<'a, D: Domain> Adequacy<'a, D> {
    pub(super) fn new(system: &'a System, domain: &'a D, prover: &'a Prover) -> Self {
        let first = system.locations.keys().next().map(|at| domain.bottom(at));
        let mut closed = SecondaryMap::with_default(first.expect("a checked system has an initial location"));
        for at in system.locations.keys() {
            closed[at] = domain.bottom(at);
        }
        Adequacy {
            system,
            domain,
            prover,
            solvers: BTreeMap::new(),
            substitutions: BTreeMap::new(),
            closed,
            imprecise: BTreeSet::new(),
        }
    }

    /// Finds a location with abstract states that have not been checked.
    pub(super) fn next_unchecked(
        &self,
        elements: &SecondaryMap<LocationId, D::Element>,
    ) -> Option<LocationId> {
        self.system.locations.keys().find(|at| self.closed[*at] != elements[*at])
    }

    /// Checks that the initial states are covered; if not, finds one that is not.
    pub(super) fn check_initial(
        &mut self,
        index: usize,
        elements: &SecondaryMap<LocationId, D::Element>,
    ) -> Check {
        let initial = &self.system.initial[index];
        let location = &self.system.locations[initial.location];
        let outside = self.domain.concretization(initial.location, &elements[initial.location]).not();
        let mut solver = self.prover.solver();
        match solver.check_small(&[initial.constraint.clone(), outside], &location.vars) {
            Answer::Unsat(_) => Check::Closed,
            Answer::Unknown(_) => Check::Unknown,
            Answer::Sat(model) => Check::Leaves(state_of(&model, initial.location, &location.vars), None),
        }
    }

    /// Checks that the new abstract states of a location are closed under its steps; if so, remembers them.
    pub(super) fn check(&mut self, at: LocationId, elements: &SecondaryMap<LocationId, D::Element>) -> Check {
        if self.prover.spent().is_some() {
            return Check::Unknown;
        }
        let edges: Vec<EdgeId> = self.system.edges_from(at).map(|(id, _)| id).collect();
        let answer = self.ask(at, &edges, elements);
        match answer {
            Answer::Unsat(_) => {
                self.closed[at] = elements[at].clone();
                Check::Closed
            }
            Answer::Unknown(_) => Check::Unknown,
            Answer::Sat(model) => self.fabricate(&model, &edges, elements),
        }
    }

    /// A formula for the states of a location that were not there when it was last found closed.
    pub(super) fn new_states(&self, at: LocationId, element: &D::Element) -> Term {
        self.domain.difference(at, element, &self.closed[at])
    }

    /// Takes these states of a location for closed under its steps.
    pub(super) fn close(&mut self, at: LocationId, element: D::Element) {
        self.closed[at] = element;
    }

    /// Does a state come from there that violates a formula over the variables of where it comes to?
    pub(super) fn violates(&mut self, origin: &Origin, formula: &Term, prover: &Prover) -> Answer {
        let system = self.system;
        match origin {
            Origin::Initial(index) => {
                let initial = &system.initial[*index];
                let vars = &system.locations[initial.location].vars;
                prover.solver().check_small(&[initial.constraint.clone(), formula.not()], vars)
            }
            Origin::Step { edge, from } => {
                let step = &system.edges[*edge];
                let vars: Vec<Var> =
                    system.locations[step.source].vars.iter().chain(&step.inputs).cloned().collect();
                let violated = self.after(*edge).apply(formula).not();
                prover.solver().check_small(&[from.clone(), step.guard.and(&violated)], &vars)
            }
        }
    }

    /// The state that a model says to come from there.
    pub(super) fn state_from(&self, origin: &Origin, model: &Assignment) -> (State, Option<Taken>) {
        match origin {
            Origin::Initial(index) => {
                let at = self.system.initial[*index].location;
                (state_of(model, at, &self.system.locations[at].vars), None)
            }
            Origin::Step { edge, .. } => {
                let step = &self.system.edges[*edge];
                let values = step.updates.iter().map(|update| model.complete(update)).collect();
                let before = state_of(model, step.source, &self.system.locations[step.source].vars);
                let taken = Taken { before, edge: *edge, inputs: values_of(model, &step.inputs) };
                (State { location: step.target, values }, Some(taken))
            }
        }
    }

    /// Is there a new state of the location that steps along one of the edges to a state that is not covered?
    fn ask(
        &mut self,
        at: LocationId,
        edges: &[EdgeId],
        elements: &SecondaryMap<LocationId, D::Element>,
    ) -> Answer {
        let new = self.new_states(at, &elements[at]);
        let leaving = Term::any(edges.iter().map(|edge| self.leaving(*edge, elements)).collect::<Vec<_>>());
        let inputs = edges.iter().flat_map(|edge| &self.system.edges[*edge].inputs);
        let vars: Vec<Var> = self.system.locations[at].vars.iter().chain(inputs).cloned().collect();
        let solver = self.solvers.entry(at).or_insert_with(|| self.prover.solver());
        solver.check_small(&[new, leaving], &vars)
    }

    /// The edge can be taken and ends outside what is covered.
    fn leaving(&mut self, edge: EdgeId, elements: &SecondaryMap<LocationId, D::Element>) -> Term {
        let system = self.system;
        let step = &system.edges[edge];
        let covered = self.domain.concretization(step.target, &elements[step.target]);
        step.guard.and(&self.after(edge).apply(&covered).not())
    }

    /// The variables of an edge's target as terms over those of its source.
    fn after(&mut self, edge: EdgeId) -> &mut Substitution {
        let system = self.system;
        self.substitutions.entry(edge).or_insert_with(|| system.after(edge))
    }

    /// The state that the model's step ends in.
    fn fabricate(
        &mut self,
        model: &Assignment,
        edges: &[EdgeId],
        elements: &SecondaryMap<LocationId, D::Element>,
    ) -> Check {
        let taken =
            edges.iter().find(|edge| model.complete(&self.leaving(**edge, elements)) == Value::Bool(true));
        let taken = *taken.expect("a confirmed model takes one of the edges");
        let (state, taken) = self.state_from(&Origin::Step { edge: taken, from: Term::bool(true) }, model);
        Check::Leaves(state, taken)
    }
}

/// The state of a location in a model; variables that the model does not determine get the simplest value.
pub(super) fn state_of(model: &Assignment, location: LocationId, vars: &[Var]) -> State {
    State { location, values: values_of(model, vars) }
}

fn values_of(model: &Assignment, vars: &[Var]) -> Vec<Value> {
    let value = |var: &Var| model.get(var).cloned().unwrap_or_else(|| Value::simplest(&var.sort));
    vars.iter().map(value).collect()
}
