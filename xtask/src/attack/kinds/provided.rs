//! Traits of the crate: what they provide and what types override, by concrete types, parameters and trait objects.

use super::super::random::Random;

/// What the trait provides in terms of what it demands.
const SHARE: [&str; 5] = [
    "100 / self.level()",
    "self.level() / 2",
    "Self::FULL",
    "self.half().wrapping_add(1)",
    "100 / (self.level() | 1)",
];
const HALF: [&str; 3] = ["self.level() / 2", "self.level()", "self.level() - 1"];
const SHIFT: [&str; 3] = [
    "self.set(n); self.level()",
    "let old = self.level(); self.set(n); old",
    "self.set(n / 2); self.share()",
];

/// What an impl gives the methods that it overrides.
const LEVEL: [&str; 5] = ["self.0", "self.0 | 1", "self.0.wrapping_sub(1)", "3", "100 / self.0"];
const SET: [&str; 3] = ["self.0 = n", "self.0 = n | 1", "self.0 = self.0.max(n)"];
const OVERRIDDEN: [&str; 8] = [
    "",
    "",
    "",
    "fn share(&self) -> u8 { self.level() }",
    "fn share(&self) -> u8 { self.half() }",
    "fn half(&self) -> u8 { 7 }",
    "fn half(&self) -> u8 { 100 / self.level() }",
    "fn shift(&mut self, n: u8) -> u8 { self.set(n); n }",
];

/// Expressions of a number, of `n` and two values `a` and `b`.
const USES: [&str; 35] = [
    "a.share()",
    "b.share()",
    "a.half()",
    "b.half()",
    "ask(&a)",
    "ask(&b)",
    "ask(&&a)",
    "ask(&Box::new(a))",
    "ask_dyn(&a)",
    "ask_dyn(&b)",
    "{ let d: &dyn Asked = &b; d.share_of() }",
    "ask_dyn(if n > 5 { &a } else { &b })",
    "(&a).share()",
    "Box::new(a).share()",
    "Around(a).share()",
    "Around(b).half()",
    "ask(&Around(Around(a)))",
    "{ let d: Box<dyn Asked> = Box::new(b); d.share_of() }",
    "{ let d: [Box<dyn Asked>; 2] = [Box::new(a), Box::new(b)]; d[usize::from(n & 1)].share_of() }",
    "A::FULL",
    "B::FULL",
    "<Around<B> as Level>::FULL",
    "full(&a)",
    "full(&Around(b))",
    "A::made(n).share()",
    "made::<B>(n).level()",
    "made::<Around<A>>(n).half()",
    "{ let mut a = a; a.shift(n) }",
    "{ let mut b = b; b.shift(n); b.share() }",
    "{ let mut b = Around(b); b.shift(n); b.0.level() }",
    "{ let mut a = a; shift(&mut a, n); a.share() }",
    "{ let mut b = b; let d: &mut dyn Asked = &mut b; d.level_of() + d.share_of() }",
    "sum(&[A(n), a])",
    "b.named()",
    "Around(a).named() + a.named()",
];

pub(super) fn provided(random: &mut Random) -> String {
    let usage = random.pick(&USES);
    let end = super::checked(random, usage);
    let other = random.pick(&["1", "2", "n", "n / 2", "0"]);
    let run = format!("pub fn run(n: u8) -> u8 {{\n    let (a, b) = (A(n), B({other}));\n    {end}\n}}\n");
    let mut parts = vec![the_trait(random, usage)];
    parts.extend(["A", "B"].map(|name| implemented(random, name, usage)));
    let optional = [("Around", around(random)), ("named", named(random)), ("_of", ASKED.to_owned())];
    let (by_reference, by_box) = (forwarded("&T", random), forwarded("Box<T>", random));
    let optional = optional.into_iter().chain([("&&a", by_reference), ("Box::new(a)", by_box)]);
    parts.extend(optional.filter(|(mark, _)| usage.contains(mark)).map(|(_, part)| part));
    let functions = FUNCTIONS.iter().filter(|(mark, _)| usage.contains(mark));
    parts.extend(functions.map(|(_, part)| (*part).to_owned()));
    parts.push(run);
    parts.join("\n")
}

