//! `cargo xtask bench --crates`: how long a user waits for `cargo pct --auto` on published crates, and what of an unlimited run is known then.
//!
//! Each crate is built once before anything is measured. Then it is analysed at the default effort, and again without a change.
//! `docs/crates-before.json` has what an earlier program found out in fifteen minutes on one thread. `--baseline PROGRAM` measures
//! the crates that it lacks. What a second processor gains is measured apart ([`FIXED`]): at the default effort, it is time that ends the
//! analysis on one processor as on two.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::memory::watched;
use crate::demo::built_program;
use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::survey::{Pinned, fetch, pinned};

/// Crates of many kinds on which an answer once took minutes.
const CRATES: [Pinned; 10] = [
    pinned("arraydeque", "0.5.1"),
    pinned("heapless", "0.9.3"),
    pinned("hpack", "0.3.0"),
    pinned("humantime", "2.4.0"),
    pinned("semver", "1.0.28"),
    pinned("shlex", "2.0.1"),
    pinned("simple-dns", "0.11.3"),
    pinned("slab", "0.4.12"),
    pinned("smallvec", "1.16.5"),
    pinned("version-compare", "0.2.0"),
];

/// What an earlier program found out.
const BEFORE: &str = "docs/crates-before.json";

/// The time that the baseline has for a crate.
const BASELINE_TIME: &str = "900s";

/// The settings of runs on one processor and on two: each function has its time, and all of them together have enough. Exploration has a process of its own
/// in either.
const FIXED: [&str; 8] =
    ["--subject-timeout", "100ms", "--analysis-timeout", "30m", "--explore", "0", "--cache=false", "--jobs"];

/// One run on a crate.
pub(super) struct Run {
    /// From start to end, in seconds, the build's part apart.
    pub(super) seconds: f64,
    /// The most memory of all processes together, in bytes.
    pub(super) peak_bytes: u64,
    /// Lines that it printed on stdout.
    pub(super) lines: usize,
    pub(super) report: Value,
}

/// What was measured on one crate.
pub(super) struct Measurement {
    name: String,
    /// At the default effort, and again without a change.
    runs: [Run; 2],
    /// With a fixed time for each function: on one processor, and on two.
    fixed: [Run; 2],
    before: Option<Before>,
}

/// What an earlier program found out about a crate.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Before {
    seconds: u64,
    answered: u64,
    decided: u64,
}

/// [`BEFORE`], as it is written.
#[derive(Debug, Serialize, Deserialize)]
struct AllBefore {
    measured: String,
    crates: BTreeMap<String, Before>,
}

/// Measures the crates of these names, or all.
pub(super) fn measure(
    project: &Project,
    names: &[String],
    baseline: Option<&Path>,
) -> Result<Vec<Measurement>, Error> {
    if let Some(unknown) = names.iter().find(|name| !CRATES.iter().any(|it| it.name == name.as_str())) {
        return Err(Error::Check(format!("{unknown} is not among these crates")));
    }
    let is_chosen = |it: &&Pinned| names.is_empty() || names.iter().any(|name| name == it.name);
    static ALL: [Pinned; 10] = CRATES;
    let chosen: Vec<&'static Pinned> = ALL.iter().filter(is_chosen).collect();
    let folder = project.target_folder().join("bench-crates");
    let program = built_program(project);
    let file = project.root().join(BEFORE);
    let text = std::fs::read_to_string(&file).map_err(Error::file("read", &file))?;
    let mut before: AllBefore =
        serde_json::from_str(&text).map_err(|error| Error::Check(format!("{BEFORE}: {error}")))?;
    let mut measured = Vec::new();
    for (pinned, source) in fetch(&folder, &chosen)? {
        eprintln!("measuring {} {} ...", pinned.name, pinned.version);
        let target = folder.join("targets").join(pinned.name);
        let cache = target.join("pct/cache");
        run(&program, &source, &target, &["--analysis-timeout", "1s", "--cache=false"])?;
        let _ = std::fs::remove_dir_all(&cache);
        let first = run(&program, &source, &target, &[])?;
        let second = run(&program, &source, &target, &[])?;
        let [mut on_one, mut on_two] = [FIXED.to_vec(), FIXED.to_vec()];
        on_one.push("1");
        on_two.push("2");
        let fixed = [run(&program, &source, &target, &on_one)?, run(&program, &source, &target, &on_two)?];
        let name = format!("{} {}", pinned.name, pinned.version);
        if let (Some(program), false) = (baseline, before.crates.contains_key(&name)) {
            before.crates.insert(name.clone(), of_baseline(program, &folder, pinned, &source)?);
            let text = serde_json::to_string_pretty(&before).expect("plain data is always JSON");
            crate::survey::write(&file, &(text + "\n"))?;
        }
        let before = before.crates.get(&name).copied();
        measured.push(Measurement { name, runs: [first, second], fixed, before });
    }
    Ok(measured)
}

