//! The operations from which the models of the standard library are built: the functions of the models' module `pct`.
//!
//! Each is what its name says on the executor's values, exactly; where a bound is not a number, it may lose knowledge, never
//! invent any. A call whose arguments are not of the expected kind is refused.

mod integers;
mod sequences;
mod text;

use crate::mir::{GenericArg, Name, Type, Unwind};
use crate::symex::access::executor::Executor;
use crate::symex::access::located::Located;
use crate::symex::access::outcome::{ErrorKind, InputOrigin, NoteKind};
use crate::symex::exec::run::Next;
use crate::symex::exec::site::{Arguments, Effect, Site};
use crate::symex::library::raw::RawEffect;
use crate::symex::program::names::type_name;
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::sizes::{known_size, most_elements};
use crate::symex::program::structure::Whose;
use crate::symex::program::types::{USIZE, int_type, is_of_clients, scalar_sort};
use crate::symex::state::State;
use crate::symex::state::held::held;
use crate::symex::state::leaves::const_length;
use crate::symex::state::value::Value;
use crate::term::{IntType, Sort, Term};
use std::sync::Arc;

impl Executor<'_> {
    /// Executes a call of the module `pct` of the models.
    pub(in crate::symex) fn intrinsic(
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
                let mut next = self.may_panic(&mut state, &what, site.unwind);
                next.extend(self.deliver_or_diverge(state, Value::unit(), site));
                return Ok(next);
            }
            "unknown" | "kept" | "lent" => {
                let called = self.program.name(state.top().body);
                let (keeps, writes) = (&**name == "kept", &**name == "lent");
                let raw = RawEffect { keeps, writes, copies: false };
                let effect = Effect { no_panic: true, raw, ..Effect::default() };
                return self.unmodelled(state, &called, one_by_one(arguments), site, effect);
            }
            "calls" | "drops" | "hashes" => {
                let ty = generic(generics, 0)?;
                let whose = self.program.whose_intrinsic(name, &ty, &self.config.probes);
                return Ok(self.calls_back(state, &ty, whose, site));
            }
            "shows" | "tells" => {
                let ty = generic(generics, 0)?;
                return self.show(state, name, &ty, &arguments, site);
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
        let value = match self.value_intrinsic(&mut state, name, generics, &arguments)? {
            Some(value) => value,
            None => match self.sequence_intrinsic(&mut state, name, generics, &arguments)? {
                Some(value) => value,
                None => self.integer_intrinsic(&mut state, name, generics, &arguments)?,
            },
        };
        Ok(self.deliver_or_diverge(state, value, site))
    }

    /// A value's own `Debug` runs: for clients (`shows`), or for the message of a panic (`tells`), where nothing else can unwind.
    fn show(
        &mut self,
        mut state: State,
        name: &str,
        ty: &Type,
        arguments: &Arguments,
        site: Site<'_>,
    ) -> Step<Vec<Next>> {
        let whose = self.program.whose_intrinsic(name, ty, &self.config.probes);
        let mut next = Vec::new();
        match (name, whose) {
            ("tells", Whose::Crate) => next = self.write_message(&mut state, arguments, site.unwind)?,
            ("tells", _) => self.havoc_shown(&mut state, arguments, "a message")?,
            _ => {
                if whose == Whose::Crate {
                    self.expose(&mut state, arguments, false);
                }
                self.havoc_shown(&mut state, arguments, "a message")?;
                return Ok(self.calls_back(state, ty, whose, site));
            }
        }
        next.extend(self.deliver_or_diverge(state, Value::unit(), site));
        Ok(next)
    }

    /// A type's own code runs, with values that are not known: harmless, the client's, which may unwind, or not known.
    fn calls_back(&mut self, mut state: State, ty: &Type, whose: Whose, site: Site<'_>) -> Vec<Next> {
        let mut next = Vec::new();
        if whose != Whose::Std {
            let unwinds = self.variable("unwinds", Sort::Bool, InputOrigin::Call);
            let mut failed = state.clone();
            failed.assume(&unwinds);
            state.assume(&unwinds.not());
            next.extend(match whose {
                Whose::Crate => {
                    let message = format!("code of {} may panic", type_name(ty));
                    self.note(&state, NoteKind::UnmodelledCall, message.clone());
                    self.fail(failed, ErrorKind::Unmodelled, message, site.unwind)
                }
                _ => self.unwind_from_unknown(failed, site.unwind),
            });
        }
        next.extend(self.deliver_or_diverge(state, Value::unit(), site));
        next
    }

    /// Code that is not known may panic: gives what follows then. The state is that behind a return.
    pub(in crate::symex) fn may_panic(&mut self, state: &mut State, what: &str, unwind: Unwind) -> Vec<Next> {
        self.note(state, NoteKind::UnmodelledCall, what);
        let panics = self.variable("panics", Sort::Bool, InputOrigin::Call);
        let mut failed = state.clone();
        failed.assume(&panics);
        state.assume(&panics.not());
        let message = format!("{what} may panic");
        self.fail(failed, ErrorKind::Unmodelled, message, unwind).into_iter().collect()
    }

    /// An operation on any value; none if the name is another's.
    fn value_intrinsic(
        &mut self,
        state: &mut State,
        name: &str,
        generics: &[GenericArg],
        arguments: &Arguments,
    ) -> Step<Option<Value>> {
        Ok(Some(match name {
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
            "boxed" | "boxed_slice" => Value::Boxed(Arc::new(argument(arguments, 0)?.clone())),
            "boxed_uninit" => Value::Boxed(Arc::new(Value::Uninit)),
            "unboxed" => self.unboxed(state, generic(generics, 0)?, argument(arguments, 0)?)?,
            "unboxed_slice" => {
                let slice = Type::Slice(Box::new(generic(generics, 0)?));
                self.unboxed(state, slice, argument(arguments, 0)?)?
            }
            "is_plain" => Value::bool(is_plain(&generic(generics, 0)?)),
            "overflow_checks" if self.program.checks_differ => Value::Scalar(self.either("overflow_checks")),
            "overflow_checks" => Value::bool(!self.program.wraps),
            "runs_code" => Value::bool(self.program.may_hold_code(&generic(generics, 0)?)),
            "counts" => Value::bool(self.program.may_count(&generic(generics, 0)?)),
            "may_be_trusted" => Value::bool(self.program.may_be_trusted(&generic(generics, 0)?)),
            "may_be_resumed" => Value::bool(self.program.may_be_resumed(&generic(generics, 0)?)),
            "may_go_on" => Value::bool(self.program.may_go_on(&generic(generics, 0)?)),
            "hint_changes" => Value::bool(self.program.hint_changes(&generic(generics, 0)?)),
            "compares" => {
                let whose = self.program.whose_code(&generic(generics, 0)?, &self.config.probes);
                Value::bool(whose != Whose::Std)
            }
            "is_ordered" => Value::bool(self.program.is_ordered(&generic(generics, 0)?)),
            "is_stateless" => {
                let (function, argument) = (generic(generics, 0)?, generic(generics, 1)?);
                Value::bool(self.program.is_stateless(&function) && !self.program.may_hold_cells(&argument))
            }
            "array_len" => self.array_len(&generic(generics, 0)?),
            "is_integer" => {
                let ty = generic(generics, 0)?;
                Value::bool(int_type(&ty).is_some_and(|int| int != IntType::Char))
            }
            "is_scalar" => Value::bool(scalar_sort(&generic(generics, 0)?).is_some()),
            "needs_drop" => Value::bool(self.program.needs_drop(&generic(generics, 0)?)),
            "any" => {
                let ty = generic(generics, 0)?;
                self.fresh(state, &ty, "any", InputOrigin::Approximation, &[])
            }
            "room" => {
                let length = self.number(state, arguments, 0)?;
                self.room(state, &length)
            }
            "same" => same(argument(arguments, 0)?, generics),
            "size_of" => match known_size(self.program, &generic(generics, 0)?) {
                Some(size) => Value::Scalar(Term::int(size)),
                None => {
                    Value::Scalar(self.variable("size_of", Sort::Machine(USIZE), InputOrigin::Approximation))
                }
            },
            _ => return Ok(None),
        }))
    }

    /// The capacity of a sequence of a length: std allows any that is not below it, and whoever made the sequence can have reserved as much.
    /// One whose length is known may have been made a moment ago, by other code.
    fn room(&mut self, state: &mut State, length: &Term) -> Value {
        let is_made_here = length.as_int().is_some();
        let origin = if is_made_here { InputOrigin::Approximation } else { InputOrigin::Client };
        let capacity = self.variable("capacity", Sort::Machine(USIZE), origin);
        state.assume(&length.le(&capacity));
        Value::Scalar(capacity)
    }

    /// How many elements the arrays of a type have; the most that there are of a type that is none. Any number where that is not known.
    fn array_len(&mut self, ty: &Type) -> Value {
        let list = if let Type::Ref { referent, .. } = ty { referent } else { ty };
        let none = || Some(Term::int(USIZE.max()));
        let known = match list {
            Type::Array { length, .. } => const_length(length),
            Type::Path(_) if is_of_clients(list) => None,
            Type::Path(path) if path.begins_in_std() || self.program.adt(list).is_some() => none(),
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => none(),
            Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Tuple(_) => none(),
            Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => none(),
            Type::Dyn(_) => none(),
            // These may stand for an array.
            Type::Path(_) | Type::Impl(_) | Type::Infer => None,
            Type::Pattern { .. } | Type::UnsafeBinder { .. } => None,
        };
        let any = |executor: &mut Executor<'_>| {
            executor.variable("length", Sort::Machine(USIZE), InputOrigin::Approximation)
        };
        Value::Scalar(known.unwrap_or_else(|| any(self)))
    }

    fn any_unboxed(&mut self, state: &mut State, ty: &Type, boxed: &Value) -> Value {
        self.fresh(state, ty, "unboxed", InputOrigin::Approximation, &held(boxed))
    }

    /// What a box owns; anything of its type where that is not known.
    fn unboxed(&mut self, state: &mut State, ty: Type, value: &Value) -> Step<Value> {
        match value {
            Value::Boxed(inner) => Ok((**inner).clone()),
            // The pointer that was taken out of the box.
            Value::Reference(reference) => {
                let located = self.follow(reference);
                Ok(self.read(state, &located))
            }
            Value::Scalar(_) | Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_) => {
                Ok(self.any_unboxed(state, &ty, value))
            }
            Value::Closure(_) | Value::Function(_) | Value::Opaque(_) | Value::Uninit => {
                Ok(self.any_unboxed(state, &ty, value))
            }
        }
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
}

