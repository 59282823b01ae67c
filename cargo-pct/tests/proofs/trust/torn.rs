//! Iterators of std's that a panic tears: one part of them has gone on, and another has not. The types of `wrong` panic in `go` behind a panic
//! of what a client gave them.

use std::collections::HashMap;
use std::collections::hash_map::IntoKeys;
use std::iter::{Enumerate, Filter, Map, Zip};
use std::mem::ManuallyDrop;
use std::ops::Range;

/// What clients know of numbers; none of it reaches an iterator.
pub trait Ids {
    type Id;
    fn accepts(number: usize) -> bool;
    fn id(number: usize) -> Self::Id;
}

pub mod safe {
    use super::*;

    /// Clients' code runs when the iterator has gone on.
    pub struct Identified<A> {
        all: Enumerate<Range<u8>>,
        ids: std::marker::PhantomData<A>,
    }

    impl<A: Ids> Identified<A> {
        pub fn new() -> Identified<A> {
            Identified { all: (0..9).enumerate(), ids: std::marker::PhantomData }
        }

        pub fn go(&mut self) -> Option<(A::Id, u8)> {
            self.all.next().map(|(number, it)| (A::id(number), it))
        }
    }

    pub struct Numbered {
        all: Range<u8>,
    }

    impl Numbered {
        pub fn new() -> Numbered {
            Numbered { all: 0..9 }
        }

        pub fn go<F: FnMut(u8) -> bool>(&mut self, mut found: F) -> bool {
            self.all.any(|it| found(it))
        }

        pub fn left(&self) -> u8 {
            self.all.end.saturating_sub(self.all.start)
        }
    }
}

pub mod wrong {
    use super::*;

    pub struct Numbered {
        all: Enumerate<Range<u8>>,
    }

    impl Numbered {
        pub fn new() -> Numbered {
            Numbered { all: (0..9).enumerate() }
        }

        pub fn find<F: FnMut(u8) -> bool>(&mut self, mut found: F) -> bool {
            self.all.any(|(_, it)| found(it))
        }

        pub fn go(&mut self) {
            if let Some((number, it)) = self.all.next() {
                assert!(number == usize::from(it), "torn");
            }
        }
    }

    /// Clients' code reaches nothing, and runs in the middle all the same.
    pub struct Asked {
        all: Enumerate<Range<u8>>,
    }

    impl Asked {
        pub fn new() -> Asked {
            Asked { all: (0..9).enumerate() }
        }

        pub fn find<A: Ids>(&mut self) -> bool {
            self.all.any(|(number, _)| A::accepts(number))
        }

        pub fn go(&mut self) {
            if let Some((number, it)) = self.all.next() {
                assert!(number == usize::from(it), "torn");
            }
        }
    }

