//! `std::option`

use crate::clone::Clone;
use crate::cmp::{Ord, PartialEq, PartialOrd};
use crate::default::Default;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
use crate::ops::{Deref, DerefMut, FromResidual, Try};
use crate::pct;
use std::cmp::Ordering;
use std::convert::Infallible;
use std::ops::ControlFlow;

pub trait OptionMethods<T>: Sized {
    fn is_some(&self) -> bool;
    fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    fn is_none(&self) -> bool;
    fn is_none_or<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    fn as_ref(&self) -> Option<&T>;
    fn as_mut(&mut self) -> Option<&mut T>;
    fn expect(self, msg: &str) -> T;
    fn unwrap(self) -> T;
    fn unwrap_or(self, default: T) -> T;
    fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T;
    fn unwrap_or_default(self) -> T
    where
        T: Default;
    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U>;
    fn inspect<F: FnOnce(&T)>(self, f: F) -> Option<T>;
    fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U;
    fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U;
    fn ok_or<E>(self, err: E) -> Result<T, E>;
    fn ok_or_else<E, F: FnOnce() -> E>(self, err: F) -> Result<T, E>;
    fn and<U>(self, optb: Option<U>) -> Option<U>;
    fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U>;
    fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Option<T>;
    fn or(self, optb: Option<T>) -> Option<T>;
    fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T>;
    fn xor(self, optb: Option<T>) -> Option<T>;
    fn insert(&mut self, value: T) -> &mut T;
    fn get_or_insert(&mut self, value: T) -> &mut T;
    fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T;
    fn take(&mut self) -> Option<T>;
    fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T>;
    fn replace(&mut self, value: T) -> Option<T>;
    fn zip<U>(self, other: Option<U>) -> Option<(T, U)>;
    fn iter(&self) -> Iter<'_, T>;
}

impl<T> OptionMethods<T> for Option<T> {
    fn is_some(&self) -> bool {
        matches!(*self, Some(_))
    }

    fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            None => false,
            Some(x) => f(x),
        }
    }

    fn is_none(&self) -> bool {
        !matches!(*self, Some(_))
    }

    fn is_none_or<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            None => true,
            Some(x) => f(x),
        }
    }

    fn as_ref(&self) -> Option<&T> {
        match *self {
            Some(ref x) => Some(x),
            None => None,
        }
    }

    fn as_mut(&mut self) -> Option<&mut T> {
        match *self {
            Some(ref mut x) => Some(x),
            None => None,
        }
    }

    fn expect(self, msg: &str) -> T {
        match self {
            Some(val) => val,
            None => pct::fail("unwrap", msg),
        }
    }

    fn unwrap(self) -> T {
        match self {
            Some(val) => val,
            None => pct::fail("unwrap", "called `Option::unwrap()` on a `None` value"),
        }
    }

    fn unwrap_or(self, default: T) -> T {
        match self {
            Some(x) => x,
            None => default,
        }
    }

    fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T {
        match self {
            Some(x) => x,
            None => f(),
        }
    }

    fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Some(x) => x,
            None => T::default(),
        }
    }

    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U> {
        match self {
            Some(x) => Some(f(x)),
            None => None,
        }
    }

    fn inspect<F: FnOnce(&T)>(self, f: F) -> Option<T> {
        if let Some(ref x) = self {
            f(x);
        }
        self
    }

    fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Some(t) => f(t),
            None => default,
        }
    }

    fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Some(t) => f(t),
            None => default(),
        }
    }

    fn ok_or<E>(self, err: E) -> Result<T, E> {
        match self {
            Some(v) => Ok(v),
            None => Err(err),
        }
    }

    fn ok_or_else<E, F: FnOnce() -> E>(self, err: F) -> Result<T, E> {
        match self {
            Some(v) => Ok(v),
            None => Err(err()),
        }
    }

    fn and<U>(self, optb: Option<U>) -> Option<U> {
        match self {
            Some(_) => optb,
            None => None,
        }
    }

    fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U> {
        match self {
            Some(x) => f(x),
            None => None,
        }
    }

    fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Option<T> {
        if let Some(x) = self {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }

    fn or(self, optb: Option<T>) -> Option<T> {
        match self {
            x @ Some(_) => x,
            None => optb,
        }
    }

    fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T> {
        match self {
            x @ Some(_) => x,
            None => f(),
        }
    }

    fn xor(self, optb: Option<T>) -> Option<T> {
        match (self, optb) {
            (a @ Some(_), None) => a,
            (None, b @ Some(_)) => b,
            _ => None,
        }
    }

    fn insert(&mut self, value: T) -> &mut T {
        *self = Some(value);
        match self {
            Some(v) => v,
            None => pct::fail("panic", "unreachable"),
        }
    }

    fn get_or_insert(&mut self, value: T) -> &mut T {
        if let None = *self {
            *self = Some(value);
        }
        match self {
            Some(v) => v,
            None => pct::fail("panic", "unreachable"),
        }
    }

    fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T {
        if let None = *self {
            *self = Some(f());
        }
        match self {
            Some(v) => v,
            None => pct::fail("panic", "unreachable"),
        }
    }

    fn take(&mut self) -> Option<T> {
        let old = pct::take(self);
        pct::put(self, None);
        old
    }

    fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T> {
        let wanted = match self {
            Some(x) => predicate(x),
            None => false,
        };
        if wanted { self.take() } else { None }
    }

    fn replace(&mut self, value: T) -> Option<T> {
        let old = pct::take(self);
        pct::put(self, Some(value));
        old
    }

    fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) {
            (Some(a), Some(b)) => Some((a, b)),
            _ => None,
        }
    }

    fn iter(&self) -> Iter<'_, T> {
        Iter { inner: self.as_ref() }
    }
}

