//! One process for each test.

use std::collections::BTreeMap;

use super::{Done, NativeError, TestConfig, TestResult, command, failure, observe, output, trace};
use crate::build::TestBinary;

/// Options of libtest that are followed by their value.
const VALUED: &[&str] =
    &["--skip", "--test-threads", "--logfile", "--color", "--format", "--shuffle-seed", "-Z"];

/// Runs one test.
pub(super) fn test(
    binary: &TestBinary,
    test: &str,
    config: &TestConfig<'_>,
    traces: &trace::Folder,
) -> Result<Done, NativeError> {
    let mut command = command(binary);
    // Captured output would be lost when a test aborts or exits; here nothing else writes in between.
    command.args(["--exact", "--nocapture"]).args(options(config.arguments)).args(["--", test]);
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
    command.args(config.arguments);
    run(binary.id.clone(), command, config, traces)
}

fn run(
    name: String,
    command: std::process::Command,
    config: &TestConfig<'_>,
    traces: &trace::Folder,
) -> Result<Done, NativeError> {
    let (finished, found) = observe(command, config.timeout, traces)?;
    let failure = (!finished.end.success()).then(|| failure(&finished, config.timeout));
    let trace = trace::Trace::of_test(&name, found);
    let result = TestResult { name, failure, output: output(&finished) };
    Ok(Done { results: vec![(result, finished.elapsed)], trace })
}

/// The user's arguments without those that select tests, which `--list` has done. An ignored test that was selected
/// needs to be asked for again.
fn options(arguments: &[String]) -> Vec<String> {
    let mut kept = BTreeMap::new();
    let mut rest = arguments.iter().enumerate();
    while let Some((at, argument)) = rest.next() {
        match argument.as_str() {
            "--ignored" | "--include-ignored" => drop(kept.insert(at, "--include-ignored".to_owned())),
            "--exact" | "--nocapture" | "--no-capture" | "--quiet" | "-q" | "--show-output" => {}
            valued if VALUED.contains(&valued) => drop(rest.next()),
            option
                if option.starts_with('-')
                    && !VALUED.iter().any(|it| option.starts_with(&format!("{it}="))) =>
            {
                kept.insert(at, option.to_owned());
            }
            _ => {}
        }
    }
    let mut options: Vec<_> = kept.into_values().collect();
    options.dedup();
    options
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_selected_test_is_not_selected_again() {
        let check = |line: &str, kept: &[&str]| {
            let arguments: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
            assert_eq!(super::options(&arguments), kept, "{line}");
        };
        check("name --skip slow --skip=other --exact --test-threads 1 --nocapture", &[]);
        check("--ignored name", &["--include-ignored"]);
        check("--report-time --include-ignored", &["--report-time", "--include-ignored"]);
    }
}
