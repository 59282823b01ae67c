//! What the calls that instrumentation inserts mean.
//!
//! `if pct::probe::at::<SITE>(…) { … bit::<INDEX>(holds) … pct_observe(…) }` is no code of the user's: it is passed over,
//! unless [`crate::symex::probes::Probes`] names the site. Then the execution either stops in front of it, or notes what the probe would see
//! ([`Observed`]), or takes its condition for granted (`requires`, `assume!`), or remembers it (`panics`).
//!
//! What a probe sees is computed by executing it on a copy of the state: the formula of predicate `INDEX` is the condition
//! under which `bit::<INDEX>(true)` is reached. So an evaluation that panics counts as false, as it does at run time.
//! A predicate whose value is not a function of the state (it loops, calls what is not known) or that changes the state has
//! no formula; the reason is kept. Whoever decides something about it must treat both values as possible.

mod evaluation;

use crate::mir::{Path, Type};
use crate::symex::access::executor::Executor;
use crate::symex::access::observed::{Formulas, Observation, Observed};
use crate::symex::access::outcome::{ErrorEdge, ErrorKind, NoteKind, Outcome};
use crate::symex::exec::run::Next;
use crate::symex::exec::site::{Arguments, Site};
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::sites::{function_of_probes, number};
use crate::symex::state::region::Regions;
use crate::symex::state::value::{Reference, Value};
use crate::symex::state::{Object, Place, State};
use crate::term::Term;
use std::sync::Arc;

/// The object under which the condition of the documented panics of the function that was called first is kept.
const DOCUMENTED: &str = "documented panics";

