//! Sorting by an order that the caller gives.
//!
//! Over-approximates: any elements are compared, which may already be in any order. Sorting may panic where the order is no total one. That
//! it is one is found out for any three elements, if the order depends on nothing but these: one that is total for any three is total.

use crate::cmp::Ord;
use crate::pct;
use std::cmp::Ordering;

/// Any element of a slice that has some.
fn any_of<T>(slice: &[T]) -> &T {
    let index: usize = pct::any();
    pct::assume(index < pct::len(slice));
    pct::element(slice, index)
}

/// Whether an order of three elements contradicts itself.
fn is_torn(ab: Ordering, ba: Ordering, bc: Ordering, ac: Ordering) -> bool {
    ab != ba.reverse() || (ab != Ordering::Greater && bc != Ordering::Greater && ac == Ordering::Greater)
}

/// Sorts by what a closure says of two elements.
pub fn by<T, F: FnMut(&T, &T) -> Ordering>(slice: &mut [T], mut compare: F) {
    let length = pct::len(&*slice);
    while length > 1 && pct::any() {
        pct::permute(slice);
        let (a, b) = (any_of(&*slice), any_of(&*slice));
        let ab = compare(a, b);
        if pct::is_stateless::<F, T>() {
            let c = any_of(&*slice);
            if is_torn(ab, compare(b, a), compare(b, c), compare(a, c)) {
                pct::may_panic("an order that is none");
            }
        } else {
            pct::may_panic("an order that is none");
        }
    }
    pct::permute(slice);
}

/// Whether an order contradicts itself, by which of three values are less than others.
fn is_torn_less(ab: bool, ba: bool, bc: bool, ac: bool) -> bool {
    ab && ba || ac && !ab && !bc
}

/// Compares any three values of a type, or none: if they may contradict each other, sorting by that order may panic. A comparison may not
/// return, and one element is compared with nothing.
pub fn compare_any<T, F: FnMut(&T, &T) -> bool>(mut is_less: F) {
    if pct::any() {
        return;
    }
    let (a, b, c): (&T, &T, &T) = pct::unknown(());
    let (ab, ba) = (is_less(a, b), is_less(b, a));
    if !pct::is_stateless::<F, T>() || is_torn_less(ab, ba, is_less(b, c), is_less(a, c)) {
        pct::may_panic("an order that is none");
    }
}

/// Sorts by how the elements themselves compare.
pub fn by_nature<T: Ord>(slice: &mut [T]) {
    // Whoever unwinds out of a comparison leaves the elements in another order.
    pct::permute(slice);
    pct::calls::<T>();
    if pct::len(&*slice) > 1 && !pct::is_ordered::<T>() {
        compare_any::<T, _>(|a, b| a.lt(b));
    }
}

/// Sorts by the keys that a closure gives. Where their order is a total one, it is enough that an element has one key: a closure that reads
/// a static, or calls what is not known, may give another one each time.
pub fn by_key<T, K: Ord, F: FnMut(&T) -> K>(slice: &mut [T], mut f: F) {
    let length = pct::len(&*slice);
    while length > 1 && pct::any() {
        pct::permute(slice);
        let (a, b) = (any_of(&*slice), any_of(&*slice));
        if !pct::is_stateless::<F, T>() || pct::is_ordered::<K>() && pct::compares::<K>() {
            let ab = f(a).lt(&f(b));
            pct::may_panic("an order that is none");
        } else if pct::is_ordered::<K>() {
            if f(a).cmp(&f(a)) != Ordering::Equal {
                pct::may_panic("an order that is none");
            }
        } else {
            let c = any_of(&*slice);
            let (ab, ba) = (f(a).lt(&f(b)), f(b).lt(&f(a)));
            let (bc, ac) = (f(b).lt(&f(c)), f(a).lt(&f(c)));
            if is_torn_less(ab, ba, bc, ac) {
                pct::may_panic("an order that is none");
            }
        }
    }
    pct::permute(slice);
}
