//! Values: trees whose leaves are terms.
//!
//! The elements of a sequence are *one* tree whose scalar leaves are arrays of what a single element's leaves are
//! ("lifted"): `Vec<(i32, bool)>` is a length and a pair of arrays, a `Vec` in a `Vec` an array of lengths and an array
//! of arrays. [`Value::select`] and [`Value::store`] go from one level to the other.
//!
//! Invariant: a scalar leaf of a machine type is a term whose range lies within that type.

use super::state::Place;
use super::types::Generics;
use crate::mir;
use crate::term::{Sort, Term};
use std::sync::Arc;

/// A value of any type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer, `bool` or `char`.
    Scalar(Term),
    /// A tuple or struct, by declaration order of the fields.
    Aggregate(Arc<[Value]>),
    /// An enum.
    Enum(Arc<EnumValue>),
    /// `Vec`, slice, array, `String`, `str`.
    Sequence(Arc<Sequence>),
    /// What a `Box` owns.
    Boxed(Arc<Value>),
    /// A reference or raw pointer.
    Reference(Arc<Reference>),
    /// A closure with its captures.
    Closure(Arc<Closure>),
    /// The value of a function item or pointer: its path, normalised.
    Function(Arc<mir::Path>),
    /// A value of which only its identity is known: of a type parameter, a foreign type, or one too deep to be tracked.
    Opaque(Arc<Opaque>),
    /// Nothing was assigned, or it was moved away. No code reads it, so it may be replaced by any value.
    Uninit,
}

/// An enum: which variant, and the fields of all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumValue {
    /// Of the sort that names the variants.
    pub variant: Term,
    /// Fields by variant. Only those of the actual variant mean anything; others may be missing.
    pub payloads: Vec<Vec<Value>>,
}

/// A sequence: the elements at `0..length`. What lies beyond means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The number of elements.
    pub length: Term,
    /// One element's tree, lifted.
    pub elements: Value,
}

/// Where a reference points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The places it may point to, the first whose condition holds; the last one's condition is not read.
    pub targets: Vec<(Term, Place)>,
    /// Whether it may be written through.
    pub mutable: bool,
    /// The type of what it points to, normalised.
    pub ty: Arc<mir::Type>,
}

/// A closure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closure {
    /// Its type, which finds its body.
    pub ty: mir::ClosureType,
    /// In the order of the body's fields.
    pub captures: Vec<Value>,
    /// Their types, normalised.
    pub types: Arc<[mir::Type]>,
    /// What the generic parameters of the enclosing function stand for, and the crate it is of.
    pub generics: Arc<Generics>,
}

impl Closure {
    /// The captures with their types.
    pub fn typed(&self) -> impl Iterator<Item = (&Value, &mir::Type)> {
        self.captures.iter().zip(&*self.types)
    }
}

/// A value known by its identity alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// Equal for values that are the same; different identities may be equal values.
    pub identity: Term,
    /// Mutable references that it may hold: using it may change what they reach.
    pub borrows: Vec<Arc<Reference>>,
}

impl Value {
    /// The unit value, also of structs without fields.
    pub fn unit() -> Value {
        Value::Aggregate(Arc::from([]))
    }

    /// A tuple or struct.
    pub fn aggregate(fields: Vec<Value>) -> Value {
        Value::Aggregate(fields.into())
    }

    /// A truth value.
    pub fn bool(value: bool) -> Value {
        Value::Scalar(Term::bool(value))
    }

    /// A sequence.
    pub fn sequence(length: Term, elements: Value) -> Value {
        Value::Sequence(Arc::new(Sequence { length, elements }))
    }

    /// The term of a scalar.
    pub fn as_scalar(&self) -> Option<&Term> {
        if let Value::Scalar(term) = self { Some(term) } else { None }
    }

    /// Applies a function to every term of the tree.
    pub fn map(&self, f: &mut dyn FnMut(&Term) -> Term) -> Value {
        self.map_leaves(f, true)
    }

