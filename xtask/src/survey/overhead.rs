//! What probes cost the tests of a crate: the same test binaries without and with them, one after the other, several times.
//!
//! Only their running is measured, not their building, and both are run as `cargo test` runs them: one process for all
//! tests of a binary. What a probe has seen it tells once a process, as in `cargo pct`, which starts one for each test; the
//! starts are left out on both sides, where they can be. A binary that is done in some milliseconds is measured with its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;
use crate::process;

/// What running the tests takes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Overhead {
    /// Seconds without probes: of each binary the median, added up.
    pub(super) plain: f64,
    /// The same with probes.
    pub(super) probed: f64,
    /// How often each binary was run.
    runs: usize,
}

/// Binaries that are quick are run so often.
const RUNS: usize = 7;

/// All runs of one binary, both ways, should take no longer.
const MOST_TIME: Duration = Duration::from_secs(20);

/// The tests as libtest lists them, without the hidden ones of the probes: what tells one binary from another.
type Tests = Vec<String>;

impl Overhead {
    /// How many times the plain tests' time the probed ones take.
    pub(super) fn factor(&self) -> f64 {
        self.probed / self.plain.max(f64::EPSILON)
    }
}

/// Measures the binaries that exist both ways; nothing where there is none that has tests. `plain` and `probed` are the folders
/// that cargo built in.
pub(super) fn measure(source: &Path, plain: &Path, probed: &Path) -> Result<Option<Overhead>, Error> {
    let bare = binaries(plain, &test_binaries(source, plain)?);
    let with_probes = binaries(probed, &executables(&probed.join("pct/auto/debug/deps")));
    let traces = tempfile::tempdir().map_err(Error::file("make", probed))?;
    let mut all = Overhead { plain: 0.0, probed: 0.0, runs: RUNS };
    for (tests, plain) in &bare {
        let Some(probed) = with_probes.get(tests).filter(|_| !tests.is_empty()) else { continue };
        let own = compared(source, plain, probed, traces.path())?;
        all.plain += own.plain;
        all.probed += own.probed;
        all.runs = all.runs.min(own.runs);
    }
    Ok((all.plain > 0.0).then_some(all))
}

/// The test binaries of a package, as cargo names them.
fn test_binaries(source: &Path, target: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut command = process::cargo(source);
    command.args(["test", "--lib", "--bins", "--tests", "--no-run", "--message-format", "json"]);
    command.env("CARGO_TARGET_DIR", target).stdin(Stdio::null());
    let shown = process::shown(&command);
    let output = command.output().map_err(|source| Error::Start { command: shown, source })?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let of_test = messages.filter(|message| message.pointer("/profile/test") == Some(&Value::Bool(true)));
    Ok(of_test.filter_map(|message| Some(PathBuf::from(message["executable"].as_str()?))).collect())
}

/// Files of a folder that look like programs.
fn executables(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|it| it.extension().is_none()).collect();
    found.sort();
    found
}

/// Those that list tests, by these.
fn binaries(folder: &Path, programs: &[PathBuf]) -> BTreeMap<Tests, PathBuf> {
    let tests = |program: &PathBuf| {
        let mut command = Command::new(program);
        let output =
            command.args(["--list", "--format", "terse"]).current_dir(folder).stdin(Stdio::null()).output();
        let output = output.ok().filter(|output| output.status.success())?;
        Some((own_tests(&String::from_utf8_lossy(&output.stdout)), program.clone()))
    };
    programs.iter().filter_map(tests).collect()
}

/// `a::b: test`
fn own_tests(list: &str) -> Tests {
    let tests = list.lines().filter(|line| line.ends_with(": test"));
    tests.filter(|line| !line.contains("pct_driver_")).map(str::to_owned).collect()
}

fn compared(source: &Path, plain: &Path, probed: &Path, traces: &Path) -> Result<Overhead, Error> {
    let start = Instant::now();
    let (mut without, mut with) = (Vec::new(), Vec::new());
    while without.len() < RUNS && (without.is_empty() || start.elapsed() < MOST_TIME) {
        without.push(timed(Command::new(plain).current_dir(source))?);
        let mut command = Command::new(probed);
        command.current_dir(source).env("CARGO_PCT_TRACE", traces);
        with.push(timed(&mut command)?);
    }
    let runs = without.len();
    Ok(Overhead { plain: median(without), probed: median(with), runs })
}

fn timed(command: &mut Command) -> Result<f64, Error> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let shown = process::shown(command);
    let start = Instant::now();
    command.status().map_err(|source| Error::Start { command: shown, source })?;
    Ok(start.elapsed().as_secs_f64())
}

/// The median; of an even number of values the lower one of the middle.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binaries_are_told_apart_by_the_users_tests() {
        let list = "a::b: test\na::pct_driver_0f: test\nspeed: benchmark\nc: test\n";
        assert_eq!(own_tests(list), ["a::b: test", "c: test"]);
    }

    #[test]
    fn the_median_stands_in_the_middle() {
        assert_eq!(
            [median(vec![3.0, 1.0, 2.0]), median(vec![2.0, 1.0]), median(Vec::new())],
            [2.0, 1.0, 0.0]
        );
    }
}
