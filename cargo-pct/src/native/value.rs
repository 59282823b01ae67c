//! Values of the executor as those of requests and answers.
//!
//! The two must mean the same object: what is converted here is built by the driver, and what the driver captures is compared with
//! the conversion of what the executor computed.

use num_traits::ToPrimitive;
use pct_wire::Value as Wire;
use pct_wire::value::Int;

use crate::mir::{GenericArg, Path, Type};
use crate::source::{TypeKind, Variant};
use crate::symex::types::{element_type, is_unknown_type};
use crate::symex::value::EnumValue;
use crate::symex::{Program, Value};
use crate::term::{self, Term};

/// More elements are never allocated, whatever a model happens to say.
pub const MOST_ELEMENTS: usize = 64;

/// A value of a type, given the values of its leaves.
///
/// # Errors
/// Says which part is not known well enough to be compared with what compiled code made.
pub fn to_wire(
    program: &Program,
    ty: &Type,
    value: &Value,
    value_of: &dyn Fn(&Term) -> term::Value,
) -> Result<Wire, String> {
    Writer { program, value_of, fills: false }.value(ty, value)
}

/// The same, for objects that are to be made: of floats, of what a map holds and of what only clients know, the executor knows nothing, so that
/// any value does.
///
/// # Errors
/// Says which part cannot be fabricated.
pub fn to_wire_filled(
    program: &Program,
    ty: &Type,
    value: &Value,
    value_of: &dyn Fn(&Term) -> term::Value,
) -> Result<Wire, String> {
    Writer { program, value_of, fills: true }.value(ty, value)
}

struct Writer<'a> {
    program: &'a Program,
    value_of: &'a dyn Fn(&Term) -> term::Value,
    /// Whether any value stands for parts of which only the identity is known.
    fills: bool,
}

impl Writer<'_> {
    fn value(&self, ty: &Type, value: &Value) -> Result<Wire, String> {
        match (value, ty) {
            (Value::Scalar(term), ty) => scalar(ty, &(self.value_of)(term)),
            (Value::Opaque(opaque), ty) if self.fills => {
                any_value(ty, &(self.value_of)(&opaque.identity)).ok_or_else(|| unknown(ty))
            }
            (_, Type::Ref { referent, .. }) => self.value(referent, value),
            (Value::Aggregate(fields), Type::Tuple(types)) => {
                let parts: Result<_, _> =
                    fields.iter().zip(types).map(|(field, ty)| self.value(ty, field)).collect();
                parts.map(Wire::Tuple)
            }
            (Value::Aggregate(fields), Type::Path(path)) => self.structure(ty, path, fields),
            (Value::Enum(value), Type::Path(path)) => self.variant(ty, path, value),
            (Value::Sequence(sequence), ty) => {
                let length = (self.value_of)(&sequence.length).as_int().to_usize().unwrap_or(usize::MAX);
                if length > MOST_ELEMENTS {
                    return Err(format!("a sequence of more than {MOST_ELEMENTS} elements is not made"));
                }
                let element = element_type(ty).ok_or_else(|| unknown(ty))?;
                let at = |index| self.value(&element, &sequence.elements.select(&Term::int(index)));
                let parts: Result<Vec<Wire>, String> = (0..length).map(at).collect();
                sequence_of(ty, parts?)
            }
            (Value::Boxed(inner), Type::Path(path)) => match path.last().args().first() {
                Some(GenericArg::Type(ty)) => {
                    Ok(Wire::Named("Box::new".to_owned(), vec![self.value(ty, inner)?]))
                }
                _ => Err(unknown(ty)),
            },
            _ => Err(unknown(ty)),
        }
    }

    fn structure(&self, ty: &Type, path: &Path, fields: &[Value]) -> Result<Wire, String> {
        let instance = self.program.adt(ty).filter(|instance| instance.adt.kind == TypeKind::Struct);
        let instance = instance.ok_or_else(|| unknown(ty))?;
        let name = path.last_name().ok_or_else(|| unknown(ty))?.to_string();
        let field =
            |(index, field)| self.value(&instance.field_type(0, index).ok_or_else(|| unknown(ty))?, field);
        let parts: Result<Vec<Wire>, String> = fields.iter().enumerate().map(field).collect();
        // The model of a queue is its elements in order.
        match (path.is_std(&["collections", "VecDeque"]), parts?) {
            (true, parts) => match parts.into_iter().next() {
                Some(Wire::Vec(elements)) => Ok(made_from("VecDeque", elements)),
                _ => Err(unknown(ty)),
            },
            (false, parts) => Ok(with_fields(name, &instance.variants()[0], parts)),
        }
    }

    fn variant(&self, ty: &Type, path: &Path, value: &EnumValue) -> Result<Wire, String> {
        let instance = self.program.adt(ty).ok_or_else(|| unknown(ty))?;
        let index = (self.value_of)(&value.variant).as_int().to_usize().ok_or_else(|| unknown(ty))?;
        let variant = instance.variants().get(index).ok_or_else(|| unknown(ty))?;
        let field = |field| {
            let payload = value.payloads.get(index).and_then(|payload| payload.get(field));
            Some(self.value(&instance.field_type(index, field)?, payload?))
        };
        let parts = (0..variant.fields.len()).map(|number| field(number).unwrap_or_else(|| Err(unknown(ty))));
        let parts: Result<_, _> = parts.collect();
        let name = variant.name_within(path).ok_or_else(|| unknown(ty))?;
        Ok(with_fields(name, variant, parts?))
    }
}

