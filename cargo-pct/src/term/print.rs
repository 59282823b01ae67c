//! The textual form of terms and values: SMT-LIB's, with machine types as sorts.
//!
//! What SMT-LIB has no name for is spelled `(tdiv a b)` and `(trem a b)` (towards zero), `(wrap i32 a)`, `(wrap! i32 a)`
//! (claimed to be in range), `(bitand i32 a b)`, `bitor`, `bitxor`, `shl`, `shr`. Subterms that are shared are bound
//! by `let`, so that a text is no longer than its term is large.

use super::{BitOp, Division, Kind, Pattern, Sort, Term, Value};
use num_traits::{Signed, ToPrimitive};
use std::collections::HashMap;
use std::fmt;

/// A symbol as the reader takes it: between bars where it is no simple symbol.
pub fn quote_symbol(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let number = name.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    if !name.is_empty() && !number && name.chars().all(simple) {
        name.to_owned()
    } else {
        format!("|{name}|")
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shared = shared_subterms(self);
        let mut names = HashMap::new();
        for (index, term) in shared.iter().enumerate() {
            write!(f, "(let ((?{index} ")?;
            write_term(f, term, &names)?;
            f.write_str(")) ")?;
            names.insert(term.clone(), index);
        }
        write_term(f, self, &names)?;
        f.write_str(&")".repeat(shared.len()))
    }
}

/// Operator applications that occur more than once, operands before the terms that use them.
fn shared_subterms(root: &Term) -> Vec<Term> {
    fn visit(term: &Term, uses: &mut HashMap<Term, u32>, order: &mut Vec<Term>) {
        let count = uses.entry(term.clone()).or_insert(0);
        *count += 1;
        if *count == 1 {
            term.operands().into_iter().for_each(|operand| visit(operand, uses, order));
            order.push(term.clone());
        }
    }
    let (mut uses, mut order) = (HashMap::new(), Vec::new());
    visit(root, &mut uses, &mut order);
    // A small shared term reads better where it stands.
    order.retain(|term| {
        uses[term] > 1 && term.operands().iter().any(|operand| !operand.operands().is_empty())
    });
    order
}

fn write_term(f: &mut fmt::Formatter<'_>, term: &Term, names: &HashMap<Term, usize>) -> fmt::Result {
    if let Some(index) = names.get(term) {
        return write!(f, "?{index}");
    }
    match term.kind() {
        Kind::Var(var) => return f.write_str(&quote_symbol(&var.name)),
        Kind::Bool(value) => return write!(f, "{value}"),
        Kind::Int(value) if value.is_negative() => return write!(f, "(- {})", value.abs()),
        Kind::Int(value) => return write!(f, "{value}"),
        Kind::Variant(sort, index) => return f.write_str(&quote_symbol(&sort[*index])),
        Kind::ConstArray(element, value) => {
            write!(f, "((as const (Array {element})) ")?;
            write_term(f, value, names)?;
            return f.write_str(")");
        }
        Kind::Each(pattern, operands) => return write_each(f, pattern, operands, names),
        _ => {}
    }
    write!(f, "({}", operator(term.kind()))?;
    for operand in term.operands() {
        f.write_str(" ")?;
        write_term(f, operand, names)?;
    }
    f.write_str(")")
}

/// `(each INDEX BELOW ((NAME SORT ARGUMENT) …) BODY)`.
fn write_each(
    f: &mut fmt::Formatter<'_>,
    pattern: &Pattern,
    operands: &[Term],
    names: &HashMap<Term, usize>,
) -> fmt::Result {
    write!(f, "(each {} ", quote_symbol(&pattern.index().name))?;
    write_term(f, &operands[0], names)?;
    f.write_str(" (")?;
    for (number, (parameter, argument)) in pattern.parameters().iter().zip(&operands[1..]).enumerate() {
        let space = if number == 0 { "" } else { " " };
        write!(f, "{space}({} {} ", quote_symbol(&parameter.name), parameter.sort)?;
        write_term(f, argument, names)?;
        f.write_str(")")?;
    }
    write!(f, ") {})", pattern.body())
}

/// The head of an application, with the type it takes before its operands.
fn operator(kind: &Kind) -> String {
    let name = match kind {
        Kind::Not(_) => "not",
        Kind::And(_) => "and",
        Kind::Or(_) => "or",
        Kind::Ite(..) => "ite",
        Kind::Eq(..) => "=",
        Kind::Le(..) => "<=",
        Kind::Lt(..) => "<",
        Kind::Add(..) => "+",
        Kind::Sub(..) => "-",
        Kind::Mul(..) => "*",
        Kind::Div(Division::Euclid, ..) => "div",
        Kind::Rem(Division::Euclid, ..) => "mod",
        Kind::Div(Division::Truncate, ..) => "tdiv",
        Kind::Rem(Division::Truncate, ..) => "trem",
        Kind::Select(..) => "select",
        Kind::Store(..) => "store",
        Kind::Wrap { to, exact: false, .. } => return format!("wrap {to}"),
        Kind::Wrap { to, exact: true, .. } => return format!("wrap! {to}"),
        Kind::Bits(op, ty, ..) => return format!("{} {ty}", bit_operator(*op)),
        Kind::Var(_)
        | Kind::Bool(_)
        | Kind::Int(_)
        | Kind::Variant(..)
        | Kind::ConstArray(..)
        | Kind::Each(..) => unreachable!("these are written by the caller"),
    };
    name.to_owned()
}

pub(super) fn bit_operator(op: BitOp) -> &'static str {
    match op {
        BitOp::And => "bitand",
        BitOp::Or => "bitor",
        BitOp::Xor => "bitxor",
        BitOp::Shl => "shl",
        BitOp::Shr => "shr",
    }
}

/// A value as it is written at its sort: `-3`, `true`, `full`, `[0, 7; ..0]`.
pub struct DisplayValue<'a>(pub &'a Value, pub &'a Sort);

impl fmt::Display for DisplayValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (Value::Int(index), Sort::Enum(variants)) => {
                let name = index.to_usize().and_then(|index| variants.get(index));
                f.write_str(name.map_or("?", |name| name))
            }
            (Value::Bool(value), _) => write!(f, "{value}"),
            (Value::Int(value), _) => write!(f, "{value}"),
            (Value::Array(array), Sort::Array(element)) => {
                f.write_str("{")?;
                for (index, value) in array.entries() {
                    write!(f, "{index}: {}, ", DisplayValue(value, element))?;
                }
                write!(f, "else {}}}", DisplayValue(array.default(), element))
            }
            (value, _) => write!(f, "{value:?}"),
        }
    }
}
