//! Impls that compete: a general one with bounds beside one for a type that does not meet them, asked by generic clients whose
//! own bounds do not tell which one it is.

use super::super::random::Random;

/// What a type parameter stands for in the head of an impl, and how a value of it is made from one of the parameter.
const HEADS: [(&str, &str); 10] = [
    ("W<TYPE>", "W(VALUE)"),
    ("W<W<TYPE>>", "W(W(VALUE))"),
    ("Two<TYPE, u8>", "Two(VALUE, 1u8)"),
    ("Two<u8, TYPE>", "Two(1u8, VALUE)"),
    ("Option<TYPE>", "Some(VALUE)"),
    ("Vec<TYPE>", "vec![VALUE]"),
    ("[TYPE; 1]", "[VALUE]"),
    ("(TYPE, u8)", "(VALUE, 1u8)"),
    ("Box<TYPE>", "Box::new(VALUE)"),
    ("TYPE", "VALUE"),
];

/// Bounds that `Other` does not meet, and a value that meets them.
const BOUNDS: [(&str, &str); 13] = [
    ("Copy", "7u8"),
    ("Clone", "7u8"),
    ("Default", "7u8"),
    ("PartialEq", "7u8"),
    ("Mark", "Marked"),
    ("std::fmt::Debug", "\"seven\""),
    ("Into<u8>", "7u8"),
    ("Iterator", "0..7u8"),
    ("Mark + Copy", "Marked"),
    ("Own<Out = u8>", "Narrow"),
    ("Own<Out: Mark>", "Narrow"),
    ("Iterator<Item = u8>", "0..7u8"),
    ("for<'a> Reads<&'a u8>", "Narrow"),
];

/// How the other impl is written: HEAD stands for its type.
const WRITTEN: [&str; 4] = [
    "impl Level for HEAD {",
    "impl Level for HEAD {",
    "pub trait Bare {}\n\nimpl Bare for HEAD {}\n\nimpl<T: Bare> Level for T {",
    "pub trait Names {\n    type Name;\n}\n\nimpl Names for u8 {\n    type Name = HEAD;\n}\n\nimpl Level for <u8 as Names>::Name {",
];

/// What the general impl says, of a trait whose `level` is a number and `LEVEL` another.
const GENERAL: [&str; 4] = [
    "const LEVEL: u8 = 1;\n    fn level(&self) -> u8 { 1 }",
    "fn level(&self) -> u8 { 2 }",
    "const LEVEL: u8 = 3;\n    fn level(&self) -> u8 { Self::LEVEL }",
    "fn level(&self) -> u8 { 1 }\n    fn twice(&self) -> u8 { 4 }",
];

/// What the other one says.
const SPECIAL: [&str; 5] = [
    "fn level(&self) -> u8 { 0 }",
    "const LEVEL: u8 = 0;\n    fn level(&self) -> u8 { 0 }",
    "const LEVEL: u8 = 0;\n    fn level(&self) -> u8 { 1 }",
    "fn level(&self) -> u8 { 1 }\n    fn twice(&self) -> u8 { 0 }",
    "fn level(&self) -> u8 { 9 }\n    fn twice(&self) -> u8 { 100 / Self::LEVEL }",
];

/// Clients of `HEAD`, an expression of `w: &HEAD` in each.
const CLIENTS: [&str; 8] = [
    "pub fn ask<T>(w: &HEAD) -> u8 where HEAD: Level {\n    USE\n}\n",
    "pub fn ask<T: Any>(w: &HEAD) -> u8 where HEAD: Level {\n    USE\n}\n",
    "pub fn ask<T>(w: &HEAD) -> u8 where HEAD: Level {\n    let ask = |w: &HEAD| USE;\n    ask(w)\n}\n",
    "pub fn ask<T>(w: &HEAD) -> u8 where HEAD: Named {\n    w.named()\n}\n",
    "pub fn ask<T>(w: &HEAD) -> u8 where HEAD: Level {\n    inner(w)\n}\n\nfn inner<L: Level>(w: &L) -> u8 {\n    USE\n}\n",
    "pub fn ask<T>(w: &HEAD) -> u8 where for<'a> &'a HEAD: Level {\n    let w = &w;\n    USE\n}\n",
    "pub struct Client<T>(pub HEAD);\n\nimpl<T> Client<T> where HEAD: Level {\n    pub fn ask(&self) -> u8 {\n        let w = &self.0;\n        USE\n    }\n}\n",
    "pub trait Asked {\n    fn ask(&self) -> u8;\n}\n\nimpl<T> Asked for Ask<HEAD> where HEAD: Level {\n    fn ask(&self) -> u8 {\n        let w = &self.0;\n        USE\n    }\n}\n\npub struct Ask<A>(pub A);\n",
];

