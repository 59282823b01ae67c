//! `cargo pct gen`: tests for states that can be reached and that no test reaches.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::Package;

use super::{RunError, Session, measure};
use crate::atomic_file;
use crate::build;
use crate::exit_code::ExitCode;
use crate::ledger::{FindingStatus, GeneratedTest, Ledger};
use crate::probe::Place;
use crate::testgen;

/// The file in a package for tests that reach states.
const STATES: &str = "tests/pct_generated.rs";

/// The file in a package for tests that show defects.
const FINDINGS: &str = "tests/pct_findings.rs";

/// Prints the tests, or writes them into the packages.
pub(super) fn generate(session: &Session, test_args: &[String], write: bool) -> Result<ExitCode, RunError> {
    let (ledger, _) = measure::ledger(session, test_args)?;
    let mut files = packages(session, STATES, &ledger.generated);
    if files.is_empty() {
        eprintln!("No test to write for a state: {}.", why_none(&ledger));
    }
    files.extend(packages(session, FINDINGS, &of_findings(&ledger)));
    for (file, tests) in files {
        let tests: Vec<&GeneratedTest> = tests.iter().collect();
        let shown = file.strip_prefix(&session.workspace.root).unwrap_or(&file).to_owned();
        if write {
            put(&file, &tests)?;
            eprintln!("Wrote {} to {shown}", count(tests.len()));
        } else {
            let mut out = anstream::stdout();
            writeln!(out, "// {shown}\n{}", formatted(testgen::whole(header(&file), &tests)))?;
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

/// The tests of confirmed findings: each fails as its calls do.
fn of_findings(ledger: &Ledger) -> Vec<GeneratedTest> {
    let mut names = BTreeSet::new();
    let mut tests = Vec::new();
    for failing in ledger.failing_checks() {
        let (subject, finding) = failing.best();
        // No test of a client can look at what an invariant is about.
        if finding.status != FindingStatus::Confirmed
            || finding.reproduction.is_empty()
            || finding.check.invariant.is_some()
        {
            continue;
        }
        let Place { file, line, .. } = &finding.check.place;
        let id = &ledger.subjects[subject].probed.id;
        let message = finding.replay.as_ref().map_or(&finding.check.message, |replay| &replay.message);
        let message = message.lines().next().unwrap_or_default();
        let name = testgen::defect(&finding.method, &finding.check.message);
        tests.push(GeneratedTest {
            krate: id.split("::").next().unwrap_or(id).to_owned(),
            name: testgen::unique(&name, &mut names),
            reaches: Vec::new(),
            fails: Some(format!("{message} ({file}:{line})")),
            imports: finding.imports.clone(),
            statements: finding.reproduction.clone(),
            panics: None,
        });
    }
    tests
}

/// The beginning of a file of tests.
fn header(file: &Utf8Path) -> &'static str {
    if file.ends_with(FINDINGS) { testgen::FINDINGS } else { testgen::STATES }
}

/// The tests by the file where they go, which has this path in its package.
fn packages(
    session: &Session,
    path: &str,
    tests: &[GeneratedTest],
) -> BTreeMap<Utf8PathBuf, Vec<GeneratedTest>> {
    let is_of = |package: &Package, krate: &str| {
        package.targets.iter().any(|target| target.name.replace('-', "_") == krate)
    };
    let mut found: BTreeMap<Utf8PathBuf, Vec<GeneratedTest>> = BTreeMap::new();
    for test in tests {
        let package = session.workspace.members.values().find(|package| is_of(package, &test.krate));
        let folder = package.and_then(|package| package.manifest_path.parent());
        let file = folder.unwrap_or(&session.workspace.root).join(path);
        found.entry(file).or_default().push(test.clone());
    }
    found
}

/// Writes tests into a file; what is there already stays.
fn put(file: &Utf8Path, tests: &[&GeneratedTest]) -> Result<(), RunError> {
    let failed = |source| RunError::Build(build::BuildError::Io { path: file.to_owned(), source });
    let text = match std::fs::read_to_string(file) {
        Ok(existing) => testgen::added_to(&existing, tests)
            .map_err(|error| RunError::NotRust { file: file.to_owned(), why: error.to_string() })?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => testgen::whole(header(file), tests),
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