/// A value of a type that the executor knows by identity alone: others for other identities, where there are some to choose from.
pub fn any_value(ty: &Type, identity: &term::Value) -> Option<Wire> {
    let number = if let term::Value::Int(value) = identity { value.to_i32() } else { None }.unwrap_or(0);
    match ty {
        Type::Float(_) => Some(Wire::Float(f64::from(number % 1024).into())),
        // The driver's instance has `i32` there.
        ty if is_unknown_type(ty) => Some(Wire::int(number)),
        Type::Path(path) => {
            let is_own = |name: &&&str| path.is_std(&["collections", name]);
            let name = ["BTreeMap", "BTreeSet", "HashMap", "HashSet"].iter().find(is_own)?;
            Some(made_from(name, Vec::new()))
        }
        _ => None,
    }
}

/// `HashMap::from([…])`
fn made_from(name: &str, elements: Vec<Wire>) -> Wire {
    Wire::Named(format!("{name}::from"), vec![Wire::Array(elements)])
}

fn with_fields(name: String, variant: &Variant, parts: Vec<Wire>) -> Wire {
    let is_tuple = variant.fields.iter().enumerate().all(|(index, field)| *field.name == *index.to_string());
    if is_tuple {
        return Wire::Named(name, parts);
    }
    let names = variant.fields.iter().map(|field| field.name.to_string());
    Wire::Record(name, names.zip(parts).collect())
}

fn scalar(ty: &Type, value: &term::Value) -> Result<Wire, String> {
    match (ty, value) {
        (_, term::Value::Bool(value)) => Ok(Wire::Bool(*value)),
        (Type::Char, term::Value::Int(value)) => {
            let char = value.to_u32().and_then(char::from_u32);
            char.map(Wire::Char).ok_or_else(|| format!("{value} is no character"))
        }
        (_, term::Value::Int(value)) => {
            let magnitude =
                value.magnitude().to_u128().ok_or_else(|| format!("{value} fits no integer type"))?;
            Ok(Wire::Int(Int::new(value.sign() == num_bigint::Sign::Minus, magnitude)))
        }
        _ => Err(unknown(ty)),
    }
}

fn sequence_of(ty: &Type, parts: Vec<Wire>) -> Result<Wire, String> {
    match ty {
        Type::Array { .. } => Ok(Wire::Array(parts)),
        Type::Str => text(&parts),
        Type::Path(path) if path.is_std(&["string", "String"]) => text(&parts),
        _ => Ok(Wire::Vec(parts)),
    }
}

fn text(bytes: &[Wire]) -> Result<Wire, String> {
    let byte = |part: &Wire| if let Wire::Int(int) = part { u8::try_from(*int).ok() } else { None };
    let bytes: Option<Vec<u8>> = bytes.iter().map(byte).collect();
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    text.map(Wire::Text).ok_or_else(|| "a string that is not UTF-8 is not made".to_owned())
}

fn unknown(ty: &Type) -> String {
    let name = ty
        .as_path()
        .and_then(|path| path.last_name())
        .map_or_else(|| "a part".to_owned(), ToString::to_string);
    format!("values of {name} cannot be fabricated")
}