    /// Its destructor sees the iterator while a panic unwinds.
    struct Guard<'a> {
        all: Enumerate<Range<u8>>,
        is_torn: &'a mut bool,
    }

    impl Drop for Guard<'_> {
        fn drop(&mut self) {
            if let Some((number, it)) = self.all.next() {
                *self.is_torn |= number != usize::from(it);
            }
        }
    }

    pub struct Guarded {
        is_torn: bool,
    }

    impl Guarded {
        pub fn new() -> Guarded {
            Guarded { is_torn: false }
        }

        pub fn find<F: FnMut(u8) -> bool>(&mut self, mut found: F) -> bool {
            let mut guard = Guard { all: (0..9).enumerate(), is_torn: &mut self.is_torn };
            guard.all.any(|(_, it)| found(it))
        }

        pub fn go(&mut self) {
            assert!(!self.is_torn, "torn");
        }
    }

    pub struct Kept {
        all: ManuallyDrop<Enumerate<Range<u8>>>,
    }

    impl Kept {
        pub fn new() -> Kept {
            Kept { all: ManuallyDrop::new((0..9).enumerate()) }
        }

        pub fn find<F: FnMut(u8) -> bool>(&mut self, found: &mut F) -> bool {
            self.all.any(|(_, it)| found(it))
        }

        pub fn go(&mut self) {
            if let Some((number, it)) = self.all.next() {
                assert!(number == usize::from(it), "torn");
            }
        }
    }

    pub struct Filtered<P> {
        all: Filter<Enumerate<Range<u8>>, P>,
    }

    impl<P: FnMut(&(usize, u8)) -> bool> Filtered<P> {
        pub fn new(predicate: P) -> Filtered<P> {
            Filtered { all: (0..9).enumerate().filter(predicate) }
        }

        pub fn go(&mut self) {
            if let Some((number, it)) = self.all.next() {
                assert!(number == usize::from(it), "torn");
            }
        }
    }

    pub struct Zipped<F> {
        all: Zip<Map<Range<u8>, F>, Range<u8>>,
        next: u8,
    }

    impl<F: FnMut(u8) -> u8> Zipped<F> {
        pub fn new(function: F) -> Zipped<F> {
            Zipped { all: (0..9).map(function).zip(0..9), next: 0 }
        }

        pub fn go(&mut self) {
            if let Some((_, it)) = self.all.next() {
                assert!(it == self.next, "torn");
                self.next = it.wrapping_add(1);
            }
        }
    }

    /// What is left out of each pair is dropped when the next one is asked for.
    pub struct Keys<T> {
        all: IntoKeys<u8, T>,
        busy: bool,
    }

    impl<T> Keys<T> {
        pub fn new(all: HashMap<u8, T>) -> Keys<T> {
            Keys { all: all.into_keys(), busy: false }
        }

        pub fn go(&mut self) -> Option<u8> {
            assert!(!self.busy, "torn");
            self.busy = true;
            let key = self.all.next();
            self.busy = false;
            key
        }
    }

    /// It grows by each text, not by all at once.
    pub struct Joined {
        text: String,
    }

    impl Joined {
        pub fn new() -> Joined {
            Joined { text: String::new() }
        }

        pub fn add<T: AsRef<str>>(&mut self, texts: &[T]) {
            self.text.extend(texts.iter().map(|text| text.as_ref()));
            self.text.clear();
        }

        pub fn go(&self) {
            assert!(self.text.is_empty(), "torn");
        }
    }
}

#[cfg(native)]
struct Refusing(u8);

#[cfg(native)]
impl Drop for Refusing {
    fn drop(&mut self) {
        assert!(std::thread::panicking() || self.0 != 0, "refused");
    }
}

#[cfg(native)]
impl AsRef<str> for Refusing {
    fn as_ref(&self) -> &str {
        assert!(self.0 != 1, "refused");
        "a"
    }
}

#[cfg(native)]
impl Ids for Refusing {
    type Id = ();
    fn accepts(_: usize) -> bool {
        panic!("refused")
    }
    fn id(_: usize) {}
}

/// A function that panics when it is called for the first time.
#[cfg(native)]
fn refusing_once<A, R>(result: impl Fn(A) -> R) -> impl FnMut(A) -> R {
    let mut refuses = true;
    move |argument| {
        assert!(!std::mem::take(&mut refuses), "refused");
        result(argument)
    }
}

#[cfg(native)]
fn caught(run: impl FnOnce()) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err()
}

#[cfg(native)]
fn main() {
    let mut numbered = wrong::Numbered::new();
    assert!(caught(|| drop(numbered.find(|_| panic!("refused")))) && caught(|| numbered.go()));

    let mut asked = wrong::Asked::new();
    assert!(caught(|| drop(asked.find::<Refusing>())) && caught(|| asked.go()));

    let mut kept = wrong::Kept::new();
    assert!(caught(|| drop(kept.find(&mut |_| panic!("refused")))) && caught(|| kept.go()));

    let mut guarded = wrong::Guarded::new();
    assert!(caught(|| drop(guarded.find(|_| panic!("refused")))) && caught(|| guarded.go()));

    let mut filtered = wrong::Filtered::new(|_: &(usize, u8)| true);
    filtered.go();
    let mut predicate = refusing_once(|_| true);
    let mut filtered = wrong::Filtered::new(move |it: &(usize, u8)| predicate(it.0));
    assert!(caught(|| filtered.go()) && caught(|| filtered.go()));

    let mut zipped = wrong::Zipped::new(refusing_once(|it| it));
    assert!(caught(|| zipped.go()) && caught(|| zipped.go()));

    let mut keys = wrong::Keys::new([(1, Refusing(0))].into());
    assert!(caught(|| drop(keys.go())) && caught(|| drop(keys.go())));

    let mut joined = wrong::Joined::new();
    let texts = [Refusing(2), Refusing(1)];
    assert!(caught(|| joined.add(&texts)) && caught(|| joined.go()));
}
