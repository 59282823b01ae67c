//! Types, as rustc prints them.

mod numbers;

pub use numbers::{FloatType, IntType};

use super::{Integer, Name, Path};
use crate::span::Span;

/// A type.
///
/// The text does not tell apart a type of the crate's root, a type parameter, `Self` and a type alias that rustc
/// could not expand: all are [`Type::Path`] with a single named segment. The source knows which it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Type {
    /// `bool`
    Bool,
    /// `char`
    Char,
    /// `str`, always behind a pointer.
    Str,
    /// `!`, the type without values.
    Never,
    /// A fixed-width or pointer-wide integer.
    Int(IntType),
    /// A floating-point number.
    Float(FloatType),
    /// `&T`, `&mut T`; the lifetime is printed only where a binder (`for<'a>`) introduces it.
    Ref {
        /// `'a`, where it is printed.
        lifetime: Option<Name>,
        /// `&mut` or `&`.
        mutability: Mutability,
        /// What it points to.
        referent: Box<Type>,
    },
    /// `*const T`, `*mut T`
    RawPtr {
        /// `*mut` or `*const`.
        mutability: Mutability,
        /// What it points to.
        pointee: Box<Type>,
    },
    /// `[T]`, always behind a pointer.
    Slice(Box<Type>),
    /// `[T; N]`
    Array {
        /// `T`
        element: Box<Type>,
        /// `N`: a number, a parameter, a constant or an expression that rustc left unevaluated.
        length: ConstArg,
    },
    /// `(A, B)`; `()` is the unit type.
    Tuple(Vec<Type>),
    /// A struct, enum, union, type parameter, `Self`, foreign type, or associated type: whatever a path names.
    /// `<T as Trait>::Item` begins with [`Segment::Qualified`](super::Segment::Qualified).
    Path(Path),
    /// `fn(A) -> B`: a pointer to a function known only at run time.
    FnPtr(Box<FnSignature>),
    /// `fn(A) -> B {path}`: the zero-sized type of one function item.
    FnDef {
        /// Its signature as declared, for this instantiation.
        signature: Box<FnSignature>,
        /// The item.
        path: Path,
    },
    /// `{closure@src/a.rs:1:2: 1:9}` and its kin: an anonymous type, named by where its expression stands. Macros can
    /// make several of one place.
    Closure(Box<ClosureType>),
    /// `{async fn body of f()}`: what an `async fn` returns, named by the function.
    FnCoroutine {
        /// The words before the path: `async fn body of`.
        keyword: Name,
        /// The function.
        path: Path,
    },
    /// `dyn A + Send`: any type that meets the bounds, always behind a pointer.
    Dyn(Vec<Bound>),
    /// `impl A + B` in argument position: a type parameter whose *name* is this text.
    Impl(Vec<Bound>),
    /// `u32 is 1..=9`: a type narrowed to a range of its values (standard-library internals, optimised dumps).
    Pattern {
        /// The type it narrows.
        base: Box<Type>,
        /// The text after `is`.
        pattern: Name,
    },
    /// `unsafe<'a> T`
    UnsafeBinder {
        /// The lifetimes it binds.
        binder: Vec<Name>,
        /// The bound type.
        inner: Box<Type>,
    },
    /// `_`: rustc left it out.
    Infer,
}

impl Type {
    /// The types that this one is written with, one level down: the one place that takes apart what a type names. A function, a closure or a
    /// trait object names none that its values hold.
    ///
    /// What a declared type has for fields is not written here: see `Program::structure`.
    pub fn children(&self) -> Vec<&Type> {
        match self {
            Type::Ref { referent: inner, .. } | Type::RawPtr { pointee: inner, .. } => vec![inner],
            Type::Slice(element) | Type::Array { element, .. } => vec![element],
            Type::Tuple(elements) => elements.iter().collect(),
            Type::Path(path) => path.type_args().collect(),
            Type::Pattern { base: inner, .. } | Type::UnsafeBinder { inner, .. } => vec![inner],
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => Vec::new(),
            Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => Vec::new(),
            Type::Dyn(_) | Type::Impl(_) | Type::Infer => Vec::new(),
        }
    }

    /// The constants that this type is written with, one level down.
    pub fn constants(&self) -> Vec<&ConstArg> {
        match self {
            Type::Array { length, .. } => vec![length],
            Type::Path(path) => path.const_args().collect(),
            Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Tuple(_) => Vec::new(),
            Type::Pattern { .. } | Type::UnsafeBinder { .. } => Vec::new(),
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => Vec::new(),
            Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => Vec::new(),
            Type::Dyn(_) | Type::Impl(_) | Type::Infer => Vec::new(),
        }
    }

    /// Calls a function with the type and all that it is written with, at any depth, in order.
    pub fn each_part<'a>(&'a self, f: &mut dyn FnMut(&'a Type)) {
        f(self);
        self.children().into_iter().for_each(|child| child.each_part(f));
    }

    /// Tells whether the type or one that it is written with, at any depth, is as asked.
    pub fn any_part(&self, is: &mut dyn FnMut(&Type) -> bool) -> bool {
        is(self) || self.children().into_iter().any(|child| child.any_part(is))
    }

    /// Removes the references and raw pointers around a type.
    pub fn peel_pointers(&self) -> &Type {
        let mut ty = self;
        while let Type::Ref { referent: inner, .. } | Type::RawPtr { pointee: inner, .. } = ty {
            ty = inner;
        }
        ty
    }
}

