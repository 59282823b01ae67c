//! Instances of one generic function, closure or provided method that meet: as function pointers that are chosen, stored, and called in
//! loops. Only some of them panic.

use super::super::random::Random;

/// How a generic function is declared, how an instance of it is named, and what tells instances apart in its body: 0 or more.
const MAKERS: [(&str, &str, &str); 7] = [
    ("fn go<const K: u8>(n: u8) -> u8 {\n    BODY\n}\n", "go::<LEVEL>", "K"),
    ("fn go<T: Level>(n: u8) -> u8 {\n    BODY\n}\n", "go::<L<LEVEL>>", "T::LEVEL"),
    (
        "fn go<T>(n: u8) -> u8 {\n    BODY\n}\n",
        "go::<[u8; LEVEL]>",
        "u8::try_from(size_of::<T>()).unwrap_or(9)",
    ),
    (
        "trait Asked: Level {\n    fn ask(n: u8) -> u8 {\n        BODY\n    }\n}\n\nimpl<T: Level> Asked for T {}\n",
        "<L<LEVEL> as Asked>::ask",
        "Self::LEVEL",
    ),
    ("fn make<const K: u8>() -> fn(u8) -> u8 {\n    |n| {\n        BODY\n    }\n}\n", "make::<LEVEL>()", "K"),
    (
        "fn go<const K: u8>(n: u8) -> u8 {\n    fn inner(n: u8, level: u8) -> u8 {\n        BODY\n    }\n    inner(n, K)\n}\n",
        "go::<LEVEL>",
        "level",
    ),
    ("impl<const K: u8> L<K> {\n    fn go(n: u8) -> u8 {\n        BODY\n    }\n}\n", "L::<LEVEL>::go", "K"),
];

/// Loops in a body.
const LOOPS: [&str; 6] = [
    "while i < n & 3 {\n        i += 1;\n    }",
    "for _ in 0..n & 3 {\n        i += 1;\n    }",
    "loop {\n        if i >= n & 3 {\n            break;\n        }\n        i += 1;\n    }",
    "for x in [1u8, 2, 4] {\n        i ^= x & n;\n    }",
    "(0..n & 3).for_each(|_| i += 1);",
    "i = n & 3;",
];

/// How a body ends: `WHAT` is 0 in some instances.
const ENDS: [&str; 6] = [
    "100 / (n | WHAT)",
    "if WHAT == 0 && i == 2 { 100 / (n & 4) } else { i }",
    "[3u8, 4, 5][usize::from(i)] / (WHAT + n)",
    "100 % (i | WHAT)",
    "i.wrapping_sub(1) / (i | WHAT)",
    "100 / (1 + i + WHAT)",
];

/// How an instance is chosen of `FIRST`, `SECOND` and `THIRD`, and called.
const CHOICES: [&str; 9] = [
    "let f: fn(u8) -> u8 = if n > 9 { FIRST } else { SECOND };\n    f(n / 2)",
    "let f: fn(u8) -> u8 = match n % 3 {\n        0 => FIRST,\n        1 => SECOND,\n        _ => THIRD,\n    };\n    f(n & 7)",
    "let all: [fn(u8) -> u8; 2] = [FIRST, SECOND];\n    all[usize::from(n > 5)](n)",
    "let mut f: fn(u8) -> u8 = FIRST;\n    if n & 1 == 0 {\n        f = SECOND;\n    }\n    f(n)",
    "let mut sum = 0u8;\n    for f in [FIRST as fn(u8) -> u8, SECOND, THIRD] {\n        sum = sum.wrapping_add(f(n));\n    }\n    sum",
    "let holder = Holder { f: if n > 99 { FIRST } else { THIRD } };\n    let again = (holder.f)(n);\n    again.wrapping_add((holder.f)(again))",
    "let f: Option<fn(u8) -> u8> = if n > 30 { Some(FIRST) } else { Some(SECOND) };\n    f.map_or(1, |f| f(n))",
    "let first = FIRST;\n    let second = SECOND;\n    if n > 20 { first(n) } else { second(n) }",
    "let mut f: fn(u8) -> u8 = FIRST;\n    let mut last = 0u8;\n    for i in 0..2 {\n        last = f(n | i);\n        f = SECOND;\n    }\n    last",
];

pub(super) fn instances(random: &mut Random) -> String {
    let (maker, instance, what) = MAKERS[random.below(MAKERS.len())];
    let end = random.pick(&ENDS).replace("WHAT", what);
    let body = format!("let mut i = 0u8;\n    {}\n    {end}", random.pick(&LOOPS));
    let mut choice = random.pick(&CHOICES).to_owned();
    for name in ["FIRST", "SECOND", "THIRD"] {
        let level = random.pick(&["0", "1", "1", "2", "3"]);
        choice = choice.replace(name, &instance.replace("LEVEL", level));
    }
    format!(
        "\
pub trait Level {{
    const LEVEL: u8;
}}

pub struct L<const K: u8>;

impl<const K: u8> Level for L<K> {{
    const LEVEL: u8 = K;
}}

pub struct Holder {{
    f: fn(u8) -> u8,
}}

{}
pub fn run(n: u8) -> u8 {{
    {choice}
}}
",
        maker.replace("BODY", &body)
    )
}
