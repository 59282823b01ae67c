//! Terms as Rust expressions, for people: the names of state variables are Rust paths already.
//!
//! Integers of different types are compared as the mathematical integers they are, so the text may need a cast to be
//! compiled; nobody reads `self.size as i128 <= self.elems.len() as i128` with pleasure.

use crate::term::{BitOp, Division, EnumSort, Kind, Substitution, Term, Var};
use num_traits::Signed;
use std::collections::BTreeSet;

/// How a variant of an enumeration is written as a pattern: `Place::A`, `Shape::Circle { .. }`.
pub type Patterns<'p> = &'p dyn Fn(&EnumSort, usize) -> String;

/// How tightly an operator binds, as in Rust's reference; higher is tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Unary,
    Atom,
}

/// The conjunction of terms as one Rust expression; `true` of nothing. Enumerations are not known by name.
pub fn conjunction(terms: &[Term]) -> String {
    rust_text(&Term::all(terms.iter().cloned()), &|variants, index| variants[index].to_string())
}

/// A term as a Rust expression.
pub fn rust_text(term: &Term, patterns: Patterns<'_>) -> String {
    render(term, patterns).0
}

/// `matches!(self.place, Place::A)`: whether a value is of a variant, if that is what two equal terms say.
fn is_variant(a: &Term, b: &Term, patterns: Patterns<'_>) -> Option<String> {
    let Kind::Variant(variants, index) = b.kind() else { return None };
    let name = match a.kind() {
        Kind::Var(var) => var.name.to_string(),
        Kind::Select(array, index) => element(array, index, patterns),
        _ => return None,
    };
    let value = name.strip_suffix(".variant")?;
    Some(match (&*variants[*index], variants.len()) {
        ("Some", 2) => format!("{value}.is_some()"),
        ("None", 2) => format!("{value}.is_none()"),
        ("Ok", 2) => format!("{value}.is_ok()"),
        ("Err", 2) => format!("{value}.is_err()"),
        _ => format!("matches!({value}, {})", patterns(variants, *index)),
    })
}

/// `self.slots[i].Some.0`: the array of what elements have there is named as that is, without the index.
fn element(array: &Term, index: &Term, patterns: Patterns<'_>) -> String {
    let (array, index) = (at(array, Precedence::Atom, patterns), rust_text(index, patterns));
    match array.split_once("[_]") {
        Some((sequence, part)) => format!("{sequence}[{index}]{part}"),
        None => format!("{array}[{index}]"),
    }
}

fn render(term: &Term, patterns: Patterns<'_>) -> (String, Precedence) {
    use Precedence as P;
    match term.kind() {
        Kind::Var(var) => (var.name.to_string(), P::Atom),
        Kind::Bool(value) => (value.to_string(), P::Atom),
        Kind::Int(value) => (value.to_string(), if value.is_negative() { P::Unary } else { P::Atom }),
        Kind::Variant(variants, index) => (patterns(variants, *index), P::Atom),
        Kind::Eq(a, b) if let Some(text) = is_variant(a, b, patterns) => (text, P::Atom),
        Kind::Not(inner) => match inner.kind() {
            Kind::Eq(a, b) if is_variant(a, b, patterns).is_none() => {
                infix(a, "!=", b, P::Compare, false, patterns)
            }
            _ => (format!("!{}", at(inner, P::Unary, patterns)), P::Unary),
        },
        Kind::And(terms) => joined(&the_only_left(terms), " && ", P::And, patterns),
        Kind::Or(terms) => joined(terms, " || ", P::Or, patterns),
        Kind::Ite(c, a, b) => (
            format!(
                "if {} {{ {} }} else {{ {} }}",
                rust_text(c, patterns),
                rust_text(a, patterns),
                rust_text(b, patterns)
            ),
            P::Or,
        ),
        Kind::Eq(a, b) => infix(a, "==", b, P::Compare, false, patterns),
        Kind::Le(a, b) => infix(a, "<=", b, P::Compare, false, patterns),
        Kind::Lt(a, b) => infix(a, "<", b, P::Compare, false, patterns),
        Kind::Add(a, b) => match b.as_int() {
            Some(value) if value.is_negative() => infix(a, "-", &Term::int(-value), P::Sum, true, patterns),
            _ => infix(a, "+", b, P::Sum, true, patterns),
        },
        Kind::Sub(a, b) => infix(a, "-", b, P::Sum, true, patterns),
        Kind::Mul(a, b) => infix(a, "*", b, P::Product, true, patterns),
        Kind::Div(Division::Truncate, a, b) => infix(a, "/", b, P::Product, true, patterns),
        Kind::Rem(Division::Truncate, a, b) => infix(a, "%", b, P::Product, true, patterns),
        Kind::Div(Division::Euclid, a, b) => {
            (format!("{}.div_euclid({})", at(a, P::Atom, patterns), rust_text(b, patterns)), P::Atom)
        }
        Kind::Rem(Division::Euclid, a, b) => {
            (format!("{}.rem_euclid({})", at(a, P::Atom, patterns), rust_text(b, patterns)), P::Atom)
        }
        Kind::Wrap { value, exact: true, .. } => render(value, patterns),
        Kind::Wrap { to, value, exact: false } => {
            (format!("({} as {to})", at(value, P::Unary, patterns)), P::Atom)
        }
        Kind::Bits(op, _, a, b) => {
            let (text, precedence) = match op {
                BitOp::And => ("&", P::BitAnd),
                BitOp::Or => ("|", P::BitOr),
                BitOp::Xor => ("^", P::BitXor),
                BitOp::Shl => ("<<", P::Shift),
                BitOp::Shr => (">>", P::Shift),
            };
            infix(a, text, b, precedence, true, patterns)
        }
        Kind::Select(array, index) => (element(array, index, patterns), P::Atom),
        Kind::Store(..) | Kind::ConstArray(..) => (term.to_string(), P::Atom),
        Kind::Each(pattern, operands) => {
            let index = Var::new("i", pattern.index().sort.clone()).term();
            let arguments = pattern.parameters().iter().cloned().zip(operands[1..].iter().cloned());
            let own = arguments.chain([(pattern.index().clone(), index)]);
            let body = Substitution::new(own).apply(pattern.body());
            let below = at(&operands[0], P::Unary, patterns);
            (format!("(0..{below}).all(|i| {})", rust_text(&body, patterns)), P::Atom)
        }
    }
}

