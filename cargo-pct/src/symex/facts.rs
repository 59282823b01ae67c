//! Facts about types that proofs rely on, each decided once for a type and remembered.
//!
//! [`Program::structure`] is the one place that takes types apart: an exhaustive match that says of what values of a type consist. A fact is
//! a walk over it, and says in which direction it errs.

use super::program::Program;
use super::types::{BYTE, is_clients_type, plain_name, scalar_sort};
use crate::mir::{GenericArg, Path, Type};
use crate::source::TypeKind;

/// Of what values of a type consist.
pub(super) enum Structure {
    /// Bits that lead nowhere: numbers, text, functions.
    Plain,
    /// A reference to a value of this type.
    Reference(Type),
    /// A raw pointer.
    Pointer,
    /// Values of these types, owned directly or through memory of their own.
    Parts(Vec<Type>),
    /// A type of std that lets what it holds change through shared references.
    Cell,
    /// A closure, coroutine or trait object: code, and what it captured.
    Code,
    /// A type that only clients know.
    Clients,
    /// Nothing is known.
    Unknown,
}

/// Modules of std whose types hold nothing but values of their type arguments, and numbers.
const PLAIN_MODULES: [&str; 23] = [
    "alloc",
    "any",
    "array",
    "ascii",
    "boxed",
    "char",
    "cmp",
    "collections",
    "convert",
    "hash",
    "iter",
    "marker",
    "mem",
    "net",
    "num",
    "ops",
    "option",
    "rc",
    "result",
    "slice",
    "str",
    "string",
    "vec",
];

impl Program {
    /// Of what values of a type consist.
    pub(super) fn structure(&self, ty: &Type) -> Structure {
        match ty {
            ty if scalar_sort(ty).is_some() => Structure::Plain,
            ty if !matches!(ty, Type::Ref { .. }) && is_clients_type(ty) => Structure::Clients,
            Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::Never => Structure::Plain,
            Type::Str => Structure::Parts(vec![BYTE]),
            Type::FnPtr(_) | Type::FnDef { .. } => Structure::Plain,
            Type::Ref { referent, .. } => Structure::Reference((**referent).clone()),
            Type::RawPtr { .. } => Structure::Pointer,
            Type::Slice(element) | Type::Array { element, .. } => Structure::Parts(vec![(**element).clone()]),
            Type::Tuple(elements) => Structure::Parts(elements.clone()),
            Type::Pattern { base, .. } => Structure::Parts(vec![(**base).clone()]),
            Type::UnsafeBinder { inner, .. } => Structure::Parts(vec![(**inner).clone()]),
            Type::Closure(_) | Type::FnCoroutine { .. } | Type::Dyn(_) => Structure::Code,
            Type::Path(path) => self.structure_of_path(ty, path),
            Type::Impl(_) | Type::Infer => Structure::Unknown,
        }
    }

