//! Queries to Z3. No other module names it.
//!
//! A [`Solver`] holds assertions that only grow and answers whether they are satisfiable together with some
//! assumptions. Assumptions are terms; each is named once by a literal, so that a solver stays incremental however
//! many valuations are tried, and an unsatisfiable core says which of them mattered.
//!
//! Every model is checked by evaluating all assertions and assumptions under it, with the semantics of [`crate::term`]:
//! what Z3 and the evaluator disagree on is never a state. An answer that is neither is [`Answer::Unknown`], which the
//! callers match by name.

mod asking;
mod backend;
mod bit_vectors;
mod budget;
mod each;
mod integers;
mod loose;
mod memory;
mod model;
mod spent;
mod tables;

pub use budget::Work;
pub use spent::Spent;

use crate::term::{Assignment, Kind, Term, Value, Var, contains};
use asking::Question;
use backend::{Backend, RawAnswer};
use integers::Loose;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How integer terms are lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Integers; bit-vectors where a term demands them or integers gave no answer.
    #[default]
    Auto,
    /// Mathematical integers with range constraints; trusts `exact` claims ([`crate::term::Kind::Wrap`]).
    Integers,
    /// Mathematical integers that trust no claim: every wrap is written out.
    ExactIntegers,
    /// Bit-vectors wide enough for every intermediate value; trusts no claim.
    BitVectors,
}

/// Settings of all solvers of one analysis.
#[derive(Clone, Copy, Debug)]
pub struct SolverConfig {
    /// How integers are lowered.
    pub encoding: Encoding,
    /// Z3's resource units a query may spend before it is unknown; not seconds, so that reports are reproducible.
    pub resource_limit: u32,
    /// Resource units that all queries of one [`Prover`] may spend together. What is asked beyond is unknown at once, so that an
    /// analysis ends whatever it analyses.
    pub budget: u64,
    /// Time that all queries of one [`Prover`] may take together. The steps above bound the same work reproducibly; this is for
    /// queries of which they count too little.
    pub time: Option<Duration>,
    /// Bytes that the process may have in main memory.
    pub memory: u64,
    /// Z3's seed.
    pub seed: u32,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            encoding: Encoding::Auto,
            resource_limit: 8_000_000,
            budget: 100_000_000,
            time: None,
            memory: 1_600_000_000,
            seed: 0,
        }
    }
}

/// What was asked so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Satisfiability checks, repetitions in another encoding included.
    pub queries: u64,
    /// Checks that gave no answer.
    pub unknown: u64,
    /// Models that Z3 gave and evaluation did not confirm.
    pub rejected_models: u64,
    /// Z3's resource units that these checks spent.
    pub resources: u64,
    /// Time spent in Z3.
    pub time: Duration,
    /// Whether a question was not asked or not answered because time was up: with more time, more may be known.
    pub is_cut_by_time: bool,
    /// Whether a search ended because time was up that more time seldom helps: another run may find more, or less.
    pub is_search_cut: bool,
    /// How many questions about products in bit-vectors had no answer since one had.
    products_in_vain: u32,
}

/// Bit-vectors are asked about products no more when so many such questions in a row had no answer: two factors of 64 bits become tens of
/// thousands of gates, and each such question takes all steps that it may.
const MOST_IN_VAIN: u32 = 2;

/// Z3 is asked what it has spent once in so many queries: the question itself costs as much as an easy query.
const QUERIES_A_SAMPLE: u64 = 8;

/// A formula some of whose variables are to be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The variables; no other formula of a query reads them.
    pub bound: Vec<Var>,
    /// What is to hold of them.
    pub body: Term,
}

/// What is small: integers up to this distance from zero are easy to read.
pub const SMALL: i64 = 4;

/// Makes the solvers of one analysis; counts their queries. Clones share the counters.
#[derive(Clone, Debug, Default)]
pub struct Prover {
    config: SolverConfig,
    /// When the time is up.
    deadline: Option<Instant>,
    statistics: Rc<RefCell<Statistics>>,
}

