//! Confirming: what was claimed of a crate's subjects is written as tests of a client, compiled, run, and believed only as far as the runs show it.
//!
//! Input: the tasks of a crate with what judging gave. Output: their results with the claims decided, the tests that are kept, and where
//! runs contradict what was proved, which is a defect of ours.

mod broken;
mod driven;
mod expansions;
mod explored;
mod findings;
mod panicked;
mod states;
mod which_check;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;

pub use panicked::Panics;

use crate::build::{Dependency, Unit};
use crate::drive::Driven;
use crate::explore::{Engine, Explored, Exploring, NotExplored, ReachingStates};
use crate::judge::{Freedom, SubjectResult, Task};
use crate::ledger::GeneratedTest;
use crate::lower::{CrateCode, Entry, Subject, is_path_of};
use crate::mir::Type;
use crate::native::NativeError;
use crate::native::driver::Drivers;
use crate::native::effects::{self, Hazard};
use crate::native::linked::Linking;
use crate::probe::ContractKind;
use crate::symex::BodyId;
use crate::testgen;

/// Results by the ids of their subjects.
pub type Results = BTreeMap<String, SubjectResult>;

/// The file in which Linux tells what filters of system calls can do.
const FILTERS: &str = "/proc/sys/kernel/seccomp/actions_avail";

/// The name of the runtime's crate.
const RUNTIME: &str = "pct";

/// A crate whose claims are to be confirmed.
pub struct Confirming<'a> {
    /// The crate.
    pub unit: &'a Unit,
    /// Its code.
    pub code: &'a CrateCode<'a>,
    /// Its subjects.
    pub tasks: &'a [Task],
    /// Their code, by their ids, as far as it is known.
    pub subjects: &'a BTreeMap<String, Rc<(Task, Subject)>>,
    /// Compiles and runs the tests.
    pub linking: &'a Linking,
    /// Functions that reach the world outside may be run.
    pub allow_effects: bool,
}

/// How a crate's functions are explored.
#[derive(Clone, Debug)]
pub struct ExploringConfig {
    /// How long.
    pub time: Duration,
    /// When it has to end.
    pub until: Instant,
    /// The records of how cargo compiled libraries.
    pub records: Utf8PathBuf,
    /// The folder of the clients.
    pub folder: Utf8PathBuf,
    /// The engine that calls the functions.
    pub engine: Arc<Engine>,
}

/// The outcome of the runs, verdicts apart.
#[derive(Debug, Default)]
pub struct Confirmed {
    /// Tests that reach what no test reached.
    pub generated: Vec<GeneratedTest>,
    /// Contradictions between runs and proofs or claims, in words.
    pub defects: Vec<String>,
    /// Subjects with claims that there was no time to run.
    pub late: BTreeSet<String>,
}

