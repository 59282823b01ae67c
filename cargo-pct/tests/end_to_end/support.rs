//! Runs the real binary on a copy of a fixture, and gives what it said.
//!
//! All fixtures share one target folder, so that their dependencies are compiled once. The tests of one fixture take
//! turns: cargo gives packages of one name the same file names in a shared folder, wherever their sources lie.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// A copy of a fixture, for one test at a time.
pub(crate) struct Fixture {
    folder: PathBuf,
    _turn: MutexGuard<'static, ()>,
    variables: Vec<(String, String)>,
}

/// What a run left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) report: Option<Value>,
}

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace")
}

/// Waits until no other test uses the fixture.
fn turn(fixture: &str) -> MutexGuard<'static, ()> {
    static TURNS: LazyLock<Mutex<BTreeMap<String, &'static Mutex<()>>>> = LazyLock::new(Mutex::default);
    let mut turns = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
    let turn: &'static Mutex<()> =
        turns.entry(fixture.to_owned()).or_insert_with(|| Box::leak(Box::default()));
    drop(turns);
    turn.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a folder's content that of the fixture. Files that are equal keep their time, so that cargo does not build
/// them again; what an earlier test added is removed.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(to).unwrap().map(Result::unwrap) {
        if !from.join(entry.file_name()).exists() && entry.file_name() != "Cargo.lock" {
            let remove = if entry.path().is_dir() { std::fs::remove_dir_all } else { std::fs::remove_file };
            remove(entry.path()).unwrap();
        }
    }
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target);
        } else if entry.file_name() == "Cargo.toml" {
            let runtime = project().join("pct-runtime");
            let text = std::fs::read_to_string(&source).unwrap();
            let text = text.replace("../../../../pct-runtime", "../../../pct-runtime");
            write(&target, text.replace("../../../pct-runtime", runtime.to_str().unwrap()).as_bytes());
        } else if entry.file_name() != "Cargo.lock" {
            write(&target, &std::fs::read(&source).unwrap());
            std::fs::set_permissions(&target, source.metadata().unwrap().permissions()).unwrap();
        }
    }
}

fn write(target: &Path, content: &[u8]) {
    if !std::fs::read(target).is_ok_and(|old| old == content) {
        std::fs::write(target, content).unwrap();
    }
}

impl Fixture {
    /// Copies a fixture for one test.
    pub(crate) fn new(fixture: &str) -> Fixture {
        let _turn = turn(fixture);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("end-to-end").join(fixture);
        copy(&project().join("tests/fixtures").join(fixture), &folder);
        // The project's own versions: they are there already, and builds need no network.
        let lock = folder.join("Cargo.lock");
        if !std::fs::read_to_string(&lock).is_ok_and(|lock| lock.contains("\nname = \"syn\"")) {
            std::fs::copy(project().join("Cargo.lock"), lock).unwrap();
        }
        // Each test shall find out by itself what it is about, however slow the machine is.
        let fixture = Fixture { folder, _turn, variables: Vec::new() };
        let fixture = fixture.with("CARGO_PCT_CACHE", "false").with("CARGO_PCT_EFFORT", "deep");
        // Most are not about exploration. What is said on the command line counts for more.
        fixture.with("CARGO_PCT_EXPLORE", "0")
    }

    /// Leaves a variable out.
    pub(crate) fn without(mut self, name: &str) -> Fixture {
        self.variables.retain(|(known, _)| known != name);
        self
    }

    /// Sets a variable for all runs.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Fixture {
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// The folder that cargo-pct shares among all fixtures.
    pub(crate) fn build_folder(&self) -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("end-to-end/target/pct")
    }

    pub(crate) fn write(&self, file: &str, content: &str) {
        let path = self.path(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        write(&path, content.as_bytes());
    }

    /// Starts `cargo-pct pct` with these arguments.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-pct"));
        let (ours, tests) = arguments.split_once(" -- ").unwrap_or((arguments, ""));
        command.arg("pct").args(ours.split_whitespace());
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("end-to-end/target");
        if !ours.contains("--target-dir") && !ours.starts_with("completions") {
            command.arg("--target-dir").arg(target);
        }
        if !ours.starts_with("doctor") {
            command.arg("--output-dir").arg(self.path("out"));
        }
        if !ours.starts_with("doctor") && !ours.starts_with("clean") {
            command.arg("--offline");
        }
        if !tests.is_empty() {
            command.arg("--").args(tests.split_whitespace());
        }
        command.current_dir(&self.folder).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(|name| name.starts_with("CARGO_") && name != "CARGO_HOME") {
                command.env_remove(name);
            }
        }
        command.env("NO_COLOR", "1").envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs `cargo-pct pct` with these arguments to its end.
    #[track_caller]
    pub(crate) fn pct(&self, arguments: &str) -> Run {
        let _ = std::fs::remove_file(self.path("out/report.json"));
        let output = self.command(arguments).output().unwrap();
        let report = std::fs::read(self.path("out/report.json")).ok();
        Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            report: report.map(|text| serde_json::from_slice(&text).unwrap()),
        }
    }
}

