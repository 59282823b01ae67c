//! Edges that each path to an edge takes: a goal's dominators in the control-flow graph.

use super::flow::Flow;
use crate::ids::SecondaryMap;
use crate::system::{EdgeId, LocationId, System};

/// By location, the last one through which all paths to it lead (Cooper, Harvey and Kennedy, 2001).
pub(super) struct Dominators {
    /// None of a location in which executions begin, or to which paths lead that have no location in common.
    last: SecondaryMap<LocationId, Option<LocationId>>,
}

impl Dominators {
    pub(super) fn new(system: &System, flow: &Flow) -> Dominators {
        let order = flow.order(system);
        let mut numbers: SecondaryMap<LocationId, Option<usize>> = SecondaryMap::new();
        order.iter().enumerate().for_each(|(number, at)| numbers[*at] = Some(number + 1));
        let number = |at: LocationId| numbers[at].expect("only locations that are reached are asked about");
        // By number; zero is in front of all initial locations.
        let mut last: Vec<Option<usize>> = vec![None; order.len() + 1];
        last[0] = Some(0);
        system.initial.iter().for_each(|initial| last[number(initial.location)] = Some(0));
        let mut is_new = true;
        while is_new {
            is_new = false;
            for at in &order {
                let sources = flow.incoming(*at).iter().map(|edge| system.edges[*edge].source);
                let mut sources = sources.filter_map(|source| numbers[source]);
                let first = last[number(*at)].filter(|own| *own == 0);
                let common = sources.try_fold(first, |common, source| match (common, last[source]) {
                    (_, None) => Some(common),
                    (None, Some(_)) => Some(Some(source)),
                    (Some(common), Some(_)) => Some(Some(meet(&last, common, source))),
                });
                let common = common.flatten();
                is_new |= common != last[number(*at)];
                last[number(*at)] = common;
            }
        }
        let mut by_location = SecondaryMap::new();
        for at in &order {
            by_location[*at] = last[number(*at)].filter(|it| *it > 0).map(|it| order[it - 1]);
        }
        Dominators { last: by_location }
    }

    /// The edges that each path to an edge takes behind the first location, and the edge; at most so many, the last ones.
    pub(super) fn of(&self, system: &System, flow: &Flow, edge: EdgeId, most: usize) -> Vec<EdgeId> {
        let (mut edges, mut at) = (vec![edge], system.edges[edge].source);
        while let Some(before) = self.last[at].filter(|_| edges.len() < most) {
            if let [only] = flow.incoming(at) {
                edges.push(*only);
            }
            at = before;
        }
        edges
    }
}

/// The last location that is on both ways back.
fn meet(last: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        *later = last[*later].expect("a location that has one is reached");
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::read;

    #[test]
    fn all_paths_take_the_edges_of_a_chain_and_none_beside_a_join() {
        let text = "(location A) (location B) (location C) (location D) (location E) (initial A)
            (edge A B) (edge B C) (edge B D) (edge C E) (edge D E) (edge E A)";
        let system = read(text).unwrap().system;
        let flow = Flow::new(&system);
        let dominators = Dominators::new(&system, &flow);
        let of = |edge: usize, most: usize| -> Vec<usize> {
            let edges = dominators.of(&system, &flow, system.edges.keys().nth(edge).unwrap(), most);
            edges.iter().map(|edge| system.edges.keys().position(|it| it == *edge).unwrap()).collect()
        };
        assert_eq!(of(3, 9), [3, 1, 0]);
        assert_eq!(of(5, 9), [5, 0]);
        assert_eq!(of(3, 2), [3, 1]);
    }
}
