//! Constants of a client's type, and the room of a vector: the code knows neither.

/// Whose constants clients choose.
pub trait Wide {
    const MOST: u8;
    const SIGNED: i64;
    const WANTED: bool;
}

/// Whose constant has another type in each impl.
pub trait Counted {
    type Count: Into<u64>;
    const COUNT: Self::Count;
}

/// What is written here is no number of the language.
pub mod other_numbers {
    #![allow(non_camel_case_types)]

    type usize = i64;

    use std::primitive::i64 as u8;

    pub trait Below {
        const ALIAS: usize;
        const IMPORTED: u8;
    }

    pub trait Chosen<u16> {
        const CHOSEN: u16;
    }
}

pub mod safe {
    use super::Wide;

    pub fn fits<T: Wide>() -> u16 {
        100 / (256 - u16::from(T::MOST))
    }

    pub fn is_wide_enough<T: Wide>() -> i128 {
        100 / (i128::from(T::SIGNED) - (1 << 64))
    }

    pub fn has_room(v: &Vec<u8>) -> usize {
        v.capacity() - v.len()
    }

    pub fn has_room_for_text(text: &String) -> usize {
        text.capacity() - text.len()
    }
}

pub mod wrong {
    use super::other_numbers::{Below, Chosen};
    use super::{Counted, Wide};

    pub fn aliased<T: Below>() -> i64 {
        100 / (i64::from(T::ALIAS) + 1)
    }

    pub fn imported<T: Below>() -> i64 {
        100 / (i64::from(T::IMPORTED) + 1)
    }

    pub fn chosen<T: Chosen<i64>>() -> i64 {
        100 / (T::CHOSEN + 1)
    }

    pub fn divides<T: Wide>() -> u8 {
        100 / T::MOST
    }

    pub fn adds<T: Wide>() -> i64 {
        T::SIGNED + 1
    }

    pub fn wants<T: Wide>() {
        assert!(T::WANTED)
    }

    pub fn counts<T: Counted>() -> u64 {
        let count: u64 = T::COUNT.into();
        100 / count
    }

    pub fn has_any_room(v: &Vec<u8>) -> usize {
        100 / v.capacity()
    }

    pub fn is_full(v: &Vec<u8>) {
        assert!(v.capacity() == v.len())
    }

    pub fn has_little_room(text: &String) -> u8 {
        100 / 11u8.saturating_sub(text.capacity() as u8)
    }

    pub fn was_made_here() -> usize {
        let v: Vec<u8> = Vec::new();
        100 / v.capacity()
    }
}

/// A client's type.
#[cfg(native)]
struct Least;

#[cfg(native)]
impl Wide for Least {
    const MOST: u8 = 0;
    const SIGNED: i64 = i64::MAX;
    const WANTED: bool = false;
}

#[cfg(native)]
impl Counted for Least {
    type Count = u8;
    const COUNT: u8 = 0;
}

#[cfg(native)]
impl other_numbers::Below for Least {
    const ALIAS: i64 = -1;
    const IMPORTED: i64 = -1;
}

#[cfg(native)]
impl other_numbers::Chosen<i64> for Least {
    const CHOSEN: i64 = -1;
}

#[cfg(native)]
fn main() {
    let (roomy, text) = (Vec::with_capacity(3), String::with_capacity(11));
    assert_eq!(safe::fits::<Least>(), 0);
    assert_eq!(safe::is_wide_enough::<Least>(), 0);
    assert_eq!(safe::has_room(&roomy), roomy.capacity());
    assert_eq!(safe::has_room_for_text(&text), text.capacity());
    let panicking: [&dyn Fn() -> usize; 11] = [
        &|| wrong::aliased::<Least>() as usize,
        &|| wrong::imported::<Least>() as usize,
        &|| wrong::chosen::<Least>() as usize,
        &|| wrong::divides::<Least>().into(),
        &|| wrong::adds::<Least>() as usize,
        &|| {
            wrong::wants::<Least>();
            0
        },
        &|| wrong::counts::<Least>() as usize,
        &|| wrong::has_any_room(&Vec::new()),
        &|| {
            wrong::is_full(&roomy);
            0
        },
        &|| wrong::has_little_room(&text).into(),
        &wrong::was_made_here,
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        let call = std::panic::AssertUnwindSafe(function);
        assert!(std::panic::catch_unwind(call).is_err(), "function {index} does not panic");
    }
}
