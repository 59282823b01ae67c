//! The one thing to do now.

use super::coverage::{Function, functions};
use super::{BOLD, at, count, findings};
use crate::report::view::{Report, Subject};

/// The next step: the first failing test, else the first confirmed finding, else the first potential one whose object breaks nothing, else tests
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