/// Whether what is pointed to may be written through the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Mutability {
    /// `&T`, `*const T`, `let _1`
    Not,
    /// `&mut T`, `*mut T`, `let mut _1`
    Mut,
}

/// A constant at the level of types: the length of an array, a const generic argument.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum ConstArg {
    /// `4`, `-1`, `4_usize`; the type is printed rarely.
    Integer {
        /// Its value.
        value: Integer,
        /// Its type, where printed.
        ty: Option<IntType>,
    },
    /// `true`
    Bool(bool),
    /// `'x'`
    Char(char),
    /// `N`, `a::b::C`, `<T as Tr>::C`: a const parameter, a constant, or an unevaluated one.
    Path(Path),
    /// `CAP + 1`, `{ … }`: an expression that rustc printed and did not evaluate. Nothing may be assumed of its value.
    Expression(Name),
    /// `_`: rustc left it out.
    Infer,
}

/// `for<'a> unsafe extern "C" fn(A, B) -> C`
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct FnSignature {
    /// The lifetimes of `for<…>`.
    pub binder: Vec<Name>,
    /// `#[target_features]`: it needs processor features beyond the build's.
    pub has_target_features: bool,
    /// `unsafe`
    pub is_unsafe: bool,
    /// The text after `extern`, without its quotes; `None` is Rust's own.
    pub abi: Option<Name>,
    /// The argument types.
    pub inputs: Vec<Type>,
    /// `...` after the inputs.
    pub is_variadic: bool,
    /// The type of the result; unit where nothing is printed.
    pub output: Type,
}

/// The type of one closure or coroutine expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct ClosureType {
    /// Which kind of expression.
    pub kind: ClosureKind,
    /// Where it stands: for one that a macro made, where it stands in the macro.
    pub location: Span,
    /// `(#0)`: the number of the macro expansion, printed by some kinds.
    pub expansion: Option<u32>,
}

/// The kinds of anonymous callable or resumable types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum ClosureKind {
    /// `{closure@…}`
    Closure,
    /// `{async closure@…}`
    AsyncClosure,
    /// `{coroutine-closure@…}`
    CoroutineClosure,
    /// `{coroutine@…}`
    Coroutine,
    /// `{async block@…}`
    AsyncBlock,
    /// `{async closure body@…}`
    AsyncClosureBody,
    /// `{gen block@…}`
    GenBlock,
    /// `{async gen block@…}`
    AsyncGenBlock,
    /// `{async fn body@…}`
    AsyncFnBody,
    /// `{gen fn body@…}`
    GenFnBody,
    /// `{coroutine witness@…}`
    CoroutineWitness,
}

/// One bound of `dyn` or `impl`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Bound {
    /// `for<'a> Fn(&'a T) -> u32`, `?Sized`
    Trait {
        /// The lifetimes of `for<…>`.
        binder: Vec<Name>,
        /// `?`: the bound lifts a default one.
        is_relaxed: bool,
        /// The trait, with its arguments and associated types.
        path: Path,
    },
    /// `'a`
    Lifetime(Name),
}

impl Type {
    /// The unit type.
    pub const UNIT: Type = Type::Tuple(Vec::new());

    /// Whether this is `()`.
    pub fn is_unit(&self) -> bool {
        matches!(self, Type::Tuple(elements) if elements.is_empty())
    }

    /// The path, where the type is one.
    pub fn as_path(&self) -> Option<&Path> {
        match self {
            Type::Path(path) => Some(path),
            _ => None,
        }
    }

    /// The name, where the type is a lone identifier without arguments: a type of the crate's root, a type parameter
    /// or `Self`.
    pub fn as_identifier(&self) -> Option<&Name> {
        self.as_path().and_then(Path::as_identifier)
    }

    /// What a reference, raw pointer or nothing else points to.
    pub fn pointee(&self) -> Option<&Type> {
        match self {
            Type::Ref { referent, .. } => Some(referent),
            Type::RawPtr { pointee, .. } => Some(pointee),
            _ => None,
        }
    }
}

impl ClosureKind {
    /// All kinds.
    pub const ALL: [ClosureKind; 11] = [
        ClosureKind::Closure,
        ClosureKind::AsyncClosure,
        ClosureKind::CoroutineClosure,
        ClosureKind::Coroutine,
        ClosureKind::AsyncBlock,
        ClosureKind::AsyncClosureBody,
        ClosureKind::GenBlock,
        ClosureKind::AsyncGenBlock,
        ClosureKind::AsyncFnBody,
        ClosureKind::GenFnBody,
        ClosureKind::CoroutineWitness,
    ];

    /// The words before the `@`.
    pub fn name(self) -> &'static str {
        match self {
            ClosureKind::Closure => "closure",
            ClosureKind::AsyncClosure => "async closure",
            ClosureKind::CoroutineClosure => "coroutine-closure",
            ClosureKind::Coroutine => "coroutine",
            ClosureKind::AsyncBlock => "async block",
            ClosureKind::AsyncClosureBody => "async closure body",
            ClosureKind::GenBlock => "gen block",
            ClosureKind::AsyncGenBlock => "async gen block",
            ClosureKind::AsyncFnBody => "async fn body",
            ClosureKind::GenFnBody => "gen fn body",
            ClosureKind::CoroutineWitness => "coroutine witness",
        }
    }

    /// The kind of those words.
    pub fn from_name(name: &str) -> Option<ClosureKind> {
        ClosureKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
