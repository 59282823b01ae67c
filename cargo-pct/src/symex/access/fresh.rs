//! Fresh values: anything of a type.
//!
//! Over-approximates: a fresh value may be any of its type, and facts that hold of all values of the type (no surrogates
//! among characters, a sequence is no longer than memory) are added to the guard where they can be said.

use crate::mir::{GenericArg, Mutability, Type};
use crate::source::TypeKind;
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::InputOrigin;
use crate::symex::program::AdtInstance;
use crate::symex::program::sizes::most_elements;
use crate::symex::program::types::{BYTE, USIZE, scalar_sort};
use crate::symex::state::leaves::{const_length, field_name, no_surrogate, variant_names};
use crate::symex::state::region::Regions;
use crate::symex::state::value::{EnumValue, Opaque, Reference, Value};
use crate::symex::state::{Object, Place, Root, State};
use crate::term::{IntType, Sort, Term, VarName};
use std::sync::Arc;

/// Types nested deeper than this are opaque: recursive ones have no end.
const MOST_NESTING: usize = 6;

/// How a fresh value is made.
struct Maker<'m> {
    origin: InputOrigin,
    /// Regions that references inside may lead to: opaque values keep them, and so do objects behind other references.
    borrows: &'m Regions,
    /// Array levels around the value: 1 for the elements of a sequence.
    lift: usize,
    nesting: usize,
    /// Constants instead of variables: the contents where nothing reads them.
    blank: bool,
}

impl Maker<'_> {
    /// For what lies in a value.
    fn deeper(&self) -> Self {
        Maker { nesting: self.nesting + 1, ..*self }
    }
}

