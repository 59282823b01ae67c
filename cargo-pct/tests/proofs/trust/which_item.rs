//! Which trait, associated type or item a name in the source means, and whether clients can name it. The items of `wrong` panic.

pub mod safe {
    mod private {
        pub trait Sealed {
            fn value(&self) -> u8;
        }
    }

    impl private::Sealed for u8 {
        fn value(&self) -> u8 {
            1
        }
    }

    pub fn sealed<T: private::Sealed>(value: T) -> u8 {
        let _ = value.value();
        1
    }

    struct Held<I: Iterator>(Option<I::Item>);

    pub fn item(numbers: std::ops::Range<u8>) -> bool {
        let mut numbers = numbers;
        let held: Held<std::ops::Range<u8>> = Held(numbers.next());
        held.0.is_some()
    }
}

pub mod wrong {
    pub trait Marked {}

    impl Marked for u8 {}

    mod first {
        pub trait Valued {
            fn value(&self) -> u8;
        }

        impl<P: super::Marked> Valued for Box<P> {
            fn value(&self) -> u8 {
                1
            }
        }

        pub fn exported<P>(value: Box<P>) -> u8
        where
            Box<P>: Valued,
        {
            10 / value.value()
        }
    }

    mod second {
        #[allow(non_snake_case)]
        pub fn Valued() {}
    }

    pub use first::{Valued, exported};
    pub use second::Valued;

    #[allow(dead_code)]
    mod sealing {
        pub trait Sealed {}
    }

    pub mod open {
        pub trait Anything {}

        impl<P: ?Sized> Anything for P {}
    }

    use open::Anything as Sealed;

    pub trait Demanding: Sealed {
        fn value(&self) -> u8;
    }

    impl<P: Marked> Demanding for Box<P> {
        fn value(&self) -> u8 {
            1
        }
    }

    pub fn renamed<P>(value: Box<P>) -> u8
    where
        Box<P>: Demanding,
    {
        10 / value.value()
    }

    pub mod a {
        pub mod b {
            pub mod c {
                pub mod d {
                    pub mod e {
                        pub mod f {
                            pub mod g {
                                pub mod h {
                                    pub mod i {
                                        pub mod j {
                                            pub mod k {
                                                pub mod l {
                                                    pub mod m {
                                                        pub trait Deep {
                                                            fn value(&self) -> u8;
                                                        }

                                                        impl<P: crate::wrong::Marked> Deep for Box<P> {
                                                            fn value(&self) -> u8 {
                                                                1
                                                            }
                                                        }
                                                    }
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    use a::b::c::d::e::f::g::h::i::j::k::l::m::Deep;

    pub fn deep<P>(value: Box<P>) -> u8
    where
        Box<P>: Deep,
    {
        10 / value.value()
    }

    pub trait Own {
        type Item;
        fn make() -> Self::Item;
    }

    pub trait Below: Own {}

    pub struct Ending {
        number: u8,
    }

    impl Drop for Ending {
        fn drop(&mut self) {
            if !std::thread::panicking() {
                let _ = 10 / self.number;
            }
        }
    }

    struct Both;

    impl Own for Both {
        type Item = Ending;

        fn make() -> Ending {
            Ending { number: 0 }
        }
    }

    impl Below for Both {}

    impl Iterator for Both {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            None
        }
    }

    struct Held<P: Below>(#[allow(dead_code)] P::Item);

    fn held() -> Held<Both> {
        Held(Both::make())
    }

    pub fn supertrait() {
        let _held = held();
    }

    mod types {
        pub struct Thing {
            pub number: u8,
        }

        impl Drop for Thing {
            fn drop(&mut self) {
                if !std::thread::panicking() {
                    let _ = 10 / self.number;
                }
            }
        }
    }

    mod functions {
        #[allow(non_snake_case)]
        pub fn Thing() {}

        #[allow(dead_code)]
        struct Thing {}
    }

    #[allow(unused_imports)]
    use functions::Thing;
    use types::Thing;

    struct Around {
        #[allow(dead_code)]
        thing: Thing,
    }

    fn around(number: u8) -> Around {
        Around { thing: types::Thing { number } }
    }

    pub fn imported(number: u8) {
        let _around = around(number);
    }
}

#[cfg(native)]
struct Client;

#[cfg(native)]
impl wrong::Valued for Box<Client> {
    fn value(&self) -> u8 {
        0
    }
}

#[cfg(native)]
impl wrong::Demanding for Box<Client> {
    fn value(&self) -> u8 {
        0
    }
}

#[cfg(native)]
impl wrong::a::b::c::d::e::f::g::h::i::j::k::l::m::Deep for Box<Client> {
    fn value(&self) -> u8 {
        0
    }
}

#[cfg(native)]
fn main() {
    let panicking: [fn(); 5] = [
        || drop(wrong::exported(Box::new(Client))),
        || drop(wrong::renamed(Box::new(Client))),
        || drop(wrong::deep(Box::new(Client))),
        wrong::supertrait,
        || wrong::imported(0),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
