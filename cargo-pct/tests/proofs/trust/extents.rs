//! Room is asked for by the size of elements, which is not always known. The functions of `wrong` panic for some argument.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::iter::Peekable;
use std::str::Chars;

pub struct Pixel(pub [Option<u16>; 3], pub f64);

/// As large as its one field.
pub struct Word(pub u64);

pub struct Words(pub [Word; 3]);

/// Larger than its one field.
#[repr(align(32))]
pub struct Line(pub u64);

pub mod safe {
    use super::*;

    pub fn words(n: usize) -> usize {
        n % size_of::<Word>() + 100 / size_of::<Words>()
    }

    pub fn bits(n: usize) -> usize {
        n % (size_of::<Word>() * 8)
    }

    pub fn same_size(n: usize) -> usize {
        n / (25 - size_of::<Words>())
    }

    pub fn cells(n: u32) -> Vec<Cell<Pixel>> {
        Vec::with_capacity(n as usize)
    }

    pub fn texts(n: u32) -> Vec<Cow<'static, str>> {
        Vec::with_capacity(n as usize)
    }

    pub fn iterators(texts: &[String]) -> Vec<Peekable<Chars<'_>>> {
        texts.iter().map(|text| text.chars().peekable()).collect()
    }

    pub fn maps(n: u32) -> Vec<HashMap<u8, HashSet<u8>>> {
        Vec::with_capacity(n as usize)
    }

    pub fn of_any_type<T: Clone>(all: &[T]) -> Vec<Option<T>> {
        all.iter().cloned().map(Some).collect()
    }

    pub fn keyed(n: u32) -> HashMap<u64, String> {
        HashMap::with_capacity(n as usize)
    }

    pub fn length(all: &[RangeOf<u8>]) -> usize {
        all.len() * 2
    }
}

pub type RangeOf<T> = std::ops::Range<T>;

pub struct A(B);
struct B(C);
struct C(D);
struct D(E);
struct E(F);
struct F(G);
struct G([u8; 1 << 30]);

#[repr(align(0x1000_0000))]
pub struct Aligned(u8);

pub struct Around(u8, Empty);

#[repr(align(268435456))]
struct Empty;

pub mod wrong {
    use super::*;

    pub fn same_size(n: usize) -> usize {
        n / (24 - size_of::<Words>())
    }

    pub fn no_word(n: usize) -> usize {
        n / (size_of::<Line>() - 32)
    }

    pub fn is_larger(n: usize) -> usize {
        n / (size_of::<Line>() / 9 - 3)
    }

    pub fn cells(n: u8) -> Vec<Cell<[u8; 1 << 30]>> {
        Vec::with_capacity(usize::from(n) << 31)
    }

    pub fn deep(n: u8) -> Vec<A> {
        Vec::with_capacity(usize::from(n) << 31)
    }

    pub fn aligned(n: u8) -> Vec<Aligned> {
        Vec::with_capacity(usize::from(n) << 33)
    }

    pub fn aligned_inside(n: u8) -> Vec<Around> {
        Vec::with_capacity(usize::from(n) << 33)
    }

    pub fn great_keys(n: u8) -> HashMap<[u8; 1 << 31], ()> {
        HashMap::with_capacity(usize::from(n) << 24)
    }

    pub fn great_values(n: u8) -> HashMap<u8, [u8; 1 << 40]> {
        HashMap::with_capacity(usize::from(n) << 24)
    }

    pub fn grows(all: &[u8]) -> Vec<Cell<[u8; 1 << 40]>> {
        all.iter().map(|_| std::process::exit(3)).collect()
    }

    pub fn nothing(all: &[std::iter::Empty<u8>]) -> usize {
        all.len() * 2
    }

    pub fn nothing_reversed(all: &[std::iter::Rev<std::iter::Empty<u8>>]) -> usize {
        all.len() * 2
    }
}

#[cfg(native)]
fn main() {
    // Fields take their room in variants that nothing can be of: what is taken for the least size relies on it.
    use std::convert::Infallible;
    assert!(size_of::<Option<(u8, Infallible)>>() >= 1);
    assert!(size_of::<Result<(u64, Infallible), (u16, Infallible)>>() >= 8);
    assert_eq!(size_of::<Option<Infallible>>(), 0);
    const NOTHING: std::iter::Empty<u8> = std::iter::empty();
    static ALL: [std::iter::Empty<u8>; usize::MAX] = [NOTHING; usize::MAX];
    let many = vec![0; 1 << 23];
    let panicking: Vec<Box<dyn Fn() + std::panic::UnwindSafe>> = vec![
        Box::new(|| drop(wrong::cells(255))),
        Box::new(|| drop(wrong::deep(255))),
        Box::new(|| drop(wrong::aligned(255))),
        Box::new(|| drop(wrong::aligned_inside(255))),
        Box::new(|| drop(wrong::great_keys(255))),
        Box::new(|| drop(wrong::great_values(255))),
        Box::new(move || drop(wrong::grows(&many))),
        Box::new(|| drop(wrong::nothing(&ALL))),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
