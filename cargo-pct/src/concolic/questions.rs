//! Questions about branches, each asked once up to the names of its inputs.
//!
//! A loop asks one question again in each round, with the inputs of another step. So the inputs are renamed in the order in which they occur, and
//! the answer is kept with the renamed question.

use super::asking::Asking;
use crate::solver::{Answer, Prover};
use crate::term::{Assignment, Kind, Substitution, Term, TermSet, Value, Var};
use rustc_hash::FxHashMap;

/// Questions that one solver is asked.
const QUESTIONS_A_SOLVER: usize = 500;

/// Answers are forgotten if the questions that they are of have more subterms than this.
const MOST_KEPT: usize = 1_000_000;

/// The work of one question of the solver, in subterms that are looked at.
const WORK_OF_ASKING: usize = 100;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Solution {
    /// These values of its inputs satisfy it.
    Values(Assignment),
    /// No values do.
    Infeasible,
    /// The solver gives no answer.
    Unknown,
}

/// A kept answer; values are in the order of the inputs' first occurrence.
#[derive(Clone)]
enum Kept {
    Values(Vec<Value>),
    Infeasible,
    Unknown,
}

/// Asks and remembers.
pub(super) struct Questions<'a> {
    asking: Asking<'a>,
    answers: FxHashMap<Vec<Term>, Kept>,
    /// The subterms of all questions that are kept.
    kept: usize,
    /// The work so far: subterms of questions, and [`WORK_OF_ASKING`] for each that the solver was asked.
    pub(super) work: usize,
}

impl<'a> Questions<'a> {
    pub(super) fn new(prover: &'a Prover) -> Questions<'a> {
        let asking = Asking::new(prover, QUESTIONS_A_SOLVER);
        Questions { asking, answers: FxHashMap::default(), kept: 0, work: 0 }
    }

    /// Asks if some values satisfy all formulas.
    pub(super) fn solve(&mut self, formulas: &[Term]) -> Solution {
        let subterms = subterms(formulas);
        self.work += subterms.len();
        let vars: Vec<Var> = subterms.iter().filter_map(variable).collect();
        let question = renamed(formulas, &subterms, &vars);
        let kept = match self.answers.get(&question) {
            Some(kept) => kept.clone(),
            None => {
                let kept = self.ask(formulas, &vars);
                self.keep(question, kept.clone(), subterms.len());
                kept
            }
        };
        match kept {
            Kept::Values(values) => Solution::Values(vars.into_iter().zip(values).collect()),
            Kept::Infeasible => Solution::Infeasible,
            Kept::Unknown => Solution::Unknown,
        }
    }

    fn ask(&mut self, formulas: &[Term], vars: &[Var]) -> Kept {
        self.work += WORK_OF_ASKING;
        match self.asking.check(formulas) {
            Answer::Sat(model) => {
                let value = |var: &Var| model.get(var).cloned().unwrap_or_else(|| Value::simplest(&var.sort));
                Kept::Values(vars.iter().map(value).collect())
            }
            Answer::Unsat(_) => Kept::Infeasible,
            Answer::Unknown(_) => Kept::Unknown,
        }
    }

    fn keep(&mut self, question: Vec<Term>, kept: Kept, size: usize) {
        self.kept += size;
        if self.kept > MOST_KEPT {
            self.answers.clear();
            self.kept = size;
        }
        self.answers.insert(question, kept);
    }
}

fn variable(term: &Term) -> Option<Var> {
    match term.kind() {
        Kind::Var(var) => Some(var.clone()),
        _ => None,
    }
}

/// All subterms, each once and behind its operands, in the order of their first occurrence.
fn subterms(formulas: &[Term]) -> Vec<Term> {
    let (mut seen, mut found) = (TermSet::default(), Vec::new());
    // Each term, and true if its operands were looked at.
    let mut pending: Vec<(Term, bool)> = formulas.iter().rev().map(|term| (term.clone(), false)).collect();
    while let Some((term, is_behind)) = pending.pop() {
        if is_behind {
            found.push(term);
        } else if seen.insert(term.clone()) {
            pending.push((term.clone(), true));
            pending.extend(term.operands().into_iter().rev().map(|operand| (operand.clone(), false)));
        }
    }
    found
}

/// The formulas with their variables named by number. Goes from operands to what is made of them, because terms may be deep.
fn renamed(formulas: &[Term], subterms: &[Term], vars: &[Var]) -> Vec<Term> {
    let number =
        |(number, var): (usize, &Var)| (var.clone(), Var::new(format!("?{number}"), var.sort.clone()).term());
    let mut names = Substitution::new(vars.iter().enumerate().map(number));
    for term in subterms {
        names.apply(term);
    }
    formulas.iter().map(|formula| names.apply(formula)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    /// `x@step` has a value of its own, with which `k@step` agrees.
    fn question(step: usize, low: i64) -> Vec<Term> {
        let [x, k] = ["x", "k"].map(|name| Var::new(format!("{name}@{step}"), Sort::Int).term());
        vec![Term::int(low).lt(&x), x.lt(&Term::int(10)), k.equals(&x.plus(&Term::int(1)))]
    }

    #[test]
    fn a_question_is_asked_once_up_to_the_names_of_its_inputs() {
        let prover = Prover::default();
        let mut questions = Questions::new(&prover);
        for step in [9, 10, 11] {
            let formulas = question(step, 7);
            let Solution::Values(values) = questions.solve(&formulas) else { panic!("there are some") };
            assert!(formulas.iter().all(|formula| values.eval(formula) == Ok(Value::Bool(true))));
            assert_eq!(questions.solve(&question(step, 9)), Solution::Infeasible);
        }
        assert_eq!(prover.statistics().queries, 2);
    }

    #[test]
    fn a_deep_question_needs_no_deep_stack() {
        let mut term = Term::int(0);
        for step in 0..30_000 {
            term = Var::new(format!("k@{step}"), Sort::Int).term().minus(&term);
        }
        let formulas = [term.lt(&Term::int(0))];
        let subterms = subterms(&formulas);
        let vars: Vec<Var> = subterms.iter().filter_map(variable).collect();
        assert_eq!(vars.len(), 30_000);
        assert_eq!(renamed(&formulas, &subterms, &vars).len(), 1);
    }
}
