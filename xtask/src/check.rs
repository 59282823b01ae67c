//! `cargo xtask test`: everything that continuous integration checks, in the order of what fails soonest.
//!
//! The tests of the workspace come last, so that the output ends with their summary. The structure of the sources is checked
//! among them, in `xtask/tests`.

use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::{attack, readme, setup};

/// One step of the check: what it is called, and what it does.
type Step = (&'static str, fn(&Project) -> Result<(), Error>);

const STEPS: [Step; 10] = [
    ("set-up", set_up),
    ("format", format),
    ("lints", lints),
    ("documentation", documentation),
    ("packages", packages),
    ("examples", examples),
    ("README", readme::run),
    ("documentation tests", documentation_tests),
    ("attack", known_attacks),
    ("tests", other_tests),
];

/// Runs all steps; the first that fails ends the check. Says nothing after the last one, whose own words end the output.
pub(crate) fn run(project: &Project) -> Result<(), Error> {
    let mut before = String::new();
    for (name, step) in STEPS {
        eprintln!("{before}\n=== {name}");
        let start = Instant::now();
        step(project).inspect_err(|_| eprintln!("=== {name}: failed"))?;
        before = format!("=== {name}: ok, {:.1} s\n", start.elapsed().as_secs_f64());
    }
    Ok(())
}

fn set_up(project: &Project) -> Result<(), Error> {
    setup::run(project, &setup::Options::default())
}

/// The workspace's format, and that of the examples, which are no members of it.
fn format(project: &Project) -> Result<(), Error> {
    process::step(process::cargo(project.root()).args(["fmt", "--all", "--check"]))?;
    project
        .examples()?
        .iter()
        .try_for_each(|example| process::step(process::cargo(example).args(["fmt", "--check"])))
}

fn lints(project: &Project) -> Result<(), Error> {
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    process::step(process::cargo(project.root()).args(clippy))
}

fn documentation(project: &Project) -> Result<(), Error> {
    let mut doc = process::cargo(project.root());
    doc.args(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings");
    process::step(&mut doc)
}

/// That each published crate can be packed, with what it needs from the others.
fn packages(project: &Project) -> Result<(), Error> {
    let package = ["package", "--workspace", "--exclude", "xtask", "--no-verify", "--allow-dirty", "--quiet"];
    process::step(process::cargo(project.root()).args(package))
}

/// The examples as their reader would test them, bare and with each of their features; they share one target folder.
fn examples(project: &Project) -> Result<(), Error> {
    let target = project.target_folder().join("examples");
    for example in project.examples()? {
        let features = features(&example.join("Cargo.toml"))?;
        for choice in std::iter::once(None).chain(features.iter().map(Some)) {
            let feature = choice.map(|feature| format!("--features={feature}"));
            let mut clippy = process::cargo(&example);
            clippy.args(["clippy", "--quiet", "--all-targets"]).args(&feature).args(["--", "-D", "warnings"]);
            process::step(clippy.env("CARGO_TARGET_DIR", &target))?;
            let mut test = process::cargo(&example);
            process::step(test.args(["test", "--quiet"]).args(&feature).env("CARGO_TARGET_DIR", &target))?;
        }
    }
    Ok(())
}

/// The features that a manifest declares.
fn features(manifest: &Path) -> Result<Vec<String>, Error> {
    let text = std::fs::read_to_string(manifest).map_err(Error::file("read", manifest))?;
    let table: toml::Table =
        text.parse().map_err(|error| Error::Check(format!("{}: {error}", manifest.display())))?;
    let features = table.get("features").and_then(toml::Value::as_table);
    Ok(features.map(|features| features.keys().cloned().collect()).unwrap_or_default())
}

/// Apart from the other tests: cargo passes build scripts' linker arguments, and with them the place of Z3, to no
/// documentation test, so the loader is told another way.
fn documentation_tests(project: &Project) -> Result<(), Error> {
    let variable = if cfg!(target_os = "macos") { "DYLD_FALLBACK_LIBRARY_PATH" } else { "LD_LIBRARY_PATH" };
    let mut folders = vec![project.z3_folder()];
    folders.extend(std::env::var_os(variable).iter().flat_map(std::env::split_paths));
    let folders = std::env::join_paths(folders).map_err(|error| Error::Check(error.to_string()))?;
    process::step(tests_of(project).arg("--doc").env(variable, folders))
}

/// The corpus of programs that once fooled the analysis.
fn known_attacks(project: &Project) -> Result<(), Error> {
    process::step(process::cargo(project.root()).args(["build", "--workspace", "--bins", "--locked"]))?;
    attack::corpus(project, project.target_folder().join("debug/cargo-pct"))
}

fn other_tests(project: &Project) -> Result<(), Error> {
    let mut tests = tests_of(project);
    tests.args(["--lib", "--bins", "--tests", "--examples"]);
    // Most tests wait for programs that use one processor or none: with a test for each processor, almost half of them would be idle. The variable of
    // the harness would reach `cargo pct` in the tests, which heeds it, too.
    if std::env::var_os("RUST_TEST_THREADS").is_none() {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        tests.arg("--").arg(format!("--test-threads={}", 2 * processors));
    }
    process::step(&mut tests)
}

fn tests_of(project: &Project) -> Command {
    let mut test = process::cargo(project.root());
    test.args(["test", "--workspace", "--locked"]);
    test
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_features_of_an_example_are_read_from_its_manifest() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/foo/Cargo.toml");
        assert_eq!(features(&manifest).unwrap(), ["coarse-predicates", "own-predicates"]);
        let bare = tempfile::NamedTempFile::new().unwrap();
        assert!(features(bare.path()).unwrap().is_empty());
    }
}
