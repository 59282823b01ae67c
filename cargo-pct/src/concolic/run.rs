//! Runs: concrete executions that leave their path in the execution tree (Daca, Gupta, Henzinger, algorithm 1).
//!
//! A run follows the path that was solved for, then reads made-up inputs; a guided one is steered there. Where its inputs enable several edges it takes a random one. It ends
//! where no edge is enabled, where no open goal can be reached any more, after a limit of steps, or where a number would become too large.

use super::dominators::Dominators;
use super::flow::Flow;
use super::product::{PlaceId, Product};
use super::shadow::Shadow;
use super::steering::{Refusals, Steering};
use super::test::Test;
use super::tree::{BranchId, Node, NodeId, Tree, Way};
use crate::random::Random;
use crate::solver::Prover;
use crate::system::{EdgeId, State, Stepper, System, uniform_value};
use crate::term::{Assignment, Value, Var, variables};
use std::rc::Rc;

/// A run ends in front of a state that has an integer of more bits: a number that is squared in each step soon fills the memory.
const MOST_BITS: u64 = 4_096;

/// A run to be made: the branch that it takes last of those that are known, and values for the inputs up to there.
pub(super) struct Plan {
    pub(super) branch: BranchId,
    pub(super) values: Assignment,
}

/// The outcome of a run.
pub(super) struct Outcome {
    /// The test.
    pub(super) test: Test,
    /// The end of its path.
    pub(super) end: NodeId,
    /// True if it ended at a limit.
    pub(super) is_cut: bool,
}

/// Makes runs.
pub(super) struct Runner<'a> {
    stepper: &'a Stepper<'a>,
    flow: &'a Flow,
    prover: &'a Prover,
    random: Random,
    most_steps: usize,
    dominators: Rc<Dominators>,
    refused: Refusals,
    /// The runs so far.
    tests: Vec<Test>,
}

/// The point that a run has come to.
struct Position {
    node: NodeId,
    state: State,
    shadow: Shadow,
    place: Option<PlaceId>,
}

