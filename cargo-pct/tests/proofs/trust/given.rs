//! What clients' generic code is given has impls that it runs. The items of `wrong` panic for some client.

use std::hash::{Hash, Hasher};

pub trait Sink {
    fn put<V>(&mut self, value: V);
    fn visit<V: Visitor>(&mut self, visitor: V) -> u8;
    fn make<V: Make>(&self) -> u8;
}

pub trait Visitor {
    fn take(&self, number: u8) -> u8;
}

pub trait Provided {
    fn give(&self) -> u8 {
        panic!()
    }
}

pub trait Make {
    fn make() -> u8;
}

pub trait Asking {
    fn ask<V: Provided>(&self, value: V) -> u8;
}

pub mod safe {
    use super::*;

    struct Quiet;

    impl Visitor for Quiet {
        fn take(&self, number: u8) -> u8 {
            number
        }
    }

    pub fn paired<C: FromIterator<(char, u8)>>(letters: &[char]) -> C {
        letters.iter().copied().zip(0u8..9).collect()
    }

    pub fn extended<C: Extend<u8>>(collection: &mut C, numbers: Vec<u8>) {
        collection.extend(numbers)
    }

    pub fn backwards<C: Extend<char>>(collection: &mut C, text: &str) {
        collection.extend(text.chars().rev())
    }

    pub fn fed<H: Hasher>(hasher: &mut H, text: &str) {
        text.hash(hasher);
        7u8.hash(hasher)
    }

    pub fn visited<S: Sink>(sink: &mut S) -> u8 {
        sink.visit(Quiet)
    }
}

pub mod wrong {
    use super::*;

    struct Zero(u8);

    impl Iterator for Zero {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            Some(10 / self.0)
        }
    }

    impl Visitor for Zero {
        fn take(&self, number: u8) -> u8 {
            10 / number
        }
    }

    impl Visitor for [u8; 2] {
        fn take(&self, number: u8) -> u8 {
            10 / number
        }
    }

    impl Make for Zero {
        fn make() -> u8 {
            panic!()
        }
    }

    impl Provided for u16 {}

    pub fn open_range<C: Extend<u8>>(collection: &mut C) {
        collection.extend(0u8..)
    }

    pub fn zipped<C: FromIterator<(char, u8)>>(letters: &[char]) -> C {
        letters.iter().copied().zip(0u8..).collect()
    }

    pub fn hidden<C: Extend<u8>>(collection: &mut C) {
        fn all() -> impl Iterator<Item = u8> {
            0u8..
        }
        collection.extend(all())
    }

    pub fn extended<C: Extend<u8>>(collection: &mut C) {
        collection.extend(Zero(0))
    }

    pub fn collected<C: FromIterator<u8>>() -> C {
        Zero(0).collect()
    }

    pub fn fed<H: Hash>(value: H) {
        struct Own;

        impl Hasher for Own {
            fn write(&mut self, _: &[u8]) {}

            fn write_u8(&mut self, _: u8) {
                panic!()
            }

            fn finish(&self) -> u64 {
                0
            }
        }

        value.hash(&mut Own)
    }

    pub fn dropped<S: Sink>(sink: &mut S) {
        struct End(u8);

        impl Drop for End {
            fn drop(&mut self) {
                if !std::thread::panicking() {
                    let _ = 10 / self.0;
                }
            }
        }

        sink.put(End(0))
    }

    pub fn visited<S: Sink>(sink: &mut S) -> u8 {
        sink.visit(Zero(1))
    }

    pub fn visited_array<S: Sink>(sink: &mut S) -> u8 {
        sink.visit([1, 2])
    }

    pub fn made<S: Sink>(sink: &S) -> u8 {
        sink.make::<Zero>()
    }

    pub fn provided<A: Asking>(asking: &A) -> u8 {
        asking.ask(3u16)
    }

    struct Long;

    impl Hasher for Long {
        fn write(&mut self, bytes: &[u8]) {
            assert!(bytes.len() < 100);
        }

        fn finish(&self) -> u64 {
            0
        }
    }

    pub struct Hashed<V> {
        value: V,
    }

    impl<V: Hash> Hashed<V> {
        pub fn new(value: V) -> Hashed<V> {
            Hashed { value }
        }

        pub fn hash(&self) -> u64 {
            let mut hasher = Long;
            self.value.hash(&mut hasher);
            hasher.finish()
        }
    }
}

#[cfg(native)]
struct Client;

#[cfg(native)]
impl Sink for Client {
    fn put<V>(&mut self, _: V) {}

    fn visit<V: Visitor>(&mut self, visitor: V) -> u8 {
        visitor.take(0)
    }

    fn make<V: Make>(&self) -> u8 {
        V::make()
    }
}

#[cfg(native)]
impl Asking for Client {
    fn ask<V: Provided>(&self, value: V) -> u8 {
        value.give()
    }
}

#[cfg(native)]
fn main() {
    let panicking: [fn(); 12] = [
        || wrong::open_range(&mut Vec::new()),
        || drop(wrong::zipped::<Vec<_>>(&['a'; 300])),
        || wrong::hidden(&mut Vec::new()),
        || wrong::extended(&mut Vec::new()),
        || drop(wrong::collected::<Vec<u8>>()),
        || wrong::fed(1u8),
        || wrong::dropped(&mut Client),
        || drop(wrong::visited(&mut Client)),
        || drop(wrong::visited_array(&mut Client)),
        || drop(wrong::made(&Client)),
        || drop(wrong::provided(&Client)),
        || drop(wrong::Hashed::new([7u8; 300]).hash()),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
