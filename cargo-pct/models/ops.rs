//! `std::ops`

use crate::pct::{self, Plain};
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

impl Deref for String {
    type Target = str;
    fn deref(&self) -> &str {
        pct::part(self, 0, pct::len(self))
    }
}

/// Where a range of a sequence begins and ends, once it is known to be inside: `start <= end <= length`.
pub fn checked_bounds(start: usize, end: usize, length: usize) -> Range<usize> {
    if start > length {
        pct::fail("index", "range start index {} out of range for slice of length {}");
    }
    if end > length {
        pct::fail("index", "range end index {} out of range for slice of length {}");
    }
    if start > end {
        pct::fail("index", "slice index starts at {} but ends at {}");
    }
    start..end
}

pub fn checked_start(start: usize, length: usize) -> Range<usize> {
    if start > length {
        pct::fail("index", "range start index {} out of range for slice of length {}");
    }
    start..length
}

pub fn checked_inclusive(range: RangeInclusive<usize>, length: usize) -> Range<usize> {
    if range.end == usize::MAX {
        pct::fail("index", "attempted to index slice up to maximum usize");
    }
    let end = range.end + 1;
    let start = if range.exhausted { end } else { range.start };
    checked_bounds(start, end, length)
}

fn view<S: ?Sized, P: ?Sized>(sequence: &S, range: Range<usize>) -> &P {
    pct::part(sequence, range.start, pct::exact_sub(range.end, range.start))
}

fn view_mut<S: ?Sized, P: ?Sized>(sequence: &mut S, range: Range<usize>) -> &mut P {
    pct::part_mut(sequence, range.start, pct::exact_sub(range.end, range.start))
}

impl<T> Index<usize> for Vec<T> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        if index >= pct::len(self) {
            pct::fail("index", "index out of bounds: the len is {} but the index is {}");
        }
        pct::element(self, index)
    }
}

impl<T> IndexMut<usize> for Vec<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        if index >= pct::len(self) {
            pct::fail("index", "index out of bounds: the len is {} but the index is {}");
        }
        pct::element_mut(self, index)
    }
}

impl<T> Index<Range<usize>> for Vec<T> {
    type Output = [T];
    fn index(&self, index: Range<usize>) -> &[T] {
        view(self, checked_bounds(index.start, index.end, pct::len(self)))
    }
}

impl<T> IndexMut<Range<usize>> for Vec<T> {
    fn index_mut(&mut self, index: Range<usize>) -> &mut [T] {
        let range = checked_bounds(index.start, index.end, pct::len(self));
        view_mut(self, range)
    }
}

impl<T> Index<RangeFrom<usize>> for Vec<T> {
    type Output = [T];
    fn index(&self, index: RangeFrom<usize>) -> &[T] {
        view(self, checked_start(index.start, pct::len(self)))
    }
}

impl<T> IndexMut<RangeFrom<usize>> for Vec<T> {
    fn index_mut(&mut self, index: RangeFrom<usize>) -> &mut [T] {
        let range = checked_start(index.start, pct::len(self));
        view_mut(self, range)
    }
}

impl<T> Index<RangeTo<usize>> for Vec<T> {
    type Output = [T];
    fn index(&self, index: RangeTo<usize>) -> &[T] {
        view(self, checked_bounds(0, index.end, pct::len(self)))
    }
}

impl<T> IndexMut<RangeTo<usize>> for Vec<T> {
    fn index_mut(&mut self, index: RangeTo<usize>) -> &mut [T] {
        let range = checked_bounds(0, index.end, pct::len(self));
        view_mut(self, range)
    }
}

impl<T> Index<RangeInclusive<usize>> for Vec<T> {
    type Output = [T];
    fn index(&self, index: RangeInclusive<usize>) -> &[T] {
        view(self, checked_inclusive(index, pct::len(self)))
    }
}