impl<'a> Runner<'a> {
    pub(super) fn new(
        stepper: &'a Stepper<'a>,
        flow: &'a Flow,
        prover: &'a Prover,
        seed: u64,
        most_steps: usize,
    ) -> Runner<'a> {
        let dominators = Rc::new(Dominators::new(stepper.system(), flow));
        Runner {
            stepper,
            flow,
            prover,
            random: Random::new(seed),
            most_steps,
            dominators,
            refused: Refusals::default(),
            tests: Vec::new(),
        }
    }

    fn system(&self) -> &'a System {
        self.stepper.system()
    }

    /// The inputs that lead to a node in the run that came there first.
    pub(super) fn inputs(&self, tree: &Tree, node: NodeId) -> Assignment {
        let Node { depth, run, .. } = tree.nodes[node];
        match depth.checked_sub(1) {
            Some(edges) => self.tests[run].inputs(self.system(), edges),
            None => Assignment::new(),
        }
    }

    /// Makes a run. `product`: what it may not leave, if it is guided.
    ///
    /// # Panics
    /// If it takes a step that the monitors exclude, or not the path that was solved for: both are defects of ours.
    pub(super) fn run(&mut self, plan: Plan, tree: &mut Tree, product: &Product, is_guided: bool) -> Outcome {
        let mut known = tree.path(plan.branch.0);
        known.push(plan.branch);
        let Way::Initial(initial) = tree.way(known[0]) else { panic!("a run begins initially") };
        let dominators = self.dominators.clone();
        let (mut inputs, run) = (plan.values, self.tests.len());
        let (shadow, condition) = Shadow::initial(self.system(), initial);
        self.choose_initial(&shadow, &mut inputs);
        let mut test = Test::of_path(self.stepper, initial, &[], &inputs);
        let behind = tree.behind(known[0]);
        let node = behind.unwrap_or_else(|| tree.take(known[0], run, condition, &shadow));
        let mut at = Position { node, state: test.start.clone(), shadow, place: product.initial(initial) };
        let goes_on = |place: Option<PlaceId>| {
            !is_guided || place.is_some_and(|place| product.distance(place).is_some())
        };
        let mut steering = is_guided.then(|| {
            let mut steering =
                Steering::new(self.stepper.system(), (self.flow, &*dominators), product, self.prover, run);
            steering.add(&tree.nodes[node].condition);
            steering
        });
        let (mut is_cut, mut is_solved) = (false, false);
        while test.steps.len() + 1 < known.len() || goes_on(at.place) {
            is_cut = test.steps.len() >= self.most_steps;
            if is_cut {
                break;
            }
            let wanted = known.get(test.steps.len() + 1).map(|branch| match tree.way(*branch) {
                Way::Edge(wanted) => wanted,
                Way::Initial(_) => panic!("a run begins only once"),
            });
            self.make_up(&at.shadow, &mut inputs);
            if let (None, Some(steering), Some(place)) = (wanted, &mut steering, at.place)
                && steering.aim(&at.shadow, place, &mut inputs, &mut self.refused)
            {
                is_solved = true;
                at.state.values = at.shadow.values().iter().map(|value| inputs.complete(value)).collect();
            }
            let Some((edge, values, state)) = self.step(&at, wanted, &mut inputs) else { break };
            is_cut = state.values.iter().any(is_too_large);
            if is_cut {
                break;
            }
            let branch = (at.node, self.flow.place(edge));
            let shadow = at.shadow.after(self.system(), edge);
            let next = at.place.and_then(|place| product.after(place, edge));
            assert!(next.is_some(), "a run takes a step that a monitor excludes");
            let node = tree.behind(branch).unwrap_or_else(|| {
                let condition = at.shadow.condition(self.system(), edge);
                tree.take(branch, run, condition, &shadow)
            });
            steering.iter_mut().for_each(|steering| steering.took(edge, &tree.nodes[node].condition));
            test.steps.push((edge, values));
            at = Position { node, state, shadow, place: next };
        }
        if is_solved {
            // The first state and what steps read may be others than when the run came there.
            let path: Vec<EdgeId> = test.edges().collect();
            test = Test::of_path(self.stepper, initial, &path, &inputs);
        }
        self.tests.push(test.clone());
        Outcome { test, end: at.node, is_cut }
    }

    /// One step: along the edge that is wanted, else along an edge that made-up inputs enable.
    fn step(
        &mut self,
        at: &Position,
        wanted: Option<EdgeId>,
        inputs: &mut Assignment,
    ) -> Option<(EdgeId, Vec<Value>, State)> {
        let edges = self.flow.outgoing(at.shadow.at).iter().copied();
        let edges = edges.filter(|edge| wanted.is_none_or(|wanted| wanted == *edge));
        let edges = edges.map(|edge| (edge, self.choose_inputs(&at.shadow, edge, inputs))).collect();
        let mut enabled = self.stepper.enabled(&at.state, edges);
        assert!(wanted.is_none() || !enabled.is_empty(), "a run takes the path that was solved for");
        let chosen = match enabled.len() {
            0 => return None,
            1 => 0,
            several => self.random.below(several as u64) as usize,
        };
        let (edge, values) = enabled.swap_remove(chosen);
        let state = self.stepper.take(edge, &at.state, &values).expect("an enabled edge is taken");
        Some((edge, values, state))
    }

    /// Makes up the inputs of this step that are not chosen yet.
    fn make_up(&mut self, shadow: &Shadow, inputs: &mut Assignment) {
        for edge in self.flow.outgoing(shadow.at) {
            self.choose_inputs(shadow, *edge, inputs);
        }
    }

    /// The values of an edge's inputs in this step. Those that are not chosen yet are made up.
    fn choose_inputs(&mut self, shadow: &Shadow, edge: EdgeId, inputs: &mut Assignment) -> Vec<Value> {
        let names = shadow.inputs(self.system(), edge);
        names.into_iter().map(|name| self.choose(name, inputs)).collect()
    }

    /// Makes up the initial values that are not chosen yet.
    fn choose_initial(&mut self, shadow: &Shadow, inputs: &mut Assignment) {
        for var in variables(shadow.values()) {
            self.choose(var, inputs);
        }
    }

    fn choose(&mut self, var: Var, inputs: &mut Assignment) -> Value {
        if let Some(value) = inputs.get(&var) {
            return value.clone();
        }
        let value = if self.tests.is_empty() {
            Value::simplest(&var.sort)
        } else {
            uniform_value(&var.sort, &mut self.random)
        };
        inputs.set(var, value.clone());
        value
    }
}

/// Tells whether a value holds an integer of more than [`MOST_BITS`] bits.
fn is_too_large(value: &Value) -> bool {
    match value {
        Value::Bool(_) => false,
        Value::Int(value) => value.bits() > MOST_BITS,
        Value::Array(array) => {
            is_too_large(array.default()) || array.entries().any(|(_, value)| is_too_large(value))
        }
    }
}
