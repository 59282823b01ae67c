//! One crate: its code read once, each of its subjects judged, and what that claims run.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use camino::Utf8Path;
use pct_wire::Id;
use serde::{Deserialize, Serialize};

use super::AnalysisConfig;
use super::changed::Changed;
use super::dependencies::{PublicPathsOf, add_dependencies};
use super::exploration::{Exploration, Outcome};
use super::remembered::Remembered;
use super::remembering::Remembering;
use super::schedule::{Limits, Listener, Schedule, for_confirming};
use super::slices::Slices;
use super::turn::Failed;
use crate::build::{BuildError, Unit};
use crate::config::Emit;
use crate::confirm::{Confirming, ExploringConfig, Panics, Results};
use crate::drive::Driven;
use crate::explore::{Explored, NotExplored, TimeHad};
use crate::judge::answers::Collected;
use crate::judge::{Freedom, Judge, SubjectAnalysis, SubjectResult, Task, subject_of, unwatched};
use crate::ledger::{Answers, Extent, Finding, FindingStatus, GeneratedTest, Opaque};
use crate::lower::{CrateCode, Obstacle, Subject, SubjectKind, unread};
use crate::mir::{self, Fingerprints, OwnModules};
use crate::native::driver::Drivers;
use crate::native::linked::Linking;
use crate::pipeline::RunError;
use crate::probe::{self, Place, ProbeError};
use crate::source::Items;
use crate::symex::census::{Census, census};
use crate::symex::{BodyId, Program};

/// What is known of the subjects of one crate.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Verified {
    pub(super) results: Results,
    pub(super) opaque: Vec<Opaque>,
    pub(super) census: Census,
    pub(super) answers: Answers,
    /// What was judged and is no subject of the ledger.
    pub(super) unwatched: Vec<probe::Subject>,
    pub(super) queries: u64,
    pub(super) milliseconds: u64,
    /// Tests that reach what no test reached.
    pub(super) generated: Vec<GeneratedTest>,
    /// What was asked to be printed.
    pub(super) emitted: Vec<String>,
    /// Where runs contradict each other or what was found.
    pub(super) defects: Vec<String>,
    /// What the user should know.
    pub(super) warnings: Vec<String>,
    /// What random calls did.
    pub(super) driven: Driven,
    /// How much was explored, if anything was.
    pub(super) explored: Option<Extent>,
    /// Exploration had a part of its time.
    pub(super) is_exploration_cut: bool,
    /// Subjects that time cut.
    pub(super) cut_by_time: Vec<String>,
    /// Some of them had less time than a function may have: that of the whole crate was up.
    pub(super) is_time_up: bool,
    /// How many subjects' results are remembered from earlier runs.
    pub(super) remembered: usize,
}

impl Verified {
    /// Says of all subjects why they are not analysed.
    fn refused(subjects: &[Task], reason: &str) -> Verified {
        let result = |task: &Task| (task.subject.id.clone(), SubjectResult::not_analysed(reason));
        Verified { results: subjects.iter().map(result).collect(), ..Verified::default() }
    }

    /// Takes what judging gave of a subject.
    fn take(&mut self, id: String, analysis: SubjectAnalysis) {
        let SubjectAnalysis {
            result, system, defects, warnings, queries, milliseconds, is_cut_by_time, ..
        } = analysis;
        if is_cut_by_time {
            self.cut_by_time.push(id.clone());
        }
        self.results.insert(id, result);
        self.emitted.extend(system);
        self.defects.extend(defects);
        self.warnings.extend(warnings);
        self.queries += queries;
        self.milliseconds += milliseconds;
    }
}

/// A crate that is to be analysed.
pub(super) struct CrateInput<'a> {
    pub(super) unit: &'a Unit,
    pub(super) subjects: &'a [Task],
    pub(super) config: &'a AnalysisConfig,
    /// The hidden drivers in its test binaries.
    pub(super) drivers: &'a Drivers<'a>,
    /// What its tests panicked with.
    pub(super) panics: &'a Panics<'a>,
    pub(super) remembered: &'a Remembered,
}

