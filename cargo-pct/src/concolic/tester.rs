//! Concolic testing: solves for the open branch that the search order chooses, and runs (Daca, Gupta, Henzinger, algorithm 1).
//!
//! A turn consists of pieces: a run is one, and so are [`WORK_WITHOUT_RUN`] subterms of questions about branches that turn out to be infeasible.
//! So the number of runs bounds all work, also where thousands of branches are infeasible.

use super::ConcolicConfig;
use super::flow::Flow;
use super::goals::Goals;
use super::monitor::Monitor;
use super::product::Product;
use super::questions::{Questions, Solution};
use super::reach::Reach;
use super::related::Conjuncts;
use super::run::{Plan, Runner};
use super::search::Search;
use super::shadow::{Shadow, conjuncts};
use super::tree::{BranchId, NodeId, Tree, Way};
use crate::solver::Prover;
use crate::system::{EdgeId, Stepper, System};
use crate::term::{Assignment, Term};
use std::collections::{BTreeMap, BTreeSet};

/// So much work on branches that no run takes counts as a run; a question that is asked of the solver is at least a hundred subterms.
const WORK_WITHOUT_RUN: usize = 50_000;

/// The outcome of a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turn {
    /// The pieces of work done: the runs, and the work without a run.
    pub(super) pieces: usize,
    /// The runs made.
    pub(super) runs: usize,
    /// The goals that they cover.
    pub(super) covered: usize,
    /// True if no branch is left.
    pub(super) is_exhausted: bool,
}

/// The reasons why a branch was closed, or a run ended, without all being known that is behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cuts {
    /// The solver gave no answer.
    pub(super) unknown: bool,
    /// A run ended at its limit of steps, or where a number would have become too large.
    pub(super) steps: bool,
}

/// Tests; keeps its tree from turn to turn.
pub(super) struct Tester<'a> {
    stepper: &'a Stepper<'a>,
    flow: &'a Flow,
    questions: Questions<'a>,
    runner: Runner<'a>,
    search: Search,
    tree: Tree<'a>,
    product: Product<'a>,
    is_guided: bool,
    most_steps: usize,
    /// The end of the last run's path.
    last: NodeId,
    /// By run, the conjuncts of its path, as far as they were needed.
    paths: BTreeMap<usize, RunConjuncts>,
    /// Edges whose guards nothing satisfies.
    dead: BTreeSet<EdgeId>,
    /// Edges whose guards were asked about by themselves.
    asked_alone: BTreeSet<EdgeId>,
    /// Edges that a test was aimed at, or that none of the paths which are looked at takes.
    aimed_at: BTreeSet<EdgeId>,
    /// The work without a run since it counted as one.
    work: usize,
    pub(super) cuts: Cuts,
}

/// The conjuncts of a run's path up to a depth.
#[derive(Default)]
struct RunConjuncts {
    conjuncts: Conjuncts,
    depth: usize,
}

