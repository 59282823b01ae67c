//! What a client's type calls its `Item` may be the crate's type: a bound of the caller says so, and code that it calls does not know. The
//! functions and types of `wrong` panic.

pub mod safe {
    pub struct Pair<T: Tagged> {
        tag: T::Tag,
        divisor: u8,
    }

    pub trait Tagged {
        type Tag;
    }

    impl<T: Tagged> Pair<T> {
        pub fn new(tag: T::Tag) -> Pair<T> {
            Pair { tag, divisor: 1 }
        }

        pub fn divide(&self, n: u8) -> u8 {
            n / self.divisor
        }
    }
}

pub mod wrong {
    use std::cell::RefCell;
    use std::cmp::Ordering;
    use std::iter::Peekable;

    pub trait Keeps {
        type Kept;
        fn kept(&mut self) -> &mut Self::Kept;
    }

    pub struct Divisor {
        number: u8,
    }

    impl Divisor {
        pub fn new() -> Divisor {
            Divisor { number: 1 }
        }

        pub fn divide(&self) -> u8 {
            100 / self.number
        }
    }

    fn put<T: Keeps>(keeper: &mut T, kept: T::Kept) {
        *keeper.kept() = kept;
    }

    pub fn spoil<T: Keeps<Kept = Divisor>>(keeper: &mut T) {
        put(keeper, Divisor { number: 0 })
    }

    #[derive(PartialEq, Eq)]
    pub struct Key(pub u8);

    impl PartialOrd for Key {
        fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Key {
        fn cmp(&self, other: &Key) -> Ordering {
            (10 / self.0).cmp(&(10 / other.0))
        }
    }

    impl Drop for Key {
        fn drop(&mut self) {
            if self.0 == 7 && !std::thread::panicking() {
                panic!("seven");
            }
        }
    }

    pub fn greatest<T: Iterator<Item = Key>>(keys: T) -> Option<Key> {
        keys.max()
    }

    pub fn compared<T: Iterator<Item = Key>>(one: T, other: T) -> bool {
        one.cmp(other) == Ordering::Less
    }

    pub fn last<T: Iterator<Item = Key>>(keys: T) -> Option<Key> {
        keys.last()
    }

    pub fn ended<T: Iterator<Item = Key>>(keys: Peekable<T>) {
        drop(keys);
    }

    fn greatest_of<T: Iterator>(items: T) -> bool
    where
        T::Item: Ord,
    {
        items.max().is_some()
    }

    pub fn greatest_of_any(keys: impl Iterator<Item = Key>) -> bool {
        greatest_of(keys)
    }

    pub trait Makes {
        type Made;
        fn make(&self) -> Self::Made;
    }

    pub trait Names {
        type Named;
    }

    fn make<T: Makes>(maker: &T) {
        drop(maker.make());
    }

    pub fn made<T: Makes<Made = U::Named>, U: Names<Named = Key>>(maker: &T, _: &U) {
        make(maker)
    }

    pub mod renamed {
        use std::cell::RefCell as String;

        pub trait Clones {
            type Cloned: Clone;
            fn get(&self) -> Self::Cloned;
        }

        fn cloned<T: Clones>(cloner: &T) {
            let one = cloner.get();
            drop(one.clone());
        }

        pub fn cloned_lent<T: Clones<Cloned = String<u8>>>(cloner: &T) {
            cloned(cloner)
        }
    }

    pub fn equal<T: Iterator<Item = RefCell<u8>>>(one: T, other: T) -> bool {
        one.eq(other)
    }
}

#[cfg(native)]
fn main() {
    use std::cell::RefCell;
    use wrong::{Divisor, Keeps, Key};
    struct Keeper(Divisor);
    impl Keeps for Keeper {
        type Kept = Divisor;
        fn kept(&mut self) -> &mut Divisor {
            &mut self.0
        }
    }
    fn spoiled() {
        let mut keeper = Keeper(Divisor::new());
        wrong::spoil(&mut keeper);
        keeper.0.divide();
    }
    fn peeked() {
        let mut keys = [Key(7)].into_iter().peekable();
        keys.peek();
        wrong::ended(keys);
    }
    fn lent() {
        let cell = RefCell::new(1);
        std::mem::forget(cell.borrow_mut());
        wrong::equal([cell].into_iter(), [RefCell::new(1)].into_iter());
    }
    struct Maker;
    impl wrong::Makes for Maker {
        type Made = Key;
        fn make(&self) -> Key {
            Key(7)
        }
    }
    impl wrong::Names for Maker {
        type Named = Key;
    }
    impl wrong::renamed::Clones for Maker {
        type Cloned = RefCell<u8>;
        fn get(&self) -> RefCell<u8> {
            let cell = RefCell::new(1);
            std::mem::forget(cell.borrow_mut());
            cell
        }
    }
    let panicking: [fn(); 9] = [
        || drop(wrong::greatest_of_any([Key(0), Key(1)].into_iter())),
        || wrong::made(&Maker, &Maker),
        || wrong::renamed::cloned_lent(&Maker),
        spoiled,
        || drop(wrong::greatest([Key(0), Key(1)].into_iter())),
        || drop(wrong::compared([Key(0)].into_iter(), [Key(0)].into_iter())),
        || drop(wrong::last([Key(7), Key(1)].into_iter())),
        peeked,
        lent,
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
