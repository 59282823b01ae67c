//! Locations: the shape of the states at a cutpoint, and its variables.
//!
//! A *shape* is a state whose leaves are variables, named after the source (`index`, `self.size`, `self.elems.len`). An
//! execution starts from a shape; a state that arrives at its cutpoint is *bound* to it: what each variable is then.
//! Indices of the places that references lead to are variables too.

use crate::mir::{BasicBlock, Local, Type};
use crate::source::TypeKind;
use crate::symex::program::sizes::most_elements;
use crate::symex::program::types::{USIZE, element_type, scalar_sort};
use crate::symex::program::{BodyId, Program};
use crate::symex::state::leaves::{const_length, field_name, no_surrogate};
use crate::symex::state::merge::merge;
use crate::symex::state::value::{Closure, EnumValue, Opaque, Reference, Sequence, Value};
use crate::symex::state::{Frame, Object, ObjectId, Place, State, Step};
use crate::term::{Assignment, Form, IntType, Kind, Sort, Substitution, Term, Var, VarName, variables};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where a state is: the call stack, innermost last.
pub type Location = Vec<(BodyId, BasicBlock)>;

/// A variable of a shape and what it is in a state; `None` where the state says nothing, so that it may be anything.
pub type Binding = (Var, Option<Term>);

impl State {
    /// Where the state is.
    pub fn location(&self) -> Location {
        self.frames.iter().map(|frame| (frame.body, frame.block)).collect()
    }

    /// The state under an assignment, with the simplest value where it says nothing: every leaf a constant.
    pub fn concrete(&self, assignment: &Assignment) -> State {
        self.map_terms(&mut |term| {
            let value = assignment.complete(term);
            Term::value(&value, term.sort())
        })
    }

    /// The state with terms in place of variables.
    pub fn substitute(&self, substitution: &mut Substitution) -> State {
        self.map_terms(&mut |term| substitution.apply(term))
    }

    /// Applies a function to every term, the guard included.
    pub fn map_terms(&self, f: &mut dyn FnMut(&Term) -> Term) -> State {
        let frames = self.frames.iter().map(|frame| Frame {
            locals: frame.locals.iter().map(|value| value.map(f)).collect(),
            ..frame.clone()
        });
        let frames = frames.collect();
        let objects = self.objects.iter().map(|(id, object)| {
            let object = Object { value: object.value.map(f), ..object.clone() };
            (id.clone(), object)
        });
        let objects = objects.collect();
        State { guard: f(&self.guard), frames, objects }
    }

    /// A state of the same shape as both; none if no value has both shapes.
    pub fn join(&self, other: &State) -> Option<State> {
        if self.location() != other.location() {
            return None;
        }
        // Which of the two it is does not matter: only the shape of the result is used.
        let either = Var::new("either", Sort::Bool).term();
        let mut joined = self.clone();
        for (frame, other) in joined.frames.iter_mut().zip(&other.frames) {
            if frame.generics != other.generics || frame.locals.len() != other.locals.len() {
                return None;
            }
            for (value, other) in frame.locals.iter_mut().zip(&other.locals) {
                *value = merge(&either, value, other)?;
            }
        }
        for (id, object) in &other.objects {
            match joined.objects.get_mut(id) {
                Some(own) if own.ty != object.ty => return None,
                Some(own) => {
                    own.value = merge(&either, &own.value, &object.value)?;
                    own.borrows = own.borrows.union(&object.borrows);
                }
                None => {
                    joined.objects.insert(id.clone(), object.clone());
                }
            }
        }
        Some(joined)
    }
}

impl Program {
    /// The shape of a state: variables in place of its leaves, and as its guard what holds of all values of their types.
    pub fn shape(&self, state: &State) -> State {
        self.shape_of(state, false)
    }

    /// The same, in which tables stay what they are: most loops only read them. Where one changes, no state with another one is of this shape.
    pub fn shape_with_tables(&self, state: &State) -> State {
        self.shape_of(state, true)
    }

