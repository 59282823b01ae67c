//! `std::string`

use crate::capacity;
use crate::clone::Clone;
use crate::cmp::PartialEq;
use crate::pct;

pub trait StringMethods {
    fn new() -> String;
    fn with_capacity(capacity: usize) -> String;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn as_str(&self) -> &str;
    fn clear(&mut self);
    fn as_mut_str(&mut self) -> &mut str;
    fn as_bytes(&self) -> &[u8];
    fn into_bytes(self) -> Vec<u8>;
    fn capacity(&self) -> usize;
    fn reserve(&mut self, additional: usize);
    fn shrink_to_fit(&mut self);
    fn push_str(&mut self, string: &str);
    fn push(&mut self, ch: char);
    fn pop(&mut self) -> Option<char>;
    fn truncate(&mut self, new_len: usize);
    fn remove(&mut self, idx: usize) -> char;
    fn insert(&mut self, idx: usize, ch: char);
    fn insert_str(&mut self, idx: usize, string: &str);
    fn into_boxed_str(self) -> Box<str>;
    fn from_utf8(vec: Vec<u8>) -> Result<String, FromUtf8Error>;
    unsafe fn from_utf8_unchecked(bytes: Vec<u8>) -> String;
}

impl StringMethods for String {
    fn new() -> String {
        pct::empty()
    }

    fn with_capacity(capacity: usize) -> String {
        capacity::demand::<u8>(0, capacity);
        pct::empty()
    }

    fn len(&self) -> usize {
        pct::len(self)
    }

    fn is_empty(&self) -> bool {
        pct::len(self) == 0
    }

    fn as_str(&self) -> &str {
        pct::part(self, 0, pct::len(self))
    }

    fn clear(&mut self) {
        pct::set_len(self, 0);
    }

    fn as_mut_str(&mut self) -> &mut str {
        let length = pct::len(self);
        pct::part_mut(self, 0, length)
    }

    fn as_bytes(&self) -> &[u8] {
        pct::bytes(pct::part(self, 0, pct::len(self)))
    }

    fn into_bytes(self) -> Vec<u8> {
        pct::same(self)
    }

    fn capacity(&self) -> usize {
        pct::room(pct::len(self))
    }

    fn reserve(&mut self, additional: usize) {
        capacity::demand::<u8>(pct::len(self), additional);
    }

    fn shrink_to_fit(&mut self) {}

    fn push_str(&mut self, string: &str) {
        let (own, more) = (pct::len(self), pct::len(string));
        if more > pct::max_len::<u8>() - own {
            pct::exhausted::<u8>();
        }
        pct::set_len(self, own + more);
        pct::copy(string, 0, self, own, more);
    }

    /// Over-approximates: the bytes are not known afterwards.
    fn push(&mut self, ch: char) {
        let (own, more) = (pct::len(self), crate::char::methods::CharMethods::len_utf8(ch));
        if more > pct::max_len::<u8>() - own {
            pct::exhausted::<u8>();
        }
        pct::set_len(self, own + more);
        encode(self, own, more, pct::cast(ch));
    }

    fn pop(&mut self) -> Option<char> {
        let length = pct::len(self);
        if length == 0 {
            return None;
        }
        let (last, size) = pct::decoded_before(pct::part(self, 0, length), length);
        pct::set_len(self, pct::exact_sub(length, size));
        Some(last)
    }

    fn truncate(&mut self, new_len: usize) {
        if new_len <= pct::len(self) {
            if !pct::is_boundary(pct::part(self, 0, pct::len(self)), new_len) {
                pct::fail("assert", "assertion failed: self.is_char_boundary(new_len)");
            }
            pct::set_len(self, new_len);
        }
    }

    fn remove(&mut self, idx: usize) -> char {
        let length = pct::len(self);
        if !pct::is_boundary(pct::part(self, 0, length), idx) {
            pct::fail("index", "{}byte index {}");
        }
        if idx == length {
            pct::fail("panic", "cannot remove a char from the end of a string");
        }
        let (removed, size) = pct::decoded(pct::part(self, 0, length), idx);
        let rest = pct::exact_sub(length, pct::exact_add(idx, size));
        pct::shift(self, pct::exact_add(idx, size), idx, rest);
        pct::set_len(self, pct::exact_sub(length, size));
        removed
    }

    fn insert(&mut self, idx: usize, ch: char) {
        let length = pct::len(self);
        if !pct::is_boundary(pct::part(self, 0, length), idx) {
            pct::fail("assert", "assertion failed: self.is_char_boundary(idx)");
        }
        self.push(ch);
        pct::forget_elements(self);
    }

    fn insert_str(&mut self, idx: usize, string: &str) {
        let length = pct::len(self);
        if !pct::is_boundary(pct::part(self, 0, length), idx) {
            pct::fail("assert", "assertion failed: self.is_char_boundary(idx)");
        }
        self.push_str(string);
        pct::forget_elements(self);
    }

    fn into_boxed_str(self) -> Box<str> {
        pct::unknown(self)
    }

    /// Over-approximates: bytes may be text or not.
    fn from_utf8(vec: Vec<u8>) -> Result<String, FromUtf8Error> {
        if pct::any() { Ok(pct::same(vec)) } else { Err(FromUtf8Error { bytes: vec }) }
    }

    unsafe fn from_utf8_unchecked(bytes: Vec<u8>) -> String {
        pct::same(bytes)
    }
}

