//! The upper bound: what may steps reach, and these steps.
//!
//! Concrete states are executed along the way, from the tests, at random, and from every state that the solver finds: the steps that this
//! shows cost no query. For what is left the solver is asked once an edge and round, for all abstract states in front of it together.

use super::{BoundsConfig, States};
use crate::abstraction::{AbstractState, Another, Pair, Steps, Taken, Valuation, Valuations};
use crate::random::Random;
use crate::solver::{Answer, Prover};
use crate::system::{EdgeId, LocationId, State, Stepper, System, any_value};
use crate::term::{Assignment, Term, Value, Var};
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::BuildHasher;
use std::time::{Duration, Instant};

/// Evidence of a may step.
#[derive(Clone, Debug)]
pub enum May {
    /// A concrete step.
    Step(Box<Taken>),
    /// The solver could not exclude it.
    NotExcluded,
}

/// The abstract states that may be reached. Over-approximates.
#[derive(Clone, Debug, Default)]
pub struct UpperBound {
    /// The states.
    pub states: States,
    /// Those that executions may begin in, each with a state that one does begin in, if one was found.
    pub initial: BTreeMap<AbstractState, Option<State>>,
    /// The steps between them.
    pub may: BTreeMap<AbstractState, BTreeMap<AbstractState, May>>,
    /// Segments executed on concrete states.
    pub executed_segments: u64,
    /// What the solver was asked.
    pub queries: u64,
    /// How long all that took.
    pub time: Duration,
}

impl UpperBound {
    /// Reaches all that may steps reach.
    pub(super) fn new(
        steps: &mut Steps<'_>,
        domain: &Valuations,
        tests: &[State],
        config: BoundsConfig,
        prover: &Prover,
    ) -> UpperBound {
        let (system, before, start) = (steps.system(), prover.statistics().queries, Instant::now());
        let mut exploring = Exploring {
            steps,
            domain,
            config,
            prover,
            stepper: Stepper::new(system),
            bound: UpperBound::default(),
            closed: BTreeMap::new(),
            observations: BTreeMap::new(),
        };
        exploring.begin(tests);
        exploring.wander();
        exploring.close();
        let queries = prover.statistics().queries - before;
        UpperBound { queries, time: start.elapsed(), ..exploring.bound }
    }

    /// The states that a state may step to.
    pub fn successors(&self, state: AbstractState) -> impl Iterator<Item = (AbstractState, &May)> {
        self.may.get(&state).into_iter().flatten().map(|(after, may)| (*after, may))
    }
}

/// States that are kept to go on from.
const MOST_MET: usize = 4096;

struct Exploring<'a, 's> {
    steps: &'a mut Steps<'s>,
    domain: &'a Valuations,
    config: BoundsConfig,
    prover: &'a Prover,
    stepper: Stepper<'s>,
    bound: UpperBound,
    /// Of each edge, the valuations in front of it from which all steps are known.
    closed: BTreeMap<EdgeId, BTreeSet<Valuation>>,
    /// The valuations that states of a location have.
    observations: BTreeMap<LocationId, BTreeSet<Valuation>>,
}

