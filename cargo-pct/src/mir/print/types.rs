//! Types and paths.

use super::{separated, tuple};
use crate::mir::{
    AnonymousKind, Bound, ClosureType, ConstArg, FnSignature, GenericArg, GenericArgs, IntType, Integer,
    Mutability, Name, Path, Segment, Type,
};
use crate::span::Span;
use std::fmt::{self, Display, Formatter};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => f.write_str("bool"),
            Type::Char => f.write_str("char"),
            Type::Str => f.write_str("str"),
            Type::Never => f.write_str("!"),
            Type::Infer => f.write_str("_"),
            Type::Int(ty) => f.write_str(ty.name()),
            Type::Float(ty) => f.write_str(ty.name()),
            Type::Ref { lifetime, mutability, referent } => {
                f.write_str("&")?;
                if let Some(lifetime) = lifetime {
                    write!(f, "{lifetime} ")?;
                }
                write!(f, "{}{referent}", mutability.prefix())
            }
            Type::RawPtr { mutability: Mutability::Mut, pointee } => write!(f, "*mut {pointee}"),
            Type::RawPtr { mutability: Mutability::Not, pointee } => write!(f, "*const {pointee}"),
            Type::Slice(element) => write!(f, "[{element}]"),
            Type::Array { element, length } => write!(f, "[{element}; {length}]"),
            Type::Tuple(elements) => tuple(f, elements, |f, ty| ty.fmt(f)),
            Type::Path(path) => type_path(f, path),
            Type::FnPtr(signature) => signature.fmt(f),
            Type::FnDef { signature, path } => write!(f, "{signature} {{{path}}}"),
            Type::Closure(closure) => closure.fmt(f),
            Type::FnCoroutine { keyword, path } => {
                write!(f, "{{{keyword} of ")?;
                type_path(f, path)?;
                f.write_str("()}")
            }
            Type::Dyn(list) if list.iter().any(|bound| matches!(bound, Bound::Lifetime(_))) => {
                f.write_str("(dyn ")?;
                bounds(f, list)?;
                f.write_str(")")
            }
            Type::Dyn(list) => {
                f.write_str("dyn ")?;
                bounds(f, list)
            }
            Type::Impl(list) => {
                f.write_str("impl ")?;
                bounds(f, list)
            }
            Type::Pattern { base, pattern } => write!(f, "({base}) is {pattern}"),
            Type::UnsafeBinder { binder, inner } => {
                f.write_str("unsafe<")?;
                separated(f, ", ", binder, |f, name| f.write_str(name))?;
                write!(f, "> {inner}")
            }
        }
    }
}

impl Mutability {
    /// `mut `, or nothing.
    pub(super) fn prefix(self) -> &'static str {
        match self {
            Mutability::Mut => "mut ",
            Mutability::Not => "",
        }
    }
}

fn bounds(f: &mut Formatter<'_>, bounds: &[Bound]) -> fmt::Result {
    separated(f, " + ", bounds, |f, bound| match bound {
        Bound::Lifetime(lifetime) => f.write_str(lifetime),
        Bound::Trait { binder: lifetimes, is_relaxed, path } => {
            f.write_str(if *is_relaxed { "?" } else { "" })?;
            binder(f, lifetimes)?;
            type_path(f, path)
        }
    })
}

/// `for<'a> `, or nothing.
fn binder(f: &mut Formatter<'_>, lifetimes: &[Name]) -> fmt::Result {
    if lifetimes.is_empty() {
        return Ok(());
    }
    f.write_str("for<")?;
    separated(f, ", ", lifetimes, |f, name| f.write_str(name))?;
    f.write_str("> ")
}

impl Display for FnSignature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        binder(f, &self.binder)?;
        f.write_str(if self.has_target_features { "#[target_features] " } else { "" })?;
        f.write_str(if self.is_unsafe { "unsafe " } else { "" })?;
        if let Some(abi) = &self.abi {
            write!(f, "extern {:?} ", &**abi)?;
        }
        f.write_str("fn(")?;
        separated(f, ", ", &self.inputs, |f, ty| ty.fmt(f))?;
        match (self.is_variadic, self.inputs.is_empty()) {
            (true, true) => f.write_str("...")?,
            (true, false) => f.write_str(", ...")?,
            (false, _) => {}
        }
        f.write_str(")")?;
        if !self.output.is_unit() {
            write!(f, " -> {}", self.output)?;
        }
        Ok(())
    }
}

impl Display for ClosureType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}@", self.kind.name())?;
        span(f, &self.location)?;
        if let Some(expansion) = self.expansion {
            write!(f, " (#{expansion})")?;
        }
        f.write_str("}")
    }
}

