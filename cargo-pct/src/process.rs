//! Children with limits: foreign code that may hang, crash, fork or flood its output costs one child, not the run.
//!
//! Every child leads a process group of its own. The group is killed whole when the child ends or its time is up, and
//! when cargo-pct itself ends: on an interrupt by [`kill_all_on_interrupt`], on a kill by the parent-death signal
//! (Linux; elsewhere orphans may live on until they end by themselves). Output is captured up to a bound, keeping the
//! beginning and the end. Off Unix a child has its time limit only, and only the child itself is killed.

mod capture;
mod launcher;
#[cfg_attr(unix, path = "process/unix.rs")]
#[cfg_attr(not(unix), path = "process/elsewhere.rs")]
mod group;
#[cfg_attr(unix, path = "process/workers.rs")]
#[cfg_attr(not(unix), path = "process/no_workers.rs")]
mod workers;

use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use capture::{HALF, Reader};
pub use group::{end_with_us, is_alive, kill_all_on_interrupt, say_when_interrupted};
pub use launcher::{LAUNCHER_VARIABLE, Launcher, serve};
use serde::{Deserialize, Serialize};
pub use workers::{Worker, next_answer};

/// After the child's end its output is awaited this long: a descendant that left the group may hold the pipe open.
const DRAIN: Duration = Duration::from_millis(500);

/// A child that others keep from running gets at most so many times its time.
const MOST_PATIENCE: u32 = 4;

/// So often it is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// What a child may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time, after which the group is killed.
    pub time: Option<Duration>,
    /// The group is killed later, if others keep the child from running: on a busy machine, what is slow is not taken for endless.
    pub is_patient: bool,
    /// Bytes of address space of each process.
    pub memory: Option<u64>,
    /// Bytes that one written file may have.
    pub file: Option<u64>,
    /// Bytes kept of the beginning of each stream, and as many of its end.
    pub output: Option<usize>,
}

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// By itself, with this status.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// Its time was up.
    TimedOut,
}

impl End {
    /// Whether it ended by itself with status 0.
    pub fn success(self) -> bool {
        self == End::Code(0)
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            End::Code(code) => write!(f, "exit status {code}"),
            End::Signal(signal) => write!(f, "signal {signal}{}", group::signal_name(signal)),
            End::TimedOut => f.write_str("time limit"),
        }
    }
}

/// A child that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// How it ended.
    pub end: End,
    /// Its standard output, cut in the middle where it was too long.
    pub stdout: String,
    /// Its standard error, cut likewise.
    pub stderr: String,
    /// How long it ran.
    pub elapsed: Duration,
}

/// A child that could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot run {program}: {source}")]
pub struct SpawnError {
    /// The program.
    pub program: String,
    /// Why.
    pub source: std::io::Error,
}

/// Runs a command to its end, without input, within the limits.
pub fn run(mut command: Command, limits: Limits) -> Result<Finished, SpawnError> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    group::prepare(&mut command, limits);
    let started = Instant::now();
    let mut child = command.spawn().map_err(|source| SpawnError {
        program: command.get_program().to_string_lossy().into_owned(),
        source,
    })?;
    let _registered = group::register(&child);
    let half = limits.output.unwrap_or(HALF);
    let stdout = Reader::start(child.stdout.take(), half);
    let stderr = Reader::start(child.stderr.take(), half);
    let watch = Watch::default();
    let status = std::thread::scope(|scope| {
        if let Some(time) = limits.time {
            let (watch, pid) = (&watch, child.id());
            scope.spawn(move || watch.kill_after(time, limits.is_patient, pid));
        }
        group::wait_without_reaping(&mut child);
        watch.ended();
        group::kill(child.id());
        child.wait()
    });
    let elapsed = started.elapsed();
    let deadline = Instant::now() + DRAIN;
    let (stdout, stderr) = (stdout.finish(deadline), stderr.finish(deadline));
    let end = if watch.killed() { End::TimedOut } else { status.map_or(End::Code(-1), group::end) };
    Ok(Finished { end, stdout, stderr, elapsed })
}

/// Lets the waiting thread and the one that watches the clock agree: the group is killed only while its leader is
/// unreaped, so that its number cannot have passed to somebody else.
#[derive(Default)]
struct Watch {
    state: Mutex<(bool, bool)>,
    changed: Condvar,
}

