//! Random calls of a crate's classes, once all of them are judged.

use std::collections::BTreeMap;
use std::time::Duration;

use pct_wire::{Id, Valuation};

use super::{Confirming, Results};
use crate::drive::{Claims, Driven, Driving};
use crate::judge::Task;
use crate::ledger::{Proof, Verdict};
use crate::lower::{Contract, Entry};
use crate::native::driver::Drivers;
use crate::native::linked::{NotRun, RandomRun};
use crate::native::{NativeError, effects};
use crate::probe::{self, ContractKind, CutpointId};
use crate::testgen;

/// The longest time that the program gets which calls a subject's functions.
const MOST_TIME: Duration = Duration::from_secs(120);

/// Calls that a sequence has at most.
const CALLS: usize = 8;

/// What probes saw against what is proved, by cutpoint.
struct Excluding<'t> {
    cutpoints: BTreeMap<Id, (&'t probe::Subject, CutpointId)>,
    results: &'t Results,
}

impl<'t> Excluding<'t> {
    fn new(tasks: &'t [Task], results: &'t Results) -> Excluding<'t> {
        let cutpoints = tasks
            .iter()
            .flat_map(|task| task.subject.cutpoints.iter().map(|(at, it)| (it.wire, (&task.subject, at))));
        Excluding { cutpoints: cutpoints.collect(), results }
    }

    /// Why a probe cannot have seen a state, if that is proved.
    fn why(&self, site: Id, seen: Valuation) -> Option<String> {
        let (subject, at) = *self.cutpoints.get(&site)?;
        let cutpoint = &subject.cutpoints[at];
        let valuation = cutpoint.counted(seen)?;
        let verdict = self.results.get(&subject.id)?.verdicts.get((at, valuation))?;
        matches!(verdict, Verdict::Unreachable { .. }).then(|| {
            let label = &cutpoint.label;
            format!("{}: {label} was seen in the state {valuation}, which is proved unreachable", subject.id)
        })
    }
}

fn is_precondition(contract: &Contract) -> bool {
    matches!(contract.kind, ContractKind::Requires | ContractKind::Assume)
}

/// Random calls of a crate's functions.
pub(super) struct Random<'a> {
    pub(super) confirming: &'a Confirming<'a>,
    /// Sequences of calls for each type.
    pub(super) sequences: usize,
    pub(super) drivers: &'a Drivers<'a>,
    pub(super) results: &'a Results,
}

impl Random<'_> {
    pub(super) fn drive(&self) -> Result<Driven, NativeError> {
        let tasks = self.confirming.tasks;
        let excluding = Excluding::new(tasks, self.results);
        let mut driven = self.drive_as_client(&excluding)?;
        // Random arguments of the hidden drivers keep to no precondition: a crate that states one is left alone.
        if !tasks.iter().flat_map(|task| task.probed.contracts.iter()).any(is_precondition) {
            driven.add(self.drive_by_drivers(&excluding)?);
        }
        Ok(driven)
    }

    /// By programs that are compiled: a million calls take a second. Functions whose arguments cannot be made up are not called.
    fn drive_as_client(&self, excluding: &Excluding<'_>) -> Result<Driven, NativeError> {
        let Confirming { unit, tasks, linking, .. } = *self.confirming;
        let mut driven = Driven::default();
        let calls = self.sequences.saturating_mul(CALLS);
        let module = |task: &Task, timid: bool| self.random_calls(task, calls, timid);
        let modules: Vec<(&Task, String)> =
            tasks.iter().filter_map(|task| Some((task, module(task, false)?))).collect();
        let texts =
            |modules: &[(&Task, String)]| modules.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>();
        let runs = linking.run_random(unit, &texts(&modules), MOST_TIME)?;
        let is_cut = |run: &Result<RandomRun, NotRun>| run.as_ref().is_ok_and(|run| run.calls.is_none());
        let cut = modules.iter().zip(&runs).filter(|(_, run)| is_cut(run));
        let again: Vec<(&Task, String)> =
            cut.filter_map(|((task, _), _)| Some((*task, module(task, true)?))).collect();
        let timid = linking.run_random(unit, &texts(&again), MOST_TIME)?;
        // What was seen before a process ended was seen all the same.
        for run in runs.into_iter().chain(timid).flatten() {
            driven.calls += run.calls.and_then(|calls| usize::try_from(calls).ok()).unwrap_or(0);
            let why = run.seen.into_iter().filter_map(|(site, seen)| excluding.why(site, seen));
            driven.contradictions.extend(why);
        }
        Ok(driven)
    }

    /// The program for one subject.
    fn random_calls(&self, task: &Task, calls: usize, timid: bool) -> Option<String> {
        let subject = self.confirming.subject_of(task)?;
        let code = self.confirming.code;
        let program = code.program;
        let own = |entry: &Entry| {
            let name = entry.name.clone();
            task.probed.contracts.iter().filter(move |it| is_precondition(it) && it.is_of(&name))
        };
        // What is assumed on the way, or of the object, cannot be seen to in front of a call.
        let can_be_kept = |it: &Contract| it.kind == ContractKind::Requires && !it.condition.contains("self");
        let may_run = |entry: &Entry| {
            let allowed = self.confirming.allow_effects;
            code.is_callable_by_clients(entry.body)
                && own(entry).all(can_be_kept)
                && effects::hazard_for_clients(program, subject, entry, allowed).is_none()
        };
        let conditions = |entry: &Entry| own(entry).map(|it| it.condition.clone()).collect();
        let crate_name = &self.confirming.unit.crate_name;
        testgen::random_calls(program, subject, crate_name, (calls, timid), conditions, may_run)
    }

    /// By the hidden drivers, on objects of any origin and with any arguments that can be built.
    fn drive_by_drivers(&self, excluding: &Excluding<'_>) -> Result<Driven, NativeError> {
        let Confirming { code, tasks, allow_effects, .. } = *self.confirming;
        let excludes = |site: Id, seen: Valuation| excluding.why(site, seen);
        let mut driven = Driven::default();
        for task in tasks {
            let Some(subject) = self.confirming.subject_of(task) else { continue };
            let is_proved = excluding
                .results
                .get(&task.subject.id)
                .is_some_and(|result| matches!(result.proof, Proof::Proved { .. }));
            let driving = Driving {
                program: code.program,
                subject,
                is_callable_by_clients: &|body| code.is_callable_by_clients(body),
                drivers: self.drivers,
                claims: Claims { is_proved, excludes: &excludes },
                allow_effects,
                sequences: self.sequences,
            };
            driven.add(driving.run()?);
        }
        Ok(driven)
    }
}
