//! The failing checks, for a person: those with calls that lead to them first. As many as there is room for are shown with their source and
//! evidence, the next ones in a line each, the rest is counted.

use std::collections::BTreeSet;

use super::snippet::{Message, Severity, Sources};
use super::{BAD, DIM, Detail, OPEN, at, count};
use crate::ledger::{FindingStatus, Literals};
use crate::report::view::{Finding, Replay, Report, Subject};

/// Findings with a line each, behind those that are shown whole.
const MOST_LINES: usize = 8;

/// Functions that are named as other ways to a check.
const MOST_WAYS: usize = 3;

/// Longer values are shortened in their middle.
const LONGEST_VALUE: usize = 60;

/// The findings, in lines; about as many as there is room for, and at least the first of them whole.
pub(super) fn lines(report: &Report, sources: &dyn Sources, detail: Detail, room: usize) -> Vec<String> {
    let (unlikely, found): (Vec<_>, Vec<_>) =
        in_order(report).into_iter().partition(|(_, it)| detail == Detail::Screen && is_unlikely(it));
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
        let more = count(unlikely.len() as u128, "potential finding");
        lines.push(format!(
            "{DIM}and {more} with an object that breaks what always held, which --verbose shows{DIM:#}"
        ));
    }
    lines.extend(summary(report, detail));
    lines
}

/// Tells whether a finding needs an object that breaks what held in all executions.
fn is_unlikely(finding: &Finding) -> bool {
    finding.status == FindingStatus::Potential && finding.breaks.is_some()
}

/// Confirmed findings before potential ones. What the documentation announces is told in the summary.
fn in_order(report: &Report) -> Vec<(&Subject, &Finding)> {
    let mut found: Vec<_> = report.findings(FindingStatus::Confirmed).collect();
    let mut potential: Vec<_> = report.findings(FindingStatus::Potential).collect();
    potential.sort_by_key(|(_, finding)| (finding.breaks.is_some(), finding.doubt.is_some()));
    found.extend(potential);
    found
}

/// A finding with its source and evidence.
fn whole<'f>(subject: &'f Subject, finding: &'f Finding, detail: Detail) -> Message<'f> {
    let is_confirmed = finding.status == FindingStatus::Confirmed;
    let mut notes = Vec::new();
    if !finding.reproduction.is_empty() {
        notes.push(format!("these calls lead to it:\n{}", finding.reproduction.join("\n")));
    }
    notes.extend(situation(subject, finding, detail));
    notes.extend(
        finding.replay.as_ref().filter(|_| !is_confirmed || finding.reproduction.is_empty()).map(run),
    );
    notes.extend(doubt(finding));
    notes.extend(other_ways(finding));
    Message {
        severity: if is_confirmed { Severity::Error } else { Severity::Warning },
        kind: &finding.kind,
        title: title(finding),
        location: &finding.location,
        end: finding.end,
        notes,
        help: help(finding),
    }
}

/// The failure: as the panic printed it, if it was seen.
fn title(finding: &Finding) -> String {
    let printed =
        finding.replay.as_ref().filter(|replay| replay.outcome == "panicked" && !replay.message.is_empty());
    match (finding.status, printed) {
        (FindingStatus::Confirmed, Some(replay)) => {
            let lines = replay.message.lines().map(str::trim).filter(|line| !line.is_empty());
            shortened(&lines.collect::<Vec<_>>().join("; "), 2 * LONGEST_VALUE)
        }
        (FindingStatus::Confirmed | FindingStatus::Documented | FindingStatus::Remote, _) => {
            finding.message.clone()
        }
        (FindingStatus::Potential, _) => format!("{}, perhaps", finding.message),
    }
}

