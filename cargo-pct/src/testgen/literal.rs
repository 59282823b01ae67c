//! Values as Rust expressions.

use super::naming::type_name;
use crate::mir::{GenericArg, Path, Type, plain_name};
use crate::native::value::any_value;
use crate::source::{Field, Shape, TypeKind, Variant, Visibility};
use crate::symex::value::{Sequence, Value};
use crate::symex::{
    Config, Executor, Program, State,
    types::{int_type, list_element},
};
use crate::term::{self, Assignment, Kind, Sort, Term};
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// The longest sequence that is written out.
const MOST_ELEMENTS: usize = 64;

/// An expression of the type whose value is the given one; `value_of` gives the values of its leaves.
///
/// `None` where there is no literal for it: opaque values, references into unknown places, sequences that are too long,
/// types with private fields that clients cannot name.
pub fn literal(
    program: &Program,
    ty: &Type,
    value: &Value,
    value_of: &dyn Fn(&Term) -> term::Value,
) -> Option<String> {
    let recurse = |ty: &Type, value: &Value| literal(program, ty, value, value_of);
    match (value, ty) {
        (Value::Scalar(term), ty) => scalar(ty, &value_of(term)),
        (Value::Aggregate(fields), Type::Tuple(types)) => {
            let fields: Option<Vec<String>> =
                fields.iter().zip(types).map(|(f, ty)| recurse(ty, f)).collect();
            let fields = fields?;
            Some(if fields.len() == 1 {
                format!("({},)", fields[0])
            } else {
                format!("({})", fields.join(", "))
            })
        }
        (Value::Enum(value), Type::Path(path)) => {
            let instance = program.adt(ty)?;
            let index = value_of(&value.variant).as_int().to_usize()?;
            let variant = instance.variants().get(index).filter(|it| !it.is_non_exhaustive)?;
            let payload = value.payloads.get(index)?.iter().enumerate();
            let fields: Option<Vec<String>> =
                payload.map(|(field, value)| recurse(&instance.field_type(index, field)?, value)).collect();
            let name = if path.begins_in_std() {
                name_in_std(path, variant)?
            } else {
                format!("{}::{}", type_name(program, ty)?, raw(&variant.name))
            };
            Some(with_fields(&name, variant, &fields?))
        }
        (Value::Aggregate(fields), Type::Path(path)) if path.is_std(&["ops", "Range"]) => {
            let [start, end] = &fields[..] else { return None };
            let instance = program.adt(ty)?;
            let text = |field, value| recurse(&instance.field_type(0, field)?, value);
            Some(format!("{}..{}", text(0, start)?, text(1, end)?))
        }
        (Value::Aggregate(fields), Type::Path(path)) if !path.begins_in_std() || is_wrapper(path) => {
            let instance = program.adt(ty)?;
            let declared = instance.variants().first().filter(|it| !it.is_non_exhaustive)?;
            let is_struct = instance.adt.kind == TypeKind::Struct;
            let is_public = |field: &Field| field.visibility == Visibility::Public;
            if !is_struct || !declared.fields.iter().all(is_public) {
                return None;
            }
            let fields = fields.iter().enumerate();
            let fields: Option<Vec<String>> =
                fields.map(|(field, value)| recurse(&instance.field_type(0, field)?, value)).collect();
            Some(with_fields(&type_name(program, ty)?, declared, &fields?))
        }
        (Value::Sequence(sequence), ty) if is_text(ty) => {
            let byte = |index: usize| match sequence.elements.select(&Term::int(index)) {
                Value::Scalar(term) => value_of(&term).as_int().to_u8(),
                _ => None,
            };
            let bytes: Option<Vec<u8>> = (0..length(sequence, value_of)?).map(byte).collect();
            let text = format!("{:?}", String::from_utf8(bytes?).ok()?);
            Some(if *ty == Type::Str { text } else { format!("{text}.to_owned()") })
        }
        (Value::Sequence(sequence), ty) => {
            let length = length(sequence, value_of)?;
            let element = list_element(ty)?;
            let elements: Option<Vec<String>> = (0..length)
                .map(|index| recurse(element, &sequence.elements.select(&Term::int(index))))
                .collect();
            let list = elements?.join(", ");
            Some(if matches!(ty, Type::Path(_)) { format!("vec![{list}]") } else { format!("[{list}]") })
        }
        (Value::Opaque(opaque), ty) => {
            let text = any_value(ty, &value_of(&opaque.identity))?.to_string();
            Some(if matches!(ty, Type::Path(path) if path.begins_in_std()) { in_std(&text) } else { text })
        }
        // The model of a queue is its elements in order.
        (Value::Aggregate(fields), Type::Path(path)) if path.is_std(&["collections", "VecDeque"]) => {
            let elements = recurse(&program.adt(ty)?.field_type(0, 0)?, fields.first()?)?;
            Some(in_std(&format!("VecDeque::from({elements})")))
        }
        (Value::Boxed(inner), Type::Path(path)) => match path.last().args().first()? {
            GenericArg::Type(ty) => Some(format!("Box::new({})", recurse(ty, inner)?)),
            _ => None,
        },
        _ => None,
    }
}

