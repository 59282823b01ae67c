//! The end of the report, for a person: tests, warnings, what could not be read or was not done, and the numbers of states.

use super::{BAD, BOLD, DIM, Detail, GOOD, OPEN, at, count, others, part};
use crate::ledger::Counts;
use crate::report::view::Report;

/// Warnings, and functions that were not read, each, that a screen shows.
const MOST: usize = 3;

/// Failed tests that a screen shows.
const MOST_FAILED: usize = 8;

/// The end of the report but for the next step, in lines.
pub(super) fn lines(report: &Report, detail: Detail) -> Vec<String> {
    let most = if detail == Detail::Screen { MOST } else { usize::MAX };
    let most_failed = if detail == Detail::Screen { MOST_FAILED } else { usize::MAX };
    let mut lines = tests(report, most_failed);
    let warnings = report.warnings.iter().map(|warning| format!("{OPEN}warning{OPEN:#}: {warning}"));
    lines.extend(first(warnings.collect(), most, "warning"));
    let opaque = report.opaque.iter().map(|it| {
        let place = at(&it.location);
        format!("{OPEN}not read{OPEN:#}: {}  {DIM}{place}{DIM:#}  {}", it.function, it.reason)
    });
    lines.extend(first(opaque.collect(), most, "function"));
    if let Some(incomplete) = &report.incomplete {
        let of = format!("{} of {}", incomplete.subjects.len(), report.subjects.len());
        let reason = &incomplete.reason;
        lines
            .push(format!("{OPEN}incomplete{OPEN:#}: {reason}; {of} subjects are not analysed to their end"));
    }
    lines.extend(states(report));
    lines
}

/// The first lines, and the number of the others.
fn first(mut lines: Vec<String>, most: usize, noun: &str) -> Vec<String> {
    if lines.len() > most {
        let more = count((lines.len() - most) as u128, &format!("more {noun}"));
        lines.truncate(most);
        lines.push(format!("{DIM}and {more}, which --verbose shows{DIM:#}"));
    }
    lines
}

fn tests(report: &Report, most: usize) -> Vec<String> {
    let tests = &report.totals.tests;
    let (passed, failed) = (tests.passed, tests.failed.len());
    let style = if failed == 0 { GOOD } else { BAD };
    let remembered = match tests.remembered {
        0 => String::new(),
        number => format!("; {number} not run again, because nothing around them has changed today"),
    };
    let mut lines =
        vec![format!("{BOLD}Tests{BOLD:#}    {passed} passed, {style}{failed} failed{style:#}{remembered}")];
    let failed =
        tests.failed.iter().map(|test| format!("  {BAD}failed{BAD:#}  {}: {}", test.name, test.reason));
    lines.extend(first(failed.collect(), most, "test"));
    if let Some(unbuilt) = tests.unbuilt.first() {
        let why = unbuilt.lines().next().unwrap_or_default();
        lines.push(format!("  {BAD}not built{BAD:#}  some tests do not compile, and are left out: {why}"));
    }
    lines
}

fn states(report: &Report) -> Vec<String> {
    let totals = Counts::from(&report.totals.counts);
    let subjects = count(report.subjects.len() as u128, "subject");
    let mut lines = vec![format!("{BOLD}Covered{BOLD:#}  {} of {subjects}", part(&totals))];
    if let Some(others) = others(&totals) {
        let interval = totals.interval().filter(|_| totals.undecided() > 0).map(|(low, high)| {
            format!(": {:.1} to {:.1} % of what can be reached", 100.0 * low, 100.0 * high)
        });
        lines.push(format!("         {others}{}", interval.unwrap_or_default()));
    }
    if totals.feasible > 0 {
        lines.push(format!("         {DIM}A state is a place in the code together with which of its predicates hold there; it is"));
        lines
            .push(format!("         covered when a test passes that place while exactly those hold.{DIM:#}"));
    }
    lines
}
