//! Calls that are said to reach abstract states become tests, and the tests are run: what is seen then is reached, and nothing else.
//!
//! All tests of a crate are compiled at once, and few are kept: a covering set of what they reach together.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use pct_wire::{Id, Valuation};

use super::Results;
use crate::build::Unit;
use crate::explore::ReachingStates;
use crate::judge::{StateClaim, Task};
use crate::ledger::{GeneratedTest, Reason, Verdict};
use crate::native::NativeError;
use crate::native::linked::{LeaveOut, LinkedRun, LinkedTest, Linking, NotRun};
use crate::probe::{ContractKind, CutpointId, StateKey};
use crate::testgen::{self, Observers, Reproduction};

/// How often a test is run again that panics earlier than it is to.
const MOST_REPETITIONS: usize = 3;

/// Makes up tests for functions with open states, which are given by the number of their task: none when there are no more.
pub(super) type MakeUp<'a> = dyn FnMut(&BTreeMap<usize, BTreeSet<&str>>) -> Vec<Reproduction> + 'a;

/// Runs what was said about the subjects of a crate, and then what exploration reached; where it saw no states, tests that are made up, as
/// long as states are open. Decides what the runs decide.
pub(super) fn decide(
    unit: &Unit,
    linking: &Linking,
    tasks: &[Task],
    results: &mut Results,
    explored: Option<&[ReachingStates]>,
    make_up: &mut MakeUp<'_>,
) -> Result<Decided, NativeError> {
    let mut deciding = Deciding::new(tasks, results);
    deciding.run(unit, linking, LeaveOut::Test)?;
    let of_made_up = Linking { timeout: linking.timeout.min(EXPLORED), ..linking.clone() };
    deciding.add_explored(explored.unwrap_or_default());
    deciding.run(unit, &of_made_up, LeaveOut::Calls)?;
    // Exploration has made up all kinds of calls already, and knows which code they reach.
    while explored.is_none() && !linking.is_late() {
        let more = make_up(&deciding.open_functions());
        if more.is_empty() {
            break;
        }
        deciding.tests.extend(more);
        deciding.run(unit, &of_made_up, LeaveOut::Calls)?;
    }
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
    /// All states that some test was seen in.
    reached_by_any: BTreeSet<Key>,
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
        let reached_by_any = BTreeSet::new();
        Deciding { tasks, results, claims, tests, runs, reached, reached_by_any, defects }
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
                _ if run.observer_panicked => *test = test.clone().with_observers(Observers::default()),
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

    /// Adds the calls by which exploration reached states that no test reached: also those that are said to be unreachable.
    fn add_explored(&mut self, explored: &[ReachingStates]) {
        let (sites, mut known) = (self.sites(), self.reached_by_any.clone());
        let key = |&(site, bits): &(u64, u64)| {
            let (task, cutpoint) = *sites.get(&Id(site))?;
            let predicates = self.tasks[task].subject.cutpoints[cutpoint].predicates.len();
            Some((task, (cutpoint, Valuation::new(bits, predicates))))
        };
        let mut shortest_first: Vec<&ReachingStates> = explored.iter().collect();
        shortest_first.sort_by_key(|it| it.test.statements().len());
        for calls in shortest_first {
            let is_seen = |(task, own): &Key| self.tasks[*task].seen.contains(own);
            let mut new: Vec<Key> = calls.states.iter().filter_map(key).collect();
            new.retain(|key| !is_seen(key) && !known.contains(key));
            if !new.is_empty() {
                known.extend(new);
                self.tests.push(calls.test.clone());
            }
        }
    }

    /// The cutpoints of all tasks, by the sites of their probes.
    fn sites(&self) -> BTreeMap<Id, (usize, CutpointId)> {
        let mut sites = BTreeMap::new();
        for (number, task) in self.tasks.iter().enumerate() {
            let cutpoints = task.subject.cutpoints.iter();
            sites.extend(cutpoints.map(|(cutpoint, own)| (own.wire, (number, cutpoint))));
        }
        sites
    }

    /// Notes the states that the tests from this one on were seen in.
    fn note_reached(&mut self, first: usize) {
        let sites = self.sites();
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
        self.reached_by_any.extend(reached.iter().flatten().copied());
        self.reached.extend(reached);
    }

    /// The functions with states that nothing decides, by the numbers of their tasks.
    fn open_functions(&self) -> BTreeMap<usize, BTreeSet<&'t str>> {
        let mut claimed: BTreeSet<Key> = BTreeSet::new();
        for (task, claim, _) in &self.claims {
            claimed.extend(claim.keys.iter().map(|key| (*task, *key)));
        }
        let tasks = self.tasks;
        let mut functions: BTreeMap<usize, BTreeSet<&'t str>> = BTreeMap::new();
        for (number, task) in tasks.iter().enumerate() {
            for (cutpoint, own) in &task.subject.cutpoints {
                if self.is_open(number, cutpoint, &claimed) {
                    functions.entry(number).or_default().insert(&own.function);
                }
            }
        }
        functions
    }

    /// Tells whether a cutpoint may have states that nothing decides.
    fn is_open(&self, task: usize, cutpoint: CutpointId, claimed: &BTreeSet<Key>) -> bool {
        let Some(result) = self.results.get(&self.tasks[task].subject.id) else { return false };
        let verdicts = &result.verdicts;
        let first = (cutpoint, Valuation::default());
        let is_here = |key: &&StateKey| key.0 == cutpoint;
        let is_reached = |key: &StateKey| {
            self.tasks[task].seen.contains(key) || self.reached_by_any.contains(&(task, *key))
        };
        let is_decided = |key: &StateKey| {
            is_reached(key) || matches!(verdicts.get(*key), Some(Verdict::Unreachable { .. }))
        };
        let named = verdicts.states.range(first..).map(|(key, _)| key).take_while(is_here);
        let of_task = |key: &&Key| key.0 == task && key.1.0 == cutpoint;
        let claimed = claimed.range((task, first)..).take_while(of_task).map(|(_, key)| key);
        if !named.chain(claimed).all(is_decided) {
            return true;
        }
        let may_have_others = verdicts.open.get(cutpoint).is_none_or(Option::is_some);
        may_have_others && self.decided_at(task, cutpoint) < self.possible_at(task, cutpoint)
    }

    /// How many states of a cutpoint are decided.
    fn decided_at(&self, task: usize, cutpoint: CutpointId) -> u128 {
        let first = (cutpoint, Valuation::default());
        let seen = self.tasks[task].seen.range(first..).take_while(|key| key.0 == cutpoint);
        let reached = self.reached_by_any.range((task, first)..);
        let reached = reached.take_while(|key| key.0 == task && key.1.0 == cutpoint).map(|(_, key)| key);
        let verdicts = self.results.get(&self.tasks[task].subject.id).map(|result| &result.verdicts);
        let named = verdicts.into_iter().flat_map(|it| it.states.range(first..));
        let unreachable = named.take_while(|(key, _)| key.0 == cutpoint);
        let unreachable =
            unreachable.filter(|(_, it)| matches!(it, Verdict::Unreachable { .. })).map(|it| it.0);
        seen.chain(reached).chain(unreachable).collect::<BTreeSet<_>>().len() as u128
    }

    /// How many states a cutpoint has by the number of its predicates.
    fn possible_at(&self, task: usize, cutpoint: CutpointId) -> u128 {
        let predicates = self.tasks[task].subject.cutpoints[cutpoint].predicates.len();
        1_u128.checked_shl(u32::try_from(predicates).unwrap_or(u32::MAX)).unwrap_or(u128::MAX)
    }

    /// States that were seen and cannot be.
    fn contradict(&mut self) {
        for (task, key) in self.reached_by_any.clone() {
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
                fails: None,
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
                let words = format!("calls seem to lead to it, but {why}");
                let reason = Reason::of_a_test(words);
                if let Some(result) = self.results.get_mut(&self.tasks[task].subject.id) {
                    result.verdicts.states.insert(key, Verdict::Undecided { reason });
                }
            }
        }
    }
}
