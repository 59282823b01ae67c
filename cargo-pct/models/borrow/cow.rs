//! `Cow`: text and slices, borrowed or owned.

use crate::clone::Clone;
use crate::convert::{AsRef, From};
use crate::ops::Deref;
use crate::pct;
use std::borrow::{Cow, ToOwned};

pub trait CowMethods<B: ?Sized + ToOwned> {
    fn into_owned(self) -> B::Owned;
}

pub trait CowTextMethods {
    fn to_mut(&mut self) -> &mut String;
}

pub trait CowSliceMethods<T: std::clone::Clone> {
    fn to_mut(&mut self) -> &mut Vec<T>;
}

impl<B: ?Sized + ToOwned> CowMethods<B> for Cow<'_, B> {
    fn into_owned(self) -> B::Owned {
        match self {
            Cow::Borrowed(borrowed) => borrowed.to_owned(),
            Cow::Owned(owned) => owned,
        }
    }
}

impl CowTextMethods for Cow<'_, str> {
    fn to_mut(&mut self) -> &mut String {
        if let Cow::Borrowed(borrowed) = *self {
            *self = Cow::Owned(pct::copied(borrowed));
        }
        match self {
            Cow::Owned(owned) => owned,
            Cow::Borrowed(_) => unreachable!(),
        }
    }
}

impl<T: std::clone::Clone> CowSliceMethods<T> for Cow<'_, [T]> {
    fn to_mut(&mut self) -> &mut Vec<T> {
        if let Cow::Borrowed(borrowed) = *self {
            *self = Cow::Owned(borrowed.to_owned());
        }
        match self {
            Cow::Owned(owned) => owned,
            Cow::Borrowed(_) => unreachable!(),
        }
    }
}

impl Deref for Cow<'_, str> {
    type Target = str;
    fn deref(&self) -> &str {
        match self {
            Cow::Borrowed(borrowed) => borrowed,
            Cow::Owned(owned) => pct::part(owned, 0, pct::len(owned)),
        }
    }
}

impl<T: std::clone::Clone> Deref for Cow<'_, [T]> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        match self {
            Cow::Borrowed(borrowed) => borrowed,
            Cow::Owned(owned) => pct::part(owned, 0, pct::len(owned)),
        }
    }
}

impl AsRef<str> for Cow<'_, str> {
    fn as_ref(&self) -> &str {
        Deref::deref(self)
    }
}

impl<T: std::clone::Clone> AsRef<[T]> for Cow<'_, [T]> {
    fn as_ref(&self) -> &[T] {
        Deref::deref(self)
    }
}

impl<'a> Clone for Cow<'a, str> {
    fn clone(&self) -> Cow<'a, str> {
        match self {
            Cow::Borrowed(borrowed) => Cow::Borrowed(borrowed),
            Cow::Owned(owned) => Cow::Owned(pct::copied(pct::part(owned, 0, pct::len(owned)))),
        }
    }
}

impl<'a, T: std::clone::Clone> Clone for Cow<'a, [T]> {
    fn clone(&self) -> Cow<'a, [T]> {
        match self {
            Cow::Borrowed(borrowed) => Cow::Borrowed(borrowed),
            Cow::Owned(owned) => Cow::Owned(owned.clone()),
        }
    }

    fn clone_from(&mut self, source: &Cow<'a, [T]>) {
        match (&mut *self, source) {
            (Cow::Owned(to), Cow::Owned(from)) => to.clone_from(from),
            _ => *self = Clone::clone(source),
        }
    }
}

impl<'a> From<&'a str> for Cow<'a, str> {
    fn from(value: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(value)
    }
}

impl<'a> From<String> for Cow<'a, str> {
    fn from(value: String) -> Cow<'a, str> {
        Cow::Owned(value)
    }
}

impl<'a> From<&'a String> for Cow<'a, str> {
    fn from(value: &'a String) -> Cow<'a, str> {
        Cow::Borrowed(pct::part(value, 0, pct::len(value)))
    }
}

impl<'a, T: std::clone::Clone> From<&'a [T]> for Cow<'a, [T]> {
    fn from(value: &'a [T]) -> Cow<'a, [T]> {
        Cow::Borrowed(value)
    }
}

impl<'a, T: std::clone::Clone> From<Vec<T>> for Cow<'a, [T]> {
    fn from(value: Vec<T>) -> Cow<'a, [T]> {
        Cow::Owned(value)
    }
}

impl<'a, T: std::clone::Clone> From<&'a Vec<T>> for Cow<'a, [T]> {
    fn from(value: &'a Vec<T>) -> Cow<'a, [T]> {
        Cow::Borrowed(pct::part(value, 0, pct::len(value)))
    }
}

impl From<Cow<'_, str>> for String {
    fn from(value: Cow<'_, str>) -> String {
        value.into_owned()
    }
}

impl<T: std::clone::Clone> From<Cow<'_, [T]>> for Vec<T> {
    fn from(value: Cow<'_, [T]>) -> Vec<T> {
        value.into_owned()
    }
}
