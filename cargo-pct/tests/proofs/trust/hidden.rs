//! Code that stands where nobody looks for it: in closures, constants, coroutines and macros. Each class looks as if its number were never
//! zero, and each can be spoiled from there, as `main` shows.
#![allow(dead_code, non_local_definitions)]

macro_rules! classes {
    ($($module:ident: { $($hidden:tt)* })*) => { $(
        pub mod $module {
            #[allow(unused_imports)]
            use std::future::Future;

            pub struct S {
                x: u8,
            }

            impl S {
                pub fn new(n: u8) -> S {
                    S { x: n | 1 }
                }

                pub fn share(&self) -> u8 {
                    100 / self.x
                }
            }

            $($hidden)*
        }
    )* };
}

classes! {
    in_a_closure: {
        pub fn hides() { let _ = || { impl S { pub fn spoil(&mut self) { self.x = 0 } } }; }
    }
    in_a_constant_block: {
        pub fn hides() { const { impl S { pub fn spoil(&mut self) { self.x = 0 } } } }
    }
    in_an_async_block: {
        pub fn hides() -> impl Future<Output = ()> { async { impl S { pub fn spoil(&mut self) { self.x = 0 } } } }
    }
    in_a_static: {
        static HIDES: fn() = || { impl S { pub fn spoil(&mut self) { self.x = 0 } } };
    }
    behind_a_macro: {
        pub fn hides() { macro_rules! hidden { () => { impl S { pub fn spoil(&mut self) { self.x = 0 } } } } let _ = || { hidden!(); }; }
    }
    of_a_trait: {
        pub fn hides() { let _ = || { impl From<()> for S { fn from(_: ()) -> S { S { x: 0 } } } }; }
    }
    value_of_an_own_constant: {
        impl S { pub const SPOIL: fn(&mut S) = { fn spoil(s: &mut S) { s.x = 0 } spoil }; }
    }
    value_of_a_traits_constant: {
        pub trait Spoils { const SPOIL: fn(&mut Self); } impl Spoils for S { const SPOIL: fn(&mut S) = { fn spoil(s: &mut S) { s.x = 0 } spoil }; }
    }
    harmless: {
        pub fn hides() { let _ = || { impl S { pub fn keep(&mut self) { self.x = 1 } } }; }
    }
}

#[cfg(native)]
fn main() {
    let panicking: Vec<fn()> = vec![
        || { use in_a_closure::*; let mut s = S::new(1); s.spoil(); s.share(); },
        || { use in_a_constant_block::*; let mut s = S::new(1); s.spoil(); s.share(); },
        || { use in_an_async_block::*; let mut s = S::new(1); s.spoil(); s.share(); },
        || { use in_a_static::*; let mut s = S::new(1); s.spoil(); s.share(); },
        || { use behind_a_macro::*; let mut s = S::new(1); s.spoil(); s.share(); },
        || { use of_a_trait::*; let mut s = S::new(1); s = S::from(()); s.share(); },
        || { use value_of_an_own_constant::*; let mut s = S::new(1); S::SPOIL(&mut s); s.share(); },
        || { use value_of_a_traits_constant::*; let mut s = S::new(1); <S as Spoils>::SPOIL(&mut s); s.share(); },
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    let mut s = harmless::S::new(1);
    s.keep();
    s.share();
}
