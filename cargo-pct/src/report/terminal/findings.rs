//! What the analysis found, for a person: errors with the calls that lead to them, what is proved, what always holds.

use std::io::{self, Write};

use super::{BAD, DIM, GOOD, OPEN, at, count};
use crate::ledger::FindingStatus;
use crate::report::view::{Assumption, Finding, NotRun, ProofStatus, Report, Subject};

/// What every proof takes for granted.
const STANDING: &str = "enough memory and stack, no undefined behaviour in `unsafe` code, no use of one object by several\n         \
    threads at once, impls of std's traits that do what these ask of them where clients call std, and the\n         \
    `cfg`s, environment variables, overflow checks and debug assertions of this build";
/// Column at which a subject's lines begin.
const INDENT: &str = "                ";

/// Writes a subject's findings, proof and invariants; nothing if it was not analysed.
pub(super) fn write_subject(subject: &Subject, out: &mut impl Write) -> io::Result<()> {
    for finding in &subject.findings {
        write_finding(finding, out)?;
    }
    let proof = &subject.proof;
    match proof.status {
        ProofStatus::NotAnalysed => {}
        ProofStatus::Proved | ProofStatus::ProvedUnderAssumptions => {
            let scope = proof.scope.as_deref().unwrap_or_default();
            writeln!(out, "  {GOOD}proved{GOOD:#}        no panic, overflow or index error, for {scope}")?;
            write_assumptions(subject, out)?;
        }
        ProofStatus::NotProved => {
            let reason = proof.reason.as_deref().unwrap_or_default();
            writeln!(out, "  {OPEN}not proved{OPEN:#}    {reason}")?;
        }
    }
    for invariant in &subject.invariants {
        writeln!(out, "  invariant     {}  {DIM}{}{DIM:#}", invariant.expression, invariant.at)?;
    }
    if subject.made_states > 0 {
        writeln!(out, "  fabricated    {}", count(subject.made_states as u128, "state"))?;
    }
    for NotRun { function, reason } in &subject.not_run {
        writeln!(out, "  {DIM}not run{DIM:#}       {function} on fabricated states: {reason}")?;
    }
    Ok(())
}

/// What the user wrote and a proof takes for granted. What a call of code that is not known may do is followed.
fn write_assumptions(subject: &Subject, out: &mut impl Write) -> io::Result<()> {
    for Assumption { kind, callee, location } in &subject.assumptions {
        let word = match kind.as_str() {
            "requires" | "assume" => "given that",
            "allow" | "panics" => "apart from",
            _ => continue,
        };
        writeln!(out, "{INDENT}{word} `{kind}` {callee}  {DIM}{}{DIM:#}", at(location))?;
    }
    Ok(())
}

fn write_finding(finding: &Finding, out: &mut impl Write) -> io::Result<()> {
    let (style, label) = match finding.status {
        FindingStatus::Confirmed => (BAD, "CONFIRMED"),
        FindingStatus::Potential => (OPEN, "potential"),
        FindingStatus::Documented => (DIM, "documented"),
    };
    let place = at(&finding.location);
    writeln!(
        out,
        "  {style}{label:<14}{style:#}{}: {}  {DIM}{place}{DIM:#}",
        finding.method, finding.message
    )?;
    // Nothing is wrong with it, so how it comes about is left to the report.
    if finding.status == FindingStatus::Documented {
        return Ok(());
    }
    let words = |literals: &std::collections::BTreeMap<String, String>| {
        literals.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    };
    if !finding.state.is_empty() {
        writeln!(out, "{INDENT}on an object with {}", words(&finding.state))?;
    }
    if !finding.arguments.is_empty() {
        writeln!(out, "{INDENT}called with {}", words(&finding.arguments))?;
    }
    if let Some(replay) = &finding.replay {
        let place = replay
            .location
            .as_ref()
            .filter(|place| !place.file.starts_with('/') || place.file == finding.location.file)
            .map(|place| format!("  {DIM}{}{DIM:#}", at(place)))
            .unwrap_or_default();
        let message = if replay.message.is_empty() { String::new() } else { format!(": {}", replay.message) };
        writeln!(out, "{INDENT}{} when run ({}){message}{place}", replay.outcome, replay.runner.name())?;
    }
    for (index, line) in finding.reproduction.iter().enumerate() {
        let title = if index == 0 { "reproduce:" } else { "" };
        writeln!(out, "{INDENT}{title:<11}{line}")?;
    }
    Ok(())
}

/// Writes the number of findings, and what could not be read.
pub(super) fn write_totals(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let number = |status| report.findings(status).count();
    let [confirmed, potential, documented] =
        [FindingStatus::Confirmed, FindingStatus::Potential, FindingStatus::Documented].map(number);
    if confirmed + potential + documented > 0 {
        let style = match (confirmed, potential) {
            (0, 0) => DIM,
            (0, _) => OPEN,
            _ => BAD,
        };
        let documented = if documented > 0 { format!(", {documented} documented") } else { String::new() };
        writeln!(out, "{style}Findings{style:#} {confirmed} confirmed, {potential} potential{documented}")?;
    }
    let is_proved = |subject: &Subject| {
        matches!(subject.proof.status, ProofStatus::Proved | ProofStatus::ProvedUnderAssumptions)
    };
    if report.subjects.iter().any(is_proved) {
        writeln!(out, "Proofs   take for granted: {STANDING}.")?;
    }
    for opaque in &report.opaque {
        let place = at(&opaque.location);
        writeln!(out, "{OPEN}not read{OPEN:#}: {}  {DIM}{place}{DIM:#}  {}", opaque.function, opaque.reason)?;
    }
    Ok(())
}

/// What to do about the first confirmed finding, if there is one.
pub(super) fn next_step(report: &Report) -> Option<String> {
    let (_, finding) = report.findings(FindingStatus::Confirmed).next()?;
    Some(format!("Fix {} ({}): {}.", finding.method, at(&finding.location), finding.message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::tests_of_findings::finding;
    use crate::ledger::{Invariant, Proof, open};
    use crate::native::TestRun;
    use crate::probe::tests::side_car;

    #[test]
    fn a_confirmed_finding_is_shown_with_its_calls_and_comes_first_to_be_done() {
        let subjects = crate::probe::tests::check(&side_car(), &[]);
        let mut ledger =
            open(&subjects, &TestRun::default(), &Default::default(), &|id| id.ends_with("Stack"));
        let subject = &mut ledger.subjects[0];
        subject.findings = vec![finding("push", 12, FindingStatus::Confirmed)];
        subject.proof = Proof::NotProved { reason: "push fails".into() };
        let (at, expression) = ("after every public method".into(), "0 <= self.size".into());
        subject.invariants = vec![Invariant { at, expression }];
        let mut out = anstream::StripStream::new(Vec::new());
        super::super::write(&crate::report::view::tests::of(&ledger), &mut out).unwrap();
        let shown = String::from_utf8(out.into_inner()).unwrap();
        let expected = "\
  CONFIRMED     push: index out of bounds  src/lib.rs:12
                on an object with size = -1
                reproduce: let mut s = Stack::new(2);
                           s.push(0);
  not proved    push fails
  invariant     0 <= self.size  after every public method
";
        assert!(shown.contains(expected), "{shown}");
        assert!(shown.contains("Findings 1 confirmed, 0 potential\n"), "{shown}");
        assert!(shown.ends_with("Next     Fix push (src/lib.rs:12): index out of bounds.\n"), "{shown}");
    }
}
