//! Predicates that may panic, or that run the user's own code: they are evaluated under guard.
//!
//! A predicate whose evaluation panics counts as false. While one is evaluated, the thread is *inside*: the panic hook is
//! mute, and probes met on the way (the predicate calls an instrumented method) record nothing and evaluate no further
//! guarded predicates, or they would never end.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    /// True if the message of this thread's panic is written: the panic unwinds.
    static UNWINDS: Cell<bool> = const { Cell::new(false) };
    /// True if a predicate was not evaluated, because its panic could not be caught.
    static MISSED: Cell<bool> = const { Cell::new(false) };
}

/// Tells whether a panic of this thread can be caught now. The user's code that writes a panic's message runs where a second panic ends the process.
///
/// Under-approximates: a panic that passes no hook, as that of `resume_unwind`, counts as one that is about to get its message.
#[inline(never)]
pub(super) fn can_catch() -> bool {
    let panicking = thread::panicking();
    // While the thread's locals are being destroyed nobody knows.
    let unwinds = UNWINDS.try_with(|unwinds| if panicking { unwinds.get() } else { unwinds.replace(false) });
    !panicking || unwinds == Ok(true)
}

/// Whether this thread is evaluating a guarded predicate or recording.
pub(crate) fn is_inside() -> bool {
    INSIDE.get()
}

/// Tells whether the bits that a probe has now lack some, because [`caught`] passed over them.
pub(super) fn has_missed() -> bool {
    MISSED.try_with(|missed| missed.replace(false)) == Ok(true) && !can_catch()
}

/// Marks the thread as inside the probe machinery until dropped.
pub(super) struct Inside;

impl Inside {
    /// `None` if the thread is inside already.
    pub(super) fn enter() -> Option<Inside> {
        if INSIDE.replace(true) { None } else { Some(Inside) }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.set(false);
    }
}

/// A row of closures, each giving one predicate's bit.
pub trait Conditions {
    /// How many.
    const COUNT: usize;
    /// All bits.
    fn all(&self) -> u64;
    /// The bit of the closure at `index`.
    fn one(&self, index: usize) -> u64;
}

macro_rules! conditions {
    ($(($($name:ident $index:tt),+))+) => {$(
        impl<$($name: Fn() -> u64),+> Conditions for ($($name,)+) {
            const COUNT: usize = [$($index),+].len();

            fn all(&self) -> u64 {
                $(self.$index())|+
            }

            fn one(&self, index: usize) -> u64 {
                match index {
                    $($index => self.$index(),)+
                    _ => 0,
                }
            }
        }
    )+};
}

conditions! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}

/// The bits of predicates that may panic; one that does gives no bit, which is *false*. Where a panic cannot be caught, there are no bits, and
/// the observation is passed over.
///
/// All share one `catch_unwind`; only after a panic is each evaluated in its own. A predicate has no effects, so evaluating
/// it twice changes nothing.
pub fn caught<C: Conditions>(conditions: C) -> u64 {
    if !can_catch() {
        let _ = MISSED.try_with(|missed| missed.set(true));
        return 0;
    }
    let Some(_inside) = Inside::enter() else { return 0 };
    install_hook();
    match panic::catch_unwind(AssertUnwindSafe(|| conditions.all())) {
        Ok(bits) => bits,
        Err(payload) => {
            discard(payload);
            (0..C::COUNT).fold(0, |bits, index| bits | caught_one(&conditions, index))
        }
    }
}

fn caught_one<C: Conditions>(conditions: &C, index: usize) -> u64 {
    panic::catch_unwind(AssertUnwindSafe(|| conditions.one(index))).unwrap_or_else(|payload| {
        discard(payload);
        0
    })
}

/// Drops a panic's payload, whose own `drop` may panic.
fn discard(payload: Box<dyn std::any::Any + Send>) {
    let _ = panic::catch_unwind(AssertUnwindSafe(|| drop(payload)));
}

/// Puts a hook in front of the current one that is silent inside and records panics elsewhere. Not while this thread unwinds, when the standard
/// library forbids it: if no probe recorded anything before, a predicate's panic message is then seen, and nothing else
/// changes.
pub(super) fn install_hook() {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    if INSTALLED.load(Ordering::Relaxed) || thread::panicking() || INSTALLED.swap(true, Ordering::Relaxed) {
        return;
    }
    let previous = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !INSIDE.get() {
            super::panicked::record(info);
            previous(info);
            let _ = UNWINDS.try_with(|unwinds| unwinds.set(true));
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[test]
    fn a_panicking_predicate_is_false_and_the_others_keep_their_value() {
        let empty: Vec<i32> = black_box(Vec::new());
        let bits =
            caught((|| 1, || u64::from(empty[0] == 0) << 1, || 4, || u64::from(1 / empty.len() > 0) << 3));
        assert_eq!(bits, 0b101);
    }

    #[test]
    fn a_guarded_predicate_inside_another_is_not_evaluated() {
        let bits = caught((|| 1 | caught((|| 2,)) | u64::from(is_inside()) << 2,));
        assert_eq!(bits, 0b101, "the inner one is false, and the thread is still inside behind it");
        assert!(!is_inside());
    }

    #[test]
    fn a_panic_cannot_be_caught_while_a_message_is_written() {
        struct Shown<'a>(&'a Cell<Option<bool>>);
        impl std::fmt::Display for Shown<'_> {
            fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.set(Some(can_catch()));
                Ok(())
            }
        }
        impl Drop for Shown<'_> {
            fn drop(&mut self) {
                assert!(can_catch());
            }
        }
        install_hook();
        for _ in 0..2 {
            let seen = Cell::new(None);
            let shown = Shown(&seen);
            let unwound = panic::catch_unwind(AssertUnwindSafe(|| panic!("{shown}")));
            assert!(unwound.is_err());
            assert_eq!(seen.get(), Some(false));
            assert!(can_catch());
        }
    }

    #[test]
    fn predicates_are_evaluated_while_unwinding() {
        struct Probe<'a>(&'a Cell<u64>);
        impl Drop for Probe<'_> {
            fn drop(&mut self) {
                self.0.set(caught((|| 1, || panic!("inside"))));
            }
        }
        install_hook();
        let bits = Cell::new(0);
        let unwound = panic::catch_unwind(AssertUnwindSafe(|| {
            let _probe = Probe(&bits);
            panic!("outside");
        }));
        assert!(unwound.is_err());
        assert_eq!(bits.get(), 1);
    }
}
