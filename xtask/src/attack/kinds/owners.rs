//! Types whose objects borrow the same place, lend it on, or write elsewhere when they end: what one keeps another may break.

use super::super::random::Random;

/// How a place is held: the field, how it is read, how `n` is written, and what a client makes one of, by `x`.
struct Held {
    field: &'static str,
    read: &'static str,
    write: &'static str,
    place: &'static str,
    argument: &'static str,
    /// The same place again, from `&mut self`.
    again: &'static str,
}

const HELD: [Held; 6] = [
    Held {
        field: "&'a mut u8",
        read: "*self.held",
        write: "*self.held = n",
        place: "3u8",
        argument: "&mut x",
        again: "&mut *self.held",
    },
    Held {
        field: "&'a Cell<u8>",
        read: "self.held.get()",
        write: "self.held.set(n)",
        place: "Cell::new(3u8)",
        argument: "&x",
        again: "self.held",
    },
    Held {
        field: "&'a mut [u8]",
        read: "self.held[0]",
        write: "self.held[0] = n",
        place: "[3u8, 4]",
        argument: "&mut x",
        again: "&mut *self.held",
    },
    Held {
        field: "&'a mut Option<u8>",
        read: "self.held.unwrap_or(1)",
        write: "*self.held = Some(n)",
        place: "Some(3u8)",
        argument: "&mut x",
        again: "&mut *self.held",
    },
    Held {
        field: "&'a mut Vec<u8>",
        read: "self.held[0]",
        write: "self.held[0] = n",
        place: "vec![3u8]",
        argument: "&mut x",
        again: "&mut *self.held",
    },
    Held {
        field: "Option<&'a mut u8>",
        read: "self.held.as_deref().copied().unwrap_or(1)",
        write: "if let Some(held) = &mut self.held { **held = n }",
        place: "3u8",
        argument: "Some(&mut x)",
        again: "self.held.as_deref_mut()",
    },
];

/// What a client does with `c: Cursor`, and `n`.
const CLIENTS: [&str; 12] = [
    "{ let mut d = c.again(); d.set(n); }",
    "c.again().set(n);",
    "{ let mut d = c.again(); let mut e = d.again(); e.set(n); }",
    "drop(Writer { cursor: c.again(), n });",
    "{ let w = Writer { cursor: c.again(), n }; let _ = w.peek(); }",
    "std::mem::forget(Writer { cursor: c.again(), n });",
    "{ let w = Some(Writer { cursor: c.again(), n }); if n > 3 { std::mem::forget(w) } }",
    "{ let mut w = vec![Writer { cursor: c.again(), n }]; w.clear(); }",
    "{ let mut w = Writer { cursor: c.again(), n: 1 }; w.n = n; }",
    "{ let w = Box::new(Writer { cursor: c.again(), n }); let _w = w; }",
    "{ let w = c.writer(n); let _ = w.peek(); }",
    "{ let d = c.again(); let mut d = Some(d); if let Some(d) = d.as_mut() { d.set(n) } }",
];

pub(super) fn owners(random: &mut Random) -> String {
    let held = &HELD[random.below(HELD.len())];
    let client = random.pick(&CLIENTS);
    let kept = random.pick(&["n", "n | 1", "n.max(1)", "n / 2 + 1", "n.wrapping_sub(1)"]);
    let kept = if random.once_in(3) { "n" } else { kept };
    let other = random.pick(&["Cursor", "Free"]);
    let (read, written) = (held.read, held_write(held));
    let first = random.pick(&["1", "3", "n | 1"]);
    let get = random.pick(&["100 / READ", "100 / (READ | 1)", "100 % READ.max(1)", "100 / self.seen"]);
    let get = get.replace("READ", &format!("({read})"));
    let dropped = random.pick(&["self.n", "self.n | 1", "self.n / 2", "0"]);
    let (field, again) = (held.field, held.again);
    let (place, argument) = (held.place, held.argument);
    let end = super::checked(random, "c.get()");
    let setter = random.pick(&["pub fn set", "fn set"]);
    format!(
        "\
use std::cell::Cell;

pub struct Cursor<'a> {{
    held: {field},
    seen: u8,
}}

impl<'a> Cursor<'a> {{
    pub fn new(held: {field}) -> Cursor<'a> {{
        let mut cursor = Cursor {{ held, seen: 1 }};
        cursor.first();
        cursor
    }}

    fn first(&mut self) {{
        let n = 0u8;
        let kept = {first};
        {written}
    }}

    {setter}(&mut self, n: u8) {{
        let kept = {kept};
        {written}
    }}

    pub fn get(&self) -> u8 {{
        {get}
    }}

    pub fn again(&mut self) -> {other}<'_> {{
        {other} {{ held: {again}, seen: self.seen }}
    }}

    pub fn writer(&mut self, n: u8) -> Writer<'_> {{
        Writer {{ cursor: self.again(), n }}
    }}
}}

pub struct Free<'a> {{
    held: {field},
    seen: u8,
}}

impl Free<'_> {{
    pub fn set(&mut self, n: u8) {{
        let kept = n;
        {written}
    }}

    pub fn again(&mut self) -> Free<'_> {{
        Free {{ held: {again}, seen: self.seen }}
    }}
}}

pub struct Writer<'a> {{
    cursor: {other}<'a>,
    n: u8,
}}

impl Writer<'_> {{
    pub fn peek(&self) -> u8 {{
        self.cursor.seen
    }}
}}

impl Drop for Writer<'_> {{
    fn drop(&mut self) {{
        let n = {dropped};
        self.cursor.set(n);
    }}
}}

pub fn run(n: u8) -> u8 {{
    let mut x = {place};
    let mut c = Cursor::new({argument});
    {client}
    {end}
}}
"
    )
}

/// Writes `kept`.
fn held_write(held: &Held) -> String {
    held.write.replace("= n", "= kept").replace("(n)", "(kept)")
}
