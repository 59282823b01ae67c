//! Transition systems: the one vocabulary of the theory.
//!
//! A system has locations, each with typed variables of its own; edges with a guard and a simultaneous update; edges
//! into an error; and initial states. Between locations code is loop-free, so an edge is a *segment*: its guard and
//! updates are terms over the variables of its source and its own nondeterministic inputs. Every algorithm of the
//! papers is defined on this; Rust's MIR is lowered to it, and it has a textual form ([`read()`], [`print()`]).

mod check;
mod choices;
mod execute;
mod print;
mod random_input;
mod read;

pub use check::{IllFormed, check};
pub use execute::{Followed, Step, Stepper};
pub use print::{DisplayState, print};
pub use random_input::{any_value, uniform_value};
pub use read::{SystemFile, read};

use crate::define_id;
use crate::ids::PrimaryMap;
use crate::span::Span;
use crate::term::{Assignment, Substitution, Term, Value, Var};
use std::collections::BTreeSet;

define_id! {
    /// A location.
    LocationId, "location";
    /// An edge between locations.
    EdgeId, "edge";
    /// An edge into an error.
    ErrorId, "error";
    /// A goal.
    GoalId, "goal";
}

/// A transition system.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Its name, for reports.
    pub name: String,
    /// Its locations; all of them are cutpoints.
    pub locations: PrimaryMap<LocationId, Location>,
    /// The steps between locations.
    pub edges: PrimaryMap<EdgeId, Edge>,
    /// The steps that fail.
    pub errors: PrimaryMap<ErrorId, ErrorEdge>,
    /// Where executions begin.
    pub initial: Vec<Initial>,
    /// The edges that tests are to cover, by name.
    pub goals: PrimaryMap<GoalId, Goal>,
}

/// A location: a cutpoint with the variables that live there.
#[derive(Clone, Debug)]
pub struct Location {
    /// Its label, unique in the system.
    pub name: String,
    /// Its state variables, in order.
    pub vars: Vec<Var>,
    /// The predicates whose truth values make its abstract states, in order.
    pub predicates: Vec<Predicate>,
}

/// A predicate over the variables of a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// What reports call it.
    pub name: String,
    /// When it holds.
    pub formula: Term,
}

/// A step from a location to a location.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it begins.
    pub source: LocationId,
    /// Where it ends.
    pub target: LocationId,
    /// Values chosen freely when the step is taken.
    pub inputs: Vec<Var>,
    /// When it can be taken: over the source's variables and the inputs.
    pub guard: Term,
    /// The new values of the target's variables, in their order: over the source's variables and the inputs.
    pub updates: Vec<Term>,
}

/// Edges to be covered, under one name. An execution covers the goal if it takes one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Its name, unique in the system.
    pub name: String,
    /// Its edges.
    pub edges: BTreeSet<EdgeId>,
}

/// A step that fails.
#[derive(Clone, Debug)]
pub struct ErrorEdge {
    /// Where it begins.
    pub source: LocationId,
    /// Values chosen freely when the step is taken.
    pub inputs: Vec<Var>,
    /// When it fails: over the source's variables and the inputs.
    pub guard: Term,
    /// What fails.
    pub message: String,
    /// Where in the source text, if it came from one.
    pub span: Option<Span>,
}

/// States where executions begin.
#[derive(Clone, Debug)]
pub struct Initial {
    /// Their location.
    pub location: LocationId,
    /// What holds of them: over the location's variables.
    pub constraint: Term,
}

/// A concrete state: a location and the values of its variables, in their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The location.
    pub location: LocationId,
    /// One value for each of its variables.
    pub values: Vec<Value>,
}

impl System {
    /// The edges that begin at a location.
    pub fn edges_from(&self, location: LocationId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.edges.iter().filter(move |(_, edge)| edge.source == location)
    }

    /// The location with this name.
    pub fn location_named(&self, name: &str) -> Option<LocationId> {
        self.locations.iter().find(|(_, location)| location.name == name).map(|(id, _)| id)
    }

    /// The goals that an edge covers.
    pub fn goals_of(&self, edge: EdgeId) -> impl Iterator<Item = GoalId> {
        self.goals.iter().filter(move |(_, goal)| goal.edges.contains(&edge)).map(|(id, _)| id)
    }

    /// What the variables of an edge's target are, in terms of the source's variables and the inputs: WP of a formula.
    pub fn after(&self, edge: EdgeId) -> Substitution {
        let step = &self.edges[edge];
        Substitution::new(self.locations[step.target].vars.iter().cloned().zip(step.updates.iter().cloned()))
    }

    /// A state's values by variable.
    pub fn assignment(&self, state: &State) -> Assignment {
        self.locations[state.location].vars.iter().cloned().zip(state.values.iter().cloned()).collect()
    }
}
