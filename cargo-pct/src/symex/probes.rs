//! What the calls that instrumentation inserts mean.
//!
//! `if pct::probe::at::<SITE>(…) { … bit::<INDEX>(holds) … pct_observe(…) }` is no code of the user's: it is passed over,
//! unless [`Probes`] names the site. Then the execution either stops in front of it, or notes what the probe would see
//! ([`Observed`]), or takes its condition for granted (`requires`, `assume!`), or remembers it (`panics`).
//!
//! What a probe sees is computed by executing it on a copy of the state: the formula of predicate `INDEX` is the condition
//! under which `bit::<INDEX>(true)` is reached. So an evaluation that panics counts as false, as it does at run time.
//! A predicate whose value is not a function of the state (it loops, calls what is not known) or that changes the state has
//! no formula; the reason is kept. Whoever decides something about it must treat both values as possible.

use super::call::{Arguments, Site};
use super::executor::{Executor, Next, Step, refuse};
use super::outcome::{Execution, NoteKind, Outcome};
use super::program::{BodyId, Callee};
use super::state::{Object, Place, Root, State};
use super::types::{Generics, path_of};
use super::value::{Closure, Reference, Value};
use crate::mir::{
    self, BasicBlock, ConstArg, GenericArg, GenericArgs, Local, Operand, Path, Segment, TerminatorKind, Type,
};
use crate::term::{Term, variables};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Which probes mean something, by the ids of their sites; all others are passed over.
#[derive(Clone, Debug, Default)]
pub struct Probes {
    /// Executions stop here, like at a loop head.
    pub cut: BTreeSet<u64>,
    /// What is seen here is noted in [`Execution::observed`].
    pub observed: BTreeSet<u64>,
    /// The condition of a function's arguments is taken for granted from here on, if clients call the function. Inside
    /// other code it is not: who calls it there may violate it.
    pub required: BTreeSet<u64>,
    /// The condition is taken for granted from here on.
    pub assumed: BTreeSet<u64>,
    /// Where the condition holds, a panic of the function from here on is documented.
    pub documented: BTreeSet<u64>,
}

/// The truth value of each predicate as a formula, or why there is none.
pub type Formulas = BTreeMap<u32, Result<Term, String>>;

/// What a probe evaluates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// The predicates of the object's type, by number.
    pub object: Formulas,
    /// The function's own, by number.
    pub local: Formulas,
}

/// A state at an observed site, with what the probe sees there.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The site.
    pub site: u64,
    /// The state.
    pub state: State,
    /// What is seen, over the variables of the start.
    pub observation: Observation,
}

/// A probe that is being evaluated.
#[derive(Debug)]
pub(super) struct Evaluation {
    start: State,
    seen: Observation,
    /// Whether the predicates met now are those of the object's type.
    in_type: bool,
    /// How many closures of a type were met: those of one probe all stand at one place.
    closures: BTreeMap<mir::ClosureType, usize>,
}

impl Observation {
    /// The formulas in the order of a valuation's letters: `object` predicates of the type, then `local` ones.
    pub fn in_order(&self, object: usize, local: usize) -> Vec<Result<Term, String>> {
        let get = |formulas: &Formulas, index: usize| {
            let found = u32::try_from(index).ok().and_then(|index| formulas.get(&index).cloned());
            found.unwrap_or_else(|| Err("its code was not found in the probe".to_owned()))
        };
        let of_type = (0..object).map(|index| get(&self.object, index));
        of_type.chain((0..local).map(|index| get(&self.local, index))).collect()
    }
}

/// The site of a call of `pct::probe::at`, and the local that takes its answer, by the block in which it is looked at.
pub(super) fn probed_blocks(body: &mir::Body) -> BTreeMap<BasicBlock, (u64, Local)> {
    let calls = body.blocks.values().filter_map(|block| match &block.terminator.kind {
        TerminatorKind::Call {
            callee: Operand::Function(function),
            destination,
            target: Some(target),
            ..
        } => Some((*target, (site_of(&function.path)?, destination.as_local()?))),
        _ => None,
    });
    calls.collect()
}

/// The sites that stand in a body itself, its callees left aside.
pub fn sites_in(body: &mir::Body) -> BTreeSet<u64> {
    probed_blocks(body).into_values().map(|(site, _)| site).collect()
}

