//! The first gear: an invariant as a conjunction of candidates, in rounds of ever richer templates.

use super::certificate::{Certificate, First, Invariant, certify};
use super::{Analysis, FabricateConfig, analyse_with};
use crate::abstraction::{
    Candidates, Conjunctions, Domain, Round, Templates, has_elements, has_factors, has_tables,
    without_implied,
};
use crate::solver::{Prover, Work};
use crate::system::{LocationId, State, Stepper, System};
use crate::term::Term;
use std::collections::BTreeSet;

/// What a round of the search found.
#[derive(Debug)]
pub struct SearchResult {
    /// The last round that was tried.
    pub round: Round,
    /// The procedure's result in that round.
    pub analysis: Analysis<<Conjunctions as Domain>::Element>,
    /// The inductive invariant of each location, without conjuncts that others imply; `false` where no state comes.
    pub invariant: Invariant,
    /// The candidates of each location that held in all states that executions from the outside came through; they need not be invariants.
    pub held: Invariant,
    /// The certificate, if no error is left and the exact check confirms it; else what it failed on.
    pub certificate: Result<Certificate, String>,
}

/// What a query of the coarser round may spend: one that takes longer is worth less than the many others that still wait.
const FEW_RESOURCES: u32 = 400_000;

/// Searches for an invariant that excludes every error: one round after the other, until there is a certificate, `give_up`
/// says that the round's findings need no further one, or the rounds are exhausted. The result of a round that runs out of time
/// says less than that of a coarser one that does not: then the coarser one's is given.
///
/// Sound in every case: the invariant is inductive, and only the certificate is a proof.
pub fn search(
    system: &System,
    tests: &[State],
    config: &FabricateConfig,
    prover: &Prover,
    mut give_up: impl FnMut(&SearchResult) -> bool,
) -> SearchResult {
    let stepper = Stepper::new(system);
    let first = prover.part_of(Work::FirstRound);
    let mut best = run_round(&stepper, tests, Round::Order, config, &first);
    if best.certificate.is_err() && first.spent().is_some() {
        let quick = prover.with_resource_limit(FEW_RESOURCES);
        return run_round(&stepper, tests, Round::Signs, config, &quick);
    }
    let adds_nothing = |round: &Round| match round {
        Round::EachElement => !has_elements(system),
        Round::Elements => !has_tables(system),
        Round::Products => !has_factors(system),
        _ => false,
    };
    let rounds = |round: Round| {
        let mut next = round.next();
        while let Some(skipped) = next.filter(adds_nothing) {
            next = skipped.next();
        }
        next
    };
    while let Some(next) = rounds(best.round) {
        if best.certificate.is_ok() || prover.spent().is_some() || give_up(&best) {
            break;
        }
        let result = run_round(&stepper, tests, next, config, prover);
        if result.certificate.is_err() && prover.spent().is_some() {
            break;
        }
        best = result;
    }
    best
}

fn run_round(
    stepper: &Stepper<'_>,
    tests: &[State],
    round: Round,
    config: &FabricateConfig,
    prover: &Prover,
) -> SearchResult {
    let (analysis, invariant, held) = run(stepper, tests, round, config, prover);
    let certificate = if analysis.findings.is_empty() {
        certify(stepper.system(), &invariant, First::BitVectors, prover)
    } else {
        Err(match analysis.findings.len() {
            1 => "an error is not excluded".to_owned(),
            count => format!("{count} errors are not excluded"),
        })
    };
    SearchResult { round, analysis, invariant, held, certificate }
}

/// The strongest conjunctions of a round's candidates that an execution cannot leave, as far as the solver can tell.
pub fn strongest(
    system: &System,
    tests: &[State],
    round: Round,
    config: &FabricateConfig,
    prover: &Prover,
) -> Invariant {
    run(&Stepper::new(system), tests, round, config, prover).1
}

fn run(
    stepper: &Stepper<'_>,
    tests: &[State],
    round: Round,
    config: &FabricateConfig,
    prover: &Prover,
) -> (Analysis<<Conjunctions as Domain>::Element>, Invariant, Invariant) {
    let (system, mut candidates) = (stepper.system(), Candidates::new());
    let templates = Templates::new(system, round);
    let targets = system.edges.values().map(|edge| edge.target);
    let entered: BTreeSet<LocationId> =
        targets.chain(system.initial.iter().map(|initial| initial.location)).collect();
    for at in entered {
        candidates[at] = templates.candidates(at);
        // What the user thinks relevant, and what must hold between calls, above all.
        let own = system.locations[at].predicates.iter().map(|predicate| &predicate.formula);
        let new: Vec<Term> = own.filter(|formula| !candidates[at].contains(formula)).cloned().collect();
        candidates[at].extend(new);
    }
    let domain = Conjunctions::new(candidates);
    let analysis = analyse_with(stepper, &domain, tests, config, prover);
    let (mut invariant, mut held) = (Invariant::new(), Invariant::new());
    for at in system.locations.keys() {
        held[at] = domain.conjuncts(at, &analysis.covered[at]).cloned().collect();
        let element = &analysis.elements[at];
        invariant[at] = match element {
            None => vec![Term::bool(false)],
            Some(_) => without_implied(&domain.conjuncts(at, element).cloned().collect::<Vec<_>>()),
        };
    }
    (analysis, invariant, held)
}
