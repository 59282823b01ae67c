//! Impls whose headers are not what they look like: for types without a size, written by another name, or one that is not compared.
//! The functions of `wrong` panic.

pub mod safe {
    pub mod any {
        pub trait Level {
            fn level(&self) -> u8;
        }

        impl<T> Level for T {
            fn level(&self) -> u8 {
                1
            }
        }

        pub fn ask<T>(it: &T) -> u8 {
            100 / it.level()
        }
    }

    pub mod sealed {
        mod hidden {
            pub trait Hidden {}

            impl Hidden for u8 {}
        }

        pub trait Mark {}

        pub trait Level: hidden::Hidden {
            fn level(&self) -> u8;
        }

        impl Level for u8 {
            fn level(&self) -> u8 {
                1
            }
        }

        pub fn ask(it: &u8) -> u8 {
            100 / it.level()
        }
    }
}

pub mod wrong {
    pub mod text {
        pub trait Level {
            fn level(&self) -> u8;
        }

        impl<T> Level for T {
            fn level(&self) -> u8 {
                1
            }
        }

        impl Level for str {
            fn level(&self) -> u8 {
                0
            }
        }

        pub fn ask<V: ?Sized + Level>(it: &V) -> u8 {
            100 / it.level()
        }

        pub trait Ask: Level {
            fn ask_itself(&self) -> u8 {
                100 / self.level()
            }
        }

        impl Ask for str {}
    }

    /// Clients may write an impl for their own trait objects.
    pub mod object {
        pub trait Level {
            fn level(&self) -> u8;
        }

        impl<T> Level for T {
            fn level(&self) -> u8 {
                1
            }
        }

        pub fn ask<V: ?Sized + Level>(it: &V) -> u8 {
            100 / it.level()
        }
    }

    pub mod header {
        use std::marker::PhantomData;

        pub trait Mark {}

        impl Mark for u16 {}

        pub struct Holder<V: ?Sized>(pub PhantomData<V>);

        pub trait Shape {}

        pub trait Level {
            fn level(&self) -> u8;
        }

        impl<V: ?Sized + Mark> Level for Holder<V> {
            fn level(&self) -> u8 {
                1
            }
        }

        impl Level for Holder<dyn Shape> {
            fn level(&self) -> u8 {
                0
            }
        }

        impl Level for Holder<std::num::NonZeroU8> {
            fn level(&self) -> u8 {
                0
            }
        }

        pub fn of_object() -> u8 {
            let holder: Holder<dyn Shape> = Holder(PhantomData);
            100 / holder.level()
        }

        pub fn of_alias() -> u8 {
            let holder: Holder<std::num::NonZero<u8>> = Holder(PhantomData);
            100 / holder.level()
        }
    }

    /// The trait that is demanded is private, and all types have it.
    pub mod open {
        mod hidden {
            pub trait Hidden {}

            impl<V: ?Sized> Hidden for V {}
        }

        pub trait Mark {}

        pub trait Level: hidden::Hidden {
            fn level(&self) -> u8;
        }

        impl<W: Mark> Level for Box<W> {
            fn level(&self) -> u8 {
                1
            }
        }

        pub fn ask<W>(it: &Box<W>) -> u8
        where
            Box<W>: Level,
        {
            100 / it.level()
        }
    }

    pub mod pointers {
        pub trait Mark {}

        impl Mark for fn(u8) {}

        pub trait Level {
            fn level(&self) -> u8;
        }

        impl<W: Mark> Level for W {
            fn level(&self) -> u8 {
                0
            }
        }

        impl<A> Level for unsafe fn(A) {
            fn level(&self) -> u8 {
                1
            }
        }

        pub fn ask() -> u8 {
            let pointer: fn(u8) = drop;
            100 / pointer.level()
        }
    }

    /// The convention of a call is a part of a pointer's type.
    pub mod conventions {
        pub trait Mark {}

        impl Mark for fn(u8) {}

        pub trait Level {
            fn level(&self) -> u8;
        }

        impl<W: Mark> Level for W {
            fn level(&self) -> u8 {
                0
            }
        }

        impl<A> Level for extern "C" fn(A) {
            fn level(&self) -> u8 {
                1
            }
        }

        pub fn ask() -> u8 {
            let pointer: fn(u8) = drop;
            100 / pointer.level()
        }
    }

