//! Findings and fabricated states, run: by the compiled code where that can do no harm, else by the interpreter.
//!
//! Input: a verified subject, and the hidden drivers of its crate. Output: [`Replays`]: what each finding did when it was
//! run, what fabricated states reached, which functions were not run natively and why, and where the two runners, or
//! a run and its finding, do not agree. The last are defects of ours: what they concern is not to be trusted.
//!
//! Nothing here proves anything: what a fabricated object did is a sample, and clients may be unable to make that object.

mod agree;
mod interpreter;

use std::collections::{BTreeMap, BTreeSet};

use pct_wire::request::{Call, Outcome, Request};
use pct_wire::{Id, Valuation};

use crate::ledger::{Literals, Replay, Runner};
use crate::lower::{Entry, Failure, Lowered, Subject, SubjectKind};
use crate::mir::Type;
use crate::native::NativeError;
use crate::native::driver::{Death, Drivers, Ran};
use crate::native::effects;
use crate::native::value::to_wire;
use crate::probe::Place;
use crate::solver::{Answer, Prover};
use crate::symex::{Config, Executor, Program, State as Executed};
use crate::system::{ErrorId, LocationId, State};
use crate::term::{Assignment, Substitution, Term};
use crate::verify::{CallSequence, Finding, Status, Verification};
use interpreter::Called;

/// More fabricated objects of one class are not run.
const MOST_OBJECTS: usize = 6;
/// More calls on them are not made.
const MOST_RUNS: usize = 24;

/// What is needed to run a subject.
pub struct Replayer<'a> {
    /// The code.
    pub program: &'a Program,
    /// The class or function.
    pub subject: &'a Subject,
    /// Its system.
    pub lowered: &'a Lowered,
    /// The hidden tests of its crate.
    pub drivers: &'a Drivers<'a>,
    /// For arguments that make a state fail.
    pub prover: &'a Prover,
    /// Whether effects are allowed on fabricated states.
    pub allow_effects: bool,
    /// Why objects of the class cannot be made, if the attribute already saw it.
    pub not_fabricable: Option<&'a str>,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Replays {
    /// What each finding did, by its error.
    pub findings: BTreeMap<ErrorId, Replay>,
    /// Fabricated objects on which a method was called natively, in that order.
    pub fabricated: Vec<FabricatedRun>,
    /// What was not run natively, and why: functions, or the class as a whole.
    pub not_run: BTreeSet<(String, String)>,
    /// Where the runners, or a run and its finding, do not agree, in words.
    pub defects: Vec<String>,
    /// Findings whose confirmation a run contradicts.
    pub contradicted: BTreeSet<ErrorId>,
    /// Calls that both runners made and that were compared.
    pub compared: usize,
}

/// One native call on a fabricated object.
#[derive(Clone, Debug)]
pub struct FabricatedRun {
    /// The cutpoint at the method's entry, if it has one.
    pub entry: Option<Id>,
    /// The object's fields.
    pub state: Literals,
    /// `returned`, `panicked`, `hangs` or `died`.
    pub outcome: String,
    /// The abstract states that the probes saw.
    pub seen: BTreeSet<(Id, Valuation)>,
}

impl Replayer<'_> {
    /// Runs a subject's findings and fabricated objects.
    pub fn run(&self, verification: &Verification) -> Result<Replays, NativeError> {
        let mut session = Session { replayer: self, hazards: BTreeMap::new(), out: Replays::default() };
        if let Some(reason) = self.not_fabricable {
            session.out.not_run.insert((self.subject.id.clone(), format!("not fabricable: {reason}")));
        }
        for finding in &verification.findings {
            session.finding(finding)?;
        }
        session.fabricated(verification)?;
        session.out.defects.sort();
        session.out.defects.dedup();
        Ok(session.out)
    }
}

struct Session<'r, 'a> {
    replayer: &'r Replayer<'a>,
    /// By the entry's number: whether it may run natively.
    hazards: BTreeMap<usize, bool>,
    out: Replays,
}

/// How a run of calls ended.
enum End {
    /// With what the predicates of the class say of the object afterwards, if that is known.
    Returned(Option<Valuation>),
    Panicked {
        message: String,
        place: Option<Place>,
    },
    Died(Death),
}

impl Session<'_, '_> {
    /// Whether an entry may run natively; if not, that is recorded with the reason.
    fn may_run(&mut self, index: usize) -> bool {
        let Replayer { program, subject, allow_effects, .. } = *self.replayer;
        if let Some(known) = self.hazards.get(&index) {
            return *known;
        }
        let entry = &subject.entries[index];
        let hazard = effects::hazard(program, subject, entry, allow_effects);
        self.hazards.insert(index, hazard.is_none());
        if let Some(hazard) = &hazard {
            self.out.not_run.insert((entry.name.clone(), hazard.to_string()));
        }
        hazard.is_none()
    }

