//! `std::mem`

use crate::clone::Clone;
use crate::default::Default;
use crate::pct;
use std::mem::ManuallyDrop;

pub fn swap<T>(x: &mut T, y: &mut T) {
    let a = pct::take(x);
    let b = pct::take(y);
    pct::put(x, b);
    pct::put(y, a);
}

pub fn replace<T>(dest: &mut T, src: T) -> T {
    let old = pct::take(dest);
    pct::put(dest, src);
    old
}

pub fn take<T: Default>(dest: &mut T) -> T {
    let value = T::default();
    let old = pct::take(dest);
    pct::put(dest, value);
    old
}

pub fn size_of<T>() -> usize {
    pct::size_of::<T>()
}

pub fn forget<T>(t: T) {
    pct::same::<T, ()>(t);
}

pub fn drop<T>(_x: T) {}

pub trait ManuallyDropMethods<T> {
    fn new(value: T) -> ManuallyDrop<T>;
    fn into_inner(slot: ManuallyDrop<T>) -> T;
    unsafe fn take(slot: &mut ManuallyDrop<T>) -> T;
    unsafe fn drop(slot: &mut ManuallyDrop<T>);
}

/// A value of this type is the value in it: the executor runs no destructor of either.
impl<T> ManuallyDropMethods<T> for ManuallyDrop<T> {
    fn new(value: T) -> ManuallyDrop<T> {
        pct::same(value)
    }

    fn into_inner(slot: ManuallyDrop<T>) -> T {
        pct::same(slot)
    }

    unsafe fn take(slot: &mut ManuallyDrop<T>) -> T {
        pct::take(pct::same::<&mut ManuallyDrop<T>, &T>(slot))
    }

    unsafe fn drop(slot: &mut ManuallyDrop<T>) {
        let value: T = pct::take(pct::same::<&mut ManuallyDrop<T>, &T>(slot));
    }
}

impl<T: Clone> Clone for ManuallyDrop<T> {
    fn clone(&self) -> ManuallyDrop<T> {
        pct::same(pct::same::<&ManuallyDrop<T>, &T>(self).clone())
    }
}

impl<T: Default> Default for ManuallyDrop<T> {
    fn default() -> ManuallyDrop<T> {
        pct::same(T::default())
    }
}

impl<T: Copy> Clone for std::mem::MaybeUninit<T> {
    fn clone(&self) -> std::mem::MaybeUninit<T> {
        pct::unknown(self)
    }
}
