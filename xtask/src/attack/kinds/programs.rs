//! Programs of numbers, bits, arrays, options, branches and loops, as anybody writes them; most of their checks hold for most inputs.

use super::super::random::Random;
use super::super::writer::Writer;

/// The variables of a program, with their types and how they begin.
const VARIABLES: [(&str, &str, &str); 11] = [
    ("a", "u8", "n"),
    ("b", "i8", "n as i8"),
    ("c", "u16", "u16::from(n) * 3"),
    ("d", "i32", "i32::from(n) - 100"),
    ("e", "usize", "2"),
    ("f", "u64", "u64::from(n) << 40"),
    ("s", "[u8; 4]", "[n, 1, n / 2, 7]"),
    ("v", "Vec<u8>", "vec![3, n]"),
    ("o", "Option<u8>", "n.checked_sub(9)"),
    ("p", "(u8, i8)", "(n & 15, -3)"),
    ("t", "bool", "n > 77"),
];

/// The types of numbers.
const NUMBERS: [&str; 6] = ["u8", "i8", "u16", "i32", "usize", "u64"];

/// Expressions of a type, in which a type's name stands for another expression of it. All of them that begin with `!` may panic.
const EXPRESSIONS: [(&str, &[&str]); 7] = [
    (
        "u8",
        &[
            "a",
            "n",
            "p.0",
            "s[#usize % 4]",
            "o.unwrap_or(#u8)",
            "#u16 as u8",
            "#i8 as u8",
            "#i32 as u8",
            "#i8.unsigned_abs()",
            "#u16.to_be_bytes()[0]",
            "v.first().copied().unwrap_or(#u8)",
            "*v.iter().max().unwrap_or(&#u8)",
            "s.iter().copied().min().unwrap_or(9)",
            "s.iter().fold(0, |x: u8, y| x ^ y)",
            "(#u64 >> 40) as u8",
            "u8::from(#bool)",
            "#u8.count_ones() as u8",
            "match #u8 { 0..=9 => 1, 10 | 20 => 2, x if x > 200 => #u8, x => x / 2 }",
            "match o { Some(x @ 3..=90) => x, Some(_) => 4, None => #u8 }",
            "match (#bool, #u8) { (true, 0) => 1, (false, x) | (true, x) => x }",
            "{ let [x, .., y] = s; x & y }",
            "match &v[..] { [] => 5, [x] => *x, [x, rest @ ..] => x ^ rest.len() as u8 }",
            "{ let f = |x: u8| x.wrapping_mul(#u8); f(#u8) }",
            "!v[#usize % 2]",
            "!o.unwrap()",
            "!s[usize::from(#u8)]",
        ],
    ),
    (
        "i8",
        &[
            "b",
            "p.1",
            "#u8 as i8",
            "#i32 as i8",
            "#i8.signum()",
            "#i8.wrapping_abs()",
            "!#i8.abs()",
            "!-#i8",
            "#i8 >> 1",
            "#i8.rem_euclid(5)",
        ],
    ),
    (
        "u16",
        &[
            "c",
            "u16::from(#u8)",
            "#i32 as u16",
            "#usize as u16",
            "u16::from(#u8) * 255",
            "!#u16 * 2",
            "#u16.swap_bytes()",
            "u16::from_le_bytes([#u8, #u8])",
        ],
    ),
    (
        "i32",
        &[
            "d",
            "i32::from(#u8)",
            "i32::from(#i8)",
            "i32::from(#i8) * 1000",
            "#u16 as i32 - 7",
            "#u64 as i32",
            "i32::from(#bool)",
            "!#i32 - #i32",
            "1 << (#u8 % 31)",
            "!1 << #u8",
        ],
    ),
    (
        "usize",
        &[
            "e",
            "usize::from(#u8)",
            "v.len()",
            "s.iter().filter(|x| **x > 3).count()",
            "#u16 as usize",
            "#i8 as usize",
            "s.iter().position(|x| *x == #u8).unwrap_or(4)",
            "#u8.trailing_zeros() as usize",
            "!#usize + 1",
            "v.iter().take(3).count()",
        ],
    ),
    (
        "u64",
        &[
            "f",
            "u64::from(#u8)",
            "u64::from(#u16) << 7",
            "#usize as u64",
            "#i32 as u64",
            "#u64.rotate_left(5)",
            "!#u64 - 1",
            "u64::from(#u8) * u64::from(#u16)",
        ],
    ),
    (
        "bool",
        &[
            "t",
            "#u8 > #u8",
            "#i8 < 0",
            "#u16 == #u16",
            "#i32 <= #i32",
            "#usize < v.len()",
            "o.is_some()",
            "!v.is_empty()",
            "#bool && #bool",
            "#bool ^ #bool",
            "v.contains(&#u8)",
            "matches!(o, Some(1..=9))",
            "o == Some(#u8)",
            "s.starts_with(&[#u8])",
            "#u8.is_power_of_two()",
            "s.is_sorted()",
        ],
    ),
];

/// Operations of two numbers of one type; the first ones never panic.
const OPERATIONS: [&str; 18] = [
    "#T & #T",
    "#T | 1",
    "#T ^ #T",
    "#T.wrapping_add(#T)",
    "#T.wrapping_sub(#T)",
    "#T.wrapping_mul(#T)",
    "#T.saturating_sub(#T)",
    "#T.saturating_add(#T)",
    "#T.min(#T)",
    "#T.max(#T)",
    "#T.checked_div(#T).unwrap_or(3)",
    "#T % 7",
    "#T / 3",
    "if #bool { #T } else { #T }",
    "#T.overflowing_add(#T).0",
    "#T / #T",
    "#T + #T",
    "#T - #T",
];
const HARMLESS: usize = 15;