/// `src/a.rs:1:2: 3:4`
pub(super) fn span(f: &mut Formatter<'_>, span: &Span) -> fmt::Result {
    write!(f, "{}:{}: {}", span.file, span.start, span.end)
}

impl Display for ConstArg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ConstArg::Integer { value, ty: Some(ty) } => integer(f, *value, *ty),
            ConstArg::Integer { value, ty: None } => value.fmt(f),
            ConstArg::Bool(value) => value.fmt(f),
            ConstArg::Char(value) => write!(f, "{value:?}"),
            ConstArg::Path(path) => path.fmt(f),
            ConstArg::Expression(text) => f.write_str(text),
            ConstArg::Infer => f.write_str("_"),
        }
    }
}

/// `5_u32`, `u8::MAX`: rustc prints extreme values by name.
pub(super) fn integer(f: &mut Formatter<'_>, value: Integer, ty: IntType) -> fmt::Result {
    // For pointers of 32 bits the extremes of `usize` print as numbers, which read back all the same.
    if value == ty.max(64) {
        write!(f, "{}::MAX", ty.name())
    } else if ty.is_signed() && value == ty.min(64) {
        write!(f, "{}::MIN", ty.name())
    } else {
        write!(f, "{value}_{}", ty.name())
    }
}

/// A path among types: `Vec<T>`.
pub(super) fn type_path(f: &mut Formatter<'_>, path: &Path) -> fmt::Result {
    separated(f, "::", &*path.segments, |f, part| segment(f, part, ""))
}

impl Display for Path {
    /// A path among values, and the name of an item: `Vec::<T>::push`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        separated(f, "::", &*self.segments, |f, part| segment(f, part, "::"))
    }
}

fn segment(f: &mut Formatter<'_>, segment: &Segment, turbofish: &str) -> fmt::Result {
    match segment {
        Segment::Named { name, args } => {
            f.write_str(name)?;
            generic_args(f, args, turbofish)
        }
        Segment::ImplAt(place) => {
            f.write_str("<impl at ")?;
            span(f, place)?;
            f.write_str(">")
        }
        Segment::Impl { self_type, trait_path: None } => write!(f, "<impl {self_type}>"),
        Segment::Impl { self_type, trait_path: Some(path) } => {
            f.write_str("<impl ")?;
            type_path(f, path)?;
            write!(f, " for {self_type}>")
        }
        Segment::Qualified { self_type, trait_path: None } => write!(f, "<{self_type}>"),
        Segment::Qualified { self_type, trait_path: Some(path) } => {
            write!(f, "<{self_type} as ")?;
            type_path(f, path)?;
            f.write_str(">")
        }
        Segment::Anonymous { kind, index, args } => {
            match kind {
                AnonymousKind::Closure => write!(f, "{{closure#{index}}}")?,
                AnonymousKind::Constant => write!(f, "{{constant#{index}}}")?,
                AnonymousKind::Impl => write!(f, "{{impl#{index}}}")?,
                AnonymousKind::Other(text) => write!(f, "{{{text}}}")?,
            }
            generic_args(f, args, turbofish)
        }
        Segment::Closure(closure) => closure.fmt(f),
        Segment::Promoted(index) => write!(f, "promoted[{index}]"),
        Segment::TupleField(index) => write!(f, "{index}"),
    }
}

fn generic_args(f: &mut Formatter<'_>, args: &GenericArgs, turbofish: &str) -> fmt::Result {
    match args {
        GenericArgs::Angle(args) if args.is_empty() => Ok(()),
        GenericArgs::Angle(args) => {
            f.write_str(turbofish)?;
            f.write_str("<")?;
            separated(f, ", ", args, generic_arg)?;
            f.write_str(">")
        }
        GenericArgs::Parenthesized { inputs, output } => {
            f.write_str("(")?;
            separated(f, ", ", inputs, |f, ty| ty.fmt(f))?;
            f.write_str(")")?;
            match output {
                Some(output) => write!(f, " -> {output}"),
                None => Ok(()),
            }
        }
    }
}

fn generic_arg(f: &mut Formatter<'_>, arg: &GenericArg) -> fmt::Result {
    match arg {
        GenericArg::Lifetime(lifetime) => f.write_str(lifetime),
        GenericArg::Type(ty) => ty.fmt(f),
        GenericArg::Const(constant) => constant.fmt(f),
        GenericArg::AssociatedType { name, args, ty } => {
            f.write_str(name)?;
            if !args.is_empty() {
                f.write_str("<")?;
                separated(f, ", ", args, generic_arg)?;
                f.write_str(">")?;
            }
            write!(f, " = {ty}")
        }
    }
}
