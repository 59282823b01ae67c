//! Maps.
//!
//! Over-approximates: what a map holds is not known. Keys are compared or hashed by code of their types, which may fail.

use crate::capacity;
use crate::cmp::Ord;
use crate::default::Default;
use crate::iter::{Extend, FromIterator, IntoIterator, Iterator};
use crate::pct;
use crate::slice::sort::compare_any;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, btree_map, hash_map};

/// The methods of hash maps.
macro_rules! hash_methods {
    ($Methods:ident, [$($parameters:tt)*], $Map:ty, $module:ident, $Hasher:ty) => {
        pub trait $Methods<$($parameters)*> {
            fn new() -> $Map;
            fn len(&self) -> usize;
            fn is_empty(&self) -> bool;
            fn clear(&mut self);
            fn get<Q: ?Sized>(&self, key: &Q) -> Option<&V>;
            fn get_mut<Q: ?Sized>(&mut self, key: &Q) -> Option<&mut V>;
            fn get_key_value<Q: ?Sized>(&self, key: &Q) -> Option<(&K, &V)>;
            fn contains_key<Q: ?Sized>(&self, key: &Q) -> bool;
            fn insert(&mut self, key: K, value: V) -> Option<V>;
            fn remove<Q: ?Sized>(&mut self, key: &Q) -> Option<V>;
            fn remove_entry<Q: ?Sized>(&mut self, key: &Q) -> Option<(K, V)>;
            fn iter(&self) -> $module::Iter<'_, K, V>;
            fn iter_mut(&mut self) -> $module::IterMut<'_, K, V>;
            fn keys(&self) -> $module::Keys<'_, K, V>;
            fn values(&self) -> $module::Values<'_, K, V>;
            fn values_mut(&mut self) -> $module::ValuesMut<'_, K, V>;
            fn into_keys(self) -> $module::IntoKeys<K, V>;
            fn into_values(self) -> $module::IntoValues<K, V>;
            fn drain(&mut self) -> $module::Drain<'_, K, V>;
            fn capacity(&self) -> usize;
        }

        impl<$($parameters)*> $Methods<$($parameters)*> for $Map {
            fn new() -> $Map {
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
                pct::drops::<V>();
                pct::unknown((self,))
            }

            fn get<Q: ?Sized>(&self, key: &Q) -> Option<&V> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, key))
            }

            fn get_mut<Q: ?Sized>(&mut self, key: &Q) -> Option<&mut V> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, key))
            }

            fn get_key_value<Q: ?Sized>(&self, key: &Q) -> Option<(&K, &V)> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, key))
            }

            fn contains_key<Q: ?Sized>(&self, key: &Q) -> bool {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, key))
            }

            fn insert(&mut self, key: K, value: V) -> Option<V> {
                pct::calls::<K>();
                pct::hashes::<$Hasher>();
                pct::drops::<K>();
                pct::unknown((self, key, value))
            }

            fn remove<Q: ?Sized>(&mut self, key: &Q) -> Option<V> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::drops::<K>();
                pct::unknown((self, key))
            }

            fn remove_entry<Q: ?Sized>(&mut self, key: &Q) -> Option<(K, V)> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, key))
            }

            fn iter(&self) -> $module::Iter<'_, K, V> {
                pct::unknown((self,))
            }

            fn iter_mut(&mut self) -> $module::IterMut<'_, K, V> {
                pct::unknown((self,))
            }

            fn keys(&self) -> $module::Keys<'_, K, V> {
                pct::unknown((self,))
            }

            fn values(&self) -> $module::Values<'_, K, V> {
                pct::unknown((self,))
            }

            fn values_mut(&mut self) -> $module::ValuesMut<'_, K, V> {
                pct::unknown((self,))
            }

            fn into_keys(self) -> $module::IntoKeys<K, V> {
                pct::unknown((self,))
            }

            fn into_values(self) -> $module::IntoValues<K, V> {
                pct::unknown((self,))
            }

            fn drain(&mut self) -> $module::Drain<'_, K, V> {
                pct::unknown((self,))
            }

            fn capacity(&self) -> usize {
                pct::unknown((self,))
            }
        }
    };
}
// Where the hasher is the default one, the compiler's text leaves it out.
hash_methods!(HashMapMethods, [K, V], HashMap<K, V>, hash_map, ());
hash_methods!(HashMapWithHasherMethods, [K, V, S], HashMap<K, V, S>, hash_map, S);

