//! Snippets, as in `snippets`: characters of texts, what patterns match, shifts, signs, `Cow`, and sorting by what callers say.

/// Exact models.
#[rustfmt::skip]
pub(crate) const MODELS: &[&str] = &[
    // Characters of one, two, three and four bytes, from both ends.
    "let s = \"aß€𝄞\"; for c in s.chars() { z = z.wrapping_mul(31).wrapping_add(c as i64); } x = s.chars().count() as i32; y = s.chars().size_hint().0 as u8 * 16 + s.chars().size_hint().1.unwrap_or(9) as u8;",
    "let s = \"aß€𝄞\"; for c in s.chars().rev() { z = z.wrapping_mul(31).wrapping_add(c as i64); } let mut it = s.chars(); it.next_back(); it.next(); x = it.as_str().len() as i32; o = it.nth(k).map(|c| c as i32); p = it.next().is_none();",
    "let s = \"𝄞€ßa\"; for (i, c) in s.char_indices() { z = z.wrapping_mul(31).wrapping_add(c as i64 * 8 + i as i64); } let mut it = s.char_indices(); it.next(); y = it.offset() as u8; x = it.as_str().len() as i32; p = it.clone().count() == 3; o = it.next_back().map(|(i, c)| c as i32 * 16 + i as i32);",
    "let s = \"𝄞€ßa\"; for (i, c) in s.char_indices().rev() { z = z.wrapping_mul(31).wrapping_add(c as i64 * 8 + i as i64); } o = s.char_indices().nth(k).map(|(i, _)| i as i32); x = s.char_indices().size_hint().0 as i32;",
    "let s = \"aß€\"; for b in s.bytes() { z = z.wrapping_mul(31).wrapping_add(b as i64); } y = s.bytes().rev().next().unwrap_or(1); x = s.bytes().len() as i32; p = s.bytes().nth(k).is_some_and(|b| b > 0xC0); o = s.bytes().clone().nth_back(1).map(i32::from);",
    "let c = char::from(y); let mut s = String::new(); s.push(c); s.push('b'); z = s.chars().next().map_or(-1, |c| c as i64); x = s.chars().next_back().map_or(-1, |c| c as i32); y = s.char_indices().nth(1).map_or(9, |(i, _)| i as u8);",
    "p = \"aß\".is_char_boundary(k); z = \"aß€\".get(k..).map_or(-1, |s| s.len() as i64); x = \"aß€\".get(..k).map_or(-1, |s| s.len() as i32);",
    "let s = \"aß€\"; z = s[k..].len() as i64;", "let s = \"aß€\"; z = s[..k].chars().count() as i64; let (l, r) = s.split_at(1 + k % 2 * 2); x = (l.len() * 10 + r.len()) as i32;",
    "p = \"\".chars().next().is_none() && \"\".char_indices().next_back().is_none() && \"\".bytes().next_back().is_none(); z = \"\".chars().as_str().len() as i64;",
    "let c = char::from_u32(a as u32 & 0xF_FFFF).unwrap_or('ß'); let mut s = String::from(\"x\"); s.push(c); for b in s.bytes() { z = z.wrapping_mul(31).wrapping_add(b as i64); } o = s.pop().map(|c| c as i32); x = s.len() as i32; s.push('€'); y = s.remove(k % 2) as u8; p = s.remove(0) == 'x'; x = x * 10 + s.len() as i32;",
    // Shifts and complements through references.
    "let (q, w) = (&y, &k); z = (q >> 4) as i64 + (y >> &4u32) as i64 * 16 + (q << &1i8) as i64 * 256; x = &a >> w; p = !&y > 100;",
    "let n = y as i8; z = (&a << &n) as i64;", "let n = a as i64; z = (&y >> &n) as i64;", "let n = y as u32; x = &a >> n; x = x << &n;",
    "let n = a; let mut m = 1u128; m <<= &n; z = m as i64; let mut q = !&z; q >>= &3u8; z = q;", "let n = y; let mut m = -1i16; m >>= &n; z = m as i64; z ^= !&n as i64;",
    // Signed and unsigned.
    "z = (y.checked_add_signed(a as i8).map_or(-1, i64::from)) + y.wrapping_add_signed(a as i8) as i64 * 256 + y.saturating_add_signed(a as i8) as i64 * 65536; let (q, w) = y.overflowing_add_signed(a as i8); x = q as i32; p = w;",
    "z = k.checked_add_signed(a as isize).map_or(-1, |q| q as i64); y = (k as u64).checked_add_signed(i64::MIN).is_some() as u8 + u64::MAX.checked_add_signed(a as i64).is_some() as u8 * 2; x = u32::MAX.saturating_add_signed(a) as i32;",
    "let n = a as i8; z = n.checked_add_unsigned(y).map_or(-1000, i64::from) + n.checked_sub_unsigned(y).map_or(-1000, i64::from) * 3000; x = n.wrapping_add_unsigned(y) as i32 * 256 + n.wrapping_sub_unsigned(y) as i32;",
    "let n = a as i8; z = n.saturating_add_unsigned(y) as i64 * 300 + n.saturating_sub_unsigned(y) as i64; let (q, w) = n.overflowing_add_unsigned(y); let (r, t) = n.overflowing_sub_unsigned(y); x = q as i32 * 300 + r as i32; p = w ^ t;",
    "x = a.wrapping_add_unsigned(u32::MAX); z = a.saturating_sub_unsigned(u32::MAX) as i64; p = a.checked_add_unsigned(1 << 31).is_some(); y = a.cast_unsigned() as u8 ^ y.cast_signed() as u8;",
    // Text and slices, borrowed or owned.
    "use std::borrow::Cow; let mut c: Cow<'_, str> = if p { \"ab\".into() } else { String::from(\"abc\").into() }; z = c.len() as i64; y = matches!(c, Cow::Borrowed(_)) as u8; c.to_mut().push('d'); x = c.len() as i32; let s = c.clone().into_owned(); z = z * 10 + s.len() as i64; let t: String = c.into(); p = s == t;",
    "use std::borrow::Cow; let w = v.clone(); let mut c: Cow<'_, [i32]> = if p { Cow::Borrowed(&w) } else { v.clone().into() }; z = c.len() as i64; x = c.first().copied().unwrap_or(4); c.to_mut().push(a); v = c.into_owned();",
    "use std::borrow::Cow; let s = String::from(\"abc\"); let c: Cow<'_, str> = (&s).into(); let d: Cow<'_, [i32]> = (&v).into(); z = (c.as_ref().len() + d.as_ref().len()) as i64; let e: Cow<'_, [i32]> = v[..].into(); let u: Vec<i32> = e.clone().into(); v = u;",
];

