//! What is told where a process ends in the middle of a run: by a signal, or because the run takes too long.

use std::fmt::Write;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::called;
use crate::calls::{Call, Text};
use crate::output::Raw;

/// How often runs are looked at.
const TICK: Duration = Duration::from_millis(50);

/// A run that takes more time of the processor is taken for endless, in millionths of a second; or one that waits, and lasts so many ticks.
const MOST_TIME: i64 = 200_000;
const MOST_TICKS: u32 = 15;

/// A run that begins in time may take so much longer.
const GRACE: Duration = Duration::from_millis(100);

/// The code with which a process ends that could not go on.
const ENDED: i32 = 3;

static CALLS: AtomicPtr<Call> = AtomicPtr::new(ptr::null_mut());
static CALL_COUNT: AtomicUsize = AtomicUsize::new(0);
static RUNS: AtomicU64 = AtomicU64::new(0);

/// Notes what is run from here on.
pub(crate) fn note(sequence: &[Call]) {
    CALLS.store(sequence.as_ptr().cast_mut(), Ordering::Relaxed);
    RUNS.fetch_add(1, Ordering::Relaxed);
    CALL_COUNT.store(sequence.len(), Ordering::Release);
}

/// Notes that it is over.
pub(crate) fn forget() {
    CALL_COUNT.store(0, Ordering::Release);
}

unsafe extern "C" {
    fn clock() -> std::ffi::c_long;
    fn signal(number: i32, handler: usize) -> usize;
    fn _exit(code: i32) -> !;
}

/// Tells what was run, and ends the process.
fn end(why: &str) -> ! {
    called::tell();
    let count = CALL_COUNT.load(Ordering::Acquire);
    if count > 0 {
        // SAFETY: noted by the thread of the run, which is in the middle of it and keeps the sequence.
        let calls = unsafe { std::slice::from_raw_parts(CALLS.load(Ordering::Relaxed), count) };
        let _ = writeln!(Raw, "{why}\t{}\t{}", RUNS.load(Ordering::Relaxed), Text(calls));
    }
    // SAFETY: takes a number and does not return.
    unsafe { _exit(ENDED) }
}

/// Tells that there is no more time, and ends the process.
fn cut() -> ! {
    called::tell();
    let _ = writeln!(Raw, "cut\t{}", RUNS.load(Ordering::Relaxed));
    // SAFETY: takes a number and does not return.
    unsafe { _exit(ENDED) }
}

/// The signal of a system call that is refused.
const EFFECT: i32 = 31;

extern "C" fn on_signal(number: i32) {
    end(if number == EFFECT { "effect" } else { "abort" })
}

/// The time that the processor has had for this process, in millionths of a second.
fn time_of_processor() -> i64 {
    // SAFETY: takes nothing.
    unsafe { clock() as i64 }
}

/// Where memory is touched that there is not, the handler needs a stack of its own, for the other one may be used up. The runtime has made one.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn watch_memory() {
    /// `struct sigaction`
    #[repr(C)]
    struct Action {
        handler: usize,
        blocked: [u64; 16],
        flags: i32,
        restorer: usize,
    }
    unsafe extern "C" {
        fn sigaction(number: i32, action: *const Action, old: *mut Action) -> i32;
    }
    /// `SA_ONSTACK`
    const ON_ITS_STACK: i32 = 0x0800_0000;
    let handler = on_signal as *const () as usize;
    let action = Action { handler, blocked: [0; 16], flags: ON_ITS_STACK, restorer: 0 };
    for number in [7, 11] {
        // SAFETY: the action is as the system documents it, and read before the call returns.
        unsafe { sigaction(number, &raw const action, ptr::null_mut()) };
    }
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn watch_memory() {}

/// Watches runs from here on, for so long.
pub(crate) fn watch(time: Duration) {
    watch_memory();
    // An abort (of memory or the stack, too), an instruction that there is not, a division that the processor refuses, and a system call that the
    // sandbox does.
    for number in [6, 4, 8, EFFECT] {
        // SAFETY: the handler takes a number.
        unsafe { signal(number, on_signal as *const () as usize) };
    }
    let end_of_time = Instant::now() + time + GRACE;
    thread::spawn(move || {
        // The run that was seen last, since when, and for how many ticks.
        let (mut known, mut since, mut ticks) = (0, 0, 0);
        loop {
            thread::sleep(TICK);
            if Instant::now() > end_of_time {
                cut();
            }
            let (runs, now) = (RUNS.load(Ordering::Relaxed), time_of_processor());
            if runs != known || CALL_COUNT.load(Ordering::Acquire) == 0 {
                (known, since, ticks) = (runs, now, 0);
                continue;
            }
            ticks += 1;
            // On a machine that has much to do, a run may last long and have done little.
            if now - since > MOST_TIME || ticks > MOST_TICKS {
                end("hang");
            }
        }
    });
}