fn of_baseline(program: &Path, folder: &Path, pinned: &Pinned, source: &Path) -> Result<Before, Error> {
    let target = folder.join("baseline-targets").join(pinned.name);
    let found = run(program, source, &target, &["--analysis-timeout", BASELINE_TIME])?;
    let (answered, decided) = (answered(&found.report), decided(&found.report));
    Ok(Before { seconds: found.seconds.round() as u64, answered, decided })
}

/// Runs `cargo pct --auto` on a crate.
pub(super) fn run(program: &Path, source: &Path, target: &PathBuf, arguments: &[&str]) -> Result<Run, Error> {
    let file = target.join("pct/report.json");
    let _ = std::fs::remove_file(&file);
    let mut command = Command::new(program);
    command.args(["pct", "--auto"]).args(arguments).arg("--target-dir").arg(target).current_dir(source);
    std::fs::create_dir_all(target).map_err(Error::file("create", target))?;
    let printed = target.join("stdout.txt");
    let create = |file: &PathBuf| std::fs::File::create(file).map_err(Error::file("create", file));
    // Warnings and progress tell what a run lacked the time for.
    let (stdout, stderr) = (create(&printed)?, create(&target.join("stderr.txt"))?);
    command.stdin(Stdio::null()).stdout(stdout).stderr(stderr);
    process::forget_outer_cargo(&mut command);
    command.env_remove("CARGO_TARGET_DIR");
    let shown = process::shown(&command);
    let failed = |source| Error::Start { command: shown.clone(), source };
    let start = Instant::now();
    let mut child = command.spawn().map_err(failed)?;
    let (ended, peak_bytes) = watched(child.id(), || child.wait());
    ended.map_err(failed)?;
    let all = start.elapsed().as_secs_f64();
    let report: Value =
        std::fs::read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
    let build = report["milliseconds"]["build"].as_f64().unwrap_or(0.0) / 1_000.0;
    let lines = std::fs::read_to_string(&printed).map_or(0, |text| text.lines().count());
    Ok(Run { seconds: all - build, peak_bytes, lines, report })
}

/// Functions with an answer for each check.
fn answered(report: &Value) -> u64 {
    report["totals"]["checks"]["answered"].as_u64().unwrap_or(0)
}

/// States that are covered, reachable or unreachable.
fn decided(report: &Value) -> u64 {
    let counts = &report["totals"]["counts"];
    ["covered", "reachable", "unreachable"].iter().map(|key| counts[key].as_u64().unwrap_or(0)).sum()
}

fn share(own: u64, of: u64) -> String {
    match of {
        0 => String::from("–"),
        of => format!("{:.0} %", 100.0 * own as f64 / of as f64),
    }
}

impl Measurement {
    fn row(&self) -> String {
        let [first, second] = &self.runs;
        let incomplete = first.report["incomplete"]["subjects"].as_array().map_or(0, Vec::len);
        let subjects = first.report["subjects"].as_array().map_or(0, Vec::len);
        let (answers, states) = (answered(&first.report), decided(&first.report));
        let of = |value: u64, before: Option<u64>| {
            before.map_or_else(String::new, |all| format!(" of {all} ({})", share(value, all)))
        };
        let before = |count: fn(Before) -> u64| self.before.map(count);
        format!(
            "| {} | {:.1} | {:.1} | {} | {incomplete} of {subjects} | {answers}{} | {states}{} | {} | {} |",
            self.name,
            first.seconds,
            second.seconds,
            second.report["solver"]["queries"],
            of(answers, before(|it| it.answered)),
            of(states, before(|it| it.decided)),
            first.peak_bytes / 1_000_000,
            first.lines,
        )
    }

