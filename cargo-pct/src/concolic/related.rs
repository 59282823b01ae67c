//! Formulas by the variables that they read, to find those that are connected with a question.

use crate::term::{Term, TermSet, Var, variables};
use rustc_hash::FxHashMap;

/// Formulas in an order, each with the depth at which it is known. Each formula is kept once.
#[derive(Default)]
pub(super) struct Conjuncts {
    formulas: Vec<Formula>,
    seen: TermSet,
    numbers: FxHashMap<Var, usize>,
    /// By the number of a variable, the formulas that read it, in order.
    readers: Vec<Vec<usize>>,
}

struct Formula {
    term: Term,
    depth: usize,
    /// The numbers of the variables that it reads.
    read: Vec<usize>,
}

impl Conjuncts {
    /// Adds a formula that is known from this depth on. Depths never decrease.
    pub(super) fn add(&mut self, term: Term, depth: usize) {
        if !self.seen.insert(term.clone()) {
            return;
        }
        let own = self.formulas.len();
        let mut read = Vec::new();
        for var in variables([&term]) {
            let number = *self.numbers.entry(var).or_insert(self.readers.len());
            if number == self.readers.len() {
                self.readers.push(Vec::new());
            }
            self.readers[number].push(own);
            read.push(number);
        }
        self.formulas.push(Formula { term, depth, read });
    }

    /// The formulas up to a depth that share variables with this one, directly or through others of them, in their order. Looks at no others.
    pub(super) fn related(&self, formula: &Term, most_depth: usize) -> Vec<Term> {
        let mut is_found = vec![false; self.formulas.len()];
        let mut is_met = vec![false; self.readers.len()];
        let mut pending: Vec<usize> = Vec::new();
        let mut meet = |var: usize, pending: &mut Vec<usize>| {
            if !std::mem::replace(&mut is_met[var], true) {
                pending.push(var);
            }
        };
        let first = variables([formula]);
        first.iter().filter_map(|var| self.numbers.get(var)).for_each(|var| meet(*var, &mut pending));
        while let Some(var) = pending.pop() {
            let is_known = |own: &&usize| self.formulas[**own].depth <= most_depth;
            for own in self.readers[var].iter().take_while(is_known) {
                if !std::mem::replace(&mut is_found[*own], true) {
                    self.formulas[*own].read.iter().for_each(|var| meet(*var, &mut pending));
                }
            }
        }
        let found = self.formulas.iter().zip(is_found).filter(|(_, is_found)| *is_found);
        found.map(|(formula, _)| formula.term.clone()).collect()
    }
}

/// The formulas that share variables with this one, directly or through others of them.
pub(super) fn related(known: &[Term], formula: &Term) -> Vec<Term> {
    let mut conjuncts = Conjuncts::default();
    known.iter().for_each(|term| conjuncts.add(term.clone(), 0));
    conjuncts.related(formula, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    #[test]
    fn formulas_are_related_through_others_up_to_a_depth() {
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| Var::new(name, Sort::Int).term());
        let mut conjuncts = Conjuncts::default();
        conjuncts.add(b.lt(&c), 0);
        conjuncts.add(d.lt(&d.plus(&Term::int(1)).times(&d)), 1);
        conjuncts.add(a.lt(&b), 2);
        assert_eq!(conjuncts.related(&Term::int(5).le(&c), 1), [b.lt(&c)]);
        assert_eq!(conjuncts.related(&Term::int(5).le(&c), 2), [b.lt(&c), a.lt(&b)]);
        assert_eq!(conjuncts.related(&Term::bool(true), 2), []);
    }
}
