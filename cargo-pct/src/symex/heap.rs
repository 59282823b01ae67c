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

use super::effects::held;
use super::executor::Executor;
use super::outcome::InputOrigin;
use super::projection::pointee;
use super::state::{Object, ObjectId, Place, Root, State};
use super::types::{is_clients_type, scalar_sort};
use super::value::{Opaque, Reference, Value};
use crate::mir::{GenericArg, Type};
use crate::term::Term;
use std::sync::Arc;

/// The object that stands for what raw pointers lead to. Where a state has it, its value borrows what has escaped.
pub(super) const MEMORY: &str = "*memory";

/// How deep types are looked into.
pub(super) const MOST_NESTING: usize = 8;

/// A mutable reference to whatever raw pointers lead to.
pub(super) fn memory() -> Arc<Reference> {
    let place = Place::of(Root::Object(MEMORY.into()));
    Arc::new(Reference { targets: vec![(Term::bool(true), place)], mutable: true, ty: Arc::new(Type::Infer) })
}

/// Whether this is the object that stands for what raw pointers lead to.
pub(crate) fn is_memory(id: &ObjectId) -> bool {
    **id == *MEMORY
}

/// Whether a place is what [`memory`] refers to.
pub(super) fn leads_there(place: &Place) -> bool {
    matches!(&place.root, Root::Object(id) if is_memory(id))
}

/// Whether a reference is [`memory`].
pub(crate) fn leads_to_memory(reference: &Reference) -> bool {
    reference.targets.iter().any(|(_, place)| leads_there(place))
}

