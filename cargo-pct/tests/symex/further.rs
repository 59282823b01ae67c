//! Snippets, as in `snippets`, for functions that those do not name.

/// Exact models.
#[rustfmt::skip]
pub(crate) const MODELS: &[&str] = &[
    "arr.as_mut_slice()[1] = x; v.as_mut_slice()[k] = 3; v.extend(arr);",
    "let c = char::from(y); p = c.is_ascii() && c.is_ascii_alphabetic() || c.is_ascii_lowercase(); x = unsafe { char::from_u32_unchecked(y as u32) } as i32;",
    "let mut w = vec![1]; w.clone_from(&v); let mut u = Some(x); u.clone_from(&v.pop()); o = u; v = w;", "let mut w = v.clone(); w.clone_from(&vec![x, a, 4]); v = w; let mut u = None; u.clone_from(&Some(x)); o = u; x = o.unwrap();",
    "let c = x.cmp(&a); p = c.is_eq() || c.is_le(); y = c.is_ne() as u8; z = c.then_with(|| y.cmp(&3)) as i64;",
    "let mut d = std::collections::VecDeque::from([1, 2, 3]); *d.back_mut().unwrap() = x; *d.front_mut().unwrap() ^= a; o = d.swap_remove_back(k); z = d.swap_remove_front(1).map_or(9, i64::from); v = d.into_iter().collect();",
    "let mut d: std::collections::VecDeque<i32> = Default::default(); p = d.back_mut().is_none() && d.front_mut().is_none() && d.swap_remove_front(k).is_none() && d.swap_remove_back(0).is_none();",
    "x = std::convert::identity(a); let w = v.clone(); std::mem::forget(w);", "o = v.iter().rfind(|q| **q > 1).copied();",
    "z = (y as u32).checked_ilog2().map_or(-1, i64::from); let q = a % 8; x = unsafe { q.unchecked_add(1).unchecked_mul(2).unchecked_sub(3) };",
    "z = (y as u32).checked_ilog10().map_or(-1, i64::from); x = (y as u16 * 257).max(1).ilog10() as i32; y = u128::MAX.ilog10() as u8 + i8::MAX.ilog10() as u8; p = a.checked_ilog10().is_none();",
    "p = i32::max_value() > x; z = i64::from(i32::min_value()); let n = unsafe { std::num::NonZeroU8::new_unchecked(3) }; y = n.get();",
    "use std::ops::{Bound, RangeBounds}; let r = 1..k; p = matches!(r.start_bound(), Bound::Included(&1)); y = matches!((..=k).end_bound(), Bound::Included(_)) as u8 + matches!((k..).end_bound(), Bound::Unbounded) as u8 * 2;",
    "let r: Result<i32, u8> = v.pop().ok_or_else(|| y); p = r.is_ok_and(|q| q > 2); y = r.expect_err(\"a value\");",
    "let mut t = v.pop(); let u = t.take_if(|q| *q > 2); p = t.is_none(); x = u.unwrap_or(5);",
    "use std::time::Duration; let d = Duration::ZERO; z = d.as_secs() as i64 + Duration::MAX.subsec_nanos() as i64; x = (k as u64).checked_sub(Duration::MAX.as_secs() - 3).map_or(-1, |far| far as i32);",
    "use std::time::Duration; let d = Duration::from_micros(k as u64 * 700_001); z = d.as_micros() as i64 ^ d.subsec_millis() as i64; p = d.is_zero();",
    "use std::num::Wrapping; let w: Wrapping<u8> = Wrapping(y) + Wrapping(200u8) * Wrapping(3); y = (w - Wrapping(7u8)).0; let mut q = Wrapping(x); q += Wrapping(a); q -= 5; q ^= Wrapping(3); x = (-q).0; p = q == Wrapping(a) || q < !q;",
    "use std::num::Wrapping; let q: Wrapping<u8> = Wrapping(y) << (k + 7); y = (q >> 9 | Wrapping(y) & Wrapping(12)).0; let d = Wrapping(a) / Wrapping(if p { -1 } else { 3 }); x = (d % Wrapping(-1)).0 ^ (&d ^ &Wrapping(i32::MIN)).0;",
    "use std::num::Wrapping; x = (Wrapping(x) / Wrapping(a)).0;", "use std::num::Wrapping; x = (Wrapping(3) % Wrapping(a)).0;",
    "use std::num::Wrapping; let mut m = Wrapping(y); m <<= k; m >>= 1usize; m |= Wrapping(1); m &= 254; m *= 3; m /= 2; m %= 5; y = m.0 | Wrapping::<u8>::default().0; p = m.clone().max(Wrapping(1)) >= m;",
    "use std::io::SeekFrom; let s = match k { 0 => SeekFrom::Start(3), 1 => SeekFrom::End(z), _ => SeekFrom::Current(-1) }; z = match s { SeekFrom::Start(q) => q as i64, SeekFrom::End(q) => q ^ 1, SeekFrom::Current(q) => q };",
    "use std::path::Component; let c = match k { 0 => Component::RootDir, 1 => Component::CurDir, _ => Component::ParentDir }; y = match c { Component::Prefix(_) => 1, Component::RootDir => 2, Component::CurDir => 3, Component::ParentDir => 4, Component::Normal(_) => 5 };",
    "let mut s = String::from(\"ab\"); z = s.as_mut_str().len() as i64; let t = unsafe { String::from_utf8_unchecked(vec![97, 98]) }; p = s == t;",
];

