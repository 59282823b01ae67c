//! Confirms what exploration found. The calls are compiled and run as a client's test. Where one panics, the finding of that check is confirmed, or added if
//! nothing predicted it; where that is in code that is proved free of panics, it is a defect of ours.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use camino::Utf8Path;

use super::which_check::{Seen, kind_of};
use super::{Confirming, Results};
use crate::explore::{Explored, Reached};
use crate::judge::Freedom;
use crate::ledger::{Check, Ending, Finding, FindingStatus, Literals, Replay, Runner};
use crate::native::NativeError;
use crate::native::linked::{LeaveOut, LinkedCall, LinkedRun, LinkedTest, Linking};
use crate::probe::Place;
use crate::span::Position;
use crate::symex::BodyId;

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
            if freedom.is_free(reached.body) && !reached.is_of_result {
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
        let function = self.function_at(place);
        let span = |body: BodyId| self.code.program.declared(body).map(|(_, function)| &function.span);
        let span = function.and_then(span).map(|span| (span.start.line, span.end.line));
        let name = function.map(|body| self.code.program.name(body));
        let function = name.as_deref().zip(span).map(|(name, (first, last))| (name, first, last));
        let seen = Seen { place, is_line: at.is_line, message: &panic.message, function };
        let checks = results.values().flat_map(|result| &result.findings).map(|finding| &finding.check);
        if let Some(meant) = seen.meant(checks).cloned() {
            let findings = results.values_mut().flat_map(|result| &mut result.findings);
            let is_open =
                |it: &Finding| matches!(it.status, FindingStatus::Potential | FindingStatus::Remote);
            findings
                .filter(|it| is_open(it) && it.check.place == meant && seen.may_be_of(&it.check))
                .for_each(|it| confirm(it, reached, &replay));
            return;
        }
        let Some(result) = results.get_mut(&reached.subject) else { return };
        let program = self.code.program;
        let method = program.name(reached.body).to_string();
        let check = Check {
            place: place.clone(),
            function: name.map_or_else(|| method.clone(), |name| name.to_string()),
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