impl Watch {
    fn kill_after(&self, time: Duration, is_patient: bool, pid: u32) {
        let last = Instant::now() + time.saturating_mul(MOST_PATIENCE);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut wait = time;
        loop {
            (state, _) = self
                .changed
                .wait_timeout_while(state, wait, |(ended, _)| !*ended)
                .unwrap_or_else(PoisonError::into_inner);
            if state.0 {
                return;
            }
            if !is_patient || Instant::now() >= last || !group::is_kept_waiting(pid, time) {
                state.1 = true;
                group::kill(pid);
                return;
            }
            wait = LOOK;
        }
    }

    fn ended(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).0 = true;
        self.changed.notify_all();
    }

    fn killed(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).1
    }
}

/// The plain end of a child by its status, where there are no signals to tell.
#[cfg_attr(unix, allow(dead_code))]
fn plain_end(status: ExitStatus) -> End {
    End::Code(status.code().unwrap_or(-1))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn check(script: &str, limits: Limits) -> Finished {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, limits).unwrap()
    }

    fn seconds(time: f64) -> Limits {
        Limits { time: Some(Duration::from_secs_f64(time)), ..Limits::default() }
    }

    #[test]
    fn a_child_is_told_by_its_end_and_output() {
        let child = check("echo out; echo err >&2; exit 3", seconds(20.0));
        assert_eq!((child.end, &*child.stdout, &*child.stderr), (End::Code(3), "out\n", "err\n"));
        assert_eq!(check("kill -ABRT $$", seconds(20.0)).end, End::Signal(6));
        assert_eq!(End::Signal(6).to_string(), "signal 6 (SIGABRT)");
    }

    #[test]
    fn what_waits_for_the_processor_gets_more_time_and_what_sleeps_or_runs_for_ever_does_not() {
        let patient = Limits { is_patient: true, ..seconds(0.5) };
        let waits = check("sleep 30", patient);
        assert!(waits.end == End::TimedOut && waits.elapsed < Duration::from_secs(5), "{waits:?}");
        let runs = check("while :; do :; done", patient);
        assert_eq!(runs.end, End::TimedOut);
    }

    #[test]
    fn a_child_that_hangs_is_killed_with_its_descendants() {
        let started = Instant::now();
        let child = check("sleep 100 & echo $!; wait", seconds(0.2));
        assert_eq!(child.end, End::TimedOut);
        assert!(started.elapsed() < Duration::from_secs(10));
        // A killed process is still there until the system gets to it.
        let is_dead = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", child.stdout.trim()));
            std::thread::sleep(Duration::from_millis(20));
            state.map_or(true, |state| state.contains(") Z "))
        };
        assert!((0..100).any(|_| is_dead()), "the grandchild lives");
    }

    #[test]
    fn a_descendant_that_outlives_the_child_neither_lives_on_nor_delays_the_run() {
        let started = Instant::now();
        assert_eq!(check("sleep 100 & exit 0", seconds(50.0)).end, End::Code(0));
        assert!(started.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_flood_of_output_is_cut_in_the_middle() {
        let child = check("yes flood | head -c 3000000; echo last", seconds(50.0));
        assert!(child.stdout.starts_with("flood\n") && child.stdout.ends_with("last\n"));
        assert!(child.stdout.contains(" bytes left out …"), "no cut is marked");
        assert!(child.stdout.len() < 600_000, "{}", child.stdout.len());
        let whole = Limits { output: Some(2_000_000), ..seconds(50.0) };
        let child = check("yes flood | head -c 3000000; echo last", whole);
        assert_eq!(child.stdout.len(), 3_000_005);
    }

    #[test]
    fn memory_and_file_limits_hold() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let limits = Limits { file: Some(4096), ..seconds(20.0) };
        check(&format!("yes > {}", file.path().display()), limits);
        assert!(file.path().metadata().unwrap().len() <= 4096);
        let limits = Limits { memory: Some(1 << 20), ..seconds(20.0) };
        let mut command = Command::new("sh");
        command.args(["-c", "exit 0"]);
        let starved = run(command, limits);
        assert!(!starved.is_ok_and(|child| child.end.success()), "a shell fits into one megabyte");
    }
}
