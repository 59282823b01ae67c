//! The references that a value holds, in its opaque parts too.

use crate::symex::state::region::Regions;
use crate::symex::state::value::{Reference, Value};
use std::sync::Arc;

/// The references and regions that a value holds.
#[derive(Default)]
pub(in crate::symex) struct Held {
    /// The references in its tree.
    pub(in crate::symex) references: Vec<Arc<Reference>>,
    /// The regions of its opaque parts. Parts that were made together share a list, which stands here once.
    pub(in crate::symex) regions: Vec<Regions>,
}

impl Held {
    /// Collects those of a value.
    pub(in crate::symex) fn of(value: &Value) -> Held {
        let mut found = Held::default();
        value.each_part(&mut |part| match part {
            Value::Reference(reference) => found.references.push(reference.clone()),
            Value::Opaque(opaque) => found.add_regions(&opaque.borrows),
            // Their parts are visited, too; the others lead nowhere.
            Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_) | Value::Boxed(_) => {}
            Value::Closure(_) | Value::Scalar(_) | Value::Function(_) | Value::Uninit => {}
        });
        found
    }

    fn add_regions(&mut self, regions: &Regions) {
        let is_known = self.regions.iter().any(|known| known.address() == regions.address());
        if !regions.is_empty() && !is_known {
            self.regions.push(regions.clone());
        }
    }

    /// All of it as references.
    pub(in crate::symex) fn all(&self) -> impl Iterator<Item = &Arc<Reference>> {
        self.references.iter().chain(self.regions.iter().flat_map(Regions::references))
    }
}

/// All references in a value, and the regions of its opaque parts.
pub(in crate::symex) fn references(value: &Value, found: &mut Vec<Arc<Reference>>) {
    found.extend(Held::of(value).all().cloned());
}

/// All references in a value, and the regions of its opaque parts.
pub(in crate::symex) fn held(value: &Value) -> Vec<Arc<Reference>> {
    Held::of(value).all().cloned().collect()
}
