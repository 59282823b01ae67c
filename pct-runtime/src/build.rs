//! Objects out of values, for fabricated states.
//!
//! Only types whose values their public constructors make are built: scalars, strings, tuples, arrays, `Vec`, `Option`, `Result`, `Box`,
//! maps, sets and queues of std, and annotated types all of whose fields can be built. For anything else method resolution on `&&Make::<T>::NEW` finds [`Refuse`],
//! which says which type it was.

use std::any::type_name;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::marker::PhantomData;
use std::num::Wrapping;

use crate::wire::Value;

/// Why a value cannot be built.
pub type Refusal = String;

/// A type whose values can be built.
pub trait Build: Sized {
    /// Builds the value, or says why it does not fit the type.
    fn pct_build(value: &Value) -> Result<Self, Refusal>;
}

/// The value is none of this type.
pub fn misfit<T>(value: &Value) -> Refusal {
    format!("`{value}` is no {}", type_name::<T>())
}

macro_rules! build_ints {
    ($($int:ident)+) => {$(
        impl Build for $int {
            fn pct_build(value: &Value) -> Result<Self, Refusal> {
                match value {
                    Value::Int(int) => $int::try_from(*int),
                    _ => Err(misfit::<Self>(value)),
                }
            }
        }
    )+};
}

build_ints! { i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize }

impl Build for f32 {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        if let Value::Float(float) = value { f32::try_from(*float) } else { Err(misfit::<Self>(value)) }
    }
}

impl Build for f64 {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        if let Value::Float(float) = value { Ok((*float).into()) } else { Err(misfit::<Self>(value)) }
    }
}

impl Build for bool {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        if let Value::Bool(value) = value { Ok(*value) } else { Err(misfit::<Self>(value)) }
    }
}

impl Build for char {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        if let Value::Char(value) = value { Ok(*value) } else { Err(misfit::<Self>(value)) }
    }
}

impl Build for String {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        if let Value::Text(value) = value { Ok(value.clone()) } else { Err(misfit::<Self>(value)) }
    }
}

macro_rules! build_tuples {
    ($(($($name:ident $part:ident)*))+) => {$(
        impl<$($name: Build),*> Build for ($($name,)*) {
            fn pct_build(value: &Value) -> Result<Self, Refusal> {
                match value {
                    Value::Tuple(parts) => match parts.as_slice() {
                        [$($part),*] => Ok(($($name::pct_build($part)?,)*)),
                        _ => Err(misfit::<Self>(value)),
                    },
                    _ => Err(misfit::<Self>(value)),
                }
            }
        }
    )+};
}

build_tuples! {
    ()
    (A a)
    (A a B b)
    (A a B b C c)
    (A a B b C c D d)
    (A a B b C c D d E e)
    (A a B b C c D d E e F f)
    (A a B b C c D d E e F f G g)
    (A a B b C c D d E e F f G g H h)
}

impl<T: Build> Build for Vec<T> {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        match value {
            Value::Vec(parts) => parts.iter().map(T::pct_build).collect(),
            _ => Err(misfit::<Self>(value)),
        }
    }
}

impl<T: Build, const N: usize> Build for [T; N] {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        let Value::Array(parts) = value else { return Err(misfit::<Self>(value)) };
        let parts: Vec<T> = parts.iter().map(T::pct_build).collect::<Result<_, _>>()?;
        parts.try_into().map_err(|_| misfit::<Self>(value))
    }
}

/// The name and parts of a value like `Some(1)`.
fn named(value: &Value) -> Option<(&str, &[Value])> {
    if let Value::Named(name, parts) = value { Some((name, parts)) } else { None }
}

impl<T: Build> Build for Option<T> {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        match named(value) {
            Some(("None", [])) => Ok(None),
            Some(("Some", [value])) => T::pct_build(value).map(Some),
            _ => Err(misfit::<Self>(value)),
        }
    }
}

impl<T: Build, E: Build> Build for Result<T, E> {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        match named(value) {
            Some(("Ok", [value])) => T::pct_build(value).map(Ok),
            Some(("Err", [error])) => E::pct_build(error).map(Err),
            _ => Err(misfit::<Self>(value)),
        }
    }
}

impl<T: Build> Build for Box<T> {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        match named(value) {
            Some(("Box::new", [value])) => T::pct_build(value).map(Box::new),
            _ => Err(misfit::<Self>(value)),
        }
    }
}

/// Containers that are made from an array: `VecDeque::from([1, 2])`.
macro_rules! build_collections {
    ($($name:ident: ($($generics:tt)*) $container:ty;)+) => {$(
        impl<$($generics)*> Build for $container {
            fn pct_build(value: &Value) -> Result<Self, Refusal> {
                match named(value) {
                    Some((concat!(stringify!($name), "::from"), [Value::Array(items)])) => {
                        items.iter().map(Build::pct_build).collect()
                    }
                    _ => Err(misfit::<Self>(value)),
                }
            }
        }
    )+};
}

