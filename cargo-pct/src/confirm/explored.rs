//! Confirms what exploration found. The calls are compiled and run as a client's test. Where one panics, the finding of that check is confirmed, or added if
//! nothing predicted it; where that is in code that is proved free of panics, it is a defect of ours.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use camino::Utf8Path;

use super::{Confirming, Results};
use crate::explore::{Explored, Reached};
use crate::judge::Freedom;
use crate::ledger::{Check, Ending, Finding, FindingStatus, Literals, Replay, Runner};
use crate::native::NativeError;
use crate::native::linked::{LeaveOut, LinkedCall, LinkedRun, LinkedTest, Linking};
use crate::probe::Place;
use crate::replay;
use crate::span::Position;
use crate::symex::{BodyId, ErrorKind};

/// The tests of what was found have so much time together.
const MOST_TIME: Duration = Duration::from_secs(30);

/// The place of a panic.
struct At {
    place: Place,
    /// True if no more than the line is known.
    is_line: bool,
}

impl Confirming<'_> {
    /// Confirms what exploration found. Returns contradictions to what is proved, in words.
    pub(super) fn examine_explored(
        &self,
        explored: &Explored,
        results: &mut Results,
        freedom: &Freedom,
        root: &Utf8Path,
    ) -> Result<Vec<String>, NativeError> {
        // Each twice: what depends on addresses or on the order of hashes panics once, and not again.
        let tests = || explored.panics.iter().map(|it| it.test.clone());
        let tests: Vec<LinkedTest> = tests().chain(tests()).collect();
        let names = self.unit.source_names().unwrap_or_default();
        let mut defects = Vec::new();
        let most = Instant::now() + MOST_TIME;
        let until = Some(self.linking.until.map_or(most, |until| until.min(most)));
        let linking =
            Linking { tells_calls: true, until, is_in_sandbox: self.has_sandbox(), ..self.linking.clone() };
        let mut runs = linking.run(self.unit, &tests, LeaveOut::Test)?;
        let again = runs.split_off(explored.panics.len());
        for (reached, (run, again)) in explored.panics.iter().zip(runs.into_iter().zip(again)) {
            let (Ok(run), Ok(again)) = (run, again) else { continue };
            if !is_as_seen(reached, &run) || !is_as_seen(reached, &again) {
                continue;
            }
            let Some(at) = place_in_crate(&run, &names, root) else { continue };
            if freedom.is_free(reached.body) {
                defects.push(self.contradiction(reached, &run));
            } else {
                self.take(reached, &run, &at, results);
            }
        }
        Ok(defects)
    }

    fn contradiction(&self, reached: &Reached, run: &LinkedRun) -> String {
        let name = self.code.program.name(reached.body);
        let message = run.panic.as_ref().map_or("", |panic| panic.message.as_str());
        let calls: Vec<&str> = reached.test.calls.iter().map(|call| call.text.as_str()).collect();
        format!(
            "{}::{name} is proved free of panics, and made-up calls panicked in it: {message}: {}",
            self.unit.crate_name,
            calls.join(" ")
        )
    }

    /// Confirms the findings of the check that failed, or adds one.
    fn take(&self, reached: &Reached, run: &LinkedRun, at: &At, results: &mut Results) {
        let place = &at.place;
        let Some(panic) = &run.panic else { return };
        let replay = Replay {
            runner: Runner::Native,
            outcome: Ending::Panicked,
            message: panic.message.clone(),
            place: panic.place.clone(),
        };
        let may_be = |finding: &Finding| fits(finding, place, &panic.message);
        let all = results.values().flat_map(|result| &result.findings);
        let places: BTreeSet<&Place> = all.filter(|it| may_be(it)).map(|it| &it.check.place).collect();
        let is_told_apart = matches!(kind_of(&panic.message), ErrorKind::Panic | ErrorKind::Assert);
        if let Some(meant) = the_one_at(&places, at, is_told_apart).cloned() {
            let findings = results.values_mut().flat_map(|result| &mut result.findings);
            let is_open =
                |it: &Finding| matches!(it.status, FindingStatus::Potential | FindingStatus::Remote);
            findings
                .filter(|it| is_open(it) && it.check.place == meant && fits(it, place, &panic.message))
                .for_each(|it| confirm(it, reached, &replay));
            return;
        }
        let Some(result) = results.get_mut(&reached.subject) else { return };
        let program = self.code.program;
        let method = program.name(reached.body).to_string();
        let check = Check {
            place: place.clone(),
            function: self
                .function_at(place)
                .map_or_else(|| method.clone(), |body| program.name(body).to_string()),
            function_end: None,
            kind: kind_of(&panic.message).name().to_owned(),
            message: panic.message.lines().next().unwrap_or_default().to_owned(),
            invariant: None,
        };
        let mut finding = unknown(check, method.rsplit("::").next().unwrap_or(&method));
        confirm(&mut finding, reached, &replay);
        if program.documents_panics(reached.body) {
            finding.status = FindingStatus::Documented;
        }
        result.findings.push(finding);
    }

    /// The innermost function of the crate that has code on a line.
    fn function_at(&self, place: &Place) -> Option<BodyId> {
        let program = self.code.program;
        let functions = program.bodies().filter(|(body, _)| program.is_analysed(*body));
        let has_line = |body: &BodyId| {
            program.declared(*body).is_some_and(|(_, function)| {
                *function.span.file == *place.file
                    && (function.span.start.line..=function.span.end.line).contains(&place.line)
            })
        };
        functions
            .map(|(body, _)| body)
            .filter(has_line)
            .max_by_key(|body| self.start_of(*body).map(|it| it.line))
    }

    fn start_of(&self, body: BodyId) -> Option<Position> {
        self.code.program.declared(body).map(|(_, function)| function.span.start)
    }
}

