//! `std::boxed`

use crate::clone::Clone;
use crate::cmp::PartialEq;
use crate::pct;
use std::mem::MaybeUninit;

pub trait BoxMethods<T> {
    fn new(x: T) -> Box<T>;
    fn new_uninit() -> Box<MaybeUninit<T>>;
}

impl<T> BoxMethods<T> for Box<T> {
    fn new(x: T) -> Box<T> {
        pct::boxed(x)
    }

    fn new_uninit() -> Box<MaybeUninit<T>> {
        pct::boxed_uninit()
    }
}

/// The end of `vec![a, b]`.
pub fn box_assume_init_into_vec_unsafe<T, const N: usize>(b: Box<MaybeUninit<[T; N]>>) -> Vec<T> {
    pct::same(pct::unboxed(b))
}

impl<T: Clone> Clone for Box<T> {
    fn clone(&self) -> Box<T> {
        pct::boxed((**self).clone())
    }

    fn clone_from(&mut self, source: &Box<T>) {
        (**self).clone_from(&**source);
    }
}

impl<T: PartialEq> PartialEq for Box<T> {
    fn eq(&self, other: &Box<T>) -> bool {
        (**self).eq(&**other)
    }
}

impl<T> crate::convert::From<T> for Box<T> {
    fn from(value: T) -> Box<T> {
        pct::boxed(value)
    }
}
