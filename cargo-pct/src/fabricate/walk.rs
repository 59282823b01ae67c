//! Random walks: is an error real, by an execution that is long?
//!
//! Symbolic search ([`super::reach`]) finds what few steps lead to, whatever values that takes. What takes many steps and only ordinary
//! values is found by walking: from states that were met, each once, with values that are small, near to those that the state holds, or
//! among those that the code computes with.
//!
//! Half of the steps go on from late states, so that a counter comes to five hundred in some thousands of steps, where all ways to
//! it would be too many to look at. The other half choose the kind of a state first ([`Kinds`]), so that rare kinds are continued as
//! often as common ones. A walk ends if it has met no new kind for a long time.

use super::reach::{Execution, simplified};
use super::shorten::{CallRules, shortened};
use super::targets::Targets;
use crate::random::Random;
use crate::solver::Prover;
use crate::system::{EdgeId, ErrorId, Followed, State, Stepper, System, any_value};
use crate::term::{Value, Var};
use num_bigint::BigInt;
use rustc_hash::FxBuildHasher;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

/// Limits of a walk.
#[derive(Clone, Copy, Debug)]
pub struct WalkLimits {
    /// Steps that are tried.
    pub steps: usize,
    /// Steps that are tried in a row without meeting a new kind of state or an error.
    pub patience: usize,
    /// States that are kept to go on from.
    pub states: usize,
    /// Values that the kept states hold together: large ones would fill the memory.
    pub values: usize,
}

/// Long enough for a counter to come to five hundred, among a dozen other functions.
const PATIENCE: usize = 20_000;

impl Default for WalkLimits {
    fn default() -> WalkLimits {
        WalkLimits { steps: 200_000, patience: PATIENCE, states: 50_000, values: 2_000_000 }
    }
}

/// Walks from the initial states that hold no variables, and returns an execution into an error of each group that is met. Only edges
/// and errors are taken that `rules` and `targets` allow. Calls that an execution does not need are left out.
///
/// Under-approximates: an error without an execution here may be real. The executions are those of the system, evaluated.
pub fn walk(
    system: &System,
    targets: Targets,
    rules: CallRules<'_>,
    limits: &WalkLimits,
    prover: &Prover,
) -> Vec<Execution> {
    let mut walk = Walk {
        system,
        stepper: Stepper::new(system),
        targets,
        met: Vec::new(),
        kinds: Kinds::default(),
        idle: 0,
        seen: HashSet::default(),
        values: 0,
        random: Random::new(0),
        constants: Stepper::new(system).all_constants(),
        limits: *limits,
        found: Vec::new(),
    };
    for initial in &system.initial {
        let is_one = system.locations[initial.location].vars.is_empty();
        if is_one && initial.constraint.as_bool() == Some(true) {
            walk.keep(State { location: initial.location, values: Vec::new() }, None);
        }
    }
    for steps in 0..limits.steps {
        let is_done = walk.targets.unreached().is_empty() || walk.met.is_empty();
        if is_done || walk.idle > limits.patience || steps % 64 == 0 && prover.is_time_up() {
            break;
        }
        walk.step(rules.is_real);
    }
    let Walk { found, stepper, .. } = walk;
    let simple = found.into_iter().map(|execution| {
        let shorter = shortened(system, &stepper, execution, rules);
        simplified(system, shorter, prover)
    });
    simple.collect()
}

struct Walk<'a> {
    system: &'a System,
    stepper: Stepper<'a>,
    targets: Targets,
    /// States that were met, in that order.
    met: Vec<Met>,
    kinds: Kinds,
    /// Steps since a new kind of state or an error was met.
    idle: usize,
    /// Their hashes: a state that has another's is passed over, which loses no more than that state.
    seen: HashSet<u64, FxBuildHasher>,
    /// How many values they hold.
    values: usize,
    random: Random,
    constants: Vec<BigInt>,
    limits: WalkLimits,
    found: Vec<Execution>,
}

