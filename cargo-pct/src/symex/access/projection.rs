//! What a MIR place denotes: its projections, followed one by one from the local.
//!
//! A pointer whose target is not known leads to a *materialised* object, anything of its type; where that object may be a
//! part of something known (what an unmodelled call's result borrows), [`crate::symex::access::memory`] makes all of that unknown on a write.

use crate::mir::{self, ConstArg, Projection, Type, VariantRef};
use crate::source::TypeKind;
use crate::symex::access::executor::Executor;
use crate::symex::access::located::Located;
use crate::symex::access::outcome::InputOrigin;
use crate::symex::access::reach::MOST_REACHED;
use crate::symex::program::pointers::{element_type, is_mutable, is_std, is_transparent, pointee};
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::types::{Rewrite, USIZE};
use crate::symex::state::held::held;
use crate::symex::state::leaves::const_length;
use crate::symex::state::region::Region;
use crate::symex::state::tree::get;
use crate::symex::state::value::{Opaque, Reference, Value};
use crate::symex::state::{self, Place, Root, State, heap};
use crate::term::{Sort, Term, VarName};
use std::sync::Arc;

/// At most so many places are told apart behind a reference that is not tracked itself.
const MOST_TARGETS: usize = 7;

impl Executor<'_> {
    /// What a place of the running function denotes.
    pub(in crate::symex) fn locate(&mut self, state: &mut State, place: &mir::Place) -> Step<Located> {
        let root = Root::Local(state.depth(), place.local);
        let ty = state.top().types[place.local.as_u32() as usize].clone();
        let targets = vec![(Term::bool(true), Place::of(root))];
        let mut located = Located { targets, ty, box_pointer: false, variant: None };
        for projection in &place.projection {
            located = self.project(state, located, projection)?;
        }
        Ok(located)
    }

    /// The type of a place of the running function.
    pub(in crate::symex) fn place_type(&mut self, state: &State, place: &mir::Place) -> Step<Type> {
        let frame = state.top();
        let mut ty = frame.types[place.local.as_u32() as usize].clone();
        let normaliser = self.program.normaliser(frame.body, &frame.generics);
        for projection in &place.projection {
            ty = match projection {
                Projection::Deref => pointee(&ty)?,
                Projection::Field { ty, .. } => normaliser.ty(ty),
                Projection::Index(_) | Projection::ConstantIndex { .. } => element_type(&ty)?,
                Projection::Subslice { .. } => Type::Slice(Box::new(element_type(&ty)?)),
                Projection::OpaqueCast(ty) | Projection::Subtype(ty) => normaliser.ty(ty),
                Projection::Downcast(_) => ty,
            };
        }
        Ok(ty)
    }

    fn project(&mut self, state: &mut State, mut located: Located, projection: &Projection) -> Step<Located> {
        match projection {
            Projection::Deref => self.deref(state, located),
            Projection::Field { index, ty } => {
                let frame = state.top();
                let ty = self.program.normaliser(frame.body, &frame.generics).ty(ty);
                self.field(state, located, *index as usize, ty)
            }
            Projection::Downcast(VariantRef::Name(name)) => {
                let variant = self.program.adt(&located.ty).and_then(|instance| instance.adt.variant(name));
                let Some((index, _)) = variant else { return refuse("the variants of a type are not known") };
                located.variant = Some(index);
                Ok(located)
            }
            Projection::Downcast(_) => refuse("the variants of a type are not known"),
            Projection::Index(local) => {
                let place = mir::Place::of(*local);
                let index = self.read_place(state, &place)?;
                let Some(index) = index.as_scalar().cloned() else { return refuse("an index is no integer") };
                self.step_all(located, |place| place.step(state::Step::Element(index.clone())))
            }
            Projection::ConstantIndex { offset, from_end: false, .. } => {
                let index = Term::int(*offset);
                self.step_all(located, |place| place.step(state::Step::Element(index.clone())))
            }
            Projection::ConstantIndex { offset, from_end: true, .. } => {
                let length = self.length(state, &located)?;
                let index = length.minus(&Term::int(*offset)).assume_in(USIZE);
                self.step_all(located, |place| place.step(state::Step::Element(index.clone())))
            }
            Projection::Subslice { from, to, from_end } => {
                let length = self.length(state, &located)?;
                let end = if *from_end { length.minus(&Term::int(*to)) } else { Term::int(*to) };
                subslice(located, &Term::int(*from), &end)
            }
            Projection::OpaqueCast(ty) | Projection::Subtype(ty) => {
                let frame = state.top();
                located.ty = self.program.normaliser(frame.body, &frame.generics).ty(ty);
                Ok(located)
            }
        }
    }

    fn step_all(&mut self, mut located: Located, step: impl Fn(&Place) -> Place) -> Step<Located> {
        located.ty = element_type(&located.ty)?;
        located.targets.iter_mut().for_each(|(_, place)| *place = step(place));
        Ok(located)
    }

    fn field(&mut self, state: &mut State, mut located: Located, index: usize, ty: Type) -> Step<Located> {
        if located.box_pointer {
            located.ty = ty;
            return Ok(located);
        }
        if is_std(&located.ty, &["boxed", "Box"]) {
            located.box_pointer = true;
            located.ty = ty;
            return Ok(located);
        }
        let step = match located.variant.take() {
            Some(variant) => state::Step::Payload(variant, index),
            None if is_transparent(&located.ty) => {
                located.ty = ty;
                return Ok(located);
            }
            None => state::Step::Field(index),
        };
        if is_union(self, &located.ty) {
            return refuse("a field of a union");
        }
        let known = matches!(located.ty, Type::Tuple(_) | Type::Closure(_))
            || self.program.adt(&located.ty).is_some();
        if !known {
            return self.part_of_unknown(state, &located, ty);
        }
        located.targets.iter_mut().for_each(|(_, place)| *place = place.step(step.clone()));
        located.ty = ty;
        Ok(located)
    }

    /// A field of a value whose structure is not known: an object of its own, a write to which makes the whole unknown.
    fn part_of_unknown(&mut self, state: &mut State, whole: &Located, ty: Type) -> Step<Located> {
        let value = self.read(state, whole);
        let mut borrows = held(&value);
        let own = Reference { targets: whole.targets.clone(), mutable: true, ty: Arc::new(whole.ty.clone()) };
        borrows.push(Arc::new(own));
        Ok(self.materialise(state, ty, "field", &borrows))
    }

    /// Where a reference or pointer value leads to; `ty` is its type.
    pub(in crate::symex) fn target(&mut self, state: &mut State, value: &Value, ty: &Type) -> Step<Located> {
        match value {
            Value::Reference(reference) => {
                // The tree is what it was made of; the type of the pointer may be a slice of it.
                let ty = pointee(ty).unwrap_or_else(|_| (*reference.ty).clone());
                Ok(Located::at(reference.targets.clone(), ty))
            }
            Value::Opaque(opaque) => self.follow_untracked(state, opaque, ty),
            Value::Scalar(_) | Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_) => {
                refuse(UNKNOWN_TARGET)
            }
            Value::Boxed(_) | Value::Closure(_) | Value::Function(_) | Value::Uninit => {
                refuse(UNKNOWN_TARGET)
            }
        }
    }

    /// Follows a reference or pointer that is not tracked itself.
    ///
    /// A reference leads to one of its regions, or to an object of its own that is no part of the state; its identity says which, where
    /// that is known. Where a raw pointer leads may be anywhere in memory, so that a write there makes all of it unknown.
    fn follow_untracked(&mut self, state: &mut State, pointer: &Opaque, ty: &Type) -> Step<Located> {
        let target = pointee(ty)?;
        if matches!(ty, Type::Ref { .. }) {
            return Ok(self.one_of_its_regions(state, pointer, target));
        }
        let mut borrows: Vec<_> = pointer.borrows.references().cloned().collect();
        if !borrows.iter().any(|it| heap::leads_to_memory(it)) {
            borrows.push(heap::memory());
        }
        if heap::objects_of_raw_pointers(state) >= MOST_REACHED {
            return refuse("too many raw pointers are followed");
        }
        Ok(self.materialise(state, target, "deref", &borrows))
    }

    /// The places of a reference's regions that are of the type it leads to, and an object of its own for any other place: one in a
    /// region that may hold such a value inside, or one that nothing tracks.
    fn one_of_its_regions(&mut self, state: &mut State, pointer: &Opaque, ty: Type) -> Located {
        let mut targets = Vec::new();
        let mut others = Vec::new();
        for region in pointer.borrows.iter() {
            match self.target_in(region, &pointer.identity, &ty) {
                Some(target) if targets.len() < MOST_TARGETS => targets.push(target),
                _ if region.may_hold(self.program, &ty) => others.push(region.reference().clone()),
                _ => {}
            }
        }
        if heap::objects_of_raw_pointers(state) >= MOST_REACHED {
            targets.clear();
            others = pointer.borrows.references().cloned().collect();
        }
        let elsewhere = self.materialise(state, ty, "deref", &others);
        targets.extend(elsewhere.targets);
        Located { targets, ..elsewhere }
    }

    /// The place in a region that a reference of this identity to a value of a type leads to, and when it does.
    fn target_in(&mut self, region: &Region, identity: &Term, ty: &Type) -> Option<(Term, Place)> {
        let mut number = |what: &str, sort: Sort| {
            self.variable(VarName::from("deref").field(what), sort, InputOrigin::Approximation)
        };
        let usize_sort = || Sort::Machine(USIZE);
        let own = &*region.reference().ty;
        let step = if let Type::Slice(element) = own {
            if own == ty {
                // It may lead to a part of these elements.
                state::Step::Part(number("from", usize_sort()), number("length", usize_sort()))
            } else if **element == *ty {
                state::Step::Element(number("index", usize_sort()))
            } else {
                return None;
            }
        } else {
            return (own == ty).then(|| (identity.equals(&region.identity()), region.place().clone()));
        };
        Some((number("is_inside", Sort::Bool), region.place().step(step)))
    }

    fn materialise(
        &mut self,
        state: &mut State,
        ty: Type,
        name: &str,
        borrows: &[Arc<Reference>],
    ) -> Located {
        let borrows = self.closed_regions(state, borrows);
        let value = self.fresh_within(state, &ty, name, InputOrigin::Approximation, &borrows);
        let root = self.new_object(state, name, value, Arc::new(ty.clone()), &borrows);
        Located { targets: vec![(Term::bool(true), Place::of(root))], ty, box_pointer: false, variant: None }
    }

    fn deref(&mut self, state: &mut State, located: Located) -> Step<Located> {
        let ty = pointee(&located.ty)?;
        if located.box_pointer || is_std(&located.ty, &["boxed", "Box"]) {
            let pointer = self.box_pointer(state, &located);
            let Value::Reference(reference) = pointer else { return refuse("a box without its pointer") };
            return Ok(Located::at(reference.targets.clone(), ty));
        }
        let value = self.read(state, &located);
        match &value {
            Value::Reference(reference) => Ok(Located::at(reference.targets.clone(), ty)),
            // Each time it is followed, for others may have written there meanwhile.
            Value::Opaque(opaque) if matches!(located.ty, Type::RawPtr { .. }) => {
                self.follow_untracked(state, opaque, &located.ty)
            }
            Value::Opaque(opaque) if matches!(located.ty, Type::Ref { .. }) => {
                let target = self.follow_untracked(state, opaque, &located.ty)?;
                // From now on the reference leads to this object, where it can say so.
                let mutable = is_mutable(&located.ty);
                let reference =
                    Reference { targets: target.targets.clone(), mutable, ty: Arc::new(target.ty.clone()) };
                if located.targets.iter().all(|(_, place)| !place.is_in_sequence()) {
                    self.write(state, &located, Value::Reference(Arc::new(reference)));
                }
                Ok(target)
            }
            Value::Scalar(_) | Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_) => {
                refuse(UNKNOWN_TARGET)
            }
            Value::Boxed(_) | Value::Closure(_) | Value::Function(_) | Value::Uninit => {
                refuse(UNKNOWN_TARGET)
            }
            Value::Opaque(_) => refuse(UNKNOWN_TARGET),
        }
    }

    /// The number of elements of an array, slice or part.
    pub(in crate::symex) fn length(&mut self, state: &mut State, located: &Located) -> Step<Term> {
        if let Type::Array { length, .. } = &located.ty
            && let Some(length) = const_length(length)
        {
            return Ok(length);
        }
        let mut result = None;
        for (condition, place) in located.targets.clone().iter().rev() {
            let length = match place.steps.last() {
                Some(state::Step::Part(_, length)) => length.clone(),
                _ => {
                    let Some(Value::Sequence(sequence)) = get(state, place) else {
                        return refuse("the length of something that is no sequence");
                    };
                    sequence.length.clone()
                }
            };
            result = Some(match result {
                None => length,
                Some(otherwise) => condition.ite(&length, &otherwise),
            });
        }
        result.map_or_else(|| refuse("a reference to nothing"), Ok)
    }
}

/// The elements from one index to before another.
fn subslice(mut located: Located, from: &Term, end: &Term) -> Step<Located> {
    let count = end.minus(from).assume_in(USIZE);
    let element = Box::new(element_type(&located.ty)?);
    let is_array = matches!(located.ty, Type::Array { .. });
    located.ty = match count.as_int().filter(|_| is_array) {
        Some(count) => {
            let value = mir::Integer::new(false, u128::try_from(count).unwrap_or(0));
            Type::Array { element, length: ConstArg::Integer { value, ty: None } }
        }
        None => Type::Slice(element),
    };
    for (_, place) in &mut located.targets {
        *place = place.step(state::Step::Part(from.clone(), count.clone()));
    }
    Ok(located)
}

const UNKNOWN_TARGET: &str = "a pointer whose target is not known is followed";

fn is_union(executor: &Executor<'_>, ty: &Type) -> bool {
    executor.program.adt(ty).is_some_and(|instance| instance.adt.kind == TypeKind::Union)
}
