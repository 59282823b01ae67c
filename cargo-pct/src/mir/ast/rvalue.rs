//! Rvalues: what an assignment computes.

mod operators;

pub use operators::{BinaryOp, UnaryOp};

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
