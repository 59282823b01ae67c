//! Types at run time: generic parameters replaced, lifetimes erased, the standard library spelled one way.

pub use crate::mir::{path_of, plain_name};

use crate::mir::{self, ClosureType, ConstArg, GenericArg, GenericArgs, Name, Path, Segment, Type};
use crate::term;
use std::collections::BTreeMap;

/// What the generic parameters of a function stand for, and whose paths its text uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generics {
    /// By name; a const parameter's argument is a constant or, where the text cannot tell, a type.
    pub arguments: BTreeMap<Name, GenericArg>,
}

/// How deep types are nested that code of a crate uses.
const MOST_NESTED: usize = 32;

fn is_deeper(ty: &Type, levels: usize) -> bool {
    let Some(levels) = levels.checked_sub(1) else { return true };
    ty.children().into_iter().any(|part| is_deeper(part, levels))
}

impl Generics {
    /// Whether what parameters stand for is nested so deep that a function seems to call itself for ever larger types.
    pub(crate) fn seem_to_grow(&self) -> bool {
        self.arguments.values().any(|argument| match argument {
            GenericArg::Type(ty) => is_deeper(ty, MOST_NESTED),
            GenericArg::Const(_) | GenericArg::Lifetime(_) | GenericArg::AssociatedType { .. } => false,
        })
    }

    /// The argument of a parameter, if it is a type.
    pub fn ty(&self, name: &str) -> Option<&Type> {
        match self.arguments.get(name) {
            Some(GenericArg::Type(ty)) => Some(ty),
            _ => None,
        }
    }

    /// The argument of a const parameter.
    pub fn constant(&self, name: &str) -> Option<ConstArg> {
        match self.arguments.get(name)? {
            GenericArg::Const(constant) => Some(constant.clone()),
            GenericArg::Type(ty) => ty.as_path().map(|path| ConstArg::Path(path.clone())),
            GenericArg::Lifetime(_) | GenericArg::AssociatedType { .. } => None,
        }
    }

    /// Binds parameters to arguments in order; lifetimes are left aside.
    pub fn bind<'a>(&mut self, names: &[Name], args: impl IntoIterator<Item = &'a GenericArg>) {
        let args = args.into_iter().filter(|arg| !matches!(arg, GenericArg::Lifetime(_)));
        for (name, arg) in names.iter().zip(args) {
            self.arguments.insert(name.clone(), arg.clone());
        }
    }
}

/// Rewrites types bottom up.
pub trait Rewrite {
    /// What a path at type level becomes; its arguments are already rewritten.
    fn path(&self, path: Path) -> Type;

    /// What a constant named by a path becomes.
    fn constant(&self, path: &Path) -> ConstArg;

