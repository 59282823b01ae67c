//! Types that hold iterators of std, and go on behind a panic of what clients give them: a part of such an iterator may have gone on, and
//! another not.

use super::super::random::Random;

/// The type of an iterator of pairs, how it is made, and a condition on a pair `(a, b)` that holds as long as nothing is torn.
const PAIRS: [(&str, &str, &str); 8] = [
    ("Enumerate<Range<u8>>", "(0..20u8).enumerate()", "a == usize::from(b)"),
    ("Enumerate<Take<Range<u8>>>", "(0..20u8).take(9).enumerate()", "a == usize::from(b)"),
    ("Take<Enumerate<Range<u8>>>", "(0..20u8).enumerate().take(9)", "a == usize::from(b)"),
    ("Skip<Enumerate<Range<u8>>>", "(0..20u8).enumerate().skip(1)", "a == usize::from(b)"),
    ("Peekable<Enumerate<Range<u8>>>", "(0..20u8).enumerate().peekable()", "a == usize::from(b)"),
    ("Zip<Range<u8>, Range<u8>>", "(0..20u8).zip(0..20)", "a == b"),
    ("Zip<Range<u8>, Take<Range<u8>>>", "(0..20u8).zip((0..20).take(9))", "a == b"),
    ("Fuse<Enumerate<Range<u8>>>", "(0..20u8).enumerate().fuse()", "a == usize::from(b)"),
];

/// How a client's function `f: F` is asked for each pair.
const CONSUMERS: [&str; 16] = [
    "let _ = self.all.any(|(_, b)| f(b));",
    "let _ = self.all.all(|(_, b)| f(b));",
    "let _ = self.all.find(|(_, b)| f(*b));",
    "let _ = self.all.position(|(_, b)| f(b));",
    "let _ = self.all.find_map(|(a, b)| f(b).then_some(a));",
    "let _ = self.all.try_for_each(|(_, b)| f(b).then_some(()));",
    "let _ = self.all.try_fold(0u8, |sum, (_, b)| f(b).then_some(sum));",
    "self.all.by_ref().for_each(|(_, b)| drop(f(b)));",
    "let _ = self.all.by_ref().map(|(_, b)| f(b)).collect::<Vec<bool>>();",
    "let _ = self.all.by_ref().filter(|(_, b)| f(*b)).count();",
    "let _ = self.all.by_ref().take(2).map(|(_, b)| f(b)).last();",
    "let _ = self.all.by_ref().skip_while(|(_, b)| f(*b)).next();",
    "let _ = self.all.by_ref().map_while(|(_, b)| f(b).then_some(b)).max();",
    "for (_, b) in self.all.by_ref() {\n            if f(b) {\n                break;\n            }\n        }",
    "while let Some((_, b)) = self.all.next() {\n            if f(b) {\n                break;\n            }\n        }",
    "let _ = self.all.nth(1).map(|(_, b)| f(b));",
];

/// When a client's function panics.
const REFUSED: [&str; 4] = ["b == n % 5", "b == 0", "b == 3 && n > 7", "n == 0"];

pub(super) fn torn(random: &mut Random) -> String {
    let (ty, made, condition) = PAIRS[random.below(PAIRS.len())];
    let (consumer, refused) = (random.pick(&CONSUMERS), random.pick(&REFUSED));
    let condition = if random.once_in(4) { format!("{condition} || b > 3") } else { condition.to_owned() };
    format!(
        "\
use std::iter::*;
use std::ops::Range;
use std::panic::{{AssertUnwindSafe, catch_unwind}};

pub struct S {{
    all: {ty},
}}

impl S {{
    pub fn new() -> S {{
        S {{ all: {made} }}
    }}

    pub fn go<F: FnMut(u8) -> bool>(&mut self, mut f: F) {{
        {consumer}
    }}

    pub fn next(&mut self) -> u8 {{
        match self.all.next() {{
            Some((a, b)) => 100 / u8::from({condition}),
            None => 0,
        }}
    }}
}}

pub fn run(n: u8) -> u8 {{
    let mut s = S::new();
    let _ = catch_unwind(AssertUnwindSafe(|| {{
        s.go(|b| {{
            if {refused} {{
                panic!()
            }}
            b > n
        }})
    }}));
    s.next().wrapping_add(s.next())
}}
"
    )
}
