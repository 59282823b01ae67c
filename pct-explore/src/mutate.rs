//! Old sequences with a change.

use crate::calls::{Call, Value};
use crate::maker::{MOST_CALLS, MOST_NESTING, Maker};
use crate::numerals::mutate_numeral;
use crate::random::Random;
use crate::sequence::{Function, Sequence};
use crate::shape::{Shape, wrapped};
use crate::splice::{MOST_BYTES, Spares, splice_bytes, splice_text};

/// The most elements of a list.
const MOST_ELEMENTS: usize = 256;

/// The number of a call that was removed.
const GONE: usize = usize::MAX;

impl Maker<'_> {
    /// Changes a sequence in one to some places.
    pub(crate) fn mutate(&mut self, sequence: &mut Sequence, other: &Sequence) {
        let times = 1 + self.random.below(3) + if self.random.once_in(4) { self.random.below(6) } else { 0 };
        self.spares = Spares::of(self.functions, other);
        for _ in 0..times {
            match self.random.below(16) {
                0 | 1 => self.insert_call(sequence),
                2 => self.repeat_calls(sequence),
                3 if sequence.len() > 1 => {
                    let gone = self.random.below(sequence.len());
                    remove_call(sequence, gone);
                }
                4 => self.append(sequence, other),
                _ => self.mutate_arguments(sequence),
            }
        }
        self.repair(sequence);
    }

    fn insert_call(&mut self, sequence: &mut Sequence) {
        let at = self.random.below(sequence.len() + 1);
        let mut first = sequence[..at].to_vec();
        let related = if self.random.once_in(4) { None } else { self.related(&first) };
        let function = related.unwrap_or_else(|| self.random.below(self.functions.len()));
        if self.add(function, &mut first, 0).is_some() {
            let added = first.len() - at;
            let rest = sequence.split_off(at);
            *sequence = first;
            for mut call in rest {
                shift(self.functions, &mut call, |number| if number >= at { number + added } else { number });
                sequence.push(call);
            }
            sequence.truncate(MOST_CALLS);
        }
    }

    /// Calls what was called once more, many times now and then: containers overflow so.
    fn repeat_calls(&mut self, sequence: &mut Sequence) {
        if sequence.is_empty() {
            return;
        }
        let call = sequence[self.random.below(sequence.len())].clone();
        let times = 1 + self.random.mostly_below(3, 20);
        let parameters = self.functions[call.function].parameters;
        // With the same numbers, or with one more each time, or with others.
        let change = self.random.below(3);
        for number in 1..=times.min(MOST_CALLS - sequence.len().min(MOST_CALLS)) {
            let mut again = call.clone();
            for (argument, shape) in again.arguments.iter_mut().zip(parameters) {
                argument.each_mut(shape, &mut |part, shape| {
                    if let (Value::Int(value), Shape::Int { bits, is_signed }) = (part, shape) {
                        let new = match change {
                            0 => *value,
                            1 => value.wrapping_add(number as i128),
                            _ => self.random.below(64) as i128,
                        };
                        *value = wrapped(new, *bits, *is_signed);
                    }
                });
            }
            sequence.push(again);
        }
    }

    /// Adds another sequence's calls behind these.
    fn append(&mut self, sequence: &mut Sequence, other: &Sequence) {
        let before = sequence.len();
        for mut call in other.iter().cloned() {
            shift(self.functions, &mut call, |number| number + before);
            sequence.push(call);
        }
        sequence.truncate(MOST_CALLS);
    }

    fn mutate_arguments(&mut self, sequence: &mut Sequence) {
        if sequence.is_empty() {
            return;
        }
        let chosen = self.random.below(sequence.len());
        let call = &mut sequence[chosen];
        let parameters = self.functions[call.function].parameters;
        let mut parts = 0;
        for (argument, shape) in call.arguments.iter().zip(parameters) {
            argument.each(shape, &mut |_, _| parts += 1);
        }
        if parts == 0 {
            return;
        }
        let (wanted, mut number) = (self.random.below(parts), 0);
        let mut arguments = std::mem::take(&mut call.arguments);
        let mut before = sequence[..chosen].to_vec();
        for (argument, shape) in arguments.iter_mut().zip(parameters) {
            argument.each_mut(shape, &mut |part, shape| {
                if number == wanted {
                    self.mutate_part(part, shape, &mut before);
                }
                number += 1;
            });
        }
        sequence[chosen].arguments = arguments;
    }

    fn mutate_part(&mut self, part: &mut Value, shape: &Shape, before: &mut Sequence) {
        if self.random.once_in(8)
            && let Some(used) = self.used(shape, before)
        {
            *part = used;
            return;
        }
        match (&mut *part, shape) {
            (Value::Int(value), Shape::Int { bits, is_signed }) => {
                let changed = match self.random.below(6) {
                    0 => value.wrapping_add(1 + self.random.below(16) as i128),
                    1 => value.wrapping_sub(1 + self.random.below(16) as i128),
                    2 => *value ^ (1i128 << self.random.below((*bits).min(127) as usize)),
                    3 => value.wrapping_mul(2),
                    _ => self.int(*bits),
                };
                *value = wrapped(changed, *bits, *is_signed);
            }
            (Value::Text(text), _) => match self.random.one_of(&self.spares.texts) {
                Some(other) if self.random.once_in(2) => splice_text(text, other, self.random),
                _ => self.mutate_text(text),
            },
            (Value::Bytes(bytes), _) => match self.random.one_of(&self.spares.bytes) {
                Some(other) if self.random.once_in(2) => splice_bytes(bytes, other, self.random),
                _ => self.mutate_bytes(bytes),
            },
            (Value::List(parts), Shape::List { element, length: None }) => {
                let at = self.random.below(parts.len() + 1);
                match self.random.below(5) {
                    4 if !parts.is_empty() => repeat_element(parts, self.random),
                    0 if at < parts.len() => drop(parts.remove(at)),
                    1 if at < parts.len() => {
                        let other = self.random.below(parts.len());
                        parts.swap(at, other);
                    }
                    2 if at < parts.len() && parts.len() < MOST_ELEMENTS => {
                        let times = 1 + self.random.mostly_below(2, 32);
                        let copied = parts[at].clone();
                        parts.splice(at..at, std::iter::repeat_n(copied, times));
                    }
                    _ => {
                        let length = before.len();
                        if let Some(new) = self.value(element, before, MOST_NESTING, 1)
                            && before.len() == length
                        {
                            parts.insert(at, new);
                        }
                    }
                }
            }
            (Value::List(parts), Shape::List { length: Some(_), .. })
                if !parts.is_empty() && !self.random.once_in(4) =>
            {
                repeat_element(parts, self.random);
            }
            _ => {
                let length = before.len();
                if let Some(new) = self.value(shape, before, MOST_NESTING, 1)
                    && before.len() == length
                {
                    *part = new;
                }
            }
        }
    }

    fn mutate_text(&mut self, text: &mut String) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let at = places[self.random.below(places.len())];
        let rest = &places[places.partition_point(|place| *place <= at)..];
        let until = match rest {
            [] => at,
            rest if self.random.once_in(2) => rest[0],
            rest => rest[self.random.below(rest.len())],
        };
        match self.random.below(10) {
            8 | 9 => mutate_numeral(text, self.words, self.random),
            0 => text.replace_range(at..until, ""),
            1 => {
                let copied = text[at..until].repeat(1 + self.random.below(3));
                text.insert_str(at, &copied);
            }
            2 | 3 => {
                let character = self.words.character(self.random);
                text.insert(at, character);
            }
            4 => {
                let character = self.words.character(self.random);
                text.replace_range(at..until, character.encode_utf8(&mut [0; 4]));
            }
            5 => {
                let piece = self.words.piece(self.random);
                text.replace_range(at..until, &piece);
            }
            6 => *text = self.sample(),
            _ => {
                let piece = self.words.piece(self.random);
                text.insert_str(at, &piece);
            }
        }
        while text.len() > MOST_BYTES {
            text.pop();
        }
    }

    fn mutate_bytes(&mut self, bytes: &mut Vec<u8>) {
        let at = self.random.below(bytes.len() + 1);
        match self.random.below(6) {
            0 if at < bytes.len() => {
                let until = at + 1 + self.random.below((bytes.len() - at).min(8));
                drop(bytes.drain(at..until.min(bytes.len())));
            }
            1 if at < bytes.len() => bytes[at] ^= 1 << self.random.below(8),
            2 if at < bytes.len() => bytes[at] = self.words.number(self.random) as u8,
            3 if at < bytes.len() => {
                let copied = bytes[at..].to_vec();
                bytes.splice(at..at, copied);
            }
            4 => {
                let number = self.words.number(self.random).to_be_bytes();
                let kept = [1, 2, 4, 8][self.random.below(4)];
                let mut number = number[16 - kept..].to_vec();
                if self.random.once_in(2) {
                    number.reverse();
                }
                bytes.splice(at..at, number);
            }
            _ => {
                let new = self.some_bytes();
                bytes.splice(at..at, new);
            }
        }
        bytes.truncate(MOST_BYTES);
    }

    /// Lets objects be those of earlier calls that return such; where there is none, the call goes.
    pub(crate) fn repair(&mut self, sequence: &mut Sequence) {
        let mut at = 0;
        while at < sequence.len() {
            let function = &self.functions[sequence[at].function];
            let mut arguments = std::mem::take(&mut sequence[at].arguments);
            let mut is_whole = true;
            for (argument, shape) in arguments.iter_mut().zip(function.parameters) {
                argument.each_mut(shape, &mut |part, shape| {
                    let (Value::Object(number), Shape::Object { ty }) = (part, shape) else { return };
                    let makes = |call: &Call| self.functions[call.function].result == Some(*ty);
                    if *number < at && makes(&sequence[*number]) {
                        return;
                    }
                    match sequence[..at].iter().rposition(makes) {
                        Some(other) => *number = other,
                        None => is_whole = false,
                    }
                });
            }
            sequence[at].arguments = arguments;
            if is_whole {
                at += 1;
            } else {
                remove_call(sequence, at);
            }
        }
    }
}

