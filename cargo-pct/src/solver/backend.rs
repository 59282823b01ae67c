//! One Z3 solver with one way of lowering terms.

use super::bit_vectors::BitVectors;
use super::each::{Checked, Elements};
use super::integers::{Integers, Loose};
use super::{SolverConfig, model};
use crate::term::{Assignment, Kind, Term, TermMap, Var, contains};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Once;
use std::time::Duration;
use z3::ast::{Ast, Bool, Dynamic, forall_const};
use z3::{Params, SatResult, StatisticsValue};

/// A term that the encoding has no equal for, in words.
pub(super) type Unsupported = String;

/// An answer before its model is confirmed.
pub(super) enum RawAnswer {
    Sat(Assignment),
    Unsat(Vec<Term>),
    Unknown(String),
}

/// Terms with what they became. The order in which a map lets go of its entries reaches Z3, which gives the numbers of
/// dead terms to new ones and decides by numbers: with a hasher of random keys, equal runs would end in different models.
type Memo = TermMap<Dynamic>;

/// What was lowered so far.
#[derive(Default)]
pub(super) struct Lowered {
    terms: Memo,
    /// The variables with what they became.
    pub(super) variables: BTreeMap<Var, Dynamic>,
    /// The formulas about each element.
    pub(super) elements: Elements,
    /// Whether something may have more values than its term has.
    pub(super) is_loose: bool,
}

/// A way of lowering terms to Z3's.
pub(super) trait Lowering {
    /// Lowers a term whose operands [`Lowering::lower`] lowers. What must be known besides is added to `axioms`: the ranges of
    /// variables and of array elements, which hold in every state and so may be asserted for good.
    fn translate(&mut self, term: &Term, axioms: &mut Vec<Bool>) -> Result<Dynamic, Unsupported>;

    /// What was lowered so far.
    fn lowered(&self) -> &Lowered;

    /// The same, to be added to.
    fn lowered_mut(&mut self) -> &mut Lowered;

    /// Whether a part of a term may have more values than it has: only what is to be unsatisfiable may have such parts, and none
    /// that depends on what is quantified.
    fn is_loose(&self, _term: &Term) -> bool {
        false
    }

    /// Lowers a term, once.
    fn lower(&mut self, term: &Term, axioms: &mut Vec<Bool>) -> Result<Dynamic, Unsupported> {
        if let Some(done) = self.lowered().terms.get(term) {
            return Ok(done.clone());
        }
        let lowered = self.translate(term, axioms)?;
        self.lowered_mut().terms.insert(term.clone(), lowered.clone());
        Ok(lowered)
    }
}

/// So often a question is asked again with more instantiations.
const MOST_ROUNDS: usize = 40;

/// Settings of Z3 that hold for all its solvers.
fn configure() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // The procedure for Diophantine equations lets coefficients grow without end and asks neither for Z3's limits nor whether
        // it was interrupted: one query of humantime's took minutes.
        z3::set_global_param("lp.dio", "false");
        // Cuts from Hermite normal forms compute with large numbers, too. Without them, a parser of dates takes half of the time.
        z3::set_global_param("smt.arith.enable_hnf", "false");
    });
}

/// A Z3 solver with its lowering.
pub(super) struct Backend {
    z3: z3::Solver,
    lowering: Box<dyn Lowering>,
    is_of_bit_vectors: bool,
    /// Everything that models are asked of, as far as elements are looked at.
    lowered: Vec<Term>,
    /// Named assumptions: the literal implies the term. The converse is not said, so that a literal which is not assumed says nothing.
    literals: TermMap<Bool>,
    /// The first assertion that could not be lowered: from then on nothing is known.
    unsupported: Option<Unsupported>,
    /// The time that Z3 was told a query may take.
    time: Option<Duration>,
}

impl Backend {
    /// Integers; where something is loose, what is unsatisfiable is so, and models have to be confirmed.
    pub(super) fn integers(
        config: &SolverConfig,
        incremental: bool,
        trusting: bool,
        loose: Loose,
    ) -> Backend {
        Backend::new(config, incremental, Box::new(Integers::new(trusting, loose)))
    }

    pub(super) fn bit_vectors(config: &SolverConfig, incremental: bool) -> Backend {
        let backend = Backend::new(config, incremental, Box::new(BitVectors::default()));
        Backend { is_of_bit_vectors: true, ..backend }
    }

