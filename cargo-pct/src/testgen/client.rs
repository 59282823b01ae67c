//! A client that calls functions of a library at random.

use std::collections::BTreeSet;

use super::call::{OBJECT, Written, makes, written};
use super::closure;
use super::explored::Library;
use super::imports::{import_of_type, imports_of, imports_of_literal};
use super::instance::{self, Bounds};
use super::reproduction::Reproduction;
use crate::drive::values::{Maker, Pool};
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{GenericArg, Mutability, Path, Type};
use crate::random::Random;
use crate::source::in_prelude;
use crate::symex::types::{is_same_declaration, plain_name};

/// Calls behind the one that makes the object.
const MOST_CALLS: u64 = 8;

/// Calls on an object that is only needed to make another one.
const MOST_CALLS_OF_OWNER: u64 = 3;

/// The name of an object of which a method is called that makes an argument or the object: a container, for its iterator.
const OWNER: &str = "owner";

/// What stands for a receiver in the names of parameters.
const RECEIVER: &str = "self";

/// Objects that are made of objects, as an entry is of a map.
const MOST_NESTING: usize = 3;

pub(super) struct Client<'a> {
    library: &'a Library<'a>,
    random: Random,
    imports: BTreeSet<String>,
    /// The class of the object that is at hand.
    object: Option<Type>,
    /// Whether a call that makes an argument changes the object.
    changes: bool,
}

/// A class, on whose objects of this name functions are called.
struct On<'c> {
    class: Option<&'c Type>,
    name: &'c str,
    /// Whether there is none yet.
    first: bool,
}

impl<'a> Client<'a> {
    pub(super) fn new(library: &'a Library<'a>, subject: &Subject) -> Client<'a> {
        let seed =
            subject.id.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        let random = Random::new(seed);
        Client { library, random, imports: BTreeSet::new(), object: None, changes: false }
    }

    /// Random calls of a subject; none where one has no text.
    pub(super) fn test(&mut self, subject: &'a Subject) -> Option<Reproduction> {
        (self.imports, self.object) = (BTreeSet::new(), None);
        let (planned, class) = self.plan(subject, MOST_CALLS)?;
        let mut calls: Vec<Written> = Vec::new();
        for entry in planned {
            let on = On { class: class.as_ref(), name: OBJECT, first: calls.is_empty() };
            // What has no text is left out, unless all the others need it.
            match self.call(entry, &on, 0) {
                Some(call) => calls.push(call),
                None if calls.is_empty() => return None,
                None => {}
            }
            self.object.clone_from(&class);
        }
        let imports = std::mem::take(&mut self.imports).into_iter().collect();
        Some(Reproduction { calls, imports, looks: Vec::new() })
    }

    /// Which functions are called, and on which instance: of a class, one that makes an object, and then methods.
    fn plan(&mut self, subject: &'a Subject, most: u64) -> Option<(Vec<&'a Entry>, Option<Type>)> {
        let entries = self.library.callable(subject);
        let SubjectKind::Type(class) = &subject.kind else {
            return self.random.one_of(&entries).map(|entry| (vec![*entry], None));
        };
        let is_maker = |entry: &&&Entry| entry.object.is_none() && makes(&entry.result, class);
        let makers: Vec<&Entry> = entries.iter().filter(is_maker).copied().collect();
        let methods: Vec<&Entry> = entries.iter().filter(|entry| entry.object.is_some()).copied().collect();
        let mut calls = vec![*self.random.one_of(&makers)?];
        for _ in 0..self.random.below(most + 1) {
            let Some(method) = self.random.one_of(&methods) else { break };
            calls.push(method);
            if consumes(method) {
                break;
            }
        }
        let program = self.library.program;
        let class = instance::chosen(program, subject, calls.iter().copied(), None, Bounds::Open)?;
        self.imports.insert(import_of_type(program, self.library.crate_name, class.as_path()?)?);
        Some((calls, Some(class)))
    }

    /// A call with random arguments.
    fn call(&mut self, entry: &Entry, on: &On, depth: usize) -> Option<Written> {
        let Library { program, crate_name, .. } = *self.library;
        let own = match on.class {
            Some(class) => instance::entry_of(program, entry, class, Bounds::Open)?,
            None => instance::function_of(program, entry, Bounds::Open),
        };
        let imports = imports_of(program, entry, crate_name, on.class.is_none(), Bounds::Open)?;
        let mut made = Vec::new();
        let outer = std::mem::take(&mut self.changes);
        let mut expression = |name: &str, ty: &Type| self.argument(&own, (name, ty), &mut made, depth);
        let call = written(program, &own, on.class, (on.name, on.first), &mut expression);
        let changes = std::mem::replace(&mut self.changes, outer);
        let call = call?;
        self.imports.extend(imports);
        for (_, ty) in &own.parameters {
            self.imports.extend(imports_of_literal(program, crate_name, ty, &call.text()));
        }
        Some(Written { before: [made, call.before].concat(), changes: call.changes || changes, ..call })
    }

    /// An argument as an expression. What has to be made for it is `made` in front of the call.
    fn argument(
        &mut self,
        entry: &Entry,
        (name, ty): (&str, &Type),
        made: &mut Vec<String>,
        depth: usize,
    ) -> Option<String> {
        let program = self.library.program;
        if let Some(text) = closure::written(program, entry, ty) {
            return Some(text);
        }
        if name == RECEIVER {
            let changes = matches!(ty, Type::Ref { mutability: Mutability::Mut, .. });
            return self.object(OWNER, behind(ty), changes, made, depth);
        }
        if ty.as_path().is_some_and(|path| !path.begins_in_std())
            && self.random.below(2) == 0
            && let Some(object) = self.object(name, ty, false, made, depth)
        {
            return Some(object);
        }
        match expression(program, &mut self.random, ty) {
            Some(text) => Some(text),
            None => self.object(name, behind(ty), false, made, depth),
        }
    }

    /// The name of a value of a type without functions of its own: what a method returns is `made` it.
    fn returned(&mut self, name: &str, ty: &Type, made: &mut Vec<String>, depth: usize) -> Option<String> {
        let library = self.library;
        let methods = library.subjects.iter().flat_map(|subject| {
            let own = library.callable(subject).into_iter();
            own.filter(|entry| returns(&entry.result, ty) && entry.object.is_some())
                .map(move |entry| (subject, entry))
        });
        let methods: Vec<(&Subject, &Entry)> = methods.collect();
        let (subject, entry) = *self.random.one_of(&methods)?;
        let SubjectKind::Type(class) = &subject.kind else { return None };
        let changes = entry
            .parameters
            .iter()
            .any(|(_, ty)| matches!(ty, Type::Ref { mutability: Mutability::Mut, .. }));
        let receiver = self.object(OWNER, class, changes, made, depth + 1)?;
        let class = instance::chosen(library.program, subject, [entry].into_iter(), None, Bounds::Open)?;
        let call = self.call(entry, &On { class: Some(&class), name: &receiver, first: false }, depth + 1)?;
        let unwrap = if is_same_declaration(&call.result, ty) { "" } else { ".unwrap()" };
        made.extend(call.after(format!("let {name} = {}{unwrap};", call.call)));
        Some(name.to_owned())
    }

    /// The name of an object of a class: the one at hand, or one that is `made` for it.
    fn object(
        &mut self,
        name: &str,
        ty: &Type,
        changes: bool,
        made: &mut Vec<String>,
        depth: usize,
    ) -> Option<String> {
        let is_own = |own: &Type| is_same_declaration(own, ty);
        if name == OWNER && self.object.as_ref().is_some_and(is_own) {
            self.changes |= changes;
            return Some(OBJECT.to_owned());
        }
        if depth >= MOST_NESTING {
            return None;
        }
        let Some(subject) = self.library.class(ty) else { return self.returned(name, ty, made, depth) };
        let most = if name == OWNER { MOST_CALLS_OF_OWNER } else { 0 };
        let (planned, class) = self.plan(subject, most)?;
        let mutable = if name == OWNER { "mut " } else { "" };
        let mut statements = Vec::new();
        for entry in planned.into_iter().filter(|entry| !consumes(entry)) {
            let on = On { class: class.as_ref(), name, first: statements.is_empty() };
            let call = self.call(entry, &on, depth + 1)?;
            let text = match call.makes {
                Some(unwrap) => format!("let {mutable}{name} = {}{unwrap};", call.call),
                None => format!("let _ = {};", call.call),
            };
            statements.extend(call.after(text));
        }
        made.extend(statements);
        Some(name.to_owned())
    }
}

