//! Makes a sequence that panics as short and plain as it can be: calls go, texts and lists lose parts, numbers come nearer to zero, characters
//! become plain ones. Greedy: what still panics at the same place is taken (Zeller and Hildebrandt, "Simplifying and Isolating
//! Failure-Inducing Input", 2002).

use crate::calls::Value;
use crate::maker::Maker;
use crate::mutate::remove_call;
use crate::sequence::{Function, Sequence};
use crate::shape::Shape;

/// Tells whether a sequence still shows what is to be shown; it may cut off calls behind that.
pub(crate) type Shows<'a> = dyn FnMut(&mut Sequence) -> bool + 'a;

/// The shortest sequence found, in so many tries.
pub(crate) fn shrunk(
    mut sequence: Sequence,
    maker: &mut Maker<'_>,
    shows: &mut Shows<'_>,
    mut tries: usize,
) -> Sequence {
    let functions = maker.functions;
    loop {
        let before = sequence.clone();
        without_calls(&mut sequence, maker, shows, &mut tries);
        for at in (0..sequence.len()).rev() {
            if at < sequence.len() {
                simplify_call(&mut sequence, at, functions, shows, &mut tries);
            }
        }
        if sequence == before || tries == 0 {
            return sequence;
        }
    }
}

/// Takes a changed sequence if it still shows it.
fn takes(sequence: &mut Sequence, mut changed: Sequence, shows: &mut Shows<'_>, tries: &mut usize) -> bool {
    if *tries == 0 || changed.is_empty() {
        return false;
    }
    *tries -= 1;
    let is_shown = shows(&mut changed);
    if is_shown {
        *sequence = changed;
    }
    is_shown
}

fn without_calls(sequence: &mut Sequence, maker: &mut Maker<'_>, shows: &mut Shows<'_>, tries: &mut usize) {
    let mut at = sequence.len();
    while at > 0 {
        at -= 1;
        if at + 1 >= sequence.len() {
            continue;
        }
        let mut changed = sequence.clone();
        remove_call(&mut changed, at);
        maker.repair(&mut changed);
        takes(sequence, changed, shows, tries);
    }
}

/// Simplifies the parts of a call's arguments, one after the other.
fn simplify_call(
    sequence: &mut Sequence,
    at: usize,
    functions: &[Function],
    shows: &mut Shows<'_>,
    tries: &mut usize,
) {
    let parameters = functions[sequence[at].function].parameters;
    for (argument, shape) in parameters.iter().enumerate() {
        let mut part = 0;
        while let Some((value, own)) = part_of(sequence, at, argument, shape, part) {
            let is_simpler = simpler(&value, &own).into_iter().any(|new| {
                let mut changed = sequence.clone();
                let mut number = 0;
                changed[at].arguments[argument].each_mut(shape, &mut |old, _| {
                    if number == part {
                        *old = new.clone();
                    }
                    number += 1;
                });
                takes(sequence, changed, shows, tries) && at < sequence.len()
            });
            if at >= sequence.len() {
                return;
            }
            if !is_simpler {
                part += 1;
            }
        }
    }
}

/// A part of an argument by number, and its shape.
fn part_of(
    sequence: &Sequence,
    at: usize,
    argument: usize,
    shape: &Shape,
    part: usize,
) -> Option<(Value, Shape)> {
    let (mut number, mut found) = (0, None);
    sequence.get(at)?.arguments.get(argument)?.each(shape, &mut |value, shape| {
        if number == part {
            found = Some((value.clone(), *shape));
        }
        number += 1;
    });
    found
}

/// Values that are simpler than one, the simplest first.
fn simpler(value: &Value, shape: &Shape) -> Vec<Value> {
    match (value, shape) {
        (Value::Int(value), Shape::Char) => {
            let plain = ['a', '0', ' '].map(|letter| i128::from(u32::from(letter)));
            plain.into_iter().filter(|plain| rank(*plain) < rank(*value)).map(Value::Int).collect()
        }
        (Value::Int(value), _) => {
            let near = if *value > 0 { value - 1 } else { value + 1 };
            let all = [0, 1, 2, 10, 100, value / 16, value / 2, near];
            let is_nearer = |it: &i128| it.unsigned_abs() < value.unsigned_abs() && (*it >= 0 || *value < 0);
            all.into_iter().filter(is_nearer).map(Value::Int).collect()
        }
        (Value::Float(value), _) => {
            let all = [0.0, 1.0, -1.0, value.trunc(), f64::from(*value as f32)];
            // What is not a number is simple enough.
            all.into_iter()
                .filter(|it| {
                    let is_positive_twin = it.abs() == value.abs() && it.is_sign_positive();
                    it.abs() < value.abs() || (is_positive_twin && value.is_sign_negative())
                })
                .map(Value::Float)
                .collect()
        }
        (Value::Text(text), _) => {
            let letters: Vec<char> = text.chars().collect();
            let plainer = |letter: char| {
                ['a', '0', ' ']
                    .into_iter()
                    .filter(move |plain| rank_of(*plain) < rank_of(letter))
                    .collect::<Vec<_>>()
            };
            parts_less(&letters, &plainer)
                .into_iter()
                .map(|it| Value::Text(it.into_iter().collect()))
                .collect()
        }
        (Value::Bytes(bytes), _) => {
            let plainer = |byte: u8| {
                [0, 1, b'a', 0xff]
                    .into_iter()
                    .filter(|plain| byte_rank(*plain) < byte_rank(byte))
                    .collect::<Vec<_>>()
            };
            parts_less(bytes, &plainer).into_iter().map(Value::Bytes).collect()
        }
        (Value::List(parts), Shape::List { length: None, .. }) => {
            parts_less(parts, &|_| Vec::new()).into_iter().map(Value::List).collect()
        }
        (Value::Choice(choice, _), Shape::Choice(choices)) => {
            let plain = (0..*choice).filter(|other| choices[*other].is_empty());
            plain.map(|other| Value::Choice(other, Vec::new())).collect()
        }
        _ => Vec::new(),
    }
}

