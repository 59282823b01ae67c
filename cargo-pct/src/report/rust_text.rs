//! Terms as Rust expressions, for people: the names of state variables are Rust paths already.
//!
//! Integers of different types are compared as the mathematical integers they are, so the text may need a cast to be
//! compiled; nobody reads `self.size as i128 <= self.elems.len() as i128` with pleasure.

use crate::term::{BitOp, Division, Kind, Term};
use num_traits::Signed;

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

/// The conjunction of terms as one Rust expression; `true` of nothing.
pub fn conjunction(terms: &[Term]) -> String {
    rust_text(&Term::all(terms.iter().cloned()))
}

/// A term as a Rust expression.
pub fn rust_text(term: &Term) -> String {
    render(term).0
}

fn render(term: &Term) -> (String, Precedence) {
    use Precedence as P;
    match term.kind() {
        Kind::Var(var) => (var.name.to_string(), P::Atom),
        Kind::Bool(value) => (value.to_string(), P::Atom),
        Kind::Int(value) => (value.to_string(), if value.is_negative() { P::Unary } else { P::Atom }),
        Kind::Variant(variants, index) => (variants[*index].to_string(), P::Atom),
        Kind::Not(inner) => match inner.kind() {
            Kind::Eq(a, b) => infix(a, "!=", b, P::Compare, false),
            _ => (format!("!{}", at(inner, P::Unary)), P::Unary),
        },
        Kind::And(terms) => joined(terms, " && ", P::And),
        Kind::Or(terms) => joined(terms, " || ", P::Or),
        Kind::Ite(c, a, b) => {
            (format!("if {} {{ {} }} else {{ {} }}", rust_text(c), rust_text(a), rust_text(b)), P::Or)
        }
        Kind::Eq(a, b) => infix(a, "==", b, P::Compare, false),
        Kind::Le(a, b) => infix(a, "<=", b, P::Compare, false),
        Kind::Lt(a, b) => infix(a, "<", b, P::Compare, false),
        Kind::Add(a, b) => match b.as_int() {
            Some(value) if value.is_negative() => infix(a, "-", &Term::int(-value), P::Sum, true),
            _ => infix(a, "+", b, P::Sum, true),
        },
        Kind::Sub(a, b) => infix(a, "-", b, P::Sum, true),
        Kind::Mul(a, b) => infix(a, "*", b, P::Product, true),
        Kind::Div(Division::Truncate, a, b) => infix(a, "/", b, P::Product, true),
        Kind::Rem(Division::Truncate, a, b) => infix(a, "%", b, P::Product, true),
        Kind::Div(Division::Euclid, a, b) => {
            (format!("{}.div_euclid({})", at(a, P::Atom), rust_text(b)), P::Atom)
        }
        Kind::Rem(Division::Euclid, a, b) => {
            (format!("{}.rem_euclid({})", at(a, P::Atom), rust_text(b)), P::Atom)
        }
        Kind::Wrap { value, exact: true, .. } => render(value),
        Kind::Wrap { to, value, exact: false } => (format!("({} as {to})", at(value, P::Unary)), P::Atom),
        Kind::Bits(op, _, a, b) => {
            let (text, precedence) = match op {
                BitOp::And => ("&", P::BitAnd),
                BitOp::Or => ("|", P::BitOr),
                BitOp::Xor => ("^", P::BitXor),
                BitOp::Shl => ("<<", P::Shift),
                BitOp::Shr => (">>", P::Shift),
            };
            infix(a, text, b, precedence, true)
        }
        Kind::Select(array, index) => (format!("{}[{}]", at(array, P::Atom), rust_text(index)), P::Atom),
        Kind::Store(..) | Kind::ConstArray(..) => (term.to_string(), P::Atom),
    }
}

/// The text of an operand, in parentheses if it binds less tightly than it must.
fn at(term: &Term, least: Precedence) -> String {
    let (text, precedence) = render(term);
    if precedence < least { format!("({text})") } else { text }
}

fn infix(a: &Term, operator: &str, b: &Term, own: Precedence, chains: bool) -> (String, Precedence) {
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
    (format!("{} {operator} {}", at(a, left), at(b, next(own))), own)
}

fn joined(terms: &[Term], separator: &str, own: Precedence) -> (String, Precedence) {
    let inner = if own == Precedence::And { Precedence::Compare } else { Precedence::And };
    (terms.iter().map(|term| at(term, inner)).collect::<Vec<_>>().join(separator), own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{IntType, Reader, Sort, Var, parse_all};

    fn check(term: &str, expected: &str) {
        let vars = [
            Var::new("self.size", Sort::Machine(IntType::Signed(32))),
            Var::new("self.elems.len()", Sort::Machine(IntType::Unsigned(64))),
            Var::new("full", Sort::Bool),
        ];
        let expr = &parse_all(term).expect("well formed")[0];
        assert_eq!(rust_text(&Reader::new(&vars).read(expr).expect("well sorted")), expected);
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
}
