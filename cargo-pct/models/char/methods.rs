//! The methods of `char`.

use crate::pct;

pub trait CharMethods {
    fn to_digit(self, radix: u32) -> Option<u32>;
    fn is_digit(self, radix: u32) -> bool;
    fn is_ascii_digit(&self) -> bool;
    fn is_ascii(&self) -> bool;
    fn is_ascii_uppercase(&self) -> bool;
    fn is_ascii_lowercase(&self) -> bool;
    fn is_ascii_alphabetic(&self) -> bool;
    fn is_ascii_alphanumeric(&self) -> bool;
    fn is_ascii_hexdigit(&self) -> bool;
    fn is_ascii_whitespace(&self) -> bool;
    fn len_utf8(self) -> usize;
    fn from_u32(i: u32) -> Option<char>;
    fn from_digit(num: u32, radix: u32) -> Option<char>;
    unsafe fn from_u32_unchecked(i: u32) -> char;
    fn encode_utf8(self, dst: &mut [u8]) -> &mut str;
    fn eq_ignore_ascii_case(&self, other: &char) -> bool;
}

fn within(value: u32, low: u32, high: u32) -> bool {
    low <= value && value <= high
}

fn lower(code: u32) -> u32 {
    if within(code, 65, 90) { code + 32 } else { code }
}

impl CharMethods for char {
    fn to_digit(self, radix: u32) -> Option<u32> {
        if radix < 2 || radix > 36 {
            pct::fail("panic", "to_digit: invalid radix -- radix must be in the range 2 to 36 inclusive");
        }
        let code: u32 = pct::cast(self);
        let digit = if within(code, 48, 57) {
            code - 48
        } else if within(code, 65, 90) {
            code - 55
        } else if within(code, 97, 122) {
            code - 87
        } else {
            return None;
        };
        if digit < radix { Some(digit) } else { None }
    }

    fn is_digit(self, radix: u32) -> bool {
        self.to_digit(radix).is_some()
    }

    fn is_ascii_digit(&self) -> bool {
        within(pct::cast(*self), 48, 57)
    }

    fn is_ascii(&self) -> bool {
        within(pct::cast(*self), 0, 127)
    }

    fn is_ascii_uppercase(&self) -> bool {
        within(pct::cast(*self), 65, 90)
    }

    fn is_ascii_lowercase(&self) -> bool {
        within(pct::cast(*self), 97, 122)
    }

    fn is_ascii_alphabetic(&self) -> bool {
        self.is_ascii_lowercase() || self.is_ascii_uppercase()
    }

    fn is_ascii_alphanumeric(&self) -> bool {
        self.is_ascii_alphabetic() || self.is_ascii_digit()
    }

    fn is_ascii_hexdigit(&self) -> bool {
        let code: u32 = pct::cast(*self);
        within(code, 48, 57) || within(code, 65, 70) || within(code, 97, 102)
    }

    fn is_ascii_whitespace(&self) -> bool {
        let code: u32 = pct::cast(*self);
        code == 9 || code == 10 || code == 12 || code == 13 || code == 32
    }

    fn len_utf8(self) -> usize {
        let code: u32 = pct::cast(self);
        if code < 0x80 {
            1
        } else if code < 0x800 {
            2
        } else if code < 0x1_0000 {
            3
        } else {
            4
        }
    }

    fn from_u32(i: u32) -> Option<char> {
        super::from_u32(i)
    }

    fn from_digit(num: u32, radix: u32) -> Option<char> {
        super::from_digit(num, radix)
    }

    unsafe fn from_u32_unchecked(i: u32) -> char {
        match super::from_u32(i) {
            Some(character) => character,
            None => pct::fail("panic", "unsafe precondition(s) violated: invalid value for `char`{}"),
        }
    }

    /// Over-approximates: any bytes.
    fn encode_utf8(self, dst: &mut [u8]) -> &mut str {
        let length = self.len_utf8();
        if pct::len(&*dst) < length {
            pct::fail("panic", "encode_utf8: need {} bytes to encode U+{} but buffer has just {}");
        }
        pct::forget_elements(&mut *dst);
        pct::unknown(dst)
    }

    fn eq_ignore_ascii_case(&self, other: &char) -> bool {
        lower(pct::cast(*self)) == lower(pct::cast(*other))
    }
}