impl Executor<'_> {
    /// Somebody wrote behind raw pointers; at `written`, if that is an object of the state.
    ///
    /// Over-approximates: every other value that owns memory is unknown as a whole, and so is what has escaped, and what was found
    /// behind raw pointers.
    pub(super) fn havoc_memory(&mut self, state: &mut State, written: Option<&Root>) {
        self.execution.is_raw = true;
        let escaped = escaped(state);
        for reference in &escaped {
            self.havoc(state, reference, &escaped);
        }
        let mut roots: Vec<(Root, Arc<Type>)> = Vec::new();
        for (depth, frame) in state.frames.iter().enumerate() {
            let locals = frame.types.iter().enumerate();
            roots.extend(locals.map(|(local, ty)| {
                (Root::Local(depth, crate::mir::Local::from_u32(local as u32)), Arc::new(ty.clone()))
            }));
        }
        roots.extend(state.objects.iter().map(|(id, object)| (Root::Object(id.clone()), object.ty.clone())));
        for (root, ty) in roots {
            let Some(old) = state.root(&root).cloned() else { continue };
            let is_changed = || in_memory(state, &root) || self.owns_memory(&ty, &old, MOST_NESTING);
            if old == Value::Uninit || Some(&root) == written || !is_changed() {
                continue;
            }
            let borrows = held(&old);
            let name = super::tree::place_name(&Place::of(root.clone()));
            let new = self.fresh(state, &ty, &name, InputOrigin::Call, &borrows);
            if let Some(slot) = state.root_mut(&root) {
                *slot = new;
            }
            self.expose_object(state, &root);
        }
    }

    /// Whether a value of a type owns memory outside itself that is tracked as a part of it, or may be pointed into although it is
    /// borrowed mutably, as what is pinned.
    fn owns_memory(&self, ty: &Type, value: &Value, depth: usize) -> bool {
        if scalar_sort(ty).is_some() {
            return false;
        }
        if depth == 0 {
            return true;
        }
        let deeper = |ty: &Type| self.owns_memory(ty, &Value::Uninit, depth - 1);
        match ty {
            Type::Ref { .. } | Type::RawPtr { .. } | Type::FnPtr(_) | Type::FnDef { .. } => false,
            Type::Str | Type::Float(_) | Type::Never => false,
            Type::Slice(element) | Type::Array { element, .. } => deeper(element),
            Type::Tuple(elements) => elements.iter().any(deeper),
            Type::Path(path) => {
                let names = path.std_names();
                let owner = matches!(
                    names.as_deref(),
                    Some(["vec", "Vec"] | ["string", "String"] | ["boxed", "Box"])
                ) || path.is_std(&["marker", "PhantomPinned"]);
                let mut arguments = path.segments.iter().flat_map(|segment| segment.args());
                owner
                    || arguments.any(|arg| matches!(arg, GenericArg::Type(ty) if deeper(ty)))
                    || self.program.adt(ty).is_some_and(|instance| {
                        let variants = instance.variants().iter().enumerate();
                        let mut fields =
                            variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |f| (v, f)));
                        fields.any(|(variant, field)| {
                            instance.field_type(variant, field).is_none_or(|ty| deeper(&ty))
                        })
                    })
            }
            // The types of captures are not in the text.
            _ => !matches!(value, Value::Opaque(_) | Value::Reference(_) | Value::Function(_)),
        }
    }

    /// What the arguments of a call hold goes to where nothing is tracked: from now on raw pointers may lead where the raw pointers
    /// among that do. Where the first argument itself leads is where it goes.
    pub(super) fn escape_arguments(&mut self, state: &mut State, values: &[Value], types: &[Type]) {
        let mut escaping = Vec::new();
        for (number, (value, ty)) in values.iter().zip(types).enumerate() {
            let target = if number == 0 { pointee(ty).ok() } else { None };
            if !self.may_hold_pointers(target.as_ref().unwrap_or(ty)) {
                continue;
            }
            let mut own = Vec::new();
            if target.is_some() {
                value.borrows(&mut own);
            }
            let reached = self.reach(state, std::slice::from_ref(value));
            escaping.extend(reached.into_iter().filter(|reference| !own.contains(reference)));
        }
        self.escape(state, &escaping);
    }

    /// From now on raw pointers may lead where these references do.
    pub(super) fn escape(&mut self, state: &mut State, references: &[Arc<Reference>]) {
        let is_new =
            |reference: &&Arc<Reference>| !reference.targets.iter().any(|(_, place)| leads_there(place));
        let references: Vec<Arc<Reference>> = references.iter().filter(is_new).cloned().collect();
        if references.is_empty() {
            return;
        }
        self.execution.is_raw = true;
        let mut borrows = escaped(state);
        borrows.extend(references.into_iter().filter(|new| !borrows.contains(new)).collect::<Vec<_>>());
        let borrows = self.closed(state, &borrows);
        let borrows = self.regions(state, &borrows);
        let value = Value::Opaque(Arc::new(Opaque { identity: Term::int(0), borrows }));
        let object = Object { value, ty: Arc::new(Type::Infer), borrows: Vec::new(), is_external: true };
        state.objects.insert(MEMORY.into(), object);
    }

    /// A value is stored in an object. One that came from nowhere is a part of something that is not tracked: where raw pointers
    /// in the value lead escapes.
    pub(super) fn escape_into(&mut self, state: &mut State, root: &Root, borrows: &[Arc<Reference>]) {
        let Root::Object(id) = root else { return };
        let Some(object) = state.objects.get(id) else { return };
        let ty = object.ty.clone();
        if !borrows.is_empty() && !object.is_external && self.may_hold_pointers(&ty) {
            self.escape(state, borrows);
        }
    }

    /// Whether values of a type may hold raw pointers of the crate's own. Those that clients choose hold what clients put there.
    ///
    /// Over-approximates where types are not known.
    pub(super) fn may_hold_pointers(&self, ty: &Type) -> bool {
        self.leads_to_pointers(ty, &mut Vec::new())
    }

    /// `around`: the types that this one is a part of. In a type that is a part of itself there is nothing new.
    fn leads_to_pointers(&self, ty: &Type, around: &mut Vec<Type>) -> bool {
        if scalar_sort(ty).is_some() || is_clients_type(ty) || around.contains(ty) {
            return false;
        }
        if around.len() >= MOST_NESTING {
            return true;
        }
        around.push(ty.clone());
        let leads = self.parts_lead_to_pointers(ty, &mut |part| self.leads_to_pointers(part, around));
        around.pop();
        leads
    }

    fn parts_lead_to_pointers(&self, ty: &Type, deeper: &mut dyn FnMut(&Type) -> bool) -> bool {
        match ty {
            Type::Str | Type::Float(_) | Type::Never | Type::FnPtr(_) | Type::FnDef { .. } => false,
            Type::Ref { referent, .. } => deeper(referent),
            Type::Slice(element) | Type::Array { element, .. } => deeper(element),
            Type::Tuple(elements) => elements.iter().any(deeper),
            Type::Path(path) => {
                if path.is_std(&["ptr", "NonNull"]) || path.is_std(&["sync", "atomic", "AtomicPtr"]) {
                    return true;
                }
                let mut arguments = path.segments.iter().flat_map(|segment| segment.args());
                if arguments.any(|arg| matches!(arg, GenericArg::Type(ty) if deeper(ty))) {
                    return true;
                }
                let Some(instance) = self.program.adt(ty) else { return !path.begins_in_std() };
                let variants = instance.variants().iter().enumerate();
                let mut fields =
                    variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |f| (v, f)));
                fields.any(|(variant, field)| match instance.field_type(variant, field) {
                    Some(ty) => deeper(&ty),
                    None => true,
                })
            }
            _ => true,
        }
    }
}

/// Whether an object was found behind a raw pointer.
fn in_memory(state: &State, root: &Root) -> bool {
    let Root::Object(id) = root else { return false };
    state.objects.get(id).is_some_and(is_in_memory)
}

fn is_in_memory(object: &Object) -> bool {
    object.borrows.iter().any(|region| leads_to_memory(region.reference()))
}

/// How many objects were found behind raw pointers.
pub(super) fn objects_behind_pointers(state: &State) -> usize {
    state.objects.values().filter(|object| is_in_memory(object)).count()
}

/// What raw pointers that are not tracked may lead to, besides what values own.
pub(super) fn escaped(state: &State) -> Vec<Arc<Reference>> {
    state.objects.get(MEMORY).map_or_else(Vec::new, |object| held(&object.value))
}
