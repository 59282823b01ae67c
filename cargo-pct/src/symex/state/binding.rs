//! What the variables of a shape are in a state that arrives at its cutpoint.

use crate::symex::program::Program;
use crate::symex::state::heap::MEMORY;
use crate::symex::state::location::Binding;
use crate::symex::state::value::{Reference, Value};
use crate::symex::state::{Place, State, Step};
use crate::term::{Kind, Term};

impl Program {
    /// What the variables of a shape are in a state; none if the state is not of the shape.
    pub fn bind(&self, shape: &State, state: &State) -> Option<Vec<Binding>> {
        let mut found = Vec::new();
        if shape.location() != state.location() {
            return None;
        }
        for (shape, frame) in shape.frames.iter().zip(&state.frames) {
            // At one place of generic code, other instances of it run.
            if shape.generics != frame.generics {
                return None;
            }
            for (shape, value) in shape.locals.iter().zip(&frame.locals) {
                bind(shape, value, &mut found)?;
            }
        }
        // A shape in which less has escaped is none of this state's.
        if state.objects.contains_key(MEMORY) && !shape.objects.contains_key(MEMORY) {
            return None;
        }
        for (id, shape) in &shape.objects {
            let object = state.objects.get(id);
            let borrows = object.map(|object| object.borrows.clone()).unwrap_or_default();
            if object.is_some_and(|object| object.ty != shape.ty) {
                return None;
            }
            if !borrows.iter().all(|region| shape.borrows.contains(region)) {
                return None;
            }
            bind(&shape.value, object.map_or(&Value::Uninit, |object| &object.value), &mut found)?;
        }
        Some(found)
    }
}

impl Value {
    /// What the variables of a shape are in this value; none if the value is not of the shape.
    pub fn bind_to(&self, shape: &Value) -> Option<Vec<Binding>> {
        let mut found = Vec::new();
        bind(shape, self, &mut found)?;
        Some(found)
    }
}

/// Adds what the variables of one value are in another.
fn bind(shape: &Value, value: &Value, found: &mut Vec<Binding>) -> Option<()> {
    match (shape, value) {
        (_, Value::Uninit) => {
            shape.visit(&mut |term| missing(term, found));
            Some(())
        }
        (Value::Uninit, _) => Some(()),
        (Value::Scalar(shape), Value::Scalar(term)) => bind_term(shape, term, found),
        (Value::Aggregate(shape), Value::Aggregate(fields)) => bind_fields(shape, fields, found),
        (Value::Enum(shape), Value::Enum(value)) => {
            bind_term(&shape.variant, &value.variant, found)?;
            shape
                .payloads
                .iter()
                .zip(&value.payloads)
                .try_for_each(|(shape, own)| bind_fields(shape, own, found))
        }
        (Value::Sequence(shape), Value::Sequence(value)) => {
            bind_term(&shape.length, &value.length, found)?;
            bind(&shape.elements, &value.elements, found)
        }
        (Value::Boxed(shape), Value::Boxed(value)) => bind(shape, value, found),
        (Value::Closure(shape), Value::Closure(value))
            if shape.ty == value.ty && shape.generics == value.generics =>
        {
            bind_fields(&shape.captures, &value.captures, found)
        }
        (Value::Opaque(shape), Value::Opaque(value)) => {
            let covered = value.borrows.iter().all(|borrow| shape.borrows.contains(borrow));
            if covered { bind_term(&shape.identity, &value.identity, found) } else { None }
        }
        (Value::Function(shape), Value::Function(value)) if shape == value => Some(()),
        (Value::Reference(shape), Value::Reference(value)) => bind_reference(shape, value, found),
        // Other shapes: the state is of another location.
        (Value::Scalar(_) | Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_), _) => None,
        (Value::Boxed(_) | Value::Reference(_) | Value::Closure(_), _) => None,
        (Value::Function(_) | Value::Opaque(_), _) => None,
    }
}

fn bind_fields(shape: &[Value], fields: &[Value], found: &mut Vec<Binding>) -> Option<()> {
    if fields.len() > shape.len() {
        return None;
    }
    let missing = Value::Uninit;
    (0..shape.len()).try_for_each(|index| bind(&shape[index], fields.get(index).unwrap_or(&missing), found))
}

/// A single target may be any of the shape's; several must be the shape's own.
fn bind_reference(shape: &Reference, value: &Reference, found: &mut Vec<Binding>) -> Option<()> {
    if shape.ty != value.ty {
        return None;
    }
    if shape.targets.len() == value.targets.len() {
        for ((condition, shape), (own, place)) in shape.targets.iter().zip(&value.targets) {
            // The last one's is `true`.
            if condition.as_bool().is_none() {
                bind_term(condition, own, found)?;
            }
            bind_place(shape, place, found)?;
        }
        return Some(());
    }
    let place = value.single()?;
    let mut taken = false;
    for (condition, shape) in &shape.targets {
        let matches = !taken && shape.root == place.root && shape.steps.len() == place.steps.len();
        if condition.as_bool().is_none() {
            bind_term(condition, &Term::bool(matches), found)?;
        }
        if matches {
            bind_place(shape, place, found)?;
            taken = true;
        } else {
            shape.map(&mut |term| {
                missing(term, found);
                term.clone()
            });
        }
    }
    taken.then_some(())
}

fn bind_place(shape: &Place, place: &Place, found: &mut Vec<Binding>) -> Option<()> {
    if shape.root != place.root || shape.steps.len() != place.steps.len() {
        return None;
    }
    shape.steps.iter().zip(&place.steps).try_for_each(|pair| match pair {
        (Step::Element(shape), Step::Element(index)) => bind_term(shape, index, found),
        (Step::Part(from, length), Step::Part(own_from, own_length)) => {
            bind_term(from, own_from, found)?;
            bind_term(length, own_length, found)
        }
        (shape, step) => (shape == step).then_some(()),
    })
}

fn bind_term(shape: &Term, term: &Term, found: &mut Vec<Binding>) -> Option<()> {
    match shape.kind() {
        Kind::Var(var) if term.is_assignable_to(&var.sort) => {
            found.push((var.clone(), Some(term.clone())));
            Some(())
        }
        // A part of the shape that is a constant.
        _ => (shape == term).then_some(()),
    }
}

fn missing(term: &Term, found: &mut Vec<Binding>) {
    if let Kind::Var(var) = term.kind() {
        found.push((var.clone(), None));
    }
}