impl<T> IndexMut<RangeInclusive<usize>> for Vec<T> {
    fn index_mut(&mut self, index: RangeInclusive<usize>) -> &mut [T] {
        let range = checked_inclusive(index, pct::len(self));
        view_mut(self, range)
    }
}

impl<T> Index<RangeToInclusive<usize>> for Vec<T> {
    type Output = [T];
    fn index(&self, index: RangeToInclusive<usize>) -> &[T] {
        view(self, checked_inclusive(RangeInclusive::new(0, index.end), pct::len(self)))
    }
}

impl<T> IndexMut<RangeToInclusive<usize>> for Vec<T> {
    fn index_mut(&mut self, index: RangeToInclusive<usize>) -> &mut [T] {
        let range = checked_inclusive(RangeInclusive::new(0, index.end), pct::len(self));
        view_mut(self, range)
    }
}

impl<T> Index<RangeFull> for Vec<T> {
    type Output = [T];
    fn index(&self, index: RangeFull) -> &[T] {
        view(self, 0..pct::len(self))
    }
}

impl<T> IndexMut<RangeFull> for Vec<T> {
    fn index_mut(&mut self, index: RangeFull) -> &mut [T] {
        let range = 0..pct::len(self);
        view_mut(self, range)
    }
}

impl<T> Index<usize> for [T] {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        if index >= pct::len(self) {
            pct::fail("index", "index out of bounds: the len is {} but the index is {}");
        }
        pct::element(self, index)
    }
}

impl<T> IndexMut<usize> for [T] {
    fn index_mut(&mut self, index: usize) -> &mut T {
        if index >= pct::len(self) {
            pct::fail("index", "index out of bounds: the len is {} but the index is {}");
        }
        pct::element_mut(self, index)
    }
}

impl<T> Index<Range<usize>> for [T] {
    type Output = [T];
    fn index(&self, index: Range<usize>) -> &[T] {
        view(self, checked_bounds(index.start, index.end, pct::len(self)))
    }
}

impl<T> IndexMut<Range<usize>> for [T] {
    fn index_mut(&mut self, index: Range<usize>) -> &mut [T] {
        let range = checked_bounds(index.start, index.end, pct::len(self));
        view_mut(self, range)
    }
}

impl<T> Index<RangeFrom<usize>> for [T] {
    type Output = [T];
    fn index(&self, index: RangeFrom<usize>) -> &[T] {
        view(self, checked_start(index.start, pct::len(self)))
    }
}

impl<T> IndexMut<RangeFrom<usize>> for [T] {
    fn index_mut(&mut self, index: RangeFrom<usize>) -> &mut [T] {
        let range = checked_start(index.start, pct::len(self));
        view_mut(self, range)
    }
}

impl<T> Index<RangeTo<usize>> for [T] {
    type Output = [T];
    fn index(&self, index: RangeTo<usize>) -> &[T] {
        view(self, checked_bounds(0, index.end, pct::len(self)))
    }
}

impl<T> IndexMut<RangeTo<usize>> for [T] {
    fn index_mut(&mut self, index: RangeTo<usize>) -> &mut [T] {
        let range = checked_bounds(0, index.end, pct::len(self));
        view_mut(self, range)
    }
}

impl<T> Index<RangeInclusive<usize>> for [T] {
    type Output = [T];
    fn index(&self, index: RangeInclusive<usize>) -> &[T] {
        view(self, checked_inclusive(index, pct::len(self)))
    }
}

impl<T> IndexMut<RangeInclusive<usize>> for [T] {
    fn index_mut(&mut self, index: RangeInclusive<usize>) -> &mut [T] {
        let range = checked_inclusive(index, pct::len(self));
        view_mut(self, range)
    }
}

impl<T> Index<RangeToInclusive<usize>> for [T] {
    type Output = [T];
    fn index(&self, index: RangeToInclusive<usize>) -> &[T] {
        view(self, checked_inclusive(RangeInclusive::new(0, index.end), pct::len(self)))
    }
}

