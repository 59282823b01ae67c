//! Concrete values.

use super::Sort;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A concrete value; which sort it belongs to is known from where it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer of any integer sort, or the index of an enumeration's variant.
    Int(BigInt),
    /// An array.
    Array(ArrayValue),
}

/// An array: finitely many elements that differ from all the others. Kept canonical: no entry equals the default. Clones share
/// their elements.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayValue {
    default: Arc<Value>,
    entries: Arc<BTreeMap<BigInt, Value>>,
}

impl ArrayValue {
    /// The array with `default` at every index.
    pub fn filled(default: Value) -> ArrayValue {
        ArrayValue { default: Arc::new(default), entries: Arc::default() }
    }

    /// The element at an index.
    pub fn get(&self, index: &BigInt) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with another element at one index.
    pub fn with(mut self, index: BigInt, element: Value) -> ArrayValue {
        let entries = Arc::make_mut(&mut self.entries);
        if element == *self.default {
            entries.remove(&index);
        } else {
            entries.insert(index, element);
        }
        self
    }

    /// The element at all indices that [`ArrayValue::entries`] does not list.
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// The elements that differ from the default, by index.
    pub fn entries(&self) -> impl Iterator<Item = (&BigInt, &Value)> {
        self.entries.iter()
    }
}

impl Value {
    /// An integer value.
    pub fn int(value: impl Into<BigInt>) -> Value {
        Value::Int(value.into())
    }

    /// The truth value.
    ///
    /// # Panics
    /// If the value is not one: the sorts of terms were checked when they were built.
    pub fn as_bool(&self) -> bool {
        match self {
            Value::Bool(value) => *value,
            other => panic!("a truth value was expected, not {other:?}"),
        }
    }

    /// The integer.
    ///
    /// # Panics
    /// If the value is not one.
    pub fn as_int(&self) -> &BigInt {
        match self {
            Value::Int(value) => value,
            other => panic!("an integer was expected, not {other:?}"),
        }
    }

    /// The array.
    ///
    /// # Panics
    /// If the value is not one.
    pub fn as_array(&self) -> &ArrayValue {
        match self {
            Value::Array(value) => value,
            other => panic!("an array was expected, not {other:?}"),
        }
    }

    /// Whether the value belongs to the sort.
    pub fn has_sort(&self, sort: &Sort) -> bool {
        match (self, sort) {
            (Value::Bool(_), Sort::Bool) | (Value::Int(_), Sort::Int) => true,
            (Value::Int(value), Sort::Nat) => !value.is_negative(),
            (Value::Int(value), Sort::Machine(ty)) => ty.contains(value),
            (Value::Int(value), Sort::Enum(variants)) => {
                value.to_usize().is_some_and(|index| index < variants.len())
            }
            (Value::Array(array), Sort::Array(element)) => {
                array.default.has_sort(element) && array.entries.values().all(|value| value.has_sort(element))
            }
            _ => false,
        }
    }

    /// The simplest value of a sort: false, zero, the first variant, arrays of these.
    pub fn simplest(sort: &Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int | Sort::Nat | Sort::Machine(_) | Sort::Enum(_) => Value::Int(BigInt::zero()),
            Sort::Array(element) => Value::Array(ArrayValue::filled(Value::simplest(element))),
        }
    }
}
