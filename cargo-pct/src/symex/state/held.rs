//! The references that a value holds, in its opaque parts too.

use crate::symex::state::value::{Reference, Value};
use std::sync::Arc;

/// All references in a value, and the regions of its opaque parts.
pub(in crate::symex) fn references(value: &Value, found: &mut Vec<Arc<Reference>>) {
    value.each_part(&mut |part| match part {
        Value::Reference(reference) => found.push(reference.clone()),
        Value::Opaque(opaque) => found.extend(opaque.borrows.iter().map(|it| it.reference().clone())),
        // Their parts are visited, too; the others lead nowhere.
        Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_) | Value::Boxed(_) => {}
        Value::Closure(_) | Value::Scalar(_) | Value::Function(_) | Value::Uninit => {}
    });
}

/// All references in a value, and the regions of its opaque parts.
pub(in crate::symex) fn held(value: &Value) -> Vec<Arc<Reference>> {
    let mut found = Vec::new();
    references(value, &mut found);
    found
}

/// The regions of a value's opaque parts, as references.
pub(in crate::symex) fn regions(value: &Value) -> Vec<Arc<Reference>> {
    let mut found = Vec::new();
    value.each_part(&mut |part| {
        if let Value::Opaque(opaque) = part {
            found.extend(opaque.borrows.iter().map(|it| it.reference().clone()));
        }
    });
    found
}