/// Tells whether a run panicked where the engine saw it.
fn is_as_seen(reached: &Reached, run: &LinkedRun) -> bool {
    let start = |place: &Place| (place.file.clone(), place.line, place.column);
    let place = run.panic.as_ref().and_then(|panic| panic.place.as_ref());
    place.map(start) == reached.place.as_ref().map(start)
}

/// The place of a panic in the crate: its own, or that of the innermost call that stands there, if std or another crate panicked. None for a
/// panic of the test's own code.
fn place_in_crate(run: &LinkedRun, names: &BTreeSet<String>, root: &Utf8Path) -> Option<At> {
    let panic = run.panic.as_ref()?;
    if let Some(place) = panic.place.clone().filter(|place| names.contains(&place.file)) {
        return Some(At { place, is_line: false });
    }
    run.calls.iter().find_map(|call| {
        let path = Utf8Path::new(&call.file);
        let name = path.strip_prefix(root).unwrap_or(path).as_str();
        let line = call.line;
        let place = Place { file: name.to_owned(), line, column: 1, end_line: line, end_column: 1 };
        names.contains(name).then_some(At { place, is_line: true })
    })
}

fn confirm(finding: &mut Finding, reached: &Reached, replay: &Replay) {
    let statement = |call: &LinkedCall| {
        let mut all = call.before.clone();
        all.push(call.text.clone());
        all
    };
    *finding = Finding {
        status: FindingStatus::Confirmed,
        replay: Some(replay.clone()),
        reproduction: reached.test.calls.iter().flat_map(statement).collect(),
        imports: reached.test.imports.clone(),
        doubt: None,
        breaks: None,
        suggestion: None,
        is_unlikely: false,
        obstruction: None,
        steps: None,
        ..finding.clone()
    };
}

