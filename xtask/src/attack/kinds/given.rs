//! What clients' generic code runs of the values that it is given: their impls of traits, and their ends.

use super::super::random::Random;

/// What a client's method demands of a value, how it uses `value`, items in the function that gives it, and the value.
const VALUES: [(&str, &str, &str, &str); 14] = [
    (
        "Iterator<Item = u8>",
        "value.take(2).last().unwrap_or(1)",
        "struct It(u8);
    impl Iterator for It {
        type Item = u8;
        fn next(&mut self) -> Option<u8> {
            Some(100 / self.0)
        }
    }",
        "It(LEVEL)",
    ),
    (
        "Sized",
        "drop(value);\n        1",
        "struct End(u8);
    impl Drop for End {
        fn drop(&mut self) {
            let _ = 100 / self.0;
        }
    }",
        "End(LEVEL)",
    ),
    (
        "Sized",
        "std::mem::forget(value);\n        1",
        "struct End(u8);
    impl Drop for End {
        fn drop(&mut self) {
            let _ = 100 / self.0;
        }
    }",
        "Some(End(LEVEL))",
    ),
    (
        "std::fmt::Display",
        "value.to_string().len() as u8",
        "struct Shown(u8);
    impl std::fmt::Display for Shown {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, \"{}\", 100 / self.0)
        }
    }",
        "Shown(LEVEL)",
    ),
    (
        "PartialEq + Copy",
        "u8::from(value == value)",
        "#[derive(Clone, Copy)]
    struct Same(u8);
    impl PartialEq for Same {
        fn eq(&self, other: &Same) -> bool {
            100 / self.0 == other.0
        }
    }",
        "(Same(LEVEL), 1u8)",
    ),
    (
        "Clone",
        "let _ = value.clone();\n        1",
        "struct Cloned(u8);
    impl Clone for Cloned {
        fn clone(&self) -> Cloned {
            Cloned(100 / self.0)
        }
    }",
        "[Cloned(LEVEL)]",
    ),
    (
        "std::hash::Hasher",
        "use std::hash::Hash;\n        let mut value = value;\n        n.hash(&mut value);\n        1",
        "struct Feed(u8);
    impl std::hash::Hasher for Feed {
        fn write(&mut self, bytes: &[u8]) {
            self.0 = bytes[0] / self.0;
        }
        fn finish(&self) -> u64 {
            0
        }
    }",
        "Feed(LEVEL)",
    ),
    (
        "Default",
        "let _ = V::default();\n        1",
        "struct Made(u8);
    impl Default for Made {
        fn default() -> Made {
            Made(100 / (3 & 4))
        }
    }",
        "Made(LEVEL)",
    ),
    (
        "Asked",
        "value.ask()",
        "struct Known(u8);
    impl Asked for Known {
        fn ask(&self) -> u8 {
            self.0
        }
    }",
        "Known(LEVEL)",
    ),
    (
        "Asked",
        "value.ask()",
        "struct Known(u8);
    impl Asked for Known {
        fn ask(&self) -> u8 {
            100 / self.0
        }
    }",
        "&Known(LEVEL)",
    ),
    ("Iterator<Item = u8>", "value.skip(254).last().unwrap_or(1)", STD, "LEVEL.."),
    ("Iterator<Item = u8>", "value.skip(254).last().unwrap_or(1)", STD, "LEVEL..200"),
    ("Iterator<Item = (u8, u8)>", "value.last().map_or(1, |it| it.0)", STD, "(0..9u8).zip(LEVEL..)"),
    ("IntoIterator<Item = u8>", "value.into_iter().last().unwrap_or(1)", STD, "vec![LEVEL, 1]"),
];

/// In place of items: the code is std's.
const STD: &str = "";

/// How a client's sink is named: as a parameter, behind a reference, in a type of the crate.
const WAYS: [&str; 3] = [
    "pub fn go<K: Sink>(sink: &mut K, n: u8) -> u8 {\n    ITEMS\n    sink.put(VALUE, n)\n}\n",
    "pub fn go<K: Sink>(mut sink: K, n: u8) -> u8 {\n    ITEMS\n    let sink = &mut sink;\n    sink.put(VALUE, n)\n}\n",
    "pub fn go(mut sink: impl Sink, n: u8) -> u8 {\n    ITEMS\n    match n {\n        77 => 1,\n        n => sink.put(VALUE, n),\n    }\n}\n",
];

pub(super) fn given(random: &mut Random) -> String {
    let (bound, used, items, value) = VALUES[random.below(VALUES.len())];
    let level = random.pick(&["n", "n | 1", "(n & 6)", "0u8", "3u8"]);
    let way = random.below(WAYS.len());
    let go = WAYS[way].replace("ITEMS", items).replace("VALUE", value).replace("LEVEL", level);
    let sink = if way == 0 { "&mut Own" } else { "Own" };
    let header = if items == STD { "// std panics in go\n" } else { "" };
    format!(
        "\
{header}pub trait Sink {{
    fn put<V: {bound}>(&mut self, value: V, n: u8) -> u8;
}}

pub trait Asked {{
    fn ask(&self) -> u8;
}}

impl<A: Asked> Asked for &A {{
    fn ask(&self) -> u8 {{
        (**self).ask()
    }}
}}

{go}
struct Own;

impl Sink for Own {{
    fn put<V: {bound}>(&mut self, value: V, n: u8) -> u8 {{
        {used}
    }}
}}

pub fn run(n: u8) -> u8 {{
    go({sink}, n)
}}
"
    )
}
