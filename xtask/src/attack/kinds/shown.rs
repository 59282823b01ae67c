//! Objects that a function shows to clients through shared references: in sequences, wrappers, iterators, constants. Some are spoilt.

use super::super::random::Random;

/// The type of what clients are given, how it is made of `object`, and what they do with it.
const CARRIERS: [(&str, &str, &str); 17] = [
    ("&[&S]", "&[&object]", "it[0].get()"),
    ("Vec<&S>", "vec![&object]", "it[0].get()"),
    ("[(u8, &S); 1]", "[(n, &object)]", "it[0].1.get()"),
    ("Option<&S>", "Some(&object)", "it.map_or(1, S::get)"),
    ("Result<&S, u8>", "Ok(&object)", "it.map_or(1, S::get)"),
    ("std::slice::Iter<'_, &S>", "[&object].iter()", "it.map(|s| s.get()).max().unwrap_or(1)"),
    ("std::vec::IntoIter<&S>", "vec![&object].into_iter()", "it.last().map_or(1, S::get)"),
    ("Box<[Option<&S>]>", "Box::new([Some(&object)])", "it[0].map_or(1, S::get)"),
    ("&BTreeMap<u8, &S>", "&BTreeMap::from([(1, &object)])", "it[&1].get()"),
    ("VecDeque<&S>", "VecDeque::from([&object])", "it[0].get()"),
    ("std::cmp::Reverse<&S>", "std::cmp::Reverse(&object)", "it.0.get()"),
    ("std::num::Wrapping<&S>", "std::num::Wrapping(&object)", "it.0.get()"),
    ("std::panic::AssertUnwindSafe<&S>", "std::panic::AssertUnwindSafe(&object)", "it.0.get()"),
    ("&&S", "&&object", "it.get()"),
    ("Held<'_>", "Held { all: vec![&object] }", "it.all[0].get()"),
    ("Held<'_>", "Held { all: vec![] }", "it.all.first().map_or(1, |s| s.get())"),
    ("std::rc::Rc<[&S]>", "std::rc::Rc::new([&object])", "it[0].get()"),
];

/// The same of constants, which are made of `OBJECT`.
const CONSTANTS: [(&str, &str, &str); 8] = [
    ("&'static S", "&OBJECT", "it.get()"),
    ("&'static [&'static S]", "&[&OBJECT]", "it[0].get()"),
    ("&'static [S]", "&[OBJECT]", "it[0].get()"),
    ("Option<&'static [&'static S]>", "Some(&[&OBJECT])", "it.map_or(1, |all| all[0].get())"),
    ("[(u8, &'static S); 1]", "[(1, &OBJECT)]", "it[0].1.get()"),
    ("&'static &'static S", "&&OBJECT", "it.get()"),
    ("&'static [&'static [&'static S]]", "&[&[&OBJECT]]", "it[0][0].get()"),
    ("(&'static S, S)", "(&OBJECT, S { x: 1 })", "it.0.get()"),
];

/// How clients are given it: `TYPE`, `MADE` and `USED` stand for the three texts.
const WAYS: [&str; 4] = [
    "\
pub fn show<R>(n: u8, f: impl FnOnce(TYPE) -> R) -> R {
    let object = S { x: LEVEL };
    f(MADE)
}

pub fn run(n: u8) -> u8 {
    show(n, |it| USED)
}
",
    "\
pub trait Viewer {
    fn view(&mut self, it: TYPE) -> u8;
}

pub fn show<V: Viewer>(n: u8, viewer: &mut V) -> u8 {
    let object = S { x: LEVEL };
    viewer.view(MADE)
}

struct Own;

impl Viewer for Own {
    fn view(&mut self, it: TYPE) -> u8 {
        USED
    }
}

pub fn run(n: u8) -> u8 {
    show(n, &mut Own)
}
",
    "\
pub fn show(n: u8, f: fn(TYPE) -> u8) -> u8 {
    let object = S { x: LEVEL };
    f(MADE)
}

pub fn run(n: u8) -> u8 {
    show(n, |it| USED)
}
",
    "\
pub fn show<R>(n: u8, mut f: impl FnMut(TYPE) -> R) -> R {
    let mut object = S { x: n | 1 };
    f(MADE);
    object.x = LEVEL;
    f(MADE)
}

pub fn run(n: u8) -> u8 {
    show(n, |it| USED)
}
",
];

const CONSTANT_WAYS: [&str; 6] = [
    "\
pub const GIVEN: TYPE = MADE;

pub fn run(n: u8) -> u8 {
    let it = GIVEN;
    USED
}
",
    "\
pub static GIVEN: TYPE = MADE;

pub fn run(n: u8) -> u8 {
    let it = &GIVEN;
    USED
}
",
    "\
pub fn given() -> TYPE {
    MADE
}

pub fn run(n: u8) -> u8 {
    let it = given();
    USED
}
",
    "\
const PRIVATE: TYPE = MADE;

pub fn given() -> TYPE {
    PRIVATE
}

pub fn run(n: u8) -> u8 {
    let it = given();
    USED
}
",
    "\
pub struct Holder<const N: u8>;

impl<const N: u8> Holder<N> {
    pub const GIVEN: TYPE = MADE;
}

pub fn run(n: u8) -> u8 {
    let it = Holder::<LEVEL>::GIVEN;
    USED
}
",
    "\
pub trait Giving {
    const GIVEN: TYPE = MADE;
}

impl Giving for u8 {}

pub fn run(n: u8) -> u8 {
    let it = <u8 as Giving>::GIVEN;
    USED
}
",
];

const CLASS: &str = "\
use std::collections::{BTreeMap, VecDeque};

pub struct S {
    x: u8,
}

impl S {
    pub fn new(x: u8) -> S {
        S { x: x | 1 }
    }

    pub fn get(&self) -> u8 {
        100 / self.x
    }
}

pub struct Held<'a> {
    pub all: Vec<&'a S>,
}
";

pub(super) fn shown(random: &mut Random) -> String {
    let is_constant = random.once_in(3);
    let (carriers, ways): (&[_], &[&str]) =
        if is_constant { (&CONSTANTS, &CONSTANT_WAYS) } else { (&CARRIERS, &WAYS) };
    let (ty, made, used) = carriers[random.below(carriers.len())];
    let level = random.pick(if is_constant { &["0", "1", "3"] } else { &["0", "1", "n", "n | 1", "n & 6"] });
    let way = random.pick(ways);
    let object = if way.contains("const N: u8") { "S { x: N }" } else { "S { x: LEVEL }" };
    let text = way.replace("TYPE", ty).replace("MADE", made).replace("USED", used);
    format!("{CLASS}\n{}", text.replace("OBJECT", object).replace("LEVEL", level))
}
