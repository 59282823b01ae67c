//! The report for a person, who need not know what an abstract state is: what fails, what the tests reach, what they do not and where, what is
//! proved, and what to do next.
//!
//! Input: the [`Report`] and the sources. It fits a screen; [`Detail::Everything`] has all of it.

mod conditions;
mod coverage;
mod evidence;
mod findings;
mod next;
mod proofs;
mod snippet;
mod totals;
mod undecided;

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::view::{Location, Report};
use crate::ledger::Counts;
pub use snippet::Sources;

/// Lines of a report that fits a screen.
const SCREEN: usize = 60;

/// Lines that coverage gets even if there are many findings.
const LEAST_COVERAGE: usize = 12;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
const BAD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
const OPEN: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The parts that fit a screen.
    Screen,
    /// The whole report.
    Everything,
}

/// Writes the report; `out` strips the colours where they are not wanted.
pub fn write(report: &Report, sources: &dyn Sources, detail: Detail, out: &mut impl Write) -> io::Result<()> {
    let mut proofs = undecided::lines(report, detail);
    proofs.extend(proofs::lines(report, detail));
    let mut end = totals::lines(report, detail);
    end.extend(next::line(report));
    let room = SCREEN.saturating_sub(proofs.len() + end.len());
    let findings = findings::lines(report, sources, detail, room.saturating_sub(LEAST_COVERAGE));
    let coverage = coverage::lines(report, detail, room.saturating_sub(findings.len()));
    for line in findings.into_iter().chain(coverage).chain(proofs).chain(end) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Writes what would be measured.
pub fn write_list(report: &Report, out: &mut impl Write) -> io::Result<()> {
    for subject in &report.subjects {
        writeln!(out, "{}  {}", subject.id, at(&subject.location))?;
        for predicate in &subject.predicates {
            writeln!(out, "  predicate  {}  {}", predicate.name, predicate.expression)?;
        }
        for cutpoint in &subject.cutpoints {
            writeln!(out, "  cutpoint   {}  {}", cutpoint.label, at(&cutpoint.location))?;
        }
        for unprobed in &subject.unprobed {
            writeln!(out, "  unprobed   {}  {}", unprobed.function, unprobed.reason)?;
        }
    }
    Ok(())
}

/// `src/lib.rs:20`.
fn at(location: &Location) -> String {
    format!("{}:{}", location.file, location.line)
}

/// `3 states`.
fn count(number: u128, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// `12 of 16 states (75.0 %)`.
fn part(counts: &Counts) -> String {
    let coverable = counts.feasible.saturating_sub(counts.unreachable);
    match counts.coverage() {
        Some(coverage) => format!("{} of {coverable} states ({:.1} %)", counts.covered, 100.0 * coverage),
        None => "no states".to_owned(),
    }
}

/// What is known of the states that no test covers: `13 more by tests that cargo pct gen prints, 3 undecided`.
fn others(counts: &Counts) -> Option<String> {
    let reachable = (counts.reachable > 0)
        .then(|| format!("{} more by tests that `cargo pct gen` prints", counts.reachable));
    let undecided = (counts.undecided() > 0).then(|| format!("{} undecided", counts.undecided()));
    let parts: Vec<String> = reachable.into_iter().chain(undecided).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::native::{TestResult, TestRun};
    use crate::probe::tests::{id, side_car};

    /// The report for the fixture of `probe`, with these states seen by test `t`, which may fail.
    fn check(seen: &[(&str, &str)], failure: Option<&str>) -> String {
        let bodies = [("free(_1: i32) -> ()", "free:entry")];
        let subjects = crate::probe::tests::check(&side_car(), &bodies);
        let key = |(site, valuation): &(&str, &str)| {
            ((id(site), valuation.parse().unwrap()), ["t".to_owned()].into())
        };
        let result =
            TestResult { name: "t".into(), failure: failure.map(str::to_owned), output: String::new() };
        let run = TestRun {
            seen: seen.iter().map(key).collect::<BTreeMap<_, _>>(),
            results: vec![result],
            ..TestRun::default()
        };
        let ledger = crate::ledger::open(&subjects, &run, &Default::default(), &|_| true);
        let mut out = anstream::StripStream::new(Vec::new());
        write(&crate::report::view::tests::of(&ledger), &|_: &str| None, Detail::Screen, &mut out).unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    #[test]
    fn the_report_says_what_is_open_where_and_what_to_do_next() {
        let expected = "\
stacks::Stack  src/lib.rs:3  covered: 1 of 6 states (16.7 %)
  not seen      push:entry  src/lib.rs:11  with not size (2 states); or not item
  not reached   <stacks::Stack as Display>::fmt: no test calls it (2 states)
stacks::free  src/lib.rs:30  covered: 2 of 2 states (100.0 %)

  undecided     5 states, as at src/lib.rs:5: no test was seen here
                help: write a test that gets there, or give the analysis more time (`--effort deep`)
Tests    0 passed, 1 failed
  failed  t: failed: no
Covered  3 of 8 states (37.5 %) of 2 subjects
         5 undecided: 37.5 to 100.0 % of what can be reached
";
        let shown =
            check(&[("push:entry", "TT"), ("free:entry", "T"), ("free:entry", "F")], Some("failed: no"));
        let (body, rest) = shown.split_once("         A state is").unwrap();
        assert_eq!(body, expected);
        assert!(rest.ends_with("Next     Mend the test t: failed: no.\n"), "{rest}");
    }

    #[test]
    fn full_coverage_asks_for_a_stronger_predicate() {
        let all = ["FF", "TF", "FT", "TT"].map(|it| ("push:entry", it));
        let rest = [("fmt:entry", "T"), ("fmt:entry", "F"), ("free:entry", "T"), ("free:entry", "F")];
        let shown = check(&[all.as_slice(), &rest].concat(), None);
        assert!(shown.contains("8 of 8 states (100.0 %)") && shown.contains("add a predicate"), "{shown}");
    }
}
