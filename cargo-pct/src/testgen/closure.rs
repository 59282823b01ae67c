//! Closures for parameters that stand for something to be called.
//!
//! What a closure gives is as simple as can be, and need not be what the calls have it give: only running them tells what they do.

use super::literal::literal;
use crate::lower::Entry;
use crate::mir::{Bound, GenericArgs, Mutability, Path, Segment, Type};
use crate::symex::types::{Rewrite, is_unknown_type, parameter_of};
use crate::symex::{BodyId, Config, Executor, Program, State};
use crate::term::{Kind, Term, Value};

/// What a closure takes, by number, and gives; nothing, if that is left out.
pub(super) struct Signature<'b> {
    inputs: &'b [Type],
    output: Option<&'b Type>,
}

/// The closures that a parameter stands for, by the first of its bounds that is written as a function's; what else they ask for, rustc
/// tells.
pub(super) fn signature<'b>(bounds: &'b [(Type, Path)], parameter: &str) -> Option<Signature<'b>> {
    let is_own = |ty: &Type| ty.as_identifier().is_some_and(|name| **name == *parameter);
    bounds.iter().filter(|(ty, _)| is_own(ty)).find_map(|(_, bound)| of_bound(bound))
}

fn of_bound(bound: &Path) -> Option<Signature<'_>> {
    match bound.segments.last()? {
        Segment::Named { args: GenericArgs::Parenthesized { inputs, output }, .. } => {
            Some(Signature { inputs, output: output.as_deref() })
        }
        _ => None,
    }
}

/// Whether a parameter of a function stands for something to be called.
pub(super) fn is_called(program: &Program, body: BodyId, name: &str) -> bool {
    let Some((_, function)) = program.declared(body) else { return false };
    signature(&function.bounds, name).is_some() || unnamed(program, body, name).is_some()
}

/// A closure for a parameter of this type; none if it does not stand for one, or what it gives has no literal.
pub(super) fn written(program: &Program, entry: &Entry, ty: &Type) -> Option<String> {
    giving(program, entry, ty, &mut |output| simplest(program, output))
}

/// The patterns of the arguments of a closure for a parameter of this type, and what it gives, if that is anything; none if it does not stand for one.
pub(crate) fn closure_signature(
    program: &Program,
    entry: &Entry,
    ty: &Type,
) -> Option<(Vec<&'static str>, Option<Type>)> {
    let name = ty.as_identifier().filter(|_| is_unknown_type(ty))?;
    let (_, function) = program.declared(entry.body)?;
    let signature = signature(&function.bounds, parameter_of(name).unwrap_or(name))
        .or_else(|| unnamed(program, entry.body, name))?;
    let normaliser = program.normaliser(entry.body, &entry.generics);
    let inputs = signature.inputs.iter().map(argument_pattern).collect();
    Some((inputs, signature.output.map(|ty| normaliser.ty(ty))))
}

/// The pattern of a closure's argument of a type. What is a reference has to be called one: rustc takes it for a reference of any lifetime then.
pub(crate) fn argument_pattern(ty: &Type) -> &'static str {
    match ty {
        Type::Ref { mutability: Mutability::Mut, .. } => "_: &mut _",
        Type::Ref { .. } => "_: &_",
        _ => "_",
    }
}

/// The same for one that gives what `value` says.
pub(super) fn giving(
    program: &Program,
    entry: &Entry,
    ty: &Type,
    value: &mut dyn FnMut(&Type) -> Option<String>,
) -> Option<String> {
    if !is_unknown_type(ty) {
        return None;
    }
    let name = ty.as_identifier()?;
    let (_, function) = program.declared(entry.body)?;
    let signature = signature(&function.bounds, parameter_of(name).unwrap_or(name))
        .or_else(|| unnamed(program, entry.body, name))?;
    let inputs = vec!["_"; signature.inputs.len()].join(", ");
    let output = match signature.output {
        None => "()".to_owned(),
        Some(ty) => value(&program.normaliser(entry.body, &entry.generics).ty(ty))?,
    };
    Some(format!("|{inputs}| {output}"))
}

/// What `impl Fn(A) -> B` stands for in argument position.
fn unnamed<'p>(program: &'p Program, body: BodyId, name: &str) -> Option<Signature<'p>> {
    let body = &program.code(body).body;
    body.args().find_map(|local| {
        let ty = &body.locals[local].ty;
        let Type::Impl(bounds) = ty else { return None };
        let bound = bounds.iter().find_map(|bound| match bound {
            Bound::Trait { path, .. } => of_bound(path),
            Bound::Lifetime(_) => None,
        });
        bound.filter(|_| ty.to_string() == name)
    })
}

fn simplest(program: &Program, ty: &Type) -> Option<String> {
    let config = Config::default();
    let value = Executor::new(program, &config).any_value(&mut State::empty(Term::bool(true)), ty, "given");
    let value_of = |term: &Term| match term.kind() {
        Kind::Var(var) => Value::simplest(&var.sort),
        _ => crate::term::Assignment::new().complete(term),
    };
    literal(program, ty, &value, &value_of)
}
