//! Running: loop-free code from a state to the next cuts, blocks in topological order, merging where states meet.
//!
//! Calls of functions with a body are executed in a frame of their own. A cut inside a callee leaves all frames in its
//! state, and [`Executor::resume`] goes on from there: the location of a cutpoint is a call stack.

use crate::mir::{self, BasicBlock, Local, TerminatorKind, Type, Unwind};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{Execution, InputOrigin, Outcome};
use crate::symex::program::BodyId;
use crate::symex::program::flow::Flow;
use crate::symex::program::refusal::Refusal;
use crate::symex::program::types::Generics;
use crate::symex::state::merge::merge_all;
use crate::symex::state::outliving::{locals_of, outlive};
use crate::symex::state::value::{Closure, Value};
use crate::symex::state::{Frame, Object, Root, State};
use crate::term::{Term, VarName};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where control goes within a frame.
pub(in crate::symex) enum Next {
    Goto(BasicBlock, State),
    Return(State),
    Unwind(State),
}

/// How a frame ends; its frame is still on the stack.
#[derive(Default)]
pub(in crate::symex) struct Exits {
    pub(in crate::symex) returns: Vec<State>,
    pub(in crate::symex) unwinds: Vec<State>,
}

impl Executor<'_> {
    /// The state at a function's entry, for any arguments: its frame with fresh arguments, what they point to in objects
    /// that are named after them.
    pub fn entry_state(&mut self, body: BodyId, generics: &Generics) -> State {
        let mut state = State::empty(Term::bool(true));
        let generics = Arc::new(generics.clone());
        self.push_frame(&mut state, body, generics);
        let code = &self.program.code(body).body;
        for local in code.args() {
            let name = code.local_name(local);
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

    fn finish(&mut self, exits: Exits) {
        let result = BTreeSet::from([mir::Local::from_u32(0)]);
        for mut state in exits.returns {
            let Some(value) = self.result(&mut state) else {
                self.opaque(&state, "a constant that leads to what is not understood".to_owned());
                continue;
            };
            state.top_mut().locals[0] = value.clone();
            self.forget_dead(&mut state, &result);
            state.frames.pop();
            self.execution.outcomes.push(Outcome::Return(state, value));
        }
        for mut state in exits.unwinds {
            self.forget_dead(&mut state, &BTreeSet::new());
            let state = self.leave_unwinding(state);
            self.execution.outcomes.push(Outcome::Unwind(state));
        }
    }

    /// What the outermost frame gives back. The locals that a constant's value leads to become objects: they last.
    fn result(&self, state: &mut State) -> Option<Value> {
        let value = state.top().locals[0].clone();
        let (body, depth) = (state.top().body, state.depth());
        if self.program.code(body).body.kind == mir::BodyKind::Fn {
            return Some(value);
        }
        let leads_there = |object: &Object| locals_of(&object.value, depth).next().is_some();
        let is_understood = !state.objects.values().any(leads_there);
        if is_understood {
            outlive(state, &value, &VarName::constant(format!("constant {body}")))
        } else {
            None
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
            TerminatorKind::Drop { place, target, .. } => self.drop_rest(state, place, *target),
            _ => self.opaque(&state, "a function was entered at a block that calls none".to_owned()),
        }
    }

    fn unwind_to_caller(&mut self, state: State) -> Vec<Next> {
        let state = self.leave_unwinding(state);
        let code = &self.program.code(state.top().body).body;
        let terminator = &code.blocks[state.top().block].terminator.kind;
        let unwind = terminator.unwind().unwrap_or(Unwind::Continue);
        match terminator {
            TerminatorKind::Drop { place, .. } => self.unwind_from_drop(state, place, unwind),
            _ => self.unwind(state, unwind).into_iter().collect(),
        }
    }

    /// Writes a call's result and goes on.
    pub(in crate::symex) fn deliver(
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
    pub(in crate::symex) fn run(&mut self, seeds: Vec<(BasicBlock, State)>, fresh_start: bool) -> Exits {
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
                targets.extend(object.borrows.iter().map(|region| region.place().root.clone()));
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

    /// Puts a function on the stack, at its entry, without arguments.
    pub(in crate::symex) fn push_frame(&mut self, state: &mut State, body: BodyId, generics: Arc<Generics>) {
        self.execution.entered.insert(body);
        let code = &self.program.code(body).body;
        let types = self.program.local_types(body, &generics);
        let locals = code.locals.keys().map(|local| self.blank_local(body, local, &generics)).collect();
        state.frames.push(Frame { body, generics, types, locals, block: code.entry() });
    }

    /// A local before it is assigned. Of a closure that captures nothing there is nothing to assign, and the compiler leaves it out.
    pub(in crate::symex) fn blank_local(
        &self,
        body: BodyId,
        local: Local,
        generics: &Arc<Generics>,
    ) -> Value {
        if let Type::Closure(closure) = &self.program.code(body).body.locals[local].ty
            && self.program.captures_nothing(closure)
            && let Some(generics) = self.program.generics_of_closure(closure, body, generics)
        {
            return Value::Closure(Arc::new(Closure {
                ty: (**closure).clone(),
                captures: Vec::new(),
                types: Arc::from([]),
                generics,
            }));
        }
        Value::Uninit
    }
}

impl Next {
    pub(in crate::symex) fn state(&self) -> &State {
        match self {
            Next::Goto(_, state) | Next::Return(state) | Next::Unwind(state) => state,
        }
    }
}
