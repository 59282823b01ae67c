//! `std::convert`

use crate::num::TryFromIntError;
use crate::pct::{self, Plain};

pub trait From<T>: Sized {
    fn from(value: T) -> Self;
}

pub trait Into<T>: Sized {
    fn into(self) -> T;
}

impl<T, U: From<T>> Into<U> for T {
    fn into(self) -> U {
        U::from(self)
    }
}

pub trait AsRef<T: ?Sized> {
    fn as_ref(&self) -> &T;
}

pub trait AsMut<T: ?Sized> {
    fn as_mut(&mut self) -> &mut T;
}

impl<T> AsRef<[T]> for [T] {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T> AsRef<[T]> for Vec<T> {
    fn as_ref(&self) -> &[T] {
        pct::part(self, 0, pct::len(self))
    }
}

impl<T, const N: usize> AsRef<[T]> for [T; N] {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T> AsRef<Vec<T>> for Vec<T> {
    fn as_ref(&self) -> &Vec<T> {
        self
    }
}

impl AsRef<str> for str {
    fn as_ref(&self) -> &str {
        self
    }
}

impl AsRef<str> for String {
    fn as_ref(&self) -> &str {
        pct::part(self, 0, pct::len(self))
    }
}

impl AsRef<[u8]> for str {
    fn as_ref(&self) -> &[u8] {
        pct::bytes(self)
    }
}

impl AsRef<[u8]> for String {
    fn as_ref(&self) -> &[u8] {
        pct::bytes(pct::part(self, 0, pct::len(self)))
    }
}

impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &T {
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}

impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &mut T {
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}

impl<T: ?Sized> AsRef<T> for Box<T> {
    fn as_ref(&self) -> &T {
        &**self
    }
}

impl<T> AsMut<[T]> for [T] {
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T, const N: usize> AsMut<[T]> for [T; N] {
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T> AsMut<[T]> for Vec<T> {
    fn as_mut(&mut self) -> &mut [T] {
        let length = pct::len(self);
        pct::part_mut(self, 0, length)
    }
}

impl<T: ?Sized + AsMut<U>, U: ?Sized> AsMut<U> for &mut T {
    fn as_mut(&mut self) -> &mut U {
        (**self).as_mut()
    }
}

impl<T: ?Sized> AsMut<T> for Box<T> {
    fn as_mut(&mut self) -> &mut T {
        &mut **self
    }
}

pub fn identity<T>(x: T) -> T {
    x
}

/// From `u8` to `u32`, from `bool` to `i64`: the compiler has checked that it fits.
impl<T: pct::Integer, U: pct::Scalar> From<Plain<U>> for Plain<T> {
    fn from(value: Plain<U>) -> Plain<T> {
        pct::cast(value)
    }
}

pub trait TryFrom<T>: Sized {
    type Error;
    fn try_from(value: T) -> Result<Self, Self::Error>;
}

pub trait TryInto<T>: Sized {
    type Error;
    fn try_into(self) -> Result<T, Self::Error>;
}

impl<T, U: TryFrom<T>> TryInto<U> for T {
    type Error = U::Error;
    fn try_into(self) -> Result<U, U::Error> {
        U::try_from(self)
    }
}

impl<T: pct::Integer, U: pct::Integer> TryFrom<Plain<U>> for Plain<T> {
    type Error = TryFromIntError;
    fn try_from(value: Plain<U>) -> Result<Plain<T>, TryFromIntError> {
        if pct::fits::<U, T>(pct::same(pct::take(&value))) {
            Ok(pct::cast(value))
        } else {
            Err(TryFromIntError(()))
        }
    }
}

/// Over-approximates: any number.
impl<U: pct::Scalar> From<Plain<U>> for f64 {
    fn from(value: Plain<U>) -> f64 {
        pct::any()
    }
}

/// Over-approximates: any number.
impl<U: pct::Scalar> From<Plain<U>> for f32 {
    fn from(value: Plain<U>) -> f32 {
        pct::any()
    }
}

impl From<f32> for f64 {
    fn from(value: f32) -> f64 {
        pct::any()
    }
}
