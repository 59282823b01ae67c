//! Rvalues and operands: integer semantics, casts, aggregates.

mod operators;

use crate::mir::{self, AggregateKind, BorrowKind, CastKind, Operand, RawPtrKind, Rvalue, Type};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{InputOrigin, NoteKind};
use crate::symex::program::pointers::{element_type, is_mutable, pointee};
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::types::{Rewrite, int_type, scalar_sort};
use crate::symex::state::State;
use crate::symex::state::held::held;
use crate::symex::state::leaves::{const_length, variant_names};
use crate::symex::state::value::{Closure, EnumValue, Reference, Value};
use crate::term::{Sort, Term};
use std::sync::Arc;

/// Why a pointer is not followed.
pub(in crate::symex) const CAST: &str = "a pointer is cast to another type";

impl Executor<'_> {
    /// The value of an rvalue; `place` is where it goes, which tells the type.
    pub(in crate::symex) fn rvalue(
        &mut self,
        state: &mut State,
        rvalue: &Rvalue,
        place: &mir::Place,
    ) -> Step<Value> {
        match rvalue {
            Rvalue::Use(Operand::Copy(source)) | Rvalue::CopyForDeref(source) => {
                self.copy_place(state, source, place)
            }
            Rvalue::Use(operand) => self.operand(state, operand),
            Rvalue::Repeat(operand, length) => self.repeat(state, operand, length, place),
            Rvalue::Ref(kind, source) => self.borrow(state, source, *kind == BorrowKind::Mut),
            Rvalue::RawPtr(RawPtrKind::FakeForMetadata, source) => self.borrow(state, source, false),
            Rvalue::RawPtr(_, source) => self.raw_pointer(state, source),
            Rvalue::Cast { kind, operand, ty } => self.cast(state, kind, operand, ty),
            Rvalue::Binary(op, left, right) => self.binary(state, *op, left, right),
            Rvalue::Unary(op, operand) => self.unary(state, *op, operand),
            Rvalue::Discriminant(source) => self.discriminant(state, source),
            Rvalue::Len(source) => {
                let located = self.locate(state, source)?;
                Ok(Value::Scalar(self.length(state, &located)?))
            }
            Rvalue::Aggregate(aggregate) => self.aggregate(state, aggregate, place),
            Rvalue::ThreadLocalRef(_) => self.anything(state, place, &[], "a thread-local"),
            Rvalue::Layout(_) => self.anything(state, place, &[], "a layout"),
            Rvalue::ShallowInitBox(..) | Rvalue::RawPtrFromParts { .. } => refuse("a raw pointer is built"),
        }
    }

    /// `_5 = copy _4`. Of a `Box` this is no second box but the way to the contents of the one: rustc makes such a copy to take
    /// the box's pointer out of it.
    fn copy_place(&mut self, state: &mut State, source: &mir::Place, place: &mir::Place) -> Step<Value> {
        let ty = self.place_type(state, source)?;
        let body = &self.program.code(state.top().body).body;
        if crate::symex::program::pointers::is_std(&ty, &["boxed", "Box"])
            && place
                .as_local()
                .is_some_and(|local| crate::symex::program::flow::is_only_projected(body, local))
        {
            let located = self.locate(state, source)?;
            return Ok(self.box_pointer(state, &located));
        }
        self.read_place(state, source)
    }

    /// Anything of the type of a place, made of some values: what they reach can be written through it.
    fn anything(
        &mut self,
        state: &mut State,
        place: &mir::Place,
        made_of: &[Value],
        what: &str,
    ) -> Step<Value> {
        let ty = self.place_type(state, place)?;
        self.note(state, NoteKind::Approximation, what);
        let mut borrows = self.reach(state, made_of);
        borrows.extend(made_of.iter().flat_map(held));
        Ok(self.fresh(state, &ty, "any", InputOrigin::Approximation, &borrows))
    }

    /// The value of an operand; what is moved from has none afterwards.
    pub(in crate::symex) fn operand(&mut self, state: &mut State, operand: &Operand) -> Step<Value> {
        match operand {
            Operand::Copy(place) => self.read_place(state, place),
            Operand::Move(place) => {
                let value = self.read_place(state, place)?;
                // Moving out of what a reference or box leads to leaves a copy there that nothing reads.
                if let Some(local) = place.as_local() {
                    state.top_mut().locals[local.as_u32() as usize] = Value::Uninit;
                }
                Ok(value)
            }
            Operand::Constant(constant) => self.constant(state, constant),
            Operand::Function(function) => {
                let frame = state.top();
                let path = self.program.normaliser(frame.body, &frame.generics).value_path(&function.path);
                Ok(Value::Function(Arc::new(path)))
            }
            // Analysed as built: with the checks that debug builds have.
            Operand::RuntimeCheck(_) => Ok(Value::bool(true)),
        }
    }

    /// The type of an operand, normalised.
    pub(in crate::symex) fn operand_type(&mut self, state: &State, operand: &Operand) -> Step<Type> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.place_type(state, place),
            Operand::Constant(constant) => self.constant_type(state, constant),
            Operand::Function(function) => match &function.facts {
                Some(facts) => {
                    let frame = state.top();
                    Ok(self.program.normaliser(frame.body, &frame.generics).ty(&facts.ty))
                }
                None => Ok(Type::Infer),
            },
            Operand::RuntimeCheck(_) => Ok(Type::Bool),
        }
    }

    /// The term of a scalar operand of a type; anything where the value is not tracked.
    pub(in crate::symex) fn scalar(&mut self, state: &mut State, operand: &Operand, ty: &Type) -> Step<Term> {
        let value = self.operand(state, operand)?;
        self.scalar_of(state, &value, ty)
    }

    pub(in crate::symex) fn scalar_of(&mut self, state: &mut State, value: &Value, ty: &Type) -> Step<Term> {
        // A value of another type than the text says would be a defect; nothing is concluded from it.
        if let Value::Scalar(term) = value {
            match scalar_sort(ty) {
                Some(sort) if term.is_assignable_to(&sort) => return Ok(term.clone()),
                None if term.sort().is_integer() || *term.sort() == Sort::Bool => return Ok(term.clone()),
                _ => {}
            }
        }
        let any = self.fresh(state, ty, "any", InputOrigin::Approximation, &[]);
        any.as_scalar().cloned().map_or_else(|| refuse("a number is expected where there is none"), Ok)
    }

    /// The truth value of an operand.
    pub(in crate::symex) fn condition(&mut self, state: &mut State, operand: &Operand) -> Step<Term> {
        self.scalar(state, operand, &Type::Bool)
    }

    fn repeat(
        &mut self,
        state: &mut State,
        operand: &Operand,
        length: &mir::ConstArg,
        place: &mir::Place,
    ) -> Step<Value> {
        let element = self.operand(state, operand)?;
        let frame = state.top();
        let length = self.program.normaliser(frame.body, &frame.generics).const_arg(length);
        let ty = self.place_type(state, place)?;
        let blank = self.blank_elements(state, &element_type(&ty)?);
        match (const_length(&length), blank.fill(&element)) {
            (Some(length), Some(elements)) => Ok(Value::sequence(length, elements)),
            _ => self.anything(state, place, &[element], "an array of unknown length or elements"),
        }
    }

    /// A reference to a place.
    pub(in crate::symex) fn borrow(
        &mut self,
        state: &mut State,
        place: &mir::Place,
        mutable: bool,
    ) -> Step<Value> {
        let located = self.locate(state, place)?;
        let reference = Reference { targets: located.targets, mutable, ty: Arc::new(located.ty) };
        Ok(Value::Reference(Arc::new(reference)))
    }

    /// A raw pointer to a place. A `*const` may become a `*mut`, so whoever has one is taken to write through it.
    ///
    /// It is not followed: it may be written through behind a shared reference, and stays good where what it leads into is
    /// moved together with the vector or box that owns it. No place can say that.
    fn raw_pointer(&mut self, state: &mut State, place: &mir::Place) -> Step<Value> {
        let value = self.borrow(state, place, true)?;
        self.unknown_pointer(state, &value, "a raw pointer is made")
    }

    /// The length of the slice that a pointer leads to.
    fn metadata(&mut self, state: &mut State, operand: &Operand, ty: &Type) -> Step<Value> {
        let target = pointee(ty)?;
        if matches!(target, Type::Dyn(_)) {
            return refuse("a vtable is read");
        }
        if !matches!(target, Type::Slice(_) | Type::Str) {
            return Ok(Value::unit());
        }
        let place = operand.place().cloned();
        let Some(mut place) = place else { return refuse("the length of a constant") };
        place.projection.push(mir::Projection::Deref);
        let located = self.locate(state, &place)?;
        Ok(Value::Scalar(self.length(state, &located)?))
    }

    fn discriminant(&mut self, state: &mut State, place: &mir::Place) -> Step<Value> {
        let located = self.locate(state, place)?;
        let program = self.program;
        let Some(instance) = program.adt(&located.ty) else {
            return refuse("the variants of a type are not known");
        };
        let mut value = self.read(state, &located);
        if !matches!(value, Value::Enum(_)) {
            value = self.fresh(state, &located.ty, "any", InputOrigin::Approximation, &held(&value));
            self.write(state, &located, value.clone());
        }
        let Value::Enum(value) = value else { return refuse("the discriminant of a value that is no enum") };
        let Sort::Enum(names) = value.variant.sort().clone() else {
            return refuse("an enum without variants");
        };
        let mut result: Option<Term> = None;
        for (index, variant) in instance.variants().iter().enumerate().rev() {
            let Some(number) = &variant.discriminant else {
                return refuse("a discriminant that is computed");
            };
            let number = Term::int(number.clone());
            result = Some(match result {
                None => number,
                Some(rest) => value.variant.equals(&Term::variant(&names, index)).ite(&number, &rest),
            });
        }
        Ok(Value::Scalar(result.map_or_else(|| refuse("an enum without variants"), Ok)?))
    }

    fn aggregate(&mut self, state: &mut State, aggregate: &AggregateKind, place: &mir::Place) -> Step<Value> {
        let mut values = Vec::new();
        for operand in aggregate.operands() {
            values.push(self.operand(state, operand)?);
        }
        match aggregate {
            AggregateKind::Tuple(_) => Ok(Value::aggregate(values)),
            AggregateKind::Array(_) => {
                let ty = self.place_type(state, place)?;
                self.array(state, &ty, values)
            }
            AggregateKind::Adt { path, .. } => {
                let frame = state.top();
                let path = self.program.normaliser(frame.body, &frame.generics).value_path(path);
                match self.construct(&path, values.clone()) {
                    Some(value) => Ok(value),
                    None => self.anything(state, place, &values, "a value of a type that is not known"),
                }
            }
            AggregateKind::Closure(list) => {
                if list.is_incomplete() != Some(false) {
                    return refuse("a closure whose captures the compiler's text leaves out");
                }
                if list.closure.kind != mir::ClosureKind::Closure {
                    return refuse("`async` runs code later, which is not examined");
                }
                let generics = state.top().generics.clone();
                let operands = aggregate.operands().into_iter();
                let types = operands.map(|it| self.operand_type(state, it).unwrap_or(Type::Infer)).collect();
                let closure = Closure { ty: list.closure.clone(), captures: values, types, generics };
                Ok(Value::Closure(Arc::new(closure)))
            }
        }
    }

    /// A struct or variant from its fields; none where the type is not known.
    pub(in crate::symex) fn construct(&mut self, path: &mir::Path, values: Vec<Value>) -> Option<Value> {
        let program = self.program;
        let (instance, index) = program.constructor(path)?;
        use crate::source::TypeKind;
        match instance.adt.kind {
            TypeKind::Struct => Some(Value::aggregate(values)),
            TypeKind::Union => None,
            TypeKind::Enum => {
                let mut payloads = vec![Vec::new(); instance.variants().len()];
                payloads[index] = values;
                let variant = Term::variant(&variant_names(instance.variants()), index);
                Some(Value::Enum(Arc::new(EnumValue { variant, payloads })))
            }
        }
    }

    fn cast(&mut self, state: &mut State, kind: &CastKind, operand: &Operand, ty: &Type) -> Step<Value> {
        let frame = state.top();
        let ty = self.program.normaliser(frame.body, &frame.generics).ty(ty);
        match kind {
            CastKind::IntToInt => {
                let from = self.operand_type(state, operand)?;
                let Some(to) = int_type(&ty) else { return refuse("a cast to something that is no integer") };
                let Some(to_sort) = scalar_sort(&from) else {
                    return Ok(self.fresh(state, &ty, "any", InputOrigin::Approximation, &[]));
                };
                let value = self.scalar(state, operand, &from)?;
                Ok(Value::Scalar(match to_sort {
                    Sort::Bool => value.ite(&Term::int(1), &Term::int(0)),
                    _ => value.wrap(to),
                }))
            }
            CastKind::Unsize => self.unsize(state, operand, &ty),
            CastKind::PtrToPtr
            | CastKind::MutToConstPointer
            | CastKind::ReifyFnPointer
            | CastKind::ClosureFnPointer
            | CastKind::UnsafeFnPointer
            | CastKind::Subtype => {
                let value = self.operand(state, operand)?;
                // A pointer to another type does not lead into the tree any more.
                if let (Value::Reference(reference), Ok(target)) = (&value, pointee(&ty))
                    && *reference.ty != target
                {
                    return self.unknown_pointer(state, &value, CAST);
                }
                Ok(value)
            }
            CastKind::Transmute => {
                let from = self.operand_type(state, operand)?;
                let value = self.operand(state, operand)?;
                let leads_alike =
                    || matches!((pointee(&from), pointee(&ty)), (Ok(from), Ok(to)) if from == to);
                if from == ty || matches!(value, Value::Reference(_)) && leads_alike() {
                    return Ok(value);
                }
                self.transmuted(state, &value, &from, &ty)
            }
            _ => {
                let value = self.operand(state, operand)?;
                self.note(state, NoteKind::Approximation, "a cast of floating-point numbers or pointers");
                let borrows = held(&value);
                if *kind == CastKind::PointerExposeProvenance {
                    // A number does not tell where it came from; a pointer that is made of it leads there all the same.
                    self.escape(state, &borrows);
                }
                Ok(self.fresh(state, &ty, "any", InputOrigin::Approximation, &borrows))
            }
        }
    }

    /// A pointer that cannot be followed, but may still reach what the old one did.
    pub(in crate::symex) fn unknown_pointer(
        &mut self,
        state: &mut State,
        value: &Value,
        what: &str,
    ) -> Step<Value> {
        self.note(state, NoteKind::Approximation, what);
        Ok(self.fresh_opaque(state, "pointer", InputOrigin::Approximation, &held(value)))
    }

    /// A reference to an array becomes one to a slice; one to `dyn` keeps leading to the value.
    fn unsize(&mut self, state: &mut State, operand: &Operand, ty: &Type) -> Step<Value> {
        let value = self.operand(state, operand)?;
        let (Value::Reference(reference), Ok(target)) = (&value, pointee(ty)) else { return Ok(value) };
        let mutable = is_mutable(ty);
        let is_slice = matches!((&target, &*reference.ty), (Type::Slice(_), Type::Array { .. }));
        let ty = if is_slice { Arc::new(target) } else { reference.ty.clone() };
        Ok(Value::Reference(Arc::new(Reference { targets: reference.targets.clone(), mutable, ty })))
    }
}
