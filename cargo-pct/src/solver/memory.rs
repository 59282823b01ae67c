//! How much memory the process has. An analysis that needs too much ends as one that needs too much time does: what it has not decided
//! by then is undecided.
//!
//! Terms and Z3's clauses come and go by the million, and the C library keeps what is freed among what is not. So it is asked, now and
//! then, to give that back. Linux says how much memory a process has; elsewhere there is no limit.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// After so much growth the C library is asked for what it keeps.
const GROWTH: u64 = 200_000_000;

/// How often the system is asked.
const PERIOD: Duration = Duration::from_millis(100);

/// What was last seen.
#[derive(Clone, Copy)]
struct Seen {
    at: Instant,
    /// Bytes after the C library was last asked.
    floor: u64,
    is_short: bool,
}

/// Whether the process has more bytes than it may, models, code and all.
pub(super) fn is_short(most: u64) -> bool {
    thread_local! { static SEEN: Cell<Option<Seen>> = const { Cell::new(None) } }
    let known = SEEN.get();
    if let Some(seen) = known.filter(|seen| seen.at.elapsed() < PERIOD) {
        return seen.is_short;
    }
    let (mut now, mut floor) = (resident(), known.map_or(0, |seen| seen.floor));
    if now > floor + GROWTH || now > most {
        give_back();
        now = resident();
        floor = now;
    }
    let is_short = now > most;
    SEEN.set(Some(Seen { at: Instant::now(), floor, is_short }));
    is_short
}

/// Bytes in main memory; 0 where the system does not say.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn give_back() {
    // SAFETY: it takes a number, and locks what it changes.
    unsafe { libc::malloc_trim(0) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_says_how_much_there_is() {
        let before = resident();
        let pages = std::hint::black_box(vec![1_u8; 64 << 20]);
        let after = resident();
        drop(pages);
        assert!(before > 0 && after >= before + (32 << 20), "{before} {after}");
        assert!(!is_short(1 << 40));
    }
}
