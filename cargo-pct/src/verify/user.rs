//! Verification by the user's predicates alone: the second gear, without templates and without refinement.
//!
//! Input: a system whose cutpoints have predicates ([`crate::lower::Probed::cutting`]). The invariant of each location is the
//! set of valuations that the basic procedure ends with (Yorsh, Ball, Sagiv, figure 3), as one formula.

use super::checks::checks;
use super::{Checks, Executions, Proof, Verification, VerifyConfig, findings, proof};
use crate::abstraction::{Domain, Valuations};
use crate::fabricate::{FabricateConfig, First, Invariant, analyse, certify};
use crate::lower::{Lowered, Subject};
use crate::solver::Prover;
use crate::system::State;

/// Predicates of one location beyond which their valuations are not computed.
const MOST_PREDICATES: usize = 20;

/// Verifies a subject by the predicates of its system's locations. An error that they do not exclude is potential, unless an
/// execution from the outside runs into it.
pub fn verify_by_predicates(
    subject: &Subject,
    lowered: &Lowered,
    config: &VerifyConfig,
    prover: &Prover,
) -> Verification {
    let system = lowered.system();
    if let Some(location) = system.locations.values().find(|it| it.predicates.len() > MOST_PREDICATES) {
        let reason = format!("{}: more than {MOST_PREDICATES} predicates at one cutpoint", location.name);
        return refused(lowered, Proof::NotProved { reason }, prover);
    }
    let domain = Valuations::of(system);
    let tests: Vec<State> =
        lowered.outside().into_iter().map(|location| State { location, values: Vec::new() }).collect();
    let analysis = analyse(system, &domain, &tests, &FabricateConfig { execution: config.execution }, prover);
    let mut invariant = Invariant::new();
    for at in system.locations.keys() {
        invariant[at] = vec![domain.concretization(at, &analysis.elements[at])];
    }
    let certificate = match analysis.findings.len() {
        0 => certify(system, &invariant, First::BitVectors, prover),
        count => Err(format!("{count} errors are not excluded")),
    };
    let mut executions = Executions::default();
    executions.search(lowered, &analysis.findings, &config.reach, prover);
    let mut findings = findings(lowered, &analysis.findings, &executions, prover);
    let proof = proof(subject, lowered, &certificate, prover);
    Verification {
        checks: match proof {
            Proof::Proved { .. } => Checks::all_proved(lowered),
            Proof::NotProved { .. } => checks(lowered, &invariant, &mut findings, config, prover),
        },
        proof,
        invariant: lowered.object().map(|object| invariant[object].clone()).unwrap_or_default(),
        invariants: invariant,
        findings,
        fabricated: analysis.fabricated,
        round: None,
        executed_segments: analysis.executed_segments,
        statistics: prover.statistics(),
    }
}

fn refused(lowered: &Lowered, proof: Proof, prover: &Prover) -> Verification {
    let mut invariants = Invariant::new();
    for at in lowered.system().locations.keys() {
        invariants[at] = Vec::new();
    }
    Verification {
        proof,
        invariant: Vec::new(),
        invariants,
        findings: Vec::new(),
        checks: Checks::default(),
        fabricated: Vec::new(),
        round: None,
        executed_segments: 0,
        statistics: prover.statistics(),
    }
}
