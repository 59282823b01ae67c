//! Questions of many paths, put to one solver after the other.
//!
//! The terms of a path of thousands of steps may be nested as deep, and the solver's lowering needs a stack for that. A question that is nested too
//! deep has no answer, which is always safe.

use crate::solver::{Answer, Prover, Solver};
use crate::term::{Term, TermMap};

/// Questions may be nested so deep.
const MOST_NESTED: usize = 1_000;

/// A solver that is made anew after so many questions: it keeps a name for each formula that it has met.
pub(super) struct Asking<'a> {
    prover: &'a Prover,
    solver: Solver,
    asked: usize,
    most: usize,
}

impl<'a> Asking<'a> {
    /// Begins with a new solver; each is asked `most` questions.
    pub(super) fn new(prover: &'a Prover, most: usize) -> Asking<'a> {
        Asking { prover, solver: prover.solver(), asked: 0, most }
    }

    /// Asks if some values satisfy all formulas.
    pub(super) fn check(&mut self, formulas: &[Term]) -> Answer {
        if are_nested_too_deep(formulas) {
            return Answer::Unknown(format!("the question is nested deeper than {MOST_NESTED} levels"));
        }
        if self.asked >= self.most {
            (self.solver, self.asked) = (self.prover.solver(), 0);
        }
        self.asked += 1;
        self.solver.check(formulas)
    }
}

/// Tells whether a formula is nested too deep for a question. Looks at each subterm once, and needs no deep stack itself.
pub(super) fn are_nested_too_deep(formulas: &[Term]) -> bool {
    let mut depths: TermMap<usize> = TermMap::default();
    // Each term, and true if its operands were looked at.
    let mut pending: Vec<(&Term, bool)> = formulas.iter().map(|term| (term, false)).collect();
    while let Some((term, is_behind)) = pending.pop() {
        if is_behind {
            let deepest = term.operands().into_iter().map(|operand| depths[operand]).max().unwrap_or(0);
            if deepest >= MOST_NESTED {
                return true;
            }
            depths.insert(term.clone(), deepest + 1);
        } else if !depths.contains_key(term) {
            pending.push((term, true));
            pending.extend(term.operands().into_iter().map(|operand| (operand, false)));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Sort, Var};

    #[test]
    fn a_question_that_is_nested_too_deep_has_no_answer() {
        let prover = Prover::default();
        let mut asking = Asking::new(&prover, 10);
        let mut term = Term::int(0);
        for step in 0..50_000 {
            term = Var::new(format!("k@{step}"), Sort::Int).term().minus(&term);
            if step == 10 {
                assert!(matches!(asking.check(&[term.lt(&Term::int(0))]), Answer::Sat(_)));
            }
        }
        assert!(matches!(asking.check(&[term.lt(&Term::int(0))]), Answer::Unknown(_)));
    }
}
