//! Values as trees: what is at the end of a way of steps, and the tree with something else there.

use crate::symex::state::held::held;
use crate::symex::state::merge::merge;
use crate::symex::state::value::{Closure, EnumValue, Reference, Sequence, Value};
use crate::symex::state::{Place, Root, State, Step};
use crate::term::{Term, VarName};
use std::sync::Arc;

/// The value at a place; none where the tree does not reach so far.
pub(in crate::symex) fn get(state: &State, place: &Place) -> Option<Value> {
    let mut value = state.root(&place.root)?.clone();
    for step in &place.steps {
        value = match (step, &value) {
            (Step::Field(index), Value::Aggregate(fields)) => fields.get(*index)?.clone(),
            (Step::Field(index), Value::Closure(closure)) => closure.captures.get(*index)?.clone(),
            (Step::Payload(variant, index), Value::Enum(value)) => {
                value.payloads.get(*variant)?.get(*index)?.clone()
            }
            (Step::Unbox, Value::Boxed(inner)) => (**inner).clone(),
            (Step::Element(index), Value::Sequence(sequence)) => sequence.elements.select(index),
            (Step::Part(from, length), Value::Sequence(sequence)) => part(sequence, from, length)?,
            (Step::Field(_) | Step::Payload(..) | Step::Unbox, _) => return None,
            (Step::Element(_) | Step::Part(..), _) => return None,
        };
    }
    Some(value)
}

/// The nearest value around a place that the tree has; none where the root has none.
pub(in crate::symex) fn get_whole(state: &State, place: &Place) -> Option<Value> {
    let way = |count: usize| Place { root: place.root.clone(), steps: place.steps[..count].to_vec() };
    (0..=place.steps.len()).rev().find_map(|count| get(state, &way(count)))
}

impl State {
    /// The value at a place; of a part whose bounds are not known, its length alone. None where nothing is known.
    pub fn content(&self, place: &Place) -> Option<Value> {
        get(self, place).or_else(|| match place.steps.last() {
            Some(Step::Part(_, length)) => Some(Value::sequence(length.clone(), Value::Uninit)),
            _ => None,
        })
    }

    fn tree_of_referents(&self, reference: &Reference) -> Value {
        let mut trees = reference.targets.iter().rev().map(|(condition, place)| {
            (condition, self.content(place).map_or(Value::Uninit, |inner| self.tree(&inner)))
        });
        // The last one's condition is `true`.
        let Some((_, last)) = trees.next() else { return Value::Uninit };
        let tree = trees.fold(last, |others, (condition, tree)| either(condition, &tree, &others));
        if tree == Value::Uninit { Value::Uninit } else { Value::Boxed(Arc::new(tree)) }
    }

    /// A value with what its references lead to in their place, as if in boxes; where that is not known, nothing.
    pub fn tree(&self, value: &Value) -> Value {
        match value {
            Value::Reference(reference) => self.tree_of_referents(reference),
            Value::Aggregate(_) | Value::Enum(_) | Value::Boxed(_) => {
                value.map_children(&mut |child| self.tree(child))
            }
            // Elements are not followed one by one, and captures are no part of an object.
            Value::Sequence(_) | Value::Closure(_) => value.clone(),
            Value::Scalar(_) | Value::Function(_) | Value::Opaque(_) | Value::Uninit => value.clone(),
        }
    }
}

/// `if condition then a else b` of trees, in which nothing stands where something is not known: what is not known of one of them is not
/// known of either.
fn either(condition: &Term, a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Boxed(a), Value::Boxed(b)) => Value::Boxed(Arc::new(either(condition, a, b))),
        (Value::Aggregate(a), Value::Aggregate(b)) if a.len() == b.len() => {
            Value::aggregate(a.iter().zip(b.iter()).map(|(a, b)| either(condition, a, b)).collect())
        }
        (Value::Sequence(a), Value::Sequence(b)) => {
            Value::sequence(condition.ite(&a.length, &b.length), either(condition, &a.elements, &b.elements))
        }
        (Value::Enum(_), Value::Enum(_)) | (Value::Scalar(_), Value::Scalar(_))
            if is_known(a) && is_known(b) =>
        {
            merge(condition, a, b).unwrap_or(Value::Uninit)
        }
        (Value::Opaque(_), Value::Opaque(_)) => merge(condition, a, b).unwrap_or(Value::Uninit),
        // Of different shapes, or not the same.
        (Value::Scalar(_) | Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_), _) => Value::Uninit,
        (Value::Boxed(_) | Value::Reference(_) | Value::Closure(_) | Value::Function(_), _) => Value::Uninit,
        (Value::Opaque(_) | Value::Uninit, _) => Value::Uninit,
    }
}