/// Functions that ask values of any type, each with what tells that it is called.
const FUNCTIONS: [(&str, &str); 6] = [
    ("ask(", "fn ask<T: Level>(value: &T) -> u8 {\n    value.share()\n}\n"),
    ("ask_dyn(", "fn ask_dyn(value: &dyn Asked) -> u8 {\n    value.share_of()\n}\n"),
    ("full(", "fn full<T: Level>(_: &T) -> u8 {\n    T::FULL\n}\n"),
    ("made::", "fn made<T: Level + From<u8>>(n: u8) -> T {\n    T::made(n)\n}\n"),
    ("shift(&mut", "fn shift(value: &mut impl Level, n: u8) -> u8 {\n    value.shift(n)\n}\n"),
    (
        "sum(",
        "fn sum(values: &[impl Level]) -> u8 {\n    values.iter().fold(0, |sum, it| it.share().wrapping_add(sum))\n}\n",
    ),
];

/// A trait for objects: there are none of one with constants.
const ASKED: &str = "\
pub trait Asked {
    fn level_of(&self) -> u8;
    fn share_of(&self) -> u8 { 100 / self.level_of() }
}

impl Asked for A {
    fn level_of(&self) -> u8 { self.level() }
}

impl Asked for B {
    fn level_of(&self) -> u8 { self.share() }
    fn share_of(&self) -> u8 { self.half() }
}
";

fn the_trait(random: &mut Random, usage: &str) -> String {
    let (share, half, shift) = (random.pick(&SHARE), random.pick(&HALF), random.pick(&SHIFT));
    let full = random.pick(&["0", "1", "2", "3"]);
    let made = match usage.contains("made") {
        true => {
            "fn made(n: u8) -> Self where Self: Sized + From<u8> { let mut made = Self::from(3); made.set(n); made }"
        }
        false => "",
    };
    format!(
        "\
pub trait Level {{
    const FULL: u8 = {full};
    fn level(&self) -> u8;
    fn set(&mut self, n: u8);
    fn share(&self) -> u8 {{ {share} }}
    fn half(&self) -> u8 {{ {half} }}
    fn shift(&mut self, n: u8) -> u8 {{ {shift} }}
    {made}
}}
"
    )
}

fn implemented(random: &mut Random, name: &str, usage: &str) -> String {
    let (level, set) = (random.pick(&LEVEL), random.pick(&SET));
    let overridden = random.pick(&OVERRIDDEN);
    let full = if random.once_in(2) { "const FULL: u8 = 5;" } else { "" };
    let from = format!("impl From<u8> for {name} {{\n    fn from(n: u8) -> {name} {{ {name}(n) }}\n}}\n");
    let from = if usage.contains("made") { &*from } else { "" };
    format!(
        "\
#[derive(Clone, Copy)]
pub struct {name}(u8);

impl Level for {name} {{
    {full}
    fn level(&self) -> u8 {{ {level} }}
    fn set(&mut self, n: u8) {{ {set} }}
    {overridden}
}}

{from}"
    )
}

fn around(random: &mut Random) -> String {
    let level = random.pick(&["self.0.level()", "self.0.level().wrapping_add(1)", "self.0.share()"]);
    let overridden = random.pick(&OVERRIDDEN[..4]);
    format!(
        "\
pub struct Around<T>(T);

impl<T: Level> Level for Around<T> {{
    const FULL: u8 = T::FULL;
    fn level(&self) -> u8 {{ {level} }}
    fn set(&mut self, n: u8) {{ self.0.set(n) }}
    {overridden}
}}

impl<T: From<u8>> From<u8> for Around<T> {{
    fn from(n: u8) -> Around<T> {{ Around(T::from(n)) }}
}}
"
    )
}

/// A trait for all types that have another.
fn named(random: &mut Random) -> String {
    let named = random.pick(&["self.level()", "self.share()", "100 / Self::FULL"]);
    format!(
        "\
pub trait Named: Level {{
    fn named(&self) -> u8;
}}

impl<T: Level> Named for T {{
    fn named(&self) -> u8 {{ {named} }}
}}
"
    )
}

/// An impl for what leads to a value.
fn forwarded(name: &str, random: &mut Random) -> String {
    let level = random.pick(&["(**self).level()", "(**self).share()", "2"]);
    let set = if name.starts_with('&') { "" } else { "(**self).set(n)" };
    format!(
        "\
impl<T: Level> Level for {name} {{
    fn level(&self) -> u8 {{ {level} }}
    fn set(&mut self, n: u8) {{ {set} }}
}}
"
    )
}
