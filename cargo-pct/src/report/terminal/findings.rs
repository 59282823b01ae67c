//! The failing checks, for a person: those with calls that lead to them first. As many as there is room for are shown with their source and
//! evidence, the next ones in a line each, the rest is counted.

use super::snippet::{Message, Severity, Sources};
use super::{BAD, DIM, Detail, OPEN, at, count, evidence};
use crate::ledger::FindingStatus;
use crate::report::view::{Finding, Report, Subject};

/// Findings with a line each, behind those that are shown whole.
const MOST_LINES: usize = 8;

/// The findings, in lines; about as many as there is room for, and at least the first of them whole.
pub(super) fn lines(report: &Report, sources: &dyn Sources, detail: Detail, room: usize) -> Vec<String> {
    let (unlikely, found): (Vec<_>, Vec<_>) = report
        .findings_by_worth()
        .into_iter()
        .partition(|(_, it)| detail == Detail::Screen && is_unlikely(it));
    let mut lines = Vec::new();
    let reserved = found.len().min(MOST_LINES);
    let mut folded: Vec<&Finding> = Vec::new();
    for (subject, finding) in &found {
        let message = whole(subject, finding, detail).render(sources);
        let message: Vec<String> = message.lines().map(str::to_owned).chain([String::new()]).collect();
        let fits = lines.is_empty() || lines.len() + message.len() + reserved <= room;
        match detail {
            Detail::Everything => lines.extend(message),
            Detail::Screen if folded.is_empty() && fits => lines.extend(message),
            Detail::Screen => folded.push(finding),
        }
    }
    lines.extend(folded.iter().take(MOST_LINES).map(|finding| in_a_line(finding)));
    if let Some(more) = folded.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
        lines.push(format!("{DIM}and {}, which --verbose shows{DIM:#}", count(more as u128, "more finding")));
    }
    if !unlikely.is_empty() {
        let more = count(unlikely.len() as u128, "unlikely finding");
        lines.push(format!("{DIM}and {more}: --verbose shows them, and what speaks against each{DIM:#}"));
    }
    lines.extend(summary(report, detail));
    lines
}

/// Tells whether something speaks against a finding that is not confirmed.
fn is_unlikely(finding: &Finding) -> bool {
    finding.way.status == FindingStatus::Potential && finding.way.unlikely
}

/// A finding with its source and evidence.
fn whole<'f>(subject: &'f Subject, finding: &'f Finding, detail: Detail) -> Message<'f> {
    let is_confirmed = finding.way.status == FindingStatus::Confirmed;
    Message {
        severity: if is_confirmed { Severity::Error } else { Severity::Warning },
        kind: &finding.kind,
        title: evidence::title(finding),
        location: &finding.location,
        end: finding.end,
        notes: evidence::notes(subject, finding, detail),
        help: evidence::help(finding),
    }
}

/// `warning[overflow]: attempt to add with overflow, in Stack::push  src/lib.rs:12`.
fn in_a_line(finding: &Finding) -> String {
    let (style, severity) = match finding.way.status {
        FindingStatus::Confirmed => (BAD, "error"),
        FindingStatus::Potential | FindingStatus::Documented | FindingStatus::Remote => (OPEN, "warning"),
    };
    let Finding { kind, message, function, .. } = finding;
    let place = at(&finding.location);
    format!("{style}{severity}[{kind}]{style:#}: {message}, in {function}  {DIM}{place}{DIM:#}")
}

