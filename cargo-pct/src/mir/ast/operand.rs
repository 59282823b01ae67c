//! Operands and constants: the inputs of rvalues and terminators.

use super::{AllocationId, ConstArg, FloatType, IntType, Name, Path, Place, Type};
use crate::span::Span;
use num_bigint::BigInt;
use std::sync::Arc;

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// `copy P`: the value there, which stays usable. Does not say that the type is `Copy`: the compiler also copies `&mut`
    /// references where a reborrow would be made.
    Copy(Place),
    /// `move P`: the value there; the place is uninitialised afterwards.
    Move(Place),
    /// `const C`
    Constant(Box<Constant>),
    /// `f`, a bare path: the zero-sized value of a function item (also a tuple struct's or variant's constructor).
    Function(Function),
    /// `UbChecks`, `RuntimeChecks(…)`: true if the final binary is built with that kind of check.
    RuntimeCheck(Name),
}

/// A constant and what the dump's comments say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The value as printed.
    pub kind: ConstantKind,
    /// Its type and place; absent without span comments, and for plain integers, booleans, characters, floats and unit.
    pub facts: Option<Box<ConstantFacts>>,
}

/// The function of a callee or operand, and what the dump's comments say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The item as called here, with its generic arguments.
    pub path: Path,
    /// Its type, always [`Type::FnDef`], and the place of its name. Absent without span comments.
    pub facts: Option<Box<ConstantFacts>>,
}

/// The comment block `mir::ConstOperand` below a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantFacts {
    /// Where the constant stands; none for `no-location`.
    pub span: Option<Span>,
    /// `UserType(1)`: the number of a type annotation in the source, if there is one.
    pub user_type: Option<u32>,
    /// Its full type. Functions are called in many places, and their types are large: those of one dump are shared.
    pub ty: Arc<Type>,
    /// Where its value comes from.
    pub origin: ConstantOrigin,
}

/// Where a constant's value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstantOrigin {
    /// `Value(…)`: the compiler knows it; the text is the constant's own.
    Value,
    /// `Unevaluated(path, [args], None)`: a named, promoted or inline constant; the text between the parentheses.
    Unevaluated(Name),
    /// `ty::Param(N)`, `ty::Valtree(…)`, `ty::Unevaluated(…)`: a constant of the type system; the text after `ty::`.
    TypeSystem(Name),
}

/// The value of a constant, as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstantKind {
    /// `true`
    Bool(bool),
    /// `'x'`
    Char(char),
    /// `5_u32`, `u8::MAX`. (A crate with a root module called like a primitive type could name a constant of its own `u8::MAX`;
    /// it is read as the number.)
    Integer {
        /// Its mathematical value, within the range of the type.
        value: Integer,
        /// Its type.
        ty: IntType,
    },
    /// `-1.5f64`, `NaN_f64`, `+Inf_f32`
    Float {
        /// The number without its type: digits that read back to exactly this value; `NaN`, `+Inf`, `-Inf`.
        digits: Name,
        /// Its type.
        ty: FloatType,
    },
    /// `"text"`, of type `&str`.
    Str(Name),
    /// `b"\x00"`, of type `&[u8; N]` or `[u8; N]`: read the facts.
    ByteStr {
        /// The bytes.
        bytes: Vec<u8>,
        /// Printed as `*b"…"`: the array itself.
        is_deref: bool,
    },
    /// `()`, `(A, B)`: a constant tuple.
    Tuple(Vec<ConstantKind>),
    /// `[A, B]`: a constant array.
    Array(Vec<ConstantKind>),
    /// `[A; 3]`
    Repeat(Box<ConstantKind>, ConstArg),
    /// `MAX`, `N`, `<T as Tr>::C`, `f::promoted[0]`, `a::B::{constant#0}`, `std::fmt::Error`: a named constant, a const
    /// parameter, a promoted or inline constant, or the value of a unit struct or variant. The text does not tell
    /// these apart; the facts' [`ConstantOrigin`] tells evaluated values (`Value`) from the rest.
    Path(Path),
    /// `Path(A, B)`, `Path {{ f: A }}`: a constant struct or variant.
    Adt {
        /// The struct or variant.
        path: Path,
        /// Its fields.
        fields: AdtFields<ConstantKind>,
    },
    /// `ZeroSized: T`: the only value of a zero-sized type.
    ZeroSized(Type),
    /// `{alloc4: &T}`, `{alloc4+0x10: &T}`: the address of an allocation of the compiler, often a static's.
    Pointer {
        /// The allocation.
        allocation: AllocationId,
        /// Bytes into it.
        offset: u64,
        /// The pointer's type.
        ty: Type,
    },
    /// `Slice { alloc_id: alloc7, meta: 1 }: &T`: a wide pointer to an allocation, with its length.
    WidePointer {
        /// The allocation.
        allocation: AllocationId,
        /// The length.
        meta: u64,
        /// The pointer's type.
        ty: Type,
    },
    /// `Indirect { alloc_id: alloc9, offset: Size(0 bytes) }: T`: a value held in an allocation.
    Indirect {
        /// The allocation.
        allocation: AllocationId,
        /// Bytes into it.
        offset: u64,
        /// The value's type.
        ty: Type,
    },
    /// `<static(DefId(0:23 ~ odd[8cfd]::TABLE))>`: the address of a static; the text of its definition.
    Static(Name),
    /// `{0x0 as *mut T}`: a pointer with a numeric address.
    Address {
        /// The address.
        address: u128,
        /// The pointer's type.
        ty: Type,
    },
    /// `{transmute(0x0001): T}`: a value given by its bits.
    Bits {
        /// The hexadecimal digits as printed, with their leading zeros.
        digits: Name,
        /// The value's type.
        ty: Type,
    },
    /// `&C`
    Ref(Box<ConstantKind>),
    /// `0_usize is 0..=9`: a value of a pattern type.
    Pattern {
        /// The value.
        value: Box<ConstantKind>,
        /// The text after `is`.
        pattern: Name,
    },
    /// `<uninit>`: no value; only where none is read.
    Uninit,
    /// `_`: rustc left it out.
    Hole,
}