    fn new(config: &SolverConfig, incremental: bool, lowering: Box<dyn Lowering>) -> Backend {
        configure();
        let z3 = z3::Solver::new();
        let mut params = Params::new();
        // Z3's combined solver begins with a tactic that costs far more than its incremental core where queries are many,
        // and far less on a single one in bit-vectors.
        params.set_bool("ignore_solver1", incremental);
        params.set_u32("rlimit", config.resource_limit);
        params.set_u32("random_seed", config.seed);
        z3.set_params(&params);
        Backend {
            z3,
            lowering,
            is_of_bit_vectors: false,
            lowered: Vec::new(),
            literals: TermMap::default(),
            unsupported: None,
            time: None,
        }
    }

    /// Tells whether terms become bit-vectors.
    pub(super) fn is_of_bit_vectors(&self) -> bool {
        self.is_of_bit_vectors
    }

    /// Whether a model may be wrong because of what was over-approximated.
    pub(super) fn is_loose(&self) -> bool {
        self.lowering.lowered().is_loose
    }

    /// Interrupts each query that takes longer than this: Z3 counts no steps while it computes with large numbers. To tell Z3 costs
    /// as much as an easy query and is done when half the time is gone; so a query may take up to twice as long.
    pub(super) fn limit_time(&mut self, left: Duration) {
        if self.time.is_none_or(|limit| left < limit / 2) {
            let mut params = Params::new();
            params.set_u32("timeout", u32::try_from(left.as_millis()).unwrap_or(u32::MAX).max(1));
            self.z3.set_params(&params);
            self.time = Some(left);
        }
    }

    pub(super) fn assert(&mut self, formula: &Term) -> Result<(), Unsupported> {
        match self.lower(formula) {
            Ok(lowered) => {
                self.z3.assert(&lowered);
                Ok(())
            }
            Err(reason) => {
                self.unsupported.get_or_insert(reason.clone());
                Err(reason)
            }
        }
    }

    /// Asserts that no values of the variables satisfy a formula; what cannot be lowered makes every later query unknown.
    pub(super) fn assert_none(&mut self, bound: &[Var], formula: &Term) {
        match self.none(bound, formula) {
            Ok(none) => self.z3.assert(&none),
            Err(reason) => {
                self.unsupported.get_or_insert(reason);
            }
        }
    }

    fn none(&mut self, bound: &[Var], formula: &Term) -> Result<Bool, Unsupported> {
        if self.lowering.is_loose(formula) {
            return Err("what is below a quantifier may not be over-approximated".to_owned());
        }
        if contains(formula, |part| matches!(part.kind(), Kind::Each(..))) {
            return Err("what is below a quantifier may not speak of each element".to_owned());
        }
        // Only values of their sorts can be chosen. They are translated anew: `lower` says what holds of a variable only once.
        let (mut constants, mut satisfied) = (Vec::new(), Vec::new());
        for var in bound {
            constants.push(self.lowering.translate(&var.term(), &mut satisfied)?);
        }
        satisfied.push(self.lower(formula)?);
        let constants: Vec<&dyn Ast> = constants.iter().map(|constant| constant as &dyn Ast).collect();
        Ok(forall_const(&constants, &[], &Bool::and(&satisfied).not()))
    }

    /// Resource units that all solvers of this thread have spent since this was asked before.
    pub(super) fn spent(&self) -> u32 {
        thread_local! { static COUNT: Cell<u32> = const { Cell::new(0) } }
        match self.z3.get_statistics().value("rlimit count") {
            // Z3 counts for the whole thread, and the count wraps around.
            Some(StatisticsValue::UInt(count)) => count.wrapping_sub(COUNT.replace(count)),
            Some(StatisticsValue::Double(_)) | None => 0,
        }
    }

