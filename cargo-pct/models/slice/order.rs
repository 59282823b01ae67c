//! How slices compare.

use crate::cmp::{Ord, PartialEq, PartialOrd};
use crate::pct;
use std::cmp::Ordering;

/// Whether two slices have equal elements.
pub fn equal<T: PartialEq<U>, U>(left: &[T], right: &[U]) -> bool {
    if pct::len(left) != pct::len(right) {
        return false;
    }
    if pct::is_scalar::<T>() && pct::is_scalar::<U>() {
        return pct::equal_elements(left, right);
    }
    let mut index = 0;
    while index < pct::len(left) {
        if !pct::element::<[T], T>(left, index).eq(pct::element(right, index)) {
            return false;
        }
        index += 1;
    }
    true
}

/// How two slices compare, element by element.
pub fn compare<T: Ord>(left: &[T], right: &[T]) -> Ordering {
    let (m, n) = (pct::len(left), pct::len(right));
    let mut index = 0;
    while index < m && index < n {
        match pct::element::<[T], T>(left, index).cmp(pct::element(right, index)) {
            Ordering::Equal => {}
            unequal => return unequal,
        }
        index += 1;
    }
    m.cmp(&n)
}

/// The same for elements that may not compare.
pub fn partially_compare<T: PartialOrd>(left: &[T], right: &[T]) -> Option<Ordering> {
    let (m, n) = (pct::len(left), pct::len(right));
    let mut index = 0;
    while index < m && index < n {
        match pct::element::<[T], T>(left, index).partial_cmp(pct::element(right, index)) {
            Some(Ordering::Equal) => {}
            unequal => return unequal,
        }
        index += 1;
    }
    Some(m.cmp(&n))
}

/// Comparisons as those of the slices inside.
macro_rules! compared_as_slices {
    ($([$($parameters:tt)*] $Sequence:ty),*) => { $(
        impl<T: PartialOrd, $($parameters)*> PartialOrd for $Sequence {
            fn partial_cmp(&self, other: &$Sequence) -> Option<Ordering> {
                partially_compare::<T>(pct::part(self, 0, pct::len(self)), pct::part(other, 0, pct::len(other)))
            }
        }

        impl<T: Ord, $($parameters)*> Ord for $Sequence {
            fn cmp(&self, other: &$Sequence) -> Ordering {
                compare::<T>(pct::part(self, 0, pct::len(self)), pct::part(other, 0, pct::len(other)))
            }
        }
    )* };
}
compared_as_slices!([] [T], [] Vec<T>, [const N: usize] [T; N]);

impl<T: PartialEq<U>, U> PartialEq<[U]> for [T] {
    fn eq(&self, other: &[U]) -> bool {
        equal(self, other)
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T] {
    fn eq(&self, other: &[U; N]) -> bool {
        equal(self, other)
    }
}

impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for [T] {
    fn eq(&self, other: &Vec<U>) -> bool {
        equal(self, other.as_slice())
    }
}