/// The methods of contents that lead to others.
pub trait DerefMethods<T: Deref> {
    fn as_deref(&self) -> Option<&T::Target>;
    fn as_deref_mut(&mut self) -> Option<&mut T::Target>
    where
        T: DerefMut;
}

impl<T: Deref> DerefMethods<T> for Option<T> {
    fn as_deref(&self) -> Option<&T::Target> {
        match *self {
            Some(ref it) => Some(it.deref()),
            None => None,
        }
    }

    fn as_deref_mut(&mut self) -> Option<&mut T::Target>
    where
        T: DerefMut,
    {
        match *self {
            Some(ref mut it) => Some(it.deref_mut()),
            None => None,
        }
    }
}

/// The methods that only some types of contents have; each is a trait of its own, for the argument types must fit.
pub trait CopiedMethods<T>: Sized {
    fn copied(self) -> Option<T>;
    fn cloned(self) -> Option<T>;
}

impl<T: Clone> CopiedMethods<T> for Option<&T> {
    fn copied(self) -> Option<T> {
        match self {
            Some(t) => Some(pct::take(t)),
            None => None,
        }
    }

    fn cloned(self) -> Option<T> {
        match self {
            Some(t) => Some(t.clone()),
            None => None,
        }
    }
}

impl<T: Clone> CopiedMethods<T> for Option<&mut T> {
    fn copied(self) -> Option<T> {
        match self {
            Some(t) => Some(pct::take(&*t)),
            None => None,
        }
    }

    fn cloned(self) -> Option<T> {
        match self {
            Some(t) => Some((&*t).clone()),
            None => None,
        }
    }
}

pub trait FlattenMethods<T>: Sized {
    fn flatten(self) -> Option<T>;
}

impl<T> FlattenMethods<T> for Option<Option<T>> {
    fn flatten(self) -> Option<T> {
        match self {
            Some(inner) => inner,
            None => None,
        }
    }
}

pub trait TransposeMethods<T, E>: Sized {
    fn transpose(self) -> Result<Option<T>, E>;
}

impl<T, E> TransposeMethods<T, E> for Option<Result<T, E>> {
    fn transpose(self) -> Result<Option<T>, E> {
        match self {
            Some(Ok(x)) => Ok(Some(x)),
            Some(Err(e)) => Err(e),
            None => Ok(None),
        }
    }
}