fn function_of_probes(path: &Path) -> Option<&str> {
    match path.names()?.as_slice() {
        ["pct", "probe", name] => Some(name),
        _ => None,
    }
}

fn site_of(path: &Path) -> Option<u64> {
    if function_of_probes(path) == Some("at") { number(path) } else { None }
}

/// The one const argument of `at::<…>`, `bit::<…>`.
fn number(path: &Path) -> Option<u64> {
    match path.last().args() {
        [GenericArg::Const(ConstArg::Integer { value, .. })] => value.to_u64(),
        _ => None,
    }
}

/// The object under which a documented panic's condition is kept for the function at a depth.
pub(super) fn documented_key(depth: usize) -> String {
    format!("documented panics {depth}")
}

impl Executor<'_> {
    /// A call of a function of the probes; none if it is no such call.
    pub(super) fn probe_call(
        &mut self,
        state: &State,
        path: &Path,
        arguments: &Arguments,
        site: Site<'_>,
    ) -> Option<Step<Vec<Next>>> {
        if let Some(item) = path.as_trait_item()
            && &**item.name == "pct_observe"
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
        let is_named = is_assumed || probes.documented.contains(&id) || probes.observed.contains(&id);
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
    pub(super) fn leave_probe(&mut self, state: &mut State) {
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
        let root = self.new_object(&mut state, "observed", value.clone(), ty.clone(), &[]);
        let own = Value::Reference(Arc::new(Reference::to(Place::of(root), false, ty.clone())));
        let (body, generics) = self.predicates_of(&ty)?;
        let mut inner = self.for_evaluation(&state);
        inner.start_type();
        let arguments = Arguments { values: vec![own], types: vec![Type::Infer] };
        inner.run_alone(state, body, Arc::new(generics), arguments);
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

    /// Where the condition is not understood, no panic is documented: more is reported, never less.
    fn document(&mut self, state: &mut State, observation: &Observation) {
        let Some(Ok(condition)) = observation.local.get(&0) else { return };
        let key = documented_key(state.depth());
        let before = state.objects.get(key.as_str()).and_then(|object| object.value.as_scalar().cloned());
        let condition = before.map_or_else(|| condition.clone(), |before| before.or(condition));
        let value = Value::Scalar(condition);
        let object = Object { value, ty: Arc::new(Type::Bool), borrows: Vec::new(), is_external: true };
        state.objects.insert(key.into(), object);
    }

    /// The condition under which a panic now is documented by a function on the stack.
    pub(super) fn documented(&self, state: &State) -> Term {
        let conditions = (0..state.frames.len()).filter_map(|depth| {
            state.objects.get(documented_key(depth).as_str())?.value.as_scalar().cloned()
        });
        Term::any(conditions)
    }

    fn evaluate_probe(&mut self, state: &State, block: BasicBlock, flag: Local) -> Observation {
        let mut start = state.clone();
        start.guard = Term::bool(true);
        start.top_mut().block = block;
        let mut inner = self.for_evaluation(&start);
        start.top_mut().locals[flag.as_u32() as usize] = Value::bool(true);
        let reached = inner.run(vec![(block, start)], true);
        debug_assert!(reached.returns.is_empty(), "a probe ends where it tells what it saw");
        let mut seen = inner.finish_evaluation();
        // A bare predicate in whose midst the execution ended.
        if let Some(reason) = unfinished(&inner.execution) {
            let all = seen.object.values_mut().chain(seen.local.values_mut());
            all.for_each(|formula| *formula = Err(reason.clone()));
        }
        seen
    }

    /// An executor that evaluates the predicates of a probe, with names that are new to ours.
    fn for_evaluation(&self, start: &State) -> Self {
        let mut inner = Executor::new(self.program, self.config);
        inner.names.clone_from(&self.names);
        inner.flows.clone_from(&self.flows);
        inner.evaluation = Some(Evaluation {
            start: start.clone(),
            seen: Observation::default(),
            in_type: false,
            closures: BTreeMap::new(),
        });
        inner
    }

    fn start_type(&mut self) {
        if let Some(evaluation) = &mut self.evaluation {
            evaluation.in_type = true;
        }
    }

    /// The formulas: only those count that read what the state holds.
    fn finish_evaluation(&mut self) -> Observation {
        let Some(Evaluation { mut seen, closures, .. }) = self.evaluation.take() else {
            return Observation::default();
        };
        // Closures are told apart by their order; if some were not met, that says nothing.
        let is_certain = closures.iter().all(|(ty, met)| self.program.closure_bodies(ty).len() == *met);
        let unknown: BTreeSet<_> = self.execution.inputs.iter().map(|input| &input.var).collect();
        for formula in seen.object.values_mut().chain(seen.local.values_mut()) {
            let Ok(term) = &formula else { continue };
            if !is_certain {
                *formula = Err("its closure is one of several at one place".to_owned());
            } else if variables([term]).iter().any(|var| unknown.contains(var)) {
                let note = self.execution.notes.first();
                let cause = note.map_or_else(String::new, |note| format!(": {}", note.text));
                *formula = Err(format!("its value is not a function of the state{cause}"));
            }
        }
        seen
    }

    /// `bit::<INDEX>(holds)`, reached in this state.
    fn record(&mut self, state: &State, index: u32, holds: Option<Term>) {
        let changed =
            self.evaluation.as_ref().is_some_and(|evaluation| changes(self, &evaluation.start, state));
        let Some(evaluation) = &mut self.evaluation else { return };
        let seen = if evaluation.in_type { &mut evaluation.seen.object } else { &mut evaluation.seen.local };
        let formula = seen.entry(index).or_insert_with(|| Ok(Term::bool(false)));
        match (&formula, holds) {
            _ if changed => *formula = Err("it changes the state".to_owned()),
            (Ok(before), Some(holds)) => *formula = Ok(before.or(&state.guard.and(&holds))),
            (Ok(_), None) => *formula = Err("its value is not understood".to_owned()),
            (Err(_), _) => {}
        }
    }

    /// `caught((|| bit::<0>(…), || bit::<1>(…)))`: each closure runs from this state, and none has an effect.
    fn caught(&mut self, state: &State, arguments: &Arguments, site: Site<'_>) -> Step<()> {
        let Some(Value::Aggregate(closures)) = arguments.values.first() else {
            return refuse("guarded predicates of an unknown form");
        };
        for closure in closures.iter() {
            let Value::Closure(closure) = closure else { return refuse("a guarded predicate is no closure") };
            let Some(evaluation) = &mut self.evaluation else { continue };
            let met = evaluation.closures.entry(closure.ty.clone()).or_insert(0);
            let number = *met;
            *met += 1;
            let Some(&body) = self.program.closure_bodies(&closure.ty).get(number) else {
                return refuse("the code of a guarded predicate is not known");
            };
            self.guarded(state, closure, body, site)?;
        }
        Ok(())
    }

    fn guarded(&mut self, state: &State, closure: &Arc<Closure>, body: BodyId, site: Site<'_>) -> Step<()> {
        let before = self.execution.outcomes.len();
        let mut state = state.clone();
        let ty = Arc::new(Type::Closure(Box::new(closure.ty.clone())));
        let root = self.new_object(&mut state, "predicate", Value::Closure(closure.clone()), ty.clone(), &[]);
        let own = Value::Reference(Arc::new(Reference::to(Place::of(root), false, ty)));
        let arguments = Arguments { values: vec![own], types: vec![Type::Infer] };
        let path = path_of(&["predicate"]);
        self.enter(state, body, closure.generics.clone(), arguments, &path, site)?;
        let ended = self.execution.outcomes.split_off(before);
        if let Some(reason) = ended.iter().find_map(unfinished_outcome) {
            let program = self.program;
            for index in bits_of(&program.code(body).body) {
                let Some(evaluation) = &mut self.evaluation else { continue };
                let seen =
                    if evaluation.in_type { &mut evaluation.seen.object } else { &mut evaluation.seen.local };
                seen.insert(index, Err(reason.clone()));
            }
        }
        Ok(())
    }

    /// `(&&On(&object)).pct_observe(…)` on an annotated type: its own predicates are evaluated, and the probe ends.
    fn observe_object(
        &mut self,
        state: &State,
        self_type: &Type,
        arguments: &Arguments,
        site: Site<'_>,
    ) -> Step<Vec<Next>> {
        let mut state = state.clone();
        let Some((body, generics)) = observed_type(self_type).and_then(|ty| self.predicates_of(ty)) else {
            return Ok(Vec::new());
        };
        let mut value = arguments.values.first().cloned().unwrap_or(Value::Uninit);
        let own = loop {
            match &value {
                Value::Reference(reference) => {
                    let located = self.follow(reference);
                    value = self.read(&mut state, &located);
                }
                Value::Aggregate(fields) if fields.len() == 1 => break fields[0].clone(),
                _ => return refuse("the object of a probe is not known"),
            }
        };
        self.start_type();
        let arguments = Arguments { values: vec![own], types: vec![Type::Infer] };
        let path = path_of(&["pct_predicates"]);
        self.enter(state, body, Arc::new(generics), arguments, &path, site)?;
        Ok(Vec::new())
    }

    /// The body that evaluates all predicates of a type.
    fn predicates_of(&self, ty: &Type) -> Option<(BodyId, Generics)> {
        let subject = path_of(&["pct", "probe", "Subject"]);
        let segments = vec![
            Segment::Qualified { self_type: Box::new(ty.clone()), trait_path: Some(Box::new(subject)) },
            Segment::Named { name: "pct_predicates".into(), args: GenericArgs::NONE },
        ];
        match self.program.resolve(&Path { segments }) {
            Callee::Body(body, generics) => Some((body, generics)),
            _ => None,
        }
    }

    /// Runs a function on a state without frames, for what is recorded on the way.
    fn run_alone(&mut self, mut state: State, body: BodyId, generics: Arc<Generics>, arguments: Arguments) {
        self.push_frame(&mut state, body, generics);
        for (slot, value) in state.top_mut().locals.iter_mut().skip(1).zip(arguments.values) {
            *slot = value;
        }
        let block = state.top().block;
        self.run(vec![(block, state)], true);
        if let Some(reason) = unfinished(&self.execution)
            && let Some(evaluation) = &mut self.evaluation
        {
            evaluation.seen.object.values_mut().for_each(|formula| *formula = Err(reason.clone()));
        }
    }
}

/// Why not all ways through the predicates were followed to their ends, if so.
fn unfinished(execution: &Execution) -> Option<String> {
    execution.outcomes.iter().find_map(unfinished_outcome)
}

fn unfinished_outcome(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Cut(_) => Some("its evaluation loops".to_owned()),
        Outcome::Opaque(end) => Some(end.reason.clone()),
        Outcome::Exposed(_) => Some("its evaluation runs code that is not known".to_owned()),
        Outcome::Error(_) | Outcome::Diverge(_) | Outcome::Return(..) | Outcome::Unwind(_) => None,
    }
}

