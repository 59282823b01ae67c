//! What expanded code calls at a cutpoint.
//!
//! A probe expands to
//!
//! ```text
//! static PCT_SITE: Site<2> = Site::new(0x…, module_path!(), SAMPLED);      // 2: the function's own predicates in scope
//! if at::<0x…>(PLAIN) {
//!     (&&On(&*self)).pct_observe(&PCT_SITE, bit::<0>(low < high) | caught((|| bit::<1>(a[low] <= pivot),)));
//! }
//! ```
//!
//! The calls are also what the analysis recognises in the MIR: [`at`] names the cutpoint, [`bit`] a predicate and its
//! formula, `pct_observe` the end of the probe and, by its receiver, the annotated type, whose predicates are the bodies of
//! its [`Predicate`] impls.
//!
//! Invariants: a probe never changes the program's state, never unwinds, and never takes a lock (a forked child and a signal
//! must not find one taken); the path of an observation that was seen before calls nothing that is not inlined,
//! except for predicates that may panic.

mod evaluate;
pub mod exploring;
mod panicked;
mod record;
mod seen;

use evaluate::can_catch;
pub(crate) use evaluate::is_inside;
pub use evaluate::{Conditions, caught};

use std::sync::atomic::{AtomicU32, Ordering};

use crate::wire::Value;
pub(crate) use record::begin_to_write;
use record::{Seeing, State};
use seen::Seen;

/// A type with predicates of its own: what its attribute implements.
pub trait Subject {
    /// The subject's id, as in the side-car.
    const ID: u64;
    /// How many predicates it has.
    const COUNT: usize;
    /// The truth values of all, the first in the lowest bit.
    fn pct_predicates(&self) -> u64;
    /// The value, as far as it can be captured.
    fn pct_state(&self) -> Value;
}

/// Predicate `N` of a type, evaluated bare: it may panic.
pub trait Predicate<const N: usize> {
    /// Whether it holds.
    fn pct_holds(&self) -> bool;
}

/// The cutpoint `ID` begins here. False if it must be passed over: a predicate there might panic (`PLAIN` is false), and a panic cannot be
/// caught, in this build or now.
#[inline(always)]
pub fn at<const ID: u64>(plain: bool) -> bool {
    plain || cfg!(panic = "unwind") && can_catch()
}

/// Predicate number `INDEX` (of the function's own, or of the type's) holds or not.
#[inline(always)]
pub fn bit<const INDEX: u32>(holds: bool) -> u64 {
    (holds as u64) << INDEX
}

/// The run-time side of a cutpoint with `LOCAL` predicates of the function's own.
pub struct Site<const LOCAL: usize> {
    id: u64,
    module: &'static str,
    /// Whether objects are sampled here: at entries and exits.
    sampled: bool,
    seen: Seen,
    calls: AtomicU32,
    samples: AtomicU32,
}

impl<const LOCAL: usize> Site<LOCAL> {
    /// A site that has seen nothing.
    pub const fn new(id: u64, module: &'static str, sampled: bool) -> Site<LOCAL> {
        let (calls, samples) = (AtomicU32::new(0), AtomicU32::new(0));
        Site { id, module, sampled, seen: Seen::new(), calls, samples }
    }

    /// Whether this call's object is to be sampled although its abstract state is known.
    #[inline(always)]
    fn is_due(&self) -> bool {
        self.sampled && is_due(&self.calls)
    }

    /// Evaluated predicates that a type has none of.
    #[inline(always)]
    fn observe_local(&'static self, local: u64) {
        if !is_known(&self.seen, local) {
            record::observe(&self.seeing(local), LOCAL, None);
        }
    }

    #[cold]
    #[inline(never)]
    fn observe_object<T: Subject + ?Sized>(&'static self, object: &T, bits: u64, local: usize, is_due: bool) {
        let capture = || object.pct_state();
        let capture: Option<&dyn Fn() -> Value> = if self.sampled { Some(&capture) } else { None };
        let state = State { subject: T::ID, count: T::COUNT, capture, is_due, samples: &self.samples };
        record::observe(&self.seeing(bits), local, Some(&state));
    }