    pub(super) fn check(&mut self, assumptions: &[Term]) -> RawAnswer {
        if let Some(reason) = &self.unsupported {
            return RawAnswer::Unknown(reason.clone());
        }
        let mut literals = Vec::with_capacity(assumptions.len());
        for term in assumptions.iter().filter(|term| term.as_bool() != Some(true)) {
            match self.literal(term) {
                Ok(literal) => literals.push((term, literal)),
                Err(reason) => return RawAnswer::Unknown(reason),
            }
        }
        let names: Vec<Bool> = literals.iter().map(|(_, literal)| literal.clone()).collect();
        self.with_instantiations(|own| {
            let answer = if names.is_empty() { own.z3.check() } else { own.z3.check_assumptions(&names) };
            own.read(answer, || {
                let core = own.z3.get_unsat_core();
                let mattered = |literal: &Bool| core.iter().any(|name| name.ast_eq(literal));
                literals.iter().filter(|(_, l)| mattered(l)).map(|(t, _)| (*t).clone()).collect()
            })
        })
    }

    /// Whether formulas are satisfiable together with what is asserted; they are forgotten afterwards.
    pub(super) fn check_once(&mut self, formulas: &[Term]) -> RawAnswer {
        if let Some(reason) = &self.unsupported {
            return RawAnswer::Unknown(reason.clone());
        }
        // Lowered in front of `push`: axioms hold for good, and what is lowered is not lowered again.
        let lowered: Vec<Bool> = match formulas.iter().map(|formula| self.lower(formula)).collect() {
            Ok(lowered) => lowered,
            Err(reason) => return RawAnswer::Unknown(reason),
        };
        self.with_instantiations(|own| {
            own.z3.push();
            lowered.iter().for_each(|formula| own.z3.assert(formula));
            let answer = own.read(own.z3.check(), Vec::new);
            own.z3.pop(1);
            answer
        })
    }

    /// Asks until the model violates no instantiation of a formula about each element.
    fn with_instantiations(&mut self, ask: impl Fn(&Backend) -> RawAnswer) -> RawAnswer {
        for _ in 0..MOST_ROUNDS {
            let answer = ask(self);
            let RawAnswer::Sat(model) = answer else { return answer };
            let elements = &mut self.lowering.lowered_mut().elements;
            if elements.is_empty() {
                return RawAnswer::Sat(model);
            }
            self.lowered.drain(..).for_each(|formula| elements.read_at(&formula));
            match elements.check(model) {
                Checked::Model(model) => return RawAnswer::Sat(model),
                Checked::Violates(instantiations) => {
                    for instantiation in instantiations {
                        if let Err(reason) = self.assert(&instantiation) {
                            return RawAnswer::Unknown(reason);
                        }
                    }
                }
            }
        }
        RawAnswer::Unknown("elements were looked at too often".to_owned())
    }

    fn read(&self, answer: SatResult, core: impl FnOnce() -> Vec<Term>) -> RawAnswer {
        match answer {
            SatResult::Unsat => RawAnswer::Unsat(core()),
            SatResult::Sat => match self.z3.get_model() {
                Some(found) => match model::read(&found, &self.lowering.lowered().variables) {
                    Some(assignment) => RawAnswer::Sat(assignment),
                    None => RawAnswer::Unknown("a value of the solver's model could not be read".to_owned()),
                },
                None => RawAnswer::Unknown("the solver gave no model".to_owned()),
            },
            SatResult::Unknown => RawAnswer::Unknown(
                self.z3.get_reason_unknown().unwrap_or_else(|| "no reason given".to_owned()),
            ),
        }
    }

    /// The literal that names a term, defined on first use.
    fn literal(&mut self, term: &Term) -> Result<Bool, Unsupported> {
        if let Some(literal) = self.literals.get(term) {
            return Ok(literal.clone());
        }
        let lowered = self.lower(term)?;
        let literal = Bool::fresh_const("assume");
        self.z3.assert(literal.implies(&lowered));
        self.literals.insert(term.clone(), literal.clone());
        Ok(literal)
    }

    fn lower(&mut self, term: &Term) -> Result<Bool, Unsupported> {
        let mut axioms = Vec::new();
        let lowered = self.lowering.lower(term, &mut axioms);
        axioms.iter().for_each(|axiom| self.z3.assert(axiom));
        self.lowered.push(term.clone());
        // Arguments of formulas about each element may contain some.
        loop {
            let definitions = self.lowering.lowered_mut().elements.definitions();
            if definitions.is_empty() {
                break;
            }
            for definition in definitions {
                self.assert(&definition)?;
            }
        }
        Ok(lowered?.as_bool().expect("assertions and assumptions are truth values"))
    }
}
