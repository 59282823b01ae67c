//! The states of a cutpoint that no test was seen in and no proof excludes.

use std::fmt::{self, Display, Formatter};

use pct_wire::Valuation;

use super::counts::key;
use super::{Subject, Verdict};
use crate::probe::CutpointId;
use crate::verify::UndecidedReason;

/// The reason why a state is undecided.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Reason {
    /// In words.
    pub words: String,
    /// What the user can do about it.
    pub help: String,
}

impl Reason {
    /// A test that gets there decides the state, and so may an analysis with more time.
    pub const TEST_OR_TIME: &str =
        "write a test that gets there, or give the analysis more time (`--effort deep`)";

    /// A reason that only a test of the user's removes.
    pub fn of_a_test(words: impl Into<String>) -> Reason {
        Reason { words: words.into(), help: "write a test that gets there".to_owned() }
    }

    /// A reason that more time may remove.
    pub fn of_time(words: impl Into<String>) -> Reason {
        Reason { words: words.into(), help: Reason::TEST_OR_TIME.to_owned() }
    }
}

impl Default for Reason {
    /// Nothing more is known than that no test was seen.
    fn default() -> Reason {
        Reason::of_time("no test was seen here")
    }
}

impl From<&UndecidedReason> for Reason {
    fn from(reason: &UndecidedReason) -> Reason {
        Reason { words: reason.to_string(), help: reason.help().to_owned() }
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl Subject {
    /// The feasible valuations of a cutpoint that no test was seen in and no proof excludes, at most `limit`, in ascending order.
    pub fn undecided_valuations(&self, cutpoint: CutpointId, limit: usize) -> Vec<Valuation> {
        let mut undecided = self.first_undecided(cutpoint, limit);
        undecided.sort_unstable();
        undecided
    }

    /// Such valuations in the order in which the feasible ones are listed: a greater limit only adds to the end.
    pub fn first_undecided(&self, cutpoint: CutpointId, limit: usize) -> Vec<Valuation> {
        let feasible = self.feasible[cutpoint].as_ref();
        let others = self.others[cutpoint].as_ref();
        if others.is_some_and(is_decided) {
            // All valuations may be too many to look at, and only those with an entry can be undecided.
            let entries = self.states.range(key(cutpoint)).filter(|(_, state)| !is_decided(&state.verdict));
            let entries = entries.map(|((_, valuation), _)| *valuation);
            let Some(feasible) = feasible else { return entries.take(limit).collect() };
            let mut placed: Vec<_> =
                entries.filter_map(|it| feasible.position(&it).map(|position| (position, it))).collect();
            placed.sort_unstable();
            return placed.into_iter().map(|(_, valuation)| valuation).take(limit).collect();
        }
        let is_undecided = |valuation: &Valuation| {
            let own = self.states.get(&(cutpoint, *valuation)).map(|state| &state.verdict);
            !own.or(others).is_some_and(is_decided)
        };
        // Each step passes a decided state or finds an undecided one, so that 2^64 valuations are never enumerated.
        if let Some(feasible) = feasible {
            return feasible.iter().filter(is_undecided).take(limit).collect();
        }
        let predicates = self.probed.cutpoints[cutpoint].predicates.len();
        let last = if predicates == 64 { u64::MAX } else { (1 << predicates) - 1 };
        (0..=last).map(|bits| Valuation::new(bits, predicates)).filter(is_undecided).take(limit).collect()
    }
}

/// Whether tests or a proof have said all that can be said.
fn is_decided(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Covered { .. } | Verdict::Unreachable { .. })
}