impl<'a> Tester<'a> {
    /// A tester without runs yet.
    pub(super) fn new(
        stepper: &'a Stepper<'a>,
        flow: &'a Flow,
        goals: &Goals,
        config: &ConcolicConfig,
        prover: &'a Prover,
    ) -> Tester<'a> {
        let system: &'a System = stepper.system();
        let tree = Tree::new(system, flow);
        Tester {
            stepper,
            flow,
            questions: Questions::new(prover),
            runner: Runner::new(stepper, flow, prover, config.seed, config.steps),
            search: Search::new(config.search, config.seed, config.is_guided),
            last: tree.root(),
            tree,
            product: Product::new(system, flow, goals.open_edges()),
            is_guided: config.is_guided,
            most_steps: config.steps,
            paths: BTreeMap::new(),
            dead: BTreeSet::new(),
            asked_alone: BTreeSet::new(),
            aimed_at: BTreeSet::new(),
            work: 0,
            cuts: Cuts::default(),
        }
    }

    /// Keeps to the paths of another monitor, too.
    pub(super) fn follow(&mut self, monitor: Monitor) {
        self.product.add(monitor);
        self.search.forget_places();
    }

    /// Does at most so many pieces of work, until all goals are decided or no branch is left.
    pub(super) fn turn(
        &mut self,
        goals: &mut Goals,
        most: usize,
        mut is_spent: impl FnMut() -> bool,
    ) -> Turn {
        let mut turn = Turn::default();
        self.product.want(goals.open_edges());
        while turn.pieces < most && !goals.are_decided() && !is_spent() {
            let Some(branch) = self.search.next(&mut self.tree, self.last, &self.product) else {
                turn.is_exhausted = true;
                break;
            };
            let before = self.questions.work;
            let solution = self.solve(branch);
            let Solution::Values(values) = solution else {
                self.cuts.unknown |= solution == Solution::Unknown;
                self.tree.close(branch);
                self.work += 1 + self.questions.work - before;
                self.count(&mut turn, most);
                continue;
            };
            let covered = self.run(Plan { branch, values }, goals);
            // The run was cut in front of the branch.
            if self.tree.is_open(branch) {
                self.tree.close(branch);
            }
            turn.covered += covered;
            turn.runs += 1;
            turn.pieces += 1;
        }
        turn
    }

    /// Makes a run. Returns the number of goals that it covers.
    fn run(&mut self, plan: Plan, goals: &mut Goals) -> usize {
        let outcome = self.runner.run(plan, &mut self.tree, &self.product, self.is_guided);
        self.cuts.steps |= outcome.is_cut;
        self.last = outcome.end;
        let covered = goals.cover(&outcome.test, self.stepper);
        if covered > 0 {
            self.product.want(goals.open_edges());
        }
        covered
    }

    /// Makes at most so many runs that are aimed at goals from an initial state on, by the condition of all paths to one. Each goal is aimed
    /// at once.
    pub(super) fn aim(&mut self, goals: &mut Goals, most: usize) -> Turn {
        let mut turn = Turn::default();
        self.product.want(goals.open_edges());
        let system = self.stepper.system();
        while turn.pieces < most && !goals.are_decided() {
            let wanted = self.product.wanted().iter().copied();
            let Some(goal) = wanted.into_iter().find(|edge| !self.aimed_at.contains(edge)) else { break };
            self.aimed_at.insert(goal);
            for number in 0..system.initial.len() {
                let Some(place) = self.product.initial(number) else { continue };
                let (shadow, initial) = Shadow::initial(system, number);
                let mut reach = Reach::new(system, self.flow, &self.product, goal);
                let condition = reach.condition(shadow.at, place);
                let mut question = conjuncts(&initial);
                question.extend(conjuncts(&shadow.instance_of(system, &condition)));
                self.work += reach.places();
                let before = self.questions.work;
                let solution = self.questions.solve(&question);
                self.work += self.questions.work - before;
                if let Solution::Values(values) = solution {
                    turn.covered += self.run(Plan { branch: (self.tree.root(), number), values }, goals);
                    turn.runs += 1;
                    turn.pieces += 1;
                    break;
                }
            }
            self.count(&mut turn, most);
        }
        turn
    }

    /// Counts the work without a run as pieces of a turn. What is too much for this one is left to the next.
    fn count(&mut self, turn: &mut Turn, most: usize) {
        let pieces = (self.work / WORK_WITHOUT_RUN).min(most - turn.pieces);
        self.work -= pieces * WORK_WITHOUT_RUN;
        turn.pieces += pieces;
    }

    /// Values for the inputs that take a branch, if there are some and a run may have so many steps.
    ///
    /// Conditions that share no input with the branch, directly or through others, hold for the inputs of the run that came here
    /// first, which keep their values.
    fn solve(&mut self, branch: BranchId) -> Solution {
        let edge = match self.tree.way(branch) {
            Way::Edge(edge) => Some(edge),
            Way::Initial(_) => None,
        };
        if edge.is_some_and(|edge| self.dead.contains(&edge)) {
            return Solution::Infeasible;
        }
        // The path to a node has a step less than the node is deep.
        if self.tree.nodes[branch.0].depth > self.most_steps {
            self.cuts.steps = true;
            return Solution::Infeasible;
        }
        let wanted = self.tree.condition(branch);
        if wanted.as_bool() == Some(false) {
            return Solution::Infeasible;
        }
        let mut question = self.conditions_before(branch.0, &wanted);
        question.extend(conjuncts(&wanted));
        match self.questions.solve(&question) {
            Solution::Values(solved) => {
                let mut values: Assignment = self.runner.inputs(&self.tree, branch.0);
                solved.iter().for_each(|(var, value)| values.set(var.clone(), value.clone()));
                Solution::Values(values)
            }
            solution => {
                edge.into_iter().for_each(|edge| self.ask_alone(edge));
                solution
            }
        }
    }

    /// The conditions of the path to a node that are related with the formula.
    fn conditions_before(&mut self, node: NodeId, wanted: &Term) -> Vec<Term> {
        let (run, depth) = (self.tree.nodes[node].run, self.tree.nodes[node].depth);
        let known = self.paths.entry(run).or_default();
        let (mut new, mut at) = (Vec::new(), node);
        while self.tree.nodes[at].depth > known.depth {
            new.push(at);
            at = self.tree.nodes[at].parent.expect("only the root has no depth").0;
        }
        for at in new.into_iter().rev() {
            let node = &self.tree.nodes[at];
            conjuncts(&node.condition).into_iter().for_each(|it| known.conjuncts.add(it, node.depth));
            known.depth = node.depth;
        }
        known.conjuncts.related(wanted, depth)
    }

    /// Notes an edge as dead if its guard excludes itself, whatever the state is. Asks once an edge.
    fn ask_alone(&mut self, edge: EdgeId) {
        let guard = conjuncts(&self.stepper.system().edges[edge].guard);
        if self.asked_alone.insert(edge) && self.questions.solve(&guard) == Solution::Infeasible {
            self.dead.insert(edge);
        }
    }
}
