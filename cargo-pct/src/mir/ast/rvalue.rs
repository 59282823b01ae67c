//! Rvalues: what an assignment computes.

use super::{AdtFields, ClosureType, ConstArg, Name, Operand, Path, Place, Type};

/// What the right side of an assignment computes. None but a cast, `Div`, `Rem` can fail, and those are checked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rvalue {
    /// The operand itself.
    Use(Operand),
    /// `[x; N]`: an array of `N` copies.
    Repeat(Operand, ConstArg),
    /// `&P`, `&mut P`: the address of a place, as a reference.
    Ref(BorrowKind, Place),
    /// `&raw const P`, `&raw mut P`: the address of a place, as a raw pointer.
    RawPtr(RawPtrKind, Place),
    /// `&/*tls*/ STATIC`: the address of this thread's copy of a thread-local static.
    ThreadLocalRef(Path),
    /// `x as T (kind)`
    Cast {
        /// How the value is converted.
        kind: CastKind,
        /// The value.
        operand: Operand,
        /// The target type.
        ty: Type,
    },
    /// `Add(a, b)`
    Binary(BinaryOp, Operand, Operand),
    /// `Neg(a)`
    Unary(UnaryOp, Operand),
    /// `discriminant(P)`: the discriminant (not the index) of an enum's variant, of the enum's representation type; 0 for
    /// other types.
    Discriminant(Place),
    /// `Len(P)`: the number of elements of an array or slice (older and optimised dumps).
    Len(Place),
    /// A tuple, array, struct, variant or closure from its parts, in declaration order.
    Aggregate(AggregateKind),
    /// `deref_copy P`: like copying the reference at `P` (optimised dumps).
    CopyForDeref(Place),
    /// `ShallowInitBox(x, T)`: a box around raw memory (older dumps).
    ShallowInitBox(Operand, Type),
    /// `*const T from (data, meta)`: a wide pointer from its parts (optimised dumps).
    RawPtrFromParts {
        /// The type of the result.
        ty: Type,
        /// The address.
        data: Operand,
        /// The length or vtable.
        metadata: Operand,
    },
    /// `SizeOf(T)`, `AlignOf(T)`, `OffsetOf(T, […])`: a number that depends on layout (older dumps); the whole text.
    Layout(Name),
}

/// How a place is borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BorrowKind {
    /// `&P`
    Shared,
    /// `&mut P`
    Mut,
    /// `&fake P`, `&fake shallow P`: for the borrow checker only; has no effect.
    Fake,
}

/// What kind of raw pointer is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RawPtrKind {
    /// `&raw const P`
    Const,
    /// `&raw mut P`
    Mut,
    /// `&raw const (fake) P`: read only for its metadata (a slice's length).
    FakeForMetadata,
}

/// How a cast converts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastKind {
    /// Between integers, and from `bool` and `char`: truncates or extends by the *source's* signedness.
    IntToInt,
    /// To the nearest float.
    IntToFloat,
    /// Towards zero, saturating; NaN gives 0.
    FloatToInt,
    /// Between float widths.
    FloatToFloat,
    /// Between raw pointers; the address stays, metadata may go.
    PtrToPtr,
    /// A function pointer to a raw pointer.
    FnPtrToPtr,
    /// The bits, at another type of the same size.
    Transmute,
    /// `(PointerCoercion(Unsize, Implicit))`: an array reference to a slice's, or a pointer to `dyn`; adds metadata.
    Unsize,
    /// `(PointerCoercion(ReifyFnPointer(Safe), …))`: a function item to a function pointer.
    ReifyFnPointer,
    /// A closure without captures to a function pointer.
    ClosureFnPointer,
    /// `fn` to `unsafe fn`.
    UnsafeFnPointer,
    /// `*mut T` to `*const T`.
    MutToConstPointer,
    /// `*const [T; N]` to `*const T`.
    ArrayToPointer,
    /// `ptr as usize`
    PointerExposeProvenance,
    /// `usize as ptr`
    PointerWithExposedProvenance,
    /// The same value at a type that differs in lifetimes only.
    Subtype,
    /// Any other, by its text: nothing may be assumed of the result.
    Other(Name),
}

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

/// What an aggregate builds, and from what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AggregateKind {
    /// `(a, b)`
    Tuple(Vec<Operand>),
    /// `[a, b]`
    Array(Vec<Operand>),
    /// `S { x: a }`, `Some(a)`, `None`: a struct, a variant, or a union (one field; see [`AdtFields::Struct`]).
    ///
    /// Without span comments a bare path may also be a function item's value.
    Adt {
        /// The struct, union or variant.
        path: Path,
        /// Its fields.
        fields: AdtFields<Operand>,
    },
    /// `{closure@…} { x: a }`: a closure or coroutine from what it captures.
    Closure(Box<CaptureList>),
}

/// The captures of a closure or coroutine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureList {
    /// Its type.
    pub closure: ClosureType,
    /// Printed label and operand. The labels are the captured *variables* in order of first use and can be shifted against the
    /// operands: only the operands' order counts.
    pub captures: Vec<(Name, Operand)>,
    /// `DefId(0:82 ~ …::swap_remove::{closure#0})`: the text inside, where the comments give it.
    pub definition: Option<Name>,
    /// The types of all captures, where the comments give them; as text, in the compiler's debugging format.
    pub capture_types: Option<Vec<Name>>,
}

