//! What is proved and what is not, for a person: invariants and assumptions of the first proofs, and the first causes why others failed.

use super::{BOLD, DIM, Detail, GOOD, OPEN, at, count};
use crate::report::view::{Assumption, ProofStatus, Report, Subject};

/// What every proof takes for granted, in lines.
const STANDING: [&str; 3] = [
    "Proofs   take for granted: enough memory and stack (yet less than 2^56 bytes), no undefined behaviour in `unsafe` code, no use",
    "         of one object by several threads at once, impls of std's traits that do what these ask of them where clients call",
    "         std, and the `cfg`s, environment variables, overflow checks and debug assertions of this build.",
];

/// Proofs that a screen shows one by one.
const MOST_PROOFS: usize = 3;

/// Invariants of one proof that a screen shows.
const MOST_INVARIANTS: usize = 4;

/// Causes that a screen shows.
const MOST_CAUSES: usize = 3;

/// Functions that are named with a cause.
const MOST_NAMES: usize = 3;

/// The proofs, in lines.
pub(super) fn lines(report: &Report, detail: Detail) -> Vec<String> {
    let most = |on_a_screen| if detail == Detail::Screen { on_a_screen } else { usize::MAX };
    let proved: Vec<&Subject> = report.subjects.iter().filter(|it| is_proved(it)).collect();
    let mut lines = Vec::new();
    for subject in proved.iter().take(most(MOST_PROOFS)) {
        lines.extend(proof(subject, most(MOST_INVARIANTS)));
    }
    if let Some(more) =
        proved.len().checked_sub(MOST_PROOFS).filter(|more| *more > 0 && detail == Detail::Screen)
    {
        lines.push(format!("  {GOOD}proved{GOOD:#}        {more} more, which --verbose shows"));
    }
    let failed: Vec<&Subject> =
        report.subjects.iter().filter(|it| it.proof.status == ProofStatus::NotProved).collect();
    match report.totals.annotated {
        // Nobody asked for proofs of each of them.
        Some(_) if detail == Detail::Screen => lines.extend(causes(report, failed.len())),
        _ => lines.extend(failed.iter().take(most(MOST_CAUSES)).map(|subject| not_proved(subject))),
    }
    if !proved.is_empty() {
        lines.extend(STANDING.map(str::to_owned));
    }
    lines
}

fn is_proved(subject: &Subject) -> bool {
    matches!(subject.proof.status, ProofStatus::Proved | ProofStatus::ProvedUnderAssumptions)
}

/// A proof with its assumptions and invariants.
fn proof(subject: &Subject, most_invariants: usize) -> Vec<String> {
    let scope = subject.proof.scope.as_deref().unwrap_or_default();
    let mut lines = vec![format!(
        "  {GOOD}proved{GOOD:#}        {}: no panic, overflow or index error, for {scope}",
        subject.id
    )];
    // What a call of code that is not known may do is followed; only what the user wrote is taken for granted.
    for Assumption { kind, callee, location } in &subject.assumptions {
        let word = match kind.as_str() {
            "requires" | "assume" => "given that",
            "allow" | "panics" => "apart from",
            _ => continue,
        };
        lines.push(format!("                {word} `{kind}` {callee}  {DIM}{}{DIM:#}", at(location)));
    }
    for invariant in subject.invariants.iter().take(most_invariants) {
        lines.push(format!("  invariant     {}  {DIM}{}{DIM:#}", invariant.expression, invariant.at));
    }
    if let Some(more) = subject.invariants.len().checked_sub(most_invariants).filter(|more| *more > 0) {
        lines.push(format!(
            "                and {}, which --verbose shows",
            count(more as u128, "more invariant")
        ));
    }
    lines
}

fn not_proved(subject: &Subject) -> String {
    let reason = subject.proof.reason.as_deref().unwrap_or_default();
    format!("  {OPEN}not proved{OPEN:#}    {}: {reason}", subject.id)
}

