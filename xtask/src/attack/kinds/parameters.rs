//! Generic functions that call what std provides for their parameters' types: a panic in there is theirs.

use super::super::item::Item;
use super::super::random::Random;

/// A function's parameters, an expression of them, and a call of it. The operators are the types' own, which a proof takes for free of panics:
/// calls are made with types that have such ones.
const USES: [(&str, &str, &str); 26] = [
    ("<T: Ord>(a: T, b: T, c: T) -> bool", "a.clamp(b, c);\n    true", "(n, 3, OTHER)"),
    ("<T: Ord + Copy>(a: T, b: T) -> bool", "a.max(b) == b.min(a)", "(n, OTHER)"),
    ("<T: PartialOrd>(a: T, b: T) -> bool", "a.le(&b) && !a.gt(&b)", "(n, OTHER)"),
    ("<I: Iterator>(i: I, k: usize) -> usize", "i.step_by(k).count()", "([1, 2, 3].iter(), OTHER as usize)"),
    (
        "<I: IntoIterator>(i: I, k: usize) -> usize",
        "i.into_iter().step_by(k).count()",
        "(0..n, OTHER as usize)",
    ),
    ("<I: Iterator<Item = u8>>(i: I) -> u8", "i.sum()", "([n, OTHER].into_iter())"),
    ("<I: Iterator<Item = u8>>(i: I) -> u8", "i.product()", "([n, OTHER].into_iter())"),
    ("<T: std::iter::Sum<u8>>(a: u8, b: u8) -> T", "[a, b].into_iter().sum()", "(n, OTHER)"),
    ("<S: std::iter::Sum>(a: S, b: S) -> S", "[a, b].into_iter().sum()", "(n, OTHER)"),
    ("<I: Iterator<Item = u8>>(mut i: I) -> u8", "i.next().unwrap_or(1).max(i.count() as u8)", "(0..n)"),
    (
        "<I: DoubleEndedIterator>(i: I, k: usize) -> usize",
        "i.rev().step_by(k).count()",
        "(0..n, OTHER as usize)",
    ),
    (
        "<I: ExactSizeIterator>(i: I) -> usize",
        "i.enumerate().map(|(at, _)| at).last().unwrap_or(0)",
        "([n].iter())",
    ),
    ("<T: std::ops::Add<Output = T>>(a: T, b: T) -> T", "a + b", "(f32::from(n), 1.5)"),
    ("<T: std::ops::AddAssign + Copy>(mut a: T, b: T) -> T", "a += b;\n    a", "(f32::from(n), 1.5)"),
    ("<T: std::ops::Neg<Output = T>>(a: T) -> T", "-a", "(f32::from(n))"),
    ("<T: std::ops::Div<Output = T>>(a: T, b: T) -> T", "a / b", "(f32::from(n), 0.0)"),
    (
        "<T: std::ops::Shl<usize, Output = T>>(a: T, b: usize) -> T",
        "a << b",
        "(std::num::Wrapping(1u8), n as usize)",
    ),
    (
        "<T: std::ops::Index<std::ops::RangeFull, Output = [u8]>>(a: &T, b: usize) -> u8",
        "a[..][b]",
        "(&vec![1, 2, OTHER], n as usize)",
    ),
    (
        "<T: std::borrow::Borrow<[u8]>>(a: T, b: u8) -> u8",
        "a.borrow()[usize::from(b)]",
        "(vec![1, 2], OTHER)",
    ),
    ("<T: AsRef<str>>(a: T, b: u8) -> usize", "a.as_ref()[usize::from(b)..].len()", "(\"abc\", OTHER)"),
    ("<T: ToString>(a: T) -> usize", "a.to_string().len()", "(n)"),
    ("<T: TryInto<i8>>(a: T) -> i8 where T::Error: std::fmt::Debug", "a.try_into().unwrap()", "(n)"),
    ("<T: Into<u8>>(a: T) -> u8", "100 / a.into()", "(n)"),
    (
        "<T: std::str::FromStr>(a: &str) -> bool where T::Err: std::fmt::Debug",
        "a.parse::<T>().unwrap();\n    true",
        "::<u8>(if n > OTHER { \"x\" } else { \"7\" })",
    ),
    (
        "<R: std::ops::RangeBounds<usize>>(r: R) -> usize",
        "vec![1, 2, 3].drain(r).count()",
        "(n as usize..OTHER as usize)",
    ),
    (
        "<R: std::slice::SliceIndex<[u8], Output = [u8]>>(r: R) -> usize",
        "[1, 2, 3][r].len()",
        "(..n as usize)",
    ),
];

pub(super) fn parameters(random: &mut Random) -> String {
    let (head, body, call) = USES[random.below(USES.len())];
    let other = random.pick(&["0u8", "1u8", "n", "n / 2", "200u8", "2u8"]);
    let call = call.replace("OTHER", other);
    let by_method = random.once_in(3);
    let owner = if by_method { "Asked" } else { "ask" };
    let asked = match by_method {
        true => {
            format!("pub struct Asked;\n\nimpl Asked {{\n    pub fn ask{head} {{\n    {body}\n    }}\n}}\n")
        }
        false => format!("pub fn ask{head} {{\n    {body}\n}}\n"),
    };
    let called = if by_method { "Asked::ask" } else { "ask" };
    let mark = Item::STD_PANICS_IN;
    format!("{mark}{owner}\n{asked}\npub fn run(n: u8) -> u8 {{\n    {called}{call};\n    n\n}}\n")
}
