//! The executor: runs loop-free code from a state to the next cuts, blocks in topological order, merging where states meet.
//!
//! Calls of functions with a body are executed in a frame of their own. A cut inside a callee leaves all frames in its
//! state, and [`Executor::resume`] goes on from there: the location of a cutpoint is a call stack.

use super::flow::Flow;
use super::location::Location;
use super::merge::merge_all;
use super::outcome::{
    ErrorEdge, ErrorKind, Execution, Input, InputOrigin, Note, NoteKind, OpaqueEnd, Outcome,
};
use super::probes::{Evaluation, Probes, documented_key};
use super::program::{BodyId, Program};
use super::state::{Frame, Root, State};
use super::types::Generics;
use super::value::Value;
use crate::mir::{self, AssertKind, BasicBlock, StatementKind, TerminatorKind, Unwind};
use crate::span::Span;
use crate::term::{IntType, Kind, Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// What an execution stops at, and how far it goes.
#[derive(Clone, Debug)]
pub struct Config {
    /// Blocks to stop at, besides loop heads.
    pub cuts: BTreeSet<(BodyId, BasicBlock)>,
    /// Whether to stop at every loop head: then every execution ends. Else loops run as long as the budget lasts.
    pub cut_loops: bool,
    /// How many frames may be on the stack; a call beyond is unmodelled.
    pub most_frames: usize,
    /// Whether a function may be on the stack twice.
    pub recursion: bool,
    /// Whether every branch must be decided by constants: one that is not ends the execution.
    pub concrete: bool,
    /// How many blocks may be run.
    pub budget: u64,
    /// How many states of different shape may meet at a block.
    pub most_shapes: usize,
    /// Which probes mean something.
    pub probes: Arc<Probes>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            cuts: BTreeSet::new(),
            cut_loops: true,
            most_frames: 32,
            recursion: false,
            concrete: false,
            budget: 100_000,
            most_shapes: 32,
            probes: Arc::default(),
        }
    }
}

/// Executes code of a program.
pub struct Executor<'a> {
    pub(super) program: &'a Program,
    pub(super) config: &'a Config,
    pub(super) execution: Execution,
    pub(super) names: HashMap<String, usize>,
    pub(super) flows: HashMap<BodyId, Arc<Flow>>,
    pub(super) evaluation: Option<Evaluation>,
}

/// Why a path cannot be followed further.
pub(super) struct Refusal(pub(super) String);

/// The result of a step that may not be understood.
pub(super) type Step<T> = Result<T, Refusal>;

/// Says why a path cannot be followed further.
pub(super) fn refuse<T>(reason: impl Into<String>) -> Step<T> {
    Err(Refusal(reason.into()))
}

/// Where control goes within a frame.
pub(super) enum Next {
    Goto(BasicBlock, State),
    Return(State),
    Unwind(State),
}

/// How a frame ends; its frame is still on the stack.
#[derive(Default)]
pub(super) struct Exits {
    pub(super) returns: Vec<State>,
    pub(super) unwinds: Vec<State>,
}

