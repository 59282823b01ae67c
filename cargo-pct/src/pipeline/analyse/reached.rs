//! Calls that are said to reach abstract states become tests, and the tests are run: what is seen then is reached, and nothing else.
//!
//! All tests of a crate are compiled at once, and few are kept: a covering set of what they reach together.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use pct_wire::{Id, Valuation};

use super::Task;
use super::result::{SubjectResult, Verdicts};
use super::view::View;
use crate::build::Unit;
use crate::ledger::{GeneratedTest, Verdict};
use crate::lower::Entry;
use crate::native::NativeError;
use crate::native::effects;
use crate::native::linked::{LeaveOut, LinkedRun, LinkedTest, Linking};
use crate::probe::ContractKind;
use crate::replay;
use crate::testgen::{self, Bounds, Reproduction};
use crate::verify::{CallSequence, Others, StateKey, StateVerdict, StateVerdicts};

/// Calls that are said to reach states.
pub(super) struct Said {
    /// The states, of the subject whose calls they are.
    keys: Vec<StateKey>,
    /// The calls as a test; or why there is none that may be run.
    test: Result<Reproduction, String>,
    /// Whether code is over-approximated, so that the calls may do something else; then there is another verdict.
    is_guess: bool,
    /// Whether the arguments alone decide what the calls do: nothing else was chosen for them, and the test has just these.
    is_determined: bool,
}

/// Calls that are said to reach a state, and the verdict if they do not, where they are a guess.
struct Calls {
    calls: CallSequence,
    otherwise: Option<Verdict>,
}

/// How often a test is run again that panics earlier than it is to.
const MOST_REPETITIONS: usize = 3;

impl View<'_> {
    /// The verdicts that need no run, and what is said to be reachable. `seen`: states that tests of the crate are seen in; they need no
    /// other.
    pub(super) fn verdicts(
        &self,
        states: StateVerdicts,
        seen: &BTreeSet<StateKey>,
        allow_effects: bool,
    ) -> (Verdicts, Vec<Said>) {
        let mut found = Verdicts::default();
        let mut calls_of: Vec<(CallSequence, bool, Vec<StateKey>)> = Vec::new();
        for (number, cutpoint) in states.cutpoints.into_iter().enumerate() {
            found.feasible.push(cutpoint.feasible);
            found.open.push(cutpoint.open);
            if let Some(Others { except, verdict }) = cutpoint.others {
                let verdict = self.verdict(verdict).map(|verdict| (except, verdict));
                found.others.extend(verdict.ok().map(|verdict| (number, verdict)));
            }
            for (valuation, verdict) in cutpoint.verdicts {
                let key = (number, valuation);
                match self.verdict(verdict) {
                    Ok(verdict) => drop(found.states.insert(key, verdict)),
                    Err(_) if seen.contains(&key) => {}
                    Err(Calls { calls, otherwise }) => {
                        let is_guess = otherwise.is_some();
                        found.states.extend(otherwise.map(|verdict| (key, verdict)));
                        match calls_of.iter_mut().find(|(own, guess, _)| (own, *guess) == (&calls, is_guess))
                        {
                            Some((.., keys)) => keys.push(key),
                            None => calls_of.push((calls, is_guess, vec![key])),
                        }
                    }
                }
            }
        }
        let said = |(calls, is_guess, keys)| self.said(&calls, is_guess, keys, allow_effects);
        (found, calls_of.into_iter().flat_map(said).collect())
    }

    /// What is said of calls; and, as guesses, of the same ones with other uses of their results.
    fn said(
        &self,
        calls: &CallSequence,
        is_guess: bool,
        keys: Vec<StateKey>,
        allow_effects: bool,
    ) -> Vec<Said> {
        let test = self.test(calls, allow_effects);
        let others = test.as_ref().map(|test| test.variations(self.code.program)).unwrap_or_default();
        let other = |test| Said { keys: keys.clone(), test: Ok(test), is_guess: true, is_determined: false };
        let mut all: Vec<Said> = others.into_iter().map(other).collect();
        let is_only = test.as_ref().is_ok_and(Reproduction::takes_the_only_object);
        let is_determined = is_only
            && replay::is_determined(self.code.program, self.subject, calls)
            && self.is_literal(calls);
        all.push(Said { keys, test, is_guess, is_determined });
        all
    }

    /// A verdict that needs no run; or calls that are to be run.
    fn verdict(&self, verdict: StateVerdict) -> Result<Verdict, Calls> {
        Ok(match verdict {
            StateVerdict::Reachable { calls, otherwise } => {
                // It needs no run of its own.
                let otherwise = otherwise.and_then(|verdict| self.verdict(*verdict).ok());
                return Err(Calls { calls, otherwise });
            }
            StateVerdict::Unreachable { conjuncts } => {
                Verdict::Unreachable { predicates: conjuncts.iter().map(|term| self.text(term)).collect() }
            }
            StateVerdict::Fabricated { state, .. } => Verdict::Fabricated { state: self.object(&state) },
            StateVerdict::Undecided { reason } => Verdict::Undecided { reason },
        })
    }

    /// Whether a test says of the calls all that there is to them: type parameters stand for numbers, and nothing for code.
    fn is_literal(&self, calls: &CallSequence) -> bool {
        let (program, bounds) = (self.code.program, Bounds::Met);
        testgen::reproduction(program, self.subject, calls, self.crate_name, bounds).is_ok()
    }

    /// Why calls may not be run, if so.
    pub(super) fn hazard(&self, calls: &CallSequence) -> Option<String> {
        let entries: BTreeSet<usize> = calls.calls.iter().map(|call| call.entry).collect();
        let mut entries = entries.into_iter().map(|number| &self.subject.entries[number]);
        entries.find_map(|entry| {
            let hazard =
                effects::hazard_for_clients(self.code.program, self.subject, entry, self.allow_effects)?;
            Some(format!("{} is not run: it {hazard}", entry.name))
        })
    }

    /// Calls as a test of a client that may be run.
    fn test(&self, calls: &CallSequence, allow_effects: bool) -> Result<Reproduction, String> {
        let program = self.code.program;
        let hazard = |entry: &Entry| effects::hazard_for_clients(program, self.subject, entry, allow_effects);
        if let Some(hazard) = self.hazard(calls) {
            return Err(hazard);
        }
        let looks = testgen::looks(program, self.subject, calls, self.crate_name, |it| hazard(it).is_none());
        testgen::reproduction(program, self.subject, calls, self.crate_name, Bounds::Open)
            .map(|test| test.looking(looks))
            .map_err(|why| format!("no client can write them down as a test: {why}"))
    }
}

