//! A census of a crate's functions: which of them reach a call that has no model, and which calls those are.
//!
//! Input: a program. Output: a [`Census`], for reports and for deciding what to model next. It follows calls, closures and functions
//! that are handed on, as [`Program::resolve`] resolves them with parameters left open. What the methods of a type parameter do is
//! the clients' to say, and no model is missing there. Nothing is proved by it.

mod panics;

pub use panics::panicking;

use super::call::callee_name;
use super::program::{BodyId, Callee, Code, Program};
use super::types::{Generics, Rewrite, plain_name};
use crate::mir::{BodyKind, GenericArg, Name, Operand, Path, TerminatorKind, Type};
use crate::source::Owner;
use std::collections::{BTreeMap, BTreeSet};

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Functions and methods of the analysed crates, closures not among them.
    pub functions: usize,
    /// Those that reach no call without a model.
    pub modelled: usize,
    /// Calls without a model: how many functions reach each, and how many reach no other.
    pub missing: BTreeMap<String, Missing>,
}

impl Census {
    /// Adds another crate's.
    pub fn add(&mut self, other: Census) {
        self.functions += other.functions;
        self.modelled += other.modelled;
        for (name, missing) in other.missing {
            let entry = self.missing.entry(name).or_default();
            entry.functions += missing.functions;
            entry.alone += missing.alone;
        }
    }
}

/// How many functions a model that is missing would serve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Functions that reach the call.
    pub functions: usize,
    /// Functions that reach no other call without a model.
    pub alone: usize,
}

/// What one body calls.
#[derive(Default)]
struct Calls {
    bodies: BTreeSet<BodyId>,
    missing: BTreeSet<String>,
}

/// Counts the functions of the analysed crates.
pub fn census(program: &Program) -> Census {
    let mut calls = BTreeMap::new();
    let mut census = Census::default();
    for body in functions(program) {
        census.functions += 1;
        let missing = reached(program, body, &mut calls);
        census.modelled += usize::from(missing.is_empty());
        for name in &missing {
            let entry = census.missing.entry(name.clone()).or_default();
            entry.functions += 1;
            entry.alone += usize::from(missing.len() == 1);
        }
    }
    census
}

/// The functions and methods of the analysed crates.
fn functions(program: &Program) -> impl Iterator<Item = BodyId> {
    let is_function = |(body, code): &(BodyId, &Code)| {
        code.body.kind == BodyKind::Fn && !program.is_model(*body) && is_users(program, *body)
    };
    program.bodies().filter(is_function).map(|(body, _)| body)
}

/// Whether a call is the beginning of a panic.
fn is_panic(path: &Path) -> bool {
    path.std_names().is_some_and(|names| match names.as_slice() {
        ["panicking", name] => !matches!(*name, "panicking"),
        ["rt", name] => matches!(*name, "panic_fmt" | "panic_display" | "begin_panic"),
        _ => false,
    })
}

/// Whether a function stands in the user's source: not one that the attributes make.
fn is_users(program: &Program, body: BodyId) -> bool {
    program.declared(body).is_some_and(|(items, function)| match function.owner {
        Owner::Impl(block) => !items.impls[block].is_instrumentation,
        _ => true,
    })
}

/// The calls without a model that a body reaches.
fn reached(program: &Program, start: BodyId, calls: &mut BTreeMap<BodyId, Calls>) -> BTreeSet<String> {
    let (mut missing, mut seen, mut pending) = (BTreeSet::new(), BTreeSet::new(), vec![start]);
    while let Some(body) = pending.pop() {
        if !seen.insert(body) {
            continue;
        }
        let own = calls.entry(body).or_insert_with(|| calls_of(program, body));
        pending.extend(own.bodies.iter().copied());
        // What a model needs and has not is its own affair: such a call is a refusal of the model.
        missing.extend(own.missing.iter().cloned());
    }
    missing
}

fn calls_of(program: &Program, body: BodyId) -> Calls {
    let mut calls = Calls::default();
    let (code, parameters) = (&program.code(body).body, program.parameters(body));
    for local in code.locals.values() {
        if let Type::Closure(closure) = &local.ty {
            calls.bodies.extend(program.closure_bodies(closure));
        }
    }
    let mut visit = |operand: &Operand, is_called: bool| match operand {
        Operand::Function(function) => {
            let path = program.normaliser(body, &Generics::default()).value_path(&function.path);
            called(program, &path, &parameters, &mut calls);
        }
        _ if is_called => {
            calls.missing.insert("a function pointer".to_owned());
        }
        _ => {}
    };
    for block in code.blocks.values() {
        let (TerminatorKind::Call { callee, args, .. } | TerminatorKind::TailCall { callee, args }) =
            &block.terminator.kind
        else {
            continue;
        };
        visit(callee, true);
        args.iter().for_each(|arg| visit(arg, false));
    }
    calls
}

fn called(program: &Program, path: &Path, parameters: &[Name], calls: &mut Calls) {
    let item = path.as_trait_item();
    let owner = item.as_ref().map_or(path, |item| item.trait_path);
    let is_probe = plain_name(owner).is_some_and(|name| name.starts_with("pct::"));
    let is_callable = item.as_ref().is_some_and(|item| {
        item.trait_path.begins_in_std()
            && matches!(item.trait_path.last_name().map(|name| &**name), Some("Fn" | "FnMut" | "FnOnce"))
    });
    // The end of a path, or the text of a message.
    let is_message = path.std_names().is_some_and(|names| {
        matches!(names.first(), Some(&"panicking" | &"rt"))
            || matches!(names.as_slice(), ["fmt", "Arguments", ..] | ["fmt", "rt", ..])
    });
    // Whatever a model could say of it: who chooses the type chooses what it does.
    let is_clients = item.as_ref().is_some_and(|item| is_of_parameter(item.self_type, parameters));
    // `impl<T> From<T> for T`, as every `?` calls it whose error is of the function's own type.
    let is_identity = item.as_ref().is_some_and(|item| {
        item.trait_path.is_std(&["convert", "From"])
            && matches!(item.trait_path.last().args(), [GenericArg::Type(ty)] if ty == item.self_type)
    });
    if is_probe || is_callable || is_message || is_clients || is_identity {
        return;
    }
    match program.resolve(path) {
        Callee::Body(body, _) => {
            calls.bodies.insert(body);
        }
        Callee::Intrinsic(..) | Callee::Constructor(_) => {}
        Callee::Unknown => {
            calls.missing.insert(family(path));
        }
    }
}

/// Whether a type is a parameter, something that a parameter's type names, or a reference to one.
fn is_of_parameter(ty: &Type, parameters: &[Name]) -> bool {
    match ty {
        Type::Ref { referent, .. } => is_of_parameter(referent, parameters),
        Type::Impl(_) | Type::Dyn(_) => true,
        Type::Path(path) => {
            let is_itself = ty.as_identifier().is_some_and(|name| parameters.contains(name));
            is_itself || path.as_trait_item().is_some_and(|item| is_of_parameter(item.self_type, parameters))
        }
        _ => false,
    }
}

/// A call's name without what its type parameters stand for: one model could serve them all.
fn family(path: &Path) -> String {
    match path.as_trait_item() {
        Some(item) => format!("{}::{}", callee_name(item.trait_path), item.name),
        None => callee_name(path),
    }
}
