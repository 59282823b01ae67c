//! `cargo xtask bench --petri`: branch coverage of a Petri net as large as the paper's, with and without the abstraction.
//!
//! The rows are those of Daca, Gupta and Henzinger (VMCAI 2016, tables 1 and 3): rounds by search orders. Both columns have an equal budget of runs, and no
//! run may ask more than the engine allows. Then the share of testing is varied, as in the paper's figure 3, and drawn.

mod net;
mod picture;

use std::path::Path;

use serde::Serialize;

use super::goals::{self, Outcome};
use crate::demo::built_program;
use crate::error::Error;
use crate::project::Project;
use crate::survey::write;
use net::FULL;

/// Rounds of the net.
const ROUNDS: [usize; 3] = [2, 9, 17];

/// Shares of testing that are drawn.
const SHARES: [&str; 6] = ["0", "0.2", "0.4", "0.6", "0.8", "1"];

/// The share in the table.
const SHARE: &str = "0.2";

/// The refinements of a guided exploration.
const REFINEMENTS: usize = 1;

/// The picture of shares.
const PICTURE: &str = "docs/petri-shares.svg";

/// A search order, and the paper's percentages after an hour, with and without a monitor, by rounds; none where it has none.
struct Order {
    name: &'static str,
    paper: [[Option<f64>; 2]; 3],
}

static ORDERS: [Order; 4] = [
    Order {
        name: "dfs",
        paper: [[Some(93.9), Some(92.7)], [Some(70.2), Some(73.0)], [Some(68.6), Some(36.1)]],
    },
    Order {
        name: "cfg",
        paper: [[Some(66.8), Some(53.5)], [Some(64.6), Some(49.1)], [Some(63.0), Some(47.7)]],
    },
    Order {
        name: "random-branch",
        paper: [[Some(44.7), Some(38.0)], [Some(43.1), Some(37.8)], [Some(42.8), Some(37.3)]],
    },
    Order { name: "uniform", paper: [[None, Some(44.2)], [None, Some(43.1)], [None, Some(42.8)]] },
];

/// A row of the table.
#[derive(Debug, Serialize)]
struct Row {
    rounds: usize,
    order: usize,
    guided: Outcome,
    alone: Outcome,
}

/// All that was measured.
#[derive(Debug, Serialize)]
pub(super) struct Measurement {
    runs: u32,
    rows: Vec<Row>,
    shares: Vec<(f64, Outcome)>,
}

/// Explores each net in each order with so many runs, and draws the shares.
pub(super) fn measure(project: &Project, runs: u32) -> Result<Measurement, Error> {
    let folder = project.target_folder().join("bench-petri");
    std::fs::create_dir_all(&folder).map_err(Error::file("create", &folder))?;
    let program = built_program(project);
    let mut rows = Vec::new();
    for (rounds, place) in ROUNDS.into_iter().zip(0..) {
        let file = folder.join(format!("petri-{rounds}.sys"));
        write(&file, &FULL.system(rounds))?;
        for (order, Order { name, .. }) in ORDERS.iter().enumerate() {
            eprintln!("exploring {rounds} rounds by {name} ...");
            let guided = explore(&program, &file, name, runs, Some(SHARE))?;
            let alone = explore(&program, &file, name, runs, None)?;
            rows.push(Row { rounds: place, order, guided, alone });
        }
    }
    let file = folder.join(format!("petri-{}.sys", ROUNDS[0]));
    let mut shares = Vec::new();
    for share in SHARES {
        eprintln!("exploring with a share of testing of {share} ...");
        let outcome = explore(&program, &file, "cfg", runs, Some(share))?;
        shares.push((share.parse().expect("shares are numbers"), outcome));
    }
    let points: Vec<(f64, f64)> = shares.iter().map(|(share, it)| (*share, it.percent())).collect();
    let picture = project.root().join(PICTURE);
    write(&picture, &picture::draw(&points))?;
    eprintln!("written: {}", picture.display());
    Ok(Measurement { runs, rows, shares })
}

/// Explores a net with so many runs; guided if there is a share of testing.
fn explore(
    program: &Path,
    file: &Path,
    order: &str,
    runs: u32,
    share: Option<&str>,
) -> Result<Outcome, Error> {
    let (runs, refinements) = (runs.to_string(), REFINEMENTS.to_string());
    let budget: &[&str] = match share {
        Some(share) => &["--runs", &runs, "--share", share, "--refinements", &refinements],
        None => &["--runs", &runs, "--no-monitor"],
    };
    goals::explore(program, file, order, budget)
}

impl Measurement {
    /// The tables, in Markdown.
    pub(super) fn table(&self) -> String {
        let mut text = format!(
            "At most {} runs, of which one in five is drawn by the order, and {REFINEMENTS} refinement.\n\n\
             | rounds | order | with the abstraction, % | runs | queries | s | without, % | runs | queries | s | paper, with | paper, without |\n\
             |---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
            self.runs
        );
        for row in &self.rows {
            let Order { name, paper } = &ORDERS[row.order];
            let [with, without] =
                paper[row.rounds].map(|it| it.map_or("–".to_owned(), |it| format!("{it:.1}")));
            let (guided, alone) = (row.guided.cells(), row.alone.cells());
            text +=
                &format!("| {} | `{name}` | {guided} | {alone} | {with} | {without} |\n", ROUNDS[row.rounds]);
        }
        text += "\n| share of testing | coverage, % | runs | queries | s |\n|---:|---:|---:|---:|---:|\n";
        text.extend(self.shares.iter().map(|(share, it)| format!("| {share} | {} |\n", it.cells())));
        text
    }
}
