//! Bounded forward search: is an error real, and by which shortest execution?
//!
//! Symbolic execution of the system from its initial states, edge after edge, cheapest first. What it finds is an
//! execution with concrete values; what it does not find may still exist.

use super::targets::Targets;
use crate::solver::{Answer, Prover, SMALL, Solver};
use crate::system::{EdgeId, ErrorId, Initial, LocationId, State, System};
use crate::term::{Assignment, Substitution, Term, Value, Var};
use std::collections::{BinaryHeap, HashSet};
use std::rc::Rc;

/// Limits of the search.
#[derive(Clone, Copy, Debug)]
pub struct ReachLimits {
    /// Sum of the costs of an execution's edges.
    pub cost: u32,
    /// Solver queries.
    pub queries: u64,
    /// Ends of symbolic executions that are looked at.
    pub nodes: usize,
}

impl Default for ReachLimits {
    fn default() -> ReachLimits {
        ReachLimits { cost: 24, queries: 400, nodes: 4_000 }
    }
}

/// An execution from an initial state into an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// The location at which it begins.
    pub start: State,
    /// Its steps, with the inputs that each chose and the state that each ended in.
    pub steps: Vec<(EdgeId, Assignment, State)>,
    /// The error.
    pub error: ErrorId,
    /// The inputs of the failing step.
    pub inputs: Assignment,
}

/// Searches an execution into an error of each group; `cost` of an edge orders the search and must be positive.
///
/// Under-approximates: an error without an execution here may be real. Every execution returned was confirmed by
/// evaluation.
pub fn reach(
    system: &System,
    targets: Targets,
    cost: impl Fn(EdgeId) -> u32,
    limits: &ReachLimits,
    prover: &Prover,
) -> Vec<Execution> {
    let mut search = Search::new(system, targets, prover);
    let (start, mut heap) = (prover.statistics().queries, BinaryHeap::new());
    // The same symbolic state on a second way is no news: terms are hash-consed, so this costs a look.
    let mut seen = HashSet::new();
    for initial in &system.initial {
        let node = search.initial(initial);
        heap.push(node);
    }
    while let Some(node) = heap.pop() {
        let queries = prover.statistics().queries - start;
        let is_spent = || prover.spent().is_some();
        if search.targets.unreached().is_empty()
            || queries > limits.queries
            || seen.len() > limits.nodes
            || is_spent()
        {
            break;
        }
        if !seen.insert((node.at, node.values.clone(), node.condition.clone())) {
            continue;
        }
        search.try_errors(&node);
        for (id, edge) in system.edges_from(node.at) {
            let total = node.cost.saturating_add(cost(id).max(1));
            if total > limits.cost {
                continue;
            }
            if let Some(next) = search.follow(&node, id, total) {
                debug_assert_eq!(edge.target, next.at);
                heap.push(next);
            }
        }
    }
    search.found
}

/// An execution along the same edges, with values that people like to read; the given one where the solver has none.
pub(super) fn simplified(system: &System, execution: Execution, prover: &Prover) -> Execution {
    if execution.steps.len() > LONGEST_SIMPLIFIED {
        return execution;
    }
    let mut search = Search::new(system, Targets::default(), prover);
    let initial = system.initial.iter().find(|initial| initial.location == execution.start.location);
    let Some(initial) = initial else { return execution };
    let mut node = search.initial(initial);
    for (edge, ..) in &execution.steps {
        node = search.after(&node, *edge, 0);
    }
    let candidate = search.candidate(&node, execution.error);
    let condition = node.condition.and(&candidate.guard);
    let free: Vec<Var> = crate::term::variables([&condition]).into_iter().collect();
    match prover.solver().check_small(&conjuncts(&condition), &free) {
        Answer::Sat(model) => search.execution(&node, execution.error, &candidate.inputs, &model),
        Answer::Unsat(_) | Answer::Unknown(_) => execution,
    }
}

/// The condition of a longer execution is more than the solver is asked.
const LONGEST_SIMPLIFIED: usize = 64;

struct Search<'a> {
    system: &'a System,
    targets: Targets,
    found: Vec<Execution>,
    solver: Solver,
    /// Queries that the solver has answered.
    asked: u32,
    prover: &'a Prover,
    nodes: u32,
}

/// So many queries a solver answers: paths share much, so that what was lowered helps, and what was learned of other paths hinders.
const QUERIES_A_SOLVER: u32 = 32;