/// The most frequent causes why functions have no answer for each of their checks.
fn causes(report: &Report, failed: usize) -> Vec<String> {
    let checks = &report.totals.checks;
    let mut lines = Vec::new();
    if checks.functions > 0 {
        let (answered, all) = (checks.answered, count(checks.functions as u128, "function"));
        lines.push(format!(
            "{BOLD}Checks{BOLD:#}   {answered} of {all} that can panic: each check cannot fail, or is a finding"
        ));
    }
    for open in checks.open.iter().take(MOST_CAUSES) {
        let names: Vec<&str> = open.names.iter().take(MOST_NAMES).map(String::as_str).collect();
        let more = match open.names.len() - names.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let place = names.first().and_then(|first| place_of(report, first)).unwrap_or_default();
        lines.push(format!(
            "  {OPEN}open{OPEN:#}    {}{more}  {DIM}{place}{DIM:#}: {}",
            names.join(", "),
            open.reason
        ));
        lines.push(format!("          {DIM}help: {}{DIM:#}", open.help));
    }
    if checks.functions == 0 && failed > 0 {
        lines.push(format!("  {OPEN}not proved{OPEN:#}    {}", count(failed as u128, "type or function")));
    }
    lines
}

/// The place of a function, if it is watched.
fn place_of(report: &Report, name: &str) -> Option<String> {
    let is_it = |function: &str| function.split_once("::").is_some_and(|(_, path)| path == name);
    let cutpoints = report.subjects.iter().flat_map(|subject| &subject.cutpoints);
    cutpoints.into_iter().find(|cutpoint| is_it(&cutpoint.function)).map(|cutpoint| at(&cutpoint.location))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Annotated;
    use crate::ledger::{self, Invariant, Ledger, Proof, Unanswered};
    use crate::native::TestRun;
    use crate::probe::tests::side_car;

    fn ledger() -> Ledger {
        let subjects = crate::probe::tests::check(&side_car(), &[]);
        ledger::open(&subjects, &TestRun::default(), &Default::default(), &|_| true)
    }

    fn check(ledger: &Ledger, detail: Detail, expected: &str) {
        let shown = lines(&crate::report::view::tests::of(ledger), detail).join("\n");
        let shown = anstream::adapter::strip_str(&shown).to_string();
        let (proofs, _) = shown.split_once("\nProofs   take").unwrap_or((&shown, ""));
        assert_eq!(proofs, expected);
    }

    #[test]
    fn a_proof_is_told_with_its_scope_and_its_invariants() {
        let mut ledger = ledger();
        let subject = &mut ledger.subjects[0];
        subject.proof = Proof::Proved { scope: "every client".into() };
        let invariant = |number: usize| Invariant {
            at: "after every public method".into(),
            expression: format!("n < {number}"),
        };
        subject.invariants = (1..=6).map(invariant).collect();
        let first = "  proved        stacks::Stack: no panic, overflow or index error, for every client\n";
        let invariants =
            (1..=6).map(|number| format!("  invariant     n < {number}  after every public method"));
        let invariants: Vec<String> = invariants.collect();
        let all = invariants.join("\n");
        check(&ledger, Detail::Everything, &format!("{first}{all}"));
        let some = invariants[..4].join("\n");
        let more = "                and 2 more invariants, which --verbose shows";
        check(&ledger, Detail::Screen, &format!("{first}{some}\n{more}"));
    }

    #[test]
    fn a_failed_proof_is_told_with_its_cause() {
        let mut ledger = ledger();
        ledger.subjects[0].proof = Proof::NotProved { reason: "push fails".into() };
        check(&ledger, Detail::Screen, "  not proved    stacks::Stack: push fails");
    }

    #[test]
    fn causes_are_told_with_a_place_and_with_what_would_help() {
        let mut ledger = ledger();
        ledger.annotated = Some(Annotated::default());
        ledger.answers.functions = 9;
        let functions = ["Stack::push", "b", "c", "d"].map(str::to_owned).to_vec();
        let open = Unanswered { functions, help: "give it more time".into() };
        ledger.answers.unanswered.insert("its time is up".into(), open);
        let expected = "\
Checks   0 of 9 functions that can panic: each check cannot fail, or is a finding
  open    Stack::push, b, c and 1 more  src/lib.rs:11: its time is up
          help: give it more time";
        check(&ledger, Detail::Screen, expected);
    }
}
