//! `std::string`

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
}

impl StringMethods for String {
    fn new() -> String {
        pct::empty()
    }

    fn with_capacity(capacity: usize) -> String {
        if capacity > pct::max_len::<u8>() {
            pct::fail("panic", "capacity overflow");
        }
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
