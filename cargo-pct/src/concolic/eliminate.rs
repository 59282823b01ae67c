//! Elimination of inputs: what a state satisfies if some values of the inputs satisfy given formulas.
//!
//! Refinement makes predicates of the result. Predicates may be any formulas, so nothing sound depends on this module, only progress does. The result
//! is exact for equalities that give an input's value, and for linear bounds with a coefficient of one. Otherwise it over-approximates: it
//! leaves a formula out, or combines bounds as if inputs were rational numbers.

use crate::term::{Kind, Sort, Substitution, Term, Var, contains, variables};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeSet;

/// A formula that would lead to more alternatives is left out.
const MOST_ALTERNATIVES: usize = 16;

/// The pairs of bounds of one input that are combined.
const MOST_PAIRS: usize = 64;

/// A conjunction of literals.
type Alternative = Vec<Term>;

/// The formulas that read state alone, and formulas over the state that follow from the others. `is_state` tells of a variable if it is of the state.
pub(super) fn eliminate(formulas: Vec<Term>, is_state: impl Fn(&Var) -> bool) -> Vec<Term> {
    let inputs_of = |formula: &Term| -> BTreeSet<Var> {
        variables([formula]).into_iter().filter(|var| !is_state(var)).collect()
    };
    let (mut kept, mut alternatives, mut inputs) = (Vec::new(), vec![Alternative::new()], BTreeSet::new());
    for formula in formulas {
        let own = inputs_of(&formula);
        if own.is_empty() {
            kept.push(formula);
        } else if let Some(both) = product(&alternatives, expanded(&formula, true).as_deref()) {
            alternatives = both;
            inputs.extend(own);
        }
    }
    for input in &inputs {
        alternatives = alternatives.into_iter().map(|it| without(it, input)).collect();
    }
    match alternatives.as_slice() {
        [one] => kept.extend(one.iter().cloned()),
        several => kept.push(Term::any(several.iter().map(|it| Term::all(it.iter().cloned())))),
    }
    kept
}

/// The alternatives of a formula or of its negation; none if there are too many.
fn expanded(formula: &Term, holds: bool) -> Option<Vec<Alternative>> {
    let all = |parts: Vec<(&Term, bool)>| {
        let mut found = vec![Alternative::new()];
        for (part, holds) in parts {
            found = product(&found, expanded(part, holds).as_deref())?;
        }
        Some(found)
    };
    let any = |parts: Vec<Option<Vec<Alternative>>>| {
        let found: Vec<Alternative> = parts.into_iter().collect::<Option<Vec<_>>>()?.concat();
        (found.len() <= MOST_ALTERNATIVES).then_some(found)
    };
    let with = |holds: bool| move |part| (part, holds);
    match formula.kind() {
        Kind::Not(inner) => expanded(inner, !holds),
        Kind::And(parts) if holds => all(parts.iter().map(with(true)).collect()),
        Kind::Or(parts) if !holds => all(parts.iter().map(with(false)).collect()),
        Kind::And(parts) | Kind::Or(parts) => any(parts.iter().map(|part| expanded(part, holds)).collect()),
        Kind::Ite(choice, yes, no) => {
            any(vec![all(vec![(choice, true), (yes, holds)]), all(vec![(choice, false), (no, holds)])])
        }
        Kind::Eq(a, b) if *a.sort() == Sort::Bool => {
            any(vec![all(vec![(a, true), (b, holds)]), all(vec![(a, false), (b, !holds)])])
        }
        Kind::Eq(a, b) if !holds && a.sort().is_integer() => Some(vec![vec![a.lt(b)], vec![b.lt(a)]]),
        _ => Some(vec![vec![if holds { formula.clone() } else { formula.not() }]]),
    }
}

fn product(ones: &[Alternative], others: Option<&[Alternative]>) -> Option<Vec<Alternative>> {
    let others = others?;
    let both = |one: &Alternative| others.iter().map(|other| [one.clone(), other.clone()].concat()).collect();
    (ones.len() * others.len() <= MOST_ALTERNATIVES)
        .then(|| ones.iter().flat_map::<Vec<_>, _>(both).collect())
}