/// The arguments of a call that a tuple holds.
fn one_by_one(arguments: Arguments) -> Arguments {
    if let ([Value::Aggregate(fields)], [Type::Tuple(types)]) = (&*arguments.values, &*arguments.types)
        && fields.len() == types.len()
    {
        return Arguments { values: fields.to_vec(), types: types.clone() };
    }
    arguments
}

/// The same tree at another type: what becomes an array has the array's length, which is a constant for all that look at its type.
fn same(value: &Value, generics: &[GenericArg]) -> Value {
    if let (Value::Sequence(sequence), Some(GenericArg::Type(Type::Array { length, .. }))) =
        (value, generics.get(1))
    {
        let length = const_length(length).unwrap_or_else(|| sequence.length.clone());
        return Value::sequence(length, sequence.elements.clone());
    }
    value.clone()
}

/// Whether a bitwise copy of a value of the type is its clone.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Tuple(_) | Type::Array { .. } => ty.children().into_iter().all(is_plain),
        Type::Ref { mutability, .. } => *mutability == crate::mir::Mutability::Not,
        Type::Bool | Type::Char | Type::Int(_) => true,
        // Their clones are looked up, or of another kind.
        Type::Float(_) | Type::Str | Type::Never | Type::Slice(_) | Type::RawPtr { .. } | Type::Path(_) => {
            false
        }
        Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => false,
        Type::Dyn(_) | Type::Impl(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => {
            false
        }
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
