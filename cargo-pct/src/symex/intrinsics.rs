//! The operations from which the models of the standard library are built: the functions of the models' module `pct`.
//!
//! Each is what its name says on the executor's values, exactly; where a bound is not a number, it may lose knowledge, never
//! invent any. A call whose arguments are not of the expected kind is refused.

use super::call::{Arguments, Site};
use super::executor::{Executor, Next, Step, refuse};
use super::fresh::most_elements;
use super::memory::{Located, element_type};
use super::outcome::{ErrorKind, InputOrigin, NoteKind};
use super::state::{self, State};
use super::types::{USIZE, int_type};
use super::value::{Reference, Value};
use crate::mir::{GenericArg, Name, Type};
use crate::term::{BitOp, Division, IntType, Sort, Term};
use std::sync::Arc;

/// Ranges up to this length are copied and compared element by element.
const MOST_UNROLLED: u64 = 256;

impl Executor<'_> {
    /// Executes a call of the module `pct` of the models.
    pub(super) fn intrinsic(
        &mut self,
        mut state: State,
        name: &Name,
        generics: &[GenericArg],
        arguments: Arguments,
        site: Site<'_>,
    ) -> Step<Vec<Next>> {
        match &**name {
            "fail" | "fail_with" => {
                let text = |index: usize| {
                    arguments.values.get(index).and_then(Executor::text_of).unwrap_or_default()
                };
                let (kind, mut message) = (failure(&text(0)), text(1));
                if &**name == "fail_with" {
                    message.push_str(": {}");
                }
                return Ok(self.fail(state, kind, message, site.unwind).into_iter().collect());
            }
            "may_panic" => {
                let what = arguments.values.first().and_then(Executor::text_of).unwrap_or_default();
                self.note(&state, NoteKind::UnmodelledCall, what.clone());
                let panics = self.variable("panics", Sort::Bool, InputOrigin::Call);
                let mut failed = state.clone();
                failed.assume(&panics);
                state.assume(&panics.not());
                let message = format!("{what} may panic");
                let mut next: Vec<Next> =
                    self.fail(failed, ErrorKind::Unmodelled, message, site.unwind).into_iter().collect();
                next.extend(self.deliver_or_diverge(state, Value::unit(), site));
                return Ok(next);
            }
            "exhausted" => {
                let element = generic(generics, 0)?;
                // Memory lasts, so only elements without a size get here.
                if most_elements(self.program, &element).is_some() {
                    return Ok(Vec::new());
                }
                let message = "capacity overflow".to_owned();
                return Ok(self.fail(state, ErrorKind::Panic, message, site.unwind).into_iter().collect());
            }
            "assume" => {
                let condition = self.number(&mut state, &arguments, 0)?;
                state.assume(&condition);
                return Ok(self.deliver_or_diverge(state, Value::unit(), site));
            }
            _ => {}
        }
        let value = match self.memory_intrinsic(&mut state, name, generics, &arguments)? {
            Some(value) => value,
            None => self.integer_intrinsic(&mut state, name, generics, &arguments)?,
        };
        Ok(self.deliver_or_diverge(state, value, site))
    }

    fn memory_intrinsic(
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
            "part" | "part_mut" => {
                let located = self.argument_target(state, arguments, 0)?;
                let (from, length) = (self.number(state, arguments, 1)?, self.number(state, arguments, 2)?);
                let ty = match &located.ty {
                    Type::Str => Type::Str,
                    Type::Path(path) if path.is_std(&["string", "String"]) => Type::Str,
                    ty => Type::Slice(Box::new(element_type(ty)?)),
                };
                reference(&located, state::Step::Part(from, length), ty, name == "part_mut")
            }
            "bytes" => {
                let located = self.argument_target(state, arguments, 0)?;
                let ty = Arc::new(Type::Slice(Box::new(super::fresh::BYTE)));
                Value::Reference(Arc::new(Reference { targets: located.targets, mutable: false, ty }))
            }
            "take" => {
                let located = self.argument_target(state, arguments, 0)?;
                self.read(state, &located)
            }
            "put" => {
                let located = self.argument_target(state, arguments, 0)?;
                let value = argument(arguments, 1)?.clone();
                self.write(state, &located, value);
                Value::unit()
            }
            "set_len" => {
                let length = self.number(state, arguments, 1)?;
                self.change_length(state, arguments, length)?
            }
            "forget_elements" => self.change_elements(state, arguments)?,
            "permute" => self.change_elements(state, arguments)?,
            "copy" => self.copy_elements(state, arguments)?,
            "shift" => {
                let mut twice =
                    Arguments { values: arguments.values.clone(), types: arguments.types.clone() };
                if twice.values.len() != 4 {
                    return refuse("an intrinsic lacks an argument");
                }
                twice.values.insert(2, twice.values[0].clone());
                twice.types.insert(2, twice.types[0].clone());
                self.copy_elements(state, &twice)?
            }
            "halves" => {
                let located = self.argument_target(state, arguments, 0)?;
                let (first, rest) = (self.number(state, arguments, 1)?, self.number(state, arguments, 2)?);
                let ty = Type::Slice(Box::new(element_type(&located.ty)?));
                let half = |from: Term, length: Term| {
                    reference(&located, state::Step::Part(from, length), ty.clone(), true)
                };
                Value::aggregate(vec![half(Term::int(0), first.clone()), half(first.clone(), rest)])
            }
            "element_of" => {
                // The argument is a reference to the reference to the sequence.
                let outer = self.argument_target(state, arguments, 0)?;
                let inner = self.read(state, &outer);
                let located = self.target(state, &inner, &outer.ty)?;
                let index = self.number(state, arguments, 1)?;
                let ty = element_type(&located.ty)?;
                reference(&located, state::Step::Element(index), ty, true)
            }
            "copied" => {
                let located = self.argument_target(state, arguments, 0)?;
                match self.read(state, &located) {
                    value @ Value::Sequence(_) => value,
                    _ => {
                        let length = self.length(state, &located)?;
                        let elements = self.fresh_elements(
                            state,
                            &super::fresh::BYTE,
                            "text[_]",
                            InputOrigin::Approximation,
                        );
                        Value::sequence(length, elements)
                    }
                }
            }
            "boxed_slice" => Value::Boxed(Arc::new(argument(arguments, 0)?.clone())),
            "boxed_uninit" => Value::Boxed(Arc::new(Value::Uninit)),
            "is_plain" => Value::bool(is_plain(&generic(generics, 0)?)),
            "overflow_checks" => Value::bool(!self.program.wraps),
            "runs_code" => Value::bool(self.program.may_hold_code(&generic(generics, 0)?)),
            "counts" => Value::bool(self.program.may_count(&generic(generics, 0)?)),
            "is_scalar" => Value::bool(super::types::scalar_sort(&generic(generics, 0)?).is_some()),
            "needs_drop" => Value::bool(self.needs_drop(&generic(generics, 0)?, 8)),
            "empty" => {
                let element = element_type(&generic(generics, 0)?)?;
                let blank = self.blank_elements(state, &element);
                Value::sequence(Term::int(0), blank)
            }
            "filled" => {
                let element = element_type(&generic(generics, 0)?)?;
                let blank = self.blank_elements(state, &element);
                let length = self.number(state, arguments, 1)?;
                match blank.fill(argument(arguments, 0)?) {
                    Some(elements) => Value::sequence(length, elements),
                    None => {
                        let mut borrows = Vec::new();
                        argument(arguments, 0)?.borrows(&mut borrows);
                        if !borrows.is_empty() {
                            return refuse("a sequence of copies of a mutable reference");
                        }
                        let elements =
                            self.fresh_elements(state, &element, "filled[_]", InputOrigin::Approximation);
                        Value::sequence(length, elements)
                    }
                }
            }
            "any" => {
                let ty = generic(generics, 0)?;
                self.fresh(state, &ty, "any", InputOrigin::Approximation, &[])
            }
            "same" => argument(arguments, 0)?.clone(),
            "boxed" => Value::Boxed(Arc::new(argument(arguments, 0)?.clone())),
            "unboxed" => match argument(arguments, 0)? {
                Value::Boxed(inner) => (**inner).clone(),
                // The pointer that was taken out of the box.
                Value::Reference(reference) => {
                    let located = self.follow(reference);
                    self.read(state, &located)
                }
                other => {
                    let mut borrows = Vec::new();
                    other.borrows(&mut borrows);
                    let ty = generic(generics, 0)?;
                    self.fresh(state, &ty, "unboxed", InputOrigin::Approximation, &borrows)
                }
            },
            "equal_elements" => self.equal_elements(state, arguments)?,
            "max_len" => {
                let most = most_elements(self.program, &generic(generics, 0)?);
                Value::Scalar(most.map_or_else(|| Term::int(USIZE.max()), Term::int))
            }
            _ => return Ok(None),
        }))
    }

    /// What an argument that is a reference leads to.
    fn argument_target(&mut self, state: &mut State, arguments: &Arguments, index: usize) -> Step<Located> {
        let value = argument(arguments, index)?.clone();
        let ty = arguments.types.get(index).cloned().unwrap_or(Type::Infer);
        self.target(state, &value, &ty)
    }

    /// The term of an argument.
    fn number(&mut self, state: &mut State, arguments: &Arguments, index: usize) -> Step<Term> {
        let value = argument(arguments, index)?.clone();
        let ty = arguments.types.get(index).cloned().unwrap_or(Type::Infer);
        self.scalar_of(state, &value, &ty)
    }

    /// Gives a sequence another length.
    fn change_length(&mut self, state: &mut State, arguments: &Arguments, length: Term) -> Step<Value> {
        let located = self.argument_target(state, arguments, 0)?;
        if located.targets.iter().any(|(_, place)| matches!(place.steps.last(), Some(state::Step::Part(..))))
        {
            return refuse("the length of a part of a sequence is changed");
        }
        let value = match self.read(state, &located) {
            value @ Value::Sequence(_) => value,
            _ => self.fresh(state, &located.ty, "any", InputOrigin::Approximation, &[]),
        };
        let Value::Sequence(sequence) = value else { return refuse("no sequence is changed as one") };
        self.write(state, &located, Value::sequence(length, sequence.elements.clone()));
        Ok(Value::unit())
    }

    /// Makes all elements of a sequence, or of one that it is a part of, unknown.
    fn change_elements(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let located = self.argument_target(state, arguments, 0)?;
        let slice = Arc::new(Type::Slice(Box::new(element_type(&located.ty)?)));
        let mut borrows = Vec::new();
        self.read(state, &located).borrows(&mut borrows);
        self.note(state, NoteKind::Approximation, "the order of elements is not known any more");
        self.havoc(state, &Reference { targets: located.targets, mutable: true, ty: slice }, &borrows);
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
            let borrows = {
                let mut borrows = Vec::new();
                let source = self.read(state, &from);
                source.borrows(&mut borrows);
                borrows
            };
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
                match (a, b) {
                    (Value::Scalar(a), Value::Scalar(b)) => equal.push(a.equals(&b)),
                    _ => return refuse("elements that are no scalars are compared"),
                }
            }
            return Ok(Value::Scalar(Term::all(equal)));
        }
        let unknown = self.variable("equal", Sort::Bool, InputOrigin::Approximation);
        Ok(Value::Scalar(same_length.and(&unknown)))
    }

    fn integer_intrinsic(
        &mut self,
        state: &mut State,
        name: &str,
        generics: &[GenericArg],
        arguments: &Arguments,
    ) -> Step<Value> {
        let ty = generic(generics, 0)?;
        let Some(int) = int_type(&ty).or((ty == Type::Bool).then_some(IntType::Unsigned(8))) else {
            return refuse(format!("`{name}` of a type that is no integer"));
        };
        if name == "distance" {
            let (a, b) = (self.number(state, arguments, 0)?, self.number(state, arguments, 1)?);
            return self.distance(state, &a, &b);
        }
        if int == IntType::Char && !matches!(name, "less" | "equal" | "successor" | "predecessor" | "cast") {
            return refuse(format!("`{name}` of a character"));
        }
        let constant = match name {
            "min_value" => Some(Term::int(int.min())),
            "max_value" => Some(Term::int(int.max())),
            "bits" => Some(Term::int(int.bits())),
            "is_signed" => Some(Term::bool(int.is_signed())),
            _ => None,
        };
        if let Some(constant) = constant {
            return Ok(Value::Scalar(constant));
        }
        if name == "number" {
            // Written as an `i128` in the models.
            let value = self.number(state, arguments, 0)?;
            return Ok(Value::Scalar(value.wrap(int)));
        }
        if name == "bit_count" {
            let which = self.number(state, arguments, 0)?;
            let value = self.number(state, arguments, 1)?;
            return self.bit_count(state, int, &which, &value);
        }
        let a = self.number(state, arguments, 0)?;
        match name {
            "successor" => return Ok(Value::Scalar(stepped_by(&a, int, 1))),
            "predecessor" => return Ok(Value::Scalar(stepped_by(&a, int, -1))),
            _ => {}
        }
        if name == "cast" {
            let Some(to) = int_type(&generic(generics, 1)?) else { return refuse("a cast to no integer") };
            let a = if ty == Type::Bool { a.ite(&Term::int(1), &Term::int(0)) } else { a };
            if to == IntType::Char && !a.range().within(&crate::term::Range::of_type(to)) {
                return refuse("a cast to a character");
            }
            return Ok(Value::Scalar(a.wrap(to)));
        }
        if name == "fits" {
            let Some(to) = int_type(&generic(generics, 1)?) else { return refuse("a cast to no integer") };
            return Ok(Value::Scalar(a.fits(to)));
        }
        let b = self.number(state, arguments, 1)?;
        // `false < true`, as integers.
        let (a, b) = (as_integer(&a), as_integer(&b));
        if !a.sort().is_integer() || !b.sort().is_integer() {
            return refuse(format!("`{name}` of something that is no number"));
        }
        Ok(Value::Scalar(match name {
            "less" => a.lt(&b),
            "equal" => a.equals(&b),
            "wrapping_add" => a.plus(&b).wrap(int),
            "wrapping_sub" => a.minus(&b).wrap(int),
            "wrapping_mul" => a.times(&b).wrap(int),
            "fits_add" => a.plus(&b).fits(int),
            "fits_sub" => a.minus(&b).fits(int),
            "fits_mul" => a.times(&b).fits(int),
            "exact_add" => a.plus(&b).assume_in(int),
            "exact_sub" => a.minus(&b).assume_in(int),
            "exact_mul" => a.times(&b).assume_in(int),
            "div" => a.divided(Division::Truncate, &b).wrap(int),
            "rem" => a.remainder(Division::Truncate, &b).wrap(int),
            "div_euclid" => a.divided(Division::Euclid, &b).wrap(int),
            "rem_euclid" => a.remainder(Division::Euclid, &b).wrap(int),
            "bit_and" => a.bits(BitOp::And, int, &b).wrap(int),
            "bit_or" => a.bits(BitOp::Or, int, &b).wrap(int),
            "bit_xor" => a.bits(BitOp::Xor, int, &b).wrap(int),
            "shl" => a.bits(BitOp::Shl, int, &b).wrap(int),
            "shr" => a.bits(BitOp::Shr, int, &b).wrap(int),
            "abs_diff" => a.lt(&b).ite(&b.minus(&a), &a.minus(&b)).wrap(IntType::Unsigned(int.bits())),
            _ => return refuse(format!("no intrinsic is called `{name}`")),
        }))
    }
}

