//! What is known while subjects are still being judged: a report that is valid whenever the run ends, and progress.
//!
//! The report is marked *incomplete*. No claim in it is confirmed: findings are potential, and states that calls are said to reach are
//! undecided, until `confirm` has run those calls and the final report is written.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;

use super::schedule::{Listener, Standing};
use crate::event::{Event, Sink};
use crate::judge::{SubjectAnalysis, Task};
use crate::ledger::{self, Incomplete, Ledger};
use crate::pipeline::Session;
use crate::process;
use crate::report::{self, view};

/// The report is written so often at most.
const PERIOD: Duration = Duration::from_secs(1);

/// Writing takes no more than this part of the time.
const SHARE_OF_WRITING: u32 = 20;

/// The reason in a report that no later one has replaced.
const REASON: &str = "the run was ended";

/// What a claim is that was not run.
const NOT_RUN: &str = "calls seem to lead to it, but the run was ended before they were run";

/// The report of a run that has not ended yet.
pub(in crate::pipeline) struct Interim {
    ledger: Ledger,
    tool: view::Tool,
    milliseconds: BTreeMap<String, u64>,
    folder: Utf8PathBuf,
    /// The subjects of which more may be found out.
    unfinished: BTreeSet<String>,
    /// When it may be written next.
    next: Instant,
    is_changed: bool,
}

impl Interim {
    /// Writes what the tests have shown.
    pub(in crate::pipeline) fn begin(session: &Session, tool: view::Tool, ledger: &Ledger) -> Interim {
        let mut interim = Interim {
            ledger: ledger.clone(),
            tool,
            milliseconds: session.milliseconds.borrow().clone(),
            folder: session.output_dir.clone(),
            unfinished: ledger.subjects.iter().map(|subject| subject.probed.id.clone()).collect(),
            next: Instant::now(),
            is_changed: true,
        };
        interim.write();
        interim
    }

    fn enter(&mut self, task: &Task, analysis: &SubjectAnalysis) {
        let id = &task.subject.id;
        match analysis.is_cut_by_time {
            true => self.unfinished.insert(id.clone()),
            false => self.unfinished.remove(id),
        };
        let subjects = &mut self.ledger.subjects;
        let known = subjects.iter().position(|subject| subject.probed.id == *id);
        let at = known.unwrap_or(subjects.len());
        if known.is_none() {
            subjects.push(ledger::Subject::new(&task.subject));
        }
        analysis.result.clone().unconfirmed(NOT_RUN).enter(&mut subjects[at], 0);
        self.is_changed = true;
    }

    /// Writes the report. If that fails, the last one stays, and the end of the run tells of it.
    fn write(&mut self) {
        let started = Instant::now();
        let subjects = self.unfinished.iter().cloned().collect();
        self.ledger.incomplete = Some(Incomplete { reason: REASON.to_owned(), subjects });
        let report = view::report(&self.ledger, self.tool.clone(), self.milliseconds.clone());
        if let Ok(path) = report::write(&report, &self.folder) {
            let (all, unfinished) = (self.ledger.subjects.len(), self.unfinished.len());
            process::say_when_interrupted(format!(
                "interrupted: {} of {all} subjects are analysed; {path} has what is known so far",
                all - unfinished
            ));
        }
        self.is_changed = false;
        self.next = Instant::now() + PERIOD.max(started.elapsed() * SHARE_OF_WRITING);
    }

    fn findings(&self) -> usize {
        self.ledger.subjects.iter().map(|subject| subject.findings.len()).sum()
    }
}

/// Tells of the results of a crate as they come.
pub(super) struct Telling<'a> {
    pub(super) interim: &'a mut Interim,
    pub(super) sink: &'a mut (dyn Sink + Send),
    /// When the analysis has to end.
    pub(super) end: Instant,
}

impl Listener for Telling<'_> {
    fn judged(&mut self, task: &Task, _time: Duration, analysis: &SubjectAnalysis) {
        self.interim.enter(task, analysis);
    }

    fn tick(&mut self, standing: Standing) {
        if self.interim.is_changed && Instant::now() >= self.interim.next {
            self.interim.write();
        }
        let Standing { done, all, running } = standing;
        let left = self.end.saturating_duration_since(Instant::now());
        let findings = self.interim.findings();
        self.sink.emit(Event::Judging { done, all, running, findings, left });
    }
}
