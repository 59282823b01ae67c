//! Findings, run: the calls that reproduce them, and the failing call on the fabricated object.

use pct_wire::request::Request;

use super::end::{End, end_of, end_of_called, matches, replay, shown};
use super::interpreter::{self, Called};
use super::{Replayer, Session};
use crate::ledger::Runner;
use crate::lower::{Entry, EntryId, Failure, SubjectKind};
use crate::mir::Type;
use crate::native::NativeError;
use crate::native::driver::Ran;
use crate::solver::Answer;
use crate::system::{ErrorId, State};
use crate::term::{Assignment, Substitution, Term};
use crate::verify::{CallSequence, Finding, Status};

/// What is run of a finding.
struct Plan<'f> {
    finding: &'f Finding,
    failure: &'f Failure,
    /// The calls that are said to lead into the error, if there are some.
    calls: Option<&'f CallSequence>,
    /// They, natively.
    sequence: Option<Request>,
    on_object: Option<OnObject<'f>>,
}

/// The failing call on the fabricated object.
struct OnObject<'f> {
    state: &'f State,
    arguments: Assignment,
    /// It, natively.
    request: Option<Request>,
}

impl<'r> Session<'r, '_> {
    /// Runs findings: what can be natively in one go, the rest by the interpreter.
    pub(super) fn findings(&mut self, findings: &'r [Finding]) -> Result<(), NativeError> {
        let worth = findings.iter().filter(|finding| finding.status != Status::Undecided);
        let plans: Vec<Plan<'_>> = worth.map(|finding| self.plan(finding)).collect();
        let requests = plans.iter().flat_map(|plan| {
            let on_object = plan.on_object.as_ref().and_then(|call| call.request.as_ref());
            plan.sequence.iter().chain(on_object).cloned()
        });
        let ran = self.run(&requests.collect::<Vec<_>>())?;
        let answer = |request: &Option<Request>| request.as_ref().and_then(|it| ran.get(&it.number));
        for plan in &plans {
            if let Some(calls) = plan.calls {
                self.reproduction(plan, calls, answer(&plan.sequence));
            }
            if let Some(call) = &plan.on_object {
                self.failing_call(plan, call, answer(&call.request));
            }
        }
        Ok(())
    }

    fn plan(&mut self, finding: &'r Finding) -> Plan<'r> {
        let replayer = self.replayer;
        let failure = replayer.lowered.failure(finding.error);
        let calls = finding.calls.as_ref().filter(|_| finding.status == Status::Confirmed);
        let sequence = calls.and_then(|calls| self.sequence_request(calls).ok());
        let is_method = matches!(replayer.subject.kind, SubjectKind::Type(_))
            && replayer.subject.entries[failure.entry].object.is_some();
        let of_calls = || Some(finding.calls.as_ref()?.calls.last()?.inputs.clone());
        let state = finding.state.as_ref();
        let chosen = state.and_then(|state| self.failing_arguments(finding.error, state, failure.entry));
        self.out.arguments.extend(chosen.clone().or_else(of_calls).map(|it| (finding.error, it)));
        let on_object = state.filter(|_| is_method).and_then(|state| {
            let arguments = chosen?;
            let object = replayer.lowered.system().assignment(state);
            let request = self.call_on(failure.entry, &object, &arguments);
            Some(OnObject { state, arguments, request })
        });
        Plan { finding, failure, calls, sequence, on_object }
    }

    /// Notes what the failing call did on the fabricated object.
    fn failing_call(&mut self, plan: &Plan<'_>, call: &OnObject<'_>, ran: Option<&Ran>) {
        let (replayer, failure) = (self.replayer, plan.failure);
        let entry = &replayer.subject.entries[failure.entry];
        let starts_at_object = Some(call.state.location) == replayer.lowered.object();
        let Some((end, runner)) = self.on_object(failure.entry, call, ran) else { return };
        let fails = matches(failure, &end).unwrap_or(true);
        // In the middle of a call the object may be one that no call leaves so: then another end says nothing.
        if !starts_at_object && !fails {
            return;
        }
        let decided = matches!(end, End::Returned(_) | End::Panicked { .. });
        if starts_at_object
            && !fails
            && decided
            // It may be another object's.
            && failure.invariant.is_none()
            && interpreter::is_of_parameters(entry, &call.arguments)
        {
            self.out.defects.push(format!(
                "{} should fail with `{}` on the fabricated object, and {} ({})",
                entry.name,
                failure.message,
                shown(&end),
                runner.name()
            ));
        }
        self.out.findings.insert(plan.finding.error, replay(end, runner));
    }

    /// Arguments that make the failing segment fail from a state; none if the solver gives none.
    fn failing_arguments(&self, error: ErrorId, state: &State, entry: EntryId) -> Option<Assignment> {
        let Replayer { lowered, prover, subject, .. } = *self.replayer;
        let edge = &lowered.system().errors[error];
        if edge.source != state.location {
            return None;
        }
        let values = lowered.system().assignment(state);
        let pairs = values.iter().map(|(var, value)| (var.clone(), Term::value(value, &var.sort)));
        let guard = Substitution::new(pairs.collect::<Vec<_>>()).apply(&edge.guard);
        let mut arguments = match prover.solver().check_small(&[guard], &edge.inputs) {
            Answer::Sat(model) => model,
            Answer::Unsat(_) | Answer::Unknown(_) => return None,
        };
        // Mid-loop, the arguments that are still alive are part of the state.
        let entry = &subject.entries[entry];
        if Some(state.location) != lowered.object() {
            for (var, value) in values.iter() {
                if arguments.get(var).is_none() && Some(&*var.name) != entry.object.as_deref() {
                    arguments.set(var.clone(), value.clone());
                }
            }
        }
        Some(arguments)
    }

    /// How the call ended: natively if it was made so, else by the interpreter.
    fn on_object(&mut self, index: EntryId, call: &OnObject<'_>, ran: Option<&Ran>) -> Option<(End, Runner)> {
        let Replayer { program, subject, lowered, .. } = *self.replayer;
        let object = lowered.system().assignment(call.state);
        if let Some(ran) = ran
            && let Some(end) = end_of(ran)
        {
            self.compare(index, &object, &call.arguments, ran);
            return Some((end, Runner::Native));
        }
        let called =
            interpreter::call(program, subject, &subject.entries[index], Some(&object), &call.arguments);
        end_of_called(&called).map(|end| (end, Runner::Interpreter))
    }

    /// Notes what the calls did that are said to lead into an error, from a constructor on.
    fn reproduction(&mut self, plan: &Plan<'_>, calls: &CallSequence, ran: Option<&Ran>) {
        let (subject, failure) = (self.replayer.subject, plan.failure);
        // If one in front of the last did not return, nothing was reproduced.
        let reached = |ran: &&Ran| ran.steps.len() + usize::from(ran.died.is_some()) == calls.calls.len();
        let found = match ran.filter(reached).and_then(end_of) {
            Some(end) => Some((end, Runner::Native)),
            None => self.sequence_interpreted(calls).map(|end| (end, Runner::Interpreter)),
        };
        let Some((end, runner)) = found else { return };
        let shows = matches(failure, &end);
        let fails = shows.unwrap_or(true);
        let is_chosen = super::is_determined(self.replayer.program, subject, calls);
        if !fails && !matches!(end, End::Died(_)) && is_chosen {
            // An invariant may be another object's.
            if failure.invariant.is_none() {
                self.out.defects.push(format!(
                    "the calls that reproduce `{}` in {} {} instead ({})",
                    failure.message,
                    subject.entries[failure.entry].name,
                    shown(&end),
                    runner.name()
                ));
            }
        }
        let replay = replay(end, runner);
        if runner == Runner::Native && shows == Some(true) {
            self.out.calls.insert(plan.finding.error, replay.clone());
        }
        self.out.findings.insert(plan.finding.error, replay);
    }

    fn sequence_interpreted(&self, calls: &CallSequence) -> Option<End> {
        let Replayer { program, subject, .. } = *self.replayer;
        let mut object = calls.built.clone();
        let mut constants = Assignment::new();
        for (index, call) in calls.calls.iter().enumerate() {
            let entry = &subject.entries[call.entry];
            // The object lies in what an earlier call was lent, which is not found again.
            if index > 0 && object.is_none() && entry.object.is_some() {
                return None;
            }
            let own = interpreter::constants(&call.inputs);
            own.iter().for_each(|(var, value)| constants.set(var.clone(), value.clone()));
            let both = constants.iter().chain(call.inputs.iter());
            let inputs: Assignment = both.map(|(var, value)| (var.clone(), value.clone())).collect();
            let called = interpreter::call(program, subject, entry, object.as_ref(), &inputs);
            if index + 1 == calls.calls.len() {
                return end_of_called(&called);
            }
            // Clients may catch a panic and go on with the object.
            match called {
                Called::Returned { object: left, .. } | Called::Panicked { object: left, .. } => {
                    // One of another instance than the class is not found again.
                    if left.is_none() && borrows_the_object(entry) {
                        return None;
                    }
                    object = left.or(object);
                }
                Called::Unknown => return None,
            }
        }
        None
    }
}

/// Tells whether a function takes the object by reference.
fn borrows_the_object(entry: &Entry) -> bool {
    let own = entry.parameters.iter().find(|(name, _)| Some(name.as_str()) == entry.object.as_deref());
    own.is_some_and(|(_, ty)| matches!(ty, Type::Ref { .. }))
}
