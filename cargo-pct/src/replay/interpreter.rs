//! Calls by the interpreter: the executor over constants, from an object and arguments to what they leave.

use crate::lower::contained_objects::{Found, Objects};
use crate::lower::{Entry, Subject, SubjectKind, contained_objects};
use crate::mir::Type;
use crate::symex::types::is_unknown_constant;
use crate::symex::{self, Config, ErrorEdge, Executor, Program, Run, State};
use crate::term::{self, Assignment, Kind, Part, Term, Var, VarName, variables};

/// Blocks that one call may run.
const BUDGET: u64 = 20_000;

/// What a call did.
#[derive(Clone, Debug)]
pub(super) enum Called {
    /// It returned this, and left the object so, if there is one.
    Returned { result: symex::Value, object: Option<Assignment> },
    /// It panicked; the object after unwinding.
    Panicked { error: Box<ErrorEdge>, object: Option<Assignment> },
    /// It is not known.
    Unknown,
}

/// Calls an entry on an object (by the variables of the class's system) with arguments (by the names of the parameters).
pub(super) fn call(
    program: &Program,
    subject: &Subject,
    entry: &Entry,
    object: Option<&Assignment>,
    arguments: &Assignment,
) -> Called {
    let config = Config::default();
    let state = Executor::new(program, &config).entry_state(entry.body, &entry.generics);
    let mut values = Assignment::new();
    for var in variables_of(&state) {
        let own = object.and_then(|object| {
            let var = Var::new(as_object(&var.name, entry.object.as_ref()?)?, var.sort.clone());
            object.get(&var).cloned()
        });
        // What a constant of the class stands for is the object's.
        let own = own.or_else(|| object.filter(|_| is_unknown_constant(&var))?.get(&var).cloned());
        match own.or_else(|| arguments.get(&var).cloned()) {
            Some(value) => values.set(var, value),
            None if is_unknown_constant(&var) => return Called::Unknown,
            None => {}
        }
    }
    let state = state.concrete(&values);
    if state.guard.as_bool() != Some(true) {
        // No object or argument of its type has these values.
        return Called::Unknown;
    }
    match symex::interpret(program, state, BUDGET) {
        // The object need not say what a constant of the class stands for.
        Run::Returned(_, result) if names_a_constant(&result) => Called::Unknown,
        Run::Returned(state, result) => match left(program, subject, entry, &state, Some(&result)) {
            Ok(object) => Called::Returned { result, object },
            Err(_) => Called::Unknown,
        },
        Run::Panicked(error, state) => {
            let object = state.map(|state| left(program, subject, entry, &state, None));
            Called::Panicked { error: Box::new(error), object: object.and_then(Result::ok).flatten() }
        }
        Run::Ended | Run::OutOfBudget | Run::Unknown(_) => Called::Unknown,
    }
}

/// Tells whether a value depends on what a const parameter stands for.
fn names_a_constant(value: &symex::Value) -> bool {
    let mut leaves = Vec::new();
    value.visit(&mut |term| leaves.push(term.clone()));
    variables(&leaves).iter().any(is_unknown_constant)
}

/// The object that a call leaves: the one that it was called on, else the one that it returned.
fn left(
    program: &Program,
    subject: &Subject,
    entry: &Entry,
    state: &State,
    result: Option<&symex::Value>,
) -> Result<Option<Assignment>, String> {
    let SubjectKind::Type(ty) = &subject.kind else { return Ok(None) };
    let by_value = entry.object.as_ref().and_then(|object| {
        entry.parameters.iter().find(|(name, _)| *name == **object).map(|(_, own)| own == ty)
    });
    let mut objects = Objects::outermost();
    if by_value == Some(false) {
        let own = state.objects.values().filter(|object| object.is_external && *object.ty == *ty);
        objects.found.extend(own.map(|object| Found {
            condition: Term::bool(true),
            value: object.value.clone(),
            ty: ty.clone(),
        }));
    } else if let Some(result) = result {
        contained_objects::find(program, ty, &entry.result, result, &Term::bool(true), &mut objects)?;
    }
    let mut found = objects.found.into_iter().filter(|found| found.condition.as_bool() == Some(true));
    let Some(Found { value, .. }) = found.next() else { return Ok(None) };
    // Clients may go on with one behind a reference as well.
    let is_result = by_value != Some(false);
    if found.next().is_some() || is_result && contained_objects::refers_to(program, &entry.result, ty) {
        return Err("several objects are left".to_owned());
    }
    let shape = shape(program, ty);
    let bindings = value.bind_to(&shape).ok_or("an object is left in a state that has no value")?;
    let mut object = Assignment::new();
    for (var, term) in bindings {
        let value = match term {
            Some(term) => Assignment::new().eval(&term).map_err(|error| error.to_string())?,
            None => term::Value::simplest(&var.sort),
        };
        object.set(var, value);
    }
    Ok(Some(object))
}

/// Any object of the class: its leaves are the variables of the system's object.
pub(super) fn shape(program: &Program, ty: &Type) -> symex::Value {
    let config = Config::default();
    Executor::new(program, &config).any_value(&mut State::empty(Term::bool(true)), ty, "self")
}

fn variables_of(state: &State) -> Vec<Var> {
    let mut terms = Vec::new();
    state.map_terms(&mut |term| {
        terms.push(term.clone());
        term.clone()
    });
    variables(&terms).into_iter().collect()
}

/// The name that a part of a parameter has as a part of the object; none if it is no part of it.
fn as_object(name: &VarName, parameter: &VarName) -> Option<VarName> {
    let parts = name.parts_behind(parameter)?;
    let is_numbered = |part: &&Part| matches!(part, Part::Numbered(_));
    let is_another =
        parts.iter().copied().find(|part| **part != Part::Referent).as_ref().is_some_and(is_numbered);
    (!is_another).then(|| VarName::from("self").with_parts(parts))
}

/// Whether all values in an assignment are those of an entry's parameters: nothing that the call itself would have to choose.
pub(super) fn is_of_parameters(entry: &Entry, inputs: &Assignment) -> bool {
    inputs.iter().all(|(var, _)| {
        let name = &var.name;
        is_unknown_constant(var)
            || name.as_str() == "self"
            || as_object(name, &"self".into()).is_some()
            || entry.parameters.iter().any(|(parameter, _)| as_object(name, &parameter.into()).is_some())
    })
}

/// The simplest values of a shape that the compiled code can be given.
pub(super) fn simplest(shape: &symex::Value) -> Assignment {
    let mut leaves = Vec::new();
    shape.visit(&mut |term| leaves.push(term.clone()));
    let constants = variables(&leaves).into_iter().filter(is_unknown_constant);
    constants.map(|var| (var, term::Value::int(crate::native::CONSTANT))).collect()
}

/// What const parameters stand for in some values.
pub(super) fn constants(values: &Assignment) -> Assignment {
    let constants = values.iter().filter(|(var, _)| is_unknown_constant(var));
    constants.map(|(var, value)| (var.clone(), value.clone())).collect()
}

/// Whether the compiled code can be given these values: the hidden drivers have one value for each const parameter.
pub(super) fn are_of_the_drivers(values: &Assignment) -> bool {
    let is_other = |value: &term::Value| *value != term::Value::int(crate::native::CONSTANT);
    !values.iter().any(|(var, value)| is_unknown_constant(var) && is_other(value))
}

/// The value of a constant leaf.
pub(super) fn constant(term: &Term) -> term::Value {
    match term.kind() {
        Kind::Var(var) => term::Value::simplest(&var.sort),
        _ => Assignment::new().complete(term),
    }
}
