//! Unification of types: what variables, the parameters of functions, have to stand for so that two types are one.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::witness_types::projected;
use crate::mir::{ConstArg, GenericArg, Name, Path, Segment, Type};
use crate::symex::types::{Rewrite, is_same_declaration, is_unknown_type, parameter_of, unknown_type};

/// What variables stand for, as far as it is known.
#[derive(Clone, Default)]
pub(super) struct Bindings(BTreeMap<Name, GenericArg>);

impl Bindings {
    /// Lets a variable stand for something.
    pub(super) fn bind(&mut self, variable: Name, arg: GenericArg) {
        self.0.insert(variable, arg);
    }

    /// The constant that a type's name stands for, if it is known.
    pub(super) fn constant_of(&self, ty: &Type) -> Option<ConstArg> {
        match self.0.get(ty.as_identifier()?)? {
            GenericArg::Const(constant) => Some(constant.clone()),
            _ => None,
        }
    }

    /// The variable that a type is, if nothing is known of it.
    pub(super) fn variable(&self, ty: &Type) -> Option<Name> {
        let ty = self.resolved(ty);
        let name = ty.as_identifier().filter(|_| is_unknown_type(&ty))?;
        (!self.0.contains_key(name)).then(|| name.clone())
    }

    /// A type with all that is known put in.
    pub(super) fn resolved(&self, ty: &Type) -> Type {
        Resolving(&self.0).ty(ty)
    }

    /// Makes two types equal; false if they cannot be.
    pub(super) fn unify(&mut self, one: &Type, other: &Type) -> bool {
        let (one, other) = (self.resolved(one), self.resolved(other));
        if one == other {
            return true;
        }
        for (variable, ty) in [(&one, &other), (&other, &one)] {
            if let Some(name) = self.variable(variable) {
                let is_part = occurs(&name, ty);
                if !is_part {
                    self.bind(name, GenericArg::Type(ty.clone()));
                }
                return !is_part;
            }
        }
        match (&one, &other) {
            (Type::Path(a), Type::Path(b)) => {
                is_same_declaration(&one, &other) && {
                    let args = |path: &Path| -> Vec<GenericArg> {
                        path.segments.iter().flat_map(Segment::args).cloned().collect()
                    };
                    self.unify_args(&args(a), &args(b))
                }
            }
            (Type::Ref { mutability: m, referent: a, .. }, Type::Ref { mutability: n, referent: b, .. })
            | (Type::RawPtr { mutability: m, pointee: a }, Type::RawPtr { mutability: n, pointee: b }) => {
                m == n && self.unify(a, b)
            }
            (Type::Slice(a), Type::Slice(b)) => self.unify(a, b),
            (Type::Array { element: a, length: m }, Type::Array { element: b, length: n }) => {
                self.unify(a, b) && self.unify_constants(m, n)
            }
            (Type::Tuple(a), Type::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.unify(a, b))
            }
            _ => false,
        }
    }

    /// The same for arguments of two paths, but for lifetimes.
    pub(super) fn unify_args(&mut self, one: &[GenericArg], other: &[GenericArg]) -> bool {
        let counts = |arg: &&GenericArg| matches!(arg, GenericArg::Type(_) | GenericArg::Const(_));
        let (one, other): (Vec<_>, Vec<_>) =
            (one.iter().filter(counts).collect(), other.iter().filter(counts).collect());
        one.len() == other.len()
            && one.into_iter().zip(other).all(|(one, other)| match (one, other) {
                (GenericArg::Type(a), GenericArg::Type(b)) => self.unify(a, b),
                (a, b) => match (as_constant(a), as_constant(b)) {
                    (Some(a), Some(b)) => self.unify_constants(&a, &b),
                    _ => false,
                },
            })
    }

    fn unify_constants(&mut self, one: &ConstArg, other: &ConstArg) -> bool {
        let known = |this: &Self, constant: &ConstArg| Resolving(&this.0).const_arg(constant);
        let (one, other) = (known(self, one), known(self, other));
        for (variable, constant) in [(&one, &other), (&other, &one)] {
            if let ConstArg::Path(path) = variable
                && let Some(name) = self.variable(&Type::Path(path.clone()))
            {
                if one != other {
                    self.bind(name, GenericArg::Const(constant.clone()));
                }
                return true;
            }
        }
        match (&one, &other) {
            (ConstArg::Integer { value: a, .. }, ConstArg::Integer { value: b, .. }) => a == b,
            (a, b) => a == b,
        }
    }
}

/// Whether a type mentions a variable.
pub(super) fn occurs(name: &Name, ty: &Type) -> bool {
    let search = Occurrence { name, is_found: Cell::new(false) };
    search.ty(ty);
    search.is_found.get()
}

struct Occurrence<'n> {
    name: &'n Name,
    is_found: Cell<bool>,
}

impl Rewrite for Occurrence<'_> {
    fn path(&self, path: Path) -> Type {
        self.constant(&path);
        Type::Path(path)
    }

    fn constant(&self, path: &Path) -> ConstArg {
        if path.as_identifier() == Some(self.name) {
            self.is_found.set(true);
        }
        ConstArg::Path(path.clone())
    }

    fn trait_path(&self, path: &Path) -> Path {
        self.path_arguments(path)
    }
}