impl<'a> Executor<'a> {
    /// An executor that has not run yet.
    pub fn new(program: &'a Program, config: &'a Config) -> Executor<'a> {
        Executor {
            program,
            config,
            execution: Execution::default(),
            names: HashMap::new(),
            flows: HashMap::new(),
            evaluation: None,
        }
    }

    /// The state at a function's entry, for any arguments: its frame with fresh arguments, what they point to in objects
    /// that are named after them.
    pub fn entry_state(&mut self, body: BodyId, generics: &Generics) -> State {
        let mut state = State::empty(Term::bool(true));
        let generics = Arc::new(generics.clone());
        self.push_frame(&mut state, body, generics);
        let code = &self.program.code(body).body;
        for local in code.args() {
            let name = local_name(code, local);
            let ty = state.top().types[local.as_u32() as usize].clone();
            let value = self.fresh(&mut state, &ty, &name, InputOrigin::Initial, &[]);
            state.top_mut().locals[local.as_u32() as usize] = value;
        }
        state.objects.values_mut().for_each(|object| object.is_external = true);
        state
    }

    /// Runs from the running function's current block to the next cuts, and then on in the callers.
    pub fn resume(mut self, mut state: State) -> Execution {
        self.leave_probe(&mut state);
        self.know_names(&state);
        let block = state.top().block;
        let mut exits = self.run(vec![(block, state)], true);
        loop {
            exits.returns = merge_all(std::mem::take(&mut exits.returns));
            exits.unwinds = merge_all(std::mem::take(&mut exits.unwinds));
            let Some(state) = exits.returns.first().or(exits.unwinds.first()) else { break };
            if state.frames.len() == 1 {
                self.finish(exits);
                break;
            }
            let (returns, unwinds) = (exits.returns, exits.unwinds);
            let mut next = Vec::new();
            for state in returns {
                next.extend(self.return_to_caller(state));
            }
            for state in unwinds {
                next.extend(self.unwind_to_caller(state));
            }
            exits = self.continue_with(next);
        }
        self.execution
    }

    /// Runs a function from its entry.
    pub fn run_function(mut self, body: BodyId, generics: &Generics) -> Execution {
        let state = self.entry_state(body, generics);
        self.resume(state)
    }

    fn finish(&mut self, exits: Exits) {
        let result = BTreeSet::from([mir::Local::from_u32(0)]);
        for mut state in exits.returns {
            self.forget_dead(&mut state, &result);
            let value = state.top().locals[0].clone();
            state.frames.pop();
            self.execution.outcomes.push(Outcome::Return(state, value));
        }
        for mut state in exits.unwinds {
            self.forget_dead(&mut state, &BTreeSet::new());
            state.frames.pop();
            self.execution.outcomes.push(Outcome::Unwind(state));
        }
    }

    fn continue_with(&mut self, next: Vec<Next>) -> Exits {
        let (mut seeds, mut exits) = (Vec::new(), Exits::default());
        for next in next {
            match next {
                Next::Goto(block, state) => seeds.push((block, state)),
                Next::Return(state) => exits.returns.push(state),
                Next::Unwind(state) => exits.unwinds.push(state),
            }
        }
        let more = self.run(seeds, false);
        exits.returns.extend(more.returns);
        exits.unwinds.extend(more.unwinds);
        exits
    }

    /// The callee's frame leaves; its value goes where the caller's terminator says.
    fn return_to_caller(&mut self, mut state: State) -> Vec<Next> {
        let value = state.top().locals[0].clone();
        state.frames.pop();
        let code = &self.program.code(state.top().body).body;
        match &code.blocks[state.top().block].terminator.kind {
            TerminatorKind::Call { destination, target, .. } => match target {
                Some(target) => self.deliver(state, destination, value, *target),
                None => Vec::new(),
            },
            TerminatorKind::Drop { place, target, unwind, .. } => {
                self.drop_rest(state, place, *target, *unwind)
            }
            _ => self.opaque(&state, "a function was entered at a block that calls none".to_owned()),
        }
    }

    fn unwind_to_caller(&mut self, mut state: State) -> Vec<Next> {
        state.frames.pop();
        let code = &self.program.code(state.top().body).body;
        let unwind = code.blocks[state.top().block].terminator.kind.unwind().unwrap_or(Unwind::Continue);
        self.unwind(state, unwind).into_iter().collect()
    }

    /// Writes a call's result and goes on.
    pub(super) fn deliver(
        &mut self,
        mut state: State,
        destination: &mir::Place,
        value: Value,
        target: BasicBlock,
    ) -> Vec<Next> {
        match self.assign(&mut state, destination, value) {
            Ok(()) => vec![Next::Goto(target, state)],
            Err(Refusal(reason)) => self.opaque(&state, reason),
        }
    }

    /// Runs blocks of the frame on top until control leaves it. `fresh_start`: the seeds are where the execution begins, so
    /// that they are not cut.
    pub(super) fn run(&mut self, seeds: Vec<(BasicBlock, State)>, fresh_start: bool) -> Exits {
        let mut exits = Exits::default();
        let Some((_, first)) = seeds.first() else { return exits };
        let body = first.top().body;
        let flow = self.flow(body);
        let mut pending: BTreeMap<usize, Vec<State>> = BTreeMap::new();
        let mut start = fresh_start;
        let enqueue = |pending: &mut BTreeMap<usize, Vec<State>>, block: BasicBlock, state: State| {
            if !state.is_infeasible() {
                pending.entry(flow.rank[&block]).or_default().push(state);
            }
        };
        seeds.into_iter().for_each(|(block, state)| enqueue(&mut pending, block, state));
        while let Some((rank, states)) = pending.pop_first() {
            let block = flow.order[rank];
            let is_cut = !start && self.is_cut(body, block, &flow);
            start = false;
            for mut state in self.merged(states, block, &flow, is_cut) {
                state.top_mut().block = block;
                if is_cut {
                    self.execution.outcomes.push(Outcome::Cut(state));
                    continue;
                }
                for next in self.block(state, block) {
                    match next {
                        Next::Goto(block, state) => enqueue(&mut pending, block, state),
                        Next::Return(state) => exits.returns.push(state),
                        Next::Unwind(state) => exits.unwinds.push(state),
                    }
                }
            }
        }
        exits
    }

    fn merged(&mut self, mut states: Vec<State>, block: BasicBlock, flow: &Flow, is_cut: bool) -> Vec<State> {
        if states.len() > 1 || is_cut {
            for state in &mut states {
                state.top_mut().block = block;
                self.forget_dead(state, flow.live_at(block));
            }
        }
        let merged = merge_all(states);
        if merged.len() > self.config.most_shapes {
            for state in merged {
                self.opaque(&state, "too many shapes of states meet here".to_owned());
            }
            return Vec::new();
        }
        merged
    }

    /// Takes the value from locals that nothing reads any more, so that they neither keep states apart nor count as state.
    fn forget_dead(&mut self, state: &mut State, live: &BTreeSet<mir::Local>) {
        let depth = state.depth();
        let mut kept: Vec<BTreeSet<mir::Local>> = Vec::new();
        for (index, frame) in state.frames.iter().enumerate() {
            let code = self.program.code(frame.body);
            if index == depth {
                kept.push(live.clone());
            } else {
                let flow = self.flow(frame.body);
                kept.push(flow.live_after(&code.body, frame.block));
            }
        }
        let mut pending: Vec<Root> = Vec::new();
        for (depth, live) in kept.iter().enumerate() {
            pending.extend(live.iter().map(|local| Root::Local(depth, *local)));
        }
        // What the arguments point to is the caller's; other objects count only as long as something leads to them.
        let external = state.objects.iter().filter(|(_, object)| object.is_external);
        pending.extend(external.map(|(id, _)| Root::Object(id.clone())));
        let mut seen: BTreeSet<Root> = pending.iter().cloned().collect();
        while let Some(root) = pending.pop() {
            let mut targets = Vec::new();
            if let Some(value) = state.root(&root) {
                value.roots(&mut targets);
            }
            if let Root::Object(id) = &root
                && let Some(object) = state.objects.get(id)
            {
                let borrowed = object.borrows.iter().flat_map(|reference| &reference.targets);
                targets.extend(borrowed.map(|(_, place)| place.root.clone()));
            }
            pending.extend(targets.into_iter().filter(|target| seen.insert(target.clone())));
        }
        state.objects.retain(|id, _| seen.contains(&Root::Object(id.clone())));
        for (depth, frame) in state.frames.iter_mut().enumerate() {
            for (index, value) in frame.locals.iter_mut().enumerate() {
                if !seen.contains(&Root::Local(depth, mir::Local::from_u32(index as u32))) {
                    *value = Value::Uninit;
                }
            }
        }
    }

    fn is_cut(&self, body: BodyId, block: BasicBlock, flow: &Flow) -> bool {
        self.config.cuts.contains(&(body, block))
            || flow.probes.get(&block).is_some_and(|(site, _)| self.config.probes.cut.contains(site))
            || (self.config.cut_loops && flow.loop_heads.contains(&block))
    }

    pub(super) fn flow(&mut self, body: BodyId) -> Arc<Flow> {
        let program = self.program;
        self.flows.entry(body).or_insert_with(|| Arc::new(Flow::of(&program.code(body).body))).clone()
    }

    /// Puts a function on the stack, at its entry, without arguments.
    pub(super) fn push_frame(&mut self, state: &mut State, body: BodyId, generics: Arc<Generics>) {
        let code = &self.program.code(body).body;
        let types = self.program.local_types(body, &generics);
        let locals = vec![Value::Uninit; code.locals.len()];
        // What an earlier function at this depth documents is not this one's.
        state.objects.remove(documented_key(state.frames.len()).as_str());
        state.frames.push(Frame { body, generics, types, locals, block: code.entry() });
    }

    fn block(&mut self, mut state: State, block: BasicBlock) -> Vec<Next> {
        self.execution.blocks += 1;
        if self.execution.blocks > self.config.budget {
            return self.opaque(&state, BUDGET.to_owned());
        }
        let code = &self.program.code(state.top().body).body.blocks[block];
        for statement in &code.statements {
            if let Err(Refusal(reason)) = self.statement(&mut state, &statement.kind) {
                return self.opaque(&state, reason);
            }
        }
        let (depth, guard, location) = (state.frames.len(), state.guard.clone(), state.location());
        match self.terminator(state, &code.terminator.kind) {
            Ok(next) => {
                debug_assert!(next.iter().all(|next| next.state().frames.len() == depth));
                next
            }
            Err(Refusal(reason)) => self.opaque_at(guard, &location, reason),
        }
    }

    fn statement(&mut self, state: &mut State, statement: &StatementKind) -> Step<()> {
        match statement {
            StatementKind::Assign(place, rvalue) => {
                let value = self.rvalue(state, rvalue, place)?;
                self.assign(state, place, value)
            }
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => {
                state.top_mut().locals[local.as_u32() as usize] = Value::Uninit;
                Ok(())
            }
            StatementKind::Deinit(place) => self.assign(state, place, Value::Uninit),
            StatementKind::Assume(operand) => {
                let condition = self.condition(state, operand)?;
                state.assume(&condition);
                Ok(())
            }
            StatementKind::Inert(_) => Ok(()),
            StatementKind::SetDiscriminant(..) => refuse("a discriminant is set without its fields"),
            StatementKind::CopyNonOverlapping { .. } => refuse("raw memory is copied"),
        }
    }

    fn terminator(&mut self, mut state: State, terminator: &TerminatorKind) -> Step<Vec<Next>> {
        Ok(match terminator {
            TerminatorKind::Goto { target } | TerminatorKind::FalseEdge { real: target, .. } => {
                vec![Next::Goto(*target, state)]
            }
            TerminatorKind::SwitchInt { operand, targets, otherwise } => {
                self.switch(state, operand, targets, *otherwise)?
            }
            TerminatorKind::Return => vec![Next::Return(state)],
            // The compiler proved it, from facts that the state here may have lost.
            TerminatorKind::Unreachable => Vec::new(),
            TerminatorKind::Resume => vec![Next::Unwind(state)],
            TerminatorKind::Terminate(_) => {
                self.execution.outcomes.push(Outcome::Diverge(state));
                Vec::new()
            }
            TerminatorKind::Drop { place, target, unwind, .. } => {
                self.drop_place(state, place, *target, *unwind)
            }
            TerminatorKind::Call { callee, args, destination, target, unwind } => {
                self.call(&mut state, callee, args, destination, *target, *unwind)?
            }
            TerminatorKind::Assert { condition, expected, kind, target, unwind } => {
                self.assertion(state, condition, *expected, kind, *target, *unwind)?
            }
            TerminatorKind::TailCall { .. } => return refuse("a tail call"),
            TerminatorKind::InlineAsm { .. } => return refuse("inline assembly"),
            TerminatorKind::Yield { .. } | TerminatorKind::CoroutineDrop => return refuse("a coroutine"),
        })
    }

    fn switch(
        &mut self,
        mut state: State,
        operand: &mir::Operand,
        targets: &[(u128, BasicBlock)],
        otherwise: Option<BasicBlock>,
    ) -> Step<Vec<Next>> {
        let ty = self.operand_type(&state, operand)?;
        let value = self.scalar(&mut state, operand, &ty)?;
        let mut next = Vec::new();
        let mut none = state.clone();
        for (pattern, block) in targets {
            let matches = match (value.sort(), super::types::int_type(&ty)) {
                (Sort::Bool, _) => value.equals(&Term::bool(*pattern != 0)),
                (_, Some(int)) => value.equals(&Term::int(signed(int, *pattern))),
                _ => return refuse("a switch on a value that is no integer"),
            };
            let mut taken = state.clone();
            self.decided(&matches)?;
            taken.assume(&matches);
            none.assume(&matches.not());
            next.push(Next::Goto(*block, taken));
        }
        if let Some(block) = otherwise {
            next.push(Next::Goto(block, none));
        }
        next.retain(|next| !next.state().is_infeasible());
        Ok(next)
    }

    fn assertion(
        &mut self,
        mut state: State,
        condition: &mir::Operand,
        expected: bool,
        kind: &AssertKind,
        target: BasicBlock,
        unwind: Unwind,
    ) -> Step<Vec<Next>> {
        let (error, message) = assertion_error(kind);
        let holds = self.condition(&mut state, condition)?;
        let holds = if expected { holds } else { holds.not() };
        self.decided(&holds)?;
        let mut failed = state.clone();
        failed.assume(&holds.not());
        state.assume(&holds);
        if matches!(kind, AssertKind::Overflow(..)) {
            self.trust_checked(&mut state, condition, &holds);
        }
        let mut next = Vec::new();
        if !failed.is_infeasible() {
            next.extend(self.fail(failed, error, message, unwind));
        }
        if !state.is_infeasible() {
            next.push(Next::Goto(target, state));
        }
        Ok(next)
    }

    /// Refuses a condition that is no constant where all must be.
    pub(super) fn decided(&mut self, condition: &Term) -> Step<()> {
        if self.config.concrete && condition.as_bool().is_none() {
            let note =
                self.execution.notes.first().map_or_else(String::new, |note| format!(": {}", note.text));
            return refuse(format!("a branch depends on something that is not known{note}"));
        }
        Ok(())
    }

    /// After the check of `(x op y).1` has passed, `(x op y).0` is the exact result: its wrapping is claimed away.
    fn trust_checked(&mut self, state: &mut State, condition: &mir::Operand, holds: &Term) {
        let Some(local) = condition.place().map(|place| place.local) else { return };
        let value = &mut state.top_mut().locals[local.as_u32() as usize];
        if let Value::Aggregate(fields) = value
            && let [Value::Scalar(result), _] = &**fields
            && let Kind::Wrap { to, value: exact, exact: false } = result.kind()
            && exact.fits(*to) == *holds
        {
            *value = Value::aggregate(vec![Value::Scalar(exact.assume_in(*to)), Value::Uninit]);
        }
    }

    /// Records an error edge; what follows is unwinding.
    pub(super) fn fail(
        &mut self,
        state: State,
        kind: ErrorKind,
        message: String,
        unwind: Unwind,
    ) -> Option<Next> {
        if state.is_infeasible() {
            return None;
        }
        let (function, span) = self.site(&state);
        let documented = self.documented(&state);
        for (guard, is_documented) in
            [(state.guard.and(&documented.not()), false), (state.guard.and(&documented), true)]
        {
            if guard.as_bool() != Some(false) {
                let (message, span, function) = (message.clone(), span.clone(), function.clone());
                let edge = ErrorEdge { kind, guard, message, span, function, is_documented };
                self.execution.outcomes.push(Outcome::Error(edge));
            }
        }
        self.unwind(state, unwind)
    }

    /// Where a panic that has begun goes on.
    pub(super) fn unwind(&mut self, state: State, unwind: Unwind) -> Option<Next> {
        match unwind {
            Unwind::Continue => Some(Next::Unwind(state)),
            Unwind::Cleanup(block) => Some(Next::Goto(block, state)),
            Unwind::Terminate | Unwind::TerminateAbi => {
                self.execution.outcomes.push(Outcome::Diverge(state));
                None
            }
            Unwind::Unreachable => None,
        }
    }

    /// Gives up on a path.
    pub(super) fn opaque(&mut self, state: &State, reason: String) -> Vec<Next> {
        self.opaque_at(state.guard.clone(), &state.location(), reason)
    }

    fn opaque_at(&mut self, guard: Term, location: &Location, reason: String) -> Vec<Next> {
        if guard.as_bool() != Some(false) {
            let (function, span) = self.site_of(location);
            self.execution.outcomes.push(Outcome::Opaque(OpaqueEnd { guard, reason, span, function }));
        }
        Vec::new()
    }

    /// The user's function that runs, and the place of its current terminator: a model stands for its caller's call.
    pub(super) fn site(&self, state: &State) -> (String, Option<Span>) {
        self.site_of(&state.location())
    }

    fn site_of(&self, location: &Location) -> (String, Option<Span>) {
        let users = location.iter().rev().find(|(body, _)| !self.program.is_model(*body));
        let Some((body, block)) = users.or(location.last()) else { return (String::new(), None) };
        (self.program.name(*body), user_span(&self.program.code(*body).body, *block))
    }

    /// Makes sure that new variables and objects are none of the state's.
    pub(super) fn know_names(&mut self, state: &State) {
        let mut terms = vec![state.guard.clone()];
        state.map_terms(&mut |term| {
            terms.push(term.clone());
            term.clone()
        });
        for var in crate::term::variables(&terms) {
            self.names.entry(var.name.to_string()).or_insert(1);
        }
        for id in state.objects.keys() {
            self.names.entry(id.to_string()).or_insert(1);
        }
    }

    /// A variable that was never used before.
    pub(super) fn variable(&mut self, name: &str, sort: Sort, origin: InputOrigin) -> Term {
        let name = self.unique(name);
        let var = Var::new(name, sort);
        self.execution.inputs.push(Input { var: var.clone(), origin });
        var.term()
    }

    /// A name that was never used before, for objects and calls.
    pub(super) fn unique(&mut self, name: &str) -> String {
        loop {
            let count = self.names.entry(name.to_owned()).or_insert(0);
            *count += 1;
            if *count == 1 {
                return name.to_owned();
            }
            let numbered = format!("{name}#{count}");
            if !self.names.contains_key(&numbered) {
                self.names.insert(numbered.clone(), 1);
                return numbered;
            }
        }
    }

    /// Records what is not known.
    pub(super) fn note(&mut self, state: &State, kind: NoteKind, text: impl Into<String>) {
        let (_, span) = self.site(state);
        let note = Note { kind, text: text.into(), span };
        if !self.execution.notes.contains(&note) {
            self.execution.notes.push(note);
        }
    }
}

