//! What earlier runs found out about a crate, and what that depends on.
//!
//! Two kinds of entries: what judging gave of one subject, which an edit of other code leaves as it is, and an interrupted run to the next; and
//! what is known of the crate when its claims have been run, with the time that there was for it. A run with no more time than that asks
//! nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use pct_wire::Id;
use serde::{Deserialize, Serialize};

use super::AnalysisConfig;
use super::exploration::Outcome;
use super::slices::{Position, Slice, Slices};
use super::verified::Verified;
use crate::build::{Dependency, Unit};
use crate::confirm::Panics;
use crate::judge::{SubjectAnalysis, SubjectResult, Task, contradictions};
use crate::lower::CrateCode;
use crate::mir::Fingerprints;
use crate::native::driver::Drivers;
use crate::probe::StateKey;
use crate::remember::{Key, Memory};
use crate::solver;

/// One run of so many judges a subject again that is remembered, and compares.
const COMPARED_ONE_OF: u64 = 50;

/// Of a run's time, what runs can have taken that were ended before.
const MOST_SPENT: f64 = 0.75;

/// What is remembered of a crate.
pub(super) struct Remembered {
    memory: Memory,
    /// What all entries depend on besides the crate's code.
    settings: Key,
    /// The same with the crate's code.
    of_crate: Key,
    /// What the crate's own entry depends on.
    whole: Key,
    /// The time of this run.
    time: Duration,
    /// Whether the crate's own entry is used.
    uses_whole: bool,
}

/// What judging gave of a subject, in so much time.
pub(super) struct Judged {
    pub(super) time: Duration,
    pub(super) analysis: SubjectAnalysis,
    /// Whether tests were seen in other states then.
    pub(super) is_of_other_tests: bool,
}

/// [`Judged`] as it is kept, with the states that tests were seen in.
#[derive(Serialize, Deserialize)]
struct Kept<A> {
    time: Duration,
    seen: BTreeSet<StateKey>,
    covered: BTreeSet<StateKey>,
    /// Where the code was that the analysis depends on; none if it depends on all of the crate's.
    position: Option<Position>,
    analysis: A,
}

#[derive(Serialize, Deserialize)]
struct Whole {
    time: Duration,
    verified: Verified,
}

impl Remembered {
    pub(super) fn of(
        memory: Memory,
        rustc: &str,
        unit: &Unit,
        tasks: &[Task],
        config: &AnalysisConfig,
        (drivers, panics): (&Drivers<'_>, &Panics<'_>),
        time: Duration,
    ) -> Remembered {
        let mut settings = Key::of_kind("subject");
        settings.add(rustc.as_bytes());
        settings.add(solver::z3_version().as_bytes());
        settings.add_value(unit);
        add_dependencies(&mut settings, unit, config);
        settings.add_value(&config.linking.timeout);
        settings.add_value(&config.judge);
        settings.add_value(&(config.solver.encoding, config.solver.memory));
        settings.add_value(&config.subject_timeout);
        settings.add_value(&config.all_functions);
        settings.add_value(&drivers.other_code(&config.root));
        let mut of_crate = settings.clone();
        of_crate.add_value(&drivers.told());
        for file in [&unit.mir, &unit.expanded].into_iter().flatten() {
            of_crate.add_file(file);
        }
        let mut whole = of_crate.clone();
        whole.add(b"whole");
        tasks.iter().for_each(|task| whole.add_value(task));
        whole.add_value(panics);
        whole.add_value(&config.linking.runner);
        whole.add_value(&config.exploring.as_ref().map(|it| it.time));
        // What is printed on the way, and what is driven at random, is to be seen again; what a change is not about is not found out.
        let is_plain = config.emit.is_empty() && config.drive == 0;
        let uses_whole = is_plain && config.diff.is_none();
        Remembered { memory, settings, of_crate, whole, time, uses_whole }
    }

    fn key_of(&self, task: &Task) -> Key {
        let mut key = self.of_crate.clone();
        key.add_value(&task.subject);
        key.add_value(&task.probed);
        key
    }

    /// Whether anything is remembered at all.
    pub(super) fn is_active(&self) -> bool {
        self.memory.is_active()
    }

