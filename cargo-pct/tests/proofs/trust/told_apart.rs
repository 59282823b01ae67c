//! Impls that only an associated type or a lifetime tells apart from a general one. The functions of `wrong` panic.

#![allow(dead_code)]

pub trait Own {
    type Out;
}

pub struct Narrow;

impl Own for Narrow {
    type Out = u8;
}

pub struct Wide;

impl Own for Wide {
    type Out = u16;
}

pub mod safe {
    use super::{Narrow, Own};

    pub struct Held<T>(pub T);

    pub trait Level {
        fn level(&self) -> u8;
    }

    impl<T: Own<Out = u8>> Level for Held<T> {
        fn level(&self) -> u8 {
            1
        }
    }

    pub fn ask() -> u8 {
        100 / Held(Narrow).level()
    }

    pub trait Numbered {
        fn number(&self) -> u8;
    }

    pub trait Shared: Numbered {
        fn share(&self, n: u8) -> u8 {
            n / self.number()
        }
    }

    impl<T: Numbered> Shared for T {}

    pub struct One;

    impl One {
        pub fn new() -> One {
            One
        }
    }

    impl Numbered for One {
        fn number(&self) -> u8 {
            1
        }
    }
}

pub mod wrong {
    use super::{Own, Wide};

    pub struct Held<T>(pub T);

    trait Marked {}

    impl Marked for Held<Wide> {}

    pub trait Level {
        fn level(&self) -> u8;
    }

    impl<T: Own<Out = u8>> Level for Held<T> {
        fn level(&self) -> u8 {
            1
        }
    }

    impl<T: Marked> Level for T {
        fn level(&self) -> u8 {
            0
        }
    }

    pub fn by_type() -> u8 {
        100 / Held(Wide).level()
    }

    pub struct Built {
        level: u8,
    }

    impl Built {
        pub fn new() -> Built {
            Built { level: Held(Wide).level() }
        }

        pub fn ask(&self) -> u8 {
            100 / self.level
        }
    }

    pub trait Bounded {
        fn bounded(&self) -> u8;
    }

    trait Small {}

    impl Small for u8 {}

    impl<T: Own<Out: Small>> Bounded for Held<T> {
        fn bounded(&self) -> u8 {
            1
        }
    }

    impl<T: Marked> Bounded for T {
        fn bounded(&self) -> u8 {
            0
        }
    }

    pub fn by_bound() -> u8 {
        100 / Held(Wide).bounded()
    }

    trait Named {
        type Name;
    }

    impl Named for u8 {
        type Name = Wide;
    }

    pub struct Inherent<T>(T);

    impl<T: Own<Out = u8>> Inherent<T> {
        fn level(&self) -> u8 {
            1
        }
    }

    impl Inherent<<u8 as Named>::Name> {
        fn level(&self) -> u8 {
            0
        }
    }

    pub fn without_trait() -> u8 {
        100 / Inherent(Wide).level()
    }

    impl From<Held<Wide>> for u8 {
        fn from(_: Held<Wide>) -> u8 {
            0
        }
    }

    impl<T: Own<Out = u8>> Into<u8> for Held<T> {
        fn into(self) -> u8 {
            1
        }
    }

    pub fn by_std() -> u8 {
        let divisor: u8 = Held(Wide).into();
        100 / divisor
    }

    impl std::fmt::Display for Held<Wide> {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }

    impl<T: Own<Out = u8>> ToString for Held<T> {
        fn to_string(&self) -> String {
            String::new()
        }
    }

    pub fn shown() -> usize {
        Held(Wide).to_string().len()
    }

    trait Static {}

    impl Static for fn(&'static u8) -> u8 {}

    pub trait Called {
        fn level(&self) -> u8;
    }

    impl Called for fn(&u8) -> u8 {
        fn level(&self) -> u8 {
            1
        }
    }

    impl<T: Static> Called for T {
        fn level(&self) -> u8 {
            0
        }
    }

    pub fn by_lifetime(function: fn(&'static u8) -> u8) -> u8 {
        100 / function.level()
    }

    trait Reading<T> {}

    impl Reading<&'static u8> for Wide {}

    pub trait Read {
        fn read(&self) -> u8;
    }

    impl<T: for<'a> Reading<&'a u8>> Read for Held<T> {
        fn read(&self) -> u8 {
            1
        }
    }

    impl<T: Marked> Read for T {
        fn read(&self) -> u8 {
            0
        }
    }

    pub fn for_all_lifetimes() -> u8 {
        100 / Held(Wide).read()
    }

    trait Lasting<'a> {}

    impl Lasting<'static> for Wide {}

    pub trait Kept {
        fn kept(&self) -> u8;
    }

    impl<T: for<'a> Lasting<'a>> Kept for Held<T> {
        fn kept(&self) -> u8 {
            1
        }
    }

    impl<T: Marked> Kept for T {
        fn kept(&self) -> u8 {
            0
        }
    }

    pub fn without_types() -> u8 {
        100 / Held(Wide).kept()
    }

    pub struct OfStatic;

    impl Own for OfStatic {
        type Out = fn(&'static u8) -> u8;
    }

    trait Distinct {}

    impl Distinct for Held<OfStatic> {}

    pub trait Found {
        fn found(&self) -> u8;
    }

    impl<T: Own<Out = fn(&u8) -> u8>> Found for Held<T> {
        fn found(&self) -> u8 {
            1
        }
    }

    impl<T: Distinct> Found for T {
        fn found(&self) -> u8 {
            0
        }
    }

    pub fn by_lifetime_of_type() -> u8 {
        100 / Held(OfStatic).found()
    }

    pub trait Numbered {
        fn number(&self) -> u8;
    }

    pub trait Shared: Numbered {
        fn share(&self, n: u8) -> u8 {
            n / self.number()
        }
    }

    impl<T: Numbered> Shared for T {}

    /// What its trait provides for all types fails.
    pub struct Zero;

    impl Zero {
        pub fn new() -> Zero {
            Zero
        }
    }

    impl Numbered for Zero {
        fn number(&self) -> u8 {
            0
        }
    }
}

#[cfg(native)]
fn main() {
    use wrong::Shared;
    let panicking: [fn(); 11] = [
        || drop(wrong::by_type()),
        || drop(wrong::Built::new().ask()),
        || drop(wrong::by_bound()),
        || drop(wrong::without_trait()),
        || drop(wrong::by_std()),
        || drop(wrong::shown()),
        || drop(wrong::by_lifetime(|number| *number)),
        || drop(wrong::for_all_lifetimes()),
        || drop(wrong::without_types()),
        || drop(wrong::by_lifetime_of_type()),
        || drop(wrong::Zero::new().share(1)),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