impl<T> IndexMut<RangeToInclusive<usize>> for [T] {
    fn index_mut(&mut self, index: RangeToInclusive<usize>) -> &mut [T] {
        let range = checked_inclusive(RangeInclusive::new(0, index.end), pct::len(self));
        view_mut(self, range)
    }
}

impl<T> Index<RangeFull> for [T] {
    type Output = [T];
    fn index(&self, index: RangeFull) -> &[T] {
        view(self, 0..pct::len(self))
    }
}

impl<T> IndexMut<RangeFull> for [T] {
    fn index_mut(&mut self, index: RangeFull) -> &mut [T] {
        let range = 0..pct::len(self);
        view_mut(self, range)
    }
}

impl<T, I, const N: usize> Index<I> for [T; N]
where
    [T]: Index<I>,
{
    type Output = <[T] as Index<I>>::Output;
    fn index(&self, index: I) -> &Self::Output {
        <[T] as Index<I>>::index(self, index)
    }
}

impl<T, I, const N: usize> IndexMut<I> for [T; N]
where
    [T]: IndexMut<I>,
{
    fn index_mut(&mut self, index: I) -> &mut Self::Output {
        <[T] as IndexMut<I>>::index_mut(self, index)
    }
}

pub trait Add<Rhs = Self> {
    type Output;
    fn add(self, rhs: Rhs) -> Self::Output;
}

pub trait AddAssign<Rhs = Self> {
    fn add_assign(&mut self, rhs: Rhs);
}

fn add_checked<T>(a: &T, b: &T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_add(pct::take(a), pct::take(b));
    }
    if !pct::fits_add(pct::take(a), pct::take(b)) {
        pct::fail("overflow", "attempt to add with overflow");
    }
    pct::exact_add(pct::take(a), pct::take(b))
}

impl<T: pct::Integer> Add<Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn add(self, rhs: Plain<T>) -> Plain<T> {
        add_checked(&self, &rhs)
    }
}

impl<T: pct::Integer> Add<&Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn add(self, rhs: &Plain<T>) -> Plain<T> {
        add_checked(&self, rhs)
    }
}

impl<T: pct::Integer> Add<Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn add(self, rhs: Plain<T>) -> Plain<T> {
        add_checked(self, &rhs)
    }
}

impl<T: pct::Integer> Add<&Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn add(self, rhs: &Plain<T>) -> Plain<T> {
        add_checked(self, rhs)
    }
}

impl<T: pct::Integer> AddAssign<Plain<T>> for Plain<T> {
    fn add_assign(&mut self, rhs: Plain<T>) {
        let result = add_checked(&*self, &rhs);
        pct::put(self, result);
    }
}

impl<T: pct::Integer> AddAssign<&Plain<T>> for Plain<T> {
    fn add_assign(&mut self, rhs: &Plain<T>) {
        let result = add_checked(&*self, rhs);
        pct::put(self, result);
    }
}

pub trait Sub<Rhs = Self> {
    type Output;
    fn sub(self, rhs: Rhs) -> Self::Output;
}

pub trait SubAssign<Rhs = Self> {
    fn sub_assign(&mut self, rhs: Rhs);
}

fn sub_checked<T>(a: &T, b: &T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_sub(pct::take(a), pct::take(b));
    }
    if !pct::fits_sub(pct::take(a), pct::take(b)) {
        pct::fail("overflow", "attempt to subtract with overflow");
    }
    pct::exact_sub(pct::take(a), pct::take(b))
}

impl<T: pct::Integer> Sub<Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn sub(self, rhs: Plain<T>) -> Plain<T> {
        sub_checked(&self, &rhs)
    }
}

impl<T: pct::Integer> Sub<&Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn sub(self, rhs: &Plain<T>) -> Plain<T> {
        sub_checked(&self, rhs)
    }
}

impl<T: pct::Integer> Sub<Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn sub(self, rhs: Plain<T>) -> Plain<T> {
        sub_checked(self, &rhs)
    }
}

