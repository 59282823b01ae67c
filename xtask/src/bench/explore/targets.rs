//! The list of what is explored: functions of published crates, each with a panic that was reported publicly.
//!
//! The code of each target is for the two fuzzers alone. `cargo pct` is told the crate and nothing else. The reported call is checked
//! before anything is measured: it must panic at the place that the list tells.

use std::ops::RangeInclusive;

use serde_json::Value;

use crate::survey::{Pinned, pinned};

/// A function with a reported panic, and the code with which the two fuzzers look for it.
pub(super) struct Target {
    pub(super) package: Pinned,
    /// The function, as the table names it.
    pub(super) function: &'static str,
    pub(super) panic: Panic,
    /// Items that the code below uses.
    pub(super) items: &'static str,
    /// Statements of the report: they panic.
    pub(super) reported: &'static str,
    /// Statements of the fuzz target, for `data: &[u8]`. They return early where the data is no input.
    pub(super) fuzzed: &'static str,
    /// Pattern and type of the property's input, of which proptest takes the default strategy.
    pub(super) input: (&'static str, &'static str),
    /// Statements of the property.
    pub(super) property: &'static str,
}

/// The place of a panic.
pub(super) struct Panic {
    /// The file, from the crate's root.
    pub(super) file: &'static str,
    /// The lines on which this mistake panics.
    pub(super) lines: RangeInclusive<u32>,
    /// The whole message, if code outside the crate panics for it; empty otherwise.
    pub(super) message: &'static str,
}

impl Panic {
    /// Tells if a finding of `report.json` is this panic.
    fn is_of(&self, finding: &Value) -> bool {
        let place = &finding["location"];
        let line = place["line"].as_u64().and_then(|line| u32::try_from(line).ok());
        let is_there = place["file"] == self.file && line.is_some_and(|line| self.lines.contains(&line));
        is_there || (!self.message.is_empty() && finding["message"] == self.message)
    }

    /// The confirmed finding of a `report.json` that is this panic, if there is one.
    pub(super) fn confirmed<'a>(&self, report: &'a Value) -> Option<&'a Value> {
        let subjects = report["subjects"].as_array().into_iter().flatten();
        let findings = subjects.flat_map(|subject| subject["findings"].as_array().into_iter().flatten());
        findings.into_iter().find(|finding| finding["status"] == "confirmed" && self.is_of(finding))
    }
}

const fn panic(file: &'static str, lines: RangeInclusive<u32>, message: &'static str) -> Panic {
    Panic { file, lines, message }
}

/// Reads two texts of one input, as a fuzz target by hand does: the first byte tells the length of the first text.
const TWO_TEXTS: &str = "
#[allow(dead_code)]
fn two_texts(data: &[u8]) -> Option<(&str, &str)> {
    let (length, rest) = data.split_first()?;
    let (first, second) = rest.split_at(usize::from(*length).min(rest.len()));
    Some((std::str::from_utf8(first).ok()?, std::str::from_utf8(second).ok()?))
}
";

/// Calls methods of a bit set, one for each pair of a method's number and its argument.
const SET_OPERATIONS: &str = "
fn operate(operations: impl Iterator<Item = (u8, u8)>) {
    let mut set = bit_set::BitSet::new();
    for (operation, value) in operations {
        let value = usize::from(value);
        match operation % 5 {
            0 => _ = set.insert(value),
            1 => _ = set.remove(value),
            2 => _ = set.contains(value),
            3 => set.shrink_to_fit(),
            _ => set.clear(),
        }
    }
}
";

