//! Random inputs of a system's edges.

use crate::random::Random;
use crate::term::{ArrayValue, Sort, Value};
use num_bigint::BigInt;

/// A value of a sort: mostly small, the state's own, or beside a constant, for those make few different states and tell edges apart.
pub fn any_value(sort: &Sort, own: &[Value], constants: &[BigInt], random: &mut Random) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.below(2) == 0),
        Sort::Enum(variants) => Value::int(random.below(variants.len() as u64)),
        Sort::Array(element) => {
            let mut array = ArrayValue::filled(any_value(element, own, constants, random));
            for index in 0..random.below(5) {
                array = array.with(index.into(), any_value(element, own, constants, random));
            }
            Value::Array(array)
        }
        Sort::Int | Sort::Nat | Sort::Machine(_) => {
            let value = Value::Int(integer(own, constants, random));
            if value.has_sort(sort) { value } else { Value::int(random.below(4)) }
        }
    }
}

/// A value of a sort, each with the same probability; of unbounded integers those of 32 bits, of arrays those of equal elements.
pub fn uniform_value(sort: &Sort, random: &mut Random) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.below(2) == 0),
        Sort::Enum(variants) => Value::int(random.below(variants.len() as u64)),
        Sort::Array(element) => Value::Array(ArrayValue::filled(uniform_value(element, random))),
        Sort::Int => Value::int(random.bits() as u32 as i32),
        Sort::Nat => Value::int(random.bits() as u32),
        Sort::Machine(ty) => {
            let bits = (BigInt::from(random.bits()) << 64) + random.bits();
            let value = Value::Int(ty.wrap(&bits));
            // Not each number is a `char`.
            if value.has_sort(sort) { value } else { Value::simplest(sort) }
        }
    }
}

/// An integer: mostly a small one, for those make few different states.
fn integer(own: &[Value], constants: &[BigInt], random: &mut Random) -> BigInt {
    let beside = |value: &BigInt, random: &mut Random| value - 1 + random.below(3);
    match random.below(8) {
        0 => BigInt::from(-1),
        1 | 2 => {
            let Some(Value::Int(value)) = random.one_of(own).cloned() else { return BigInt::ZERO };
            beside(&value, random)
        }
        3 => match random.one_of(constants).cloned() {
            Some(value) => beside(&value, random),
            None => BigInt::ZERO,
        },
        _ => BigInt::from(random.below(5)),
    }
}