/// A state that was met.
struct Met {
    state: State,
    /// The one before it, by number, and the step from there.
    from: Option<(usize, EdgeId, Vec<Value>)>,
}

/// The states that were met by kind ([`Stepper::kind`], and the size of its largest number), by number.
#[derive(Default)]
struct Kinds {
    numbers: HashMap<u64, usize, FxBuildHasher>,
    states: Vec<Vec<usize>>,
}

impl Kinds {
    /// Adds a state. Returns whether its kind is new.
    fn add(&mut self, kind: u64, state: usize) -> bool {
        let (new, states) = (self.states.len(), &mut self.states);
        let number = *self.numbers.entry(kind).or_insert(new);
        if number == new {
            states.push(Vec::new());
        }
        states[number].push(state);
        number == new
    }

    /// A state of any kind, each kind as likely as another.
    fn choose(&self, random: &mut Random) -> Option<usize> {
        let states = random.one_of(&self.states)?;
        states.get(late(states.len() as u64, random)).copied()
    }
}

/// Of so many states, the newest is gone on from once.
const NEWEST: u64 = 3;

/// A place in a list of so many, mostly a late one.
fn late(count: u64, random: &mut Random) -> usize {
    let back = match random.below(NEWEST) {
        0 => 0,
        // Each part as likely as the one behind it, which is twice as long.
        _ => {
            let part = random.below(u64::BITS.into()) % u64::from(u64::BITS - count.leading_zeros());
            random.below(count >> part)
        }
    };
    (count - 1 - back) as usize
}

impl Walk<'_> {
    /// Goes one step on from a state that was met.
    fn step(&mut self, is_real: &dyn Fn(EdgeId) -> bool) {
        self.idle += 1;
        let by_kind = match self.random.below(2) {
            0 => self.kinds.choose(&mut self.random),
            _ => None,
        };
        let number = by_kind.unwrap_or_else(|| late(self.met.len() as u64, &mut self.random));
        let state = &self.met[number].state;
        let (random, constants) = (&mut self.random, &self.constants);
        let mut chosen = Vec::new();
        let mut choose = |var: &Var| {
            let value = any_value(&var.sort, &state.values, constants, random);
            chosen.push((var.clone(), value.clone()));
            value
        };
        let Followed { errors, successors } =
            self.stepper.follow(state, &mut choose, self.targets.unreached());
        for error in errors {
            if self.targets.remove(error) {
                self.idle = 0;
                let execution = self.execution(number, error, &chosen);
                self.found.push(execution);
            }
        }
        let real: Vec<_> = successors.into_iter().filter(|(edge, _)| is_real(*edge)).collect();
        if let Some((edge, successor)) = self.random.one_of(&real).cloned() {
            let inputs = of(&self.system.edges[edge].inputs, &chosen);
            self.keep(successor, Some((number, edge, inputs)));
        }
    }

    fn keep(&mut self, state: State, from: Option<(usize, EdgeId, Vec<Value>)>) {
        let is_full = self.met.len() >= self.limits.states || self.values >= self.limits.values;
        if !is_full && self.seen.insert(FxBuildHasher.hash_one(&state)) {
            self.values += state.values.len();
            let kind = FxBuildHasher.hash_one((self.stepper.kind(&state), size(&state.values)));
            if self.kinds.add(kind, self.met.len()) {
                self.idle = 0;
            }
            self.met.push(Met { state, from });
        }
    }

    fn execution(&self, last: usize, error: ErrorId, chosen: &[(Var, Value)]) -> Execution {
        let mut steps = Vec::new();
        let mut at = last;
        while let Some((before, edge, inputs)) = &self.met[at].from {
            let names = &self.system.edges[*edge].inputs;
            let chosen = names.iter().cloned().zip(inputs.iter().cloned()).collect();
            steps.push((*edge, chosen, self.met[at].state.clone()));
            at = *before;
        }
        steps.reverse();
        let names = &self.system.errors[error].inputs;
        let inputs = names.iter().cloned().zip(of(names, chosen)).collect();
        Execution { start: self.met[at].state.clone(), steps, error, inputs }
    }
}

