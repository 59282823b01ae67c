//! Programs as people write them, and the code with which the two fuzzers call them. `cargo pct` is told the program alone.

/// A program, in `tests/fixtures/ordinary`.
pub(super) struct Ordinary {
    pub(super) name: &'static str,
    /// Items that the code below uses.
    pub(super) items: &'static str,
    /// Statements of the fuzz target, for `data: &[u8]`.
    pub(super) fuzzed: &'static str,
    /// Pattern and type of the property's input, of which proptest takes the default strategy.
    pub(super) input: (&'static str, &'static str),
    /// Statements of the property.
    pub(super) property: &'static str,
}

const DOOR: &str = "
fn operate(operations: impl Iterator<Item = (u8, u8)>) {
    let mut door = door_lock::Door::new();
    for (operation, value) in operations {
        match operation % 4 {
            0 | 1 => _ = door.press(value),
            2 => _ = door.enter(),
            _ => door.wait(u32::from(value)),
        }
        (door.state(), door.entries());
    }
}
";

const FRAMES: &str = "
fn feed<'a>(chunks: impl Iterator<Item = &'a [u8]>) {
    let mut decoder = frames::Decoder::new();
    for chunk in chunks {
        let _ = frames::read_frame(chunk);
        decoder.feed(chunk);
        while let Ok(Some(_)) = decoder.next_frame() {}
        (decoder.waiting(), decoder.frames());
    }
}
";

const RETRY: &str = "
fn retry(first: u64, factor: u32, longest: u64, attempts: u32, outcomes: impl Iterator<Item = (u8, u64)>) {
    use retry::{Outcome, Policy, Retries};

    let Ok(policy) = Policy::new(first, factor, longest, attempts) else { return };
    let mut retries = Retries::new(policy);
    for (kind, wanted) in outcomes {
        retries.after(match kind % 4 {
            0 => Outcome::Done,
            1 => Outcome::Failed,
            2 => Outcome::Busy(wanted),
            _ => Outcome::Refused,
        });
        (retries.waited_ms(), retries.is_at_longest());
    }
}

#[allow(dead_code)]
fn number<const N: usize>(data: &mut &[u8]) -> Option<[u8; N]> {
    let (number, rest) = data.split_first_chunk::<N>()?;
    *data = rest;
    Some(*number)
}
";

const CALENDAR: &str = "
fn all(date: Result<calendar::Date, calendar::Error>) {
    if let Ok(date) = date {
        (date.day_of_year(), date.next());
    }
}
";

/// The programs, in the order of the table.
pub(super) static ORDINARY: [Ordinary; 6] = [
    Ordinary {
        name: "sentence",
        items: "",
        fuzzed: "let Ok(line) = std::str::from_utf8(data) else { return };
            let _ = sentence::parse(line);
            sentence::checksum(data);",
        input: ("line", "String"),
        property: "let _ = sentence::parse(&line);
            sentence::checksum(line.as_bytes());",
    },
    Ordinary {
        name: "door-lock",
        items: DOOR,
        fuzzed: "operate(data.chunks_exact(2).map(|pair| (pair[0], pair[1])));",
        input: ("operations", "Vec<(u8, u8)>"),
        property: "operate(operations.into_iter());",
    },
    Ordinary {
        name: "frames",
        items: FRAMES,
        // The first byte tells how much is fed at once.
        fuzzed: "let Some((length, rest)) = data.split_first() else { return };
            feed(rest.chunks(usize::from(*length).max(1)));",
        input: ("chunks", "Vec<Vec<u8>>"),
        property: "feed(chunks.iter().map(Vec::as_slice));",
    },
    Ordinary {
        name: "retry",
        items: RETRY,
        fuzzed: "let mut rest = data;
            let (Some(first), Some(factor), Some(longest), Some(attempts)) =
                (number(&mut rest), number(&mut rest), number(&mut rest), number(&mut rest))
            else {
                return;
            };
            let outcomes = rest.chunks_exact(9).map(|it| {
                let wanted = it[1..].try_into().expect(\"eight bytes\");
                (it[0], u64::from_le_bytes(wanted))
            });
            retry(
                u64::from_le_bytes(first),
                u32::from_le_bytes(factor),
                u64::from_le_bytes(longest),
                u32::from_le_bytes(attempts),
                outcomes,
            );",
        input: ("(first, factor, longest, attempts, outcomes)", "(u64, u32, u64, u32, Vec<(u8, u64)>)"),
        property: "retry(first, factor, longest, attempts, outcomes.into_iter());",
    },
    Ordinary {
        name: "calendar",
        items: CALENDAR,
        fuzzed: "let Some(([low, high, month, day], text)) = data.split_first_chunk() else { return };
            let year = u16::from_le_bytes([*low, *high]);
            all(calendar::Date::new(year, *month, *day));
            calendar::is_leap_year(year);
            if let Ok(text) = std::str::from_utf8(text) {
                all(calendar::Date::parse(text));
            }",
        input: ("(year, month, day, text)", "(u16, u8, u8, String)"),
        property: "all(calendar::Date::new(year, month, day));
            calendar::is_leap_year(year);
            all(calendar::Date::parse(&text));",
    },
    Ordinary {
        name: "arithmetic",
        items: "",
        fuzzed: "let Some((x, text)) = data.split_first_chunk() else { return };
            let Ok(text) = std::str::from_utf8(text) else { return };
            let _ = arithmetic::tokens(text);
            if let Ok(tree) = arithmetic::parse(text) {
                let _ = arithmetic::value(&tree, i64::from_le_bytes(*x));
            }",
        input: ("(x, text)", "(i64, String)"),
        property: "let _ = arithmetic::tokens(&text);
            if let Ok(tree) = arithmetic::parse(&text) {
                let _ = arithmetic::value(&tree, x);
            }",
    },
];