/// Literals that follow from these and do not read the input.
fn without(literals: Alternative, input: &Var) -> Alternative {
    let own = input.term();
    let reads = |term: &Term| contains(term, |it| *it == own);
    let (mut reading, mut rest): (Vec<Term>, Vec<Term>) = literals.into_iter().partition(|it| reads(it));
    let equality =
        |(index, literal)| value_of(literal, input).map(|(value, condition)| (index, value, condition));
    if let Some((index, value, condition)) = reading.iter().enumerate().find_map(equality) {
        let mut substitution = Substitution::new([(input.clone(), value)]);
        reading.remove(index);
        rest.push(condition);
        rest.extend(reading.iter().map(|literal| substitution.apply(literal)));
    } else if input.sort.is_integer() {
        rest.extend(combined_bounds(&reading, input));
    }
    rest.retain(|literal| literal.as_bool() != Some(true));
    rest
}

/// The value of an input that a literal gives it, and the condition under which the value is one of the input's sort.
fn value_of(literal: &Term, input: &Var) -> Option<(Term, Term)> {
    let own = input.term();
    let value = match literal.kind() {
        Kind::Var(var) if var == input => Term::bool(true),
        Kind::Not(inner) if *inner == own => Term::bool(false),
        Kind::Eq(a, b) if input.sort.is_integer() => {
            let (factor, rest_a, rest_b) = difference(a, b, input)?;
            if !factor.abs().is_one() {
                return None;
            }
            if factor.is_one() { rest_b.minus(&rest_a) } else { rest_a.minus(&rest_b) }
        }
        Kind::Eq(a, b) if *a == own && !contains(b, |it| *it == own) => b.clone(),
        Kind::Eq(a, b) if *b == own && !contains(a, |it| *it == own) => a.clone(),
        _ => return None,
    };
    match input.sort {
        _ if value.is_assignable_to(&input.sort) => Some((value, Term::bool(true))),
        Sort::Machine(ty) if ty != crate::term::IntType::Char => Some((value.wrap(ty), value.fits(ty))),
        _ => None,
    }
}

/// A bound of an input: with a positive factor, the factor times the input is at least, or at most, the term.
type Bound = (BigInt, Term);

/// Combines the linear bounds of an input: no lower bound is above an upper one.
fn combined_bounds(literals: &[Term], input: &Var) -> Vec<Term> {
    let (mut lower, mut upper): (Vec<Bound>, Vec<Bound>) = (Vec::new(), Vec::new());
    let mut found = Vec::new();
    let mut at_most = |a: &Term, b: &Term, less: i64| {
        let Some((factor, rest_a, rest_b)) = difference(a, b, input) else { return };
        if factor.is_positive() {
            upper.push((factor, rest_b.minus(&rest_a).minus(&Term::int(less))));
        } else if factor.is_negative() {
            lower.push((-factor, rest_a.minus(&rest_b).plus(&Term::int(less))));
        } else {
            found.push(rest_a.plus(&Term::int(less)).le(&rest_b));
        }
    };
    for literal in literals {
        match literal.kind() {
            Kind::Le(a, b) => at_most(a, b, 0),
            Kind::Lt(a, b) => at_most(a, b, 1),
            Kind::Eq(a, b) if a.sort().is_integer() => {
                at_most(a, b, 0);
                at_most(b, a, 0);
            }
            Kind::Not(inner) => match inner.kind() {
                Kind::Le(a, b) => at_most(b, a, 1),
                Kind::Lt(a, b) => at_most(b, a, 0),
                _ => {}
            },
            _ => {}
        }
    }
    let one = BigInt::one();
    match input.sort {
        Sort::Machine(ty) => {
            lower.push((one.clone(), Term::int(ty.min())));
            upper.push((one, Term::int(ty.max())));
        }
        Sort::Nat => lower.push((one, Term::int(0))),
        _ => {}
    }
    let times = |term: &Term, factor: &BigInt| term.times(&Term::int(factor.clone()));
    let pairs = lower.iter().flat_map(|low| upper.iter().map(move |high| (low, high))).take(MOST_PAIRS);
    found.extend(pairs.map(|((few, low), (many, high))| times(low, many).le(&times(high, few))));
    found
}

