//! The iterators of maps and sets, of which the standard library alone knows the fields.
//!
//! Over-approximates: any elements, for as long as one likes.

use crate::clone::Clone;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Iterator};
use crate::pct;
use std::collections::{binary_heap, btree_map, btree_set, hash_map, hash_set};

/// What the iterator yields is anything of its type.
macro_rules! unknown_items {
    ($([$($parameters:tt)*] $Iterator:ty => $Item:ty;)*) => { $(
        impl<$($parameters)*> Iterator for $Iterator {
            type Item = $Item;

            fn next(&mut self) -> Option<$Item> {
                pct::unknown(self)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                pct::unknown(self)
            }
        }

        impl<$($parameters)*> ExactSizeIterator for $Iterator {
            fn len(&self) -> usize {
                pct::unknown(self)
            }
        }
    )* };
}

/// The same from both ends.
macro_rules! unknown_ends {
    ($([$($parameters:tt)*] $Iterator:ty => $Item:ty;)*) => { $(
        unknown_items!([$($parameters)*] $Iterator => $Item;);

        impl<$($parameters)*> DoubleEndedIterator for $Iterator {
            fn next_back(&mut self) -> Option<$Item> {
                pct::unknown(self)
            }
        }
    )* };
}

/// Iterators of one half of each pair, which drop the other half.
macro_rules! halves {
    ($($Iterator:ident: $Kept:ident, $Dropped:ident;)*) => { $(
        impl<K, V> Iterator for btree_map::$Iterator<K, V> {
            type Item = $Kept;

            fn next(&mut self) -> Option<$Kept> {
                pct::drops::<$Dropped>();
                pct::unknown(self)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                pct::unknown(self)
            }
        }

        impl<K, V> DoubleEndedIterator for btree_map::$Iterator<K, V> {
            fn next_back(&mut self) -> Option<$Kept> {
                pct::drops::<$Dropped>();
                pct::unknown(self)
            }
        }

        impl<K, V> Iterator for hash_map::$Iterator<K, V> {
            type Item = $Kept;

            fn next(&mut self) -> Option<$Kept> {
                pct::drops::<$Dropped>();
                pct::unknown(self)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                pct::unknown(self)
            }
        }

        impl<K, V> ExactSizeIterator for btree_map::$Iterator<K, V> {
            fn len(&self) -> usize {
                pct::unknown(self)
            }
        }

        impl<K, V> ExactSizeIterator for hash_map::$Iterator<K, V> {
            fn len(&self) -> usize {
                pct::unknown(self)
            }
        }
    )* };
}

halves! {
    IntoKeys: K, V;
    IntoValues: V, K;
}

/// Iterators that are cloned without cloning elements.
macro_rules! cloned {
    ($([$($parameters:tt)*] $Iterator:ty;)*) => { $(
        impl<$($parameters)*> Clone for $Iterator {
            fn clone(&self) -> Self {
                pct::unknown(self)
            }
        }
    )* };
}

unknown_ends! {
    ['a, K, V] btree_map::Iter<'a, K, V> => (&'a K, &'a V);
    ['a, K, V] btree_map::IterMut<'a, K, V> => (&'a K, &'a mut V);
    [K, V] btree_map::IntoIter<K, V> => (K, V);
    ['a, K, V] btree_map::Keys<'a, K, V> => &'a K;
    ['a, K, V] btree_map::Values<'a, K, V> => &'a V;
    ['a, K, V] btree_map::ValuesMut<'a, K, V> => &'a mut V;
    ['a, K, V] btree_map::Range<'a, K, V> => (&'a K, &'a V);
    ['a, K, V] btree_map::RangeMut<'a, K, V> => (&'a K, &'a mut V);
    ['a, K] btree_set::Iter<'a, K> => &'a K;
    [K] btree_set::IntoIter<K> => K;
    ['a, K] btree_set::Range<'a, K> => &'a K;
}

unknown_items! {
    ['a, K, V] hash_map::Iter<'a, K, V> => (&'a K, &'a V);
    ['a, K, V] hash_map::IterMut<'a, K, V> => (&'a K, &'a mut V);
    [K, V] hash_map::IntoIter<K, V> => (K, V);
    ['a, K, V] hash_map::Keys<'a, K, V> => &'a K;
    ['a, K, V] hash_map::Values<'a, K, V> => &'a V;
    ['a, K, V] hash_map::ValuesMut<'a, K, V> => &'a mut V;
    ['a, K, V] hash_map::Drain<'a, K, V> => (K, V);
    ['a, K] hash_set::Iter<'a, K> => &'a K;
    [K] hash_set::IntoIter<K> => K;
    ['a, K] hash_set::Drain<'a, K> => K;
    ['a, K] binary_heap::Iter<'a, K> => &'a K;
    [K] binary_heap::IntoIter<K> => K;
}

cloned! {
    ['a, K, V] btree_map::Iter<'a, K, V>;
    ['a, K, V] btree_map::Keys<'a, K, V>;
    ['a, K, V] btree_map::Values<'a, K, V>;
    ['a, K, V] btree_map::Range<'a, K, V>;
    ['a, K] btree_set::Iter<'a, K>;
    ['a, K] btree_set::Range<'a, K>;
    ['a, K, V] hash_map::Iter<'a, K, V>;
    ['a, K, V] hash_map::Keys<'a, K, V>;
    ['a, K, V] hash_map::Values<'a, K, V>;
    ['a, K] hash_set::Iter<'a, K>;
}