impl<T: Clone> Clone for Option<T> {
    fn clone(&self) -> Option<T> {
        match self {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }

    fn clone_from(&mut self, source: &Option<T>) {
        match (self, source) {
            (Some(to), Some(from)) => to.clone_from(from),
            (to, from) => *to = from.clone(),
        }
    }
}

impl<T: PartialEq> PartialEq for Option<T> {
    fn eq(&self, other: &Option<T>) -> bool {
        match (self, other) {
            (Some(l), Some(r)) => l.eq(r),
            (None, None) => true,
            _ => false,
        }
    }
}

impl<T: PartialOrd> PartialOrd for Option<T> {
    fn partial_cmp(&self, other: &Option<T>) -> Option<Ordering> {
        match (self, other) {
            (Some(l), Some(r)) => l.partial_cmp(r),
            (Some(_), None) => Some(Ordering::Greater),
            (None, Some(_)) => Some(Ordering::Less),
            (None, None) => Some(Ordering::Equal),
        }
    }
}

impl<T: Ord> Ord for Option<T> {
    fn cmp(&self, other: &Option<T>) -> Ordering {
        match (self, other) {
            (Some(l), Some(r)) => l.cmp(r),
            (Some(_), None) => Ordering::Greater,
            (None, Some(_)) => Ordering::Less,
            (None, None) => Ordering::Equal,
        }
    }
}

impl<T> Try for Option<T> {
    type Output = T;
    type Residual = Option<Infallible>;

    fn from_output(output: T) -> Option<T> {
        Some(output)
    }

    fn branch(self) -> ControlFlow<Option<Infallible>, T> {
        match self {
            Some(v) => ControlFlow::Continue(v),
            None => ControlFlow::Break(None),
        }
    }
}

impl<T> FromResidual<Option<Infallible>> for Option<T> {
    fn from_residual(residual: Option<Infallible>) -> Option<T> {
        None
    }
}

impl<T> crate::convert::From<T> for Option<T> {
    fn from(value: T) -> Option<T> {
        Some(value)
    }
}

pub struct Iter<'a, A> {
    inner: Option<&'a A>,
}

impl<'a, A> Iterator for Iter<'a, A> {
    type Item = &'a A;

    fn next(&mut self) -> Option<&'a A> {
        let inner = self.inner;
        self.inner = None;
        inner
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.inner.is_some() { 1 } else { 0 };
        (left, Some(left))
    }
}

impl<'a, A> DoubleEndedIterator for Iter<'a, A> {
    fn next_back(&mut self) -> Option<&'a A> {
        self.next()
    }
}

impl<A> ExactSizeIterator for Iter<'_, A> {}

pub struct IntoIter<A> {
    inner: Option<A>,
}

impl<A> Iterator for IntoIter<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        self.inner.take()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.inner.is_some() { 1 } else { 0 };
        (left, Some(left))
    }
}

impl<A> DoubleEndedIterator for IntoIter<A> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }
}

impl<A> ExactSizeIterator for IntoIter<A> {}

impl<T> IntoIterator for Option<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { inner: self }
    }
}

impl<'a, T> IntoIterator for &'a Option<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        OptionMethods::iter(self)
    }
}

impl<A, V: crate::iter::FromIterator<A>> crate::iter::FromIterator<Option<A>> for Option<V> {
    fn from_iter<I: IntoIterator<Item = Option<A>>>(iter: I) -> Option<V> {
        let mut shunt = Shunt { iter: iter.into_iter(), ended: false };
        let collected = V::from_iter(&mut shunt);
        if shunt.ended { None } else { Some(collected) }
    }
}

/// The values until there is none.
struct Shunt<I> {
    iter: I,
    ended: bool,
}

impl<A, I: Iterator<Item = Option<A>>> Iterator for Shunt<I> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        match self.iter.next() {
            Some(None) => {
                self.ended = true;
                None
            }
            Some(value) => value,
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.ended { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }
}