/// Runs what was said about the subjects of a crate, and then, of subjects with states that are open still, what `explored` makes up; decides
/// what the runs decide. Returns the tests that are kept, and where runs contradict what was said.
pub(super) fn decide(
    unit: &Unit,
    linking: &Linking,
    tasks: &[Task],
    results: &mut BTreeMap<String, SubjectResult>,
    explored: impl Fn(&[&Task]) -> Vec<Reproduction>,
) -> Result<(Vec<GeneratedTest>, Vec<String>), NativeError> {
    let mut deciding = Deciding::new(tasks, results);
    deciding.run(unit, linking, LeaveOut::Test)?;
    let open: Vec<&Task> = (0..tasks.len()).filter(|it| deciding.is_open(*it)).map(|it| &tasks[it]).collect();
    deciding.tests.extend(explored(&open));
    let linking = Linking { timeout: linking.timeout.min(EXPLORED), ..linking.clone() };
    deciding.run(unit, &linking, LeaveOut::Calls)?;
    deciding.contradict();
    let generated = deciding.keep(&unit.crate_name);
    deciding.explain();
    Ok((generated, deciding.defects))
}

/// The time that each test of random calls gets: there are many.
const EXPLORED: Duration = Duration::from_secs(1);

/// A state, with the number of its task.
type Key = (usize, StateKey);

struct Deciding<'t> {
    tasks: &'t [Task],
    results: &'t mut BTreeMap<String, SubjectResult>,
    /// What was said, by task, and which test it is.
    said: Vec<(usize, Said, Option<usize>)>,
    /// Tests, each once, the shorter ones first.
    tests: Vec<Reproduction>,
    runs: Vec<Result<LinkedRun, String>>,
    /// What each test was seen in.
    reached: Vec<BTreeSet<Key>>,
    defects: Vec<String>,
}

