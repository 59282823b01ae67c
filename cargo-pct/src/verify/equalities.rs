//! Equal numbers: rewrites comparisons of one variable as comparisons of another that an undecided state makes equal.

use crate::solver::{Answer, Solver};
use crate::term::{Assignment, Kind, Term, Value, Var, variables};
use num_bigint::BigInt;

/// Numbers that a formula makes the same, or next to each other: the first in terms of the second. Those that are so in one of its
/// states are asked about.
pub(super) fn equalities(
    vars: &[Var],
    formula: &Term,
    state: &Assignment,
    solver: &mut Solver,
) -> Vec<Equality> {
    let read = variables([formula]);
    let numbers: Vec<&Var> = vars.iter().filter(|var| var.sort.is_integer() && read.contains(var)).collect();
    let mut found = Vec::new();
    for (index, first) in numbers.iter().enumerate() {
        for second in &numbers[index + 1..] {
            let Some(distance) = distance(first, second, state) else { continue };
            let equality = |of: &Var, is: &Var, more| Equality { of: of.term(), is: is.term(), more };
            let back = equality(second, first, -&distance);
            let forth = equality(first, second, distance);
            let differ = first.term().equals(&forth.right(&BigInt::ZERO)).not();
            if matches!(solver.check(&[formula.clone(), differ]), Answer::Unsat(_)) {
                found.extend([forth, back]);
            }
        }
    }
    found
}

/// Numbers that a comparison puts in relation, as if they were the same or next to each other: where they are is not known yet.
pub(super) fn neighbours(atom: &Term) -> Vec<Equality> {
    let Some((first, second)) = compared(atom) else { return Vec::new() };
    let equality =
        |of: &Term, is: &Term, more: i32| Equality { of: of.clone(), is: is.clone(), more: more.into() };
    (-1..=1).flat_map(|more| [equality(&first, &second, more), equality(&second, &first, -more)]).collect()
}

/// The variables on both sides of a comparison.
fn compared(atom: &Term) -> Option<(Term, Term)> {
    match atom.kind() {
        Kind::Not(inner) => compared(inner),
        Kind::Le(a, b) | Kind::Lt(a, b) | Kind::Eq(a, b) => Some((variable(a)?, variable(b)?)),
        _ => None,
    }
}

/// The variable of one plus or minus a number.
fn variable(number: &Term) -> Option<Term> {
    match number.kind() {
        Kind::Var(_) if number.sort().is_integer() => Some(number.clone()),
        Kind::Add(a, b) if b.as_int().is_some() => variable(a),
        Kind::Sub(a, b) if b.as_int().is_some() => variable(a),
        _ => None,
    }
}

/// One variable is another one plus a number.
pub(super) struct Equality {
    of: Term,
    is: Term,
    more: BigInt,
}

impl Equality {
    /// The right side, plus a number.
    fn right(&self, more: &BigInt) -> Term {
        let sum = &self.more + more;
        if sum == BigInt::ZERO { self.is.clone() } else { self.is.plus(&Term::int(sum)) }
    }

    /// That the left side is no greater.
    pub(super) fn at_most(&self) -> Term {
        self.of.le(&self.right(&BigInt::ZERO))
    }

    /// Rewrites a comparison of such numbers, or of array elements at them, over the other variable.
    pub(super) fn rewrite(&self, atom: &Term) -> Term {
        match atom.kind() {
            Kind::Not(inner) => self.rewrite(inner).not(),
            Kind::Le(a, b) => self.number(a).le(&self.number(b)),
            Kind::Lt(a, b) => self.number(a).lt(&self.number(b)),
            Kind::Eq(a, b) if a.sort().is_integer() => self.number(a).equals(&self.number(b)),
            _ => atom.clone(),
        }
    }

    fn number(&self, number: &Term) -> Term {
        match number.kind() {
            _ if *number == self.of => self.right(&BigInt::ZERO),
            Kind::Add(a, b) if *a == self.of => b.as_int().map_or(number.clone(), |more| self.right(more)),
            Kind::Add(a, b) if *b == self.of => a.as_int().map_or(number.clone(), |more| self.right(more)),
            Kind::Sub(a, b) if *a == self.of => b.as_int().map_or(number.clone(), |less| self.right(&-less)),
            Kind::Select(array, index) => array.select(&self.number(index)),
            _ => number.clone(),
        }
    }
}

/// How far one number is from another in a state, if it is next to it.
fn distance(first: &Var, second: &Var, state: &Assignment) -> Option<BigInt> {
    let value = |var: &Var| {
        let Value::Int(value) = state.complete(&var.term()) else { return None };
        Some(value)
    };
    let distance = value(first)? - value(second)?;
    (distance.magnitude() <= BigInt::from(1).magnitude()).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Prover;
    use crate::term::{IntType, Sort};

    #[test]
    fn what_is_said_of_one_number_is_said_of_another() {
        let ty = IntType::Signed(32);
        let var = |name: &str| Var::new(name, Sort::Machine(ty));
        let (lo, hi, n) = (var("lo"), var("hi"), var("n"));
        let array = Var::new("a", Sort::Array(Sort::Machine(ty).into())).term();
        let next = lo.term().plus(&Term::int(1));
        // The last round: `lo` passes `hi`.
        let formula =
            Term::all([lo.term().le(&hi.term()), hi.term().lt(&next), n.term().le(&array.select(&next))]);
        let mut state = Assignment::new();
        for (var, value) in [(&lo, 3), (&hi, 3), (&n, 4)] {
            state.set(var.clone(), Value::Int(value.into()));
        }
        let vars = [lo.clone(), hi.clone(), n.clone()];
        let found = equalities(&vars, &formula, &state, &mut Prover::default().solver());
        assert_eq!(found.len(), 2, "`n` is next to both by chance");
        let rewritten = found[0].rewrite(&n.term().le(&array.select(&next)));
        assert_eq!(rewritten, n.term().le(&array.select(&hi.term().plus(&Term::int(1)))));
        assert_eq!(found[1].rewrite(&hi.term().lt(&n.term()).not()), lo.term().lt(&n.term()).not());
    }
}
