//! Snippets, as in `snippets`, at the corners of the standard library: what is empty, ends, is behind its end, or lies.

/// Exact models.
#[rustfmt::skip]
pub(crate) const CORNERS: &[&str] = &[
    // A range that begins behind its end.
    "let mut r = 5u8..3; o = r.nth(0).map(i32::from); z = r.start as i64 * 10 + r.end as i64;",
    "let mut r = 5u8..3; o = r.nth_back(k).map(i32::from); z = r.start as i64 * 10 + r.end as i64;",
    "let mut r = 5u8..3; o = r.next().map(i32::from); p = r.next_back().is_none(); z = r.start as i64 * 10 + r.end as i64;",
    "let mut r = 5u8..3; p = r.by_ref().skip(1).next().is_none(); z = r.start as i64 * 10 + r.end as i64;",
    "let mut r = 5u8..3; p = r.by_ref().skip(k).count() == 0; z = r.start as i64 * 10 + r.end as i64;",
    "let mut r = 5u8..3; p = r.by_ref().rev().nth(k).is_none(); z = r.start as i64 * 10 + r.end as i64;",
    "let mut r = 5u8..3; p = r.by_ref().take(k).nth(0).is_none(); z = r.start as i64 * 10 + r.end as i64;",
    "let mut r = 5u8..3; p = std::iter::empty().chain(r.by_ref()).nth(k).is_none(); z = r.start as i64 * 10 + r.end as i64;",
    "let mut it = v.iter().copied().skip(1).chain(arr); x = it.nth(k).unwrap_or(-1); z = it.count() as i64;",
    "let mut o = Some(Box::new(k as i32)).filter(|_| k > 1); if let Some(r) = o.as_deref_mut() { *r += 1; } x = o.as_deref().copied().unwrap_or(-1); let o = Some(v.clone()).filter(|v| v.len() > 1); z = o.as_deref().map_or(-1, |s| s.len() as i64);",
    "let mut it = v.iter().copied().skip(2).chain(arr.into_iter().take(k)); x = it.nth_back(k).unwrap_or(-1); z = it.count() as i64;",
    "let mut c = 0; x = std::iter::from_fn(|| { c += 1; (c != 2 && c < 6).then_some(c) }).skip(3).chain(None).nth(k).unwrap_or(-1); z = c as i64;",
    "let mut c = 0; x = std::iter::from_fn(|| { c += 1; (c != 1 && c < 6).then_some(c) }).step_by(2).nth(k).unwrap_or(-1); z = c as i64;",
    "let mut it = [1..k as i32, 3..5].into_iter().flatten(); x = it.nth(k).unwrap_or(-1); z = it.count() as i64;",
    "let mut it = (0..3).flat_map(|q| q..k); y = it.nth(k).unwrap_or(9) as u8; z = it.count() as i64;",
    "let mut it = std::iter::repeat_n(a, k).chain(arr); x = it.nth(2).unwrap_or(-1); z = it.count() as i64;",
    "let mut it = v.iter().enumerate().chain([(7, &a)]); x = it.nth(k).map_or(-1, |q| q.0 as i32); z = it.count() as i64;",
    "let mut it = v.iter().rev().skip(1).chain(arr.iter()); x = it.nth(k).copied().unwrap_or(-1); z = it.next_back().copied().unwrap_or(-1) as i64;",
    "let mut r = v.iter(); x = r.by_ref().take(2).chain(None).nth(k).copied().unwrap_or(-1); z = r.count() as i64;",
    "let mut r = v.iter().copied(); x = r.by_ref().chain(None).nth_back(k).unwrap_or(-1); z = r.count() as i64;",
    "let mut r = 5u8..3; p = r.by_ref().enumerate().nth(k).is_none(); z = r.start as i64 * 10 + r.end as i64;",
    "let mut r = 5u8..3; let mut q = r.by_ref().peekable(); p = q.nth(k).is_none(); z = r.start as i64 * 10 + r.end as i64;",
    "let r = 5u8..=3; z = r.clone().count() as i64; let mut r = r; p = r.nth(k).is_none() && r.nth_back(0).is_none(); x = *r.start() as i32 * 10 + *r.end() as i32;",
    // Parts that end behind the last number.
    "let n = if p { usize::MAX } else { k }; z = v[..=n].len() as i64;", "let n = if p { usize::MAX } else { k }; z = v[k..=n].len() as i64;",
    "let n = if p { usize::MAX } else { k }; z = v.drain(..=n).count() as i64;", "let n = if p { usize::MAX } else { k }; z = v.drain((std::ops::Bound::Excluded(n), std::ops::Bound::Unbounded)).count() as i64;",
    "let mut r = k..=k; if p { r.next(); } z = v[r].len() as i64;", "let mut r = 2..=k; r.nth(k); z = arr[r].len() as i64;",
    // Ranges, by steps.
    "let mut r = y..200; x = r.nth(k).map_or(-1, i32::from); z = r.start as i64 * 1000 + r.end as i64; x ^= r.nth_back(k).map_or(-1, i32::from); z = z * 1000 + r.len() as i64;",
    "let mut r = 250u8..255; x = r.nth(k).map_or(-1, i32::from); z = r.start as i64 * 1000 + r.nth(3).map_or(-1, i64::from);",
    "let mut r = 3u8..=6; x = r.nth(k).map_or(-1, i32::from); p = r.is_empty(); z = *r.start() as i64 * 100 + *r.end() as i64; x = x * 100 + r.nth_back(1).map_or(-1, i32::from); y = r.count() as u8;",
    "let mut r = 250u8..=255; x = r.nth(k).map_or(-1, i32::from); x = x * 100 + r.nth(3).map_or(-1, i32::from); p = r.is_empty(); y = *r.end();",
    "let mut r = 250u8..=255; x = r.nth_back(k).map_or(-1, i32::from); x = x * 100 + r.nth_back(3).map_or(-1, i32::from); p = r.is_empty(); y = *r.start();",
    "let mut r = a..; x = r.nth(k).unwrap_or(3); z = r.start as i64;", "let mut r = y..; x = r.nth(k * 30).map_or(7, i32::from); z = r.start as i64;",
    "let mut r = 'b'..'f'; x = r.nth(k).map_or(-1, |c| c as i32); z = r.nth_back(0).map_or(-1, |c| c as i64); p = r.next().is_none();",
    "let (l, h) = ('\\u{D000}'..'\\u{E100}').size_hint(); z = l as i64 * 100_000 + h.unwrap_or(7) as i64; let (l, h) = ('a'..='\\u{10FFFF}').size_hint(); x = l as i32 ^ h.unwrap_or(7) as i32; y = ('\\u{D7FF}'..'\\u{E000}').size_hint().0 as u8 + ('\\u{E000}'..='\\u{E000}').size_hint().0 as u8 * 2;",
    "let mut r = '\\u{D7FD}'..='\\u{E002}'; x = r.nth(k).map_or(-1, |c| c as i32); z = r.nth_back(1).map_or(-1, |c| c as i64); y = r.count() as u8;",
    "z = (0..k).count() as i64 + (0..=k).count() as i64 * 100; x = (0u128..7).count() as i32; p = (0u128..u128::MAX).size_hint() == (usize::MAX, None);",
    "z = (0..u128::MAX).count() as i64;", "z = (0..=u64::MAX).count() as i64;", "z = (0..=u64::MAX).size_hint().0 as i64; p = (0..=u64::MAX).size_hint().1.is_none();",
    "for j in (0u8..200).step_by(300) { z += 1 + j as i64; } for j in (0..k).step_by(3) { z = z.wrapping_mul(5).wrapping_add(j as i64); }",
    "let mut r = -100i8..120; x = r.nth(k * 60).map_or(-1, i32::from); z = r.start as i64; z = z * 1000 + r.nth_back(k * 9).map_or(-1, i64::from);",
    "let mut r = i32::MIN..=i32::MAX; o = r.nth(k * 1_000_000_000); z = *r.start() as i64; x = r.nth_back(k * 1_000_000_000).unwrap_or(-1);",
    // Options.
    "let w = v.pop(); let (l, h) = w.iter().size_hint(); z = l as i64 * 10 + h.unwrap_or(7) as i64; p = w.iter().len() == w.into_iter().len(); let mut it = w.into_iter(); o = it.next_back(); x = it.size_hint().0 as i32 + 3;",
    "let w: Vec<i32> = Some(x).into_iter().chain(Some(a)).rev().collect(); v = w; for q in Some(&mut x) { *q = 3; } z = Some(4).iter().rev().count() as i64;",
    // Adaptors that jump.
    "let mut it = v.iter().copied().enumerate(); z = it.nth(k).map_or(-1, |(i, q)| i as i64 * 100 + q as i64); x = it.next().map_or(-1, |(i, q)| i as i32 ^ q);",
    "let mut it = v.iter().copied().enumerate(); z = it.nth_back(k).map_or(-1, |(i, q)| i as i64 * 100 + q as i64); x = it.next_back().map_or(-1, |(i, q)| i as i32 ^ q);",
    "let mut it = v.iter().copied().take(k); x = it.nth(1).unwrap_or(-1); z = it.len() as i64 * 100 + it.next_back().unwrap_or(-1) as i64; let mut it = arr.iter().copied().take(k); x ^= it.nth_back(1).unwrap_or(-1); z = z * 100 + it.len() as i64;",
    "let mut it = v.iter().copied().skip(k); x = it.nth(1).unwrap_or(-1); z = it.len() as i64; let mut it = arr.iter().copied().skip(1); x ^= it.nth_back(k).unwrap_or(-1); z = z * 100 + it.len() as i64; y = arr.iter().skip(k).count() as u8;",
    "let mut it = v.iter().copied().chain(arr); x = it.nth(k).unwrap_or(-1); z = it.nth_back(k).unwrap_or(-1) as i64; y = it.count() as u8;",
    "let mut it = v.iter().copied().peekable(); p = it.peek().is_some(); x = it.nth(k).unwrap_or(-1); z = it.count() as i64;",
    "let mut it = v.iter().copied().fuse(); x = it.nth(k).unwrap_or(-1); z = it.len() as i64; o = it.nth_back(k); y = it.count() as u8;",
    "let mut it = arr.iter().rev(); x = *it.nth(k).unwrap_or(&-1); z = *it.nth_back(1).unwrap_or(&-1) as i64;",
    // What is skipped is not cloned.
    "struct C(u8); impl Clone for C { fn clone(&self) -> C { if self.0 == 0 { panic!(\"cloned\") } C(self.0 - 1) } } let mut it = std::iter::repeat_n(C(0), 3); p = it.nth(2).is_some(); z = std::iter::repeat_n(C(0), 4).count() as i64; y = std::iter::repeat_n(C(0), 4).last().map_or(9, |c| c.0); x = std::iter::repeat(C(1)).nth(5).map_or(9, |c| c.0 as i32);",
    "struct C(u8); impl Clone for C { fn clone(&self) -> C { if self.0 == 0 { panic!(\"cloned\") } C(self.0 - 1) } } let mut it = std::iter::repeat_n(C(y % 2), 3); p = it.nth(1).is_some(); z = it.len() as i64;",
    "z = std::iter::repeat(x).count() as i64;", "x = std::iter::repeat(x).last().unwrap();", "x = std::iter::repeat(x).next_back().unwrap(); o = std::iter::repeat_n(a, k).next_back(); z = std::iter::repeat_n(a, k).nth_back(2).map_or(4, |q| q as i64);",
    // The last one, and how many.
    "x = v.iter().copied().chain(arr).last().unwrap_or(-1); z = arr.iter().chain(v.iter()).copied().last().unwrap_or(-1) as i64; o = v.iter().copied().skip(k).last(); y = v.iter().fuse().last().map_or(7, |q| *q as u8);",
    "let mut it = v.iter().copied().peekable(); it.peek(); x = it.last().unwrap_or(-1); let mut it = v.iter().take(1).peekable(); it.peek(); it.next(); it.peek(); p = it.last().is_none(); let mut it = arr.iter().take(1).peekable(); it.peek(); o = it.last().copied();",
    "x = [1..k as i32, 3..3, 4..6, 9..k as i32].into_iter().flatten().last().unwrap_or(-1); z = (0..3).flat_map(|q| q..k).last().map_or(-1, |q| q as i64); y = [0..k, 3..5].into_iter().flatten().count() as u8; let mut it = (0..3).flat_map(|q| q..k); it.next(); o = Some(it.count() as i32);",
    "struct C(u8); impl Clone for C { fn clone(&self) -> C { if self.0 == 0 { panic!(\"cloned\") } C(self.0 - 1) } } p = std::iter::repeat_n(C(0), 4).fuse().last().is_some(); z = std::iter::repeat_n(C(0), 4).chain(None).skip(k).count() as i64; y = [std::iter::repeat_n(C(0), 4)].into_iter().flatten().last().map_or(9, |c| c.0);",
    "x = std::iter::repeat(x).chain(Some(3)).last().unwrap();", "x = Some(3).into_iter().chain(std::iter::repeat(x)).last().unwrap();", "x = std::iter::repeat(x).skip(k).last().unwrap();",
    "x = std::iter::repeat(x).fuse().last().unwrap();", "x = std::iter::repeat(x).peekable().last().unwrap();", "x = std::iter::repeat(&x).copied().last().unwrap();",
    "x = [std::iter::repeat(x)].into_iter().flatten().last().unwrap();", "x = Some(x).into_iter().flat_map(std::iter::repeat).last().unwrap();", "z = [std::iter::repeat(x)].into_iter().flatten().count() as i64;",
    "z = Some(x).into_iter().flat_map(std::iter::repeat).count() as i64;",
    // What is cloned into another.
    "use std::collections::VecDeque; let mut d = VecDeque::from([x, a]); d.clone_from(&VecDeque::from(v.clone())); z = d.len() as i64; o = d.back().copied(); let mut e = Some(d); e.clone_from(&None); p = e.is_none();",
    "let mut e: Result<i32, i32> = if p { Ok(x) } else { Err(a) }; e.clone_from(&if k > 2 { Ok(3) } else { Err(4) }); z = e.map_or(7, |q| q as i64); let mut w = [vec![x], vec![]]; w.clone_from(&[v.clone(), vec![a]]); y = w[0].len() as u8; o = w[1].pop();",
    "use std::borrow::Cow; let mut c: Cow<[i32]> = if p { Cow::Owned(vec![x, a]) } else { Cow::Borrowed(&arr) }; c.clone_from(&if k > 2 { Cow::Owned(v.clone()) } else { Cow::Borrowed(&arr[..1]) }); z = c.len() as i64; o = c.last().copied();",
    "use std::collections::VecDeque; use std::panic::*; struct C(u8); impl Clone for C { fn clone(&self) -> C { if self.0 == 1 { panic!(\"cloned\") } C(self.0) } } let mut d = VecDeque::from([C(0)]); d.clone_from(&VecDeque::from([C(0), C(y % 2)])); z = d.len() as i64;",
    // Iterators that yield again behind their end.
    "struct A(i32); impl Iterator for A { type Item = i32; fn next(&mut self) -> Option<i32> { self.0 += 1; if self.0 % 3 == 0 { None } else { Some(self.0) } } } let mut it = A(0).chain(A(10)); for _ in 0..k { z = z.wrapping_mul(31).wrapping_add(it.next().map_or(-1, |q| q as i64)); }",
    "struct A(i32); impl Iterator for A { type Item = i32; fn next(&mut self) -> Option<i32> { self.0 += 1; if self.0 % 3 == 0 { None } else { Some(self.0) } } } let mut it = A(0).fuse(); for _ in 0..5 { z = z.wrapping_mul(31).wrapping_add(it.next().map_or(-1, |q| q as i64)); }",
    "struct A(i32); impl Iterator for A { type Item = Option<i32>; fn next(&mut self) -> Option<Option<i32>> { self.0 += 1; if self.0 % 3 == 0 { None } else { Some(Some(self.0)) } } } let mut it = A(0).flatten(); for _ in 0..5 { z = z.wrapping_mul(31).wrapping_add(it.next().map_or(-1, |q| q as i64)); }",
    "struct A(i32); impl Iterator for A { type Item = i32; fn next(&mut self) -> Option<i32> { self.0 += 1; if self.0 % 3 == 0 { None } else { Some(self.0) } } } let mut it = A(0).flat_map(|q| [q, 7]); for _ in 0..7 { z = z.wrapping_mul(31).wrapping_add(it.next().map_or(-1, |q| q as i64)); }",
    "struct A(i32); impl Iterator for A { type Item = i32; fn next(&mut self) -> Option<i32> { self.0 += 1; if self.0 % 3 == 0 { None } else { Some(self.0) } } } impl DoubleEndedIterator for A { fn next_back(&mut self) -> Option<i32> { self.next() } } let mut it = A(0).peekable(); it.peek(); for _ in 0..5 { z = z.wrapping_mul(31).wrapping_add(it.next_back().map_or(-1, |q| q as i64)); } x = it.next().unwrap_or(-1);",
    "struct A(i32); impl Iterator for A { type Item = i32; fn next(&mut self) -> Option<i32> { self.0 += 1; if self.0 % 3 == 0 { None } else { Some(self.0) } } } let mut it = A(0).take(7); x = it.nth(9).unwrap_or(-1); z = it.next().map_or(-1, |q| q as i64); let mut it = A(0).take(3); x ^= it.nth(2).unwrap_or(-1); z = z * 10 + it.next().map_or(-1, |q| q as i64);",
    "struct A(i32); impl Iterator for A { type Item = i32; fn next(&mut self) -> Option<i32> { self.0 += 1; if self.0 % 3 == 0 { None } else { Some(self.0) } } } let mut it = A(0).skip(k); for _ in 0..4 { z = z.wrapping_mul(31).wrapping_add(it.next().map_or(-1, |q| q as i64)); }",
    // Lengths that are lies.
    "struct L(usize); impl Iterator for L { type Item = i32; fn next(&mut self) -> Option<i32> { if self.0 == 0 { None } else { self.0 -= 1; Some(3) } } fn size_hint(&self) -> (usize, Option<usize>) { (self.0, Some(self.0)) } } impl DoubleEndedIterator for L { fn next_back(&mut self) -> Option<i32> { self.next() } } impl ExactSizeIterator for L { fn len(&self) -> usize { 1 } } z = L(4).rposition(|q| q == 4).map_or(-1, |i| i as i64); let mut n = 0; z = L(4).rposition(|_| { n += 1; n == 3 }).map_or(-1, |i| i as i64);",
    "struct L(usize); impl Iterator for L { type Item = i32; fn next(&mut self) -> Option<i32> { if self.0 == 0 { None } else { self.0 -= 1; Some(3) } } fn size_hint(&self) -> (usize, Option<usize>) { (self.0, Some(self.0)) } } impl DoubleEndedIterator for L { fn next_back(&mut self) -> Option<i32> { self.next() } } impl ExactSizeIterator for L { fn len(&self) -> usize { 40 } } z = L(k).map(|q| q).len() as i64 + L(k).enumerate().len() as i64 * 100 + L(k).rev().len() as i64 * 10_000; x = L(k).fuse().len() as i32 + L(k).skip(1).len() as i32 * 100 + L(k).take(2).len() as i32 * 1000 + L(k).peekable().len() as i32 * 10_000 + L(k).inspect(|_| ()).len() as i32 * 100_000;",
    "struct L; impl Iterator for L { type Item = i32; fn next(&mut self) -> Option<i32> { None } fn size_hint(&self) -> (usize, Option<usize>) { (3, Some(2)) } } impl ExactSizeIterator for L {} z = L.skip(1).len() as i64;",
];

