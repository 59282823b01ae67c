//! Evaluating a probe: its code runs on a copy of the state, and what it tells becomes formulas.
//!
//! Bare predicates run in the function's own frame; guarded ones each from the same state, since none has an effect. The
//! evaluation ends where the probe tells what it saw: nothing of it remains but the [`Observation`].

use crate::mir::{
    self, BasicBlock, GenericArg, GenericArgs, Local, Operand, Path, Segment, TerminatorKind, Type,
};
use crate::symex::access::executor::Executor;
use crate::symex::access::observed::{Evaluation, Observation};
use crate::symex::access::outcome::{Execution, Outcome};
use crate::symex::exec::run::Next;
use crate::symex::exec::site::{Arguments, Site};
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::sites::{function_of_probes, number};
use crate::symex::program::types::{Generics, path_of};
use crate::symex::program::{BodyId, Callee};
use crate::symex::state::region::Regions;
use crate::symex::state::value::{Closure, Reference, Value};
use crate::symex::state::{Object, ObjectId, Place, Root, State};
use crate::term::{Term, variables};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Executor<'_> {
    pub(super) fn evaluate_probe(&mut self, state: &State, block: BasicBlock, flag: Local) -> Observation {
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
    pub(super) fn for_evaluation(&self, start: &State) -> Self {
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

    pub(super) fn start_type(&mut self) {
        if let Some(evaluation) = &mut self.evaluation {
            evaluation.in_type = true;
        }
    }

    /// The formulas: only those count that read what the state holds.
    pub(super) fn finish_evaluation(&mut self) -> Observation {
        let Some(Evaluation { mut seen, closures, .. }) = self.evaluation.take() else {
            return Observation::default();
        };
        // Closures are told apart by their order; if some were not met, that says nothing.
        let is_certain = closures.iter().all(|((body, ty), met)| self.closures_of(*body, ty).len() == *met);
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
    pub(super) fn record(&mut self, state: &State, index: u32, holds: Option<Term>) {
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
    pub(super) fn caught(&mut self, state: &State, arguments: &Arguments, site: Site<'_>) -> Step<()> {
        let Some(Value::Aggregate(closures)) = arguments.values.first() else {
            return refuse("guarded predicates of an unknown form");
        };
        let maker = state.top().body;
        for closure in closures.iter() {
            let Value::Closure(closure) = closure else { return refuse("a guarded predicate is no closure") };
            let Some(evaluation) = &mut self.evaluation else { continue };
            let met = evaluation.closures.entry((maker, closure.ty.clone())).or_insert(0);
            let number = *met;
            *met += 1;
            let Some(&body) = self.closures_of(maker, &closure.ty).get(number) else {
                return refuse("the code of a guarded predicate is not known");
            };
            self.guarded(state, closure, body, site)?;
        }
        Ok(())
    }

    /// The closures at one place that a body makes, in the order of its code: what an attribute generates all stands at one place.
    fn closures_of(&self, maker: BodyId, ty: &mir::ClosureType) -> Vec<BodyId> {
        let path = &self.program.code(maker).body.path;
        let made = |body: &&BodyId| self.program.code(**body).body.path.parent().as_ref() == Some(path);
        self.program.closure_bodies(ty).iter().filter(made).copied().collect()
    }

    fn guarded(&mut self, state: &State, closure: &Arc<Closure>, body: BodyId, site: Site<'_>) -> Step<()> {
        let before = self.execution.outcomes.len();
        let mut state = state.clone();
        let ty = Arc::new(Type::Closure(Box::new(closure.ty.clone())));
        let root = self.new_object(
            &mut state,
            "predicate",
            Value::Closure(closure.clone()),
            ty.clone(),
            &Regions::default(),
        );
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
    pub(super) fn observe_object(
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
        while let Value::Reference(reference) = &value {
            let located = self.follow(reference);
            value = self.read(&mut state, &located);
        }
        let mut fields = value.children();
        let own = match (fields.next(), fields.next()) {
            (Some(only), None) if matches!(value, Value::Aggregate(_)) => only.clone(),
            _ => return refuse("the object of a probe is not known"),
        };
        self.start_type();
        let arguments = Arguments { values: vec![own], types: vec![Type::Infer] };
        let path = path_of(&["pct_predicates"]);
        self.enter(state, body, Arc::new(generics), arguments, &path, site)?;
        Ok(Vec::new())
    }

    /// The body that evaluates all predicates of a type.
    pub(super) fn predicates_of(&self, ty: &Type) -> Option<(BodyId, Generics)> {
        let subject = path_of(&["pct", "probe", "Subject"]);
        let segments = [
            Segment::Qualified { self_type: Box::new(ty.clone()), trait_path: Some(Box::new(subject)) },
            Segment::Named { name: "pct_predicates".into(), args: GenericArgs::NONE },
        ];
        match self.program.resolve(&Path { segments: segments.into() }) {
            Callee::Body(body, generics) => Some((body, generics)),
            _ => None,
        }
    }

    /// Runs a function on a state without frames, for what is recorded on the way.
    pub(super) fn run_without_frames(
        &mut self,
        mut state: State,
        body: BodyId,
        generics: Arc<Generics>,
        arguments: Arguments,
    ) {
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
        Outcome::Cut(_) | Outcome::RecursiveCall(_) => Some("its evaluation loops".to_owned()),
        Outcome::Opaque(end) => Some(end.reason.to_string()),
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
    let path = ty.peel_pointers().as_path()?;
    let is_probe = path.names().as_deref() == Some(&["pct", "probe", "On"]);
    if is_probe { path.last().args().iter().find_map(GenericArg::as_type) } else { None }
}

/// Whether something that was there when the evaluation began has another value now. Temporaries of the running function
/// are the probe's own.
fn changes(executor: &Executor<'_>, start: &State, now: &State) -> bool {
    let object = |(id, object): (&ObjectId, &Object)| {
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
            let counts = index < depth || executor.program.code(frame.body).body.source_name(local).is_some();
            let root = Root::Local(index, local);
            counts && now.root(&root).is_some_and(|own| differs(value, own))
        })
    })
}

fn differs(before: &Value, now: &Value) -> bool {
    *before != Value::Uninit && *now != Value::Uninit && before != now
}
