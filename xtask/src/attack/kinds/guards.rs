//! Guards that write when they are dropped.

use super::super::random::Random;

/// Values that a guard writes.
const VALUES: [&str; 6] =
    ["self.x", "self.x | 1", "self.x / 2", "self.x.wrapping_sub(1)", "self.x.max(1)", "0"];

/// Types that a method returns a guard in, with an expression that makes it of `GUARD`.
const RETURNED: [(&str, &str); 9] = [
    ("Guard<'_>", "GUARD"),
    ("Guard<'_>", "GUARD"),
    ("Option<Guard<'_>>", "Some(GUARD)"),
    ("Box<Guard<'_>>", "Box::new(GUARD)"),
    ("Vec<Guard<'_>>", "vec![GUARD]"),
    ("(u8, Guard<'_>)", "(1, GUARD)"),
    ("Result<Guard<'_>, u8>", "if x == 9 { Err(1) } else { Ok(GUARD) }"),
    ("impl Hold", "GUARD"),
    ("Box<dyn Hold + '_>", "Box::new(GUARD)"),
];

/// Statements about a guard that `MADE` makes.
const USES: [&str; 12] = [
    "drop(MADE);",
    "let _ = MADE;",
    "std::mem::forget(MADE);",
    "std::mem::forget(MADE);",
    "let kept = MADE;",
    "let mut one = Some(MADE);\n        one.take();",
    "let mut one = Some(MADE);\n        std::mem::forget(one.take());",
    "let mut all = vec![MADE];\n        all.pop();",
    "let all = [MADE];\n        let [one] = all;\n        drop(one);",
    "let kept = std::mem::ManuallyDrop::new(MADE);",
    "Box::leak(Box::new(MADE));",
    "let kept = MADE;\n        if n == 3 {\n            std::mem::forget(kept);\n        }",
];

/// A block that uses the guard that an expression makes. What is left of it is dropped where the block ends.
fn usage(random: &mut Random, made: &str) -> String {
    format!("{{\n        {}\n    }}", random.pick(&USES).replace("MADE", made))
}

pub(super) fn guards(random: &mut Random) -> String {
    if random.once_in(4) { scoped(random) } else { returned(random) }
}

/// A type whose method returns a guard.
fn returned(random: &mut Random) -> String {
    let (returned, made) = RETURNED[random.below(RETURNED.len())];
    let guard = "Guard { buf: self, x }";
    let made = made.replace("GUARD", guard);
    let is_lock = random.once_in(3);
    let (value, lock) = (random.pick(&VALUES), if is_lock { "self.is_locked = true;" } else { "" });
    let dropped =
        if is_lock { "self.buf.is_locked = false;".into() } else { format!("self.buf.n = {value};") };
    let end = if is_lock { "assert!(!self.is_locked);\n        self.n" } else { "100 / self.n" };
    let first = usage(random, "buf.guard(n)");
    let second = if random.once_in(3) { usage(random, "buf.guard(n / 2)") } else { String::new() };
    let within = if random.once_in(2) { within(random) } else { String::new() };
    format!(
        "\
pub struct Buf {{
    n: u8,
    is_locked: bool,
}}

pub struct Guard<'a> {{
    buf: &'a mut Buf,
    x: u8,
}}

pub trait Hold {{}}

impl Hold for Guard<'_> {{}}

impl Drop for Guard<'_> {{
    fn drop(&mut self) {{
        {dropped}
    }}
}}

impl Buf {{
    pub fn new() -> Buf {{
        Buf {{ n: 1, is_locked: false }}
    }}

    pub fn guard(&mut self, x: u8) -> {returned} {{
        {lock}
        {made}
    }}
{within}
    pub fn get(&self) -> u8 {{
        {end}
    }}
}}

pub fn run(n: u8) -> u8 {{
    let mut buf = Buf::new();
    {first}
    {second}
    buf.get()
}}
"
    )
}

/// A method that uses the guard itself.
fn within(random: &mut Random) -> String {
    let body = usage(random, "self.guard(n)").replace("\n    ", "\n        ");
    format!("\n    pub fn fill(&mut self, n: u8) {{\n        {body}\n    }}\n")
}

/// A closure that is called when a scope ends.
fn scoped(random: &mut Random) -> String {
    let value = random.pick(&["n", "n / 2", "n | 1", "0", "n.wrapping_add(3)"]);
    let made = format!("OnDrop(|| y = {value})");
    let usage = usage(random, &made);
    format!(
        "\
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {{
    fn drop(&mut self) {{
        (self.0)();
    }}
}}

pub fn run(n: u8) -> u8 {{
    let mut y = 2u8;
    {usage}
    100 / y
}}
"
    )
}