    /// A type with every path in it rewritten and lifetimes erased.
    fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Path(path) => self.path(self.path_arguments(path)),
            Type::Ref { mutability, referent, .. } => {
                Type::Ref { lifetime: None, mutability: *mutability, referent: Box::new(self.ty(referent)) }
            }
            Type::RawPtr { mutability, pointee } => {
                Type::RawPtr { mutability: *mutability, pointee: Box::new(self.ty(pointee)) }
            }
            Type::Slice(element) => Type::Slice(Box::new(self.ty(element))),
            Type::Array { element, length } => {
                Type::Array { element: Box::new(self.ty(element)), length: self.const_arg(length) }
            }
            Type::Tuple(elements) => Type::Tuple(elements.iter().map(|element| self.ty(element)).collect()),
            Type::FnPtr(signature) => Type::FnPtr(Box::new(self.signature(signature))),
            Type::FnDef { signature, path } => {
                Type::FnDef { signature: Box::new(self.signature(signature)), path: self.value_path(path) }
            }
            Type::Pattern { base, .. } => self.ty(base),
            Type::UnsafeBinder { inner, .. } => self.ty(inner),
            Type::Impl(_) => self.path(impl_parameter(ty)),
            Type::Closure(closure) => self.closure(closure),
            // No path is in these that has to be rewritten.
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => ty.clone(),
            Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Infer => ty.clone(),
        }
    }

    /// What the type of a closure becomes: stays as it is, for closures have the generics of where they were made.
    fn closure(&self, closure: &ClosureType) -> Type {
        Type::Closure(Box::new(closure.clone()))
    }

    /// A const argument with parameters replaced.
    fn const_arg(&self, constant: &ConstArg) -> ConstArg {
        match constant {
            ConstArg::Path(path) => self.constant(path),
            other => other.clone(),
        }
    }

    /// A function signature rewritten.
    fn signature(&self, signature: &mir::FnSignature) -> mir::FnSignature {
        mir::FnSignature {
            inputs: signature.inputs.iter().map(|input| self.ty(input)).collect(),
            output: self.ty(&signature.output),
            ..signature.clone()
        }
    }

    /// A path to a function or constant, with the types in it rewritten.
    fn value_path(&self, path: &Path) -> Path {
        self.path_arguments(path)
    }

    /// A path with the arguments of its segments rewritten, lifetimes dropped.
    fn path_arguments(&self, path: &Path) -> Path {
        let segment = |segment: &Segment| match segment {
            Segment::Named { name, args } => {
                Segment::Named { name: name.clone(), args: self.generic_args(args) }
            }
            Segment::Impl { self_type, trait_path } => Segment::Impl {
                self_type: Box::new(self.ty(self_type)),
                trait_path: trait_path.as_ref().map(|path| Box::new(self.trait_path(path))),
            },
            Segment::Qualified { self_type, trait_path } => Segment::Qualified {
                self_type: Box::new(self.ty(self_type)),
                trait_path: trait_path.as_ref().map(|path| Box::new(self.trait_path(path))),
            },
            other => other.clone(),
        };
        Path { segments: path.segments.iter().map(segment).collect() }
    }

    /// A trait's path rewritten.
    fn trait_path(&self, path: &Path) -> Path;

    /// Generic arguments rewritten.
    fn generic_args(&self, args: &GenericArgs) -> GenericArgs {
        match args {
            GenericArgs::Angle(args) => {
                GenericArgs::Angle(args.iter().filter_map(|arg| self.generic_arg(arg)).collect())
            }
            GenericArgs::Parenthesized { inputs, output } => GenericArgs::Parenthesized {
                inputs: inputs.iter().map(|input| self.ty(input)).collect(),
                output: output.as_ref().map(|output| Box::new(self.ty(output))),
            },
        }
    }

    /// One generic argument rewritten; none for a lifetime.
    fn generic_arg(&self, arg: &GenericArg) -> Option<GenericArg> {
        Some(match arg {
            GenericArg::Lifetime(_) => return None,
            // A lone path may be a const parameter or constant.
            GenericArg::Type(Type::Path(path)) if path.segments.len() == 1 => match self.constant(path) {
                ConstArg::Path(_) => GenericArg::Type(self.ty(&Type::Path(path.clone()))),
                constant => GenericArg::Const(constant),
            },
            GenericArg::Type(ty) => GenericArg::Type(self.ty(ty)),
            GenericArg::Const(constant) => GenericArg::Const(self.const_arg(constant)),
            GenericArg::AssociatedType { name, args, ty } => GenericArg::AssociatedType {
                name: name.clone(),
                args: args.iter().filter_map(|arg| self.generic_arg(arg)).collect(),
                ty: self.ty(ty),
            },
        })
    }
}

/// The path that stands for an `impl Trait` parameter, whose name is its text.
pub fn impl_parameter(ty: &Type) -> Path {
    path_of(&[&ty.to_string()])
}

/// Tells whether a parameter stands for an `impl Trait` in argument position, and so has no name that code could write. The reader of the
/// source names it `impl 0`, `impl 1`, …, and MIR by its text.
pub fn is_impl_parameter(name: &str) -> bool {
    name.starts_with("impl ")
}

/// The type that a type parameter stands for where nothing says which: only clients know its code. In MIR, it is a path of one name, which no
/// Rust code can have: `T?`.
pub fn unknown_type(parameter: &Name) -> Path {
    path_of(&[&format!("{parameter}?")])
}

/// The parameter for which such a type stands.
pub fn known_parameter(ty: &Type) -> Option<&str> {
    parameter_of(ty.as_identifier()?)
}

/// The parameter for which such a name stands, of a type or of a constant.
pub fn parameter_of(name: &str) -> Option<&str> {
    name.strip_suffix('?')
}

/// The value of a const parameter that nothing says: the same wherever it is used.
pub fn unknown_constant(name: &str, ty: &Type) -> Option<term::Term> {
    let sort = scalar_sort(ty)?;
    parameter_of(name).map(|_| term::Var::new(term::VarName::const_parameter(name), sort).term())
}

/// Whether a variable is one of these.
pub fn is_unknown_constant(var: &term::Var) -> bool {
    var.name.is_const_parameter()
}