/// Models that admit more than what happens.
#[rustfmt::skip]
pub(crate) const ADMITTED: &[&str] = &[
    "let w = v.leak(); z = w.len() as i64; v = Vec::new();", "let mut b = Box::new(3); b.clone_from(&Box::new(a)); x = *b;",
    "use std::sync::atomic::{AtomicU8, Ordering::SeqCst}; let n = AtomicU8::new(y); z = n.fetch_sub(1, SeqCst) as i64 + n.fetch_and(7, SeqCst) as i64 + n.fetch_or(3, SeqCst) as i64 + n.fetch_xor(5, SeqCst) as i64 + n.fetch_max(9, SeqCst) as i64 + n.fetch_min(4, SeqCst) as i64;",
    "use std::sync::atomic::{AtomicU8, Ordering::SeqCst}; let n = AtomicU8::new(y); p = n.compare_exchange(3, 4, SeqCst, SeqCst).is_ok(); y = n.compare_exchange_weak(4, 5, SeqCst, SeqCst).unwrap_or_else(|q| q);",
    "let s = \" ab cd \"; z = s.trim_end().len() as i64 * 10 + s.trim_start().len() as i64; y = s.trim_start_matches(' ').len() as u8; x = s.trim_matches(' ').len() as i32; p = s.rfind('b').is_some() && s.rsplit_once(' ').is_some() && s.strip_suffix(\"d \").is_some();",
    "z = \"a,b,\".split_terminator(',').count() as i64;",
    "z = match v.binary_search_by_key(&3, |q| *q) { Ok(i) => i as i64, Err(i) => -1 - i as i64 };",
    "let mut d = std::collections::VecDeque::from([1, 2, 3]); let (l, r) = d.as_mut_slices(); z = (l.len() + r.len()) as i64;",
    "use std::collections::BTreeMap; let mut m = BTreeMap::from_iter([(x, a)]); z = *m.entry(3).key() as i64; v = m.into_keys().collect();",
    "use std::collections::BTreeSet; let mut m = BTreeSet::from_iter([x, a]); o = m.pop_last(); x = o.unwrap();",
    "let s = String::from(\"abc\").into_boxed_str(); z = s.len() as i64; p = std::str::from_utf8(&[97, 200]).is_err_and(|e| e.valid_up_to() == 1); use std::str::FromStr; y = u8::from_str(\"7\").unwrap_or(1);",
    "use std::ffi::{CStr, FromBytesWithNulError}; let w = [97, y, 0]; z = match CStr::from_bytes_with_nul(&w) { Ok(s) => s.count_bytes() as i64, Err(FromBytesWithNulError::InteriorNul { position }) => -1 - position as i64, Err(FromBytesWithNulError::NotNulTerminated) => 9 };",
    "use std::env::VarError; let e = if p { Some(VarError::NotPresent) } else { None }; y = match e { Some(VarError::NotPresent) => 1, Some(VarError::NotUnicode(_)) => 2, None => 3 };",
    "use std::net::{IpAddr, Ipv4Addr, Ipv6Addr}; let i = if p { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { IpAddr::V6(Ipv6Addr::LOCALHOST) }; y = match i { IpAddr::V4(_) => 1, IpAddr::V6(_) => 2 }; p = i == i.clone() && i >= i;",
    "use std::time::SystemTime; let t = SystemTime::UNIX_EPOCH; p = t == t.clone() && t <= t.max(t); y = match t.cmp(&t) { std::cmp::Ordering::Equal => 1, _ => 2 };",
    "let mut w = [const { std::mem::MaybeUninit::<i32>::uninit() }; 2]; z = w.write_clone_of_slice(&arr[..k]).len() as i64;",
];

/// Models that say of code that is not known that it may panic.
#[rustfmt::skip]
pub(crate) const MAY_PANIC: &[&str] = &[
    "use std::collections::BTreeMap; let mut m = BTreeMap::from_iter([(x, a), (3, 4)]); o = m.last_key_value().map(|(q, _)| *q); x = o.unwrap(); p = m.get_key_value(&3).is_some(); for q in m.values_mut() { *q = 1; } for (_, q) in m.range_mut(3..) { *q ^= 1; } m.entry(9).and_modify(|q| *q = 2).or_insert_with(|| 7); z = m.keys().count() as i64; y = m.remove_entry(&3).is_some() as u8 + m.pop_last().is_some() as u8 * 2; v = m.into_values().collect();",
    "use std::collections::HashMap; use std::hash::RandomState; let mut m: HashMap<i32, i32, RandomState> = HashMap::with_hasher(RandomState::new()); let _ = m.hasher(); m.insert(x, a); z = m.len() as i64; let m: HashMap<i32, i32, RandomState> = HashMap::with_capacity_and_hasher(k, RandomState::new()); p = m.is_empty();",
    "let c = std::cell::RefCell::new(x); p = c.try_borrow_mut().is_ok(); let r = c.borrow_mut(); y = c.try_borrow().is_ok() as u8; drop(r);",
    "let mut b = Box::<i32>::new_uninit(); b.write(x); z = unsafe { b.assume_init() }.wrapping_add(1) as i64;",
];
