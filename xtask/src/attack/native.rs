//! The native oracle: compiles items with rustc alone, leaves those out that it rejects, and runs the others on all
//! their inputs, each in a process with limits.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::child;
use super::folder::Folder;
use super::item::{Item, Number};
use crate::error::Error;

/// The outcome of an item's run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Native {
    /// Rustc refuses it.
    Rejected,
    /// It took too long, or too much memory: nothing is known.
    Unknown,
    /// All inputs were run.
    Ran {
        /// One for each place.
        panics: Vec<Panic>,
        /// A second panic, in a drop, ended the process.
        aborts: bool,
    },
}

/// A panic, with the first input that leads there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Panic {
    pub(super) n: u8,
    pub(super) m: bool,
    /// The line in the item's file; none where std itself is named.
    pub(super) line: Option<usize>,
    pub(super) message: String,
}

/// Seconds that all inputs of one item may take.
pub(super) const TIME: Duration = Duration::from_secs(5);

/// Kilobytes of address space of one item's run.
const MEMORY: &str = "4000000";

/// Compiles and runs.
pub(super) fn run(folder: &Folder, items: &[Item]) -> Result<Vec<Native>, Error> {
    let compiled = compile(folder, items)?;
    let program = folder.path("native/oracle");
    let mut outcomes = vec![Native::Rejected; items.len()];
    for number in compiled {
        outcomes[number.0] = run_one(&program, number)?;
    }
    Ok(outcomes)
}

/// The items that rustc accepts together, each of them compiled into the program that is the oracle.
fn compile(folder: &Folder, items: &[Item]) -> Result<Vec<Number>, Error> {
    let program = folder.path("native/oracle");
    accepted(items.len(), "2024", &program, |chosen| folder.write_oracle(items, chosen))
}

/// The items that rustc accepts together, of so many. Those that it names are left out until nothing is wrong.
///
/// `write` writes the program's root for the chosen items, each of which has a file with its number as name.
pub(super) fn accepted(
    count: usize,
    edition: &str,
    program: &Path,
    write: impl Fn(&[Number]) -> Result<PathBuf, Error>,
) -> Result<Vec<Number>, Error> {
    let mut chosen: Vec<Number> = (0..count).map(Number).collect();
    while !chosen.is_empty() {
        let main = write(&chosen)?;
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.args(["--edition", edition, "--crate-name", "oracle", "--error-format", "json"]);
        rustc.args(["-C", "debuginfo=0"]);
        rustc.arg("-o").arg(program).arg(&main);
        if let Some(folder) = main.parent() {
            rustc.current_dir(folder);
        }
        let shown = crate::process::shown(&rustc);
        let output = rustc.output().map_err(|source| Error::Start { command: shown, source })?;
        if output.status.success() {
            break;
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        let named: BTreeSet<Number> = errors.lines().flat_map(named_by).collect();
        if named.is_empty() {
            return Err(Error::Check(format!("rustc names no item in what it says:\n{errors}")));
        }
        chosen.retain(|number| !named.contains(number));
    }
    Ok(chosen)
}

/// The items that an error of rustc is about.
fn named_by(line: &str) -> Vec<Number> {
    let Ok(message) = serde_json::from_str::<Value>(line) else { return Vec::new() };
    if message["level"] != "error" {
        return Vec::new();
    }
    let files =
        message["spans"].as_array().into_iter().flatten().filter_map(|span| span["file_name"].as_str());
    files.filter_map(|file| Number::find(file.rsplit('/').next()?)).map(|(number, _)| number).collect()
}

fn run_one(program: &Path, number: Number) -> Result<Native, Error> {
    let mut command = limited(program, number);
    let Some(output) = child::output(&mut command, TIME)? else { return Ok(Native::Unknown) };
    let text = String::from_utf8_lossy(&output.stdout);
    let panics: Vec<Panic> = text.lines().filter_map(|line| panic(line, number)).collect();
    let is_done = text.lines().last() == Some("done");
    // An abort without a panic is the allocator's, or a stack that is full.
    if !is_done && panics.is_empty() {
        return Ok(Native::Unknown);
    }
    Ok(Native::Ran { panics, aborts: !is_done })
}

/// Runs an item of a program, in limits of memory and time.
pub(super) fn limited(program: &Path, number: Number) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", r#"ulimit -v "$1" 2>/dev/null; ulimit -c 0; ulimit -t 20; exec "$0" "$2""#]);
    command.arg(program).arg(MEMORY).arg(number.0.to_string());
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}

fn panic(line: &str, number: Number) -> Option<Panic> {
    let mut parts = line.strip_prefix("panic\t")?.splitn(5, '\t');
    let (n, m) = (parts.next()?.parse().ok()?, parts.next()? == "true");
    let file = parts.next()?;
    let line = parts.next()?.parse().ok()?;
    let is_own = file.ends_with(&format!("/{number}.rs"));
    Some(Panic { n, m, line: is_own.then_some(line), message: parts.next()?.to_owned() })
}