/// Whether a type is one that only clients know: see [`unknown_type`], and `impl Trait` arguments.
pub fn is_unknown_type(ty: &Type) -> bool {
    ty.as_identifier().is_some_and(|name| parameter_of(name).is_some() || is_impl_parameter(name))
}

/// Whether only clients know a type: it stands for a parameter, or is what such a type calls its `Item`.
pub fn is_of_clients(ty: &Type) -> bool {
    is_unknown_type(ty)
        || ty.as_path().and_then(Path::as_trait_item).is_some_and(|item| is_of_clients(item.self_type))
}

/// Whether clients can make every value of a type, and each says all that there is to it: numbers, truth values, what only clients
/// know, and what std's enumerations make of these.
pub fn is_plain(ty: &Type) -> bool {
    const ENUMS: [&[&str]; 4] =
        [&["option", "Option"], &["result", "Result"], &["cmp", "Ordering"], &["ops", "ControlFlow"]];
    if scalar_sort(ty).is_some() || is_of_clients(ty) {
        return true;
    }
    let is_enum = |path: &Path| {
        let are_types = path.last().args().iter().all(|arg| arg.as_type().is_some());
        are_types && ENUMS.iter().any(|names| path.is_std(names))
    };
    let holds = matches!(ty, Type::Ref { .. } | Type::Tuple(_)) || ty.as_path().is_some_and(is_enum);
    holds && ty.children().into_iter().all(is_plain)
}

/// Whether two types are instances of one declaration: `Stack<u8>` is one of what `Stack<T?>` is.
pub fn is_same_declaration(one: &Type, other: &Type) -> bool {
    let (Some(one), Some(other)) = (one.as_path(), other.as_path()) else { return false };
    let has_same_name =
        |(one, other): (&Segment, &Segment)| one.name().is_some() && one.name() == other.name();
    one.segments.len() == other.segments.len() && one.segments.iter().zip(&*other.segments).all(has_same_name)
}

/// Whether a type is one that only clients know, what such a type names (`<I as IntoIterator>::IntoIter`), or a reference to one:
/// its methods are theirs.
pub fn is_clients_type(ty: &Type) -> bool {
    is_of_clients(peel_references(ty))
}

/// Removes the references around a type.
pub fn peel_references(ty: &Type) -> &Type {
    let mut ty = ty;
    while let Type::Ref { referent, .. } = ty {
        ty = referent;
    }
    ty
}

/// Whether a call is one that the attributes inserted, which the code itself does not make.
pub(in crate::symex) fn is_probe(path: &Path) -> bool {
    let item = path.as_trait_item();
    let owner = item.as_ref().map_or(path, |item| item.trait_path);
    plain_name(owner).is_some_and(|name| name.starts_with("pct::"))
}

/// `u8`
pub(in crate::symex) const BYTE: Type = Type::Int(crate::mir::IntType::U8);

/// The type of the elements of an array, slice, vector or string; none of what is no sequence.
pub fn element_type(ty: &Type) -> Option<Type> {
    let is_text = *ty == Type::Str || ty.as_path().is_some_and(|path| path.is_std(&["string", "String"]));
    if is_text { Some(BYTE) } else { list_element(ty).cloned() }
}

/// The same without strings, whose elements nobody sees.
pub fn list_element(ty: &Type) -> Option<&Type> {
    if let Type::Slice(element) | Type::Array { element, .. } = ty {
        return Some(element);
    }
    ty.as_path().filter(|path| path.is_std(&["vec", "Vec"]))?.first_type_arg()
}