build_collections! {
    VecDeque: (T: Build) VecDeque<T>;
    BTreeMap: (K: Build + Ord, V: Build) BTreeMap<K, V>;
    BTreeSet: (T: Build + Ord) BTreeSet<T>;
    HashMap: (K: Build + Eq + Hash, V: Build) HashMap<K, V>;
    HashSet: (T: Build + Eq + Hash) HashSet<T>;
}

impl<T: ?Sized> Build for PhantomData<T> {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        match named(value) {
            Some(("PhantomData", [])) => Ok(PhantomData),
            _ => Err(misfit::<Self>(value)),
        }
    }
}

impl<T: Build> Build for Wrapping<T> {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        match named(value) {
            Some(("Wrapping", [value])) => T::pct_build(value).map(Wrapping),
            _ => Err(misfit::<Self>(value)),
        }
    }
}

impl<T: Build> Build for Cell<T> {
    fn pct_build(value: &Value) -> Result<Self, Refusal> {
        match named(value) {
            Some(("Cell::new", [value])) => T::pct_build(value).map(Cell::new),
            _ => Err(misfit::<Self>(value)),
        }
    }
}

/// The field of a struct or variant that is printed `NAME { field: …, … }`.
pub fn field<'a>(value: &'a Value, name: &str, field: &str) -> Result<&'a Value, Refusal> {
    match value {
        Value::Record(found, fields) if found == name => {
            let wanted = fields.iter().find(|(key, _)| key == field);
            wanted.map(|(_, value)| value).ok_or_else(|| format!("`{value}` lacks `{field}`"))
        }
        _ => Err(format!("`{value}` is no {name}")),
    }
}

/// The part of a struct or variant that is printed `NAME(…, …)`, or just `NAME`.
pub fn part<'a>(value: &'a Value, name: &str, index: usize) -> Result<&'a Value, Refusal> {
    match named(value) {
        Some((found, parts)) if found == name => {
            parts.get(index).ok_or_else(|| format!("`{value}` lacks part {index}"))
        }
        _ => Err(format!("`{value}` is no {name}")),
    }
}

/// The name in front of a struct's or variant's value.
pub fn name(value: &Value) -> &str {
    match value {
        Value::Named(name, _) | Value::Record(name, _) => name,
        _ => "",
    }
}

/// The type that is to be made: `(&&Make::<T>::NEW).pct_make(value)` resolves to the better of the traits below.
pub struct Make<T>(PhantomData<fn() -> T>);

impl<T> Make<T> {
    /// The only value.
    pub const NEW: Make<T> = Make(PhantomData);
}

/// It can be built.
pub trait Accept<T> {
    /// Builds it.
    fn pct_make(&self, value: &Value) -> Result<T, Refusal>;
}

/// It cannot be built.
pub trait Refuse<T> {
    /// Says so.
    fn pct_make(&self, value: &Value) -> Result<T, Refusal>;
}

impl<T: Build> Accept<T> for &Make<T> {
    fn pct_make(&self, value: &Value) -> Result<T, Refusal> {
        T::pct_build(value)
    }
}

impl<T> Refuse<T> for Make<T> {
    fn pct_make(&self, _: &Value) -> Result<T, Refusal> {
        Err(format!("values of type `{}` cannot be fabricated", type_name::<T>()))
    }
}

#[cfg(test)]
#[allow(clippy::needless_borrow)] // The references are what method resolution chooses by.
mod tests {
    use super::*;
    use crate::capture::{Of, Room, Whole as _};

    fn check_round_trip<T: Build + crate::capture::Capture + PartialEq + std::fmt::Debug>(value: T) {
        let text = (&&&Of(&value)).pct_value(&mut Room::default()).to_string();
        assert_eq!(T::pct_build(&text.parse().unwrap()), Ok(value), "{text}");
    }

    #[test]
    fn what_is_captured_is_built_again() {
        check_round_trip((i64::MIN, u64::MAX, '\'', false));
        check_round_trip(vec![[Some(1u8), None], [None, Some(255)]]);
        check_round_trip("a \"quoted\" text\n".to_owned());
        check_round_trip(Box::new(Err::<(), (char,)>(('\u{1f600}',))));
        check_round_trip((0.1f32, f64::MIN_POSITIVE, f32::NEG_INFINITY));
        check_round_trip(VecDeque::from([Cell::new(1), Cell::new(2)]));
        check_round_trip((BTreeSet::from(["a".to_owned()]), HashSet::from([Wrapping(7u8)])));
        check_round_trip(HashMap::from([(1, BTreeMap::from([(true, PhantomData::<str>)]))]));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        assert!(u8::pct_build(&Value::int(256)).unwrap_err().contains("256 does not fit u8"));
        assert!(<[u8; 2]>::pct_build(&"[1]".parse().unwrap()).unwrap_err().contains("[u8; 2]"));
        assert!(f32::pct_build(&"0.1".parse().unwrap()).unwrap_err().contains("does not fit f32"));
        assert!(BTreeSet::<u8>::pct_build(&"HashSet::from([1])".parse().unwrap()).is_err());
        let refusal = (&&Make::<std::fs::File>::NEW).pct_make(&Value::int(1)).unwrap_err();
        assert!(refusal.contains("std::fs::File"), "{refusal}");
    }
}
