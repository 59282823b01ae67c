//! Room for elements: the one place that knows when `capacity overflow` is a panic.
//!
//! Whatever allocates by a length asks here for the number of elements. More than `isize::MAX` bytes are refused; elements
//! without size need none. Where the size of an element is not known, both happen. Memory that is exhausted is assumed away.

use crate::iter::Iterator;
use crate::pct;

/// Tells whether `more` elements beside `length` need too much room, however small one is.
fn is_surely_too_much<T>(length: usize, more: usize) -> bool {
    more > pct::exact_sub(pct::max_len::<T>(), length)
}

/// Tells whether fewer need too much room; both answers are possible if the size of one is not known.
fn is_perhaps_too_much<T>(length: usize, more: usize) -> bool {
    let sure = pct::sure_len::<T>();
    sure < pct::max_len::<T>() && (length > sure || more > pct::exact_sub(sure, length)) && pct::any()
}

/// Tells whether `more` elements beside `length` need too much room; both answers are possible if the size of one is not known.
pub fn is_too_much<T>(length: usize, more: usize) -> bool {
    is_surely_too_much::<T>(length, more) || is_perhaps_too_much::<T>(length, more)
}

/// Makes room for `more` elements beside `length`. What fails for sure is a failure of its own, which depends on nothing that is not known.
pub fn demand<T>(length: usize, more: usize) {
    if is_surely_too_much::<T>(length, more) {
        pct::fail("panic", "capacity overflow");
    }
    if is_perhaps_too_much::<T>(length, more) {
        pct::fail("panic", "capacity overflow");
    }
}

/// Makes room for what lies in memory already: only elements without size can be too many.
pub fn demand_for_slice<T>(length: usize, more: usize) {
    if pct::max_len::<T>() == usize::MAX && is_surely_too_much::<T>(length, more) {
        pct::fail("panic", "capacity overflow");
    }
}

/// Makes room in a collection that lays out its elements in a way of its own.
///
/// Over-approximates: what is asked for beyond all reason may be too much. A fourth of what is sure to fit does, for room is left between
/// elements, and the number of their places is a power of two.
pub fn demand_somewhere<T>(more: usize) {
    if more > 1 << 32 || more > pct::sure_len::<(T, u8)>() / 4 {
        pct::may_panic("a capacity");
    }
}

/// Whether an iterator may promise more elements of a type than fit. What lies in memory already asks for no more than there is, which is
/// assumed to be fewer than 2^36 elements, and so many of 128 MB would fit.
fn may_promise_too_much<T, I: Iterator>() -> bool {
    pct::counts::<I>() || pct::sure_len::<T>() < 1 << 36
}

/// How many elements an iterator promises at least.
pub fn promised<T, I: Iterator>(iter: &I) -> usize {
    if may_promise_too_much::<T, I>() { iter.size_hint().0 } else { 0 }
}

/// Makes room for what an iterator promises, before it is asked for anything.
pub fn demand_promised<T, I: Iterator>(iter: &I, length: usize) {
    if may_promise_too_much::<T, I>() {
        demand::<T>(length, promised::<T, I>(iter));
    }
}

/// Tells whether a `size_hint` that is not the standard library's may not be run: not all collections ask. Where it does not return, what
/// follows is reached only without it.
fn may_be_left_out<I: Iterator>() -> bool {
    pct::hint_changes::<I>() && pct::any()
}

/// Makes room for what an iterator promises, in a collection of another layout. Some ask for no room at all.
pub fn demand_promised_somewhere<T, I: Iterator>(iter: &I) {
    if may_promise_too_much::<T, I>() && !may_be_left_out::<I>() {
        demand_somewhere::<T>(promised::<T, I>(iter));
    }
}

/// Makes room again where promises may change: they are asked for now and then.
pub fn demand_again_somewhere<T, I: Iterator>(iter: &I) {
    if pct::hint_changes::<I>() && pct::any() {
        demand_promised_somewhere::<T, I>(iter);
    }
}

/// Makes room before the first element where the length is known for sure, which it is of some iterators in some releases. Nobody sees
/// when that was if no code runs for the elements.
pub fn demand_early<T, I: Iterator>(iter: &I, length: usize) {
    let is_seen = pct::runs_code::<I>() || !pct::is_plain::<T>();
    let may_ask = is_seen && pct::may_be_trusted::<I>() && may_promise_too_much::<T, I>();
    if may_ask && is_too_much::<T>(length, promised::<T, I>(iter)) && pct::any() {
        pct::fail("panic", "capacity overflow");
    }
}

/// Makes room for an element at hand, and for what the iterator promises to follow: the number of both.
pub fn demand_following<T, I: Iterator>(iter: &I, length: usize) -> usize {
    if !may_promise_too_much::<T, I>() {
        return 1;
    }
    let more = promised::<T, I>(iter);
    let more = if more < usize::MAX { more + 1 } else { more };
    if pct::sure_len::<T>() < usize::MAX {
        demand::<T>(length, more);
    } else if more == usize::MAX && pct::any() {
        // Elements without size: an endless iterator is refused by some ways.
        pct::fail("panic", "capacity overflow");
    }
    more
}

/// The least capacity that is allocated.
pub fn least<T>() -> usize {
    let size = pct::size_of::<T>();
    if size == 0 {
        usize::MAX
    } else if size == 1 {
        8
    } else if size <= 1024 {
        4
    } else {
        1
    }
}
