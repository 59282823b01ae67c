//! What the engine tells: lines in what was the standard output when the process began. What the code prints goes elsewhere, so that none of it is
//! taken for the engine's.

use std::fmt::{self, Write};
use std::fs::OpenOptions;
use std::os::fd::{AsFd, AsRawFd, IntoRawFd};
use std::sync::atomic::{AtomicI32, Ordering};

/// The file that the lines go to.
static FILE: AtomicI32 = AtomicI32::new(1);

unsafe extern "C" {
    fn write(file: i32, text: *const u8, length: usize) -> isize;
    fn dup2(from: i32, to: i32) -> i32;
}

/// Keeps the standard output for the engine, and gives the code another one, which leads nowhere. Returns the file that the engine writes to.
pub(crate) fn keep() -> Option<i32> {
    let own = std::io::stdout().as_fd().try_clone_to_owned().ok()?.into_raw_fd();
    let nowhere = OpenOptions::new().write(true).open("/dev/null").ok()?;
    // SAFETY: both are open files of this process.
    if unsafe { dup2(nowhere.as_raw_fd(), 1) } < 0 {
        return None;
    }
    FILE.store(own, Ordering::Relaxed);
    Some(own)
}

/// The engine's output without a buffer, a lock or memory.
pub(crate) struct Raw;

impl Write for Raw {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            // SAFETY: a slice is as long as it says.
            let written = unsafe { write(FILE.load(Ordering::Relaxed), rest.as_ptr(), rest.len()) };
            let written = usize::try_from(written).ok().filter(|it| *it > 0).ok_or(fmt::Error)?;
            rest = &rest[written..];
        }
        Ok(())
    }
}

/// Tells a line.
pub(crate) fn tell(line: fmt::Arguments<'_>) {
    // Nobody reads on where it cannot be written.
    let _ = Raw.write_str(&format!("{line}\n"));
}
