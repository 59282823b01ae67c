//! Tells a person the coverage of each type and function: the places where tests miss states, and the states.
//!
//! On a screen, states of one place are folded to the conditions that tell them from those that tests were seen in, and types and functions
//! that miss the most come first.

use std::collections::BTreeSet;

use pct_wire::sites::Origin;

use super::conditions::{Condition, telling};
use super::{BOLD, DIM, Detail, GOOD, OPEN, at, count, others, part};
use crate::ledger::Counts;
use crate::report::view::{Cutpoint, Report, Subject, Verdict};

/// Lines of a subject on a screen that has not room for all.
const LINES_OF_A_SUBJECT: usize = 4;

/// Conditions of a place on a screen.
const MOST_CONDITIONS: usize = 2;

/// Functions of a subject that are named as not called.
const MOST_NAMES: usize = 5;

/// The coverage of all subjects, in about as many lines as there is room for.
pub(super) fn lines(report: &Report, detail: Detail, room: usize) -> Vec<String> {
    let mut subjects: Vec<&Subject> = report.subjects.iter().filter(|it| is_worth_telling(it)).collect();
    if detail == Detail::Everything {
        return subjects.into_iter().flat_map(everything).collect();
    }
    let missed = |subject: &Subject| missed(&Counts::from(&subject.counts));
    let (done, open): (Vec<&Subject>, Vec<&Subject>) = subjects.drain(..).partition(|it| missed(it) == 0);
    let mut blocks: Vec<(u128, Vec<String>)> = open.iter().map(|it| (missed(it), on_a_screen(it))).collect();
    let all: usize = blocks.iter().map(|(_, block)| block.len()).sum();
    if all + done.len() > room {
        blocks.sort_by_key(|(missed, _)| std::cmp::Reverse(*missed));
        blocks.iter_mut().for_each(|(_, block)| shorten(block));
    }
    let mut lines = Vec::new();
    let (mut left, mut left_states) = (0, 0);
    for (missed, block) in blocks {
        // A line for the rest, and one for those that are covered.
        if lines.len() + block.len() + 3 <= room || lines.is_empty() {
            lines.extend(block);
        } else {
            left += 1;
            left_states += missed;
        }
    }
    if left > 0 {
        let states = count(left_states, "state");
        lines.push(format!("{DIM}and {left} more that miss {states}, which --verbose shows{DIM:#}"));
    }
    if lines.len() + done.len() < room {
        lines.extend(done.into_iter().map(heading));
    } else if !done.is_empty() {
        lines.push(format!("{DIM}Of {} the tests miss no state.{DIM:#}", count(done.len() as u128, "other")));
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

/// Of what nothing is watched there is nothing to say.
fn is_worth_telling(subject: &Subject) -> bool {
    !subject.cutpoints.is_empty() || !subject.unprobed.is_empty()
}

/// States that no test covers and no proof excludes.
fn missed(counts: &Counts) -> u128 {
    counts.feasible.saturating_sub(counts.unreachable + counts.covered)
}

/// `stacks::Stack  src/lib.rs:3  1 of 6 states (16.7 %)`.
fn heading(subject: &Subject) -> String {
    let counts = Counts::from(&subject.counts);
    let style = if missed(&counts) == 0 { GOOD } else { OPEN };
    let place = at(&subject.location);
    format!("{BOLD}{}{BOLD:#}  {DIM}{place}{DIM:#}  covered: {style}{}{style:#}", subject.id, part(&counts))
}

/// Cuts what a subject has behind its first lines.
fn shorten(block: &mut Vec<String>) {
    if block.len() > LINES_OF_A_SUBJECT {
        let more = block.len() - LINES_OF_A_SUBJECT + 1;
        block.truncate(LINES_OF_A_SUBJECT - 1);
        block.push(format!("  {DIM}and {}{DIM:#}", count(more as u128, "more place")));
    }
}

fn on_a_screen(subject: &Subject) -> Vec<String> {
    let mut lines = vec![heading(subject)];
    let (uncalled, called): (Vec<Function>, Vec<Function>) =
        functions(subject).into_iter().partition(|it| it.counts(subject).covered == 0);
    for cutpoint in called.iter().flat_map(|function| &function.cutpoints) {
        lines.extend(folded(subject, *cutpoint));
    }
    let uncalled: Vec<(String, u128)> = uncalled
        .iter()
        .map(|function| (short(subject, &function.name), missed(&function.counts(subject))))
        .filter(|(_, missed)| *missed > 0)
        .collect();
    if !uncalled.is_empty() {
        let states = count(uncalled.iter().map(|(_, missed)| missed).sum(), "state");
        let names: Vec<&str> = uncalled.iter().take(MOST_NAMES).map(|(name, _)| name.as_str()).collect();
        let more = match uncalled.len() - names.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        lines.push(format!(
            "  {OPEN}not reached{OPEN:#}   {}{more}: no test calls it ({states})",
            names.join(", ")
        ));
    }
    lines.extend(white_box(subject));
    lines
}

/// The number of states that only white-box tests saw.
fn white_box(subject: &Subject) -> Option<String> {
    let number = subject.states.iter().filter(|state| state.white_box).count();
    let states = count(number as u128, "state");
    (number > 0).then(|| format!("                {states} only by tests that reach behind the interface"))
}

/// The uncovered states of a place, in a line.
fn folded(subject: &Subject, index: usize) -> Option<String> {
    let counts = subject.cutpoint_counts(index);
    let missed = missed(&counts);
    if missed == 0 {
        return None;
    }
    let cutpoint = &subject.cutpoints[index];
    let place = at(&cutpoint.location);
    let start = format!("  {OPEN}not seen{OPEN:#}      {}  {DIM}{place}{DIM:#}", cutpoint.label);
    if counts.covered == 0 {
        return Some(format!("{start}  no test gets here ({})", count(missed, "state")));
    }
    let covered = valuations(subject, index, |verdict| verdict == Verdict::Covered);
    let uncovered = valuations(subject, index, |it| matches!(it, Verdict::Reachable | Verdict::Undecided));
    let found = telling(&covered, &uncovered);
    if found.is_empty() {
        return Some(format!("{start}  {}", count(missed, "state")));
    }
    let said = found.iter().take(MOST_CONDITIONS).map(|(condition, states)| {
        let of = if *states == 1 { String::new() } else { format!(" ({states} states)") };
        format!("{}{of}", in_words(subject, cutpoint, condition))
    });
    let mut said: Vec<String> = said.collect();
    let told: usize = found.iter().take(MOST_CONDITIONS).map(|(_, states)| states).sum();
    match missed.saturating_sub(told as u128) {
        0 => {}
        more => said.push(format!("and {}", count(more, "more state"))),
    }
    Some(format!("{start}  with {}", said.join("; or ")))
}

fn valuations(subject: &Subject, cutpoint: usize, is_it: impl Fn(Verdict) -> bool) -> Vec<&str> {
    let states = subject.states_at(cutpoint).iter().filter(|state| is_it(state.verdict));
    states.map(|state| state.valuation.as_str()).collect()
}

/// `size > 0, not full`.
fn in_words(subject: &Subject, cutpoint: &Cutpoint, condition: &Condition) -> String {
    let word = |(position, letter): &(usize, u8)| {
        let name = subject.predicates[cutpoint.predicates[*position]].name.as_str();
        match (*letter, name.contains(' ')) {
            (b'T', _) => name.to_owned(),
            (_, true) => format!("not ({name})"),
            (_, false) => format!("not {name}"),
        }
    };
    condition.iter().map(word).collect::<Vec<_>>().join(" and ")
}

/// A function's name without what it shares with its subject.
fn short(subject: &Subject, function: &str) -> String {
    let own = function.strip_prefix(&subject.id).and_then(|rest| rest.strip_prefix("::"));
    own.unwrap_or(function).to_owned()
}

/// All of a subject.
fn everything(subject: &Subject) -> Vec<String> {
    let counts = Counts::from(&subject.counts);
    let mut lines = vec![heading(subject)];
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
        lines.push(format!("  {title:<14}{:<width$}  {text}", predicate.name).trim_end().to_owned());
    }
    for function in functions(subject) {
        lines.extend(function_lines(subject, &function));
    }
    for unprobed in &subject.unprobed {
        let place = at(&unprobed.location);
        lines
            .push(format!("  not observed  {}  {DIM}{place}{DIM:#}  {}", unprobed.function, unprobed.reason));
    }
    lines.extend(others(&counts).map(|others| format!("                {others}")));
    lines.extend(white_box(subject));
    if subject.made_states > 0 {
        lines.push(format!("  fabricated    {}", count(subject.made_states as u128, "state")));
    }
    for it in &subject.not_run {
        lines
            .push(format!("  {DIM}not run{DIM:#}       {} on fabricated states: {}", it.function, it.reason));
    }
    lines.push(String::new());
    lines
}

/// A block for a function with something uncovered.
fn function_lines(subject: &Subject, function: &Function) -> Vec<String> {
    let counts = function.counts(subject);
    let Some(&first) = function.cutpoints.first() else { return Vec::new() };
    let place = at(&subject.cutpoints[first].location);
    if counts.covered == 0 {
        let states = count(counts.feasible, "state");
        let places = count(function.cutpoints.len() as u128, "place");
        let name = &function.name;
        return vec![format!(
            "  {OPEN}not reached{OPEN:#}   {name}  {DIM}{place}{DIM:#}  no test calls it ({states} in {places})"
        )];
    }
    function.cutpoints.iter().flat_map(|cutpoint| cutpoint_lines(subject, *cutpoint)).collect()
}

fn cutpoint_lines(subject: &Subject, index: usize) -> Vec<String> {
    let counts = subject.cutpoint_counts(index);
    let missed = missed(&counts);
    if missed == 0 {
        return Vec::new();
    }
    let cutpoint = &subject.cutpoints[index];
    let place = at(&cutpoint.location);
    let start = format!("  {OPEN}not seen{OPEN:#}      {}  {DIM}{place}{DIM:#}", cutpoint.label);
    if counts.covered == 0 {
        return vec![format!("{start}  no test gets here ({})", count(missed, "state"))];
    }
    let mut lines = vec![format!("{start}  with")];
    let mut listed = valuations(subject, index, |it| matches!(it, Verdict::Reachable | Verdict::Undecided));
    listed.sort_unstable();
    for valuation in &listed {
        let all: Condition = valuation.bytes().enumerate().collect();
        lines.push(format!("                  {}", in_words(subject, cutpoint, &all)));
    }
    match missed.saturating_sub(listed.len() as u128) {
        0 => {}
        more => lines.push(format!("                  and {more} more")),
    }
    lines
}

/// A function of a subject, and its cutpoints.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) cutpoints: Vec<usize>,
}

