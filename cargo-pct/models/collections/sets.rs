//! Sets.
//!
//! Over-approximates: what a set holds is not known. Values are compared or hashed by code of their types, which may fail.

use crate::capacity;
use crate::cmp::{Ord, PartialOrd};
use crate::default::Default;
use crate::iter::{Extend, FromIterator, IntoIterator, Iterator};
use crate::pct;
use crate::slice::sort::compare_any;
use std::collections::{BTreeSet, HashSet, btree_set, hash_set};

/// The methods of hash sets.
macro_rules! hash_methods {
    ($Methods:ident, [$($parameters:tt)*], $Set:ty, $module:ident, $Hasher:ty) => {
        pub trait $Methods<$($parameters)*> {
            fn new() -> $Set;
            fn len(&self) -> usize;
            fn is_empty(&self) -> bool;
            fn clear(&mut self);
            fn get<Q: ?Sized>(&self, value: &Q) -> Option<&K>;
            fn contains<Q: ?Sized>(&self, value: &Q) -> bool;
            fn insert(&mut self, value: K) -> bool;
            fn replace(&mut self, value: K) -> Option<K>;
            fn remove<Q: ?Sized>(&mut self, value: &Q) -> bool;
            fn take<Q: ?Sized>(&mut self, value: &Q) -> Option<K>;
            fn iter(&self) -> $module::Iter<'_, K>;
        }

        impl<$($parameters)*> $Methods<$($parameters)*> for $Set {
            fn new() -> $Set {
                pct::unknown(())
            }

            fn len(&self) -> usize {
                pct::unknown((self,))
            }

            fn is_empty(&self) -> bool {
                pct::unknown((self,))
            }

            fn clear(&mut self) {
                pct::drops::<K>();
                                pct::unknown((self,))
            }

            fn get<Q: ?Sized>(&self, value: &Q) -> Option<&K> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, value))
            }

            fn contains<Q: ?Sized>(&self, value: &Q) -> bool {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, value))
            }

            fn insert(&mut self, value: K) -> bool {
                pct::calls::<K>();
                pct::hashes::<$Hasher>();
                pct::drops::<K>();
                pct::unknown((self, value))
            }

            fn replace(&mut self, value: K) -> Option<K> {
                pct::calls::<K>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, value))
            }

            fn remove<Q: ?Sized>(&mut self, value: &Q) -> bool {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::drops::<K>();
                pct::unknown((self, value))
            }

            fn take<Q: ?Sized>(&mut self, value: &Q) -> Option<K> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, value))
            }

            fn iter(&self) -> $module::Iter<'_, K> {
                pct::unknown((self,))
            }
        }
    };
}
// Where the hasher is the default one, the compiler's text leaves it out.
hash_methods!(HashSetMethods, [K], HashSet<K>, hash_set, ());
hash_methods!(HashSetWithHasherMethods, [K, S], HashSet<K, S>, hash_set, S);