/// The methods of sorted maps.
macro_rules! tree_methods {
    ($Methods:ident, [$($parameters:tt)*], $Map:ty, $module:ident, $Hasher:ty) => {
        pub trait $Methods<$($parameters)*> {
            fn new() -> $Map;
            fn len(&self) -> usize;
            fn is_empty(&self) -> bool;
            fn clear(&mut self);
            fn get<Q: ?Sized>(&self, key: &Q) -> Option<&V>;
            fn get_mut<Q: ?Sized>(&mut self, key: &Q) -> Option<&mut V>;
            fn get_key_value<Q: ?Sized>(&self, key: &Q) -> Option<(&K, &V)>;
            fn contains_key<Q: ?Sized>(&self, key: &Q) -> bool;
            fn insert(&mut self, key: K, value: V) -> Option<V>;
            fn remove<Q: ?Sized>(&mut self, key: &Q) -> Option<V>;
            fn remove_entry<Q: ?Sized>(&mut self, key: &Q) -> Option<(K, V)>;
            fn iter(&self) -> $module::Iter<'_, K, V>;
            fn iter_mut(&mut self) -> $module::IterMut<'_, K, V>;
            fn keys(&self) -> $module::Keys<'_, K, V>;
            fn values(&self) -> $module::Values<'_, K, V>;
            fn values_mut(&mut self) -> $module::ValuesMut<'_, K, V>;
            fn into_keys(self) -> $module::IntoKeys<K, V>;
            fn into_values(self) -> $module::IntoValues<K, V>;
            fn first_key_value(&self) -> Option<(&K, &V)>;
            fn last_key_value(&self) -> Option<(&K, &V)>;
            fn pop_first(&mut self) -> Option<(K, V)>;
            fn pop_last(&mut self) -> Option<(K, V)>;
        }

        impl<$($parameters)*> $Methods<$($parameters)*> for $Map {
            fn new() -> $Map {
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
                pct::drops::<V>();
                pct::unknown((self,))
            }

            fn get<Q: ?Sized>(&self, key: &Q) -> Option<&V> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, key))
            }

            fn get_mut<Q: ?Sized>(&mut self, key: &Q) -> Option<&mut V> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, key))
            }

            fn get_key_value<Q: ?Sized>(&self, key: &Q) -> Option<(&K, &V)> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, key))
            }

            fn contains_key<Q: ?Sized>(&self, key: &Q) -> bool {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, key))
            }

            fn insert(&mut self, key: K, value: V) -> Option<V> {
                pct::calls::<K>();
                pct::hashes::<$Hasher>();
                pct::drops::<K>();
                pct::unknown((self, key, value))
            }

            fn remove<Q: ?Sized>(&mut self, key: &Q) -> Option<V> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::drops::<K>();
                pct::unknown((self, key))
            }

            fn remove_entry<Q: ?Sized>(&mut self, key: &Q) -> Option<(K, V)> {
                pct::calls::<K>();
                pct::calls::<Q>();
                pct::hashes::<$Hasher>();
                pct::unknown((self, key))
            }

            fn iter(&self) -> $module::Iter<'_, K, V> {
                pct::unknown((self,))
            }

            fn iter_mut(&mut self) -> $module::IterMut<'_, K, V> {
                pct::unknown((self,))
            }

            fn keys(&self) -> $module::Keys<'_, K, V> {
                pct::unknown((self,))
            }

            fn values(&self) -> $module::Values<'_, K, V> {
                pct::unknown((self,))
            }

            fn values_mut(&mut self) -> $module::ValuesMut<'_, K, V> {
                pct::unknown((self,))
            }

            fn into_keys(self) -> $module::IntoKeys<K, V> {
                pct::unknown((self,))
            }

            fn into_values(self) -> $module::IntoValues<K, V> {
                pct::unknown((self,))
            }

            fn first_key_value(&self) -> Option<(&K, &V)> {
                pct::unknown((self,))
            }

            fn last_key_value(&self) -> Option<(&K, &V)> {
                pct::unknown((self,))
            }

            fn pop_first(&mut self) -> Option<(K, V)> {
                pct::unknown((self,))
            }

            fn pop_last(&mut self) -> Option<(K, V)> {
                pct::unknown((self,))
            }
        }
    };
}
tree_methods!(BTreeMapMethods, [K, V], BTreeMap<K, V>, btree_map, ());

