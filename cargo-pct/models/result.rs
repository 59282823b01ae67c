//! `std::result`

use crate::clone::Clone;
use crate::cmp::PartialEq;
use crate::convert::From;
use crate::default::Default;
use crate::ops::{FromResidual, Try};
use crate::pct;
use std::convert::Infallible;
use std::ops::ControlFlow;

pub trait ResultMethods<T, E>: Sized {
    fn is_ok(&self) -> bool;
    fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    fn is_err(&self) -> bool;
    fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool;
    fn ok(self) -> Option<T>;
    fn err(self) -> Option<E>;
    fn as_ref(&self) -> Result<&T, &E>;
    fn as_mut(&mut self) -> Result<&mut T, &mut E>;
    fn map<U, F: FnOnce(T) -> U>(self, op: F) -> Result<U, E>;
    fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U;
    fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U;
    fn map_err<F, O: FnOnce(E) -> F>(self, op: O) -> Result<T, F>;
    fn and<U>(self, res: Result<U, E>) -> Result<U, E>;
    fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, op: F) -> Result<U, E>;
    fn or<F>(self, res: Result<T, F>) -> Result<T, F>;
    fn or_else<F, O: FnOnce(E) -> Result<T, F>>(self, op: O) -> Result<T, F>;
    fn unwrap_or(self, default: T) -> T;
    fn unwrap_or_else<F: FnOnce(E) -> T>(self, op: F) -> T;
    fn unwrap_or_default(self) -> T
    where
        T: Default;
    fn expect(self, msg: &str) -> T;
    fn unwrap(self) -> T;
    fn expect_err(self, msg: &str) -> E;
    fn unwrap_err(self) -> E;
}

impl<T, E> ResultMethods<T, E> for Result<T, E> {
    fn is_ok(&self) -> bool {
        matches!(*self, Ok(_))
    }

    fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            Err(_) => false,
            Ok(x) => f(x),
        }
    }

    fn is_err(&self) -> bool {
        !matches!(*self, Ok(_))
    }

    fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool {
        match self {
            Ok(_) => false,
            Err(e) => f(e),
        }
    }

    fn ok(self) -> Option<T> {
        match self {
            Ok(x) => Some(x),
            Err(_) => None,
        }
    }

    fn err(self) -> Option<E> {
        match self {
            Ok(_) => None,
            Err(x) => Some(x),
        }
    }

    fn as_ref(&self) -> Result<&T, &E> {
        match *self {
            Ok(ref x) => Ok(x),
            Err(ref x) => Err(x),
        }
    }

    fn as_mut(&mut self) -> Result<&mut T, &mut E> {
        match *self {
            Ok(ref mut x) => Ok(x),
            Err(ref mut x) => Err(x),
        }
    }

    fn map<U, F: FnOnce(T) -> U>(self, op: F) -> Result<U, E> {
        match self {
            Ok(t) => Ok(op(t)),
            Err(e) => Err(e),
        }
    }

    fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Ok(t) => f(t),
            Err(_) => default,
        }
    }

    fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Ok(t) => f(t),
            Err(e) => default(e),
        }
    }

    fn map_err<F, O: FnOnce(E) -> F>(self, op: O) -> Result<T, F> {
        match self {
            Ok(t) => Ok(t),
            Err(e) => Err(op(e)),
        }
    }

    fn and<U>(self, res: Result<U, E>) -> Result<U, E> {
        match self {
            Ok(_) => res,
            Err(e) => Err(e),
        }
    }

    fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, op: F) -> Result<U, E> {
        match self {
            Ok(t) => op(t),
            Err(e) => Err(e),
        }
    }

    fn or<F>(self, res: Result<T, F>) -> Result<T, F> {
        match self {
            Ok(v) => Ok(v),
            Err(_) => res,
        }
    }

    fn or_else<F, O: FnOnce(E) -> Result<T, F>>(self, op: O) -> Result<T, F> {
        match self {
            Ok(t) => Ok(t),
            Err(e) => op(e),
        }
    }

    fn unwrap_or(self, default: T) -> T {
        match self {
            Ok(t) => t,
            Err(_) => default,
        }
    }

    fn unwrap_or_else<F: FnOnce(E) -> T>(self, op: F) -> T {
        match self {
            Ok(t) => t,
            Err(e) => op(e),
        }
    }

    fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Ok(x) => x,
            Err(_) => T::default(),
        }
    }

    fn expect(self, msg: &str) -> T {
        match self {
            Ok(t) => t,
            Err(e) => {
                pct::tells(&e);
                pct::fail_with("unwrap", msg)
            }
        }
    }

    fn unwrap(self) -> T {
        match self {
            Ok(t) => t,
            Err(e) => {
                pct::tells(&e);
                pct::fail("unwrap", "called `Result::unwrap()` on an `Err` value: {}")
            }
        }
    }

    fn expect_err(self, msg: &str) -> E {
        match self {
            Ok(t) => {
                pct::tells(&t);
                pct::fail_with("unwrap", msg)
            }
            Err(e) => e,
        }
    }

    fn unwrap_err(self) -> E {
        match self {
            Ok(t) => {
                pct::tells(&t);
                pct::fail("unwrap", "called `Result::unwrap_err()` on an `Ok` value: {}")
            }
            Err(e) => e,
        }
    }
}