/// Verifies the subjects of one crate, or takes what an earlier run found out. Where its source cannot be read, none of them is analysed.
pub(super) fn verify_crate(
    input: &CrateInput<'_>,
    models: Program,
    listener: &mut dyn Listener,
) -> Result<Verified, RunError> {
    let CrateInput { unit, subjects, config, panics, remembered, .. } = *input;
    let compared = remembered.compared(subjects.len());
    if let (None, Some(verified)) = (compared, remembered.whole()) {
        let remembered = verified.results.len();
        return Ok(Verified { queries: 0, milliseconds: 0, remembered, ..verified });
    }
    let spent = remembered.spent();
    let end = config.end.checked_sub(spent).unwrap_or(config.end);
    let (Some(dump), Some(expanded)) = (&unit.mir, &unit.expanded) else {
        return Ok(Verified::refused(subjects, "rustc gave no expanded source"));
    };
    let others = PublicPathsOf::new(&config.records, &unit.externs);
    let items = match Items::read_among("<expanded>", &[], &text_of(expanded)?, &|name| others.get(name)) {
        Ok(items) => Arc::new(items),
        Err(error) => {
            return Ok(Verified::refused(subjects, &format!("its expanded source cannot be read: {error}")));
        }
    };
    let mut verified = Verified::default();
    // The text goes as soon as it is read: that of a large crate takes hundreds of megabytes.
    let ids = ids_of(unit)?;
    let needs_slices = remembered.is_active() || config.diff.is_some();
    let (dump, fingerprints) = read_dump(&text_of(dump)?, items.own_modules(), needs_slices, &ids);
    if config.emit.contains(&Emit::Mir) {
        let options = mir::PrintOptions::default();
        verified.emitted.push(mir::Printed { program: &dump, options }.to_string());
    }
    verified.opaque = dump.opaque().map(reported).collect();
    let (program, unread) = linked(unit, config, models, dump, &items);
    verified.census = census(&program);
    let code = CrateCode::new(&program, &items, unread);
    let slices = fingerprints.as_ref().map(|it| remembered.slices(&code, it, ids, input.drivers));
    let crate_analysis = CrateAnalysis { input, code: &code, slices: slices.as_ref(), end, spent };
    let judged = crate_analysis.judge(compared, &mut verified, listener)?;
    crate_analysis.confirm(&mut verified, &judged, panics)?;
    let JudgedCrate { answers, is_explored, .. } = judged;
    verified.answers = answers.sums(&shown(&verified.results));
    remembered.remember_whole(&verified, is_explored);
    Ok(verified)
}

/// The program in a dump, with fingerprints of its items if slices are needed.
fn read_dump(
    text: &str,
    own_modules: OwnModules,
    needs_slices: bool,
    ids: &BTreeMap<Id, String>,
) -> (mir::Program, Option<Fingerprints>) {
    let dump = mir::parse_among(text, 64, own_modules);
    let ids = || ids.iter().map(|(id, name)| (id.0, name.clone())).collect();
    let fingerprints = needs_slices.then(|| Fingerprints::of(text, &dump, ids()));
    (dump, fingerprints)
}

/// Names for the ids of a crate's probes, functions and types.
fn ids_of(unit: &Unit) -> Result<BTreeMap<Id, String>, ProbeError> {
    let records = unit.sites.as_ref().map(probe::records).transpose()?;
    Ok(probe::stable_names(&records.unwrap_or_default()))
}

/// The code of a crate with that of its dependencies; and why no proof of it survives, if so.
fn linked(
    unit: &Unit,
    config: &AnalysisConfig,
    models: Program,
    dump: mir::Program,
    items: &Arc<Items>,
) -> (Program, Vec<Obstacle>) {
    let mut program = models;
    let mut obstacles = unread(&dump);
    let of_all = |reason| Obstacle::of_all(reason, unit.crate_name.clone());
    obstacles.extend(unit.other_width().map(of_all));
    let unnamed = items.unread.iter().filter(|item| item.names.is_none());
    obstacles.extend(unnamed.map(|item| of_all(format!("an item of its source cannot be read: {item}"))));
    // Where it is not known, arithmetic that overflows is a finding, and no proof goes past the obstacle.
    program.wraps = unit.target.is_some_and(|target| !target.overflow_checks);
    add_dependencies(&mut program, &config.records, &unit.externs, config.tested_with.clone(), &dump);
    program.add_crate_with(dump, items.clone(), unit.externs.keys().cloned().collect());
    obstacles.extend(program.confusion().map(of_all));
    (program, obstacles)
}

