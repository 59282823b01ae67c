//! The report of `cargo pct system --explore` on a system file: the serialisable view, and its rendering for people.

use super::system_file::{SolverReport, count};
use crate::concolic::{Exploration, Limits, Test, Verdict};
use crate::solver::{Statistics, z3_version};
use crate::system::{Stepper, System};
use crate::term::DisplayValue;
use serde::Serialize;
use std::fmt;

/// The result of exploring a system file.
#[derive(Clone, Debug, Serialize)]
pub struct ExplorationReport {
    /// The version of this form.
    pub schema_version: u32,
    /// Z3's version.
    pub z3: String,
    /// The system's name.
    pub system: String,
    /// The goals and the suite.
    pub explore: ExploreReport,
    /// Satisfiability checks.
    pub solver: SolverReport,
}

/// The goals and the suite.
#[derive(Clone, Debug, Serialize)]
pub struct ExploreReport {
    /// The goals, in the order of the file.
    pub goals: Vec<GoalReport>,
    /// The tests, each as the inputs that it reads, in order.
    pub suite: Vec<Vec<InputReport>>,
    /// Runs made.
    pub runs: usize,
    /// Refinements made.
    pub refinements: usize,
    /// Satisfiability checks.
    pub queries: u64,
    /// The reasons why goals are open: no abstraction was asked for (`no monitor`); `runs` and `refinements` are used up; the solver's budget for `queries` is; runs ended at their limit of `steps`, or
    /// where a number would have become too large; the answer about a branch is `unknown`.
    pub limits: Vec<&'static str>,
    /// True if the solver's answers say that no execution takes an open goal; no certificate repeats them.
    pub is_every_execution_tried: bool,
}

/// A goal.
#[derive(Clone, Debug, Serialize)]
pub struct GoalReport {
    /// Its name.
    pub name: String,
    /// `covered`, `unreachable` or `open`.
    pub verdict: &'static str,
    /// The number of a test in the suite that covers it, from zero on.
    pub test: Option<usize>,
}

/// An input of a test.
#[derive(Clone, Debug, Serialize)]
pub struct InputReport {
    /// The location at which it is read.
    pub at: String,
    /// The variable that has it; none if it is the number of the edge taken, among those of the location, or of the initial condition.
    pub name: Option<String>,
    /// The value.
    pub value: String,
}

/// Inputs of a test that are shown to people.
const MOST_SHOWN: usize = 12;

impl ExplorationReport {
    /// The view of an exploration.
    pub fn new(system: &System, exploration: &Exploration, statistics: &Statistics) -> ExplorationReport {
        let stepper = Stepper::new(system);
        let goal = |(id, verdict): (_, &Verdict)| {
            let (verdict, test) = match verdict {
                Verdict::Covered(test) => ("covered", Some(*test)),
                Verdict::Unreachable => ("unreachable", None),
                Verdict::Open => ("open", None),
            };
            GoalReport { name: system.goals[id].name.clone(), verdict, test }
        };
        ExplorationReport {
            schema_version: 1,
            z3: z3_version(),
            system: system.name.clone(),
            explore: ExploreReport {
                goals: exploration.goals.iter().map(goal).collect(),
                suite: exploration.suite.iter().map(|test| inputs(test, &stepper)).collect(),
                runs: exploration.runs,
                refinements: exploration.refinements,
                queries: exploration.queries,
                limits: reached(&exploration.limits),
                is_every_execution_tried: exploration.limits.is_every_execution_tried,
            },
            solver: SolverReport::new(statistics),
        }
    }

    fn named(&self, verdict: &str) -> Vec<&str> {
        let goals = self.explore.goals.iter().filter(|goal| goal.verdict == verdict);
        goals.map(|goal| goal.name.as_str()).collect()
    }