    fn shape_of(&self, state: &State, keeps_tables: bool) -> State {
        let mut shaper = Shaper { program: self, names: BTreeMap::new(), facts: Vec::new(), keeps_tables };
        let mut shape = state.clone();
        let deep = state.frames.len() > 1;
        // What references point to takes its name before the references: those seldom have leaves.
        for (id, object) in &mut shape.objects {
            if is_constant(id) {
                continue;
            }
            let name = shaper.unique(id.without_referents());
            object.value = shaper.value(&object.value, &object.ty, &name, 0);
        }
        for (depth, frame) in shape.frames.iter_mut().enumerate() {
            let body = &self.code(frame.body).body;
            for (index, value) in frame.locals.iter_mut().enumerate() {
                let local = body.local_name(Local::from_u32(index as u32));
                let name = if deep { format!("{depth}:{local}") } else { local };
                if !matches!(value, Value::Uninit) {
                    // The name of a reference is left to what it refers to.
                    let name = VarName::from(name);
                    let name = if matches!(value, Value::Reference(_)) {
                        name.reference()
                    } else {
                        shaper.unique(name)
                    };
                    *value = shaper.value(value, &frame.types[index], &name, 0);
                }
            }
        }
        shape.guard = Term::all(shaper.facts);
        shape
    }
}

/// Whether an object is a constant of the program: its value never changes.
pub(in crate::symex) fn is_constant(id: &ObjectId) -> bool {
    matches!(id.form(), Form::Constant(_))
}

/// Whether an array is a table: the same one each time, with elements that were written one by one.
fn is_table(array: &Term) -> bool {
    matches!(array.kind(), Kind::Store(..)) && variables([array]).is_empty()
}

struct Shaper<'a> {
    program: &'a Program,
    names: BTreeMap<VarName, usize>,
    facts: Vec<Term>,
    keeps_tables: bool,
}