impl<'s> Exploring<'_, 's> {
    fn system(&self) -> &'s System {
        self.steps.system()
    }

    fn begin(&mut self, tests: &[State]) {
        let holds = |state: &State| {
            let mut own = self.system().initial.iter().filter(|initial| initial.location == state.location);
            own.any(|initial| {
                self.system().assignment(state).complete(&initial.constraint) == Value::Bool(true)
            })
        };
        let tests: Vec<State> = tests.iter().filter(|state| holds(state)).cloned().collect();
        tests.into_iter().for_each(|state| self.begin_in(state));
        for index in 0..self.system().initial.len() {
            self.begin_anywhere(index);
        }
    }

    fn begin_in(&mut self, state: State) {
        let own = self.steps.abstraction(&state);
        self.bound.states.insert(own);
        self.bound.initial.entry(own).or_default().get_or_insert_with(|| state.clone());
        self.execute(state);
    }

    /// All initial states of a location.
    fn begin_anywhere(&mut self, index: usize) {
        let initial = &self.system().initial[index];
        let at = initial.location;
        let mut solver = self.prover.solver();
        solver.assert(&initial.constraint);
        loop {
            let known = self.bound.initial.keys().filter(|state| state.location == at);
            let known = Term::any(known.map(|state| self.domain.cube(at, state.valuation)));
            match solver.check_small(&[known.not()], &self.system().locations[at].vars) {
                Answer::Unsat(_) => return,
                Answer::Sat(model) => self.begin_in(state_of(self.system(), at, &model)),
                Answer::Unknown(_) => {
                    for valuation in self.observations(at) {
                        let state = AbstractState { location: at, valuation };
                        self.bound.states.insert(state);
                        self.bound.initial.entry(state).or_default();
                    }
                    return;
                }
            }
        }
    }

    /// Follows a concrete state for as long as that shows steps that were not known.
    fn execute(&mut self, state: State) {
        let mut pending = VecDeque::from([state]);
        for _ in 0..self.config.most_executed {
            let Some(before) = pending.pop_front() else { return };
            let step = self.stepper.step(&before);
            self.bound.executed_segments += 1;
            for (edge, after) in &step.successors {
                let own = (self.steps.abstraction(&before), self.steps.abstraction(after));
                if !self.knows(own.0, own.1) {
                    let taken = Taken { before: before.clone(), edge: *edge, after: after.clone() };
                    self.add(own.0, own.1, May::Step(Box::new(taken)));
                    pending.push_back(after.clone());
                }
            }
        }
    }

    /// Random steps from states that were met, the last one or any, as long as that shows something new.
    fn wander(&mut self) {
        let (constants, mut random) = (self.stepper.all_constants(), Random::new(0));
        let mut met: Vec<State> = self.bound.initial.values().flatten().cloned().collect();
        let (mut seen, mut idle) = (BTreeSet::new(), 0);
        while idle < self.config.most_idle && !met.is_empty() {
            idle += 1;
            let count = met.len() as u64;
            let number = if random.below(2) == 0 { count - 1 } else { random.below(count) };
            let before = met[number as usize].clone();
            let mut choose = |var: &Var| any_value(&var.sort, &before.values, &constants, &mut random);
            for (edge, after) in self.stepper.follow(&before, &mut choose, &BTreeSet::new()).successors {
                self.bound.executed_segments += 1;
                let own = (self.steps.abstraction(&before), self.steps.abstraction(&after));
                if !self.knows(own.0, own.1) {
                    let taken = Taken { before: before.clone(), edge, after: after.clone() };
                    self.add(own.0, own.1, May::Step(Box::new(taken)));
                    idle = 0;
                }
                if met.len() < MOST_MET && seen.insert(FxBuildHasher.hash_one(&after)) {
                    met.push(after);
                }
            }
        }
    }

    fn knows(&self, before: AbstractState, after: AbstractState) -> bool {
        self.bound.may.get(&before).is_some_and(|known| known.contains_key(&after))
    }

    fn add(&mut self, before: AbstractState, after: AbstractState, may: May) {
        self.bound.states.insert(after);
        self.bound.may.entry(before).or_default().entry(after).or_insert(may);
    }

    /// Asks for steps that are not known until there is none.
    fn close(&mut self) {
        while let Some((edge, unexplored)) = self.next_unexplored() {
            let step = &self.system().edges[edge];
            let (source, target) = (step.source, step.target);
            match self.steps.another(edge, &unexplored, &self.known(source, target)) {
                Another::None => self.closed.entry(edge).or_default().extend(unexplored),
                Another::Step(taken) => {
                    let own = (self.steps.abstraction(&taken.before), self.steps.abstraction(&taken.after));
                    let after = taken.after.clone();
                    self.add(own.0, own.1, May::Step(taken));
                    self.execute(after);
                }
                Another::Unknown if unexplored.len() > 1 => self.close_singly(edge, &unexplored),
                Another::Unknown => self.give_up(edge, &unexplored),
            }
        }
    }

    /// Explores source states of an edge one by one: then fewer go without an answer.
    fn close_singly(&mut self, edge: EdgeId, unexplored: &BTreeSet<Valuation>) {
        let step = &self.system().edges[edge];
        for valuation in unexplored {
            let single = BTreeSet::from([*valuation]);
            loop {
                match self.steps.another(edge, &single, &self.known(step.source, step.target)) {
                    Another::Step(taken) => {
                        let own =
                            (self.steps.abstraction(&taken.before), self.steps.abstraction(&taken.after));
                        self.add(own.0, own.1, May::Step(taken));
                    }
                    Another::None => break,
                    Another::Unknown => {
                        self.give_up(edge, &single);
                        break;
                    }
                }
            }
            self.closed.entry(edge).or_default().insert(*valuation);
        }
    }

    /// Adds every step along an edge for these source states, because the solver gave no answer. Over-approximates.
    fn give_up(&mut self, edge: EdgeId, unexplored: &BTreeSet<Valuation>) {
        let step = &self.system().edges[edge];
        for after in self.observations(step.target) {
            for before in unexplored {
                let before = AbstractState { location: step.source, valuation: *before };
                let after = AbstractState { location: step.target, valuation: after };
                self.add(before, after, May::NotExcluded);
            }
        }
        self.closed.entry(edge).or_default().extend(unexplored);
    }

    /// Finds an edge with source states whose steps along it are not all known.
    fn next_unexplored(&self) -> Option<(EdgeId, BTreeSet<Valuation>)> {
        self.system().edges.iter().find_map(|(edge, step)| {
            let closed = self.closed.get(&edge);
            let own = self.bound.states.iter().filter(|state| state.location == step.source);
            let unexplored = own.map(|state| state.valuation);
            let unexplored: BTreeSet<Valuation> =
                unexplored.filter(|it| !closed.is_some_and(|closed| closed.contains(it))).collect();
            (!unexplored.is_empty()).then_some((edge, unexplored))
        })
    }

    fn known(&self, source: LocationId, target: LocationId) -> BTreeSet<Pair> {
        let from = self.bound.may.iter().filter(|(before, _)| before.location == source);
        let pairs = from.flat_map(|(before, known)| known.keys().map(|after| (*before, *after)));
        let into_target = pairs.filter(|(_, after)| after.location == target);
        into_target.map(|(before, after)| (before.valuation, after.valuation)).collect()
    }

    /// The valuations that a location's states have; all there are, where they could not be listed.
    fn observations(&mut self, at: LocationId) -> BTreeSet<Valuation> {
        let (domain, prover) = (self.domain, self.prover);
        let own = self.observations.entry(at).or_insert_with(|| {
            let observations = domain.observations(at, &mut prover.solver(), super::MOST_OBSERVATIONS);
            if observations.is_complete {
                observations.found.into_keys().collect()
            } else {
                crate::abstraction::Domain::top(domain, at)
            }
        });
        own.clone()
    }
}

fn state_of(system: &System, at: LocationId, model: &Assignment) -> State {
    let vars = &system.locations[at].vars;
    let value = |var| model.get(var).cloned().unwrap_or_else(|| Value::simplest(&var.sort));
    State { location: at, values: vars.iter().map(value).collect() }
}
