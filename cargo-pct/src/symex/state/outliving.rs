//! Constants whose references lead to locals of their code: these outlive the frame.

use crate::mir::{ConstArg, Local, Type};
use crate::symex::state::region::{Region, Regions};
use crate::symex::state::value::{Opaque, Reference, Value};
use crate::symex::state::{Object, ObjectId, Place, Root, State};
use crate::term::VarName;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The value of a constant whose frame is about to end: the locals that it leads to become objects, since they outlive the
/// frame. None if that is not understood.
pub(in crate::symex) fn outlive(done: &mut State, value: &Value, id: &VarName) -> Option<Value> {
    let depth = done.depth();
    let mut pending: Vec<Local> = locals_of(value, depth).collect();
    let mut seen = BTreeSet::new();
    while let Some(local) = pending.pop() {
        if !seen.insert(local) {
            continue;
        }
        let index = local.as_u32() as usize;
        let (value, ty) = (done.top().locals[index].clone(), done.top().types[index].clone());
        pending.extend(locals_of(&value, depth));
        let value = with_objects(&value, depth, id)?;
        let object = Object { value, ty: Arc::new(ty), borrows: Regions::default(), is_external: false };
        done.objects.insert(object_of_local(id, local), object);
    }
    with_objects(value, depth, id)
}

/// The name of the object that a local of a constant's frame becomes.
fn object_of_local(id: &VarName, local: Local) -> ObjectId {
    VarName::constant(format!("{id} {local}"))
}

/// The locals of the frame at a depth that something in a value refers to.
pub(in crate::symex) fn locals_of(value: &Value, depth: usize) -> impl Iterator<Item = Local> + use<> {
    let mut roots = Vec::new();
    value.roots(&mut roots);
    roots.into_iter().filter_map(move |root| match root {
        Root::Local(at, local) if at == depth => Some(local),
        Root::Local(..) | Root::Object(_) => None,
    })
}

/// The value with references to the objects that the locals of the frame at a depth become. None if something else leads to
/// the frame, or may write there: a constant holds mutable references to empty arrays alone.
fn with_objects(value: &Value, depth: usize, id: &VarName) -> Option<Value> {
    if locals_of(value, depth).next().is_none() {
        return Some(value.clone());
    }
    if let Value::Reference(reference) = value {
        return reference_to_objects(reference, depth, id);
    }
    if let Value::Opaque(opaque) = value {
        let borrows = opaque.borrows.iter().map(|region| region_of_objects(region, depth, id));
        let borrows = borrows.collect::<Option<Regions>>()?;
        return Some(Value::Opaque(Arc::new(Opaque { identity: opaque.identity.clone(), borrows })));
    }
    let mut is_understood = true;
    let changed = value.map_children(&mut |child| {
        with_objects(child, depth, id).unwrap_or_else(|| {
            is_understood = false;
            child.clone()
        })
    });
    is_understood.then_some(changed)
}

fn reference_to_objects(reference: &Reference, depth: usize, id: &VarName) -> Option<Value> {
    if reference.mutable && !is_empty_array(&reference.ty) {
        return None;
    }
    let mut reference = Reference { mutable: false, ..reference.clone() };
    for (_, place) in &mut reference.targets {
        *place = place_of_objects(place, depth, id);
    }
    Some(Value::Reference(Arc::new(reference)))
}

/// The same for a region. The identity of who leads there is that of the local still, so that what is read there is not known.
fn region_of_objects(region: &Region, depth: usize, id: &VarName) -> Option<Region> {
    let place = place_of_objects(region.place(), depth, id);
    if place == *region.place() {
        return Some(region.clone());
    }
    (!region.is_mutable()).then(|| region.moved_to(place))
}

fn place_of_objects(place: &Place, depth: usize, id: &VarName) -> Place {
    match place.root {
        Root::Local(at, local) if at == depth => {
            Place { root: Root::Object(object_of_local(id, local)), steps: place.steps.clone() }
        }
        Root::Local(..) | Root::Object(_) => place.clone(),
    }
}

fn is_empty_array(ty: &Type) -> bool {
    matches!(ty, Type::Array { length: ConstArg::Integer { value, .. }, .. } if value.to_bigint() == 0.into())
}
