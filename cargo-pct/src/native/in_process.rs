//! All tests of a binary in one process, as `cargo test` runs them.

use std::collections::BTreeMap;
use std::time::Duration;

use pct_wire::env;

use super::{Done, NativeError, TestConfig, TestResult, command, failure, observe, output, trace};
use crate::build::TestBinary;
use crate::process::{Launcher, Limits};

/// Runs the binary once. Its limit is that of all its tests together. Tests whose result the process did not live to
/// tell are named, each with the process's end: one of them is to blame, and libtest does not say which.
pub(super) fn tests(
    binary: &TestBinary,
    tests: &[String],
    config: &TestConfig<'_>,
    traces: &trace::Folder,
) -> Result<Done, NativeError> {
    let mut command = command(binary);
    command.env(env::IN_PROCESS, "1");
    if config.arguments.threads.is_none() {
        command.args(["--test-threads", &config.jobs.to_string()]);
    }
    command.args(&config.arguments.all);
    let time = config.timeout.saturating_mul(u32::try_from(tests.len()).unwrap_or(u32::MAX));
    let limits = Limits { time: Some(time), ..Limits::default() };
    let (finished, found) = observe(command, limits, traces, &Launcher::default())?;
    let results_by_test = results(&finished.stdout);
    let everything = output(&finished);
    let each = |test: &String| {
        let failure = match results_by_test.get(test.as_str()) {
            Some(true) => None,
            Some(false) => Some("failed".to_owned()),
            None => Some(format!("did not finish; its process {}", failure(&finished, time))),
        };
        let output = if failure.is_some() { everything.clone() } else { String::new() };
        (TestResult { name: format!("{} {test}", binary.id), failure, output }, Duration::ZERO)
    };
    let mut results: Vec<_> = tests.iter().map(each).collect();
    if results.iter().all(|(result, _)| result.failure.is_none()) && !finished.end.success() {
        // Every test passed and the process did not: something ran after them.
        let failure = Some(failure(&finished, time));
        results.push((TestResult { name: binary.id.clone(), failure, output: everything }, finished.elapsed));
    }
    Ok(Done { results, trace: trace::Trace::of_binary(&binary.id, found) })
}

/// Reads the results that libtest prints: `test NAME ... ok` and `test NAME - should panic ... FAILED`. A test that prints may put its
/// output between the dots and the verdict, and then it is told in the list of failures only.
fn results(stdout: &str) -> BTreeMap<&str, bool> {
    let mut results_by_test = BTreeMap::new();
    for line in stdout.lines() {
        let Some((name, verdict)) = line.strip_prefix("test ").and_then(|rest| rest.rsplit_once(" ... "))
        else {
            continue;
        };
        let name = name.strip_suffix(" - should panic").unwrap_or(name);
        match verdict.split_whitespace().next() {
            Some("ok") => drop(results_by_test.insert(name, true)),
            Some("FAILED") => drop(results_by_test.insert(name, false)),
            _ => {}
        }
    }
    results_by_test
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libtests_lines_are_read() {
        let stdout = "running 3 tests\ntest a ... ok\ntest b::c - should panic ... FAILED\ntest d ... ignored\ntest result: FAILED.\n";
        assert_eq!(results(stdout), BTreeMap::from([("a", true), ("b::c", false)]));
    }
}
