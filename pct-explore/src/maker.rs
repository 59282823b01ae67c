//! New values, and new sequences of calls.

use crate::calls::{Call, Value};
use crate::care::Care;
use crate::random::Random;
use crate::sequence::{Function, Sequence};
use crate::shape::{Shape, wrapped};
use crate::splice::Spares;
use crate::words::Words;

/// The longest sequence.
pub(crate) const MOST_CALLS: usize = 48;

/// Calls in a new sequence, besides those of its function and those that make its objects.
const MOST_OTHERS: usize = 8;

/// Objects that are made for arguments of what makes objects, and so on.
pub(crate) const MOST_NESTING: usize = 4;

/// Values nested deeper take their first choice and no elements.
const MOST_DEPTH: usize = 5;

/// Makes up and changes sequences.
pub(crate) struct Maker<'m> {
    pub(crate) functions: &'m [Function],
    /// How each of them is called.
    pub(crate) cares: &'m [Care],
    /// The functions that take an object of a type, by its number.
    pub(crate) users: &'m [Vec<usize>],
    pub(crate) words: &'m Words,
    pub(crate) random: &'m mut Random,
    /// Texts and bytes that arguments are put together with.
    pub(crate) spares: Spares,
}

impl Maker<'_> {
    /// A sequence that ends with a call of a function, after what makes its arguments, and now and then some calls that use the same objects. None
    /// where no function makes one.
    pub(crate) fn sequence_for(&mut self, function: usize) -> Option<Sequence> {
        let mut sequence = Sequence::new();
        self.add(function, &mut sequence, 0)?;
        let others = self.random.below(MOST_OTHERS);
        for _ in 0..others {
            let Some(other) = self.related(&sequence) else { break };
            self.add(other, &mut sequence, MOST_NESTING - 1);
        }
        if others > 0 {
            self.add(function, &mut sequence, 0);
        }
        Some(sequence)
    }

    /// A function that uses an object of a sequence, or any if it has none.
    pub(crate) fn related(&mut self, sequence: &[Call]) -> Option<usize> {
        let made = sequence.iter().filter_map(|call| self.functions[call.function].result);
        let made: Vec<u32> = made.collect();
        let ty = *self.random.one_of(&made)?;
        self.random.one_of(self.users.get(ty as usize)?).copied()
    }

    /// Adds a call at the end, in front of it calls that make its objects where there are none.
    pub(crate) fn add(&mut self, function: usize, sequence: &mut Sequence, nesting: usize) -> Option<()> {
        if self.cares[function] == Care::NotCalled {
            return None;
        }
        let mut arguments = Vec::new();
        for shape in self.functions[function].parameters {
            arguments.push(self.value(shape, sequence, nesting, 0)?);
        }
        (sequence.len() < MOST_CALLS).then(|| sequence.push(Call { function, arguments }))
    }

    /// A new value. Objects are those of calls in the sequence, or of calls that are added to it.
    pub(crate) fn value(
        &mut self,
        shape: &Shape,
        sequence: &mut Sequence,
        nesting: usize,
        depth: usize,
    ) -> Option<Value> {
        if self.random.once_in(3)
            && let Some(used) = self.used(shape, sequence)
        {
            return Some(used);
        }
        let random = &mut *self.random;
        Some(match shape {
            Shape::Bool => Value::Int(random.below(2) as i128),
            Shape::Char => Value::Int(i128::from(u32::from(self.words.character(random)))),
            Shape::Int { bits, is_signed } => Value::Int(wrapped(self.int(*bits), *bits, *is_signed)),
            Shape::Float => Value::Float(self.float()),
            Shape::Text if random.once_in(4) => {
                Value::Text((0..random.below(3)).map(|_| self.words.character(random)).collect())
            }
            Shape::Text if random.once_in(3) => Value::Text(self.sample()),
            Shape::Text => Value::Text((0..random.below(4)).map(|_| self.words.piece(random)).collect()),
            Shape::Bytes => Value::Bytes(match random.below(3) {
                0 => self.words.byte_sample(random).unwrap_or_default().to_vec(),
                _ => self.some_bytes(),
            }),
            Shape::List { element, length } => {
                let most = if depth < MOST_DEPTH { 5 } else { 1 };
                let length = length.unwrap_or_else(|| random.below(most));
                let parts = (0..length).map(|_| self.value(element, sequence, nesting, depth + 1));
                Value::List(parts.collect::<Option<_>>()?)
            }
            Shape::Choice(choices) => {
                let choice = if depth < MOST_DEPTH { random.below(choices.len()) } else { 0 };
                let parts = choices[choice].iter().map(|part| self.value(part, sequence, nesting, depth + 1));
                Value::Choice(choice, parts.collect::<Option<_>>()?)
            }
            Shape::Object { ty } => Value::Object(self.object(*ty, sequence, nesting)?),
        })
    }

    /// A number or a text that an earlier call was given: what was put into a container is found there.
    pub(crate) fn used(&mut self, shape: &Shape, sequence: &[Call]) -> Option<Value> {
        let is_one = |value: &Value| match shape {
            Shape::Int { bits, is_signed } => match value {
                Value::Int(number) => wrapped(*number, *bits, *is_signed) == *number,
                _ => false,
            },
            Shape::Text => matches!(value, Value::Text(_)),
            _ => false,
        };
        if sequence.is_empty() || !matches!(shape, Shape::Int { .. } | Shape::Text) {
            return None;
        }
        let call = &sequence[self.random.below(sequence.len())];
        let parameters = self.functions[call.function].parameters;
        let mut found = Vec::new();
        for (argument, shape) in call.arguments.iter().zip(parameters) {
            argument.each(shape, &mut |part, shape| {
                let is_simple = matches!(shape, Shape::Int { .. } | Shape::Text);
                if is_simple && is_one(part) {
                    found.push(part);
                }
            });
        }
        self.random.one_of(&found).map(|value| (*value).clone())
    }

    /// The number of a call that returns an object of a type.
    fn object(&mut self, ty: u32, sequence: &mut Sequence, nesting: usize) -> Option<usize> {
        let makes = |call: &Call| self.functions[call.function].result == Some(ty);
        let known: Vec<usize> = (0..sequence.len()).filter(|number| makes(&sequence[*number])).collect();
        if !known.is_empty() && !self.random.once_in(8) {
            // The latest ones are those that calls in between have not used up.
            let nearest = known.len() - 1 - self.random.below(known.len()) / 2;
            return Some(known[nearest]);
        }
        if nesting < MOST_NESTING {
            let makers = 0..self.functions.len();
            let makers: Vec<usize> = makers.filter(|it| self.functions[*it].result == Some(ty)).collect();
            for _ in 0..4 {
                let maker = *self.random.one_of(&makers)?;
                let before = sequence.len();
                if self.add(maker, sequence, nesting + 1).is_some() {
                    return Some(sequence.len() - 1);
                }
                sequence.truncate(before);
            }
        }
        known.last().copied()
    }

    pub(crate) fn int(&mut self, bits: u32) -> i128 {
        match self.random.below(4) {
            0 => self.random.below(16) as i128,
            1 => {
                let kept = self.random.below(bits.min(64) as usize) as u32;
                i128::from(self.random.bits() >> kept)
            }
            _ => self.words.number(self.random),
        }
    }

    pub(crate) fn float(&mut self) -> f64 {
        const FLOATS: [f64; 14] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            1.5,
            100.0,
            1e10,
            1e300,
            f64::MIN_POSITIVE,
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        match self.random.below(4) {
            0 => self.words.number(self.random) as f64,
            1 => f64::from_bits(self.random.bits()),
            _ => FLOATS[self.random.below(FLOATS.len())],
        }
    }

    /// A text of the tests or the documentation, or else a piece of one.
    pub(crate) fn sample(&mut self) -> String {
        match self.words.sample(self.random) {
            Some(sample) => sample.to_owned(),
            None => self.words.piece(self.random),
        }
    }

    pub(crate) fn some_bytes(&mut self) -> Vec<u8> {
        let length = self.random.mostly_below(8, 64);
        let mut bytes = Vec::new();
        while bytes.len() < length {
            match self.random.below(4) {
                0 => bytes.extend(self.words.piece(self.random).bytes()),
                1 => bytes.push(self.random.bits() as u8),
                2 => bytes.extend(std::iter::repeat_n(0xff, 1 + self.random.below(12))),
                _ => bytes.push(self.words.number(self.random) as u8),
            }
        }
        bytes
    }
}

/// The functions that take an object of each type, by the type's number.
pub(crate) fn users(functions: &[Function]) -> Vec<Vec<usize>> {
    let mut users: Vec<Vec<usize>> = Vec::new();
    for (number, function) in functions.iter().enumerate() {
        for shape in function.parameters {
            each_object(shape, &mut |ty| {
                let ty = ty as usize;
                if users.len() <= ty {
                    users.resize(ty + 1, Vec::new());
                }
                if users[ty].last() != Some(&number) {
                    users[ty].push(number);
                }
            });
        }
    }
    users
}

/// Visits the types of objects in a shape.
fn each_object(shape: &Shape, visit: &mut dyn FnMut(u32)) {
    match shape {
        Shape::Object { ty } => visit(*ty),
        Shape::List { element, .. } => each_object(element, visit),
        Shape::Choice(choices) => choices.iter().copied().flatten().for_each(|part| each_object(part, visit)),
        Shape::Bool | Shape::Char | Shape::Int { .. } | Shape::Float | Shape::Text | Shape::Bytes => {}
    }
}