/// Exact models that make room for elements.
#[rustfmt::skip]
pub(crate) const ROOM: &[&str] = &[
    "let n = if p { usize::MAX } else { k }; let w: Vec<i32> = Vec::with_capacity(n); v = w;",
    "let n = if p { isize::MAX as usize / 4 + 1 } else { k }; let w: Vec<i32> = Vec::with_capacity(n); v = w;",
    "let n = if p { usize::MAX } else { k }; v.reserve(n);", "let n = if p { usize::MAX - 3 } else { k }; v.reserve_exact(n);",
    "let n = if p { usize::MAX } else { k }; v = vec![x; n];", "let n = if p { 1 << 61 } else { k }; v = vec![x; n];",
    "let n = if p { usize::MAX } else { k }; v.resize(n, x);", "let n = if p { 1 << 61 } else { k }; v.resize_with(n, || 3);",
    "let n = if p { 1 << 63 } else { k }; let mut s = String::with_capacity(n); s.push_str(\"a\"); z = s.len() as i64;",
    "let n = if p { isize::MAX as usize } else { k }; let mut s = String::from(\"ab\"); s.reserve(n); z = s.len() as i64;",
    "let n = if p { 1 << 63 } else { k }; z = \"a\".repeat(n).len() as i64;", "let n = if p { usize::MAX / 2 } else { k }; z = \"abcd\".repeat(n).len() as i64;",
    "let n = if p { usize::MAX } else { k }; z = \"\".repeat(n).len() as i64;",
    "let n = if p { usize::MAX } else { k }; v = std::iter::repeat_n(x, n).collect();", "let n = if p { 1 << 61 } else { k }; v.extend(std::iter::repeat_n(x, n));",
    "let n = if p { 1 << 61 } else { k }; v = std::iter::repeat(x).take(n).collect();", "let n = if p { 1 << 61 } else { k }; v.extend(std::iter::repeat(&x).take(n));",
    "let n = if p { 1 << 61 } else { k }; v = std::iter::repeat(&x).take(n).copied().collect();",
    "let n = if p { 1 << 61 } else { k }; v = v.iter().copied().cycle().take(n).collect();", "let n = if p { u128::MAX } else { 3 }; z = (0..n).collect::<Vec<u128>>().len() as i64;",
    "let n = if p { usize::MAX } else { k }; let mut w = vec![(); 3]; w.reserve(n); z = w.len() as i64;", "let n = if p { usize::MAX } else { k }; let w: Vec<()> = Vec::with_capacity(n); z = w.len() as i64;",
    "let n = if p { usize::MAX } else { k }; let d: std::collections::VecDeque<i32> = std::iter::repeat_n(x, n).collect(); z = d.len() as i64;",
    "let n = if p { 1 << 61 } else { k }; let mut d = std::collections::VecDeque::from(v.clone()); d.extend(std::iter::repeat_n(x, n)); z = d.len() as i64;",
    "let n = if p { 1 << 61 } else { k }; let mut d = std::collections::VecDeque::from(v.clone()); d.extend(std::iter::repeat(&x).take(n)); z = d.len() as i64;",
    "let n = if p { 1 << 61 } else { k }; let mut d = std::collections::VecDeque::from(v.clone()); d.resize(n, x); z = d.len() as i64;",
    "let n = if p { 1 << 61 } else { k }; let mut d = std::collections::VecDeque::from(v.clone()); d.reserve(n); z = d.len() as i64;",
    "struct H(usize); impl Iterator for H { type Item = i32; fn next(&mut self) -> Option<i32> { if self.0 == 0 { None } else { self.0 -= 1; Some(3) } } fn size_hint(&self) -> (usize, Option<usize>) { if self.0 < 3 { (usize::MAX, None) } else { (0, None) } } } v = H(k * 4).collect();",
    "struct H(usize); impl Iterator for H { type Item = u8; fn next(&mut self) -> Option<u8> { if self.0 == 0 { None } else { self.0 -= 1; Some(3) } } fn size_hint(&self) -> (usize, Option<usize>) { if self.0 == 1 { (usize::MAX, None) } else { (0, None) } } } let w: Vec<u8> = H(k * 2).collect(); z = w.len() as i64;",
    "struct H(usize); impl Iterator for H { type Item = i32; fn next(&mut self) -> Option<i32> { if self.0 == 0 { None } else { self.0 -= 1; Some(3) } } fn size_hint(&self) -> (usize, Option<usize>) { (usize::MAX, None) } } v = H(k).collect();",
    "let n = if p { usize::MAX } else { k }; v = [0..n].into_iter().flatten().map(|q| q as i32).collect();",
];

