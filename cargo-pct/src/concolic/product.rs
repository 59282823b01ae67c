//! The product of the control-flow graph with all monitors, and how far its places are from the open goals.
//!
//! Over-approximates: each execution of the system is one of its paths. The monitors of successive graphs are intersected, so that it
//! never allows what an earlier one excluded. It is without the oldest monitors if it would have too many places otherwise.

use super::flow::Flow;
use super::monitor::Monitor;
use crate::ids::{PrimaryMap, SecondaryMap, entity_impl};
use crate::system::{EdgeId, LocationId, System};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A place of the product.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PlaceId(u32);
entity_impl!(PlaceId, "place");

/// The product holds no more places.
const MOST_PLACES: usize = 50_000;

/// A location with a state of each monitor.
type Place = (LocationId, Vec<usize>);

/// The control-flow graph, as far as monitors allow it.
pub(super) struct Product<'a> {
    system: &'a System,
    flow: &'a Flow,
    monitors: Vec<Monitor>,
    next: PrimaryMap<PlaceId, BTreeMap<EdgeId, PlaceId>>,
    initial: Vec<Option<PlaceId>>,
    /// The number of edges from a place to the end of one that is wanted, less one.
    distances: SecondaryMap<PlaceId, Option<u32>>,
    wanted: BTreeSet<EdgeId>,
    /// How often the distances were computed.
    measured: u64,
}

impl<'a> Product<'a> {
    /// The control-flow graph alone.
    pub(super) fn new(system: &'a System, flow: &'a Flow, wanted: BTreeSet<EdgeId>) -> Product<'a> {
        let mut product = Product {
            system,
            flow,
            monitors: Vec::new(),
            next: PrimaryMap::new(),
            initial: Vec::new(),
            distances: SecondaryMap::new(),
            wanted,
            measured: 0,
        };
        let is_built = product.build(usize::MAX);
        assert!(is_built, "a system has finitely many locations");
        product
    }

    /// Intersects with another monitor.
    pub(super) fn add(&mut self, monitor: Monitor) {
        self.monitors.push(monitor);
        while !self.build(MOST_PLACES) {
            self.monitors.remove(0);
        }
    }

    /// Wants these edges, and no others.
    pub(super) fn want(&mut self, edges: BTreeSet<EdgeId>) {
        if self.wanted != edges {
            self.wanted = edges;
            self.measure();
        }
    }

    /// The number of times that the distances were computed: they change only when it does.
    pub(super) fn measured(&self) -> u64 {
        self.measured
    }

    /// The place in which executions from an initial condition begin.
    pub(super) fn initial(&self, number: usize) -> Option<PlaceId> {
        self.initial[number]
    }

    /// The place after an edge; none if the monitors exclude it.
    pub(super) fn after(&self, place: PlaceId, edge: EdgeId) -> Option<PlaceId> {
        self.next[place].get(&edge).copied()
    }

    /// The number of edges from a place to a wanted one; none if there is no way.
    pub(super) fn distance(&self, place: PlaceId) -> Option<u32> {
        self.distances[place]
    }

    /// The distance from a place if this edge is taken next; zero if it is wanted itself.
    pub(super) fn distance_along(&self, place: PlaceId, edge: EdgeId) -> Option<u32> {
        let after = self.after(place, edge)?;
        if self.wanted.contains(&edge) { Some(0) } else { Some(1 + self.distances[after]?) }
    }

    /// The edges that are wanted.
    pub(super) fn wanted(&self) -> &BTreeSet<EdgeId> {
        &self.wanted
    }

    /// Makes all places that can be reached; fails if there are more than so many.
    fn build(&mut self, most: usize) -> bool {
        let mut ids: BTreeMap<Place, PlaceId> = BTreeMap::new();
        let mut pending: VecDeque<(PlaceId, Place)> = VecDeque::new();
        let mut next: PrimaryMap<PlaceId, BTreeMap<EdgeId, PlaceId>> = PrimaryMap::new();
        let mut id_of = |place: Place, next: &mut PrimaryMap<_, _>, pending: &mut VecDeque<_>| {
            *ids.entry(place.clone()).or_insert_with(|| {
                let id = next.push(BTreeMap::new());
                pending.push_back((id, place));
                id
            })
        };
        let mut initial = Vec::new();
        for number in 0..self.system.initial.len() {
            let place = self.initial_place(number);
            initial.push(place.map(|place| id_of(place, &mut next, &mut pending)));
        }
        while let Some((id, place)) = pending.pop_front() {
            for edge in self.flow.outgoing(place.0) {
                if let Some(after) = self.place_after(&place, *edge) {
                    let after = id_of(after, &mut next, &mut pending);
                    next[id].insert(*edge, after);
                }
            }
            if next.len() > most {
                return false;
            }
        }
        (self.next, self.initial) = (next, initial);
        self.measure();
        true
    }

    fn initial_place(&self, number: usize) -> Option<Place> {
        let states: Option<Vec<usize>> = self.monitors.iter().map(|it| it.initial(number)).collect();
        Some((self.system.initial[number].location, states?))
    }

    fn place_after(&self, (_, states): &Place, edge: EdgeId) -> Option<Place> {
        let after = self.monitors.iter().zip(states).map(|(monitor, state)| monitor.after(*state, edge));
        Some((self.system.edges[edge].target, after.collect::<Option<Vec<usize>>>()?))
    }

    /// Computes the distances, backwards from the wanted edges.
    fn measure(&mut self) {
        self.measured += 1;
        let mut before: SecondaryMap<PlaceId, Vec<PlaceId>> = SecondaryMap::new();
        let mut pending = VecDeque::new();
        self.distances = SecondaryMap::new();
        for (place, next) in self.next.iter() {
            next.values().for_each(|after| before[*after].push(place));
            if next.keys().any(|edge| self.wanted.contains(edge)) {
                self.distances[place] = Some(0);
                pending.push_back(place);
            }
        }
        while let Some(place) = pending.pop_front() {
            let distance = self.distances[place].map(|distance| distance + 1);
            for earlier in std::mem::take(&mut before[place]) {
                if self.distances[earlier].is_none() {
                    self.distances[earlier] = distance;
                    pending.push_back(earlier);
                }
            }
        }
    }
}
