//! One process for each test.

use super::{Done, NativeError, TestConfig, TestResult, command, failure, observe, output, trace};
use crate::build::TestBinary;
use crate::process::{Launcher, Limits};

/// Runs one test.
pub(super) fn test(
    binary: &TestBinary,
    test: &str,
    config: &TestConfig<'_>,
    traces: &trace::Folder,
) -> Result<Done, NativeError> {
    let mut command = command(binary);
    // Captured output would be lost when a test aborts or exits; here nothing else writes in between.
    command.args(["--exact", "--nocapture"]).args(&config.arguments.passed_on).args(["--", test]);
    let name = format!("{} {test}", binary.id);
    run(name, command, config, traces)
}

/// Runs a binary that has no harness, with the user's arguments.
pub(super) fn whole(
    binary: &TestBinary,
    config: &TestConfig<'_>,
    traces: &trace::Folder,
) -> Result<Done, NativeError> {
    let mut command = command(binary);
    command.args(&config.arguments.all);
    run(binary.id.clone(), command, config, traces)
}

fn run(
    name: String,
    command: std::process::Command,
    config: &TestConfig<'_>,
    traces: &trace::Folder,
) -> Result<Done, NativeError> {
    let (finished, found) = observe(
        command,
        Limits { time: Some(config.timeout), ..Limits::default() },
        traces,
        &Launcher::default(),
    )?;
    let failure = (!finished.end.success()).then(|| failure(&finished, config.timeout));
    let trace = trace::Trace::of_test(&name, found);
    let result = TestResult { name, failure, output: output(&finished) };
    Ok(Done { results: vec![(result, finished.elapsed)], trace })
}
