//! `char`

pub mod methods;

use crate::pct;

pub fn from_u32(i: u32) -> Option<char> {
    if i < 0xD800 || (i > 0xDFFF && i < 0x11_0000) { Some(pct::character(i)) } else { None }
}

pub fn from_digit(num: u32, radix: u32) -> Option<char> {
    if radix > 36 {
        pct::fail("panic", "from_digit: radix is too high (maximum 36)");
    }
    if num >= radix {
        return None;
    }
    Some(pct::character(if num < 10 { 48 + num } else { 87 + num }))
}

impl crate::convert::From<u8> for char {
    fn from(i: u8) -> char {
        pct::character(i as u32)
    }
}
