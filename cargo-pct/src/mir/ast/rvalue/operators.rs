//! The operators of rvalues, with the words that MIR's text has for them.

/// Operations on two operands of integers, floats, `bool`, `char` or pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOp {
    /// Wraps. (An overflow check, if any, stands before.)
    Add,
    /// Wraps.
    Sub,
    /// Wraps.
    Mul,
    /// The sum and whether it overflowed, as `(T, bool)`.
    AddWithOverflow,
    /// The difference and whether it overflowed.
    SubWithOverflow,
    /// The product and whether it overflowed.
    MulWithOverflow,
    /// The caller promises that it does not overflow (optimised dumps).
    AddUnchecked,
    /// The caller promises that it does not overflow.
    SubUnchecked,
    /// The caller promises that it does not overflow.
    MulUnchecked,
    /// Truncates towards zero; division by zero and `MIN / -1` are excluded before.
    Div,
    /// Takes the dividend's sign; excluded cases as for `Div`.
    Rem,
    /// Bitwise, or of `bool`.
    BitXor,
    /// Bitwise, or of `bool`.
    BitAnd,
    /// Bitwise, or of `bool`.
    BitOr,
    /// The shift count, of any integer type, is taken modulo the width.
    Shl,
    /// Arithmetic for signed left operands; the count is taken modulo the width.
    Shr,
    /// The caller promises that the count is less than the width.
    ShlUnchecked,
    /// The caller promises that the count is less than the width.
    ShrUnchecked,
    /// `==`
    Eq,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `!=`
    Ne,
    /// `>=`
    Ge,
    /// `>`
    Gt,
    /// Three-way, as `Ordering` (optimised dumps).
    Cmp,
    /// Pointer plus a count of elements (optimised dumps).
    Offset,
}

/// Operations on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    /// Bitwise complement, or of `bool`.
    Not,
    /// Wraps at the minimum. (A check, if any, stands before.)
    Neg,
    /// The metadata of a pointer: a slice's length, `()` for thin pointers.
    PtrMetadata,
}

impl BinaryOp {
    /// All operations.
    pub const ALL: [BinaryOp; 26] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::AddWithOverflow,
        BinaryOp::SubWithOverflow,
        BinaryOp::MulWithOverflow,
        BinaryOp::AddUnchecked,
        BinaryOp::SubUnchecked,
        BinaryOp::MulUnchecked,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::BitXor,
        BinaryOp::BitAnd,
        BinaryOp::BitOr,
        BinaryOp::Shl,
        BinaryOp::Shr,
        BinaryOp::ShlUnchecked,
        BinaryOp::ShrUnchecked,
        BinaryOp::Eq,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Ne,
        BinaryOp::Ge,
        BinaryOp::Gt,
        BinaryOp::Cmp,
        BinaryOp::Offset,
    ];

    /// The word in MIR.
    pub fn name(self) -> &'static str {
        match self {
            BinaryOp::Add => "Add",
            BinaryOp::Sub => "Sub",
            BinaryOp::Mul => "Mul",
            BinaryOp::AddWithOverflow => "AddWithOverflow",
            BinaryOp::SubWithOverflow => "SubWithOverflow",
            BinaryOp::MulWithOverflow => "MulWithOverflow",
            BinaryOp::AddUnchecked => "AddUnchecked",
            BinaryOp::SubUnchecked => "SubUnchecked",
            BinaryOp::MulUnchecked => "MulUnchecked",
            BinaryOp::Div => "Div",
            BinaryOp::Rem => "Rem",
            BinaryOp::BitXor => "BitXor",
            BinaryOp::BitAnd => "BitAnd",
            BinaryOp::BitOr => "BitOr",
            BinaryOp::Shl => "Shl",
            BinaryOp::Shr => "Shr",
            BinaryOp::ShlUnchecked => "ShlUnchecked",
            BinaryOp::ShrUnchecked => "ShrUnchecked",
            BinaryOp::Eq => "Eq",
            BinaryOp::Lt => "Lt",
            BinaryOp::Le => "Le",
            BinaryOp::Ne => "Ne",
            BinaryOp::Ge => "Ge",
            BinaryOp::Gt => "Gt",
            BinaryOp::Cmp => "Cmp",
            BinaryOp::Offset => "Offset",
        }
    }

    /// The operation of that word.
    pub fn from_name(name: &str) -> Option<BinaryOp> {
        BinaryOp::ALL.into_iter().find(|op| op.name() == name)
    }
}

impl UnaryOp {
    /// The operation of that word.
    pub fn from_name(name: &str) -> Option<UnaryOp> {
        [UnaryOp::Not, UnaryOp::Neg, UnaryOp::PtrMetadata].into_iter().find(|op| op.name() == name)
    }

    /// The word in MIR.
    pub fn name(self) -> &'static str {
        match self {
            UnaryOp::Not => "Not",
            UnaryOp::Neg => "Neg",
            UnaryOp::PtrMetadata => "PtrMetadata",
        }
    }
}
