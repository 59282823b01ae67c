//! Arguments put together from two: the text or the bytes of another sequence come into these, or behind them.

use crate::calls::{Call, Value};
use crate::random::Random;
use crate::sequence::Function;

/// The most bytes of a text or a list of bytes.
pub(crate) const MOST_BYTES: usize = 4096;

/// The texts and bytes of another sequence.
#[derive(Debug, Default)]
pub(crate) struct Spares {
    pub(crate) texts: Vec<String>,
    pub(crate) bytes: Vec<Vec<u8>>,
}

impl Spares {
    pub(crate) fn of(functions: &[Function], sequence: &[Call]) -> Spares {
        let mut spares = Spares::default();
        for call in sequence {
            for (argument, shape) in call.arguments.iter().zip(functions[call.function].parameters) {
                argument.each(shape, &mut |part, _| match part {
                    Value::Text(text) if !text.is_empty() => spares.texts.push(text.clone()),
                    Value::Bytes(bytes) if !bytes.is_empty() => spares.bytes.push(bytes.clone()),
                    _ => {}
                });
            }
        }
        spares
    }
}

/// Puts another text, or its end, behind a text or somewhere into it, instead of what is there or besides.
pub(crate) fn splice_text(text: &mut String, other: &str, random: &mut Random) {
    let mut place = |text: &str| {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        random.one_of(&places).copied().unwrap_or(0)
    };
    let (at, from) = (place(text), place(other));
    let added = if random.once_in(2) { other } else { &other[from..] };
    match random.below(4) {
        0 => text.insert_str(at, added),
        1 => text.replace_range(at.., added),
        2 => {
            text.push(' ');
            text.push_str(added);
        }
        _ => text.push_str(added),
    }
    while text.len() > MOST_BYTES {
        text.pop();
    }
}

/// The same with bytes.
pub(crate) fn splice_bytes(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let (at, from) = (random.below(bytes.len() + 1), random.below(other.len()));
    let added = if random.once_in(2) { other } else { &other[from..] };
    match random.below(3) {
        0 => drop(bytes.splice(at..at, added.iter().copied())),
        1 => drop(bytes.splice(at.., added.iter().copied())),
        _ => bytes.extend_from_slice(added),
    }
    bytes.truncate(MOST_BYTES);
}
