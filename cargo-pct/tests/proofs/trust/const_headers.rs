//! Impls whose headers have constants that are written otherwise than the compiler prints them. The functions of `wrong` panic.

pub mod safe {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
    pub struct Key<const N: usize>(u8);

    impl<const N: usize> Ord for Key<{ N }> {
        fn cmp(&self, other: &Self) -> std::cmp::Ordering {
            self.0.cmp(&other.0)
        }
    }

    pub fn in_order(n: u8) -> u8 {
        let mut keys = [Key::<3>(n), Key::<3>(1)];
        keys.sort();
        100 / (keys[1].0 | 1)
    }

    pub struct Kept<const N: usize>(u8);

    impl<const N: usize> Drop for Kept<{ N }> {
        fn drop(&mut self) {
            let _ = 100 / (self.0 | 1);
        }
    }

    pub fn let_go(n: u8) {
        Kept::<3>(n);
    }
}

pub mod wrong {
    use std::cmp::Ordering;
    use std::collections::BTreeMap;

    pub struct Kept<T, const N: usize>(u8, T);

    impl<T, const N: usize> Drop for Kept<T, { N }> {
        fn drop(&mut self) {
            let _ = 10 / self.0;
        }
    }

    pub fn dropped<T>(n: u8, value: T) {
        Kept::<T, 3>(n, value);
    }

    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct Key<const N: usize>(u8);

    impl<const N: usize> PartialOrd for Key<{ N }> {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl<const N: usize> Ord for Key<{ N }> {
        fn cmp(&self, other: &Self) -> Ordering {
            (10 / self.0).cmp(&other.0)
        }
    }

    pub fn sorted(n: u8) -> usize {
        let mut keys = [Key::<3>(1), Key::<3>(n)];
        keys.sort();
        keys.len()
    }

    pub fn inserted(n: u8) -> usize {
        let mut map = BTreeMap::from([(Key::<3>(1), 1)]);
        map.insert(Key(n), 2);
        map.len()
    }

    const SIZE: usize = 2;

    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct Sized<const N: usize>(u8);

    impl PartialOrd for Sized<{ SIZE }> {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl PartialOrd for Sized<{ SIZE + 2 }> {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Sized<{ SIZE }> {
        fn cmp(&self, other: &Self) -> Ordering {
            (10 / self.0).cmp(&other.0)
        }
    }

    impl Ord for Sized<{ SIZE + 2 }> {
        fn cmp(&self, other: &Self) -> Ordering {
            (10 / self.0).cmp(&other.0)
        }
    }

    pub fn sorted_named(n: u8) -> usize {
        let mut keys = [Sized::<2>(1), Sized::<2>(n)];
        keys.sort();
        keys.len()
    }

    pub fn sorted_computed(n: u8) -> usize {
        let mut keys = [Sized::<4>(1), Sized::<4>(n)];
        keys.sort();
        keys.len()
    }

    pub struct Label<const N: usize>(u8);

    impl std::fmt::Display for Label<{ SIZE + 2 }> {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            let _ = 10 / self.0;
            Ok(())
        }
    }

    /// Clients' code, which runs what its parameter's type has of the trait.
    pub trait Screen {
        fn show<T: std::fmt::Display>(&mut self, value: T);
    }

    pub fn shown<S: Screen>(screen: &mut S, n: u8) {
        screen.show(Label::<4>(n));
    }
}

#[cfg(native)]
struct Paper;

#[cfg(native)]
impl wrong::Screen for Paper {
    fn show<T: std::fmt::Display>(&mut self, value: T) {
        let _ = value.to_string();
    }
}

#[cfg(native)]
fn main() {
    let panicking: [fn(); 6] = [
        || wrong::dropped(0, 1u8),
        || drop(wrong::sorted(0)),
        || drop(wrong::inserted(0)),
        || drop(wrong::sorted_named(0)),
        || drop(wrong::sorted_computed(0)),
        || wrong::shown(&mut Paper, 0),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    safe::let_go(0);
    safe::in_order(0);
}
