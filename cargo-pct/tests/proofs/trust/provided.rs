//! Methods that traits of the crate provide, and functions that call methods of type parameters. What is in `safe` never panics; what is in
//! `wrong` does, as `main` shows.
#![allow(dead_code)]

pub trait Level {
    const FULL: u8;

    fn level(&self) -> u8;

    fn share(&self) -> u8 {
        100 / self.level()
    }

    fn of_full(&self) -> u8 {
        100 / Self::FULL
    }
}

pub trait Shelf<X> {
    fn items(&self) -> &[X];

    fn at(&self) -> usize;

    fn current(&self) -> &X {
        &self.items()[self.at()]
    }
}

pub trait Made: Sized {
    fn made() -> Self;

    fn size(&self) -> u8;

    fn made_of(bound: u8) -> Self {
        let made = Self::made();
        assert!(made.size() <= bound, "too small");
        made
    }
}

pub trait Named {
    fn number(&self) -> u8;
}

/// Its implementations do not fail.
pub trait Quiet {
    fn number(&self) -> u8;

    fn masked(&self) -> u8 {
        self.number() & 7
    }
}

pub mod safe {
    use super::{Level, Made, Quiet, Shelf};

    pub struct Tank(u8);

    impl Tank {
        pub fn new(level: u8) -> Tank {
            Tank(level | 1)
        }
    }

    impl Level for Tank {
        const FULL: u8 = 7;

        fn level(&self) -> u8 {
            self.0
        }
    }

    /// What it provides would fail; it overrides that.
    pub struct Careful(pub u8);

    impl Level for Careful {
        const FULL: u8 = 1;

        fn level(&self) -> u8 {
            self.0
        }

        fn share(&self) -> u8 {
            100u8.checked_div(self.0).unwrap_or(0)
        }
    }

    pub struct Rack<T> {
        first: [T; 2],
        right: bool,
    }

    impl<T> Rack<T> {
        pub fn new(first: [T; 2], right: bool) -> Rack<T> {
            Rack { first, right }
        }
    }

    impl<T> Shelf<T> for Rack<T> {
        fn items(&self) -> &[T] {
            &self.first
        }

        fn at(&self) -> usize {
            usize::from(self.right)
        }
    }

    pub struct Nothing(());

    impl Made for Nothing {
        fn made() -> Nothing {
            Nothing(())
        }

        fn size(&self) -> u8 {
            0
        }
    }

    impl Quiet for Tank {
        fn number(&self) -> u8 {
            self.0
        }
    }

    pub fn masks<T: Quiet>(value: T) -> u8 {
        value.masked() ^ value.number()
    }
}

pub mod wrong {
    use super::{Level, Made, Named, Shelf};

    pub struct Tank(pub u8);

    impl Level for Tank {
        const FULL: u8 = 7;

        fn level(&self) -> u8 {
            self.0
        }
    }

    pub struct Flat(u8);

    impl Flat {
        pub fn new() -> Flat {
            Flat(1)
        }
    }

    impl Level for Flat {
        const FULL: u8 = 0;

        fn level(&self) -> u8 {
            self.0
        }
    }

    /// The method is that of a reference to it.
    pub struct Lent(pub u8);

    impl Level for &Lent {
        const FULL: u8 = 1;

        fn level(&self) -> u8 {
            self.0
        }
    }

    pub struct Rack<T> {
        items: Vec<T>,
    }

    impl<T> Rack<T> {
        pub fn new(items: Vec<T>) -> Rack<T> {
            Rack { items }
        }
    }

    impl<T> Shelf<T> for Rack<T> {
        fn items(&self) -> &[T] {
            &self.items
        }

        fn at(&self) -> usize {
            0
        }
    }

    /// One of its instances has the trait.
    pub struct Pair<T>(T, u8);

    impl<T> Pair<T> {
        pub fn new(first: T, second: u8) -> Pair<T> {
            Pair(first, second)
        }
    }

    impl Level for Pair<u16> {
        const FULL: u8 = 1;

        fn level(&self) -> u8 {
            self.1
        }
    }

    /// An alias has it.
    pub struct Plain(u8);

    type Other = Plain;

    impl Plain {
        pub fn new(number: u8) -> Plain {
            Plain(number)
        }
    }

    impl Level for Other {
        const FULL: u8 = 1;

        fn level(&self) -> u8 {
            self.0
        }
    }

    pub struct Three(());

    impl Made for Three {
        fn made() -> Three {
            Three(())
        }

        fn size(&self) -> u8 {
            3
        }
    }

    impl Named for Tank {
        fn number(&self) -> u8 {
            100 / self.0
        }
    }

    pub fn asks<T: Named>(value: T) -> u8 {
        value.number()
    }

    pub fn asks_what_is_provided<T: Level>(value: T) -> u8 {
        value.of_full()
    }

    pub fn asks_unnamed(value: &impl Named) -> u8 {
        value.number()
    }

    pub struct Asking<T>(pub T);

    impl<T: Named> Asking<T> {
        pub fn ask(&self) -> u8 {
            self.0.number()
        }
    }
}

#[cfg(native)]
fn main() {
    use wrong::{Asking, Flat, Lent, Pair, Plain, Rack, Tank, Three};
    let panicking: Vec<Box<dyn Fn() + std::panic::UnwindSafe>> = vec![
        Box::new(|| drop(Tank(0).share())),
        Box::new(|| drop(Flat::new().of_full())),
        Box::new(|| drop((&Lent(0)).share())),
        Box::new(|| drop(*Rack::<u8>::new(Vec::new()).current())),
        Box::new(|| drop(Pair::new(1u16, 0).share())),
        Box::new(|| drop(Plain::new(0).share())),
        Box::new(|| drop(Three::made_of(2))),
        Box::new(|| drop(wrong::asks(Tank(0)))),
        Box::new(|| drop(wrong::asks_what_is_provided(Flat::new()))),
        Box::new(|| drop(wrong::asks_unnamed(&Tank(0)))),
        Box::new(|| drop(Asking(Tank(0)).ask())),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    for number in 0..=255 {
        safe::Tank::new(number).share();
        safe::Tank::new(number).of_full();
        safe::Careful(number).share();
        safe::Nothing::made_of(number);
        safe::masks(safe::Tank::new(number));
    }
    safe::Rack::new([1, 2], true).current();
}
