//! Iterators of std that are lent to adaptors, or go on behind their end: how far they went is seen afterwards.

use super::super::random::Random;

/// Iterators over `u8`.
const SOURCES: [&str; 14] = [
    "0..5u8",
    "0..=5u8",
    "0..n.min(6)",
    "[1, 2, 3u8].into_iter()",
    "vec![3, 2, 1u8].into_iter()",
    "[1, 2, 3u8].iter().copied()",
    "std::iter::repeat_n(2u8, 3)",
    "std::iter::once(n)",
    "(0..9u8).step_by(2)",
    "(0..4u8).rev()",
    "Some(n).into_iter()",
    "\"abc\".bytes().map(|b| b - 97)",
    "std::collections::VecDeque::from([1, 2, 3u8]).into_iter()",
    "(0..4u8).chain(7..9)",
];

/// What is made of an iterator `ONE`, and perhaps another.
const ADAPTED: [&str; 24] = [
    "ONE.zip(OTHER)",
    "ONE.zip(OTHER)",
    "OTHER.zip(ONE)",
    "ONE.zip([1, 2u8])",
    "[1, 2u8].into_iter().zip(ONE)",
    "ONE.zip(OTHER).take(2)",
    "ONE.take(2)",
    "ONE.skip(1)",
    "ONE.step_by(2)",
    "ONE.chain(OTHER)",
    "ONE.take_while(|x| *x < 2)",
    "ONE.skip_while(|x| *x < 2)",
    "ONE.map_while(|x| (x < 3).then_some(x))",
    "ONE.peekable()",
    "ONE.fuse()",
    "ONE.enumerate()",
    "ONE.filter(|x| *x > 1)",
    "ONE.filter_map(|x| x.checked_sub(2))",
    "ONE.scan(0u8, |s, x| { *s += x; (*s < 4).then_some(*s) })",
    "ONE.flat_map(|x| 0..x.min(3))",
    "ONE.map(|x| x / 2)",
    "ONE.rev()",
    "ONE.take(3).skip(1)",
    "ONE.inspect(|_| ()).enumerate().zip(OTHER)",
];

const CONSUMED: [&str; 24] = [
    ".for_each(|_| ())",
    ".count()",
    ".last()",
    ".collect::<Vec<_>>()",
    ".collect::<Box<[_]>>()",
    ".collect::<std::collections::VecDeque<_>>()",
    ".collect::<std::collections::BTreeSet<_>>()",
    ".next()",
    ".nth(1)",
    ".fold(0u8, |sum, _| sum + 1)",
    ".all(|_| true)",
    ".any(|_| true)",
    ".find(|_| false)",
    ".position(|_| true)",
    ".max()",
    ".min()",
    ".reduce(|x, _| x)",
    ".try_for_each(|_| Some(()))",
    ".partition::<Vec<_>, _>(|_| true)",
    ".next_back()",
    ".nth_back(1)",
    ".rposition(|_| true)",
    ".size_hint()",
    ".is_sorted()",
];

/// Consumers that compare with another iterator.
const COMPARED: [&str; 5] =
    ["ONE.eq(OTHER)", "ONE.ne([1, 2u8])", "ONE.cmp(OTHER)", "ONE.lt(OTHER)", "OTHER.eq(ONE)"];

/// What is left of an iterator `r`, as a number.
const LEFT: [&str; 5] = [
    "r.next().map_or(9, usize::from)",
    "r.count()",
    "r.size_hint().0",
    "r.len()",
    "r.next_back().map_or(9, usize::from)",
];

/// What is made of an iterator that goes on behind its end.
const ASKED_AGAIN: [&str; 14] = [
    "ONE.step_by(2)",
    "ONE.skip(1).chain(OTHER)",
    "ONE.chain(OTHER)",
    "ONE.skip(2)",
    "ONE.take(3)",
    "ONE.fuse()",
    "ONE.peekable()",
    "ONE.scan(0u8, |s, x| { *s += x; (*s != 3).then_some(*s) })",
    "ONE.map_while(|x| (x != 3).then_some(x))",
    "ONE.zip(OTHER)",
    "ONE.enumerate()",
    "ONE.filter(|x| *x > 1).step_by(2)",
    "ONE.flat_map(|x| 0..x.min(2)).skip(1)",
    "ONE.chain(None).skip(1)",
];

pub(super) fn borrowed_iterators(random: &mut Random) -> String {
    if random.once_in(4) {
        return asked_again(random);
    }
    let (one, other) = (random.pick(&SOURCES), random.pick(&SOURCES));
    let used = match random.once_in(6) {
        true => random.pick(&COMPARED).to_string(),
        false => used(random),
    };
    let second = random.pick(&["q.by_ref()", "q"]);
    let used = used.replace("ONE", "r.by_ref()").replace("OTHER", second);
    let left = match second {
        "q" => random.pick(&LEFT).to_string(),
        _ if random.once_in(2) => random.pick(&LEFT).to_string(),
        _ => format!("q{}", &random.pick(&LEFT)[1..]),
    };
    let end = super::checked(random, &left);
    format!(
        "pub fn run(n: u8) -> u8 {{\n    let (mut r, mut q) = ({one}, {other});\n    {used};\n    {end}\n}}\n"
    )
}

/// An iterator that ends once, goes on, and ends for good; how often it was asked is seen.
fn asked_again(random: &mut Random) -> String {
    let (ends, other) = (random.pick(&["1", "2", "3", "n"]), random.pick(&SOURCES));
    let adapted = random.pick(&ASKED_AGAIN).replace("ONE", "r").replace("OTHER", "q");
    let nth = random.pick(&["0", "1", "2", "3"]);
    let first = random.pick(&["", "", "let _ = i.next();", "let _ = i.nth(1);"]);
    let consumed = match random.once_in(2) {
        true => format!("let _ = i.nth({nth})"),
        false => format!("let _ = i{}", random.pick(&CONSUMED)),
    };
    let end = super::checked(random, "c");
    format!(
        "\
pub fn run(n: u8) -> u8 {{
    let (mut c, q) = (0u8, {other});
    let r = std::iter::from_fn(|| {{ c += 1; (c != {ends} && c < 9).then_some(c) }});
    {{
        let mut i = {adapted};
        {first}
        {consumed};
    }}
    {end}
}}
"
    )
}

/// An adaptor and what consumes it, or a loop that it drives.
fn used(random: &mut Random) -> String {
    let adapted = random.pick(&ADAPTED);
    if random.once_in(6) {
        let body = random.pick(&["", "break", "if n > 4 { break }", "if n > 9 { continue }"]);
        return format!("for _ in {adapted} {{ {body} }}");
    }
    let consumed = random.pick(&CONSUMED);
    format!("let _ = {adapted}{consumed}")
}
