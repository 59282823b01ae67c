//! The view of cutpoints and their states: each state with its verdict and evidence.

use std::collections::BTreeMap;

use pct_wire::Valuation;
use pct_wire::sites::CutpointKind;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Location, Subject, subject};
use crate::ids::EntityRef;
use crate::ledger::{self, GeneratedTest, LISTED, Reason};
use crate::probe::CutpointId;
use crate::symex::census::Census;
use crate::testgen;

/// Uncovered states of a cutpoint that are at hand even if there are too many states to list.
const FIRST_UNCOVERED: usize = 3;

/// A place where states are told apart.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Cutpoint {
    /// Its position in this list.
    pub id: usize,
    /// Its name, unique in its function.
    pub label: String,
    /// The full path of its function.
    pub function: String,
    /// Where in the function it stands.
    #[schemars(extend("enum" = subject::words(CutpointKind::ALL)))]
    pub kind: String,
    /// Where in the source it stands.
    pub location: Location,
    /// The ids of its predicates, in the order of a valuation's letters.
    pub predicates: Vec<usize>,
    /// How many states it has.
    pub observations: Observations,
    /// Whether its function reaches no call without a model.
    pub modelled: bool,
    /// The feasible states that `states` does not list, where they are very many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Others>,
    /// The first states that no test was seen in and no proof excludes, at most three, in no order that means something.
    #[serde(skip)]
    pub uncovered: Vec<Valuation>,
}

/// One verdict about very many states.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Others {
    /// How many, in decimal digits: up to 2^64.
    pub count: String,
    /// The verdict about each of them.
    pub verdict: Verdict,
    /// Why.
    pub evidence: Evidence,
}

/// How many states a cutpoint has.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Observations {
    /// All combinations of its predicates, in decimal digits: up to 2^64.
    pub total: String,
    /// Those that some concrete state has; where that is not known, all.
    pub feasible: u128,
}

/// An abstract state: a cutpoint with the truth values of its predicates.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct State {
    /// The id of the cutpoint.
    pub cutpoint: usize,
    /// A letter for each predicate of the cutpoint: `T` if it holds, else `F`.
    pub valuation: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Whether only tests saw it that reach behind the interface.
    pub white_box: bool,
    /// Whether it is in the upper bound; `null` if that was not asked for.
    pub upper: Option<bool>,
    /// Whether it is in the lower bound; `null` if that was not asked for.
    pub lower: Option<bool>,
    /// Why.
    pub evidence: Evidence,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// A test was seen in it.
    Covered,
    /// No test of the user's was seen in it, and a generated one was.
    Reachable,
    /// Nothing reaches it, whatever clients do.
    Unreachable,
    /// It is not known whether something reaches it.
    Undecided,
}

/// Why a verdict was given.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Evidence {
    /// Tests were seen in it.
    Test {
        /// Their names.
        tests: Vec<String>,
    },
    /// A test that was generated was seen in it.
    GeneratedTest {
        /// The test, as Rust.
        source: String,
    },
    /// An invariant excludes it.
    Proof {
        /// The predicates of the invariant, as Rust.
        predicates: Vec<String>,
    },
    /// An object leads to it that clients may be unable to make.
    Fabricated {
        /// The object's values by name, as Rust literals.
        state: BTreeMap<String, String>,
    },
    /// There is none.
    None {
        /// Why.
        reason: String,
        /// What can be done about it.
        help: String,
    },
}

impl Subject {
    /// The listed states of a cutpoint.
    pub fn states_at(&self, cutpoint: usize) -> &[State] {
        let begin = self.states.partition_point(|state| state.cutpoint < cutpoint);
        let end = self.states.partition_point(|state| state.cutpoint <= cutpoint);
        &self.states[begin..end]
    }
}

