//! Calls that are said to reach abstract states become tests, and the tests are run: what is seen then is reached, and nothing else.
//!
//! All tests of a crate are compiled at once, and few are kept: a covering set of what they reach together.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use pct_wire::{Id, Valuation};

use super::Results;
use crate::build::Unit;
use crate::judge::{StateClaim, Task};
use crate::ledger::{GeneratedTest, Verdict};
use crate::native::NativeError;
use crate::native::linked::{LeaveOut, LinkedRun, LinkedTest, Linking, NotRun};
use crate::probe::{ContractKind, CutpointId, StateKey};
use crate::testgen::{self, Reproduction};

/// How often a test is run again that panics earlier than it is to.
const MOST_REPETITIONS: usize = 3;

/// Runs what was said about the subjects of a crate, and then, of subjects with states that are open still, what `explored` makes up; decides
/// what the runs decide.
pub(super) fn decide(
    unit: &Unit,
    linking: &Linking,
    tasks: &[Task],
    results: &mut Results,
    explored: impl Fn(&[&Task]) -> Vec<Reproduction>,
) -> Result<Decided, NativeError> {
    let mut deciding = Deciding::new(tasks, results);
    deciding.run(unit, linking, LeaveOut::Test)?;
    let undecided: Vec<&Task> =
        (0..tasks.len()).filter(|it| deciding.may_be_undecided(*it)).map(|it| &tasks[it]).collect();
    // To make them up takes time as well.
    if !linking.is_late() {
        deciding.tests.extend(explored(&undecided));
    }
    let linking = Linking { timeout: linking.timeout.min(EXPLORED), ..linking.clone() };
    deciding.run(unit, &linking, LeaveOut::Calls)?;
    deciding.contradict();
    let generated = deciding.keep(&unit.crate_name);
    let late = deciding.late();
    deciding.explain();
    Ok(Decided { generated, defects: deciding.defects, late })
}

/// The outcome of the runs, verdicts apart.
pub(super) struct Decided {
    /// The tests that are kept.
    pub(super) generated: Vec<GeneratedTest>,
    /// Contradictions between runs and claims, in words.
    pub(super) defects: Vec<String>,
    /// Subjects with claims that there was no time to run.
    pub(super) late: BTreeSet<String>,
}

/// The time that each test of random calls gets: there are many.
const EXPLORED: Duration = Duration::from_secs(1);

/// A state, with the number of its task.
type Key = (usize, StateKey);

struct Deciding<'t> {
    tasks: &'t [Task],
    results: &'t mut Results,
    /// What was said, by task, and which test it is.
    claims: Vec<(usize, StateClaim, Option<usize>)>,
    /// Tests, each once, the shorter ones first.
    tests: Vec<Reproduction>,
    runs: Vec<Result<LinkedRun, NotRun>>,
    /// What each test was seen in.
    reached: Vec<BTreeSet<Key>>,
    defects: Vec<String>,
}

