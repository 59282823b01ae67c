//! Values of objects: a tree, and its text, which is a Rust expression wherever the value can be built at all.
//!
//! The one grammar serves samples in traces, requests to drivers and states in reports. Types are not part of a value:
//! `5` may be any integer; who builds it knows the type.

mod float;
mod read;

use std::fmt;

pub use float::Float;

/// An integer of any of Rust's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Int {
    negative: bool,
    magnitude: u128,
}

impl Int {
    /// `-magnitude` or `magnitude`; zero is never negative.
    pub fn new(negative: bool, magnitude: u128) -> Int {
        Int { negative: negative && magnitude != 0, magnitude }
    }
}

/// Conversions from and to each integer type; the way back fails where the value does not fit.
macro_rules! int_conversions {
    ($($signed:ident $unsigned:ident)+) => {$(
        impl From<$signed> for Int {
            fn from(value: $signed) -> Int {
                Int::new(value < 0, value.unsigned_abs() as u128)
            }
        }
        impl From<$unsigned> for Int {
            fn from(value: $unsigned) -> Int {
                Int::new(false, value as u128)
            }
        }
        impl TryFrom<Int> for $signed {
            type Error = String;

            fn try_from(int: Int) -> Result<$signed, String> {
                let value = $unsigned::try_from(int.magnitude).ok().and_then(|magnitude| {
                    if int.negative { <$signed>::checked_sub_unsigned(0, magnitude) } else { magnitude.try_into().ok() }
                });
                value.ok_or_else(|| format!(concat!("{} does not fit ", stringify!($signed)), int))
            }
        }
        impl TryFrom<Int> for $unsigned {
            type Error = String;

            fn try_from(int: Int) -> Result<$unsigned, String> {
                let value = (!int.negative).then(|| int.magnitude.try_into().ok()).flatten();
                value.ok_or_else(|| format!(concat!("{} does not fit ", stringify!($unsigned)), int))
            }
        }
    )+};
}

int_conversions! { i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize }

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.magnitude)
    }
}

/// A value. `Display` prints it on one line, `FromStr` reads that back.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Value {
    /// `true`
    Bool(bool),
    /// `'x'`
    Char(char),
    /// `-5`
    Int(Int),
    /// `1.5`, `f64::NAN`
    Float(Float),
    /// `"text"`, of a `String` or a `&str`
    Text(String),
    /// `(1, true)`
    Tuple(Vec<Value>),
    /// `[1, 2]`
    Array(Vec<Value>),
    /// `vec![1, 2]`
    Vec(Vec<Value>),
    /// `None`, `Some(1)`, `Box::new(1)`, `Pair(1, 2)`, `Shape::Circle(1)`
    Named(String, Vec<Value>),
    /// `Point { x: 1, y: 2 }`, `Shape::Square { side: 1 }`
    Record(String, Vec<(String, Value)>),
    /// `opaque!("T")`, `opaque!("Vec<T>", 3)`: not captured; named by its type, with its length if it is a sequence.
    Opaque(String, Option<usize>),
}

impl Value {
    /// An integer.
    pub fn int(value: impl Into<Int>) -> Value {
        Value::Int(value.into())
    }

    /// Whether no part of it is opaque, so that it can be built.
    pub fn is_complete(&self) -> bool {
        match self {
            Value::Bool(_) | Value::Char(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => true,
            Value::Tuple(parts) | Value::Array(parts) | Value::Vec(parts) | Value::Named(_, parts) => {
                parts.iter().all(Value::is_complete)
            }
            Value::Record(_, fields) => fields.iter().all(|(_, value)| value.is_complete()),
            Value::Opaque(..) => false,
        }
    }
}

fn separated<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    mut print: impl FnMut(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        print(f, item)?;
    }
    Ok(())
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = |f: &mut fmt::Formatter<'_>, open: &str, parts: &[Value], close: &str| {
            f.write_str(open)?;
            separated(f, parts, |f, part| part.fmt(f))?;
            f.write_str(close)
        };
        match self {
            Value::Bool(value) => value.fmt(f),
            Value::Char(value) => write!(f, "{value:?}"),
            Value::Int(value) => value.fmt(f),
            Value::Float(value) => value.fmt(f),
            Value::Text(value) => write!(f, "{value:?}"),
            Value::Tuple(parts) => between(f, "(", parts, if parts.len() == 1 { ",)" } else { ")" }),
            Value::Array(parts) => between(f, "[", parts, "]"),
            Value::Vec(parts) => between(f, "vec![", parts, "]"),
            Value::Named(name, parts) if parts.is_empty() => f.write_str(name),
            Value::Named(name, parts) => between(f, &format!("{name}("), parts, ")"),
            Value::Record(name, fields) if fields.is_empty() => write!(f, "{name} {{}}"),
            Value::Record(name, fields) => {
                write!(f, "{name} {{ ")?;
                separated(f, fields, |f, (field, value)| write!(f, "{field}: {value}"))?;
                f.write_str(" }")
            }
            Value::Opaque(name, None) => write!(f, "opaque!({name:?})"),
            Value::Opaque(name, Some(length)) => write!(f, "opaque!({name:?}, {length})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extreme_integers_survive() {
        for text in [i128::MIN.to_string(), u128::MAX.to_string(), "0".to_owned(), "-1".to_owned()] {
            assert_eq!(text.parse::<Value>().unwrap().to_string(), text);
        }
        assert_eq!(i8::try_from(Int::from(-128i64)), Ok(-128));
        assert_eq!(i128::try_from(Int::from(i128::MIN)), Ok(i128::MIN));
        assert!(i8::try_from(Int::from(128)).is_err());
        assert!(u8::try_from(Int::from(-1)).is_err());
    }
}
