//! Reading Z3's models.

use super::bit_vectors::{self, INDEX_BITS};
use super::integers;
use crate::term::{ArrayValue, Assignment, Range, Sort, Value, Var};
use num_bigint::BigInt;
use num_traits::One;
use std::collections::{BTreeMap, BTreeSet};
use z3::ast::{Ast, Dynamic};
use z3::{DeclKind, Model, SortKind};

/// The values of the variables; variables that the model leaves open get some value of their sort.
///
/// `None` where a value is of a form that is not read: the caller's answer is then unknown.
pub(super) fn read(model: &Model, variables: &BTreeMap<Var, Dynamic>) -> Option<Assignment> {
    let (arrays, others): (Vec<_>, Vec<_>) =
        variables.iter().partition(|(var, _)| matches!(var.sort, Sort::Array(_)));
    let mut reading = Reading { model, numbers: (0..FEW).map(BigInt::from).collect() };
    let mut assignment = Assignment::new();
    for (var, ast) in others {
        let value = reading.value(&model.eval(ast, true)?, &var.sort)?;
        if let (Value::Int(number), true) = (&value, var.sort.is_integer()) {
            reading.numbers.extend([number - 1, number.clone(), number + 1]);
        }
        assignment.set(var.clone(), value);
    }
    for (var, ast) in arrays {
        assignment.set(var.clone(), reading.value(&model.eval(ast, true)?, &var.sort)?);
    }
    Some(assignment)
}

/// The first indices, at which every array is looked at that is written as a function.
const FEW: i64 = 8;

struct Reading<'m> {
    model: &'m Model,
    /// Numbers that may be indices: arrays that are written as functions are read there.
    numbers: BTreeSet<BigInt>,
}

impl Reading<'_> {
    fn value(&self, ast: &Dynamic, sort: &Sort) -> Option<Value> {
        let value = match sort {
            Sort::Bool => Value::Bool(ast.as_bool()?.as_bool()?),
            Sort::Array(element) => Value::Array(self.array(ast, element)?),
            _ => Value::Int(read_number(ast)?),
        };
        // Elements of an array's unread rest may lie outside the element's sort; such an array is no value.
        value.has_sort(sort).then_some(value)
    }

    fn array(&self, ast: &Dynamic, element: &Sort) -> Option<ArrayValue> {
        if !ast.is_app() {
            return self.function(ast, element);
        }
        // As stores into a constant array.
        match (ast.decl().kind(), ast.children().as_slice()) {
            (DeclKind::ConstArray, [value]) => Some(ArrayValue::filled(self.element(value, element)?)),
            (DeclKind::Store, [array, index, value]) => {
                let array = self.array(array, element)?;
                Some(array.with(read_number(index)?, self.element(value, element)?))
            }
            _ => self.function(ast, element),
        }
    }

    /// An array that is a function of its index, as Z3 gives it where it has satisfied quantifiers: read at a few indices, and everywhere else what
    /// it is far from these. Whether that is a model, too, evaluation tells.
    fn function(&self, ast: &Dynamic, element: &Sort) -> Option<ArrayValue> {
        let far = self.numbers.last()? + FEW;
        let mut array = ArrayValue::filled(self.at(ast, &far, element)?);
        for index in &self.numbers {
            array = array.with(index.clone(), self.at(ast, index, element)?);
        }
        Some(array)
    }

    /// What a function is at an index.
    fn at(&self, ast: &Dynamic, index: &BigInt, element: &Sort) -> Option<Value> {
        let array = ast.as_array()?;
        let index: Dynamic = match ast.get_sort().array_domain()?.kind() {
            SortKind::Int => integers::number(index).into(),
            _ => bit_vectors::number(index, INDEX_BITS).into(),
        };
        self.element(&self.model.eval(&array.select(&index), true)?, element)
    }

    /// An element; where nothing was read, Z3 may have put a number outside the element's range, which any number in
    /// range then replaces.
    fn element(&self, ast: &Dynamic, sort: &Sort) -> Option<Value> {
        let is_number = ast.as_int().is_some() || ast.as_bv().is_some();
        if !is_number || matches!(sort, Sort::Bool | Sort::Array(_)) {
            return self.value(ast, sort);
        }
        Some(Value::Int(nearest(&Range::of_sort(sort), read_number(ast)?)))
    }
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

fn nearest(range: &Range, number: BigInt) -> BigInt {
    match (&range.low, &range.high) {
        (Some(low), _) if number < *low => low.clone(),
        (_, Some(high)) if number > *high => high.clone(),
        _ => number,
    }
}
