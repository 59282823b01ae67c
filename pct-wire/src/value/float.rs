//! Floating-point numbers of values.

use std::fmt;

/// A number of `f32` or `f64`, by its bits as an `f64`; every NaN is one and the same.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Float(u64);

/// How Rust names the numbers that have no literal.
const NAMED: [(&str, f64); 3] =
    [("f64::NAN", f64::NAN), ("f64::INFINITY", f64::INFINITY), ("f64::NEG_INFINITY", f64::NEG_INFINITY)];

impl Float {
    /// The number with a name, like `f64::NAN`.
    pub(super) fn named(name: &str) -> Option<Float> {
        let (_, value) = NAMED.iter().find(|(own, _)| *own == name)?;
        Some(Float::from(*value))
    }
}

impl From<f64> for Float {
    fn from(value: f64) -> Float {
        Float(if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() })
    }
}

impl From<f32> for Float {
    fn from(value: f32) -> Float {
        Float::from(f64::from(value))
    }
}

impl From<Float> for f64 {
    fn from(float: Float) -> f64 {
        f64::from_bits(float.0)
    }
}

impl TryFrom<Float> for f32 {
    type Error = String;

    fn try_from(float: Float) -> Result<f32, String> {
        #[allow(clippy::cast_possible_truncation)] // What was lost is seen by going back.
        let value = f64::from(float) as f32;
        if Float::from(value) == float { Ok(value) } else { Err(format!("{float} does not fit f32")) }
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMED.iter().find(|(_, value)| Float::from(*value) == *self) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{:?}", f64::from(*self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    #[test]
    fn floats_are_printed_as_rust_and_read_again() {
        let all = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1e300, "1e300"),
            (-2.5e-9, "-2.5e-9"),
            (f64::NAN, "f64::NAN"),
            (-f64::INFINITY, "f64::NEG_INFINITY"),
        ];
        for (float, text) in all {
            let value = Value::Float(float.into());
            assert_eq!(value.to_string(), text);
            assert_eq!(text.parse(), Ok(value));
        }
    }

    #[test]
    fn only_what_an_f32_can_be_becomes_one() {
        for value in [0.1f32, -0.0, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY] {
            assert_eq!(f32::try_from(Float::from(value)).unwrap().to_bits(), value.to_bits());
        }
        assert!(f32::try_from(Float::from(f32::NAN)).unwrap().is_nan());
        for value in [0.1f64, f64::MAX] {
            assert!(f32::try_from(Float::from(value)).is_err());
        }
    }
}
