//! Reading and writing places.
//!
//! Over-approximates: where several places may be meant, each is written under its condition; what a write may reach without
//! its being known how (an object that may be a part of something else, a value that does not fit) is unknown afterwards.

use crate::mir::{self, Type};
use crate::symex::access::executor::Executor;
use crate::symex::access::followed::Followed;
use crate::symex::access::located::Located;
use crate::symex::access::outcome::{Exposed, InputOrigin, NoteKind, Outcome, Visible};
use crate::symex::program::pointers::pointee;
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::state::held::held;
use crate::symex::state::merge::merge;
use crate::symex::state::tree::{get, get_whole, place_name, updated};
use crate::symex::state::value::{Reference, Value};
use crate::symex::state::{self, Place, Root, State, heap};
use crate::term::Term;
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Executor<'_> {
    /// The value at a place of the running function.
    pub(in crate::symex) fn read_place(&mut self, state: &mut State, place: &mir::Place) -> Step<Value> {
        let located = self.locate(state, place)?;
        Ok(self.read(state, &located))
    }

    /// The value at a place; anything of its type where nothing is known.
    pub(in crate::symex) fn read(&mut self, state: &mut State, located: &Located) -> Value {
        if located.box_pointer {
            return self.box_pointer(state, located);
        }
        let mut result: Option<Value> = None;
        for (condition, place) in located.targets.iter().rev() {
            let value = match get(state, place) {
                Some(value) => value,
                None => self.read_unknown(state, &located.ty, place),
            };
            result = Some(match result {
                None => value,
                Some(otherwise) => match merge(condition, &value, &otherwise) {
                    Some(merged) => merged,
                    None => self.give_up(state, &located.ty, &[&value, &otherwise]),
                },
            });
        }
        result.unwrap_or(Value::Uninit)
    }

    /// Anything of a type, in place of a part of a value that is not tracked so far: it may hold all that the value does.
    fn read_unknown(&mut self, state: &mut State, ty: &Type, place: &Place) -> Value {
        let held = get_whole(state, place).map_or_else(Vec::new, |whole| held(&whole));
        self.fresh(state, ty, place_name(place), InputOrigin::Approximation, &held)
    }

    /// The pointer inside a box: to what the box owns. Where a pointer was copied out of the box before, that pointer.
    pub(in crate::symex) fn box_pointer(&mut self, state: &mut State, located: &Located) -> Value {
        if let Some((_, place)) = located.single()
            && let Some(Value::Reference(reference)) = get(state, place)
        {
            return Value::Reference(reference);
        }
        let mut targets = located.targets.clone();
        targets.iter_mut().for_each(|(_, place)| *place = place.step(state::Step::Unbox));
        let ty = pointee(&located.ty).unwrap_or(Type::Infer);
        Value::Reference(Arc::new(Reference { targets, mutable: true, ty: Arc::new(ty) }))
    }

    /// Anything of a type, in place of values that it may be.
    pub(in crate::symex) fn give_up(&mut self, state: &mut State, ty: &Type, values: &[&Value]) -> Value {
        let borrows: Vec<Arc<Reference>> = values.iter().flat_map(|value| held(value)).collect();
        self.note(state, NoteKind::Approximation, "a value is one of several of different shape");
        self.fresh(state, ty, "any", InputOrigin::Approximation, &borrows)
    }

    /// Writes a place of the running function.
    pub(in crate::symex) fn assign(
        &mut self,
        state: &mut State,
        place: &mir::Place,
        value: Value,
    ) -> Step<()> {
        let located = self.locate(state, place)?;
        if located.box_pointer {
            return refuse("the pointer inside a box is written");
        }
        self.write(state, &located, value);
        Ok(())
    }

    /// Writes a place. Where there are several it may be, each is written under its condition.
    pub(in crate::symex) fn write(&mut self, state: &mut State, located: &Located, value: Value) {
        let mut none_before = Term::bool(true);
        let last = located.targets.len().saturating_sub(1);
        for (index, (condition, place)) in located.targets.clone().into_iter().enumerate() {
            let here = if index == last { none_before.clone() } else { none_before.and(&condition) };
            none_before = none_before.and(&condition.not());
            let value = if here.as_bool() == Some(true) {
                value.clone()
            } else {
                let old = get(state, &place).unwrap_or(Value::Uninit);
                match merge(&here, &value, &old) {
                    Some(merged) => merged,
                    None => self.give_up(state, &located.ty, &[&value, &old]),
                }
            };
            self.put(state, &place, value);
        }
    }

    fn put(&mut self, state: &mut State, place: &Place, value: Value) {
        let Some(old) = state.root(&place.root).cloned() else { return };
        self.escape_into(state, &place.root, &held(&value));
        let value = match get(state, place) {
            Some(old) if place.is_in_sequence() => self.as_element(state, &old, &value),
            _ => value,
        };
        let mut lost = Vec::new();
        let new = updated(&old, &place.steps, value, &mut lost);
        let new = match new {
            Some(new) => new,
            // The tree has no room for the value: from the root on nothing is known.
            None => {
                lost.extend(held(&old));
                let ty = root_type(state, &place.root);
                self.note(state, NoteKind::Approximation, "a value is stored where its shape does not fit");
                self.fresh(state, &ty, "any", InputOrigin::Approximation, &lost)
            }
        };
        if let Some(slot) = state.root_mut(&place.root) {
            *slot = new;
        }
        self.havoc_borrowed(state, &place.root);
        self.expose_object(state, &place.root);
    }

    /// A changed object that came from nowhere, as what a lock or a map lends, is somewhere that the state does not know, and
    /// stays there changed when nothing here leads to it any more.
    pub(in crate::symex) fn expose_object(&mut self, state: &State, root: &Root) {
        let Root::Object(id) = root else { return };
        let Some(object) = state.objects.get(id) else { return };
        if object.is_external || matches!(*object.ty, Type::Closure(_)) {
            return;
        }
        let visible = Visible { object: None, ty: object.ty.clone(), value: state.tree(&object.value) };
        let exposed = Exposed { guard: state.guard.clone(), values: vec![visible], gives_code: false };
        self.execution.outcomes.push(Outcome::Exposed(exposed));
    }

    /// Clients write through mutable references into objects: whatever they lead to is not known any more.
    pub fn clients_write(&mut self, state: &mut State, references: &[Arc<Reference>]) {
        self.know_names(state);
        let places = references.iter().flat_map(|reference| &reference.targets);
        let roots = places.map(|(_, place)| place.root.clone()).collect();
        let around = regions_around(state, roots);
        let new = around.iter().filter(|region| !references.contains(region));
        let all = references.iter().chain(new).map(|reference| (reference.clone(), Vec::new()));
        if self.change_all(state, &all.collect::<Vec<_>>()) {
            self.havoc_memory(state, None);
        }
    }

    /// An object was written that may be a part of something else: that is not known any more, and neither is what that may be a part of.
    fn havoc_borrowed(&mut self, state: &mut State, root: &Root) {
        if self.change_borrowed(state, root) {
            self.havoc_memory(state, Some(root));
        }
    }

    /// Makes unknown what an object may be a part of, save memory; returns whether it may be a part of memory.
    fn change_borrowed(&mut self, state: &mut State, root: &Root) -> bool {
        let (mut is_in_memory, mut followed) = (false, Followed::default());
        for region in regions_around(state, vec![root.clone()]) {
            is_in_memory |= self.change(state, &mut followed, &region, &[]);
        }
        is_in_memory
    }

    /// Makes unknown what references point to, each with what its new value may hold besides what the old one held, and what that may be a
    /// part of, save memory; returns whether memory is among it. Each place is changed once.
    pub(in crate::symex) fn change_all(
        &mut self,
        state: &mut State,
        references: &[(Arc<Reference>, Vec<Arc<Reference>>)],
    ) -> bool {
        let written = references.iter().filter(|(reference, _)| reference.mutable);
        let roots =
            written.flat_map(|(reference, _)| &reference.targets).map(|(_, place)| place.root.clone());
        let around = regions_around(state, roots.collect());
        let (mut is_in_memory, mut followed) = (false, Followed::default());
        for (reference, borrows) in references {
            is_in_memory |= self.change(state, &mut followed, reference, borrows);
        }
        let is_changed =
            |region: &Arc<Reference>| references.iter().any(|(reference, _)| reference == region);
        for region in around.iter().filter(|region| !is_changed(region)) {
            is_in_memory |= self.change(state, &mut followed, region, &[]);
        }
        is_in_memory
    }

    /// Makes what a reference points to unknown; `borrows` is what the new value may hold besides what the old one held.
    ///
    /// Over-approximates: whoever may write through the reference may have written anything. Behind a shared reference only what
    /// cells hold can change.
    pub(in crate::symex) fn havoc(
        &mut self,
        state: &mut State,
        reference: &Reference,
        borrows: &[Arc<Reference>],
    ) {
        if self.change_around(state, reference, borrows) {
            self.havoc_memory(state, None);
        }
    }

    /// Makes what a reference points to unknown, and what that may be a part of, save memory; returns whether memory is among it.
    pub(in crate::symex) fn change_around(
        &mut self,
        state: &mut State,
        reference: &Reference,
        borrows: &[Arc<Reference>],
    ) -> bool {
        let mut is_in_memory = self.change(state, &mut Followed::default(), reference, borrows);
        if reference.mutable {
            for (_, place) in &reference.targets {
                is_in_memory |= self.change_borrowed(state, &place.root);
            }
        }
        is_in_memory
    }

    /// Makes what it points to unknown, without what that may be a part of, and without memory; returns whether it points to memory.
    fn change(
        &mut self,
        state: &mut State,
        followed: &mut Followed,
        reference: &Reference,
        borrows: &[Arc<Reference>],
    ) -> bool {
        if !reference.mutable {
            self.store_in_cells(state, followed, reference, borrows);
            return false;
        }
        for (_, place) in &reference.targets {
            if heap::leads_there(place) {
                continue;
            }
            if self.escape_into(state, &place.root, borrows) {
                followed.forget(&Root::Object(heap::memory_id()));
            }
            self.change_place(state, followed, place, &reference.ty, borrows);
            followed.forget(&place.root);
        }
        heap::leads_to_memory(reference)
    }

    /// Makes unknown what lies at a place, as far as it is tracked.
    fn change_place(
        &mut self,
        state: &mut State,
        followed: &mut Followed,
        place: &Place,
        ty: &Type,
        borrows: &[Arc<Reference>],
    ) {
        let Some(old) = state.root(&place.root).cloned() else { return };
        let name = place_name(place);
        let whole = matches!(place.steps.last(), Some(state::Step::Part(..)));
        let steps = if whole { &place.steps[..place.steps.len() - 1] } else { &place.steps[..] };
        let at = Place { root: place.root.clone(), steps: steps.to_vec() };
        let known = get(state, &at);
        let mut borrows = self.storable(state, place, ty, borrows);
        followed.extend_by(&mut borrows, held(known.as_ref().unwrap_or(&old)));
        if known.is_some() && matches!(ty, Type::Dyn(_) | Type::Infer) {
            self.put_unknown(state, &at, &borrows);
            return;
        }
        let closed = self.closed_regions_among(state, followed, &borrows);
        let value = if let (Some(Value::Sequence(sequence)), Type::Slice(element)) = (known, ty) {
            // The length of a slice does not change through a reference to it.
            let (name, length) = (name.elements(), sequence.length.clone());
            let elements = self.fresh_elements_within(state, element, &name, InputOrigin::Call, &closed);
            Value::sequence(length, elements)
        } else {
            self.fresh_within(state, ty, &name, InputOrigin::Call, &closed)
        };
        let mut lost = borrows;
        match updated(&old, steps, value, &mut lost) {
            Some(new) => {
                if let Some(slot) = state.root_mut(&place.root) {
                    *slot = new;
                }
            }
            None => self.put_unknown(state, &Place::of(place.root.clone()), &lost),
        }
        self.expose_object(state, &place.root);
    }

    /// Whoever has a shared reference may store any of these in the cells that it leads to.
    fn store_in_cells(
        &mut self,
        state: &mut State,
        followed: &mut Followed,
        reference: &Reference,
        borrows: &[Arc<Reference>],
    ) {
        let regions = self.regions(state, borrows);
        if regions.is_empty() || !self.program.may_hold_cells(&reference.ty) {
            return;
        }
        for (_, place) in &reference.targets {
            if let Some(slot) = state.root_mut(&place.root) {
                *slot = slot.with_regions(&regions);
            }
            followed.forget(&place.root);
        }
    }

    /// The borrows that code which is not known may have stored at a place.
    ///
    /// In what an argument leads to, none of that argument's other parts: its type would name the lifetime for which it is borrowed, so
    /// that nobody could use it again, and none of its invariants would matter. Raw pointers have no lifetime.
    fn storable(
        &self,
        state: &State,
        place: &Place,
        ty: &Type,
        borrows: &[Arc<Reference>],
    ) -> Vec<Arc<Reference>> {
        let is_external = matches!(
            &place.root,
            Root::Object(id) if state.objects.get(id).is_some_and(|object| object.is_external)
        );
        let is_own = |reference: &Arc<Reference>| {
            reference.targets.iter().all(|(_, target)| target.root == place.root)
        };
        let is_kept = !is_external || self.may_hold_pointers(ty);
        borrows.iter().filter(|reference| is_kept || !is_own(reference)).cloned().collect()
    }

    /// Makes a whole root unknown.
    fn put_unknown(&mut self, state: &mut State, place: &Place, borrows: &[Arc<Reference>]) {
        let ty = root_type(state, &place.root);
        let mut all = borrows.to_vec();
        all.extend(state.root(&place.root).map_or_else(Vec::new, held));
        let value = self.fresh(state, &ty, place_name(place), InputOrigin::Call, &all);
        if let Some(slot) = state.root_mut(&place.root) {
            *slot = value;
        }
    }
}

/// Collects what the objects at some roots may be parts of, and what that may be a part of.
fn regions_around(state: &State, mut pending: Vec<Root>) -> Vec<Arc<Reference>> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut lists = FxHashSet::default();
    while let Some(next) = pending.pop() {
        let Root::Object(id) = next else { continue };
        let Some(object) = state.objects.get(&id) else { continue };
        if !lists.insert(object.borrows.address()) {
            continue;
        }
        for region in object.borrows.iter() {
            if seen.insert(region.reference().clone()) {
                found.push(region.reference().clone());
                pending.push(region.place().root.clone());
            }
        }
    }
    found
}

fn root_type(state: &State, root: &Root) -> Type {
    state.root_type(root).cloned().unwrap_or(Type::Infer)
}
