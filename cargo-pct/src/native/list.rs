//! Which tests a binary has, as it says itself.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{NativeError, TestConfig, command, output};
use crate::build::TestBinary;
use crate::probe;
use crate::process::{self, Limits};

/// Bytes of a list that are read: millions of tests. One that is cut would lose some in silence.
const LONGEST: usize = 64 << 20;

/// The tests that the user's arguments select, in the binary's order. Ignored tests stay out unless the arguments ask
/// for them; so do the hidden tests that exist to run fabricated states.
pub(super) fn tests(binary: &TestBinary, config: &TestConfig<'_>) -> Result<Vec<String>, NativeError> {
    let mut left_out = BTreeSet::new();
    if !config.arguments.ignored {
        left_out.extend(list(binary, config, &["--ignored"])?);
    }
    let drivers = binary.unit.sites.as_ref().map_or(Ok(Vec::new()), probe::drivers)?;
    let drivers: BTreeSet<&str> = drivers.iter().map(|driver| &*driver.test).collect();
    let is_driver = |test: &str| test.rsplit("::").next().is_some_and(|name| drivers.contains(name));
    let all = list(binary, config, &[])?;
    Ok(all.into_iter().filter(|test| !left_out.contains(test) && !is_driver(test)).collect())
}

/// All tests of a binary, the hidden ones too.
pub(super) fn all(binary: &TestBinary, time: Duration) -> Result<Vec<String>, NativeError> {
    list_within(binary, time, &[], &[])
}

fn list(binary: &TestBinary, config: &TestConfig<'_>, more: &[&str]) -> Result<Vec<String>, NativeError> {
    list_within(binary, config.timeout, more, &config.arguments.selecting)
}

fn list_within(
    binary: &TestBinary,
    time: Duration,
    more: &[&str],
    selecting: &[String],
) -> Result<Vec<String>, NativeError> {
    let mut command = command(binary);
    command.args(["--list", "--format", "terse"]).args(more).args(selecting);
    let listed = process::run(
        command,
        Limits { time: Some(time), is_patient: true, output: Some(LONGEST), ..Limits::default() },
    )?;
    if !listed.end.success() {
        let why = format!("{}\n{}", listed.end, output(&listed).trim_end());
        return Err(NativeError::List { binary: binary.id.clone(), why });
    }
    Ok(read(&listed.stdout))
}

/// Reads `path::of::test: test`, one a line; benchmarks and whatever a constructor in the binary prints are skipped.
fn read(stdout: &str) -> Vec<String> {
    stdout.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_tests_are_read_from_a_list() {
        let stdout = "hello from a constructor\na::b: test\nc: bench\nc d: test\n\n2 tests, 1 benchmark\n";
        assert_eq!(super::read(stdout), ["a::b", "c d"]);
    }
}
