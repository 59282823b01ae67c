//! The abstract reachability graph of algorithm 2: locations with literals that hold there, and which state subsumes which.
//!
//! A state stands for all concrete states at its location that satisfy its literals. Fewer literals are more general, so a state is
//! subsumed by one of its location whose literals are among its own. The abstract post adds each literal that follows, so this is
//! implication. (The paper writes the inclusion the other way round, as one of sets of concrete states.)
//!
//! A new state may be subsumed by an older one, never an older one by a new one. The paper does both; but then states behind the older one
//! are dropped that others may have been redirected to. So each state that is not subsumed has all its children, once the graph
//! is closed.

use crate::ids::SecondaryMap;
use crate::system::{EdgeId, LocationId};
use crate::term::Term;
use std::collections::BTreeMap;

/// For each predicate of a location: it holds, its negation holds, or neither is known.
pub(super) type Cube = Vec<Option<bool>>;

/// The predicates of each location.
pub(super) type Predicates = SecondaryMap<LocationId, Vec<Term>>;

/// The literals of a cube.
pub(super) fn literals(predicates: &[Term], cube: &Cube) -> Vec<Term> {
    let literal = |(predicate, holds): (&Term, &Option<bool>)| match holds {
        Some(true) => Some(predicate.clone()),
        Some(false) => Some(predicate.not()),
        None => None,
    };
    predicates.iter().zip(cube).filter_map(literal).collect()
}

/// A state of the graph.
#[derive(Clone, Debug)]
pub(super) struct AbstractState {
    /// Its location.
    pub(super) at: LocationId,
    /// The literals that hold.
    pub(super) cube: Cube,
    /// The number of the initial condition that its path begins with.
    pub(super) initial: usize,
    /// The state in front of it, and the edge between them; none of a root.
    parent: Option<(usize, EdgeId)>,
    /// The state that subsumes it, which nothing subsumes.
    subsumer: Option<usize>,
    /// The states behind it, by edge.
    pub(super) children: BTreeMap<EdgeId, usize>,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// All states; a state comes after its parent and after what subsumes it.
    pub(super) states: Vec<AbstractState>,
    /// By the number of the initial condition, its state; none if nothing satisfies it.
    pub(super) roots: Vec<Option<usize>>,
    /// The states of a location that nothing subsumes.
    general: SecondaryMap<LocationId, Vec<usize>>,
}

impl Graph {
    /// Adds the state of an initial condition. Returns its number if it is to be expanded.
    pub(super) fn add_root(&mut self, at: LocationId, cube: Option<Cube>) -> Option<usize> {
        let initial = self.roots.len();
        let root = cube.map(|cube| self.add(at, cube, initial, None));
        self.roots.push(root);
        root.filter(|root| !self.is_subsumed(*root))
    }

    /// Adds the state behind an edge. Returns its number.
    pub(super) fn add_child(&mut self, parent: usize, edge: EdgeId, at: LocationId, cube: Cube) -> usize {
        let child = self.add(at, cube, self.states[parent].initial, Some((parent, edge)));
        self.states[parent].children.insert(edge, child);
        child
    }

    fn add(&mut self, at: LocationId, cube: Cube, initial: usize, parent: Option<(usize, EdgeId)>) -> usize {
        let is_more_general = |other: &&usize| {
            let literals = self.states[**other].cube.iter().zip(&cube);
            literals.into_iter().all(|(general, own)| general.is_none() || general == own)
        };
        let subsumer = self.general[at].iter().find(is_more_general).copied();
        let number = self.states.len();
        if subsumer.is_none() {
            self.general[at].push(number);
        }
        let children = BTreeMap::new();
        self.states.push(AbstractState { at, cube, initial, parent, subsumer, children });
        number
    }

    /// Tells whether another state subsumes this one.
    pub(super) fn is_subsumed(&self, state: usize) -> bool {
        self.states[state].subsumer.is_some()
    }

    /// The state that subsumes this one, or itself.
    pub(super) fn subsuming(&self, state: usize) -> usize {
        self.states[state].subsumer.unwrap_or(state)
    }

    /// The edges from the root to a state.
    pub(super) fn path(&self, state: usize) -> Vec<EdgeId> {
        let (mut path, mut at) = (Vec::new(), state);
        while let Some((parent, edge)) = self.states[at].parent {
            path.push(edge);
            at = parent;
        }
        path.reverse();
        path
    }

    /// Tells whether some state has a child by this edge.
    pub(super) fn takes(&self, edge: EdgeId) -> bool {
        self.states.iter().any(|state| state.children.contains_key(&edge))
    }

    /// A formula for each location that all its states in the graph satisfy: one of its cubes. False where there are none.
    pub(super) fn reached(&self, at: LocationId, predicates: &[Term]) -> Term {
        let cubes = self.general[at].iter().map(|state| &self.states[*state].cube);
        Term::any(cubes.map(|cube| Term::all(literals(predicates, cube))))
    }
}
