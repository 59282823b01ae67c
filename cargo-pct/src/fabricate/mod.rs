//! The basic procedure: execute, abstract, check, fabricate (Yorsh, Ball, Sagiv, figure 3).
//!
//! ```text
//! a := ⊥; T := tests
//! loop  C := execute(T);  a := a ⊔ α(C)
//!       if some state σ of a steps into a state σ' outside a:  T := {σ'}   (a fabricated state)
//!       else return a                                             (adequate: a is an invariant)
//! ```
//!
//! The check is made for one cutpoint at a time (section 4.2) and only for the abstract states that are new there.
//! Execution pauses when it no longer adds coverage (the hybrid rule, section 5.3): stopping anywhere keeps the result,
//! which is the most precise one of the domain whatever states are fabricated (theorem 3.2). Where the solver gives no
//! answer, precision is lost and soundness kept (section 4.4).

mod adequacy;
mod certificate;
mod execution;
mod fallback;
mod reach;
mod safety;
mod search;
mod shorten;
mod targets;
mod variation;
mod walk;

pub use certificate::{Certificate, First, Invariant, Whole, certify};
pub use execution::ExecutionLimits;
pub use reach::{Execution, ReachLimits, reach};
pub use safety::{Finding, Witness};
pub use search::{SearchResult, search, strongest};
pub use shorten::CallRules;
pub use targets::Targets;
pub use walk::{WalkLimits, walk};

use crate::abstraction::Domain;
use crate::ids::SecondaryMap;
use crate::solver::Prover;
use crate::system::{EdgeId, LocationId, State, Stepper, System};
use adequacy::{Adequacy, Check, Taken};
use execution::Exploration;
use variation::Variation;

/// Settings of the procedure.
#[derive(Clone, Copy, Debug, Default)]
pub struct FabricateConfig {
    /// How far states are executed; with none, `C := T`: the classical most precise abstract interpretation.
    pub execution: Option<ExecutionLimits>,
}

/// A state that the solver made, just outside the states covered before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fabricated {
    /// The state.
    pub state: State,
    /// The covered state it follows, and the edge; none for a state that is initial.
    pub follows: Option<(State, EdgeId)>,
    /// Abstract states that it and the execution from it added.
    pub new_states: usize,
}

/// What the procedure returns.
#[derive(Debug)]
pub struct Analysis<E: Clone> {
    /// The invariant: an element a location, none of whose states can step outside. Over-approximates the reachable
    /// states.
    pub elements: SecondaryMap<LocationId, E>,
    /// What the tests (and initial states that the solver chose) covered before anything was fabricated.
    pub covered: SecondaryMap<LocationId, E>,
    /// States that are initial, chosen by the solver because no test covered their abstract state.
    pub initial: Vec<Fabricated>,
    /// The fabricated states, in order.
    pub fabricated: Vec<Fabricated>,
    /// Errors that a state of the invariant can run into; none of them: safe.
    pub findings: Vec<Finding>,
    /// Locations where the solver gave no answer, so that the invariant is coarser than the domain's best.
    pub imprecise: Vec<LocationId>,
    /// Segments that were executed on concrete states.
    pub executed_segments: u64,
}

/// Computes the least invariant of the domain that covers the initial states, and the errors it allows.
///
/// `tests` should be initial states of the system; they need not cover all abstract initial states.
pub fn analyse<D: Domain>(
    system: &System,
    domain: &D,
    tests: &[State],
    config: &FabricateConfig,
    prover: &Prover,
) -> Analysis<D::Element> {
    analyse_with(&Stepper::new(system), domain, tests, config, prover)
}

/// The same with the steps that earlier analyses of the system have executed.
fn analyse_with<D: Domain>(
    stepper: &Stepper<'_>,
    domain: &D,
    tests: &[State],
    config: &FabricateConfig,
    prover: &Prover,
) -> Analysis<D::Element> {
    let mut procedure = Procedure::new(stepper, domain, config, prover);
    procedure.execute(tests);
    procedure.cover_initial_states();
    procedure.covered = procedure.execution.elements.clone();
    procedure.close();
    procedure.finish()
}