/// The place of a block's terminator; inside a macro of another crate the nearest place before that is the user's.
fn user_span(body: &mir::Body, block: BasicBlock) -> Option<Span> {
    let own = body.blocks[block].terminator.source.as_ref().and_then(|source| source.span.clone());
    let foreign = |span: &Span| span.file.starts_with('/');
    if own.as_ref().is_some_and(|span| !foreign(span)) {
        return own;
    }
    let (mut at, mut steps) = (block, 0);
    loop {
        let mut spans =
            body.blocks[at].statements.iter().rev().filter_map(|s| s.source.as_ref()?.span.clone());
        if let Some(span) = spans.find(|span| !foreign(span)) {
            return Some(span);
        }
        let before =
            body.blocks.iter().find(|(_, code)| code.terminator.kind.normal_successors().contains(&at));
        let Some((previous, code)) = before.filter(|_| steps < MOST_STEPS_BACK) else { return own };
        if let Some(span) = code.terminator.source.as_ref().and_then(|source| source.span.clone())
            && !foreign(&span)
        {
            return Some(span);
        }
        (at, steps) = (previous, steps + 1);
    }
}

/// How many blocks are searched for a place in the user's own source.
const MOST_STEPS_BACK: usize = 8;

/// Why an execution ends where its budget does.
pub const BUDGET: &str = "the budget of blocks is used up";

