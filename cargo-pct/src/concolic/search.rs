//! Search orders: the open branch that is tried next (Daca, Gupta, Henzinger, section 6; Burnim and Sen, ASE 2008).
//!
//! Thousands of questions may follow one run, so no question looks at all branches: `cfg` keeps them ranked, the other orders keep the list of
//! those beside the last path. Both are made anew only if the distances change, the list also after each run.

use super::product::{PlaceId, Product};
use super::ranking::Ranking;
use super::tree::{BranchId, NodeId, Tree, Way};
use crate::ids::{EntityRef, SecondaryMap};
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
    /// True if branches from which no open goal can be reached are left out.
    is_guided: bool,
    places: Places,
    ranking: Ranking,
    beside: Option<Beside>,
}

/// The places of nodes in the product.
#[derive(Default)]
pub(super) struct Places {
    places: SecondaryMap<NodeId, Option<PlaceId>>,
    /// The nodes in front of this one have their places.
    placed: usize,
}

/// The open branches beside the last path; all open ones if there are none beside it.
struct Beside {
    last: NodeId,
    measured: u64,
    branches: Vec<BranchId>,
    is_of_path: bool,
    /// The index of the branch that was chosen last.
    chosen: Option<usize>,
}

impl Search {
    pub(super) fn new(order: SearchOrder, seed: u64, is_guided: bool) -> Search {
        let (places, ranking) = (Places::default(), Ranking::default());
        Search { order, random: Random::new(seed), is_guided, places, ranking, beside: None }
    }

    /// Forgets the places of nodes, because the product is another one.
    pub(super) fn forget_places(&mut self) {
        self.places = Places::default();
    }

    /// The branch to be tried next; `last`: the end of the last run's path. If the search is guided, leaves out branches from which no open
    /// goal can be reached. The branch that was chosen before is to be taken or closed.
    pub(super) fn next(&mut self, tree: &mut Tree, last: NodeId, product: &Product<'_>) -> Option<BranchId> {
        self.places.follow(tree, product);
        if self.order == SearchOrder::Cfg {
            return self.ranking.nearest(tree, &self.places, product, self.is_guided);
        }
        self.refresh(tree, last, product);
        let beside = self.beside.as_mut()?;
        let count = beside.branches.len();
        let any = |random: &mut Random| (count > 0).then(|| random.below(count as u64) as usize);
        beside.chosen = match self.order {
            SearchOrder::Dfs | SearchOrder::Cfg => count.checked_sub(1),
            SearchOrder::Uniform if beside.is_of_path => {
                (0..count).find(|_| self.random.below(2) == 0).or(count.checked_sub(1))
            }
            SearchOrder::RandomBranch | SearchOrder::Uniform => any(&mut self.random),
        };
        beside.chosen.map(|index| beside.branches[index])
    }

    /// Brings the list of branches up to date.
    fn refresh(&mut self, tree: &mut Tree, last: NodeId, product: &Product<'_>) {
        let is_current = |it: &Beside| it.last == last && it.measured == product.measured();
        match &mut self.beside {
            Some(beside) if is_current(beside) => {
                if let Some(index) = beside.chosen.filter(|index| !tree.is_open(beside.branches[*index])) {
                    beside.branches.remove(index);
                }
            }
            _ => {
                let path = tree.path(last).into_iter().map(|(node, _)| node).chain([last]).collect();
                self.list(tree, last, product, path);
            }
        }
        let is_of_path = self.beside.as_ref().is_some_and(|it| it.is_of_path && it.branches.is_empty());
        if is_of_path {
            self.list(tree, last, product, tree.nodes.keys().collect());
            self.beside.iter_mut().for_each(|it| it.is_of_path = false);
        }
    }

    fn list(&mut self, tree: &mut Tree, last: NodeId, product: &Product<'_>, nodes: Vec<NodeId>) {
        let mut branches = Vec::new();
        for node in nodes {
            for branch in (0..tree.ways(node)).map(|place| (node, place)) {
                let is_away = self.is_guided && self.places.distance(tree, branch, product).is_none();
                // A random choice is one among branches that may be feasible. The deepest one is not chosen at random.
                let is_excluded = |tree: &mut Tree| tree.condition(branch).as_bool() == Some(false);
                let is_deepest_wanted = self.order == SearchOrder::Dfs;
                if !is_away && tree.is_open(branch) && (is_deepest_wanted || !is_excluded(tree)) {
                    branches.push(branch);
                }
            }
        }
        let measured = product.measured();
        self.beside = Some(Beside { last, measured, branches, is_of_path: true, chosen: None });
    }
}

impl Places {
    /// Gives new nodes their places. A node comes after the one in front of it.
    fn follow(&mut self, tree: &Tree, product: &Product<'_>) {
        for id in (self.placed..tree.nodes.len()).map(NodeId::new) {
            self.places[id] = tree.nodes[id].parent.and_then(|branch| self.after(tree, branch, product));
            self.placed += 1;
        }
    }

    fn after(&self, tree: &Tree, branch: BranchId, product: &Product<'_>) -> Option<PlaceId> {
        match tree.way(branch) {
            Way::Initial(number) => product.initial(number),
            Way::Edge(edge) => product.after(self.places[branch.0]?, edge),
        }
    }

    /// The place of a node; none of the root, and of one that the product excludes.
    pub(super) fn of(&self, node: NodeId) -> Option<PlaceId> {
        self.places[node]
    }

    /// The number of edges from a branch to an open goal.
    pub(super) fn distance(&self, tree: &Tree, branch: BranchId, product: &Product<'_>) -> Option<u32> {
        match tree.way(branch) {
            Way::Initial(number) => product.distance(product.initial(number)?),
            Way::Edge(edge) => product.distance_along(self.places[branch.0]?, edge),
        }
    }
}