/// The end of a symbolic execution.
struct Node {
    cost: u32,
    serial: u32,
    at: LocationId,
    /// Values of the location's variables, over the start's variables and the inputs of the steps.
    values: Vec<Term>,
    condition: Term,
    path: Option<Rc<PathStep>>,
    /// Steps so far.
    depth: u32,
    start: LocationId,
    /// A model of the condition, if one is at hand.
    model: Option<Rc<Assignment>>,
}

/// An error that could be next.
struct Candidate {
    error: ErrorId,
    inputs: Vec<Var>,
    /// When it is, over the start's variables and the inputs of all steps.
    guard: Term,
}

/// A step, and those before it.
struct PathStep {
    edge: EdgeId,
    inputs: Vec<Var>,
    values: Vec<Term>,
    before: Option<Rc<PathStep>>,
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.serial == other.serial
    }
}

impl Eq for Node {}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Node) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node {
    /// The cheapest node is the greatest, the oldest first among equals.
    fn cmp(&self, other: &Node) -> std::cmp::Ordering {
        (other.cost, other.serial).cmp(&(self.cost, self.serial))
    }
}

impl<'a> Search<'a> {
    fn new(system: &'a System, targets: Targets, prover: &'a Prover) -> Search<'a> {
        Search { system, targets, found: Vec::new(), solver: prover.solver(), asked: 0, prover, nodes: 0 }
    }

    fn initial(&mut self, initial: &Initial) -> Node {
        let zeros = Rc::new(Assignment::new());
        Node {
            cost: 0,
            serial: self.number(),
            at: initial.location,
            values: self.system.locations[initial.location].vars.iter().map(Var::term).collect(),
            condition: initial.constraint.clone(),
            path: None,
            depth: 0,
            start: initial.location,
            model: (zeros.complete(&initial.constraint) == Value::Bool(true)).then(|| zeros.clone()),
        }
    }

    fn number(&mut self) -> u32 {
        self.nodes += 1;
        self.nodes
    }

    /// The node after an edge, if its path may be feasible; a path the solver cannot decide is not followed.
    fn follow(&mut self, node: &Node, id: EdgeId, cost: u32) -> Option<Node> {
        let next = self.after(node, id, cost);
        if next.condition.as_bool() == Some(false) {
            return None;
        }
        // Most steps are possible from what made the path so far.
        if let Some(model) = &node.model
            && model.complete(&next.condition) == Value::Bool(true)
        {
            return Some(Node { model: Some(model.clone()), ..next });
        }
        match self.check(&conjuncts(&next.condition)) {
            Answer::Sat(model) => Some(Node { model: Some(Rc::new(model)), ..next }),
            Answer::Unsat(_) | Answer::Unknown(_) => None,
        }
    }

    fn check(&mut self, conjuncts: &[Term]) -> Answer {
        if self.asked >= QUERIES_A_SOLVER {
            (self.solver, self.asked) = (self.prover.solver(), 0);
        }
        self.asked += 1;
        self.solver.check(conjuncts)
    }

    /// The node after an edge, be it feasible or not; without a model.
    fn after(&mut self, node: &Node, id: EdgeId, cost: u32) -> Node {
        let edge = &self.system.edges[id];
        let (inputs, mut renaming) = self.instantiate(node, &edge.inputs);
        let condition = node.condition.and(&renaming.apply(&edge.guard));
        let values: Vec<Term> = edge.updates.iter().map(|update| renaming.apply(update)).collect();
        let step = PathStep { edge: id, inputs, values: values.clone(), before: node.path.clone() };
        let (serial, path) = (self.number(), Some(Rc::new(step)));
        let (depth, start) = (node.depth + 1, node.start);
        Node { cost, serial, at: edge.target, values, condition, path, depth, start, model: None }
    }

    /// Finds the errors that an execution which ends here can run into: asked together, for most nodes lead into none.
    ///
    /// A model of the path, or the one of the errors asked before, may show one at no cost.
    fn try_errors(&mut self, node: &Node) {
        let unreached: Vec<ErrorId> = self
            .targets
            .unreached()
            .iter()
            .copied()
            .filter(|error| self.system.errors[*error].source == node.at)
            .collect();
        let mut candidates: Vec<Candidate> = unreached.iter().map(|id| self.candidate(node, *id)).collect();
        candidates.retain(|candidate| candidate.guard.as_bool() != Some(false));
        let mut path = conjuncts(&node.condition);
        let guards = path.len();
        let mut model = node.model.clone();
        while !candidates.is_empty() {
            if let Some(model) = model.take() {
                let holds = |it: &Candidate| model.complete(&it.guard) == Value::Bool(true);
                let (shown, others): (Vec<_>, Vec<_>) = candidates.into_iter().partition(holds);
                for candidate in &shown {
                    if self.targets.remove(candidate.error) {
                        self.find(node, candidate, &model);
                    }
                }
                candidates = others;
                candidates.retain(|candidate| self.targets.unreached().contains(&candidate.error));
                continue;
            }
            path.truncate(guards);
            path.push(Term::any(candidates.iter().map(|candidate| candidate.guard.clone())));
            let Answer::Sat(new) = self.check(&path) else { return };
            model = Some(Rc::new(new));
        }
    }

    fn candidate(&mut self, node: &Node, error: ErrorId) -> Candidate {
        let edge = &self.system.errors[error];
        let (inputs, mut renaming) = self.instantiate(node, &edge.inputs);
        Candidate { error, inputs, guard: renaming.apply(&edge.guard) }
    }

    /// Notes an execution into an error that a model shows to be possible.
    fn find(&mut self, node: &Node, candidate: &Candidate, model: &Assignment) {
        let condition = node.condition.and(&candidate.guard);
        let model = self.simple(&condition, model);
        self.found.push(self.execution(node, candidate.error, &candidate.inputs, &model));
    }

    /// A model that people like to read: of zeros, else with small numbers where that is possible.
    fn simple(&self, condition: &Term, model: &Assignment) -> Assignment {
        let zeros = Assignment::new();
        if zeros.complete(condition) == Value::Bool(true) {
            return zeros;
        }
        // The solver's own models hold variables of other paths too.
        let free: Vec<Var> = crate::term::variables([condition]).into_iter().collect();
        let own = model.iter().filter(|(var, _)| free.contains(var));
        let own: Assignment = own.map(|(var, value)| (var.clone(), value.clone())).collect();
        if own.extent(&free) <= SMALL {
            return own;
        }
        match self.prover.solver().check_small(&conjuncts(condition), &free) {
            Answer::Sat(model) => model,
            Answer::Unsat(_) | Answer::Unknown(_) => own,
        }
    }

    /// Names for a step's inputs that are new on its path, and the substitution of the node's values and these for what the step
    /// reads. Paths share names: a condition is about one path alone.
    fn instantiate(&self, node: &Node, inputs: &[Var]) -> (Vec<Var>, Substitution) {
        let serial = node.depth + 1;
        let fresh: Vec<Var> =
            inputs.iter().map(|var| Var::new(format!("{}@{serial}", var.name), var.sort.clone())).collect();
        let own = self.system.locations[node.at].vars.iter().cloned().zip(node.values.iter().cloned());
        let renamed = inputs.iter().cloned().zip(fresh.iter().map(Var::term));
        (fresh.clone(), Substitution::new(own.chain(renamed).collect::<Vec<_>>()))
    }

    fn execution(&self, node: &Node, error: ErrorId, inputs: &[Var], model: &Assignment) -> Execution {
        let mut steps = Vec::new();
        let mut path = node.path.as_ref();
        while let Some(step) = path {
            let edge = &self.system.edges[step.edge];
            let values = step.values.iter().map(|value| model.complete(value)).collect();
            let state = State { location: edge.target, values };
            steps.push((step.edge, chosen(&edge.inputs, &step.inputs, model), state));
            path = step.before.as_ref();
        }
        steps.reverse();
        let vars = &self.system.locations[node.start].vars;
        let values = vars.iter().map(|var| model.complete(&var.term())).collect();
        let inputs = chosen(&self.system.errors[error].inputs, inputs, model);
        Execution { start: State { location: node.start, values }, steps, error, inputs }
    }
}

/// The values that the model chose for inputs, under the names that the edge gives them.
fn chosen(names: &[Var], fresh: &[Var], model: &Assignment) -> Assignment {
    let value = |var: &Var| model.get(var).cloned().unwrap_or_else(|| Value::simplest(&var.sort));
    names.iter().cloned().zip(fresh.iter().map(value)).collect()
}

fn conjuncts(condition: &Term) -> Vec<Term> {
    match condition.kind() {
        crate::term::Kind::And(terms) => terms.clone(),
        _ => vec![condition.clone()],
    }
}
