//! `std::ops`

mod arithmetic;
mod index;

use crate::pct;
// As the compiler prints it.
use std::collections::Bound;
use std::ops::ControlFlow;
use std::ops::{Range, RangeFrom, RangeFull, RangeTo, RangeToInclusive};

pub trait Drop {
    fn drop(&mut self);
}

pub trait Deref {
    type Target: ?Sized;
    fn deref(&self) -> &Self::Target;
}

pub trait DerefMut: Deref {
    fn deref_mut(&mut self) -> &mut Self::Target;
}

pub trait Index<Idx: ?Sized> {
    type Output: ?Sized;
    fn index(&self, index: Idx) -> &Self::Output;
}

pub trait IndexMut<Idx: ?Sized>: Index<Idx> {
    fn index_mut(&mut self, index: Idx) -> &mut Self::Output;
}

pub trait Try {
    type Output;
    type Residual;
    fn from_output(output: Self::Output) -> Self;
    fn branch(self) -> ControlFlow<Self::Residual, Self::Output>;
}

pub trait FromResidual<R> {
    fn from_residual(residual: R) -> Self;
}

/// `a..=b`
pub struct RangeInclusive<Idx> {
    pub start: Idx,
    pub end: Idx,
    pub exhausted: bool,
}

impl<Idx> RangeInclusive<Idx> {
    pub fn new(start: Idx, end: Idx) -> RangeInclusive<Idx> {
        RangeInclusive { start, end, exhausted: false }
    }

    pub fn start(&self) -> &Idx {
        &self.start
    }

    pub fn end(&self) -> &Idx {
        &self.end
    }

    pub fn into_inner(self) -> (Idx, Idx) {
        (self.start, self.end)
    }

    pub fn is_empty(&self) -> bool
    where
        Idx: Copy,
    {
        self.exhausted || pct::less(self.end, self.start)
    }

    pub fn contains(&self, item: &Idx) -> bool
    where
        Idx: Copy,
    {
        !pct::less(*item, self.start)
            && (if self.exhausted { pct::less(*item, self.end) } else { !pct::less(self.end, *item) })
    }
}

pub trait RangeBounds<T> {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;

    fn contains<U>(&self, item: &U) -> bool
    where
        T: crate::cmp::PartialOrd<U>,
        U: crate::cmp::PartialOrd<T>,
    {
        (match self.start_bound() {
            Bound::Included(start) => start.le(item),
            Bound::Excluded(start) => start.lt(item),
            Bound::Unbounded => true,
        }) && (match self.end_bound() {
            Bound::Included(end) => item.le(end),
            Bound::Excluded(end) => item.lt(end),
            Bound::Unbounded => true,
        })
    }
}

/// The bounds of each kind of range.
macro_rules! range_bounds {
    ($($Range:ty, |$range:ident| $start:expr, $end:expr;)*) => { $(
        impl<T> RangeBounds<T> for $Range {
            fn start_bound(&self) -> Bound<&T> {
                let $range = self;
                $start
            }

            fn end_bound(&self) -> Bound<&T> {
                let $range = self;
                $end
            }
        }
    )* };
}
range_bounds! {
    Range<T>, |range| Bound::Included(&range.start), Bound::Excluded(&range.end);
    RangeFrom<T>, |range| Bound::Included(&range.start), Bound::Unbounded;
    RangeTo<T>, |range| Bound::Unbounded, Bound::Excluded(&range.end);
    RangeInclusive<T>, |range| Bound::Included(&range.start), if range.exhausted {
        Bound::Excluded(&range.end)
    } else {
        Bound::Included(&range.end)
    };
    RangeToInclusive<T>, |range| Bound::Unbounded, Bound::Included(&range.end);
    RangeFull, |_range| Bound::Unbounded, Bound::Unbounded;
}

impl<T> RangeBounds<T> for (Bound<T>, Bound<T>) {
    fn start_bound(&self) -> Bound<&T> {
        match &self.0 {
            Bound::Included(start) => Bound::Included(start),
            Bound::Excluded(start) => Bound::Excluded(start),
            Bound::Unbounded => Bound::Unbounded,
        }
    }

    fn end_bound(&self) -> Bound<&T> {
        match &self.1 {
            Bound::Included(end) => Bound::Included(end),
            Bound::Excluded(end) => Bound::Excluded(end),
            Bound::Unbounded => Bound::Unbounded,
        }
    }
}

/// The part of a sequence that a range selects, checked as `slice::range` does. Releases have different messages, and check in
/// different orders.
pub fn bounded<R: RangeBounds<usize>>(range: &R, length: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(start) => {
            if *start == usize::MAX {
                pct::fail("index", "{}index {}");
            }
            *start + 1
        }
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(end) => {
            if *end == usize::MAX {
                pct::fail("index", "{}index {}");
            }
            *end + 1
        }
        Bound::Excluded(end) => *end,
        Bound::Unbounded => length,
    };
    if start > end || end > length {
        pct::fail("index", "{}index {}");
    }
    start..end
}

impl<Idx: crate::clone::Clone> crate::clone::Clone for Range<Idx> {
    fn clone(&self) -> Range<Idx> {
        Range { start: self.start.clone(), end: self.end.clone() }
    }
}

impl<Idx: crate::clone::Clone> crate::clone::Clone for RangeInclusive<Idx> {
    fn clone(&self) -> RangeInclusive<Idx> {
        RangeInclusive { start: self.start.clone(), end: self.end.clone(), exhausted: self.exhausted }
    }
}

