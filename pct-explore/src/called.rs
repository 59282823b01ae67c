//! How often each function was called: whoever believes that it cannot fail wants to know how often that was tried.

use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::output::Raw;

static COUNTS: OnceLock<Vec<AtomicU64>> = OnceLock::new();

/// Begins to count the calls of so many functions.
pub(crate) fn count(functions: usize) {
    COUNTS.get_or_init(|| (0..functions).map(|_| AtomicU64::new(0)).collect());
}

/// Counts a call.
pub(crate) fn note(function: usize) {
    if let Some(count) = COUNTS.get().and_then(|counts| counts.get(function)) {
        count.fetch_add(1, Ordering::Relaxed);
    }
}

/// Tells how often the functions were called that were. Allocates nothing: a process may be about to end.
pub(crate) fn tell() {
    let counts = COUNTS.get().map(Vec::as_slice).unwrap_or_default();
    let counts = counts.iter().enumerate().map(|(function, count)| (function, count.load(Ordering::Relaxed)));
    let _ = Raw.write_str("called");
    for (function, count) in counts.filter(|(_, count)| *count > 0) {
        let _ = write!(Raw, "\t{function}:{count}");
    }
    let _ = Raw.write_str("\n");
}
