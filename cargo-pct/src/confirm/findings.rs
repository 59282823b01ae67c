//! Evidence of findings. *Confirmed* means: the compiled code of a client's calls has panicked at that place with that message, or has left an
//! object of which the invariant does not hold. What only the interpreter saw is *potential*.
//!
//! The calls of all findings of a crate are compiled at once, as tests that link the library. Where there is no library to link, the calls that
//! the hidden drivers made count: these are compiled code, too.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use camino::Utf8Path;

use super::Results;
use super::broken::breaks;
use super::expansions::Expansions;
use crate::build::Unit;
use crate::judge::{FindingClaim, Task};
use crate::ledger::{Ending, Finding, FindingStatus, Replay, Runner};
use crate::lower::Failure;
use crate::native::NativeError;
use crate::native::linked::{LeaveOut, LinkedRun, LinkedTest, Linking, NotRun};
use crate::probe::{CutpointKind, Place};
use crate::replay;
use crate::span::Span;
use crate::testgen::Reproduction;

/// Compiles and runs what was claimed of the subjects of a crate. Findings that the runs do not show become potential. Returns the subjects
/// with claims that there was no time to run.
///
/// Calls that do not show their finding are run again, with other uses of their results.
pub(super) fn examine(
    unit: &Unit,
    root: &Utf8Path,
    linking: &Linking,
    tasks: &[Task],
    results: &mut Results,
) -> Result<BTreeSet<String>, NativeError> {
    let mut late = BTreeSet::new();
    let mut claims: Vec<(String, FindingClaim)> = Vec::new();
    let mut guessed: Vec<(String, Finding, FindingClaim)> = Vec::new();
    for (id, result) in results.iter_mut() {
        claims
            .extend(std::mem::take(&mut result.finding_claims).into_iter().map(|claim| (id.clone(), claim)));
        let own = std::mem::take(&mut result.guessed);
        guessed.extend(own.into_iter().map(|(finding, claim)| (id.clone(), finding, claim)));
    }
    // Where the list cannot be read, places are not compared.
    let names = unit.source_names().unwrap_or_default();
    let sources = Sources { unit, root, names, expansions: OnceCell::new() };
    let run = |tests: &[&Reproduction]| match tests.is_empty() {
        true => Ok(Vec::new()),
        false => {
            let asked: Vec<LinkedTest> = tests.iter().map(|test| test.asking()).collect();
            linking.run(unit, &asked, LeaveOut::Test)
        }
    };
    let of_claims = claims.iter().map(|(_, claim)| claim).chain(guessed.iter().map(|(.., claim)| claim));
    let tests: Vec<&Reproduction> = of_claims.filter_map(|claim| claim.test.as_ref().ok()).collect();
    let mut runs = run(&tests)?.into_iter();
    let mut variations = Vec::new();
    for (id, claim) in &claims {
        let run = match &claim.test {
            Ok(_) => runs.next().unwrap_or_else(|| Err(NotRun::Otherwise("it was not run".to_owned()))),
            Err(why) => Err(NotRun::Otherwise(why.clone())),
        };
        if matches!(run, Err(NotRun::Late)) && !claim.is_guess {
            late.insert(id.clone());
        }
        let task = tasks.iter().find(|task| task.subject.id == *id);
        let finding = results.get_mut(id).and_then(|result| result.findings.get_mut(claim.finding));
        let Some(finding) = finding else { continue };
        if !judge(&sources, task, finding, claim, run) {
            variations.extend(claim.variations.iter().map(|test| (id, claim, task, test)));
        }
    }
    add_shown(&sources, tasks, guessed, runs, results);
    let tests: Vec<&Reproduction> = variations.iter().map(|(.., test)| *test).collect();
    for ((id, claim, task, test), run) in variations.iter().zip(run(&tests)?) {
        let shown = run.ok().and_then(|run| shown_by(&sources, *task, claim, &run));
        let finding = results.get_mut(*id).and_then(|result| result.findings.get_mut(claim.finding));
        if let (Some(finding), Some(replay)) = (finding, shown) {
            confirm(finding, test, replay);
        }
    }
    Ok(late)
}

/// Adds the findings of guesses that their runs show.
fn add_shown(
    sources: &Sources<'_>,
    tasks: &[Task],
    guessed: Vec<(String, Finding, FindingClaim)>,
    mut runs: impl Iterator<Item = Result<LinkedRun, NotRun>>,
    results: &mut Results,
) {
    for (id, mut finding, claim) in guessed {
        let Ok(test) = &claim.test else { continue };
        let task = tasks.iter().find(|task| task.subject.id == id);
        let shown = runs.next().and_then(Result::ok);
        let shown = shown.and_then(|run| shown_by(sources, task, &claim, &run));
        if let (Some(replay), Some(result)) = (shown, results.get_mut(&id)) {
            confirm(&mut finding, test, replay);
            result.findings.push(finding);
        }
    }
}

