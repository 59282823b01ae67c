//! The survey as a page: one row a crate, totals, and the calls whose models would help most.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::{Value, json};

use super::Options;
use super::findings::{self, Findings};
use super::measure::Measurement;
use super::overhead::median;
use super::states::{self, States};

/// A column: its heading, and its cell.
type Column = (&'static str, fn(&Measurement) -> String);

const COLUMNS: [Column; 17] = [
    ("crate", |it| format!("{} {}", it.name, it.version)),
    ("exit code", |it| it.code.map_or("signal".to_owned(), |code| code.to_string())),
    ("tests passed without / with probes", tests),
    ("functions", |it| it.number("/totals/code/functions").to_string()),
    ("not read", |it| it.report["opaque"].as_array().map_or(0, Vec::len).to_string()),
    ("without an unmodelled call", |it| it.number("/totals/code/modelled").to_string()),
    ("with exact models only", |it| it.number("/totals/code/exact").to_string()),
    ("functions with checks: all answered", |it| {
        let without = |all: &str, alone: &str| it.number(all).saturating_sub(it.number(alone));
        let answered = without("/totals/checks/answered", "/totals/checks/calls_alone/answered");
        let functions = without("/totals/checks/functions", "/totals/checks/calls_alone/functions");
        format!("{answered} of {functions}")
    }),
    ("types and functions proved", |it| share(it, &["proved", "proved_under_assumptions"])),
    ("findings confirmed / potential / potential with an unlikely object / documented / remote", |it| {
        Findings::of(&it.report).cell()
    }),
    ("states covered / reachable / unreachable / undecided", by_verdict),
    ("states of modelled functions: decided", |it| States::of_modelled(&it.report).share()),
    ("random calls / functions called / not called", driven),
    ("tests without / with probes, ms", overhead),
    ("solver queries", |it| it.number("/solver/queries").to_string()),
    ("wall time, s", |it| format!("{:.1}", it.seconds)),
    ("peak memory, MB", |it| format!("{:.0}", it.peak_bytes as f64 / 1e6)),
];

/// Seconds: of tests that take less, the start of their process is a good part.
const SHORT: f64 = 0.02;

/// Calls that are listed.
const MOST_CALLS: usize = 40;

/// Reasons that are listed.
const MOST_REASONS: usize = 25;

/// The page.
pub(super) fn markdown(measurements: &[Measurement], options: &Options) -> String {
    let mut page = String::from(
        "# Survey\n\n`cargo pct --auto` on crates that nobody here wrote, with their own tests; written by `cargo xtask survey`.\n\n",
    );
    page += &versions(measurements);
    let Options { time_per_crate, time_per_function, .. } = options;
    let _ = writeln!(
        page,
        "The analysis of a crate may take {time_per_crate} s, that of a function {time_per_function} s.\n"
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
    let (checked, answered) = (total("/totals/checks/functions"), total("/totals/checks/answered"));
    let alone = total("/totals/checks/calls_alone/functions");
    let alone_answered = total("/totals/checks/calls_alone/answered");
    let (checked, answered) = (checked.saturating_sub(alone), answered.saturating_sub(alone_answered));
    let _ = writeln!(
        page,
        "{answered} of {checked} functions with checks that can fail ({:.1} %) have an answer for each of them: it cannot fail, or a \
         finding. In {alone} more, nothing can fail but calls without a model; {alone_answered} of these have an answer.\n",
        100.0 * answered as f64 / checked.max(1) as f64
    );
    page += &findings::summary(measurements);
    page += &overheads(measurements);
    page += &without_report(measurements);
    page += &states::summary(measurements);
    page += &reasons(measurements);
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
            "checks": it.report.pointer("/totals/checks"),
            "opaque": it.report["opaque"].as_array().map_or(0, Vec::len),
            "proofs": it.count("proof", "status"),
            "findings": it.count("findings", "status"),
            "states": it.report.pointer("/totals/counts"),
            "solver_queries": it.number("/solver/queries"),
            "driven": it.report.pointer("/totals/driven"),
            "test_seconds": it.overhead,
            "lines": it.lines,
            "seconds": it.seconds,
            "peak_bytes": it.peak_bytes,
        })
    };
    measurements.iter().map(row).collect()
}