    /// The slices of the crate's subjects.
    pub(super) fn slices<'a>(
        &self,
        code: &'a CrateCode<'a>,
        fingerprints: &'a Fingerprints,
        ids: BTreeMap<Id, String>,
        drivers: &Drivers<'_>,
    ) -> Slices<'a> {
        Slices::of(code, fingerprints, ids, drivers, &self.settings)
    }

    /// What judging gave of a subject. States that tests were seen in then have no verdict, so tests have to be seen in all of them still.
    pub(super) fn judged(&self, task: &Task, slices: &Slices<'_>, slice: &Slice) -> Option<Judged> {
        let kept = || self.memory.load(&slice.key).or_else(|| self.memory.load(&self.key_of(task)));
        let Kept { time, seen, covered, position, analysis } = kept()?;
        let mut analysis: SubjectAnalysis = match position {
            Some(was) => slice.taken_over(slices, &was, analysis)?,
            None => analysis,
        };
        if !seen.is_subset(&task.seen) || !covered.is_subset(&task.covered) {
            return None;
        }
        analysis.result.drop_claims_of(&task.seen);
        let SubjectResult { verdicts, bounds, .. } = &analysis.result;
        analysis.defects = contradictions(task, verdicts, bounds.as_ref());
        Some(Judged { time, analysis, is_of_other_tests: seen != task.seen || covered != task.covered })
    }

    /// Remembers what judging gave of a subject, unless it contradicts itself: for its slice, if it depends on nothing else.
    pub(super) fn remember(
        &self,
        task: &Task,
        (slices, slice): (&Slices<'_>, &Slice),
        time: Duration,
        analysis: &SubjectAnalysis,
    ) {
        if !analysis.defects.is_empty() {
            return;
        }
        let covers = slice.covers(analysis);
        let key = if covers { slice.key.clone() } else { self.key_of(task) };
        let position = covers.then(|| slice.position(slices, analysis));
        let (seen, covered) = (task.seen.clone(), task.covered.clone());
        self.memory.store(&key, &Kept { time, seen, covered, position, analysis });
    }

    /// Gives the outcome of exploring the crate for so long.
    pub(super) fn explored(&self, time: Duration) -> Option<Outcome> {
        self.memory.load(&self.key_of_exploration(time))
    }

    /// Remembers what exploring it gave.
    pub(super) fn remember_explored(&self, time: Duration, outcome: &Outcome) {
        self.memory.store(&self.key_of_exploration(time), outcome);
    }

    fn key_of_exploration(&self, time: Duration) -> Key {
        let mut key = self.of_crate.clone();
        key.add(b"explored");
        key.add_value(&time);
        key
    }

    /// The time that runs took which were ended before they knew all of this crate: this one goes on from there. It has a part of the time left
    /// in any case.
    pub(super) fn spent(&self) -> Duration {
        let spent: Duration = self.memory.load(&self.key_of_spent()).unwrap_or_default();
        spent.min(self.time.mul_f64(MOST_SPENT))
    }

    /// Notes the time that this run and those before it took so far.
    pub(super) fn spend(&self, spent: Duration) {
        self.memory.store(&self.key_of_spent(), &spent);
    }

    fn key_of_spent(&self) -> Key {
        let mut key = self.whole.clone();
        key.add(b"spent");
        key.add_value(&self.time);
        key
    }

    /// What is known of the crate, if there was as much time for it as there is now, or nothing was cut.
    pub(super) fn whole(&self) -> Option<Verified> {
        let whole: Whole = self.memory.load(&self.whole).filter(|_| self.uses_whole)?;
        let is_cut = whole.verified.is_exploration_cut || !whole.verified.cut_by_time.is_empty();
        (whole.time >= self.time || !is_cut).then_some(whole.verified)
    }

    /// Remembers what is known of the crate, unless it contradicts itself, or exploration had too little time.
    pub(super) fn remember_whole(&self, verified: &Verified, is_explored: bool) {
        if self.uses_whole && is_explored && verified.defects.is_empty() {
            self.memory.store(&self.whole, &WholeRef { time: self.time, verified });
        }
        self.spend(Duration::ZERO);
        self.memory.forget_old();
    }

    /// The number of the subject that this run judges again although it is remembered, to compare: in one run of fifty.
    pub(super) fn compared(&self, subjects: usize) -> Option<usize> {
        let uses = self.memory.count_use();
        let round = usize::try_from(uses / COMPARED_ONE_OF).unwrap_or(0);
        (uses % COMPARED_ONE_OF == COMPARED_ONE_OF - 1).then(|| round % subjects.max(1))
    }
}

/// Adds what dependencies are, and how they were compiled, those of the crate's tests included.
fn add_dependencies(key: &mut Key, unit: &Unit, config: &AnalysisConfig) {
    let mut waiting: Vec<String> = unit.externs.values().chain(&config.tested_with).cloned().collect();
    let mut records = BTreeMap::new();
    while let Some(stem) = waiting.pop() {
        if records.contains_key(&stem) {
            continue;
        }
        let record = Dependency::read(&config.records, &stem);
        // Integration tests are linked with the crate itself, which says nothing new, unless it is not known how that was compiled.
        if stem == unit.stem && record.is_some() {
            continue;
        }
        waiting.extend(record.iter().flat_map(|record| record.externs.values().cloned()));
        records.insert(stem, record);
    }
    key.add_value(&records);
}

/// [`Whole`], to be written.
#[derive(Serialize)]
struct WholeRef<'v> {
    time: Duration,
    verified: &'v Verified,
}
