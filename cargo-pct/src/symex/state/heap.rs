//! Memory that raw pointers lead to.
//!
//! Where a raw pointer leads is not known: who follows one finds an object that is anything of its type, and that may be a part of
//! whatever raw pointers lead to. Most of that is no part of a state, with one exception. What a vector or a box owns is tracked as its
//! value, and raw pointers may lead there as well, wherever that value is moved. So who writes behind raw pointers changes,
//! besides what these were made of, all that vectors, boxes and their like own, and what was found behind other raw pointers:
//! [`memory`] stands for it among the references that a call reaches or an object may be a part of.
//!
//! Everything else of a state is safe from them, for code without undefined behaviour: a local or a field behind `&mut` changes only
//! through pointers that were made of it, which the pointer's own borrows say. Where such a pointer is stored where it is not
//! tracked, or becomes a number, what it leads to *escapes*: the object [`MEMORY`] of a state keeps the list.

use crate::mir::Type;
use crate::symex::state::held::held;
use crate::symex::state::value::Reference;
use crate::symex::state::{Object, ObjectId, Place, Root, State};
use crate::term::{Term, VarName};
use std::sync::Arc;

/// The object that stands for what raw pointers lead to. Where a state has it, its value borrows what has escaped.
pub(in crate::symex) const MEMORY: &str = "*memory";

/// The name of that object.
pub(in crate::symex) fn memory_id() -> ObjectId {
    VarName::from("memory").referent()
}

/// A mutable reference to whatever raw pointers lead to.
pub(in crate::symex) fn memory() -> Arc<Reference> {
    let place = Place::of(Root::Object(memory_id()));
    Arc::new(Reference { targets: vec![(Term::bool(true), place)], mutable: true, ty: Arc::new(Type::Infer) })
}

/// Whether this is the object that stands for what raw pointers lead to.
pub(crate) fn is_memory(id: &ObjectId) -> bool {
    **id == *MEMORY
}

/// Whether a place is what [`memory`] refers to.
pub(in crate::symex) fn leads_there(place: &Place) -> bool {
    matches!(&place.root, Root::Object(id) if is_memory(id))
}

/// Whether a reference is [`memory`].
pub(crate) fn leads_to_memory(reference: &Reference) -> bool {
    reference.targets.iter().any(|(_, place)| leads_there(place))
}

/// How many objects were made because raw pointers lead to them.
pub(in crate::symex) fn objects_of_raw_pointers(state: &State) -> usize {
    state.objects.values().filter(|object| is_in_memory(object)).count()
}

/// What raw pointers that are not tracked may lead to, besides what values own.
pub(in crate::symex) fn escaped(state: &State) -> Vec<Arc<Reference>> {
    state.objects.get(MEMORY).map_or_else(Vec::new, |object| held(&object.value))
}

pub(in crate::symex) fn is_in_memory(object: &Object) -> bool {
    object.borrows.iter().any(|region| leads_to_memory(region.reference()))
}