impl Next {
    pub(super) fn state(&self) -> &State {
        match self {
            Next::Goto(_, state) | Next::Return(state) | Next::Unwind(state) => state,
        }
    }
}

/// The name of a local in the source, or `_7`.
pub(super) fn local_name(body: &mir::Body, local: mir::Local) -> String {
    let named = body
        .debug_info
        .iter()
        .find(|info| matches!(&info.value, mir::DebugValue::Place(place) if place.as_local() == Some(local)));
    named.map_or_else(|| local.to_string(), |info| info.name.to_string())
}

/// The value of a type whose bits are these.
fn signed(ty: IntType, pattern: u128) -> num_bigint::BigInt {
    if ty == IntType::Char { pattern.into() } else { ty.wrap(&pattern.into()) }
}

fn assertion_error(kind: &AssertKind) -> (ErrorKind, String) {
    match kind {
        AssertKind::BoundsCheck { .. } => {
            (ErrorKind::Index, "index out of bounds: the len is {} but the index is {}".to_owned())
        }
        AssertKind::Overflow(op, ..) => (ErrorKind::Overflow, overflow_message(*op).to_owned()),
        AssertKind::OverflowNeg(_) => (ErrorKind::Overflow, "attempt to negate with overflow".to_owned()),
        AssertKind::DivisionByZero(_) => (ErrorKind::Divide, "attempt to divide by zero".to_owned()),
        AssertKind::RemainderByZero(_) => {
            (ErrorKind::Divide, "attempt to calculate the remainder with a divisor of zero".to_owned())
        }
        AssertKind::MisalignedPointerDereference { .. } => {
            (ErrorKind::Panic, "misaligned pointer dereference".to_owned())
        }
        AssertKind::NullPointerDereference => {
            (ErrorKind::Panic, "null pointer dereference occurred".to_owned())
        }
        AssertKind::Other { message, .. } => (ErrorKind::Panic, message.to_string()),
    }
}

fn overflow_message(op: mir::BinaryOp) -> &'static str {
    match op {
        mir::BinaryOp::SubWithOverflow | mir::BinaryOp::Sub => "attempt to subtract with overflow",
        mir::BinaryOp::MulWithOverflow | mir::BinaryOp::Mul => "attempt to multiply with overflow",
        mir::BinaryOp::Div => "attempt to divide with overflow",
        mir::BinaryOp::Rem => "attempt to calculate the remainder with overflow",
        mir::BinaryOp::Shl => "attempt to shift left with overflow",
        mir::BinaryOp::Shr => "attempt to shift right with overflow",
        _ => "attempt to add with overflow",
    }
}
