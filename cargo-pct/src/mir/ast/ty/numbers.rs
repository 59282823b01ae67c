//! The number types of Rust.

use crate::mir::Integer;

/// The integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs)] // The names are Rust's own.
pub enum IntType {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

/// The floating-point types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs)] // The names are Rust's own.
pub enum FloatType {
    F16,
    F32,
    F64,
    F128,
}

impl IntType {
    /// All integer types.
    pub const ALL: [IntType; 12] = [
        IntType::I8,
        IntType::I16,
        IntType::I32,
        IntType::I64,
        IntType::I128,
        IntType::Isize,
        IntType::U8,
        IntType::U16,
        IntType::U32,
        IntType::U64,
        IntType::U128,
        IntType::Usize,
    ];

    /// Rust's name of the type.
    pub fn name(self) -> &'static str {
        match self {
            IntType::I8 => "i8",
            IntType::I16 => "i16",
            IntType::I32 => "i32",
            IntType::I64 => "i64",
            IntType::I128 => "i128",
            IntType::Isize => "isize",
            IntType::U8 => "u8",
            IntType::U16 => "u16",
            IntType::U32 => "u32",
            IntType::U64 => "u64",
            IntType::U128 => "u128",
            IntType::Usize => "usize",
        }
    }

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<IntType> {
        IntType::ALL.into_iter().find(|ty| ty.name() == name)
    }

    /// Tells whether negative values exist.
    pub fn is_signed(self) -> bool {
        matches!(
            self,
            IntType::I8 | IntType::I16 | IntType::I32 | IntType::I64 | IntType::I128 | IntType::Isize
        )
    }

    /// The width, where pointers are `pointer_bits` wide.
    pub fn bits(self, pointer_bits: u32) -> u32 {
        match self {
            IntType::I8 | IntType::U8 => 8,
            IntType::I16 | IntType::U16 => 16,
            IntType::I32 | IntType::U32 => 32,
            IntType::I64 | IntType::U64 => 64,
            IntType::I128 | IntType::U128 => 128,
            IntType::Isize | IntType::Usize => pointer_bits,
        }
    }

    /// The smallest value.
    pub fn min(self, pointer_bits: u32) -> Integer {
        match self.is_signed() {
            true => Integer::new(true, 1 << (self.bits(pointer_bits) - 1)),
            false => Integer::ZERO,
        }
    }

    /// The largest value.
    pub fn max(self, pointer_bits: u32) -> Integer {
        let bits = self.bits(pointer_bits) - u32::from(self.is_signed());
        Integer::new(false, u128::MAX >> (128 - bits))
    }
}

impl FloatType {
    /// Rust's name of the type.
    pub fn name(self) -> &'static str {
        match self {
            FloatType::F16 => "f16",
            FloatType::F32 => "f32",
            FloatType::F64 => "f64",
            FloatType::F128 => "f128",
        }
    }

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<FloatType> {
        [FloatType::F16, FloatType::F32, FloatType::F64, FloatType::F128]
            .into_iter()
            .find(|ty| ty.name() == name)
    }
}