impl Function {
    pub(super) fn counts(&self, subject: &Subject) -> Counts {
        self.cutpoints.iter().map(|it| subject.cutpoint_counts(*it)).sum()
    }
}

/// A subject's functions, in the order of the source.
pub(super) fn functions(subject: &Subject) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    for (index, cutpoint) in subject.cutpoints.iter().enumerate() {
        match functions.iter_mut().find(|it| it.name == cutpoint.function) {
            Some(function) => function.cutpoints.push(index),
            None => functions.push(Function { name: cutpoint.function.clone(), cutpoints: vec![index] }),
        }
    }
    functions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger;
    use crate::native::TestRun;
    use crate::probe::tests::side_car;

    /// The report of many types, none of whose states was seen.
    fn many(number: usize) -> Report {
        let subjects = crate::probe::tests::check(&side_car(), &[("free(_1: i32) -> ()", "free:entry")]);
        let mut ledger = ledger::open(&subjects, &TestRun::default(), &Default::default(), &|_| true);
        let all = ledger.subjects.clone();
        ledger.subjects = (0..number).map(|at| all[at % all.len()].clone()).collect();
        crate::report::view::tests::of(&ledger)
    }

    #[test]
    fn a_screen_has_the_subjects_that_miss_the_most_and_counts_the_others() {
        let report = many(40);
        for room in [12, 20, 40] {
            let lines = lines(&report, Detail::Screen, room);
            assert!(lines.len() <= room, "{} of {room}", lines.len());
            let text = anstream::adapter::strip_str(&lines.join("\n")).to_string();
            assert!(
                text.starts_with("stacks::Stack  src/lib.rs:3  covered: 0 of 6 states (0.0 %)"),
                "{text}"
            );
            assert!(text.contains(" more that miss "), "{text}");
        }
        let everything = lines(&report, Detail::Everything, 0);
        assert!(everything.len() > 100 && !everything.join("\n").contains("more"), "{everything:?}");
    }
}