/// Models that admit more than what happens.
#[rustfmt::skip]
pub(crate) const ADMITTED: &[&str] = &[
    // The length is a lie, and a fold asks for it once.
    "struct L(usize); impl Iterator for L { type Item = i32; fn next(&mut self) -> Option<i32> { if self.0 == 0 { None } else { self.0 -= 1; Some(3) } } fn size_hint(&self) -> (usize, Option<usize>) { (self.0, Some(self.0)) } } impl DoubleEndedIterator for L { fn next_back(&mut self) -> Option<i32> { self.next() } } impl ExactSizeIterator for L { fn len(&self) -> usize { 40 } } x = L(k).skip(2).next_back().unwrap_or(-1); p = L(k).take(2).next_back().is_none(); y = L(k).skip(1).nth_back(1).map_or(9, |q| q as u8);",
    "struct A(i32); impl Iterator for A { type Item = i32; fn next(&mut self) -> Option<i32> { self.next_back() } fn size_hint(&self) -> (usize, Option<usize>) { (5, Some(5)) } } impl ExactSizeIterator for A {} impl DoubleEndedIterator for A { fn next_back(&mut self) -> Option<i32> { self.0 -= 1; (self.0 >= 0).then_some(self.0) } } x = std::iter::empty().chain(A(k as i32).skip(1)).nth_back(3).unwrap_or(-1);",
    "struct A(i32); impl Iterator for A { type Item = i32; fn next(&mut self) -> Option<i32> { self.next_back() } fn size_hint(&self) -> (usize, Option<usize>) { (5, Some(5)) } } impl ExactSizeIterator for A {} impl DoubleEndedIterator for A { fn next_back(&mut self) -> Option<i32> { self.0 -= 1; (self.0 >= 0).then_some(self.0) } } x = std::iter::empty().chain(A(k as i32).take(3)).nth_back(2).unwrap_or(-1);",
    "struct L(usize); impl Iterator for L { type Item = i32; fn next(&mut self) -> Option<i32> { if self.0 == 0 { None } else { self.0 -= 1; Some(3) } } fn size_hint(&self) -> (usize, Option<usize>) { (self.0, Some(self.0)) } } impl DoubleEndedIterator for L { fn next_back(&mut self) -> Option<i32> { self.next() } } impl ExactSizeIterator for L { fn len(&self) -> usize { usize::MAX } } let mut it = L(3).enumerate(); it.next(); z = it.next_back().map_or(-1, |(i, _)| i as i64); let mut it = L(k).enumerate(); it.next(); it.next(); y = it.nth_back(0).map_or(9, |(i, _)| i as u8);",
    "struct T(u8, usize); impl Iterator for T { type Item = u8; fn next(&mut self) -> Option<u8> { if self.0 == 0 { None } else { self.0 -= 1; Some(1) } } fn size_hint(&self) -> (usize, Option<usize>) { (self.1, Some(self.1)) } } impl DoubleEndedIterator for T { fn next_back(&mut self) -> Option<u8> { self.next() } } impl ExactSizeIterator for T {} y = T(9, 2).skip(0).rfold(0, |sum, it| sum + it);",
    "struct T(u8, usize); impl Iterator for T { type Item = u8; fn next(&mut self) -> Option<u8> { if self.0 == 0 { None } else { self.0 -= 1; Some(1) } } fn size_hint(&self) -> (usize, Option<usize>) { (self.1, Some(self.1)) } } impl DoubleEndedIterator for T { fn next_back(&mut self) -> Option<u8> { self.next() } } impl ExactSizeIterator for T {} z = T(5, k).take(2).rev().count() as i64;",
    "struct T(u8, usize); impl Iterator for T { type Item = u8; fn next(&mut self) -> Option<u8> { if self.0 == 0 { None } else { self.0 -= 1; Some(1) } } fn size_hint(&self) -> (usize, Option<usize>) { (self.1, Some(self.1)) } } impl DoubleEndedIterator for T { fn next_back(&mut self) -> Option<u8> { self.next() } } impl ExactSizeIterator for T {} z = T(k as u8, 2).enumerate().rev().last().map_or(-1, |(i, _)| i as i64); x = T(5, 1).take(2).rev().map(i32::from).sum();",
    "let mut r = 5u8..3; p = r.by_ref().step_by(2).next().is_none(); z = r.start as i64 * 10 + r.end as i64;",
    "let mut r = 5u8..3; p = r.by_ref().step_by(2).count() == 0; z = r.start as i64 * 10 + r.end as i64;",
    "let mut r = 5u8..3; for _ in r.by_ref().step_by(k + 1) { z += 1; } x = r.start as i32 * 10 + r.end as i32;",
    "struct A(i32); impl Iterator for A { type Item = i32; fn next(&mut self) -> Option<i32> { self.0 += 1; if self.0 % 3 == 0 { None } else { Some(self.0) } } } impl std::iter::FusedIterator for A {} let mut it = A(0).fuse(); it.next(); it.next(); it.next(); x = it.next().unwrap_or(-1); let mut it = A(0).map(Some).flatten(); it.next(); it.next(); it.next(); z = it.next().map_or(-1, |q| q as i64);",
    "let mut n = 0; p = v.iter().map(|q| { n += 1; *q }).eq(arr.iter().map(|q| *q)); z = n;",
    "struct Q(i32); impl PartialEq for Q { fn eq(&self, _: &Q) -> bool { panic!(\"compared\") } } p = [Q(1)].iter().eq([Q(1), Q(2)].iter());",
    "use std::collections::BTreeSet; let mut m = BTreeSet::new(); p = m.replace(x).is_some(); z = m.replace(x).map_or(4, |q| q as i64);",
    "use std::collections::HashSet; let mut m = HashSet::new(); p = m.replace(x).is_some(); z = m.replace(x).map_or(4, |q| q as i64);",
    "let n = if p { u64::MAX } else { k as u64 }; v = (0..n).map(|q| q as i32).collect();",
    "let n = if p { usize::MAX } else { k }; let w = vec![(); n]; z = w.len() as i64; let u: Vec<u8> = w.iter().map(|_| 3u8).collect(); x = u.len() as i32;",
    "struct P(u8, u64); let n = if p { isize::MAX as usize / 12 } else { k }; let w: Vec<P> = Vec::with_capacity(n); z = w.len() as i64;",
    "let n = if p { isize::MAX as usize / 6 } else { k }; let w: Vec<Option<i32>> = Vec::with_capacity(n); z = w.len() as i64;",
    "struct H(usize); impl Iterator for H { type Item = i32; fn next(&mut self) -> Option<i32> { if self.0 == 0 { None } else { self.0 -= 1; Some(3) } } fn size_hint(&self) -> (usize, Option<usize>) { if self.0 < 3 { (usize::MAX, None) } else { (0, None) } } } v.extend(H(k * 4));",
    "struct H(usize); impl Iterator for H { type Item = i32; fn next(&mut self) -> Option<i32> { if self.0 == 0 { None } else { self.0 -= 1; Some(3) } } fn size_hint(&self) -> (usize, Option<usize>) { if self.0 < 3 { (usize::MAX, None) } else { (0, None) } } } let mut d = std::collections::VecDeque::new(); d.extend(H(k * 4)); z = d.len() as i64;",
    "let n = if p { usize::MAX } else { k }; let s: String = std::iter::repeat_n('a', n).collect(); z = s.len() as i64;",
    "let n = if p { usize::MAX } else { k }; let mut s = String::from(\"b\"); s.extend(std::iter::repeat(&'a').take(n)); z = s.len() as i64;",
    "let n = if p { usize::MAX } else { k }; let mut c = 0; let r = std::iter::repeat_n(x, n).map(|q| { c += 1; if c > 2 { panic!(\"late\") } q }); v = r.collect();",
];

