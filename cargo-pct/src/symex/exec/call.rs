//! Calls: which code a callee is, and running it in a frame of its own.

mod panics;

use crate::mir::{self, BasicBlock, GenericArg, Operand, Path, Type, Unwind};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::Outcome;
use crate::symex::exec::run::{Exits, Next};
use crate::symex::exec::site::{Arguments, Effect, POINTER, Site};
use crate::symex::program::names::callee_name;
use crate::symex::program::refusal::{Refusal, Step, refuse};
use crate::symex::program::types::{Generics, is_clients_type};
use crate::symex::program::{BodyId, Callee};
use crate::symex::state::State;
use crate::symex::state::merge::merge_all;
use crate::symex::state::region::Regions;
use crate::symex::state::value::{Closure, Reference, Value};
use std::sync::Arc;

/// Our own stack: how much must be left for one call, and by how much it grows.
const RED_ZONE: usize = 256 * 1024;
const SEGMENT: usize = 4 * 1024 * 1024;

impl Executor<'_> {
    /// Executes a call terminator.
    pub(in crate::symex) fn call(
        &mut self,
        state: &mut State,
        callee: &Operand,
        args: &[Operand],
        destination: &mir::Place,
        target: Option<BasicBlock>,
        unwind: Unwind,
    ) -> Step<Vec<Next>> {
        let site = Site { destination, target, unwind };
        let callee = self.operand(state, callee)?;
        let mut arguments = Arguments { values: Vec::new(), types: Vec::new() };
        for arg in args {
            let ty = self.operand_type(state, arg).unwrap_or(Type::Infer);
            arguments.types.push(ty);
            arguments.values.push(self.operand(state, arg)?);
        }
        self.invoke(state.clone(), &callee, arguments, site)
    }

    /// Calls a function value.
    fn invoke(
        &mut self,
        state: State,
        callee: &Value,
        arguments: Arguments,
        site: Site<'_>,
    ) -> Step<Vec<Next>> {
        match callee {
            Value::Function(path) => self.invoke_path(state, path, arguments, site),
            Value::Closure(closure) => {
                let closure = closure.clone();
                self.invoke_closure(state, &closure, callee.clone(), arguments, site)
            }
            Value::Scalar(_)
            | Value::Aggregate(_)
            | Value::Enum(_)
            | Value::Sequence(_)
            | Value::Boxed(_) => self.unmodelled(state, POINTER, arguments, site, Effect::default()),
            Value::Reference(_) | Value::Opaque(_) | Value::Uninit => {
                self.unmodelled(state, POINTER, arguments, site, Effect::default())
            }
        }
    }

    fn invoke_path(
        &mut self,
        state: State,
        path: &Path,
        arguments: Arguments,
        site: Site<'_>,
    ) -> Step<Vec<Next>> {
        if let Some(panic) = self.panic(path, &arguments) {
            return self.begin_panic(state, path, panic, &arguments, site.unwind);
        }
        if let Some(item) = path.as_trait_item()
            && matches!(item.trait_path.last_name().map(|name| &**name), Some("Fn" | "FnMut" | "FnOnce"))
            && item.trait_path.begins_in_std()
        {
            return self.call_callable(state, path, arguments, site);
        }
        if let Some(item) = path.as_trait_item()
            && item.trait_path.is_std(&["convert", "From"])
            && matches!(item.trait_path.last().args(), [GenericArg::Type(ty)] if ty == item.self_type)
            && let [value] = arguments.values.as_slice()
        {
            // `impl<T> From<T> for T`
            let value = value.clone();
            return Ok(self.deliver_or_diverge(state, value, site));
        }
        if path.begins_in_std()
            && let Some(value) = self.formatting(path, &arguments)
        {
            let mut state = state;
            // The user's `fmt` runs later, with what it is given now; what it may write is lent until then.
            if !self.program.shows_part_plainly(path, &self.config.probes) {
                self.expose(&mut state, &arguments, false);
            }
            self.havoc_shown(&mut state, &arguments, "a message")?;
            return Ok(self.deliver_or_diverge(state, value, site));
        }
        match self.program.resolve(path) {
            Callee::Intrinsic(name, generics) => self.intrinsic(state, &name, &generics, arguments, site),
            Callee::Constructor(path) => match self.construct(&path, arguments.values) {
                Some(value) => Ok(self.deliver_or_diverge(state, value, site)),
                None => refuse("a value of a type that is not known is built"),
            },
            Callee::Body(body, _)
                if self.program.is_rivalled(state.top().body, body)
                    || self.program.may_misuse_map(state.top().body, path)
                    || self.writes_otherwise(&state, path, body) =>
            {
                self.unmodelled(state, &callee_name(path), arguments, site, Effect::default())
            }
            Callee::Body(body, generics) => {
                self.enter(state, body, Arc::new(generics), arguments, path, site)
            }
            Callee::Unknown => {
                if let Some(next) = self.probe_call(&state, path, &arguments, site) {
                    return next;
                }
                if self.only_writes(&state, path) {
                    return self.write_out(state, path, &arguments, site);
                }
                let mut effect = self.known_effect(path);
                if let Some(item) = path.as_trait_item()
                    && is_clients_type(item.self_type)
                {
                    effect.is_clients = true;
                    effect.is_written_by_clients = self.program.clients_implement(item.trait_path);
                    // What writes a `String` is the standard library's code, and panics where a client's own returns an error.
                    effect.may_fail_outside_clients = self.sends_message(&state, path)
                        || self.program.may_fail_as_given(&item, &self.config.probes)
                        || self.program.fails_outside_clients(&item, &self.config.probes);
                }
                self.unmodelled(state, &callee_name(path), arguments, site, effect)
            }
        }
    }

    pub(in crate::symex) fn deliver_or_diverge(
        &mut self,
        state: State,
        value: Value,
        site: Site<'_>,
    ) -> Vec<Next> {
        match site.target {
            Some(target) => self.deliver(state, site.destination, value, target),
            None => {
                self.execution.outcomes.push(Outcome::Diverge(state));
                Vec::new()
            }
        }
    }

    /// `<F as FnOnce<(A, B)>>::call_once(f, (a, b))`
    fn call_callable(
        &mut self,
        mut state: State,
        path: &Path,
        arguments: Arguments,
        site: Site<'_>,
    ) -> Step<Vec<Next>> {
        let [mut callee, tuple] = match <[Value; 2]>::try_from(arguments.values.clone()) {
            Ok(values) => values,
            Err(_) => return refuse("a call of a closure without its arguments"),
        };
        // `&F` and `&mut F` are called through; a closure keeps the reference, for it may change its captures.
        let mut last = None;
        let is_clients = arguments.types.first().is_some_and(is_clients_type);
        let effect = Effect { is_clients, is_written_by_clients: is_clients, ..Effect::default() };
        while let Value::Reference(reference) = &callee {
            let located = self.follow(reference);
            let reference = reference.clone();
            callee = self.read(&mut state, &located);
            last = Some(Value::Reference(reference));
        }
        let tuple_type = arguments.types.get(1).cloned().unwrap_or(Type::Infer);
        let Value::Aggregate(fields) = tuple else {
            return self.unmodelled(state, &callee_name(path), arguments, site, effect);
        };
        let values = fields.to_vec();
        let types = if let Type::Tuple(types) = tuple_type
            && types.len() == values.len()
        {
            types
        } else {
            vec![Type::Infer; values.len()]
        };
        if let Value::Closure(closure) = &callee {
            let closure = closure.clone();
            let own = last.unwrap_or_else(|| callee.clone());
            return self.invoke_closure(state, &closure, own, Arguments { values, types }, site);
        }
        if matches!(callee, Value::Function(_)) {
            return self.invoke(state, &callee, Arguments { values, types }, site);
        }
        // The arguments one by one, so that their types tell what is handed over.
        let mut all = Arguments { values: vec![arguments.values[0].clone()], types: vec![Type::Infer] };
        all.types[0] = arguments.types.first().cloned().unwrap_or(Type::Infer);
        all.values.extend(values);
        all.types.extend(types);
        self.unmodelled(state, &callee_name(path), all, site, effect)
    }

    /// `own`: the closure as the caller has it, by value or behind a reference.
    fn invoke_closure(
        &mut self,
        mut state: State,
        closure: &Arc<Closure>,
        own: Value,
        arguments: Arguments,
        site: Site<'_>,
    ) -> Step<Vec<Next>> {
        let name = "a closure";
        let mut all = Arguments { values: vec![own.clone()], types: vec![Type::Infer] };
        all.values.extend(arguments.values);
        all.types.extend(arguments.types);
        let Some(body) = self.program.closure_body(&closure.ty) else {
            return self.unmodelled(state, name, all, site, Effect::default());
        };
        let code = &self.program.code(body).body;
        let Some(first) = code.args().next() else { return refuse("a closure's body without its closure") };
        let wants_reference = matches!(code.locals[first].ty, Type::Ref { .. });
        all.values[0] = match (own, wants_reference) {
            (Value::Reference(reference), false) => {
                let located = self.follow(&reference);
                self.read(&mut state, &located)
            }
            (own @ Value::Reference(_), true) | (own, false) => own,
            (own, true) => {
                let ty = Arc::new(Type::Closure(Box::new(closure.ty.clone())));
                // It is called by value: what it captured is dropped after the call.
                if self.program.needs_drop(&ty) && !self.captures_are_harmless(closure) {
                    return refuse("what a closure captured is dropped when it was called");
                }
                let root = self.new_object(&mut state, "closure", own, ty.clone(), &Regions::default());
                Value::Reference(Arc::new(Reference::to(crate::symex::state::Place::of(root), true, ty)))
            }
        };
        let path = crate::symex::program::types::path_of(&["closure"]);
        self.enter(state, body, closure.generics.clone(), all, &path, site)
    }

    /// Tells whether nothing runs where the captures of a closure are dropped. The types of what it captured here are known better than
    /// those of its text.
    fn captures_are_harmless(&self, closure: &Closure) -> bool {
        !closure.types.is_empty()
            && closure.types.iter().all(|ty| *ty != Type::Infer && !self.program.needs_drop(ty))
    }

    /// Runs a body in a frame of its own; its returns are merged and go on in the caller.
    pub(in crate::symex) fn enter(
        &mut self,
        mut state: State,
        body: BodyId,
        generics: Arc<Generics>,
        arguments: Arguments,
        path: &Path,
        site: Site<'_>,
    ) -> Step<Vec<Next>> {
        let recursive = !self.config.recursion && state.frames.iter().any(|frame| frame.body == body);
        let recursive = recursive && !self.program.is_model(body);
        if recursive && self.can_separate_recursive_call(&state, body, &arguments) {
            return self.separate_recursive_call(state, body, generics, arguments, path, site);
        }
        if state.frames.len() >= self.config.most_frames || recursive {
            return self.unmodelled(state, &callee_name(path), arguments, site, Effect::default());
        }
        let depth = state.frames.len();
        self.push_frame(&mut state, body, generics);
        let code = &self.program.code(body).body;
        let locals: Vec<mir::Local> = code.args().collect();
        if locals.len() != arguments.values.len() {
            return refuse("a call whose arguments are not those of the function");
        }
        for (local, value) in locals.into_iter().zip(arguments.values) {
            state.top_mut().locals[local.as_u32() as usize] = value;
        }
        let entry = state.top().block;
        let exits = self.run_deeper(entry, state);
        let mut next = Vec::new();
        for mut state in merge_all(exits.returns) {
            debug_assert_eq!(state.frames.len(), depth + 1);
            let value = state.top().locals[0].clone();
            state.frames.pop();
            next.extend(self.deliver_or_diverge(state, value, site));
        }
        for state in merge_all(exits.unwinds) {
            let state = self.leave_unwinding(state);
            next.extend(self.unwind(state, site.unwind));
        }
        Ok(next)
    }

    /// Runs a function for its effect on the state, as a destructor; the caller says what follows.
    pub(in crate::symex) fn run_inner(
        &mut self,
        mut state: State,
        body: BodyId,
        generics: Generics,
        argument: Value,
    ) -> Result<(Vec<State>, Vec<State>), Refusal> {
        if state.frames.len() >= self.config.most_frames {
            return refuse("too many calls inside each other");
        }
        self.push_frame(&mut state, body, Arc::new(generics));
        if let Some(slot) = state.top_mut().locals.get_mut(1) {
            *slot = argument;
        }
        let entry = state.top().block;
        let exits = self.run_deeper(entry, state);
        let pop = |mut state: State| {
            state.frames.pop();
            state
        };
        let returns = merge_all(exits.returns).into_iter().map(pop).collect();
        let unwinds = merge_all(exits.unwinds).into_iter().map(|it| self.leave_unwinding(it)).collect();
        Ok((returns, unwinds))
    }

    /// Runs a callee; frames on the executed stack are frames on ours, which grows as needed.
    fn run_deeper(&mut self, entry: BasicBlock, state: State) -> Exits {
        stacker::maybe_grow(RED_ZONE, SEGMENT, || self.run(vec![(entry, state)], false))
    }
}
