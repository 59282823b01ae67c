//! The one thing to do now.

use super::coverage::{Function, functions};
use super::{BOLD, at, count, findings};
use crate::report::view::{Report, Subject};

/// The next step: the first failing test, else the first confirmed finding, else the first potential one against which nothing speaks, else tests
/// that can be written at once, else the first function that nobody calls, else the first state that nobody has seen, else the other potential
/// findings.
pub(super) fn line(report: &Report) -> Option<String> {
    step(report).map(|step| format!("{BOLD}Next{BOLD:#}     {step}"))
}

fn step(report: &Report) -> Option<String> {
    if let Some(test) = report.totals.tests.failed.first() {
        return Some(format!("Mend the test {}: {}.", test.name, test.reason));
    }
    if let Some(step) = findings::next_step(report).or_else(|| findings::potential_step(report)) {
        return Some(step);
    }
    if report.generated_tests > 0 {
        let tests = count(report.generated_tests as u128, "test");
        let states = count(report.totals.counts.reachable, "state");
        return Some(format!(
            "Let `cargo pct gen --write` add {tests} for {states} that yours do not reach, and look at what they assert."
        ));
    }
    if let Some((subject, function)) = uncalled(report) {
        let place = function.cutpoints.first().map(|it| at(&subject.cutpoints[*it].location));
        return Some(format!("Write a test that calls {} ({}).", function.name, place.unwrap_or_default()));
    }
    if let Some(step) = unseen(report).or_else(|| findings::invariant_step(report)) {
        return Some(step);
    }
    if report.totals.counts.feasible > 0 {
        return Some("Every state is covered: add a predicate that would tell a bug apart.".to_owned());
    }
    report.warnings.first().map(|_| "Do what the first warning says.".to_owned())
}

/// The first function that no test calls.
fn uncalled(report: &Report) -> Option<(&Subject, Function)> {
    for subject in &report.subjects {
        for function in functions(subject) {
            let counts = function.counts(subject);
            if counts.covered == 0 && counts.feasible > counts.unreachable {
                return Some((subject, function));
            }
        }
    }
    None
}

/// The first state that no test was seen in.
fn unseen(report: &Report) -> Option<String> {
    for subject in &report.subjects {
        for (index, cutpoint) in subject.cutpoints.iter().enumerate() {
            if let Some(valuation) = cutpoint.uncovered.first() {
                let words = subject.in_words(index, *valuation);
                let while_ = if words.is_empty() { String::new() } else { format!(" while {words}") };
                let place = at(&cutpoint.location);
                let label = &cutpoint.label;
                return Some(format!(
                    "Write a test that passes {label} ({place}){while_}, if that can happen."
                ));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::ledger::tests_of_findings::finding;
    use crate::ledger::{self, Finding, FindingStatus, GeneratedTest, Ledger};
    use crate::native::{TestResult, TestRun};
    use crate::probe::tests::{id, side_car};

    const ALL: [(&str, &str); 8] = [
        ("push:entry", "FF"),
        ("push:entry", "TF"),
        ("push:entry", "FT"),
        ("push:entry", "TT"),
        ("fmt:entry", "T"),
        ("fmt:entry", "F"),
        ("free:entry", "T"),
        ("free:entry", "F"),
    ];

    /// The ledger of a run in which a test was seen in these states.
    fn ledger(seen: &[(&str, &str)]) -> Ledger {
        let subjects = crate::probe::tests::check(&side_car(), &[("free(_1: i32) -> ()", "free:entry")]);
        let key = |(site, valuation): &(&str, &str)| {
            ((id(site), valuation.parse().unwrap()), ["t".to_owned()].into())
        };
        let seen = seen.iter().map(key).collect::<BTreeMap<_, _>>();
        ledger::open(&subjects, &TestRun { seen, ..TestRun::default() }, &Default::default(), &|_| true)
    }

    fn check(ledger: &Ledger, expected: &str) {
        assert_eq!(step(&crate::report::view::tests::of(ledger)).as_deref(), Some(expected));
    }

    #[test]
    fn a_failing_test_comes_before_all_else() {
        let mut ledger = ledger(&ALL);
        ledger.subjects[0].findings = vec![finding("push", 12, FindingStatus::Confirmed)];
        let failure = Some("failed: no".to_owned());
        ledger.tests = vec![TestResult { name: "t".into(), failure, output: String::new() }];
        check(&ledger, "Mend the test t: failed: no.");
    }

    #[test]
    fn findings_come_before_coverage() {
        let mut ledger = ledger(&[]);
        ledger.subjects[0].findings = vec![finding("push", 12, FindingStatus::Potential)];
        check(
            &ledger,
            "Look at Stack::push (src/lib.rs:12): index out of bounds. Write a test that shows it, or say why it cannot happen.",
        );
        ledger.subjects[0].findings.push(finding("pop", 20, FindingStatus::Confirmed));
        check(&ledger, "Fix pop (src/lib.rs:20): index out of bounds.");
    }

    #[test]
    fn tests_that_are_there_come_before_tests_that_are_to_be_written() {
        let mut ledger = ledger(&ALL[..6]);
        check(&ledger, "Write a test that calls stacks::free (src/lib.rs:31).");
        ledger.generated = vec![GeneratedTest {
            krate: "stacks".into(),
            name: "t".into(),
            reaches: Vec::new(),
            fails: None,
            imports: Vec::new(),
            statements: Vec::new(),
            panics: None,
        }];
        let expected = "Let `cargo pct gen --write` add 1 test for 0 states that yours do not reach, and look at what they assert.";
        check(&ledger, expected);
    }

    #[test]
    fn a_state_that_nobody_saw_comes_before_an_object_that_nobody_saw() {
        let mut seen = ledger(&ALL[..7]);
        let unlikely = Finding {
            is_unlikely: true,
            breaks: Some("self.n < 3".into()),
            suggestion: Some("self.n < 3".into()),
            ..finding("push", 12, FindingStatus::Potential)
        };
        seen.subjects[0].findings = vec![unlikely.clone()];
        check(&seen, "Write a test that passes free:entry (src/lib.rs:31) while not n, if that can happen.");
        let mut all = ledger(&ALL);
        all.subjects[0].findings = vec![unlikely];
        let expected = "Write `#[pct::invariant(self.n < 3)]`, if that always holds: it is checked, and may exclude `index out of bounds` (src/lib.rs:12).";
        check(&all, expected);
    }

    #[test]
    fn in_the_end_there_are_other_predicates() {
        check(&ledger(&ALL), "Every state is covered: add a predicate that would tell a bug apart.");
        let mut nothing = Ledger::default();
        assert_eq!(step(&crate::report::view::tests::of(&nothing)), None);
        nothing.warnings.push("nothing here can be watched".into());
        check(&nothing, "Do what the first warning says.");
    }
}
