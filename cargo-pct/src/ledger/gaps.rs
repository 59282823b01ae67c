//! Gaps: states that no test covers and no proof excludes; and which of them are new.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counts, Ledger, Verdict};
use crate::diff::Diff;
use crate::ids::PrimaryMap;
use crate::probe::{Cutpoint, CutpointId, StateKey};

/// More states of one place are not told one by one, here and in the report.
pub const LISTED: usize = 1024;

/// A cutpoint, by the position of its subject in the ledger and its id there.
pub type CutpointKey = (usize, CutpointId);

/// A gap, by the position of its subject in the ledger.
pub type Gap = (usize, StateKey);

/// What a gap is called in one version of the code, to be found again in another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GapName {
    /// The function that it is in.
    pub function: String,
    /// Its cutpoint's label: branches are numbered, so that a new one in front renames those behind it.
    pub label: String,
    /// What of its name outlasts that: the kind of the cutpoint, and what holds there.
    pub kind: String,
    /// Each predicate with its truth value.
    pub state: String,
}

impl GapName {
    /// `names`: of the predicates, in the order of the valuation's letters.
    pub fn new<'n>(
        (function, label, kind): (&str, &str, &str),
        names: impl Iterator<Item = &'n str>,
        valuation: &str,
    ) -> GapName {
        let state = names.zip(valuation.chars()).map(|(name, letter)| format!("{name}={letter}; ")).collect();
        GapName { function: function.to_owned(), label: label.to_owned(), kind: kind.to_owned(), state }
    }

    fn without_label(&self) -> (String, String, String) {
        (self.function.clone(), self.kind.clone(), self.state.clone())
    }
}

impl Ledger {
    /// The cutpoints that are looked at: with a diff those that it touches, which is to say: their own line, or one between them and the
    /// next cutpoint of the function.
    pub fn scope(&self, diff: Option<&Diff>) -> BTreeSet<CutpointKey> {
        let all =
            self.subjects.iter().enumerate().flat_map(|(subject, own)| {
                own.probed.cutpoints.keys().map(move |cutpoint| (subject, cutpoint))
            });
        all.filter(|(subject, cutpoint)| {
            let cutpoints = &self.subjects[*subject].probed.cutpoints;
            let place = &cutpoints[*cutpoint].place;
            diff.is_none_or(|diff| diff.touches(&place.file, &(place.line..=end(cutpoints, *cutpoint))))
        })
        .collect()
    }

    /// The counts of some cutpoints together.
    pub fn counts_of(&self, scope: &BTreeSet<CutpointKey>) -> Counts {
        let counts =
            scope.iter().map(|(subject, cutpoint)| self.subjects[*subject].cutpoint_counts(*cutpoint));
        counts.sum()
    }

    /// The gaps at some cutpoints, as far as a place has few enough states to tell them one by one.
    pub fn gaps(&self, scope: &BTreeSet<CutpointKey>) -> Vec<Gap> {
        let mut gaps = Vec::new();
        for (subject, cutpoint) in scope {
            let own = &self.subjects[*subject];
            if own.cutpoint_counts(*cutpoint).observable <= LISTED as u128 {
                let undecided = own.undecided_valuations(*cutpoint, LISTED);
                gaps.extend(undecided.into_iter().map(|valuation| (*subject, (*cutpoint, valuation))));
            } else {
                // Those that something is known of.
                let known = own.states.iter().filter(|((at, _), state)| {
                    at == cutpoint
                        && !matches!(state.verdict, Verdict::Covered { .. } | Verdict::Unreachable { .. })
                });
                gaps.extend(known.map(|(key, _)| (*subject, *key)));
            }
        }
        gaps
    }

