//! Exploration watches the probes of its own process: what each sees first is told to it, not written.
//!
//! The engine of exploration knows nothing of this crate, and its client links both: they meet at two C symbols.

use std::sync::atomic::{AtomicPtr, Ordering};
use std::{mem, ptr};

use super::record::Seeing;
use super::seen::Seen;

/// Is told of a site, the bits of its predicates, and the set that has them from then on.
pub type Observer = extern "C" fn(site: u64, bits: u64, seen: *const ());

static OBSERVER: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// Tells what probes see to an observer from now on, and writes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn cargo_pct_observe_with(observer: Observer) {
    OBSERVER.store(observer as *mut (), Ordering::Release);
}

/// Forgets that a site has seen something, so that it is told again. `seen` is what the observer was told with it.
///
/// # Safety
/// An observer of this process was told of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cargo_pct_forget(seen: *const (), bits: u64) {
    // SAFETY: it was made of a reference to a static, which lives as long as the process.
    unsafe { &*seen.cast::<Seen>() }.remove(bits);
}

/// Tells the observer, if there is one, of what it has not been told yet. True if there is one.
pub(super) fn tell(seeing: &Seeing<'_>) -> bool {
    let observer = OBSERVER.load(Ordering::Acquire);
    if observer.is_null() {
        return false;
    }
    if seeing.seen.insert(seeing.bits) {
        // SAFETY: nothing but an `Observer` is stored there.
        let observer = unsafe { mem::transmute::<*mut (), Observer>(observer) };
        observer(seeing.site, seeing.bits, ptr::from_ref(seeing.seen).cast());
    }
    true
}
