//! What counts: the arithmetic of coverage.
//!
//! *Counted predicates* are those that the user wrote. Counted cutpoints are the probes really emitted in the subject's
//! own, non-test code. A cutpoint with k counted predicates has 2^k observable states; those that some concrete state
//! has are feasible; coverage is the covered part of the feasible ones that are not proved unreachable. A cutpoint
//! without predicates has one state, with the empty valuation.

use std::collections::BTreeSet;
use std::iter::Sum;

use pct_wire::Valuation;

use super::{Subject, Verdict};
use crate::abstraction::Feasible;
use crate::probe::{CutpointId, StateKey};
use crate::verify::CutpointBounds;

/// Numbers of abstract states. Sums of up to 2^64 for each cutpoint need 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Σ 2^k.
    pub observable: u128,
    /// Those that some concrete state has; where that is not known, all.
    pub feasible: u128,
    /// Those in the upper bound, once it is computed for all.
    pub upper: Option<u128>,
    /// Those in the lower bound, once it is computed for all.
    pub lower_pessimistic: Option<u128>,
    /// Those in the lower bound if executions end.
    pub lower_optimistic: Option<u128>,
    /// Seen by a test.
    pub covered: u128,
    /// Reached by a generated test.
    pub reachable: u128,
    /// Proved unreachable.
    pub unreachable: u128,
}

impl Counts {
    /// Feasible states without a verdict.
    pub fn undecided(&self) -> u128 {
        self.feasible.saturating_sub(self.covered + self.reachable + self.unreachable)
    }

    /// The covered part, between 0 and 1; `None` if there is nothing to cover.
    pub fn coverage(&self) -> Option<f64> {
        let coverable = self.feasible.saturating_sub(self.unreachable);
        (coverable > 0).then(|| self.covered as f64 / coverable as f64)
    }

    /// The least and the greatest part that is covered of what can be reached, whatever the undecided states are.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let known = self.covered + self.reachable;
        (known > 0).then(|| (self.coverage().unwrap_or(0.0), self.covered as f64 / known as f64))
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        let both = |one: Option<u128>, other: Option<u128>| Some(one? + other?);
        Counts {
            observable: self.observable + other.observable,
            feasible: self.feasible + other.feasible,
            upper: both(self.upper, other.upper),
            lower_pessimistic: both(self.lower_pessimistic, other.lower_pessimistic),
            lower_optimistic: both(self.lower_optimistic, other.lower_optimistic),
            covered: self.covered + other.covered,
            reachable: self.reachable + other.reachable,
            unreachable: self.unreachable + other.unreachable,
        }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Counts>>(all: I) -> Counts {
        all.reduce(Counts::plus).unwrap_or_default()
    }
}

impl Subject {
    /// The counts of one cutpoint.
    pub fn cutpoint_counts(&self, cutpoint: CutpointId) -> Counts {
        let predicates = self.probed.cutpoints[cutpoint].predicates.len();
        let observable = 1u128 << predicates;
        let mut counts = Counts {
            observable,
            feasible: self.feasible[cutpoint].as_ref().map_or(observable, Feasible::len),
            ..Counts::default()
        };
        if let Some(bounds) = self.bounds_at(cutpoint) {
            let count = |states: &BTreeSet<Valuation>| states.len() as u128;
            counts.upper = Some(count(&bounds.upper));
            counts.lower_pessimistic = bounds.pessimistic.as_ref().map(count);
            counts.lower_optimistic = bounds.optimistic.as_ref().map(count);
        }
        for (_, state) in self.states.range(key(cutpoint)) {
            match state.verdict {
                Verdict::Covered { .. } => counts.covered += 1,
                Verdict::Reachable { .. } => counts.reachable += 1,
                Verdict::Unreachable { .. } => counts.unreachable += 1,
                Verdict::Fabricated { .. } | Verdict::Undecided { .. } => {}
            }
        }
        if let Some(Verdict::Unreachable { .. }) = &self.others[cutpoint] {
            counts.unreachable += self.others_of(cutpoint);
        }
        counts
    }

