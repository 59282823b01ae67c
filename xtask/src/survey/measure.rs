//! One crate: its tests as they are, then `cargo pct --auto` with the same tests.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wait4::Wait4;
use walkdir::WalkDir;

use super::Options;
use super::crates::Pinned;
use super::overhead::{self, Overhead};
use crate::demo::built_program;
use crate::error::Error;
use crate::process;
use crate::project::Project;

/// What was measured on one crate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Measurement {
    pub(super) name: String,
    pub(super) version: String,
    /// Lines of its code that are not empty, those of tests in it included.
    #[serde(default)]
    pub(super) lines: u64,
    /// Of the program, so that another one measures again.
    pub(super) program: String,
    /// Its tests without probes.
    pub(super) plain: Tests,
    /// Its tests with probes, as `cargo pct` counted them.
    pub(super) probed: Tests,
    /// The exit code of `cargo pct`; none if a signal ended it.
    pub(super) code: Option<i32>,
    /// Seconds of the whole run, the build included.
    pub(super) seconds: f64,
    /// The largest resident set of any single process, in bytes.
    pub(super) peak_bytes: u64,
    /// What probes cost its tests; none where no test binary was built both ways.
    pub(super) overhead: Option<Overhead>,
    /// The report; null if there is none.
    pub(super) report: Value,
    /// The end of what `cargo pct` wrote on stderr, where there is no report.
    pub(super) error: String,
}

/// Tests of a crate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tests {
    /// Whether they were built.
    pub(super) built: bool,
    pub(super) passed: usize,
    /// Names, without the binary's.
    pub(super) failed: Vec<String>,
}

impl Measurement {
    /// Whether our part failed: a crash, a defect, or tests that end otherwise with probes.
    pub(super) fn is_wrong(&self) -> bool {
        !matches!(self.code, Some(0..=5)) || self.plain != self.probed
    }

    /// A number of the report.
    pub(super) fn number(&self, pointer: &str) -> u64 {
        self.report.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
    }

    /// How many entries of all subjects' lists have each value of a key.
    pub(super) fn count(&self, list: &str, key: &str) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for subject in self.report["subjects"].as_array().into_iter().flatten() {
            let entries = match &subject[list] {
                Value::Array(entries) => entries.iter().collect(),
                one => vec![one],
            };
            for value in entries.iter().filter_map(|entry| entry[key].as_str()) {
                *counts.entry(value.to_owned()).or_insert(0) += 1;
            }
        }
        counts
    }
}

/// Measures a crate, or reads what was measured before.
pub(super) fn measure(
    project: &Project,
    folder: &Path,
    pinned: &Pinned,
    source: &Path,
    options: &Options,
) -> Result<Measurement, Error> {
    let file = folder.join("results").join(format!("{}-{}.json", pinned.name, pinned.version));
    let program = identity(&built_program(project))?;
    let known = std::fs::read(&file).ok().and_then(|text| serde_json::from_slice::<Measurement>(&text).ok());
    if let Some(known) = known.filter(|known| !options.fresh && known.program == program) {
        return Ok(known);
    }
    let target = folder.join("plain").join(pinned.name);
    let plain = plain_tests(source, &target)?;
    let mut measured = probed(project, folder, pinned, source, options, program, plain)?;
    measured.overhead = overhead::measure(source, &target, &folder.join("probed").join(pinned.name))?;
    let text = serde_json::to_string_pretty(&measured).expect("plain data is always JSON");
    super::write(&file, &text)?;
    Ok(measured)
}

/// What tells one build of the program from another.
fn identity(program: &Path) -> Result<String, Error> {
    let data = std::fs::metadata(program).map_err(Error::file("read", program))?;
    let built = data.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    Ok(format!("{} bytes, built at {}", data.len(), built.unwrap_or_default().as_secs()))
}

/// Runs the tests as they are.
fn plain_tests(source: &Path, target: &Path) -> Result<Tests, Error> {
    let run = |arguments: &[&str]| {
        let mut command = process::cargo(source);
        command.args(["test", "--lib", "--bins", "--tests", "--no-fail-fast"]).args(arguments);
        command.env("CARGO_TARGET_DIR", target).stdin(Stdio::null());
        let shown = process::shown(&command);
        command.output().map_err(|source| Error::Start { command: shown, source })
    };
    let built = run(&["--no-run"])?.status.success();
    if !built {
        return Ok(Tests::default());
    }
    Ok(results(&String::from_utf8_lossy(&run(&[])?.stdout)))
}