    /// What an alias is written with says nothing of what it stands for.
    pub mod alias {
        pub struct Width<const N: usize>;

        pub trait Wide {
            type Own;
        }

        impl<const N: usize> Wide for Width<N> {
            type Own = Width<1>;
        }

        pub trait Mark {}

        impl Mark for Width<2> {}

        pub trait Level {
            fn level(&self) -> u8;
        }

        impl<const N: usize> Level for Width<N>
        where
            Width<N>: Mark,
        {
            fn level(&self) -> u8 {
                1
            }
        }

        impl Level for <Width<2> as Wide>::Own {
            fn level(&self) -> u8 {
                0
            }
        }

        pub fn ask() -> u8 {
            100 / Width::<1>.level()
        }
    }

    /// Types of the standard library that have no size.
    pub mod without_size {
        use std::path::Path;

        pub trait Level {
            fn level(&self) -> u8;
        }

        impl<T> Level for T {
            fn level(&self) -> u8 {
                1
            }
        }

        impl Level for Path {
            fn level(&self) -> u8 {
                0
            }
        }

        pub fn ask(it: &Path) -> u8 {
            100 / it.level()
        }
    }

    /// A constant that is left out is the declared one.
    pub struct Way<const N: usize = 0, const IS_LONG: bool = false> {
        pub(crate) length: usize,
    }

    impl Way<2> {
        pub fn new() -> Way<2> {
            Way { length: 2 }
        }

        pub fn leave(self) -> Way {
            Way { length: self.length }
        }
    }

    impl<const N: usize, const IS_LONG: bool> Way<N, IS_LONG> {
        pub fn parts(&self) -> usize {
            self.length / N
        }
    }

    pub mod sizes {
        use std::arch::x86_64::__m512;

        #[repr(align(1), align(16))]
        pub struct Twice(pub u8);

        pub fn aligned_twice() -> usize {
            100 / (16 - size_of::<Twice>())
        }

        pub fn beside_a_vector(n: u8) -> usize {
            let number = if n == 7 { isize::MAX as usize / 100 } else { 0 };
            Vec::<(u8, __m512)>::with_capacity(number).len()
        }
    }

    pub struct Shared {
        pub level: u8,
    }

    #[allow(non_snake_case)]
    pub fn Shared() -> u8 {
        const LEVEL: u8 = 1;
        LEVEL
    }

    impl Shared {
        pub const LEVEL: u8 = 0;
    }

    pub fn named(n: u8) -> u8 {
        100 / n.max(Shared::LEVEL)
    }

    /// Room for all is demanded before the first clone is made.
    pub mod endless {
        pub struct Endless(pub u8);

        impl Clone for Endless {
            fn clone(&self) -> Endless {
                loop {}
            }
        }

        pub fn asks_first() -> usize {
            let mut all: Vec<Endless> = Vec::new();
            all.extend(std::iter::repeat_n(Endless(1), usize::MAX));
            all.len()
        }
    }
}

#[cfg(native)]
fn main() {
    use wrong::*;

    trait Client {}

    impl Client for u8 {}

    impl object::Level for dyn Client {
        fn level(&self) -> u8 {
            0
        }
    }

    struct Own;

    impl open::Level for Box<Own> {
        fn level(&self) -> u8 {
            0
        }
    }

    let panicking: Vec<Box<dyn Fn() -> usize + std::panic::UnwindSafe>> = vec![
        Box::new(|| text::ask("").into()),
        Box::new(|| text::Ask::ask_itself("").into()),
        Box::new(|| object::ask(&7u8 as &dyn Client).into()),
        Box::new(|| header::of_object().into()),
        Box::new(|| header::of_alias().into()),
        Box::new(|| open::ask(&Box::new(Own)).into()),
        Box::new(|| pointers::ask().into()),
        Box::new(|| conventions::ask().into()),
        Box::new(|| alias::ask().into()),
        Box::new(|| without_size::ask("".as_ref()).into()),
        Box::new(|| Way::<2>::new().leave().parts()),
        Box::new(|| sizes::aligned_twice()),
        Box::new(|| sizes::beside_a_vector(7)),
        Box::new(|| named(0).into()),
        Box::new(|| endless::asks_first()),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
