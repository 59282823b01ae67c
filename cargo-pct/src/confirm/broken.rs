//! Invariants that were seen broken: by a test of the crate, or by a generated one.
//!
//! What is seen needs no analysis of the type, so this also holds for types of which little is understood.

use std::collections::BTreeSet;

use pct_wire::Valuation;

use crate::ledger::{Check, Ending, Finding, FindingStatus, Literals, Proof, Replay, Runner, Verdict};
use crate::lower::{CrateCode, broken_invariant};
use crate::mir::{Mutability, Operand, Rvalue, StatementKind, TerminatorKind, Type};
use crate::probe::{Cutpoint, CutpointId, CutpointKind, StateKey, Subject};
use crate::symex::{BodyId, ErrorKind, Program};

use super::Results;
use crate::judge::{SubjectResult, Task};

/// Adds a confirmed finding for each invariant that was seen broken at the end of a function that clients call. Returns where that contradicts
/// a proof.
pub(super) fn report(code: &CrateCode<'_>, tasks: &[Task], results: &mut Results) -> Vec<String> {
    let called = called(code.program);
    let mut defects = Vec::new();
    for task in tasks {
        let Some(result) = results.get_mut(&task.subject.id) else { continue };
        for (id, invariant) in broken(code, task, result, &called) {
            let cutpoint = &task.subject.cutpoints[id];
            if matches!(result.proof, Proof::Proved { .. } | Proof::ProvedUnderAssumptions { .. }) {
                defects.push(format!(
                    "{}: the invariant `{invariant}` was seen broken at {}, and is proved",
                    task.subject.id, cutpoint.label
                ));
            }
            confirm(&mut result.findings, cutpoint, &invariant);
        }
    }
    defects
}

/// The ends of functions at which an invariant was seen broken, and that.
fn broken(
    code: &CrateCode<'_>,
    task: &Task,
    result: &SubjectResult,
    called: &BTreeSet<String>,
) -> BTreeSet<(CutpointId, String)> {
    let generated = result.verdicts.states.iter();
    let generated = generated.filter(|(_, verdict)| matches!(verdict, Verdict::Reachable { .. }));
    let seen: BTreeSet<StateKey> =
        task.covered.iter().chain(generated.map(|(key, _)| key)).copied().collect();
    let mut found = BTreeSet::new();
    for (id, valuation) in &seen {
        let cutpoint = &task.subject.cutpoints[*id];
        if cutpoint.kind != CutpointKind::Exit || !is_of_clients(code, cutpoint, called) {
            continue;
        }
        let broken = breaks(&task.subject, cutpoint, *valuation);
        found.extend(broken.map(|invariant| (*id, invariant.to_owned())));
    }
    let is_explained =
        |invariant: &str, by: &BTreeSet<(CutpointId, String)>| by.iter().any(|of| of.1 == invariant);
    let breakers = found.iter().filter(|(id, invariant)| {
        let function = &task.subject.cutpoints[*id].function;
        may_change(code, function) && was_whole(&task.subject, &seen, function, invariant)
    });
    let breakers: BTreeSet<(CutpointId, String)> = breakers.cloned().collect();
    found.retain(|of| breakers.contains(of) || !is_explained(&of.1, &breakers));
    found
}

/// Whether a function was seen to begin with an object of which an invariant holds, or without an object, as a constructor.
fn was_whole(subject: &Subject, seen: &BTreeSet<StateKey>, function: &str, invariant: &str) -> bool {
    let entered = seen.iter().filter(|(id, _)| {
        let entry = &subject.cutpoints[*id];
        entry.kind == CutpointKind::Entry && entry.function == *function
    });
    let is_whole = |(entry, valuation): &StateKey| {
        !breaks(subject, &subject.cutpoints[*entry], *valuation).any(|broken| broken == invariant)
    };
    let mut entered = entered.peekable();
    entered.peek().is_none() || entered.any(is_whole)
}

/// Whether a function may change its object: not where it has it by a shared reference behind which nothing changes.
fn may_change(code: &CrateCode<'_>, function: &str) -> bool {
    let is_shared = |body: &BodyId| {
        let body = &code.program.code(*body).body;
        let receiver = body.args().next().map(|local| &body.locals[local].ty);
        let Some(Type::Ref { mutability: Mutability::Not, referent, .. }) = receiver else { return false };
        !code.program.may_hold_cells(referent)
    };
    let bodies = bodies_of(code, function);
    bodies.is_empty() || !bodies.iter().all(is_shared)
}