fn is_text(ty: &Type) -> bool {
    *ty == Type::Str || ty.as_path().is_some_and(|path| path.is_std(&["string", "String"]))
}

/// How many elements are written out; none if they are too many.
fn length(sequence: &Sequence, value_of: &dyn Fn(&Term) -> term::Value) -> Option<usize> {
    value_of(&sequence.length).as_int().to_usize().filter(|length| *length <= MOST_ELEMENTS)
}

/// Of a collection, by the path that tests can use without importing it.
fn in_std(text: &str) -> String {
    format!("std::collections::{text}")
}

/// `name`, `name(a, b)`, `name { x: a, y: b }`
pub(crate) fn with_fields(name: &str, variant: &Variant, fields: &[String]) -> String {
    match variant.shape {
        Shape::Unit => name.to_owned(),
        Shape::Tuple => format!("{name}({})", fields.join(", ")),
        Shape::Named => {
            let named = variant
                .fields
                .iter()
                .zip(fields)
                .map(|(field, text)| format!("{}: {text}", raw(&field.name)));
            format!("{name} {{ {} }}", named.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A name as source has it: with `r#`, where it is a keyword of some edition.
pub fn raw(name: &str) -> String {
    let is_keyword = name == "gen" || syn::parse_str::<syn::Ident>(name).is_err();
    let may_be_raw =
        name.starts_with(char::is_alphabetic) && !["self", "Self", "super", "crate"].contains(&name);
    if is_keyword && may_be_raw && !name.starts_with("r#") { format!("r#{name}") } else { name.to_owned() }
}

/// A value of a type whose leaves are variables named after `name`, as an assignment has them; none where the assignment
/// lacks one that matters.
pub fn named_literal(program: &Program, ty: &Type, name: &str, values: &Assignment) -> Option<String> {
    let config = Config::default();
    let mut inner = ty;
    while let Type::Ref { referent, .. } = inner {
        inner = referent;
    }
    let value = Executor::new(program, &config).any_value(&mut State::empty(Term::bool(true)), inner, name);
    named(program, inner, &value, values)
}

/// The fields of a struct whose leaves are variables named after `name`, by the names of the fields. Of a field without a literal, the numbers in it
/// that are known, by their own names: `prices.len()`.
pub fn fields(program: &Program, ty: &Type, name: &str, values: &Assignment) -> BTreeMap<String, String> {
    let config = Config::default();
    let value = Executor::new(program, &config).any_value(&mut State::empty(Term::bool(true)), ty, name);
    let (Value::Aggregate(parts), Some(instance)) = (&value, program.adt(ty)) else { return BTreeMap::new() };
    let mut found = BTreeMap::new();
    for (index, (field, part)) in instance.variants()[0].fields.iter().zip(parts.iter()).enumerate() {
        let literal = instance.field_type(0, index).and_then(|ty| named(program, &ty, part, values));
        match literal {
            Some(literal) => drop(found.insert(field.name.to_string(), literal)),
            None => found.extend(known_numbers(part, name, values)),
        }
    }
    found
}

/// The numbers in a value that are known, at most [`MOST_NUMBERS`], by the names of their variables behind that of the whole.
fn known_numbers(value: &Value, whole: &str, values: &Assignment) -> Vec<(String, String)> {
    let mut found = Vec::new();
    value.visit(&mut |term| {
        let Kind::Var(var) = term.kind() else { return };
        let name = var.name.as_str().strip_prefix(whole).and_then(|rest| rest.strip_prefix('.'));
        if let (Some(name), Some(term::Value::Int(number)), true) =
            (name, values.get(var), var.sort.is_integer())
            && found.len() < MOST_NUMBERS
        {
            found.push((name.to_owned(), number.to_string()));
        }
    });
    found
}

/// Numbers that are told of a field without a literal.
const MOST_NUMBERS: usize = 4;

fn named(program: &Program, ty: &Type, value: &Value, values: &Assignment) -> Option<String> {
    let mut leaves = Vec::new();
    value.visit(&mut |term| leaves.push(term.clone()));
    // Elements may be unknown where there are none; whatever else is missing makes the text a guess.
    let known = |term: &Term| match term.kind() {
        Kind::Var(var) => values.get(var).is_some() || matches!(var.sort, Sort::Array(_)),
        _ => true,
    };
    if !leaves.iter().all(known) {
        return None;
    }
    literal(program, ty, value, &|term| values.complete(term))
}

pub(crate) fn scalar(ty: &Type, value: &term::Value) -> Option<String> {
    match (ty, value) {
        (Type::Char, term::Value::Int(value)) => Some(format!("{:?}", char::from_u32(value.to_u32()?)?)),
        (_, term::Value::Bool(value)) => Some(value.to_string()),
        (_, term::Value::Int(value)) => {
            let int = int_type(ty)?;
            // What is known by its identity alone may be any number.
            if !(int.min()..=int.max()).contains(value) {
                return None;
            }
            // The extreme values say more by name: that of Rust's type, for `usize` is not `u64`.
            let named = |name: &str| format!("{ty}::{name}");
            Some(match value {
                value if *value == int.max() && int.bits() > 8 => named("MAX"),
                value if *value == int.min() && int.is_signed() => named("MIN"),
                value => value.to_string(),
            })
        }
        _ => None,
    }
}

/// Tells whether a struct of std is one of those with one public field.
fn is_wrapper(path: &Path) -> bool {
    let wrappers = [["cmp", "Reverse"], ["num", "Saturating"], ["num", "Wrapping"]];
    wrappers.iter().any(|names| path.is_std(names))
}

/// The name of a variant of an enum of std, which tests do not import: `Some`, and `std::cmp::Ordering::Less`.
fn name_in_std(path: &Path, variant: &Variant) -> Option<String> {
    let name = variant.name_within(path)?;
    match name.contains("::") {
        true => Some(format!("{}::{}", plain_name(path)?, variant.name)),
        false => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::{Type, raw, scalar, term, with_fields};
    use crate::mir;
    use crate::source::Items;

    #[test]
    fn extreme_values_have_the_name_of_their_type() {
        let text = |ty: mir::IntType, value: i128| scalar(&Type::Int(ty), &term::Value::int(value)).unwrap();
        assert_eq!(text(mir::IntType::Usize, i128::from(u64::MAX)), "usize::MAX");
        assert_eq!(text(mir::IntType::Isize, i128::from(i64::MIN)), "isize::MIN");
        assert_eq!(text(mir::IntType::U64, i128::from(u64::MAX)), "u64::MAX");
        assert_eq!(text(mir::IntType::U8, 255), "255");
    }

    #[test]
    fn keywords_are_written_as_raw_names() {
        let names = ["type", "async", "gen", "r#type", "plain", "self", "_0", "0"];
        let written = names.map(raw);
        assert_eq!(written, ["r#type", "r#async", "r#gen", "r#type", "plain", "self", "_0", "0"]);
    }

    #[test]
    fn variants_are_written_as_they_are_declared() {
        let items = Items::read("lib.rs", &[], "enum E { A, B(u8, u8), C { x: u8, y: u8 } }").unwrap();
        let ty = items.types.values().next().unwrap();
        let values = ["1".to_owned(), "2".to_owned()];
        let written = ty.variants.iter().map(|variant| {
            let values = &values[..variant.fields.len()];
            with_fields(&format!("E::{}", variant.name), variant, values)
        });
        assert_eq!(written.collect::<Vec<_>>(), ["E::A", "E::B(1, 2)", "E::C { x: 1, y: 2 }"]);
    }
}
