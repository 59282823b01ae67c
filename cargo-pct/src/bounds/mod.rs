//! Bounds of the reachable abstract states (Ball, "upper and lower bounds").
//!
//! R is the set of abstract states that executions reach. It is bounded from both sides:
//!
//! - above by U ([`UpperBound`]): what may steps reach from initial states;
//! - below by Lₚ ([`Confidence::Pessimistic`]): states `d` with `initial →onto* b →may c →total* d`, the may step
//!   being optional. From every state of b an execution leads back to an initial one; one of those states steps to c; from there some
//!   execution goes on to d;
//! - and by Lₒ ([`Confidence::Optimistic`]): in place of `c →total* d`, every d that all executions from c pass before they
//!   end. Below R if executions end.
//!
//! Where steps can be chosen a total step need not be the only one, and its end need not be passed by all executions: so that Lₚ ⊆ Lₒ always, what
//! total steps reach is a part of both here. Lₚ ⊆ R ⊆ U; Lₒ ⊆ R where executions end.
//!
//! Upper and lower bounds are different types: nothing that over-approximates can be taken for a witness.

mod lower;
mod post_dominance;
mod upper;

pub use lower::{Confidence, Lower, LowerBound, Witness};
pub use upper::{May, UpperBound};

use crate::abstraction::{AbstractState, Steps, Valuations};
use crate::solver::Prover;
use crate::system::{State, System};
use std::collections::BTreeSet;

/// All bounds of a system.
pub struct Bounds {
    /// How many valuations states have, over all locations; `None` if they could not be listed.
    pub feasible: Option<usize>,
    /// U.
    pub upper: UpperBound,
    /// States that onto steps reach from initial ones: of each, all concrete states are reached.
    pub onto: States,
    /// Those, and what one may step reaches from them.
    pub after_may: States,
    /// Lₚ.
    pub pessimistic: LowerBound,
    /// Lₒ.
    pub optimistic: LowerBound,
}

/// Valuations of one location that are listed.
const MOST_OBSERVATIONS: usize = 4096;

/// Settings of the bounds.
#[derive(Clone, Copy, Debug)]
pub struct BoundsConfig {
    /// From one state, so many are executed that show something new.
    pub most_executed: usize,
    /// So many random steps in a row may show nothing new.
    pub most_idle: usize,
}

impl BoundsConfig {
    /// Nothing is executed.
    pub const CLASSICAL: BoundsConfig = BoundsConfig { most_executed: 0, most_idle: 0 };
}

impl Default for BoundsConfig {
    fn default() -> BoundsConfig {
        BoundsConfig { most_executed: 256, most_idle: 2048 }
    }
}

/// Bounds the reachable abstract states of a system. `tests` are states that executions begin in: what they reach costs no query.
pub fn bounds(
    system: &System,
    domain: &Valuations,
    tests: &[State],
    config: BoundsConfig,
    prover: &Prover,
) -> Bounds {
    let mut steps = Steps::new(system, domain, prover);
    let upper = UpperBound::new(&mut steps, domain, tests, config, prover);
    let lower = Lower::new(&mut steps, &upper);
    Bounds {
        feasible: feasible(system, domain, prover),
        onto: lower.onto().collect(),
        after_may: lower.after_may().collect(),
        pessimistic: lower.bound(Confidence::Pessimistic),
        optimistic: lower.bound(Confidence::Optimistic),
        upper,
    }
}

/// U alone, for a system some of whose steps need not be real: it has no lower bound.
pub fn upper_bound(
    system: &System,
    domain: &Valuations,
    tests: &[State],
    config: BoundsConfig,
    prover: &Prover,
) -> UpperBound {
    UpperBound::new(&mut Steps::new(system, domain, prover), domain, tests, config, prover)
}

fn feasible(system: &System, domain: &Valuations, prover: &Prover) -> Option<usize> {
    let counts = system.locations.keys().map(|at| {
        let observations = domain.observations(at, &mut prover.solver(), MOST_OBSERVATIONS);
        observations.is_complete.then_some(observations.found.len())
    });
    counts.sum()
}

/// Abstract states, in order.
pub type States = BTreeSet<AbstractState>;
