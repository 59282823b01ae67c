//! The report for a person, who need not know what an abstract state is: what the tests reach, what they do not and
//! where, and what to do next.
//!
//! Input: the [`Report`]. States of one place are told one by one as far as [`Cutpoint::uncovered`](super::view::Cutpoint) has them;
//! the rest is counted.

mod findings;

use std::collections::BTreeSet;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use pct_wire::sites::Origin;

use super::view::{Location, Report, Subject};
use crate::ledger::Counts;

/// Reasons for undecided checks that are listed; the report has all.
const MOST_REASONS: usize = 3;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
const BAD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
const OPEN: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));

/// Writes the report; `out` strips the colours where they are not wanted.
pub fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    // Of what nothing is watched and nothing found, there is nothing to say.
    let is_silent =
        |it: &&Subject| it.cutpoints.is_empty() && it.unprobed.is_empty() && it.findings.is_empty();
    for subject in report.subjects.iter().filter(|it| !is_silent(it)) {
        write_subject(subject, out)?;
    }
    write_tests(report, out)?;
    for warning in &report.warnings {
        writeln!(out, "{OPEN}warning{OPEN:#}: {warning}")?;
    }
    findings::write_totals(report, out)?;
    write_checks(report, out)?;
    if let Some(incomplete) = &report.incomplete {
        let of = format!("{} of {}", incomplete.subjects.len(), report.subjects.len());
        writeln!(
            out,
            "{OPEN}incomplete{OPEN:#}: {}; {of} subjects are not analysed to their end",
            incomplete.reason
        )?;
    }
    write_totals(report, out)?;
    write_next_step(report, out)
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

fn write_subject(subject: &Subject, out: &mut impl Write) -> io::Result<()> {
    let counts = Counts::from(&subject.counts);
    writeln!(out, "{BOLD}{}{BOLD:#}  {DIM}{}{DIM:#}", subject.id, at(&subject.location))?;
    findings::write_subject(subject, out)?;
    // Several functions may test the same.
    let mut names = BTreeSet::new();
    let counted = subject.predicates.iter().filter(|it| it.counted);
    let predicates: Vec<_> =
        counted.filter(|it| it.origin == Origin::User || names.insert(&it.name)).collect();
    let width = predicates.iter().map(|it| it.name.chars().count()).max().unwrap_or(0);
    for (index, predicate) in predicates.into_iter().enumerate() {
        let title = if index == 0 { "predicates" } else { "" };
        // A predicate without a name is named by its text, which need not be said twice.
        let text = if predicate.name == predicate.expression { "" } else { &predicate.expression };
        writeln!(out, "{}", format!("  {title:<14}{:<width$}  {text}", predicate.name).trim_end())?;
    }
    write_functions(subject, out)?;
    for unprobed in &subject.unprobed {
        let place = at(&unprobed.location);
        writeln!(out, "  not observed  {}  {DIM}{place}{DIM:#}  {}", unprobed.function, unprobed.reason)?;
    }
    let all = counts.coverage() == Some(1.0);
    let style = if all { GOOD } else { Style::new() };
    writeln!(out, "  {style}covered{style:#}       {}", part(&counts))?;
    if let Some(others) = others(&counts) {
        writeln!(out, "                {others}")?;
    }
    match subject.states.iter().filter(|state| state.white_box).count() {
        0 => {}
        number => {
            let states = count(number as u128, "state");
            writeln!(out, "                {states} only by tests that reach behind the interface")?;
        }
    }
    writeln!(out)
}

/// One block for each function with something uncovered.
fn write_functions(subject: &Subject, out: &mut impl Write) -> io::Result<()> {
    for function in functions(subject) {
        let counts = function.counts(subject);
        let Some(&first) = function.cutpoints.first() else { continue };
        let place = at(&subject.cutpoints[first].location);
        if counts.covered == 0 {
            let places = function.cutpoints.len();
            let states = counts.feasible;
            writeln!(
                out,
                "  {OPEN}not reached{OPEN:#}   {}  {DIM}{place}{DIM:#}  no test calls it ({} in {})",
                function.name,
                count(states, "state"),
                count(places as u128, "place"),
            )?;
            continue;
        }
        for &cutpoint in &function.cutpoints {
            write_cutpoint(subject, cutpoint, out)?;
        }
    }
    Ok(())
}