impl Executor<'_> {
    /// How many steps lie between two integers, as `Range`'s size hint has it.
    fn distance(&mut self, state: &mut State, start: &Term, end: &Term) -> Step<Value> {
        let steps = end.minus(start);
        let fits = steps.fits(USIZE);
        let option = |executor: &mut Executor<'_>, some: bool| {
            let name = if some { "Some" } else { "None" };
            let values = if some { vec![Value::Scalar(steps.wrap(USIZE))] } else { Vec::new() };
            let path = super::types::path_of(&["std", "option", "Option", name]);
            executor.construct(&path, values)
        };
        let (Some(some), Some(none)) = (option(self, true), option(self, false)) else {
            return refuse("the layout of Option is not known");
        };
        let hint = super::merge::merge(&fits, &some, &none);
        let hint = hint.map_or_else(|| refuse("the layout of Option is not known"), Ok)?;
        let low = fits.ite(&steps.wrap(USIZE), &Term::int(USIZE.max()));
        let _ = state;
        Ok(Value::aggregate(vec![Value::Scalar(low), hint]))
    }

    /// Exact for constants; else any number from 0 to the number of bits.
    fn bit_count(&mut self, state: &mut State, int: IntType, which: &Term, value: &Term) -> Step<Value> {
        let bits = u64::from(int.bits());
        if let (Some(which), Some(value)) = (which.as_int(), value.as_int()) {
            let raw = IntType::Unsigned(int.bits()).wrap(value);
            let ones = raw.magnitude().count_ones();
            let count = match u8::try_from(which).unwrap_or(u8::MAX) {
                0 => ones,
                1 => bits - ones,
                2 => bits - raw.bits(),
                _ => raw.trailing_zeros().unwrap_or(bits),
            };
            return Ok(Value::Scalar(Term::int(count)));
        }
        let count = self.variable("bits", Sort::Machine(IntType::Unsigned(32)), InputOrigin::Approximation);
        state.assume(&count.le(&Term::int(bits)));
        Ok(Value::Scalar(count))
    }
}

