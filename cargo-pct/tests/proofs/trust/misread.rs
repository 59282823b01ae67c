//! Names of types that mean something else than what stands nearest in the text. The functions of `wrong` panic.

#![allow(dead_code, non_snake_case, non_camel_case_types, unused_imports, private_interfaces)]

pub mod safe {
    /// A module and a function of one name, whose names agree.
    pub mod beside {
        pub struct Whole(pub u8);
    }

    pub fn beside(n: u8) -> u8 {
        struct Held {
            whole: beside::Whole,
        }
        let held = Held { whole: beside::Whole(n) };
        100 / (held.whole.0 | 1)
    }

    /// A name of the prelude that a module has for itself.
    mod hidden {
        pub(in crate::safe::hidden) struct Other;
    }

    use hidden::*;

    pub struct Kept {
        divisor: Option<u8>,
    }

    impl Kept {
        pub fn new() -> Kept {
            Kept { divisor: Some(1) }
        }

        pub fn divide(&self, n: u8) -> u8 {
            self.divisor.map_or(0, |divisor| n / divisor)
        }
    }
}

pub mod wrong {
    pub struct Ending(u8);

    impl Drop for Ending {
        fn drop(&mut self) {
            if !std::thread::panicking() {
                let _ = 10 / self.0;
            }
        }
    }

    fn ending(n: u8) -> Ending {
        Ending(n)
    }

    pub mod in_body {
        pub struct Ending;
    }

    pub fn in_body(n: u8) {
        struct Held {
            ending: Ending,
        }
        let _held = Held { ending: ending(n) };
    }

    pub fn above(n: u8) {
        struct Ending;
        mod inner {
            use super::Ending;

            pub struct Held {
                pub ending: Ending,
            }
        }
        let _held = inner::Held { ending: super::wrong::ending(n) };
    }

    pub mod of_the_prelude {
        use super::{Ending, ending};

        mod a {
            pub(in crate::wrong::of_the_prelude::a) struct Option;
        }

        use self::a::*;

        struct Held {
            ending: Option<Ending>,
        }

        pub fn kept(n: u8) {
            let _held = Held { ending: Some(ending(n)) };
        }
    }

    pub mod of_a_function {
        use super::{Ending, ending};

        mod a {
            struct Box<T> {
                of: std::marker::PhantomData<T>,
            }

            pub fn Box() {}
        }

        use self::a::Box;

        struct Held {
            ending: Box<Ending>,
        }

        pub fn boxed(n: u8) {
            let _held = Held { ending: std::boxed::Box::new(ending(n)) };
        }
    }

    pub mod of_std {
        use super::{Ending, ending};

        pub struct VecDeque<T>(std::marker::PhantomData<T>);

        pub fn queued(n: u8) {
            fn inner(n: u8) {
                use std::collections::*;
                struct Held {
                    ending: VecDeque<Ending>,
                }
                let _held = Held { ending: VecDeque::from([ending(n)]) };
            }
            inner(n)
        }
    }

    pub mod of_numbers {
        mod a {
            pub(in crate::wrong::of_numbers::a) type u16 = u8;
        }

        use self::a::*;

        pub struct Held {
            pub number: u16,
        }

        pub fn large(held: &Held) -> u32 {
            let number = held.number as u32;
            if number > 300 { 10 / (number - 400) } else { 1 }
        }
    }

    pub mod of_variants {
        mod a {
            #[derive(Clone, Copy)]
            pub enum Kind {
                A,
                B,
                C,
            }

            pub fn a() {
                enum Kind {
                    A,
                    B,
                }
            }
        }

        use self::a::a;

        pub struct Held {
            pub kind: a::Kind,
        }

        pub fn third(held: &Held) -> u8 {
            let kind = held.kind as u8;
            if kind > 1 { 10 / (kind - 2) } else { 1 }
        }

        pub fn of_third() -> Held {
            Held { kind: a::Kind::C }
        }
    }

    pub mod of_traits {
        mod a {
            pub(in crate::wrong::of_traits::a) trait Drop {
                fn drop(&mut self);
            }
        }

        use self::a::*;

        pub struct Last {
            number: u8,
        }

        impl Drop for Last {
            fn drop(&mut self) {
                let _ = 10 / self.number;
            }
        }

        pub fn dropped(number: u8) {
            let _last = Last { number };
        }
    }

    pub mod of_impls {
        pub struct Last(u8);

        pub mod inside {
            pub struct Last;
        }

        pub fn inside() {
            impl Drop for Last {
                fn drop(&mut self) {
                    let _ = 10 / self.0;
                }
            }
        }

        pub fn ended(number: u8) {
            Last(number);
        }
    }

    pub mod of_generic_impls {
        pub struct Last<T>(u8, T);

        pub mod inside {
            pub struct Last<T>(T);
        }

        pub fn inside() {
            impl<T> Drop for Last<T> {
                fn drop(&mut self) {
                    let _ = 10 / self.0;
                }
            }
        }

        pub fn ended_of_any<T>(number: u8, value: T) {
            Last(number, value);
        }
    }

    /// The glob brings no `Drop`: that of `inside` can be used here alone.
    pub mod of_what_is_visible {
        use self::around::inside::*;

        pub mod around {
            pub mod inside {
                pub(super) trait Drop {
                    fn drop(&mut self);
                }
            }

            pub struct Unused;

            impl self::inside::Drop for Unused {
                fn drop(&mut self) {}
            }
        }

        pub struct Last<T>(u8, T);

        impl<T> Drop for Last<T> {
            fn drop(&mut self) {
                let _ = 10 / self.0;
            }
        }

        pub fn seen_ended<T>(number: u8, value: T) {
            Last(number, value);
        }
    }

    /// Of this destructor all is read; of which type others are is not clear.
    pub mod beside_others {
        pub trait Mark {}

        impl Mark for u8 {}

        struct Last<T: Mark>(u8, T);

        impl<T: Mark> Drop for Last<T> {
            fn drop(&mut self) {
                let _ = 10 / self.0;
            }
        }

        pub fn marked_ended<T: Mark>(number: u8, value: T) {
            Last(number, value);
        }
    }
}

#[cfg(native)]
fn main() {
    let panicking: [fn(); 12] = [
        || wrong::in_body(0),
        || wrong::above(0),
        || wrong::of_the_prelude::kept(0),
        || wrong::of_a_function::boxed(0),
        || wrong::of_std::queued(0),
        || drop(wrong::of_numbers::large(&wrong::of_numbers::Held { number: 400 })),
        || drop(wrong::of_variants::third(&wrong::of_variants::of_third())),
        || wrong::of_traits::dropped(0),
        || wrong::of_impls::ended(0),
        || wrong::of_generic_impls::ended_of_any(0, 1u8),
        || wrong::of_what_is_visible::seen_ended(0, 1u8),
        || wrong::beside_others::marked_ended(0, 1u8),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
