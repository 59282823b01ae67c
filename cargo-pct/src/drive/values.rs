//! Random arguments: values that clients can give, as requests have them.
//!
//! Objects of types with private fields are not made up here: they come from a [`Pool`] of those that calls returned or left
//! behind. What has neither is not given, and a function that wants it is not called.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use pct_wire::Value;
use pct_wire::value::{Float, Int};

use crate::mir::{ConstArg, FloatType, GenericArg, Path, Type};
use crate::random::Random;
use crate::source::TypeKind;
use crate::symex::Program;
use crate::symex::types::{is_unknown_type, scalar_sort};
use crate::term::{self, Sort};

/// Sequences have at most so many elements.
const MOST_ELEMENTS: u64 = 5;

/// Values nested deeper than this are not made.
const MOST_NESTING: usize = 4;

/// Objects of one type that are kept.
const MOST_KEPT: usize = 32;

/// Objects that calls of public functions have made, by type.
#[derive(Default)]
pub(crate) struct Pool(BTreeMap<Type, Vec<Value>>);

impl Pool {
    pub(super) fn of(&self, ty: &Type) -> &[Value] {
        self.0.get(ty).map_or(&[], Vec::as_slice)
    }

    /// Keeps an object that can be built again; in place of another one where there are many.
    pub(super) fn keep(&mut self, ty: &Type, value: &Value, random: &mut Random) {
        let kept = self.0.entry(ty.clone()).or_default();
        if !value.is_complete() || kept.contains(value) {
            return;
        }
        if kept.len() < MOST_KEPT {
            kept.push(value.clone());
        } else {
            let index = random.below(kept.len() as u64) as usize;
            kept[index] = value.clone();
        }
    }
}

/// Makes values.
pub(crate) struct Maker<'a> {
    pub(crate) program: &'a Program,
    pub(crate) random: &'a mut Random,
    pub(crate) pool: &'a Pool,
    /// Only small numbers: large ones made the function hang, or ask for too much memory.
    pub(crate) is_timid: bool,
}