/// The invariants that do not hold in a state.
pub(super) fn breaks<'s>(
    subject: &'s Subject,
    cutpoint: &'s Cutpoint,
    valuation: Valuation,
) -> impl Iterator<Item = &'s str> {
    let predicates = cutpoint.predicates.iter().map(|predicate| &subject.predicates[*predicate]);
    let broken = predicates
        .enumerate()
        .filter(move |(letter, predicate)| predicate.invariant && valuation.get(*letter) == Some(false));
    broken.map(|(_, predicate)| predicate.expression.as_str())
}

/// Whether each end of a function that is seen is that of a client's call: clients can call it, and nothing in the crate does. Of an object
/// that another method works on nothing is promised.
///
/// Under-approximates: functions are told apart by their last names.
fn is_of_clients(code: &CrateCode<'_>, cutpoint: &Cutpoint, called: &BTreeSet<String>) -> bool {
    let name = cutpoint.function.rsplit("::").next().unwrap_or(&cutpoint.function);
    let bodies = bodies_of(code, &cutpoint.function);
    !bodies.is_empty()
        && bodies.iter().all(|body| code.is_callable_by_clients(*body))
        && !called.contains(name)
}

/// The bodies of the functions with a name, which begins with that of the crate.
fn bodies_of(code: &CrateCode<'_>, function: &str) -> Vec<BodyId> {
    let Some((_, path)) = function.split_once("::") else { return Vec::new() };
    let mut bodies = code.program.functions_named(path.rsplit("::").next().unwrap_or(path));
    bodies.retain(|body| code.program.name(*body) == path);
    bodies
}

/// The last names of the functions that the analysed crates mention.
fn called(program: &Program) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut note_function = |operand: &Operand| {
        if let Operand::Function(function) = operand {
            names.extend(function.path.last_name().map(ToString::to_string));
        }
    };
    for (_, code) in program.bodies().filter(|(body, _)| program.is_analysed(*body)) {
        for block in code.body.blocks.values() {
            for statement in &block.statements {
                if let StatementKind::Assign(_, rvalue) = &statement.kind {
                    Rvalue::operands(rvalue).into_iter().for_each(&mut note_function);
                }
            }
            if let TerminatorKind::Call { callee, args, .. } | TerminatorKind::TailCall { callee, args } =
                &block.terminator.kind
            {
                std::iter::once(callee).chain(args).for_each(&mut note_function);
            }
        }
    }
    names
}

/// Confirms the finding of an invariant after a function's call, which is added if there is none.
fn confirm(findings: &mut Vec<Finding>, cutpoint: &Cutpoint, invariant: &str) {
    let method = cutpoint.function.rsplit("::").next().unwrap_or(&cutpoint.function);
    let seen = Replay {
        runner: Runner::Native,
        outcome: Ending::Returned,
        message: "a test was seen to leave it broken".to_owned(),
        place: Some(cutpoint.place.clone()),
    };
    let is_it = |finding: &&mut Finding| {
        finding.method == method && finding.check.invariant.as_deref() == Some(invariant)
    };
    if let Some(known) = findings.iter_mut().find(is_it) {
        known.status = FindingStatus::Confirmed;
        known.replay = Some(seen);
        return;
    }
    let path = cutpoint.function.split_once("::").map_or(cutpoint.function.as_str(), |(_, path)| path);
    let check = Check {
        place: cutpoint.place.clone(),
        function: path.to_owned(),
        function_end: None,
        kind: ErrorKind::Invariant.name().to_owned(),
        message: broken_invariant(invariant),
        invariant: Some(invariant.to_owned()),
    };
    findings.push(Finding {
        check,
        status: FindingStatus::Confirmed,
        doubt: None,
        is_unlikely: false,
        steps: None,
        breaks: None,
        suggestion: None,
        method: method.to_owned(),
        is_of_others: false,
        state: Literals::new(),
        arguments: Literals::new(),
        replay: Some(seen),
        reproduction: Vec::new(),
        imports: Vec::new(),
        obstruction: None,
    });
}
