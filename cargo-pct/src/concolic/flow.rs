//! The control-flow graph of a system: the edges that leave each location, and its loops.

use crate::ids::SecondaryMap;
use crate::system::{EdgeId, LocationId, System};

/// The control-flow graph.
pub(super) struct Flow {
    outgoing: SecondaryMap<LocationId, Vec<EdgeId>>,
    incoming: SecondaryMap<LocationId, Vec<EdgeId>>,
    /// By edge, its place among those that leave its location.
    places: SecondaryMap<EdgeId, usize>,
    /// By location, the number of its component: locations of one component reach each other.
    component: SecondaryMap<LocationId, usize>,
    members: Vec<Vec<LocationId>>,
}

impl Flow {
    pub(super) fn new(system: &System) -> Flow {
        let mut outgoing: SecondaryMap<LocationId, Vec<EdgeId>> = SecondaryMap::new();
        let mut incoming: SecondaryMap<LocationId, Vec<EdgeId>> = SecondaryMap::new();
        let mut places = SecondaryMap::new();
        for (id, edge) in system.edges.iter() {
            places[id] = outgoing[edge.source].len();
            outgoing[edge.source].push(id);
            incoming[edge.target].push(id);
        }
        // Kosaraju: backwards from those that are left last.
        let mut component: SecondaryMap<LocationId, usize> = SecondaryMap::with_default(usize::MAX);
        let mut members: Vec<Vec<LocationId>> = Vec::new();
        for first in left_last(system, &outgoing, system.locations.keys()) {
            let number = members.len();
            let (mut own, mut pending) = (Vec::new(), vec![first]);
            while let Some(at) = pending.pop() {
                if component[at] == usize::MAX {
                    component[at] = number;
                    own.push(at);
                    pending.extend(incoming[at].iter().map(|edge| system.edges[*edge].source));
                }
            }
            if !own.is_empty() {
                members.push(own);
            }
        }
        Flow { outgoing, incoming, places, component, members }
    }

    /// The edges that leave a location.
    pub(super) fn outgoing(&self, at: LocationId) -> &[EdgeId] {
        &self.outgoing[at]
    }

    /// The place of an edge among those that leave its location.
    pub(super) fn place(&self, edge: EdgeId) -> usize {
        self.places[edge]
    }

    /// The edges that lead to a location.
    pub(super) fn incoming(&self, at: LocationId) -> &[EdgeId] {
        &self.incoming[at]
    }

    /// The locations that executions may reach, each in front of those that it leads to, loops aside.
    pub(super) fn order(&self, system: &System) -> Vec<LocationId> {
        left_last(system, &self.outgoing, system.initial.iter().map(|initial| initial.location))
    }

    /// The locations that a location reaches and that reach it; itself among them.
    pub(super) fn around(&self, at: LocationId) -> &[LocationId] {
        &self.members[self.component[at]]
    }
}

/// The locations that some reach, in the opposite of the order in which a depth-first search from these leaves them: each in front of those that
/// it leads to, loops aside.
fn left_last(
    system: &System,
    outgoing: &SecondaryMap<LocationId, Vec<EdgeId>>,
    firsts: impl Iterator<Item = LocationId>,
) -> Vec<LocationId> {
    let mut seen: SecondaryMap<LocationId, bool> = SecondaryMap::new();
    let mut left = Vec::new();
    for first in firsts {
        // Each location of the path, with the number of its edges that were followed.
        let mut path: Vec<(LocationId, usize)> = Vec::new();
        if !std::mem::replace(&mut seen[first], true) {
            path.push((first, 0));
        }
        while let Some((at, followed)) = path.last_mut() {
            match outgoing[*at].get(*followed) {
                Some(edge) => {
                    *followed += 1;
                    let target = system.edges[*edge].target;
                    if !std::mem::replace(&mut seen[target], true) {
                        path.push((target, 0));
                    }
                }
                None => {
                    left.push(*at);
                    path.pop();
                }
            }
        }
    }
    left.reverse();
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::read;

    #[test]
    fn a_loop_is_what_reaches_itself() {
        let text = "(location A) (location B) (location C) (location D) (initial A)
            (edge A B) (edge B C) (edge C B) (edge C D) (edge D D)";
        let system = read(text).unwrap().system;
        let flow = Flow::new(&system);
        let around = |name: &str| {
            let at = system.location_named(name).unwrap();
            let mut names: Vec<&str> =
                flow.around(at).iter().map(|other| system.locations[*other].name.as_str()).collect();
            names.sort_unstable();
            names.join(" ")
        };
        assert_eq!(["A", "B", "C", "D"].map(around), ["A", "B C", "B C", "D"]);
    }
}