impl Maker<'_> {
    /// A value of a type, or of what it refers to; none where clients cannot be imitated.
    pub(crate) fn value(&mut self, ty: &Type, depth: usize) -> Option<Value> {
        if depth > MOST_NESTING {
            return None;
        }
        if let Some(known) = self.random.one_of(self.pool.of(ty)) {
            return Some(known.clone());
        }
        match ty {
            Type::Char => Some(Value::Char(self.character())),
            Type::Float(ty @ (FloatType::F32 | FloatType::F64)) => Some(Value::Float(self.float(*ty))),
            Type::Str => Some(Value::Text(self.text())),
            Type::Ref { referent, .. } => self.value(referent, depth),
            Type::Slice(element) => self.list(element, depth).map(Value::Vec),
            Type::Array { element, length: ConstArg::Integer { value, .. } } => {
                let length = value.to_u64().filter(|length| *length <= 64)?;
                (0..length).map(|_| self.value(element, depth + 1)).collect::<Option<_>>().map(Value::Array)
            }
            Type::Tuple(types) => {
                types.iter().map(|ty| self.value(ty, depth + 1)).collect::<Option<_>>().map(Value::Tuple)
            }
            // What only clients know: the driver's instance has `i32` there.
            ty if is_unknown_type(ty) => Some(Value::int(self.random.below(16) as i32 - 4)),
            Type::Path(_) => self.named(ty, depth),
            ty => match scalar_sort(ty)? {
                Sort::Bool => Some(Value::Bool(self.random.below(2) == 0)),
                Sort::Machine(int) => self.integer(int).map(Value::Int),
                _ => None,
            },
        }
    }

    fn list(&mut self, element: &Type, depth: usize) -> Option<Vec<Value>> {
        let length = self.random.below(MOST_ELEMENTS + 1);
        (0..length).map(|_| self.value(element, depth + 1)).collect()
    }

    fn named(&mut self, ty: &Type, depth: usize) -> Option<Value> {
        let path = ty.as_path()?;
        let argument = path.last().args().iter().find_map(|arg| match arg {
            GenericArg::Type(ty) => Some(ty),
            _ => None,
        });
        if path.is_std(&["string", "String"]) {
            return Some(Value::Text(self.text()));
        }
        if path.is_std(&["vec", "Vec"]) {
            return self.list(argument?, depth).map(Value::Vec);
        }
        if path.is_std(&["boxed", "Box"]) {
            return Some(Value::Named("Box::new".to_owned(), vec![self.value(argument?, depth + 1)?]));
        }
        if let Some(value) = self.collection(path, depth) {
            return Some(value);
        }
        let instance = self.program.adt(ty)?;
        let is_constructible = instance.adt.is_constructible_by_clients();
        let index = self.random.below(instance.variants().len().max(1) as u64) as usize;
        let variant = instance.variants().get(index).filter(|_| is_constructible)?;
        let name = match instance.adt.kind {
            TypeKind::Enum => variant.name_within(path)?,
            _ => path.last_name()?.to_string(),
        };
        let types = (0..variant.fields.len()).map(|field| instance.field_type(index, field));
        let types: Vec<Type> = types.collect::<Option<_>>()?;
        let parts = types.iter().map(|ty| self.value(ty, depth + 1)).collect::<Option<Vec<_>>>()?;
        let is_tuple = variant.fields.iter().enumerate().all(|(at, field)| *field.name == *at.to_string());
        if is_tuple {
            return Some(Value::Named(name, parts));
        }
        let names = variant.fields.iter().map(|field| field.name.to_string());
        Some(Value::Record(name, names.zip(parts).collect()))
    }

    /// A queue, map or set of std.
    fn collection(&mut self, path: &Path, depth: usize) -> Option<Value> {
        let is_own = |name: &&&str| path.is_std(&["collections", name]);
        let name = ["VecDeque", "BTreeMap", "BTreeSet", "HashMap", "HashSet"].iter().find(is_own)?;
        let types = path.last().args().iter().filter_map(|arg| match arg {
            GenericArg::Type(ty) => Some(ty.clone()),
            _ => None,
        });
        // More arguments than these are a hasher or an allocator of the client's own.
        let element = match (name.ends_with("Map"), types.collect::<Vec<_>>().as_slice()) {
            (true, [key, value]) => Type::Tuple(vec![key.clone(), value.clone()]),
            (false, [element]) => element.clone(),
            _ => return None,
        };
        let elements = self.list(&element, depth)?;
        Some(Value::Named(format!("{name}::from"), vec![Value::Array(elements)]))
    }

    /// Halves of small integers, and the numbers that are like no others.
    fn float(&mut self, ty: FloatType) -> Float {
        const ODD: [f32; 8] = [
            -0.0,
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MAX,
            f32::MIN_POSITIVE,
            f32::EPSILON,
            0.1,
        ];
        let small = |random: &mut Random| f64::from(random.below(33) as i32 - 16) / 2.0;
        match self.random.below(if self.is_timid { 6 } else { 9 }) {
            0..=5 => small(self.random).into(),
            6 | 7 => self.random.one_of(&ODD).copied().unwrap_or(0.0).into(),
            _ if ty == FloatType::F64 => f64::from_bits(self.random.bits()).into(),
            _ => f32::from_bits(self.random.bits() as u32).into(),
        }
    }

    /// Small numbers mostly, then the ends of the type, powers of two and their neighbours, and any.
    fn integer(&mut self, ty: term::IntType) -> Option<Int> {
        let (low, high) = (ty.min(), ty.max());
        let chosen = match self.random.below(if self.is_timid { 6 } else { 10 }) {
            0..=4 => (self.random.below(9)).into(),
            5 => -num_bigint::BigInt::from(self.random.below(5)),
            6 => &low + self.random.below(3),
            7 => &high - self.random.below(3),
            8 => (num_bigint::BigInt::from(1) << self.random.below(128)) - 1 + self.random.below(3),
            _ => (num_bigint::BigInt::from(self.random.bits()) << 64u32) + self.random.bits(),
        };
        // Into the type's range, however far outside it was.
        let span = &high - &low + 1;
        let inside: num_bigint::BigInt = ((chosen - &low) % &span + &span) % &span + &low;
        let is_negative = inside.sign() == num_bigint::Sign::Minus;
        Some(Int::new(is_negative, inside.magnitude().to_u128()?))
    }

    fn character(&mut self) -> char {
        const SOME: [char; 12] =
            ['a', 'Z', '0', '9', ' ', '\n', '-', '.', '/', '\u{e9}', '\u{20ac}', '\u{1f600}'];
        self.random.one_of(&SOME).copied().unwrap_or('a')
    }

    fn text(&mut self) -> String {
        let length = self.random.below(MOST_ELEMENTS + 2);
        (0..length).map(|_| self.character()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::IntType;

    fn values(ty: &Type, is_timid: bool) -> Vec<Value> {
        let (program, mut random, pool) = (Program::default(), Random::new(7), Pool::default());
        let mut maker = Maker { program: &program, random: &mut random, pool: &pool, is_timid };
        (0..500).filter_map(|_| maker.value(ty, 0)).collect()
    }

    #[test]
    fn integers_are_in_their_types_range_and_reach_its_ends() {
        let all = values(&Type::Int(IntType::I8), false);
        assert_eq!(all.len(), 500);
        for wanted in [i8::MIN, -1, 0, 1, i8::MAX] {
            assert!(all.contains(&Value::int(wanted)), "{wanted}");
        }
        assert!(all.iter().all(|value| matches!(value, Value::Int(int) if i8::try_from(*int).is_ok())));
    }

    #[test]
    fn timid_numbers_are_small() {
        let small =
            |value: &Value| matches!(value, Value::Int(int) if i64::try_from(*int).is_ok_and(|it| it < 9));
        assert!(values(&Type::Int(IntType::I64), true).iter().all(small));
    }

    #[test]
    fn equal_seeds_make_equal_values() {
        assert_eq!(values(&Type::Str, false), values(&Type::Str, false));
    }

    #[test]
    fn types_that_are_not_known_are_not_made_up() {
        assert!(values(&Type::Path(crate::mir::path_of(&["a", "Secret"])), false).is_empty());
    }
}
