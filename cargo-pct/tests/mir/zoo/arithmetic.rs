//! Operations, casts, literals and the checks in front of them.

pub fn checked(a: i32, b: i32) -> i32 {
    let sum = a + b;
    let difference = sum - b;
    let product = difference * 2;
    let quotient = product / b;
    let remainder = quotient % a;
    -remainder
}

pub fn shifts(a: u8, n: i32, m: u64) -> u8 {
    (a << n) >> m
}

pub fn bits(a: u64, b: u64) -> u64 {
    !(a & b | a ^ 7)
}

pub fn comparisons(a: i8, b: i8) -> [bool; 6] {
    [a == b, a != b, a < b, a <= b, a > b, a >= b]
}

pub fn wrapping(a: u32) -> (u32, Option<u32>, u32, bool) {
    let (value, overflowed) = a.overflowing_mul(3);
    (a.wrapping_add(1), a.checked_sub(1), value, overflowed)
}

pub fn casts(a: i64, c: char, b: bool, f: f64) -> (u8, u32, i16, f32, u128, f64, isize) {
    (a as u8, c as u32, f as i16, f as f32, b as u128, a as f64, a as isize)
}

pub fn extremes() -> (u8, i8, u64, i64, usize, isize, u128, i128, i128) {
    (255, -128, u64::MAX, i64::MIN, 18446744073709551615, -9223372036854775808, u128::MAX, i128::MIN, -1)
}

pub fn floats(x: f64) -> [f64; 7] {
    [1.0, -1.5, 1.0e300, 1e-300, f64::NAN, f64::INFINITY, x * 0.1 + -0.0]
}

pub fn characters() -> (char, char, char, char, &'static str, &'static [u8; 6]) {
    ('a', '\'', '\u{301}', '\n', "q\"uo\\te; // -> } \u{1F980}\0", b"\"\\\x00\xff;\n")
}