impl<T: Clone, E: Clone> Clone for Result<T, E> {
    fn clone(&self) -> Result<T, E> {
        match self {
            Ok(x) => Ok(x.clone()),
            Err(x) => Err(x.clone()),
        }
    }

    fn clone_from(&mut self, source: &Result<T, E>) {
        match (self, source) {
            (Ok(to), Ok(from)) => to.clone_from(from),
            (Err(to), Err(from)) => to.clone_from(from),
            (to, from) => *to = from.clone(),
        }
    }
}

impl<T: PartialEq, E: PartialEq> PartialEq for Result<T, E> {
    fn eq(&self, other: &Result<T, E>) -> bool {
        match (self, other) {
            (Ok(l), Ok(r)) => l.eq(r),
            (Err(l), Err(r)) => l.eq(r),
            _ => false,
        }
    }
}

impl<T, E> Try for Result<T, E> {
    type Output = T;
    type Residual = Result<Infallible, E>;

    fn from_output(output: T) -> Result<T, E> {
        Ok(output)
    }

    fn branch(self) -> ControlFlow<Result<Infallible, E>, T> {
        match self {
            Ok(v) => ControlFlow::Continue(v),
            Err(e) => ControlFlow::Break(Err(e)),
        }
    }
}

impl<T, E, F: From<E>> FromResidual<Result<Infallible, E>> for Result<T, F> {
    fn from_residual(residual: Result<Infallible, E>) -> Result<T, F> {
        match residual {
            Err(e) => Err(F::from(e)),
            Ok(_) => pct::fail("panic", "unreachable"),
        }
    }
}

impl<A, E, V: crate::iter::FromIterator<A>> crate::iter::FromIterator<Result<A, E>> for Result<V, E> {
    fn from_iter<I: crate::iter::IntoIterator<Item = Result<A, E>>>(iter: I) -> Result<V, E> {
        let mut shunt = Shunt { iter: iter.into_iter(), failed: None };
        let collected = V::from_iter(&mut shunt);
        match shunt.failed {
            Some(error) => Err(error),
            None => Ok(collected),
        }
    }
}

/// The values until one is an error.
struct Shunt<I, E> {
    iter: I,
    failed: Option<E>,
}

impl<A, E, I: crate::iter::Iterator<Item = Result<A, E>>> crate::iter::Iterator for Shunt<I, E> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        match self.iter.next() {
            Some(Ok(value)) => Some(value),
            Some(Err(error)) => {
                self.failed = Some(error);
                None
            }
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.failed.is_some() { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }
}