/// Whether two types are equal for some choice of the parameters in `pattern`, which is then bound in `found`.
///
/// Both sides are normalised. Over-approximates nothing: parameters bound twice must agree.
pub fn unify(pattern: &Type, actual: &Type, parameters: &[Name], found: &mut Generics) -> bool {
    if let Some(name) = pattern.as_identifier()
        && parameters.contains(name)
    {
        let arg = GenericArg::Type(actual.clone());
        return match found.arguments.get(name) {
            Some(bound) => *bound == arg,
            None => {
                found.arguments.insert(name.clone(), arg);
                true
            }
        };
    }
    let mut all = |a: &[Type], b: &[Type]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| unify(a, b, parameters, found))
    };
    match (pattern, actual) {
        (Type::Path(a), Type::Path(b)) => unify_paths(a, b, parameters, found),
        (Type::Ref { mutability: m, referent: a, .. }, Type::Ref { mutability: n, referent: b, .. })
        | (Type::RawPtr { mutability: m, pointee: a }, Type::RawPtr { mutability: n, pointee: b }) => {
            m == n && unify(a, b, parameters, found)
        }
        (Type::Slice(a), Type::Slice(b)) => unify(a, b, parameters, found),
        (Type::Array { element: a, length: m }, Type::Array { element: b, length: n }) => {
            unify(a, b, parameters, found) && unify_constants(m, n, parameters, found)
        }
        (Type::Tuple(a), Type::Tuple(b)) => all(a, b),
        (Type::FnPtr(a), Type::FnPtr(b)) => {
            let kind = |it: &mir::FnSignature| (it.is_unsafe, it.abi.clone(), it.is_variadic);
            kind(a) == kind(b) && all(&a.inputs, &b.inputs) && unify(&a.output, &b.output, parameters, found)
        }
        // Nothing in these stands for a parameter, or the shapes differ.
        (Type::Path(_) | Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. }, _)
        | (Type::Tuple(_) | Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::Dyn(_), _)
        | (Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_), _)
        | (Type::FnCoroutine { .. } | Type::Impl(_) | Type::Pattern { .. }, _)
        | (Type::UnsafeBinder { .. } | Type::Infer, _) => pattern == actual,
    }
}

/// [`unify`] for paths of types and traits.
pub fn unify_paths(pattern: &Path, actual: &Path, parameters: &[Name], found: &mut Generics) -> bool {
    pattern.segments.len() == actual.segments.len()
        && pattern.segments.iter().zip(&*actual.segments).all(|(a, b)| match (a, b) {
            (Segment::Named { name: a, args: x }, Segment::Named { name: b, args: y }) => {
                a == b && unify_args(x.angle(), y.angle(), parameters, found)
            }
            (a, b) => a == b,
        })
}

fn unify_args(
    pattern: &[GenericArg],
    actual: &[GenericArg],
    parameters: &[Name],
    found: &mut Generics,
) -> bool {
    let positional = |args: &[GenericArg]| -> Vec<GenericArg> {
        let dropped =
            |arg: &GenericArg| matches!(arg, GenericArg::Lifetime(_) | GenericArg::AssociatedType { .. });
        args.iter().filter(|arg| !dropped(arg)).cloned().collect()
    };
    let (pattern, actual) = (positional(pattern), positional(actual));
    pattern.len() == actual.len()
        && pattern.iter().zip(&actual).all(|(a, b)| match (a, b) {
            (GenericArg::Type(a), GenericArg::Type(b)) => unify(a, b, parameters, found),
            (GenericArg::Const(a), GenericArg::Const(b)) => unify_constants(a, b, parameters, found),
            // A const parameter looks like a type.
            (GenericArg::Type(a), GenericArg::Const(b)) => a
                .as_path()
                .is_some_and(|path| unify_constants(&ConstArg::Path(path.clone()), b, parameters, found)),
            (GenericArg::Const(ConstArg::Path(path)), GenericArg::Type(b)) => {
                unify(&Type::Path(path.clone()), b, parameters, found)
            }
            (GenericArg::Const(_) | GenericArg::Type(_), _) => false,
            (GenericArg::Lifetime(_) | GenericArg::AssociatedType { .. }, _) => a == b,
        })
}

fn unify_constants(pattern: &ConstArg, actual: &ConstArg, parameters: &[Name], found: &mut Generics) -> bool {
    match (pattern, actual) {
        (ConstArg::Path(path), _) if path.as_identifier().is_some_and(|name| parameters.contains(name)) => {
            let name = path.as_identifier().expect("just seen");
            let arg = GenericArg::Const(actual.clone());
            match found.arguments.get(name) {
                Some(bound) => *bound == arg,
                None => {
                    found.arguments.insert(name.clone(), arg);
                    true
                }
            }
        }
        (ConstArg::Integer { value: a, .. }, ConstArg::Integer { value: b, .. }) => a == b,
        (a, b) => a == b,
    }
}

/// The machine type of an integer type or `char`.
pub fn int_type(ty: &Type) -> Option<term::IntType> {
    if let Type::Int(int) = ty {
        return term::IntType::from_name(int.name());
    }
    (*ty == Type::Char).then_some(term::IntType::Char)
}

/// The sort of a scalar type.
pub fn scalar_sort(ty: &Type) -> Option<term::Sort> {
    if *ty == Type::Bool { Some(term::Sort::Bool) } else { int_type(ty).map(term::Sort::Machine) }
}

/// `usize`.
pub const USIZE: term::IntType = term::IntType::Unsigned(64);
