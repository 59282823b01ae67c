//! A fuzzer's search for one panic: its program runs until it has found the panic, or its time is up.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::programs::{FOUND, Fuzzer, NOT_FOUND};
use crate::error::Error;
use crate::process;

/// A program that has not ended so long after its time is ended: a call hangs.
const GRACE: Duration = Duration::from_secs(2);

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Outcome {
    pub(super) is_found: bool,
    /// From the start of the program to the panic, or to the end.
    pub(super) seconds: f64,
    /// Inputs of the last start of the program.
    pub(super) cases: u64,
    /// Starts of the program: one more for each time that it ended in another way, such as for lack of memory.
    pub(super) starts: u32,
}

/// Searches for so many seconds. Inputs that libFuzzer keeps, and what programs print, lie in `folder`, which is emptied first.
pub(super) fn search(fuzzer: Fuzzer, program: &Path, folder: &Path, seconds: u32) -> Result<Outcome, Error> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(Error::file("delete", folder))?;
    }
    let corpus = folder.join("corpus");
    std::fs::create_dir_all(&corpus).map_err(Error::file("create", &corpus))?;
    until_found(folder, seconds, |left, start| command(fuzzer, program, folder, left, start))
}

/// Starts programs one after the other, until one finds the panic or the time is up. Each is told the time that is left, and its number.
fn until_found(
    folder: &Path,
    seconds: u32,
    program: impl Fn(Duration, u32) -> Command,
) -> Result<Outcome, Error> {
    let started = Instant::now();
    let end = started + Duration::from_secs(u64::from(seconds));
    let mut starts = 0;
    loop {
        starts += 1;
        let left = end.saturating_duration_since(Instant::now());
        let printed = run(program(left, starts), folder, end + GRACE)?;
        let (is_found, cases) = read(&printed);
        if is_found || Instant::now() + Duration::from_secs(1) > end {
            let seconds = started.elapsed().as_secs_f64();
            return Ok(Outcome { is_found, seconds, cases: cases.unwrap_or(0), starts });
        }
    }
}

fn command(fuzzer: Fuzzer, program: &Path, folder: &Path, left: Duration, start: u32) -> Command {
    let mut command = Command::new(program);
    match fuzzer {
        Fuzzer::LibFuzzer => {
            let seconds = left.as_secs_f64().ceil();
            command.args([format!("-max_total_time={seconds}"), format!("-seed={start}")]);
            command.arg("-artifact_prefix=./").arg("corpus").current_dir(folder);
        }
        Fuzzer::Proptest => {
            command.args([left.as_secs_f64().to_string(), start.to_string()]);
        }
    }
    command
}

/// Makes the call that was reported, and tells if it panics at the reported place.
pub(super) fn is_reported(program: &Path, folder: &Path) -> Result<bool, Error> {
    std::fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
    Ok(read(&run(Command::new(program), folder, Instant::now() + GRACE)?).0)
}

/// Runs a program, at the longest to `end`, and gives what it printed.
fn run(mut command: Command, folder: &Path, end: Instant) -> Result<String, Error> {
    let file = folder.join("printed.txt");
    let printed = File::create(&file).map_err(Error::file("create", &file))?;
    let errors = printed.try_clone().map_err(Error::file("write", &file))?;
    command.stdin(Stdio::null()).stdout(printed).stderr(errors);
    let shown = process::shown(&command);
    let failed = |source| Error::Start { command: shown.clone(), source };
    let mut child = command.spawn().map_err(failed)?;
    while child.try_wait().map_err(failed)?.is_none() {
        if Instant::now() > end {
            child.kill().map_err(failed)?;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let bytes = std::fs::read(&file).map_err(Error::file("read", &file))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads from what a program printed if it found the panic, and after how many inputs it ended, if it tells.
fn read(printed: &str) -> (bool, Option<u64>) {
    let behind = |mark: &str| {
        let number = printed.lines().find_map(|line| line.strip_prefix(mark))?;
        number.split_whitespace().next()?.parse().ok()
    };
    let found: Option<u64> = behind(FOUND);
    // The last line of libFuzzer: "Done 1000 runs in 1 second(s)".
    (found.is_some(), found.or_else(|| behind(NOT_FOUND)).or_else(|| behind("Done ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_print_is_read() {
        assert_eq!(read("INFO: Seed: 1\nthe reported panic, case 25\n==1== ERROR\n"), (true, Some(25)));
        assert_eq!(read("time is up, cases 7000\n"), (false, Some(7000)));
        assert_eq!(read("#2 INITED\nDone 1000 runs in 61 second(s)\n"), (false, Some(1000)));
        assert_eq!(read("==1== ERROR: libFuzzer: out-of-memory\n"), (false, None));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_ends_in_another_way_is_started_again() {
        let folder = tempfile::tempdir().unwrap();
        let program = |_, start: u32| {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("test $0 = 3 && echo '{FOUND}9'; exit 1"), &start.to_string()]);
            command
        };
        let outcome = until_found(folder.path(), 60, program).unwrap();
        assert_eq!((outcome.is_found, outcome.cases, outcome.starts), (true, 9, 3));
    }
}
