//! Paths, segment by segment: names of types, functions, constants and bodies.

use super::{ClosureType, ConstArg, Name, Type};
use crate::span::Span;
use std::sync::Arc;

/// `std::vec::Vec::<u32>::push`, `<T as Shape>::SIDES`, `a::<impl at src/a.rs:3:1: 3:20>::new::{closure#0}`
///
/// Paths of the analysed crate have no prefix. The standard library's begin with `std`, `core` or `alloc`, depending
/// on how the crate links it: compare with [`Path::is_std`]. (A crate may name a module `core` too; the source tells.)
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Path {
    /// At least one. Shared: paths are most of what a crate's code takes in memory, and few of them differ.
    pub segments: Arc<[Segment]>,
}

/// One piece of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Segment {
    /// `Vec::<u32>`, `push`, `r#type`, `_`: an identifier and its generic arguments, if any.
    Named {
        /// With its `r#`, if raw; `_` names a `const _` (and holds what is declared within).
        name: Name,
        /// Written with a turbofish in values, without in types.
        args: GenericArgs,
    },
    /// `<impl at src/a.rs:3:1: 3:20>`: an impl block, by the span of its header. Impls that one macro made share it, a
    /// derived impl has the derive's name as span.
    ImplAt(Span),
    /// `<impl [T]>`, `<impl Add for S>`: an impl block that does not stand in its type's module.
    Impl {
        /// The implementing type.
        self_type: Box<Type>,
        /// The trait, if it implements one.
        trait_path: Option<Box<Path>>,
    },
    /// `<T as Trait<A>>` or `<[T]>`, as first segment: an item of a trait for a type, or of a type without a path.
    Qualified {
        /// The type whose item it is.
        self_type: Box<Type>,
        /// The trait.
        trait_path: Option<Box<Path>>,
    },
    /// `{closure#0}`, `{constant#1}`: an item without a name, numbered among its kind in its parent.
    Anonymous {
        /// Its kind.
        kind: AnonymousKind,
        /// Its number.
        index: u32,
        /// Generic arguments of the enclosing items.
        args: GenericArgs,
    },
    /// `{closure@src/a.rs:1:2: 1:9}`: a closure as part of a path.
    Closure(Box<ClosureType>),
    /// `promoted[0]`: a constant that the compiler took out of the body before it.
    Promoted(u32),
    /// `0` in `Pair::0::{constant#0}`: a tuple field, which holds an array-length constant.
    TupleField(u32),
}

/// The kinds of items without a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum AnonymousKind {
    /// `{closure#0}`: a closure, or the body of an async function or block.
    Closure,
    /// `{constant#0}`: an array length, explicit discriminant, const argument or `const { }` block.
    Constant,
    /// `{impl#0}`
    Impl,
    /// Any other, by its word: `{shim:…#0}`, `{vtable.shim}`.
    Other(Name),
}

/// What follows a name between brackets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum GenericArgs {
    /// `<A, 'a, 3, Item = B>`; empty where nothing is written.
    Angle(Vec<GenericArg>),
    /// `(A, B) -> C` of `Fn`, `FnMut`, `FnOnce` and their async kin.
    Parenthesized {
        /// `A, B`
        inputs: Vec<Type>,
        /// `C`; `None` where nothing is written, which means unit.
        output: Option<Box<Type>>,
    },
}

/// One generic argument.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum GenericArg {
    /// `'a`, `'_`
    Lifetime(Name),
    /// A type; also a const parameter or constant named by a lone path, which the text cannot tell from a type.
    Type(Type),
    /// A constant that cannot be a type: `3`, `true`, `'x'`, `{ N + 1 }`.
    Const(ConstArg),
    /// `Item = T`
    AssociatedType {
        /// `Item`
        name: Name,
        /// The arguments of a generic associated type.
        args: Vec<GenericArg>,
        /// `T`
        ty: Type,
    },
}

/// `<Self as Trait>::name::<args>`, taken apart by [`Path::as_trait_item`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraitItem<'a> {
    /// The type whose item it is.
    pub self_type: &'a Type,
    /// The trait, with its arguments.
    pub trait_path: &'a Path,
    /// The item's name.
    pub name: &'a Name,
    /// The item's own generic arguments.
    pub args: &'a [GenericArg],
}

impl GenericArg {
    /// The argument, where it is a type.
    pub fn as_type(&self) -> Option<&Type> {
        match self {
            GenericArg::Type(ty) => Some(ty),
            GenericArg::Lifetime(_) | GenericArg::Const(_) | GenericArg::AssociatedType { .. } => None,
        }
    }

    /// The constant, if the argument is one.
    pub fn as_const(&self) -> Option<&ConstArg> {
        match self {
            GenericArg::Const(constant) => Some(constant),
            GenericArg::Lifetime(_) | GenericArg::Type(_) | GenericArg::AssociatedType { .. } => None,
        }
    }
}

impl GenericArgs {
    /// No arguments.
    pub const NONE: GenericArgs = GenericArgs::Angle(Vec::new());

