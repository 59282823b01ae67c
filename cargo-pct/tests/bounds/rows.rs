//! Values that enumerations look at.

use cargo_pct::term::{Sort, Value, Var};

/// All values of some variables: numbers below four, and truth values.
pub(crate) fn rows(vars: &[Var]) -> Vec<Vec<Value>> {
    let mut rows: Vec<Vec<Value>> = vec![vec![]];
    for var in vars {
        let column: Vec<Value> = match &var.sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            _ => (0..4).map(Value::int).collect(),
        };
        let longer = |row: &Vec<Value>| -> Vec<Vec<Value>> {
            column.iter().map(|value| [row.as_slice(), std::slice::from_ref(value)].concat()).collect()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows
}
