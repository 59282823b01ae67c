//! What runs where raw pointers lead: writes there make unknown what may lie there, and what is stored where nothing is tracked escapes.
//!
//! See [`crate::symex::state::heap`] for what is known of that memory.

use crate::mir::{Path, Type};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::InputOrigin;
use crate::symex::program::pointers::pointee;
use crate::symex::program::structure::Structure;
use crate::symex::state::heap::{escaped, is_in_memory, leads_there, memory_id};
use crate::symex::state::held::held;
use crate::symex::state::region::Regions;
use crate::symex::state::value::{Opaque, Reference, Value};
use crate::symex::state::{Object, Place, Root, State};
use crate::term::Term;
use std::sync::Arc;

/// How deep types are looked into.
pub(in crate::symex) const MOST_NESTING: usize = 8;

impl Executor<'_> {
    /// Somebody wrote behind raw pointers; at `written`, if that is an object of the state.
    ///
    /// Over-approximates: every other value that owns memory is unknown as a whole, and so is what has escaped, and what was found
    /// behind raw pointers. What has escaped may be a part of memory: then `written` may lie in it too.
    pub(in crate::symex) fn havoc_memory(&mut self, state: &mut State, written: Option<&Root>) {
        self.execution.is_raw = true;
        let escaped = escaped(state);
        let mut written = written;
        let changed: Vec<_> = escaped.iter().map(|reference| (reference.clone(), escaped.clone())).collect();
        if self.change_all(state, &changed) {
            written = None;
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
            let name = crate::symex::state::tree::place_name(&Place::of(root.clone()));
            let new = self.fresh(state, &ty, &name, InputOrigin::Call, &borrows);
            if let Some(slot) = state.root_mut(&root) {
                *slot = new;
            }
            self.expose_object(state, &root);
        }
    }

    /// Whether a value of a type owns memory outside itself that is tracked as a part of it, or may be pointed into although it is
    /// borrowed mutably, as what is pinned.
    ///
    /// Over-approximates: what is not known does.
    fn owns_memory(&self, ty: &Type, value: &Value, depth: usize) -> bool {
        if ty.as_path().is_some_and(is_owner) {
            return true;
        }
        let structure = self.program.structure(ty);
        match &*structure {
            Structure::Plain | Structure::Function | Structure::Clients => return false,
            Structure::Reference(..) | Structure::Pointer(_) => return false,
            // The types of captures are not in the text.
            Structure::Code => return is_tracked(value),
            Structure::Unknown(_) if ty.as_path().is_none() => return is_tracked(value),
            Structure::Unknown(_) if self.program.adt(ty).is_some() => return true,
            Structure::Parts(_) | Structure::Cell(_) | Structure::Union(_) | Structure::Unknown(_) => {}
        }
        let deeper = |part: &Type| self.owns_memory(part, &Value::Uninit, depth - 1);
        depth == 0 || structure.parts().iter().any(deeper)
    }

    /// What the arguments of a call hold goes to where nothing is tracked: from now on raw pointers may lead where the raw pointers
    /// among that do. Where the first argument itself leads is where it goes.
    pub(in crate::symex) fn escape_arguments(&mut self, state: &mut State, values: &[Value], types: &[Type]) {
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
    pub(in crate::symex) fn escape(&mut self, state: &mut State, references: &[Arc<Reference>]) {
        let is_new =
            |reference: &&Arc<Reference>| !reference.targets.iter().any(|(_, place)| leads_there(place));
        let references: Vec<Arc<Reference>> = references.iter().filter(is_new).cloned().collect();
        if references.is_empty() {
            return;
        }
        self.execution.is_raw = true;
        let mut borrows = escaped(state);
        borrows.extend(references.into_iter().filter(|new| !borrows.contains(new)).collect::<Vec<_>>());
        let borrows = self.closed_regions(state, &borrows);
        let value = Value::Opaque(Arc::new(Opaque { identity: Term::int(0), borrows }));
        let object =
            Object { value, ty: Arc::new(Type::Infer), borrows: Regions::default(), is_external: true };
        state.objects.insert(memory_id(), object);
    }

    /// A value is stored in an object. One that came from nowhere is a part of something that is not tracked: where raw pointers
    /// in the value lead escapes. Returns whether something did.
    pub(in crate::symex) fn escape_into(
        &mut self,
        state: &mut State,
        root: &Root,
        borrows: &[Arc<Reference>],
    ) -> bool {
        let Root::Object(id) = root else { return false };
        let Some(object) = state.objects.get(id) else { return false };
        let ty = object.ty.clone();
        let escapes = !borrows.is_empty() && !object.is_external && self.may_hold_pointers(&ty);
        if escapes {
            self.escape(state, borrows);
        }
        escapes
    }

    /// Whether values of a type may hold raw pointers of the crate's own. Those that clients choose hold what clients put there.
    ///
    /// Over-approximates where types are not known.
    pub(in crate::symex) fn may_hold_pointers(&self, ty: &Type) -> bool {
        let find = || self.leads_to_pointers(ty, &mut Vec::new());
        self.program.fact(ty, |facts| &mut facts.holds_pointers, find)
    }

    /// `around`: the types that this one is a part of. In a type that is a part of itself there is nothing new.
    fn leads_to_pointers(&self, ty: &Type, around: &mut Vec<Type>) -> bool {
        if around.contains(ty) {
            return false;
        }
        let is_std =
            || ty.as_path().is_some_and(|path| path.begins_in_std() && self.program.adt(ty).is_none());
        let structure = self.program.structure(ty);
        match &*structure {
            Structure::Plain | Structure::Function | Structure::Clients => return false,
            Structure::Pointer(_) | Structure::Code => return true,
            Structure::Cell(_) if ty.as_path().is_some_and(|path| path.is_std(&ATOMIC_POINTER)) => {
                return true;
            }
            Structure::Unknown(_) if !is_std() => return true,
            Structure::Reference(..) | Structure::Parts(_) | Structure::Cell(_) => {}
            Structure::Union(_) | Structure::Unknown(_) => {}
        }
        if around.len() >= MOST_NESTING {
            return true;
        }
        around.push(ty.clone());
        let leads = structure.parts().iter().any(|part| self.leads_to_pointers(part, around));
        around.pop();
        leads
    }
}

const ATOMIC_POINTER: [&str; 3] = ["sync", "atomic", "AtomicPtr"];

/// Whether a type owns memory outside itself, or is one that marks its owner as pinned.
fn is_owner(path: &Path) -> bool {
    matches!(
        path.std_names().as_deref(),
        Some(["vec", "Vec"] | ["string", "String"] | ["boxed", "Box"] | ["marker", "PhantomPinned"])
    )
}

/// Whether parts of a value are tracked, which may own memory.
fn is_tracked(value: &Value) -> bool {
    !matches!(value, Value::Opaque(_) | Value::Reference(_) | Value::Function(_))
}

/// Whether an object was found behind a raw pointer.
fn in_memory(state: &State, root: &Root) -> bool {
    let Root::Object(id) = root else { return false };
    state.objects.get(id).is_some_and(is_in_memory)
}
