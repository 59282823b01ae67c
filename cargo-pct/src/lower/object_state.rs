//! The state of an object between calls: a tree over the variables of the object's location.
//!
//! What it borrows belongs to it as if it owned it: nobody else can change that meanwhile, save through cells, which are an obstacle.
//! And what is proved of a generic class holds for all its instances: a function that leaves a `Stack<u8>` behind leaves an object
//! of `Stack<T?>`, whose elements are values of which only the identity is known.

use crate::mir::{ConstArg, GenericArg, Type};
use crate::symex::Program;
use crate::symex::types::unknown_constant;
use crate::symex::value::{EnumValue, Opaque, Value};
use crate::term::{Term, Var};
use std::sync::Arc;

/// Converts a value of any instance of a class to a state over the variables of the object's location, whose tree is `shape`.
///
/// Over-approximates: what is tracked there by its identity alone becomes any value, and so does what has no value here.
pub(super) fn as_object_state(shape: &Value, value: &Value) -> Value {
    InstanceStates { replaced: 0 }.value(shape, value)
}

/// Adds the values of the type's const parameters to the tree of an object: they do not change between calls either.
pub(super) fn with_const_parameters(program: &Program, ty: &Type, tree: Value) -> Value {
    let mut parts = constants(program, ty);
    parts.push(tree);
    Value::aggregate(parts)
}

/// The object's own tree, without the const parameters that [`with_const_parameters`] adds.
pub(super) fn without_const_parameters(tree: &Value) -> &Value {
    let Value::Aggregate(parts) = tree else { return tree };
    parts.last().unwrap_or(tree)
}

fn constants(program: &Program, ty: &Type) -> Vec<Value> {
    let (Some(instance), Some(path)) = (program.adt(ty), ty.as_path()) else { return Vec::new() };
    let args: Vec<&GenericArg> = path.segments.iter().flat_map(|segment| segment.args()).collect();
    let parameters = instance.adt.parameters.iter().enumerate();
    let constants =
        parameters.filter_map(|(index, name)| Some((index, instance.adt.const_parameters.get(name)?)));
    let value = |(index, ty): (usize, &Type)| match args.get(index) {
        Some(GenericArg::Const(ConstArg::Integer { value, .. })) => {
            Value::Scalar(Term::int(value.to_bigint()))
        }
        Some(GenericArg::Type(argument)) => {
            let unknown = argument.as_identifier().and_then(|name| unknown_constant(name, ty));
            unknown.map_or(Value::Uninit, Value::Scalar)
        }
        _ => Value::Uninit,
    };
    constants.map(value).collect()
}

struct InstanceStates {
    /// How many values were replaced by unknown ones.
    replaced: usize,
}

impl InstanceStates {
    fn value(&mut self, shape: &Value, value: &Value) -> Value {
        match (shape, value) {
            (Value::Opaque(_), Value::Uninit) => Value::Uninit,
            // An identity that names a place names another one in the next call.
            (Value::Opaque(_), Value::Opaque(own)) if own.borrows.is_empty() => opaque(own.identity.clone()),
            (Value::Opaque(shape), _) => {
                self.replaced += 1;
                let sort = shape.identity.sort().clone();
                opaque(Var::new(format!("any value {}", self.replaced), sort).term())
            }
            (Value::Aggregate(shape), Value::Aggregate(fields)) => {
                Value::aggregate(self.fields(shape, fields))
            }
            (Value::Enum(shape), Value::Enum(own)) => {
                let payloads = shape.payloads.iter().zip(&own.payloads);
                let payloads = payloads.map(|(shape, fields)| self.fields(shape, fields)).collect();
                Value::Enum(Arc::new(EnumValue { variant: own.variant.clone(), payloads }))
            }
            (Value::Boxed(shape), Value::Boxed(inner)) => Value::Boxed(Arc::new(self.value(shape, inner))),
            (Value::Sequence(shape), Value::Sequence(own)) => {
                Value::sequence(own.length.clone(), self.value(&shape.elements, &own.elements))
            }
            (
                Value::Aggregate(_) | Value::Enum(_) | Value::Boxed(_) | Value::Sequence(_),
                Value::Opaque(_),
            ) => Value::Uninit,
            // Where the shapes differ, `Value::bind_to` finds no variables for the value, and nothing is known of the object. It does so too
            // for captures and references that lead elsewhere.
            (Value::Aggregate(_) | Value::Enum(_) | Value::Boxed(_) | Value::Sequence(_), _) => value.clone(),
            (Value::Scalar(_) | Value::Reference(_) | Value::Closure(_) | Value::Function(_), _) => {
                value.clone()
            }
            (Value::Uninit, _) => value.clone(),
        }
    }

    fn fields(&mut self, shape: &[Value], fields: &[Value]) -> Vec<Value> {
        // A field that is missing has no value.
        shape.iter().zip(fields).map(|(shape, field)| self.value(shape, field)).collect()
    }
}

fn opaque(identity: Term) -> Value {
    Value::Opaque(Arc::new(Opaque { identity, borrows: Default::default() }))
}
