//! The second table of `cargo xtask bench --explore`: how many abstract states and branches of ordinary programs are reached in a minute, by `cargo pct gen`, by
//! libFuzzer and by proptest.
//!
//! Each tool has a copy of the program, and all are measured by the same probes: those of `cargo pct`, with states counted on the arms of branches as well. The tests
//! of `gen` are those that it wrote. A fuzzer is a test of the copy, which runs for a minute, so that no input is lost that it did not think worth keeping.

mod harness;
mod ordinary;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Serialize;
use serde_json::Value;
use walkdir::WalkDir;

use super::explore::{Fuzzer, fuzzer_flags, host};
use crate::demo::built_program;
use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::survey::write;
use harness::{HARNESS, manifest};
use ordinary::{ORDINARY, Ordinary};

/// The numbers of what is reached of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Reached {
    /// Abstract states.
    states: u64,
    /// Places: the entry of a function, its exits, and the arms of its branches.
    places: usize,
    /// The places that there are.
    all_places: usize,
}

/// The measurements on one program.
#[derive(Debug, Serialize)]
pub(super) struct Measurement {
    name: &'static str,
    pct: Reached,
    libfuzzer: Reached,
    proptest: Reached,
}

/// The names of the programs.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ORDINARY.iter().map(|it| it.name)
}

/// Measures the programs of these names, or all; each tool has so many seconds.
pub(super) fn measure(project: &Project, names: &[String], seconds: u32) -> Result<Vec<Measurement>, Error> {
    let is_chosen = |it: &&Ordinary| names.is_empty() || names.iter().any(|name| name == it.name);
    let bench = Bench { project, folder: project.target_folder().join("bench-reach"), seconds };
    ORDINARY.iter().filter(is_chosen).map(|ordinary| bench.measure(ordinary)).collect()
}

struct Bench<'a> {
    project: &'a Project,
    folder: PathBuf,
    seconds: u32,
}

impl Bench<'_> {
    fn measure(&self, ordinary: &Ordinary) -> Result<Measurement, Error> {
        let name = ordinary.name;
        eprintln!("reaching states of {name}: cargo pct gen ...");
        let pct = self.by_pct(ordinary)?;
        eprintln!("reaching states of {name}: libFuzzer ...");
        let libfuzzer = self.by_fuzzer(Fuzzer::LibFuzzer, ordinary)?;
        eprintln!("reaching states of {name}: proptest ...");
        let proptest = self.by_fuzzer(Fuzzer::Proptest, ordinary)?;
        Ok(Measurement { name, pct, libfuzzer, proptest })
    }

    /// A copy of the program, as it was never built.
    fn copy(&self, ordinary: &Ordinary, tool: &str) -> Result<PathBuf, Error> {
        let from = self.project.root().join("tests/fixtures/ordinary").join(ordinary.name);
        let to = self.folder.join(tool).join(ordinary.name);
        if to.exists() {
            std::fs::remove_dir_all(&to).map_err(Error::file("delete", &to))?;
        }
        for entry in WalkDir::new(&from) {
            let entry = entry.map_err(|error| Error::Check(error.to_string()))?;
            let inner = entry.path().strip_prefix(&from).unwrap_or(entry.path());
            if entry.file_type().is_file() && !inner.starts_with("target") {
                let text =
                    std::fs::read_to_string(entry.path()).map_err(Error::file("read", entry.path()))?;
                write(&to.join(inner), &text)?;
            }
        }
        Ok(to)
    }

    /// Lets `cargo pct gen` write tests, and counts what they reach.
    fn by_pct(&self, ordinary: &Ordinary) -> Result<Reached, Error> {
        let copy = self.copy(ordinary, "pct")?;
        let mut generate = self.command(&copy, &["gen", "--write"]);
        generate.args(["--analysis-timeout", &format!("{}s", self.seconds)]);
        run(&mut generate)?;
        self.covered(&copy, &mut self.command(&copy, &[]))
    }

    /// Lets a fuzzer run as a test, and counts what it reaches.
    fn by_fuzzer(&self, fuzzer: Fuzzer, ordinary: &Ordinary) -> Result<Reached, Error> {
        let copy = self.copy(ordinary, fuzzer.name())?;
        let own = copy.join("Cargo.toml");
        let text = std::fs::read_to_string(&own).map_err(Error::file("read", &own))?;
        write(&own, &manifest(&text, fuzzer))?;
        write(&copy.join("tests").join(format!("{HARNESS}.rs")), &harness::program(fuzzer, ordinary))?;
        let mut command = self.command(&copy, &[]);
        command.args(["--timeout", &format!("{}s", self.seconds + 60)]);
        command.env(harness::SECONDS, self.seconds.to_string());
        if fuzzer == Fuzzer::LibFuzzer {
            // For a target: flags for none would be those of macros as well.
            command.args(["--target", &host()?]).env("CARGO_ENCODED_RUSTFLAGS", fuzzer_flags());
        }
        self.covered(&copy, &mut command)
    }

    /// `cargo pct` on a copy, with the settings that all have.
    fn command(&self, copy: &Path, subcommand: &[&str]) -> Command {
        let mut command = Command::new(built_program(self.project));
        command.arg("pct").args(subcommand).args(["--auto", "--granularity", "branches", "--target-dir"]);
        command.arg(copy.join("target")).current_dir(copy).stdin(Stdio::null());
        process::forget_outer_cargo(&mut command);
        command.env_remove("CARGO_TARGET_DIR");
        command
    }

    /// Counts what the tests of a copy cover; next to nothing is analysed.
    ///
    /// # Errors
    /// If no test passed: a tool whose tests do not build has not reached nothing.
    fn covered(&self, copy: &Path, command: &mut Command) -> Result<Reached, Error> {
        run(command.args(["--explore", "0", "--analysis-timeout", "1s", "--cache=false"]))?;
        let file = copy.join("target/pct/report.json");
        let text = std::fs::read(&file).map_err(Error::file("read", &file))?;
        let report = serde_json::from_slice(&text);
        let report: Value = report.map_err(|error| Error::Check(format!("{}: {error}", file.display())))?;
        if report["totals"]["tests"]["passed"].as_u64().unwrap_or(0) == 0 {
            return Err(Error::Check(format!("no test of {} passed", copy.display())));
        }
        Ok(Reached::read(&report))
    }
}

