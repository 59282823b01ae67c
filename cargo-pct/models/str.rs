//! `std::str`

pub mod index;
mod iterators;
pub mod pattern;
mod searching;

use crate::cmp::{Ord, PartialOrd};
use crate::pct;
use pattern::Pattern;
use std::cmp::Ordering;

pub trait StrMethods {
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn as_bytes(&self) -> &[u8];
    fn to_owned(&self) -> String;
    fn is_char_boundary(&self, index: usize) -> bool;
    fn split_at(&self, mid: usize) -> (&str, &str);
    fn split_at_checked(&self, mid: usize) -> Option<(&str, &str)>;
    fn get<I: index::StrIndex>(&self, i: I) -> Option<&str>;
    unsafe fn get_unchecked<I: index::StrIndex>(&self, i: I) -> &str;
    fn parse<F: FromStr>(&self) -> Result<F, F::Err>;
    fn repeat(&self, n: usize) -> String;
    fn chars(&self) -> Chars<'_>;
    fn char_indices(&self) -> CharIndices<'_>;
    fn bytes(&self) -> Bytes<'_>;
    fn to_string(&self) -> String;
}

impl StrMethods for str {
    fn len(&self) -> usize {
        pct::len(self)
    }

    fn is_empty(&self) -> bool {
        pct::len(self) == 0
    }

    fn as_bytes(&self) -> &[u8] {
        pct::bytes(self)
    }

    fn to_owned(&self) -> String {
        pct::copied(self)
    }

    fn is_char_boundary(&self, index: usize) -> bool {
        pct::is_boundary(self, index)
    }

    fn split_at(&self, mid: usize) -> (&str, &str) {
        match self.split_at_checked(mid) {
            Some(parts) => parts,
            None => pct::fail("index", "{}byte index {}"),
        }
    }

    fn split_at_checked(&self, mid: usize) -> Option<(&str, &str)> {
        if !pct::is_boundary(self, mid) {
            return None;
        }
        Some((pct::part(self, 0, mid), pct::part(self, mid, pct::exact_sub(pct::len(self), mid))))
    }

    fn get<I: index::StrIndex>(&self, i: I) -> Option<&str> {
        let range = i.range(self);
        if !index::is_part(self, &range) {
            return None;
        }
        Some(pct::part(self, range.start, pct::exact_sub(range.end, range.start)))
    }

    unsafe fn get_unchecked<I: index::StrIndex>(&self, i: I) -> &str {
        match StrMethods::get(self, i) {
            Some(part) => part,
            None => pct::fail("index", "unsafe precondition(s) violated: str::get_unchecked requires that the range is within the string slice{}"),
        }
    }

    fn parse<F: FromStr>(&self) -> Result<F, F::Err> {
        F::from_str(self)
    }

    fn chars(&self) -> Chars<'_> {
        Chars { text: self, front: 0, back: pct::len(self) }
    }

    fn char_indices(&self) -> CharIndices<'_> {
        CharIndices { characters: StrMethods::chars(self) }
    }

    fn bytes(&self) -> Bytes<'_> {
        Bytes { bytes: pct::bytes(self), front: 0, back: pct::len(self) }
    }

    fn to_string(&self) -> String {
        pct::copied(self)
    }

    fn repeat(&self, n: usize) -> String {
        let length = pct::len(self);
        if n > 0 && length > pct::max_value::<usize>() / n {
            pct::fail("panic", "capacity overflow");
        }
        let mut result: String = pct::empty();
        crate::capacity::demand::<u8>(0, length * n);
        pct::set_len(&mut result, length * n);
        pct::forget_elements(&mut result);
        result
    }
}

impl PartialOrd for str {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        Some(Ord::cmp(self, other))
    }
}

impl Ord for str {
    fn cmp(&self, other: &str) -> Ordering {
        let (m, n) = (pct::len(self), pct::len(other));
        let mut index = 0;
        while index < m && index < n {
            let (a, b): (u8, u8) =
                (pct::take(pct::element(pct::bytes(self), index)), pct::take(pct::element(pct::bytes(other), index)));
            if a != b {
                return if a < b { Ordering::Less } else { Ordering::Greater };
            }
            index += 1;
        }
        if m < n {
            Ordering::Less
        } else if m == n {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
}

pub trait FromStr: Sized {
    type Err;
    fn from_str(s: &str) -> Result<Self, Self::Err>;
}

/// Over-approximates: any number, or none.
impl<T: pct::Integer> FromStr for pct::Plain<T> {
    type Err = crate::num::ParseIntError;
    fn from_str(s: &str) -> Result<pct::Plain<T>, crate::num::ParseIntError> {
        if pct::any() { Ok(pct::any()) } else { Err(pct::any()) }
    }
}

impl FromStr for String {
    type Err = std::convert::Infallible;
    fn from_str(s: &str) -> Result<String, std::convert::Infallible> {
        Ok(pct::copied(s))
    }
}

/// Over-approximates: bytes may be text or not.
pub fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error> {
    if pct::any() { Ok(pct::part::<[u8], str>(v, 0, pct::len(v))) } else { Err(pct::any()) }
}

pub struct Utf8Error {
    valid_up_to: usize,
    error_len: Option<u8>,
}

impl Utf8Error {
    pub fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }
}

/// The characters of `text` from byte `front` on, before byte `back`; both are boundaries of characters.
pub struct Chars<'a> {
    text: &'a str,
    front: usize,
    back: usize,
}

/// The characters with the indices of their first bytes.
pub struct CharIndices<'a> {
    characters: Chars<'a>,
}

/// The bytes from `front` on, before `back`.
pub struct Bytes<'a> {
    bytes: &'a [u8],
    front: usize,
    back: usize,
}

/// The parts of a text between what matches a pattern.
macro_rules! parts {
    ($($Parts:ident)*) => { $(
        pub struct $Parts<'a, P> {
            text: &'a str,
            pattern: P,
        }
    )* };
}
parts!(Split RSplit SplitN SplitTerminator);
