//! What types and paths say: whether they belong to the part of the standard library that touches its arguments alone, what
//! they mention, whether they can be changed through a shared reference.

use crate::mir::{self, GenericArg, Mutability, Type};

/// Modules of the standard library whose functions touch their arguments and memory only. (Those that are `unsafe` are
/// hazards all the same.)
const HARMLESS: &[&str] = &[
    "alloc",
    "any",
    "array",
    "ascii",
    "bool",
    "borrow",
    "boxed",
    "cell",
    "char",
    "clone",
    "cmp",
    "collections",
    "convert",
    "default",
    "error",
    "f32",
    "f64",
    "fmt",
    "hash",
    "hint",
    "intrinsics",
    "iter",
    "marker",
    "mem",
    "num",
    "ops",
    "option",
    "panicking",
    "pct",
    "pin",
    "primitive",
    "range",
    "rc",
    "result",
    "rt",
    "slice",
    "str",
    "string",
    "unicode",
    "vec",
];

/// Types of the standard library that run code which nobody mentions who uses them: a static's or constant's, or that of function pointers.
const HIDING: [&str; 4] = ["LazyCell", "LazyLock", "RawWaker", "RawWakerVTable"];

/// Tells whether an item of a module for effects concerns this process alone: it prints, or it is about its own thread. The sandbox allows that.
pub(super) fn stays_in_process(path: &mir::Path) -> bool {
    let mut names = path.segments.iter().filter_map(|segment| segment.name());
    let prints = path.is_std(&["io", "_print"]) || path.is_std(&["io", "_eprint"]);
    prints || names.any(|name| &**name == "LocalKey") || path.is_std(&["thread", "panicking"])
}

/// Tells whether an item of the standard library is of one of those.
pub(super) fn hides_code(path: &mir::Path) -> bool {
    let mut names = path.segments.iter().filter_map(|segment| segment.name());
    names.any(|name| HIDING.contains(&&**name))
}

/// Whether a module of the standard library is one of those.
pub(super) fn is_harmless(module: &str) -> bool {
    HARMLESS.contains(&module)
}

/// The type arguments of a path, and the types that it begins with.
pub(super) fn types_of(path: &mir::Path) -> Vec<&Type> {
    let mut found = Vec::new();
    for segment in &*path.segments {
        found.extend(segment.args().iter().filter_map(|arg| match arg {
            GenericArg::Type(ty) | GenericArg::AssociatedType { ty, .. } => Some(ty),
            GenericArg::Lifetime(_) | GenericArg::Const(_) => None,
        }));
        if let mir::Segment::Qualified { self_type, trait_path }
        | mir::Segment::Impl { self_type, trait_path } = segment
        {
            found.push(self_type);
            found.extend(trait_path.iter().flat_map(|path| types_of(path)));
        }
    }
    found
}

/// The types that a type is written with, one level down: a path's as [`types_of`], a function's among them.
fn mentioned(ty: &Type) -> Vec<&Type> {
    if let Type::Path(path) | Type::FnDef { path, .. } = ty { types_of(path) } else { ty.children() }
}

/// Calls a function with a type and all that it mentions, at any depth.
pub(super) fn each_mentioned<'a>(ty: &'a Type, f: &mut dyn FnMut(&'a Type)) {
    f(ty);
    mentioned(ty).into_iter().for_each(|ty| each_mentioned(ty, f));
}

/// The path as people write it, without generic arguments.
pub(super) fn mir_name(path: &mir::Path) -> String {
    let part = |segment: &mir::Segment| match segment {
        mir::Segment::Named { name, .. } => name.to_string(),
        mir::Segment::Qualified { self_type, trait_path } => {
            let own = self_type.as_path().map_or_else(|| self_type.to_string(), mir_name);
            match trait_path {
                Some(path) => format!("<{own} as {}>", mir_name(path)),
                None => format!("<{own}>"),
            }
        }
        _ => "_".to_owned(),
    };
    path.segments.iter().map(part).collect::<Vec<_>>().join("::")
}

/// Whether a shared reference to it lets nobody change it. Refuses types that it does not know.
pub(super) fn is_frozen(ty: &Type) -> bool {
    !ty.any_part(&mut |part| match part {
        Type::Bool | Type::Char | Type::Str | Type::Int(_) | Type::Float(_) => false,
        // What these hold or lead to is asked by itself.
        Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => false,
        Type::Ref { mutability, .. } => *mutability == Mutability::Mut,
        Type::RawPtr { .. } | Type::Path(_) | Type::Never => true,
        Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => true,
        Type::Dyn(_) | Type::Impl(_) | Type::Infer => true,
        Type::Pattern { .. } | Type::UnsafeBinder { .. } => true,
    })
}

/// Tells whether a type mentions one that is known only when it runs, at any depth: a trait object, or one of which nothing is known.
pub(super) fn mentions_dyn(ty: &Type) -> bool {
    let mut found = false;
    each_mentioned(ty, &mut |part| {
        found |= match part {
            Type::Dyn(_) | Type::FnCoroutine { .. } | Type::Impl(_) | Type::Infer => true,
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => false,
            // What these hold or lead to is asked by itself.
            Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } => false,
            Type::Tuple(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Path(_) => false,
            // Their code counts where it is mentioned; a pointer to a function is refused where it is called.
            Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) => false,
        };
    });
    found
}

/// Whether a path belongs to the standard library although it begins with a type.
pub(super) fn in_std(path: &mir::Path) -> bool {
    let Some(mir::Segment::Qualified { self_type, trait_path: None }) = path.segments.first() else {
        return false;
    };
    match &**self_type {
        Type::Path(path) => path.begins_in_std(),
        // Only std has methods of these by themselves.
        Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => true,
        Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => true,
        Type::FnPtr(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } => true,
        // A trait object's are those of whoever declares the trait; the others have none that can be told.
        Type::Dyn(_) | Type::Impl(_) | Type::Infer => false,
        Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => false,
    }
}