/// Whether nothing in a tree is unknown.
fn is_known(tree: &Value) -> bool {
    !tree.any_part(&mut |part| *part == Value::Uninit)
}

/// The longest part that is copied element by element.
const MOST_COPIED: u64 = 1024;

/// The part of a sequence as a sequence of its own; none where its bounds are not numbers.
fn part(sequence: &Sequence, from: &Term, length: &Term) -> Option<Value> {
    if from.as_int().is_some_and(|from| *from == 0.into()) {
        return Some(Value::sequence(length.clone(), sequence.elements.clone()));
    }
    let count = u64::try_from(length.as_int()?).ok().filter(|count| *count <= MOST_COPIED)?;
    let mut elements = sequence.elements.clone();
    for index in 0..count {
        let element = sequence.elements.select(&from.plus(&Term::int(index)));
        elements = elements.store(&Term::int(index), &element)?;
    }
    Some(Value::sequence(length.clone(), elements))
}

/// The tree with another value at the end of a way; none where the tree has no room for it.
///
/// `lost` collects the references that the new value holds where it cannot be stored.
pub(in crate::symex) fn updated(
    old: &Value,
    steps: &[Step],
    new: Value,
    lost: &mut Vec<Arc<Reference>>,
) -> Option<Value> {
    let Some((step, rest)) = steps.split_first() else { return Some(new) };
    let at =
        |fields: &[Value], index: usize, new: Value, lost: &mut Vec<Arc<Reference>>| -> Option<Vec<Value>> {
            let mut fields = fields.to_vec();
            if fields.len() <= index {
                fields.resize(index + 1, Value::Uninit);
            }
            fields[index] = updated(&fields[index], rest, new, lost)?;
            Some(fields)
        };
    Some(match (step, old) {
        (Step::Field(index), Value::Aggregate(fields)) => Value::aggregate(at(fields, *index, new, lost)?),
        (Step::Field(index), Value::Uninit) => Value::aggregate(at(&[], *index, new, lost)?),
        (Step::Field(index), Value::Closure(closure)) => {
            let captures = at(&closure.captures, *index, new, lost)?;
            Value::Closure(Arc::new(Closure {
                ty: closure.ty.clone(),
                captures,
                types: closure.types.clone(),
                generics: closure.generics.clone(),
            }))
        }
        (Step::Payload(variant, index), Value::Enum(value)) => {
            let mut payloads = value.payloads.clone();
            payloads[*variant] = at(&payloads[*variant], *index, new, lost)?;
            Value::Enum(Arc::new(EnumValue { variant: value.variant.clone(), payloads }))
        }
        (Step::Unbox, Value::Boxed(inner)) => Value::Boxed(Arc::new(updated(inner, rest, new, lost)?)),
        (Step::Unbox, Value::Uninit) => Value::Boxed(Arc::new(updated(&Value::Uninit, rest, new, lost)?)),
        (Step::Element(index), Value::Sequence(sequence)) => {
            let element = updated(&sequence.elements.select(index), rest, new, lost)?;
            match sequence.elements.store(index, &element) {
                Some(elements) => Value::sequence(sequence.length.clone(), elements),
                None => {
                    lost.extend(held(&element));
                    return None;
                }
            }
        }
        (Step::Field(_) | Step::Payload(..) | Step::Unbox | Step::Element(_) | Step::Part(..), _) => {
            lost.extend(held(&new));
            return None;
        }
    })
}

/// A readable name of a place, for variables.
pub(in crate::symex) fn place_name(place: &Place) -> VarName {
    let root = match &place.root {
        Root::Local(_, local) => local.to_string().into(),
        Root::Object(id) => id.clone(),
    };
    place.steps.iter().fold(root, |name, step| match step {
        Step::Field(index) | Step::Payload(_, index) => name.field(index),
        Step::Unbox => name.referent(),
        Step::Element(_) | Step::Part(..) => name.elements(),
    })
}
