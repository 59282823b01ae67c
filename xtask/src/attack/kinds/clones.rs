//! Impls of `Clone` that give another value, and what std makes of them.

use super::super::random::Random;

/// Numbers of a clone.
const CLONED: [&str; 7] = [
    "self.n.wrapping_sub(1)",
    "self.n.wrapping_sub(1)",
    "self.n / 2",
    "self.n | 1",
    "0",
    "self.n.max(1)",
    "self.n",
];

/// Expressions of an `S`, or a place of one, that is a clone of `s`, or a clone of a clone.
const USES: [&str; 34] = [
    "s.clone()",
    "s.to_owned()",
    "s.clone().clone()",
    "vec![s; 3][2]",
    "vec![s; 2][0]",
    "vec![s; 1][0]",
    "[s].to_vec()[0]",
    "vec![s].clone()[0]",
    "[s].clone()[0]",
    "[s, S::new(4)].clone()[1]",
    "Some(s).clone().unwrap()",
    "Some(&s).cloned().unwrap()",
    "Ok::<&S, u8>(&s).cloned().unwrap_or(S::new(1))",
    "Box::new(s).clone()",
    "(s, 1).clone().0",
    "[s].iter().cloned().next().unwrap()",
    "[s].iter().cloned().last().unwrap()",
    "vec![s].iter().cloned().collect::<Vec<S>>()[0]",
    "std::iter::repeat(s).take(2).last().unwrap()",
    "std::iter::repeat_n(s, 2).last().unwrap()",
    "std::iter::repeat_n(s, 2).next().unwrap()",
    "{ let mut v = Vec::new(); v.extend_from_slice(&[s]); v }[0]",
    "{ let mut v = Vec::new(); v.resize(2, s); v }[0]",
    "{ let mut v = Vec::new(); v.resize(2, s); v }[1]",
    "{ let mut v = vec![s]; v.extend_from_within(..); v }[1]",
    "{ let mut v = [S::new(1), S::new(1)]; v.fill(s); v }[0]",
    "{ let mut v = [S::new(1)]; v.clone_from_slice(&[s]); v }[0]",
    "{ let mut t = S::new(7); t.clone_from(&s); t }",
    "{ let mut v = vec![S::new(7)]; v.clone_from(&vec![s]); v }[0]",
    "{ let mut o = Some(S::new(7)); o.clone_from(&Some(s)); o.unwrap() }",
    "*std::rc::Rc::new(s).clone()",
    "Outer { s, k: 2 }.clone().s",
    "std::borrow::Cow::Borrowed(&s).into_owned()",
    "std::collections::VecDeque::from([s]).clone()[0]",
];

pub(super) fn clones(random: &mut Random) -> String {
    let (cloned, usage) = (random.pick(&CLONED), random.pick(&USES));
    let from = if random.once_in(4) {
        "\n    fn clone_from(&mut self, other: &S) {\n        self.n = other.n / 4;\n    }\n"
    } else {
        ""
    };
    let made = random.pick(&["n | 1", "n | 1", "n.max(2)", "1"]);
    let end = random.pick(&["(USE).get()", "(USE).get()", "100 / (USE).n"]).replace("USE", usage);
    format!(
        "\
pub struct S {{
    n: u8,
}}

impl Clone for S {{
    fn clone(&self) -> S {{
        S {{ n: {cloned} }}
    }}
{from}}}

impl S {{
    pub fn new(n: u8) -> S {{
        S {{ n: {made} }}
    }}

    pub fn get(&self) -> u8 {{
        100 / self.n
    }}
}}

#[derive(Clone)]
struct Outer {{
    s: S,
    k: u8,
}}

pub fn run(n: u8) -> u8 {{
    let s = S::new(n);
    {end}
}}
"
    )
}
