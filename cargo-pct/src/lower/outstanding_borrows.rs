//! Outstanding borrows: the mutable references into objects that clients hold after a call.

use super::client_steps::referents;
use super::{Lowerer, contained_objects};
use crate::mir::{GenericArg, Path, Type};
use crate::symex::heap::leads_to_memory;
use crate::symex::state::{ObjectId, Step};
use crate::symex::types::{is_same_declaration, list_element};
use crate::symex::{Place, Program, Reference, Root, State, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Lowerer<'_> {
    /// The mutable references into objects that clients hold after the call: in its result, and in the referents of its arguments.
    ///
    /// What an object borrows is a part of it, into which its own references lead: those clients do not hold. What raw pointers lead to
    /// was lent where they were made.
    pub(super) fn outstanding_borrows(
        &self,
        class: &Type,
        state: &State,
        result: Option<(&Type, &Value)>,
    ) -> Vec<Arc<Reference>> {
        let places = state.objects.values().map(|object| (&*object.ty, &object.value)).chain(result);
        let of_class = places.filter(|(ty, _)| contained_objects::mentions(self.program, ty, class));
        let (mut parts, mut shared) = (BTreeSet::new(), BTreeSet::new());
        for (_, value) in of_class {
            let own = referents(state, value);
            // Two objects that borrow the same: clients who use one of them write into the other.
            shared.extend(own.intersection(&parts).filter(|id| !self.frozen.contains(*id)).cloned());
            parts.extend(own);
        }
        let mut collector =
            BorrowCollector { program: self.program, state, class, includes_class: true, found: Vec::new() };
        let mutable_objects: Vec<ObjectId> =
            state.objects.keys().filter(|id| !self.frozen.contains(*id)).cloned().collect();
        collector.run(result, mutable_objects.clone());
        let is_in = |ids: &BTreeSet<ObjectId>, place: &Place| matches!(&place.root, Root::Object(id) if ids.contains(id));
        let is_borrowed_part =
            |place: &Place| is_in(&shared, place) || leads_inside(self.program, class, state, place);
        let mut found = collector.found;
        found.retain(|reference| !leads_to_memory(reference));
        found.retain(|reference| reference.targets.iter().any(|(_, place)| is_borrowed_part(place)));
        if !parts.is_empty() {
            let mut collector = BorrowCollector {
                program: self.program,
                state,
                class,
                includes_class: false,
                found: Vec::new(),
            };
            collector.run(result, mutable_objects.into_iter().filter(|id| !parts.contains(id)).collect());
            let into_parts = collector.found.into_iter();
            found.extend(into_parts.filter(|it| it.targets.iter().any(|(_, place)| is_in(&parts, place))));
        }
        found
    }
}

/// Collects the mutable references that values hold, through others too.
struct BorrowCollector<'a> {
    program: &'a Program,
    state: &'a State,
    class: &'a Type,
    /// Collects the references inside objects of the class, too.
    includes_class: bool,
    found: Vec<Arc<Reference>>,
}

impl BorrowCollector<'_> {
    fn run(&mut self, result: Option<(&Type, &Value)>, mut pending: Vec<ObjectId>) {
        let mut roots = Vec::new();
        if let Some((ty, value)) = result {
            self.value(ty, value, &mut roots);
        }
        // A shared reference to something made of a mutable one, as a cell, may be written through as well.
        let mut seen = BTreeSet::new();
        loop {
            pending.extend(roots.drain(..).filter_map(|root| match root {
                Root::Object(id) => Some(id),
                Root::Local(..) => None,
            }));
            let Some(id) = pending.pop() else { return };
            if let Some(object) = self.state.objects.get(&id)
                && seen.insert(id)
            {
                self.found.extend(object.borrows.iter().map(|region| region.reference().clone()));
                self.value(&object.ty, &object.value, &mut roots);
            }
        }
    }

    /// The references in a value, and where they lead.
    fn value(&mut self, ty: &Type, value: &Value, roots: &mut Vec<Root>) {
        if self.includes_class || !contained_objects::mentions(self.program, ty, self.class) {
            value.borrows(&mut self.found);
            value.roots(roots);
            return;
        }
        if is_same_declaration(ty, self.class) {
            return;
        }
        match (value, ty) {
            (Value::Aggregate(fields), Type::Tuple(types)) if types.len() == fields.len() => {
                types.iter().zip(&**fields).for_each(|(ty, field)| self.value(ty, field, roots));
            }
            (Value::Enum(own), Type::Path(path))
                if path.is_std(&["option", "Option"]) || path.is_std(&["result", "Result"]) =>
            {
                let args = path.last().args().iter().rev();
                let payloads = own.payloads.iter().rev();
                for (arg, fields) in args.zip(payloads) {
                    match (arg, fields.as_slice()) {
                        (GenericArg::Type(ty), [field]) => self.value(ty, field, roots),
                        _ => fields.iter().for_each(|field| self.value(&Type::Infer, field, roots)),
                    }
                }
            }
            // Over-approximates: that a reference lies inside an object of the class, where it does not count, is not seen.
            (Value::Scalar(_) | Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_), _)
            | (Value::Boxed(_) | Value::Reference(_) | Value::Closure(_) | Value::Function(_), _)
            | (Value::Opaque(_) | Value::Uninit, _) => {
                value.borrows(&mut self.found);
                value.roots(roots);
            }
        }
    }
}

/// The type of a field of a tuple or struct, where that is known.
fn type_of_field(program: &Program, ty: &Type, index: usize) -> Option<Type> {
    if let Type::Tuple(elements) = ty {
        return elements.get(index).cloned();
    }
    program.adt(ty).and_then(|adt| adt.field_type(0, index))
}

/// The type of what a box, or a collection that is tracked as a list, owns.
fn owned(ty: &Type) -> Option<&Type> {
    ty.as_path().and_then(Path::first_type_arg)
}

/// Tells whether a place may be a true part of an object of the class. A reference to a whole object lets clients do no more than
/// they can anyway.
///
/// Over-approximates: where types are not known, it may.
fn leads_inside(program: &Program, class: &Type, state: &State, place: &Place) -> bool {
    let Root::Object(id) = &place.root else { return true };
    let Some(object) = state.objects.get(id) else { return true };
    // What it may be a part of is not known to be no object.
    if !object.borrows.is_empty() {
        return true;
    }
    let mut ty = (*object.ty).clone();
    for step in &place.steps {
        if is_same_declaration(&ty, class) {
            return true;
        }
        let next = match step {
            Step::Field(index) => type_of_field(program, &ty, *index),
            Step::Payload(variant, index) => {
                program.adt(&ty).and_then(|adt| adt.field_type(*variant, *index))
            }
            Step::Part(..) => Some(ty.clone()),
            Step::Element(_) => list_element(&ty).or_else(|| owned(&ty)).cloned(),
            Step::Unbox => owned(&ty).cloned(),
        };
        let Some(next) = next else { return true };
        ty = next;
    }
    false
}