/// The numbers of findings; those that the documentation announces by their functions.
fn summary(report: &Report, detail: Detail) -> Vec<String> {
    let number = |status| report.findings(status).count();
    let [confirmed, potential, documented, remote] = [
        FindingStatus::Confirmed,
        FindingStatus::Potential,
        FindingStatus::Documented,
        FindingStatus::Remote,
    ]
    .map(number);
    let mut lines = Vec::new();
    if detail == Detail::Everything {
        for (_, finding) in report.findings(FindingStatus::Documented) {
            let place = at(&finding.location);
            lines.push(format!(
                "{DIM}documented{DIM:#}: {}, in {}  {DIM}{place}{DIM:#}",
                finding.message, finding.function
            ));
        }
    }
    if confirmed + potential + documented + remote == 0 {
        return lines;
    }
    let style = match (confirmed, potential) {
        (0, 0) => DIM,
        (0, _) => OPEN,
        _ => BAD,
    };
    let documented = if documented > 0 { format!(", {documented} documented") } else { String::new() };
    let unlikely =
        match report.findings(FindingStatus::Potential).filter(|(_, finding)| is_unlikely(finding)).count() {
            0 => String::new(),
            some => format!(" ({some} unlikely)"),
        };
    lines.push(format!(
        "{style}Findings{style:#} {confirmed} confirmed, {potential} potential{unlikely}{documented}"
    ));
    lines.extend(far_away(report));
    lines.push(String::new());
    lines
}

/// The remote checks: each with its place and the number of steps that it needs.
fn far_away(report: &Report) -> Option<String> {
    let remote = report.findings(FindingStatus::Remote).map(|(_, finding)| {
        let power = finding.way.steps.map_or(0, u64::ilog2);
        format!("{} in {} ({}, 2^{power})", finding.message, finding.function, at(&finding.location))
    });
    let remote: Vec<String> = remote.collect();
    let all = remote.join("; ");
    (!remote.is_empty())
        .then(|| format!("{DIM}Remote{DIM:#}   so many calls or rounds of loops are needed: {all}"))
}

/// Names the first potential finding against which nothing speaks, and what to do about it.
pub(super) fn potential_step(report: &Report) -> Option<String> {
    let (_, finding) = report
        .findings_by_worth()
        .into_iter()
        .find(|(_, finding)| finding.way.status == FindingStatus::Potential && !is_unlikely(finding))?;
    Some(format!(
        "Look at {} ({}): {}. Write a test that shows it, or say why it cannot happen.",
        finding.function,
        at(&finding.location),
        finding.message
    ))
}

/// Suggests an invariant that excludes the first finding whose object breaks a condition that always held.
pub(super) fn invariant_step(report: &Report) -> Option<String> {
    let breaks = |finding: &Finding| is_unlikely(finding) && finding.way.breaks.is_some();
    let (_, finding) = report.findings_by_worth().into_iter().find(|(_, finding)| breaks(finding))?;
    let place = at(&finding.location);
    Some(match &finding.suggestion {
        Some(condition) => format!(
            "Write `#[pct::invariant({})]`, if that always holds: it is checked, and may exclude `{}` ({place}).",
            condition, finding.message
        ),
        None => format!("Look at {} ({place}): {}.", finding.function, finding.message),
    })
}

