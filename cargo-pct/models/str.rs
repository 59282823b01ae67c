//! `std::str`

pub mod index;
mod iterators;
pub mod pattern;

use crate::cmp::{Ord, PartialOrd};
use crate::pct;
use pattern::{Pattern, somewhere};
use std::cmp::Ordering;
use std::str::{Bytes, CharIndices, Chars};

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
        index::is_boundary(self, index)
    }

    fn split_at(&self, mid: usize) -> (&str, &str) {
        match self.split_at_checked(mid) {
            Some(parts) => parts,
            None => pct::fail("index", "{}byte index {}"),
        }
    }

    fn split_at_checked(&self, mid: usize) -> Option<(&str, &str)> {
        if !index::is_boundary(self, mid) {
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
            None => pct::fail("index", "unsafe precondition(s) violated: get_unchecked requires that the range is within the string"),
        }
    }

    fn parse<F: FromStr>(&self) -> Result<F, F::Err> {
        F::from_str(self)
    }

    fn chars(&self) -> Chars<'_> {
        pct::unknown(self)
    }

    fn char_indices(&self) -> CharIndices<'_> {
        pct::unknown(self)
    }

    fn bytes(&self) -> Bytes<'_> {
        pct::unknown(self)
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

/// Over-approximates: something is found anywhere, or nothing. What a pattern that is a closure does is run any number of times.
pub trait PatternMethods {
    fn contains<P: Pattern>(&self, pat: P) -> bool;
    fn starts_with<P: Pattern>(&self, pat: P) -> bool;
    fn ends_with<P: Pattern>(&self, pat: P) -> bool;
    fn find<P: Pattern>(&self, pat: P) -> Option<usize>;
    fn rfind<P: Pattern>(&self, pat: P) -> Option<usize>;
    fn split_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)>;
    fn rsplit_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)>;
    fn strip_prefix<P: Pattern>(&self, prefix: P) -> Option<&str>;
    fn strip_suffix<P: Pattern>(&self, suffix: P) -> Option<&str>;
    fn trim_matches<P: Pattern>(&self, pat: P) -> &str;
    fn trim_start_matches<P: Pattern>(&self, pat: P) -> &str;
    fn trim_end_matches<P: Pattern>(&self, pat: P) -> &str;
    fn split<P: Pattern>(&self, pat: P) -> Split<'_, P>;
    fn rsplit<P: Pattern>(&self, pat: P) -> RSplit<'_, P>;
    fn splitn<P: Pattern>(&self, n: usize, pat: P) -> SplitN<'_, P>;
    fn split_terminator<P: Pattern>(&self, pat: P) -> SplitTerminator<'_, P>;
    fn trim(&self) -> &str;
    fn trim_start(&self) -> &str;
    fn trim_end(&self) -> &str;
    fn replace<P: Pattern>(&self, from: P, to: &str) -> String;
}

impl PatternMethods for str {
    fn contains<P: Pattern>(&self, pat: P) -> bool {
        pat.run();
        pct::any()
    }

    fn starts_with<P: Pattern>(&self, pat: P) -> bool {
        pat.run();
        pct::any()
    }

    fn ends_with<P: Pattern>(&self, pat: P) -> bool {
        pat.run();
        pct::any()
    }

    fn find<P: Pattern>(&self, pat: P) -> Option<usize> {
        pat.run();
        let found: Option<usize> = pct::any();
        if let Some(index) = found {
            pct::assume(index::is_boundary(self, index));
        }
        found
    }

    fn rfind<P: Pattern>(&self, pat: P) -> Option<usize> {
        PatternMethods::find(self, pat)
    }

    fn split_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        delimiter.run();
        if pct::any() {
            return None;
        }
        let first: usize = pct::any();
        pct::assume(first <= pct::len(self));
        let rest: usize = pct::any();
        pct::assume(first <= rest && rest <= pct::len(self));
        Some((pct::part(self, 0, first), pct::part(self, rest, pct::exact_sub(pct::len(self), rest))))
    }

    fn rsplit_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        PatternMethods::split_once(self, delimiter)
    }

    fn strip_prefix<P: Pattern>(&self, prefix: P) -> Option<&str> {
        prefix.run();
        if pct::any() { Some(somewhere(self, 0)) } else { None }
    }

    fn strip_suffix<P: Pattern>(&self, suffix: P) -> Option<&str> {
        PatternMethods::strip_prefix(self, suffix)
    }

    fn trim_matches<P: Pattern>(&self, pat: P) -> &str {
        pat.run();
        somewhere(self, 0)
    }

    fn trim_start_matches<P: Pattern>(&self, pat: P) -> &str {
        pat.run();
        somewhere(self, 0)
    }

    fn trim_end_matches<P: Pattern>(&self, pat: P) -> &str {
        pat.run();
        somewhere(self, 0)
    }

    fn split<P: Pattern>(&self, pat: P) -> Split<'_, P> {
        Split { text: self, pattern: pat }
    }

    fn rsplit<P: Pattern>(&self, pat: P) -> RSplit<'_, P> {
        RSplit { text: self, pattern: pat }
    }

    fn splitn<P: Pattern>(&self, n: usize, pat: P) -> SplitN<'_, P> {
        SplitN { text: self, pattern: pat }
    }

    fn split_terminator<P: Pattern>(&self, pat: P) -> SplitTerminator<'_, P> {
        SplitTerminator { text: self, pattern: pat }
    }

    fn trim(&self) -> &str {
        somewhere(self, 0)
    }

    fn trim_start(&self) -> &str {
        somewhere(self, 0)
    }

    fn trim_end(&self) -> &str {
        somewhere(self, 0)
    }

    fn replace<P: Pattern>(&self, from: P, to: &str) -> String {
        from.run();
        pct::any()
    }
}

/// Parts of a text, of which nothing is known but that they are.
macro_rules! parts {
    ($($Parts:ident)*) => { $(
        pub struct $Parts<'a, P> {
            text: &'a str,
            pattern: P,
        }

        impl<'a, P: Pattern> crate::iter::Iterator for $Parts<'a, P> {
            type Item = &'a str;

            fn next(&mut self) -> Option<&'a str> {
                self.pattern.again();
                if pct::any() { Some(somewhere(self.text, 0)) } else { None }
            }
        }

        impl<'a, P: Pattern> crate::iter::DoubleEndedIterator for $Parts<'a, P> {
            fn next_back(&mut self) -> Option<&'a str> {
                crate::iter::Iterator::next(self)
            }
        }
    )* };
}
parts!(Split RSplit SplitN SplitTerminator);