impl<'t> Deciding<'t> {
    fn new(tasks: &'t [Task], results: &'t mut BTreeMap<String, SubjectResult>) -> Deciding<'t> {
        let mut said: Vec<(usize, Said, Option<usize>)> = Vec::new();
        for (number, task) in tasks.iter().enumerate() {
            let own = results.get_mut(&task.subject.id).map(|result| std::mem::take(&mut result.said));
            said.extend(own.into_iter().flatten().map(|it| (number, it, None)));
        }
        said.sort_by_key(|(_, said, _)| said.test.as_ref().map_or(0, |test| test.calls.len()));
        let mut tests: Vec<Reproduction> = Vec::new();
        for (_, said, at) in &mut said {
            let Ok(test) = &said.test else { continue };
            let known = tests.iter().position(|known| known == test);
            *at = Some(known.unwrap_or(tests.len()));
            if known.is_none() {
                tests.push(test.clone());
            }
        }
        let (runs, reached, defects) = (Vec::new(), Vec::new(), Vec::new());
        Deciding { tasks, results, said, tests, runs, reached, defects }
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
            self.runs[number] = Err("not every run of it panics".to_owned());
        }
        self.look(first);
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
                _ if run.cannot_look => *test = test.clone().looking(Vec::new()),
                Some(calls) if !self.said.iter().any(|(.., own)| *own == Some(number)) => test.cut(calls),
                Some(_) => {
                    self.runs[number] = Err("a call in front of the last one panicked".to_owned());
                    continue;
                }
                None => continue,
            }
            again.push(number);
        }
        again
    }

    /// What the tests from this one on were seen in.
    fn look(&mut self, first: usize) {
        let mut sites: BTreeMap<Id, (usize, usize)> = BTreeMap::new();
        for (number, task) in self.tasks.iter().enumerate() {
            let cutpoints = task.subject.cutpoints.iter().enumerate();
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
        // What comes after a promise that is not kept is what no proof speaks of: only what was said then counts.
        let said = |test: usize| {
            let own = self.said.iter().filter(move |(.., own)| *own == Some(test));
            own.flat_map(|(task, said, _)| said.keys.iter().map(|key| (*task, *key))).collect::<BTreeSet<_>>()
        };
        let seen = |(number, run): (usize, &Result<LinkedRun, String>)| {
            let Ok(run) = run else { return BTreeSet::new() };
            let mut seen: BTreeSet<Key> = run.seen.iter().filter_map(key).collect();
            if !run.seen.is_disjoint(&broken) {
                let said = said(first + number);
                seen.retain(|key| said.contains(key));
            }
            seen
        };
        let reached: Vec<BTreeSet<Key>> = self.runs[first..].iter().enumerate().map(seen).collect();
        self.reached.extend(reached);
    }

    /// Whether states of a task may be left that nothing decides.
    fn is_open(&self, task: usize) -> bool {
        let Some(result) = self.results.get(&self.tasks[task].subject.id) else { return false };
        let is_reached = |key: &StateKey| {
            self.tasks[task].seen.contains(key) || self.reached.iter().any(|own| own.contains(&(task, *key)))
        };
        let is_decided = |(key, verdict): (&StateKey, &Verdict)| {
            matches!(verdict, Verdict::Unreachable { .. }) || is_reached(key)
        };
        let said = self.said.iter().filter(|(own, ..)| *own == task).flat_map(|(_, said, _)| &said.keys);
        result.verdicts.open.is_empty()
            || result.verdicts.open.iter().any(Option::is_some)
            || !result.verdicts.states.iter().all(is_decided)
            || !said.into_iter().all(is_reached)
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
        let is_open = |(task, key): &&Key| {
            !self.tasks[*task].seen.contains(key)
                && !matches!(self.verdict(*task, *key), Some(Verdict::Unreachable { .. }))
        };
        let wanted: BTreeSet<Key> = self.reached.iter().flatten().filter(is_open).copied().collect();
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
        let own = |task: usize| {
            states.range((task, (0, Valuation::default()))..).take_while(move |it| it.0 == task)
        };
        let lines = tasks.into_iter().map(|task| {
            let states = own(task).map(|(_, key)| *key).collect();
            testgen::lines(&self.tasks[task].subject, &states)
        });
        lines.flatten().collect()
    }

    /// Says of states that were not reached why the calls are no evidence.
    fn explain(&mut self) {
        for (task, said, test) in std::mem::take(&mut self.said).into_iter().filter(|(_, it, _)| !it.is_guess)
        {
            for key in said.keys.iter().copied() {
                if let Some(Verdict::Reachable { .. } | Verdict::Unreachable { .. }) = self.verdict(task, key)
                {
                    continue;
                }
                let why = match (&said.test, test.map(|test| &self.runs[test])) {
                    (Err(reason), _) => reason.clone(),
                    (_, Some(Err(reason))) => reason.clone(),
                    _ => "they did not, when they were run".to_owned(),
                };
                if said.is_determined && matches!(test.map(|test| &self.runs[test]), Some(Ok(_))) {
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
