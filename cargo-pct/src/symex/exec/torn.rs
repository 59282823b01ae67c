//! What a panic leaves of std's iterators. Some count an element before the code that it is given to runs, some behind it: that depends on
//! the method which goes through them, and on the release.
//!
//! Over-approximates: what such an iterator has counted may be anything behind a panic. Two that are zipped may go on together, and both be one
//! element further than what they gave; where they stand may be anything.

use crate::mir::{Path, Type};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::InputOrigin;
use crate::symex::program::torn::{count_of, is_zip};
use crate::symex::program::types::list_element;
use crate::symex::state::State;
use crate::symex::state::value::{Closure, EnumValue, Value};
use crate::term::Term;
use std::sync::Arc;

impl Executor<'_> {
    /// A state in which a panic leaves a function of std's, or one that is not known: callers find again what was theirs before. A panic of other
    /// code, between two calls of std's, tears nothing.
    pub(in crate::symex) fn torn(&mut self, mut state: State) -> State {
        for object in state.objects.values_mut().filter(|object| object.is_external) {
            if self.program.may_hold_torn(&object.ty) {
                object.value = self.torn_value(&object.ty, &object.value);
            }
        }
        // Destructors of what lies in these see it, too.
        for frame in &mut state.frames {
            let types = frame.types.clone();
            for (value, ty) in frame.locals.iter_mut().zip(types.iter()) {
                if self.program.may_hold_torn(ty) {
                    *value = self.torn_value(ty, value);
                }
            }
        }
        state
    }

    fn torn_value(&mut self, ty: &Type, value: &Value) -> Value {
        if ty.as_path().is_some_and(is_zip) {
            return self.recounted_whole(value);
        }
        if let Some(inner) = ty.as_path().and_then(wrapped) {
            return self.torn_value(inner, value);
        }
        match value {
            Value::Aggregate(fields) => Value::aggregate(self.torn_fields(ty, 0, fields)),
            Value::Enum(own) => {
                let payloads = own.payloads.iter().enumerate();
                let payloads =
                    payloads.map(|(variant, fields)| self.torn_fields(ty, variant, fields)).collect();
                Value::Enum(Arc::new(EnumValue { variant: own.variant.clone(), payloads }))
            }
            Value::Sequence(own) => match list_element(ty) {
                Some(element) => Value::sequence(own.length.clone(), self.torn_value(element, &own.elements)),
                None => self.recounted_whole(value),
            },
            Value::Boxed(owned) => match ty.as_path().and_then(Path::first_type_arg) {
                Some(inner) => Value::Boxed(Arc::new(self.torn_value(inner, owned))),
                None => self.recounted_whole(value),
            },
            Value::Closure(own) => {
                let captures = own.typed().map(|(value, ty)| self.torn_value(ty, value)).collect();
                Value::Closure(Arc::new(Closure { captures, ..(**own).clone() }))
            }
            // What references lead to is an object of its own.
            Value::Scalar(_)
            | Value::Reference(_)
            | Value::Function(_)
            | Value::Opaque(_)
            | Value::Uninit => value.clone(),
        }
    }

    fn torn_fields(&mut self, ty: &Type, variant: usize, fields: &[Value]) -> Vec<Value> {
        let count = ty.as_path().and_then(count_of);
        let torn = |(index, field): (usize, &Value)| match (field, self.field_of(ty, variant, index)) {
            (Value::Scalar(counted), _) if count == Some(index) => Value::Scalar(self.recounted(counted)),
            (field, Some(ty)) => self.torn_value(&ty, field),
            // The type of what lies there is not known, as in a `ManuallyDrop`.
            (field, None) => self.recounted_whole(field),
        };
        fields.iter().enumerate().map(torn).collect()
    }

    fn recounted_whole(&mut self, value: &Value) -> Value {
        value.map(&mut |term| self.recounted(term))
    }

    fn recounted(&mut self, counted: &Term) -> Term {
        self.variable("counted", counted.sort().clone(), InputOrigin::Approximation)
    }

    /// The type of a field of a tuple, structure or variant, where that is known.
    fn field_of(&self, ty: &Type, variant: usize, index: usize) -> Option<Type> {
        if let Type::Tuple(elements) = ty {
            return elements.get(index).cloned();
        }
        self.program.adt(ty)?.field_type(variant, index)
    }
}

/// The type of what lies in a value that is no value by itself.
fn wrapped(path: &Path) -> Option<&Type> {
    let is_wrapper = path.is_std(&["mem", "ManuallyDrop"]);
    path.first_type_arg().filter(|_| is_wrapper)
}
