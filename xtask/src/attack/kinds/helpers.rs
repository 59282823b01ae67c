//! A function that the impls of a trait share, which panics for some of them, and generic functions that call these.

use super::super::item::Item;
use super::super::random::Random;

/// Bodies of the impls: most call the function that they share.
const SIZES: [&str; 7] = [
    "part(5)",
    "part(self.0)",
    "part(self.0 | 1)",
    "part(2).wrapping_add(self.0)",
    "part(part(self.0))",
    "self.0",
    "if self.0 > 9 { part(self.0 - 10) } else { 3 }",
];

/// Bodies of the function that the impls share. It calls `inner`, which panics for 0.
const PARTS: [&str; 3] = ["inner(n)", "inner(n).wrapping_mul(3)", "if n > 100 { n } else { inner(n) }"];

/// Expressions of `one` and `other`, values of a type that the generic function does not know.
const USES: [&str; 8] = [
    "one.size()",
    "one.size().wrapping_add(other.size())",
    "[one, other].iter().fold(0, |sum, it| it.size().wrapping_add(sum))",
    "u8::from(vec![Kept(one)].contains(&Kept(other)))",
    "u8::from(Kept(one) == Kept(other))",
    "{ drop(Ended(one)); other.size() }",
    "(&&one).size()",
    "Some(one).as_ref().map_or(1, Measured::size)",
];

pub(super) fn helpers(random: &mut Random) -> String {
    let order = random.pick(&["ABC", "BAC", "CBA"]);
    let sizes: String = order
        .chars()
        .map(|name| {
            let size = random.pick(&SIZES);
            format!(
                "impl Measured for {name} {{\n    fn size(&self) -> u8 {{\n        {size}\n    }}\n}}\n\n"
            )
        })
        .collect();
    let (part, usage) = (random.pick(&PARTS), random.pick(&USES));
    let called = random.pick(&["A", "B", "C"]);
    let other = random.pick(&["0", "1", "n"]);
    let mark = Item::ALL_PANIC_IN;
    format!(
        "\
{mark}ask
pub struct A(pub u8);
pub struct B(pub u8);
pub struct C(pub u8);

pub trait Measured {{
    fn size(&self) -> u8;
}}

fn inner(n: u8) -> u8 {{
    100 / n
}}

fn part(n: u8) -> u8 {{
    {part}
}}

{sizes}impl<T: Measured> Measured for &T {{
    fn size(&self) -> u8 {{
        (**self).size()
    }}
}}

struct Kept<T>(T);

impl<T: Measured> PartialEq for Kept<T> {{
    fn eq(&self, other: &Kept<T>) -> bool {{
        self.0.size() == other.0.size()
    }}
}}

struct Ended<T: Measured>(T);

impl<T: Measured> Drop for Ended<T> {{
    fn drop(&mut self) {{
        self.0.size();
    }}
}}

pub fn ask<T: Measured>(one: T, other: T) -> u8 {{
    {usage}
}}

pub fn run(n: u8) -> u8 {{
    ask({called}(n), {called}({other}))
}}
"
    )
}
