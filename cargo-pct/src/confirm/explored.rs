//! Confirms what exploration found. The calls are compiled and run as a client's test. Where one panics, the finding of that check is confirmed, or added if
//! nothing predicted it; where that is in code that is proved free of panics, it is a defect of ours.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use camino::Utf8Path;

use super::which_check::{Seen, kind_of};
use super::{Confirming, Results};
use crate::build::ATTRIBUTE_LENGTH;
use crate::explore::{Explored, Reached};
use crate::judge::Freedom;
use crate::ledger::{Check, Ending, Finding, FindingStatus, Literals, Replay, Runner};
use crate::native::NativeError;
use crate::native::linked::{LeaveOut, LinkedCall, LinkedRun, LinkedTest, Linking, NotRun};
use crate::probe::Place;
use crate::symex::{BodyId, ErrorKind};

/// The tests of what was found have so much time together.
const MOST_TIME: Duration = Duration::from_secs(45);

/// So many tests are compiled and run at once: what was run is known, though there be no time for the rest.
const PART: usize = 24;

/// The place of a panic.
struct At {
    place: Place,
    /// True if no more than the line is known.
    is_line: bool,
}

impl Confirming<'_> {
    /// Confirms what exploration found. Returns contradictions to what is proved, in words, and adds the subjects to `late` of which something was seen that
    /// there was no time to confirm.
    pub(super) fn examine_explored(
        &self,
        explored: &Explored,
        results: &mut Results,
        freedom: &Freedom,
        root: &Utf8Path,
        late: &mut BTreeSet<String>,
    ) -> Result<Vec<String>, NativeError> {
        let tests: Vec<LinkedTest> = explored.panics.iter().map(|it| it.test.clone()).collect();
        let names = self.unit.source_names().unwrap_or_default();
        let mut defects = Vec::new();
        let most = Instant::now() + MOST_TIME;
        let until = Some(self.linking.until.map_or(most, |until| until.min(most)));
        let linking =
            Linking { tells_calls: true, until, is_in_sandbox: self.has_sandbox(), ..self.linking.clone() };
        let mut runs = Vec::new();
        for part in tests.chunks(PART) {
            runs.extend(linking.run(self.unit, part, LeaveOut::Test)?);
        }
        for (reached, run) in explored.panics.iter().zip(runs) {
            if matches!(run, Err(NotRun::Late)) {
                late.extend(self.reporting(reached, results));
            }
            let Some(run) = run.ok().filter(|run| is_as_seen(reached, run)) else { continue };
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
        let seen = Seen { place, is_line: at.is_line, message: &panic.message };
        let (program, kind) = (self.code.program, kind_of(&panic.message));
        let is_of_language = matches!(kind, ErrorKind::Index | ErrorKind::Overflow | ErrorKind::Divide);
        let is_documented = |function: &str| program.documents(reached.body, is_of_language, function);
        let checks = results.values().flat_map(|result| &result.findings).map(|finding| &finding.check);
        if let Some(meant) = seen.meant(checks).cloned() {
            let findings = results.values_mut().flat_map(|result| &mut result.findings);
            let is_open = |it: &Finding| match it.status {
                FindingStatus::Potential | FindingStatus::Remote => true,
                FindingStatus::Documented => !is_documented(&it.check.function),
                FindingStatus::Confirmed => false,
            };
            findings
                .filter(|it| is_open(it) && it.check.place == meant && seen.may_be_of(&it.check))
                .for_each(|it| confirm(it, reached, &replay));
            return;
        }
        let Some(result) = self.reporting(reached, results).and_then(|id| results.get_mut(&id)) else {
            return;
        };
        let method = program.name(reached.body).to_string();
        let check = Check {
            place: place.clone(),
            function: self
                .function_at(place)
                .map_or_else(|| method.clone(), |body| program.name(body).to_string()),
            function_end: None,
            kind: kind.name().to_owned(),
            message: panic.message.lines().next().unwrap_or_default().to_owned(),
            invariant: None,
        };
        let is_documented = is_documented(&check.function);
        let mut finding = unknown(check, method.rsplit("::").next().unwrap_or(&method));
        confirm(&mut finding, reached, &replay);
        if is_documented {
            finding.status = FindingStatus::Documented;
        }
        result.findings.push(finding);
    }

    /// The subject that reports a panic of a function: the function's own, or any that has it among its entries.
    fn reporting(&self, reached: &Reached, results: &Results) -> Option<String> {
        let has_it = |id: &&String| {
            let subject = self.subjects.get(*id).map(|known| &known.1);
            subject.is_some_and(|it| it.entries.values().any(|entry| entry.body == reached.body))
        };
        let own = results.contains_key(&reached.subject).then_some(&reached.subject);
        own.or_else(|| results.keys().find(has_it)).cloned()
    }

    /// The function of the crate that has code at a place, or else on its line.
    fn function_at(&self, place: &Place) -> Option<BodyId> {
        let program = self.code.program;
        let mut on_line = None;
        for (body, code) in program.bodies().filter(|(body, _)| program.is_analysed(*body)) {
            let ends = code.body.blocks.values().map(|block| &block.terminator.source);
            let spans = ends.filter_map(|source| source.as_ref()?.span.as_ref());
            for span in spans.filter(|span| *span.file == *place.file && span.start.line == place.line) {
                if span.start.column == place.column {
                    return Some(body);
                }
                on_line = on_line.or(Some(body));
            }
        }
        on_line
    }
}

/// Tells whether a run panicked where the engine saw it. The engine's library has the user's own text; the test's has attributes in it, which move
/// what stands behind them on their line.
fn is_as_seen(reached: &Reached, run: &LinkedRun) -> bool {
    let place = run.panic.as_ref().and_then(|panic| panic.place.as_ref());
    match (place, &reached.place) {
        (Some(place), Some(seen)) => {
            let moved = place.column.checked_sub(seen.column);
            let is_on_line = place.file == seen.file && place.line == seen.line;
            is_on_line && moved.is_some_and(|moved| moved % ATTRIBUTE_LENGTH == 0)
        }
        (place, seen) => place.is_none() && seen.is_none(),
    }
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
        // They are of the calls that were thought of before.
        state: Literals::new(),
        arguments: Literals::new(),
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
