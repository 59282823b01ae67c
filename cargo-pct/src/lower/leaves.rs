//! States as lists of terms: naming the leaves of a state, and replacing them by variables.

use crate::mir::{GenericArg, Local, Type};
use crate::symex::state::{Frame, Object, ObjectId, Place, Root, State, Step};
use crate::symex::types::{USIZE, scalar_sort};
use crate::symex::value::{Closure, EnumValue, Opaque, Reference, Sequence, Value};
use crate::symex::{Program, most_elements};
use crate::term::{Kind, Sort, Term, Var, variables};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A state with variables for leaves.
pub(super) struct Named {
    /// The state, each leaf replaced by its variable.
    pub(super) skeleton: State,
    /// The variables with the terms they stand for, in the order of the state.
    pub(super) leaves: Vec<(Var, Term)>,
}

/// Names the leaves of a state by the locals and fields they are in.
pub(super) fn name_leaves(program: &Program, state: &State) -> Named {
    let mut namer = Namer { program, leaves: Vec::new(), names: BTreeSet::new() };
    let depth = state.frames.len();
    let frames = state.frames.iter().enumerate().map(|(level, frame)| {
        let prefix = if depth == 1 { String::new() } else { format!("{level}:") };
        let locals = frame.locals.iter().enumerate().map(|(index, value)| {
            let local = Local::from_u32(index as u32);
            let name = format!("{prefix}{}", local_name(program, frame, local));
            namer.value(value, frame.types.get(index), &name, 0)
        });
        let locals = locals.collect();
        Frame { locals, ..frame.clone() }
    });
    let frames: Vec<Frame> = frames.collect();
    let objects = state.objects.iter().map(|(id, object)| {
        let name = id.strip_prefix('*').unwrap_or(id);
        let value = namer.value(&object.value, Some(&object.ty), name, 0);
        let borrows = object.borrows.iter().map(|r| Arc::new(namer.reference(r, &format!("{name}.borrow"))));
        let borrows = borrows.collect();
        (id.clone(), Object { value, ty: object.ty.clone(), borrows })
    });
    let objects = objects.collect();
    let skeleton = State { guard: state.guard.clone(), frames, objects };
    Named { skeleton, leaves: namer.leaves }
}

fn local_name(program: &Program, frame: &Frame, local: Local) -> String {
    program.local_name(frame.body, local).unwrap_or_else(|| format!("{local}"))
}

struct Namer<'a> {
    program: &'a Program,
    leaves: Vec<(Var, Term)>,
    names: BTreeSet<String>,
}