/// The factor of the input in `a - b`, and what of `a` and of `b` does not read the input, if both are linear in it.
fn difference(a: &Term, b: &Term, input: &Var) -> Option<(BigInt, Term, Term)> {
    let ((of_a, rest_a), (of_b, rest_b)) = (linear(a, input)?, linear(b, input)?);
    Some((of_a - of_b, rest_a, rest_b))
}

fn linear(term: &Term, input: &Var) -> Option<(BigInt, Term)> {
    let own = input.term();
    if *term == own {
        return Some((BigInt::one(), Term::int(0)));
    }
    if !contains(term, |it| *it == own) {
        return Some((BigInt::zero(), term.clone()));
    }
    match term.kind() {
        Kind::Add(a, b) => {
            let ((of_a, rest_a), (of_b, rest_b)) = (linear(a, input)?, linear(b, input)?);
            Some((of_a + of_b, rest_a.plus(&rest_b)))
        }
        Kind::Sub(a, b) => {
            let (factor, rest_a, rest_b) = difference(a, b, input)?;
            Some((factor, rest_a.minus(&rest_b)))
        }
        Kind::Mul(a, b) => {
            let (factor, other) = a.as_int().map(|it| (it, b)).or(b.as_int().map(|it| (it, a)))?;
            let (of_other, rest) = linear(other, input)?;
            Some((of_other * factor, rest.times(&Term::int(factor.clone()))))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::term::{Assignment, IntType, Value};

    fn integer(name: &str) -> Var {
        Var::new(name, Sort::Int)
    }

    fn check(formulas: Vec<Term>, inputs: &[&Var], expected: &[Term]) {
        assert_eq!(eliminate(formulas, |var| !inputs.contains(&var)), expected);
    }

    #[test]
    fn equalities_are_substituted_and_bounds_combined() {
        let (x, k) = (integer("x"), integer("k"));
        let (state, input) = (x.term(), k.term());
        let one = Term::int(1);
        check(vec![input.equals(&one), input.equals(&state)], &[&k], &[one.equals(&state)]);
        check(vec![state.lt(&input), input.lt(&Term::int(2))], &[&k], &[state.plus(&one).le(&one)]);
        check(vec![state.lt(&input)], &[&k], &[]);
        let byte = Var::new("byte", Sort::Machine(IntType::Unsigned(8)));
        check(vec![byte.term().equals(&state)], &[&byte], &[state.fits(IntType::Unsigned(8))]);
    }

    /// Random conjunctions and disjunctions of linear literals with coefficients of one: exact.
    #[test]
    fn a_state_satisfies_the_result_exactly_if_some_input_satisfies_the_formulas() {
        let vars = [integer("x"), integer("y"), integer("k")];
        let mut random = Random::new(1);
        for _ in 0..300 {
            let mut literal = || {
                let mut side = || match random.below(4) {
                    3 => Term::int(random.below(5) as i64 - 2),
                    place => vars[place as usize].term().plus(&Term::int(random.below(3) as i64)),
                };
                let (a, b) = (side(), side());
                [
                    a.le(&b),
                    a.lt(&b),
                    a.equals(&b),
                    a.equals(&b).not(),
                    a.lt(&b).or(&b.lt(&a.minus(&Term::int(2)))),
                ][random.below(5) as usize]
                    .clone()
            };
            let formulas = vec![literal(), literal(), literal()];
            let result = Term::all(eliminate(formulas.clone(), |var| *var != vars[2]));
            let whole = Term::all(formulas.clone());
            for (x, y) in (-4..5).flat_map(|x| (-4..5).map(move |y| (x, y))) {
                let state =
                    |k: i64| -> Assignment { vars.iter().cloned().zip([x, y, k].map(Value::int)).collect() };
                let is_possible = (-20..21).any(|k| state(k).eval(&whole) == Ok(Value::Bool(true)));
                let is_claimed = state(0).eval(&result) == Ok(Value::Bool(true));
                assert_eq!(is_possible, is_claimed, "{formulas:?} at {x}, {y}: {result}");
            }
        }
    }
}
