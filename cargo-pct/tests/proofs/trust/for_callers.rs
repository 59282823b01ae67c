//! Code that makes objects out of bits, or opens them up, for whatever type its callers choose. In `wrong` the class is one that they may
//! choose, as `main` shows; in `safe` it is none.
#![allow(dead_code)]

macro_rules! classes {
    ($($module:ident: { $($around:tt)* })*) => { $(
        pub mod $module {
            #[derive(Debug)]
            #[repr(transparent)]
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

            /// # Safety
            /// All bits are a value.
            pub unsafe trait Plain: Sized {}

            // SAFETY: every byte is a number.
            unsafe impl Plain for u8 {}

            $($around)*
        }
    )* };
}

pub mod wrong {
    classes! {
        zeroed: {
            unsafe impl Plain for S {}
            pub fn zeroed<T: Plain>() -> T { unsafe { std::mem::zeroed() } }
        }
        copied: {
            unsafe impl Plain for S {}
            pub fn cast<T: Plain, U: Plain>(value: T) -> Option<U> {
                (size_of::<T>() == size_of::<U>()).then(|| unsafe { std::mem::transmute_copy(&value) })
            }
        }
        seen: {
            unsafe impl Plain for S {}
            pub fn cast<T: Plain>(bytes: &[u8]) -> Option<&T> {
                (bytes.len() >= size_of::<T>() && align_of::<T>() == 1).then(|| unsafe { &*bytes.as_ptr().cast() })
            }
        }
        opened: {
            pub unsafe trait Open: Sized {}
            unsafe impl Open for S {}
            pub fn bytes(value: &mut impl Open) -> &mut [u8] {
                let length = size_of_val(value);
                unsafe { std::slice::from_raw_parts_mut((&raw mut *value).cast(), length) }
            }
        }
        boxed: {
            unsafe impl Plain for S {}
            pub fn boxed<T: Plain>() -> Box<T> { unsafe { Box::new_zeroed().assume_init() } }
        }
        for_all_plain: {
            unsafe impl Plain for S {}
            pub trait Clear { fn clear(&mut self); }
            impl<T: Plain> Clear for T { fn clear(&mut self) { unsafe { std::ptr::write_bytes(self, 0, 1) } } }
        }
        in_arrays: {
            unsafe impl Plain for [S; 2] {}
            pub fn zeroed<T: Plain>() -> T { zeroed_inside() }
            fn zeroed_inside<T>() -> T { unsafe { std::mem::zeroed() } }
        }
        named: {
            pub unsafe trait Names { type Target; }
            pub struct Marker;
            unsafe impl Names for Marker { type Target = S; }
            pub fn zeroed<M: Names>() -> M::Target { unsafe { std::mem::zeroed() } }
        }
        provided: {
            unsafe impl Zeroed for S {}
            pub unsafe trait Zeroed: Sized { fn zero() -> Self { unsafe { std::mem::zeroed() } } }
        }
    }
}

pub mod safe {
    classes! {
        not_plain: {
            pub fn zeroed<T: Plain>() -> T { unsafe { std::mem::zeroed() } }
        }
        not_made: {
            unsafe impl Plain for S {}
            pub fn size<T: Plain>() -> usize { size_of::<T>() }
        }
    }
}

#[cfg(native)]
fn main() {
    use wrong::*;
    let panicking: Vec<fn()> = vec![
        || drop(zeroed::zeroed::<zeroed::S>().share()),
        || drop(copied::cast::<u8, copied::S>(0).unwrap().share()),
        || drop(seen::cast::<seen::S>(&[0]).unwrap().share()),
        || {
            let mut s = opened::S::new(1);
            opened::bytes(&mut s)[0] = 0;
            s.share();
        },
        || drop(boxed::boxed::<boxed::S>().share()),
        || {
            use for_all_plain::Clear;
            let mut s = for_all_plain::S::new(1);
            s.clear();
            s.share();
        },
        || drop(in_arrays::zeroed::<[in_arrays::S; 2]>()[0].share()),
        || drop(named::zeroed::<named::Marker>().share()),
        || drop(<provided::S as provided::Zeroed>::zero().share()),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    safe::not_plain::S::new(0).share();
    safe::not_made::S::new(safe::not_made::size::<u8>() as u8).share();
}
