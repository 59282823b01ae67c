//! `cargo xtask bench --explore`: panics of published crates that were reported publicly, and which of three tools finds each of them.
//!
//! `cargo pct --auto` at the default effort is given the crate. libFuzzer is given a fuzz target by hand for the one function, and
//! proptest a property of the function's inputs by default strategies; each of the two has so many seconds. The tools run one after the
//! other. A tool has found a panic only at the reported place.

mod programs;
mod search;
mod table;
mod targets;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::crates::{Run, run};
use crate::demo::built_program;
use crate::error::Error;
use crate::project::Project;
use crate::survey::fetch;
pub(super) use programs::{Fuzzer, host};
use search::{Outcome, search};
pub(super) use table::table;
use targets::{TARGETS, Target};

/// The measurements on one target.
pub(super) struct Measurement {
    target: &'static Target,
    /// The run of `cargo pct --auto`.
    run: Run,
    libfuzzer: Outcome,
    proptest: Outcome,
}

/// The flags of `cargo fuzz`, as cargo reads them from its environment.
pub(super) fn fuzzer_flags() -> String {
    programs::FLAGS.join("\u{1f}")
}

/// The names of the crates.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TARGETS.iter().map(|it| it.package.name)
}

/// Measures the crates of these names, or all; the two fuzzers have so many seconds for each.
pub(super) fn measure(project: &Project, names: &[String], seconds: u32) -> Result<Vec<Measurement>, Error> {
    let is_chosen = |it: &&Target| names.is_empty() || names.iter().any(|name| name == it.package.name);
    let chosen: Vec<&'static Target> = TARGETS.iter().filter(is_chosen).collect();
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let folder = project.target_folder().join("bench-explore");
    let packages: Vec<_> = chosen.iter().map(|target| &target.package).collect();
    let sources = fetch(&folder, &packages)?;
    let [fuzzed, properties] = Fuzzer::ALL.map(|fuzzer| fuzzer.build(&folder, &chosen));
    let (fuzzed, properties) = (fuzzed?, properties?);
    let mut measured = Vec::new();
    for (index, target) in chosen.into_iter().enumerate() {
        let (_, source) = &sources[index];
        let programs = [&*fuzzed[index], &*properties[index]];
        measured.push(measure_one(project, &folder, target, source, programs, seconds)?);
    }
    Ok(measured)
}

fn measure_one(
    project: &Project,
    folder: &Path,
    target: &'static Target,
    source: &Path,
    [fuzzed, property]: [&Path; 2],
    seconds: u32,
) -> Result<Measurement, Error> {
    let name = target.package.name;
    let runs = |fuzzer: Fuzzer| folder.join("runs").join(fuzzer.name()).join(name);
    if !search::is_reported(property, &runs(Fuzzer::Proptest))? {
        return Err(Error::Check(format!(
            "the reported call of {name} does not panic at the place of the list"
        )));
    }
    eprintln!("exploring {name} {}: cargo pct ...", target.package.version);
    let run = explored(&built_program(project), source, &folder.join("targets").join(name))?;
    if run.report.is_null() {
        return Err(Error::Check(format!("cargo pct wrote no report of {name}")));
    }
    eprintln!("exploring {name} {}: libFuzzer ...", target.package.version);
    let libfuzzer = search(Fuzzer::LibFuzzer, fuzzed, &runs(Fuzzer::LibFuzzer), seconds)?;
    eprintln!("exploring {name} {}: proptest ...", target.package.version);
    let proptest = search(Fuzzer::Proptest, property, &runs(Fuzzer::Proptest), seconds)?;
    Ok(Measurement { target, run, libfuzzer, proptest })
}

/// Runs `cargo pct --auto` on a crate of which nothing is built, and nothing is remembered.
fn explored(program: &Path, source: &Path, target: &PathBuf) -> Result<Run, Error> {
    if target.exists() {
        std::fs::remove_dir_all(target).map_err(Error::file("delete", target))?;
    }
    run(program, source, target, &[])
}

impl Measurement {
    /// The finding of `cargo pct` that is the reported panic.
    fn finding(&self) -> Option<&Value> {
        self.target.panic.confirmed(&self.run.report)
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "name": self.target.package.name,
            "version": self.target.package.version,
            "function": self.target.function,
            "cargo_pct": {
                "seconds": self.run.seconds,
                "finding": self.finding(),
                "explored": self.run.report["totals"]["explored"],
                "milliseconds": self.run.report["milliseconds"],
            },
            "libfuzzer": self.libfuzzer,
            "proptest": self.proptest,
        })
    }
}