/// Writes the bytes of a character, `size` of them, from an index on.
fn encode(text: &mut String, at: usize, size: usize, code: u32) {
    if size == 1 {
        put(text, at, code);
    } else if size == 2 {
        put(text, at, 0xC0 + code / 64);
        put(text, at + 1, 0x80 + code % 64);
    } else if size == 3 {
        put(text, at, 0xE0 + code / 4096);
        put(text, at + 1, 0x80 + code / 64 % 64);
        put(text, at + 2, 0x80 + code % 64);
    } else {
        put(text, at, 0xF0 + code / 262_144);
        put(text, at + 1, 0x80 + code / 4096 % 64);
        put(text, at + 2, 0x80 + code / 64 % 64);
        put(text, at + 3, 0x80 + code % 64);
    }
}

fn put(text: &mut String, at: usize, byte: u32) {
    pct::put(pct::element_mut(text, at), pct::cast::<u32, u8>(byte));
}

pub struct FromUtf8Error {
    bytes: Vec<u8>,
}

impl FromUtf8Error {
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl crate::cmp::PartialOrd for String {
    fn partial_cmp(&self, other: &String) -> Option<std::cmp::Ordering> {
        Some(crate::cmp::Ord::cmp(self, other))
    }
}

impl crate::cmp::Ord for String {
    fn cmp(&self, other: &String) -> std::cmp::Ordering {
        let (own, other): (&str, &str) = (pct::part(self, 0, pct::len(self)), pct::part(other, 0, pct::len(other)));
        crate::cmp::Ord::cmp(own, other)
    }
}

impl PartialEq<String> for str {
    fn eq(&self, other: &String) -> bool {
        pct::equal_elements(self, other)
    }
}

impl PartialEq<String> for &str {
    fn eq(&self, other: &String) -> bool {
        pct::equal_elements(*self, other)
    }
}

impl crate::convert::From<&String> for String {
    fn from(value: &String) -> String {
        pct::take(value)
    }
}

impl crate::convert::From<char> for String {
    fn from(value: char) -> String {
        let mut text: String = pct::empty();
        text.push(value);
        text
    }
}

impl crate::convert::From<Box<str>> for String {
    fn from(value: Box<str>) -> String {
        pct::unknown(value)
    }
}

impl crate::convert::From<String> for Box<str> {
    fn from(value: String) -> Box<str> {
        pct::unknown(value)
    }
}

impl crate::convert::From<&str> for Box<str> {
    fn from(value: &str) -> Box<str> {
        pct::unknown(value)
    }
}

impl crate::convert::From<std::borrow::Cow<'_, str>> for Box<str> {
    fn from(value: std::borrow::Cow<'_, str>) -> Box<str> {
        pct::unknown(value)
    }
}

impl crate::convert::From<&mut str> for String {
    fn from(value: &mut str) -> String {
        pct::copied(&*value)
    }
}

/// Over-approximates: any text. Of characters it is asked how many there will be.
macro_rules! collected {
    ($($Item:ty, |$iter:ident, $length:ident| $room:expr;)*) => { $(
        impl<'a> crate::iter::FromIterator<$Item> for String {
            fn from_iter<I: crate::iter::IntoIterator<Item = $Item>>(iter: I) -> String {
                let mut iter = iter.into_iter();
                let ($iter, $length) = (&iter, 0);
                $room;
                while let Some(_) = crate::iter::Iterator::next(&mut iter) {}
                pct::any()
            }
        }

        impl<'a> crate::iter::Extend<$Item> for String {
            fn extend<I: crate::iter::IntoIterator<Item = $Item>>(&mut self, iter: I) {
                let mut iter = iter.into_iter();
                let ($iter, $length) = (&iter, pct::len(self));
                $room;
                // It grows by each: who panics in between leaves a part.
                while let Some(_) = crate::iter::Iterator::next(&mut iter) {
                    let length: usize = pct::any();
                    pct::assume(pct::len(self) <= length && length <= pct::max_len::<u8>());
                    pct::set_len(self, length);
                    pct::forget_elements(self);
                }
            }
        }
    )* };
}
collected! {
    char, |iter, length| capacity::demand_promised::<u8, _>(iter, length);
    &'a char, |iter, length| capacity::demand_promised::<u8, _>(iter, length);
    &'a str, |iter, length| ();
    String, |iter, length| ();
}

impl crate::ops::Add<&str> for String {
    type Output = String;
    fn add(mut self, rhs: &str) -> String {
        self.push_str(rhs);
        self
    }
}

impl crate::ops::AddAssign<&str> for String {
    fn add_assign(&mut self, rhs: &str) {
        self.push_str(rhs);
    }
}

impl Clone for String {
    fn clone(&self) -> String {
        pct::take(self)
    }
}

impl PartialEq for String {
    fn eq(&self, other: &String) -> bool {
        pct::equal_elements(self, other)
    }
}

impl PartialEq<str> for String {
    fn eq(&self, other: &str) -> bool {
        pct::equal_elements(self, other)
    }
}

impl PartialEq<&str> for String {
    fn eq(&self, other: &&str) -> bool {
        pct::equal_elements(self, *other)
    }
}

impl PartialEq<str> for str {
    fn eq(&self, other: &str) -> bool {
        pct::equal_elements(self, other)
    }
}

impl crate::convert::From<&str> for String {
    fn from(value: &str) -> String {
        pct::copied(value)
    }
}

pub trait ToString {
    fn to_string(&self) -> String;
}

impl ToString for str {
    fn to_string(&self) -> String {
        pct::copied(self)
    }
}
