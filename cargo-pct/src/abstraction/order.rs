//! Conjunctions of comparisons without those that follow from the others: what a person wants to read, and what a
//! proof should be cut down from.

use crate::term::{Kind, Term};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// A comparison `left + distance <= right` between two terms; `None` stands for zero.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Comparison {
    left: Option<Term>,
    right: Option<Term>,
    distance: BigInt,
}

/// The conjuncts without the comparisons that are implied by the other comparisons (by the transitivity of `<=` and
/// the ranges of the terms); the rest is kept. The result is equivalent to the input.
///
/// Of two comparisons that imply each other with the help of the rest, the one listed later goes; ties between chains
/// are settled in favour of short steps: `a <= b` and `b <= c` stay, `a <= c` goes.
pub fn without_implied(conjuncts: &[Term]) -> Vec<Term> {
    let comparisons: Vec<Option<Comparison>> = conjuncts.iter().map(comparison).collect();
    let mut kept: Vec<bool> = vec![true; conjuncts.len()];
    for index in (0..conjuncts.len()).rev() {
        let Some(goal) = &comparisons[index] else { continue };
        let others = comparisons.iter().zip(&kept).enumerate();
        let others = others.filter(|(other, (_, kept))| *other != index && **kept);
        let facts: Vec<&Comparison> = others.filter_map(|(_, (comparison, _))| comparison.as_ref()).collect();
        kept[index] = !implied(goal, &facts);
    }
    conjuncts.iter().zip(kept).filter(|(_, kept)| *kept).map(|(term, _)| term.clone()).collect()
}

fn comparison(term: &Term) -> Option<Comparison> {
    let (left, right, strict) = match term.kind() {
        Kind::Le(a, b) => (a, b, 0),
        Kind::Lt(a, b) => (a, b, 1),
        _ => return None,
    };
    let ((left, a), (right, b)) = (linear(left), linear(right));
    Some(Comparison { left, right, distance: a - b + strict })
}

/// A term as a base and a constant added to it.
fn linear(term: &Term) -> (Option<Term>, BigInt) {
    match term.kind() {
        Kind::Int(value) => (None, value.clone()),
        Kind::Add(a, b) if b.as_int().is_some() => (Some(a.clone()), b.as_int().expect("just seen").clone()),
        _ => (Some(term.clone()), BigInt::ZERO),
    }
}

/// Whether the longest way from the goal's left to its right is long enough (Bellman and Ford).
fn implied(goal: &Comparison, facts: &[&Comparison]) -> bool {
    let mut distances: BTreeMap<u64, BigInt> = BTreeMap::from([(key(&goal.left), BigInt::ZERO)]);
    for _ in 0..=facts.len() {
        let mut changed = false;
        for fact in facts {
            let Some(reached) = distances.get(&key(&fact.left)).map(|d| d + &fact.distance) else { continue };
            let known = distances.get(&key(&fact.right));
            if known.is_none_or(|known| *known < reached) {
                distances.insert(key(&fact.right), reached);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    distances.get(&key(&goal.right)).is_some_and(|distance| *distance >= goal.distance)
}

fn key(term: &Option<Term>) -> u64 {
    term.as_ref().map_or(u64::MAX, Term::uid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Reader, Sort, Var, parse_all};

    fn check(conjuncts: &str, expected: &str) {
        let vars = ["a", "b", "c", "d"].map(|name| Var::new(name, Sort::Int));
        let read = |text: &str| -> Vec<Term> {
            let mut reader = Reader::new(&vars);
            let exprs = parse_all(text).expect("well formed");
            exprs.iter().map(|expr| reader.read(expr).expect("well sorted")).collect()
        };
        let (conjuncts, expected) = (read(conjuncts), read(expected));
        assert_eq!(without_implied(&conjuncts), expected);
    }

    #[test]
    fn a_chain_keeps_its_short_steps() {
        check("(<= 0 a) (<= 0 b) (<= a b) (<= 0 c) (<= a c) (<= b c)", "(<= 0 a) (<= a b) (<= b c)");
    }

    #[test]
    fn a_strict_comparison_implies_the_other() {
        check("(<= a b) (< a b)", "(< a b)");
        check("(< a b) (<= (+ a 1) b)", "(< a b)");
    }

    #[test]
    fn what_is_no_comparison_stays() {
        check("(= a b) (or (< a b) (< b a)) (<= a b)", "(= a b) (or (< a b) (< b a)) (<= a b)");
    }

    #[test]
    fn a_contradiction_keeps_enough_to_be_one() {
        check("(< a b) (< b a)", "(< a b) (< b a)");
    }
}
