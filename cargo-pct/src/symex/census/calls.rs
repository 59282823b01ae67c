//! What one body calls, as the executor would take each call.

use crate::mir::{GenericArg, Operand, Path, TerminatorKind, Type};
use crate::symex::library::harmless::{ends_the_process, never_panics};
use crate::symex::library::raw::{dropped_in_place, may_refuse, raw_effect};
use crate::symex::library::writing;
use crate::symex::program::names::{callee_name, type_name};
use crate::symex::program::sites::Probes;
use crate::symex::program::structure::Whose;
use crate::symex::program::types::{Generics, Rewrite, is_clients_type, is_probe};
use crate::symex::program::{BodyId, Callee, Program};
use std::collections::BTreeSet;

/// A body, and what its parameters stand for.
pub(super) type Instance = (BodyId, Generics);

/// What one body calls.
pub(super) struct Calls {
    /// Whose bodies are at hand.
    pub(super) bodies: BTreeSet<Instance>,
    /// Calls without a model.
    pub(super) missing: BTreeSet<String>,
    /// Whether all others are understood exactly.
    pub(super) is_exact: bool,
}

/// Intrinsics that say less than what the real code does, for some arguments at least.
const APPROXIMATE: [&str; 18] = [
    "any",
    "bit_count",
    "boxed_uninit",
    "copied",
    "copy",
    "equal_elements",
    "exchange",
    "filled",
    "forget_elements",
    "has_element",
    "kept",
    "lent",
    "may_panic",
    "permute",
    "room",
    "shift",
    "size_of",
    "unknown",
];

/// What a body calls, with what its parameters stand for.
pub(super) fn of_body(program: &Program, body: BodyId, generics: &Generics) -> Calls {
    let code = &program.code(body).body;
    let normaliser = program.normaliser(body, generics);
    let mut calls = Calls { bodies: BTreeSet::new(), missing: BTreeSet::new(), is_exact: true };
    for local in code.locals.values() {
        if let Type::Closure(closure) = &local.ty {
            let bodies = program.closure_bodies(closure);
            calls.bodies.extend(bodies.iter().map(|body| (*body, generics.clone())));
        }
    }
    for block in code.blocks.values() {
        let (TerminatorKind::Call { callee, args, .. } | TerminatorKind::TailCall { callee, args }) =
            &block.terminator.kind
        else {
            continue;
        };
        let functions = [callee].into_iter().chain(args).filter_map(|operand| match operand {
            Operand::Function(function) => Some(normaliser.value_path(&function.path)),
            _ => None,
        });
        for path in functions {
            called(program, &writing::Call { body, generics, args }, &path, &mut calls);
        }
        if !matches!(callee, Operand::Function(_)) {
            calls.missing.insert("a function pointer".to_owned());
        }
    }
    calls
}

fn called(program: &Program, call: &writing::Call<'_>, path: &Path, calls: &mut Calls) {
    if is_the_executors(path) {
        return;
    }
    match program.resolve(path) {
        Callee::Body(body, _)
            if program.is_rivalled(call.body, body)
                || program.writes_otherwise(call, path, body, &Probes::default()) =>
        {
            calls.missing.insert(family(path));
        }
        Callee::Body(body, generics) => {
            calls.bodies.insert((body, generics));
        }
        Callee::Intrinsic(name, args) => {
            calls.is_exact &= !APPROXIMATE.contains(&&*name);
            if let ("calls" | "drops" | "hashes" | "shows" | "tells", [GenericArg::Type(ty)]) =
                (&*name, args.as_slice())
                && program.whose_intrinsic(&name, ty, &Probes::default()) == Whose::Crate
            {
                calls.missing.insert(format!("code of {}", head(ty)));
            }
        }
        Callee::Constructor(_) => {}
        Callee::Unknown => {
            if is_known(program, path) || program.only_writes(call, path, &Probes::default()) {
                calls.is_exact = false;
            } else if !path.as_trait_item().is_some_and(|item| is_clients_type(item.self_type)) {
                calls.missing.insert(family(path));
            }
        }
    }
}

/// Whether of a function without a model is known that it never panics, and what it changes.
fn is_known(program: &Program, path: &Path) -> bool {
    let drops_known = || dropped_in_place(path).is_some_and(|ty| program.drops_code_of(ty) != Whose::Crate);
    let is_raw = || raw_effect(path).is_some() && !may_refuse(path);
    ends_the_process(path) || never_panics(path) || is_raw() || drops_known()
}

/// Whether the executor knows by itself what a call does: a probe, a closure that runs, a panic, a message, a conversion of a
/// type to itself.
fn is_the_executors(path: &Path) -> bool {
    let item = path.as_trait_item();
    let is_callable = item.as_ref().is_some_and(|item| {
        item.trait_path.begins_in_std()
            && matches!(item.trait_path.last_name().map(|name| &**name), Some("Fn" | "FnMut" | "FnOnce"))
    });
    let is_message = path.std_names().is_some_and(|names| {
        matches!(names.first(), Some(&"panicking" | &"rt"))
            || matches!(names.as_slice(), ["fmt", "Arguments", ..] | ["fmt", "rt", ..])
    });
    // `impl<T> From<T> for T`, as every `?` calls it whose error is of the function's own type.
    let is_identity = item.as_ref().is_some_and(|item| {
        item.trait_path.is_std(&["convert", "From"])
            && matches!(item.trait_path.last().args(), [GenericArg::Type(ty)] if ty == item.self_type)
    });
    is_probe(path) || is_callable || is_message || is_identity
}

/// A call's name without what its type parameters stand for: one model could serve them all.
fn family(path: &Path) -> String {
    match path.as_trait_item() {
        Some(item) => {
            format!("<{} as {}>::{}", head(item.self_type), callee_name(item.trait_path), item.name)
        }
        None => callee_name(path),
    }
}

/// A type without its arguments.
fn head(ty: &Type) -> String {
    match ty {
        Type::Path(path) if path.as_trait_item().is_none() => {
            path.last_name().map_or_else(|| "_".to_owned(), ToString::to_string)
        }
        Type::Ref { referent, .. } => format!("&{}", head(referent)),
        Type::Slice(element) => format!("[{}]", head(element)),
        Type::Array { element, .. } => format!("[{}; _]", head(element)),
        Type::Tuple(elements) => format!("({})", vec!["_"; elements.len()].join(", ")),
        Type::Path(_) | Type::RawPtr { .. } | Type::FnPtr(_) | Type::FnDef { .. } => type_name(ty),
        Type::Closure(_) | Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Impl(_) => type_name(ty),
        Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer | Type::Never => type_name(ty),
        Type::Bool | Type::Char | Type::Str | Type::Int(_) | Type::Float(_) => type_name(ty),
    }
}
