//! Elements that are cut off from a reference to a slice.

use crate::ops::RangeBounds;
use crate::pct;
use std::collections::Bound;

pub trait ShrinkMethods<T> {
    fn split_off<'a, R: RangeBounds<usize>>(this: &mut &'a [T], range: R) -> Option<&'a [T]>;
    fn split_off_mut<'a, R: RangeBounds<usize>>(this: &mut &'a mut [T], range: R) -> Option<&'a mut [T]>;
    fn split_off_first<'a>(this: &mut &'a [T]) -> Option<&'a T>;
    fn split_off_last<'a>(this: &mut &'a [T]) -> Option<&'a T>;
}

impl<T> ShrinkMethods<T> for [T] {
    fn split_off<'a, R: RangeBounds<usize>>(this: &mut &'a [T], range: R) -> Option<&'a [T]> {
        let (mid, is_front) = split_point(&range)?;
        let whole: &'a [T] = *this;
        let length = pct::len(whole);
        if mid > length {
            return None;
        }
        let (front, back) = (pct::part(whole, 0, mid), pct::part(whole, mid, length - mid));
        if is_front {
            *this = back;
            Some(front)
        } else {
            *this = front;
            Some(back)
        }
    }

    fn split_off_mut<'a, R: RangeBounds<usize>>(this: &mut &'a mut [T], range: R) -> Option<&'a mut [T]> {
        let (mid, is_front) = split_point(&range)?;
        let whole: &'a mut [T] = pct::same(&mut **this);
        let length = pct::len(&*whole);
        if mid > length {
            return None;
        }
        let (front, back) = pct::halves(whole, mid, length - mid);
        if is_front {
            *this = back;
            Some(front)
        } else {
            *this = front;
            Some(back)
        }
    }

    fn split_off_first<'a>(this: &mut &'a [T]) -> Option<&'a T> {
        let slice: &'a [T] = *this;
        let length = pct::len(slice);
        if length == 0 {
            return None;
        }
        *this = pct::part(slice, 1, length - 1);
        Some(pct::element(slice, 0))
    }

    fn split_off_last<'a>(this: &mut &'a [T]) -> Option<&'a T> {
        let slice: &'a [T] = *this;
        let length = pct::len(slice);
        if length == 0 {
            return None;
        }
        *this = pct::part(slice, 0, length - 1);
        Some(pct::element(slice, length - 1))
    }
}

/// Where a range with one bound splits a sequence, and whether what it names is the front; none if that is beyond all indices.
fn split_point<R: RangeBounds<usize>>(range: &R) -> Option<(usize, bool)> {
    match (range.start_bound(), range.end_bound()) {
        (Bound::Included(start), _) => Some((*start, false)),
        (_, Bound::Excluded(end)) => Some((*end, true)),
        (_, Bound::Included(end)) => Some((end.checked_add(1)?, true)),
        _ => None,
    }
}