/// Lists without a piece, great pieces first, and with a plainer part.
fn parts_less<T: Clone>(parts: &[T], plainer: &dyn Fn(T) -> Vec<T>) -> Vec<Vec<T>> {
    let mut found = Vec::new();
    let mut size = parts.len();
    while size > 0 {
        for at in (0..parts.len()).step_by(size) {
            let until = (at + size).min(parts.len());
            found.push([&parts[..at], &parts[until..]].concat());
        }
        size /= 2;
    }
    for (at, part) in parts.iter().enumerate() {
        for plain in plainer(part.clone()) {
            let mut changed = parts.to_vec();
            changed[at] = plain;
            found.push(changed);
        }
    }
    found
}

fn rank(letter: i128) -> u32 {
    u32::try_from(letter).ok().and_then(char::from_u32).map_or(9, rank_of)
}

/// How hard a character is to read.
fn rank_of(letter: char) -> u32 {
    match letter {
        'a' => 0,
        '0' => 1,
        ' ' => 2,
        letter if letter.is_ascii_alphanumeric() => 3,
        letter if letter.is_ascii_graphic() => 4,
        letter if letter.is_ascii() => 5,
        _ => 6,
    }
}

fn byte_rank(byte: u8) -> u8 {
    match byte {
        0 => 0,
        1 => 1,
        b'a' => 2,
        0xff => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::Call;
    use crate::care::Care;
    use crate::random::Random;
    use crate::splice::Spares;
    use crate::words::Words;

    fn nothing(_: &mut crate::Context<'_>) -> Option<()> {
        Some(())
    }

    const FUNCTIONS: [Function; 2] = [
        Function {
            parameters: &[Shape::Text, Shape::Int { bits: 32, is_signed: true }, Shape::Bytes],
            result: None,
            run: nothing,
        },
        Function { parameters: &[Shape::Float, Shape::Float], result: None, run: nothing },
    ];

    fn shrunk_where(sequence: Sequence, is_shown: impl Fn(&Call) -> bool) -> Sequence {
        let words = Words::default();
        let mut random = Random::new(0);
        let mut maker = Maker {
            functions: &FUNCTIONS,
            cares: &[Care::None; FUNCTIONS.len()],
            users: &[],
            words: &words,
            random: &mut random,
            spares: Spares::default(),
        };
        let mut shows = |sequence: &mut Sequence| sequence.iter().any(&is_shown);
        shrunk(sequence, &mut maker, &mut shows, 10_000)
    }

    #[test]
    fn what_does_not_matter_goes() {
        let call = |text: &str, number: i128, bytes: &[u8]| Call {
            function: 0,
            arguments: vec![Value::Text(text.to_owned()), Value::Int(number), Value::Bytes(bytes.to_vec())],
        };
        let sequence = vec![call("one", 1, &[1]), call("t\u{80}wo xé?", -4_000, &[9, 8, 7, 200, 6])];
        let shrunk = shrunk_where(sequence, |call| match call.arguments.as_slice() {
            [Value::Text(text), Value::Int(number), Value::Bytes(bytes)] => {
                text.contains('x') && text.chars().count() > 2 && *number <= -17 && bytes.contains(&200)
            }
            _ => false,
        });
        assert_eq!(shrunk, [call("xaa", -17, &[200])].map(|call| call).to_vec());
    }

    #[test]
    fn what_is_no_number_ends_it() {
        let call = |first: f64, second: f64| Call {
            function: 1,
            arguments: vec![Value::Float(first), Value::Float(second)],
        };
        let shrunk = shrunk_where(vec![call(f64::NAN, -3.75)], |call| match call.arguments.as_slice() {
            [Value::Float(first), Value::Float(second)] => first.is_nan() && *second < -0.5,
            _ => false,
        });
        assert_eq!(shrunk, [call(f64::NAN, -1.0)]);
    }
}
