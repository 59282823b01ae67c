//! One call on a fabricated object by the compiled code, and the same by the interpreter, which must agree.

use pct_wire::Id;
use pct_wire::request::{Call, Request};

use super::{Replayer, Session, agree, interpreter};
use crate::lower::{Entry, SubjectKind};
use crate::mir::Type;
use crate::native::NativeError;
use crate::native::driver::Ran;
use crate::native::value::to_wire;
use crate::symex::{Config, Executor, Program, State as Executed};
use crate::term::{Assignment, Term};

impl Session<'_, '_> {
    /// One native call on a fabricated object; none if it may not be made or cannot be.
    pub(super) fn native(
        &mut self,
        index: usize,
        object: &Assignment,
        arguments: &Assignment,
    ) -> Result<Option<(Ran, Id)>, NativeError> {
        let Replayer { program, subject, drivers, not_fabricable, .. } = *self.replayer;
        let entry = &subject.entries[index];
        let SubjectKind::Type(ty) = &subject.kind else { return Ok(None) };
        let Some(function) = drivers.function(program, entry.body) else { return Ok(None) };
        if not_fabricable.is_some() || !is_method(entry, ty) || !self.may_run(index) {
            return Ok(None);
        }
        let state = to_wire(program, ty, &interpreter::shape(program, ty), &|term| object.complete(term));
        let state = match state {
            Ok(state) => state,
            Err(reason) => {
                self.out.not_run.insert((subject.id.clone(), format!("not fabricable: {reason}")));
                return Ok(None);
            }
        };
        let Ok(arguments) = arguments_of(program, entry, arguments) else { return Ok(None) };
        let request = Request { number: 1, state: Some(state), calls: vec![Call { function, arguments }] };
        let Some(ran) = drivers.run(&request)? else { return Ok(None) };
        if let Some(Err(reason)) = &ran.built {
            self.out.not_run.insert((subject.id.clone(), format!("not fabricable: {reason}")));
        }
        Ok((ran.refusal().is_none()).then_some((ran, function)))
    }

    /// Lets the interpreter make the same call, and notes where it does something else.
    pub(super) fn compare(&mut self, index: usize, object: &Assignment, arguments: &Assignment, ran: &Ran) {
        let Replayer { program, subject, .. } = *self.replayer;
        let entry = &subject.entries[index];
        let [step] = ran.steps.as_slice() else { return };
        let called = interpreter::call(program, subject, entry, Some(object), arguments);
        match agree::compare(program, subject, entry, step, &called) {
            Ok(compared) => self.out.compared += usize::from(compared),
            Err(difference) => {
                let on = agree::wire_object(program, subject, object).map(|object| format!(" on {object}"));
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
    let own = entry.parameters.iter().filter(|(name, _)| Some(name) != entry.object.as_ref());
    own.map(|(name, ty)| {
        let mut inner = ty;
        while let Type::Ref { referent, .. } = inner {
            inner = referent;
        }
        let mut state = Executed::empty(Term::bool(true));
        let value = Executor::new(program, &config).any_value(&mut state, inner, name);
        to_wire(program, inner, &value, &|term| values.complete(term))
    })
    .collect()
}