impl<Idx: crate::cmp::PartialEq> crate::cmp::PartialEq for Range<Idx> {
    fn eq(&self, other: &Range<Idx>) -> bool {
        self.start.eq(&other.start) && self.end.eq(&other.end)
    }
}

pub trait RangeMethods<Idx> {
    fn contains(&self, item: &Idx) -> bool;
    fn is_empty(&self) -> bool;
}

impl<Idx: pct::Scalar> RangeMethods<Idx> for Range<Idx> {
    fn contains(&self, item: &Idx) -> bool {
        !pct::less(*item, self.start) && pct::less(*item, self.end)
    }

    fn is_empty(&self) -> bool {
        !pct::less(self.start, self.end)
    }
}

pub trait RangeFromMethods<Idx> {
    fn contains(&self, item: &Idx) -> bool;
}

impl<Idx: pct::Scalar> RangeFromMethods<Idx> for RangeFrom<Idx> {
    fn contains(&self, item: &Idx) -> bool {
        !pct::less(*item, self.start)
    }
}

impl<Idx: pct::Scalar> RangeFromMethods<Idx> for RangeTo<Idx> {
    fn contains(&self, item: &Idx) -> bool {
        pct::less(*item, self.end)
    }
}

impl<Idx: pct::Scalar> RangeFromMethods<Idx> for RangeToInclusive<Idx> {
    fn contains(&self, item: &Idx) -> bool {
        !pct::less(self.end, *item)
    }
}

impl<T> Deref for Vec<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        pct::part(self, 0, pct::len(self))
    }
}

impl<T> DerefMut for Vec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        let length = pct::len(self);
        pct::part_mut(self, 0, length)
    }
}

impl<T: ?Sized> Deref for &T {
    type Target = T;
    fn deref(&self) -> &T {
        *self
    }
}

impl<T: ?Sized> Deref for &mut T {
    type Target = T;
    fn deref(&self) -> &T {
        &**self
    }
}

impl<T: ?Sized> DerefMut for &mut T {
    fn deref_mut(&mut self) -> &mut T {
        &mut **self
    }
}

impl<T: ?Sized> Deref for Box<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &**self
    }
}

impl<T: ?Sized> DerefMut for Box<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut **self
    }
}

impl<T> Deref for std::mem::ManuallyDrop<T> {
    type Target = T;
    fn deref(&self) -> &T {
        pct::same(self)
    }
}

impl<T> DerefMut for std::mem::ManuallyDrop<T> {
    fn deref_mut(&mut self) -> &mut T {
        pct::same(self)
    }
}

impl DerefMut for String {
    fn deref_mut(&mut self) -> &mut str {
        let length = pct::len(self);
        pct::part_mut(self, 0, length)
    }
}

impl Deref for String {
    type Target = str;
    fn deref(&self) -> &str {
        pct::part(self, 0, pct::len(self))
    }
}

pub trait Add<Rhs = Self> {
    type Output;
    fn add(self, rhs: Rhs) -> Self::Output;
}

pub trait AddAssign<Rhs = Self> {
    fn add_assign(&mut self, rhs: Rhs);
}

pub trait Sub<Rhs = Self> {
    type Output;
    fn sub(self, rhs: Rhs) -> Self::Output;
}

pub trait SubAssign<Rhs = Self> {
    fn sub_assign(&mut self, rhs: Rhs);
}

pub trait Mul<Rhs = Self> {
    type Output;
    fn mul(self, rhs: Rhs) -> Self::Output;
}

pub trait MulAssign<Rhs = Self> {
    fn mul_assign(&mut self, rhs: Rhs);
}

pub trait Div<Rhs = Self> {
    type Output;
    fn div(self, rhs: Rhs) -> Self::Output;
}

pub trait DivAssign<Rhs = Self> {
    fn div_assign(&mut self, rhs: Rhs);
}

pub trait Rem<Rhs = Self> {
    type Output;
    fn rem(self, rhs: Rhs) -> Self::Output;
}

pub trait RemAssign<Rhs = Self> {
    fn rem_assign(&mut self, rhs: Rhs);
}

pub trait BitAnd<Rhs = Self> {
    type Output;
    fn bitand(self, rhs: Rhs) -> Self::Output;
}

pub trait BitAndAssign<Rhs = Self> {
    fn bitand_assign(&mut self, rhs: Rhs);
}

pub trait BitOr<Rhs = Self> {
    type Output;
    fn bitor(self, rhs: Rhs) -> Self::Output;
}

pub trait BitOrAssign<Rhs = Self> {
    fn bitor_assign(&mut self, rhs: Rhs);
}

pub trait BitXor<Rhs = Self> {
    type Output;
    fn bitxor(self, rhs: Rhs) -> Self::Output;
}

pub trait BitXorAssign<Rhs = Self> {
    fn bitxor_assign(&mut self, rhs: Rhs);
}

pub trait Shl<Rhs = Self> {
    type Output;
    fn shl(self, rhs: Rhs) -> Self::Output;
}

pub trait ShlAssign<Rhs = Self> {
    fn shl_assign(&mut self, rhs: Rhs);
}

pub trait Shr<Rhs = Self> {
    type Output;
    fn shr(self, rhs: Rhs) -> Self::Output;
}

pub trait ShrAssign<Rhs = Self> {
    fn shr_assign(&mut self, rhs: Rhs);
}

pub trait Not {
    type Output;
    fn not(self) -> Self::Output;
}

pub trait Neg {
    type Output;
    fn neg(self) -> Self::Output;
}
