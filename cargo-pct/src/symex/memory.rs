//! Places: finding what a MIR place denotes, reading and writing it.
//!
//! A pointer whose target is not known leads to a *materialised* object, anything of its type; where that object may be a
//! part of something known (what an unmodelled call's result borrows), a write to it makes all of that unknown too.

use super::executor::{Executor, Step, refuse};
use super::merge::merge;
use super::outcome::{Exposed, InputOrigin, NoteKind, Outcome, Visible};
use super::state::{self, Place, Root, State};
use super::types::{Rewrite, USIZE};
use super::value::{EnumValue, Reference, Sequence, Value};
use crate::mir::{self, ConstArg, GenericArg, Projection, Type, VariantRef};
use crate::term::Term;
use std::sync::Arc;

/// What a MIR place denotes.
#[derive(Clone, Debug)]
pub(super) struct Located {
    /// As in [`Reference::targets`].
    pub(super) targets: Vec<(Term, Place)>,
    pub(super) ty: Type,
    /// The place is the inside of a `Box`'s pointer: reading it gives a pointer to what the box owns.
    box_pointer: bool,
    /// The variant that was downcast to.
    variant: Option<usize>,
}

impl Located {
    /// The places that a reference leads to.
    pub(super) fn at(targets: Vec<(Term, Place)>, ty: Type) -> Located {
        Located { targets, ty, box_pointer: false, variant: None }
    }

    /// The place, if there is only one.
    pub(super) fn single(&self) -> Option<&(Term, Place)> {
        if let [target] = self.targets.as_slice() { Some(target) } else { None }
    }
}