fn behind(ty: &Type) -> &Type {
    match ty {
        Type::Ref { referent, .. } => behind(referent),
        ty => ty,
    }
}

/// Whether a result is of this type, or an `Option` or `Result` of it.
fn returns(result: &Type, ty: &Type) -> bool {
    let inner = || match result.as_path()?.last().args().first()? {
        GenericArg::Type(inner) => Some(inner),
        _ => None,
    };
    let is_wrapped = |path: &Path| path.is_std(&["option", "Option"]) || path.is_std(&["result", "Result"]);
    is_same_declaration(result, ty)
        || result.as_path().is_some_and(is_wrapped)
            && inner().is_some_and(|inner| is_same_declaration(inner, ty))
}

/// Whether an object is gone after a call.
fn consumes(entry: &Entry) -> bool {
    let object = entry.parameters.iter().find(|(name, _)| Some(name) == entry.object.as_ref());
    object.is_some_and(|(_, ty)| !matches!(ty, Type::Ref { .. }))
}

/// A random value of a type as text. Rustc refuses what is none.
fn expression(program: &crate::symex::Program, random: &mut Random, ty: &Type) -> Option<String> {
    // Great numbers ask for too much time and memory more often than they lead anywhere.
    let is_timid = random.below(4) > 0;
    let value = Maker { program, random, pool: &Pool::default(), is_timid }.value(ty, 0)?.to_string();
    let Type::Path(path) = ty else { return Some(value) };
    if path.is_std(&["string", "String"]) {
        return Some(format!("{value}.to_owned()"));
    }
    let name = plain_name(path).filter(|name| path.begins_in_std() && !in_prelude(name));
    let (Some(name), Some(last)) = (name, path.last_name()) else { return Some(value) };
    match value.strip_prefix(&**last) {
        Some(rest) => Some(format!("{name}{rest}")),
        None => Some(value),
    }
}
