//! Iterators of the crate's own that lie, and std's adaptors around them.

use super::super::random::Random;

/// Bodies of `next`: regular ones, ones that go on after `None`, and one that begins with it.
const NEXT: [&str; 6] = [
    "self.at += 1;\n        if self.at <= self.n { Some(self.at) } else { None }",
    "self.at = self.at.wrapping_add(1);\n        if self.at == 2 || self.at > 4 { None } else { Some(self.at) }",
    "self.at ^= 1;\n        if self.at == 1 { Some(3) } else { None }",
    "self.at = self.at.wrapping_add(1);\n        if self.at == 1 || self.at > 3 { None } else { Some(self.at) }",
    "self.at = self.at.wrapping_add(1);\n        if self.at % 3 == 0 { None } else { Some(self.at) }",
    "self.at = self.at.wrapping_add(1);\n        if self.at > 2 { None } else { Some(100 / self.n) }",
];

/// Bodies of `next_back`.
const BACK: [&str; 3] = [
    "self.at ^= 1;\n        if self.at == 1 { Some(2) } else { None }",
    "self.at = self.at.wrapping_add(1);\n        if self.at > 3 { None } else { Some(self.at) }",
    "self.at = self.at.wrapping_add(1);\n        if self.at == 2 || self.at > 4 { None } else { Some(9) }",
];

const HINTS: [&str; 10] = [
    "(0, None)",
    "(0, Some(0))",
    "(1, Some(1))",
    "(5, Some(2))",
    "(3, Some(3))",
    "(usize::from(self.n), Some(usize::from(self.n)))",
    "(usize::MAX, None)",
    "(usize::MAX, Some(usize::MAX))",
    "(1 << 63, None)",
    "(usize::from(self.at), None)",
];

const LENGTHS: [&str; 5] = ["0", "3", "usize::MAX", "usize::from(self.n)", "usize::MAX - 1"];

/// Expressions of a number, of iterators `it` and `other`.
const USES: [&str; 58] = [
    "[it].into_iter().flatten().count()",
    "[it, other].into_iter().flatten().count()",
    "{ let mut f = [it].into_iter().flatten(); f.next(); f.next(); f.next().unwrap_or(0) }",
    "{ let mut f = [it, other].into_iter().flatten(); f.by_ref().for_each(drop); f.next().unwrap_or(0) }",
    "{ let mut f = Some(it).into_iter().flatten(); f.next_back(); f.next().unwrap_or(2) }",
    "(0..2).flat_map(|_| It { at: 0, n }).count()",
    "{ let mut f = (0..1).flat_map(|_| It { at: 0, n }); f.next(); f.next(); f.next().is_some() }",
    "{ let mut p = it.peekable(); p.peek(); p.next(); p.peek(); p.next().unwrap_or(0) }",
    "{ let mut p = it.peekable(); p.peek(); p.next_back().unwrap_or(1) }",
    "{ let mut p = it.peekable(); p.next(); p.peek(); p.next_back(); p.count() }",
    "{ let mut p = it.peekable(); p.peek(); p.size_hint().0 }",
    "{ let mut f = it.fuse(); f.next(); f.next(); f.next(); f.next().is_some() }",
    "it.fuse().count()",
    "it.fuse().size_hint().0",
    "it.zip(0u8..3).count()",
    "it.zip(other).count()",
    "it.zip(0u8..3).size_hint().0",
    "it.zip([1u8, 2]).next_back().map_or(9, |p| p.0)",
    "it.enumerate().last().map_or(0, |p| p.0)",
    "it.enumerate().next_back().map_or(0, |p| p.0)",
    "it.enumerate().nth(1).map_or(0, |p| p.1)",
    "it.rev().count()",
    "it.rev().len()",
    "it.skip(1).len()",
    "it.skip(1).next_back().unwrap_or(3)",
    "it.skip(2).next().unwrap_or(0)",
    "it.step_by(2).count()",
    "it.step_by(2).len()",
    "it.step_by(3).size_hint().0",
    "it.chain(0..2).size_hint().0",
    "it.chain(other).count()",
    "{ let mut c = it.chain(other); c.next(); c.next(); c.next(); c.next_back().unwrap_or(1) }",
    "it.take(5).collect::<Vec<u8>>().len()",
    "it.take(2).len()",
    "it.take(3).next_back().unwrap_or(2)",
    "it.collect::<Vec<u8>>().len()",
    "it.collect::<Box<[u8]>>().len()",
    "{ let mut v = vec![1u8]; v.extend(it); v.len() }",
    "{ let mut v = std::collections::VecDeque::from([1u8]); v.extend(it); v.len() }",
    "it.collect::<std::collections::BTreeSet<u8>>().len()",
    "it.collect::<std::collections::HashSet<u8>>().len()",
    "it.map(char::from).collect::<String>().len()",
    "it.map(|x| (x, x)).unzip::<u8, u8, Vec<u8>, Vec<u8>>().0.len()",
    "it.partition::<Vec<u8>, _>(|x| *x > 1).1.len()",
    "it.rposition(|x| x == 2).unwrap_or(1)",
    "it.position(|x| x == 2).unwrap_or(1)",
    "it.len()",
    "it.by_ref().len()",
    "it.map(|x| x).len()",
    "it.inspect(drop).len()",
    "it.nth(1).unwrap_or(0)",
    "it.nth_back(1).unwrap_or(0)",
    "it.last().unwrap_or(0)",
    "it.max().unwrap_or(0)",
    "it.fold(0u8, |a, b| a.wrapping_add(b))",
    "it.take(4).cycle().take(7).count()",
    "it.map_while(Some).count()",
    "{ it.next(); it.next(); it.next().unwrap_or(0) }",
];

pub(super) fn iterators(random: &mut Random) -> String {
    let usage = random.pick(&USES);
    let mut methods = String::new();
    if random.once_in(2) {
        methods += &method("size_hint(&self) -> (usize, Option<usize>)", random.pick(&HINTS));
    }
    if random.once_in(5) {
        let body = random.pick(&["None", "Some(2)", "self.at = 0;\n        self.next()"]);
        methods += &method("nth(&mut self, k: usize) -> Option<u8>", body);
    }
    let length =
        if random.once_in(2) { method("len(&self) -> usize", random.pick(&LENGTHS)) } else { String::new() };
    let fused = if random.once_in(3) { "\nimpl std::iter::FusedIterator for It {}\n" } else { "" };
    let next = method("next(&mut self) -> Option<u8>", random.pick(&NEXT));
    let back = method("next_back(&mut self) -> Option<u8>", random.pick(&BACK));
    let end = super::checked(random, usage);
    format!(
        "\
struct It {{
    at: u8,
    n: u8,
}}

impl Iterator for It {{
    type Item = u8;
{next}{methods}}}

impl DoubleEndedIterator for It {{
{back}}}

impl ExactSizeIterator for It {{
{length}}}
{fused}
pub fn run(n: u8) -> u8 {{
    let n = n % 6;
    let (mut it, mut other) = (It {{ at: 0, n }}, It {{ at: 0, n: 1 }});
    {end}
}}
"
    )
}

fn method(signature: &str, body: &str) -> String {
    format!("    fn {signature} {{\n        {body}\n    }}\n")
}
