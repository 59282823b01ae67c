//! The most frequent reasons why states are undecided, for a person: each with a place, and with what can be done.

use std::collections::BTreeMap;

use super::{DIM, Detail, OPEN, at, count};
use crate::report::view::{Evidence, Report, Subject, Verdict};

/// Reasons that a screen shows.
const MOST_REASONS: usize = 3;

/// The beginning of reasons that says what all undecided states have in common.
const UNSEEN: &str = "no test was seen here, and ";

/// States that are undecided for one reason.
struct Open {
    states: u128,
    place: String,
    help: String,
}

/// The reasons, the most frequent first.
pub(super) fn lines(report: &Report, detail: Detail) -> Vec<String> {
    let mut reasons: BTreeMap<String, Open> = BTreeMap::new();
    for subject in &report.subjects {
        collect(subject, &mut reasons);
    }
    let mut reasons: Vec<(String, Open)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, open)| std::cmp::Reverse(open.states));
    let most = if detail == Detail::Screen { MOST_REASONS } else { usize::MAX };
    let mut lines = Vec::new();
    for (reason, Open { states, place, help }) in reasons.into_iter().take(most) {
        let states = count(states, "state");
        lines.push(format!("  {OPEN}undecided{OPEN:#}     {states}, as at {place}: {reason}"));
        lines.push(format!("                {DIM}help: {help}{DIM:#}"));
    }
    lines
}

fn collect(subject: &Subject, reasons: &mut BTreeMap<String, Open>) {
    let mut add = |cutpoint: usize, evidence: &Evidence, number: u128| {
        let Some((reason, help)) = said(evidence) else { return };
        let place = || at(&subject.cutpoints[cutpoint].location);
        let open = reasons.entry(reason).or_insert_with(|| Open { states: 0, place: place(), help });
        open.states += number;
    };
    for state in subject.states.iter().filter(|state| state.verdict == Verdict::Undecided) {
        add(state.cutpoint, &state.evidence, 1);
    }
    for (index, cutpoint) in subject.cutpoints.iter().enumerate() {
        if let Some(others) = cutpoint.others.as_ref().filter(|others| others.verdict == Verdict::Undecided) {
            add(index, &others.evidence, others.count.parse().unwrap_or(u128::MAX));
        }
    }
}

/// The reason why a state is undecided, and what can be done about it.
fn said(evidence: &Evidence) -> Option<(String, String)> {
    match evidence {
        Evidence::Fabricated { .. } => Some((
            "an object leads there that clients may be unable to make".to_owned(),
            "write a test that makes such an object (`report.json` has it), or a `#[pct::invariant(…)]` that excludes it".to_owned(),
        )),
        Evidence::None { reason, help } => {
            let own = reason.strip_prefix(UNSEEN).unwrap_or(reason);
            Some((own.to_owned(), help.clone()))
        }
        Evidence::Test { .. } | Evidence::GeneratedTest { .. } | Evidence::Proof { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{self, State, Verdict};
    use crate::native::TestRun;
    use crate::probe::tests::side_car;

    #[test]
    fn reasons_are_told_with_a_place_and_with_what_can_be_done() {
        let subjects = crate::probe::tests::check(&side_car(), &[]);
        let mut ledger =
            ledger::open(&subjects, &TestRun::default(), &Default::default(), &|id| id.ends_with("Stack"));
        let subject = &mut ledger.subjects[0];
        let two = subject.probed.cutpoints.iter().find(|(_, it)| it.predicates.len() == 2).unwrap().0;
        let verdict = Verdict::Fabricated { state: [("size".to_owned(), "1".to_owned())].into() };
        subject.states.insert((two, "FF".parse().unwrap()), State::new(verdict));
        subject.undecided_reasons[two] = Some(ledger::Reason::of_a_test("the solver gave no answer"));
        let shown = lines(&crate::report::view::tests::of(&ledger), Detail::Screen).join("\n");
        let expected = "  undecided     3 states, as at src/lib.rs:11: the solver gave no answer
                help: write a test that gets there
  undecided     2 states, as at src/lib.rs:5: no test was seen here
                help: write a test that gets there, or give the analysis more time (`--effort deep`)
  undecided     1 state, as at src/lib.rs:11: an object leads there that clients may be unable to make
                help: write a test that makes such an object (`report.json` has it), or a `#[pct::invariant(…)]` that excludes it";
        assert_eq!(anstream::adapter::strip_str(&shown).to_string(), expected);
    }
}
