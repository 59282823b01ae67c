//! Impls of std's traits by all ways to name these. Every function of `wrong` panics for zero, those of `safe` never do.

#![allow(unused)]

extern crate std as st;

pub mod exported {
    pub use std::cmp::{Ord, PartialOrd};
    pub use std::hash::{Hash, Hasher};
    pub use std::ops::Drop;
    pub use std::ops::Drop as Ends;
}

pub mod again {
    pub use super::exported::*;
}

pub mod modules {
    pub use std::ops as operators;
}

pub mod safe {
    use super::again::*;
    use st::hash::*;
    use std::collections::{BTreeSet, HashMap};

    pub struct Reset<'a>(&'a mut u8);

    impl Ends for Reset<'_> {
        fn drop(&mut self) {
            *self.0 |= 1;
        }
    }

    pub fn reset(n: u8) -> u8 {
        let mut by = n;
        {
            let guard = Reset(&mut by);
        }
        100 / by
    }

    #[derive(PartialEq, Eq)]
    pub struct Key(u8);

    impl Hash for Key {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    pub fn key(n: u8) -> bool {
        let known: HashMap<Key, u8> = HashMap::new();
        known.contains_key(&Key(n))
    }
}

pub mod wrong {
    use std::collections::{BTreeMap, HashSet};

    macro_rules! guards {
        ($($name:ident: { $($imported:item)* } $($path:ident)::+;)*) => {
            $(
                pub mod $name {
                    $($imported)*

                    pub struct Guard<'a>(&'a mut u8, u8);

                    impl $($path)::+ for Guard<'_> {
                        fn drop(&mut self) {
                            *self.0 = self.1;
                        }
                    }

                    pub fn run(n: u8) -> u8 {
                        let mut by = 1;
                        {
                            let guard = Guard(&mut by, n);
                        }
                        100 / by
                    }
                }
            )*
        };
    }

    guards! {
        by_name: { use crate::exported::Drop; } Drop;
        by_another_name: { use crate::exported::Ends as Finishes; } Finishes;
        by_a_glob: { use crate::exported::*; } Ends;
        by_a_glob_of_a_glob: { use crate::again::*; } Ends;
        by_its_path: { use crate::again; } again::Ends;
        by_a_crate: { use crate::st as root; } root::ops::Drop;
        by_a_crate_of_the_root: {} st::ops::Drop;
        by_a_module: { use crate::modules::operators::*; use std::fmt::*; } Drop;
        by_a_later_import: { use it::ops::Drop as Ends; use std as it; } Ends;
        by_the_prelude: {} std::prelude::v1::Drop;
    }

    mod hashed {
        use std::hash::*;

        #[derive(PartialEq, Eq)]
        pub struct Key(pub u8);

        impl Hash for Key {
            fn hash<H: Hasher>(&self, state: &mut H) {
                state.write_u8(100 / self.0);
            }
        }
    }

    pub fn by_a_glob_of_hash(n: u8) -> bool {
        let mut known = HashSet::new();
        known.insert(hashed::Key(n))
    }

    mod borrowed {
        use std::borrow::*;

        #[derive(PartialEq, Eq, PartialOrd, Ord)]
        pub struct Key(pub u8);

        impl Borrow<u8> for Key {
            fn borrow(&self) -> &u8 {
                assert!(self.0 != 0);
                &self.0
            }
        }
    }

    pub fn by_a_glob_of_borrow(n: u8) -> bool {
        let mut known = BTreeMap::new();
        known.insert(borrowed::Key(n), 1);
        known.contains_key(&n)
    }

    mod ordered {
        use crate::exported::{Ord, PartialOrd};
        use std::cmp::Ordering;

        #[derive(PartialEq, Eq)]
        pub struct Key(pub u8);

        impl PartialOrd for Key {
            fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for Key {
            fn cmp(&self, other: &Key) -> Ordering {
                (100 / self.0).cmp(&other.0)
            }
        }
    }

    pub fn by_exported_orders(n: u8) -> usize {
        let mut known = BTreeMap::new();
        known.insert(ordered::Key(n), 1);
        known.insert(ordered::Key(n), 1);
        known.len()
    }
}

#[cfg(native)]
fn main() {
    let panicking: [(&str, fn(u8)); 13] = [
        ("by_name::run", |n| drop(wrong::by_name::run(n))),
        ("by_another_name::run", |n| drop(wrong::by_another_name::run(n))),
        ("by_a_glob::run", |n| drop(wrong::by_a_glob::run(n))),
        ("by_a_glob_of_a_glob::run", |n| drop(wrong::by_a_glob_of_a_glob::run(n))),
        ("by_its_path::run", |n| drop(wrong::by_its_path::run(n))),
        ("by_a_crate::run", |n| drop(wrong::by_a_crate::run(n))),
        ("by_a_crate_of_the_root::run", |n| drop(wrong::by_a_crate_of_the_root::run(n))),
        ("by_a_module::run", |n| drop(wrong::by_a_module::run(n))),
        ("by_a_later_import::run", |n| drop(wrong::by_a_later_import::run(n))),
        ("by_the_prelude::run", |n| drop(wrong::by_the_prelude::run(n))),
        ("by_a_glob_of_hash", |n| drop(wrong::by_a_glob_of_hash(n))),
        ("by_a_glob_of_borrow", |n| drop(wrong::by_a_glob_of_borrow(n))),
        ("by_exported_orders", |n| drop(wrong::by_exported_orders(n))),
    ];
    for (name, function) in panicking {
        assert!(std::panic::catch_unwind(|| function(0)).is_err(), "{name}");
    }
    for n in 0..=255 {
        safe::reset(n);
        safe::key(n);
    }
}
