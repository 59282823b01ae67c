//! A sandbox for code whose effects are not known: from then on the system refuses this process whatever reaches beyond it.

mod system;

use crate::probe;

/// Enters the sandbox. Observations are written as before. Returns whether the process is in it.
#[unsafe(no_mangle)]
pub extern "C" fn cargo_pct_enter_sandbox(reads_files: bool) -> bool {
    system::enter(reads_files, probe::begin_to_write())
}
