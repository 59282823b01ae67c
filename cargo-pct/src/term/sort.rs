//! Sorts: what terms range over.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};
use std::fmt;
use std::sync::Arc;

/// A machine integer type of Rust. `usize` and `isize` are the type of the target's pointer width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntType {
    /// `i8` … `i128`: this many bits, two's complement.
    Signed(u16),
    /// `u8` … `u128`: this many bits.
    Unsigned(u16),
    /// `char`: a code point up to `0x10FFFF`. The surrogates among them are excluded where values are read, not here.
    Char,
}

/// The variants of an enumeration, in order.
pub type EnumSort = Arc<[Arc<str>]>;

/// What a term ranges over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// All integers.
    Int,
    /// The integers from zero on.
    Nat,
    /// The values of a machine type.
    Machine(IntType),
    /// Finitely many named values.
    Enum(EnumSort),
    /// A total map from all integers to elements; a length, where there is one, is a variable of its own.
    Array(Arc<Sort>),
}

impl IntType {
    /// The number of bits of the representation.
    pub fn bits(self) -> u16 {
        match self {
            IntType::Signed(bits) | IntType::Unsigned(bits) => bits,
            IntType::Char => 32,
        }
    }

    /// Whether negative values exist.
    pub fn is_signed(self) -> bool {
        matches!(self, IntType::Signed(_))
    }

    /// The least value.
    pub fn min(self) -> BigInt {
        match self {
            IntType::Signed(bits) => -(BigInt::one() << (bits - 1)),
            IntType::Unsigned(_) | IntType::Char => BigInt::ZERO,
        }
    }

    /// The greatest value.
    pub fn max(self) -> BigInt {
        match self {
            IntType::Signed(bits) => (BigInt::one() << (bits - 1)) - 1,
            IntType::Unsigned(bits) => (BigInt::one() << bits) - 1,
            IntType::Char => BigInt::from(u32::from(char::MAX)),
        }
    }

    /// Whether the type has this value.
    pub fn contains(self, value: &BigInt) -> bool {
        match (self, value.to_i128()) {
            (IntType::Unsigned(128), _) => !value.is_negative() && value.bits() <= 128,
            (IntType::Signed(128), value) => value.is_some(),
            (_, None) => false,
            (IntType::Signed(bits), Some(value)) => (-1_i128 << (bits - 1)..1 << (bits - 1)).contains(&value),
            (IntType::Unsigned(bits), Some(value)) => (0..1 << bits).contains(&value),
            (IntType::Char, Some(value)) => (0..=i128::from(u32::from(char::MAX))).contains(&value),
        }
    }

    /// The value of the type whose low bits are those of `value`; `char` is taken as `u32`.
    pub fn wrap(self, value: &BigInt) -> BigInt {
        let modulus = BigInt::one() << self.bits();
        let low = ((value % &modulus) + &modulus) % &modulus;
        if self.is_signed() && low > self.max() { low - modulus } else { low }
    }

    /// The type by the name that Rust gives it; `usize` and `isize` are 64 bits wide.
    pub fn from_name(name: &str) -> Option<IntType> {
        Some(match name {
            "char" => IntType::Char,
            "usize" => IntType::Unsigned(64),
            "isize" => IntType::Signed(64),
            _ => {
                let (kind, bits) = name.split_at_checked(1)?;
                let bits = bits.parse().ok().filter(|bits| matches!(bits, 8 | 16 | 32 | 64 | 128))?;
                match kind {
                    "i" => IntType::Signed(bits),
                    "u" => IntType::Unsigned(bits),
                    _ => return None,
                }
            }
        })
    }
}

impl Sort {
    /// Whether terms of this sort are integers, whatever their range.
    pub fn is_integer(&self) -> bool {
        matches!(self, Sort::Int | Sort::Nat | Sort::Machine(_))
    }

    /// Arrays of this sort.
    pub fn array_of(self) -> Sort {
        Sort::Array(Arc::new(self))
    }
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntType::Signed(bits) => write!(f, "i{bits}"),
            IntType::Unsigned(bits) => write!(f, "u{bits}"),
            IntType::Char => f.write_str("char"),
        }
    }
}

impl fmt::Display for Sort {
    /// The form that [`super::read_sort`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::Nat => f.write_str("Nat"),
            Sort::Machine(ty) => ty.fmt(f),
            Sort::Enum(variants) => {
                f.write_str("(Enum")?;
                variants.iter().try_for_each(|v| write!(f, " {}", super::quote_symbol(v)))?;
                f.write_str(")")
            }
            Sort::Array(element) => write!(f, "(Array {element})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_contains_what_lies_between_its_ends() {
        let bits = [8, 16, 32, 64, 128];
        let types = bits.into_iter().flat_map(|bits| [IntType::Signed(bits), IntType::Unsigned(bits)]);
        for ty in types.chain([IntType::Char]) {
            let (least, most) = (ty.min(), ty.max());
            assert!(ty.contains(&least) && ty.contains(&most) && ty.contains(&BigInt::ZERO), "{ty}");
            assert!(!ty.contains(&(least - 1)) && !ty.contains(&(most + 1)), "{ty}");
        }
    }
}
