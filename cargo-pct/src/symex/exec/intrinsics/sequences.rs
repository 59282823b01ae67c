//! Vectors, slices, arrays, strings: their lengths, elements and parts, and moving elements about.

use super::{argument, generic};
use crate::mir::{GenericArg, Type};
use crate::symex::access::executor::Executor;
use crate::symex::access::located::Located;
use crate::symex::access::outcome::{InputOrigin, NoteKind};
use crate::symex::exec::site::Arguments;
use crate::symex::program::pointers::{element_type, is_std};
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::sizes::{most_asked_for, sure_elements};
use crate::symex::program::types::{BYTE, USIZE};
use crate::symex::state::held::held;
use crate::symex::state::value::{Reference, Value};
use crate::symex::state::{self, State};
use crate::term::{Sort, Term, VarName};
use std::sync::Arc;

/// Ranges up to this length are copied and compared element by element.
const MOST_UNROLLED: u64 = 256;

impl Executor<'_> {
    /// An operation on a sequence; none if the name is another's.
    pub(super) fn sequence_intrinsic(
        &mut self,
        state: &mut State,
        name: &str,
        generics: &[GenericArg],
        arguments: &Arguments,
    ) -> Step<Option<Value>> {
        Ok(Some(match name {
            "len" => {
                let located = self.argument_target(state, arguments, 0)?;
                Value::Scalar(self.length(state, &located)?)
            }
            "element" | "element_mut" => {
                let located = self.argument_target(state, arguments, 0)?;
                let index = self.number(state, arguments, 1)?;
                let ty = element_type(&located.ty)?;
                reference(&located, state::Step::Element(index), ty, name == "element_mut")
            }
            "part" | "part_mut" => self.part(state, arguments, name == "part_mut")?,
            "bytes" => {
                let located = self.argument_target(state, arguments, 0)?;
                let ty = Arc::new(Type::Slice(Box::new(BYTE)));
                Value::Reference(Arc::new(Reference { targets: located.targets, mutable: false, ty }))
            }
            "halves" => self.halves(state, arguments)?,
            "element_of" => self.element_of(state, arguments)?,
            "copied" => self.copied(state, arguments)?,
            "empty" => {
                let element = element_type(&generic(generics, 0)?)?;
                let blank = self.blank_elements(state, &element);
                Value::sequence(Term::int(0), blank)
            }
            "filled" => self.filled(state, &generic(generics, 0)?, arguments)?,
            "set_len" => {
                let length = self.number(state, arguments, 1)?;
                self.change_length(state, arguments, length)?
            }
            "forget_elements" | "permute" => self.change_elements(state, arguments)?,
            "copy" => self.copy_elements(state, arguments)?,
            "exchange" => self.exchange(state, arguments)?,
            "shift" => self.shift_elements(state, arguments)?,
            "equal_elements" => self.equal_elements(state, arguments)?,
            "has_element" => self.has_element(state, arguments)?,
            "is_boundary" => self.is_boundary(state, arguments)?,
            "decoded" => self.decoded(state, arguments)?,
            "decoded_before" => self.decoded_before(state, arguments)?,
            "max_len" => {
                let most = most_asked_for(self.program, &generic(generics, 0)?);
                Value::Scalar(most.map_or_else(|| Term::int(USIZE.max()), Term::int))
            }
            "sure_len" => Value::Scalar(Term::int(sure_elements(self.program, &generic(generics, 0)?))),
            _ => return Ok(None),
        }))
    }

    /// `part(sequence, from, length)`: a reference to a slice of it.
    fn part(&mut self, state: &mut State, arguments: &Arguments, mutable: bool) -> Step<Value> {
        let located = self.argument_target(state, arguments, 0)?;
        let (from, length) = (self.number(state, arguments, 1)?, self.number(state, arguments, 2)?);
        let is_text = located.ty == Type::Str || is_std(&located.ty, &["string", "String"]);
        let ty = if is_text { Type::Str } else { Type::Slice(Box::new(element_type(&located.ty)?)) };
        Ok(reference(&located, state::Step::Part(from, length), ty, mutable))
    }

    /// `halves(sequence, length, rest)`: mutable references to both parts.
    fn halves(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let located = self.argument_target(state, arguments, 0)?;
        let (first, rest) = (self.number(state, arguments, 1)?, self.number(state, arguments, 2)?);
        let ty = Type::Slice(Box::new(element_type(&located.ty)?));
        let half =
            |from: Term, length: Term| reference(&located, state::Step::Part(from, length), ty.clone(), true);
        Ok(Value::aggregate(vec![half(Term::int(0), first.clone()), half(first.clone(), rest)]))
    }

    /// `element_of(&&mut sequence, index)`: a mutable reference to an element, through a reference to a reference.
    fn element_of(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let outer = self.argument_target(state, arguments, 0)?;
        let inner = self.read(state, &outer);
        let located = self.target(state, &inner, &outer.ty)?;
        let index = self.number(state, arguments, 1)?;
        let ty = element_type(&located.ty)?;
        Ok(reference(&located, state::Step::Element(index), ty, true))
    }

    /// The bytes of a text as a sequence of their own; unknown ones of its length where they are not known.
    fn copied(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let located = self.argument_target(state, arguments, 0)?;
        let value = self.read(state, &located);
        if matches!(value, Value::Sequence(_)) {
            return Ok(value);
        }
        let length = self.length(state, &located)?;
        let elements = self.fresh_elements(
            state,
            &BYTE,
            VarName::from("text").elements(),
            InputOrigin::Approximation,
            &[],
        );
        Ok(Value::sequence(length, elements))
    }

    /// `filled(element, length)`: unknown elements where they cannot all be given the same value.
    fn filled(&mut self, state: &mut State, ty: &Type, arguments: &Arguments) -> Step<Value> {
        let element = element_type(ty)?;
        let blank = self.blank_elements(state, &element);
        let length = self.number(state, arguments, 1)?;
        if let Some(elements) = blank.fill(argument(arguments, 0)?) {
            return Ok(Value::sequence(length, elements));
        }
        let borrows = held(argument(arguments, 0)?);
        let elements = self.fresh_elements(
            state,
            &element,
            VarName::from("filled").elements(),
            InputOrigin::Approximation,
            &borrows,
        );
        Ok(Value::sequence(length, elements))
    }

    /// `shift(sequence, start, at, count)`: `copy` within one sequence.
    fn shift_elements(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let mut twice = Arguments { values: arguments.values.clone(), types: arguments.types.clone() };
        if twice.values.len() != 4 {
            return refuse("an intrinsic lacks an argument");
        }
        twice.values.insert(2, twice.values[0].clone());
        twice.types.insert(2, twice.types[0].clone());
        self.copy_elements(state, &twice)
    }

    /// Gives a sequence another length.
    fn change_length(&mut self, state: &mut State, arguments: &Arguments, length: Term) -> Step<Value> {
        let located = self.argument_target(state, arguments, 0)?;
        if located.targets.iter().any(|(_, place)| matches!(place.steps.last(), Some(state::Step::Part(..))))
        {
            return refuse("the length of a part of a sequence is changed");
        }
        let mut value = self.read(state, &located);
        if !matches!(value, Value::Sequence(_)) {
            value = self.fresh(state, &located.ty, "any", InputOrigin::Approximation, &held(&value));
        }
        let Value::Sequence(sequence) = value else { return refuse("no sequence is changed as one") };
        self.write(state, &located, Value::sequence(length, sequence.elements.clone()));
        Ok(Value::unit())
    }

    /// Makes all elements of a sequence, or of one that it is a part of, unknown.
    fn change_elements(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let located = self.argument_target(state, arguments, 0)?;
        let slice = Arc::new(Type::Slice(Box::new(element_type(&located.ty)?)));
        let borrows = held(&self.read(state, &located));
        self.note(state, NoteKind::Approximation, "the order of elements is not known any more");
        self.havoc(state, &Reference { targets: located.targets, mutable: true, ty: slice }, &borrows);
        Ok(Value::unit())
    }

    /// `exchange(one, other)`: what was in one of them is in the other one afterwards, references too.
    fn exchange(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let (one, other) =
            (self.argument_target(state, arguments, 0)?, self.argument_target(state, arguments, 1)?);
        let element = element_type(&one.ty)?;
        let length = self.length(state, &one)?;
        let known = length.as_int().and_then(|length| u64::try_from(length).ok());
        let Some(count) = known.filter(|count| *count <= MOST_UNROLLED) else {
            self.note(state, NoteKind::Approximation, "the order of elements is not known any more");
            let mut borrows = held(&self.read(state, &one));
            borrows.extend(held(&self.read(state, &other)));
            for located in [one, other] {
                let ty = Arc::new(Type::Slice(Box::new(element.clone())));
                self.havoc(state, &Reference { targets: located.targets, mutable: true, ty }, &borrows);
            }
            return Ok(Value::unit());
        };
        for index in 0..count {
            let places = [&one, &other].map(|located| stepped(located, &Term::int(index), &element));
            let values = places.each_ref().map(|place| self.read(state, place));
            let [of_one, of_other] = values;
            self.write(state, &places[0], of_other);
            self.write(state, &places[1], of_one);
        }
        Ok(Value::unit())
    }

    /// `copy(from, start, to, at, count)`: exact where the count is a small number, else the target's elements are unknown.
    fn copy_elements(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let (from, to) =
            (self.argument_target(state, arguments, 0)?, self.argument_target(state, arguments, 2)?);
        let start = self.number(state, arguments, 1)?;
        let (at, count) = (self.number(state, arguments, 3)?, self.number(state, arguments, 4)?);
        let element = element_type(&to.ty)?;
        let known =
            count.as_int().and_then(|count| u64::try_from(count).ok()).filter(|n| *n <= MOST_UNROLLED);
        let Some(count) = known else {
            self.note(
                state,
                NoteKind::Approximation,
                "elements are moved by a distance that is not a number",
            );
            let borrows = held(&self.read(state, &from));
            let mutable = Reference {
                targets: to.targets.clone(),
                mutable: true,
                ty: Arc::new(Type::Slice(Box::new(element))),
            };
            self.havoc(state, &mutable, &borrows);
            return Ok(Value::unit());
        };
        // All are read before any is written: the ranges may overlap.
        let offset = |base: &Term, index: u64| base.plus(&Term::int(index)).assume_in(USIZE);
        let mut values = Vec::new();
        for index in 0..count {
            let located = stepped(&from, &offset(&start, index), &element);
            values.push(self.read(state, &located));
        }
        for (index, value) in (0..count).zip(values) {
            let located = stepped(&to, &offset(&at, index), &element);
            self.write(state, &located, value);
        }
        Ok(Value::unit())
    }

    /// Whether two sequences of scalars have the same elements: exact for short ones of known length; else unknown, save that
    /// equal ones have the same length.
    fn equal_elements(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let (left, right) =
            (self.argument_target(state, arguments, 0)?, self.argument_target(state, arguments, 1)?);
        let (a, b) = (self.length(state, &left)?, self.length(state, &right)?);
        let same_length = a.equals(&b);
        if same_length.as_bool() == Some(false) {
            return Ok(Value::bool(false));
        }
        let known = [&a, &b].into_iter().find_map(|term| term.as_int().and_then(|n| u64::try_from(n).ok()));
        if let Some(count) = known.filter(|count| *count <= MOST_UNROLLED) {
            let element = element_type(&left.ty)?;
            let mut equal = vec![same_length];
            for index in 0..count {
                let index = Term::int(index);
                let a = self.read(state, &stepped(&left, &index, &element));
                let b = self.read(state, &stepped(&right, &index, &element));
                let (Value::Scalar(a), Value::Scalar(b)) = (a, b) else {
                    return refuse("elements that are no scalars are compared");
                };
                equal.push(a.equals(&b));
            }
            return Ok(Value::Scalar(Term::all(equal)));
        }
        let unknown = self.variable("equal", Sort::Bool, InputOrigin::Approximation);
        Ok(Value::Scalar(same_length.and(&unknown)))
    }

    /// Whether a sequence of scalars has an element: exact for short ones of known length; else unknown.
    fn has_element(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let located = self.argument_target(state, arguments, 0)?;
        let wanted = self.number(state, arguments, 1)?;
        let length = self.length(state, &located)?;
        let known = length.as_int().and_then(|length| u64::try_from(length).ok());
        let Some(count) = known.filter(|count| *count <= MOST_UNROLLED) else {
            let unknown = self.variable("found", Sort::Bool, InputOrigin::Approximation);
            return Ok(Value::Scalar(unknown));
        };
        let element = element_type(&located.ty)?;
        let mut found = Vec::new();
        for index in 0..count {
            let Value::Scalar(term) = self.read(state, &stepped(&located, &Term::int(index), &element))
            else {
                return refuse("elements that are no scalars are compared");
            };
            found.push(term.equals(&wanted));
        }
        Ok(Value::Scalar(Term::any(found)))
    }
}

fn reference(located: &Located, step: state::Step, ty: Type, mutable: bool) -> Value {
    let targets = located.targets.iter().map(|(c, place)| (c.clone(), place.step(step.clone()))).collect();
    Value::Reference(Arc::new(Reference { targets, mutable, ty: Arc::new(ty) }))
}

pub(super) fn stepped(located: &Located, index: &Term, element: &Type) -> Located {
    let step = |(condition, place): &(Term, state::Place)| {
        (condition.clone(), place.step(state::Step::Element(index.clone())))
    };
    Located::at(located.targets.iter().map(step).collect(), element.clone())
}