    /// `borrows`: whether also to the indices in the places that opaque values borrow. Those are never lifted.
    fn map_leaves(&self, f: &mut dyn FnMut(&Term) -> Term, borrows: bool) -> Value {
        match self {
            Value::Scalar(term) => Value::Scalar(f(term)),
            Value::Aggregate(fields) => {
                Value::Aggregate(fields.iter().map(|field| field.map_leaves(f, borrows)).collect())
            }
            Value::Enum(value) => {
                let mut fields = |fields: &Vec<Value>| -> Vec<Value> {
                    fields.iter().map(|value| value.map_leaves(f, borrows)).collect()
                };
                let payloads = value.payloads.iter().map(&mut fields).collect();
                Value::Enum(Arc::new(EnumValue { variant: f(&value.variant), payloads }))
            }
            Value::Sequence(sequence) => {
                Value::sequence(f(&sequence.length), sequence.elements.map_leaves(f, borrows))
            }
            Value::Boxed(inner) => Value::Boxed(Arc::new(inner.map_leaves(f, borrows))),
            Value::Reference(reference) => Value::Reference(Arc::new(reference.map(f))),
            Value::Closure(closure) => Value::Closure(Arc::new(Closure {
                ty: closure.ty.clone(),
                captures: closure.captures.iter().map(|capture| capture.map_leaves(f, borrows)).collect(),
                types: closure.types.clone(),
                generics: closure.generics.clone(),
            })),
            Value::Opaque(opaque) => Value::Opaque(Arc::new(Opaque {
                identity: f(&opaque.identity),
                borrows: match borrows {
                    true => opaque.borrows.iter().map(|reference| Arc::new(reference.map(f))).collect(),
                    false => opaque.borrows.clone(),
                },
            })),
            Value::Function(_) | Value::Uninit => self.clone(),
        }
    }

    /// The mutable references in the tree, and those that its opaque values may hold, each once.
    pub fn borrows(&self, found: &mut Vec<Arc<Reference>>) {
        let mut add = |reference: &Arc<Reference>| {
            if !found.contains(reference) {
                found.push(reference.clone());
            }
        };
        match self {
            Value::Reference(reference) if reference.mutable => add(reference),
            Value::Aggregate(fields) => fields.iter().for_each(|field| field.borrows(found)),
            Value::Enum(value) => value.payloads.iter().flatten().for_each(|field| field.borrows(found)),
            Value::Sequence(sequence) => sequence.elements.borrows(found),
            Value::Boxed(inner) => inner.borrows(found),
            Value::Closure(closure) => closure.captures.iter().for_each(|capture| capture.borrows(found)),
            Value::Opaque(opaque) => opaque.borrows.iter().for_each(add),
            Value::Reference(_) | Value::Scalar(_) | Value::Function(_) | Value::Uninit => {}
        }
    }

    /// Calls a function with every term of the tree, in order.
    pub fn visit(&self, f: &mut dyn FnMut(&Term)) {
        self.map(&mut |term| {
            f(term);
            term.clone()
        });
    }

    /// The roots of all places that references in the tree, or opaque values, lead to.
    pub fn roots(&self, found: &mut Vec<super::state::Root>) {
        let mut add = |reference: &Reference| {
            found.extend(reference.targets.iter().map(|(_, place)| place.root.clone()));
        };
        match self {
            Value::Reference(reference) => add(reference),
            Value::Opaque(opaque) => opaque.borrows.iter().for_each(|reference| add(reference)),
            Value::Aggregate(fields) => fields.iter().for_each(|field| field.roots(found)),
            Value::Enum(value) => value.payloads.iter().flatten().for_each(|field| field.roots(found)),
            Value::Sequence(sequence) => sequence.elements.roots(found),
            Value::Boxed(inner) => inner.roots(found),
            Value::Closure(closure) => closure.captures.iter().for_each(|capture| capture.roots(found)),
            Value::Scalar(_) | Value::Function(_) | Value::Uninit => {}
        }
    }

    /// The element at an index of these lifted elements.
    pub fn select(&self, index: &Term) -> Value {
        self.map_leaves(&mut |array| array.select(index), false)
    }

    /// The lifted elements with another one at an index; none if the trees do not match, and then the caller knows
    /// nothing about the elements any more.
    pub fn store(&self, index: &Term, element: &Value) -> Option<Value> {
        match (self, element) {
            (Value::Scalar(array), Value::Scalar(term)) => match array.sort() {
                Sort::Array(sort) if term.is_assignable_to(sort) => {
                    Some(Value::Scalar(array.store(index, term)))
                }
                _ => None,
            },
            (Value::Aggregate(own), Value::Aggregate(new)) if own.len() == new.len() => {
                let fields: Option<Vec<_>> =
                    own.iter().zip(new.iter()).map(|(own, new)| own.store(index, new)).collect();
                Some(Value::aggregate(fields?))
            }
            (Value::Enum(own), Value::Enum(new)) => own.store(index, new).map(|v| Value::Enum(Arc::new(v))),
            (Value::Sequence(own), Value::Sequence(new)) => {
                let length =
                    Value::Scalar(own.length.clone()).store(index, &Value::Scalar(new.length.clone()))?;
                let elements = own.elements.store(index, &new.elements)?;
                Some(Value::sequence(length.as_scalar()?.clone(), elements))
            }
            (Value::Boxed(own), Value::Boxed(new)) => Some(Value::Boxed(Arc::new(own.store(index, new)?))),
            (Value::Opaque(own), Value::Opaque(new)) => {
                let mut borrows = own.borrows.clone();
                borrows.extend(new.borrows.iter().filter(|b| !own.borrows.contains(b)).cloned());
                Some(Value::Opaque(Arc::new(Opaque {
                    identity: own.identity.store(index, &new.identity),
                    borrows,
                })))
            }
            (Value::Function(own), Value::Function(new)) if own == new => Some(self.clone()),
            // The old elements there stay: nothing reads the new one.
            (_, Value::Uninit) => Some(self.clone()),
            _ => None,
        }
    }

