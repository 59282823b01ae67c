//! What a run reaches, as LLVM's coverage instrumentation tells it (`SanitizerCoverage`): a counter for each edge, and both sides of each comparison.
//!
//! The library under exploration and the client are compiled with it, this crate is not. Runs happen on one thread; what other threads of the
//! code count is counted all the same, and no comparison is lost but the oldest.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::texts;

/// The most compilation units that are counted.
const MOST_UNITS: usize = 4096;

/// Comparisons of a run that are kept, the latest ones: a power of two.
const MOST_COMPARISONS: usize = 1 << 12;

/// Both sides of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(crate) left: u64,
    pub(crate) right: u64,
    /// How many bytes each side has.
    pub(crate) bytes: u8,
}

/// Memory that the code under exploration writes to as it runs.
struct Shared<T>(UnsafeCell<T>);

// SAFETY: only the thread of the run reads it, between runs. A write by another thread that the code left behind may be torn; then a
// counter or a comparison is wrong, which is a wrong hint and nothing else.
unsafe impl<T> Sync for Shared<T> {}

static UNITS: Shared<[(usize, usize); MOST_UNITS]> = Shared(UnsafeCell::new([(0, 0); MOST_UNITS]));
static UNIT_COUNT: AtomicUsize = AtomicUsize::new(0);

static COMPARISONS: Shared<[Comparison; MOST_COMPARISONS]> =
    Shared(UnsafeCell::new([Comparison { left: 0, right: 0, bytes: 0 }; MOST_COMPARISONS]));
/// Comparisons of the run, kept or not.
static WORK: AtomicUsize = AtomicUsize::new(0);
static COMPARISON_COUNT: AtomicUsize = AtomicUsize::new(0);

/// Bits of the map of comparison distances: a power of two.
const DISTANCES: usize = 1 << 17;

/// Which distances the run has seen; two of them may share a bit, as in any hash.
static SEEN: Shared<[u64; DISTANCES / 64]> = Shared(UnsafeCell::new([0; DISTANCES / 64]));

/// Whether comparisons are kept, and not only how far their sides were apart.
static IS_KEEPING: AtomicBool = AtomicBool::new(false);

/// Whether a run is going on: what the engine itself compares is nobody's.
static IS_RUNNING: AtomicBool = AtomicBool::new(false);

/// Forgets what was counted.
pub(crate) fn begin() {
    each_counter(|_, counter| *counter = 0);
    // SAFETY: the thread that counts is this one.
    unsafe { (*SEEN.0.get()).fill(0) };
    COMPARISON_COUNT.store(0, Ordering::Relaxed);
    WORK.store(0, Ordering::Relaxed);
    texts::begin();
}

/// Keeps comparisons, or does so no more.
pub(crate) fn keep_comparisons(keeps: bool) {
    IS_KEEPING.store(keeps, Ordering::Relaxed);
}

/// Counts from here on.
pub(crate) fn resume() {
    IS_RUNNING.store(true, Ordering::Relaxed);
}

/// Tells whether a run is counted.
fn is_running() -> bool {
    IS_RUNNING.load(Ordering::Relaxed)
}

/// Tells whether what a run compares is kept.
#[cfg_attr(not(pct_wrapped), allow(dead_code))]
pub(crate) fn is_keeping() -> bool {
    is_running() && IS_KEEPING.load(Ordering::Relaxed)
}

/// Ends to count.
pub(crate) fn end() {
    IS_RUNNING.store(false, Ordering::Relaxed);
}

/// Visits the edges that were passed, by their numbers, with how often (at most 255 times).
pub(crate) fn each_edge(mut visit: impl FnMut(u32, u8)) {
    each_counter(|number, counter| {
        visit(number, *counter);
    });
}

/// Visits the counters that are not zero.
fn each_counter(mut visit: impl FnMut(u32, &mut u8)) {
    let mut number = 0;
    let units = UNIT_COUNT.load(Ordering::Relaxed).min(MOST_UNITS);
    for unit in 0..units {
        // SAFETY: below the count; units are added before `main`.
        let (start, stop) = unsafe { (*UNITS.0.get())[unit] };
        let length = stop - start;
        // SAFETY: LLVM's own section of counters, which nobody else borrows; the thread that counts is this one.
        let counters = unsafe { std::slice::from_raw_parts_mut(start as *mut u8, length) };
        let mut chunks = counters.chunks_exact_mut(8);
        let mut at = number;
        for chunk in &mut chunks {
            let bytes: &mut [u8; 8] = chunk.try_into().expect("eight of them");
            if u64::from_ne_bytes(*bytes) != 0 {
                for (offset, counter) in bytes.iter_mut().enumerate().filter(|(_, counter)| **counter != 0) {
                    visit(at + offset as u32, counter);
                }
            }
            at += 8;
        }
        for (offset, counter) in chunks.into_remainder().iter_mut().enumerate() {
            if *counter != 0 {
                visit(at + offset as u32, counter);
            }
        }
        number += length as u32;
    }
}

/// How many edges there are.
pub(crate) fn edges() -> usize {
    let units = UNIT_COUNT.load(Ordering::Relaxed).min(MOST_UNITS);
    // SAFETY: as in `each_counter`.
    (0..units).map(|unit| unsafe { (*UNITS.0.get())[unit] }).map(|(start, stop)| stop - start).sum()
}