fn as_constant(arg: &GenericArg) -> Option<ConstArg> {
    match arg {
        GenericArg::Const(constant) => Some(constant.clone()),
        // A const parameter looks like a type.
        GenericArg::Type(Type::Path(path)) => Some(ConstArg::Path(path.clone())),
        _ => None,
    }
}

/// Gives the parameters of each function names of their own.
pub(super) struct Renaming(pub(super) usize);

impl Renaming {
    fn name(&self, path: &Path) -> Option<Path> {
        let ty = Type::Path(path.clone());
        let name = path.as_identifier().filter(|_| is_unknown_type(&ty))?;
        Some(unknown_type(&format!("{}:{}", self.0, parameter_of(name).unwrap_or(name)).into()))
    }
}

impl Rewrite for Renaming {
    fn path(&self, path: Path) -> Type {
        Type::Path(self.name(&path).unwrap_or(path))
    }

    fn constant(&self, path: &Path) -> ConstArg {
        ConstArg::Path(path.clone())
    }

    fn const_arg(&self, constant: &ConstArg) -> ConstArg {
        match constant {
            ConstArg::Path(path) => ConstArg::Path(self.name(path).unwrap_or_else(|| path.clone())),
            other => other.clone(),
        }
    }

    fn trait_path(&self, path: &Path) -> Path {
        self.path_arguments(path)
    }
}

/// Puts in what is known.
struct Resolving<'b>(&'b BTreeMap<Name, GenericArg>);

impl Rewrite for Resolving<'_> {
    fn path(&self, path: Path) -> Type {
        match path.as_identifier().and_then(|name| self.0.get(name)) {
            Some(GenericArg::Type(ty)) => self.ty(ty),
            _ => projected(Type::Path(path)),
        }
    }

    fn constant(&self, path: &Path) -> ConstArg {
        match path.as_identifier().and_then(|name| self.0.get(name)) {
            Some(GenericArg::Const(ConstArg::Path(path))) => self.constant(path),
            Some(GenericArg::Const(constant)) => constant.clone(),
            // One variable for another.
            Some(GenericArg::Type(Type::Path(path))) => self.constant(path),
            _ => ConstArg::Path(path.clone()),
        }
    }

    fn trait_path(&self, path: &Path) -> Path {
        self.path_arguments(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir;

    /// Takes `A`, `B`, `N` … for variables.
    struct Letters;

    impl Letters {
        fn named(path: &Path) -> Path {
            match path.as_identifier() {
                Some(name) if name.len() == 1 => unknown_type(name),
                _ => path.clone(),
            }
        }
    }

    impl Rewrite for Letters {
        fn path(&self, path: Path) -> Type {
            Type::Path(Letters::named(&path))
        }

        fn constant(&self, path: &Path) -> ConstArg {
            ConstArg::Path(Letters::named(path))
        }

        fn const_arg(&self, constant: &ConstArg) -> ConstArg {
            match constant {
                ConstArg::Path(path) => self.constant(path),
                other => other.clone(),
            }
        }

        fn trait_path(&self, path: &Path) -> Path {
            self.path_arguments(path)
        }
    }

    fn ty(text: &str) -> Type {
        let body = format!(
            "fn f() -> {text} {{\n    let mut _0: {text};\n\n    bb0: {{\n        return;\n    }}\n}}\n"
        );
        let program = mir::parse(&body, 64);
        let body = program.bodies().next().unwrap();
        Letters.ty(&body.locals.values().next().unwrap().ty)
    }

    /// What makes two types one, shown by a third; none if nothing does.
    fn unified(one: &str, other: &str, shown: &str) -> Option<Type> {
        let mut bindings = Bindings::default();
        bindings.unify(&ty(one), &ty(other)).then(|| bindings.resolved(&ty(shown)))
    }

    #[test]
    fn variables_stand_for_what_the_other_type_says_whichever_side_they_are_on() {
        let found = unified("Either<Option<A>, B>", "Either<C, u8>", "(B, C)");
        assert_eq!(found, Some(ty("(u8, Option<A>)")));
        assert_eq!(unified("(A, A)", "(B, u8)", "B"), Some(ty("u8")));
        assert_eq!(unified("&[A]", "&[u8]", "A"), Some(ty("u8")));
    }

    #[test]
    fn what_differs_is_refused() {
        for (one, other) in
            [("Option<u8>", "Option<u16>"), ("&A", "&mut u8"), ("(A, A)", "(u8, u16)"), ("(A, B)", "(u8,)")]
        {
            assert_eq!(unified(one, other, "A"), None, "{one} {other}");
        }
    }

    #[test]
    fn no_type_is_a_part_of_itself() {
        assert_eq!(unified("A", "Option<A>", "A"), None);
        assert_eq!(unified("(A, B)", "(Option<B>, A)", "A"), None);
    }

    #[test]
    fn lengths_are_variables_too() {
        let mut bindings = Bindings::default();
        assert!(bindings.unify(&ty("[A; N]"), &ty("[u8; 3]")));
        let length = bindings.constant_of(&ty("N")).map(|constant| constant.to_string());
        assert_eq!(length.as_deref(), Some("3"));
        assert!(!bindings.unify(&ty("[u8; N]"), &ty("[u8; 4]")));
    }
}
