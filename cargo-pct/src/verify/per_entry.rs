//! Decides checks entry by entry, if they were not decided for the subject as a whole. Each entry is called on every possible object.
//!
//! One invariant for all calls of a large class may take more time than there is. If a check of an entry fails on no object, it is proved,
//! because no client can make it fail. If it fails on some object, it is potential, with that object as its state: it is not known whether
//! clients can make that object.

use super::checks::{Checks, give_any_object, only};
use super::entry_parts::{EntryPart, EntryParts, steps_around};
use super::{Finding, Status, VerifyConfig};
use crate::abstraction::Round;
use crate::fabricate::{FabricateConfig, Witness, search};
use crate::lower::{EntryId, Lowered};
use crate::solver::Prover;
use crate::symex::ErrorKind;
use crate::system::{ErrorId, State};

/// Decides findings that the solver did not answer, or for which there was no time to refine the invariant. Removes those that are proved
/// not to fail, makes others potential, and leaves the rest when the time is over.
pub(super) fn decide_per_entry(
    lowered: &Lowered,
    findings: &mut Vec<Finding>,
    checks: &mut Checks,
    config: &VerifyConfig,
    prover: &Prover,
) {
    let undecided = |finding: &&Finding| match finding.status {
        Status::Confirmed => false,
        Status::Potential => finding.is_out_of_time,
        Status::Undecided => lowered.failure(finding.error).kind != ErrorKind::Unmodelled,
    };
    let is_hindered = |entry: EntryId| lowered.obstacles().iter().any(|obstacle| obstacle.hinders(entry));
    let entry_of = |error: &ErrorId| lowered.failure(*error).entry;
    let undecided: Vec<ErrorId> = findings.iter().filter(undecided).map(|finding| finding.error).collect();
    let undecided = undecided.into_iter().filter(|error| !is_hindered(entry_of(error)));
    let mut parts = EntryParts::new(lowered, undecided, prover);
    while let Some(part) = parts.next() {
        let potential = decide(lowered, &part, checks, config);
        for (error, state) in potential {
            let found = findings.iter_mut().find(|finding| finding.error == error);
            let finding = found.expect("what is decided was found");
            finding.status = Status::Potential;
            // A state that was found with the invariant of the whole subject is kept.
            finding.state.get_or_insert(state);
        }
        let is_out_of_time = parts.finish(&part).is_some();
        for finding in findings.iter_mut().filter(|finding| entry_of(&finding.error) == part.entry) {
            finding.is_out_of_time = is_out_of_time;
        }
    }
    findings.retain(|finding| !checks.proved.contains(&finding.error));
}

/// Proves checks of an entry where it can. Returns the checks that fail on some object, each with a state in which it fails.
fn decide(
    lowered: &Lowered,
    part: &EntryPart,
    checks: &mut Checks,
    config: &VerifyConfig,
) -> Vec<(ErrorId, State)> {
    let EntryPart { entry, errors, prover } = part;
    let mut errors = errors.clone();
    let mut system = only(lowered.system(), &errors);
    system.edges = steps_around(lowered, *entry);
    give_any_object(lowered, &mut system);
    let tests: Vec<State> =
        lowered.outside().into_iter().map(|location| State { location, values: Vec::new() }).collect();
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
