//! Values as sequences hold them, and arrays of values that are known one by one.

use crate::mir::Type;
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::InputOrigin;
use crate::symex::program::pointers::element_type;
use crate::symex::program::refusal::Step;
use crate::symex::state::State;
use crate::symex::state::held::held;
use crate::symex::state::value::{EnumValue, Opaque, Value};
use crate::term::{Sort, Term, VarName};
use std::sync::Arc;

impl Executor<'_> {
    /// An array of elements that are known one by one.
    pub(in crate::symex) fn array(
        &mut self,
        state: &mut State,
        ty: &Type,
        values: Vec<Value>,
    ) -> Step<Value> {
        let element = element_type(ty)?;
        let length = Term::int(values.len());
        let mut elements = self.blank_elements(state, &element);
        for (index, value) in values.iter().enumerate() {
            let value = self.as_element(state, &elements, value);
            elements = match elements.store(&Term::int(index), &value) {
                Some(elements) => elements,
                None => {
                    let borrows: Vec<_> = values.iter().flat_map(held).collect();
                    let origin = InputOrigin::Approximation;
                    let elements = self.fresh_elements(
                        state,
                        &element,
                        VarName::from("array").elements(),
                        origin,
                        &borrows,
                    );
                    return Ok(Value::sequence(length, elements));
                }
            };
        }
        Ok(Value::sequence(length, elements))
    }

    /// A value as sequences hold it: of a part that has no lifted form, as a reference, only its identity and its regions are kept.
    pub(in crate::symex) fn as_element(&mut self, state: &State, lifted: &Value, value: &Value) -> Value {
        let mut each = |lifted: &[Value], values: &[Value]| -> Vec<Value> {
            lifted.iter().zip(values).map(|(lifted, value)| self.as_element(state, lifted, value)).collect()
        };
        match (lifted, value) {
            (Value::Opaque(_), Value::Opaque(_) | Value::Uninit) => value.clone(),
            (Value::Opaque(_), value) => self.identified(state, value),
            (Value::Aggregate(own), Value::Aggregate(new)) if own.len() == new.len() => {
                Value::aggregate(each(own, new))
            }
            (Value::Enum(own), Value::Enum(new)) if own.payloads.len() == new.payloads.len() => {
                let payloads = own.payloads.iter().zip(&new.payloads);
                let payloads = payloads.map(|(own, new)| each(own, new)).collect();
                Value::Enum(Arc::new(EnumValue { variant: new.variant.clone(), payloads }))
            }
            (Value::Boxed(own), Value::Boxed(new)) => {
                Value::Boxed(Arc::new(self.as_element(state, own, new)))
            }
            // A sequence's own elements were stored before, and the others have no parts: where one has no lifted form, storing fails.
            (Value::Scalar(_) | Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_), _)
            | (Value::Boxed(_) | Value::Reference(_) | Value::Closure(_) | Value::Function(_), _)
            | (Value::Uninit, _) => value.clone(),
        }
    }

    /// A value by its identity and its regions. Of a reference that leads to one place, that says which.
    pub(in crate::symex) fn identified(&mut self, state: &State, value: &Value) -> Value {
        let borrows = self.regions(state, &held(value));
        let identity = if let (Value::Reference(reference), [region]) = (value, &*borrows)
            && reference.single() == Some(region.place())
        {
            region.identity()
        } else {
            self.variable(VarName::from("array").elements(), Sort::Int, InputOrigin::Approximation)
        };
        Value::Opaque(Arc::new(Opaque { identity, borrows }))
    }
}