impl<T: pct::Integer> Sub<&Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn sub(self, rhs: &Plain<T>) -> Plain<T> {
        sub_checked(self, rhs)
    }
}

impl<T: pct::Integer> SubAssign<Plain<T>> for Plain<T> {
    fn sub_assign(&mut self, rhs: Plain<T>) {
        let result = sub_checked(&*self, &rhs);
        pct::put(self, result);
    }
}

impl<T: pct::Integer> SubAssign<&Plain<T>> for Plain<T> {
    fn sub_assign(&mut self, rhs: &Plain<T>) {
        let result = sub_checked(&*self, rhs);
        pct::put(self, result);
    }
}

pub trait Mul<Rhs = Self> {
    type Output;
    fn mul(self, rhs: Rhs) -> Self::Output;
}

pub trait MulAssign<Rhs = Self> {
    fn mul_assign(&mut self, rhs: Rhs);
}

fn mul_checked<T>(a: &T, b: &T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_mul(pct::take(a), pct::take(b));
    }
    if !pct::fits_mul(pct::take(a), pct::take(b)) {
        pct::fail("overflow", "attempt to multiply with overflow");
    }
    pct::exact_mul(pct::take(a), pct::take(b))
}

impl<T: pct::Integer> Mul<Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn mul(self, rhs: Plain<T>) -> Plain<T> {
        mul_checked(&self, &rhs)
    }
}

impl<T: pct::Integer> Mul<&Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn mul(self, rhs: &Plain<T>) -> Plain<T> {
        mul_checked(&self, rhs)
    }
}

impl<T: pct::Integer> Mul<Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn mul(self, rhs: Plain<T>) -> Plain<T> {
        mul_checked(self, &rhs)
    }
}

impl<T: pct::Integer> Mul<&Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn mul(self, rhs: &Plain<T>) -> Plain<T> {
        mul_checked(self, rhs)
    }
}

impl<T: pct::Integer> MulAssign<Plain<T>> for Plain<T> {
    fn mul_assign(&mut self, rhs: Plain<T>) {
        let result = mul_checked(&*self, &rhs);
        pct::put(self, result);
    }
}

impl<T: pct::Integer> MulAssign<&Plain<T>> for Plain<T> {
    fn mul_assign(&mut self, rhs: &Plain<T>) {
        let result = mul_checked(&*self, rhs);
        pct::put(self, result);
    }
}

pub trait Div<Rhs = Self> {
    type Output;
    fn div(self, rhs: Rhs) -> Self::Output;
}

pub trait DivAssign<Rhs = Self> {
    fn div_assign(&mut self, rhs: Rhs);
}

fn div_checked<T>(a: &T, b: &T) -> T {
    if pct::equal(pct::take(b), pct::number(0)) {
        pct::fail("divide", "attempt to divide by zero");
    }
    if pct::is_signed::<T>()
        && pct::equal(pct::take(a), pct::min_value())
        && pct::equal(pct::take(b), pct::number(-1))
    {
        pct::fail("overflow", "attempt to divide with overflow");
    }
    pct::div(pct::take(a), pct::take(b))
}

impl<T: pct::Integer> Div<Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn div(self, rhs: Plain<T>) -> Plain<T> {
        div_checked(&self, &rhs)
    }
}

impl<T: pct::Integer> Div<&Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn div(self, rhs: &Plain<T>) -> Plain<T> {
        div_checked(&self, rhs)
    }
}

impl<T: pct::Integer> Div<Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn div(self, rhs: Plain<T>) -> Plain<T> {
        div_checked(self, &rhs)
    }
}

impl<T: pct::Integer> Div<&Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn div(self, rhs: &Plain<T>) -> Plain<T> {
        div_checked(self, rhs)
    }
}

impl<T: pct::Integer> DivAssign<Plain<T>> for Plain<T> {
    fn div_assign(&mut self, rhs: Plain<T>) {
        let result = div_checked(&*self, &rhs);
        pct::put(self, result);
    }
}

