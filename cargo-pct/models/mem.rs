//! `std::mem`

use crate::default::Default;
use crate::pct;

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

pub fn forget<T>(t: T) {
    pct::same::<T, ()>(t);
}

pub fn drop<T>(_x: T) {}