/// What a client does with `w`.
const USES: [&str; 5] = [
    "100 / w.level()",
    "100 / w.twice()",
    "100 / level_of(w)",
    "{ fn of<L: Level>(_: &L) -> u8 { L::LEVEL } 100 / of(w) }",
    "[1, 2, 3][usize::from(w.level()) % 3] / w.level()",
];

pub(super) fn impls(random: &mut Random) -> String {
    let (head, made) = HEADS[random.below(HEADS.len())];
    let (bound, general) = BOUNDS[random.below(BOUNDS.len())];
    let client = random.pick(&CLIENTS);
    let usage = random.pick(&USES);
    let client = client.replace("HEAD", &head.replace("TYPE", "T")).replace("USE", usage);
    let (own, other) = (random.pick(&GENERAL), random.pick(&SPECIAL));
    let (general_head, other_head) = (head.replace("TYPE", "T"), head.replace("TYPE", "Other"));
    let general_impl = written(random, &general_head, bound, own);
    let other_impl = random.pick(&WRITTEN).replace("HEAD", &other_head);
    let made = |value: &str| made.replace("VALUE", value);
    let wrapped = |value: String| match () {
        () if client.contains("struct Client") => format!("Client({value}).ask()"),
        () if client.contains("struct Ask") => format!("Ask({value}).ask()"),
        () => format!("ask(&{value})"),
    };
    let (first, second) = (wrapped(made(general)), wrapped(made("Other")));
    let second = if random.once_in(5) { first.clone() } else { second };
    let by_reference = match client.contains("for<'a>") {
        true => {
            "impl<L: Level> Level for &L {\n    const LEVEL: u8 = L::LEVEL;\n    fn level(&self) -> u8 { (**self).level() }\n}\n\n"
        }
        false => "",
    };
    format!(
        "\
pub trait Level {{
    const LEVEL: u8 = 5;
    fn level(&self) -> u8;
    fn twice(&self) -> u8 {{ self.level().wrapping_mul(2) }}
}}

pub trait Any {{}}

impl<T> Any for T {{}}

pub trait Mark {{}}

#[derive(Clone, Copy)]
pub struct Marked;

impl Mark for Marked {{}}

pub struct Other;

pub trait Own {{
    type Out;
}}

impl Own for Other {{
    type Out = u16;
}}

pub trait Reads<T> {{}}

impl Reads<&'static u8> for Other {{}}

pub struct Narrow;

impl Mark for u8 {{}}

impl Own for Narrow {{
    type Out = u8;
}}

impl<T> Reads<T> for Narrow {{}}

pub struct W<T>(pub T);

pub struct Two<A, B>(pub A, pub B);

{general_impl}
{other_impl}
    {other}
}}

{by_reference}pub trait Named {{
    fn named(&self) -> u8;
}}

impl<L: Level> Named for L {{
    fn named(&self) -> u8 {{
        100 / self.level()
    }}
}}

fn level_of<L: Level + ?Sized>(w: &L) -> u8 {{
    w.level()
}}

{client}
pub fn run(n: u8) -> u8 {{
    if n > 5 {{ {first} }} else {{ {second} }}
}}
"
    )
}

/// The general impl: with its bound behind the parameter, behind `where`, or by a trait that demands it.
fn written(random: &mut Random, head: &str, bound: &str, body: &str) -> String {
    match random.below(3) {
        0 => format!("impl<T: {bound}> Level for {head} {{\n    {body}\n}}\n"),
        1 => format!("impl<T> Level for {head} where T: {bound} {{\n    {body}\n}}\n"),
        _ => format!(
            "pub trait Demands: {bound} {{}}\n\nimpl<T: {bound}> Demands for T {{}}\n\nimpl<T: Demands> Level for {head} {{\n    {body}\n}}\n"
        ),
    }
}