fn text_of(path: &Utf8Path) -> Result<String, BuildError> {
    std::fs::read_to_string(path).map_err(|source| BuildError::Io { path: path.to_owned(), source })
}

/// Why a subject is not judged that a change does not concern.
const UNCHANGED: &str = "nothing that it depends on is in the diff of `--in-diff`";

/// What confirming needs of a crate that was judged, results apart.
struct JudgedCrate<'a> {
    /// The code of its subjects, by their ids.
    subjects: BTreeMap<String, Rc<(Task, Subject)>>,
    freedom: Freedom,
    /// The panics that exploration has found.
    explored: Option<Explored>,
    /// False if another run with the same time might explore more.
    is_explored: bool,
    answers: Collected<'a>,
}

/// A crate that is being analysed.
struct CrateAnalysis<'a> {
    input: &'a CrateInput<'a>,
    code: &'a CrateCode<'a>,
    /// What the subjects depend on, if that is asked for.
    slices: Option<&'a Slices<'a>>,
    /// When the analysis has to end.
    end: Instant,
    /// The time that earlier runs took which were ended.
    spent: Duration,
}

impl<'a> CrateAnalysis<'a> {
    /// Judges the subjects; and, where that is asked for, each function that clients can call, that can fail, and that no subject judges as
    /// clients call it.
    fn judge(
        &self,
        compared: Option<usize>,
        verified: &mut Verified,
        listener: &mut dyn Listener,
    ) -> Result<JudgedCrate<'a>, RunError> {
        let CrateAnalysis { input, code, slices, end, spent } = *self;
        let CrateInput { unit, subjects, config, drivers, remembered, .. } = *input;
        let listener = &mut Remembering::new(listener, remembered, slices, self.changed(), spent);
        let judge = Judge { unit, code, drivers, config: &config.judge };
        let left = end.saturating_duration_since(Instant::now());
        let limits = Limits {
            jobs: config.jobs,
            end,
            confirming: for_confirming(left),
            are_all_known: !config.all_functions,
            subject_timeout: config.subject_timeout,
            solver: config.solver,
        };
        // All subjects share it.
        code.panicking();
        let mut schedule = Schedule::new(judge, limits);
        let mut subjects_of = BTreeMap::new();
        for (number, task) in subjects.iter().enumerate() {
            match subject_of(code, &unit.crate_name, &task.subject) {
                Ok(subject) => {
                    let known = listener.judged_before(task, &subject);
                    if known.is_none() && !listener.is_concerned(task) {
                        let refused = SubjectResult::not_analysed(UNCHANGED);
                        let id = &task.subject.id;
                        verified.results.insert(id.clone(), refused);
                        subjects_of.insert(id.clone(), Rc::new((task.clone(), subject)));
                        continue;
                    }
                    schedule.add(task.clone(), subject, known, compared == Some(number));
                }
                Err(reason) => {
                    let refused = SubjectResult::not_analysed(reason);
                    verified.results.insert(task.subject.id.clone(), refused);
                }
            }
        }
        let exploration = self.begin_exploration(&schedule);
        schedule.run(config.all_functions, listener)?;
        if config.all_functions {
            let not_judged = answers_of(code, &schedule).not_judged().into_iter();
            // Those that no probe watches: macros write them.
            let mut classes: Vec<Subject> = Vec::new();
            for body in not_judged.chain(schedule.entries_of_others_alone()) {
                if classes.iter().any(|class| class.entries.values().any(|entry| entry.body == body)) {
                    continue;
                }
                let is_judged = |id: &str| schedule.jobs.iter().any(|job| job.subject.0.subject.id == id);
                let (task, subject) = unwatched(code, unit, body, is_judged);
                if is_judged(&task.subject.id) {
                    continue;
                }
                if matches!(subject.kind, SubjectKind::Type(_)) {
                    classes.push(subject.clone());
                }
                verified.unwatched.push(task.subject.clone());
                let known = listener.judged_before(&task, &subject);
                if known.is_some() || listener.is_concerned(&task) {
                    schedule.add(task, subject, known, false);
                }
            }
            schedule.run(false, listener)?;
        }
        let (explored, is_explored) = self.end_exploration(exploration, verified);
        let mut answers = answers_of(code, &schedule);
        let mut freedom = Freedom::default();
        verified.defects.append(&mut schedule.defects);
        let had_all: Vec<bool> =
            (0..schedule.jobs.len()).map(|number| schedule.had_all_its_time(number)).collect();
        for (job, had_all) in schedule.jobs.into_iter().zip(had_all) {
            let id = job.subject.0.subject.id.clone();
            subjects_of.insert(id.clone(), job.subject);
            let late = "the time for the whole analysis is up; --analysis-timeout gives it more";
            let is_missing = job.known.is_none();
            let mut analysis = job.known.unwrap_or_else(|| {
                SubjectAnalysis::refused(job.failed.clone().unwrap_or_else(|| late.to_owned()))
            });
            answers.is_cut_off |= is_missing;
            analysis.is_cut_by_time |= is_missing || job.failed.is_some();
            verified.is_time_up |= analysis.is_cut_by_time && !had_all;
            freedom.add(&analysis.freedom);
            if job.is_remembered {
                verified.remembered += 1;
                (analysis.queries, analysis.milliseconds) = (0, 0);
            }
            verified.take(id, analysis);
        }
        Ok(JudgedCrate { subjects: subjects_of, freedom, explored, is_explored, answers })
    }

    /// Begins to explore, beside judging, what clients can call, unless an earlier run has done so.
    fn begin_exploration(&self, schedule: &Schedule<'_>) -> Begun {
        let CrateAnalysis { input, code, end, .. } = *self;
        let CrateInput { unit, subjects: tasks, config, remembered, .. } = *input;
        let Some(exploring) = &config.exploring else { return Begun::Not };
        if let Some(outcome) = remembered.explored(exploring.time) {
            return Begun::Known(outcome);
        }
        let known =
            schedule.jobs.iter().map(|job| (job.subject.0.subject.id.clone(), Rc::clone(&job.subject)));
        let mut known: BTreeMap<String, Rc<(Task, Subject)>> = known.collect();
        let mut tasks = tasks.to_vec();
        if config.all_functions {
            for (task, subject) in self.not_yet_scheduled(schedule) {
                tasks.push(task.clone());
                known.insert(task.subject.id.clone(), Rc::new((task, subject)));
            }
        }
        let (tasks, subjects, allow_effects) = (&tasks, &known, config.judge.allow_effects);
        let confirming = Confirming { unit, code, tasks, subjects, linking: &config.linking, allow_effects };
        match Exploration::begin(&confirming, exploring, end) {
            Some(exploration) => Begun::Beside(exploration),
            None => Begun::Known(confirming.explore(exploring)),
        }
    }

    /// The subjects of functions that may fail, that clients can call, and that no probe watches, because macros write them. They are judged later, unless
    /// others answer for them.
    fn not_yet_scheduled(&self, schedule: &Schedule<'_>) -> Vec<(Task, Subject)> {
        let CrateAnalysis { input, code, .. } = *self;
        let entries = schedule.jobs.iter().flat_map(|job| job.subject.1.entries.values());
        let mut scheduled: BTreeSet<BodyId> =
            entries.filter(|entry| !entry.is_of_others).map(|entry| entry.body).collect();
        let mut ids: BTreeSet<String> =
            schedule.jobs.iter().map(|job| job.subject.0.subject.id.clone()).collect();
        let mut found = Vec::new();
        for body in code.panicking().keys().copied() {
            if scheduled.contains(&body) || !code.is_callable_by_clients(body) {
                continue;
            }
            let (task, subject) = unwatched(code, input.unit, body, |id| ids.contains(id));
            if ids.insert(task.subject.id.clone()) {
                scheduled.extend(subject.entries.values().map(|entry| entry.body));
                found.push((task, subject));
            }
        }
        found
    }

    /// Waits for what was begun to explore. Gives what was found, and false if another run with the same time is to explore again.
    fn end_exploration(&self, begun: Begun, verified: &mut Verified) -> (Option<Explored>, bool) {
        let CrateInput { unit, config, remembered, .. } = *self.input;
        let Some(ExploringConfig { time, .. }) = config.exploring else { return (None, true) };
        let ended = match begun {
            Begun::Not => return (None, true),
            Begun::Known(outcome) => Ok(Some(outcome)),
            Begun::Beside(exploration) => exploration.end(),
        };
        match ended {
            Ok(Some(outcome)) => {
                let had = match &outcome {
                    Ok(explored) => explored.had,
                    Err(why) if why.is_of_the_code() => TimeHad::All,
                    Err(_) => TimeHad::Little,
                };
                if had == TimeHad::All {
                    remembered.remember_explored(time, &outcome);
                }
                verified.is_exploration_cut = had == TimeHad::Part;
                verified.explored = Some(outcome.as_ref().map(|it| it.extent).unwrap_or_default());
                let explored =
                    outcome.inspect_err(|why| verified.warnings.extend(warning(&unit.crate_name, *why)));
                (explored.ok(), had != TimeHad::Little)
            }
            Ok(None) => {
                verified.warnings.push(format!("{}: exploration did not end in time", unit.crate_name));
                (None, false)
            }
            Err(Failed::Run(message) | Failed::Panicked(message)) => {
                verified.defects.push(format!("{}: its exploration panicked: {message}", unit.crate_name));
                (None, false)
            }
        }
    }

    /// What the user's diff concerns, if there is one.
    fn changed(&self) -> Option<Changed> {
        let CrateInput { unit, config, .. } = self.input;
        Some(Changed::by(config.diff.as_ref()?, unit, &config.root, self.slices?))
    }

    /// Runs what was claimed.
    fn confirm(
        &self,
        verified: &mut Verified,
        judged: &JudgedCrate<'_>,
        panics: &Panics<'_>,
    ) -> Result<(), RunError> {
        let CrateAnalysis { input, code, end, .. } = *self;
        let CrateInput { unit, subjects, config, drivers, .. } = *input;
        let linking = Linking { until: Some(end), ..config.linking.clone() };
        let allow_effects = config.judge.allow_effects;
        let JudgedCrate { subjects: known, freedom, explored, .. } = judged;
        let tasks = subjects;
        let confirming = Confirming { unit, code, tasks, subjects: known, linking: &linking, allow_effects };
        let explored = explored.as_ref();
        let confirmed = confirming.confirm(&mut verified.results, freedom, panics, explored)?;
        verified.generated = confirmed.generated;
        verified.defects.extend(confirmed.defects);
        let is_new = |id: &String| !verified.cut_by_time.contains(id);
        let late: Vec<String> = confirmed.late.into_iter().filter(is_new).collect();
        verified.is_time_up |= !late.is_empty();
        verified.cut_by_time.extend(late);
        if config.drive > 0 {
            let linking = &config.linking;
            let confirming = Confirming { unit, code, tasks, subjects: known, linking, allow_effects };
            let mut driven = confirming.drive(config.drive, drivers, &verified.results)?;
            verified.defects.append(&mut driven.contradictions);
            verified.driven = driven;
        }
        Ok(())
    }
}