/// The comparisons of the run, the latest ones.
pub(crate) fn comparisons() -> &'static [Comparison] {
    let count = COMPARISON_COUNT.load(Ordering::Relaxed).min(MOST_COMPARISONS);
    // SAFETY: nobody writes between runs.
    unsafe { &(&*COMPARISONS.0.get())[..count] }
}

/// Visits the distances of comparisons that were seen, by numbers below [`distances`].
pub(crate) fn each_distance(mut visit: impl FnMut(u32)) {
    // SAFETY: nobody writes between runs.
    let words = unsafe { &*SEEN.0.get() };
    for (number, word) in words.iter().enumerate() {
        let mut left = *word;
        while left != 0 {
            visit((number * 64) as u32 + left.trailing_zeros());
            left &= left - 1;
        }
    }
}

/// How many comparisons the run made.
pub(crate) fn work() -> usize {
    WORK.load(Ordering::Relaxed)
}

/// How many distances can be told apart.
pub(crate) fn distances() -> usize {
    DISTANCES
}

fn compare(at: usize, left: u64, right: u64, bytes: u8) {
    if !is_running() {
        return;
    }
    WORK.store(WORK.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    // The number of bits in which the greater side exceeds the other, and which side that is.
    let far = 64 - left.abs_diff(right).leading_zeros() as usize;
    let side = usize::from(left > right);
    let hash = (at.wrapping_mul(130) + far * 2 + side).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let bit = hash >> (64 - DISTANCES.trailing_zeros());
    // SAFETY: within the array. See `Shared` for other threads.
    unsafe { (*SEEN.0.get())[bit / 64] |= 1 << (bit % 64) };
    if !IS_KEEPING.load(Ordering::Relaxed) {
        return;
    }
    let number = COMPARISON_COUNT.load(Ordering::Relaxed);
    COMPARISON_COUNT.store(number + 1, Ordering::Relaxed);
    let comparison = Comparison { left, right, bytes };
    // SAFETY: within the array.
    unsafe { (*COMPARISONS.0.get())[number % MOST_COMPARISONS] = comparison };
}

/// Called by each compilation unit before `main`, with its counters.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
    let (start, stop) = (start as usize, stop as usize);
    let count = UNIT_COUNT.load(Ordering::Relaxed);
    // SAFETY: before `main`, on one thread.
    let units = unsafe { &mut *UNITS.0.get() };
    let is_known = units[..count].iter().any(|(known, _)| *known == start);
    if start < stop && !is_known && count < MOST_UNITS {
        units[count] = (start, stop);
        UNIT_COUNT.store(count + 1, Ordering::Relaxed);
    }
}

/// Called with the addresses of the edges, which nobody needs.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_pcs_init(_start: *const usize, _stop: *const usize) {}

/// Called in front of calls through pointers, which nobody needs.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_pc_indir(_callee: usize) {}

/// The hooks of comparisons: each passes on its sides with the address that it returns to.
macro_rules! hooks {
    ($($name:ident $inner:ident $side:ty, $bytes:literal;)+) => {$(
        extern "C" fn $inner(left: $side, right: $side, at: usize) {
            compare(at, u64::from(left), u64::from(right), $bytes);
        }

        #[cfg(target_arch = "x86_64")]
        #[unsafe(naked)]
        #[unsafe(no_mangle)]
        extern "C" fn $name(_left: $side, _right: $side) {
            std::arch::naked_asm!("mov rdx, [rsp]", "jmp {inner}", inner = sym $inner)
        }

        #[cfg(target_arch = "aarch64")]
        #[unsafe(naked)]
        #[unsafe(no_mangle)]
        extern "C" fn $name(_left: $side, _right: $side) {
            std::arch::naked_asm!("mov x2, x30", "b {inner}", inner = sym $inner)
        }

        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        #[unsafe(no_mangle)]
        extern "C" fn $name(left: $side, right: $side) {
            $inner(left, right, 0);
        }
    )+};
}

hooks! {
    __sanitizer_cov_trace_cmp1 cmp1 u8, 1;
    __sanitizer_cov_trace_cmp2 cmp2 u16, 2;
    __sanitizer_cov_trace_cmp4 cmp4 u32, 4;
    __sanitizer_cov_trace_cmp8 cmp8 u64, 8;
    __sanitizer_cov_trace_const_cmp1 const_cmp1 u8, 1;
    __sanitizer_cov_trace_const_cmp2 const_cmp2 u16, 2;
    __sanitizer_cov_trace_const_cmp4 const_cmp4 u32, 4;
    __sanitizer_cov_trace_const_cmp8 const_cmp8 u64, 8;
}

/// The hook of a `switch`: how many cases there are, how many bits each has, and the cases.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_switch(value: u64, cases: *const u64) {
    if !is_running() {
        return;
    }
    // SAFETY: LLVM's own table, of the length that it begins with.
    let cases = unsafe { std::slice::from_raw_parts(cases, 2 + *cases as usize) };
    let (bytes, first) = ((cases[1] / 8) as u8, cases.as_ptr() as usize);
    for (number, case) in cases[2..].iter().enumerate().take(MOST_CASES) {
        compare(first + number, *case, value, bytes.clamp(1, 8));
    }
}

/// Of a `switch` with more cases, the first ones are compared.
const MOST_CASES: usize = 64;