impl Namer<'_> {
    /// The value with variables for leaves; inside `lift` levels of sequences, leaves are arrays.
    fn value(&mut self, value: &Value, ty: Option<&Type>, name: &str, lift: usize) -> Value {
        match value {
            Value::Scalar(term) => {
                let sort = ty.and_then(scalar_sort).map(|sort| lifted(sort, lift));
                Value::Scalar(self.leaf(term, sort, name))
            }
            Value::Aggregate(fields) => {
                let fields = fields.iter().enumerate().map(|(index, field)| {
                    let (field_name, field_type) = self.field(ty, 0, index);
                    self.value(field, field_type.as_ref(), &format!("{name}.{field_name}"), lift)
                });
                Value::aggregate(fields.collect())
            }
            Value::Enum(value) => {
                let variant = self.leaf(&value.variant, None, &format!("{name}.variant"));
                let payloads = value.payloads.iter().enumerate().map(|(number, fields)| {
                    let prefix = format!("{name}.{}", self.variant_name(ty, number));
                    let fields = fields.iter().enumerate().map(|(index, field)| {
                        let (field_name, field_type) = self.field(ty, number, index);
                        self.value(field, field_type.as_ref(), &format!("{prefix}.{field_name}"), lift)
                    });
                    fields.collect()
                });
                let payloads = payloads.collect();
                Value::Enum(Arc::new(EnumValue { variant, payloads }))
            }
            Value::Sequence(sequence) => {
                let sort = lifted(Sort::Machine(USIZE), lift);
                let length = self.leaf(&sequence.length, Some(sort), &format!("{name}.len()"));
                let element = ty.and_then(element_type);
                let elements =
                    self.value(&sequence.elements, element.as_ref(), &format!("{name}[_]"), lift + 1);
                Value::Sequence(Arc::new(Sequence { length, elements }))
            }
            Value::Boxed(inner) => {
                let boxed = ty.and_then(|ty| argument(ty, 0));
                Value::Boxed(Arc::new(self.value(inner, boxed.as_ref(), &format!("*{name}"), lift)))
            }
            Value::Reference(reference) => Value::Reference(Arc::new(self.reference(reference, name))),
            Value::Closure(closure) => {
                let captures = closure.captures.iter().enumerate();
                let captures =
                    captures.map(|(i, capture)| self.value(capture, None, &format!("{name}.{i}"), lift));
                let captures = captures.collect();
                Value::Closure(Arc::new(Closure { captures, ..(**closure).clone() }))
            }
            Value::Opaque(opaque) => {
                let identity = self.leaf(&opaque.identity, None, name);
                let borrows = opaque.borrows.iter();
                let borrows =
                    borrows.map(|r| Arc::new(self.reference(r, &format!("{name}.borrow")))).collect();
                Value::Opaque(Arc::new(Opaque { identity, borrows }))
            }
            Value::Function(_) | Value::Uninit => value.clone(),
        }
    }

    fn reference(&mut self, reference: &Reference, name: &str) -> Reference {
        let count = reference.targets.len();
        let targets = reference.targets.iter().enumerate().map(|(number, (condition, place))| {
            // The last condition is never read.
            let condition = if number + 1 == count {
                Term::bool(true)
            } else {
                self.leaf(condition, Some(Sort::Bool), &format!("{name}.is{number}"))
            };
            (condition, self.place(place, name))
        });
        let targets = targets.collect();
        Reference { targets, mutable: reference.mutable, ty: reference.ty.clone() }
    }

    fn place(&mut self, place: &Place, name: &str) -> Place {
        let sort = || Some(Sort::Machine(USIZE));
        let steps = place.steps.iter().map(|step| match step {
            Step::Element(index) => Step::Element(self.leaf(index, sort(), &format!("{name}.index"))),
            Step::Part(from, length) => {
                let from = self.leaf(from, sort(), &format!("{name}.start"));
                Step::Part(from, self.leaf(length, sort(), &format!("{name}.len()")))
            }
            step => step.clone(),
        });
        let steps = steps.collect();
        Place { root: place.root.clone(), steps }
    }

    /// A new variable for a leaf. A sort that the term may leave is not taken: the term's own is then wide enough.
    fn leaf(&mut self, term: &Term, sort: Option<Sort>, name: &str) -> Term {
        let sort = sort.filter(|sort| term.is_assignable_to(sort)).unwrap_or_else(|| term.sort().clone());
        let mut unique = name.to_owned();
        let mut number = 1;
        while !self.names.insert(unique.clone()) {
            number += 1;
            unique = format!("{name}#{number}");
        }
        let var = Var::new(unique, sort);
        self.leaves.push((var.clone(), term.clone()));
        var.term()
    }

    /// The name and type of a field.
    fn field(&self, ty: Option<&Type>, variant: usize, index: usize) -> (String, Option<Type>) {
        match ty {
            Some(Type::Tuple(elements)) => (index.to_string(), elements.get(index).cloned()),
            Some(ty) => match self.program.adt(ty) {
                Some(instance) => {
                    let field =
                        instance.variants().get(variant).and_then(|variant| variant.fields.get(index));
                    let name = field.map_or_else(|| index.to_string(), |(name, _)| name.to_string());
                    (name, instance.field_type(variant, index))
                }
                None => (index.to_string(), None),
            },
            None => (index.to_string(), None),
        }
    }

    fn variant_name(&self, ty: Option<&Type>, number: usize) -> String {
        let instance = ty.and_then(|ty| self.program.adt(ty));
        let variant = instance.as_ref().and_then(|instance| instance.variants().get(number));
        variant.map_or_else(|| number.to_string(), |variant| variant.name.to_string())
    }
}

fn lifted(sort: Sort, lift: usize) -> Sort {
    (0..lift).fold(sort, |sort, _| sort.array_of())
}

fn element_type(ty: &Type) -> Option<Type> {
    match ty {
        Type::Slice(element) | Type::Array { element, .. } => Some((**element).clone()),
        Type::Path(path) if path.is_std(&["vec", "Vec"]) => argument(ty, 0),
        _ => None,
    }
}

