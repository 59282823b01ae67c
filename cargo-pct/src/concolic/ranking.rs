//! The open branches in the order of their distances to an open goal, the oldest one of several first.
//!
//! The branches of two nodes at one place of the product have the same distances. So their order is computed once a place, and the ranking holds
//! one entry a node: the nearest of its branches that has not been tried yet. Entries of branches that are no longer open are skipped when
//! they come first. The ranking is made anew if the distances change.

use super::product::{PlaceId, Product};
use super::search::Places;
use super::tree::{BranchId, NodeId, Tree};
use crate::ids::EntityRef;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// A node's nearest branch that was not tried yet: its distance, the node, the branch's place among the node's, and its place in the node's order.
type Entry = Reverse<(u32, NodeId, usize, usize)>;

/// The branches of a node, each as its distance and its place, the nearest one first.
type Order = Rc<[(u32, usize)]>;

/// Branches by distance.
#[derive(Default)]
pub(super) struct Ranking {
    entries: BinaryHeap<Entry>,
    orders: FxHashMap<PlaceId, Order>,
    /// The nodes in front of this one have their entries.
    ranked: usize,
    /// The distances that the ranking is of.
    measured: u64,
}

impl Ranking {
    /// The open branch that is nearest to an open goal. If the search is guided, leaves out those from which none can be reached.
    pub(super) fn nearest(
        &mut self,
        tree: &Tree,
        places: &Places,
        product: &Product<'_>,
        is_guided: bool,
    ) -> Option<BranchId> {
        if self.measured != product.measured() {
            *self = Ranking { measured: product.measured(), ..Ranking::default() };
        }
        let mut new = Vec::new();
        // To skip the nodes before one by one would take as long as to rank them.
        for node in (self.ranked..tree.nodes.len()).map(NodeId::new) {
            let order = self.order(tree, node, places, product, is_guided);
            new.extend(entry(node, &order, 0));
            self.ranked += 1;
        }
        self.entries.append(&mut BinaryHeap::from(new));
        loop {
            let Reverse((_, node, place, rank)) = *self.entries.peek()?;
            if tree.is_open((node, place)) {
                return Some((node, place));
            }
            let order = self.order(tree, node, places, product, is_guided);
            self.entries.pop();
            self.entries.extend(entry(node, &order, rank + 1));
        }
    }

    fn order(
        &mut self,
        tree: &Tree,
        node: NodeId,
        places: &Places,
        product: &Product<'_>,
        is_guided: bool,
    ) -> Order {
        let place = places.of(node);
        if let Some(order) = place.and_then(|place| self.orders.get(&place)) {
            return order.clone();
        }
        let distance = |branch: usize| match places.distance(tree, (node, branch), product) {
            Some(distance) => Some((distance, branch)),
            None => (!is_guided).then_some((u32::MAX, branch)),
        };
        let mut order: Vec<(u32, usize)> = (0..tree.ways(node)).filter_map(distance).collect();
        order.sort_unstable();
        let order: Order = order.into();
        if let Some(place) = place {
            self.orders.insert(place, order.clone());
        }
        order
    }
}

fn entry(node: NodeId, order: &Order, rank: usize) -> Option<Entry> {
    order.get(rank).map(|(distance, place)| Reverse((*distance, node, *place, rank)))
}