/// An exploration, as far as it is.
enum Begun {
    Not,
    Known(Outcome),
    Beside(Exploration),
}

/// Tells the user of a crate that is not explored, unless there is nothing to call.
fn warning(crate_name: &str, why: NotExplored) -> Option<String> {
    (why != NotExplored::NoFunctions).then(|| format!("{crate_name} is not explored: {why}"))
}

/// The places of findings that runs have shown.
fn shown(results: &Results) -> BTreeSet<Place> {
    let findings = results.values().flat_map(|result| &result.findings);
    let is_shown = |finding: &&Finding| {
        finding.replay.is_some()
            && matches!(finding.status, FindingStatus::Confirmed | FindingStatus::Documented)
    };
    findings.filter(is_shown).map(|finding| finding.check.place.clone()).collect()
}

/// The answers that are known so far.
fn answers_of<'a>(code: &'a CrateCode<'a>, schedule: &Schedule<'_>) -> Collected<'a> {
    let mut answers = Collected::new(code);
    let known = schedule.jobs.iter().filter_map(|job| job.known.as_ref());
    known.for_each(|analysis| answers.take(&analysis.answers));
    answers
}

/// A body that could not be read, as the report names it.
fn reported(opaque: &mir::OpaqueItem) -> Opaque {
    Opaque {
        function: opaque.name.as_ref().map_or_else(|| "?".to_owned(), |path| path.to_string()),
        reason: opaque.reason.clone(),
        place: Place { line: opaque.line, ..Place::default() },
    }
}
