//! Ordinary code: what is in `safe` never panics, what is in `wrong` does, on the inputs of `main`.
#![allow(dead_code)]

pub mod safe {
    use std::borrow::Cow;
    use std::cmp::Ordering;

    pub fn after_a_character(s: &str) -> &str {
        match s.find('=') {
            Some(i) => &s[i + 1..],
            None => s,
        }
    }

    pub fn after_the_last_one(s: &str) -> &str {
        s.rfind('/').map_or(s, |i| &s[i + 1..])
    }

    pub fn after_a_text(s: &str) -> &str {
        s.find("::").map_or(s, |i| &s[i + 2..])
    }

    pub fn after_a_wide_character(s: &str) -> &str {
        s.find('ß').map_or(s, |i| &s[i + 2..])
    }

    pub fn after_one_of_several(s: &str) -> &str {
        s.find(['+', '-']).map_or(s, |i| &s[i + 1..])
    }

    pub fn after_a_digit(s: &str) -> &str {
        s.find(|c: char| c.is_ascii_digit()).map_or(s, |i| &s[i + 1..])
    }

    pub fn behind_a_prefix(s: &str) -> &str {
        if s.starts_with("0x") { &s[2..] } else { s }
    }

    pub fn before_a_suffix(s: &str) -> &str {
        if s.ends_with(';') { &s[..s.len() - 1] } else { s }
    }

    pub fn from_a_character_on(s: &str) -> Option<&str> {
        for (i, c) in s.char_indices() {
            if c == '-' {
                return Some(&s[i..]);
            }
        }
        None
    }

    pub fn behind_a_character(s: &str) -> Option<&str> {
        for (i, c) in s.char_indices() {
            if !c.is_ascii_digit() {
                return Some(&s[i + c.len_utf8()..]);
            }
        }
        None
    }

    pub fn characters(s: &str) -> usize {
        let mut n = 0;
        for _ in s.chars() {
            n += 1;
        }
        n
    }

    pub fn letters(s: &str) -> usize {
        let mut n = 0;
        for b in s.bytes() {
            if b == b'a' {
                n += 1;
            }
        }
        n
    }

    pub fn high_half(b: &u8) -> u8 {
        b >> 4
    }

    pub fn halves(bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for b in bytes {
            out.push(b >> 4);
            out.push(b & 15);
        }
        out
    }

    pub fn histogram(bytes: &[u8]) -> [u32; 256] {
        let mut h = [0u32; 256];
        for b in bytes {
            h[*b as usize] = h[*b as usize].wrapping_add(1);
        }
        h
    }

    pub fn total(v: &[f64]) -> f64 {
        v.iter().sum::<f64>()
    }

    pub fn mean(v: &[f32]) -> f32 {
        v.iter().copied().sum::<f32>() / v.len() as f32
    }

    pub fn neighbour(v: &[u8], i: usize, d: isize) -> Option<u8> {
        let at = i.checked_add_signed(d)?;
        if at < v.len() { Some(v[at]) } else { None }
    }

    pub fn descending(mut v: Vec<u32>) -> Vec<u32> {
        v.sort_by(|a, b| b.cmp(a));
        v
    }

    pub fn by_length(mut v: Vec<String>) -> Vec<String> {
        v.sort_by(|a, b| a.len().cmp(&b.len()));
        v
    }

    pub fn by_a_key(mut v: Vec<(u32, u8)>) -> Vec<(u32, u8)> {
        v.sort_by_key(|x| x.1);
        v
    }

    pub fn by_two_keys(mut v: Vec<(u32, u8)>) -> Vec<(u32, u8)> {
        v.sort_unstable_by(|a, b| match a.1.cmp(&b.1) {
            Ordering::Equal => b.0.cmp(&a.0),
            unequal => unequal,
        });
        v
    }

    pub fn by_what_is_captured(mut v: Vec<u32>, n: &u32) -> Vec<u32> {
        v.sort_by_key(|x| x & n);
        v
    }

    pub fn positive(mut v: Vec<i32>) -> i32 {
        v.retain(|x| *x > 0);
        if v.is_empty() { 0 } else { v[0] }
    }

    pub fn pairs(v: &[u8]) -> Vec<u16> {
        let mut out = Vec::new();
        if v.len() % 2 == 0 {
            for i in (0..v.len()).step_by(2) {
                out.push(u16::from(v[i]) << 8 | u16::from(v[i + 1]));
            }
        }
        out
    }