    /// The arguments between angle brackets; empty for `Fn(A) -> B`.
    pub fn angle(&self) -> &[GenericArg] {
        match self {
            GenericArgs::Angle(args) => args,
            GenericArgs::Parenthesized { .. } => &[],
        }
    }

    /// Whether nothing is written.
    pub fn is_none(&self) -> bool {
        matches!(self, GenericArgs::Angle(args) if args.is_empty())
    }
}

impl Segment {
    /// The identifier, where the segment is one.
    pub fn name(&self) -> Option<&Name> {
        match self {
            Segment::Named { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The generic arguments between angle brackets; empty where there are none.
    pub fn args(&self) -> &[GenericArg] {
        match self {
            Segment::Named { args, .. } | Segment::Anonymous { args, .. } => args.angle(),
            _ => &[],
        }
    }
}

impl Path {
    /// The path of one identifier without arguments, if it is one.
    pub fn as_identifier(&self) -> Option<&Name> {
        match &*self.segments {
            [Segment::Named { name, args }] if args.is_none() => Some(name),
            _ => None,
        }
    }

    /// The segments of this path alone.
    pub fn segments_mut(&mut self) -> &mut [Segment] {
        Arc::make_mut(&mut self.segments)
    }

    /// The path with one more segment.
    pub fn with(&self, last: Segment) -> Path {
        Path { segments: self.segments.iter().cloned().chain([last]).collect() }
    }

    /// The last segment.
    pub fn last(&self) -> &Segment {
        self.segments.last().expect("a path has a segment")
    }

    /// The last segment's identifier, where it is one.
    pub fn last_name(&self) -> Option<&Name> {
        self.last().name()
    }

    /// The identifiers, where the path consists of identifiers alone; generic arguments are left aside.
    pub fn names(&self) -> Option<Vec<&str>> {
        self.segments.iter().map(|segment| segment.name().map(|name| &**name)).collect()
    }

    /// Whether the path begins in `std`, `core` or `alloc`, as far as its text says.
    pub fn begins_in_std(&self) -> bool {
        self.segments[0].name().is_some_and(|name| matches!(&**name, "std" | "core" | "alloc"))
    }

    /// The identifiers after `std`, `core` or `alloc`: `["option", "Option", "map"]` for `std::option::Option::<T>::map`
    /// and `core::option::Option::<T>::map` alike; none where another kind of segment is in between.
    pub fn std_names(&self) -> Option<Vec<&str>> {
        if !self.begins_in_std() {
            return None;
        }
        self.names().map(|names| names[1..].to_vec())
    }

    /// The types among the generic arguments of all segments, in order.
    pub fn type_args(&self) -> impl Iterator<Item = &Type> {
        self.segments.iter().flat_map(Segment::args).filter_map(GenericArg::as_type)
    }

    /// The constants among the generic arguments of all segments, in order.
    pub fn const_args(&self) -> impl Iterator<Item = &ConstArg> {
        self.segments.iter().flat_map(Segment::args).filter_map(GenericArg::as_const)
    }

    /// The type that is the first generic argument of the last segment: `T` of `Box<T>`.
    pub fn first_type_arg(&self) -> Option<&Type> {
        self.last().args().first()?.as_type()
    }

    /// Whether [`Path::std_names`] are these: `path.is_std(&["vec", "Vec", "push"])`.
    pub fn is_std(&self, names: &[&str]) -> bool {
        self.begins_in_std()
            && self.segments.len() == names.len() + 1
            && self.segments[1..]
                .iter()
                .zip(names)
                .all(|(segment, name)| segment.name().is_some_and(|own| **own == **name))
    }

    /// The path with `core` and `alloc` spelled `std`, here and in all that it mentions directly: equal for the same item
    /// of the standard library however the crate links it.
    pub fn with_std(&self) -> Path {
        let mut path = self.clone();
        if path.begins_in_std()
            && let Segment::Named { name, .. } = &mut path.segments_mut()[0]
        {
            *name = "std".into();
        }
        path
    }

    /// The parts of `<Self as Trait>::name::<args>`, if the path has that form.
    pub fn as_trait_item(&self) -> Option<TraitItem<'_>> {
        match &*self.segments {
            [
                Segment::Qualified { self_type, trait_path: Some(trait_path) },
                Segment::Named { name, args },
            ] => Some(TraitItem { self_type, trait_path, name, args: args.angle() }),
            _ => None,
        }
    }

    /// The path without its last segment, if more than one.
    pub fn parent(&self) -> Option<Path> {
        match &*self.segments {
            [] | [_] => None,
            [parent @ .., _] => Some(Path { segments: parent.into() }),
        }
    }
}

/// A path of plain identifiers.
pub fn path_of(names: &[&str]) -> Path {
    let segment = |name: &&str| Segment::Named { name: (**name).into(), args: GenericArgs::NONE };
    Path { segments: names.iter().map(segment).collect() }
}

/// The identifiers of a path, joined by `::`, without arguments; none where another kind of segment is in it.
pub fn plain_name(path: &Path) -> Option<String> {
    path.names().map(|names| names.join("::"))
}