/// Runs a command whose exit code tells what was found. The report that it writes says how it went.
fn run(command: &mut Command) -> Result<(), Error> {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let shown = process::shown(command);
    command.status().map(drop).map_err(|source| Error::Start { command: shown, source })
}

impl Reached {
    /// Reads what is covered from a `report.json`.
    fn read(report: &Value) -> Reached {
        let mut reached = Reached::default();
        for subject in report["subjects"].as_array().into_iter().flatten() {
            let states = subject["states"].as_array().into_iter().flatten();
            let covered: Vec<&Value> = states.filter(|state| state["verdict"] == "covered").collect();
            let places: BTreeSet<u64> =
                covered.iter().filter_map(|state| state["cutpoint"].as_u64()).collect();
            reached.states += covered.len() as u64;
            reached.places += places.len();
            reached.all_places += subject["cutpoints"].as_array().map_or(0, Vec::len);
        }
        reached
    }
}

/// The table, in Markdown.
pub(super) fn table(measured: &[Measurement], seconds: u32) -> String {
    let mut text = String::from(
        "| program | states: `cargo pct gen` | libFuzzer | proptest | places: `cargo pct gen` | libFuzzer | proptest | of |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let row = |name: &str, [pct, libfuzzer, proptest]: [Reached; 3]| {
        format!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} |\n",
            pct.states,
            libfuzzer.states,
            proptest.states,
            pct.places,
            libfuzzer.places,
            proptest.places,
            pct.all_places
        )
    };
    text.extend(measured.iter().map(|it| row(it.name, [it.pct, it.libfuzzer, it.proptest])));
    let sum = |of: fn(&Measurement) -> Reached| {
        measured.iter().map(of).fold(Reached::default(), |sum, it| Reached {
            states: sum.states + it.states,
            places: sum.places + it.places,
            all_places: sum.all_places + it.all_places,
        })
    };
    text += &row("in sum", [sum(|it| it.pct), sum(|it| it.libfuzzer), sum(|it| it.proptest)]);
    text + &format!("\nEach tool had {seconds} s for each program.\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn covered_states_and_their_places_are_counted() {
        let state = |cutpoint: u64, verdict: &str| json!({"cutpoint": cutpoint, "valuation": "T", "verdict": verdict});
        let subject = json!({
            "cutpoints": [{}, {}, {}],
            "states": [state(0, "covered"), state(0, "covered"), state(1, "undecided"), state(2, "covered")],
        });
        let report = json!({"subjects": [subject, {"cutpoints": [{}], "states": []}]});
        assert_eq!(Reached::read(&report), Reached { states: 3, places: 2, all_places: 4 });
    }

    #[test]
    fn each_program_has_a_row_and_all_have_a_sum() {
        let reached = |states| Reached { states, places: 2, all_places: 3 };
        let one =
            Measurement { name: "retry", pct: reached(30), libfuzzer: reached(20), proptest: reached(10) };
        let text = table(&[one], 60);
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| retry | 30 | 20 | 10 | 2 | 2 | 2 | 3 |",
                "| in sum | 30 | 20 | 10 | 2 | 2 | 2 | 3 |",
                "",
                "Each tool had 60 s for each program."
            ]
        );
    }
}
