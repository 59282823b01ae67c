//! Values while they are computed with.

use super::{ArrayValue, IntType, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::borrow::Cow;
use std::cmp::Ordering;

/// A [`Value`] whose integers are machine integers where they fit. Kept canonical: a [`Cell::Big`] fits no `i128`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Bool(bool),
    Small(i128),
    Big(Box<BigInt>),
    Array(ArrayValue),
}

impl Cell {
    pub(super) fn of(value: &Value) -> Cell {
        match value {
            Value::Bool(value) => Cell::Bool(*value),
            Value::Int(value) => match value.to_i128() {
                Some(small) => Cell::Small(small),
                None => Cell::Big(Box::new(value.clone())),
            },
            Value::Array(array) => Cell::Array(array.clone()),
        }
    }

    pub(super) fn int(value: BigInt) -> Cell {
        match value.to_i128() {
            Some(small) => Cell::Small(small),
            None => Cell::Big(Box::new(value)),
        }
    }

    pub(super) fn value(&self) -> Value {
        match self {
            Cell::Bool(value) => Value::Bool(*value),
            Cell::Small(value) => Value::int(*value),
            Cell::Big(value) => Value::Int(BigInt::clone(value)),
            Cell::Array(array) => Value::Array(array.clone()),
        }
    }

    /// The truth value.
    ///
    /// # Panics
    /// If it is none: the sorts of terms were checked when they were built. So with the two below.
    pub(super) fn as_bool(&self) -> bool {
        match self {
            Cell::Bool(value) => *value,
            other => panic!("a truth value was expected, not {other:?}"),
        }
    }

    pub(super) fn as_array(&self) -> &ArrayValue {
        match self {
            Cell::Array(array) => array,
            other => panic!("an array was expected, not {other:?}"),
        }
    }

    pub(super) fn big(&self) -> Cow<'_, BigInt> {
        match self {
            Cell::Small(value) => Cow::Owned(BigInt::from(*value)),
            Cell::Big(value) => Cow::Borrowed(value),
            other => panic!("an integer was expected, not {other:?}"),
        }
    }

    /// The order of two integers.
    pub(super) fn compare(&self, other: &Cell) -> Ordering {
        match (self, other) {
            (Cell::Small(a), Cell::Small(b)) => a.cmp(b),
            _ => self.big().cmp(&other.big()),
        }
    }

    /// [`IntType::wrap`].
    pub(super) fn wrap(&self, ty: IntType) -> Cell {
        if let Cell::Small(value) = self
            && let Some(low) = Cell::small_wrap(ty, *value)
        {
            return Cell::Small(low);
        }
        Cell::int(ty.wrap(&self.big()))
    }

    /// The low bits of an integer at a type of at most 64.
    pub(super) fn small_wrap(ty: IntType, value: i128) -> Option<i128> {
        let lost = 128 - u32::from(ty.bits());
        if lost < 64 {
            return None;
        }
        let high = value << lost;
        Some(if ty.is_signed() { high >> lost } else { (high as u128 >> lost) as i128 })
    }
}