    fn seeing(&self, bits: u64) -> Seeing<'_> {
        Seeing { site: self.id, module: self.module, seen: &self.seen, bits }
    }
}

/// Whether a call is one of 1, 2, 4, 8 ….
///
/// Like [`is_known`], a function of its own and of no type: so it is compiled with this crate, and not once more with each
/// probe, at the user's level of optimisation.
#[inline(never)]
fn is_due(calls: &AtomicU32) -> bool {
    // Not one atomic step: losing a count between threads shifts a sample, which costs nothing.
    let call = calls.load(Ordering::Relaxed).wrapping_add(1);
    calls.store(call, Ordering::Relaxed);
    call & call.wrapping_sub(1) == 0
}

/// Whether a site has told of a valuation. What nearly every probe ends with.
#[inline(never)]
fn is_known(seen: &Seen, bits: u64) -> bool {
    seen.contains(bits)
}

/// The object at a cutpoint. Method resolution finds [`Annotated`] on `&&On(…)` if its type is annotated, else
/// [`Unannotated`].
pub struct On<'a, T: ?Sized>(pub &'a T);

/// The end of a probe on an object of an annotated type.
pub trait Annotated {
    /// Tells that the object's predicates and the function's own ones hold so.
    fn pct_observe<const LOCAL: usize>(&self, site: &'static Site<LOCAL>, local: u64);
    /// The same with conditions of the code instead of predicates of the user's: they count only if the type has none.
    fn pct_observe_derived<const LOCAL: usize>(&self, site: &'static Site<LOCAL>, local: u64);
    /// Whether those are worth evaluating.
    fn pct_wants_derived(&self) -> bool;
}

/// The end of a probe on an object of any other type.
pub trait Unannotated {
    /// Tells that the function's own predicates hold so.
    fn pct_observe<const LOCAL: usize>(&self, site: &'static Site<LOCAL>, local: u64);
    /// The same with conditions of the code.
    fn pct_observe_derived<const LOCAL: usize>(&self, site: &'static Site<LOCAL>, local: u64);
    /// They are worth evaluating.
    fn pct_wants_derived(&self) -> bool;
}

impl<T: Subject> Annotated for &On<'_, T> {
    #[inline(always)]
    fn pct_observe<const LOCAL: usize>(&self, site: &'static Site<LOCAL>, local: u64) {
        const { assert!(T::COUNT + LOCAL <= 64, "pct: more than 64 predicates at one cutpoint: drop some") };
        let bits = self.0.pct_predicates() | if T::COUNT < 64 { local << T::COUNT } else { 0 };
        let is_due = site.is_due();
        if is_due || !is_known(&site.seen, bits) {
            site.observe_object(self.0, bits, LOCAL, is_due);
        }
    }

    #[inline(always)]
    fn pct_observe_derived<const LOCAL: usize>(&self, site: &'static Site<LOCAL>, local: u64) {
        let (derived, count) = if T::COUNT == 0 { (local, LOCAL) } else { (0, 0) };
        let bits = self.0.pct_predicates() | derived;
        let is_due = site.is_due();
        if is_due || !is_known(&site.seen, bits) {
            site.observe_object(self.0, bits, count, is_due);
        }
    }

    #[inline(always)]
    fn pct_wants_derived(&self) -> bool {
        T::COUNT == 0
    }
}

impl<T: ?Sized> Unannotated for On<'_, T> {
    #[inline(always)]
    fn pct_observe<const LOCAL: usize>(&self, site: &'static Site<LOCAL>, local: u64) {
        site.observe_local(local);
    }

    #[inline(always)]
    fn pct_observe_derived<const LOCAL: usize>(&self, site: &'static Site<LOCAL>, local: u64) {
        site.observe_local(local);
    }

    #[inline(always)]
    fn pct_wants_derived(&self) -> bool {
        true
    }
}