/// So many fabricated states are the solver's alone.
const FEW: usize = 8;

struct Procedure<'a, D: Domain> {
    execution: Exploration<'a, D>,
    adequacy: Adequacy<'a, D>,
    config: FabricateConfig,
    variation: Variation,
    prover: &'a Prover,
    covered: SecondaryMap<LocationId, D::Element>,
    initial: Vec<Fabricated>,
    fabricated: Vec<Fabricated>,
}

impl<'a, D: Domain> Procedure<'a, D> {
    fn new(stepper: &'a Stepper<'a>, domain: &'a D, config: &FabricateConfig, prover: &'a Prover) -> Self {
        let execution = Exploration::new(stepper, domain);
        Procedure {
            covered: execution.elements.clone(),
            execution,
            adequacy: Adequacy::new(stepper.system(), domain, prover),
            config: *config,
            variation: Variation::default(),
            prover,
            initial: Vec::new(),
            fabricated: Vec::new(),
        }
    }

    /// Executes from states and abstracts on the fly; how many abstract states that added.
    fn execute(&mut self, states: &[State]) -> usize {
        self.execution.run(states, self.config.execution.as_ref(), || self.prover.spent().is_some())
    }

    /// Executes from what like steps lead to, where the solver's models show no end: they are the smallest ones, which say most to
    /// people, and are all that a small system needs.
    fn vary(&mut self, taken: &Taken) -> usize {
        let Some(limits) = self.config.execution.as_ref().filter(|_| self.fabricated.len() >= FEW) else {
            return 0;
        };
        let (found, grown) = self.variation.around(taken, limits.variations, &mut self.execution);
        grown + self.execute(&found)
    }

    /// α(tests) must be α(initial states) before anything else: the solver adds initial states until it is.
    fn cover_initial_states(&mut self) {
        for index in 0..self.execution.system.initial.len() {
            loop {
                match self.adequacy.check_initial(index, &self.execution.elements) {
                    Check::Closed => break,
                    Check::Leaves(state, _) => {
                        let new_states = self.execute(std::slice::from_ref(&state));
                        if new_states == 0 {
                            self.adequacy.imprecise.insert(state.location);
                            break;
                        }
                        self.initial.push(Fabricated { state, follows: None, new_states });
                    }
                    Check::Unknown => {
                        self.fall_back_initially(index);
                        break;
                    }
                }
            }
        }
        self.execution.end_of_tests();
    }

    /// Fabricates until no state of the invariant steps outside.
    fn close(&mut self) {
        while let Some(at) = self.adequacy.next_unchecked(&self.execution.elements) {
            match self.adequacy.check(at, &self.execution.elements) {
                Check::Closed => {}
                Check::Leaves(state, taken) => {
                    // What was known of where it leads is not so: the search believes claims that a run does not. It goes on without that
                    // state; a certificate, which believes none, will tell.
                    if !self.fabricate(state, taken) {
                        self.adequacy.imprecise.insert(at);
                        self.adequacy.close(at, self.execution.elements[at].clone());
                    }
                }
                Check::Unknown => self.fall_back(at),
            }
        }
    }

    /// Goes on from a state that the solver found outside the covered ones; false if it is none of them and all that can be said of it is
    /// covered: it contradicts what the domain takes for granted.
    fn fabricate(&mut self, state: State, taken: Option<Taken>) -> bool {
        let mut new_states = self.execute(std::slice::from_ref(&state));
        if new_states == 0 {
            return false;
        }
        if let Some(taken) = &taken {
            new_states += self.vary(taken);
        }
        let follows = taken.map(|taken| (taken.before, taken.edge));
        self.fabricated.push(Fabricated { state, follows, new_states });
        true
    }

    fn finish(self) -> Analysis<D::Element> {
        let Procedure { execution, adequacy, prover, .. } = self;
        let findings = safety::check(&execution, prover);
        Analysis {
            executed_segments: execution.executed_segments,
            elements: execution.elements,
            covered: self.covered,
            initial: self.initial,
            fabricated: self.fabricated,
            findings,
            imprecise: adequacy.imprecise.into_iter().collect(),
        }
    }
}