/// What libtest says of tests: `test NAME ... ok`.
fn results(output: &str) -> Tests {
    let mut tests = Tests { built: true, ..Tests::default() };
    for line in output.lines() {
        let Some((name, outcome)) = line.strip_prefix("test ").and_then(|line| line.split_once(" ... "))
        else {
            continue;
        };
        match outcome {
            "ok" => tests.passed += 1,
            // `test NAME - should panic ... ok`
            "FAILED" => tests.failed.push(name.trim_end_matches(" - should panic").to_owned()),
            _ => {}
        }
    }
    tests.failed.sort();
    tests
}

fn probed(
    project: &Project,
    folder: &Path,
    pinned: &Pinned,
    source: &Path,
    options: &Options,
    program: String,
    plain: Tests,
) -> Result<Measurement, Error> {
    let target = folder.join("probed").join(pinned.name);
    let report = target.join("pct/report.json");
    let _ = std::fs::remove_file(&report);
    let errors = folder.join("results").join(format!("{}.stderr", pinned.name));
    super::write(&errors, "")?;
    let log = std::fs::File::create(&errors).map_err(Error::file("create", &errors))?;
    let mut command = std::process::Command::new(built_program(project));
    command.args([
        "pct",
        "--auto",
        "--cache=false",
        "--analysis-timeout",
        &options.time_per_crate.to_string(),
    ]);
    command.args(["--subject-timeout", &options.time_per_function.to_string()]);
    command.args(["--drive", &options.drive.to_string()]).arg("--target-dir").arg(&target);
    command.current_dir(source).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    process::forget_outer_cargo(&mut command);
    let shown = process::shown(&command);
    let failed = |source| Error::Start { command: shown.clone(), source };
    let start = Instant::now();
    let used = command.spawn().map_err(failed)?.wait4().map_err(failed)?;
    let report: Value =
        std::fs::read(&report).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
    let stderr = std::fs::read_to_string(&errors).unwrap_or_default();
    Ok(Measurement {
        name: pinned.name.to_owned(),
        version: pinned.version.to_owned(),
        lines: lines_of(&source.join("src")),
        program,
        plain,
        probed: tests_of(&report),
        code: used.status.code(),
        seconds: start.elapsed().as_secs_f64(),
        peak_bytes: used.rusage.maxrss,
        overhead: None,
        error: if report.is_null() { last_lines(&stderr, 5) } else { String::new() },
        report,
    })
}

/// The lines of the Rust files in a folder that are not empty.
fn lines_of(folder: &Path) -> u64 {
    let files = WalkDir::new(folder).into_iter().flatten();
    let files = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "rs"));
    let texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
    texts.map(|text| text.lines().filter(|line| !line.trim().is_empty()).count() as u64).sum()
}

/// The tests of a report. A failing one is named behind its binary.
fn tests_of(report: &Value) -> Tests {
    let failed = report.pointer("/totals/tests/failed").and_then(Value::as_array).into_iter().flatten();
    let name = |test: &Value| {
        let name = test["name"].as_str().unwrap_or_default();
        name.rsplit(' ').next().unwrap_or(name).to_owned()
    };
    let mut failed: Vec<String> = failed.map(name).collect();
    failed.sort();
    let passed = report.pointer("/totals/tests/passed").and_then(Value::as_u64).unwrap_or(0);
    Tests { built: !report.is_null(), passed: usize::try_from(passed).unwrap_or(0), failed }
}

fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_counting_tests_agree() {
        let plain = results(
            "running 3 tests\ntest a::b ... ok\ntest c - should panic ... FAILED\ntest d ... ignored\n",
        );
        let report = serde_json::json!({
            "totals": {"tests": {"passed": 1, "failed": [{"name": "krate c", "reason": "failed"}]}},
        });
        assert_eq!(plain, tests_of(&report));
        assert!(!tests_of(&Value::Null).built);
    }
}