fn count(number: u128, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn write_cutpoint(subject: &Subject, cutpoint: usize, out: &mut impl Write) -> io::Result<()> {
    let counts = subject.cutpoint_counts(cutpoint);
    let uncovered = counts.feasible.saturating_sub(counts.unreachable + counts.covered);
    if uncovered == 0 {
        return Ok(());
    }
    let at_cutpoint = &subject.cutpoints[cutpoint];
    let place = at(&at_cutpoint.location);
    write!(out, "  {OPEN}not seen{OPEN:#}      {}  {DIM}{place}{DIM:#}", at_cutpoint.label)?;
    if counts.covered == 0 {
        return writeln!(out, "  no test gets here ({})", count(uncovered, "state"));
    }
    writeln!(out, "  with")?;
    let mut listed = at_cutpoint.uncovered.clone();
    listed.sort_unstable();
    for valuation in &listed {
        writeln!(out, "                  {}", subject.in_words(cutpoint, *valuation))?;
    }
    match uncovered.saturating_sub(listed.len() as u128) {
        0 => Ok(()),
        more => writeln!(out, "                  and {more} more"),
    }
}

struct Function {
    name: String,
    cutpoints: Vec<usize>,
}

impl Function {
    fn counts(&self, subject: &Subject) -> Counts {
        self.cutpoints.iter().map(|it| subject.cutpoint_counts(*it)).sum()
    }
}

/// A subject's functions, in the order of the source.
fn functions(subject: &Subject) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    for (index, cutpoint) in subject.cutpoints.iter().enumerate() {
        match functions.iter_mut().find(|it| it.name == cutpoint.function) {
            Some(function) => function.cutpoints.push(index),
            None => functions.push(Function { name: cutpoint.function.clone(), cutpoints: vec![index] }),
        }
    }
    functions
}

fn write_tests(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let tests = &report.totals.tests;
    let (passed, failed) = (tests.passed, tests.failed.len());
    let style = if failed == 0 { GOOD } else { BAD };
    write!(out, "{BOLD}Tests{BOLD:#}    {passed} passed, {style}{failed} failed{style:#}")?;
    match tests.remembered {
        0 => writeln!(out)?,
        number => writeln!(out, "; {number} not run again, because nothing around them has changed today")?,
    }
    for test in &tests.failed {
        writeln!(out, "  {BAD}failed{BAD:#}  {}: {}", test.name, test.reason)?;
    }
    if let Some(first) = tests.unbuilt.first() {
        let why = first.lines().next().unwrap_or_default();
        writeln!(out, "  {BAD}not built{BAD:#}  some tests do not compile, and are left out: {why}")?;
    }
    Ok(())
}

/// What the functions end with that can fail, where nobody chose what is looked at.
fn write_checks(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let checks = &report.totals.checks;
    if report.totals.annotated.is_none() || checks.functions == 0 {
        return Ok(());
    }
    let (answered, all) = (checks.answered, count(checks.functions as u128, "function"));
    writeln!(
        out,
        "{BOLD}Checks{BOLD:#}   {answered} of {all} that can panic: each check cannot fail, or is a finding"
    )?;
    for open in checks.open.iter().take(MOST_REASONS) {
        writeln!(out, "  {OPEN}open{OPEN:#}    {}: {}", open.functions, open.reason)?;
    }
    Ok(())
}

fn write_totals(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let totals = Counts::from(&report.totals.counts);
    writeln!(
        out,
        "{BOLD}Covered{BOLD:#}  {} of {}",
        part(&totals),
        count(report.subjects.len() as u128, "subject")
    )?;
    if let Some(others) = others(&totals) {
        let interval = totals.interval().filter(|_| totals.undecided() > 0).map(|(low, high)| {
            format!(": {:.1} to {:.1} % of what can be reached", 100.0 * low, 100.0 * high)
        });
        writeln!(out, "         {others}{}", interval.unwrap_or_default())?;
    }
    writeln!(
        out,
        "         {DIM}A state is a place in the code together with which of its predicates hold there; \
         it is covered\n         when a test passes that place while exactly those hold. Others may be untested, or \
         impossible.{DIM:#}"
    )
}