/// The fields of a struct or variant value, in declaration order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdtFields<T> {
    /// No fields, printed as the bare path.
    Unit,
    /// `Path(A, B)`
    Tuple(Vec<T>),
    /// `Path { name: A }`; a union prints its *first* field's name, whichever is set.
    Struct(Vec<(Name, T)>),
}

/// An integer of any of Rust's types: sign and magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Integer {
    negative: bool,
    magnitude: u128,
}

impl Integer {
    /// 0
    pub const ZERO: Integer = Integer { negative: false, magnitude: 0 };

    /// `magnitude`, negated if `negative`; there is one zero.
    pub fn new(negative: bool, magnitude: u128) -> Integer {
        Integer { negative: negative && magnitude != 0, magnitude }
    }

    /// The value, if it lies between 0 and `u64::MAX`.
    pub fn to_u64(self) -> Option<u64> {
        if self.negative { None } else { u64::try_from(self.magnitude).ok() }
    }

    /// The value.
    pub fn to_bigint(self) -> BigInt {
        let magnitude = BigInt::from(self.magnitude);
        if self.negative { -magnitude } else { magnitude }
    }
}

impl From<ConstantKind> for Constant {
    /// A constant without comments.
    fn from(kind: ConstantKind) -> Constant {
        Constant { kind, facts: None }
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> std::cmp::Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.magnitude.cmp(&other.magnitude),
            (true, true) => other.magnitude.cmp(&self.magnitude),
            (false, true) => std::cmp::Ordering::Greater,
            (true, false) => std::cmp::Ordering::Less,
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Display for Integer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.magnitude)
    }
}

impl Operand {
    /// The place read, if the operand reads one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Operand::Copy(place) | Operand::Move(place) => Some(place),
            Operand::Constant(_) | Operand::Function(_) | Operand::RuntimeCheck(_) => None,
        }
    }

    /// The constant, if it is one.
    pub fn constant(&self) -> Option<&Constant> {
        match self {
            Operand::Constant(constant) => Some(constant),
            _ => None,
        }
    }
}

impl<T> AdtFields<T> {
    /// The fields' values, in declaration order.
    pub fn values(&self) -> Vec<&T> {
        match self {
            AdtFields::Unit => Vec::new(),
            AdtFields::Tuple(values) => values.iter().collect(),
            AdtFields::Struct(fields) => fields.iter().map(|(_, value)| value).collect(),
        }
    }
}