impl Executor<'_> {
    /// A call of a function of the probes; none if it is no such call.
    pub(in crate::symex) fn probe_call(
        &mut self,
        state: &State,
        path: &Path,
        arguments: &Arguments,
        site: Site<'_>,
    ) -> Option<Step<Vec<Next>>> {
        if let Some(item) = path.as_trait_item()
            && &**item.name == "pct_wants_derived"
            && self.evaluation.is_some()
        {
            // Where they are not wanted they do not count, and nobody asks for what they see.
            return Some(Ok(self.deliver_or_diverge(state.clone(), Value::bool(true), site)));
        }
        if let Some(item) = path.as_trait_item()
            && matches!(&**item.name, "pct_observe" | "pct_observe_derived")
            && self.evaluation.is_some()
        {
            let trait_names = item.trait_path.names();
            return match trait_names.as_deref() {
                Some(["pct", "probe", "Annotated"]) => {
                    Some(self.observe_object(state, item.self_type, arguments, site))
                }
                Some(["pct", "probe", "Unannotated"]) => Some(Ok(Vec::new())),
                _ => None,
            };
        }
        match function_of_probes(path)? {
            "at" => Some(self.reach_probe(state.clone(), number(path)?, site)),
            "bit" if self.evaluation.is_some() => {
                let holds = arguments.values.first().and_then(Value::as_scalar).cloned();
                self.record(state, u32::try_from(number(path)?).ok()?, holds);
                Some(Ok(self.deliver_or_diverge(state.clone(), Value::Scalar(Term::int(0)), site)))
            }
            "caught" if self.evaluation.is_some() => Some(
                self.caught(state, arguments, site)
                    .map(|()| self.deliver_or_diverge(state.clone(), Value::Scalar(Term::int(0)), site)),
            ),
            _ => None,
        }
    }

    /// `at::<SITE>(…)`
    fn reach_probe(&mut self, mut state: State, id: u64, site: Site<'_>) -> Step<Vec<Next>> {
        let (Some(target), Some(flag)) = (site.target, site.destination.as_local()) else {
            return refuse("a probe of an unknown form");
        };
        let probes = &self.config.probes;
        let is_assumed = probes.assumed.contains(&id) || state.depth() == 0 && probes.required.contains(&id);
        // What a caller promises it has to keep, if it is not a client.
        let is_checked = state.depth() > 0 && probes.required.contains(&id) && !self.config.concrete;
        let is_named =
            is_assumed || is_checked || probes.documented.contains(&id) || probes.observed.contains(&id);
        // Probes met inside a predicate see nothing, as at run time.
        if self.evaluation.is_some() || !is_named && !probes.cut.contains(&id) {
            return Ok(self.deliver_or_diverge(state, Value::bool(false), site));
        }
        let probes = probes.clone();
        if is_named {
            let observation = self.evaluate_probe(&state, target, flag);
            if is_assumed {
                self.take_for_granted(&mut state, id, &observation);
            }
            if is_checked {
                self.check_precondition(&state, &observation);
            }
            if probes.documented.contains(&id) {
                self.document(&mut state, &observation);
            }
            if probes.observed.contains(&id) {
                let observed = Observed { site: id, state: state.clone(), observation };
                self.execution.observed.push(observed);
            }
        }
        // Behind a cut the flag is set again: see `enter_probe`.
        let answer = if probes.cut.contains(&id) { Value::Uninit } else { Value::bool(false) };
        Ok(self.deliver_or_diverge(state, answer, site))
    }

    /// The state behind a cut: the probe itself is passed over.
    pub(in crate::symex) fn leave_probe(&mut self, state: &mut State) {
        let top = state.top();
        let flow = self.flow(top.body);
        if let Some((_, flag)) = flow.probes.get(&top.block) {
            let slot = &mut state.top_mut().locals[flag.as_u32() as usize];
            if *slot == Value::Uninit {
                *slot = Value::bool(false);
            }
        }
    }

    /// What the probe at a cut sees, in a state in front of it: its block is the one in which the flag is looked at.
    pub fn observe(&mut self, state: &State) -> Option<(u64, Observation)> {
        let (body, block) = (state.top().body, state.top().block);
        let (site, flag) = *self.flow(body).probes.get(&block)?;
        Some((site, self.evaluate_probe(state, block, flag)))
    }

    /// What the probe of a site sees in a state of the function that holds it, wherever in it the state is.
    pub fn observe_again(&mut self, site: u64, state: &State) -> Option<Observation> {
        let flow = self.flow(state.top().body);
        let (block, (_, flag)) = flow.probes.iter().find(|(_, (own, _))| *own == site)?;
        Some(self.evaluate_probe(state, *block, *flag))
    }

    /// What the predicates of a type say of any value of it; none if it has no predicates.
    ///
    /// `value` may have variables; the formulas are over them.
    pub fn observe_value(&mut self, ty: &Type, value: &Value) -> Option<Formulas> {
        let mut state = State::empty(Term::bool(true));
        let ty = Arc::new(ty.clone());
        let root = self.new_object(&mut state, "observed", value.clone(), ty.clone(), &Regions::default());
        let own = Value::Reference(Arc::new(Reference::to(Place::of(root), false, ty.clone())));
        let (body, generics) = self.predicates_of(&ty)?;
        let mut inner = self.for_evaluation(&state);
        inner.start_type();
        let arguments = Arguments { values: vec![own], types: vec![Type::Infer] };
        inner.run_without_frames(state, body, Arc::new(generics), arguments);
        Some(inner.finish_evaluation().object)
    }

    /// The condition of a contract. Where it is not understood nothing is taken for granted: over-approximates.
    fn take_for_granted(&mut self, state: &mut State, id: u64, observation: &Observation) {
        match observation.local.get(&0) {
            Some(Ok(condition)) => {
                state.assume(condition);
                self.execution.relied_on.insert(id);
            }
            Some(Err(reason)) => self.note(state, NoteKind::Approximation, format!("a condition: {reason}")),
            None => self.note(state, NoteKind::Approximation, "a condition was not found"),
        }
    }

    /// An error of the caller where a precondition may not hold. Compiled code does not look, so that the execution goes on with it.
    fn check_precondition(&mut self, state: &State, observation: &Observation) {
        let function = self.program.name(state.top().body);
        let mut caller = state.clone();
        caller.frames.pop();
        let (kind, message) = match observation.local.get(&0) {
            Some(Ok(condition)) => {
                caller.assume(&condition.not());
                (ErrorKind::Precondition, format!("a precondition of {function} does not hold"))
            }
            _ => (ErrorKind::Unmodelled, format!("a precondition of {function} is not understood")),
        };
        if !caller.is_infeasible() {
            let (function, span) = self.site(&caller);
            let (location, guard) = (caller.location(), caller.guard);
            let edge = ErrorEdge { kind, guard, message, span, function, location, is_documented: false };
            self.execution.outcomes.push(Outcome::Error(edge));
        }
    }

    /// Where the condition is not understood, no panic is documented: more is reported, never less.
    ///
    /// Only the function that was called first is heeded. One that it calls documents panics to it, and not to its own callers.
    fn document(&mut self, state: &mut State, observation: &Observation) {
        let Some(Ok(condition)) = observation.local.get(&0).filter(|_| state.depth() == 0) else { return };
        let before = state.objects.get(DOCUMENTED).and_then(|object| object.value.as_scalar().cloned());
        let condition = before.map_or_else(|| condition.clone(), |before| before.or(condition));
        let value = Value::Scalar(condition);
        let object =
            Object { value, ty: Arc::new(Type::Bool), borrows: Regions::default(), is_external: true };
        state.objects.insert(DOCUMENTED.into(), object);
    }

    /// The condition under which a panic now is documented.
    pub(in crate::symex) fn documented(&self, state: &State) -> Term {
        let own = state.objects.get(DOCUMENTED);
        own.and_then(|object| object.value.as_scalar().cloned()).unwrap_or_else(|| Term::bool(false))
    }
}
