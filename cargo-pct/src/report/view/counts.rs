//! The view of numbers of states, and of bounds.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Subject, Verdict};
use crate::ledger::Counts;
use crate::verify::SubjectBounds;

/// Numbers of abstract states.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Counts")]
pub struct CountsView {
    /// All combinations of the predicates, in decimal digits: there may be more than 2^64.
    pub observable: String,
    /// Those that some concrete state has; where that is not known, all.
    pub feasible: u128,
    /// Those in the upper bound, once it is computed for all.
    pub upper: Option<u128>,
    /// Those in the lower bound, once it is computed for all.
    pub lower_pessimistic: Option<u128>,
    /// Those in the lower bound if executions end.
    pub lower_optimistic: Option<u128>,
    /// Those that a test was seen in.
    pub covered: u128,
    /// Those that a generated test reaches, and no other.
    pub reachable: u128,
    /// Those that are proved unreachable.
    pub unreachable: u128,
    /// The other feasible ones.
    pub undecided: u128,
}

/// What the bounds took.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Bounds")]
pub struct BoundsView {
    /// Why nothing is bounded.
    pub refused: Option<String>,
    /// How often the solver was asked for the upper bound.
    pub queries: u64,
    /// Segments that were executed for it.
    pub executed_segments: u64,
    /// How long it took.
    pub milliseconds: u64,
}

impl From<&SubjectBounds> for BoundsView {
    fn from(bounds: &SubjectBounds) -> BoundsView {
        BoundsView {
            refused: bounds.refused.clone(),
            queries: bounds.queries,
            executed_segments: bounds.executed_segments,
            milliseconds: u64::try_from(bounds.time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

impl From<&Counts> for CountsView {
    fn from(counts: &Counts) -> CountsView {
        CountsView {
            observable: counts.observable.to_string(),
            feasible: counts.feasible,
            upper: counts.upper,
            lower_pessimistic: counts.lower_pessimistic,
            lower_optimistic: counts.lower_optimistic,
            covered: counts.covered,
            reachable: counts.reachable,
            unreachable: counts.unreachable,
            undecided: counts.undecided(),
        }
    }
}

impl From<&CountsView> for Counts {
    fn from(counts: &CountsView) -> Counts {
        Counts {
            observable: number(&counts.observable),
            feasible: counts.feasible,
            upper: counts.upper,
            lower_pessimistic: counts.lower_pessimistic,
            lower_optimistic: counts.lower_optimistic,
            covered: counts.covered,
            reachable: counts.reachable,
            unreachable: counts.unreachable,
        }
    }
}

impl Subject {
    /// The counts of one cutpoint, without bounds.
    pub fn cutpoint_counts(&self, cutpoint: usize) -> Counts {
        let at = &self.cutpoints[cutpoint];
        let count = |verdict| {
            let own = self.states_at(cutpoint).iter().filter(|it| it.verdict == verdict).count();
            own as u128
        };
        let unreachable_others = at.others.as_ref().filter(|others| others.verdict == Verdict::Unreachable);
        Counts {
            observable: number(&at.observations.total),
            feasible: at.observations.feasible,
            covered: count(Verdict::Covered),
            reachable: count(Verdict::Reachable),
            unreachable: count(Verdict::Unreachable)
                + unreachable_others.map_or(0, |others| number(&others.count)),
            ..Counts::default()
        }
    }
}

/// A number that is written in digits because readers of JSON may not know such great ones.
fn number(digits: &str) -> u128 {
    digits.parse().expect("the view writes numbers in decimal digits")
}

#[cfg(test)]
mod tests {
    use crate::ids::EntityRef;
    use crate::ledger::{Counts, Ledger, State, Verdict, open};
    use crate::probe::tests::{check, side_car};
    use crate::report::view;

    #[test]
    fn the_view_counts_as_the_ledger_does() {
        let subjects = check(&side_car(), &[]);
        let mut ledger: Ledger = open(&subjects, &Default::default(), &Default::default(), &|_| true);
        let own = &mut ledger.subjects[0];
        let two = own.probed.cutpoints.iter().find(|(_, it)| it.predicates.len() == 2).unwrap().0;
        let tests = ["t".to_owned()].into();
        own.states.insert((two, "TF".parse().unwrap()), State::new(Verdict::Covered { tests }));
        own.states
            .insert((two, "FF".parse().unwrap()), State::new(Verdict::Unreachable { predicates: vec![] }));
        own.others[two] = Some(Verdict::Unreachable { predicates: vec![] });
        let report = view::tests::of(&ledger);
        for (own, seen) in ledger.subjects.iter().zip(&report.subjects) {
            for cutpoint in own.probed.cutpoints.keys() {
                assert_eq!(
                    seen.cutpoint_counts(cutpoint.index()),
                    own.cutpoint_counts(cutpoint),
                    "{}",
                    own.probed.id
                );
            }
            assert_eq!(Counts::from(&seen.counts), own.counts());
        }
        assert_eq!(report.subjects[0].cutpoint_counts(two.index()).unreachable, 3);
    }
}
