//! Decides checks entry by entry, if they were not decided for the subject as a whole. Each entry is called on every possible object.
//!
//! One invariant for all calls of a large class may take more time than there is. If a check of an entry fails on no object, it is proved,
//! because no client can make it fail. If it fails on some object, it is potential, with that object as its state: it is not known whether
//! clients can make that object.

use super::checks::{Checks, give_any_object, only};
use super::{Finding, Status, VerifyConfig};
use crate::abstraction::Round;
use crate::fabricate::{FabricateConfig, Witness, search};
use crate::ids::PrimaryMap;
use crate::lower::{EntryId, Lowered};
use crate::solver::Prover;
use crate::symex::ErrorKind;
use crate::system::{Edge, EdgeId, ErrorId, State};
use std::collections::BTreeSet;

/// If so many entries in a row take more time than they have, half of those that come after them are given up, which are longer. The others
/// have twice as much time then.
const MOST_IN_VAIN: usize = 3;

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
    let undecided: BTreeSet<ErrorId> =
        findings.iter().filter(undecided).map(|finding| finding.error).collect();
    let entry_of = |error: &ErrorId| lowered.failure(*error).entry;
    let entries: BTreeSet<EntryId> = undecided.iter().map(entry_of).collect();
    let mut entries: Vec<EntryId> = entries.into_iter().collect();
    entries.retain(|entry| !lowered.obstacles().iter().any(|obstacle| obstacle.hinders(*entry)));
    // What short entries leave of their parts is for long ones.
    entries.sort_by_key(|entry| std::cmp::Reverse(own_steps(lowered, *entry)));
    let mut in_vain = 0;
    while let Some(entry) = entries.pop() {
        let own: BTreeSet<ErrorId> =
            undecided.iter().copied().filter(|error| entry_of(error) == entry).collect();
        let share = prover.even_part(entries.len() + 1);
        let potential = decide(lowered, entry, own, checks, config, &share);
        for (error, state) in potential {
            let found = findings.iter_mut().find(|finding| finding.error == error);
            let finding = found.expect("what is decided was found");
            finding.status = Status::Potential;
            // A state that was found with the invariant of the whole subject is kept.
            finding.state.get_or_insert(state);
        }
        let is_out_of_time = share.spent().is_some();
        in_vain = if is_out_of_time { in_vain + 1 } else { 0 };
        if in_vain == MOST_IN_VAIN {
            entries.drain(..entries.len().div_ceil(2));
            in_vain = 0;
        }
        for finding in findings.iter_mut().filter(|finding| entry_of(&finding.error) == entry) {
            finding.is_out_of_time = is_out_of_time;
        }
    }
    findings.retain(|finding| !checks.proved.contains(&finding.error));
}

/// Proves checks of an entry where it can. Returns the checks that fail on some object, each with a state in which it fails.
fn decide(
    lowered: &Lowered,
    entry: EntryId,
    mut errors: BTreeSet<ErrorId>,
    checks: &mut Checks,
    config: &VerifyConfig,
    prover: &Prover,
) -> Vec<(ErrorId, State)> {
    let mut system = only(lowered.system(), &errors);
    system.edges = steps_around(lowered, entry);
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

/// The number of steps of an entry's calls.
fn own_steps(lowered: &Lowered, entry: EntryId) -> usize {
    lowered.system().edges.keys().filter(|edge| lowered.edge(*edge).call == Some(entry)).count()
}

/// The steps of an entry's calls and those that clients make. Calls of other entries need not happen: what they leave behind is among
/// all the objects that there could be.
fn steps_around(lowered: &Lowered, entry: EntryId) -> PrimaryMap<EdgeId, Edge> {
    let is_own = |edge: EdgeId| lowered.edge(edge).call == Some(entry) || lowered.edge(edge).is_client_step();
    let own = lowered.system().edges.iter().filter(|(edge, _)| is_own(*edge));
    own.map(|(_, edge)| edge.clone()).collect()
}