/// The day, and with which versions the crates were measured.
fn versions(measurements: &[Measurement]) -> String {
    let version = |key: &str| {
        let all: BTreeSet<&str> =
            measurements.iter().filter_map(|it| it.report.pointer(key)?.as_str()).collect();
        all.into_iter().collect::<Vec<_>>().join(", ")
    };
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!(
        "{}, cargo-pct {}, {}, Z3 {}.\n\n",
        day(now.as_secs() / 86_400),
        version("/tool/version"),
        version("/tool/rustc"),
        version("/tool/z3"),
    )
}

/// The date so many days after 1970-01-01.
fn day(mut days: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

fn tests(it: &Measurement) -> String {
    let side = |tests: &super::measure::Tests| match (tests.built, tests.failed.len()) {
        (false, _) => "not built".to_owned(),
        (true, 0) => tests.passed.to_string(),
        (true, failed) => format!("{} ({failed} failed)", tests.passed),
    };
    format!("{} / {}", side(&it.plain), side(&it.probed))
}

fn driven(it: &Measurement) -> String {
    ["calls", "functions", "not_driven"]
        .map(|name| it.number(&format!("/totals/driven/{name}")).to_string())
        .join(" / ")
}

fn overhead(it: &Measurement) -> String {
    let Some(own) = &it.overhead else { return "–".to_owned() };
    format!("{:.0} / {:.0} ({:.1} times)", 1e3 * own.plain, 1e3 * own.probed, own.factor())
}

/// The median over the crates of what probes cost their tests.
fn overheads(measurements: &[Measurement]) -> String {
    let factors: Vec<f64> = measurements.iter().filter_map(|it| Some(it.overhead?.factor())).collect();
    if factors.is_empty() {
        return String::new();
    }
    let short = measurements.iter().filter(|it| it.overhead.is_some_and(|own| own.plain < SHORT)).count();
    format!(
        "Tests take {:.1} times as long with probes, median over {} crates; {short} of these are done in less than {:.0} ms, \
         most of which is the start of processes.\n\n",
        median(factors.clone()),
        factors.len(),
        1e3 * SHORT,
    )
}

fn share(it: &Measurement, wanted: &[&str]) -> String {
    let counts = it.count("proof", "status");
    let proved: usize = wanted.iter().filter_map(|name| counts.get(*name)).sum();
    format!("{proved} of {}", counts.values().sum::<usize>())
}

fn by_verdict(it: &Measurement) -> String {
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

/// Why functions have no answer for some check, the most frequent reasons first.
fn reasons(measurements: &[Measurement]) -> String {
    let mut all: BTreeMap<&str, u64> = BTreeMap::new();
    for it in measurements {
        let unanswered = it.report.pointer("/totals/checks/open").and_then(|reasons| reasons.as_array());
        for reason in unanswered.into_iter().flatten() {
            *all.entry(reason["reason"].as_str().unwrap_or_default()).or_default() +=
                reason["functions"].as_u64().unwrap_or(0);
        }
    }
    let mut reasons: Vec<_> = all.into_iter().collect();
    reasons.sort_by_key(|(reason, functions)| (std::cmp::Reverse(*functions), *reason));
    let mut text = "| why a check has no answer | functions |\n|---|---:|\n".to_owned();
    for (reason, functions) in reasons.iter().take(MOST_REASONS) {
        let _ = writeln!(text, "| {} | {functions} |", reason.replace('|', "\\|"));
    }
    text + "\n"
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

#[cfg(test)]
mod tests {
    #[test]
    fn days_are_counted_by_the_calendar() {
        assert_eq!(
            [0, 11_016, 11_017, 20_777].map(super::day),
            ["1970-01-01", "2000-02-29", "2000-03-01", "2026-11-20"]
        );
    }
}
