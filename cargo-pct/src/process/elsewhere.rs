//! Off Unix: the child alone is killed, by the standard library; memory and file limits do not hold.

use std::process::{Child, Command, ExitStatus};

use super::{End, Limits};

pub(super) fn prepare(_command: &mut Command, _limits: Limits) {}

/// Not held: it finishes what it does.
pub fn end_with_us(_command: &mut Command) {}

pub(super) struct Registered;

pub(super) fn register(_child: &Child) -> Registered {
    Registered
}

/// Polls: waiting would reap the child, and its number could pass to another process.
pub(super) fn wait_without_reaping(child: &mut Child) {
    while let Ok(None) = child.try_wait() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// `taskkill` ends a process with its descendants; a process that has ended already is fine.
pub(super) fn kill(leader: u32) {
    let _ = Command::new("taskkill").args(["/F", "/T", "/PID", &leader.to_string()]).output();
}

/// Not known.
pub(super) fn is_kept_waiting(_child: u32, _time: std::time::Duration) -> bool {
    false
}

/// Not known: what may live is left alone.
pub fn is_alive(_process: u32) -> bool {
    true
}

pub(super) fn end(status: ExitStatus) -> End {
    super::plain_end(status)
}

pub(super) fn signal_name(_signal: i32) -> &'static str {
    ""
}

/// Interrupts reach the children by themselves: they share the console.
pub fn kill_all_on_interrupt() -> std::io::Result<()> {
    Ok(())
}

/// Nothing is said.
pub fn say_when_interrupted(_text: String) {}