/// Whether a run of compiled code shows a finding; it becomes potential where none does.
fn judge(
    sources: &Sources<'_>,
    task: Option<&Task>,
    finding: &mut Finding,
    claim: &FindingClaim,
    run: Result<LinkedRun, NotRun>,
) -> bool {
    let failure = &claim.failure;
    if let (true, Ok(test)) = (claim.is_guess, &claim.test) {
        let shown = run.ok().and_then(|run| shown_by(sources, task, claim, &run));
        let is_shown = shown.is_some();
        shown.into_iter().for_each(|replay| confirm(finding, test, replay));
        return is_shown;
    }
    let shown = match (&run, claim.driven.clone()) {
        (Ok(run), _) => shown_by(sources, task, claim, run),
        // What the hidden drivers did shows no client's calls where rustc refuses these, or where they do not always do it.
        (Err(NotRun::Refused(_) | NotRun::Unsteady), _) => None,
        // The object was compared with the invariant.
        (Err(_), Some(replay)) if failure.invariant.is_some() => Some(replay),
        (Err(_), Some(replay)) => {
            let is_it = replay.outcome == Ending::Panicked
                && fits(sources, claim, &replay.message, replay.place.as_ref());
            is_it.then_some(replay)
        }
        (Err(_), None) => None,
    };
    if let Some(replay) = shown {
        finding.replay = Some(replay);
        return true;
    }
    match &run {
        Ok(_) => {
            finding.disprove("they did not, when they were run".to_owned());
            finding.is_unlikely = true;
        }
        Err(reason) => finding.disprove(reason.to_string()),
    }
    // What the compiled code did says more than what the interpreter did.
    let is_native = finding.replay.as_ref().is_some_and(|replay| replay.runner == Runner::Native);
    if let Ok(run) = run
        && !is_native
    {
        finding.replay = Some(what_happened(&run));
    }
    false
}

/// Makes a finding confirmed by a test that showed it.
fn confirm(finding: &mut Finding, test: &Reproduction, replay: Replay) {
    *finding = Finding {
        status: FindingStatus::Confirmed,
        replay: Some(replay),
        reproduction: test.statements(),
        imports: test.imports.clone(),
        doubt: None,
        breaks: None,
        suggestion: None,
        is_unlikely: false,
        obstruction: None,
        ..finding.clone()
    };
}

/// What a run shows, if that is the failure.
fn shown_by(
    sources: &Sources<'_>,
    task: Option<&Task>,
    claim: &FindingClaim,
    run: &LinkedRun,
) -> Option<Replay> {
    let failure = &claim.failure;
    if failure.invariant.is_some() {
        return task.filter(|task| breaks_invariant(task, failure, run)).map(|_| what_happened(run));
    }
    let panic = run.panic.as_ref()?;
    fits(sources, claim, &panic.message, panic.place.as_ref()).then(|| what_happened(run))
}

/// Whether probes saw the invariant broken where the function ends.
fn breaks_invariant(task: &Task, failure: &Failure, run: &LinkedRun) -> bool {
    let meant = failure.invariant.and_then(|number| task.subject.type_predicate(number));
    run.seen.iter().any(|(site, seen)| {
        let at = task.subject.cutpoints.values().find(|cutpoint| cutpoint.wire == *site);
        at.is_some_and(|cutpoint| {
            cutpoint.kind == CutpointKind::Exit
                && cutpoint.function.split_once("::").is_some_and(|(_, path)| path == failure.function)
                && cutpoint.counted(*seen).is_some_and(|valuation| {
                    breaks(&task.subject, cutpoint, valuation)
                        .any(|broken| meant.is_some_and(|meant| meant.expression == broken))
                })
        })
    })
}

/// The source files of the crate.
struct Sources<'a> {
    unit: &'a Unit,
    /// The workspace's folder.
    root: &'a Utf8Path,
    names: BTreeSet<String>,
    expansions: OnceCell<Expansions>,
}

impl Sources<'_> {
    /// Tells whether a panic at a place may be that of code which a macro expands there.
    fn may_expand(&self, code: &Span, at: &Place) -> bool {
        let files = || self.unit.source_files(self.root).unwrap_or_default();
        self.expansions.get_or_init(|| Expansions::of(&files())).may_expand(code, at)
    }
}

/// Whether a panic has the failure's message, and its place where it is in the crate's own code. Where other code panics, as that of the
/// standard library, the place is its own; where a macro's code does, the place is that of the macro's call.
fn fits(sources: &Sources<'_>, claim: &FindingClaim, message: &str, place: Option<&Place>) -> bool {
    let failure = &claim.failure;
    let own = failure.span.as_ref().filter(|span| sources.unit.owns(&span.file));
    let place = place.filter(|place| sources.names.contains(&place.file));
    let is_there = match (own, place) {
        (Some(span), Some(place)) => is_at(span, place) || sources.may_expand(span, place),
        _ => true,
    };
    let is_ambiguous = claim.is_guess
        && claim.twins.iter().any(|twin| match (own, twin.as_ref(), place) {
            (Some(own), Some(twin), Some(place)) => {
                is_as_near(own, twin, place) || sources.may_expand(twin, place)
            }
            _ => true,
        });
    is_there && !is_ambiguous && replay::fits(&failure.message, message)
}

/// Tells whether a panic at a place may be that of another check, which guessed calls do not tell. Of several checks on a line it is that of the last one
/// which begins in front of the place.
fn is_as_near(own: &Span, twin: &Span, place: &Place) -> bool {
    let at = (place.line, place.column);
    let start = |span: &Span| (span.start.line, span.start.column);
    is_at(twin, place) && !(start(own) <= at && (start(twin) < start(own) || at < start(twin)))
}

/// Tells whether a place is on the lines of some code.
fn is_at(span: &Span, place: &Place) -> bool {
    *span.file == *place.file && (span.start.line..=span.end.line).contains(&place.line)
}

fn what_happened(run: &LinkedRun) -> Replay {
    let (outcome, message, place) = match &run.panic {
        Some(panic) => (Ending::Panicked, panic.message.clone(), panic.place.clone()),
        None => (Ending::Returned, String::new(), None),
    };
    Replay { runner: Runner::Native, outcome, message, place }
}