impl Run {
    /// Insists on an exit code; shows everything otherwise.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Insists that stderr says this.
    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Run {
        assert!(self.stderr.contains(text), "stderr lacks `{text}`:\n{}", self.stderr);
        self
    }

    /// Insists that stdout shows this.
    #[track_caller]
    pub(crate) fn shows(self, text: &str) -> Run {
        assert!(self.stdout.contains(text), "stdout lacks `{text}`:\n{}", self.stdout);
        self
    }

    #[track_caller]
    pub(crate) fn report(&self) -> &Value {
        self.report.as_ref().unwrap_or_else(|| panic!("no report was written; stderr:\n{}", self.stderr))
    }

    /// Ids of the subjects.
    pub(crate) fn subjects(&self) -> Vec<&str> {
        let subjects = self.report()["subjects"].as_array().unwrap();
        subjects.iter().map(|subject| subject["id"].as_str().unwrap()).collect()
    }

    #[track_caller]
    pub(crate) fn subject(&self, id: &str) -> &Value {
        let subjects = self.report()["subjects"].as_array().unwrap();
        subjects
            .iter()
            .find(|subject| subject["id"] == id)
            .unwrap_or_else(|| panic!("no {id} in {:?}", self.subjects()))
    }

    /// The ways of a subject to failing checks, each as if it were a finding by itself.
    pub(crate) fn ways(&self, id: &str) -> Vec<Value> {
        let mut ways = Vec::new();
        for subject in self.report()["subjects"].as_array().unwrap() {
            for finding in subject["findings"].as_array().unwrap() {
                if subject["id"] == id {
                    ways.push(finding.clone());
                }
                for context in finding["contexts"].as_array().unwrap().iter().filter(|it| it["subject"] == id)
                {
                    let mut way = context.clone();
                    for key in ["id", "kind", "message", "location", "function"] {
                        way[key] = finding[key].clone();
                    }
                    ways.push(way);
                }
            }
        }
        ways
    }

    /// For each cutpoint of a subject its label and the valuations that tests covered.
    pub(crate) fn covered(&self, id: &str) -> Vec<(String, Vec<String>)> {
        let subject = self.subject(id);
        let cutpoints = subject["cutpoints"].as_array().unwrap();
        let label = |cutpoint: &Value| {
            let states = subject["states"].as_array().unwrap().iter();
            let here =
                states.filter(|state| state["cutpoint"] == cutpoint["id"] && state["verdict"] == "covered");
            let valuations = here.map(|state| state["valuation"].as_str().unwrap().to_owned()).collect();
            (cutpoint["label"].as_str().unwrap().to_owned(), valuations)
        };
        cutpoints.iter().map(label).collect()
    }

    /// The tests that covered a state.
    pub(crate) fn tests(&self, id: &str, label: &str, valuation: &str) -> Vec<&str> {
        let subject = self.subject(id);
        let cutpoint =
            subject["cutpoints"].as_array().unwrap().iter().find(|it| it["label"] == label).unwrap();
        let states = subject["states"].as_array().unwrap().iter();
        let state =
            states.filter(|it| it["cutpoint"] == cutpoint["id"]).find(|it| it["valuation"] == valuation);
        let tests = state.and_then(|state| state["evidence"]["tests"].as_array());
        tests.into_iter().flatten().map(|test| test.as_str().unwrap()).collect()
    }

    /// Names of the tests that did not pass, each with the reason.
    pub(crate) fn failures(&self) -> Vec<(&str, &str)> {
        let failed = self.report()["totals"]["tests"]["failed"].as_array().unwrap();
        failed.iter().map(|it| (it["name"].as_str().unwrap(), it["reason"].as_str().unwrap())).collect()
    }
}