/// Models that admit more than what happens.
#[rustfmt::skip]
pub(crate) const ADMITTED: &[&str] = &[
    "let s = String::from_utf8(vec![b'a' + y % 16, b'z']).unwrap_or_default(); x = s.chars().next().map_or(-1, |c| c as i32); z = s.chars().last().map_or(-1, |c| c as i64);",
    "use std::borrow::Cow; let mut t = String::from(\"ab\"); let s: String = t.as_mut_str().into(); let b: Box<str> = \"abc\".into(); z = (s.len() + b.len()) as i64; let b: Box<str> = String::from(\"x\").into(); let d: Box<str> = Cow::Borrowed(\"yz\").into(); x = (b.len() + d.len()) as i32;",
    "let s = \"aß=€\"; z = s.find('=').map_or(-1, |q| s[q + 1..].len() as i64); x = s.find('ß').map_or(-1, |q| s[q + 2..].len() as i32); y = s.rfind(\"=€\").map_or(9, |q| s[q + 4..].len() as u8); p = s.find('x').is_none();",
    "let s = \"a=b=c\"; let c = ['=', 'x']; z = s.rfind(c).map_or(-1, |q| q as i64) + s.find(&c).map_or(-1, |q| q as i64) * 10; x = s.find(&c[..]).map_or(-1, |q| q as i32); p = s.ends_with('c') && s.starts_with(&c[1..]);",
    "let s = \"ab12\"; z = s.find(|c: char| c.is_ascii_digit()).map_or(-1, |q| q as i64); let mut n = 0; x = s.rfind(|c: char| { n += 1; c == 'b' }).map_or(-1, |q| q as i32); p = s.strip_prefix(char::is_alphabetic).is_some();",
    "let s = \"k: v\"; if let Some((l, r)) = s.split_once(\": \") { z = (l.len() * 10 + r.len()) as i64; } if let Some((l, r)) = s.rsplit_once(' ') { x = (l.len() * 10 + r.len()) as i32; } y = s.strip_suffix('v').map_or(9, |q| q.len() as u8); p = s.strip_prefix(&String::from(\"k\")).is_some() && s.ends_with(&\"v\");",
    "p = [1.5, 2.5].iter().sum::<f64>() > 0.0; let q: f32 = [1.5f32].into_iter().product(); z = (q > 7.0) as i64; let q: f64 = [1.0].iter().product(); x = (q + [2.0f32].into_iter().sum::<f32>() as f64 > 1.0) as i32;",
    "v.sort_by_key(|q| q & 3); p = v.is_empty();", "v.sort_unstable_by_key(|q| std::cmp::Reverse(*q)); p = v.is_empty();",
];

/// Models that say of code that is not known that it may panic.
#[rustfmt::skip]
pub(crate) const MAY_PANIC: &[&str] = &[
    "let m = &arr; v.sort_by(|l, r| (l % m[1]).cmp(&(r % m[1]))); p = v.is_empty();",
    "v.sort_by(|l, r| r.cmp(l)); p = v.is_empty();", "let k = k as i32; v.sort_unstable_by(|l, r| (l & k).cmp(&(r & k))); p = v.is_empty();",
    "v.sort_by(|l, r| { if l == r { panic!(\"equal\") } l.cmp(r) });",
    "let mut n = 0; v.sort_by(|l, r| { n += 1; if n % 3 == 0 { l.cmp(r) } else { r.cmp(l) } });",
    "let mut w: Vec<i32> = (0..60).map(|q| q * 7 % 61).collect(); w.sort_by(|l, r| if (l + r) % 3 == 0 { l.cmp(r) } else { r.cmp(l) });",
    "let mut w: Vec<i32> = (0..60).map(|q| q * 7 % 61).collect(); w.sort_by(|l, _| if l % 2 == 0 { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater });",
    "let c = std::cell::Cell::new(0); v.sort_by_key(|q| { c.set(c.get() + 1); q ^ c.get() });",
];
