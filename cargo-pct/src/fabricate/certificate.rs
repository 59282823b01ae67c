//! Certificates: an invariant that the search found, cut down to what the proof needs and checked once more, exactly.
//!
//! The search may trust claims of exactness ([`crate::term::Kind::Wrap`]). A certificate does not: each of its queries is
//! asked in bit-vectors or in integers with every wrap written out, which is as exact, and where the one gives no answer within a
//! small budget (bit-vectors are bad at the order of sums), in the other. Only a certificate makes a proof.

use crate::ids::SecondaryMap;
use crate::solver::{Answer, Encoding, Prover, Solver, Verdict};
use crate::system::{Edge, ErrorId, LocationId, System};
use crate::term::{Substitution, Term};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Conjuncts for each location.
pub type Invariant = SecondaryMap<LocationId, Vec<Term>>;

/// An inductive invariant that excludes every error, checked conjunct by conjunct.
#[derive(Debug, Default)]
pub struct Certificate {
    /// The conjuncts that the proof needs at each location.
    pub conjuncts: Invariant,
    /// Queries that the check took.
    pub queries: u64,
}

/// Which of the encodings that trust nothing is asked first; the other one where it gives no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Bit-vectors: another lowering than that of the search, so that a mistake in one of the two is not enough for a wrong proof.
    BitVectors,
    /// Integers: an order of magnitude cheaper. For claims of which there are many; the two are compared by random tests.
    Integers,
}

/// Cuts an invariant down by unsatisfiable cores, from the errors backwards, then checks what is left exactly: the
/// initial states satisfy it, every edge preserves each conjunct, no error edge can be taken.
///
/// The invariant of a location that no state reaches is `false`.
///
/// # Errors
/// Says which obligation could not be shown; nothing is proved then.
pub fn certify(
    system: &System,
    invariant: &Invariant,
    first: First,
    prover: &Prover,
) -> Result<Certificate, String> {
    let before = prover.statistics().queries;
    let conjuncts = slice(system, invariant, prover)?;
    let exact = Exact::new(first, prover);
    inductive(system, &conjuncts, &exact)?;
    excluded(system, &conjuncts, &exact)?;
    Ok(Certificate { conjuncts, queries: prover.statistics().queries - before })
}

/// A check of an invariant as it stands, nothing cut away, in integers and with a small budget: far fewer queries than [`certify`]
/// takes, and no answer to what of it is needed. It fails where any part of the invariant is hard, needed or not.
pub struct Whole<'a> {
    invariant: &'a Invariant,
    exact: Exact,
    /// Whether the invariant holds initially and every edge preserves it.
    inductive: Result<(), String>,
}

impl<'a> Whole<'a> {
    /// Checks exactly that an invariant is inductive.
    pub fn new(system: &System, invariant: &'a Invariant, prover: &Prover) -> Whole<'a> {
        let exact = Exact { second: None, ..Exact::new(First::Integers, prover) };
        Whole { invariant, inductive: inductive(system, invariant, &exact), exact }
    }

    /// Whether it is inductive.
    ///
    /// # Errors
    /// Says which obligation could not be shown.
    pub fn is_inductive(&self) -> Result<(), String> {
        self.inductive.clone()
    }

    /// Checks exactly that it excludes the errors of a system with the same initial states and edges.
    ///
    /// # Errors
    /// Says which obligation could not be shown; nothing is proved then.
    pub fn excludes(&self, system: &System) -> Result<(), String> {
        self.inductive.clone()?;
        excluded(system, self.invariant, &self.exact)
    }

    /// The errors that it excludes, each checked exactly; none if it is not inductive.
    pub fn excluded(&self, system: &System) -> BTreeSet<ErrorId> {
        let mut found = BTreeSet::new();
        if self.inductive.is_err() {
            return found;
        }
        for at in system.locations.keys() {
            let here = system.errors.iter().filter(|(_, error)| error.source == at);
            let here: Vec<ErrorId> = here.map(|(id, _)| id).collect();
            let hypotheses = &self.invariant[at];
            let goal = |id: &ErrorId| system.errors[*id].guard.not();
            let all = Term::all(here.iter().map(goal));
            if matches!(self.exact.prove_first(hypotheses, &all), Verdict::Valid(_)) {
                found.extend(here);
            } else {
                let holds =
                    |id: &ErrorId| matches!(self.exact.prove(hypotheses, &goal(id)), Verdict::Valid(_));
                found.extend(here.into_iter().filter(holds));
            }
        }
        found
    }
}

/// Z3's resource units for the first try.
const FIRST_LIMIT: u32 = 300_000;

/// Provers that trust nothing.
struct Exact {
    first: Prover,
    /// Keeps what it has learned in integers, where queries are many and easy; bit-vectors are solved faster one at a time.
    integers: Option<RefCell<Solver>>,
    second: Option<Prover>,
}

impl Exact {
    fn new(first: First, prover: &Prover) -> Exact {
        let limited = |encoding| prover.with_encoding(encoding).with_resource_limit(FIRST_LIMIT);
        match first {
            First::BitVectors => Exact {
                first: limited(Encoding::BitVectors),
                integers: None,
                second: Some(prover.with_encoding(Encoding::ExactIntegers)),
            },
            First::Integers => {
                let first = limited(Encoding::ExactIntegers);
                let integers = Some(RefCell::new(first.solver()));
                Exact { first, integers, second: Some(prover.with_encoding(Encoding::BitVectors)) }
            }
        }
    }

