//! Names that mislead: raw and non-ASCII identifiers, types named like MIR operations, impls that share their span.

#![allow(non_camel_case_types)]

/// A tuple struct named like an operation: `Add(copy _1, copy _2)` is an aggregate here.
pub struct Add(pub u32, pub u32);
pub struct Not(pub bool);
pub struct Eq(pub u8, pub u8);

pub fn operations(a: u32, b: u32) -> (Add, Not, Eq) {
    (Add(a, b), Not(a == b), Eq(1, 2))
}

pub fn through_pointer(slot: &mut Add, slots: &mut [Not], i: usize) {
    *slot = Add(1, 2);
    slots[i] = Not(true);
}

/// A function named like an operation.
#[allow(non_snake_case)]
pub fn Sub(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b)
}

pub fn calls(a: u32) -> u32 {
    Sub(a, 3)
}

pub mod copy {
    pub fn r#move(x: u8) -> u8 {
        x
    }
}

pub fn r#type(r#in: u8) -> u8 {
    copy::r#move(r#in)
}

pub struct 一(pub u8);

impl 一 {
    pub fn größe(&self) -> u8 {
        self.0
    }
}

macro_rules! sized {
    ($($ty:ty),*) => {$(
        impl Sized2 for $ty {
            fn size() -> usize {
                size_of::<$ty>()
            }
        }
    )*};
}

pub trait Sized2 {
    fn size() -> usize;
}

sized!(u8, u16, [u8; 3]);

macro_rules! closures {
    ($($name:ident)*) => {$(
        pub fn $name(n: u8) -> u8 {
            let f = |x: u8| x + n;
            f(1)
        }
    )*};
}

closures!(first second);

const _: () = {
    pub struct Hidden;
    impl Hidden {
        pub const fn method(&self) {}
    }
    Hidden.method();
};

pub struct Tuple(pub [u8; 2 + 1], pub u8);

pub fn parenthesis_in_text() -> &'static str {
    "-> [return: bb1, unwind continue]; }\n}"
}

pub mod deep {
    pub fn outer() -> u8 {
        fn inner() -> u8 {
            const K: u8 = 3;
            K
        }
        inner()
    }
}
