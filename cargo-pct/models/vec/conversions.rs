//! Vectors compared with, and made of, other things.

use super::VecMethods;
use crate::clone::Clone;
use crate::cmp::PartialEq;
use crate::pct;

impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for Vec<T> {
    fn eq(&self, other: &Vec<U>) -> bool {
        crate::slice::equal(self.as_slice(), other.as_slice())
    }
}

impl<T: PartialEq<U>, U> PartialEq<[U]> for Vec<T> {
    fn eq(&self, other: &[U]) -> bool {
        crate::slice::equal(self.as_slice(), other)
    }
}

impl<T: PartialEq<U>, U> PartialEq<&[U]> for Vec<T> {
    fn eq(&self, other: &&[U]) -> bool {
        crate::slice::equal(self.as_slice(), *other)
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for Vec<T> {
    fn eq(&self, other: &[U; N]) -> bool {
        crate::slice::equal(self.as_slice(), other)
    }
}

impl<T> crate::convert::From<&[T]> for Vec<T>
where
    T: Clone,
{
    fn from(value: &[T]) -> Vec<T> {
        let mut result: Vec<T> = pct::empty();
        result.extend_from_slice(value);
        result
    }
}

impl<T, const N: usize> crate::convert::From<[T; N]> for Vec<T> {
    fn from(value: [T; N]) -> Vec<T> {
        pct::same(value)
    }
}

impl<T> crate::convert::From<Box<[T]>> for Vec<T> {
    fn from(value: Box<[T]>) -> Vec<T> {
        pct::unboxed_slice(value)
    }
}

impl<T> crate::convert::From<Vec<T>> for Box<[T]> {
    fn from(value: Vec<T>) -> Box<[T]> {
        pct::boxed_slice(value)
    }
}

impl<T: Clone> crate::convert::From<&mut [T]> for Vec<T> {
    fn from(value: &mut [T]) -> Vec<T> {
        crate::slice::SliceMethods::to_vec(&*value)
    }
}

impl crate::convert::From<&str> for Vec<u8> {
    fn from(value: &str) -> Vec<u8> {
        pct::same(pct::copied(value))
    }
}

impl crate::convert::From<String> for Vec<u8> {
    fn from(value: String) -> Vec<u8> {
        pct::same(value)
    }
}

impl<T, const N: usize> crate::convert::TryFrom<Vec<T>> for [T; N] {
    type Error = Vec<T>;
    fn try_from(value: Vec<T>) -> Result<[T; N], Vec<T>> {
        if pct::len(&value) == N { Ok(pct::same(value)) } else { Err(value) }
    }
}
