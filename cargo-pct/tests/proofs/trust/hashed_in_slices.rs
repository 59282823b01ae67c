//! Values that lie side by side are hashed by `hash_slice`, which an impl of the crate may write as it likes.

pub mod safe {
    use std::collections::HashSet;
    use std::hash::{Hash, Hasher};

    #[derive(Hash)]
    struct Key(u8);

    #[derive(Hash)]
    struct Keys {
        all: Vec<Key>,
        some: Option<Box<[Key]>>,
    }

    impl PartialEq for Keys {
        fn eq(&self, _: &Keys) -> bool {
            true
        }
    }

    impl Eq for Keys {}

    pub fn hashes_parts<H: Hasher>(n: u8, hasher: &mut H) {
        Keys { all: vec![Key(n), Key(1)], some: None }.hash(hasher);
    }

    pub fn keeps(n: u8) -> usize {
        let mut set = HashSet::new();
        set.insert(Keys { all: vec![Key(n)], some: None });
        set.len()
    }

    pub fn feeds<H: Hasher>(n: u8, hasher: &mut H) {
        [Key(n)].hash(hasher);
    }
}

pub mod wrong {
    use std::collections::HashSet;
    use std::hash::{Hash, Hasher};

    struct Key(u8);

    impl Hash for Key {
        fn hash<H: Hasher>(&self, hasher: &mut H) {
            self.0.hash(hasher);
        }
        fn hash_slice<H: Hasher>(keys: &[Key], hasher: &mut H) {
            hasher.write_u8(100 / keys[0].0);
        }
    }

    #[derive(Hash)]
    struct Keys {
        all: Vec<Key>,
        some: Option<Box<[Key]>>,
    }

    impl PartialEq for Keys {
        fn eq(&self, _: &Keys) -> bool {
            true
        }
    }

    impl Eq for Keys {}

    pub fn hashes_parts<H: Hasher>(n: u8, hasher: &mut H) {
        Keys { all: vec![Key(n), Key(1)], some: None }.hash(hasher);
    }

    pub fn feeds<H: Hasher>(n: u8, hasher: &mut H) {
        [Key(n)].hash(hasher);
    }

    pub fn keeps(n: u8) -> usize {
        let mut set = HashSet::new();
        set.insert(Keys { all: vec![Key(n)], some: None });
        set.len()
    }

    /// A client hashes it.
    #[derive(Hash)]
    pub struct Shown(Option<(u8, Vec<Key>)>);

    impl Shown {
        pub fn new(n: u8) -> Shown {
            Shown(Some((1, vec![Key(n)])))
        }
    }
}

fn main() {
    use std::hash::{DefaultHasher, Hash};
    use std::panic::catch_unwind;
    let hasher = DefaultHasher::new;
    safe::hashes_parts(0, &mut hasher());
    assert_eq!(safe::keeps(0), 1);
    safe::feeds(0, &mut hasher());
    assert!(catch_unwind(|| wrong::hashes_parts(0, &mut hasher())).is_err());
    assert!(catch_unwind(|| wrong::feeds(0, &mut hasher())).is_err());
    assert!(catch_unwind(|| wrong::keeps(0)).is_err());
    assert!(catch_unwind(|| wrong::Shown::new(0).hash(&mut hasher())).is_err());
}
