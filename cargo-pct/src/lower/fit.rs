//! Objects in what a call leaves behind: finding them, and their leaves as new values of the object's variables.

use crate::mir::{GenericArg, Type};
use crate::symex::Program;
use crate::symex::value::Value;
use crate::term::{Term, Value as Constant};

/// Collects the objects of a type in a value, each with the condition that it exists.
///
/// # Errors
/// Says where an object may be that is not found: among the elements of a sequence, say.
pub(super) fn find(
    program: &Program,
    wanted: &Type,
    ty: &Type,
    value: &Value,
    condition: &Term,
    found: &mut Vec<(Term, Value)>,
) -> Result<(), String> {
    if ty == wanted {
        found.push((condition.clone(), value.clone()));
        return Ok(());
    }
    if !mentions(program, ty, wanted, 6) {
        return Ok(());
    }
    match (value, ty) {
        (Value::Aggregate(fields), Type::Tuple(types)) if fields.len() == types.len() => fields
            .iter()
            .zip(types)
            .try_for_each(|(field, ty)| find(program, wanted, ty, field, condition, found)),
        (Value::Aggregate(fields), Type::Path(_)) => {
            let Some(instance) = program.adt(ty) else { return Err(hidden(ty)) };
            for (index, field) in fields.iter().enumerate() {
                let Some(ty) = instance.field_type(0, index) else { return Err(hidden(ty)) };
                find(program, wanted, &ty, field, condition, found)?;
            }
            Ok(())
        }
        (Value::Enum(value), Type::Path(_)) => {
            let Some(instance) = program.adt(ty) else { return Err(hidden(ty)) };
            for (variant, fields) in value.payloads.iter().enumerate() {
                let is = match value.variant.sort() {
                    crate::term::Sort::Enum(variants) => {
                        value.variant.equals(&Term::variant(variants, variant))
                    }
                    _ => return Err(hidden(ty)),
                };
                for (index, field) in fields.iter().enumerate() {
                    let Some(ty) = instance.field_type(variant, index) else { return Err(hidden(ty)) };
                    find(program, wanted, &ty, field, &condition.and(&is), found)?;
                }
            }
            Ok(())
        }
        (Value::Boxed(inner), Type::Path(path)) => match path.last().args().first() {
            Some(GenericArg::Type(ty)) => find(program, wanted, ty, inner, condition, found),
            _ => Err(hidden(ty)),
        },
        // The client gets a reference: what it points to is an object that is found where it lives. A mutable one into
        // the object's inside is found by who hands it out.
        (Value::Reference(_), _) | (Value::Uninit, _) => Ok(()),
        _ => Err(hidden(ty)),
    }
}

fn hidden(ty: &Type) -> String {
    format!("objects inside a returned {ty} are not followed")
}

/// Whether values of a type can hold objects of another one.
fn mentions(program: &Program, ty: &Type, wanted: &Type, depth: usize) -> bool {
    if ty == wanted {
        return true;
    }
    if depth == 0 {
        return true;
    }
    let deeper = |ty: &Type| mentions(program, ty, wanted, depth - 1);
    match ty {
        Type::Tuple(elements) => elements.iter().any(deeper),
        Type::Slice(element) | Type::Array { element, .. } => deeper(element),
        Type::Ref { .. } | Type::RawPtr { .. } => false,
        Type::Path(path) => {
            let in_arguments = path.segments.iter().flat_map(|segment| segment.args()).any(|arg| match arg {
                GenericArg::Type(ty) => deeper(ty),
                _ => false,
            });
            let in_fields = program.adt(ty).is_some_and(|instance| {
                let variants = instance.variants().iter().enumerate();
                let fields = variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |f| (v, f)));
                fields
                    .filter_map(|(variant, field)| instance.field_type(variant, field))
                    .any(|ty| deeper(&ty))
            });
            in_arguments || in_fields
        }
        Type::Dyn(_) | Type::Closure(_) | Type::Infer => true,
        _ => false,
    }
}

/// The leaves of a value in the order of the shape's; none if the value has another shape.
///
/// The fields of a variant that a value does not have mean nothing, so any value serves for them.
pub(super) fn leaves(shape: &Value, value: &Value) -> Option<Vec<Term>> {
    let mut found = Vec::new();
    collect(shape, value, &mut found).then_some(found)
}

fn collect(shape: &Value, value: &Value, found: &mut Vec<Term>) -> bool {
    match (shape, value) {
        (Value::Scalar(leaf), Value::Scalar(term)) => push(leaf, term, found),
        (Value::Aggregate(shapes), Value::Aggregate(values)) => {
            shapes.len() == values.len()
                && shapes.iter().zip(values.iter()).all(|(s, v)| collect(s, v, found))
        }
        (Value::Enum(shape), Value::Enum(value)) => {
            if !push(&shape.variant, &value.variant, found) {
                return false;
            }
            shape.payloads.iter().enumerate().all(|(variant, shapes)| {
                let fields = value.payloads.get(variant).map_or(&[][..], Vec::as_slice);
                if fields.len() == shapes.len() {
                    shapes.iter().zip(fields).all(|(s, v)| collect(s, v, found))
                } else {
                    shapes.iter().for_each(|shape| fill(shape, found));
                    fields.is_empty()
                }
            })
        }
        (Value::Sequence(shape), Value::Sequence(value)) => {
            push(&shape.length, &value.length, found) && collect(&shape.elements, &value.elements, found)
        }
        (Value::Boxed(shape), Value::Boxed(value)) => collect(shape, value, found),
        (Value::Opaque(shape), Value::Opaque(value)) => {
            value.borrows.is_empty() && push(&shape.identity, &value.identity, found)
        }
        // The fields of a variant that is not there.
        (shape, Value::Uninit) => {
            fill(shape, found);
            true
        }
        (Value::Function(a), Value::Function(b)) => a == b,
        _ => false,
    }
}

fn push(leaf: &Term, term: &Term, found: &mut Vec<Term>) -> bool {
    let fits = term.is_assignable_to(leaf.sort());
    found.push(term.clone());
    fits
}

fn fill(shape: &Value, found: &mut Vec<Term>) {
    shape.visit(&mut |leaf| found.push(Term::value(&Constant::simplest(leaf.sort()), leaf.sort())));
}
