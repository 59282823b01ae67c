//! Guesses the calls that lead into errors, where code is over-approximated: a constructor whose fields are known but for one.
//!
//! A guess is no evidence. It is compiled and run, and counts if the run shows the error.

use super::{Finding, Status, calls, plain_cost};
use crate::fabricate::{ReachLimits, Targets, reach};
use crate::lower::{EdgeKind, Lowered};
use crate::solver::Prover;
use crate::symex::ErrorKind;
use crate::system::{EdgeId, ErrorId};
use std::collections::BTreeSet;

/// What a step costs in a search for guesses, more than another one, that reads something unknown.
const COST_OF_UNKNOWN: u32 = 2;

/// Guesses calls for potential findings without any.
pub(super) fn guess_calls(
    lowered: &Lowered,
    findings: &mut [Finding],
    limits: &ReachLimits,
    prover: &Prover,
) {
    let is_open = |finding: &&Finding| {
        finding.status == Status::Potential
            && finding.steps.is_none()
            && lowered.failure(finding.error).kind != ErrorKind::Unmodelled
    };
    let errors: BTreeSet<ErrorId> = findings.iter().filter(is_open).map(|finding| finding.error).collect();
    let is_exact = lowered.edges().values().all(|edge| !edge.is_approximate)
        && errors.iter().all(|error| lowered.error(*error).unknown.is_none());
    // Executions along exact steps were searched already.
    if errors.is_empty() || is_exact {
        return;
    }
    let cost = |edge: EdgeId| cost_of_guess(lowered, edge);
    let found = reach(lowered.system(), Targets::each(errors.iter().copied()), cost, limits, prover);
    for finding in findings.iter_mut().filter(|finding| errors.contains(&finding.error)) {
        let execution = found.iter().find(|execution| execution.error == finding.error);
        let (source, entry) =
            (lowered.system().errors[finding.error].source, lowered.failure(finding.error).entry);
        finding.guess = execution.and_then(|it| calls::sequence(lowered, it, source, entry));
    }
}

/// What a step costs in a search for guesses.
pub(super) fn cost_of_guess(lowered: &Lowered, edge: EdgeId) -> u32 {
    let facts = lowered.edge(edge);
    // No test can be written of such a step, so an execution along it would only hide others.
    if facts.kind == EdgeKind::Client {
        return u32::MAX;
    }
    let more = if facts.is_approximate { COST_OF_UNKNOWN } else { 0 };
    more + plain_cost(lowered, edge)
}