    /// The lifted elements that all equal `element`; `self` is any lifted tree of the type, which tells the sorts. None
    /// where the element has no lifted form.
    pub fn fill(&self, element: &Value) -> Option<Value> {
        let fields = |own: &[Value], new: &[Value]| -> Option<Vec<Value>> {
            (own.len() == new.len()).then(|| own.iter().zip(new).map(|(own, new)| own.fill(new)).collect())?
        };
        Some(match (self, element) {
            (Value::Scalar(array), Value::Scalar(term)) => Value::Scalar(fill_array(array, term)?),
            (Value::Aggregate(own), Value::Aggregate(new)) => Value::aggregate(fields(own, new)?),
            (Value::Enum(own), Value::Enum(new)) if own.payloads.len() == new.payloads.len() => {
                let payload = |(own, new): (&Vec<Value>, &Vec<Value>)| match new.is_empty() {
                    true => Some(own.clone()),
                    false => fields(own, new),
                };
                let payloads: Option<Vec<_>> = own.payloads.iter().zip(&new.payloads).map(payload).collect();
                let variant = fill_array(&own.variant, &new.variant)?;
                Value::Enum(Arc::new(EnumValue { variant, payloads: payloads? }))
            }
            (Value::Sequence(own), Value::Sequence(new)) => {
                Value::sequence(fill_array(&own.length, &new.length)?, own.elements.fill(&new.elements)?)
            }
            (Value::Boxed(own), Value::Boxed(new)) => Value::Boxed(Arc::new(own.fill(new)?)),
            (Value::Opaque(own), Value::Opaque(new)) => Value::Opaque(Arc::new(Opaque {
                identity: fill_array(&own.identity, &new.identity)?,
                borrows: new.borrows.clone(),
            })),
            (Value::Function(own), Value::Function(new)) if own == new => self.clone(),
            (_, Value::Uninit) => self.clone(),
            _ => return None,
        })
    }
}

impl EnumValue {
    fn store(&self, index: &Term, new: &EnumValue) -> Option<EnumValue> {
        let variant = match self.variant.sort() {
            Sort::Array(sort) if new.variant.is_assignable_to(sort) => {
                self.variant.store(index, &new.variant)
            }
            _ => return None,
        };
        let fields = |(own, new): (&Vec<Value>, &Vec<Value>)| -> Option<Vec<Value>> {
            match (own.len(), new.len()) {
                (_, 0) => Some(own.clone()),
                (a, b) if a == b => own.iter().zip(new).map(|(own, new)| own.store(index, new)).collect(),
                _ => None,
            }
        };
        let payloads: Option<Vec<_>> = self.payloads.iter().zip(&new.payloads).map(fields).collect();
        Some(EnumValue { variant, payloads: payloads? })
    }

    /// The index of the variant, if it is known.
    pub fn known_variant(&self) -> Option<usize> {
        match self.variant.kind() {
            crate::term::Kind::Variant(_, index) => Some(*index),
            _ => None,
        }
    }
}

impl Reference {
    /// A reference to one place.
    pub fn to(place: Place, mutable: bool, ty: Arc<mir::Type>) -> Reference {
        Reference { targets: vec![(Term::bool(true), place)], mutable, ty }
    }

    /// The place, if there is only one.
    pub fn single(&self) -> Option<&Place> {
        if let [(_, place)] = self.targets.as_slice() { Some(place) } else { None }
    }

    /// Applies a function to every condition and index.
    pub fn map(&self, f: &mut dyn FnMut(&Term) -> Term) -> Reference {
        let targets = self.targets.iter().map(|(condition, place)| (f(condition), place.map(f))).collect();
        Reference { targets, mutable: self.mutable, ty: self.ty.clone() }
    }
}

/// The array with the same sort that holds the term everywhere.
fn fill_array(array: &Term, term: &Term) -> Option<Term> {
    match array.sort() {
        Sort::Array(sort) if term.is_assignable_to(sort) => Some(term.filled_array(sort)),
        _ => None,
    }
}