impl Executor<'_> {
    /// What a place of the running function denotes.
    pub(super) fn locate(&mut self, state: &mut State, place: &mir::Place) -> Step<Located> {
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
    pub(super) fn place_type(&mut self, state: &State, place: &mir::Place) -> Step<Type> {
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
            Projection::Downcast(variant) => {
                let program = self.program;
                let instance = program.adt(&located.ty);
                located.variant = match (variant, instance) {
                    (VariantRef::Name(name), Some(instance)) => {
                        instance.adt.variant(name).map(|(index, _)| index)
                    }
                    _ => None,
                };
                if located.variant.is_none() {
                    return refuse("the variants of a type are not known");
                }
                Ok(located)
            }
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
                let count = end.minus(&Term::int(*from)).assume_in(USIZE);
                let element = element_type(&located.ty)?;
                located.ty = match (&located.ty, count.as_int()) {
                    (Type::Array { .. }, Some(count)) => Type::Array {
                        element: Box::new(element),
                        length: ConstArg::Integer {
                            value: mir::Integer::new(false, u128::try_from(count).unwrap_or(0)),
                            ty: None,
                        },
                    },
                    _ => Type::Slice(Box::new(element)),
                };
                for (_, place) in &mut located.targets {
                    *place = place.step(state::Step::Part(Term::int(*from), count.clone()));
                }
                Ok(located)
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
        let mut borrows = Vec::new();
        value.borrows(&mut borrows);
        let own = Reference { targets: whole.targets.clone(), mutable: true, ty: Arc::new(whole.ty.clone()) };
        borrows.push(Arc::new(own));
        Ok(self.materialise(state, ty, "field", &borrows))
    }

    /// Where a reference or pointer value leads to; `ty` is its type.
    pub(super) fn target(&mut self, state: &mut State, value: &Value, ty: &Type) -> Step<Located> {
        match value {
            Value::Reference(reference) => {
                // The tree is what it was made of; the type of the pointer may be a slice of it.
                let ty = pointee(ty).unwrap_or_else(|_| (*reference.ty).clone());
                Ok(Located::at(reference.targets.clone(), ty))
            }
            Value::Opaque(opaque) => {
                let ty = pointee(ty)?;
                Ok(self.materialise(state, ty, "deref", &opaque.borrows))
            }
            _ => refuse("a pointer whose target is not known is followed"),
        }
    }

    fn materialise(
        &mut self,
        state: &mut State,
        ty: Type,
        name: &str,
        borrows: &[Arc<Reference>],
    ) -> Located {
        let value = self.fresh(state, &ty, name, InputOrigin::Approximation, borrows);
        let root = self.new_object(state, name, value, Arc::new(ty.clone()), borrows);
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
            Value::Opaque(opaque) if matches!(located.ty, Type::Ref { .. }) => {
                let target = self.materialise(state, ty, "deref", &opaque.borrows);
                // From now on the reference leads to this object, where it can say so.
                let mutable = is_mutable(&located.ty);
                let reference =
                    Reference { targets: target.targets.clone(), mutable, ty: Arc::new(target.ty.clone()) };
                if located.targets.iter().all(|(_, place)| !place.is_in_sequence()) {
                    self.write(state, &located, Value::Reference(Arc::new(reference)));
                }
                Ok(target)
            }
            _ => refuse("a pointer whose target is not known is followed"),
        }
    }

    /// The number of elements of an array, slice or part.
    pub(super) fn length(&mut self, state: &mut State, located: &Located) -> Step<Term> {
        if let Type::Array { length, .. } = &located.ty
            && let Some(length) = super::fresh::const_length(length)
        {
            return Ok(length);
        }
        let mut result = None;
        for (condition, place) in located.targets.clone().iter().rev() {
            let length = match place.steps.last() {
                Some(state::Step::Part(_, length)) => length.clone(),
                _ => match get(state, place) {
                    Some(Value::Sequence(sequence)) => sequence.length.clone(),
                    _ => return refuse("the length of something that is no sequence"),
                },
            };
            result = Some(match result {
                None => length,
                Some(otherwise) => condition.ite(&length, &otherwise),
            });
        }
        result.map_or_else(|| refuse("a reference to nothing"), Ok)
    }

    /// The value at a place of the running function.
    pub(super) fn read_place(&mut self, state: &mut State, place: &mir::Place) -> Step<Value> {
        let located = self.locate(state, place)?;
        Ok(self.read(state, &located))
    }

    /// The value at a place; anything of its type where nothing is known.
    pub(super) fn read(&mut self, state: &mut State, located: &Located) -> Value {
        if located.box_pointer {
            return self.box_pointer(state, located);
        }
        let mut result: Option<Value> = None;
        for (condition, place) in located.targets.iter().rev() {
            let value = match get(state, place) {
                Some(value) => value,
                None => self.fresh(state, &located.ty, &place_name(place), InputOrigin::Approximation, &[]),
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

    /// The pointer inside a box: to what the box owns. Where a pointer was copied out of the box before, that pointer.
    pub(super) fn box_pointer(&mut self, state: &mut State, located: &Located) -> Value {
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
    pub(super) fn give_up(&mut self, state: &mut State, ty: &Type, values: &[&Value]) -> Value {
        let mut borrows = Vec::new();
        values.iter().for_each(|value| value.borrows(&mut borrows));
        self.note(state, NoteKind::Approximation, "a value is one of several of different shape");
        self.fresh(state, ty, "any", InputOrigin::Approximation, &borrows)
    }

    /// Writes a place of the running function.
    pub(super) fn assign(&mut self, state: &mut State, place: &mir::Place, value: Value) -> Step<()> {
        let located = self.locate(state, place)?;
        if located.box_pointer {
            return refuse("the pointer inside a box is written");
        }
        self.write(state, &located, value);
        Ok(())
    }

    /// Writes a place. Where there are several it may be, each is written under its condition.
    pub(super) fn write(&mut self, state: &mut State, located: &Located, value: Value) {
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
        let mut lost = Vec::new();
        let new = updated(&old, &place.steps, value, &mut lost);
        let new = match new {
            Some(new) => new,
            // The tree has no room for the value: from the root on nothing is known.
            None => {
                let mut borrows = lost;
                old.borrows(&mut borrows);
                let ty = self.root_type(state, &place.root);
                self.note(state, NoteKind::Approximation, "a value is stored where its shape does not fit");
                self.fresh(state, &ty, "any", InputOrigin::Approximation, &borrows)
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
    fn expose_object(&mut self, state: &State, root: &Root) {
        let Root::Object(id) = root else { return };
        let Some(object) = state.objects.get(id) else { return };
        if object.is_external || matches!(*object.ty, Type::Closure(_)) {
            return;
        }
        let visible = Visible { object: None, ty: object.ty.clone(), value: object.value.clone() };
        let exposed = Exposed { guard: state.guard.clone(), values: vec![visible] };
        self.execution.outcomes.push(Outcome::Exposed(exposed));
    }

    /// Clients write through mutable references into objects: whatever they lead to is not known any more.
    pub fn clients_write(&mut self, state: &mut State, references: &[Arc<Reference>]) {
        self.know_names(state);
        let mut pending = references.to_vec();
        let mut seen: Vec<Arc<Reference>> = Vec::new();
        while let Some(reference) = pending.pop() {
            if seen.contains(&reference) {
                continue;
            }
            self.havoc(state, &reference, &[]);
            for (_, place) in &reference.targets {
                if let Root::Object(id) = &place.root
                    && let Some(object) = state.objects.get(id)
                {
                    pending.extend(object.borrows.iter().cloned());
                }
            }
            seen.push(reference);
        }
    }

    fn root_type(&self, state: &State, root: &Root) -> Type {
        match root {
            Root::Local(depth, local) => state.frames[*depth].types[local.as_u32() as usize].clone(),
            Root::Object(id) => state.objects.get(id).map_or(Type::Infer, |object| (*object.ty).clone()),
        }
    }

    /// An object was written that may be a part of something else: that is not known any more.
    fn havoc_borrowed(&mut self, state: &mut State, root: &Root) {
        let Root::Object(id) = root else { return };
        let borrows = state.objects.get(id).map_or_else(Vec::new, |object| object.borrows.clone());
        for reference in borrows {
            self.havoc(state, &reference, &[]);
        }
    }

    /// Makes what a reference points to unknown; `borrows` is what the new value may hold.
    ///
    /// Over-approximates: whoever may write through the reference may have written anything.
    pub(super) fn havoc(&mut self, state: &mut State, reference: &Reference, borrows: &[Arc<Reference>]) {
        for (_, place) in &reference.targets {
            let name = place_name(place);
            let Some(old) = state.root(&place.root).cloned() else { continue };
            let whole = matches!(place.steps.last(), Some(state::Step::Part(..)));
            let steps = if whole { &place.steps[..place.steps.len() - 1] } else { &place.steps[..] };
            let at = Place { root: place.root.clone(), steps: steps.to_vec() };
            let value = match (get(state, &at), &*reference.ty) {
                // The length of a slice does not change through a reference to it.
                (Some(Value::Sequence(sequence)), Type::Slice(element)) => {
                    let elements =
                        self.fresh_elements(state, element, &format!("{name}[_]"), InputOrigin::Call);
                    Value::sequence(sequence.length.clone(), elements)
                }
                (Some(_), Type::Dyn(_) | Type::Infer) => {
                    self.put_unknown(state, &at, borrows);
                    continue;
                }
                (_, ty) => self.fresh(state, ty, &name, InputOrigin::Call, borrows),
            };
            let mut lost = borrows.to_vec();
            let new = updated(&old, steps, value, &mut lost);
            match new {
                Some(new) => {
                    if let Some(slot) = state.root_mut(&place.root) {
                        *slot = new;
                    }
                }
                None => self.put_unknown(state, &Place::of(place.root.clone()), &lost),
            }
            self.expose_object(state, &place.root);
        }
    }

    /// Makes a whole root unknown.
    fn put_unknown(&mut self, state: &mut State, place: &Place, borrows: &[Arc<Reference>]) {
        let ty = self.root_type(state, &place.root);
        let value = self.fresh(state, &ty, &place_name(place), InputOrigin::Call, borrows);
        if let Some(slot) = state.root_mut(&place.root) {
            *slot = value;
        }
    }
}

/// The value at a place; none where the tree does not reach so far.
pub(super) fn get(state: &State, place: &Place) -> Option<Value> {
    let mut value = state.root(&place.root)?.clone();
    for step in &place.steps {
        value = match (step, &value) {
            (state::Step::Field(index), Value::Aggregate(fields)) => fields.get(*index)?.clone(),
            (state::Step::Field(index), Value::Closure(closure)) => closure.captures.get(*index)?.clone(),
            (state::Step::Payload(variant, index), Value::Enum(value)) => {
                value.payloads.get(*variant)?.get(*index)?.clone()
            }
            (state::Step::Unbox, Value::Boxed(inner)) => (**inner).clone(),
            (state::Step::Element(index), Value::Sequence(sequence)) => sequence.elements.select(index),
            (state::Step::Part(from, length), Value::Sequence(sequence)) => part(sequence, from, length)?,
            _ => return None,
        };
    }
    Some(value)
}

/// The longest part that is copied element by element.
const MOST_COPIED: u64 = 1024;

/// The part of a sequence as a sequence of its own; none where its bounds are not numbers.
fn part(sequence: &Sequence, from: &Term, length: &Term) -> Option<Value> {
    if from.as_int().is_some_and(|from| *from == 0.into()) {
        return Some(Value::sequence(length.clone(), sequence.elements.clone()));
    }
    let count = u64::try_from(length.as_int()?).ok().filter(|count| *count <= MOST_COPIED)?;
    let mut elements = sequence.elements.clone();
    for index in 0..count {
        let element = sequence.elements.select(&from.plus(&Term::int(index)));
        elements = elements.store(&Term::int(index), &element)?;
    }
    Some(Value::sequence(length.clone(), elements))
}

/// The tree with another value at the end of a way; none where the tree has no room for it.
///
/// `lost` collects the mutable references that the new value holds where it cannot be stored.
fn updated(old: &Value, steps: &[state::Step], new: Value, lost: &mut Vec<Arc<Reference>>) -> Option<Value> {
    let Some((step, rest)) = steps.split_first() else { return Some(new) };
    let at =
        |fields: &[Value], index: usize, new: Value, lost: &mut Vec<Arc<Reference>>| -> Option<Vec<Value>> {
            let mut fields = fields.to_vec();
            if fields.len() <= index {
                fields.resize(index + 1, Value::Uninit);
            }
            fields[index] = updated(&fields[index], rest, new, lost)?;
            Some(fields)
        };
    Some(match (step, old) {
        (state::Step::Field(index), Value::Aggregate(fields)) => {
            Value::aggregate(at(fields, *index, new, lost)?)
        }
        (state::Step::Field(index), Value::Uninit) => Value::aggregate(at(&[], *index, new, lost)?),
        (state::Step::Field(index), Value::Closure(closure)) => {
            let captures = at(&closure.captures, *index, new, lost)?;
            Value::Closure(Arc::new(super::value::Closure {
                ty: closure.ty.clone(),
                captures,
                generics: closure.generics.clone(),
            }))
        }
        (state::Step::Payload(variant, index), Value::Enum(value)) => {
            let mut payloads = value.payloads.clone();
            payloads[*variant] = at(&payloads[*variant], *index, new, lost)?;
            Value::Enum(Arc::new(EnumValue { variant: value.variant.clone(), payloads }))
        }
        (state::Step::Unbox, Value::Boxed(inner)) => Value::Boxed(Arc::new(updated(inner, rest, new, lost)?)),
        (state::Step::Unbox, Value::Uninit) => {
            Value::Boxed(Arc::new(updated(&Value::Uninit, rest, new, lost)?))
        }
        (state::Step::Element(index), Value::Sequence(sequence)) => {
            let element = updated(&sequence.elements.select(index), rest, new, lost)?;
            match sequence.elements.store(index, &element) {
                Some(elements) => Value::sequence(sequence.length.clone(), elements),
                None => {
                    element.borrows(lost);
                    return None;
                }
            }
        }
        _ => {
            new.borrows(lost);
            return None;
        }
    })
}

/// A readable name of a place, for variables.
pub(super) fn place_name(place: &Place) -> String {
    let mut name = match &place.root {
        Root::Local(_, local) => local.to_string(),
        Root::Object(id) => id.to_string(),
    };
    for step in &place.steps {
        match step {
            state::Step::Field(index) | state::Step::Payload(_, index) => name.push_str(&format!(".{index}")),
            state::Step::Unbox => name.insert(0, '*'),
            state::Step::Element(_) | state::Step::Part(..) => name.push_str("[_]"),
        }
    }
    name
}

/// What a pointer type points to.
pub(super) fn pointee(ty: &Type) -> Step<Type> {
    match ty {
        Type::Ref { referent, .. } => Ok((**referent).clone()),
        Type::RawPtr { pointee, .. } => Ok((**pointee).clone()),
        Type::Path(path)
            if path.is_std(&["boxed", "Box"])
                || path.is_std(&["ptr", "NonNull"])
                || path.is_std(&["ptr", "Unique"]) =>
        {
            match path.last().args().first() {
                Some(GenericArg::Type(ty)) => Ok(ty.clone()),
                _ => refuse("a box without its type"),
            }
        }
        _ => refuse("a value that is no pointer is followed"),
    }
}

/// The type of a sequence's elements.
pub(super) fn element_type(ty: &Type) -> Step<Type> {
    match ty {
        Type::Slice(element) | Type::Array { element, .. } => Ok((**element).clone()),
        Type::Str => Ok(super::fresh::BYTE),
        Type::Path(path) if path.is_std(&["string", "String"]) => Ok(super::fresh::BYTE),
        Type::Path(path) if path.is_std(&["vec", "Vec"]) => match path.last().args().first() {
            Some(GenericArg::Type(ty)) => Ok(ty.clone()),
            _ => refuse("a vector without its type"),
        },
        _ => refuse("an element of a value that is no sequence"),
    }
}

/// Whether one may write through a pointer of this type.
pub(super) fn is_mutable(ty: &Type) -> bool {
    match ty {
        Type::Ref { mutability, .. } => *mutability == mir::Mutability::Mut,
        _ => true,
    }
}

pub(super) fn is_std(ty: &Type, names: &[&str]) -> bool {
    ty.as_path().is_some_and(|path| path.is_std(names))
}

/// Wrappers whose only field is the value itself.
fn is_transparent(ty: &Type) -> bool {
    is_std(ty, &["mem", "MaybeUninit"])
        || is_std(ty, &["mem", "ManuallyDrop"])
        || is_std(ty, &["mem", "MaybeDangling"])
        || ty.as_path().is_some_and(|path| {
            path.begins_in_std()
                && matches!(
                    path.last_name().map(|name| &**name),
                    Some("MaybeUninit" | "ManuallyDrop" | "MaybeDangling")
                )
        })
}

fn is_union(executor: &Executor<'_>, ty: &Type) -> bool {
    executor.program.adt(ty).is_some_and(|instance| instance.adt.kind == super::declarations::AdtKind::Union)
}
