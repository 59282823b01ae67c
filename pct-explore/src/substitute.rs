//! What a run compared, put in for what it was compared with: a number in the input that meets another one in the code takes its value.
//!
//! Aschermann et al., "REDQUEEN: Fuzzing with Input-to-State Correspondence", NDSS 2019, here for typed values.

use crate::calls::Value;
use crate::coverage::Comparison;
use crate::sequence::{Function, Sequence};
use crate::shape::{Shape, wrapped};
use crate::texts::Compared;

/// The most inputs that are made of one.
const MOST: usize = 256;

/// The inputs that differ from one in a place that was compared: with either side for the other, or one more or less.
pub(crate) fn substituted(
    functions: &[Function],
    sequence: &Sequence,
    comparisons: &[Comparison],
    texts: &[Compared],
) -> Vec<Sequence> {
    let mut pairs: Vec<(u64, u64, u8)> = Vec::new();
    for it in comparisons {
        if it.left != it.right {
            pairs.extend([(it.left, it.right, it.bytes), (it.right, it.left, it.bytes)]);
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let mut found = Vec::new();
    for (at, call) in sequence.iter().enumerate() {
        let parameters = functions[call.function].parameters;
        for (number, (argument, shape)) in call.arguments.iter().zip(parameters).enumerate() {
            let mut part_number = 0;
            argument.each(shape, &mut |part, shape| {
                for new in of_part(part, shape, &pairs).into_iter().chain(of_text(part, texts)) {
                    if found.len() >= MOST {
                        return;
                    }
                    let mut changed = sequence.clone();
                    let (mut count, wanted) = (0, part_number);
                    changed[at].arguments[number].each_mut(&parameters[number], &mut |part, _| {
                        if count == wanted {
                            *part = new.clone();
                        }
                        count += 1;
                    });
                    found.push(changed);
                }
                part_number += 1;
            });
        }
    }
    found
}

fn of_part(part: &Value, shape: &Shape, pairs: &[(u64, u64, u8)]) -> Vec<Value> {
    let mut found = Vec::new();
    for (from, to, bytes) in pairs {
        match (part, shape) {
            (Value::Int(value), Shape::Int { bits, is_signed }) => {
                let own = wrapped(*value, (*bits).min(u32::from(*bytes) * 8), false) as u64;
                if own == *from {
                    let near = [0, 1, -1].map(|more| i128::from(*to) + more);
                    found.extend(near.map(|new| Value::Int(wrapped(new, *bits, *is_signed))));
                }
            }
            (Value::Int(value), Shape::Char) if *value == i128::from(*from) => {
                let new = u32::try_from(*to).ok().and_then(char::from_u32);
                found.extend(new.map(|new| Value::Int(i128::from(u32::from(new)))));
            }
            (Value::Bytes(own), _) => {
                for (from, to) in spellings(*from, *to, *bytes) {
                    let places = (0..own.len()).filter(|at| own[*at..].starts_with(&from)).take(4);
                    for at in places {
                        let mut new = own.clone();
                        new.splice(at..at + from.len(), to.iter().copied());
                        found.push(Value::Bytes(new));
                    }
                }
            }
            (Value::Text(own), _) => {
                for (from, to) in spellings(*from, *to, *bytes) {
                    let (Ok(from), Ok(to)) = (str::from_utf8(&from), str::from_utf8(&to)) else { continue };
                    for (at, _) in own.match_indices(from).take(4) {
                        found.push(Value::Text(format!("{}{to}{}", &own[..at], &own[at + from.len()..])));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// A text or bytes with one side of a comparison put in for the other.
fn of_text(part: &Value, texts: &[Compared]) -> Vec<Value> {
    let mut found = Vec::new();
    for compared in texts {
        let (left, right) = compared.sides();
        for (from, to) in [(left, right), (right, left)] {
            match part {
                Value::Bytes(own) => {
                    if let Some(at) = (0..own.len()).find(|at| own[*at..].starts_with(from)) {
                        let mut new = own.clone();
                        new.splice(at..at + from.len(), to.iter().copied());
                        found.push(Value::Bytes(new));
                    }
                }
                Value::Text(own) => {
                    if let (Ok(from), Ok(to)) = (str::from_utf8(from), str::from_utf8(to))
                        && let Some(at) = own.find(from)
                    {
                        found.push(Value::Text(format!("{}{to}{}", &own[..at], &own[at + from.len()..])));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// How both sides of a comparison may stand in an input: byte by byte in either order, and, of texts, as a character or in figures.
fn spellings(from: u64, to: u64, bytes: u8) -> Vec<(Vec<u8>, Vec<u8>)> {
    let kept = usize::from(bytes);
    let little = |value: u64| value.to_le_bytes()[..kept].to_vec();
    let big = |value: u64| value.to_be_bytes()[8 - kept..].to_vec();
    let mut found = vec![(little(from), little(to))];
    if kept > 1 {
        found.push((big(from), big(to)));
    }
    let character = |value: u64| u32::try_from(value).ok().and_then(char::from_u32);
    if let (Some(from), Some(to), true) = (character(from), character(to), kept == 4) {
        found.push((from.to_string().into_bytes(), to.to_string().into_bytes()));
    }
    if from > 9 {
        found.push((from.to_string().into_bytes(), to.to_string().into_bytes()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::Call;

    fn nothing(_: &mut crate::Context<'_>) -> Option<()> {
        Some(())
    }

    #[test]
    fn a_part_takes_the_value_that_it_is_compared_with() {
        let functions = [Function {
            parameters: &[Shape::Int { bits: 32, is_signed: false }, Shape::Bytes, Shape::Text],
            result: None,
            run: nothing,
        }];
        let arguments =
            vec![Value::Int(0x6162), Value::Bytes(vec![0, 0x62, 0x61]), Value::Text("at 24930".to_owned())];
        let sequence = vec![Call { function: 0, arguments }];
        let compared = [Comparison { left: 0x4142, right: 0x6162, bytes: 2 }];
        let found = substituted(&functions, &sequence, &compared, &[]);
        let has = |argument: usize, value: Value| found.iter().any(|it| it[0].arguments[argument] == value);
        assert!(has(0, Value::Int(0x4142)) && has(0, Value::Int(0x4143)));
        assert!(has(1, Value::Bytes(vec![0, 0x42, 0x41])));
        assert!(has(2, Value::Text("at 16706".to_owned())));
    }
}
