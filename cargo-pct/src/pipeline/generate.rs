//! `cargo pct gen`: tests for states that can be reached and that no test reaches.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::Package;

use super::{RunError, Session, measure};
use crate::atomic_file;
use crate::build;
use crate::exit_code::ExitCode;
use crate::ledger::{GeneratedTest, Ledger};
use crate::testgen;

/// Where the tests of a package go.
const FILE: &str = "tests/pct_generated.rs";

/// Prints the tests, or writes them into the packages.
pub(super) fn generate(session: &Session, test_args: &[String], write: bool) -> Result<ExitCode, RunError> {
    let (ledger, _) = measure::ledger(session, test_args)?;
    let packages = packages(session, &ledger);
    if packages.is_empty() {
        eprintln!("No test to write: {}.", why_none(&ledger));
    }
    for (file, tests) in packages {
        let shown = file.strip_prefix(&session.workspace.root).unwrap_or(&file).to_owned();
        if write {
            put(&file, &tests)?;
            eprintln!("Wrote {} to {shown}", count(tests.len()));
        } else {
            let mut out = anstream::stdout();
            writeln!(out, "// {shown}\n{}", formatted(testgen::whole(&tests)))?;
        }
    }
    let mut code = ExitCode::Success;
    if ledger.failures().next().is_some() {
        code = code.and(ExitCode::UserCode);
    }
    for defect in &ledger.defects {
        eprintln!("error: this is a defect of cargo-pct; please report it: {defect}");
        code = code.and(ExitCode::Defect);
    }
    Ok(code)
}

fn count(tests: usize) -> String {
    format!("{tests} test{}", if tests == 1 { "" } else { "s" })
}

fn why_none(ledger: &Ledger) -> String {
    match ledger.totals().undecided() {
        0 => "your tests reach all that can be reached".to_owned(),
        undecided => {
            format!("of {undecided} states it is not known how to reach them, or whether that can be")
        }
    }
}

/// The tests by the file where they go.
fn packages<'l>(session: &Session, ledger: &'l Ledger) -> BTreeMap<Utf8PathBuf, Vec<&'l GeneratedTest>> {
    let is_of = |package: &Package, krate: &str| {
        package.targets.iter().any(|target| target.name.replace('-', "_") == krate)
    };
    let mut found: BTreeMap<Utf8PathBuf, Vec<&GeneratedTest>> = BTreeMap::new();
    for test in &ledger.generated {
        let package = session.workspace.members.values().find(|package| is_of(package, &test.krate));
        let folder = package.and_then(|package| package.manifest_path.parent());
        let file = folder.unwrap_or(&session.workspace.root).join(FILE);
        found.entry(file).or_default().push(test);
    }
    found
}

/// Writes tests into a file; what is there already stays.
fn put(file: &Utf8Path, tests: &[&GeneratedTest]) -> Result<(), RunError> {
    let failed = |source| RunError::Build(build::BuildError::Io { path: file.to_owned(), source });
    let text = match std::fs::read_to_string(file) {
        Ok(existing) => testgen::added_to(&existing, tests)
            .map_err(|error| RunError::NotRust { file: file.to_owned(), why: error.to_string() })?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => testgen::whole(tests),
        Err(error) => return Err(failed(error)),
    };
    atomic_file::write(file, formatted(text).as_bytes()).map_err(failed)
}

/// The text as rustfmt has it, where there is one and it can read it.
fn formatted(text: String) -> String {
    let run = || {
        let mut command = Command::new("rustfmt");
        command.args(["--edition", "2021", "--emit", "stdout"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().ok()?;
        // A few kilobytes: they fit a pipe whatever rustfmt does first.
        child.stdin.take()?.write_all(text.as_bytes()).ok()?;
        let output = child.wait_with_output().ok()?;
        output.status.success().then(|| String::from_utf8(output.stdout).ok()).flatten()
    };
    run().filter(|formatted| !formatted.is_empty()).unwrap_or(text)
}
