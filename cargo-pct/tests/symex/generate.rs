//! Random Rust functions, as text.

use proptest::prelude::*;

/// A function's body; its variables are declared by [`source`].
#[derive(Clone, Debug)]
pub(crate) struct Function(pub(crate) String);

/// Arguments.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) a: i32,
    pub(crate) b: u8,
    pub(crate) c: i64,
    pub(crate) d: bool,
    pub(crate) v: Vec<i32>,
}

pub(crate) fn case() -> impl Strategy<Value = Case> {
    let small = || prop_oneof![4 => -6..9i32, 1 => any::<i32>(), 1 => Just(i32::MIN), 1 => Just(i32::MAX)];
    let b = prop_oneof![3 => 0..6u8, 1 => any::<u8>(), 1 => Just(255u8)];
    let c = prop_oneof![3 => -5..20i64, 1 => any::<i64>(), 1 => Just(i64::MIN)];
    (small(), b, c, any::<bool>(), prop::collection::vec(small(), 0..6)).prop_map(|(a, b, c, d, v)| Case {
        a,
        b,
        c,
        d,
        v,
    })
}

pub(crate) fn function() -> impl Strategy<Value = Function> {
    prop::collection::vec(statement(2), 3..8).prop_map(|statements| Function(statements.concat()))
}

fn choose(options: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(options).prop_map(str::to_owned)
}

/// `i32` expressions.
fn int(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        choose(&["x", "a", "y as i32", "z as i32", "v.len() as i32", "p as i32", "arr[1]"]),
        (-4..12i32).prop_map(|n| format!("({n}i32)")),
        choose(&["i32::MAX", "i32::MIN", "-1i32", "arr[k % 4]", "o.unwrap_or(7)", "o.map_or(1, |q| q & 15)"]),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let binary = (int(depth - 1), int(depth - 1), choose(&["+", "-", "*", "/", "%", "&", "|", "^"]))
        .prop_map(|(l, r, op)| format!("({l} {op} {r})"));
    let shift = (int(depth - 1), 0..34u32, choose(&["<<", ">>"]))
        .prop_map(|(l, n, op)| format!("(({l}) {op} (y as u32 % {}))", n.max(1)));
    let method = (
        int(depth - 1),
        int(depth - 1),
        choose(&[
            "wrapping_add",
            "wrapping_sub",
            "wrapping_mul",
            "saturating_add",
            "saturating_sub",
            "saturating_mul",
            "min",
            "max",
        ]),
    )
        .prop_map(|(l, r, op)| format!("({l}).{op}({r})"));
    let checked = (
        int(depth - 1),
        int(depth - 1),
        choose(&["checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem"]),
    )
        .prop_map(|(l, r, op)| format!("({l}).{op}({r}).unwrap_or(3)"));
    let unary = (
        int(depth - 1),
        choose(&[
            "({}).wrapping_neg()",
            "!({})",
            "({}).wrapping_abs_or()",
            "({}) as u8 as i32",
            "({}) as i64 as i32",
            "({}) as u64 as i32",
            "({}) as i8 as i32",
            "({}).signum()",
            "({}).overflowing_add(5).0",
        ]),
    )
        .prop_map(|(e, f)| f.replace(".wrapping_abs_or()", ".rem_euclid(7)").replace("{}", &e));
    let other = choose(&[
        "v[k]",
        "v[0]",
        "*v.last().unwrap()",
        "*v.get(k).unwrap_or(&9)",
        "v.first().copied().unwrap_or(4)",
        "match e { E::A => 1, E::B(n) => n, E::C { x, y } => if y { x as i32 } else { 0 } }",
        "o.unwrap()",
        "arr[k]",
        "v.iter().fold(0, |s, q| s ^ q)",
        "v.iter().filter(|q| **q > 0).count() as i32",
    ]);
    prop_oneof![3 => leaf, 4 => binary, 1 => shift, 2 => method, 1 => checked, 2 => unary, 2 => other].boxed()
}

fn condition() -> impl Strategy<Value = String> {
    let compare = (int(1), int(1), choose(&["<", "<=", ">", ">=", "==", "!="]))
        .prop_map(|(l, r, op)| format!("(({l}) {op} ({r}))"));
    let atom = prop_oneof![
        3 => compare,
        2 => choose(&[
            "p", "!p", "o.is_some()", "v.is_empty()", "o == Some(x)", "matches!(e, E::B(_))", "v.contains(&x)",
            "arr == [1, 2, 3, 4]", "v.iter().any(|q| *q == x)", "v.iter().all(|q| *q < 100)",
        ]),
    ];
    (atom.clone(), atom, choose(&["&&", "||"]), any::<bool>())
        .prop_map(|(l, r, op, both)| if both { format!("({l} {op} {r})") } else { l })
}

