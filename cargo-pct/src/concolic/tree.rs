//! The execution tree: the paths that runs have taken, and the branches beside them.
//!
//! A node is a path from the root. Its branches are the ways on: for the root the system's initial conditions, for any other node the
//! edges that leave its location. A branch is open until it is taken, or found infeasible, or given up.
//!
//! A run of thousands of steps has a million branches if hundreds of edges leave a location. So a node holds only the condition of the branch that
//! leads to it, and the condition of a branch beside the path is computed when it is asked for.

use super::flow::Flow;
use super::shadow::Shadow;
use crate::ids::{PrimaryMap, entity_impl};
use crate::system::{EdgeId, LocationId, System};
use crate::term::Term;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeId(u32);
entity_impl!(NodeId);

/// A way on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The initial condition with this number.
    Initial(usize),
    /// An edge.
    Edge(EdgeId),
}

/// A branch: its node, and its place among the node's ways on. Ordered by age.
pub(super) type BranchId = (NodeId, usize);

/// Every so many steps a node keeps its symbolic state; those of the nodes between are computed from there.
const STEPS_BETWEEN_SHADOWS: usize = 8;

/// A path that a run has taken.
pub(super) struct Node {
    /// The branch that leads here; none of the root.
    pub(super) parent: Option<BranchId>,
    /// The steps from the root.
    pub(super) depth: usize,
    /// The number of the run that came here first.
    pub(super) run: usize,
    /// The condition under which the branch that leads here is taken, over the inputs.
    pub(super) condition: Term,
    /// The location; none of the root.
    at: Option<LocationId>,
    shadow: Option<Rc<Shadow>>,
}

/// All paths that were taken.
pub(super) struct Tree<'a> {
    system: &'a System,
    flow: &'a Flow,
    pub(super) nodes: PrimaryMap<NodeId, Node>,
    taken: FxHashMap<BranchId, NodeId>,
    closed: FxHashSet<BranchId>,
    /// The node whose symbolic state was asked for last.
    recent: Option<(NodeId, Rc<Shadow>)>,
}

impl<'a> Tree<'a> {
    /// A tree of a root alone.
    pub(super) fn new(system: &'a System, flow: &'a Flow) -> Tree<'a> {
        let condition = Term::bool(true);
        let root = Node { parent: None, depth: 0, run: 0, condition, at: None, shadow: None };
        let (taken, closed) = (FxHashMap::default(), FxHashSet::default());
        Tree { system, flow, nodes: [root].into_iter().collect(), taken, closed, recent: None }
    }

    /// The root.
    pub(super) fn root(&self) -> NodeId {
        self.nodes.keys().next().expect("a tree has a root")
    }

    /// The number of ways on.
    pub(super) fn ways(&self, node: NodeId) -> usize {
        match self.nodes[node].at {
            Some(at) => self.flow.outgoing(at).len(),
            None => self.system.initial.len(),
        }
    }

    /// The way of a branch.
    pub(super) fn way(&self, (node, place): BranchId) -> Way {
        match self.nodes[node].at {
            Some(at) => Way::Edge(self.flow.outgoing(at)[place]),
            None => Way::Initial(place),
        }
    }

    /// The condition under which a branch is taken, over the inputs.
    pub(super) fn condition(&mut self, branch: BranchId) -> Term {
        match self.way(branch) {
            Way::Initial(number) => Shadow::initial(self.system, number).1,
            Way::Edge(edge) => self.shadow(branch.0).condition(self.system, edge),
        }
    }

    /// The symbolic state of a node that is not the root.
    fn shadow(&mut self, node: NodeId) -> Rc<Shadow> {
        let (mut behind, mut at) = (Vec::new(), node);
        let mut shadow = loop {
            if let Some((_, shadow)) = self.recent.as_ref().filter(|(recent, _)| *recent == at) {
                break shadow.clone();
            }
            if let Some(shadow) = &self.nodes[at].shadow {
                break shadow.clone();
            }
            let branch = self.nodes[at].parent.expect("the first nodes keep their states");
            behind.push(self.way(branch));
            at = branch.0;
        };
        for way in behind.into_iter().rev() {
            let Way::Edge(edge) = way else { panic!("the first nodes keep their states") };
            shadow = Rc::new(shadow.after(self.system, edge));
        }
        self.recent = Some((node, shadow.clone()));
        shadow
    }

    /// The node behind a branch, if a run has taken it.
    pub(super) fn behind(&self, branch: BranchId) -> Option<NodeId> {
        self.taken.get(&branch).copied()
    }

    /// Adds the node behind a branch that a run has just taken. `shadow`: the symbolic state there.
    pub(super) fn take(&mut self, branch: BranchId, run: usize, condition: Term, shadow: &Shadow) -> NodeId {
        let depth = self.nodes[branch.0].depth + 1;
        let is_kept = depth % STEPS_BETWEEN_SHADOWS == 1;
        let (at, shadow) = (Some(shadow.at), is_kept.then(|| Rc::new(shadow.clone())));
        let id = self.nodes.push(Node { parent: Some(branch), depth, run, condition, at, shadow });
        self.taken.insert(branch, id);
        id
    }

    /// Closes a branch that no run is to take.
    pub(super) fn close(&mut self, branch: BranchId) {
        self.closed.insert(branch);
    }

    /// Tells whether a branch is neither taken nor closed.
    pub(super) fn is_open(&self, branch: BranchId) -> bool {
        !self.taken.contains_key(&branch) && !self.closed.contains(&branch)
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
}
