//! Types whose names an import gives to something else, too: a function, a macro, a constant. The functions of `wrong` panic.

#![allow(dead_code, non_snake_case, non_upper_case_globals, unused_imports, private_interfaces)]

pub mod safe {
    use std::mem::forget as Number;

    pub struct Number {
        value: u8,
    }

    impl Drop for Number {
        fn drop(&mut self) {
            let _ = 10 / (self.value | 1);
        }
    }

    pub fn ended(value: u8) {
        drop(Number { value });
    }
}

pub mod wrong {
    pub mod by_a_function {
        mod m {
            pub fn made() {}
        }

        use m::made as Last;

        pub struct Last {
            value: u8,
        }

        impl Drop for Last {
            fn drop(&mut self) {
                let _ = 10 / self.value;
            }
        }

        pub fn of_a_function(value: u8) {
            drop(Last { value });
        }
    }

    pub mod by_std {
        use std::mem::forget as Last;

        pub struct Last<'a> {
            lent: &'a mut u8,
        }

        impl Drop for Last<'_> {
            fn drop(&mut self) {
                *self.lent = 0;
            }
        }

        pub fn of_std() -> u8 {
            let mut lent = 1;
            drop(Last { lent: &mut lent });
            10 / lent
        }
    }

    pub mod by_a_macro {
        mod m {
            macro_rules! last {
                () => {};
            }
            pub(crate) use last as Last;
        }

        use m::Last;

        pub struct Last {
            value: u8,
        }

        impl Drop for Last {
            fn drop(&mut self) {
                let _ = 10 / self.value;
            }
        }

        pub fn of_a_macro(value: u8) {
            drop(Last { value });
        }
    }

    pub mod by_blocks {
        pub struct Last {
            value: u8,
        }

        fn h() {
            {
                type Other = Last;
                impl Drop for Other {
                    fn drop(&mut self) {
                        let _ = 10 / self.value;
                    }
                }
            }
            {
                type Other = u8;
            }
        }

        pub fn of_blocks(value: u8) {
            drop(Last { value });
        }
    }

    pub mod by_a_constant {
        pub struct Last<'a> {
            lent: &'a mut u8,
        }

        mod a {
            pub use super::Last as Other;
        }

        mod b {
            pub const Other: u8 = 1;
        }

        use a::Other;
        use b::Other;

        impl Drop for Other<'_> {
            fn drop(&mut self) {
                *self.lent = 0;
            }
        }

        pub fn of_a_constant() -> u8 {
            let mut lent = 1;
            drop(Last { lent: &mut lent });
            10 / lent
        }
    }

    pub mod by_an_inner_function {
        pub struct Kept {
            value: u8,
        }

        pub fn Kept() {
            pub fn number() -> u8 {
                1
            }
            number();
        }

        mod a {
            pub type Other = super::Kept;
        }

        mod b {
            pub const Other: u8 = 1;
        }

        use a::Other;
        use b::Other;

        impl Other {
            pub fn number() -> u8 {
                0
            }
        }

        pub fn of_an_inner_function() -> u8 {
            10 / Kept::number()
        }
    }

    pub mod by_a_private_type {
        pub trait Count {
            fn count() -> u8;
        }

        pub trait Mark {}

        impl<T: Mark> Count for T {
            fn count() -> u8 {
                0
            }
        }

        pub mod inner {
            use super::*;

            pub fn Kept() {}

            struct Kept {}

            impl Mark for Kept {}

            pub fn of_a_private_type() -> u8 {
                10 / Kept::count()
            }
        }

        use inner::Kept;

        pub struct Kept {
            value: u8,
        }

        impl Count for Kept {
            fn count() -> u8 {
                1
            }
        }
    }

    pub mod by_a_function_around {
        use std::ops::Drop;

        pub struct Last {
            value: u8,
        }

        pub fn host() {
            trait Drop {
                fn drop(&mut self);
            }
            mod inner {
                impl super::Drop for super::Last {
                    fn drop(&mut self) {
                        let _ = 10 / self.value;
                    }
                }
            }
        }

        pub fn of_a_function_around(value: u8) {
            drop(Last { value });
        }
    }

    pub mod by_a_type_of_c {
        use std::ffi::c_ushort as u8;

        pub trait Of {
            type Out;
        }

        impl Of for bool {
            type Out = u8;
        }

        pub struct Kept<T: Of> {
            value: T::Out,
        }

        impl<T: Of> Kept<T> {
            pub fn made(value: T::Out) -> Kept<T> {
                Kept { value }
            }
        }

        pub fn of_a_type_of_c(kept: &Kept<bool>) -> u32 {
            let value = kept.value as u32;
            if value > 300 { 10 / (value - 400) } else { 1 }
        }
    }

    pub mod by_a_constructor {
        pub enum Kind {
            Of(u8),
            None,
        }

        pub fn Kind() {
            fn Of(_: u8) -> Kind {
                Kind::None
            }
            Of(0);
        }

        pub fn of_a_constructor(value: Option<u8>) -> u8 {
            match value.map(Kind::Of) {
                Some(Kind::Of(value)) => 10 / value,
                _ => 1,
            }
        }
    }

    pub mod by_an_inner_constant {
        pub struct Kept {
            value: u8,
        }

        impl Kept {
            const LEAST: u8 = 0;

            pub fn of_an_inner_constant(value: u8) -> u8 {
                value / (Self::LEAST.wrapping_mul(value))
            }
        }

        pub static Kept: u8 = {
            const LEAST: u8 = 1;
            LEAST
        };
    }
}

#[cfg(native)]
fn main() {
    let panicking: [fn(); 11] = [
        || wrong::by_a_function::of_a_function(0),
        || drop(wrong::by_std::of_std()),
        || wrong::by_a_macro::of_a_macro(0),
        || wrong::by_blocks::of_blocks(0),
        || drop(wrong::by_a_constant::of_a_constant()),
        || drop(wrong::by_an_inner_function::of_an_inner_function()),
        || drop(wrong::by_a_private_type::inner::of_a_private_type()),
        || wrong::by_a_function_around::of_a_function_around(0),
        || drop(wrong::by_a_type_of_c::of_a_type_of_c(&wrong::by_a_type_of_c::Kept::made(400))),
        || drop(wrong::by_a_constructor::of_a_constructor(Some(0))),
        || drop(wrong::by_an_inner_constant::Kept::of_an_inner_constant(1)),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    safe::ended(0);
}