pub trait RangeMethods<K, V> {
    fn range<T: ?Sized, R>(&self, range: R) -> btree_map::Range<'_, K, V>;
    fn range_mut<T: ?Sized, R>(&mut self, range: R) -> btree_map::RangeMut<'_, K, V>;
}

impl<K, V> RangeMethods<K, V> for BTreeMap<K, V> {
    fn range<T: ?Sized, R>(&self, range: R) -> btree_map::Range<'_, K, V> {
        check_range::<K, T>();
        pct::unknown((self, range))
    }

    fn range_mut<T: ?Sized, R>(&mut self, range: R) -> btree_map::RangeMut<'_, K, V> {
        check_range::<K, T>();
        pct::unknown((self, range))
    }
}

/// Over-approximates: whether the range begins behind its end is not asked.
fn check_range<K, T: ?Sized>() {
    pct::calls::<K>();
    pct::calls::<T>();
    pct::may_panic("a range of keys");
}

/// What all maps have in common as collections.
macro_rules! collections {
    ($([$($parameters:tt)*] $Map:ty, $module:ident;)*) => { $(
        impl<$($parameters)*> Default for $Map {
            fn default() -> $Map {
                pct::unknown(())
            }
        }

        impl<$($parameters)*> IntoIterator for $Map {
            type Item = (K, V);
            type IntoIter = $module::IntoIter<K, V>;

            fn into_iter(self) -> $module::IntoIter<K, V> {
                pct::unknown(self)
            }
        }

        impl<'a, $($parameters)*> IntoIterator for &'a $Map {
            type Item = (&'a K, &'a V);
            type IntoIter = $module::Iter<'a, K, V>;

            fn into_iter(self) -> $module::Iter<'a, K, V> {
                pct::unknown(self)
            }
        }

        impl<'a, $($parameters)*> IntoIterator for &'a mut $Map {
            type Item = (&'a K, &'a mut V);
            type IntoIter = $module::IterMut<'a, K, V>;

            fn into_iter(self) -> $module::IterMut<'a, K, V> {
                pct::unknown(self)
            }
        }

        impl<$($parameters)*> Extend<(K, V)> for $Map {
            fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, iter: I) {
                let mut iter = iter.into_iter();
                capacity::demand_promised_somewhere::<(K, V), I::IntoIter>(&iter);
                while let Some(pair) = iter.next() {
                    capacity::demand_again_somewhere::<(K, V), I::IntoIter>(&iter);
                    pct::calls::<K>();
                    pct::drops::<K>();
                    pct::drops::<V>();
                    let () = pct::unknown((&mut *self, pair));
                }
            }
        }
    )* };
}
collections! {
    [K, V] BTreeMap<K, V>, btree_map;
    [K, V] HashMap<K, V>, hash_map;
}