    pub fn conversions(b: &[u8], s: &str) -> usize {
        let v: Vec<u8> = b.into();
        let c: Cow<'_, [u8]> = v.into();
        let w: Vec<u8> = c.into_owned();
        let t: Cow<'_, str> = s.into();
        let u: String = t.into();
        let x: Box<str> = u.into();
        w.len() / 2 + x.len() / 2
    }

    pub fn weighs(n: u8) -> u16 {
        let mut sum = 0;
        for weight in [50u16, 80, 60].iter() {
            sum += weight * u16::from(n);
        }
        sum
    }

    const LINES: [[usize; 3]; 3] = [[0, 1, 2], [0, 3, 6], [0, 4, 8]];

    pub fn row_by_row(board: &[u8; 9]) -> bool {
        for line in LINES {
            if board[line[0]] == board[line[1]] && board[line[1]] == board[line[2]] {
                return true;
            }
        }
        false
    }
}

pub mod wrong {
    use std::cell::Cell;
    use std::cmp::Ordering;
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    pub fn behind_a_wide_character(s: &str) -> &str {
        s.find('ß').map_or(s, |i| &s[i + 1..])
    }

    pub fn behind_a_short_text(s: &str) -> &str {
        s.find(':').map_or(s, |i| &s[i + 2..])
    }

    pub fn behind_the_empty_text(s: &str) -> &str {
        s.rfind("").map_or(s, |i| &s[i + 1..])
    }

    pub fn behind_any_character(s: &str) -> &str {
        s.find(|c: char| !c.is_ascii_digit()).map_or(s, |i| &s[i + 1..])
    }

    pub fn behind_the_other_prefix(s: &str) -> &str {
        if s.starts_with('€') { &s[1..] } else { s }
    }

    pub fn between_characters(s: &str) -> Option<&str> {
        for (i, c) in s.char_indices() {
            if c == 'ß' {
                return Some(&s[i + 1..]);
            }
        }
        None
    }

    pub fn counts_bytes(s: &str) -> usize {
        s.len() - 1 - s.chars().count()
    }

    pub fn divides(s: &str) -> u32 {
        let mut sum = 0;
        for c in s.chars() {
            sum = 100 / (c as u32 - 0x1D11E);
        }
        sum
    }

    pub fn shifts_far(b: &u8, n: &i8) -> u8 {
        b >> n
    }

    pub fn far_neighbour(v: &[u8], i: usize, d: isize) -> u8 {
        v[i.wrapping_add_signed(d)]
    }

    /// Enough elements that sorting sees that the order is none.
    pub fn many(n: u32) -> Vec<u32> {
        (0..n).map(|i| i * 7 % 61).collect()
    }

    pub fn torn(mut v: Vec<u32>) {
        v.sort_by(|a, b| if (a + b) % 3 == 0 { a.cmp(b) } else { b.cmp(a) });
    }

    pub fn remembers(mut v: Vec<u32>) {
        let mut n = 0u32;
        v.sort_by(|a, b| {
            n = n.wrapping_add(1);
            if n % 3 == 0 { a.cmp(b) } else { b.cmp(a) }
        });
    }

    pub fn remembers_in_a_cell(mut v: Vec<u32>) {
        let n = Cell::new(0u32);
        v.sort_by_key(|a| {
            n.set(n.get().wrapping_mul(31).wrapping_add(7));
            (a ^ n.get()) % 64
        });
    }

    static CALLS: AtomicU32 = AtomicU32::new(0);

    pub fn remembers_in_a_static(mut v: Vec<u32>) {
        v.sort_by_key(|a| (a ^ CALLS.fetch_add(7, SeqCst).wrapping_mul(31)) % 64);
    }

    pub fn remembers_by_value(mut v: Vec<u32>, start: u32) {
        let mut n = start;
        let order = move |a: &u32| {
            n = n.wrapping_mul(31).wrapping_add(7);
            (a ^ n) % 64
        };
        v.sort_by_key(order);
    }

    pub fn remembers_in_a_box(mut v: Vec<u32>, mut n: Box<u32>) {
        v.sort_by_key(move |a| {
            *n = n.wrapping_mul(31).wrapping_add(7);
            (a ^ *n) % 64
        });
    }

    pub fn remembers_which(mut v: Vec<u32>, one: &u32, other: &u32) {
        let mut key = one;
        v.sort_by_key(move |a| {
            key = if std::ptr::eq(key, one) { other } else { one };
            a.wrapping_mul(*key) % 64
        });
    }

