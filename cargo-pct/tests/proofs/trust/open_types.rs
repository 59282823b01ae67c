//! Impls that serve some of a generic function's types only, methods that std provides for all, destructors that write what lives on, and
//! objects that borrow what others of their class do. Each item of `wrong` panics for some client, as `main` shows.
#![allow(dead_code)]

use std::fmt::Display;

pub trait Level {
    fn level(&self) -> u8;
}

pub trait Known {}

impl Known for u8 {}

pub struct Zero;

pub struct Wrap<T>(pub T);

impl<T: Known> Level for Wrap<T> {
    fn level(&self) -> u8 {
        1
    }
}

impl Level for Wrap<Zero> {
    fn level(&self) -> u8 {
        0
    }
}

impl<T: Known> Level for fn(T) {
    fn level(&self) -> u8 {
        1
    }
}

impl Level for fn(Zero) {
    fn level(&self) -> u8 {
        0
    }
}

impl<T: Copy, U> Level for (T, U) {
    fn level(&self) -> u8 {
        1
    }
}

impl Level for (Zero, Zero) {
    fn level(&self) -> u8 {
        0
    }
}

/// No other impl serves any `Only<T>`.
pub struct Only<T>(pub T);

impl<T: Known> Level for Only<T> {
    fn level(&self) -> u8 {
        1
    }
}

pub trait Shown {
    fn rank(&self) -> u8;
}

impl<T: Display> Shown for T {
    fn rank(&self) -> u8 {
        1
    }
}

impl Shown for Zero {
    fn rank(&self) -> u8 {
        0
    }
}

pub mod safe {
    use super::*;

    pub fn of_the_only_impl<T>(only: &Only<T>) -> u8
    where
        Only<T>: Level,
    {
        100 / only.level()
    }

    pub fn of_a_known_type(wrapped: &Wrap<u8>) -> u8 {
        100 / wrapped.level()
    }

    pub fn greater<T: Ord>(one: T, other: T) -> T {
        if one < other { other } else { one }
    }

    /// A destructor that changes its own object alone.
    pub struct Owned {
        value: u8,
    }

    impl Owned {
        pub fn new(value: u8) -> Owned {
            Owned { value: value | 1 }
        }

        pub fn share(&self) -> u8 {
            100 / self.value
        }
    }

    impl Drop for Owned {
        fn drop(&mut self) {
            self.value = 0;
        }
    }

    /// An object that hands what it borrows on to the next.
    pub struct Step<'a> {
        value: &'a mut u8,
    }

    impl<'a> Step<'a> {
        pub fn new(value: &'a mut u8) -> Step<'a> {
            *value |= 1;
            Step { value }
        }

        pub fn share(&self) -> u8 {
            100 / *self.value
        }

        pub fn next(self) -> Step<'a> {
            Step { value: self.value }
        }
    }
}

pub mod wrong {
    use super::*;

    pub fn of_one_impl<T>(wrapped: &Wrap<T>) -> u8
    where
        Wrap<T>: Level,
    {
        100 / wrapped.level()
    }

    pub fn of_a_function<T>(function: fn(T)) -> u8
    where
        fn(T): Level,
    {
        100 / function.level()
    }

    pub fn of_half_a_pair<T>(pair: (Zero, T)) -> u8
    where
        (Zero, T): Level,
    {
        100 / pair.level()
    }

    pub fn of_items<I: Iterator>(mut items: I) -> u8
    where
        I::Item: Shown,
    {
        items.next().map_or(1, |item| 100 / item.rank())
    }

