//! Parameters of traits that are left out. Every function of `wrong` panics, those of `safe` never do.

#![allow(unused)]

use std::ops::Add;

pub trait Level {
    fn level() -> u8;
}

impl Level for u8 {
    fn level() -> u8 {
        1
    }
}

impl Level for u16 {
    fn level() -> u8 {
        0
    }
}

impl Level for Vec<u8> {
    fn level() -> u8 {
        0
    }
}

pub trait OfItself<A: Level = Self> {
    fn share(&self) -> u8 {
        100 / A::level()
    }
}

impl OfItself for u8 {}

pub trait OfAnother<A: Level = u16> {
    fn share(&self) -> u8 {
        100 / A::level()
    }

    fn in_a_closure(&self) -> u8 {
        let level = || A::level();
        100 / level()
    }
}

impl OfAnother for u8 {}

impl OfAnother<u8> for i8 {}

pub trait OfTheFirst<A: Level = Vec<u8>, B: Level = A> {
    fn share(&self) -> u8 {
        100 / B::level()
    }
}

impl OfTheFirst for u8 {}

pub trait OfANumber<const N: u8 = 0> {
    fn share(&self) -> u8 {
        100 / N
    }
}

impl OfANumber for u8 {}

impl OfANumber<2> for i8 {}

pub trait OfAnyImpl<A: Level = u16> {
    fn share(&self) -> u8;
}

impl<A: Level> OfAnyImpl<A> for u8 {
    fn share(&self) -> u8 {
        100 / A::level()
    }
}

pub trait OfTwoImpls<A = u16> {
    fn share(&self) -> u8;
}

impl OfTwoImpls for u8 {
    fn share(&self) -> u8 {
        1
    }
}

impl<T: Copy> OfTwoImpls<T> for T {
    fn share(&self) -> u8 {
        100 / (std::mem::size_of::<T>() as u8 - 1)
    }
}

pub trait OfABlanket<A = u16> {
    fn share(&self) -> u8;
}

impl OfABlanket<u8> for u8 {
    fn share(&self) -> u8 {
        1
    }
}

impl<T: Copy> OfABlanket<u16> for T {
    fn share(&self) -> u8 {
        100 / (std::mem::size_of::<T>() as u8 - 1)
    }
}

#[derive(Clone, Copy)]
pub struct Half(u8);

impl Add for Half {
    type Output = u8;

    fn add(self, other: Half) -> u8 {
        self.0 / 2 + other.0 / 2
    }
}

impl Add<u8> for Half {
    type Output = u8;

    fn add(self, other: u8) -> u8 {
        100 / other
    }
}

pub mod safe {
    use super::*;

    pub fn itself(n: u8) -> u8 {
        OfItself::share(&n)
    }

    pub fn another(n: i8) -> u8 {
        OfAnother::share(&n)
    }

    pub fn number(n: i8) -> u8 {
        OfANumber::share(&n)
    }

    pub fn any_impl(n: u8) -> u8 {
        <u8 as OfAnyImpl<u8>>::share(&n)
    }

    pub fn two_impls(n: u8) -> u8 {
        <u8 as OfTwoImpls>::share(&n)
    }

    pub fn blanket(n: u8) -> u8 {
        <u8 as OfABlanket<u8>>::share(&n)
    }

    pub fn sum(n: u8) -> u8 {
        Half(n) + Half(n)
    }
}

pub mod wrong {
    use super::*;

    pub fn another(n: u8) -> u8 {
        OfAnother::share(&n)
    }

    pub fn in_a_closure(n: u8) -> u8 {
        n.in_a_closure()
    }

    pub fn the_first(n: u8) -> u8 {
        OfTheFirst::share(&n)
    }

    pub fn number(n: u8) -> u8 {
        OfANumber::share(&n)
    }

    pub fn any_impl(n: u8) -> u8 {
        <u8 as OfAnyImpl>::share(&n)
    }

    pub fn two_impls(n: u8) -> u8 {
        <u8 as OfTwoImpls<u8>>::share(&n)
    }

    pub fn blanket(n: u8) -> u8 {
        <u8 as OfABlanket>::share(&n)
    }

    pub fn sum(n: u8) -> u8 {
        Half(n) + n
    }
}

#[cfg(native)]
fn main() {
    let panicking: [(&str, fn(u8) -> u8); 8] = [
        ("another", wrong::another),
        ("in_a_closure", wrong::in_a_closure),
        ("the_first", wrong::the_first),
        ("number", wrong::number),
        ("any_impl", wrong::any_impl),
        ("two_impls", wrong::two_impls),
        ("blanket", wrong::blanket),
        ("sum", wrong::sum),
    ];
    for (name, function) in panicking {
        assert!(std::panic::catch_unwind(|| function(0)).is_err(), "{name}");
    }
    for n in 0..=255 {
        safe::itself(n);
        safe::another(n as i8);
        safe::number(n as i8);
        safe::any_impl(n);
        safe::two_impls(n);
        safe::blanket(n);
        safe::sum(n);
    }
}