impl Confirming<'_> {
    /// Decides all claims.
    ///
    /// # Errors
    /// Tells why tests could not be compiled or run at all.
    pub fn confirm(
        &self,
        results: &mut Results,
        freedom: &Freedom,
        panics: &Panics<'_>,
        explored: Option<&Explored>,
    ) -> Result<Confirmed, NativeError> {
        // Findings first: they are what a user wants to know, if there is no time for all.
        let mut late = findings::examine(self.unit, &panics.root, self.linking, self.tasks, results)?;
        let mut contradictions = Vec::new();
        if let Some(explored) = explored {
            for (subject, calls) in &explored.calls {
                if let Some(result) = results.get_mut(subject) {
                    result.challenges = *calls;
                }
            }
            contradictions = self.examine_explored(explored, results, freedom, &panics.root, &mut late)?;
        }
        // Without probes in the library, exploration sees no states.
        let reaching =
            explored.map(|explored| explored.states.as_slice()).filter(|states| !states.is_empty());
        let decided = self.decide_states(results, reaching)?;
        let states::Decided { generated, mut defects, late: late_states } = decided;
        late.extend(late_states);
        defects.extend(contradictions);
        defects.extend(broken::report(self.code, self.tasks, results));
        defects.extend(panicked::contradictions(self.unit, self.code, freedom, panics));
        Ok(Confirmed { generated, defects, late })
    }

    /// Calls public functions at random. What contradicts a verdict is a defect of ours.
    ///
    /// # Errors
    /// Tells why the programs could not be compiled or run at all.
    pub fn drive(
        &self,
        sequences: usize,
        drivers: &Drivers<'_>,
        results: &Results,
    ) -> Result<Driven, NativeError> {
        driven::Random { confirming: self, sequences, drivers, results }.drive()
    }

    /// The code of a task.
    fn subject_of(&self, task: &Task) -> Option<&Subject> {
        self.subjects.get(&task.subject.id).map(|known| &known.1)
    }

    /// Explores the functions that clients can call and that state no precondition.
    ///
    /// # Errors
    /// Tells why nothing is explored.
    pub fn explore(&self, config: &ExploringConfig) -> Result<Explored, NotExplored> {
        let read = |stem: &str| Dependency::read(&config.records, stem);
        let record = read(&self.unit.stem).ok_or(NotExplored::NoRecord)?;
        let with_probes = read(&Dependency::with_probes(&self.unit.stem));
        let _ = std::fs::create_dir_all(&config.folder);
        let not_run = RefCell::new(String::new());
        let note = |entry: &Entry, hazard: &Hazard| {
            *not_run.borrow_mut() += &format!("{}: {hazard}\n", entry.name);
        };
        // Where the system refuses effects, code that may have some can be run.
        let has_sandbox = self.has_sandbox();
        let may_go_on = |hazard: &Hazard| has_sandbox && matches!(hazard, Hazard::Unknown(_));
        self.with_library(&may_go_on, &note, |library| {
            let exploring = Exploring {
                library,
                unit: self.unit,
                record: &record,
                with_probes: with_probes.as_ref(),
                linking: self.linking,
                engine: &config.engine,
                folder: &config.folder,
                time: config.time,
                until: config.until,
                seed: 0,
                is_in_sandbox: has_sandbox,
            };
            let explored = exploring.explore();
            // For whoever wonders why a function is not called.
            let _ = std::fs::write(config.folder.join("effects.txt"), not_run.borrow().as_str());
            explored
        })
    }

    /// Tells whether functions can be run where the system refuses effects: by the runtime, which the crate has to be linked with.
    fn has_sandbox(&self) -> bool {
        cfg!(all(target_os = "linux", target_arch = "x86_64"))
            && std::fs::read_to_string(FILTERS).is_ok_and(|actions| actions.contains("trap"))
            && self.linking.target.is_none()
            && self.linking.runner.is_empty()
            && (self.unit.externs.contains_key(RUNTIME) || !self.unit.mirrored.is_empty())
            && !self.allow_effects
    }

    /// Runs the calls that are said to reach states, and those by which exploration reached some. Where it saw none, runs tests that call
    /// functions with open states at random: none of those that require something, for random arguments keep to no precondition. To make tests
    /// up takes no more than half of the time that is left each time, because they are to be run as well.
    fn decide_states(
        &self,
        results: &mut Results,
        explored: Option<&[ReachingStates]>,
    ) -> Result<states::Decided, NativeError> {
        self.with_library(&|_| false, &|_, _| {}, |library| {
            let mut explorer = testgen::Explorer::new(library);
            let mut make_up = |open: &BTreeMap<usize, BTreeSet<&str>>| {
                let half_time = self.linking.half_time();
                let is_late = || half_time.is_some_and(|end| Instant::now() >= end);
                let wanted = self.wanted(open);
                let is_wanted = |subject: &Subject, entry: &Entry| match wanted.get(subject.id.as_str()) {
                    Some(Wanted::All) => true,
                    Some(Wanted::Some(bodies)) => bodies.contains(&entry.body),
                    None => false,
                };
                explorer.more(&is_wanted, &is_late)
            };
            states::decide(self.unit, self.linking, self.tasks, results, explored, &mut make_up)
        })
    }

    /// Does something with the functions that clients can call: none of those that require something, for made-up arguments keep to no precondition.
    /// `may_go_on` decides whether hazards are borne; `note` is told of functions whose hazards are not.
    fn with_library<T>(
        &self,
        may_go_on: &dyn Fn(&Hazard) -> bool,
        note: &dyn Fn(&Entry, &Hazard),
        work: impl FnOnce(&testgen::Library<'_>) -> T,
    ) -> T {
        let program = self.code.program;
        let requires = |name: &str| {
            let mut contracts = self.tasks.iter().flat_map(|task| task.probed.contracts.iter());
            contracts.any(|it| it.kind == ContractKind::Requires && it.is_of(name))
        };
        let calls = effects::CallsOfClients::new(program, self.allow_effects);
        let first_hazard = |subject: &Subject, entry: &Entry| {
            let hazard = calls.hazard(subject, entry).filter(|hazard| !may_go_on(hazard));
            hazard.inspect(|hazard| note(entry, hazard))
        };
        let may_run = |subject: &Subject, entry: &Entry| {
            !self.linking.is_late()
                && self.code.is_callable_by_clients(entry.body)
                && !requires(&entry.name)
                && first_hazard(subject, entry).is_none()
        };
        let subjects: Vec<&Subject> = self.tasks.iter().filter_map(|task| self.subject_of(task)).collect();
        let may_make = |ty: &Type| calls.hazard_of_value(ty).is_none_or(|hazard| may_go_on(&hazard));
        let library = testgen::Library::new(program, &self.unit.crate_name, &subjects, &may_run, &may_make);
        work(&library)
    }

    /// The functions that are to be called so that these are: themselves, or any of their subject if one of them is not for clients.
    fn wanted(&self, open: &BTreeMap<usize, BTreeSet<&str>>) -> BTreeMap<&str, Wanted> {
        let mut wanted = BTreeMap::new();
        for (task, functions) in open {
            let task = &self.tasks[*task];
            let Some(subject) = self.subject_of(task) else { continue };
            let entries = subject.entries.values();
            let named: Vec<(&str, BodyId)> = entries.map(|entry| (entry.name.as_str(), entry.body)).collect();
            let bodies_of = |function: &str| -> Vec<BodyId> {
                let own = named.iter().filter(|(name, _)| is_path_of(function, name));
                own.map(|(_, body)| *body).collect()
            };
            let bodies: Vec<Vec<BodyId>> = functions.iter().map(|function| bodies_of(function)).collect();
            let of_task = match bodies.iter().any(Vec::is_empty) {
                true => Wanted::All,
                false => Wanted::Some(bodies.into_iter().flatten().collect()),
            };
            wanted.insert(task.subject.id.as_str(), of_task);
        }
        wanted
    }
}

/// The functions of a subject that are to be called.
enum Wanted {
    All,
    Some(BTreeSet<BodyId>),
}