impl Executor<'_> {
    /// Any value of a type; its variables are named after `name`. References in it may lead to where the `borrows` do, and to all
    /// that these lead to.
    pub(in crate::symex) fn fresh(
        &mut self,
        state: &mut State,
        ty: &Type,
        name: impl Into<VarName>,
        origin: InputOrigin,
        borrows: &[Arc<Reference>],
    ) -> Value {
        let borrows = self.closed_regions(state, borrows);
        self.fresh_within(state, ty, name, origin, &borrows)
    }

    /// Any value of a type, in which references may lead to these regions: the caller has followed them to their end.
    pub(in crate::symex) fn fresh_within(
        &mut self,
        state: &mut State,
        ty: &Type,
        name: impl Into<VarName>,
        origin: InputOrigin,
        borrows: &Regions,
    ) -> Value {
        self.make(state, ty, &name.into(), &Maker { origin, borrows, lift: 0, nesting: 0, blank: false })
    }

    /// Any value of a type, whose variables are named after `name`; what holds of all of them is added to the guard.
    pub fn any_value(&mut self, state: &mut State, ty: &Type, name: impl Into<VarName>) -> Value {
        self.fresh(state, ty, name, InputOrigin::Initial, &[])
    }

    /// The elements of a sequence of which nothing is known but where references in them may lead, as in [`Executor::fresh`].
    pub(in crate::symex) fn fresh_elements(
        &mut self,
        state: &mut State,
        element: &Type,
        name: impl Into<VarName>,
        origin: InputOrigin,
        borrows: &[Arc<Reference>],
    ) -> Value {
        let borrows = self.closed_regions(state, borrows);
        self.fresh_elements_within(state, element, name, origin, &borrows)
    }

    /// The elements of a sequence, in which references may lead to these regions, as in [`Executor::fresh_within`].
    pub(in crate::symex) fn fresh_elements_within(
        &mut self,
        state: &mut State,
        element: &Type,
        name: impl Into<VarName>,
        origin: InputOrigin,
        borrows: &Regions,
    ) -> Value {
        self.make(state, element, &name.into(), &Maker { origin, borrows, lift: 1, nesting: 0, blank: false })
    }

    /// The elements of a sequence without elements.
    pub(in crate::symex) fn blank_elements(&mut self, state: &mut State, element: &Type) -> Value {
        let (origin, borrows) = (InputOrigin::Approximation, &Regions::default());
        self.make(
            state,
            element,
            &"blank".into(),
            &Maker { origin, borrows, lift: 1, nesting: 0, blank: true },
        )
    }

    /// A value of which only the identity is known.
    pub(in crate::symex) fn fresh_opaque(
        &mut self,
        state: &State,
        name: impl Into<VarName>,
        origin: InputOrigin,
        borrows: &[Arc<Reference>],
    ) -> Value {
        let identity = self.variable(name, Sort::Int, origin);
        Value::Opaque(Arc::new(Opaque { identity, borrows: self.regions(state, borrows) }))
    }

    fn make(&mut self, state: &mut State, ty: &Type, name: &VarName, maker: &Maker<'_>) -> Value {
        if let Some(sort) = scalar_sort(ty) {
            return Value::Scalar(self.make_scalar(state, sort, name, maker));
        }
        match ty {
            Type::Tuple(elements) => {
                let fields: Vec<_> =
                    elements.iter().enumerate().map(|(i, ty)| (i.to_string(), ty.clone())).collect();
                Value::aggregate(self.make_fields(state, &fields, name, &maker.deeper()))
            }
            Type::Array { element, length } => {
                let length = const_length(length);
                self.make_sequence(state, element, length, name, maker)
            }
            Type::Slice(element) => self.make_sequence(state, element, None, name, maker),
            Type::Str => self.make_sequence(state, &BYTE, None, name, maker),
            Type::Ref { mutability, referent, .. } if maker.lift == 0 && is_tracked(referent) => {
                self.make_reference(state, referent, *mutability == Mutability::Mut, name, maker)
            }
            Type::FnDef { path, .. } => Value::Function(Arc::new(path.clone())),
            Type::Path(_) => self.make_path(state, ty, name, maker),
            Type::Pattern { base, .. } => self.make(state, base, name, maker),
            // Of these only the identity is known: they have no tree, or nobody knows it.
            Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::Never => {
                self.make_opaque(name, maker)
            }
            Type::Ref { .. } | Type::RawPtr { .. } | Type::FnPtr(_) | Type::Closure(_) => {
                self.make_opaque(name, maker)
            }
            Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Impl(_) => self.make_opaque(name, maker),
            Type::UnsafeBinder { .. } | Type::Infer => self.make_opaque(name, maker),
        }
    }

    fn make_scalar(&mut self, state: &mut State, sort: Sort, name: &VarName, maker: &Maker<'_>) -> Term {
        let lifted = (0..maker.lift).fold(sort.clone(), |sort, _| sort.array_of());
        if maker.blank {
            return Term::value(&crate::term::Value::simplest(&lifted), &lifted);
        }
        let term = self.variable(name, lifted, maker.origin);
        if sort == Sort::Machine(IntType::Char) && maker.lift == 0 {
            state.assume(&no_surrogate(&term));
        }
        term
    }

    fn make_fields(
        &mut self,
        state: &mut State,
        fields: &[(String, Type)],
        name: &VarName,
        maker: &Maker<'_>,
    ) -> Vec<Value> {
        fields.iter().map(|(field, ty)| self.make(state, ty, &field_name(name, field), maker)).collect()
    }

    fn make_sequence(
        &mut self,
        state: &mut State,
        element: &Type,
        length: Option<Term>,
        name: &VarName,
        maker: &Maker<'_>,
    ) -> Value {
        if maker.nesting >= MOST_NESTING {
            return self.make_opaque(name, maker);
        }
        let length = match length {
            Some(length) => (0..maker.lift).fold(length, |term, level| {
                let sort = (0..level).fold(Sort::Machine(USIZE), |sort, _| sort.array_of());
                term.filled_array(&sort)
            }),
            None => {
                let length = self.make_scalar(state, Sort::Machine(USIZE), &name.length(), maker);
                if maker.lift == 0
                    && !maker.blank
                    && let Some(most) = most_elements(self.program, element)
                {
                    state.assume(&length.le(&Term::int(most)));
                }
                length
            }
        };
        let inner = Maker { lift: maker.lift + 1, ..maker.deeper() };
        let elements = self.make(state, element, &name.elements(), &inner);
        Value::sequence(length, elements)
    }

    fn make_reference(
        &mut self,
        state: &mut State,
        referent: &Type,
        mutable: bool,
        name: &VarName,
        maker: &Maker<'_>,
    ) -> Value {
        if maker.nesting >= MOST_NESTING {
            return self.make_opaque(name, maker);
        }
        let value = self.make(state, referent, name, &maker.deeper());
        let ty = Arc::new(referent.clone());
        let id = self.new_object(state, name, value, ty.clone(), maker.borrows);
        Value::Reference(Arc::new(Reference::to(Place::of(id), mutable, ty)))
    }

    /// A new object.
    pub(in crate::symex) fn new_object(
        &mut self,
        state: &mut State,
        name: impl Into<VarName>,
        value: Value,
        ty: Arc<Type>,
        borrows: &Regions,
    ) -> Root {
        let id = self.unique(name.into().referent());
        state.objects.insert(id.clone(), Object { value, ty, borrows: borrows.clone(), is_external: false });
        Root::Object(id)
    }

    fn make_path(&mut self, state: &mut State, ty: &Type, name: &VarName, maker: &Maker<'_>) -> Value {
        let path = ty.as_path().expect("the caller saw a path");
        if maker.nesting >= MOST_NESTING {
            return self.make_opaque(name, maker);
        }
        let arg = |index: usize| match path.last().args().get(index) {
            Some(GenericArg::Type(ty)) => Some(ty.clone()),
            _ => None,
        };
        if path.is_std(&["vec", "Vec"])
            && let Some(element) = arg(0)
        {
            return self.make_sequence(state, &element, None, name, maker);
        }
        if path.is_std(&["string", "String"]) {
            return self.make_sequence(state, &BYTE, None, name, maker);
        }
        if path.is_std(&["boxed", "Box"])
            && let Some(inner) = arg(0)
        {
            let value = self.make(state, &inner, &name.referent(), &maker.deeper());
            return Value::Boxed(Arc::new(value));
        }
        if path.is_std(&["mem", "ManuallyDrop"])
            && let Some(inner) = arg(0)
        {
            return self.make(state, &inner, name, maker);
        }
        match self.program.adt(ty) {
            // What std wraps around a type, as adaptors of iterators, is no end of it.
            Some(instance) if instance.adt.kind == TypeKind::Struct && path.begins_in_std() => {
                self.make_adt(state, &instance, name, maker)
            }
            Some(instance) if instance.adt.kind != TypeKind::Union => {
                self.make_adt(state, &instance, name, &maker.deeper())
            }
            _ => self.make_opaque(name, maker),
        }
    }

    /// A struct, or an enum with the payloads of all its variants; `maker` makes the fields.
    fn make_adt(
        &mut self,
        state: &mut State,
        instance: &AdtInstance<'_>,
        name: &VarName,
        maker: &Maker<'_>,
    ) -> Value {
        let is_enum = instance.adt.kind == TypeKind::Enum;
        let mut payloads = Vec::new();
        for (index, variant) in instance.variants().iter().enumerate() {
            let fields: Vec<(String, Type)> = (0..variant.fields.len())
                .map(|field| {
                    let ty = instance.field_type(index, field).unwrap_or(Type::Infer);
                    (variant.fields[field].name.to_string(), ty)
                })
                .collect();
            let prefix = if is_enum { name.field(&variant.name) } else { name.clone() };
            payloads.push(self.make_fields(state, &fields, &prefix, maker));
        }
        if !is_enum {
            return Value::aggregate(payloads.swap_remove(0));
        }
        if payloads.is_empty() {
            return self.make_opaque(name, maker);
        }
        let sort = Sort::Enum(variant_names(&instance.adt.variants));
        let variant = self.make_scalar(state, sort, &name.variant_index(), maker);
        Value::Enum(Arc::new(EnumValue { variant, payloads }))
    }

    fn make_opaque(&mut self, name: &VarName, maker: &Maker<'_>) -> Value {
        let sort = (0..maker.lift).fold(Sort::Int, |sort, _| sort.array_of());
        let identity = match maker.blank {
            true => Term::value(&crate::term::Value::simplest(&sort), &sort),
            false => self.variable(name, sort, maker.origin),
        };
        Value::Opaque(Arc::new(Opaque { identity, borrows: maker.borrows.clone() }))
    }
}

/// Tells whether values behind references of this type are worth an object: `dyn` and function types have no tree, and neither has what is
/// not known.
fn is_tracked(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => true,
        Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } => true,
        Type::Tuple(_) | Type::Path(_) | Type::FnDef { .. } | Type::Pattern { .. } => true,
        Type::Dyn(_) | Type::FnPtr(_) | Type::Closure(_) | Type::FnCoroutine { .. } => false,
        Type::Impl(_) | Type::UnsafeBinder { .. } | Type::Infer => false,
    }
}