    /// Its order is none of the numbers.
    #[derive(PartialEq, Eq)]
    pub struct Moody(u32);

    impl PartialOrd for Moody {
        fn partial_cmp(&self, other: &Moody) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Moody {
        fn cmp(&self, other: &Moody) -> Ordering {
            if (self.0 + other.0) % 3 == 0 { self.0.cmp(&other.0) } else { other.0.cmp(&self.0) }
        }
    }

    pub fn by_a_moody_key(mut v: Vec<u32>) {
        v.sort_by_key(|a| Moody(*a));
    }

    pub fn weighs_too_much(n: u8) -> u16 {
        let mut sum = 0;
        for weight in [50u16, 100, 110].iter() {
            sum += weight * u16::from(n);
        }
        sum
    }

    const LINES: [[usize; 3]; 3] = [[0, 1, 2], [0, 3, 6], [0, 5, 9]];

    pub fn beyond_the_board(board: &[u8; 9]) -> bool {
        for line in LINES {
            if board[line[0]] == board[line[1]] && board[line[1]] == board[line[2]] {
                return true;
            }
        }
        false
    }

    /// The second pass reads what the first one wrote.
    pub fn table_that_changes(n: usize) -> u8 {
        let (mut table, data) = ([3usize, 1, 2], [1u8, 2, 3, 4]);
        let mut sum = 0u8;
        for i in 0..3 {
            sum ^= data[table[i]];
            table[(i + 1) % 3] = n;
        }
        sum
    }
}

#[cfg(native)]
fn main() {
    use wrong::many;
    let panicking: Vec<Box<dyn Fn() + std::panic::UnwindSafe>> = vec![
        Box::new(|| drop(wrong::behind_a_wide_character("aß"))),
        Box::new(|| drop(wrong::behind_a_short_text("a:"))),
        Box::new(|| drop(wrong::behind_the_empty_text("a"))),
        Box::new(|| drop(wrong::behind_any_character("1€"))),
        Box::new(|| drop(wrong::behind_the_other_prefix("€"))),
        Box::new(|| drop(wrong::between_characters("aß"))),
        Box::new(|| drop(wrong::counts_bytes("a"))),
        Box::new(|| drop(wrong::divides("𝄞"))),
        Box::new(|| drop(wrong::shifts_far(&1, &-1))),
        Box::new(|| drop(wrong::far_neighbour(&[1], 0, -1))),
        Box::new(|| wrong::torn(many(60))),
        Box::new(|| wrong::remembers(many(60))),
        Box::new(|| wrong::remembers_in_a_cell(many(60))),
        Box::new(|| wrong::remembers_in_a_static(many(60))),
        Box::new(|| wrong::remembers_by_value(many(60), 1)),
        Box::new(|| wrong::remembers_in_a_box(many(60), Box::new(1))),
        Box::new(|| wrong::remembers_which(many(60), &1, &63)),
        Box::new(|| wrong::by_a_moody_key(many(60))),
        Box::new(|| drop(wrong::weighs_too_much(255))),
        Box::new(|| drop(wrong::beyond_the_board(&[1, 1, 2, 1, 1, 1, 2, 1, 1]))),
        Box::new(|| drop(wrong::table_that_changes(4))),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    for text in ["", "a=b", "a/b/c", "::x", "ß", "1+2-", "0x7;", "-€", "12a€"] {
        let safe = [
            safe::after_a_character, safe::after_the_last_one, safe::after_a_text, safe::after_a_wide_character,
            safe::after_one_of_several, safe::after_a_digit, safe::behind_a_prefix, safe::before_a_suffix,
        ];
        safe.iter().for_each(|function| drop(function(text)));
        safe::from_a_character_on(text);
        safe::behind_a_character(text);
        assert!(safe::characters(text) <= text.len() && safe::letters(text) < 2);
        safe::conversions(text.as_bytes(), text);
        safe::halves(text.as_bytes());
        safe::pairs(text.as_bytes());
        safe::histogram(text.as_bytes());
        safe::neighbour(text.as_bytes(), 0, -1);
    }
    safe::descending(many(60));
    safe::by_what_is_captured(many(60), &3);
    safe::by_a_key(many(60).into_iter().map(|n| (n, 1)).collect());
    safe::by_two_keys(many(60).into_iter().map(|n| (n, 1)).collect());
}
