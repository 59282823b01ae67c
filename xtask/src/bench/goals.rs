//! The first table of `cargo xtask bench --explore`: three programs of Daca, Gupta and Henzinger (VMCAI 2016) in each search order, with and without the abstraction.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::Serialize;
use serde_json::Value;

use crate::demo::built_program;
use crate::error::Error;
use crate::process;
use crate::project::Project;

/// The programs, in `cargo-pct/tests/systems`.
const PROGRAMS: [&str; 3] = ["simple-while", "branches", "unreach"];

/// The budget of an exploration.
const BUDGET: [&str; 4] = ["--runs", "200", "--refinements", "12"];

/// A search order, and how many goals of each program it covers without the abstraction in the paper, which gave it an hour.
struct Order {
    name: &'static str,
    paper: [u32; 3],
}

const ORDERS: [Order; 4] = [
    Order { name: "dfs", paper: [11, 9, 9] },
    Order { name: "cfg", paper: [11, 7, 9] },
    Order { name: "random-branch", paper: [11, 12, 9] },
    Order { name: "uniform", paper: [11, 12, 9] },
];

/// Goals that the paper covers with the abstraction; the tenth goal of the last one is proved unreachable.
const GUIDED: [u32; 3] = [12, 12, 9];

/// The outcome of one exploration.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Outcome {
    pub(super) covered: usize,
    pub(super) unreachable: usize,
    pub(super) goals: usize,
    pub(super) runs: u64,
    pub(super) queries: u64,
    pub(super) seconds: f64,
}

/// A row of the table.
#[derive(Debug, Serialize)]
struct Row {
    order: &'static str,
    is_guided: bool,
    paper: [u32; 3],
    outcomes: Vec<Outcome>,
}

/// All that was measured.
#[derive(Debug, Serialize)]
pub(super) struct Measurement(Vec<Row>);

/// Explores each program in each order.
pub(super) fn measure(project: &Project) -> Result<Measurement, Error> {
    let (program, folder) = (built_program(project), project.root().join("cargo-pct/tests/systems"));
    let mut rows = Vec::new();
    for is_guided in [false, true] {
        for Order { name, paper } in ORDERS {
            eprintln!("exploring the paper's programs by {name} ...");
            let more: &[&str] = if is_guided { &[] } else { &["--no-monitor"] };
            let budget = [&BUDGET, more].concat();
            let outcomes =
                PROGRAMS.map(|it| explore(&program, &folder.join(format!("{it}.sys")), name, &budget));
            let outcomes = outcomes.into_iter().collect::<Result<_, Error>>()?;
            let paper = if is_guided { GUIDED } else { paper };
            rows.push(Row { order: name, is_guided, paper, outcomes });
        }
    }
    Ok(Measurement(rows))
}

/// Explores a system.
pub(super) fn explore(program: &Path, file: &Path, order: &str, budget: &[&str]) -> Result<Outcome, Error> {
    let mut command = Command::new(program);
    command.args(["pct", "system"]).arg(file).args(["--explore", "--json", "--search", order]).args(budget);
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    process::forget_outer_cargo(&mut command);
    let shown = process::shown(&command);
    let start = Instant::now();
    let output = command.output().map_err(|source| Error::Start { command: shown.clone(), source })?;
    let seconds = start.elapsed().as_secs_f64();
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| Error::Check(format!("{shown} printed no report: {error}")))?;
    Ok(Outcome::read(&report, seconds))
}

impl Outcome {
    fn read(report: &Value, seconds: f64) -> Outcome {
        let explore = &report["explore"];
        let goals = explore["goals"].as_array().map_or(&[][..], Vec::as_slice);
        let count = |verdict: &str| goals.iter().filter(|goal| goal["verdict"] == verdict).count();
        let number = |name: &str| explore[name].as_u64().unwrap_or(0);
        Outcome {
            covered: count("covered"),
            unreachable: count("unreachable"),
            goals: goals.len(),
            runs: number("runs"),
            queries: number("queries"),
            seconds,
        }
    }

    /// The covered goals of those that are not proved unreachable, in percent.
    pub(super) fn percent(&self) -> f64 {
        100.0 * self.covered as f64 / (self.goals - self.unreachable).max(1) as f64
    }

    pub(super) fn cells(&self) -> String {
        format!("{:.1} | {} | {} | {:.0}", self.percent(), self.runs, self.queries, self.seconds)
    }
}

impl Measurement {
    /// The table, in Markdown: goals covered, and those proved unreachable, of each program.
    pub(super) fn table(&self) -> String {
        let mut text = String::from(
            "| order | with the abstraction | simple-while: here (paper) | branches | unreach | runs |\n|---|---|---:|---:|---:|---:|\n",
        );
        for Row { order, is_guided, paper, outcomes } in &self.0 {
            let cell = |(it, paper): (&Outcome, &u32)| match it.unreachable {
                0 => format!("{} of {} ({paper})", it.covered, it.goals),
                proved => format!("{} of {}, {proved} unreachable ({paper})", it.covered, it.goals),
            };
            let cells: Vec<String> = outcomes.iter().zip(paper).map(cell).collect();
            let runs: Vec<String> = outcomes.iter().map(|it| it.runs.to_string()).collect();
            let guided = if *is_guided { "yes" } else { "no" };
            text += &format!("| `{order}` | {guided} | {} | {} |\n", cells.join(" | "), runs.join(", "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_covered_and_what_is_proved_is_counted() {
        let goal = |verdict: &str| json!({"name": "g", "verdict": verdict});
        let goals = [goal("covered"), goal("covered"), goal("unreachable"), goal("open")];
        let report = json!({"explore": {"goals": goals, "runs": 7, "queries": 9}});
        let outcome = Outcome::read(&report, 1.5);
        let row = Row { order: "cfg", is_guided: true, paper: GUIDED, outcomes: vec![outcome; 3] };
        let table = Measurement(vec![row]).table();
        let cells = "2 of 4, 1 unreachable (12) | 2 of 4, 1 unreachable (12) | 2 of 4, 1 unreachable (9)";
        assert_eq!(table.lines().last(), Some(&*format!("| `cfg` | yes | {cells} | 7, 7, 7 |")));
    }
}