pub(super) fn cutpoint(
    subject: &ledger::Subject,
    id: CutpointId,
    generated: &[GeneratedTest],
    census: &Census,
) -> Cutpoint {
    let counts = subject.cutpoint_counts(id);
    let probed = &subject.probed.cutpoints[id];
    Cutpoint {
        id: id.index(),
        label: probed.label.clone(),
        function: probed.function.clone(),
        kind: probed.kind.to_string(),
        location: (&probed.place).into(),
        predicates: probed.predicates.clone(),
        observations: Observations { total: counts.observable.to_string(), feasible: counts.feasible },
        modelled: census.sites.contains(&probed.wire.0),
        others: others(subject, id, generated),
        uncovered: subject.first_undecided(id, FIRST_UNCOVERED),
    }
}

/// States of a cutpoint that are too many to list.
fn others(subject: &ledger::Subject, id: CutpointId, generated: &[GeneratedTest]) -> Option<Others> {
    let count = subject.others_of(id);
    let is_listed = subject.cutpoint_counts(id).observable <= LISTED as u128;
    let verdict = subject.others[id].clone().or_else(|| {
        let unseen = || ledger::Verdict::Undecided { reason: unseen(subject, id) };
        (!is_listed && count > 0).then(unseen)
    });
    let (verdict, evidence) = in_report(verdict?, generated);
    Some(Others { count: count.to_string(), verdict, evidence })
}

/// Why a state that nothing is known of is undecided.
fn unseen(subject: &ledger::Subject, cutpoint: CutpointId) -> Reason {
    match &subject.undecided_reasons[cutpoint] {
        None => Reason::default(),
        Some(Reason { words, help }) => {
            Reason { words: format!("no test was seen here, and {words}"), help: help.clone() }
        }
    }
}

/// States that were seen or decided, and the undecided others as far as they are few enough to list; by cutpoint.
pub(super) fn states(subject: &ledger::Subject, generated: &[GeneratedTest]) -> Vec<State> {
    let mut all = Vec::new();
    for cutpoint in subject.probed.cutpoints.keys() {
        let mut states = BTreeMap::new();
        if subject.cutpoint_counts(cutpoint).observable <= LISTED as u128 {
            let unknown = || ledger::Verdict::Undecided { reason: unseen(subject, cutpoint) };
            let undecided = subject.undecided_valuations(cutpoint, LISTED);
            states.extend(undecided.into_iter().map(|it| (it, ledger::State::new(unknown()))));
        }
        for ((at, valuation), state) in &subject.states {
            if *at == cutpoint {
                states.insert(*valuation, state.clone());
            }
        }
        let bounds = subject.bounds_at(cutpoint);
        all.extend(states.into_iter().map(|(valuation, state)| {
            let (verdict, evidence) = in_report(state.verdict, generated);
            State {
                cutpoint: cutpoint.index(),
                valuation: valuation.to_string(),
                verdict,
                white_box: state.white_box,
                upper: bounds.as_ref().map(|bounds| bounds.upper.contains(&valuation)),
                lower: bounds
                    .as_ref()
                    .and_then(|bounds| Some(bounds.pessimistic.as_ref()?.contains(&valuation))),
                evidence,
            }
        }));
    }
    all
}

/// A verdict with its evidence.
fn in_report(verdict: ledger::Verdict, generated: &[GeneratedTest]) -> (Verdict, Evidence) {
    match verdict {
        ledger::Verdict::Covered { tests } => {
            (Verdict::Covered, Evidence::Test { tests: tests.into_iter().collect() })
        }
        ledger::Verdict::Reachable { test } => {
            let source = testgen::single(&generated[test]);
            (Verdict::Reachable, Evidence::GeneratedTest { source })
        }
        ledger::Verdict::Unreachable { predicates } => (Verdict::Unreachable, Evidence::Proof { predicates }),
        ledger::Verdict::Fabricated { state } => (Verdict::Undecided, Evidence::Fabricated { state }),
        ledger::Verdict::Undecided { reason } => {
            let Reason { words, help } = reason;
            (Verdict::Undecided, Evidence::None { reason: words, help })
        }
    }
}