fn argument(ty: &Type, index: usize) -> Option<Type> {
    match ty.as_path()?.last().args().get(index) {
        Some(GenericArg::Type(ty)) => Some(ty.clone()),
        _ => None,
    }
}

/// The variables of a value whose leaves are variables, in order.
pub(super) fn variables_of(value: &Value) -> Vec<Var> {
    let mut found = Vec::new();
    value.visit(&mut |term| {
        if let Kind::Var(var) = term.kind() {
            found.push(var.clone());
        }
    });
    found
}

/// What all values of the types in a state satisfy: no sequence is larger than memory.
pub(super) fn facts(program: &Program, state: &State) -> Term {
    let mut found = Vec::new();
    for frame in &state.frames {
        for (value, ty) in frame.locals.iter().zip(frame.types.iter()) {
            sequence_facts(program, value, ty, &mut found);
        }
    }
    for object in state.objects.values() {
        sequence_facts(program, &object.value, &object.ty, &mut found);
    }
    Term::all(found)
}

fn sequence_facts(program: &Program, value: &Value, ty: &Type, found: &mut Vec<Term>) {
    match value {
        Value::Sequence(sequence) => {
            if let Some(element) = element_type(ty)
                && let Some(most) = most_elements(program, &element)
            {
                found.push(sequence.length.le(&Term::int(most)));
            }
        }
        Value::Aggregate(fields) => {
            for (index, field) in fields.iter().enumerate() {
                let field_type = match ty {
                    Type::Tuple(elements) => elements.get(index).cloned(),
                    ty => program.adt(ty).and_then(|instance| instance.field_type(0, index)),
                };
                if let Some(field_type) = field_type {
                    sequence_facts(program, field, &field_type, found);
                }
            }
        }
        _ => {}
    }
}

/// Applies a function to every term of a state.
pub(super) fn map_state(state: &State, f: &mut dyn FnMut(&Term) -> Term) -> State {
    let frames = state.frames.iter().map(|frame| {
        let locals = frame.locals.iter().map(|value| value.map(f)).collect();
        Frame { locals, ..frame.clone() }
    });
    let frames = frames.collect();
    let objects = state.objects.iter().map(|(id, object)| {
        let borrows = object.borrows.iter().map(|reference| Arc::new(reference.map(f))).collect();
        (id.clone(), Object { value: object.value.map(f), ty: object.ty.clone(), borrows })
    });
    let objects = objects.collect();
    State { guard: f(&state.guard), frames, objects }
}

/// Renames the variables of a parameter and its parts.
pub(super) fn rename_prefix(state: &State, from: &str, to: &str) -> State {
    if from == to {
        return state.clone();
    }
    let mut terms = vec![state.guard.clone()];
    map_state(state, &mut |term| {
        terms.push(term.clone());
        term.clone()
    });
    let renamed = variables(&terms).into_iter().filter_map(|var| {
        let rest = var.name.strip_prefix(from)?;
        let whole = rest.is_empty() || rest.starts_with(['.', '[']);
        whole.then(|| (var.clone(), Var::new(format!("{to}{rest}"), var.sort.clone()).term()))
    });
    super::substitute(state, renamed.collect())
}

/// Takes objects out of a state that nothing live refers to, so that they do not count as state. What was there when the
/// call began stays: the caller's.
pub(super) fn drop_unreachable_objects(state: &mut State, kept: &BTreeSet<ObjectId>) {
    let mut pending: Vec<Root> = Vec::new();
    for value in state.frames.iter().flat_map(|frame| &frame.locals) {
        value.roots(&mut pending);
    }
    pending.extend(kept.iter().cloned().map(Root::Object));
    let mut reached: BTreeSet<ObjectId> = BTreeSet::new();
    while let Some(root) = pending.pop() {
        let Root::Object(id) = root else { continue };
        let Some(object) = state.objects.get(&id) else { continue };
        if reached.insert(id) {
            object.value.roots(&mut pending);
            let borrowed = object.borrows.iter().flat_map(|reference| &reference.targets);
            pending.extend(borrowed.map(|(_, place)| place.root.clone()));
        }
    }
    state.objects.retain(|id, _| reached.contains(id));
}
