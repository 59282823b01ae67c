//! Coverage-driven abstraction refinement (Daca, Gupta, Henzinger, algorithm 2).
//!
//! Builds the abstract reachability graph. If an abstract path takes the edge of an open goal, the path is feasible, which gives a test, or
//! spurious. One of the spurious paths refines the predicates while refinements are left, and the graph is built anew. (The paper refines the
//! first one that it finds.) In the end the graph is always closed under the abstract post, so that a goal whose edges it does not take is
//! unreachable.

use super::flow::Flow;
use super::goals::Goals;
use super::graph::{Cube, Graph, Predicates, literals};
use super::path::{Condition, Feasibility, feasibility};
use super::post::Posts;
use super::refine::refine;
use super::test::Test;
use crate::ids::SecondaryMap;
use crate::solver::Prover;
use crate::system::{EdgeId, Stepper, System};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A graph with more states is too large: it is built with the predicates of the last closed one.
const MOST_STATES: usize = 20_000;

/// A path: the number of its initial condition, and its edges.
type AbstractPath = (usize, Vec<EdgeId>);

/// The outcome of a turn.
pub(super) struct Turn {
    /// The closed graph.
    pub(super) graph: Graph,
    /// The refinements made.
    pub(super) refinements: usize,
    /// The tests found, each of which the interpreter has run.
    pub(super) tests: usize,
    /// The goals that the tests cover.
    pub(super) covered: usize,
    /// True if nothing more can be refined.
    pub(super) is_stuck: bool,
}

/// The work that is left to a turn. Closing the graph is always allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// Refinements and tests together.
    pub(super) pieces: usize,
    /// Tests.
    pub(super) tests: usize,
    /// Refinements.
    pub(super) refinements: usize,
}

/// Builds graphs; keeps predicates and answers from turn to turn.
pub(super) struct ModelChecker<'a> {
    system: &'a System,
    stepper: &'a Stepper<'a>,
    prover: &'a Prover,
    pub(super) predicates: Predicates,
    /// The predicates of the last closed graph.
    closed: Predicates,
    posts: Posts<'a>,
    flow: &'a Flow,
    /// Paths that are not asked about again: nothing refines them, or the solver gives no answer.
    given_up: BTreeSet<AbstractPath>,
    /// Spurious paths, each with the conditions that exclude each other.
    spurious: BTreeMap<AbstractPath, Vec<Condition>>,
    /// The refinements made for an edge.
    refined: BTreeMap<EdgeId, usize>,
    is_too_large: bool,
}

/// The end of one attempt to build the graph.
enum End {
    Closed(Graph),
    Refined,
    TooLarge,
}

