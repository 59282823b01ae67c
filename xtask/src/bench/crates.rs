//! `cargo xtask bench --crates`: how long a user waits for `cargo pct --auto` on published crates, and what of an unlimited run is known then.
//!
//! Each crate is built once before anything is measured. Then it is analysed at the default effort, on all processors and on one, and again without
//! a change. A program to compare with (`--baseline`) has fifteen minutes and one thread; what it says is kept, for it takes long.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use wait4::Wait4;

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

/// The time that the baseline has for a crate.
const BASELINE_TIME: &str = "900s";

/// One run on a crate.
struct Run {
    /// From start to end, in seconds, the build's part apart.
    seconds: f64,
    /// The largest resident set of any single process, in bytes.
    peak_bytes: u64,
    report: Value,
}

/// What was measured on one crate.
pub(super) struct Measurement {
    name: String,
    /// At the default effort, again without a change, and on one processor.
    runs: [Run; 3],
    baseline: Option<Value>,
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
    let mut measured = Vec::new();
    for (pinned, source) in fetch(&folder, &chosen)? {
        eprintln!("measuring {} {} ...", pinned.name, pinned.version);
        let target = folder.join("targets").join(pinned.name);
        let cache = target.join("pct/cache");
        run(&program, &source, &target, &["--analysis-timeout", "1s", "--cache=false"])?;
        let _ = std::fs::remove_dir_all(&cache);
        let first = run(&program, &source, &target, &[])?;
        let second = run(&program, &source, &target, &[])?;
        let on_one = run(&program, &source, &target, &["--jobs", "1", "--cache=false"])?;
        let baseline = baseline.map(|program| of_baseline(program, &folder, pinned, &source)).transpose()?;
        measured.push(Measurement {
            name: format!("{} {}", pinned.name, pinned.version),
            runs: [first, second, on_one],
            baseline,
        });
    }
    Ok(measured)
}

fn of_baseline(program: &Path, folder: &Path, pinned: &Pinned, source: &Path) -> Result<Value, Error> {
    let file = folder.join("baseline").join(format!("{}-{}.json", pinned.name, pinned.version));
    if let Some(known) = std::fs::read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok()) {
        return Ok(known);
    }
    let target = folder.join("baseline-targets").join(pinned.name);
    let arguments = ["--analysis-timeout", BASELINE_TIME];
    let found = run(program, source, &target, &arguments)?;
    let text = serde_json::to_string(&found.report).expect("plain data is always JSON");
    crate::survey::write(&file, &text)?;
    Ok(found.report)
}

fn run(program: &Path, source: &Path, target: &PathBuf, arguments: &[&str]) -> Result<Run, Error> {
    let file = target.join("pct/report.json");
    let _ = std::fs::remove_file(&file);
    let mut command = Command::new(program);
    command.args(["pct", "--auto"]).args(arguments).arg("--target-dir").arg(target).current_dir(source);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    process::forget_outer_cargo(&mut command);
    let shown = process::shown(&command);
    let failed = |source| Error::Start { command: shown.clone(), source };
    let start = Instant::now();
    let used = command.spawn().map_err(failed)?.wait4().map_err(failed)?;
    let all = start.elapsed().as_secs_f64();
    let report: Value =
        std::fs::read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
    let build = report["milliseconds"]["build"].as_f64().unwrap_or(0.0) / 1_000.0;
    Ok(Run { seconds: all - build, peak_bytes: used.rusage.maxrss, report })
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
        let [first, second, on_one] = &self.runs;
        let open = first.report["incomplete"]["subjects"].as_array().map_or(0, Vec::len);
        let subjects = first.report["subjects"].as_array().map_or(0, Vec::len);
        let (answers, states) = (answered(&first.report), decided(&first.report));
        let of_baseline = |value: u64, count: fn(&Value) -> u64| {
            self.baseline.as_ref().map_or_else(String::new, |it| {
                let all = count(it);
                format!(" of {all} ({})", share(value, all))
            })
        };
        format!(
            "| {} | {:.1} | {:.1} | {:.1} | {} | {open} of {subjects} | {answers}{} | {states}{} | {} |",
            self.name,
            first.seconds,
            on_one.seconds,
            second.seconds,
            second.report["solver"]["queries"],
            of_baseline(answers, answered),
            of_baseline(states, decided),
            first.peak_bytes / 1_000_000,
        )
    }

    pub(super) fn json(&self) -> Value {
        let run =
            |run: &Run| json!({"seconds": run.seconds, "peak_bytes": run.peak_bytes, "report": run.report});
        let [first, second, on_one] = self.runs.each_ref().map(run);
        json!({"name": self.name, "default": first, "again": second, "one_job": on_one, "baseline": self.baseline})
    }
}

/// The table, in Markdown.
pub(super) fn table(measured: &[Measurement]) -> String {
    let mut text = String::from(
        "| crate | s | s, one job | again, s | queries again | incomplete subjects | answered functions | decided states | peak, MB |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for row in measured.iter().map(Measurement::row) {
        text += &row;
        text.push('\n');
    }
    let sum = |number: usize| measured.iter().map(|it| it.runs[number].seconds).sum::<f64>();
    text += &format!(
        "\nIn sum {:.1} s, on one processor {:.1} s ({:.2} times).\n",
        sum(0),
        sum(2),
        sum(2) / sum(0)
    );
    text
}