impl CaptureList {
    /// Whether the text lost operands: rustc prints at most one capture a *variable*. Then the values of the captures
    /// after the printed ones are unknown, and an executor must not build the closure from this list.
    ///
    /// `None` where the dump has no comments to compare with.
    pub fn is_incomplete(&self) -> Option<bool> {
        self.capture_types.as_ref().map(|types| types.len() != self.captures.len())
    }
}

impl Rvalue {
    /// The operands read, in order.
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            Rvalue::Use(operand)
            | Rvalue::Repeat(operand, _)
            | Rvalue::Cast { operand, .. }
            | Rvalue::Unary(_, operand)
            | Rvalue::ShallowInitBox(operand, _) => vec![operand],
            Rvalue::Binary(_, left, right) => vec![left, right],
            Rvalue::RawPtrFromParts { data, metadata, .. } => vec![data, metadata],
            Rvalue::Aggregate(aggregate) => aggregate.operands(),
            Rvalue::Ref(..)
            | Rvalue::RawPtr(..)
            | Rvalue::ThreadLocalRef(_)
            | Rvalue::Discriminant(_)
            | Rvalue::Len(_)
            | Rvalue::CopyForDeref(_)
            | Rvalue::Layout(_) => Vec::new(),
        }
    }

    /// The place that is borrowed or inspected, rather than read as an operand.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Rvalue::Ref(_, place)
            | Rvalue::RawPtr(_, place)
            | Rvalue::Discriminant(place)
            | Rvalue::Len(place)
            | Rvalue::CopyForDeref(place) => Some(place),
            _ => None,
        }
    }
}

impl AggregateKind {
    /// The parts, in order.
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            AggregateKind::Tuple(operands) | AggregateKind::Array(operands) => operands.iter().collect(),
            AggregateKind::Adt { fields, .. } => fields.values(),
            AggregateKind::Closure(list) => list.captures.iter().map(|(_, operand)| operand).collect(),
        }
    }
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

impl CastKind {
    /// The kind by the text between the parentheses; none for [`CastKind::Other`].
    pub fn from_text(text: &str) -> Option<CastKind> {
        let coercion = text.strip_prefix("PointerCoercion(").map(|inner| inner.split([',', '(', ')']).next());
        Some(match (text, coercion.flatten()) {
            ("IntToInt", _) => CastKind::IntToInt,
            ("IntToFloat", _) => CastKind::IntToFloat,
            ("FloatToInt", _) => CastKind::FloatToInt,
            ("FloatToFloat", _) => CastKind::FloatToFloat,
            ("PtrToPtr", _) => CastKind::PtrToPtr,
            ("FnPtrToPtr", _) => CastKind::FnPtrToPtr,
            ("Transmute", _) => CastKind::Transmute,
            ("PointerExposeProvenance", _) => CastKind::PointerExposeProvenance,
            ("PointerWithExposedProvenance", _) => CastKind::PointerWithExposedProvenance,
            ("Subtype", _) => CastKind::Subtype,
            (_, Some("Unsize")) => CastKind::Unsize,
            (_, Some("ReifyFnPointer")) => CastKind::ReifyFnPointer,
            (_, Some("ClosureFnPointer")) => CastKind::ClosureFnPointer,
            (_, Some("UnsafeFnPointer")) => CastKind::UnsafeFnPointer,
            (_, Some("MutToConstPointer")) => CastKind::MutToConstPointer,
            (_, Some("ArrayToPointer")) => CastKind::ArrayToPointer,
            _ => return None,
        })
    }

    /// The text between the parentheses; what rustc adds to coercions (safety, whether written with `as`) is not kept.
    pub fn text(&self) -> &str {
        match self {
            CastKind::IntToInt => "IntToInt",
            CastKind::IntToFloat => "IntToFloat",
            CastKind::FloatToInt => "FloatToInt",
            CastKind::FloatToFloat => "FloatToFloat",
            CastKind::PtrToPtr => "PtrToPtr",
            CastKind::FnPtrToPtr => "FnPtrToPtr",
            CastKind::Transmute => "Transmute",
            CastKind::PointerExposeProvenance => "PointerExposeProvenance",
            CastKind::PointerWithExposedProvenance => "PointerWithExposedProvenance",
            CastKind::Subtype => "Subtype",
            CastKind::Unsize => "PointerCoercion(Unsize)",
            CastKind::ReifyFnPointer => "PointerCoercion(ReifyFnPointer)",
            CastKind::ClosureFnPointer => "PointerCoercion(ClosureFnPointer)",
            CastKind::UnsafeFnPointer => "PointerCoercion(UnsafeFnPointer)",
            CastKind::MutToConstPointer => "PointerCoercion(MutToConstPointer)",
            CastKind::ArrayToPointer => "PointerCoercion(ArrayToPointer)",
            CastKind::Other(text) => text,
        }
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
