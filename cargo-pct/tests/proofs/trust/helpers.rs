//! A function that the impls of a trait share: for some it cannot fail, for the next one it can. The functions of `wrong` panic.

fn part(n: u8) -> u8 {
    100 / n
}

pub mod safe {
    pub trait Measured {
        fn size(&self) -> u8;
    }

    pub struct Small;

    impl Measured for Small {
        fn size(&self) -> u8 {
            super::part(5)
        }
    }

    pub struct Large(pub u8);

    impl Measured for Large {
        fn size(&self) -> u8 {
            super::part(7)
        }
    }

    pub fn size_of_any<T: Measured>(value: T) -> u8 {
        value.size()
    }
}

pub mod wrong {
    use super::part;

    pub trait Measured {
        fn size(&self) -> u8;

        fn of(number: u8) -> u8;
    }

    pub struct Small;

    impl Measured for Small {
        fn size(&self) -> u8 {
            part(5)
        }

        fn of(_: u8) -> u8 {
            part(5)
        }
    }

    pub struct Large(pub u8);

    impl Measured for Large {
        fn size(&self) -> u8 {
            part(self.0)
        }

        fn of(number: u8) -> u8 {
            part(number)
        }
    }

    pub fn size_of_any<T: Measured>(value: T) -> u8 {
        value.size()
    }

    pub fn sizes<T: Measured>(values: &[T]) -> u8 {
        values.iter().fold(0, |sum, value| value.size().wrapping_add(sum))
    }

    pub fn without_value<T: Measured>() -> u8 {
        T::of(0)
    }

    pub struct Kept<T>(pub T);

    impl<T: Measured> PartialEq for Kept<T> {
        fn eq(&self, other: &Kept<T>) -> bool {
            self.0.size() == other.0.size()
        }
    }

    pub fn contains<T: Measured>(value: T, other: T) -> bool {
        vec![Kept(value)].contains(&Kept(other))
    }

    pub struct Ended<T: Measured>(T);

    impl<T: Measured> Ended<T> {
        pub fn new(value: T) -> Ended<T> {
            Ended(value)
        }
    }

    impl<T: Measured> Drop for Ended<T> {
        fn drop(&mut self) {
            self.0.size();
        }
    }
}

#[cfg(native)]
fn main() {
    use wrong::Large;
    let panicking: [fn() -> u8; 5] = [
        || wrong::size_of_any(Large(0)),
        || wrong::sizes(&[Large(0)]),
        wrong::without_value::<Large>,
        || wrong::contains(Large(0), Large(0)).into(),
        || (drop(wrong::Ended::new(Large(0))), 0).1,
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
