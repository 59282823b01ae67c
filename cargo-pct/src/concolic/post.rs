//! The abstract post: which literals hold after an edge.
//!
//! Over-approximates: if the solver gives no answer, the edge may be taken and the literal is not known. Answers are kept, for the graph is
//! built anew after each refinement, and hypotheses that share no variable with the question, directly or through others, are left
//! out: this weakens the question, which is sound, and lets more answers be used again.

use super::asking::Asking;
use super::graph::Cube;
use super::related::related;
use super::shadow::conjuncts;
use crate::solver::{Answer, Prover};
use crate::system::{EdgeId, System};
use crate::term::{Assignment, Term, Value};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::rc::Rc;

/// Questions that one solver is asked.
const QUESTIONS_A_SOLVER: usize = 2_000;

/// A question: do the hypotheses, and nothing less, imply the formula?
type Question = (Vec<Term>, Term);

/// The answer to whether an edge may be taken, with a model that takes it if there is one.
#[derive(Clone)]
enum Taken {
    Never,
    Perhaps(Option<Rc<Assignment>>),
}

/// Computes abstract posts.
pub(super) struct Posts<'a> {
    system: &'a System,
    asking: Asking<'a>,
    taken: HashMap<Vec<Term>, Taken, FxBuildHasher>,
    follows: HashMap<Question, bool, FxBuildHasher>,
}

impl<'a> Posts<'a> {
    pub(super) fn new(system: &'a System, prover: &'a Prover) -> Posts<'a> {
        let (taken, follows) = (HashMap::default(), HashMap::default());
        Posts { system, asking: Asking::new(prover, QUESTIONS_A_SOLVER), taken, follows }
    }

    /// The literals of the states that an initial condition begins in; none if nothing satisfies it.
    pub(super) fn initial(&mut self, number: usize, predicates: &[Term]) -> Option<Cube> {
        let known = conjuncts(&self.system.initial[number].constraint);
        self.cube(&known, predicates.to_vec())
    }

    /// The literals of the states behind an edge, from states that satisfy some; none if none of these takes it.
    pub(super) fn after(&mut self, edge: EdgeId, literals: &[Term], predicates: &[Term]) -> Option<Cube> {
        let mut known = literals.to_vec();
        known.extend(conjuncts(&self.system.edges[edge].guard));
        let mut update = self.system.after(edge);
        self.cube(&known, predicates.iter().map(|predicate| update.apply(predicate)).collect())
    }

    /// For each formula: it follows, its negation follows, or neither is known. None if the hypotheses exclude each other.
    fn cube(&mut self, known: &[Term], formulas: Vec<Term>) -> Option<Cube> {
        let Taken::Perhaps(model) = self.may_hold(known) else { return None };
        Some(formulas.iter().map(|formula| self.literal(known, formula, model.as_deref())).collect())
    }

    fn may_hold(&mut self, known: &[Term]) -> Taken {
        if known.iter().any(|formula| formula.as_bool() == Some(false)) {
            return Taken::Never;
        }
        if let Some(taken) = self.taken.get(known) {
            return taken.clone();
        }
        let taken = match self.asking.check(known) {
            Answer::Unsat(_) => Taken::Never,
            Answer::Sat(model) => Taken::Perhaps(Some(Rc::new(model))),
            Answer::Unknown(_) => Taken::Perhaps(None),
        };
        self.taken.insert(known.to_vec(), taken.clone());
        taken
    }

    fn literal(&mut self, known: &[Term], formula: &Term, model: Option<&Assignment>) -> Option<bool> {
        if let Some(holds) = formula.as_bool() {
            return Some(holds);
        }
        let negation = formula.not();
        if known.contains(formula) || known.contains(&negation) {
            return Some(known.contains(formula));
        }
        let related = related(known, formula);
        // A model refutes one of the two.
        let shown = model.map(|model| model.complete(formula) == Value::Bool(true));
        if shown != Some(false) && self.follows(&related, formula) {
            return Some(true);
        }
        (shown != Some(true) && self.follows(&related, &negation)).then_some(false)
    }

    fn follows(&mut self, known: &[Term], formula: &Term) -> bool {
        let question = (known.to_vec(), formula.clone());
        if let Some(follows) = self.follows.get(&question) {
            return *follows;
        }
        let mut formulas = known.to_vec();
        formulas.push(formula.not());
        let follows = match self.asking.check(&formulas) {
            Answer::Unsat(_) => true,
            Answer::Sat(_) | Answer::Unknown(_) => false,
        };
        self.follows.insert(question, follows);
        follows
    }
}