    fn finding(&mut self, finding: &Finding) -> Result<(), NativeError> {
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

    /// One native call on a fabricated object; none if it may not be made or cannot be.
    fn native(
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
    fn compare(&mut self, index: usize, object: &Assignment, arguments: &Assignment, ran: &Ran) {
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

    /// Names the class with the reason if its objects cannot be made: the simplest one is tried.
    fn is_fabricable(&mut self, ty: &Type, methods: &[usize]) -> Result<(), NativeError> {
        let Replayer { program, subject, drivers, not_fabricable, .. } = *self.replayer;
        if not_fabricable.is_some() {
            return Ok(());
        }
        let simplest = Assignment::new();
        let state = to_wire(program, ty, &interpreter::shape(program, ty), &|term| simplest.complete(term));
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
    fn fabricated(&mut self, verification: &Verification) -> Result<(), NativeError> {
        let Replayer { program, subject, lowered, drivers, .. } = *self.replayer;
        let SubjectKind::Type(ty) = &subject.kind else { return Ok(()) };
        let Some(at) = lowered.object else { return Ok(()) };
        let methods: Vec<usize> =
            (0..subject.entries.len()).filter(|index| is_method(&subject.entries[*index], ty)).collect();
        for index in &methods {
            self.may_run(*index);
        }
        self.is_fabricable(ty, &methods)?;
        let mut runs = 0;
        // What hung once would hang again, and cost the time again.
        let mut hangs = BTreeSet::new();
        for object in objects(lowered, at, verification) {
            for index in methods.iter().filter(|index| !hangs.contains(*index)).collect::<Vec<_>>() {
                if runs == MOST_RUNS {
                    return Ok(());
                }
                let Some((ran, function)) = self.native(*index, &object, &Assignment::new())? else {
                    continue;
                };
                runs += 1;
                self.compare(*index, &object, &Assignment::new(), &ran);
                if ran.died == Some(Death::Hangs) {
                    hangs.insert(*index);
                }
                let Some(end) = end_of(&ran) else { continue };
                let state = literals(program, subject, &object);
                let entry = drivers.entry_of(function);
                let outcome = replay(end, Runner::Native).outcome;
                self.out.fabricated.push(FabricatedRun { entry, state, outcome, seen: ran.seen });
            }
        }
        Ok(())
    }
}

/// Objects in the fabricated states, each once: between calls, and in the middle of one. (There a call may have left the object in a
/// state that no client sees. It is a sample all the same.)
fn objects(lowered: &Lowered, at: LocationId, verification: &Verification) -> Vec<Assignment> {
    let vars = &lowered.system.locations[at].vars;
    let mut found: Vec<Assignment> = Vec::new();
    let (between, inside): (Vec<_>, Vec<_>) =
        verification.fabricated.iter().map(|it| &it.state).partition(|state| state.location == at);
    for state in between.into_iter().chain(inside) {
        let values = lowered.system.assignment(state);
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

/// Whether a function is called on an object of the class.
fn is_method(entry: &Entry, class: &Type) -> bool {
    let Some((_, ty)) = entry.parameters.first().filter(|(name, _)| name == "self") else { return false };
    let mut inner = ty;
    while let Type::Ref { referent, .. } = inner {
        inner = referent;
    }
    inner == class && entry.object.as_deref() == Some("self")
}

/// An object's fields, or the whole of it where it has none by name.
fn literals(program: &Program, subject: &Subject, object: &Assignment) -> Literals {
    let text = |value: &pct_wire::Value| value.to_string();
    match agree::wire_object(program, subject, object) {
        Some(pct_wire::Value::Record(name, fields)) if !name.contains("::") => {
            fields.iter().map(|(name, value)| (name.clone(), text(value))).collect()
        }
        Some(value) => Literals::from([("self".to_owned(), text(&value))]),
        None => Literals::new(),
    }
}

/// The arguments of a call besides the object; what an assignment leaves open is as simple as can be.
fn arguments_of(
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

/// How the last call that was begun ended; none if it was not made.
fn end_of(ran: &Ran) -> Option<End> {
    if let Some(death) = &ran.died {
        return Some(End::Died(death.clone()));
    }
    match &ran.steps.last()?.outcome {
        Outcome::Returned(_) => {
            let after = ran.steps.last().and_then(|step| step.after.as_ref());
            Some(End::Returned(after.map(|(_, valuation)| *valuation)))
        }
        Outcome::Panicked { message, location } => {
            Some(End::Panicked { message: message.clone(), place: place(location) })
        }
        Outcome::Refused(_) => None,
    }
}

fn end_of_called(called: &Called) -> Option<End> {
    match called {
        Called::Returned { .. } => Some(End::Returned(None)),
        Called::Panicked { error, .. } => {
            let place = error.span.as_ref().map(|span| Place {
                file: span.file.to_string(),
                line: span.start.line,
                column: span.start.column,
                end_line: span.end.line,
                end_column: span.end.column,
            });
            Some(End::Panicked { message: error.message.clone(), place })
        }
        Called::Unknown => None,
    }
}

/// Whether an end is the failure: a panic with its message, or at its place; or an object of which an invariant does not
/// hold. None where the object is not known.
fn matches(failure: &Failure, end: &End) -> Option<bool> {
    if let (Some(index), End::Returned(after)) = (failure.invariant, end) {
        return after.map(|valuation| valuation.bits() >> index & 1 == 0);
    }
    let End::Panicked { message, place } = end else { return Some(false) };
    let here = |place: &Place| {
        failure.span.as_ref().is_some_and(|span| *span.file == *place.file && span.start.line == place.line)
    };
    Some(agree::fits(&failure.message, message) || place.as_ref().is_some_and(here))
}

/// `src/lib.rs:3:5`
fn place(location: &str) -> Option<Place> {
    let mut parts = location.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let file = parts.next()?.to_owned();
    Some(Place { file, line, column, end_line: line, end_column: column })
}

fn replay(end: End, runner: Runner) -> Replay {
    let (outcome, message, place) = match end {
        End::Returned(_) => ("returned", String::new(), None),
        End::Panicked { message, place } => ("panicked", message, place),
        End::Died(Death::Hangs) => ("hangs", "killed when its time was up".to_owned(), None),
        End::Died(Death::Ended(how)) => ("died", how, None),
    };
    Replay { runner, outcome: outcome.to_owned(), message, place }
}

fn shown(end: &End) -> String {
    match end {
        End::Returned(_) => "returned".to_owned(),
        End::Panicked { message, .. } => format!("panicked with `{message}`"),
        End::Died(Death::Hangs) => "did not end".to_owned(),
        End::Died(Death::Ended(how)) => how.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::{Position, Span};
    use crate::symex::ErrorKind;

    fn failure(message: &str) -> Failure {
        let at = |column| Position { line: 7, column };
        Failure {
            kind: ErrorKind::Assert,
            message: message.to_owned(),
            span: Some(Span { file: "src/lib.rs".into(), start: at(9), end: at(20) }),
            function: "f".to_owned(),
            entry: 0,
            invariant: None,
        }
    }

    fn panicked(message: &str, location: &str) -> End {
        End::Panicked { message: message.to_owned(), place: place(location) }
    }

    #[test]
    fn a_run_shows_a_finding_by_its_message_or_its_line_and_nothing_else_does() {
        let found = failure("too much: {}");
        assert_eq!(matches(&found, &panicked("too much: 5", "")), Some(true));
        assert_eq!(matches(&found, &panicked("anything", "src/lib.rs:7:30")), Some(true));
        assert_eq!(matches(&found, &panicked("anything", "src/lib.rs:8:9")), Some(false));
        assert_eq!(matches(&found, &panicked("anything", "src/other.rs:7:9")), Some(false));
        assert_eq!(matches(&found, &End::Returned(None)), Some(false));
        assert_eq!(matches(&found, &End::Died(Death::Hangs)), Some(false));
    }

    #[test]
    fn a_broken_invariant_is_seen_on_the_object_that_a_call_leaves() {
        let found = Failure { invariant: Some(1), ..failure("the invariant") };
        let left = |bits| End::Returned(Some(Valuation::new(bits, 2)));
        assert_eq!(matches(&found, &left(0b01)), Some(true));
        assert_eq!(matches(&found, &left(0b10)), Some(false));
        assert_eq!(matches(&found, &End::Returned(None)), None);
        assert_eq!(matches(&found, &panicked("another", "")), Some(false));
    }

    #[test]
    fn a_place_is_read_from_its_end() {
        let read = place("C:\\src\\lib.rs:3:5").unwrap();
        assert_eq!((&*read.file, read.line, read.column), ("C:\\src\\lib.rs", 3, 5));
        assert_eq!(place(""), None);
    }
}
