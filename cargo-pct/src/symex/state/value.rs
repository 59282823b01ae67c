//! Values: trees whose leaves are terms.
//!
//! The elements of a sequence are *one* tree whose scalar leaves are arrays of what a single element's leaves are
//! ("lifted"): `Vec<(i32, bool)>` is a length and a pair of arrays, a `Vec` in a `Vec` an array of lengths and an array
//! of arrays. [`Value::select`] and [`Value::store`] go from one level to the other.
//!
//! Invariant: a scalar leaf of a machine type is a term whose range lies within that type.

use crate::mir;
use crate::symex::program::types::Generics;
use crate::symex::state::Place;
use crate::symex::state::region::Regions;
use crate::term::{Sort, Term};
use std::hash::{Hash, Hasher};
use std::slice;
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

impl Hash for Reference {
    /// Leaves the type out: it is long, and references to one place seldom differ in nothing else.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.targets.hash(hasher);
        self.mutable.hash(hasher);
    }
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
    /// Regions that references in it may lead to: using the value may change these, and whatever they lead to.
    pub borrows: Regions,
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

    /// The values that this one is made of, one level down: the one traversal on which all walks over values are built. Elements of
    /// sequences are lifted. Where references lead is no part.
    pub fn children(&self) -> impl Iterator<Item = &Value> {
        let (one_list, lists): (&[Value], &[Vec<Value>]) = match self {
            Value::Aggregate(fields) => (fields, &[]),
            Value::Enum(value) => (&[], &value.payloads),
            Value::Sequence(sequence) => (slice::from_ref(&sequence.elements), &[]),
            Value::Boxed(inner) => (slice::from_ref(inner), &[]),
            Value::Closure(closure) => (&closure.captures, &[]),
            Value::Scalar(_)
            | Value::Reference(_)
            | Value::Function(_)
            | Value::Opaque(_)
            | Value::Uninit => (&[], &[]),
        };
        one_list.iter().chain(lists.iter().flatten())
    }

    /// The value with other children, in the order of [`Value::children`].
    pub fn map_children(&self, f: &mut dyn FnMut(&Value) -> Value) -> Value {
        match self {
            Value::Aggregate(fields) => Value::Aggregate(fields.iter().map(f).collect()),
            Value::Enum(value) => {
                let payloads = value.payloads.iter().map(|fields| fields.iter().map(&mut *f).collect());
                Value::Enum(Arc::new(EnumValue {
                    variant: value.variant.clone(),
                    payloads: payloads.collect(),
                }))
            }
            Value::Sequence(sequence) => Value::sequence(sequence.length.clone(), f(&sequence.elements)),
            Value::Boxed(inner) => Value::Boxed(Arc::new(f(inner))),
            Value::Closure(closure) => {
                let captures = closure.captures.iter().map(f).collect();
                Value::Closure(Arc::new(Closure { captures, ..(**closure).clone() }))
            }
            Value::Scalar(_)
            | Value::Reference(_)
            | Value::Function(_)
            | Value::Opaque(_)
            | Value::Uninit => self.clone(),
        }
    }

    /// Calls a function with the value and all its parts, at any depth, in order.
    pub fn each_part(&self, f: &mut dyn FnMut(&Value)) {
        f(self);
        self.children().for_each(|child| child.each_part(f));
    }

    /// Tells whether the value or a part of it, at any depth, is as asked.
    pub fn any_part(&self, is: &mut dyn FnMut(&Value) -> bool) -> bool {
        is(self) || self.children().any(|child| child.any_part(is))
    }

    /// Applies a function to every term of the tree.
    pub fn map(&self, f: &mut dyn FnMut(&Term) -> Term) -> Value {
        match self {
            Value::Scalar(term) => Value::Scalar(f(term)),
            Value::Enum(value) => {
                let mut fields = |fields: &Vec<Value>| fields.iter().map(|value| value.map(f)).collect();
                let payloads = value.payloads.iter().map(&mut fields).collect();
                Value::Enum(Arc::new(EnumValue { variant: f(&value.variant), payloads }))
            }
            Value::Sequence(sequence) => Value::sequence(f(&sequence.length), sequence.elements.map(f)),
            Value::Reference(reference) => Value::Reference(Arc::new(reference.map(f))),
            Value::Opaque(opaque) => Value::Opaque(Arc::new(Opaque {
                identity: f(&opaque.identity),
                borrows: opaque.borrows.clone(),
            })),
            Value::Aggregate(_) | Value::Boxed(_) | Value::Closure(_) => {
                self.map_children(&mut |child| child.map(f))
            }
            Value::Function(_) | Value::Uninit => self.clone(),
        }
    }

    /// The mutable references in the tree, and the regions that its opaque values may write, each once.
    pub fn borrows(&self, found: &mut Vec<Arc<Reference>>) {
        let mut add = |reference: &Arc<Reference>| {
            if reference.mutable && !found.contains(reference) {
                found.push(reference.clone());
            }
        };
        self.each_part(&mut |part| match part {
            Value::Reference(reference) => add(reference),
            Value::Opaque(opaque) => opaque.borrows.references().for_each(&mut add),
            // Their parts are visited, too; the others lead nowhere.
            Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_) | Value::Boxed(_) => {}
            Value::Closure(_) | Value::Scalar(_) | Value::Function(_) | Value::Uninit => {}
        });
    }

    /// The value where its opaque parts may hold references to these regions, too.
    pub fn with_regions(&self, regions: &Regions) -> Value {
        if let Value::Opaque(opaque) = self {
            let borrows = opaque.borrows.union(regions);
            return Value::Opaque(Arc::new(Opaque { identity: opaque.identity.clone(), borrows }));
        }
        self.map_children(&mut |child| child.with_regions(regions))
    }

    /// Calls a function with every term of the tree, in order.
    pub fn visit(&self, f: &mut dyn FnMut(&Term)) {
        self.map(&mut |term| {
            f(term);
            term.clone()
        });
    }

    /// The roots of all places that references in the tree, or opaque values, lead to.
    pub fn roots(&self, found: &mut Vec<crate::symex::state::Root>) {
        self.each_part(&mut |part| match part {
            Value::Reference(reference) => {
                found.extend(reference.targets.iter().map(|(_, place)| place.root.clone()));
            }
            Value::Opaque(opaque) => {
                found.extend(opaque.borrows.iter().map(|region| region.place().root.clone()));
            }
            // Their parts are visited, too; the others lead nowhere.
            Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_) | Value::Boxed(_) => {}
            Value::Closure(_) | Value::Scalar(_) | Value::Function(_) | Value::Uninit => {}
        });
    }

    /// The element at an index of these lifted elements.
    pub fn select(&self, index: &Term) -> Value {
        self.map(&mut |array| array.select(index))
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
            (Value::Opaque(own), Value::Opaque(new)) => Some(Value::Opaque(Arc::new(Opaque {
                identity: own.identity.store(index, &new.identity),
                borrows: own.borrows.union(&new.borrows),
            }))),
            (Value::Function(own), Value::Function(new)) if own == new => Some(self.clone()),
            // The old elements there stay: nothing reads the new one.
            (_, Value::Uninit) => Some(self.clone()),
            // Of different shapes, or without a lifted form.
            (Value::Scalar(_) | Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_), _)
            | (Value::Boxed(_) | Value::Reference(_) | Value::Closure(_) | Value::Function(_), _)
            | (Value::Opaque(_) | Value::Uninit, _) => None,
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
            // Of different shapes, or without a lifted form.
            (Value::Scalar(_) | Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_), _)
            | (Value::Boxed(_) | Value::Reference(_) | Value::Closure(_) | Value::Function(_), _)
            | (Value::Opaque(_) | Value::Uninit, _) => return None,
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
