//! A small process of our own that starts children for us.
//!
//! Who starts a child is copied first, page table and all, and copies every page that it writes to until the child is
//! another program. That costs milliseconds where the process is large, and cargo-pct is larger the more code it has read:
//! children that it starts while it judges a crate would cost each function more, the more functions there are. So they
//! are started by a process that knows nothing of the code.
//!
//! It is this program, called with [`LAUNCHER_VARIABLE`]. It takes a request a line, runs it as [`run`] does, and answers with
//! a line. It ends when its input does, and when we do.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Finished, Limits, SpawnError, end_with_us, run};

/// Set where cargo-pct is to start children for another cargo-pct.
pub const LAUNCHER_VARIABLE: &str = "CARGO_PCT_LAUNCHER";

/// Starts children: by another process where there is one, which it starts with the first of them, else by itself.
///
/// A copy of this process ([`super::Worker`]) starts a helper of its own: two would read each other's answers.
#[derive(Debug, Default)]
pub struct Launcher {
    /// Cargo-pct.
    program: Option<PathBuf>,
    helper: Mutex<Option<Started>>,
}

/// A helper, if it did start, and the process that started it.
#[derive(Debug)]
struct Started {
    by: u32,
    helper: Option<Helper>,
}

/// The process that starts children, and its ends of the pipes.
#[derive(Debug)]
struct Helper {
    child: Child,
    /// Closed to end it.
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// A command with its limits. What it does not set is as in the process that asks.
#[derive(Serialize, Deserialize)]
struct Request {
    program: String,
    arguments: Vec<String>,
    folder: Option<String>,
    /// Variables that are set, and those that are removed.
    environment: Vec<(String, Option<String>)>,
    limits: Limits,
}

/// What came of a command; or why it did not start: the system's number for that where it has one, and text.
type Answer = Result<Finished, (Option<i32>, String)>;

impl Launcher {
    /// Lets `program`, which is cargo-pct, start children. Where it does not start, the launcher does so by itself.
    pub fn by(program: Option<PathBuf>) -> Launcher {
        Launcher { program, helper: Mutex::default() }
    }

    /// Another launcher of the same kind, with a process of its own.
    #[must_use]
    pub fn another(&self) -> Launcher {
        Launcher::by(self.program.clone())
    }

    /// Runs a command to its end, without input, within the limits, as [`run`] does.
    pub fn run(&self, command: Command, limits: Limits) -> Result<Finished, SpawnError> {
        let mut known = self.helper.lock().unwrap_or_else(PoisonError::into_inner);
        match (self.helper(&mut known), Request::of(&command, limits)) {
            (Some(helper), Some(request)) => {
                let failed = |source| SpawnError { program: request.program.clone(), source };
                helper.ask(&request).and_then(|answer| answer.map_err(error)).map_err(failed)
            }
            _ => {
                drop(known);
                run(command, limits)
            }
        }
    }

    /// The helper of this process, which is started if there is none.
    fn helper<'h>(&self, known: &'h mut Option<Started>) -> Option<&'h mut Helper> {
        let by = std::process::id();
        if known.as_ref().is_some_and(|started| started.by != by) {
            // It is another process's child, which that one waits for.
            std::mem::forget(known.take());
        }
        let start = || Started { by, helper: self.program.as_deref().and_then(Helper::start) };
        known.get_or_insert_with(start).helper.as_mut()
    }
}

/// An error of the system as it was where it occurred.
fn error((number, text): (Option<i32>, String)) -> std::io::Error {
    number.map_or_else(|| std::io::Error::other(text), std::io::Error::from_raw_os_error)
}

impl Helper {
    fn start(program: &Path) -> Option<Helper> {
        let mut command = Command::new(program);
        command.env(LAUNCHER_VARIABLE, "1").stdin(Stdio::piped()).stdout(Stdio::piped());
        end_with_us(&mut command);
        let mut child = command.spawn().ok()?;
        let (requests, answers) = (child.stdin.take(), child.stdout.take()?);
        Some(Helper { child, requests, answers: BufReader::new(answers) })
    }

    fn ask(&mut self, request: &Request) -> std::io::Result<Answer> {
        let gone = || std::io::Error::other("the process that starts children has ended");
        let requests = self.requests.as_mut().ok_or_else(gone)?;
        let line = serde_json::to_string(request)?;
        writeln!(requests, "{line}")?;
        requests.flush()?;
        let mut answer = String::new();
        match self.answers.read_line(&mut answer)? {
            0 => Err(gone()),
            _ => Ok(serde_json::from_str(&answer)?),
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        drop(self.requests.take());
        let _ = self.child.wait();
    }
}

impl Request {
    /// None where something is no UTF-8, which a line of JSON cannot say.
    fn of(command: &Command, limits: Limits) -> Option<Request> {
        let text = |text: &OsStr| text.to_str().map(str::to_owned);
        let variable = |(name, value): (&OsStr, Option<&OsStr>)| {
            Some((text(name)?, value.map(|value| text(value).ok_or(())).transpose().ok()?))
        };
        Some(Request {
            program: text(command.get_program())?,
            arguments: command.get_args().map(text).collect::<Option<_>>()?,
            folder: command
                .get_current_dir()
                .map(|folder| text(folder.as_os_str()).ok_or(()))
                .transpose()
                .ok()?,
            environment: command.get_envs().map(variable).collect::<Option<_>>()?,
            limits,
        })
    }

    fn run(self) -> Answer {
        let mut command = Command::new(self.program);
        command.args(self.arguments).env_remove(LAUNCHER_VARIABLE);
        if let Some(folder) = self.folder {
            command.current_dir(folder);
        }
        for (name, value) in self.environment {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        run(command, self.limits).map_err(|error| (error.source.raw_os_error(), error.source.to_string()))
    }
}

/// Acts as the process that starts children, until nobody asks any more.
pub fn serve() -> std::io::Result<()> {
    let mut answers = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let answer = serde_json::from_str::<Request>(&line?)?.run();
        writeln!(answers, "{}", serde_json::to_string(&answer)?)?;
        answers.flush()?;
    }
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// What comes of a command that goes from process to process.
    fn check(command: &Command, limits: Limits) -> Answer {
        let request = Request::of(command, limits).expect("it is UTF-8");
        let line = serde_json::to_string(&request).expect("it is plain data");
        let answer = serde_json::from_str::<Request>(&line).expect("it was written so").run();
        let line = serde_json::to_string(&answer).expect("it is plain data");
        assert_eq!(line.lines().count(), 1);
        serde_json::from_str(&line).expect("it was written so")
    }

    #[test]
    fn another_process_runs_what_was_commanded_within_the_limits() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo $A ${HOME-none}; pwd; ulimit -f >&2; exit 3"]).current_dir("/");
        command.env("A", "one\ntwo").env_remove("HOME");
        let limits = Limits { file: Some(1 << 20), ..Limits::default() };
        let there = check(&command, limits).expect("a shell starts");
        let here = run(command, limits).expect("a shell starts");
        assert_eq!((&*there.stdout, there.end), ("one two none\n/\n", crate::process::End::Code(3)));
        assert_eq!((there.stdout, there.stderr), (here.stdout, here.stderr));
    }

    #[test]
    fn why_a_command_does_not_start_is_told() {
        let error = check(&Command::new("/no/such/program"), Limits::default()).map_err(error);
        assert_eq!(error.expect_err("it is not there").kind(), std::io::ErrorKind::NotFound);
    }
}
