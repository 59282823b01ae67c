//! A function with type parameters is called with any types: their methods return anything, and they may have no size.

pub fn first<T: Copy>(values: &[T]) -> Option<T> {
    if values.len() > 0 { Some(values[0]) } else { None }
}

pub fn swapped<A, B>(pair: (A, B)) -> (B, A) {
    (pair.1, pair.0)
}

pub fn counted<T>(values: &[T]) -> usize {
    let mut count = 0;
    for index in 0..values.len() {
        assert!(index < values.len());
        if index < 10 {
            count += 1;
        }
    }
    if count <= 10 { 10 - count } else { 0 }
}

pub fn dropped<T>(value: T) -> u8 {
    drop(value);
    1
}

pub fn longer<T>(values: &[T]) -> usize {
    values.len() + 1
}

pub fn ordered<T: PartialOrd>(one: T, other: T) -> u8 {
    if one < other {
        0
    } else {
        assert!(one >= other);
        1
    }
}

pub fn same<T: PartialEq>(value: &T) {
    assert!(value == value);
}

pub fn of_some_size<T>() {
    assert!(std::mem::size_of::<T>() > 0);
}

pub trait Limit {
    const MOST: u8 = 1;
    fn most(&self) -> u8 {
        1
    }
}

pub fn limited<T: Limit>(value: &T) {
    assert!(value.most() == 1);
}

pub fn applied<F: Fn(u8) -> u8>(function: F) -> u8 {
    function(1) + 1
}

pub fn constant<T: Limit>() {
    assert!(T::MOST == 1);
}

pub fn doubled<T: Into<u8> + Copy>(value: T) {
    let (one, other): (u8, u8) = (value.into(), value.into());
    assert!(one == other);
}

pub fn told<T: Iterator<Item = u8>>(mut values: T) {
    let first = values.next();
    let second = values.next();
    assert!(first.is_some() || second.is_none());
}

pub fn indexed<T>(values: &[T], index: usize) -> &T {
    &values[index]
}