/// The numbers of the predicates whose bits a body tells.
fn bits_of(body: &mir::Body) -> Vec<u32> {
    let bits = body.blocks.values().filter_map(|block| match &block.terminator.kind {
        TerminatorKind::Call { callee: Operand::Function(function), .. }
            if function_of_probes(&function.path) == Some("bit") =>
        {
            u32::try_from(number(&function.path)?).ok()
        }
        _ => None,
    });
    bits.collect()
}

/// The `T` of `On<'_, T>` behind references.
fn observed_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Ref { referent, .. } => observed_type(referent),
        Type::Path(path) if path.names().as_deref() == Some(&["pct", "probe", "On"]) => {
            path.last().args().iter().find_map(|arg| match arg {
                GenericArg::Type(ty) => Some(ty),
                _ => None,
            })
        }
        _ => None,
    }
}

/// Whether something that was there when the evaluation began has another value now. Temporaries of the running function
/// are the probe's own.
fn changes(executor: &Executor<'_>, start: &State, now: &State) -> bool {
    let object = |(id, object): (&super::state::ObjectId, &Object)| {
        // What nothing reads any more is forgotten, not changed.
        now.objects.get(id).is_some_and(|own| differs(&object.value, &own.value))
    };
    if start.objects.iter().any(object) {
        return true;
    }
    let depth = start.frames.len().saturating_sub(1);
    start.frames.iter().enumerate().any(|(index, frame)| {
        let mut locals = frame.locals.iter().enumerate();
        locals.any(|(number, value)| {
            let local = Local::from_u32(number as u32);
            let counts = index < depth || executor.program.local_name(frame.body, local).is_some();
            let root = Root::Local(index, local);
            counts && now.root(&root).is_some_and(|own| differs(value, own))
        })
    })
}

fn differs(before: &Value, now: &Value) -> bool {
    *before != Value::Uninit && *now != Value::Uninit && before != now
}