    /// What the user may do for open goals.
    fn advice(&self) -> String {
        const UNGUIDED: &str = "without --no-monitor, an abstraction may prove open goals unreachable";
        let ExploreReport { limits, is_every_execution_tried, .. } = &self.explore;
        if *is_every_execution_tried && limits.contains(&"no monitor") {
            return format!("every execution was tried, and none takes an open goal; {UNGUIDED}");
        }
        if *is_every_execution_tried {
            return "every execution was tried, and none takes an open goal; a `(predicate NAME FORMULA)` that excludes it may certify this"
                .to_owned();
        }
        if limits.contains(&"queries") {
            return "the solver's budget is used up; explore fewer goals at once".to_owned();
        }
        match (limits.contains(&"runs"), limits.contains(&"refinements")) {
            (true, true) => {
                "--runs and --refinements give open goals more work, --search another order".to_owned()
            }
            (true, false) => "--runs gives open goals more work, --search another order".to_owned(),
            (false, true) => "--refinements gives open goals more work".to_owned(),
            (false, false) if limits.contains(&"no monitor") => UNGUIDED.to_owned(),
            (false, false) => {
                let reason = match () {
                    () if limits.contains(&"unknown") => "the solver does not decide some branches",
                    () if limits.contains(&"steps") => {
                        "runs reach their limit of steps, or numbers too large"
                    }
                    () => "nothing more is found",
                };
                format!(
                    "{reason}; a `(predicate NAME FORMULA)` that excludes an open goal may prove it unreachable"
                )
            }
        }
    }
}

/// The limits that were reached, by name.
fn reached(limits: &Limits) -> Vec<&'static str> {
    let all = [
        (limits.is_unguided, "no monitor"),
        (limits.runs, "runs"),
        (limits.refinements, "refinements"),
        (limits.queries, "queries"),
        (limits.steps, "steps"),
        (limits.unknown, "unknown"),
    ];
    all.into_iter().filter(|(is_reached, _)| *is_reached).map(|(_, name)| name).collect()
}

/// A goal's name in a list of names.
fn listed(name: &str) -> String {
    let is_plain = !name.is_empty() && !name.contains(',') && !name.chars().any(char::is_control);
    if is_plain { name.to_owned() } else { format!("{name:?}") }
}

fn inputs(test: &Test, stepper: &Stepper<'_>) -> Vec<InputReport> {
    let locations = &stepper.system().locations;
    let read = test.read(stepper).into_iter();
    read.map(|(at, var, value)| InputReport {
        at: locations[at].name.clone(),
        value: match &var {
            Some(var) => DisplayValue(&value, &var.sort).to_string(),
            None => value.as_int().to_string(),
        },
        name: var.map(|var| var.name.to_string()),
    })
    .collect()
}

impl fmt::Display for ExplorationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ExploreReport { goals, suite, runs, refinements, queries, .. } = &self.explore;
        let covered = self.named("covered").len();
        let tests = count(suite.len(), "test");
        let cover = if suite.len() == 1 { "covers" } else { "cover" };
        writeln!(f, "{}: {tests} {cover} {covered} of {}", self.system, count(goals.len(), "goal"))?;
        for verdict in ["unreachable", "open"] {
            let names = self.named(verdict);
            if !names.is_empty() {
                let names: Vec<String> = names.into_iter().map(listed).collect();
                writeln!(f, "  {verdict}: {}", names.join(", "))?;
            }
        }
        for (number, test) in suite.iter().enumerate() {
            let values: Vec<&str> = test.iter().take(MOST_SHOWN).map(|input| input.value.as_str()).collect();
            let more = match test.len().saturating_sub(MOST_SHOWN) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            let inputs = if values.is_empty() { "no inputs".to_owned() } else { values.join(", ") };
            writeln!(f, "  test {number}: {inputs}{more}")?;
        }
        let work =
            [count(*runs, "run"), count(*refinements, "refinement"), count(*queries as usize, "query")];
        writeln!(f, "{}", work.join(", "))?;
        if goals.is_empty() {
            writeln!(f, "next: write `(goal NAME)` into the edges that tests are to take")
        } else if self.named("open").is_empty() {
            writeln!(f, "next: nothing is open; --json prints the tests in full")
        } else {
            writeln!(f, "next: {}", self.advice())
        }
    }
}
