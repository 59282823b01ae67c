//! Feasibility of abstract paths: a test, or the conditions that exclude each other.

use super::asking::are_nested_too_deep;
use super::shadow::{Shadow, conjuncts};
use crate::solver::{Answer, Prover};
use crate::system::{EdgeId, System};
use crate::term::{Assignment, Term};

/// A condition on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    /// The step that it is of; zero is the initial condition, one the first edge.
    pub(super) step: usize,
    /// The conjunct of the step's guard, over the variables of its location and its inputs.
    pub(super) conjunct: Term,
    /// The conjunct over the inputs of the execution.
    instance: Term,
}

/// The answer for one path.
#[derive(Clone, Debug)]
pub(super) enum Feasibility {
    /// These inputs take it.
    Feasible(Assignment),
    /// No inputs take it, because of these conditions.
    Spurious(Vec<Condition>),
    /// The solver gives no answer.
    Unknown,
}

/// An unsatisfiable core is made smaller by one question a condition if it is no larger than this.
const MOST_MINIMISED: usize = 12;

/// Decides if an execution takes this path.
pub(super) fn feasibility(system: &System, initial: usize, path: &[EdgeId], prover: &Prover) -> Feasibility {
    let conditions = conditions(system, initial, path);
    // The last one: predicates about the end of a path say more about other paths to the same goal.
    if let Some(never) = conditions.iter().rfind(|it| it.instance.as_bool() == Some(false)) {
        return Feasibility::Spurious(vec![never.clone()]);
    }
    let mut instances: Vec<Term> = conditions.iter().map(|it| it.instance.clone()).collect();
    instances.retain(|it| it.as_bool().is_none());
    if are_nested_too_deep(&instances) {
        return Feasibility::Unknown;
    }
    match prover.solver().check(&instances) {
        Answer::Sat(model) => Feasibility::Feasible(model),
        Answer::Unknown(_) => Feasibility::Unknown,
        Answer::Unsat(core) => {
            let core = minimised(core, &instances, prover);
            let is_in_core = |it: &Condition| core.contains(&it.instance);
            Feasibility::Spurious(conditions.into_iter().filter(is_in_core).collect())
        }
    }
}

/// All conditions of a path, in order.
fn conditions(system: &System, initial: usize, path: &[EdgeId]) -> Vec<Condition> {
    let (mut shadow, condition) = Shadow::initial(system, initial);
    let first = conjuncts(&condition).into_iter();
    let first = first.map(|instance| Condition { step: 0, conjunct: instance.clone(), instance });
    let mut conditions: Vec<Condition> = first.collect();
    for (index, edge) in path.iter().enumerate() {
        let own = shadow.conjuncts(system, *edge).into_iter();
        conditions.extend(own.map(|(conjunct, instance)| Condition { step: index + 1, conjunct, instance }));
        shadow = shadow.after(system, *edge);
    }
    conditions
}

/// The core without conditions that it does not need. Early ones go first.
fn minimised(core: Vec<Term>, instances: &[Term], prover: &Prover) -> Vec<Term> {
    let mut core: Vec<Term> = instances.iter().filter(|it| core.contains(it)).cloned().collect();
    if core.len() > MOST_MINIMISED {
        return core;
    }
    let mut solver = prover.solver();
    let mut place = 0;
    while place < core.len() {
        let mut fewer = core.clone();
        fewer.remove(place);
        match solver.check(&fewer) {
            Answer::Unsat(_) => core = fewer,
            Answer::Sat(_) | Answer::Unknown(_) => place += 1,
        }
    }
    core
}
