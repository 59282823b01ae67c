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