/// The targets, in the order of the table.
pub(super) static TARGETS: [Target; 14] = [
    Target {
        package: pinned("human-sort", "0.2.2"),
        function: "compare",
        panic: panic("src/lib.rs", 94..=94, ""),
        items: TWO_TEXTS,
        reported: r#"human_sort::compare("1234567890", "2");
            human_sort::compare("99999999999", "2");"#,
        fuzzed: "let Some((first, second)) = two_texts(data) else { return };
            human_sort::compare(first, second);",
        input: ("(first, second)", "(String, String)"),
        property: "human_sort::compare(&first, &second);",
    },
    Target {
        package: pinned("csscolorparser", "0.5.0"),
        function: "parse",
        panic: panic("src/parser/mod.rs", 198..=216, ""),
        items: "",
        reported: r##"let _ = csscolorparser::parse("#éa");"##,
        fuzzed: "let Ok(text) = std::str::from_utf8(data) else { return };
            let _ = csscolorparser::parse(text);",
        input: ("text", "String"),
        property: "let _ = csscolorparser::parse(&text);",
    },
    Target {
        package: pinned("strsim", "0.5.0"),
        function: "jaro",
        panic: panic("src/lib.rs", 53..=53, ""),
        items: TWO_TEXTS,
        reported: r#"strsim::jaro("a", "b");"#,
        fuzzed: "let Some((first, second)) = two_texts(data) else { return };
            strsim::jaro(first, second);",
        input: ("(first, second)", "(String, String)"),
        property: "strsim::jaro(&first, &second);",
    },
    Target {
        package: pinned("wildflower", "0.1.1"),
        function: "Pattern::matches",
        panic: panic("src/lib.rs", 41..=41, ""),
        items: TWO_TEXTS,
        reported: r#"wildflower::Pattern::new("??*?!?").matches("hello!");"#,
        fuzzed: "let Some((pattern, text)) = two_texts(data) else { return };
            wildflower::Pattern::new(pattern).matches(text);",
        input: ("(pattern, text)", "(String, String)"),
        property: "wildflower::Pattern::new(&pattern).matches(&text);",
    },
    Target {
        package: pinned("base58", "0.2.0"),
        function: "from_base58",
        panic: panic("src/lib.rs", 165..=165, ""),
        items: "use base58::FromBase58;",
        reported: r#"let _ = "1".repeat(133).from_base58();"#,
        fuzzed: "let Ok(text) = std::str::from_utf8(data) else { return };
            let _ = text.from_base58();",
        input: ("text", "String"),
        property: "let _ = text.from_base58();",
    },
    Target {
        package: pinned("duration-string", "0.3.0"),
        function: "DurationString::from_string",
        panic: panic("src/lib.rs", 190..=194, "overflow when multiplying duration by scalar"),
        items: "use duration_string::DurationString;",
        reported: r#"let _ = DurationString::from_string("584554530873y".to_owned());"#,
        fuzzed: "let Ok(text) = std::str::from_utf8(data) else { return };
            let _ = DurationString::from_string(text.to_owned());",
        input: ("text", "String"),
        property: "let _ = DurationString::from_string(text);",
    },
    Target {
        package: pinned("humantime", "2.4.0"),
        function: "parse_duration",
        panic: panic("src/duration.rs", 301..=301, "overflow in Duration::new"),
        items: "",
        reported: r#"let _ = humantime::parse_duration("18446744073709551615s 1000000000ns");"#,
        fuzzed: "let Ok(text) = std::str::from_utf8(data) else { return };
            let _ = humantime::parse_duration(text);",
        input: ("text", "String"),
        property: "let _ = humantime::parse_duration(&text);",
    },
    Target {
        package: pinned("fixedbitset", "0.1.5"),
        function: "FixedBitSet::count_ones",
        panic: panic("src/lib.rs", 168..=169, ""),
        items: "
            fn count(capacity: u8, bits: &[u8]) {
                let mut set = fixedbitset::FixedBitSet::with_capacity(usize::from(capacity));
                for bit in bits.iter().filter(|bit| **bit < capacity) {
                    set.insert(usize::from(*bit));
                }
                set.count_ones(..);
            }",
        reported: "count(32, &[]);",
        fuzzed: "let Some((capacity, bits)) = data.split_first() else { return };
            count(*capacity, bits);",
        input: ("(capacity, bits)", "(u8, Vec<u8>)"),
        property: "count(capacity, &bits);",
    },
    Target {
        package: pinned("ringbuffer", "0.8.4"),
        function: "AllocRingBuffer::iter",
        panic: panic("src/with_alloc.rs", 210..=210, ""),
        items: "
            use ringbuffer::{AllocRingBuffer, RingBufferExt, RingBufferWrite};

            fn push_and_iterate(power: u8, items: &[u8]) {
                let mut buffer = AllocRingBuffer::with_capacity_power_of_2(usize::from(power));
                for item in items {
                    buffer.push(*item);
                }
                buffer.iter().for_each(drop);
            }",
        reported: "push_and_iterate(3, &[0; 9]);",
        fuzzed: "let Some((power, items)) = data.split_first() else { return };
            push_and_iterate(*power, items);",
        input: ("(power, items)", "(u8, Vec<u8>)"),
        property: "push_and_iterate(power, &items);",
    },
    Target {
        package: pinned("bit-set", "0.5.2"),
        function: "BitSet::contains",
        panic: panic("src/lib.rs", 736..=736, "index out of bounds"),
        items: SET_OPERATIONS,
        reported: "operate([(3, 0), (2, 1)].into_iter());",
        fuzzed: "operate(data.chunks_exact(2).map(|pair| (pair[0], pair[1])));",
        input: ("operations", "Vec<(u8, u8)>"),
        property: "operate(operations.into_iter());",
    },
    Target {
        package: pinned("dhcp4r", "0.1.0"),
        function: "decode",
        panic: panic("src/packet.rs", 22..=22, ""),
        items: "",
        reported: "let _ = dhcp4r::packet::decode(&[1, 2, 3]);",
        fuzzed: "let _ = dhcp4r::packet::decode(data);",
        input: ("data", "Vec<u8>"),
        property: "let _ = dhcp4r::packet::decode(&data);",
    },
    Target {
        package: pinned("integer-encoding", "1.0.3"),
        function: "read_varint",
        panic: panic("src/reader.rs", 27..=27, ""),
        items: "use integer_encoding::VarIntReader;",
        reported: "let _ = (&[0x80_u8; 11][..]).read_varint::<u64>();",
        fuzzed: "let mut reader = data;
            let _ = reader.read_varint::<u64>();",
        input: ("data", "Vec<u8>"),
        property: "let _ = (&data[..]).read_varint::<u64>();",
    },
    Target {
        package: pinned("matchit", "0.9.0"),
        function: "Router::insert",
        panic: panic("src/tree.rs", 395..=395, ""),
        items: "
            fn insert<'a>(routes: impl Iterator<Item = &'a str>) {
                let mut router = matchit::Router::new();
                for route in routes {
                    let _ = router.insert(route, ());
                }
            }",
        reported: r#"insert(["foo/", "{foo}/"].into_iter());"#,
        fuzzed: "let Ok(text) = std::str::from_utf8(data) else { return };
            insert(text.lines());",
        input: ("routes", "Vec<String>"),
        property: "insert(routes.iter().map(String::as_str));",
    },
    Target {
        package: pinned("json", "0.7.4"),
        function: "parse",
        panic: panic("src/parser.rs", 214..=214, ""),
        items: "",
        reported: r#"let _ = json::parse("18446744073709551616");"#,
        fuzzed: "let Ok(text) = std::str::from_utf8(data) else { return };
            let _ = json::parse(text);",
        input: ("text", "String"),
        property: "let _ = json::parse(&text);",
    },
];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_target_is_whole() {
        let mut names: Vec<_> = TARGETS.iter().map(|target| target.package.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TARGETS.len(), "folders are named after crates");
        for target in &TARGETS {
            let name = target.package.name;
            assert!(target.panic.file.starts_with("src/"), "{name}");
            assert!(!target.panic.lines.is_empty() && *target.panic.lines.start() > 0, "{name}");
            assert!(target.fuzzed.contains("data"), "{name} does not use its input");
            let (pattern, _) = target.input;
            let names = pattern.split(|c: char| !c.is_alphanumeric()).filter(|name| !name.is_empty());
            assert!(names.into_iter().all(|name| target.property.contains(name)), "{pattern} of {}", name);
        }
    }

    #[test]
    fn only_a_confirmed_finding_at_the_place_counts() {
        let expected = panic("src/lib.rs", 90..=94, "overflow in Duration::new");
        let found = |status: &str, file: &str, line: u32, message: &str| {
            let finding =
                json!({"status": status, "location": {"file": file, "line": line}, "message": message});
            expected.confirmed(&json!({"subjects": [{}, {"findings": [finding]}]})).is_some()
        };
        assert!(found("confirmed", "src/lib.rs", 94, "attempt to add with overflow"));
        assert!(found("confirmed", "src/other.rs", 1, "overflow in Duration::new"));
        assert!(!found("potential", "src/lib.rs", 94, "attempt to add with overflow"));
        assert!(!found("confirmed", "src/lib.rs", 95, "attempt to add with overflow"));
        assert!(!found("confirmed", "src/other.rs", 94, "overflow in Duration::new, somewhere"));
        assert!(expected.confirmed(&Value::Null).is_none(), "no report was written");
    }
}