/// The methods of sorted sets.
macro_rules! tree_methods {
    ($Methods:ident, [$($parameters:tt)*], $Set:ty, $module:ident, $Hasher:ty) => {
        pub trait $Methods<$($parameters)*> {
            fn new() -> $Set;
            fn len(&self) -> usize;
            fn is_empty(&self) -> bool;
            fn clear(&mut self);
            fn get<Q: ?Sized>(&self, value: &Q) -> Option<&K>;
            fn contains<Q: ?Sized>(&self, value: &Q) -> bool;
            fn insert(&mut self, value: K) -> bool;
            fn replace(&mut self, value: K) -> Option<K>;
            fn remove<Q: ?Sized>(&mut self, value: &Q) -> bool;
            fn take<Q: ?Sized>(&mut self, value: &Q) -> Option<K>;
            fn iter(&self) -> $module::Iter<'_, K>;
            fn first(&self) -> Option<&K>;
            fn last(&self) -> Option<&K>;
            fn pop_first(&mut self) -> Option<K>;
            fn pop_last(&mut self) -> Option<K>;
        }

        impl<$($parameters)*> $Methods<$($parameters)*> for $Set {
            fn new() -> $Set {
                pct::unknown(())
            }

            fn len(&self) -> usize {
                pct::unknown((self,))
            }

            fn is_empty(&self) -> bool {
                pct::unknown((self,))
            }

            fn clear(&mut self) {
                pct::drops::<K>();
                                pct::unknown((self,))
            }

            fn get<Q: ?Sized>(&self, value: &Q) -> Option<&K> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, value))
            }

            fn contains<Q: ?Sized>(&self, value: &Q) -> bool {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, value))
            }

            fn insert(&mut self, value: K) -> bool {
                pct::calls::<K>();
                pct::hashes::<$Hasher>();
                pct::drops::<K>();
                pct::unknown((self, value))
            }

            fn replace(&mut self, value: K) -> Option<K> {
                pct::calls::<K>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, value))
            }

            fn remove<Q: ?Sized>(&mut self, value: &Q) -> bool {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::drops::<K>();
                pct::unknown((self, value))
            }

            fn take<Q: ?Sized>(&mut self, value: &Q) -> Option<K> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, value))
            }

            fn iter(&self) -> $module::Iter<'_, K> {
                pct::unknown((self,))
            }

            fn first(&self) -> Option<&K> {
                pct::unknown((self,))
            }

            fn last(&self) -> Option<&K> {
                pct::unknown((self,))
            }

            fn pop_first(&mut self) -> Option<K> {
                pct::unknown((self,))
            }

            fn pop_last(&mut self) -> Option<K> {
                pct::unknown((self,))
            }
        }
    };
}
tree_methods!(BTreeSetMethods, [K], BTreeSet<K>, btree_set, ());

/// What all sets have in common as collections.
macro_rules! collections {
    ($([$($parameters:tt)*] $Set:ty, $module:ident;)*) => { $(
        impl<$($parameters)*> Default for $Set {
            fn default() -> $Set {
                pct::unknown(())
            }
        }

        impl<$($parameters)*> IntoIterator for $Set {
            type Item = K;
            type IntoIter = $module::IntoIter<K>;

            fn into_iter(self) -> $module::IntoIter<K> {
                pct::unknown(self)
            }
        }

        impl<'a, $($parameters)*> IntoIterator for &'a $Set {
            type Item = &'a K;
            type IntoIter = $module::Iter<'a, K>;

            fn into_iter(self) -> $module::Iter<'a, K> {
                pct::unknown(self)
            }
        }

        impl<$($parameters)*> Extend<K> for $Set {
            fn extend<I: IntoIterator<Item = K>>(&mut self, iter: I) {
                let mut iter = iter.into_iter();
                capacity::demand_promised_somewhere::<K, I::IntoIter>(&iter);
                while let Some(value) = iter.next() {
                    capacity::demand_again_somewhere::<K, I::IntoIter>(&iter);
                    pct::calls::<K>();
                    pct::drops::<K>();
                    let () = pct::unknown((&mut *self, value));
                }
            }
        }
    )* };
}
collections! {
    [K] BTreeSet<K>, btree_set;
    [K] HashSet<K>, hash_set;
}

impl<K> FromIterator<K> for HashSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(iter: I) -> HashSet<K> {
        let mut set: HashSet<K> = pct::unknown(());
        <HashSet<K> as Extend<K>>::extend(&mut set, iter);
        set
    }
}

/// What is collected is sorted first.
impl<K: Ord> FromIterator<K> for BTreeSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(iter: I) -> BTreeSet<K> {
        let mut set: BTreeSet<K> = pct::unknown(());
        <BTreeSet<K> as Extend<K>>::extend(&mut set, iter);
        if !pct::is_ordered::<K>() {
            compare_any::<K, _>(|a, b| a.lt(b));
        }
        set
    }
}
