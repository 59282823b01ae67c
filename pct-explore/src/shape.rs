//! What functions take: shapes, which are types as far as values of them are made up.

use crate::calls::Value;

/// The shape of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// `bool`
    Bool,
    /// `char`
    Char,
    /// An integer.
    Int {
        /// 8 to 128; `usize` has 64.
        bits: u32,
        /// Whether negative ones are among them.
        is_signed: bool,
    },
    /// `f64`, `f32`
    Float,
    /// `String`, `&str`
    Text,
    /// `Vec<u8>`, `&[u8]`
    Bytes,
    /// What is made of any number of parts of one shape, or of just so many.
    List {
        /// The shape of each.
        element: &'static Shape,
        /// How many; none for any number.
        length: Option<usize>,
    },
    /// What is made of one of several lists of parts: a struct or tuple of one, `Option` of `[]` and `[part]`.
    Choice(&'static [&'static [Shape]]),
    /// An object that an earlier call returned.
    Object {
        /// The number of its type.
        ty: u32,
    },
}

impl Value {
    /// Visits the value and all its parts, with their shapes.
    pub(crate) fn each<'v>(&'v self, shape: &Shape, visit: &mut dyn FnMut(&'v Value, &Shape)) {
        visit(self, shape);
        match (self, shape) {
            (Value::List(parts), Shape::List { element, .. }) => {
                parts.iter().for_each(|part| part.each(element, visit));
            }
            (Value::Choice(choice, parts), Shape::Choice(choices)) => {
                parts.iter().zip(choices[*choice]).for_each(|(part, shape)| part.each(shape, visit));
            }
            _ => {}
        }
    }

    /// Visits the value and all its parts, to change them.
    pub(crate) fn each_mut(&mut self, shape: &Shape, visit: &mut dyn FnMut(&mut Value, &Shape)) {
        visit(self, shape);
        match (self, shape) {
            (Value::List(parts), Shape::List { element, .. }) => {
                parts.iter_mut().for_each(|part| part.each_mut(element, visit));
            }
            (Value::Choice(choice, parts), Shape::Choice(choices)) => {
                parts.iter_mut().zip(choices[*choice]).for_each(|(part, shape)| part.each_mut(shape, visit));
            }
            _ => {}
        }
    }

    /// Tells whether a value is one of a shape; `is_known` says whether a call returns an object of a type.
    pub(crate) fn fits(&self, shape: &Shape, is_known: &dyn Fn(usize, u32) -> bool) -> bool {
        let all = |parts: &[Value], shapes: &[Shape]| {
            parts.len() == shapes.len()
                && parts.iter().zip(shapes).all(|(part, shape)| part.fits(shape, is_known))
        };
        match (self, shape) {
            (Value::Int(value), Shape::Bool) => (0..2).contains(value),
            (Value::Int(value), Shape::Char) => {
                u32::try_from(*value).is_ok_and(|code| char::from_u32(code).is_some())
            }
            (Value::Int(value), Shape::Int { bits, is_signed }) => {
                wrapped(*value, *bits, *is_signed) == *value
            }
            (Value::Float(_), Shape::Float)
            | (Value::Text(_), Shape::Text)
            | (Value::Bytes(_), Shape::Bytes) => true,
            (Value::List(parts), Shape::List { element, length }) => {
                length.is_none_or(|length| length == parts.len())
                    && parts.iter().all(|part| part.fits(element, is_known))
            }
            (Value::Choice(choice, parts), Shape::Choice(choices)) => {
                choices.get(*choice).is_some_and(|shapes| all(parts, shapes))
            }
            (Value::Object(number), Shape::Object { ty }) => is_known(*number, *ty),
            _ => false,
        }
    }

    /// How much there is to read in it: shorter inputs are kept before longer ones.
    pub(crate) fn size(&self) -> usize {
        match self {
            Value::Int(value) => 1 + (128 - value.unsigned_abs().leading_zeros() as usize) / 16,
            Value::Float(_) | Value::Object(_) => 1,
            Value::Text(text) => 1 + text.len(),
            Value::Bytes(bytes) => 1 + bytes.len(),
            Value::List(parts) | Value::Choice(_, parts) => 1 + parts.iter().map(Value::size).sum::<usize>(),
        }
    }
}

/// Keeps an integer within a shape: what is too great loses its upper bits.
pub(crate) fn wrapped(value: i128, bits: u32, is_signed: bool) -> i128 {
    if bits >= 128 {
        return value;
    }
    let low = value & ((1i128 << bits) - 1);
    if is_signed && low >> (bits - 1) & 1 == 1 { low - (1i128 << bits) } else { low }
}