impl<T: pct::Integer> DivAssign<&Plain<T>> for Plain<T> {
    fn div_assign(&mut self, rhs: &Plain<T>) {
        let result = div_checked(&*self, rhs);
        pct::put(self, result);
    }
}

pub trait Rem<Rhs = Self> {
    type Output;
    fn rem(self, rhs: Rhs) -> Self::Output;
}

pub trait RemAssign<Rhs = Self> {
    fn rem_assign(&mut self, rhs: Rhs);
}

fn rem_checked<T>(a: &T, b: &T) -> T {
    if pct::equal(pct::take(b), pct::number(0)) {
        pct::fail("divide", "attempt to calculate the remainder with a divisor of zero");
    }
    if pct::is_signed::<T>()
        && pct::equal(pct::take(a), pct::min_value())
        && pct::equal(pct::take(b), pct::number(-1))
    {
        pct::fail("overflow", "attempt to calculate the remainder with overflow");
    }
    pct::rem(pct::take(a), pct::take(b))
}

impl<T: pct::Integer> Rem<Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn rem(self, rhs: Plain<T>) -> Plain<T> {
        rem_checked(&self, &rhs)
    }
}

impl<T: pct::Integer> Rem<&Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn rem(self, rhs: &Plain<T>) -> Plain<T> {
        rem_checked(&self, rhs)
    }
}

impl<T: pct::Integer> Rem<Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn rem(self, rhs: Plain<T>) -> Plain<T> {
        rem_checked(self, &rhs)
    }
}

impl<T: pct::Integer> Rem<&Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn rem(self, rhs: &Plain<T>) -> Plain<T> {
        rem_checked(self, rhs)
    }
}

impl<T: pct::Integer> RemAssign<Plain<T>> for Plain<T> {
    fn rem_assign(&mut self, rhs: Plain<T>) {
        let result = rem_checked(&*self, &rhs);
        pct::put(self, result);
    }
}

impl<T: pct::Integer> RemAssign<&Plain<T>> for Plain<T> {
    fn rem_assign(&mut self, rhs: &Plain<T>) {
        let result = rem_checked(&*self, rhs);
        pct::put(self, result);
    }
}

pub trait BitAnd<Rhs = Self> {
    type Output;
    fn bitand(self, rhs: Rhs) -> Self::Output;
}

pub trait BitAndAssign<Rhs = Self> {
    fn bitand_assign(&mut self, rhs: Rhs);
}

fn bitand_checked<T>(a: &T, b: &T) -> T {
    pct::bit_and(pct::take(a), pct::take(b))
}

impl<T: pct::Integer> BitAnd<Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn bitand(self, rhs: Plain<T>) -> Plain<T> {
        bitand_checked(&self, &rhs)
    }
}

impl<T: pct::Integer> BitAnd<&Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn bitand(self, rhs: &Plain<T>) -> Plain<T> {
        bitand_checked(&self, rhs)
    }
}

impl<T: pct::Integer> BitAnd<Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn bitand(self, rhs: Plain<T>) -> Plain<T> {
        bitand_checked(self, &rhs)
    }
}

impl<T: pct::Integer> BitAnd<&Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn bitand(self, rhs: &Plain<T>) -> Plain<T> {
        bitand_checked(self, rhs)
    }
}

impl<T: pct::Integer> BitAndAssign<Plain<T>> for Plain<T> {
    fn bitand_assign(&mut self, rhs: Plain<T>) {
        let result = bitand_checked(&*self, &rhs);
        pct::put(self, result);
    }
}

impl<T: pct::Integer> BitAndAssign<&Plain<T>> for Plain<T> {
    fn bitand_assign(&mut self, rhs: &Plain<T>) {
        let result = bitand_checked(&*self, rhs);
        pct::put(self, result);
    }
}

