//! Concolic testing: solves for the open branch that the search order chooses, and runs (Daca, Gupta, Henzinger, algorithm 1).

use super::ConcolicConfig;
use super::asking::Asking;
use super::flow::Flow;
use super::goals::Goals;
use super::monitor::Monitor;
use super::post::related;
use super::product::Product;
use super::run::{Plan, Runner};
use super::search::Search;
use super::shadow::{Shadow, conjuncts};
use super::tree::{BranchId, NodeId, Tree, Way};
use crate::solver::{Answer, Prover};
use crate::system::{Stepper, System};
use crate::term::{Assignment, Term, Value, variables};

/// Questions that one solver is asked.
const QUESTIONS_A_SOLVER: usize = 500;

/// The outcome of a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turn {
    /// The runs made.
    pub(super) runs: usize,
    /// The goals that they cover.
    pub(super) covered: usize,
    /// True if no branch is left.
    pub(super) is_exhausted: bool,
}

/// Tests; keeps its tree from turn to turn.
pub(super) struct Tester<'a> {
    stepper: &'a Stepper<'a>,
    asking: Asking<'a>,
    runner: Runner<'a>,
    search: Search,
    tree: Tree,
    product: Product<'a>,
    is_guided: bool,
    /// The end of the last run's path.
    last: NodeId,
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
        let way = |number| (Way::Initial(number), Shadow::initial(system, number).1);
        let tree = Tree::new((0..system.initial.len()).map(way).collect());
        Tester {
            stepper,
            asking: Asking::new(prover, QUESTIONS_A_SOLVER),
            runner: Runner::new(stepper, flow, config.seed, config.steps),
            search: Search::new(config.search, config.seed, config.is_guided),
            last: tree.root(),
            tree,
            product: Product::new(system, flow, goals.open_edges()),
            is_guided: config.is_guided,
        }
    }

    /// Keeps to the paths of another monitor, too.
    pub(super) fn follow(&mut self, monitor: Monitor) {
        self.product.add(monitor);
        self.search.forget_places();
    }

    /// Makes at most so many runs, until all goals are decided or no branch is left.
    pub(super) fn turn(
        &mut self,
        goals: &mut Goals,
        most: usize,
        mut is_spent: impl FnMut() -> bool,
    ) -> Turn {
        let mut turn = Turn::default();
        while turn.runs < most && !goals.are_decided() && !is_spent() {
            self.product.want(goals.open_edges());
            let Some(branch) = self.search.next(&mut self.tree, self.last, &self.product) else {
                turn.is_exhausted = true;
                break;
            };
            let Some(values) = self.solve(branch) else {
                self.tree.close(branch);
                continue;
            };
            let plan = Plan { branch, values };
            let outcome = self.runner.run(plan, &mut self.tree, &self.product, self.is_guided);
            turn.covered += goals.cover(&outcome.test, self.stepper);
            turn.runs += 1;
            self.last = outcome.end;
        }
        turn
    }

    /// Values for the inputs that take a branch; none if there are none, or the solver gives no answer.
    ///
    /// Conditions that share no input with the branch, directly or through others, hold for the inputs of the run that came here
    /// first, which keep their values.
    fn solve(&mut self, branch: BranchId) -> Option<Assignment> {
        let wanted = self.tree.branch(branch).condition.clone();
        let path = self.tree.path(branch.0);
        let conditions = path.iter().flat_map(|it| conjuncts(&self.tree.branch(*it).condition));
        let conditions: Vec<Term> = conditions.collect();
        let mut question = related(&conditions, &wanted);
        question.extend(conjuncts(&wanted));
        let Answer::Sat(model) = self.asking.check(&question) else { return None };
        let mut values = self.runner.inputs(&self.tree, branch.0);
        for var in variables(&question) {
            let value = model.get(&var).cloned().unwrap_or_else(|| Value::simplest(&var.sort));
            values.set(var, value);
        }
        Some(values)
    }
}