/// The first confirmed finding, else the first function that nobody calls, else the first state that nobody has seen.
fn write_next_step(report: &Report, out: &mut impl Write) -> io::Result<()> {
    if let Some(step) = findings::next_step(report) {
        return writeln!(out, "{BOLD}Next{BOLD:#}     {step}");
    }
    if report.generated_tests > 0 {
        let tests = count(report.generated_tests as u128, "test");
        let states = count(report.totals.counts.reachable, "state");
        return writeln!(
            out,
            "{BOLD}Next{BOLD:#}     Let `cargo pct gen --write` add {tests} for {states} that yours do not reach, and look at \
             what they assert."
        );
    }
    let all = || {
        report.subjects.iter().flat_map(|it| functions(it).into_iter().map(move |function| (it, function)))
    };
    if let Some((subject, function)) = all().find(|(subject, it)| it.counts(subject).covered == 0) {
        let place =
            function.cutpoints.first().map(|it| at(&subject.cutpoints[*it].location)).unwrap_or_default();
        return writeln!(out, "{BOLD}Next{BOLD:#}     Write a test that calls {} ({place}).", function.name);
    }
    for subject in &report.subjects {
        for (index, cutpoint) in subject.cutpoints.iter().enumerate() {
            if let Some(valuation) = cutpoint.uncovered.first() {
                let words = subject.in_words(index, *valuation);
                let while_ = if words.is_empty() { String::new() } else { format!(" while {words}") };
                let place = at(&cutpoint.location);
                return writeln!(
                    out,
                    "{BOLD}Next{BOLD:#}     Write a test that passes {} ({place}){while_}, if that can happen.",
                    cutpoint.label
                );
            }
        }
    }
    match report.subjects.is_empty() {
        true => Ok(()),
        false => writeln!(
            out,
            "{BOLD}Next{BOLD:#}     Every state is covered: add a predicate that would tell a bug apart."
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::native::{TestResult, TestRun};
    use crate::probe::tests::{id, side_car};

    /// The report for the fixture of `probe`, with these states seen by test `t`.
    fn check(seen: &[(&str, &str)]) -> String {
        let bodies = [("free(_1: i32) -> ()", "free:entry")];
        let subjects = crate::probe::tests::check(&side_car(), &bodies);
        let key = |(site, valuation): &(&str, &str)| {
            ((id(site), valuation.parse().unwrap()), ["t".to_owned()].into())
        };
        let result =
            TestResult { name: "t".into(), failure: Some("failed: no".into()), output: String::new() };
        let run = TestRun {
            seen: seen.iter().map(key).collect::<BTreeMap<_, _>>(),
            results: vec![result],
            ..TestRun::default()
        };
        let ledger = crate::ledger::open(&subjects, &run, &Default::default(), &|_| true);
        let mut out = anstream::StripStream::new(Vec::new());
        write(&crate::report::view::tests::of(&ledger), &mut out).unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    #[test]
    fn the_report_says_what_is_open_where_and_what_to_do_next() {
        let expected = "\
stacks::Stack  src/lib.rs:3
  predicates    size  size > 0
                item  item > 0
  not reached   <stacks::Stack as Display>::fmt  src/lib.rs:5  no test calls it (2 states in 1 place)
  not seen      push:entry  src/lib.rs:11  with
                  not size, not item
                  size, not item
                  not size, item
  not observed  stacks::Stack::skipped  src/lib.rs:20  slow
  covered       1 of 6 states (16.7 %)
                5 undecided

stacks::free  src/lib.rs:30
  predicates    n  n > 0
  covered       2 of 2 states (100.0 %)

Tests    0 passed, 1 failed
  failed  t: failed: no
Covered  3 of 8 states (37.5 %) of 2 subjects
         5 undecided: 37.5 to 100.0 % of what can be reached
";
        let shown = check(&[("push:entry", "TT"), ("free:entry", "T"), ("free:entry", "F")]);
        let (body, rest) = shown.split_once("         A state is").unwrap();
        assert_eq!(body, expected);
        assert!(
            rest.ends_with(
                "Next     Write a test that calls <stacks::Stack as Display>::fmt (src/lib.rs:5).\n"
            )
        );
    }

    #[test]
    fn full_coverage_asks_for_a_stronger_predicate() {
        let all = ["FF", "TF", "FT", "TT"].map(|it| ("push:entry", it));
        let rest = [("fmt:entry", "T"), ("fmt:entry", "F"), ("free:entry", "T"), ("free:entry", "F")];
        let shown = check(&[all.as_slice(), &rest].concat());
        assert!(shown.contains("8 of 8 states (100.0 %)") && shown.contains("add a predicate"), "{shown}");
    }
}
