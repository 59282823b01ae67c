//! Items that write through a reference which lies in a value.

use super::super::random::Random;
use super::super::writer::Writer;
use super::reference_writes::ReferenceWrites;
use super::shapes::{Cells, Flavour, Shape, build};

pub(super) fn slots(random: &mut Random) -> String {
    function(random, Flavour::Slots)
}

pub(super) fn references(random: &mut Random) -> String {
    function(random, Flavour::To)
}

pub(super) fn boxes(random: &mut Random) -> String {
    function(random, Flavour::Boxes)
}

pub(super) fn permutations(random: &mut Random) -> String {
    function(random, Flavour::Plain)
}

/// Ends, of a `u8` in `CELL`. Each panics for some value.
const ENDS: [&str; 8] = [
    "100 / CELL",
    "100 / CELL",
    "100 / CELL",
    "100 % CELL",
    "[7u8, 8, 9, 9, 9, 9, 9, 9][CELL as usize]",
    "CELL - 1",
    "CELL.checked_sub(1).unwrap()",
    "{ assert!(CELL != 0); 1 }",
];

/// A function with cells of its own.
fn function(random: &mut Random, flavour: Flavour) -> String {
    let end = random.pick(&ENDS).replace("CELL", random.pick(&["x", "y", "y", "z"]));
    let mut writer = Writer::new(random, 1);
    writer.line("let (mut x, mut y, mut z) = (1u8, 2u8, 3u8);");
    body(&mut writer, flavour, &["x", "y", "z"]);
    writer.line(&end);
    let body = writer.finish().replace("KEPT", "7");
    with_helpers(&format!("pub fn run(n: u8) -> u8 {{\n{body}}}\n"))
}

/// A type with cells for fields: one method writes, another one ends in a check.
pub(super) fn types(random: &mut Random) -> String {
    let flavours = [Flavour::Slots, Flavour::Slots, Flavour::To, Flavour::Boxes, Flavour::Plain];
    let flavour = flavours[random.below(flavours.len())];
    let field = random.pick(&["self.a", "self.b", "self.b", "self.c"]);
    let end = random.pick(&ENDS).replace("CELL", field);
    let is_generic = random.once_in(3);
    let mut writer = Writer::new(random, 2);
    body(&mut writer, flavour, &["self.a", "self.b", "self.c"]);
    let act = writer.finish().replace("KEPT", "");
    let (parameters, field) = if is_generic { ("<T>", "    rest: T,\n") } else { ("", "") };
    let comma = if is_generic { ", rest" } else { "" };
    let argument = if is_generic { "rest: T" } else { "" };
    let given = if is_generic { "()" } else { "" };
    with_helpers(&format!(
        "\
pub struct Cells{parameters} {{
    a: u8,
    b: u8,
    c: u8,
{field}}}

impl{parameters} Cells{parameters} {{
    pub fn new({argument}) -> Self {{
        Cells {{ a: 1, b: 2, c: 3{comma} }}
    }}

    pub fn act(&mut self, n: u8) {{
{act}    }}

    pub fn get(&self) -> u8 {{
        {end}
    }}
}}

pub fn run(n: u8, m: bool) -> u8 {{
    let mut cells = Cells::new({given});
    if m {{
        cells.act(1);
    }}
    cells.act(n);
    cells.get()
}}
"
    ))
}

/// Makes a value of a random shape, of these cells, and goes to a write in it.
fn body(writer: &mut Writer<'_>, flavour: Flavour, cells: &[&str]) {
    let shape = Shape::random(writer.random, flavour);
    writer.line("let (mut p, mut q) = (4u8, 5u8);");
    let names: Vec<&str> = cells.iter().copied().chain(["p", "q"]).collect();
    let mut cells = Cells::new(&names);
    let value = build(writer, &mut cells, &shape);
    let place = writer.bind(&value);
    let fuel = 1 + writer.random.below(4);
    let mut writes = ReferenceWrites { writer, cells: &mut cells, fuel };
    if let (Flavour::Plain, Shape::Seq(seq, of)) = (flavour, &shape) {
        writes.disturb(&place, *seq, of);
    }
    let twice = writes.writer.random.once_in(3);
    writes.go(&place, !twice, &shape);
    if twice {
        writes.go(&place, true, &shape);
    }
}

const HELPERS: [(&str, &str); 3] = [
    (
        "Held {",
        "\
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Held<T> {
    item: T,
    k: u8,
}

impl<T> Held<T> {
    fn get(&mut self) -> &mut T {
        &mut self.item
    }

    fn into_item(self) -> T {
        self.item
    }
}
",
    ),
    ("set(", "fn set(place: &mut u8, value: u8) {\n    *place = value;\n}\n"),
    ("VecDeque", "use std::collections::VecDeque;\n"),
];

/// Puts the helpers in front that a text uses.
fn with_helpers(text: &str) -> String {
    let mut parts: Vec<&str> = vec![text];
    for (name, helper) in HELPERS {
        if text.contains(name) {
            parts.insert(0, helper);
        }
    }
    parts.join("\n")
}