/// Models that say of code that is not known that it may panic.
#[rustfmt::skip]
pub(crate) const MAY_PANIC: &[&str] = &[
    "use std::collections::HashSet; #[derive(Hash, Eq)] struct Q(i32); impl PartialEq for Q { fn eq(&self, _: &Q) -> bool { panic!(\"compared\") } } let mut m = HashSet::new(); p = m.replace(Q(1)).is_some(); if k > 2 { m.replace(Q(1)); }",
    "let n = if p { usize::MAX } else { k }; let m: std::collections::HashSet<usize> = (0..n).collect(); z = m.len() as i64;",
    "let n = if p { usize::MAX } else { k }; let m: std::collections::BTreeSet<usize> = (0..n).collect(); z = m.len() as i64;",
    "let n = if p { usize::MAX } else { k }; let m: std::collections::BTreeMap<usize, u8> = (0..n).map(|q| (q, 3)).collect(); z = m.len() as i64;",
    "let n = if p { usize::MAX } else { k }; let mut m = std::collections::HashMap::new(); m.extend((0..n).map(|q| (q, 3))); z = m.len() as i64;",
    "let n = if p { usize::MAX } else { k }; let (l, r): (Vec<i32>, Vec<i32>) = std::iter::repeat_n((x, a), n).unzip(); z = r.len() as i64; v = l;",
    "#[derive(PartialEq, PartialOrd, Clone, Copy)] struct R(f64); impl Eq for R {} impl Ord for R { fn cmp(&self, o: &R) -> std::cmp::Ordering { self.0.total_cmp(&o.0) } } let mut w = [R(x as f64), R(a as f64), R(3.0)]; w.sort(); z = w[0].0 as i64;",
    "let n = if p { usize::MAX } else { k }; let m: std::collections::HashMap<[u8; 300], u64> = std::collections::HashMap::with_capacity(n); z = m.len() as i64;",
    "use std::cmp::Ordering; #[derive(PartialEq, Eq, Clone, Copy)] struct R(i32); impl PartialOrd for R { fn partial_cmp(&self, o: &R) -> Option<Ordering> { Some(self.cmp(o)) } } impl Ord for R { fn cmp(&self, o: &R) -> Ordering { o.0.cmp(&self.0) } } let mut w = [R(x), R(a), R(3)]; w.sort(); z = w[0].0 as i64; let m: std::collections::BTreeSet<R> = w.into_iter().collect(); y = m.len() as u8;",
];