    /// How many feasible states of a cutpoint have no entry of their own.
    pub fn others_of(&self, cutpoint: CutpointId) -> u128 {
        let entries = self.states.range(key(cutpoint)).map(|((_, valuation), _)| valuation);
        match &self.feasible[cutpoint] {
            Some(feasible) => feasible.len() - entries.filter(|it| feasible.contains(it)).count() as u128,
            None => (1 << self.probed.cutpoints[cutpoint].predicates.len()) - entries.count() as u128,
        }
    }

    /// The bounds of one cutpoint, where they are known: what tests were seen in is reached, and what is proved unreachable is not.
    pub fn bounds_at(&self, cutpoint: CutpointId) -> Option<CutpointBounds> {
        let mut bounds = self.bounds.as_ref()?.cutpoints[cutpoint].clone()?;
        let mut lower = [bounds.pessimistic.take(), bounds.optimistic.take()].map(Option::unwrap_or_default);
        for ((_, valuation), state) in self.states.range(key(cutpoint)) {
            match state.verdict {
                Verdict::Unreachable { .. } => {
                    bounds.upper.remove(valuation);
                }
                // A white-box test, or one that violates a precondition, may do what no client can.
                Verdict::Covered { .. } | Verdict::Reachable { .. }
                    if !state.white_box && bounds.upper.contains(valuation) =>
                {
                    lower.iter_mut().for_each(|lower| lower.extend([*valuation]));
                }
                _ => {}
            }
        }
        let [pessimistic, optimistic] = lower.map(Some);
        Some(CutpointBounds { pessimistic, optimistic, ..bounds })
    }

    /// The counts of all cutpoints together.
    pub fn counts(&self) -> Counts {
        self.probed.cutpoints.keys().map(|it| self.cutpoint_counts(it)).sum()
    }
}