    /// The time of one processor and of two, and the verdicts that differ.
    fn fixed_row(&self) -> String {
        let [one, two] = &self.fixed;
        let (ratio, differing) = (one.seconds / two.seconds, Differing::of(&one.report, &two.report));
        format!(
            "| {} | {:.1} | {:.1} | {ratio:.2} | {} | {} | {} |",
            self.name,
            one.seconds,
            two.seconds,
            differing.only_one,
            differing.only_two,
            differing.contradicting
        )
    }

    pub(super) fn json(&self) -> Value {
        let run =
            |run: &Run| json!({"seconds": run.seconds, "peak_bytes": run.peak_bytes, "report": run.report});
        let [first, second] = self.runs.each_ref().map(run);
        let [one, two] = self.fixed.each_ref().map(run);
        json!({
            "name": self.name,
            "default": first,
            "again": second,
            "one_job": one,
            "two_jobs": two,
            "before": self.before,
        })
    }
}

/// In how many states two runs differ.
#[derive(Debug, Default, PartialEq)]
struct Differing {
    /// Decided by the first run alone.
    only_one: usize,
    /// Decided by the second run alone.
    only_two: usize,
    /// Decided by both, and not alike.
    contradicting: usize,
}

impl Differing {
    fn of(one: &Value, two: &Value) -> Differing {
        let (one, two) = (verdicts(one), verdicts(two));
        let mut differing = Differing::default();
        for (state, verdict) in &one {
            match two.get(state) {
                None => differing.only_one += 1,
                Some(other) if other != verdict => differing.contradicting += 1,
                Some(_) => {}
            }
        }
        differing.only_two = two.keys().filter(|state| !one.contains_key(*state)).count();
        differing
    }
}

/// The decided states of a report, with their verdicts.
fn verdicts(report: &Value) -> BTreeMap<String, String> {
    let mut verdicts = BTreeMap::new();
    for subject in report["subjects"].as_array().into_iter().flatten() {
        for state in subject["states"].as_array().into_iter().flatten() {
            let verdict = state["verdict"].as_str().unwrap_or_default();
            if ["covered", "reachable", "unreachable"].contains(&verdict) {
                let state = format!("{} {} {}", subject["id"], state["cutpoint"], state["valuation"]);
                verdicts.insert(state, verdict.to_owned());
            }
        }
    }
    verdicts
}

/// The tables, in Markdown.
pub(super) fn table(measured: &[Measurement]) -> String {
    let mut text = String::from(
        "| crate | s | again, s | queries again | incomplete subjects | answered functions | decided states | peak, MB | lines printed |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in measured.iter().map(Measurement::row) {
        text += &row;
        text.push('\n');
    }
    text += "\n| crate | one job, s | two jobs, s | ratio | states decided by one job alone | by two alone | otherwise |\n\
             |---|---:|---:|---:|---:|---:|---:|\n";
    for row in measured.iter().map(Measurement::fixed_row) {
        text += &row;
        text.push('\n');
    }
    let sum = |number: usize| measured.iter().map(|it| it.fixed[number].seconds).sum::<f64>();
    let (one, two) = (sum(0), sum(1));
    text += &format!("\nIn sum {one:.1} s on one processor, {two:.1} s on two ({:.2} times).\n", one / two);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_compared_state_by_state() {
        let report = |verdicts: [&str; 4]| {
            let states: Vec<Value> =
                (0..4).map(|id| json!({"cutpoint": id, "valuation": "", "verdict": verdicts[id]})).collect();
            json!({"subjects": [{"id": "a", "states": states}]})
        };
        let one = report(["covered", "undecided", "unreachable", "reachable"]);
        let two = report(["covered", "reachable", "undecided", "unreachable"]);
        let expected = Differing { only_one: 1, only_two: 1, contradicting: 1 };
        assert_eq!(Differing::of(&one, &two), expected);
        assert_eq!(Differing::of(&one, &one), Differing::default());
    }
}
