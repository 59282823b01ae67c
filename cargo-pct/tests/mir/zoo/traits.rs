//! Traits, generics, `dyn`, `impl` and associated items.

use std::fmt::{self, Debug, Display};

pub trait Tower {
    const SIDES: u32;
    const LABEL: &'static str = "label";
    type Item<'a>: Debug
    where
        Self: 'a;
    fn item<'a>(&'a self) -> Self::Item<'a>;
    fn sides(&self) -> u32 {
        Self::SIDES
    }
}

pub struct Wall<'x, T, const B: bool>(&'x T);

impl<'x, T: Debug, const B: bool> Tower for Wall<'x, T, B> {
    const SIDES: u32 = if B { 4 } else { 3 };
    type Item<'a>
        = &'a T
    where
        Self: 'a;
    fn item<'a>(&'a self) -> &'a T {
        self.0
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    #[default]
    Low = 1,
    High = 7,
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:>3}", self, 1)
    }
}

pub fn projected<I: Iterator<Item = (usize, char)>>(mut i: I) -> Option<<I as Iterator>::Item> {
    i.next()
}

pub fn labels<T: Tower>() -> (&'static str, u32) {
    (T::LABEL, T::SIDES)
}

pub fn use_wall(x: &String) -> (usize, u32) {
    let wall = Wall::<_, true>(x);
    (wall.item().len(), wall.sides())
}

pub fn objects<'a>(x: &(dyn Debug + Send), y: Box<dyn Iterator<Item = &'a str> + 'a>) -> usize {
    format!("{x:?}").len() + y.count()
}

pub fn arguments(x: impl Into<Vec<u8>> + Clone, y: &impl AsRef<[u8]>) -> usize {
    x.into().len() + y.as_ref().len()
}

pub fn turbofish() -> usize {
    arguments("a", &[1u8]) + size_of::<[u16; 3]>() + [3u8, 1].iter().copied().max().map_or(0, usize::from)
}

pub fn local_impl() -> u32 {
    struct Local(u32);
    impl Local {
        fn get(&self) -> u32 {
            self.0
        }
    }
    Local(3).get()
}

mod inner {
    impl super::Level {
        pub fn elsewhere(self) -> u8 {
            self as u8
        }
    }
}

pub fn primitives(a: &[u32], p: *const u8) -> (Option<&u32>, u32, *const u8) {
    (a.get(1), 5u32.pow(2), p.wrapping_add(1))
}

pub fn array_map<const N: usize>(a: [u8; N]) -> [u16; N] {
    a.map(u16::from)
}

pub fn bound_consts<const C: char, const I: i8>() -> (char, i8) {
    (C, I)
}

pub fn call_consts() -> (char, i8) {
    bound_consts::<'\'', { i8::MIN }>()
}
