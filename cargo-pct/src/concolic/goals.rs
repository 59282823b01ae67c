//! The goals of one exploration: which are open, covered by a test, or unreachable.

use super::test::Test;
use crate::ids::PrimaryMap;
use crate::system::{EdgeId, GoalId, Stepper, System};
use std::collections::{BTreeMap, BTreeSet};

/// The knowledge of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The test with this number in the suite takes one of its edges.
    Covered(usize),
    /// A certified proof says that no execution takes one of its edges.
    Unreachable,
    /// Neither is known.
    Open,
}

/// The goals with their verdicts, and the suite.
pub(super) struct Goals {
    verdicts: PrimaryMap<GoalId, Verdict>,
    by_edge: BTreeMap<EdgeId, Vec<GoalId>>,
    suite: Vec<Test>,
}

impl Goals {
    /// Goals of which nothing is known.
    pub(super) fn new(system: &System) -> Goals {
        let mut by_edge: BTreeMap<EdgeId, Vec<GoalId>> = BTreeMap::new();
        for (id, goal) in system.goals.iter() {
            goal.edges.iter().for_each(|edge| by_edge.entry(*edge).or_default().push(id));
        }
        let verdicts = system.goals.keys().map(|_| Verdict::Open).collect();
        Goals { verdicts, by_edge, suite: Vec::new() }
    }

    /// Adds a test to the suite if it covers an open goal. Returns the number of goals that it adds.
    ///
    /// # Panics
    /// If the interpreter does not confirm the test, or the test covers a goal that is proved unreachable: a defect of ours.
    pub(super) fn cover(&mut self, test: &Test, stepper: &Stepper<'_>) -> usize {
        let taken: BTreeSet<EdgeId> = test.edges().collect();
        let goals: BTreeSet<GoalId> =
            taken.iter().flat_map(|edge| self.by_edge.get(edge).into_iter().flatten()).copied().collect();
        let is_excluded = |goal: &&GoalId| self.verdicts[**goal] == Verdict::Unreachable;
        assert_eq!(goals.iter().find(is_excluded), None, "a goal that is proved unreachable was covered");
        let new: Vec<GoalId> =
            goals.into_iter().filter(|goal| self.verdicts[*goal] == Verdict::Open).collect();
        if new.is_empty() {
            return 0;
        }
        assert!(test.replay(stepper).is_some(), "the interpreter does not confirm a test");
        new.iter().for_each(|goal| self.verdicts[*goal] = Verdict::Covered(self.suite.len()));
        self.suite.push(test.clone());
        new.len()
    }

    /// Notes goals that a certified proof excludes.
    pub(super) fn exclude(&mut self, goals: &BTreeSet<GoalId>) {
        for goal in goals {
            assert_eq!(self.verdicts[*goal], Verdict::Open, "only an open goal is excluded");
            self.verdicts[*goal] = Verdict::Unreachable;
        }
    }

    /// The goals that are open.
    pub(super) fn open(&self) -> impl Iterator<Item = GoalId> {
        self.verdicts.iter().filter(|(_, verdict)| **verdict == Verdict::Open).map(|(id, _)| id)
    }

    /// Tells whether each goal is covered or unreachable.
    pub(super) fn are_decided(&self) -> bool {
        self.open().next().is_none()
    }

    /// The edges of open goals.
    pub(super) fn open_edges(&self) -> BTreeSet<EdgeId> {
        let is_open = |goals: &&Vec<GoalId>| goals.iter().any(|goal| self.verdicts[*goal] == Verdict::Open);
        self.by_edge.iter().filter(|(_, goals)| is_open(goals)).map(|(edge, _)| *edge).collect()
    }

    /// The verdicts and the suite.
    pub(super) fn finish(self) -> (PrimaryMap<GoalId, Verdict>, Vec<Test>) {
        (self.verdicts, self.suite)
    }
}