/// Says of a value that is none of all variants but one that it is that one.
fn the_only_left(terms: &[Term]) -> Vec<Term> {
    let excluded = |term: &Term| match term.kind() {
        Kind::Not(inner) => match inner.kind() {
            Kind::Eq(a, b) => match b.kind() {
                Kind::Variant(variants, index) => Some((a.clone(), variants.clone(), *index)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let mut found: Vec<Term> = Vec::new();
    for term in terms {
        let Some((value, variants, _)) = excluded(term) else {
            found.push(term.clone());
            continue;
        };
        let others = terms.iter().filter_map(excluded).filter(|(other, ..)| *other == value);
        let gone: BTreeSet<usize> = others.map(|(_, _, index)| index).collect();
        let mut left = (0..variants.len()).filter(|index| !gone.contains(index));
        let simplified = match (left.next(), left.next()) {
            (Some(only), None) => value.equals(&Term::variant(&variants, only)),
            _ => term.clone(),
        };
        if !found.contains(&simplified) {
            found.push(simplified);
        }
    }
    found
}

/// The text of an operand, in parentheses if it binds less tightly than it must.
fn at(term: &Term, least: Precedence, patterns: Patterns<'_>) -> String {
    let (text, precedence) = render(term, patterns);
    if precedence < least { format!("({text})") } else { text }
}

fn infix(
    a: &Term,
    operator: &str,
    b: &Term,
    own: Precedence,
    chains: bool,
    patterns: Patterns<'_>,
) -> (String, Precedence) {
    let next = |precedence| match precedence {
        Precedence::Compare => Precedence::BitOr,
        Precedence::BitOr => Precedence::BitXor,
        Precedence::BitXor => Precedence::BitAnd,
        Precedence::BitAnd => Precedence::Shift,
        Precedence::Shift => Precedence::Sum,
        Precedence::Sum => Precedence::Product,
        _ => Precedence::Unary,
    };
    let left = if chains { own } else { next(own) };
    (format!("{} {operator} {}", at(a, left, patterns), at(b, next(own), patterns)), own)
}

fn joined(terms: &[Term], separator: &str, own: Precedence, patterns: Patterns<'_>) -> (String, Precedence) {
    if let [only] = terms {
        return render(only, patterns);
    }
    let inner = if own == Precedence::And { Precedence::Compare } else { Precedence::And };
    (terms.iter().map(|term| at(term, inner, patterns)).collect::<Vec<_>>().join(separator), own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{IntType, Reader, Sort, Var, VarName, parse_all};

    fn check(term: &str, expected: &str) {
        let vars = [
            Var::new(VarName::read("self.size"), Sort::Machine(IntType::Signed(32))),
            Var::new(VarName::read("self.elems.len()"), Sort::Machine(IntType::Unsigned(64))),
            Var::new("full", Sort::Bool),
            Var::new(VarName::read("self.place.variant"), Sort::Enum(["A", "B"].map(Into::into).into())),
            Var::new(VarName::read("self.last.variant"), Sort::Enum(["None", "Some"].map(Into::into).into())),
        ];
        let expr = &parse_all(term).expect("well formed")[0];
        let term = Reader::new(&vars).read(expr).expect("well sorted");
        assert_eq!(rust_text(&term, &|variants, index| format!("Place::{}", variants[index])), expected);
    }

    #[test]
    fn operators_get_the_parentheses_that_rust_needs() {
        check(
            "(and (<= 0 self.size) (<= self.size |self.elems.len()|))",
            "0 <= self.size && self.size <= self.elems.len()",
        );
        check("(* (+ self.size 1) 2)", "(self.size + 1) * 2");
        check("(- self.size (- 3 self.size))", "self.size - (3 - self.size)");
        check("(or (not full) (< (+ self.size (- 1)) 7))", "!full || self.size - 1 < 7");
        check("(not (= self.size 3))", "self.size != 3");
        check("(= full (< self.size 3))", "full == (self.size < 3)");
    }

    #[test]
    fn variants_are_patterns() {
        check("(= |self.place.variant| A)", "matches!(self.place, Place::A)");
        check("(or full (not (= |self.place.variant| B)))", "full || !matches!(self.place, Place::B)");
        check("(not (= |self.last.variant| None))", "!self.last.is_none()");
        check(
            "(not (and full (not (= |self.place.variant| A)) (not (= |self.last.variant| Some))))",
            "!(full && matches!(self.place, Place::B) && self.last.is_none())",
        );
    }
}
