//! The questions that a solver answers: satisfiability, proofs, small models, and which formulas may hold.
//!
//! Input: the assertions of a [`Solver`], and assumptions of one question. Output: an [`Answer`] or a [`Verdict`]. If integers give no
//! answer, the assertions are lowered once more, to bit-vectors, and stay there.

use super::backend::{Backend, RawAnswer};
use super::integers::Loose;
use super::{Answer, Choice, Encoding, SMALL, Solver, SolverConfig, Verdict};
use crate::term::{Term, Value, Var};

/// Z3's resource units for a query in integers that over-approximate.
pub(super) const LOOSE_LIMIT: u32 = 200_000;

/// What is asked of a backend.
pub(super) type Question = fn(&mut Backend, &[Term]) -> RawAnswer;

impl Solver {
    /// Asserts a formula for good.
    pub fn assert(&mut self, formula: &Term) {
        self.assertions.push(formula.clone());
        if let Some(loose) = &mut self.loose {
            // What it cannot lower makes its answers unknown.
            let _ = loose.assert(formula);
        }
        if self.backend.assert(formula).is_err() && self.may_fall_back() {
            self.fall_back();
        }
    }

    /// Asserts that a choice cannot be made.
    pub(super) fn assert_none(&mut self, choice: &Choice) {
        match choice.bound.as_slice() {
            [] => self.assert(&choice.body.not()),
            bound => {
                self.loose = None;
                self.backend.assert_none(bound, &choice.body);
            }
        }
    }

    /// Whether the assertions are satisfiable together with the assumptions.
    pub fn check(&mut self, assumptions: &[Term]) -> Answer {
        if assumptions.iter().any(|term| term.as_bool() == Some(false)) {
            let core = assumptions.iter().find(|term| term.as_bool() == Some(false)).cloned();
            return Answer::Unsat(core.into_iter().collect());
        }
        let answer = self.query(assumptions);
        match answer {
            Answer::Unknown(_) if self.may_fall_back() => {
                self.fall_back();
                self.query(assumptions)
            }
            answer => answer,
        }
    }

    /// Whether the goal follows from the assertions and the hypotheses.
    pub fn prove(&mut self, hypotheses: &[Term], goal: &Term) -> Verdict {
        let negation = goal.not();
        let assumptions: Vec<Term> = hypotheses.iter().cloned().chain([negation.clone()]).collect();
        match self.check(&assumptions) {
            Answer::Sat(model) => Verdict::Invalid(model),
            Answer::Unsat(mut core) => {
                core.retain(|term| *term != negation);
                Verdict::Valid(core)
            }
            Answer::Unknown(reason) => Verdict::Unknown(reason),
        }
    }

    /// The same for hypotheses that are asked about once: cheaper than naming each. A valid goal is said to need all of them.
    pub fn prove_once(&mut self, hypotheses: &[Term], goal: &Term) -> Verdict {
        let formulas: Vec<Term> = hypotheses.iter().cloned().chain([goal.not()]).collect();
        let mut answer = self.ask(&formulas, Backend::check_once);
        if matches!(answer, Answer::Unknown(_)) && self.may_fall_back() {
            self.fall_back();
            answer = self.ask(&formulas, Backend::check_once);
        }
        match answer {
            Answer::Sat(model) => Verdict::Invalid(model),
            Answer::Unsat(_) => Verdict::Valid(hypotheses.to_vec()),
            Answer::Unknown(reason) => Verdict::Unknown(reason),
        }
    }

    /// A model as [`Solver::check`] gives it, in which the integers among `vars` are small if they can be: within
    /// [-4, 4] ([`SMALL`]), else [-64, 64], arrays aside. Costs up to two more queries.
    pub fn check_small(&mut self, assumptions: &[Term], vars: &[Var]) -> Answer {
        let first = self.check(assumptions);
        let Answer::Sat(model) = &first else { return first };
        for bound in [SMALL, 64] {
            if model.extent(vars) <= bound {
                return first;
            }
            let small = vars.iter().filter(|var| var.sort.is_integer()).map(|var| {
                let var = var.term();
                Term::int(-bound).le(&var).and(&var.le(&Term::int(bound)))
            });
            let narrowed: Vec<Term> = assumptions.iter().cloned().chain([Term::all(small)]).collect();
            if let answer @ Answer::Sat(_) = self.query(&narrowed) {
                return answer;
            }
        }
        first
    }

    /// Tells of each formula if it may hold together with the assertions. They are asked about together, because a model shows many of
    /// them, and one answer excludes all others.
    ///
    /// Over-approximates: a formula without an answer may hold.
    pub fn may_hold(&mut self, formulas: &[Term]) -> Vec<bool> {
        let mut may_hold = vec![false; formulas.len()];
        let mut unanswered: Vec<usize> = (0..formulas.len()).collect();
        while !unanswered.is_empty() {
            match self.check(&[Term::any(unanswered.iter().map(|index| formulas[*index].clone()))]) {
                Answer::Unsat(_) => break,
                Answer::Sat(model) => {
                    let holds = |index: &usize| model.complete(&formulas[*index]) == Value::Bool(true);
                    unanswered.iter().filter(|index| holds(index)).for_each(|index| may_hold[*index] = true);
                    unanswered.retain(|index| !may_hold[*index]);
                }
                Answer::Unknown(_) => {
                    for index in unanswered.drain(..) {
                        let alone = self.check(std::slice::from_ref(&formulas[index]));
                        may_hold[index] = !matches!(alone, Answer::Unsat(_));
                    }
                }
            }
        }
        may_hold
    }

    /// Auto falls back once; bit-vectors then serve this solver for good.
    fn may_fall_back(&self) -> bool {
        self.prover.config.encoding == Encoding::Auto && !self.fallen_back
    }

    fn fall_back(&mut self) {
        self.fallen_back = true;
        let SolverConfig { resource_limit, .. } = self.prover.config;
        let quick = SolverConfig { resource_limit: resource_limit.min(LOOSE_LIMIT), ..self.prover.config };
        let mut loose = Backend::integers(&quick, self.incremental, true, Loose::BitsAndTables);
        self.backend = Backend::bit_vectors(&self.prover.config, self.incremental);
        for formula in &self.assertions {
            // What cannot be lowered makes every later query unknown: the backend remembers it.
            let _ = self.backend.assert(formula);
            let _ = loose.assert(formula);
        }
        self.loose = Some(loose);
    }

    fn query(&mut self, assumptions: &[Term]) -> Answer {
        self.ask(assumptions, Backend::check)
    }

    fn ask(&mut self, formulas: &[Term], question: Question) -> Answer {
        let Solver { prover, assertions, backend, loose, .. } = self;
        if let Some(loose) = loose {
            match prover.ask(loose, assertions, formulas, question) {
                Answer::Unknown(_) => {}
                answer => return answer,
            }
        }
        prover.ask(backend, assertions, formulas, question)
    }
}