/// The call, with the object and the arguments of the evidence.
fn situation(subject: &Subject, finding: &Finding, detail: Detail) -> Option<String> {
    let mut text = format!("`{}` is called", finding.method);
    if !finding.state.is_empty() {
        let of = subject.id.rsplit("::").next().unwrap_or(&subject.id);
        text = format!("{text} on {} {of} with {}", article(of), in_words(&finding.state, detail));
    }
    if !finding.arguments.is_empty() {
        text = format!("{text}, and gets {}", in_words(&finding.arguments, detail));
    }
    (!finding.state.is_empty() || !finding.arguments.is_empty()).then_some(text)
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// `n = 3, items = vec![]`.
fn in_words(literals: &Literals, detail: Detail) -> String {
    let longest = match detail {
        Detail::Screen => LONGEST_VALUE,
        Detail::Everything => usize::MAX,
    };
    let parts = literals.iter().map(|(name, value)| format!("{name} = {}", shortened(value, longest)));
    parts.collect::<Vec<_>>().join(", ")
}

/// A text of at most so many characters, an ellipsis for its middle if it is longer.
fn shortened(text: &str, longest: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= longest {
        return text.to_owned();
    }
    let end = longest / 3;
    let begin = longest - end - 1;
    let part = |characters: &[char]| characters.iter().collect::<String>();
    format!("{}…{}", part(&characters[..begin]), part(&characters[characters.len() - end..]))
}

/// What a run showed.
fn run(replay: &Replay) -> String {
    let message = if replay.message.is_empty() { String::new() } else { format!(": {}", replay.message) };
    match replay.runner {
        crate::ledger::Runner::Native => {
            format!("run with this object, the compiled code {}{message}", replay.outcome)
        }
        crate::ledger::Runner::Interpreter => {
            format!("run with this object, the interpreter {}{message}", replay.outcome)
        }
    }
}

/// The reason why it is not confirmed.
fn doubt(finding: &Finding) -> Option<String> {
    if finding.status != FindingStatus::Potential {
        return None;
    }
    Some(match &finding.doubt {
        Some(doubt) => doubt.clone(),
        None if finding.state.is_empty() => "no calls of a client were found that lead here".to_owned(),
        None if finding.breaks.is_some() => {
            let condition = finding.breaks.as_deref().unwrap_or_default();
            format!("no calls were found after which `{condition}` does not hold")
        }
        None => "no calls were found that make this object".to_owned(),
    })
}

/// What to write if the object cannot be: a condition on its fields, which is then checked.
fn help(finding: &Finding) -> Option<String> {
    let condition = finding.breaks.as_ref()?;
    let is_of_fields = condition.contains("self.") && finding.status == FindingStatus::Potential;
    is_of_fields.then(|| {
        format!("if none can, write `#[pct::invariant({condition})]` at the type: it is then checked")
    })
}

/// Other ways that lead to the check.
fn other_ways(finding: &Finding) -> Option<String> {
    if finding.others == 0 {
        return None;
    }
    let mut functions = BTreeSet::new();
    functions.extend(finding.contexts.iter().map(|context| format!("`{}`", context.method)));
    functions.remove(&format!("`{}`", finding.method));
    let named: Vec<String> = functions.iter().take(MOST_WAYS).cloned().collect();
    let ways = match finding.others {
        1 => "1 other way leads here".to_owned(),
        many => format!("{many} other ways lead here"),
    };
    Some(match (named.is_empty(), functions.len() > named.len()) {
        (true, _) => ways,
        (false, true) => format!("{ways}, as from {}", named.join(", ")),
        (false, false) => format!("{ways}, from {}", named.join(" and ")),
    })
}

/// `warning[overflow]: attempt to add with overflow, in Stack::push  src/lib.rs:12`.
fn in_a_line(finding: &Finding) -> String {
    let (style, severity) = match finding.status {
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
    lines.push(format!("{style}Findings{style:#} {confirmed} confirmed, {potential} potential{documented}"));
    lines.extend(far_away(report));
    lines.push(String::new());
    lines
}

/// The remote checks: each with its place and the number of steps that it needs.
fn far_away(report: &Report) -> Option<String> {
    let remote = report.findings(FindingStatus::Remote).map(|(_, finding)| {
        let power = finding.steps.map_or(0, u64::ilog2);
        format!("{} in {} ({}, 2^{power})", finding.message, finding.function, at(&finding.location))
    });
    let remote: Vec<String> = remote.collect();
    let all = remote.join("; ");
    (!remote.is_empty())
        .then(|| format!("{DIM}Remote{DIM:#}   so many calls or rounds of loops are needed: {all}"))
}

/// What to do about the first potential finding whose object breaks nothing that always held, if there is one.
pub(super) fn potential_step(report: &Report) -> Option<String> {
    let (_, finding) = in_order(report)
        .into_iter()
        .find(|(_, finding)| finding.status == FindingStatus::Potential && !is_unlikely(finding))?;
    Some(format!(
        "Look at {} ({}): {}. Write a test that shows it, or say why it cannot happen.",
        finding.function,
        at(&finding.location),
        finding.message
    ))
}

/// What to do about the first finding whose object breaks what always held, if there is one.
pub(super) fn invariant_step(report: &Report) -> Option<String> {
    let (_, finding) = in_order(report).into_iter().find(|(_, finding)| is_unlikely(finding))?;
    let place = at(&finding.location);
    Some(match help(finding) {
        Some(_) => format!(
            "Write `#[pct::invariant({})]`, if that always holds: it is checked, and may exclude `{}` ({place}).",
            finding.breaks.as_deref().unwrap_or_default(),
            finding.message
        ),
        None => format!("Look at {} ({place}): {}.", finding.function, finding.message),
    })
}

/// What to do about the first confirmed finding, if there is one.
pub(super) fn next_step(report: &Report) -> Option<String> {
    let (_, finding) = report.findings(FindingStatus::Confirmed).next()?;
    Some(format!("Fix {} ({}): {}.", finding.method, at(&finding.location), title(finding)))
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
   = note: `push` is called on a Stack with size = -1
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

warning[index]: no order, perhaps
  --> src/lib.rs:12:9
   |
12 |         self.items[at]
   |         ^^^^^^^^^^^
   |
   = note: `push` is called on a Stack with size = -1
   = note: as a client's `cmp` may have it

Findings 0 confirmed, 2 potential
";
        assert_eq!(check(vec![doubted, way], Detail::Screen, 60), expected);
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

    #[test]
    fn long_values_are_shortened_in_their_middle() {
        assert_eq!(shortened("abcdefghij", 10), "abcdefghij");
        assert_eq!(shortened("abcdefghijk", 10), "abcdef…ijk");
    }
}
