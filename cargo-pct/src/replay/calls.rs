//! Calls by the compiled code, and the same by the interpreter, which must agree.

use std::collections::BTreeMap;

use pct_wire::request::{Call, Request};

use super::{Replayer, Session, agree, interpreter};
use crate::lower::{Entry, EntryId, SubjectKind};
use crate::mir::Type;
use crate::native::NativeError;
use crate::native::driver::{Ran, Sharing};
use crate::native::value::to_wire_filled;
use crate::symex::{Config, Executor, Program, State as Executed};
use crate::term::{Assignment, Term};
use crate::verify::CallSequence;

impl Session<'_, '_> {
    /// The request for one call on a fabricated object; none if it may not be made or cannot be.
    pub(super) fn call_on(
        &mut self,
        index: EntryId,
        object: &Assignment,
        arguments: &Assignment,
    ) -> Option<Request> {
        let Replayer { program, subject, drivers, not_fabricable, .. } = *self.replayer;
        let entry = &subject.entries[index];
        let SubjectKind::Type(ty) = &subject.kind else { return None };
        let function = drivers.function(program, entry.body)?;
        if not_fabricable.is_some() || !is_method(entry, ty) || !self.may_run(index) {
            return None;
        }
        if ![object, arguments].into_iter().all(interpreter::are_of_the_drivers) {
            return None;
        }
        let shape = interpreter::shape(program, ty);
        let state = to_wire_filled(program, ty, &shape, &|term| object.complete(term));
        let state = match state {
            Ok(state) => state,
            Err(reason) => {
                self.out.not_run.insert((subject.id.clone(), format!("not fabricable: {reason}")));
                return None;
            }
        };
        let arguments = arguments_of(program, entry, arguments).ok()?;
        Some(self.request(Some(state), vec![Call { function, arguments }]))
    }

    /// The request for calls from the outside; or why the drivers may not make them, or cannot.
    pub(super) fn sequence_request(&mut self, calls: &CallSequence) -> Result<Request, String> {
        let Replayer { program, subject, drivers, not_fabricable, .. } = *self.replayer;
        let built = match (&calls.built, &subject.kind) {
            (Some(_), _) if not_fabricable.is_some() => return Err("no hidden test can build it".to_owned()),
            (Some(object), _) if !interpreter::are_of_the_drivers(object) => {
                return Err("it is of another instance than the hidden tests'".to_owned());
            }
            (Some(object), SubjectKind::Type(ty)) => {
                let shape = interpreter::shape(program, ty);
                Some(to_wire_filled(program, ty, &shape, &|term| object.complete(term))?)
            }
            _ => None,
        };
        let mut made = Vec::new();
        for call in &calls.calls {
            let entry = &subject.entries[call.entry];
            let no_driver = || format!("no hidden test can call {}", entry.name);
            let function = drivers.function(program, entry.body).ok_or_else(no_driver)?;
            if !self.may_run(call.entry) {
                return Err(format!("{} may do harm when it is run", entry.name));
            }
            if !interpreter::are_of_the_drivers(&call.inputs) {
                return Err("they are of another instance than the hidden tests'".to_owned());
            }
            made.push(Call { function, arguments: arguments_of(program, entry, &call.inputs)? });
        }
        Ok(self.request(built, made))
    }

    pub(super) fn request(&mut self, state: Option<pct_wire::Value>, calls: Vec<Call>) -> Request {
        self.requests += 1;
        Request { number: self.requests, state, calls }
    }

    /// Makes the calls; what was refused is left out.
    pub(super) fn run(&mut self, requests: &[Request]) -> Result<BTreeMap<u64, Ran>, NativeError> {
        let Replayer { subject, drivers, allow_effects, .. } = *self.replayer;
        let sharing = if allow_effects { Sharing::Nothing } else { Sharing::Process };
        let mut ran = drivers.run(requests, sharing)?;
        for built in ran.values().filter_map(|ran| ran.built.as_ref()) {
            if let Err(reason) = built {
                self.out.not_run.insert((subject.id.clone(), format!("not fabricable: {reason}")));
            }
        }
        ran.retain(|_, ran| ran.refusal().is_none());
        Ok(ran)
    }

    /// Lets the interpreter make the same call, and notes where it does something else.
    pub(super) fn compare(&mut self, index: EntryId, object: &Assignment, arguments: &Assignment, ran: &Ran) {
        let Replayer { program, subject, .. } = *self.replayer;
        let entry = &subject.entries[index];
        let [step] = ran.steps.as_slice() else { return };
        let called = interpreter::call(program, subject, entry, Some(object), arguments);
        match agree::compare(program, subject, entry, step, &called) {
            Ok(compared) => self.out.compared += usize::from(compared),
            Err(difference) => {
                let on = agree::made_object(program, subject, object).map(|object| format!(" on {object}"));
                self.out.defects.push(format!("{difference}{}", on.unwrap_or_default()));
            }
        }
    }
}

/// Whether a function is called on an object of the class.
pub(super) fn is_method(entry: &Entry, class: &Type) -> bool {
    let Some((_, ty)) = entry.parameters.first().filter(|(name, _)| name == "self") else { return false };
    let mut inner = ty;
    while let Type::Ref { referent, .. } = inner {
        inner = referent;
    }
    inner == class && entry.object.as_deref() == Some("self")
}

/// The arguments of a call besides the object; what an assignment leaves open is as simple as can be.
pub(super) fn arguments_of(
    program: &Program,
    entry: &Entry,
    values: &Assignment,
) -> Result<Vec<pct_wire::Value>, String> {
    let config = Config::default();
    let own = entry.parameters.iter().filter(|(name, _)| Some(name.as_str()) != entry.object.as_deref());
    own.map(|(name, ty)| {
        let mut inner = ty;
        while let Type::Ref { referent, .. } = inner {
            inner = referent;
        }
        let mut state = Executed::empty(Term::bool(true));
        let value = Executor::new(program, &config).any_value(&mut state, inner, name);
        to_wire_filled(program, inner, &value, &|term| values.complete(term))
    })
    .collect()
}
