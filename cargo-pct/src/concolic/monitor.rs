//! Monitors: the paths that an abstract reachability graph allows (Daca, Gupta, Henzinger, section 5).
//!
//! A monitor is deterministic. It over-approximates: each execution of the system is one of its paths, because the graph is closed under
//! the abstract post. Its states are those of the graph that no other one subsumes, and an edge into a subsumed state leads to the
//! state that subsumes it.

use super::graph::Graph;
use super::test::Test;
use crate::system::EdgeId;
use std::collections::BTreeMap;

/// The paths that a graph allows.
#[derive(Clone, Debug)]
pub struct Monitor {
    /// By the number of the initial condition; none if no state satisfies it.
    initial: Vec<Option<usize>>,
    /// By state, the edges that it allows.
    next: Vec<BTreeMap<EdgeId, usize>>,
}

impl Monitor {
    /// The monitor of a closed graph.
    pub(super) fn new(graph: &Graph) -> Monitor {
        let initial = graph.roots.iter().map(|root| root.map(|root| graph.subsuming(root))).collect();
        let redirected = |children: &BTreeMap<EdgeId, usize>| {
            children.iter().map(|(edge, child)| (*edge, graph.subsuming(*child))).collect()
        };
        let next = graph.states.iter().map(|state| redirected(&state.children)).collect();
        Monitor { initial, next }
    }

    /// Tells whether a test's path is one of the monitor's. Each execution of the system has one, so this is true of all tests.
    pub fn allows(&self, test: &Test) -> bool {
        let first = self.initial(test.initial);
        test.edges().fold(first, |state, edge| self.after(state?, edge)).is_some()
    }

    /// The state in which executions from an initial condition begin.
    pub(super) fn initial(&self, number: usize) -> Option<usize> {
        self.initial[number]
    }

    /// The state after an edge; none if no execution that comes here takes the edge.
    pub(super) fn after(&self, state: usize, edge: EdgeId) -> Option<usize> {
        self.next[state].get(&edge).copied()
    }
}
