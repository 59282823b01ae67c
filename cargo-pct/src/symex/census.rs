//! A census of a crate's functions: which of them reach a call that has no model, and which calls those are.
//!
//! Input: a program. Output: a [`Census`], for reports and for deciding what to model next. It follows calls, closures and functions
//! that are handed on as the executor would, with what the parameters stand for at each call; those of the function that it begins
//! with stand for types that only clients know. What the methods of such a type do is theirs to say, and no model is missing there.
//! Nothing is proved by it.

mod calls;
mod panics;

pub use panics::{Risk, panicking, suspended};

use crate::mir::{BodyKind, GenericArg, Path, Type};
use crate::source::Owner;
use crate::symex::program::sites::sites_in;
use crate::symex::program::types::{Generics, unknown_type};
use crate::symex::program::{BodyId, Code, Program};
use calls::{Calls, Instance};
use std::collections::{BTreeMap, BTreeSet};

/// How many bodies are looked into for one function: what a generic function calls at ever larger types has no end.
const MOST_INSTANCES: usize = 4_000;

/// The counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Census {
    /// Functions and methods of the analysed crates, closures not among them.
    pub functions: usize,
    /// Those that reach no call without a model.
    pub modelled: usize,
    /// Those of them that reach only models that say exactly what the real function does, whatever its arguments. Others say
    /// more than it may do: any result, or elements in any order.
    pub exact: usize,
    /// Calls without a model: how many functions reach each, and how many reach no other.
    pub missing: BTreeMap<String, Missing>,
    /// The probes of functions that reach no call without a model.
    pub sites: BTreeSet<u64>,
}

impl Census {
    /// Adds another crate's.
    pub fn add(&mut self, other: Census) {
        self.functions += other.functions;
        self.modelled += other.modelled;
        self.exact += other.exact;
        self.sites.extend(other.sites);
        for (name, missing) in other.missing {
            let entry = self.missing.entry(name).or_default();
            entry.functions += missing.functions;
            entry.missing_only_this += missing.missing_only_this;
        }
    }
}

/// How many functions a model that is missing would serve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Missing {
    /// Functions that reach the call.
    pub functions: usize,
    /// Functions that reach no other call without a model.
    pub missing_only_this: usize,
}

/// The calls that a function reaches.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Reached {
    /// The function's name for people.
    pub function: String,
    /// Calls without a model.
    pub missing: BTreeSet<String>,
    /// True if all models that it reaches are exact.
    pub is_exact: bool,
    /// The probes in it, and in closures that it reaches.
    pub sites: BTreeSet<u64>,
}

/// Counts the functions of the analysed crates.
pub fn census(program: &Program) -> Census {
    let mut census = Census::default();
    for Reached { missing, is_exact, sites, .. } in reached(program) {
        census.functions += 1;
        if missing.is_empty() {
            census.sites.extend(sites);
        }
        census.modelled += usize::from(missing.is_empty());
        census.exact += usize::from(missing.is_empty() && is_exact);
        let missing_only_this = usize::from(missing.len() == 1);
        for name in missing {
            let entry = census.missing.entry(name).or_default();
            entry.functions += 1;
            entry.missing_only_this += missing_only_this;
        }
    }
    census
}

/// The calls that each function of the analysed crates reaches.
pub fn reached(program: &Program) -> Vec<Reached> {
    let mut calls = BTreeMap::new();
    functions(program).map(|body| reached_from(program, body, &mut calls)).collect()
}

/// The functions and methods of the analysed crates.
pub fn functions(program: &Program) -> impl Iterator<Item = BodyId> {
    let is_function = |(body, code): &(BodyId, &Code)| {
        code.body.kind == BodyKind::Fn && program.is_analysed(*body) && is_users(program, *body)
    };
    program.bodies().filter(is_function).map(|(body, _)| body)
}

/// Tells whether a call begins a panic.
fn is_panic(path: &Path) -> bool {
    path.std_names().is_some_and(|names| match names.as_slice() {
        ["panicking", name] => !matches!(*name, "panicking"),
        ["rt", name] => matches!(*name, "panic_fmt" | "panic_display" | "begin_panic"),
        _ => false,
    })
}

/// Tells whether a function stands in the user's source: the attributes make others.
fn is_users(program: &Program, body: BodyId) -> bool {
    program.declared(body).is_some_and(|(items, function)| match function.owner {
        Owner::Impl(block) => !items.impls[block].is_instrumentation,
        _ => true,
    })
}

/// The parameters of a body as types that only clients know.
fn of_clients(program: &Program, body: BodyId) -> Generics {
    let unknown = |parameter| {
        let ty = GenericArg::Type(Type::Path(unknown_type(&parameter)));
        (parameter, ty)
    };
    Generics { arguments: program.parameters(body).into_iter().map(unknown).collect() }
}

/// What a body reaches whose parameters stand for types that only clients know.
fn reached_from(program: &Program, start: BodyId, calls: &mut BTreeMap<Instance, Calls>) -> Reached {
    let generics = of_clients(program, start);
    let mut found = Reached {
        function: program.name(start),
        missing: BTreeSet::new(),
        is_exact: true,
        sites: BTreeSet::new(),
    };
    let (mut seen, mut pending) = (BTreeSet::new(), vec![(start, generics)]);
    while let Some(instance) = pending.pop() {
        if !seen.insert(instance.clone()) {
            continue;
        }
        if seen.len() > MOST_INSTANCES {
            found.missing.insert("too many functions".to_owned());
            break;
        }
        if instance.1.seem_to_grow() {
            found.missing.insert("a function of ever larger types".to_owned());
            break;
        }
        let code = &program.code(instance.0).body;
        if instance.0 == start || code.kind != BodyKind::Fn {
            found.sites.extend(sites_in(code));
        }
        let own = calls
            .entry(instance)
            .or_insert_with_key(|(body, generics)| calls::of_body(program, *body, generics));
        pending.extend(own.bodies.iter().cloned());
        found.missing.extend(own.missing.iter().cloned());
        found.is_exact &= own.is_exact;
    }
    found
}
