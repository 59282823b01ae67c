//! Reading Z3's models.

use crate::term::{ArrayValue, Assignment, Range, Sort, Value, Var};
use num_bigint::BigInt;
use num_traits::One;
use std::collections::BTreeMap;
use z3::ast::{Ast, Dynamic};
use z3::{DeclKind, Model};

/// The values of the variables; variables that the model leaves open get some value of their sort.
///
/// `None` where a value is of a form that is not read: the caller's answer is then unknown.
pub(super) fn read(model: &Model, variables: &BTreeMap<Var, Dynamic>) -> Option<Assignment> {
    variables
        .iter()
        .map(|(var, ast)| {
            let value = model.eval(ast, true)?;
            Some((var.clone(), read_value(model, &value, &var.sort)?))
        })
        .collect()
}

fn read_value(model: &Model, ast: &Dynamic, sort: &Sort) -> Option<Value> {
    let value = match sort {
        Sort::Bool => Value::Bool(ast.as_bool()?.as_bool()?),
        Sort::Array(element) => Value::Array(read_array(model, ast, element)?),
        _ => Value::Int(read_number(ast)?),
    };
    // Elements of an array's unread rest may lie outside the element's sort; such an array is no value.
    value.has_sort(sort).then_some(value)
}

fn read_number(ast: &Dynamic) -> Option<BigInt> {
    let text = ast.to_string();
    if let Some(bits) = ast.as_bv().map(|bv| bv.get_size()) {
        let (digits, radix) = match text.split_at_checked(2)? {
            ("#x", digits) => (digits, 16),
            ("#b", digits) => (digits, 2),
            _ => return None,
        };
        let raw = BigInt::parse_bytes(digits.as_bytes(), radix)?;
        let sign = BigInt::one() << (bits - 1);
        return Some(if raw >= sign { raw - (sign << 1) } else { raw });
    }
    match text.strip_prefix("(- ") {
        Some(rest) => rest.strip_suffix(')')?.parse::<BigInt>().ok().map(|value| -value),
        None => text.parse().ok(),
    }
}

/// An array written as stores into a constant array.
fn read_array(model: &Model, ast: &Dynamic, element: &Sort) -> Option<ArrayValue> {
    // Of a question with quantifiers, a model may give an array as a lambda expression, which has no children that can be asked for.
    if !ast.is_app() {
        return None;
    }
    let children = ast.children();
    match (ast.decl().kind(), children.as_slice()) {
        (DeclKind::ConstArray, [value]) => {
            let value = read_element(model, value, element)?;
            Some(ArrayValue::filled(value))
        }
        (DeclKind::Store, [array, index, value]) => {
            let array = read_array(model, array, element)?;
            Some(array.with(read_number(index)?, read_element(model, value, element)?))
        }
        _ => None,
    }
}

/// An element; where nothing was read, Z3 may have put a number outside the element's range, which any number in
/// range then replaces.
fn read_element(model: &Model, ast: &Dynamic, sort: &Sort) -> Option<Value> {
    let is_number = ast.as_int().is_some() || ast.as_bv().is_some();
    if !is_number || matches!(sort, Sort::Bool | Sort::Array(_)) {
        return read_value(model, ast, sort);
    }
    Some(Value::Int(nearest(&Range::of_sort(sort), read_number(ast)?)))
}

fn nearest(range: &Range, number: BigInt) -> BigInt {
    match (&range.low, &range.high) {
        (Some(low), _) if number < *low => low.clone(),
        (_, Some(high)) if number > *high => high.clone(),
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use z3::ast::{Array, Int, lambda_const};

    #[test]
    fn an_array_that_is_a_lambda_expression_is_not_read() {
        let solver = z3::Solver::new();
        solver.check();
        let model = solver.get_model().unwrap();
        let (index, sort) = (Int::new_const("i"), Sort::Int.array_of());
        let constant = Array::const_array(&z3::Sort::int(), &Int::from_i64(7)).into();
        assert!(read_value(&model, &constant, &sort).is_some());
        let lambda = lambda_const(&[&index], &Dynamic::from_ast(&(&index + 1))).into();
        assert_eq!(read_value(&model, &lambda, &sort), None);
    }
}