/// The neighbour of a value that has one; characters step over the surrogates.
fn stepped_by(value: &Term, int: IntType, step: i32) -> Term {
    let next = value.plus(&Term::int(step));
    if int != IntType::Char {
        return next.assume_in(int);
    }
    let (edge, beyond) = if step > 0 { (0xD7FF, 0xE000) } else { (0xE000, 0xD7FF) };
    let next = value.equals(&Term::int(edge)).ite(&Term::int(beyond), &next);
    // The last character has no successor, nor the first a predecessor: any character will do there.
    next.remainder(Division::Euclid, &Term::int(0x11_0000))
}

/// Whether a bitwise copy of a value of the type is its clone.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Tuple(elements) => elements.iter().all(is_plain),
        Type::Array { element, .. } => is_plain(element),
        Type::Ref { mutability, .. } => *mutability == crate::mir::Mutability::Not,
        ty => super::types::scalar_sort(ty).is_some(),
    }
}

fn argument(arguments: &Arguments, index: usize) -> Step<&Value> {
    arguments.values.get(index).map_or_else(|| refuse("an intrinsic lacks an argument"), Ok)
}

fn generic(generics: &[GenericArg], index: usize) -> Step<Type> {
    match generics.get(index) {
        Some(GenericArg::Type(ty)) => Ok(ty.clone()),
        _ => refuse("an intrinsic lacks its type"),
    }
}

fn reference(located: &Located, step: state::Step, ty: Type, mutable: bool) -> Value {
    let targets = located.targets.iter().map(|(c, place)| (c.clone(), place.step(step.clone()))).collect();
    Value::Reference(Arc::new(Reference { targets, mutable, ty: Arc::new(ty) }))
}

fn stepped(located: &Located, index: &Term, element: &Type) -> Located {
    let step = |(condition, place): &(Term, state::Place)| {
        (condition.clone(), place.step(state::Step::Element(index.clone())))
    };
    Located::at(located.targets.iter().map(step).collect(), element.clone())
}

fn as_integer(term: &Term) -> Term {
    if *term.sort() == Sort::Bool { term.ite(&Term::int(1), &Term::int(0)) } else { term.clone() }
}

fn failure(kind: &str) -> ErrorKind {
    match kind {
        "index" => ErrorKind::Index,
        "overflow" => ErrorKind::Overflow,
        "divide" => ErrorKind::Divide,
        "unwrap" => ErrorKind::Unwrap,
        "assert" => ErrorKind::Assert,
        _ => ErrorKind::Panic,
    }
}
