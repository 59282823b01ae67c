//! Abstraction-driven concolic testing of systems (Daca, Gupta, Henzinger, VMCAI 2016, algorithm 3).
//!
//! Input: a system whose edges have goals, and budgets. Output: for each goal a test that covers it, a certified proof that it is unreachable, or
//! neither; and the suite. Concolic testing and coverage-driven abstraction refinement take turns: the abstract reachability graph of each
//! turn is a monitor, and further runs keep to the product of the system with all monitors.
//!
//! Invariants: a covered goal has a test that the interpreter repeats; an unreachable goal has a certificate in another encoding; a run
//! that leaves a monitor is a defect of ours, for monitors hold every execution. Budgets are never exceeded, and equal seeds give equal
//! suites. It does not look for errors of the system: `fabricate` does.

mod asking;
mod checker;
mod claims;
mod dominators;
mod eliminate;
mod flow;
mod goals;
mod graph;
mod monitor;
mod path;
mod post;
mod product;
mod proof;
mod questions;
mod ranking;
mod reach;
mod refine;
mod related;
mod run;
mod search;
mod shadow;
mod share;
mod steering;
mod test;
mod tester;
mod tree;

pub use goals::Verdict;
pub use monitor::Monitor;
pub use search::SearchOrder;
pub use share::Share;
pub use test::Test;

use crate::ids::PrimaryMap;
use crate::solver::Prover;
use crate::system::{GoalId, Stepper, System};
use checker::{Allowance, ModelChecker};
use claims::without_claims;
use flow::Flow;
use goals::Goals;
use share::Shares;
use tester::{Cuts, Tester};

/// Settings of an exploration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConcolicConfig {
    /// The order in which branches are tried.
    pub search: SearchOrder,
    /// True if the abstraction guides the runs; without it, testing is all that is done.
    pub is_guided: bool,
    /// The share of testing.
    pub share: Share,
    /// The most runs.
    pub runs: usize,
    /// The most refinements.
    pub refinements: usize,
    /// After so many of the prover's queries, no run and no refinement begins.
    pub queries: u64,
    /// The most steps of one run.
    pub steps: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for ConcolicConfig {
    fn default() -> ConcolicConfig {
        ConcolicConfig {
            search: SearchOrder::default(),
            is_guided: true,
            share: Share::default(),
            runs: 200,
            refinements: 12,
            queries: 200_000,
            steps: 5_000,
            seed: 0,
        }
    }
}

/// The reasons why goals are open, and whether all executions were tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No abstraction was asked for.
    pub is_unguided: bool,
    /// The budget of runs is used up, by runs or by as much work without them.
    pub runs: bool,
    /// The budget of refinements is used up.
    pub refinements: bool,
    /// The prover may be asked no more.
    pub queries: bool,
    /// A run ended at its limit of steps, or where a number would have become too large.
    pub steps: bool,
    /// The solver gave no answer about a branch.
    pub unknown: bool,
    /// No branch is open, none was closed without an answer, and no run was cut: the solver's answers say that no execution takes an open goal. No
    /// certificate repeats these answers, so the goal stays open.
    pub is_every_execution_tried: bool,
}

/// The outcome of an exploration.
#[derive(Debug)]
pub struct Exploration {
    /// The verdict of each goal.
    pub goals: PrimaryMap<GoalId, Verdict>,
    /// The tests, each of which covered goals that none before it covers.
    pub suite: Vec<Test>,
    /// The runs made; those of the model checker's tests are among them.
    pub runs: usize,
    /// The refinements made.
    pub refinements: usize,
    /// The prover's queries.
    pub queries: u64,
    /// The monitor of each turn of refinement, in order.
    pub monitors: Vec<Monitor>,
    /// The reasons why goals are open.
    pub limits: Limits,
}

/// Covers the goals of a system, or proves them unreachable, within budgets.
///
/// # Panics
/// If a run contradicts a proof or a monitor, or the interpreter does not confirm a test: these are defects of ours.
pub fn explore(system: &System, config: &ConcolicConfig, prover: &Prover) -> Exploration {
    let before = prover.statistics().queries;
    let queries = || prover.statistics().queries - before;
    let is_spent = || queries() >= config.queries || prover.spent().is_some();
    let honest = without_claims(system);
    let system = honest.as_ref().unwrap_or(system);
    let (stepper, flow, mut goals) = (Stepper::new(system), Flow::new(system), Goals::new(system));
    let mut tester = Tester::new(&stepper, &flow, &goals, config, prover);
    let mut checker = ModelChecker::new(&stepper, &flow, prover);
    let mut shares = Shares::new(config);
    // A piece of testing is a run, or as much work without one.
    let (mut pieces, mut runs, mut refinements, mut monitors) = (0, 0, 0, Vec::new());
    let (mut may_test, mut may_refine, mut is_exhausted) = (true, config.is_guided, false);
    while !goals.are_decided() && !is_spent() {
        may_test &= pieces < config.runs;
        may_refine &= refinements < config.refinements;
        let Some(round) = shares.round(may_test, may_refine) else { break };
        let turn = tester.turn(&mut goals, round.runs.min(config.runs - pieces), is_spent);
        pieces += turn.pieces;
        runs += turn.runs;
        is_exhausted |= turn.is_exhausted;
        may_test &= !is_exhausted;
        shares.tested(turn.pieces, turn.covered);
        if round.refinements > 0 && !goals.are_decided() {
            let turn = tester.aim(&mut goals, round.refinements.min(config.runs - pieces));
            let aimed = turn.pieces;
            pieces += aimed;
            runs += turn.runs;
            shares.refined(aimed, turn.covered);
            let (tests, refinements_left) = (config.runs - pieces, config.refinements - refinements);
            let most = Allowance { pieces: round.refinements - aimed, tests, refinements: refinements_left };
            let turn = checker.turn(&mut goals, most);
            refinements += turn.refinements;
            pieces += turn.tests;
            runs += turn.tests;
            may_refine &= !turn.is_stuck;
            let open = goals.open().count();
            let excluded = proof::unreachable(system, &turn.graph, &checker.predicates, &goals, prover);
            goals.exclude(&excluded);
            shares.refined(turn.refinements + turn.tests, turn.covered + open - goals.open().count());
            monitors.push(Monitor::new(&turn.graph));
            tester.follow(monitors[monitors.len() - 1].clone());
        }
    }
    let cuts = tester.cuts;
    let limits = Limits {
        is_unguided: !config.is_guided,
        runs: pieces >= config.runs,
        refinements: config.is_guided && refinements >= config.refinements,
        queries: is_spent(),
        steps: cuts.steps,
        unknown: cuts.unknown,
        is_every_execution_tried: is_exhausted && cuts == Cuts::default(),
    };
    let (goals, suite) = goals.finish();
    Exploration { goals, suite, runs, refinements, queries: queries(), monitors, limits }
}
