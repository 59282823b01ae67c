//! The execution tree: the paths that runs have taken, and the branches beside them.
//!
//! A node is a path from the root. Its branches are the ways on: for the root the system's initial conditions, for any other node the
//! edges that leave its location. A branch is open until it is taken, or found infeasible, or given up.

use crate::ids::{PrimaryMap, entity_impl};
use crate::system::EdgeId;
use crate::term::Term;
use std::collections::BTreeSet;

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeId(u32);
entity_impl!(NodeId, "node");

/// A way on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The initial condition with this number.
    Initial(usize),
    /// An edge.
    Edge(EdgeId),
}

/// A branch: its node, and its place among the node's branches. Ordered by age.
pub(super) type BranchId = (NodeId, usize);

/// A way on, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// The way.
    pub(super) way: Way,
    /// The condition under which it is taken, over the inputs.
    pub(super) condition: Term,
    /// The node that it leads to, if a run has taken it.
    taken: Option<NodeId>,
}

/// A path that a run has taken.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The branch that leads here; none of the root.
    pub(super) parent: Option<BranchId>,
    /// The steps from the root.
    pub(super) depth: usize,
    /// The number of the run that came here first.
    pub(super) run: usize,
    /// The ways on.
    pub(super) branches: Vec<Branch>,
}

/// All paths that were taken.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) nodes: PrimaryMap<NodeId, Node>,
    open: BTreeSet<BranchId>,
}

impl Tree {
    /// A tree of a root alone, with these ways on.
    pub(super) fn new(ways: Vec<(Way, Term)>) -> Tree {
        let mut tree = Tree::default();
        tree.add(None, 0, 0, ways);
        tree
    }

    /// The root.
    pub(super) fn root(&self) -> NodeId {
        self.nodes.keys().next().expect("a tree has a root")
    }

    /// The node behind a branch, if a run has taken it.
    pub(super) fn behind(&self, (node, place): BranchId) -> Option<NodeId> {
        self.nodes[node].branches[place].taken
    }

    /// Adds the node behind a branch that a run has just taken. `ways`: its ways on.
    pub(super) fn take(&mut self, branch: BranchId, run: usize, ways: Vec<(Way, Term)>) -> NodeId {
        let depth = self.nodes[branch.0].depth + 1;
        let id = self.add(Some(branch), depth, run, ways);
        self.nodes[branch.0].branches[branch.1].taken = Some(id);
        self.open.remove(&branch);
        id
    }

    fn add(&mut self, parent: Option<BranchId>, depth: usize, run: usize, ways: Vec<(Way, Term)>) -> NodeId {
        let branch = |(way, condition)| Branch { way, condition, taken: None };
        let branches: Vec<Branch> = ways.into_iter().map(branch).collect();
        let feasible = branches.iter().enumerate();
        let feasible = feasible.filter(|(_, branch)| branch.condition.as_bool() != Some(false));
        let places: Vec<usize> = feasible.map(|(place, _)| place).collect();
        let id = self.nodes.push(Node { parent, depth, run, branches });
        self.open.extend(places.into_iter().map(|place| (id, place)));
        id
    }

    /// Closes a branch that no run is to take.
    pub(super) fn close(&mut self, branch: BranchId) {
        self.open.remove(&branch);
    }

    /// The open branches, the oldest first.
    pub(super) fn open(&self) -> &BTreeSet<BranchId> {
        &self.open
    }

    /// The open branches beside the path to a node, and of that node, from the root on.
    pub(super) fn open_beside(&self, node: NodeId) -> Vec<BranchId> {
        let path = self.path(node);
        let nodes = path.into_iter().map(|(node, _)| node).chain([node]);
        nodes.flat_map(|node| self.open.range((node, 0)..=(node, usize::MAX)).copied()).collect()
    }

    /// The branches that lead to a node, from the root on.
    pub(super) fn path(&self, node: NodeId) -> Vec<BranchId> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(branch) = self.nodes[at].parent {
            path.push(branch);
            at = branch.0;
        }
        path.reverse();
        path
    }

    /// A branch.
    pub(super) fn branch(&self, (node, place): BranchId) -> &Branch {
        &self.nodes[node].branches[place]
    }
}