    /// Those of the gaps that have no counterpart among the known ones.
    ///
    /// A gap whose cutpoint has another number now is known as long as its function had as many of its kind in the same state.
    pub fn new_gaps(&self, gaps: Vec<Gap>, known: &[GapName]) -> Vec<Gap> {
        let labelled: BTreeSet<&GapName> = known.iter().collect();
        let mut unmatched: BTreeMap<_, usize> = BTreeMap::new();
        for name in known {
            *unmatched.entry(name.without_label()).or_default() += 1;
        }
        let mut left = Vec::new();
        for gap in gaps {
            let name = self.gap_name(&gap);
            match labelled.contains(&name) {
                true => {
                    let count = unmatched.entry(name.without_label()).or_default();
                    *count = count.saturating_sub(1);
                }
                false => left.push((gap, name)),
            }
        }
        left.retain(|(_, name)| match unmatched.get_mut(&name.without_label()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        left.into_iter().map(|(gap, _)| gap).collect()
    }

    /// What a gap is called.
    pub fn gap_name(&self, (subject, (cutpoint, valuation)): &Gap) -> GapName {
        let probed = &self.subjects[*subject].probed;
        let at = &probed.cutpoints[*cutpoint];
        let names = at.predicates.iter().map(|predicate| probed.predicates[*predicate].name.as_str());
        GapName::new((&at.function, &at.label, &at.kind.to_string()), names, &valuation.to_string())
    }

    /// A gap in words: where, in which state, and what is known of it.
    pub fn gap_in_words(&self, (subject, (cutpoint, valuation)): &Gap) -> String {
        let own = &self.subjects[*subject];
        let at = &own.probed.cutpoints[*cutpoint];
        let state = own.probed.in_words(*cutpoint, *valuation);
        let with = if state.is_empty() { String::new() } else { format!(" with {state}") };
        let known = match own.states.get(&(*cutpoint, *valuation)).map(|state| &state.verdict) {
            Some(Verdict::Reachable { .. }) => "`cargo pct gen` has a test that reaches it".to_owned(),
            Some(Verdict::Undecided { reason }) => format!("undecided: {reason}"),
            Some(Verdict::Fabricated { .. }) => {
                "undecided: an object leads to it that clients may be unable to make".to_owned()
            }
            _ => match &own.undecided_reasons[*cutpoint] {
                Some(reason) => format!("undecided: {reason}"),
                None => "undecided".to_owned(),
            },
        };
        format!("{}:{}: {}{with} ({known})", at.place.file, at.place.line, at.label)
    }
}

/// The last line before the next cutpoint of the same function.
fn end(cutpoints: &PrimaryMap<CutpointId, Cutpoint>, cutpoint: CutpointId) -> u32 {
    let own = &cutpoints[cutpoint];
    let later = cutpoints
        .values()
        .filter(|other| other.function == own.function && other.place.line > own.place.line);
    later.map(|other| other.place.line - 1).min().unwrap_or(own.place.line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EntityRef;
    use crate::ledger::{State, Subject, open};
    use crate::probe::tests::{check, side_car};

    fn ledger() -> Ledger {
        let bodies = [("free(_1: i32) -> ()", "free:entry")];
        open(&check(&side_car(), &bodies), &Default::default(), &Default::default(), &|_| true)
    }

    #[test]
    fn a_gap_is_new_that_was_none_before() {
        let mut ledger = ledger();
        let scope = ledger.scope(None);
        let all = ledger.gaps(&scope);
        let names: Vec<GapName> = all.iter().map(|gap| ledger.gap_name(gap)).collect();
        assert_eq!(ledger.new_gaps(all.clone(), &names), []);
        assert_eq!(ledger.new_gaps(all.clone(), &names[1..]), all[..1]);
        // Renumbered places keep their gaps; one more of them is new.
        let mut renamed = names.clone();
        renamed.iter_mut().for_each(|name| name.label += "9");
        assert_eq!(ledger.new_gaps(all.clone(), &renamed), []);
        renamed.pop();
        assert_eq!(ledger.new_gaps(all.clone(), &renamed).len(), 1);
        // What is covered or proved is none.
        let (subject, key) = all[0];
        let own: &mut Subject = &mut ledger.subjects[subject];
        own.states.insert(key, State::new(Verdict::Unreachable { predicates: Vec::new() }));
        assert_eq!(ledger.gaps(&scope), all[1..]);
    }

    #[test]
    fn a_change_touches_the_cutpoint_in_front_of_it() {
        let ledger = ledger();
        let place = ledger.subjects[0].probed.cutpoints[CutpointId::new(0)].place.clone();
        let at = |line: u32| {
            let text = format!("+++ b/{}\n@@ -{line},0 +{line} @@\n+x\n", place.file);
            ledger.scope(Some(&Diff::read(&text).unwrap()))
        };
        assert!(at(place.line).contains(&(0, CutpointId::new(0))));
        assert!(!at(place.line + 1000).contains(&(0, CutpointId::new(0))) && at(1).is_empty());
        assert_eq!(ledger.counts_of(&BTreeSet::new()), Counts::default());
    }
}