/// Whether assertions and assumptions are satisfiable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They are, by this assignment, which evaluation has confirmed.
    Sat(Assignment),
    /// They are not, because of these assumptions (and the assertions).
    Unsat(Vec<Term>),
    /// Neither could be shown; the reason.
    Unknown(String),
}

/// Whether a goal follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does, already from these hypotheses (and the solver's assertions).
    Valid(Vec<Term>),
    /// It does not: under this assignment the hypotheses hold and the goal does not.
    Invalid(Assignment),
    /// Neither could be shown; the reason.
    Unknown(String),
}

impl Prover {
    /// A prover without queries yet.
    pub fn new(config: SolverConfig) -> Prover {
        let deadline = config.time.and_then(|time| Instant::now().checked_add(time));
        Prover { config, deadline, statistics: Rc::default() }
    }

    /// A prover that shares the counters and lowers integers in another way.
    pub fn with_encoding(&self, encoding: Encoding) -> Prover {
        Prover { config: SolverConfig { encoding, ..self.config }, ..self.clone() }
    }

    /// A prover that shares the counters and gives up a query after so many resources, or fewer.
    pub fn with_resource_limit(&self, resource_limit: u32) -> Prover {
        let resource_limit = resource_limit.min(self.config.resource_limit);
        Prover { config: SolverConfig { resource_limit, ..self.config }, ..self.clone() }
    }

    /// A prover that shares the counters and may spend this part of the steps and of the time that are left.
    pub fn part(&self, part: f64) -> Prover {
        let mut own = self.clone();
        let spent = self.statistics().resources;
        own.config.budget = spent + (self.config.budget.saturating_sub(spent) as f64 * part) as u64;
        if let Some(deadline) = self.deadline {
            let now = Instant::now();
            let time = deadline.saturating_duration_since(now).mul_f64(part);
            (own.config.time, own.deadline) = (Some(time), now.checked_add(time));
        }
        own
    }

    /// Whether the time is up; unlike [`Prover::spent`] for work that more time seldom helps, so that it is not said to be cut.
    pub fn is_time_up(&self) -> bool {
        let is_up = self.deadline.is_some_and(|deadline| Instant::now() > deadline);
        self.statistics.borrow_mut().is_search_cut |= is_up;
        is_up
    }

    /// The limit that is reached, if there is one: no further query is answered then.
    pub fn spent(&self) -> Option<Spent> {
        let SolverConfig { budget, time, memory, .. } = self.config;
        if self.statistics().resources > budget {
            return Some(Spent::Steps(budget));
        }
        if self.is_time_up() {
            self.statistics.borrow_mut().is_cut_by_time = true;
            return Some(Spent::Time(time.unwrap_or_default()));
        }
        memory::is_short(memory).then_some(Spent::Memory(memory))
    }

    /// A solver without assertions, for many queries.
    pub fn solver(&self) -> Solver {
        self.solver_with(true)
    }

    fn solver_with(&self, incremental: bool) -> Solver {
        let backend = match self.config.encoding {
            Encoding::Auto => Backend::integers(&self.config, incremental, true, Loose::Nothing),
            Encoding::Integers => Backend::integers(&self.config, incremental, true, Loose::Bits),
            Encoding::ExactIntegers => Backend::integers(&self.config, incremental, false, Loose::Bits),
            Encoding::BitVectors => Backend::bit_vectors(&self.config, incremental),
        };
        let prover = self.clone();
        Solver { prover, assertions: Vec::new(), backend, loose: None, incremental, fallen_back: false }
    }

    /// What was asked so far.
    pub fn statistics(&self) -> Statistics {
        *self.statistics.borrow()
    }

    /// Whether the goal follows from the hypotheses; a single query, which Z3 may prepare as it likes: the faster way for
    /// bit-vectors. A valid goal is said to need all hypotheses.
    pub fn prove(&self, hypotheses: &[Term], goal: &Term) -> Verdict {
        let mut solver = self.solver_with(false);
        hypotheses.iter().chain([&goal.not()]).for_each(|formula| solver.assert(formula));
        match solver.check(&[]) {
            Answer::Sat(model) => Verdict::Invalid(model),
            Answer::Unsat(_) => Verdict::Valid(hypotheses.to_vec()),
            Answer::Unknown(reason) => Verdict::Unknown(reason),
        }
    }

