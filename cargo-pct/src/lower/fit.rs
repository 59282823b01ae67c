//! Objects in what a call leaves behind.

use crate::mir::{GenericArg, Type};
use crate::symex::Program;
use crate::symex::value::Value;
use crate::term::Term;

/// Collects the objects of a type in a value, each with the condition that it exists.
///
/// # Errors
/// Says where an object may be that is not found: among the elements of a sequence, say.
pub(crate) fn find(
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
pub(super) fn mentions(program: &Program, ty: &Type, wanted: &Type, depth: usize) -> bool {
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