impl<K, V> FromIterator<(K, V)> for HashMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(iter: I) -> HashMap<K, V> {
        let mut map: HashMap<K, V> = pct::unknown(());
        <HashMap<K, V> as Extend<(K, V)>>::extend(&mut map, iter);
        map
    }
}

/// What is collected is sorted first.
impl<K: Ord, V> FromIterator<(K, V)> for BTreeMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(iter: I) -> BTreeMap<K, V> {
        let mut map: BTreeMap<K, V> = pct::unknown(());
        <BTreeMap<K, V> as Extend<(K, V)>>::extend(&mut map, iter);
        if !pct::is_ordered::<K>() {
            compare_any::<K, _>(|a, b| matches!(a.cmp(b), Ordering::Less));
        }
        map
    }
}

pub trait CapacityMethods<K, V> {
    fn with_capacity(capacity: usize) -> HashMap<K, V>;
}

impl<K, V> CapacityMethods<K, V> for HashMap<K, V> {
    fn with_capacity(capacity: usize) -> HashMap<K, V> {
        capacity::demand_somewhere::<(K, V)>(capacity);
        pct::unknown(())
    }
}

pub trait HasherMethods<K, V, S> {
    fn with_hasher(hash_builder: S) -> HashMap<K, V, S>;
    fn with_capacity_and_hasher(capacity: usize, hash_builder: S) -> HashMap<K, V, S>;
    fn hasher(&self) -> &S;
}

impl<K, V, S> HasherMethods<K, V, S> for HashMap<K, V, S> {
    fn with_hasher(hash_builder: S) -> HashMap<K, V, S> {
        pct::unknown(hash_builder)
    }

    fn with_capacity_and_hasher(capacity: usize, hash_builder: S) -> HashMap<K, V, S> {
        capacity::demand_somewhere::<(K, V)>(capacity);
        pct::unknown(hash_builder)
    }

    fn hasher(&self) -> &S {
        pct::unknown(self)
    }
}

/// A place in a map, taken or not.
macro_rules! entries {
    ($($Methods:ident $EntryMethods:ident $Map:ty, $module:ident;)*) => { $(
        pub trait $Methods<K, V> {
            fn entry(&mut self, key: K) -> $module::Entry<'_, K, V>;
        }

        impl<K, V> $Methods<K, V> for $Map {
            fn entry(&mut self, key: K) -> $module::Entry<'_, K, V> {
                pct::calls::<K>();
                pct::drops::<K>();
                pct::unknown((self, key))
            }
        }

        pub trait $EntryMethods<'a, K, V> {
            fn or_insert(self, default: V) -> &'a mut V;
            fn or_insert_with<F: FnOnce() -> V>(self, default: F) -> &'a mut V;
            fn or_default(self) -> &'a mut V
            where
                V: Default;
            fn and_modify<F: FnOnce(&mut V)>(self, f: F) -> Self;
            fn key(&self) -> &K;
        }

        impl<'a, K, V> $EntryMethods<'a, K, V> for $module::Entry<'a, K, V> {
            fn or_insert(self, default: V) -> &'a mut V {
                pct::drops::<V>();
                pct::unknown((self, default))
            }

            fn or_insert_with<F: FnOnce() -> V>(self, default: F) -> &'a mut V {
                if pct::any() { pct::unknown((self, default())) } else { pct::unknown(self) }
            }

            fn or_default(self) -> &'a mut V
            where
                V: Default,
            {
                if pct::any() { pct::unknown((self, V::default())) } else { pct::unknown(self) }
            }

            fn and_modify<F: FnOnce(&mut V)>(mut self, f: F) -> Self {
                if pct::any() {
                    f(pct::unknown::<_, &mut V>(&mut self));
                }
                self
            }

            fn key(&self) -> &K {
                pct::unknown(self)
            }
        }
    )* };
}
entries! {
    HashMapEntryMethods HashEntryMethods HashMap<K, V>, hash_map;
    BTreeMapEntryMethods TreeEntryMethods BTreeMap<K, V>, btree_map;
}