    /// Whether wherever the hypotheses hold, one of the choices can be made: some values of its variables satisfy it.
    ///
    /// Where variables are to be chosen, a counterexample cannot be confirmed by evaluation, and the verdict is unknown.
    pub fn prove_some(&self, hypotheses: &[Term], choices: &[Choice]) -> Verdict {
        let mut solver = self.solver_with(false);
        hypotheses.iter().for_each(|formula| solver.assert(formula));
        choices.iter().for_each(|choice| solver.assert_none(choice));
        match solver.check(&[]) {
            Answer::Unsat(_) => Verdict::Valid(hypotheses.to_vec()),
            Answer::Sat(_) if choices.iter().any(|choice| !choice.bound.is_empty()) => {
                Verdict::Unknown("a counterexample to a choice cannot be confirmed".to_owned())
            }
            Answer::Sat(model) => Verdict::Invalid(model),
            Answer::Unknown(reason) => Verdict::Unknown(reason),
        }
    }
}

/// Z3's version.
pub fn z3_version() -> String {
    z3::full_version().to_owned()
}

/// Assertions that only grow, and queries about them.
pub struct Solver {
    prover: Prover,
    assertions: Vec<Term>,
    backend: Backend,
    /// Where bit-vectors serve: integers in front of them, which over-approximate. Most of what is unsatisfiable is so whatever
    /// the bit operations give.
    loose: Option<Backend>,
    incremental: bool,
    fallen_back: bool,
}

/// Tells whether a formula multiplies or divides what is no number by what is none.
fn has_product(formula: &Term) -> bool {
    let is_number = |term: &Term| term.as_int().is_some();
    contains(formula, |part| match part.kind() {
        Kind::Mul(a, b) | Kind::Div(_, a, b) | Kind::Rem(_, a, b) => !is_number(a) && !is_number(b),
        _ => false,
    })
}

impl Prover {
    /// One question to one backend.
    fn ask(
        &self,
        backend: &mut Backend,
        assertions: &[Term],
        formulas: &[Term],
        question: Question,
    ) -> Answer {
        if let Some(spent) = self.spent() {
            return Answer::Unknown(spent.to_string());
        }
        let is_about_products =
            backend.is_of_bit_vectors() && assertions.iter().chain(formulas).any(has_product);
        if is_about_products && self.statistics.borrow().products_in_vain >= MOST_IN_VAIN {
            return Answer::Unknown("products are not understood".to_owned());
        }
        let start = Instant::now();
        if let Some(deadline) = self.deadline {
            backend.limit_time(deadline.saturating_duration_since(start));
        }
        let raw = question(backend, formulas);
        let mut statistics = self.statistics.borrow_mut();
        statistics.queries += 1;
        if statistics.queries % QUERIES_A_SAMPLE == 1 || matches!(raw, RawAnswer::Unknown(_)) {
            statistics.resources += u64::from(backend.spent());
        }
        statistics.time += start.elapsed();
        if is_about_products {
            let is_in_vain = matches!(raw, RawAnswer::Unknown(_));
            statistics.products_in_vain = if is_in_vain { statistics.products_in_vain + 1 } else { 0 };
        }
        let confirmed = |model: &Assignment| {
            let mut all = assertions.iter().chain(formulas);
            all.all(|term| model.complete(term) == Value::Bool(true))
        };
        let answer = match raw {
            RawAnswer::Unsat(core) => Answer::Unsat(core),
            RawAnswer::Unknown(reason) => Answer::Unknown(reason),
            RawAnswer::Sat(model) if confirmed(&model) => Answer::Sat(model),
            RawAnswer::Sat(_) if backend.is_loose() => {
                Answer::Unknown("a part of it was over-approximated".to_owned())
            }
            RawAnswer::Sat(_) => {
                statistics.rejected_models += 1;
                Answer::Unknown("evaluation does not confirm the solver's model".to_owned())
            }
        };
        if matches!(answer, Answer::Unknown(_)) {
            statistics.unknown += 1;
            statistics.is_cut_by_time |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        answer
    }
}