impl<'a> ModelChecker<'a> {
    /// A model checker that begins with the predicates of the system's locations.
    pub(super) fn new(stepper: &'a Stepper<'a>, flow: &'a Flow, prover: &'a Prover) -> ModelChecker<'a> {
        let system = stepper.system();
        let mut predicates = Predicates::new();
        for (at, location) in system.locations.iter() {
            predicates[at] = location.predicates.iter().map(|predicate| predicate.formula.clone()).collect();
        }
        ModelChecker {
            system,
            stepper,
            prover,
            predicates,
            closed: SecondaryMap::new(),
            posts: Posts::new(system, prover),
            flow,
            given_up: BTreeSet::new(),
            spurious: BTreeMap::new(),
            refined: BTreeMap::new(),
            is_too_large: false,
        }
    }

    /// Builds a closed graph, with so many refinements and tests on the way.
    pub(super) fn turn(&mut self, goals: &mut Goals, most: Allowance) -> Turn {
        let (mut left, before) = (most, goals.open().count());
        loop {
            if self.is_too_large || self.prover.spent().is_some() {
                left.pieces = 0;
            }
            match self.build(goals, &mut left) {
                End::Refined => {}
                End::TooLarge => {
                    self.predicates = self.closed.clone();
                    self.is_too_large = true;
                }
                End::Closed(graph) => {
                    self.closed = self.predicates.clone();
                    let covered = before - goals.open().count();
                    let (refinements, tests) = (most.refinements - left.refinements, most.tests - left.tests);
                    let is_stuck = self.is_too_large || (left.pieces > 0 && left.refinements > 0);
                    return Turn { graph, refinements, tests, covered, is_stuck };
                }
            }
        }
    }

    fn build(&mut self, goals: &mut Goals, left: &mut Allowance) -> End {
        let mut graph = Graph::default();
        let mut pending = VecDeque::new();
        for (number, initial) in self.system.initial.iter().enumerate() {
            let cube = self.posts.initial(number, &self.predicates[initial.location]);
            pending.extend(graph.add_root(initial.location, cube));
        }
        let (mut wanted, mut spurious) = (goals.open_edges(), BTreeMap::new());
        while let Some(state) = pending.pop_front() {
            let at = graph.states[state].at;
            let known = literals(&self.predicates[at], &graph.states[state].cube);
            for edge in self.flow.outgoing(at).iter().copied() {
                let target = self.system.edges[edge].target;
                let after: Option<Cube> = self.posts.after(edge, &known, &self.predicates[target]);
                let Some(cube) = after else { continue };
                let child = graph.add_child(state, edge, target, cube);
                if !graph.is_subsumed(child) {
                    pending.push_back(child);
                }
                if left.pieces > 0 && wanted.contains(&edge) && !spurious.contains_key(&edge) {
                    let path = (graph.states[child].initial, graph.path(child));
                    match self.decide(&path, goals, left) {
                        Some(core) => {
                            spurious.insert(edge, (path, core));
                        }
                        None => wanted = goals.open_edges(),
                    }
                }
            }
            if graph.states.len() > MOST_STATES && !self.is_too_large {
                return End::TooLarge;
            }
        }
        if self.refine(spurious, &wanted, left) { End::Refined } else { End::Closed(graph) }
    }

    /// Decides if a path to a goal is feasible, which covers the goal. Returns the conditions that exclude each other if it is spurious and may
    /// be refined.
    fn decide(
        &mut self,
        path: &AbstractPath,
        goals: &mut Goals,
        left: &mut Allowance,
    ) -> Option<Vec<Condition>> {
        if self.given_up.contains(path) {
            return None;
        }
        if let Some(core) = self.spurious.get(path) {
            return Some(core.clone());
        }
        let (initial, edges) = path;
        match feasibility(self.system, *initial, edges, self.prover) {
            Feasibility::Feasible(_) if left.tests == 0 => None,
            Feasibility::Feasible(values) => {
                goals.cover(&Test::of_path(self.stepper, *initial, edges, &values), self.stepper);
                left.tests -= 1;
                left.pieces -= 1;
                None
            }
            Feasibility::Spurious(core) => {
                self.spurious.insert(path.clone(), core.clone());
                Some(core)
            }
            Feasibility::Unknown => {
                self.given_up.insert(path.clone());
                None
            }
        }
    }

    /// Refines one of the spurious paths: one to the goal that was refined least, so that a path which only unrolls a loop does not use up the
    /// budget of the others. Returns whether there are new predicates.
    fn refine(
        &mut self,
        spurious: BTreeMap<EdgeId, (AbstractPath, Vec<Condition>)>,
        wanted: &BTreeSet<EdgeId>,
        left: &mut Allowance,
    ) -> bool {
        if left.pieces == 0 || left.refinements == 0 {
            return false;
        }
        let mut open: Vec<_> = spurious.into_iter().filter(|(edge, _)| wanted.contains(edge)).collect();
        open.sort_by_key(|(edge, _)| self.refined.get(edge).copied().unwrap_or(0));
        for (edge, (path, core)) in open {
            if refine(self.system, &path.1, &core, self.flow, &mut self.predicates) {
                *self.refined.entry(edge).or_default() += 1;
                left.refinements -= 1;
                left.pieces -= 1;
                return true;
            }
            self.given_up.insert(path);
        }
        false
    }
}
