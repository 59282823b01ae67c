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

/// Sorts by the keys that a closure gives. How the standard library compares its own types is a total order, so it is enough that an element
/// has one key: a closure that reads a static, or calls what is not known, may give another one each time.
pub fn by_key<T, K: Ord, F: FnMut(&T) -> K>(slice: &mut [T], mut f: F) {
    if pct::is_stateless::<F, T>() && !pct::compares::<K>() {
        while pct::len(&*slice) > 1 && pct::any() {
            pct::permute(slice);
            let element = any_of(&*slice);
            if f(element).cmp(&f(element)) != Ordering::Equal {
                pct::may_panic("an order that is none");
            }
        }
        pct::permute(slice);
    } else {
        let length = pct::len(&*slice);
        while length > 1 && pct::any() {
            pct::permute(slice);
            let (a, b) = (any_of(&*slice), any_of(&*slice));
            let ab = f(a).cmp(&f(b));
            pct::may_panic("an order that is none");
        }
        pct::permute(slice);
    }
}