/// The check that a panic at a place is of, among those that may be meant: the one that begins there, or else the only one if the place is within it, or
/// is no more than a line, or the message tells checks apart (`is_told_apart`), which the language's own messages do not. None where it is not clear.
fn the_one_at<'p>(places: &BTreeSet<&'p Place>, at: &At, is_told_apart: bool) -> Option<&'p Place> {
    let start = (at.place.line, at.place.column);
    let begins_there = |it: &&&Place| (it.line, it.column) == start;
    let mut beginning = places.iter().filter(|it| !at.is_line && begins_there(it));
    if let Some(first) = beginning.next() {
        return beginning.next().is_none().then_some(*first);
    }
    let contains = |it: &Place| (it.line, it.column) <= start && start < (it.end_line, it.end_column);
    let only = places.first().copied().filter(|_| places.len() == 1)?;
    (at.is_line || is_told_apart || contains(only)).then_some(only)
}

/// Tells whether a panic may be that of a finding's check: it is on the line where the check begins, and has its message. Of a message of several
/// lines, the first one counts.
fn fits(finding: &Finding, place: &Place, message: &str) -> bool {
    let check = &finding.check;
    let first_line = message.lines().next().unwrap_or_default();
    let template = check.message.replace('…', "{}");
    (&check.place.file, check.place.line) == (&place.file, place.line)
        && (replay::fits(&template, message) || replay::fits(&template, first_line))
}

/// A finding of which nothing but its check is known.
fn unknown(check: Check, method: &str) -> Finding {
    Finding {
        check,
        status: FindingStatus::Potential,
        doubt: None,
        is_unlikely: false,
        steps: None,
        breaks: None,
        suggestion: None,
        method: method.to_owned(),
        is_of_others: false,
        state: Literals::new(),
        arguments: Literals::new(),
        replay: None,
        reproduction: Vec::new(),
        imports: Vec::new(),
        obstruction: None,
    }
}

/// The kind of check that fails with a message of the language or of std.
fn kind_of(message: &str) -> ErrorKind {
    const KINDS: [(&str, ErrorKind); 9] = [
        ("attempt to divide", ErrorKind::Divide),
        ("attempt to calculate the remainder", ErrorKind::Divide),
        ("attempt to ", ErrorKind::Overflow),
        ("index out of bounds", ErrorKind::Index),
        ("range ", ErrorKind::Index),
        ("slice index", ErrorKind::Index),
        ("called `", ErrorKind::Unwrap),
        ("assertion", ErrorKind::Assert),
        ("byte index", ErrorKind::Index),
    ];
    let found = KINDS.iter().find(|(beginning, _)| message.starts_with(beginning));
    found.map_or(ErrorKind::Panic, |(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_checks_on_a_line_the_one_that_panicked_is_meant_or_none() {
        let place = |column: u32, end_column: u32| Place {
            file: "src/lib.rs".to_owned(),
            line: 3,
            column,
            end_line: 3,
            end_column,
        };
        let (sum, whole, other) = (place(5, 10), place(5, 14), place(20, 25));
        let meant = |places: &[&Place], column, is_line| {
            let at = At { place: place(column, column), is_line };
            the_one_at(&places.iter().copied().collect(), &at, false).map(|it| it.end_column)
        };
        assert_eq!(meant(&[&sum, &other], 20, false), Some(25));
        assert_eq!(meant(&[&sum, &whole], 5, false), None, "both begin there");
        // `unwrap` of `x.unwrap()`.
        assert_eq!(meant(&[&sum], 7, false), Some(10));
        assert_eq!(meant(&[&sum], 12, false), None, "another check of that line");
        assert_eq!(meant(&[&sum], 1, true), Some(10), "the line is all that is known");
        assert_eq!(meant(&[&sum, &other], 1, true), None);
    }

    #[test]
    fn messages_of_the_language_tell_the_kind_of_check() {
        let kind = |message| kind_of(message).name();
        assert_eq!(kind("attempt to divide by zero"), "divide");
        assert_eq!(kind("attempt to negate with overflow"), "overflow");
        assert_eq!(kind("range start index 3 out of range for slice of length 2"), "index");
        assert_eq!(kind("called `Option::unwrap()` on a `None` value"), "unwrap");
        assert_eq!(kind("the stack is full"), "panic");
    }
}