fn statement(depth: u32) -> BoxedStrategy<String> {
    let assign = prop_oneof![
        int(2).prop_map(|e| format!("x = {e};\n")),
        int(1).prop_map(|e| format!("y = ({e}) as u8;\n")),
        int(1).prop_map(|e| format!("z += ({e}) as i64;\n")),
        int(1).prop_map(|e| format!("k = ({e}) as usize;\n")),
        condition().prop_map(|e| format!("p = {e};\n")),
        int(1).prop_map(|e| format!("arr[k % 4] = {e};\n")),
        int(1).prop_map(|e| format!("arr[(y % 5) as usize] = {e};\n")),
    ];
    let vector = prop_oneof![
        int(1).prop_map(|e| format!("let n = {e}; v.push(n);\n")),
        int(1).prop_map(|e| format!("let n = {e}; v[k] = n;\n")),
        int(1).prop_map(|e| format!("let n = {e}; if let Some(q) = v.get_mut(k % 3) {{ *q = n; }}\n")),
        choose(&[
            "o = v.pop();\n",
            "v.truncate(2);\n",
            "v.clear();\n",
            "v.insert(k % 3, x);\n",
            "x = v.remove(k % 4);\n",
            "v.swap(0, 1);\n",
            "x = v.swap_remove(k);\n",
            "v = vec![x; (y % 4) as usize];\n",
            "v = vec![x, 2, a];\n",
            "v.extend_from_slice(&arr[1..3]);\n",
            "v = v.iter().map(|q| q.wrapping_add(x)).collect();\n",
            "v.reverse();\n",
            "for q in v.iter_mut() { *q = q.wrapping_add(1); }\n",
            "v.extend(0..(y % 3) as i32);\n",
            "let w = v.clone(); v.push(w.len() as i32);\n",
            "v = v[..(k % 3).min(v.len())].to_vec();\n",
            "v.retain(|q| *q != x);\n",
            "v.resize(3, 8);\n",
        ]),
    ];
    let option = prop_oneof![
        int(1).prop_map(|e| format!("o = Some({e});\n")),
        choose(&[
            "o = None;\n",
            "o = o.take();\n",
            "x = o.unwrap();\n",
            "o = o.map(|q| q.wrapping_mul(x));\n",
            "if let Some(q) = o { x = q; }\n",
            "o = o.filter(|q| *q > 2);\n",
            "o = o.or(Some(1));\n",
            "o = v.iter().position(|q| *q == x).map(|q| q as i32);\n",
            "x = o.ok_or(4).unwrap_or_else(|q| q);\n",
            "o = x.checked_add(a);\n",
            "o = o.and_then(|q| q.checked_sub(1));\n",
            "x = std::mem::replace(&mut arr[0], x);\n",
            "std::mem::swap(&mut x, &mut arr[2]);\n",
            "o = v.iter().copied().max();\n",
            "z = v.iter().map(|q| *q as i64).sum();\n",
        ]),
    ];
    let enumeration = prop_oneof![
        int(1).prop_map(|e| format!("e = E::B({e});\n")),
        Just("e = E::C { x: y, y: p };\n".to_owned()),
        Just("e = E::A;\n".to_owned()),
        Just("if let E::B(n) = &mut e { *n = n.wrapping_add(1); }\n".to_owned()),
        Just("match e { E::A => e = E::B(x), E::B(n) if n > 3 => x = n, _ => {} }\n".to_owned()),
    ];
    let flat = prop_oneof![4 => assign, 3 => vector, 2 => option, 1 => enumeration];
    if depth == 0 {
        return flat.boxed();
    }
    let block = || prop::collection::vec(statement(depth - 1), 1..3).prop_map(|s| s.concat());
    let branch =
        (condition(), block(), block()).prop_map(|(c, t, e)| format!("if {c} {{\n{t}}} else {{\n{e}}}\n"));
    let heads = choose(&[
        "for j in 0..(k % 4)",
        "for j in (0..3usize).rev()",
        "for j in 1..=(y % 3) as usize",
        "for (j, _) in arr.clone().iter().enumerate()",
        "for j in (0..7usize).step_by(3)",
    ]);
    let looping = (heads, block()).prop_map(|(head, body)| format!("{head} {{\nk = j;\n{body}}}\n"));
    let while_loop = (1..5u32, condition(), block()).prop_map(|(n, c, body)| {
        format!("let mut turn = 0;\nwhile turn < {n} {{\nturn += 1;\nif {c} {{ break; }}\n{body}}}\n")
    });
    prop_oneof![6 => flat, 2 => branch, 1 => looping, 1 => while_loop].boxed()
}

/// The crate: all functions, and a `main` that runs each on its inputs and prints what it gave.
pub(crate) fn source(functions: &[Function], cases: &[Vec<Case>]) -> String {
    let mut text = String::from(
        "#![allow(warnings)]\n#![deny(unconditional_panic)]\n#![allow(unconditional_panic, arithmetic_overflow)]\n\
         #[derive(Clone, Copy, PartialEq, Debug)]\npub enum E { A, B(i32), C { x: u8, y: bool } }\n",
    );
    for (number, Function(body)) in functions.iter().enumerate() {
        text.push_str(&format!(
            "pub fn f{number}(a: i32, b: u8, c: i64, d: bool, v: Vec<i32>) -> (i32, u8, i64, bool, Vec<i32>) {{\n\
             let (mut x, mut y, mut z, mut p, mut v, mut k) = (a, b, c, d, v, b as usize % 5);\n\
             let mut o: Option<i32> = None;\nlet mut e = E::A;\nlet mut arr = [1i32, 2, 3, 4];\n{body}\n(x, y, z, p, v)\n}}\n"
        ));
    }
    text.push_str("fn main() {\nstd::panic::set_hook(Box::new(|_| {}));\n");
    for (number, cases) in cases.iter().enumerate() {
        for (index, case) in cases.iter().enumerate() {
            let Case { a, b, c, d, v } = case;
            text.push_str(&format!(
                "show({number}, {index}, std::panic::catch_unwind(|| f{number}({a}, {b}, {c}, {d}, vec!{v:?})));\n"
            ));
        }
    }
    text.push_str(
        "}\nfn show(f: usize, i: usize, r: Result<(i32, u8, i64, bool, Vec<i32>), Box<dyn std::any::Any + Send>>) {\n\
         match r {\nOk(r) => println!(\"{f} {i} ok {r:?}\"),\nErr(e) => {\n\
         let m = e.downcast_ref::<String>().cloned().or(e.downcast_ref::<&str>().map(|s| s.to_string()));\n\
         println!(\"{f} {i} panic {}\", m.unwrap().replace('\\n', \"|\"));\n}\n}\n}\n",
    );
    text
}
