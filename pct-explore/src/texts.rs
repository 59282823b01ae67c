//! Texts that a run compared: the C library's comparisons of memory, which Rust's texts and slices use, are called through these where the linker
//! is told so (`--wrap`).

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of each side that are kept.
const MOST_BYTES: usize = 32;

/// Comparisons of a run that are kept, the latest ones: a power of two.
const MOST_COMPARISONS: usize = 256;

/// Both sides of a comparison that found them different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Compared {
    length: usize,
    left: [u8; MOST_BYTES],
    right: [u8; MOST_BYTES],
}

impl Compared {
    pub(crate) fn sides(&self) -> (&[u8], &[u8]) {
        (&self.left[..self.length], &self.right[..self.length])
    }
}

struct Shared(UnsafeCell<[Compared; MOST_COMPARISONS]>);

// SAFETY: as in `coverage`: between runs, only the thread of the run reads it; what is torn is a wrong hint.
unsafe impl Sync for Shared {}

const NOTHING: Compared = Compared { length: 0, left: [0; MOST_BYTES], right: [0; MOST_BYTES] };

static COMPARED: Shared = Shared(UnsafeCell::new([NOTHING; MOST_COMPARISONS]));
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Forgets what was compared.
pub(crate) fn begin() {
    COUNT.store(0, Ordering::Relaxed);
}

/// The comparisons of the run, the latest ones.
pub(crate) fn compared() -> &'static [Compared] {
    let count = COUNT.load(Ordering::Relaxed).min(MOST_COMPARISONS);
    // SAFETY: nobody writes between runs.
    unsafe { &(&*COMPARED.0.get())[..count] }
}

/// Notes a comparison of so many bytes. Calls nothing that compares.
#[cfg_attr(not(pct_wrapped), allow(dead_code))]
unsafe fn note(left: *const u8, right: *const u8, length: usize) {
    let number = COUNT.load(Ordering::Relaxed);
    COUNT.store(number + 1, Ordering::Relaxed);
    let mut compared = Compared { length: length.min(MOST_BYTES), ..NOTHING };
    for at in 0..compared.length {
        // SAFETY: both sides have so many bytes, as who compares them says.
        unsafe { (compared.left[at], compared.right[at]) = (*left.add(at), *right.add(at)) };
    }
    // SAFETY: within the array.
    unsafe { (*COMPARED.0.get())[number % MOST_COMPARISONS] = compared };
}

/// The linker's names for the C library's functions and for those in front of them.
#[cfg(pct_wrapped)]
mod wrapped {
    use super::note;
    use crate::coverage::is_keeping;

    unsafe extern "C" {
        fn __real_memcmp(left: *const u8, right: *const u8, length: usize) -> i32;
        fn __real_bcmp(left: *const u8, right: *const u8, length: usize) -> i32;
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn __wrap_memcmp(left: *const u8, right: *const u8, length: usize) -> i32 {
        // SAFETY: the caller's promise.
        let result = unsafe { __real_memcmp(left, right, length) };
        if result != 0 && is_keeping() {
            // SAFETY: as above.
            unsafe { note(left, right, length) };
        }
        result
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn __wrap_bcmp(left: *const u8, right: *const u8, length: usize) -> i32 {
        // SAFETY: the caller's promise.
        let result = unsafe { __real_bcmp(left, right, length) };
        if result != 0 && is_keeping() {
            // SAFETY: as above.
            unsafe { note(left, right, length) };
        }
        result
    }
}
