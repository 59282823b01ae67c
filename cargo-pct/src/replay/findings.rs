//! Findings, run: the calls that reproduce them, and the failing call on the fabricated object.

use pct_wire::request::{Call, Request};

use super::calls::arguments_of;
use super::end::{End, end_of, end_of_called, matches, replay, shown};
use super::interpreter::{self, Called};
use super::{Replayer, Session};
use crate::ledger::Runner;
use crate::lower::{Failure, SubjectKind};
use crate::native::NativeError;
use crate::solver::Answer;
use crate::system::{ErrorId, State};
use crate::term::{Assignment, Substitution, Term};
use crate::verify::{CallSequence, Finding, Status};

impl Session<'_, '_> {
    pub(super) fn finding(&mut self, finding: &Finding) -> Result<(), NativeError> {
        if finding.status == Status::Undecided {
            return Ok(());
        }
        let replayer = self.replayer;
        let failure = &replayer.lowered.failures[&finding.error];
        if let (Some(calls), Status::Confirmed) = (&finding.calls, finding.status) {
            self.reproduction(finding.error, failure, calls)?;
        }
        let Some(state) = &finding.state else { return Ok(()) };
        let (SubjectKind::Type(_), Some(_)) =
            (&replayer.subject.kind, &replayer.subject.entries[failure.entry].object)
        else {
            return Ok(());
        };
        let starts_at_object = Some(state.location) == replayer.lowered.object;
        let Some(arguments) = self.failing_arguments(finding.error, state, failure.entry) else {
            return Ok(());
        };
        let Some((end, runner)) = self.on_object(failure.entry, state, &arguments)? else { return Ok(()) };
        let fails = matches(failure, &end).unwrap_or(true);
        // In the middle of a call the object may be one that no call leaves so: then another end says nothing.
        if !starts_at_object && !fails {
            return Ok(());
        }
        let decided = matches!(end, End::Returned(_) | End::Panicked { .. });
        if starts_at_object
            && !fails
            && decided
            // It may be another object's.
            && failure.invariant.is_none()
            && interpreter::is_of_parameters(&replayer.subject.entries[failure.entry], &arguments)
        {
            self.out.defects.push(format!(
                "{} should fail with `{}` on the fabricated object, and {} ({})",
                replayer.subject.entries[failure.entry].name,
                failure.message,
                shown(&end),
                runner.name()
            ));
        }
        self.out.findings.insert(finding.error, replay(end, runner));
        Ok(())
    }

    /// Arguments that make the failing segment fail from a state; none if the solver gives none.
    fn failing_arguments(&self, error: ErrorId, state: &State, entry: usize) -> Option<Assignment> {
        let Replayer { lowered, prover, subject, .. } = *self.replayer;
        let edge = &lowered.system.errors[error];
        if edge.source != state.location {
            return None;
        }
        let values = lowered.system.assignment(state);
        let pairs = values.iter().map(|(var, value)| (var.clone(), Term::value(value, &var.sort)));
        let guard = Substitution::new(pairs.collect::<Vec<_>>()).apply(&edge.guard);
        let mut arguments = match prover.solver().check_small(&[guard], &edge.inputs) {
            Answer::Sat(model) => model,
            Answer::Unsat(_) | Answer::Unknown(_) => return None,
        };
        // Mid-loop, the arguments that are still alive are part of the state.
        let entry = &subject.entries[entry];
        if Some(state.location) != lowered.object {
            for (var, value) in values.iter() {
                if arguments.get(var).is_none() && Some(&*var.name) != entry.object.as_deref() {
                    arguments.set(var.clone(), value.clone());
                }
            }
        }
        Some(arguments)
    }

    /// Calls an entry on a fabricated object: natively if it may, else by the interpreter.
    fn on_object(
        &mut self,
        index: usize,
        state: &State,
        arguments: &Assignment,
    ) -> Result<Option<(End, Runner)>, NativeError> {
        let Replayer { program, subject, lowered, .. } = *self.replayer;
        let entry = &subject.entries[index];
        let object = lowered.system.assignment(state);
        if let Some((ran, _)) = self.native(index, &object, arguments)?
            && let Some(end) = end_of(&ran)
        {
            self.compare(index, &object, arguments, &ran);
            return Ok(Some((end, Runner::Native)));
        }
        let called = interpreter::call(program, subject, entry, Some(&object), arguments);
        Ok(end_of_called(&called).map(|end| (end, Runner::Interpreter)))
    }

    /// Runs the calls that are said to lead into an error, from a constructor on.
    fn reproduction(
        &mut self,
        error: ErrorId,
        failure: &Failure,
        calls: &CallSequence,
    ) -> Result<(), NativeError> {
        let subject = self.replayer.subject;
        let found = match self.sequence_natively(calls)? {
            Some(end) => Some((end, Runner::Native)),
            None => self.sequence_interpreted(calls).map(|end| (end, Runner::Interpreter)),
        };
        let Some((end, runner)) = found else { return Ok(()) };
        let fails = matches(failure, &end).unwrap_or(true);
        let is_chosen = calls
            .calls
            .iter()
            .all(|call| interpreter::is_of_parameters(&subject.entries[call.entry], &call.inputs));
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
            self.out.contradicted.insert(error);
        }
        self.out.findings.insert(error, replay(end, runner));
        Ok(())
    }

    /// None if the driver cannot make these calls, or one in front of the last did not return.
    fn sequence_natively(&mut self, calls: &CallSequence) -> Result<Option<End>, NativeError> {
        let Replayer { program, subject, drivers, .. } = *self.replayer;
        let mut made = Vec::new();
        for call in &calls.calls {
            let entry = &subject.entries[call.entry];
            let Some(function) = drivers.function(program, entry.body) else { return Ok(None) };
            if !self.may_run(call.entry) {
                return Ok(None);
            }
            let Ok(arguments) = arguments_of(program, entry, &call.inputs) else { return Ok(None) };
            made.push(Call { function, arguments });
        }
        let request = Request { number: 1, state: None, calls: made };
        let Some(ran) = drivers.run(&request)? else { return Ok(None) };
        let reached = ran.steps.len() + usize::from(ran.died.is_some());
        if ran.refusal().is_some() || reached != calls.calls.len() {
            return Ok(None);
        }
        Ok(end_of(&ran))
    }

    fn sequence_interpreted(&self, calls: &CallSequence) -> Option<End> {
        let Replayer { program, subject, .. } = *self.replayer;
        let mut object: Option<Assignment> = None;
        for (index, call) in calls.calls.iter().enumerate() {
            let entry = &subject.entries[call.entry];
            let called = interpreter::call(program, subject, entry, object.as_ref(), &call.inputs);
            if index + 1 == calls.calls.len() {
                return end_of_called(&called);
            }
            // Clients may catch a panic and go on with the object.
            match called {
                Called::Returned { object: left, .. } | Called::Panicked { object: left, .. } => {
                    object = left.or(object);
                }
                Called::Unknown => return None,
            }
        }
        None
    }
}