/// Statements; `{` ends those that open a block, with more statements in it.
const STATEMENTS: [&str; 30] = [
    "a = #u8;",
    "b = #i8;",
    "c = #u16;",
    "d = #i32;",
    "e = #usize % 9;",
    "f = #u64;",
    "s[#usize % 4] = #u8;",
    "v.push(#u8);",
    "o = Some(#u8);",
    "o = o.map(|x| x / 2);",
    "p = (#u8, #i8);",
    "t = #bool;",
    "a = a.wrapping_add(1);",
    "if a < 250 { a += 3; }",
    "if e > 0 { e -= 1; }",
    "let _ = v.pop();",
    "v.truncate(#usize);",
    "o = v.get(#usize).copied();",
    "if let Some(x) = v.get_mut(#usize) { *x = #u8; }",
    "if let Some(x) = o.as_mut() { *x |= 4; }",
    "std::mem::swap(&mut a, &mut p.0);",
    "s.swap(#usize % 4, 2);",
    "s.reverse();",
    "let Some(_) = o else { return #u8 };",
    "{ let mut f = |x: u8| { a = x / 2; x }; s[1] = f(#u8); }",
    "if #bool {",
    "if #bool {",
    "for i in 0..4u8 {",
    "for x in s.iter_mut() {",
    "while e < 7 && #bool {",
];

/// What begins a block's loop.
const FIRST: [(&str, &[&str]); 3] = [
    (
        "for i",
        &[
            "a = a.wrapping_add(i);",
            "s[usize::from(i)] = #u8;",
            "if i == 2 { continue; }",
            "if #bool { break; }",
            "v.push(i);",
            "e = usize::from(i);",
        ],
    ),
    ("for x", &["*x = x.wrapping_add(1);", "*x |= 1;", "if *x > 9 { break; }", "a ^= *x;", "*x = a;"]),
    ("while", &["e += 1;"]),
];

pub(super) fn programs(random: &mut Random) -> String {
    let result = random.pick(&[
        "a",
        "s[1]",
        "c",
        "e",
        "v.len()",
        "o.unwrap_or(2)",
        "p.0",
        "d.unsigned_abs()",
        "b.unsigned_abs()",
        "t",
    ]);
    let end = super::checked(random, result);
    let mut writer = Writer::new(random, 1);
    for (name, ty, value) in VARIABLES {
        writer.line(&format!("let mut {name}: {ty} = {value};"));
    }
    let length = 2 + writer.random.below(5);
    block(&mut writer, length, 2);
    let body = writer.finish();
    format!("pub fn run(n: u8) -> u8 {{\n{body}    {end}\n}}\n")
}

/// Writes statements, with blocks of so many levels in them.
fn block(writer: &mut Writer<'_>, length: usize, depth: usize) {
    for _ in 0..length {
        let statement = *writer.random.pick(&STATEMENTS.each_ref());
        if !statement.ends_with('{') {
            let text = filled(writer.random, statement, 2);
            writer.line(&text);
            continue;
        }
        if depth == 0 {
            continue;
        }
        let text = filled(writer.random, statement, 1);
        writer.open(&text);
        for (_, choices) in FIRST.iter().filter(|(head, _)| statement.starts_with(head)) {
            let first = *writer.random.pick(&choices.iter().collect::<Vec<_>>());
            let first = filled(writer.random, first, 1);
            writer.line(&first);
        }
        // An element that is being changed is borrowed, and so are all.
        let is_lent = statement.starts_with("for x");
        let inner = if is_lent { 0 } else { 1 + writer.random.below(2) };
        block(writer, inner, depth - 1);
        let other = statement.starts_with("if") && writer.random.once_in(2);
        if other {
            writer.close("} else {");
            writer.open_more();
            block(writer, 1, depth - 1);
        }
        writer.close("}");
    }
}

/// A text with an expression in place of each mark `#TYPE`.
fn filled(random: &mut Random, text: &str, depth: usize) -> String {
    let mut parts = text.split('#');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let length = part.find(|c: char| !c.is_alphanumeric()).unwrap_or(part.len());
        let (ty, rest) = part.split_at(length);
        filled += &expression(random, ty, depth);
        filled += rest;
    }
    filled
}

/// An expression of a type, of so many levels.
fn expression(random: &mut Random, ty: &str, depth: usize) -> String {
    let (_, own) = EXPRESSIONS.iter().find(|(known, _)| *known == ty).expect("a type with expressions");
    if depth == 0 {
        let constant = random.pick(&["0", "1", "3", "7", "100"]);
        return if ty == "bool" || random.once_in(2) { own[0].to_owned() } else { format!("{constant}{ty}") };
    }
    let is_number = NUMBERS.contains(&ty) && random.once_in(2);
    let text = if is_number {
        let most = if random.once_in(8) { OPERATIONS.len() } else { HARMLESS };
        OPERATIONS[random.below(most)].replace("#T", &format!("#{ty}"))
    } else {
        let text = own[random.below(own.len())];
        let is_checked = text.starts_with('!') && ty != "bool";
        if is_checked && !random.once_in(6) {
            own[0].to_owned()
        } else {
            text.trim_start_matches(if is_checked { '!' } else { '\0' }).to_owned()
        }
    };
    format!("({})", filled(random, &text, depth - 1))
}
