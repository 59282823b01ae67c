//! Free variables and simultaneous substitution.

use super::{Kind, Term, TermMap, TermRefs, Var};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// The free variables of some terms.
pub fn variables<'a>(terms: impl IntoIterator<Item = &'a Term>) -> BTreeSet<Var> {
    found_in(terms, |term| match term.kind() {
        Kind::Var(var) => Some(var.clone()),
        _ => None,
    })
}

/// The numbers that terms compare and compute with.
pub fn constants<'a>(terms: impl IntoIterator<Item = &'a Term>) -> BTreeSet<BigInt> {
    found_in(terms, |term| match term.kind() {
        Kind::Int(value) => Some(value.clone()),
        _ => None,
    })
}

/// Finds something in terms, at any depth; looks at each subterm once.
fn found_in<'a, T: Ord>(
    terms: impl IntoIterator<Item = &'a Term>,
    find: impl Fn(&Term) -> Option<T>,
) -> BTreeSet<T> {
    let (mut found, mut seen) = (BTreeSet::new(), TermRefs::default());
    let mut pending: Vec<&Term> = terms.into_iter().collect();
    while let Some(term) = pending.pop() {
        if seen.insert(term) {
            found.extend(find(term));
            pending.extend(term.operands());
        }
    }
    found
}

/// Whether some part of a term is one of these.
pub fn contains(term: &Term, is_it: impl Fn(&Term) -> bool) -> bool {
    let (mut seen, mut pending) = (TermRefs::default(), vec![term]);
    while let Some(term) = pending.pop() {
        if is_it(term) {
            return true;
        }
        if seen.insert(term) {
            pending.extend(term.operands());
        }
    }
    false
}

/// A simultaneous substitution of terms for variables, with the results so far.
#[derive(Default)]
pub struct Substitution {
    memo: TermMap<Term>,
    drops_claims: bool,
}

impl Substitution {
    /// Replaces each variable by its term, all at once.
    ///
    /// # Panics
    /// If a term may leave the sort of its variable.
    pub fn new(pairs: impl IntoIterator<Item = (Var, Term)>) -> Substitution {
        let memo = pairs.into_iter().map(|(var, term)| {
            assert!(term.is_assignable_to(&var.sort), "{term} may leave `{}: {}`", var.name, var.sort);
            (var.term(), term)
        });
        Substitution { memo: memo.collect(), drops_claims: false }
    }

    /// Replaces no variable, and keeps no claim that a wrap is exact.
    pub fn dropping_claims() -> Substitution {
        Substitution { memo: TermMap::default(), drops_claims: true }
    }

    /// The term with the variables replaced.
    pub fn apply(&mut self, term: &Term) -> Term {
        if let Some(result) = self.memo.get(term) {
            return result.clone();
        }
        let result = self.rebuild(term);
        self.memo.insert(term.clone(), result.clone());
        result
    }

    fn rebuild(&mut self, term: &Term) -> Term {
        match term.kind() {
            Kind::Var(_) | Kind::Bool(_) | Kind::Int(_) | Kind::Variant(..) => term.clone(),
            Kind::Not(a) => self.apply(a).not(),
            Kind::And(terms) => Term::all(terms.iter().map(|t| self.apply(t)).collect::<Vec<_>>()),
            Kind::Or(terms) => Term::any(terms.iter().map(|t| self.apply(t)).collect::<Vec<_>>()),
            Kind::Ite(c, a, b) => self.apply(c).ite(&self.apply(a), &self.apply(b)),
            Kind::Eq(a, b) => self.apply(a).equals(&self.apply(b)),
            Kind::Le(a, b) => self.apply(a).le(&self.apply(b)),
            Kind::Lt(a, b) => self.apply(a).lt(&self.apply(b)),
            Kind::Add(a, b) => self.apply(a).plus(&self.apply(b)),
            Kind::Sub(a, b) => self.apply(a).minus(&self.apply(b)),
            Kind::Mul(a, b) => self.apply(a).times(&self.apply(b)),
            Kind::Div(d, a, b) => self.apply(a).divided(*d, &self.apply(b)),
            Kind::Rem(d, a, b) => self.apply(a).remainder(*d, &self.apply(b)),
            Kind::Wrap { to, value, exact: true } if !self.drops_claims => self.apply(value).assume_in(*to),
            Kind::Wrap { to, value, .. } => self.apply(value).wrap(*to),
            Kind::Bits(op, ty, a, b) => self.apply(a).bits(*op, *ty, &self.apply(b)),
            Kind::Select(a, i) => self.apply(a).select(&self.apply(i)),
            Kind::Store(a, i, v) => self.apply(a).store(&self.apply(i), &self.apply(v)),
            Kind::ConstArray(element, a) => self.apply(a).filled_array(element),
            Kind::Each(pattern, operands) => {
                let operands: Vec<Term> = operands.iter().map(|operand| self.apply(operand)).collect();
                pattern.holds_below(&operands[0], &operands[1..])
            }
        }
    }
}