    fn structure_of_path(&self, ty: &Type, path: &Path) -> Structure {
        let arguments = || {
            let arguments = path.segments.iter().flat_map(|segment| segment.args());
            arguments.filter_map(|argument| match argument {
                GenericArg::Type(ty) => Some(ty.clone()),
                _ => None,
            })
        };
        match path.std_names().as_deref() {
            Some(["ptr", "NonNull" | "Unique"]) => return Structure::Pointer,
            Some(["string", "String"]) => return Structure::Parts(vec![BYTE]),
            Some(["cell" | "thread", ..]) => return Structure::Cell,
            Some(["sync", "Arc" | "Weak"]) | Some(["time", ..]) => {
                return Structure::Parts(arguments().collect());
            }
            Some(["sync", ..]) => return Structure::Cell,
            _ => {}
        }
        if let Some(instance) = self.adt(ty) {
            if instance.adt.kind == TypeKind::Union {
                return Structure::Unknown;
            }
            let variants = instance.variants().iter().enumerate();
            let fields =
                variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |field| (v, field)));
            let types: Option<Vec<Type>> = fields.map(|(v, field)| instance.field_type(v, field)).collect();
            return types.map_or(Structure::Unknown, Structure::Parts);
        }
        match path.std_names().as_deref() {
            Some([module, ..]) if PLAIN_MODULES.contains(module) => Structure::Parts(arguments().collect()),
            _ => Structure::Unknown,
        }
    }

    /// Tells whether something can change behind a shared reference to a value of the type, at any depth.
    ///
    /// Over-approximates: a type that is not known may hold cells, and so may what clients choose, raw pointers and code.
    pub(crate) fn may_hold_cells(&self, ty: &Type) -> bool {
        if let Some(known) = self.cells.borrow().get(ty) {
            return *known;
        }
        let holds = self.leads_to_cells(ty, &mut Vec::new());
        self.cells.borrow_mut().insert(ty.clone(), holds);
        holds
    }

    /// `around`: the types that this one is a part of. In a type that is a part of itself there is nothing new.
    fn leads_to_cells(&self, ty: &Type, around: &mut Vec<Type>) -> bool {
        if around.contains(ty) {
            return false;
        }
        if around.len() >= MOST_NESTING {
            return true;
        }
        let parts = match self.structure(ty) {
            Structure::Plain => return false,
            Structure::Pointer | Structure::Cell | Structure::Code => return true,
            Structure::Clients | Structure::Unknown => return true,
            Structure::Reference(referent) => vec![referent],
            Structure::Parts(parts) => parts,
        };
        around.push(ty.clone());
        let leads = parts.iter().any(|part| self.leads_to_cells(part, around));
        around.pop();
        leads
    }

    /// Tells whether a value of one type may hold one of another, or be it, without a reference in between.
    ///
    /// Over-approximates: what is not known may hold anything, and what only clients know may lend anything.
    pub(super) fn may_hold(&self, outer: &Type, inner: &Type) -> bool {
        self.has_part(outer, inner, &mut Vec::new())
    }

    fn has_part(&self, outer: &Type, inner: &Type, around: &mut Vec<Type>) -> bool {
        if self.may_be_same(outer, inner) {
            return true;
        }
        if around.contains(outer) {
            return false;
        }
        if around.len() >= MOST_NESTING {
            return true;
        }
        let parts = match self.structure(outer) {
            Structure::Plain | Structure::Reference(_) => return false,
            Structure::Pointer | Structure::Cell | Structure::Code => return true,
            Structure::Clients | Structure::Unknown => return true,
            Structure::Parts(parts) => parts,
        };
        // A reference to a part of a list leads into the whole.
        if matches!(inner, Type::Slice(_) | Type::Str) {
            return true;
        }
        around.push(outer.clone());
        let has = parts.iter().any(|part| self.has_part(part, inner, around));
        around.pop();
        has
    }

    /// Tells whether two types may be equal.
    ///
    /// Over-approximates: lengths of arrays and arguments of paths are not compared.
    fn may_be_same(&self, one: &Type, other: &Type) -> bool {
        if one == other {
            return true;
        }
        let all = |one: &[Type], other: &[Type]| {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| self.may_be_same(one, other))
        };
        match (self.structure(one), self.structure(other)) {
            (Structure::Clients | Structure::Unknown | Structure::Code, _) => true,
            (_, Structure::Clients | Structure::Unknown | Structure::Code) => true,
            (Structure::Reference(one), Structure::Reference(other)) => self.may_be_same(&one, &other),
            (Structure::Plain, Structure::Plain) => false,
            (Structure::Pointer, Structure::Pointer) | (Structure::Cell, Structure::Cell) => true,
            (Structure::Parts(parts), Structure::Parts(others)) => match (one, other) {
                (Type::Path(one), Type::Path(other)) => plain_name(one) == plain_name(other),
                (Type::Path(_), _) | (_, Type::Path(_)) => false,
                _ => all(&parts, &others),
            },
            _ => false,
        }
    }
}

/// How deep types are looked into.
const MOST_NESTING: usize = 8;