/// Names the first confirmed finding as the one to fix.
pub(super) fn next_step(report: &Report) -> Option<String> {
    let (_, finding) = report.findings(FindingStatus::Confirmed).next()?;
    Some(format!("Fix {} ({}): {}.", finding.way.method, at(&finding.location), evidence::title(finding)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::tests_of_findings::finding;
    use crate::ledger::{self, Ending, Finding as Way, Replay, Runner};
    use crate::native::TestRun;
    use crate::probe::tests::side_car;

    /// The lines of these ways to failures of a stack, without colours.
    fn check(ways: Vec<Way>, detail: Detail, room: usize) -> String {
        let subjects = crate::probe::tests::check(&side_car(), &[]);
        let mut ledger =
            ledger::open(&subjects, &TestRun::default(), &Default::default(), &|id| id.ends_with("Stack"));
        ledger.subjects[0].findings = ways;
        let report = crate::report::view::tests::of(&ledger);
        let sources = |_: &str| Some("        self.items[at]\n".repeat(99));
        let lines = lines(&report, &sources, detail, room).join("\n");
        anstream::adapter::strip_str(&lines).to_string()
    }

    fn panicked(message: &str) -> Option<Replay> {
        let (outcome, message) = (Ending::Panicked, message.to_owned());
        Some(Replay { runner: Runner::Native, outcome, message, place: None })
    }

    #[test]
    fn a_confirmed_finding_is_told_as_the_panic_printed_it_with_its_calls() {
        let replay = panicked("index out of bounds: the len is 3 but the index is 5");
        let push = Way { replay, ..finding("push", 12, FindingStatus::Confirmed) };
        let other = Way {
            method: "extend".into(),
            check: push.check.clone(),
            ..finding("push", 12, FindingStatus::Potential)
        };
        let expected = "\
error[index]: index out of bounds: the len is 3 but the index is 5
  --> src/lib.rs:12:9
   |
12 |         self.items[at]
   |         ^^^^^^^^^^^
   |
   = note: these calls lead to it:
           let mut s = Stack::new(2);
           s.push(0);
   = note: 1 other way leads here, from `extend`

Findings 1 confirmed, 0 potential
";
        assert_eq!(check(vec![other, push], Detail::Screen, 60), expected);
    }

    #[test]
    fn a_potential_finding_says_what_is_missing() {
        let way = Way { reproduction: Vec::new(), ..finding("push", 12, FindingStatus::Potential) };
        let doubted = Way {
            doubt: Some("as a client's `cmp` may have it".into()),
            check: ledger::Check { message: "no order".into(), ..way.check.clone() },
            ..way.clone()
        };
        let expected = "\
warning[index]: index out of bounds, perhaps
  --> src/lib.rs:12:9
   |
12 |         self.items[at]
   |         ^^^^^^^^^^^
   |
   = note: `push` is called on a Stack with size = -1
   = note: no calls were found that make this object
   = help: if none can, say what always holds, with `#[pct::invariant(…)]` at the type: it is then checked

warning[index]: no order, perhaps
  --> src/lib.rs:12:9
   |
12 |         self.items[at]
   |         ^^^^^^^^^^^
   |
   = note: `push` is called on a Stack with size = -1
   = note: as a client's `cmp` may have it
   = help: if none can, say what always holds, with `#[pct::invariant(…)]` at the type: it is then checked

Findings 0 confirmed, 2 potential
";
        assert_eq!(check(vec![doubted, way], Detail::Screen, 60), expected);
    }

    #[test]
    fn unlikely_findings_are_counted_and_told_where_everything_is() {
        let unlikely = Way { is_unlikely: true, ..finding("push", 12, FindingStatus::Potential) };
        let ways = vec![
            unlikely.clone(),
            Way { is_unlikely: false, ..finding("pop", 20, FindingStatus::Potential) },
        ];
        let shown = check(ways.clone(), Detail::Screen, 60);
        let end = "
and 1 unlikely finding: --verbose shows them, and what speaks against each
Findings 0 confirmed, 2 potential (1 unlikely)
";
        assert!(shown.ends_with(end) && !shown.contains("lib.rs:12"), "{shown}");
        let shown = check(ways, Detail::Everything, 60);
        assert!(shown.contains("lib.rs:12") && shown.find("lib.rs:20") < shown.find("lib.rs:12"), "{shown}");
    }

    #[test]
    fn findings_without_room_have_a_line_each_and_then_none() {
        let ways = |number: u32| {
            (1..=number).map(|line| finding("push", line, FindingStatus::Potential)).collect::<Vec<_>>()
        };
        let lines = |number, detail, room| check(ways(number), detail, room).lines().count();
        let shown = check(ways(20), Detail::Screen, 30);
        assert!(
            shown.contains("warning[index]: index out of bounds, in Stack::push  src/lib.rs:9"),
            "{shown}"
        );
        assert!(shown.contains("and 11 more findings, which --verbose shows"), "{shown}");
        assert!(lines(20, Detail::Screen, 30) <= 40 && lines(20, Detail::Screen, 0) <= 25, "{shown}");
        assert!(lines(20, Detail::Everything, 0) > 200);
    }
}
