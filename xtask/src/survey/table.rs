//! The survey as a page: one row a crate, totals, and the calls whose models would help most.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::measure::Measurement;

/// A column: its heading, and its cell.
type Column = (&'static str, fn(&Measurement) -> String);

const COLUMNS: [Column; 13] = [
    ("crate", |it| format!("{} {}", it.name, it.version)),
    ("exit code", |it| it.code.map_or("signal".to_owned(), |code| code.to_string())),
    ("tests passed without / with probes", tests),
    ("functions", |it| it.number("/totals/code/functions").to_string()),
    ("not read", |it| it.report["opaque"].as_array().map_or(0, Vec::len).to_string()),
    ("without an unmodelled call", |it| it.number("/totals/code/modelled").to_string()),
    ("with exact models only", |it| it.number("/totals/code/exact").to_string()),
    ("types and functions proved", |it| share(it, &["proved", "proved_under_assumptions"])),
    ("findings confirmed / potential", findings),
    ("states covered / reachable / unreachable / undecided", states),
    ("solver queries", |it| it.number("/solver/queries").to_string()),
    ("wall time, s", |it| format!("{:.1}", it.seconds)),
    ("peak memory, MB", |it| format!("{:.0}", it.peak_bytes as f64 / 1e6)),
];

/// Calls that are listed.
const MOST_CALLS: usize = 40;

/// The page.
pub(super) fn markdown(measurements: &[Measurement]) -> String {
    let mut page = String::from(
        "# Survey\n\n`cargo pct --auto` on crates that nobody here wrote, with their own tests; written by `cargo xtask survey`.\n\n",
    );
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    page += &row(COLUMNS.iter().map(|(heading, _)| (*heading).to_owned()).collect());
    let _ = writeln!(page, "|---|{}", "---:|".repeat(COLUMNS.len() - 1));
    for it in measurements {
        page += &row(COLUMNS.iter().map(|(_, cell)| cell(it)).collect());
    }
    let total = |pointer: &str| measurements.iter().map(|it| it.number(pointer)).sum::<u64>();
    let (functions, modelled) = (total("/totals/code/functions"), total("/totals/code/modelled"));
    let exact = total("/totals/code/exact");
    let share = |count: u64| 100.0 * count as f64 / functions.max(1) as f64;
    let _ = writeln!(
        page,
        "\n{modelled} of {functions} functions ({:.1} %) reach no call without a model; {exact} ({:.1} %) of them only models \
         that are exact for all arguments.\n",
        share(modelled),
        share(exact)
    );
    page += &without_report(measurements);
    page += &calls(measurements);
    page
}

/// The same numbers for machines; the whole reports stay in the build folder.
pub(super) fn json(measurements: &[Measurement]) -> Value {
    let row = |it: &Measurement| {
        json!({
            "crate": it.name,
            "version": it.version,
            "exit_code": it.code,
            "tests": {"plain": it.plain, "probed": it.probed},
            "code": it.report.pointer("/totals/code"),
            "opaque": it.report["opaque"].as_array().map_or(0, Vec::len),
            "proofs": it.count("proof", "status"),
            "findings": it.count("findings", "status"),
            "states": it.report.pointer("/totals/counts"),
            "solver_queries": it.number("/solver/queries"),
            "seconds": it.seconds,
            "peak_bytes": it.peak_bytes,
        })
    };
    measurements.iter().map(row).collect()
}

fn tests(it: &Measurement) -> String {
    let side = |tests: &super::measure::Tests| match (tests.built, tests.failed.len()) {
        (false, _) => "not built".to_owned(),
        (true, 0) => tests.passed.to_string(),
        (true, failed) => format!("{} ({failed} failed)", tests.passed),
    };
    format!("{} / {}", side(&it.plain), side(&it.probed))
}

fn share(it: &Measurement, wanted: &[&str]) -> String {
    let counts = it.count("proof", "status");
    let proved: usize = wanted.iter().filter_map(|name| counts.get(*name)).sum();
    format!("{proved} of {}", counts.values().sum::<usize>())
}

fn findings(it: &Measurement) -> String {
    let counts = it.count("findings", "status");
    let count = |name: &str| counts.get(name).copied().unwrap_or(0);
    format!("{} / {}", count("confirmed"), count("potential"))
}

fn states(it: &Measurement) -> String {
    let names = ["covered", "reachable", "unreachable", "undecided"];
    names.map(|name| it.number(&format!("/totals/counts/{name}")).to_string()).join(" / ")
}

fn without_report(measurements: &[Measurement]) -> String {
    let mut text = String::new();
    for it in measurements.iter().filter(|it| it.report.is_null()) {
        let _ = writeln!(text, "No report of {}:\n\n```text\n{}\n```\n", it.name, it.error);
    }
    text
}

/// The calls without a model that most functions reach.
fn calls(measurements: &[Measurement]) -> String {
    let mut all: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for it in measurements {
        let calls = it.report.pointer("/totals/code/unmodelled_calls").and_then(|calls| calls.as_array());
        for call in calls.into_iter().flatten() {
            let entry = all.entry(call["callee"].as_str().unwrap_or_default()).or_default();
            entry.0 += call["functions"].as_u64().unwrap_or(0);
            entry.1 += call["alone"].as_u64().unwrap_or(0);
        }
    }
    let mut calls: Vec<_> = all.into_iter().collect();
    calls.sort_by_key(|(name, (functions, alone))| (std::cmp::Reverse((*alone, *functions)), *name));
    let mut text =
        "| call without a model | functions that reach it | and no other |\n|---|---:|---:|\n".to_owned();
    for (name, (functions, alone)) in calls.iter().take(MOST_CALLS) {
        let _ = writeln!(text, "| `{name}` | {functions} | {alone} |");
    }
    text
}
