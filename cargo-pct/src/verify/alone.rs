//! Checks that were not decided for a subject as a whole, entry by entry: for every object that there could be.
//!
//! One invariant for all calls of a large class may take more time than there is. What no call of one entry fails on any object, no
//! client can make fail: it is proved. What fails on some object is potential, with that object as its state; whether clients can
//! come by one was not found out.

use super::checks::{Checks, give_any_object, only};
use super::{Finding, Status, VerifyConfig};
use crate::abstraction::Round;
use crate::fabricate::{FabricateConfig, Witness, search};
use crate::ids::PrimaryMap;
use crate::lower::Lowered;
use crate::solver::Prover;
use crate::symex::ErrorKind;
use crate::system::{Edge, EdgeId, ErrorId, State};
use std::collections::BTreeSet;

/// Decides the findings that the solver gave no answer to, or for which there was no time to refine the invariant, as far as the time
/// goes: some are proved to be none, some become potential, others stay.
pub(super) fn alone(
    lowered: &Lowered,
    findings: &mut Vec<Finding>,
    checks: &mut Checks,
    config: &VerifyConfig,
    prover: &Prover,
) {
    let open = |finding: &&Finding| match finding.status {
        Status::Confirmed => false,
        Status::Potential => finding.is_out_of_time,
        Status::Undecided => lowered.failures[&finding.error].kind != ErrorKind::Unmodelled,
    };
    let open: BTreeSet<ErrorId> = findings.iter().filter(open).map(|finding| finding.error).collect();
    let entry_of = |error: &ErrorId| lowered.failures[error].entry;
    let mut entries: BTreeSet<usize> = open.iter().map(entry_of).collect();
    while let Some(entry) = entries.pop_first() {
        if lowered.obstacles.iter().any(|obstacle| obstacle.hinders(entry)) {
            continue;
        }
        let own: BTreeSet<ErrorId> = open.iter().copied().filter(|error| entry_of(error) == entry).collect();
        let share = prover.part(1.0 / (entries.len() + 1) as f64);
        let potential = decide(lowered, entry, own, checks, config, &share);
        for (error, state) in potential {
            let found = findings.iter_mut().find(|finding| finding.error == error);
            let finding = found.expect("what is decided was found");
            finding.status = Status::Potential;
            // An object that more is known of says more.
            finding.state.get_or_insert(state);
        }
        let is_out_of_time = share.spent().is_some();
        for finding in findings.iter_mut().filter(|finding| entry_of(&finding.error) == entry) {
            finding.is_out_of_time = is_out_of_time;
        }
    }
    findings.retain(|finding| !checks.proved.contains(&finding.error));
}

/// Proves what it can of an entry's checks; gives those that some object fails, with the state in which that is.
fn decide(
    lowered: &Lowered,
    entry: usize,
    mut errors: BTreeSet<ErrorId>,
    checks: &mut Checks,
    config: &VerifyConfig,
    prover: &Prover,
) -> Vec<(ErrorId, State)> {
    let mut system = only(&lowered.system, &errors);
    system.edges = steps_around(lowered, entry);
    give_any_object(lowered, &mut system);
    let tests: Vec<State> =
        lowered.outside.iter().map(|at| State { location: *at, values: Vec::new() }).collect();
    let fabricate = FabricateConfig { execution: config.execution };
    // Richer templates seldom exclude an error for every object.
    let result = search(&system, &tests, &fabricate, prover, |result| result.round >= Round::Constants);
    let mut potential = Vec::new();
    for finding in &result.analysis.findings {
        errors.remove(&finding.error);
        if let Witness::Reached(state) | Witness::Potential(state) = &finding.witness {
            potential.push((finding.error, state.clone()));
        }
    }
    let mut certified = Checks::default();
    certified.decide(&only(&system, &errors), &result.invariant, errors, prover);
    checks.proved.extend(certified.proved);
    potential
}

/// The steps of an entry's calls and those that clients make. Calls of other entries need not happen: what they leave behind is among
/// all the objects that there could be.
fn steps_around(lowered: &Lowered, entry: usize) -> PrimaryMap<EdgeId, Edge> {
    let is_own = |edge: EdgeId| lowered.calls[edge] == entry || lowered.clients.contains(&edge);
    let own = lowered.system.edges.iter().filter(|(edge, _)| is_own(*edge));
    own.map(|(_, edge)| edge.clone()).collect()
}