impl Shaper<'_> {
    fn unique(&mut self, name: VarName) -> VarName {
        let count = self.names.entry(name.clone()).or_insert(0);
        *count += 1;
        match *count {
            1 => name,
            // An object may have this name already.
            count => self.unique(name.numbered(count)),
        }
    }

    fn term(&mut self, term: &Term, sort: Option<Sort>, name: &VarName, lift: usize) -> Term {
        if self.keeps_tables && lift > 0 && is_table(term) {
            return term.clone();
        }
        let sort = match sort {
            Some(sort) => (0..lift).fold(sort, |sort, _| sort.array_of()),
            None => term.sort().clone(),
        };
        if sort == Sort::Machine(IntType::Char) {
            self.facts.push(no_surrogate(&Var::new(name, sort.clone()).term()));
        }
        Var::new(name, sort).term()
    }

    fn value(&mut self, value: &Value, ty: &Type, name: &VarName, lift: usize) -> Value {
        match value {
            Value::Scalar(term) => Value::Scalar(self.term(term, scalar_sort(ty), name, lift)),
            Value::Aggregate(fields) => {
                let field = |(index, field): (usize, &Value)| {
                    let (label, ty) = self.field(ty, 0, index);
                    self.value(field, &ty, &field_name(name, &label), lift)
                };
                Value::aggregate(fields.iter().enumerate().map(field).collect())
            }
            Value::Enum(value) => self.enumeration(value, ty, name, lift),
            Value::Sequence(sequence) => self.sequence(sequence, ty, name, lift),
            Value::Boxed(inner) => {
                let ty = crate::symex::program::pointers::pointee(ty).unwrap_or(Type::Infer);
                Value::Boxed(Arc::new(self.value(inner, &ty, &name.referent(), lift)))
            }
            Value::Reference(reference) => Value::Reference(Arc::new(self.reference(reference, name))),
            Value::Closure(closure) => {
                let capture = |(index, (capture, ty)): (usize, (&Value, &Type))| {
                    self.value(capture, ty, &name.field(index), lift)
                };
                Value::Closure(Arc::new(Closure {
                    ty: closure.ty.clone(),
                    captures: closure.typed().enumerate().map(capture).collect(),
                    types: closure.types.clone(),
                    generics: closure.generics.clone(),
                }))
            }
            Value::Opaque(opaque) => Value::Opaque(Arc::new(Opaque {
                identity: self.term(&opaque.identity, Some(Sort::Int), name, lift),
                borrows: opaque.borrows.clone(),
            })),
            Value::Function(_) | Value::Uninit => value.clone(),
        }
    }

    fn sequence(&mut self, sequence: &Sequence, ty: &Type, name: &VarName, lift: usize) -> Value {
        let element = element_type(ty).unwrap_or(Type::Infer);
        // The length of an array never changes.
        let is_fixed = |ty: &Type| matches!(ty, Type::Array { length, .. } if const_length(length).is_some());
        let length = if lift == 0 && is_fixed(ty) {
            sequence.length.clone()
        } else {
            let sort = Some(Sort::Machine(USIZE));
            let length = self.term(&sequence.length, sort, &name.length(), lift);
            let most = most_elements(self.program, &element).filter(|_| lift == 0);
            self.facts.extend(most.map(|most| length.le(&Term::int(most))));
            length
        };
        Value::sequence(length, self.value(&sequence.elements, &element, &name.elements(), lift + 1))
    }

    fn enumeration(&mut self, value: &EnumValue, ty: &Type, name: &VarName, lift: usize) -> Value {
        let variant = Var::new(name.variant_index(), value.variant.sort().clone()).term();
        let mut payloads = Vec::new();
        for (variant, fields) in value.payloads.iter().enumerate() {
            let label =
                self.program.adt(ty).and_then(|adt| adt.variants().get(variant).map(|v| v.name.to_string()));
            let label = label.unwrap_or_else(|| variant.to_string());
            let field = |(index, field): (usize, &Value)| {
                let (own, ty) = self.field(ty, variant, index);
                self.value(field, &ty, &name.field(&label).field(own), lift)
            };
            payloads.push(fields.iter().enumerate().map(field).collect());
        }
        Value::Enum(Arc::new(EnumValue { variant, payloads }))
    }

    fn field(&self, ty: &Type, variant: usize, index: usize) -> (String, Type) {
        if let Type::Tuple(types) = ty {
            return (index.to_string(), types.get(index).cloned().unwrap_or(Type::Infer));
        }
        if let Some(instance) = self.program.adt(ty)
            && let Some(field) = instance.variants().get(variant).and_then(|v| v.fields.get(index))
            && matches!(instance.adt.kind, TypeKind::Struct | TypeKind::Enum)
        {
            return (field.name.to_string(), instance.field_type(variant, index).unwrap_or(Type::Infer));
        }
        (index.to_string(), Type::Infer)
    }

    fn reference(&mut self, reference: &Reference, name: &VarName) -> Reference {
        let last = reference.targets.len().saturating_sub(1);
        let mut targets = Vec::new();
        for (number, (_, place)) in reference.targets.iter().enumerate() {
            let suffix = if number == 0 { String::new() } else { format!("|{number}") };
            let condition = match number == last {
                // It is taken where no other one is, whatever its own condition says.
                true => Term::bool(true),
                false => Var::new(name.field(format!("is{suffix}")), Sort::Bool).term(),
            };
            let mut count = 0;
            let mut variable = |what: &str| {
                count += 1;
                Var::new(name.field(format!("{what}{count}{suffix}")), Sort::Machine(USIZE)).term()
            };
            let steps = place.steps.iter().map(|step| match step {
                Step::Element(_) => Step::Element(variable("index")),
                // A whole slice begins at its start.
                Step::Part(from, _) if from.as_int().is_some_and(|from| *from == 0.into()) => {
                    Step::Part(from.clone(), variable("length"))
                }
                Step::Part(..) => Step::Part(variable("from"), variable("length")),
                step => step.clone(),
            });
            let steps = steps.collect();
            targets.push((condition, Place { root: place.root.clone(), steps }));
        }
        Reference { targets, mutable: reference.mutable, ty: reference.ty.clone() }
    }
}