    pub fn behind_a_reference<'a, T>(value: &'a T) -> u8
    where
        &'a T: Shown,
    {
        100 / value.rank()
    }

    pub fn between<T: Ord>(value: T, least: T, greatest: T) -> T {
        value.clamp(least, greatest)
    }

    pub fn total(items: impl Iterator<Item = u8>) -> u8 {
        items.sum()
    }

    pub fn each<I: Iterator>(items: I, step: usize) -> impl Iterator<Item = I::Item> {
        items.step_by(step)
    }

    /// The destructor writes another object.
    pub struct Parent<'a> {
        value: u8,
        other: Option<&'a mut Parent<'static>>,
    }

    impl<'a> Parent<'a> {
        pub fn new(value: u8) -> Parent<'static> {
            Parent { value: value | 1, other: None }
        }

        pub fn child(other: &'a mut Parent<'static>) -> Parent<'a> {
            Parent { value: 1, other: Some(other) }
        }

        pub fn share(&self) -> u8 {
            100 / self.value
        }
    }

    impl Drop for Parent<'_> {
        fn drop(&mut self) {
            if let Some(other) = &mut self.other {
                other.value = 0;
            }
        }
    }

    pub trait Hook: Sized {
        fn run(self, object: &mut Handed<Self>);
    }

    /// The destructor hands the object to clients.
    pub struct Handed<H: Hook> {
        value: u8,
        hook: Option<H>,
    }

    impl<H: Hook> Handed<H> {
        pub fn new(value: u8, hook: H) -> Handed<H> {
            Handed { value: value | 1, hook: Some(hook) }
        }

        pub fn share(&self) -> u8 {
            100 / self.value
        }
    }

    impl<H: Hook> Drop for Handed<H> {
        fn drop(&mut self) {
            self.value = 0;
            if let Some(hook) = self.hook.take() {
                hook.run(self);
            }
        }
    }

    /// What the destructor leaves of a part is what the part's own destructor begins with.
    pub struct Nested {
        value: u8,
        part: Option<Box<Nested>>,
    }

    impl Nested {
        pub fn new(value: u8, part: Option<Box<Nested>>) -> Nested {
            Nested { value: value | 1, part }
        }
    }

    impl Drop for Nested {
        fn drop(&mut self) {
            if let Some(part) = &mut self.part {
                part.value = 0;
            }
            assert!(self.value != 0);
        }
    }

    /// An object that borrows what another one goes on to use.
    pub struct Cursor<'a> {
        items: &'a mut Vec<u8>,
        place: usize,
    }

    impl<'a> Cursor<'a> {
        pub fn new(items: &'a mut Vec<u8>) -> Cursor<'a> {
            Cursor { items, place: 0 }
        }

        pub fn advance(&mut self) {
            if self.place < self.items.len() {
                self.place += 1;
            }
        }

        pub fn rest(&self) -> &[u8] {
            &self.items[self.place..]
        }

        pub fn again(&mut self) -> Cursor<'_> {
            Cursor { items: self.items, place: self.place }
        }

        pub fn finish(self) {
            self.items.clear();
        }
    }
}

#[cfg(native)]
fn main() {
    use wrong::*;

    struct Sharing;
    impl Hook for Sharing {
        fn run(self, object: &mut Handed<Sharing>) {
            object.share();
        }
    }
    let panicking: Vec<fn()> = vec![
        || drop(of_one_impl(&Wrap(Zero))),
        || drop(of_a_function::<Zero>(drop)),
        || drop(of_half_a_pair((Zero, Zero))),
        || drop(of_items([Zero].into_iter())),
        || drop(total([255, 1].into_iter())),
        || drop(between(1, 3, 2)),
        || drop(each([1].into_iter(), 0)),
        || {
            let mut parent = Parent::new(1);
            drop(Parent::child(&mut parent));
            parent.share();
        },
        || drop(Handed::new(1, Sharing)),
        || drop(Nested::new(1, Some(Box::new(Nested::new(1, None))))),
        || {
            let mut items = vec![1, 2];
            let mut cursor = Cursor::new(&mut items);
            cursor.advance();
            cursor.again().finish();
            cursor.rest();
        },
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }

    struct Own;
    impl Shown for &Own {
        fn rank(&self) -> u8 {
            0
        }
    }
    assert!(std::panic::catch_unwind(|| behind_a_reference(&Own)).is_err());
}