pub trait BitOr<Rhs = Self> {
    type Output;
    fn bitor(self, rhs: Rhs) -> Self::Output;
}

pub trait BitOrAssign<Rhs = Self> {
    fn bitor_assign(&mut self, rhs: Rhs);
}

fn bitor_checked<T>(a: &T, b: &T) -> T {
    pct::bit_or(pct::take(a), pct::take(b))
}

impl<T: pct::Integer> BitOr<Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn bitor(self, rhs: Plain<T>) -> Plain<T> {
        bitor_checked(&self, &rhs)
    }
}

impl<T: pct::Integer> BitOr<&Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn bitor(self, rhs: &Plain<T>) -> Plain<T> {
        bitor_checked(&self, rhs)
    }
}

impl<T: pct::Integer> BitOr<Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn bitor(self, rhs: Plain<T>) -> Plain<T> {
        bitor_checked(self, &rhs)
    }
}

impl<T: pct::Integer> BitOr<&Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn bitor(self, rhs: &Plain<T>) -> Plain<T> {
        bitor_checked(self, rhs)
    }
}

impl<T: pct::Integer> BitOrAssign<Plain<T>> for Plain<T> {
    fn bitor_assign(&mut self, rhs: Plain<T>) {
        let result = bitor_checked(&*self, &rhs);
        pct::put(self, result);
    }
}

impl<T: pct::Integer> BitOrAssign<&Plain<T>> for Plain<T> {
    fn bitor_assign(&mut self, rhs: &Plain<T>) {
        let result = bitor_checked(&*self, rhs);
        pct::put(self, result);
    }
}

pub trait BitXor<Rhs = Self> {
    type Output;
    fn bitxor(self, rhs: Rhs) -> Self::Output;
}

pub trait BitXorAssign<Rhs = Self> {
    fn bitxor_assign(&mut self, rhs: Rhs);
}

fn bitxor_checked<T>(a: &T, b: &T) -> T {
    pct::bit_xor(pct::take(a), pct::take(b))
}

impl<T: pct::Integer> BitXor<Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn bitxor(self, rhs: Plain<T>) -> Plain<T> {
        bitxor_checked(&self, &rhs)
    }
}

impl<T: pct::Integer> BitXor<&Plain<T>> for Plain<T> {
    type Output = Plain<T>;
    fn bitxor(self, rhs: &Plain<T>) -> Plain<T> {
        bitxor_checked(&self, rhs)
    }
}

impl<T: pct::Integer> BitXor<Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn bitxor(self, rhs: Plain<T>) -> Plain<T> {
        bitxor_checked(self, &rhs)
    }
}

impl<T: pct::Integer> BitXor<&Plain<T>> for &Plain<T> {
    type Output = Plain<T>;
    fn bitxor(self, rhs: &Plain<T>) -> Plain<T> {
        bitxor_checked(self, rhs)
    }
}

impl<T: pct::Integer> BitXorAssign<Plain<T>> for Plain<T> {
    fn bitxor_assign(&mut self, rhs: Plain<T>) {
        let result = bitxor_checked(&*self, &rhs);
        pct::put(self, result);
    }
}

impl<T: pct::Integer> BitXorAssign<&Plain<T>> for Plain<T> {
    fn bitxor_assign(&mut self, rhs: &Plain<T>) {
        let result = bitxor_checked(&*self, rhs);
        pct::put(self, result);
    }
}

pub trait Neg {
    type Output;
    fn neg(self) -> Self::Output;
}

impl<T: pct::Integer> Neg for &Plain<T> {
    type Output = Plain<T>;
    fn neg(self) -> Plain<T> {
        sub_negated(self)
    }
}

fn sub_negated<T>(a: &T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_sub(pct::number(0), pct::take(a));
    }
    if !pct::fits_sub(pct::number(0), pct::take(a)) {
        pct::fail("overflow", "attempt to negate with overflow");
    }
    pct::exact_sub(pct::number(0), pct::take(a))
}
