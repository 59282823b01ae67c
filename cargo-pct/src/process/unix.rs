//! Process groups, resource limits and signals on Unix.

use std::collections::BTreeSet;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::{End, Limits};

/// The leaders of the groups that live now.
static LIVING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn living() -> MutexGuard<'static, BTreeSet<u32>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the child lead a group of its own and keep to the limits.
#[allow(unsafe_code)]
pub(super) fn prepare(command: &mut Command, limits: Limits) {
    command.process_group(0);
    // SAFETY: between fork and exec the closure only makes system calls; it allocates nothing and takes no lock.
    unsafe {
        command.pre_exec(move || {
            #[cfg(target_os = "linux")]
            rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
            for (resource, limit) in [(Resource::As, limits.memory), (Resource::Fsize, limits.file)] {
                if limit.is_some() {
                    rustix::process::setrlimit(resource, Rlimit { current: limit, maximum: limit })?;
                }
            }
            Ok(())
        });
    }
}

/// Makes a child that stays in our own group (an interrupt from the terminal reaches it) end when we do, however we
/// end. On Linux only; elsewhere it finishes what it does.
#[allow(unsafe_code)]
pub fn end_with_us(command: &mut Command) {
    // SAFETY: between fork and exec the closure makes one system call; it allocates nothing and takes no lock.
    #[cfg(target_os = "linux")]
    unsafe {
        command.pre_exec(|| Ok(rustix::process::set_parent_process_death_signal(Some(Signal::TERM))?));
    }
    #[cfg(not(target_os = "linux"))]
    let _ = command;
}

/// Keeps a group registered for [`kill_all_on_interrupt`] as long as it lives.
#[derive(Debug)]
pub(super) struct Registered(u32);

pub(super) fn register(child: &Child) -> Registered {
    register_leader(child.id())
}

pub(super) fn register_leader(leader: u32) -> Registered {
    living().insert(leader);
    Registered(leader)
}

impl Drop for Registered {
    fn drop(&mut self) {
        living().remove(&self.0);
    }
}

pub(super) fn pid(raw: u32) -> Option<Pid> {
    i32::try_from(raw).ok().and_then(Pid::from_raw)
}

/// Returns when the child has ended; it stays unreaped, so that its number stays its own.
pub(super) fn wait_without_reaping(child: &mut Child) {
    let Some(pid) = pid(child.id()) else { return };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while let Err(rustix::io::Errno::INTR) = rustix::process::waitid(WaitId::Pid(pid), options) {}
}

/// Kills the group that `leader` leads, which must not be reaped yet. A group without living members is fine.
pub(super) fn kill(leader: u32) {
    if let Some(pid) = pid(leader) {
        let _ = rustix::process::kill_process_group(pid, Signal::KILL);
    }
}

/// Tells whether a child that has had this time could run and did not, because others did: some thread of it is to run, and together they had
/// less than half of the time. On Linux only.
pub(super) fn is_kept_waiting(child: u32, time: std::time::Duration) -> bool {
    let fields = |text: &str| {
        // Its name, in parentheses, may have spaces.
        let (_, behind) = text.rsplit_once(')')?;
        let fields: Vec<&str> = behind.split_whitespace().collect();
        let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        Some((fields[0] == "R" || fields[0] == "D", ticks))
    };
    let Some((_, ticks)) =
        std::fs::read_to_string(format!("/proc/{child}/stat")).ok().and_then(|it| fields(&it))
    else {
        return false;
    };
    let ran =
        std::time::Duration::from_millis(1_000 * ticks / rustix::param::clock_ticks_per_second().max(1));
    let Ok(threads) = std::fs::read_dir(format!("/proc/{child}/task")) else { return false };
    let mut threads = threads.flatten().filter_map(|it| std::fs::read_to_string(it.path().join("stat")).ok());
    ran < time / 2 && threads.any(|text| fields(&text).is_some_and(|(is_to_run, _)| is_to_run))
}

/// Whether a process of this number lives; another one may have taken the number meanwhile.
pub fn is_alive(process: u32) -> bool {
    pid(process).is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

pub(super) fn end(status: ExitStatus) -> End {
    match status.signal() {
        Some(signal) => End::Signal(signal),
        None => super::plain_end(status),
    }
}

/// ` (SIGABRT)` for the signals that tests die of.
pub(super) fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (SIGILL)",
        6 => " (SIGABRT)",
        8 => " (SIGFPE)",
        9 => " (SIGKILL)",
        11 => " (SIGSEGV)",
        15 => " (SIGTERM)",
        _ => "",
    }
}

/// What is said when an interrupt ends this process.
static LAST_WORDS: Mutex<Option<String>> = Mutex::new(None);

fn last_words() -> MutexGuard<'static, Option<String>> {
    LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on this is said, on stderr, when an interrupt ends this process.
pub fn say_when_interrupted(text: String) {
    *last_words() = Some(text);
}

/// From now on an interrupt kills all living groups before it ends this process as it would have anyway.
pub fn kill_all_on_interrupt() -> std::io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if let Some(text) = last_words().take() {
                eprintln!("\n{text}");
            }
            living().iter().copied().for_each(kill);
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}