/// Numbers of so many bits are of one size: random inputs are large ones, and tell little.
const MOST_BITS: u64 = 12;

/// How many bits the largest number of a state has.
fn size(values: &[Value]) -> u64 {
    let bits = |value: &Value| match value {
        Value::Int(number) => number.bits().min(MOST_BITS),
        Value::Bool(_) | Value::Array(_) => 0,
    };
    values.iter().map(bits).max().unwrap_or(0)
}

fn of(names: &[Var], chosen: &[(Var, Value)]) -> Vec<Value> {
    let value = |var: &Var| {
        let found = chosen.iter().find(|(other, _)| other == var);
        found.map_or_else(|| Value::simplest(&var.sort), |(_, value)| value.clone())
    };
    names.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::SolverConfig;
    use crate::system::read;

    fn rules(is_real: &dyn Fn(EdgeId) -> bool) -> CallRules<'_> {
        CallRules { is_real, begins: &|_| true, function: &|_| Some(0) }
    }

    fn found(text: &str) -> Vec<Execution> {
        let system = read(text).unwrap().system;
        let errors = Targets::each(system.errors.keys());
        let prover = Prover::new(SolverConfig::default());
        walk(&system, errors, rules(&|_| true), &WalkLimits::default(), &prover)
    }

    const COUNTER: &str = r#"
        (system counter)
        (location outside)
        (location object (var n Int) (var spoilt Bool))
        (initial outside)
        (edge outside object (set n 0) (set spoilt false))
        (edge object object (input up Bool) (when up) (set n (+ n 1)))
        (edge object object (input up Bool) (when (not up)) (set n 0))
        (error object "n is 500 or more" (input by Int) (when (and (>= n 500) (= by 3))))
    "#;

    #[test]
    fn a_counter_comes_to_five_hundred_without_a_query() {
        let found = found(COUNTER);
        let [execution] = found.as_slice() else { panic!("{} executions", found.len()) };
        assert!(execution.steps.len() >= 500, "{}", execution.steps.len());
        let system = read(COUNTER).unwrap().system;
        let stepper = Stepper::new(&system);
        let mut state = execution.start.clone();
        for (edge, inputs, next) in &execution.steps {
            let chosen: Vec<_> = inputs.iter().map(|(var, value)| (var.clone(), value.clone())).collect();
            let inputs = of(&system.edges[*edge].inputs, &chosen);
            state = stepper.take(*edge, &state, &inputs).unwrap();
            assert_eq!(state, *next);
        }
        let inputs: Vec<_> = execution.inputs.iter().collect();
        assert_eq!(inputs[0].1, &Value::int(3));
    }

    #[test]
    fn two_walks_are_one_and_what_is_not_real_is_not_walked() {
        assert_eq!(found(COUNTER), found(COUNTER));
        let system = read(COUNTER).unwrap().system;
        let errors = Targets::each(system.errors.keys());
        let prover = Prover::new(SolverConfig::default());
        let ups: Vec<EdgeId> = system.edges.keys().collect();
        assert_eq!(
            walk(&system, errors.clone(), rules(&|edge| edge != ups[1]), &WalkLimits::default(), &prover),
            []
        );
        let few = WalkLimits { steps: 100, ..WalkLimits::default() };
        assert_eq!(walk(&system, errors.clone(), rules(&|_| true), &few, &prover), []);
        let impatient = WalkLimits { patience: 20, ..WalkLimits::default() };
        assert_eq!(
            walk(&system, errors, rules(&|_| true), &impatient, &prover),
            [],
            "no new kind comes so soon"
        );
    }
}