/// Puts one element in place of others, of all of them now and then: code may ask for many that are alike.
fn repeat_element(parts: &mut [Value], random: &mut Random) {
    let copied = parts[random.below(parts.len())].clone();
    let (from, until) = match random.once_in(2) {
        true => (0, parts.len()),
        false => {
            let from = random.below(parts.len());
            (from, from + 1 + random.below(parts.len() - from))
        }
    };
    parts[from..until].fill(copied);
}

/// Changes the numbers of calls in a call's arguments.
fn shift(functions: &[Function], call: &mut Call, new: impl Fn(usize) -> usize) {
    for (argument, shape) in call.arguments.iter_mut().zip(functions[call.function].parameters) {
        argument.each_mut(shape, &mut |part, _| {
            if let Value::Object(number) = part
                && *number != GONE
            {
                *number = new(*number);
            }
        });
    }
}

/// Removes a call; who uses its result asks for it in vain, until that is repaired.
pub(crate) fn remove_call(sequence: &mut Sequence, gone: usize) {
    sequence.remove(gone);
    for call in &mut sequence[gone..] {
        for argument in &mut call.arguments {
            lower(argument, gone);
        }
    }
}

fn lower(value: &mut Value, gone: usize) {
    match value {
        Value::Object(number) if *number == gone => *number = GONE,
        Value::Object(number) if *number > gone && *number != GONE => *number -= 1,
        Value::List(parts) | Value::Choice(_, parts) => parts.iter_mut().for_each(|part| lower(part, gone)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::care::Care;
    use crate::maker::users;
    use crate::words::Words;

    fn nothing(_: &mut crate::Context<'_>) -> Option<()> {
        Some(())
    }

    const NUMBER: Shape = Shape::Int { bits: 8, is_signed: true };
    const LIST: Shape = Shape::Object { ty: 0 };

    /// Makes a list, adds to it, and joins two.
    const FUNCTIONS: [Function; 3] = [
        Function { parameters: &[Shape::Text], result: Some(0), run: nothing },
        Function {
            parameters: &[LIST, NUMBER, Shape::Choice(&[&[], &[Shape::Bytes]])],
            result: None,
            run: nothing,
        },
        Function {
            parameters: &[Shape::List { element: &LIST, length: None }, LIST],
            result: Some(0),
            run: nothing,
        },
    ];

    /// Checks that objects are those of earlier calls that return such, and numbers fit their type.
    fn check(sequence: &Sequence) {
        assert!(sequence.len() <= MOST_CALLS);
        for (at, call) in sequence.iter().enumerate() {
            let parameters = FUNCTIONS[call.function].parameters;
            assert_eq!(call.arguments.len(), parameters.len());
            for (argument, shape) in call.arguments.iter().zip(parameters) {
                argument.each(shape, &mut |part, shape| match (part, shape) {
                    (Value::Object(number), Shape::Object { ty }) => {
                        assert!(*number < at, "{sequence:?}");
                        assert_eq!(FUNCTIONS[sequence[*number].function].result, Some(*ty));
                    }
                    (Value::Int(value), Shape::Int { .. }) => assert!((-128..128).contains(value)),
                    _ => {}
                });
            }
        }
    }

    #[test]
    fn new_and_changed_sequences_are_calls_that_can_be_made() {
        let words = Words::new(vec!["word".to_owned()], vec![Value::Int(300)]);
        let mut random = Random::new(1);
        let users = users(&FUNCTIONS);
        assert_eq!(users, [vec![1, 2]]);
        let mut maker = Maker {
            functions: &FUNCTIONS,
            cares: &[Care::None; FUNCTIONS.len()],
            users: &users,
            words: &words,
            random: &mut random,
            spares: Spares::default(),
        };
        let mut lengths = std::collections::BTreeSet::new();
        for round in 0..500 {
            let mut sequence = maker.sequence_for(round % 3).unwrap();
            check(&sequence);
            let other = maker.sequence_for(1).unwrap();
            for _ in 0..20 {
                maker.mutate(&mut sequence, &other);
                check(&sequence);
            }
            lengths.insert(sequence.len());
        }
        assert!(lengths.len() > 10, "{lengths:?}");
    }
}
