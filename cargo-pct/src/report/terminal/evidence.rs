//! The evidence of a finding in words: the failure, the calls or the object, the result of the run, the other ways, and what is missing.

use std::collections::BTreeSet;

use super::Detail;
use crate::ledger::{FindingStatus, Literals, Runner};
use crate::report::view::{Context, Finding, Replay, Subject, Way};

/// Functions that are named as other ways to a check.
const MOST_WAYS: usize = 3;

/// Longer values are shortened in their middle.
const LONGEST_VALUE: usize = 60;

/// Longer statements are shortened in their middle.
const LONGEST_STATEMENT: usize = 100;

/// The failure: as the panic printed it, if it was seen.
pub(super) fn title(finding: &Finding) -> String {
    let printed = finding
        .way
        .replay
        .as_ref()
        .filter(|replay| replay.outcome == "panicked" && !replay.message.is_empty());
    match (finding.way.status, printed) {
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

/// All that is known of it: the calls, the object, the run, what is missing, and other ways.
pub(super) fn notes(subject: &Subject, finding: &Finding, detail: Detail) -> Vec<String> {
    let Way { status, replay, reproduction, .. } = &finding.way;
    let mut notes = Vec::new();
    if !reproduction.is_empty() {
        let longest = if detail == Detail::Screen { LONGEST_STATEMENT } else { usize::MAX };
        let statements = reproduction.iter().map(|statement| shortened(statement, longest));
        notes.push(format!("these calls lead to it:\n{}", statements.collect::<Vec<_>>().join("\n")));
    }
    // The object was made by the solver, and is another than that which the calls make.
    let is_shown = *status == FindingStatus::Confirmed && !reproduction.is_empty();
    if !is_shown || detail == Detail::Everything {
        notes.extend(situation(&subject.id, &finding.way, detail));
    }
    notes.extend(replay.as_ref().filter(|_| !is_shown).map(run));
    notes.extend(missing(finding));
    notes.extend(other_ways(finding));
    if detail == Detail::Everything {
        notes.extend(finding.contexts.iter().map(in_context));
    }
    notes
}

/// The call, with the object and the arguments of the evidence; nothing if these are not known.
fn situation(subject: &str, way: &Way, detail: Detail) -> Option<String> {
    let Way { method, state, arguments, .. } = way;
    let mut text = format!("`{method}` is called");
    if !state.is_empty() {
        let of = subject.rsplit("::").next().unwrap_or(subject);
        text = format!("{text} on {} {of} with {}", article(of), in_words(state, detail));
    }
    if !arguments.is_empty() {
        text = format!("{text}, and gets {}", in_words(arguments, detail));
    }
    (!state.is_empty() || !arguments.is_empty()).then_some(text)
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

/// Tells the result of a run.
fn run(replay: &Replay) -> String {
    let message = if replay.message.is_empty() { String::new() } else { format!(": {}", replay.message) };
    let runner = match replay.runner {
        Runner::Native => "the compiled code",
        Runner::Interpreter => "the interpreter",
    };
    format!("{runner}, run on it, {}{message}", replay.outcome)
}

/// Tells why a finding is not confirmed.
fn missing(finding: &Finding) -> Option<String> {
    if finding.way.status != FindingStatus::Potential {
        return None;
    }
    let Way { doubt, obstruction, breaks, state, unlikely, .. } = &finding.way;
    let of_calls = obstruction.as_ref().map(|reason| format!("calls seem to lead here, but {reason}"));
    let doubt = doubt.clone();
    let of_object = breaks
        .as_ref()
        .map(|condition| format!("no calls were found after which `{condition}` does not hold"));
    let found = if *unlikely { doubt.or(of_calls) } else { of_calls.or(doubt) };
    let nothing = || match state.is_empty() {
        true => "no calls of a client were found that lead here".to_owned(),
        false => "no calls were found that make this object".to_owned(),
    };
    Some(found.or(of_object).unwrap_or_else(nothing))
}

/// Advises the user what to write if the failure cannot happen. The analysis then checks it.
pub(super) fn help(finding: &Finding) -> Option<String> {
    if finding.way.status != FindingStatus::Potential {
        return None;
    }
    Some(match &finding.suggestion {
        Some(condition) => {
            format!("if none can, write `#[pct::invariant({condition})]` at the type: it is then checked")
        }
        None if !finding.way.state.is_empty() => {
            "if none can, say what always holds, with `#[pct::invariant(…)]` at the type: it is then checked"
                .to_owned()
        }
        None if !finding.way.arguments.is_empty() => {
            "if callers must not pass this, say so, with `#[pct::requires(…)]` at the function".to_owned()
        }
        None => {
            "write a test that shows it, or permit it, with `#[pct::panics(…)]` at the function".to_owned()
        }
    })
}

/// Other ways that lead to the check.
fn other_ways(finding: &Finding) -> Option<String> {
    if finding.others == 0 {
        return None;
    }
    let mut functions = BTreeSet::new();
    functions.extend(finding.contexts.iter().map(|context| format!("`{}`", context.way.method)));
    functions.remove(&format!("`{}`", finding.way.method));
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

/// Another way with its evidence.
fn in_context(context: &Context) -> String {
    let Context { subject, way } = context;
    let unknown = || format!("`{}` of {subject} is called", way.method);
    let situation = situation(subject, way, Detail::Everything).unwrap_or_else(unknown);
    let status = way.status.name();
    match way.reproduction.is_empty() {
        true => format!("{status}: {situation}"),
        false => format!("{status}: {situation}\n{}", way.reproduction.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::tests_of_findings::finding;
    use crate::ledger::{self, Ending, Finding as Way};
    use crate::native::TestRun;
    use crate::probe::tests::side_car;

    #[test]
    fn long_values_are_shortened_in_their_middle() {
        assert_eq!(shortened("abcdefghij", 10), "abcdefghij");
        assert_eq!(shortened("abcdefghijk", 10), "abcdef…ijk");
    }

    /// Title, notes and help of a check with these ways, a line each.
    fn told(ways: Vec<Way>, detail: Detail) -> String {
        let subjects = crate::probe::tests::check(&side_car(), &[]);
        let mut ledger =
            ledger::open(&subjects, &TestRun::default(), &Default::default(), &|id| id.ends_with("Stack"));
        ledger.subjects[0].findings = ways;
        let report = crate::report::view::tests::of(&ledger);
        let (subject, finding) = report.findings_by_worth().into_iter().next().unwrap();
        let help = help(finding).map(|help| format!("help: {help}"));
        let notes = notes(subject, finding, detail);
        [vec![title(finding)], notes, help.into_iter().collect()].concat().join("\n")
    }

    fn check(way: Way, expected: &str) {
        assert_eq!(told(vec![way], Detail::Screen), expected);
    }

    /// A finding that nobody has run.
    fn potential() -> Way {
        Way { reproduction: Vec::new(), ..finding("push", 12, FindingStatus::Potential) }
    }

    fn run_by(runner: Runner, outcome: Ending, message: &str) -> Option<ledger::Replay> {
        Some(ledger::Replay { runner, outcome, message: message.to_owned(), place: None })
    }

    #[test]
    fn what_is_missing_is_told_with_what_to_write() {
        check(
            potential(),
            "index out of bounds, perhaps
`push` is called on a Stack with size = -1
no calls were found that make this object
help: if none can, say what always holds, with `#[pct::invariant(…)]` at the type: it is then checked",
        );
        let breaks = Way { breaks: Some("self.size >= 0".into()), ..potential() };
        check(
            Way { suggestion: breaks.breaks.clone(), ..breaks },
            "index out of bounds, perhaps
`push` is called on a Stack with size = -1
no calls were found after which `self.size >= 0` does not hold
help: if none can, write `#[pct::invariant(self.size >= 0)]` at the type: it is then checked",
        );
        let arguments: Literals = [("n".to_owned(), "9".to_owned())].into();
        let of_arguments = Way { state: Literals::new(), arguments, ..potential() };
        check(
            of_arguments.clone(),
            "index out of bounds, perhaps
`push` is called, and gets n = 9
no calls of a client were found that lead here
help: if callers must not pass this, say so, with `#[pct::requires(…)]` at the function",
        );
        let doubted = Way {
            doubt: Some("as a client's `cmp` may have it".into()),
            arguments: Literals::new(),
            ..of_arguments
        };
        check(
            doubted,
            "index out of bounds, perhaps
as a client's `cmp` may have it
help: write a test that shows it, or permit it, with `#[pct::panics(…)]` at the function",
        );
    }

    #[test]
    fn calls_that_are_no_confirmation_are_told_unless_something_graver_is() {
        let of_calls = Way { obstruction: Some("push is not run: it has effects".into()), ..potential() };
        let told_of = |way: &Way| told(vec![way.clone()], Detail::Screen).lines().nth(2).unwrap().to_owned();
        assert_eq!(told_of(&of_calls), "calls seem to lead here, but push is not run: it has effects");
        let doubted = Way { doubt: Some("`push` is unsafe".into()), is_unlikely: true, ..of_calls };
        assert_eq!(told_of(&doubted), "`push` is unsafe");
        let weakly = Way { is_unlikely: false, ..doubted };
        assert_eq!(told_of(&weakly), "calls seem to lead here, but push is not run: it has effects");
    }

    #[test]
    fn a_run_is_told_with_its_runner_and_its_end() {
        let mut way = potential();
        let mut check_run = |runner, outcome, message, expected: &str| {
            way.replay = run_by(runner, outcome, message);
            let told = told(vec![way.clone()], Detail::Screen);
            assert_eq!(told.lines().nth(2).unwrap(), expected);
        };
        let native = Runner::Native;
        check_run(native, Ending::Returned, "", "the compiled code, run on it, returned");
        check_run(native, Ending::Panicked, "oh", "the compiled code, run on it, panicked: oh");
        check_run(native, Ending::Hangs, "", "the compiled code, run on it, hangs");
        check_run(native, Ending::Died, "", "the compiled code, run on it, died");
        check_run(Runner::Interpreter, Ending::Panicked, "", "the interpreter, run on it, panicked");
    }

    #[test]
    fn other_ways_are_counted_and_their_functions_named() {
        let others = |methods: &[&str]| {
            let push = finding("push", 12, FindingStatus::Confirmed);
            let way = |method: &&str| Way {
                method: (*method).to_owned(),
                status: FindingStatus::Potential,
                ..push.clone()
            };
            let ways = methods.iter().map(way).chain([push.clone()]).collect();
            told(ways, Detail::Screen).lines().last().unwrap().to_owned()
        };
        assert_eq!(others(&["push"]), "1 other way leads here");
        assert_eq!(others(&["pop", "push"]), "2 other ways lead here, from `pop`");
        assert_eq!(others(&["pop", "len"]), "2 other ways lead here, from `len` and `pop`");
        let many = others(&["a", "b", "c", "d"]);
        assert_eq!(many, "4 other ways lead here, as from `a`, `b`, `c`");
    }

    #[test]
    fn all_ways_are_told_where_everything_is_asked_for() {
        let push = finding("push", 12, FindingStatus::Confirmed);
        let other = Way {
            method: "pop".into(),
            status: FindingStatus::Potential,
            reproduction: Vec::new(),
            ..push.clone()
        };
        let unknown = Way { state: Literals::new(), method: "len".into(), ..other.clone() };
        let expected = "\
index out of bounds
these calls lead to it:
let mut s = Stack::new(2);
s.push(0);
`push` is called on a Stack with size = -1
2 other ways lead here, from `len` and `pop`
potential: `len` of stacks::Stack is called
potential: `pop` is called on a Stack with size = -1";
        assert_eq!(told(vec![push, other, unknown], Detail::Everything), expected);
    }
}
