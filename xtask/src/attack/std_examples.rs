//! `cargo xtask attack --std-examples`: the examples of the standard library's documentation, natively and interpreted.
//!
//! The examples are those of the functions that have a model, and of their types and modules, as the toolchain's documentation
//! holds them. Each must end, or panic with one message, in both runs. If the interpreter does not know because a model
//! over-approximates, the symbolic execution must admit what the native run did. An example that differs shows a wrong model. None
//! of their text is kept in the project.

mod batch;
mod modelled;
mod outcome;
mod pages;
mod tally;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::setup;
use batch::Bench;
use modelled::Modelled;
use pages::Example;
use tally::Tally;

/// Examples of one crate.
const BATCH: usize = 120;

/// Runs all examples of the pages whose names contain `only`.
pub(super) fn run(project: &Project, only: Option<&str>) -> Result<(), Error> {
    let documentation = documentation()?;
    let modelled = Modelled::read(&project.root().join("cargo-pct/models"))?;
    let mut tally = Tally::default();
    let examples = examples(&documentation, &modelled, only, &mut tally)?;
    setup::run(project, &setup::Options::default())?;
    let build = ["build", "--package", "cargo-pct", "--example", "interpret", "--locked"];
    process::step(process::cargo(project.root()).args(build))?;
    let bench = Bench {
        interpreter: project.target_folder().join("debug/examples/interpret"),
        library: project.z3_folder(),
        root: project.target_folder().join("attack/std-examples"),
    };
    for examples in by_edition(examples) {
        for batch in examples.chunks(BATCH) {
            for (example, outcomes) in batch.iter().zip(bench.examine(batch)?) {
                tally.add(example, &outcomes);
            }
            eprintln!("{}", tally.summary());
        }
    }
    tally.print();
    match tally.differ() {
        0 => Ok(()),
        some => Err(Error::Check(format!("{some} examples of the standard library differ"))),
    }
}

/// The folder of the documentation of the toolchain in use.
fn documentation() -> Result<PathBuf, Error> {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--print", "sysroot"]);
    let shown = process::shown(&rustc);
    let output = rustc.output().map_err(|source| Error::Start { command: shown, source })?;
    let sysroot = String::from_utf8_lossy(&output.stdout);
    let folder = Path::new(sysroot.trim()).join("share/doc/rust/html/std");
    if folder.is_dir() { Ok(folder) } else { Err(Error::NoDocumentation(folder)) }
}

/// The examples of modelled functions, types and modules that can be run; each text once, though several pages may show it.
fn examples(
    documentation: &Path,
    modelled: &Modelled,
    only: Option<&str>,
    tally: &mut Tally,
) -> Result<Vec<Example>, Error> {
    let mut chosen = Vec::new();
    for page in pages::pages(documentation)? {
        if only.is_some_and(|only| !page.name.contains(only)) || !modelled.knows(&page) {
            continue;
        }
        for example in page.examples()? {
            let is_modelled =
                example.function.as_deref().is_none_or(|function| modelled.contains(&page, function));
            if is_modelled && tally.is_new(&example) && tally.can_run(&example) {
                chosen.push(example);
            }
        }
    }
    Ok(chosen)
}

/// A crate has one edition.
fn by_edition(examples: Vec<Example>) -> Vec<Vec<Example>> {
    let mut editions = std::collections::BTreeMap::<String, Vec<Example>>::new();
    for example in examples {
        editions.entry(example.edition.clone()).or_default().push(example);
    }
    editions.into_values().collect()
}
