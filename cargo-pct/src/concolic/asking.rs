//! Questions of many paths, put to one solver after the other.

use crate::solver::{Answer, Prover, Solver};
use crate::term::Term;

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
        if self.asked >= self.most {
            (self.solver, self.asked) = (self.prover.solver(), 0);
        }
        self.asked += 1;
        self.solver.check(formulas)
    }
}
