//! A finding as a unit test that fails.

use std::collections::BTreeSet;

use super::instance;
use super::literal::{literal, type_name};
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{Mutability, Type};
use crate::source::{Owner, Visibility, in_prelude};
use crate::symex::types::{is_same_declaration, plain_name};
use crate::symex::{Config, Executor, Program, State};
use crate::term::{Kind, Term};
use crate::verify::{Call, CallSequence};

/// The statements of a test that runs into a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reproduction {
    /// The statements, in order.
    pub statements: Vec<String>,
    /// What the test imports.
    pub imports: Vec<String>,
}

/// The name of the object in reproductions.
const OBJECT: &str = "s";

/// Writes a sequence of calls as statements. `crate_name` is the crate's name in paths.
///
/// `None` where an argument has no literal, or a call cannot be written by a client.
pub fn reproduction(
    program: &Program,
    subject: &Subject,
    sequence: &CallSequence,
    crate_name: &str,
) -> Option<Reproduction> {
    let (mut statements, mut imports) = (Vec::new(), BTreeSet::new());
    let class = match &subject.kind {
        SubjectKind::Type(ty) => {
            imports.insert(import(program, crate_name, &plain_name(ty.as_path()?)?)?);
            Some(instance::chosen(program, subject)?)
        }
        SubjectKind::Function => None,
    };
    for call in &sequence.calls {
        let entry = &subject.entries[call.entry];
        imports.extend(imports_of(program, entry, crate_name, class.is_none())?);
        let of_class = class.as_ref().map(|class| instance::entry_of(program, entry, class));
        let entry = &of_class.unwrap_or_else(|| Some(entry.clone()))?;
        statements.extend(statement(program, class.as_ref(), entry, call, statements.is_empty())?);
    }
    Some(Reproduction { statements, imports: imports.into_iter().collect() })
}

/// What a client imports to call a function; `None` if no client can write the call. `of_function`: no object is at hand.
fn imports_of(program: &Program, entry: &Entry, crate_name: &str, of_function: bool) -> Option<Vec<String>> {
    let (items, function) = program.declared(entry.body)?;
    // Who calls an unsafe function promises something, which is not known.
    if function.is_unsafe {
        return None;
    }
    // Which type a parameter stands for could not be inferred where nothing has that type.
    if function.parameters.iter().any(|name| !name.starts_with("impl ")) {
        return None;
    }
    let is_public = function.visibility == Visibility::Public;
    match function.owner {
        Owner::Module(_) => Some(vec![import(program, crate_name, &function.full_path())?]),
        // Which type's method is meant would have to be said.
        Owner::Impl(_) if of_function => None,
        Owner::Impl(block) => match &items.impls[block].trait_path {
            None => is_public.then(Vec::new),
            Some(path) if path.begins_in_std() => {
                let name = plain_name(path)?;
                Some(if in_prelude(&name) { Vec::new() } else { vec![format!("use {name};")] })
            }
            Some(path) => Some(vec![import(program, crate_name, &plain_name(path)?)?]),
        },
        Owner::Body(_) | Owner::Trait(_) => None,
    }
}

/// The import of an item of the crate, by the path that clients know, under its own name.
fn import(program: &Program, crate_name: &str, path: &str) -> Option<String> {
    let public = program.public_path(path)?;
    let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
    let renamed = if last(public) == last(path) { String::new() } else { format!(" as {}", last(path)) };
    Some(format!("use {crate_name}::{public}{renamed};"))
}

fn statement(
    program: &Program,
    class: Option<&Type>,
    entry: &Entry,
    call: &Call,
    first: bool,
) -> Option<Vec<String>> {
    let mut before = Vec::new();
    let mut arguments = Vec::new();
    for (name, ty) in &entry.parameters {
        if Some(name) == entry.object.as_ref() {
            continue;
        }
        arguments.push(argument(program, call, name, ty, &mut before)?);
    }
    let arguments = arguments.join(", ");
    let function = entry.name.rsplit("::").next()?.to_owned();
    let caught = |line: String| match call.unwinds {
        true => {
            let call = line.trim_end_matches(';');
            format!("let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {{ {call}; }}));")
        }
        false => line,
    };
    let line = match (&entry.object, class) {
        (Some(_), Some(_)) if entry.is_drop => caught(format!("drop({OBJECT});")),
        (Some(object), Some(_)) if object == "self" => caught(format!("{OBJECT}.{function}({arguments});")),
        (None, Some(ty)) if makes(&entry.result, ty) && first => {
            let made = format!("{}({arguments})", callee(program, entry, ty)?);
            match &entry.result {
                result if result == ty => format!("let mut {OBJECT} = {made};"),
                _ => format!("let mut {OBJECT} = {made}.unwrap();"),
            }
        }
        (None, Some(ty)) => caught(format!("{}({arguments});", callee(program, entry, ty)?)),
        (None, None) => caught(format!("{function}({arguments});")),
        _ => return None,
    };
    before.push(line);
    Some(before)
}

/// How a function is named that is called on no object: one of the class, or one that stands in a module. Which instance of another type
/// is meant would have to be said.
fn callee(program: &Program, entry: &Entry, class: &Type) -> Option<String> {
    let (items, function) = program.declared(entry.body)?;
    match function.owner {
        Owner::Impl(block) if is_same_declaration(&items.impls[block].self_type, class) => {
            Some(format!("{}::{}", type_name(class)?, function.name))
        }
        Owner::Module(_) => Some(function.name.to_string()),
        _ => None,
    }
}

/// Whether a result is the object, or an `Option` or `Result` of it.
fn makes(result: &Type, class: &Type) -> bool {
    result == class
        || result.as_path().is_some_and(|path| {
            let inner = path.last().args().first();
            (path.is_std(&["option", "Option"]) || path.is_std(&["result", "Result"]))
                && matches!(inner, Some(crate::mir::GenericArg::Type(ty)) if ty == class)
        })
}

/// An argument's expression; what a reference points to is bound before the call.
fn argument(
    program: &Program,
    call: &Call,
    name: &str,
    ty: &Type,
    before: &mut Vec<String>,
) -> Option<String> {
    if let Type::Ref { mutability, referent, .. } = ty {
        let inner = expression(program, call, name, referent)?;
        return Some(match mutability {
            Mutability::Mut => {
                before.push(format!("let mut {name} = {inner};"));
                format!("&mut {name}")
            }
            Mutability::Not => format!("&{inner}"),
        });
    }
    expression(program, call, name, ty)
}

fn expression(program: &Program, call: &Call, name: &str, ty: &Type) -> Option<String> {
    let config = Config::default();
    // The same names as at the function's entry.
    let value = Executor::new(program, &config).any_value(&mut State::empty(Term::bool(true)), ty, name);
    let value_of = |term: &Term| match term.kind() {
        Kind::Var(var) => call.value(var),
        _ => call.inputs.complete(term),
    };
    literal(program, ty, &value, &value_of)
}

impl Reproduction {
    /// The whole test, to be pasted into a file under `tests/`.
    pub fn test(&self, name: &str) -> String {
        let import = if self.imports.is_empty() { String::new() } else { self.imports.join("\n") + "\n\n" };
        let body: String = self.statements.iter().map(|statement| format!("    {statement}\n")).collect();
        format!("{import}#[test]\nfn {name}() {{\n{body}}}\n")
    }
}