impl<'t> Deciding<'t> {
    fn new(tasks: &'t [Task], results: &'t mut Results) -> Deciding<'t> {
        let mut claims: Vec<(usize, StateClaim, Option<usize>)> = Vec::new();
        for (number, task) in tasks.iter().enumerate() {
            let own =
                results.get_mut(&task.subject.id).map(|result| std::mem::take(&mut result.state_claims));
            claims.extend(own.into_iter().flatten().map(|it| (number, it, None)));
        }
        claims.sort_by_key(|(_, claim, _)| claim.test.as_ref().map_or(0, |test| test.calls.len()));
        let mut tests: Vec<Reproduction> = Vec::new();
        for (_, claim, at) in &mut claims {
            let Ok(test) = &claim.test else { continue };
            let known = tests.iter().position(|known| known == test);
            *at = Some(known.unwrap_or(tests.len()));
            if known.is_none() {
                tests.push(test.clone());
            }
        }
        let (runs, reached, defects) = (Vec::new(), Vec::new(), Vec::new());
        Deciding { tasks, results, claims, tests, runs, reached, defects }
    }

    /// Runs the tests that were not run yet. Once more run: those in which only looking panics, without it, and those of which nothing was said
    /// up to the first call that panics.
    fn run(&mut self, unit: &Unit, linking: &Linking, leave_out: LeaveOut) -> Result<(), NativeError> {
        let first = self.runs.len();
        let linked: Vec<LinkedTest> = self.tests[first..].iter().map(Reproduction::asking).collect();
        if linked.is_empty() {
            return Ok(());
        }
        self.runs.extend(linking.run(unit, &linked, leave_out)?);
        let mut again = self.shorten(first..self.runs.len());
        for _ in 0..MOST_REPETITIONS {
            let linked: Vec<LinkedTest> = again.iter().map(|number| self.tests[*number].asking()).collect();
            if linked.is_empty() {
                break;
            }
            for (number, run) in again.iter().zip(linking.run(unit, &linked, LeaveOut::Test)?) {
                self.runs[*number] = run;
            }
            again = self.shorten(again);
        }
        for number in again {
            self.runs[number] = Err(NotRun::Otherwise("not every run of it panics".to_owned()));
        }
        self.note_reached(first);
        Ok(())
    }

    /// Leaves out of tests what their runs did not get to; those of them that have to be run again.
    fn shorten(&mut self, numbers: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut again = Vec::new();
        for number in numbers {
            let Ok(run) = &self.runs[number] else { continue };
            let test = &mut self.tests[number];
            if let Some(kept) = &run.kept {
                test.keep(kept);
            }
            match run.cut {
                _ if run.observer_panicked => *test = test.clone().with_observers(Vec::new()),
                Some(calls) if !self.claims.iter().any(|(.., own)| *own == Some(number)) => test.cut(calls),
                Some(_) => {
                    self.runs[number] =
                        Err(NotRun::Otherwise("a call in front of the last one panicked".to_owned()));
                    continue;
                }
                None => continue,
            }
            again.push(number);
        }
        again
    }

    /// Notes the states that the tests from this one on were seen in.
    fn note_reached(&mut self, first: usize) {
        let mut sites: BTreeMap<Id, (usize, CutpointId)> = BTreeMap::new();
        for (number, task) in self.tasks.iter().enumerate() {
            let cutpoints = task.subject.cutpoints.iter();
            sites.extend(cutpoints.map(|(cutpoint, own)| (own.wire, (number, cutpoint))));
        }
        let key = |(site, valuation): &(Id, Valuation)| {
            let (task, cutpoint) = *sites.get(site)?;
            let counted = self.tasks[task].subject.cutpoints[cutpoint].counted(*valuation)?;
            Some((task, (cutpoint, counted)))
        };
        let assumed = self.tasks.iter().flat_map(|task| task.probed.contracts.iter());
        let is_promised = |kind| matches!(kind, ContractKind::Requires | ContractKind::Assume);
        let assumed = assumed.filter(|contract| is_promised(contract.kind));
        let broken: BTreeSet<_> = assumed.map(|it| (Id(it.site), Valuation::new(0, 1))).collect();
        // What comes after a promise that is not kept is what no proof speaks of: only what was claimed then counts.
        let claimed_by = |test: usize| {
            let own = self.claims.iter().filter(move |(.., own)| *own == Some(test));
            own.flat_map(|(task, claim, _)| claim.keys.iter().map(|key| (*task, *key)))
                .collect::<BTreeSet<_>>()
        };
        let seen = |(number, run): (usize, &Result<LinkedRun, NotRun>)| {
            let Ok(run) = run else { return BTreeSet::new() };
            let mut seen: BTreeSet<Key> = run.seen.iter().filter_map(key).collect();
            if !run.seen.is_disjoint(&broken) {
                let claimed = claimed_by(first + number);
                seen.retain(|key| claimed.contains(key));
            }
            seen
        };
        let reached: Vec<BTreeSet<Key>> = self.runs[first..].iter().enumerate().map(seen).collect();
        self.reached.extend(reached);
    }

    /// Whether states of a task may be left that nothing decides.
    fn may_be_undecided(&self, task: usize) -> bool {
        let Some(result) = self.results.get(&self.tasks[task].subject.id) else { return false };
        let is_reached = |key: &StateKey| {
            self.tasks[task].seen.contains(key) || self.reached.iter().any(|own| own.contains(&(task, *key)))
        };
        let is_decided = |(key, verdict): (&StateKey, &Verdict)| {
            matches!(verdict, Verdict::Unreachable { .. }) || is_reached(key)
        };
        let claimed =
            self.claims.iter().filter(|(own, ..)| *own == task).flat_map(|(_, claim, _)| &claim.keys);
        result.verdicts.open.is_empty()
            || result.verdicts.open.values().any(Option::is_some)
            || !result.verdicts.states.iter().all(is_decided)
            || !claimed.into_iter().all(is_reached)
    }

    /// States that were seen and cannot be.
    fn contradict(&mut self) {
        let all: BTreeSet<Key> = self.reached.iter().flatten().copied().collect();
        for (task, key) in all {
            if let Some(Verdict::Unreachable { .. }) = self.verdict(task, key) {
                let told = self.told(task, key);
                self.defects.push(format!("a generated test was seen {told}, which is proved unreachable"));
            }
        }
    }

    fn verdict(&self, task: usize, key: StateKey) -> Option<&Verdict> {
        self.results.get(&self.tasks[task].subject.id)?.verdicts.get(key)
    }

    fn told(&self, task: usize, (cutpoint, valuation): StateKey) -> String {
        let subject = &self.tasks[task].subject;
        format!("at {} of {} in the state {valuation}", subject.cutpoints[cutpoint].label, subject.id)
    }

    /// Keeps as few tests as reach all that any of them does and no test of the crate reached.
    fn keep(&mut self, crate_name: &str) -> Vec<GeneratedTest> {
        let is_unreached_before = |(task, key): &&Key| {
            !self.tasks[*task].seen.contains(key)
                && !matches!(self.verdict(*task, *key), Some(Verdict::Unreachable { .. }))
        };
        let wanted: BTreeSet<Key> =
            self.reached.iter().flatten().filter(is_unreached_before).copied().collect();
        let (mut generated, mut names) = (Vec::new(), BTreeSet::new());
        for (number, first) in testgen::covering(&self.reached, &wanted) {
            let (Some(key), Ok(run)) = (first.first(), &self.runs[number]) else { continue };
            let name = testgen::name(&self.tasks[key.0].subject, key.1);
            generated.push(GeneratedTest {
                krate: crate_name.to_owned(),
                name: testgen::unique(&name, &mut names),
                reaches: self.lines(&first),
                imports: self.tests[number].imports.clone(),
                statements: self.tests[number].asserting(run),
                panics: run.panics.clone(),
            });
            for (task, key) in first {
                let Some(result) = self.results.get_mut(&self.tasks[task].subject.id) else { continue };
                result.verdicts.states.insert(key, Verdict::Reachable { test: generated.len() - 1 });
            }
        }
        generated
    }

    fn lines(&self, states: &BTreeSet<Key>) -> Vec<String> {
        let tasks: BTreeSet<usize> = states.iter().map(|(task, _)| *task).collect();
        let own = |task: usize| states.iter().filter(move |it| it.0 == task);
        let lines = tasks.into_iter().map(|task| {
            let states = own(task).map(|(_, key)| *key).collect();
            testgen::lines(&self.tasks[task].subject, &states)
        });
        lines.flatten().collect()
    }

    /// The subjects with claims that there was no time to run.
    fn late(&self) -> BTreeSet<String> {
        let is_late =
            |test: &Option<usize>| test.is_some_and(|test| matches!(self.runs[test], Err(NotRun::Late)));
        let late = self.claims.iter().filter(|(.., test)| is_late(test));
        late.map(|(task, ..)| self.tasks[*task].subject.id.clone()).collect()
    }

    /// Says of states that were not reached why the calls are no evidence.
    fn explain(&mut self) {
        for (task, claim, test) in
            std::mem::take(&mut self.claims).into_iter().filter(|(_, it, _)| !it.is_guess)
        {
            for key in claim.keys.iter().copied() {
                if let Some(Verdict::Reachable { .. } | Verdict::Unreachable { .. }) = self.verdict(task, key)
                {
                    continue;
                }
                let why = match (&claim.test, test.map(|test| &self.runs[test])) {
                    (Err(reason), _) => reason.clone(),
                    (_, Some(Err(reason))) => reason.to_string(),
                    _ => "they did not, when they were run".to_owned(),
                };
                if claim.is_determined && matches!(test.map(|test| &self.runs[test]), Some(Ok(_))) {
                    let told = self.told(task, key);
                    self.defects
                        .push(format!("calls that should be seen {told} were not, when they were run"));
                }
                let reason = format!("calls seem to lead to it, but {why}");
                if let Some(result) = self.results.get_mut(&self.tasks[task].subject.id) {
                    result.verdicts.states.insert(key, Verdict::Undecided { reason });
                }
            }
        }
    }
}
