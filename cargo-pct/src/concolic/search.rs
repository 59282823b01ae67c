//! Search orders: the open branch that is tried next (Daca, Gupta, Henzinger, section 6; Burnim and Sen, ASE 2008).

use super::product::{PlaceId, Product};
use super::tree::{BranchId, NodeId, Tree, Way};
use crate::ids::SecondaryMap;
use crate::random::Random;

/// The order in which branches are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchOrder {
    /// The deepest branch beside the last path.
    Dfs,
    /// The branch nearest to an open goal, by edges of the control-flow graph; the oldest one of several.
    #[default]
    Cfg,
    /// Any branch beside the last path, each with the same probability.
    RandomBranch,
    /// A branch beside the last path: each with half the probability of the one before it.
    Uniform,
}

/// Chooses branches.
pub(super) struct Search {
    order: SearchOrder,
    random: Random,
    /// True if branches from which no open goal can be reached are closed.
    is_guided: bool,
    /// By node, its place in the product.
    places: SecondaryMap<NodeId, Option<PlaceId>>,
    /// The nodes in front of this one have their places.
    placed: usize,
}

impl Search {
    pub(super) fn new(order: SearchOrder, seed: u64, is_guided: bool) -> Search {
        Search { order, random: Random::new(seed), is_guided, places: SecondaryMap::new(), placed: 0 }
    }

    /// Forgets the places of nodes, because the product is another one.
    pub(super) fn forget_places(&mut self) {
        (self.places, self.placed) = (SecondaryMap::new(), 0);
    }

    /// The branch to be tried next; `last`: the end of the last run's path. If the search is guided, closes branches from which no open goal can
    /// be reached.
    pub(super) fn next(&mut self, tree: &mut Tree, last: NodeId, product: &Product<'_>) -> Option<BranchId> {
        self.place_nodes(tree, product);
        if self.is_guided {
            let is_away = |branch: &BranchId| self.distance(tree, *branch, product).is_none();
            let away: Vec<BranchId> = tree.open().iter().copied().filter(is_away).collect();
            away.into_iter().for_each(|branch| tree.close(branch));
        }
        if self.order == SearchOrder::Cfg {
            let distance = |branch: &&BranchId| self.distance(tree, **branch, product).unwrap_or(u32::MAX);
            return tree.open().iter().min_by_key(distance).copied();
        }
        let beside = tree.open_beside(last);
        match self.order {
            SearchOrder::Dfs | SearchOrder::Cfg => beside.last().or(tree.open().last()).copied(),
            SearchOrder::RandomBranch => self.random.one_of(&beside).copied().or_else(|| self.any(tree)),
            SearchOrder::Uniform => {
                let tails = beside.iter().find(|_| self.random.below(2) == 0).or(beside.last()).copied();
                tails.or_else(|| self.any(tree))
            }
        }
    }

    /// Any open branch.
    fn any(&mut self, tree: &Tree) -> Option<BranchId> {
        let all: Vec<BranchId> = tree.open().iter().copied().collect();
        self.random.one_of(&all).copied()
    }

    /// Gives new nodes their places. A node comes after the one in front of it.
    fn place_nodes(&mut self, tree: &Tree, product: &Product<'_>) {
        for (id, node) in tree.nodes.iter().skip(self.placed) {
            self.places[id] = node.parent.and_then(|branch| self.place_after(tree, branch, product));
            self.placed += 1;
        }
    }

    fn place_after(&self, tree: &Tree, branch: BranchId, product: &Product<'_>) -> Option<PlaceId> {
        match tree.branch(branch).way {
            Way::Initial(number) => product.initial(number),
            Way::Edge(edge) => product.after(self.places[branch.0]?, edge),
        }
    }

    /// The number of edges from a branch to an open goal.
    fn distance(&self, tree: &Tree, branch: BranchId, product: &Product<'_>) -> Option<u32> {
        match tree.branch(branch).way {
            Way::Initial(number) => product.distance(product.initial(number)?),
            Way::Edge(edge) => product.distance_along(self.places[branch.0]?, edge),
        }
    }
}