/// The keys of a cutpoint's states: a valuation's order is that of its bits, then of its length.
pub(super) fn key(cutpoint: CutpointId) -> std::ops::RangeInclusive<StateKey> {
    (cutpoint, pct_wire::Valuation::new(0, 0))..=(cutpoint, pct_wire::Valuation::new(u64::MAX, 64))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use pct_wire::{Id, Valuation};

    use crate::abstraction::Feasible;
    use crate::ids::EntityRef;
    use crate::ledger::{Reason, State, Subject, Verdict};
    use crate::probe::{self, CutpointId, CutpointKind, Place, SubjectKind};

    /// A subject whose cutpoints have so many predicates each, with a verdict for some states.
    fn subject(
        predicates: &[usize],
        feasible: &[Option<&[&str]>],
        states: &[(usize, &str, Verdict)],
    ) -> Subject {
        let cutpoint = |(at, count): (usize, &usize)| probe::Cutpoint {
            wire: Id(at as u64),
            label: at.to_string(),
            function: "f".into(),
            kind: CutpointKind::Entry,
            place: Place::default(),
            predicates: (0..*count).collect(),
            evaluated: *count,
        };
        let probed = probe::Subject {
            id: "s".into(),
            kind: SubjectKind::Type,
            place: Place::default(),
            predicates: Vec::new(),
            cutpoints: predicates.iter().enumerate().map(cutpoint).collect(),
            unprobed: Vec::new(),
            not_fabricable: None,
        };
        let key = |at: usize, letters: &str| (CutpointId::new(at), letters.parse::<Valuation>().unwrap());
        let states: BTreeMap<_, _> =
            states.iter().map(|(at, letters, it)| (key(*at, letters), State::new(it.clone()))).collect();
        let listed = |all: &&[&str]| all.iter().map(|letters| letters.parse().unwrap()).collect();
        let feasible = feasible.iter().zip(predicates);
        let feasible =
            feasible.map(|(all, count)| Some(Feasible::listed(listed(all.as_ref()?), *count))).collect();
        Subject { feasible, states, ..Subject::new(&probed) }
    }

    fn check(
        predicates: &[usize],
        feasible: &[Option<&[&str]>],
        states: &[(usize, &str, Verdict)],
    ) -> super::Counts {
        subject(predicates, feasible, states).counts()
    }

    /// The undecided states of the first cutpoint.
    fn undecided(subject: &Subject) -> Vec<String> {
        subject.undecided_valuations(CutpointId::new(0), 9).iter().map(Valuation::to_string).collect()
    }

    fn covered() -> Verdict {
        Verdict::Covered { tests: ["t".to_owned()].into() }
    }

    fn unreachable() -> Verdict {
        Verdict::Unreachable { predicates: Vec::new() }
    }

    #[test]
    fn unknown_feasibility_counts_as_feasible_and_unreachable_states_are_not_to_be_covered() {
        let states = [(0, "TF", covered()), (0, "FF", unreachable()), (1, "T", covered())];
        let counts = check(&[2, 1], &[Some(&["TF", "FF", "TT"]), None], &states);
        assert_eq!((counts.observable, counts.feasible, counts.covered, counts.undecided()), (6, 5, 2, 2));
        assert_eq!((counts.coverage(), counts.interval()), (Some(0.5), Some((0.5, 1.0))));
    }

    #[test]
    fn what_is_said_of_all_other_states_counts_for_those_without_an_entry() {
        let states = [(0, "TF", covered()), (0, "FF", Verdict::Undecided { reason: Reason::default() })];
        let count = |feasible, others: Option<Verdict>| {
            let subject =
                Subject { others: [others].into_iter().collect(), ..subject(&[2], &[feasible], &states) };
            let counts = subject.counts();
            (counts.unreachable, counts.undecided(), undecided(&subject).len())
        };
        assert_eq!(count(None, Some(unreachable())), (2, 1, 1));
        assert_eq!(count(Some(&["TF", "FF", "TT"]), Some(unreachable())), (1, 1, 1));
        // That nothing is known of the others decides none.
        assert_eq!(count(None, None), (0, 3, 3));
        assert_eq!(count(None, Some(Verdict::Undecided { reason: Reason::default() })), (0, 3, 3));
    }

    #[test]
    fn nobody_is_asked_for_states_that_cannot_be() {
        let states = [(0, "TF", covered()), (0, "FF", unreachable())];
        let undecided = |feasible| undecided(&subject(&[2], &[feasible], &states));
        assert_eq!(undecided(Some(&["TF", "FF", "TT"])), ["TT"]);
        assert_eq!(undecided(None), ["FT", "TT"]);
    }

    #[test]
    fn a_verdict_about_all_others_leaves_open_what_an_entry_leaves_open() {
        let none = || Verdict::Undecided { reason: Reason::default() };
        let undecided_state = "TF".repeat(32);
        let states = [(0, undecided_state.as_str(), none()), (0, &"T".repeat(64), covered())];
        let others = [Some(unreachable())].into_iter().collect();
        let subject = Subject { others, ..subject(&[64], &[None], &states) };
        let all = Subject { feasible: [Some(Feasible::all(64))].into_iter().collect(), ..subject.clone() };
        for subject in [subject, all] {
            assert_eq!(undecided(&subject), [undecided_state.as_str()]);
        }
    }

    #[test]
    fn nothing_to_cover_is_no_percentage() {
        assert_eq!(check(&[], &[], &[]).coverage(), None);
        assert_eq!(check(&[0], &[None], &[(0, "", unreachable())]).coverage(), None);
    }

    #[test]
    fn a_place_without_predicates_has_one_state() {
        assert_eq!(check(&[0, 0], &[None, None], &[(0, "", covered())]).coverage(), Some(0.5));
    }

    #[test]
    fn sums_of_sixty_four_predicates_do_not_overflow() {
        let counts = check(&[64, 64], &[None, None], &[(0, &"T".repeat(64), covered())]);
        assert_eq!((counts.observable, counts.covered), (1 << 65, 1));
    }
}
