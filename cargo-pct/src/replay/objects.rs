//! Fabricated objects, each method called on them.
//!
//! Nothing here proves anything: clients may be unable to make such an object.

use std::collections::BTreeSet;

use pct_wire::request::Request;

use super::calls::is_method;
use super::end::{end_of, replay};
use super::{FabricatedRun, Replayer, Session, agree, interpreter};
use crate::ledger::{Literals, Runner};
use crate::lower::{EntryId, Lowered, Subject, SubjectKind};
use crate::mir::Type;
use crate::native::NativeError;
use crate::native::driver::Death;
use crate::native::value::to_wire_filled;
use crate::symex::Program;
use crate::system::LocationId;
use crate::term::Assignment;
use crate::verify::Verification;

/// More fabricated objects of one class are not run.
const MOST_OBJECTS: usize = 6;

/// More calls on them are not made.
const MOST_RUNS: usize = 24;

impl Session<'_, '_> {
    /// Names the class with the reason if its objects cannot be made: the simplest one is tried.
    fn is_fabricable(&mut self, ty: &Type, methods: &[EntryId]) -> Result<(), NativeError> {
        let Replayer { program, subject, drivers, not_fabricable, .. } = *self.replayer;
        if not_fabricable.is_some() {
            return Ok(());
        }
        let shape = interpreter::shape(program, ty);
        let simplest = interpreter::simplest(&shape);
        let state = to_wire_filled(program, ty, &shape, &|term| simplest.complete(term));
        let refusal = match state {
            Err(reason) => Some(reason),
            Ok(state) => {
                let safe = methods.iter().filter(|index| self.hazards.get(index) == Some(&true));
                let mut functions =
                    safe.filter_map(|index| drivers.function(program, subject.entries[*index].body));
                match functions.next() {
                    Some(function) => drivers.build(function, state)?,
                    None => None,
                }
            }
        };
        if let Some(reason) = refusal {
            self.out.not_run.insert((subject.id.clone(), format!("not fabricable: {reason}")));
        }
        Ok(())
    }

    /// Calls every method on the fabricated objects, with the simplest arguments.
    pub(super) fn fabricated(&mut self, verification: &Verification) -> Result<(), NativeError> {
        let Replayer { program, subject, lowered, drivers, .. } = *self.replayer;
        let SubjectKind::Type(ty) = &subject.kind else { return Ok(()) };
        let Some(at) = lowered.object() else { return Ok(()) };
        let methods: Vec<EntryId> =
            subject.entries.keys().filter(|index| is_method(&subject.entries[*index], ty)).collect();
        for index in &methods {
            self.may_run(*index);
        }
        self.is_fabricable(ty, &methods)?;
        let (mut runs, simplest) = (0, Assignment::new());
        // What hung once would hang again, and cost the time again.
        let mut hangs = BTreeSet::new();
        for object in objects(lowered, at, verification) {
            let not_hanging = methods.iter().filter(|index| !hangs.contains(*index));
            let asked: Vec<(EntryId, Request)> = not_hanging
                .filter_map(|index| Some((*index, self.call_on(*index, &object, &simplest)?)))
                .collect();
            let asked = &asked[..asked.len().min(MOST_RUNS - runs)];
            let requests: Vec<Request> = asked.iter().map(|(_, request)| request.clone()).collect();
            let ran = self.run(&requests)?;
            runs += ran.len();
            for (index, request) in asked {
                let Some(ran) = ran.get(&request.number) else { continue };
                self.compare(*index, &object, &simplest, ran);
                if ran.died == Some(Death::Hangs) {
                    hangs.insert(*index);
                }
                let Some(end) = end_of(ran) else { continue };
                let state = literals(program, subject, &object);
                let entry = drivers.entry_of(request.calls[0].function);
                let (outcome, seen) = (replay(end, Runner::Native).outcome, ran.seen.clone());
                self.out.fabricated.push(FabricatedRun { entry, state, outcome, seen });
            }
        }
        Ok(())
    }
}

/// Objects in the fabricated states, each once: between calls, and in the middle of one. (There a call may have left the object in a
/// state that no client sees. It is a sample all the same.)
fn objects(lowered: &Lowered, at: LocationId, verification: &Verification) -> Vec<Assignment> {
    let vars = &lowered.system().locations[at].vars;
    let mut found: Vec<Assignment> = Vec::new();
    let (between, inside): (Vec<_>, Vec<_>) =
        verification.fabricated.iter().map(|it| &it.state).partition(|state| state.location == at);
    for state in between.into_iter().chain(inside) {
        let values = lowered.system().assignment(state);
        let object: Option<Assignment> =
            vars.iter().map(|var| Some((var.clone(), values.get(var)?.clone()))).collect();
        if let Some(object) = object.filter(|object| !found.contains(object))
            && found.len() < MOST_OBJECTS
        {
            found.push(object);
        }
    }
    found
}

/// An object's fields, or the whole of it where it has none by name.
fn literals(program: &Program, subject: &Subject, object: &Assignment) -> Literals {
    let text = |value: &pct_wire::Value| value.to_string();
    match agree::made_object(program, subject, object) {
        Some(pct_wire::Value::Record(name, fields)) if !name.contains("::") => {
            fields.iter().map(|(name, value)| (name.clone(), text(value))).collect()
        }
        Some(value) => Literals::from([("self".to_owned(), text(&value))]),
        None => Literals::new(),
    }
}