    fn prove_first(&self, hypotheses: &[Term], goal: &Term) -> Verdict {
        match &self.integers {
            Some(solver) => solver.borrow_mut().prove_once(hypotheses, goal),
            None => self.first.prove(hypotheses, goal),
        }
    }

    /// Whether the goal follows.
    fn prove(&self, hypotheses: &[Term], goal: &Term) -> Verdict {
        match (self.prove_first(hypotheses, goal), &self.second) {
            // No answer, or what the encoding cannot express.
            (Verdict::Unknown(_), Some(second)) => second.prove(hypotheses, goal),
            (verdict, _) => verdict,
        }
    }
}

/// The conjuncts that the absence of errors needs, directly or to be preserved.
fn slice(system: &System, invariant: &Invariant, prover: &Prover) -> Result<Invariant, String> {
    let mut needed = Invariant::new();
    let mut pending: Vec<(LocationId, Term)> = Vec::new();
    for error in system.errors.values() {
        let core = core_of(prover, &invariant[error.source], &error.guard, || {
            format!("`{}` at {} is not excluded", error.message, system.locations[error.source].name)
        })?;
        need(error.source, core, &mut needed, &mut pending);
    }
    while let Some((at, conjunct)) = pending.pop() {
        for edge in system.edges.values().filter(|edge| edge.target == at) {
            let after = preserved(system, edge, &conjunct);
            // What is needed already comes first, so that cores prefer it.
            let mut hypotheses = needed[edge.source].clone();
            hypotheses
                .extend(invariant[edge.source].iter().filter(|t| !needed[edge.source].contains(t)).cloned());
            let core = core_of(prover, &hypotheses, &edge.guard.and(&after.not()), || {
                format!("{conjunct} is not preserved from {}", system.locations[edge.source].name)
            })?;
            need(edge.source, core, &mut needed, &mut pending);
        }
    }
    Ok(needed)
}

/// Adds what is not needed yet, to be preserved in turn.
fn need(at: LocationId, core: Vec<Term>, needed: &mut Invariant, pending: &mut Vec<(LocationId, Term)>) {
    for conjunct in core {
        if !needed[at].contains(&conjunct) {
            needed[at].push(conjunct.clone());
            pending.push((at, conjunct));
        }
    }
}

/// The hypotheses that refute a term. A solver of its own: what else a solver has seen would choose among the cores.
fn core_of(
    prover: &Prover,
    hypotheses: &[Term],
    refuted: &Term,
    failure: impl Fn() -> String,
) -> Result<Vec<Term>, String> {
    let mut solver = prover.solver();
    solver.assert(refuted);
    match solver.check(hypotheses) {
        Answer::Unsat(core) => Ok(core),
        Answer::Sat(_) => Err(failure()),
        Answer::Unknown(reason) => Err(format!("{}: {reason}", failure())),
    }
}

fn preserved(system: &System, edge: &Edge, conjunct: &Term) -> Term {
    let vars = system.locations[edge.target].vars.iter().cloned();
    Substitution::new(vars.zip(edge.updates.iter().cloned())).apply(conjunct)
}

/// Checks that the conjuncts hold initially and every edge preserves each; trusts nothing that found them.
fn inductive(system: &System, conjuncts: &Invariant, exact: &Exact) -> Result<(), String> {
    let name = |at: LocationId| &system.locations[at].name;
    for initial in &system.initial {
        let goals = conjuncts[initial.location].iter();
        let goals = goals.map(|it| (it.clone(), format!("{it} initially at {}", name(initial.location))));
        require(exact, std::slice::from_ref(&initial.constraint), goals.collect())?;
    }
    for edge in system.edges.values() {
        let mut hypotheses = conjuncts[edge.source].clone();
        hypotheses.push(edge.guard.clone());
        let what = |it: &Term| format!("{it} after {} -> {}", name(edge.source), name(edge.target));
        let goals = conjuncts[edge.target].iter().map(|it| (preserved(system, edge, it), what(it)));
        require(exact, &hypotheses, goals.collect())?;
    }
    Ok(())
}

/// Checks that no error edge can be taken from a state of the conjuncts.
fn excluded(system: &System, conjuncts: &Invariant, exact: &Exact) -> Result<(), String> {
    let name = |at: LocationId| &system.locations[at].name;
    for at in system.locations.keys() {
        let errors = system.errors.values().filter(|error| error.source == at);
        let goals = errors.map(|it| (it.guard.not(), format!("no `{}` at {}", it.message, name(at))));
        require(exact, &conjuncts[at], goals.collect())?;
    }
    Ok(())
}

/// Whether all goals follow, each with its name: asked together first, which costs one query, and one by one where that gives no
/// proof.
fn require(exact: &Exact, hypotheses: &[Term], mut goals: Vec<(Term, String)>) -> Result<(), String> {
    // What a step leaves alone needs no solver.
    goals.retain(|(goal, _)| goal.as_bool() != Some(true) && !hypotheses.contains(goal));
    if goals.len() > 1 {
        let all = Term::all(goals.iter().map(|(goal, _)| goal.clone()));
        if let Verdict::Valid(_) = exact.prove_first(hypotheses, &all) {
            return Ok(());
        }
    }
    for (goal, what) in &goals {
        match exact.prove(hypotheses, goal) {
            Verdict::Valid(_) => {}
            Verdict::Invalid(_) => return Err(format!("{what} does not hold")),
            Verdict::Unknown(reason) => return Err(format!("{what}: {reason}")),
        }
    }
    Ok(())
}
