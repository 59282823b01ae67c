//! Recursive calls: calls of a function that is running already.
//!
//! All recursive calls of one function are executed as one ([`RecursiveFunction`]). They begin at one location, where the arguments are those
//! of any of these calls. They end at two others, where the function has returned or unwound. A caller goes on after the call with any
//! result, under a condition that is later replaced by facts about those ends ([`Continuation`]): the summary of Ball and Rajamani's
//! reachability of matching calls and returns, from an abstract state at the entry to one at the exit.
//!
//! Over-approximates: without a summary a call may return anything. Errors in a callee are not missed, because the steps and errors of the
//! callee are part of the system.

use super::initial_arguments::InitialArguments;
use super::{EntryId, Lowerer, variables_in_order, visit_state};
use crate::mir::{ConstArg, Local};
use crate::symex::probes::Probes;
use crate::symex::recursive_calls::RecursiveCall;
use crate::symex::types::{Generics, is_unknown_constant, unknown_constant};
use crate::symex::{Binding, BodyId, Config, Executor, State, Value};
use crate::system::{Location, LocationId};
use crate::term::{Sort, Substitution, Term, Var, Version, variables};
use std::sync::Arc;

/// A function that calls itself with other types each time would need infinitely many.
const MOST_RECURSIVE_FUNCTIONS: usize = 8;

/// How the caller goes on after a recursive call.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The entry whose call makes it.
    pub entry: EntryId,
    /// The location at which the segment with the call begins.
    pub source: LocationId,
    /// A truth value that is assumed after the call, and that nothing else in this entry's segments from there depends on.
    pub condition: Var,
    /// The location at which the callee ends so.
    pub end: LocationId,
    /// Values of variables of that location, over the variables of the segment that goes on; of others nothing is known.
    pub known: Vec<(Var, Term)>,
}

/// All recursive calls of one function, executed as one.
pub(super) struct RecursiveFunction {
    body: BodyId,
    generics: Arc<Generics>,
    /// The state at its entry.
    state: State,
    /// Its arguments as trees.
    arguments: Vec<Value>,
    /// The same with the names that their leaves have at the end; only of those that lead to something mutable.
    after: Vec<Option<Value>>,
    result: Value,
    entry: LocationId,
    returned: LocationId,
    unwound: LocationId,
}

/// Tells whether a variable stands for a value with which a call began.
pub(super) fn is_old(var: &Var) -> bool {
    var.name.begun_as().is_some()
}

fn old(var: &Var) -> Var {
    Var::new(var.name.version(Version::Old), var.sort.clone())
}

impl Lowerer<'_> {
    /// Adds a recursive call: a step to the entry of its function, and how the caller goes on.
    pub(super) fn recursive_call(&mut self, entry: EntryId, source: LocationId, call: &RecursiveCall) {
        let Some(position) = self.recursive_function_of(entry, call) else {
            let name = self.program.name(call.body);
            self.obstacle(Some(entry), format!("{name} calls itself with ever other types"));
            return;
        };
        let function = &self.recursive_functions[position];
        let (begins, returned, unwound) = (function.entry, function.returned, function.unwound);
        let mut bindings = bind(&function.arguments, &call.arguments);
        let result = call.result.bind_to(&function.result).unwrap_or_default();
        let after = function.after.iter().zip(&call.after);
        let after: Vec<Binding> =
            after.filter_map(|(shape, value)| value.bind_to(shape.as_ref()?)).flatten().collect();
        let vars = &self.out.system.locations[begins].vars;
        let mut is_approximate = false;
        for var in vars.iter().filter(|var| !is_old(var) && !is_unknown_constant(var)) {
            let term = bindings.iter().find(|(bound, _)| bound == var).and_then(|(_, term)| term.clone());
            is_approximate |= term.is_none();
            if vars.contains(&old(var)) {
                let unbound = || Var::new(format!("{}'", var.name), var.sort.clone()).term();
                bindings.push((old(var), Some(term.unwrap_or_else(unbound))));
            }
        }
        let known = |bindings: &[Binding]| -> Vec<(Var, Term)> {
            bindings.iter().filter_map(|(var, term)| Some((var.clone(), term.clone()?))).collect()
        };
        let mut at_unwinding = known(&bindings);
        at_unwinding.retain(|(var, _)| is_old(var) && !is_unbound(var, &bindings));
        at_unwinding.extend(known(&after));
        let at_return = at_unwinding.iter().cloned().chain(known(&result)).collect();
        for (condition, end, known) in
            [(&call.returned, returned, at_return), (&call.unwound, unwound, at_unwinding)]
        {
            let condition = condition.clone();
            self.out.continuations.push(Continuation { entry, source, condition, end, known });
        }
        let edge = self.edge(Some(entry), source, begins, call.guard.clone(), &bindings);
        if let Some(edge) = edge {
            self.out.edges[edge].is_approximate |= is_approximate;
        }
    }

    /// Finds or adds the function that a recursive call runs, by position; none if there are too many.
    fn recursive_function_of(&mut self, entry: EntryId, call: &RecursiveCall) -> Option<usize> {
        let is_same = |it: &RecursiveFunction| it.body == call.body && it.generics == call.generics;
        if let Some(position) = self.recursive_functions.iter().position(is_same) {
            return Some(position);
        }
        if self.recursive_functions.len() >= MOST_RECURSIVE_FUNCTIONS {
            return None;
        }
        let function = self.new_recursive_function(entry, call.body, call.generics.clone());
        self.recursive_functions.push(function);
        Some(self.recursive_functions.len() - 1)
    }

    fn new_recursive_function(
        &mut self,
        entry: EntryId,
        body: BodyId,
        generics: Arc<Generics>,
    ) -> RecursiveFunction {
        let mut executor = Executor::new(self.program, self.config);
        let state = executor.entry_state(body, &generics);
        let locals = self.program.code(body).body.args().map(|local| local.as_u32() as usize);
        let values: Vec<Value> = locals.map(|local| state.top().locals[local].clone()).collect();
        let arguments: Vec<Value> = values.iter().map(|value| state.tree(value)).collect();
        let renamed = |value: &Value| {
            let mut terms = Vec::new();
            value.visit(&mut |term| terms.push(term.clone()));
            let new = variables(&terms).into_iter().map(|var| {
                let new = Var::new(var.name.version(Version::New), var.sort.clone());
                (var, new.term())
            });
            let mut substitution = Substitution::new(new.collect::<Vec<_>>());
            value.map(&mut |term| substitution.apply(term))
        };
        let is_mutable = |value: &Value| {
            let mut borrows = Vec::new();
            value.borrows(&mut borrows);
            !borrows.is_empty()
        };
        let after: Vec<Option<Value>> =
            values.iter().zip(&arguments).map(|(own, tree)| is_mutable(own).then(|| renamed(tree))).collect();
        let mut at_return = State::empty(Term::bool(true));
        let ty = &self.program.local_types(body, &generics)[Local::from_u32(0).as_u32() as usize];
        let result = executor.any_value(&mut at_return, ty, "result");
        let result = at_return.tree(&result);

        let mut vars = variables_in_order(|f| visit_state(&state, f));
        let mut kept: Vec<Var> = vars.iter().filter(|var| is_simple(var)).map(old).collect();
        let constants = self.constants_of(body, &generics);
        kept.extend(self.constants(entry).into_iter().chain(constants).filter(|var| !vars.contains(var)));
        let new = after.iter().flatten().flat_map(leaves).filter(is_simple);
        let at_unwinding: Vec<Var> = kept.iter().cloned().chain(new).collect();
        let given_back = leaves(&result).into_iter().filter(is_simple);
        let at_return: Vec<Var> = at_unwinding.iter().cloned().chain(given_back).collect();
        vars.extend(kept);
        let name = self.inner_name(entry, self.recursive_functions.len(), body);
        let mut add = |name: String, vars: Vec<Var>| {
            self.out.system.locations.push(Location { name, vars: distinct(vars), predicates: Vec::new() })
        };
        let (entry, returned) = (add(name.clone(), vars), add(format!("{name}:returned"), at_return));
        let unwound = add(format!("{name}:unwound"), at_unwinding);
        RecursiveFunction { body, generics, state, arguments, after, result, entry, returned, unwound }
    }

    /// `search:inner search::go`
    fn inner_name(&self, entry: EntryId, number: usize, body: BodyId) -> String {
        let name = format!("{}:inner {}", self.subject.entries[entry].name, self.program.name(body));
        // The same code with other types.
        match self.recursive_functions[..number].iter().filter(|it| it.body == body).count() {
            0 => name,
            before => format!("{name}#{}", before + 1),
        }
    }

    /// Executes a recursive function of an entry's calls.
    pub(super) fn execute_recursive_function(&mut self, entry: EntryId, position: usize) {
        let function = &self.recursive_functions[position];
        let (source, body, state) = (function.entry, function.body, function.state.clone());
        let kept = self.out.system.locations[source].vars.iter();
        let kept: Vec<Var> = kept.filter(|var| is_old(var) || is_unknown_constant(var)).cloned().collect();
        let prefix = self.inner_name(entry, position, body);
        // What shared references lead to may be an object that an outer call is in the middle of changing.
        self.frozen.clear();
        self.initial_referents.clear();
        self.initial_arguments = InitialArguments::default();
        self.receiver = None;
        self.argument_object_vars.clear();
        self.running = Some(position);
        // What a function requires is taken for granted of clients' calls alone.
        let probes = Probes { required: Default::default(), ..(*self.config.probes).clone() };
        let config = Config { probes: Arc::new(probes), ..self.config.clone() };
        let segments = self.program.segments_from(state, &config);
        if segments.executions.iter().any(|execution| execution.is_raw) {
            let name = self.program.name(body);
            self.obstacle(Some(entry), format!("{name} calls itself, and writes behind raw pointers"));
        }
        self.segments(entry, source, &prefix, &segments, &kept, &Default::default());
        self.running = None;
    }

    /// Adds the end of a recursive call.
    pub(super) fn end_of_recursive_call(
        &mut self,
        entry: EntryId,
        position: usize,
        source: LocationId,
        state: &State,
        result: Option<&Value>,
    ) {
        let function = &self.recursive_functions[position];
        let mut bindings = Vec::new();
        let locals = self.program.code(function.body).body.args().map(|local| local.as_u32() as usize);
        for (local, shape) in locals.zip(&function.after) {
            // The argument itself may be gone: what it led to is not.
            let value = state.tree(&function.state.top().locals[local]);
            bindings.extend(shape.as_ref().and_then(|shape| value.bind_to(shape)).unwrap_or_default());
        }
        let end = match result {
            Some(value) => {
                bindings.extend(state.tree(value).bind_to(&function.result).unwrap_or_default());
                function.returned
            }
            None => function.unwound,
        };
        self.edge(Some(entry), source, end, state.guard.clone(), &bindings);
    }

    /// The values of a body's const parameters, if they are unknown: they do not change while it runs.
    pub(super) fn constants_of(&self, body: BodyId, generics: &Generics) -> Vec<Var> {
        let parameters = self.program.const_parameters(body).into_iter();
        let unknown = parameters.filter_map(|(name, ty)| match generics.constant(&name)? {
            ConstArg::Path(path) => unknown_constant(path.as_identifier()?, &ty),
            _ => None,
        });
        variables(&unknown.collect::<Vec<_>>()).into_iter().collect()
    }
}

/// Binds the leaves of some trees to those of others; trees of different form give no bindings.
fn bind(shapes: &[Value], values: &[Value]) -> Vec<Binding> {
    let pairs = shapes.iter().zip(values);
    pairs.flat_map(|(shape, value)| value.bind_to(shape).unwrap_or_default()).collect()
}

/// Tells whether these bindings give no value to a variable that stands for what a call began with.
fn is_unbound(old: &Var, bindings: &[Binding]) -> bool {
    let own = old.name.begun_as();
    !bindings.iter().any(|(var, term)| Some(&var.name) == own && term.is_some())
}

/// Sequences are not remembered: no template speaks of their elements.
fn is_simple(var: &Var) -> bool {
    !matches!(var.sort, Sort::Array(_))
}

fn leaves(value: &Value) -> Vec<Var> {
    variables_in_order(|f| value.visit(f))
}

fn distinct(vars: Vec<Var>) -> Vec<Var> {
    let mut found: Vec<Var> = Vec::new();
    for var in vars {
        if !found.contains(&var) {
            found.push(var);
        }
    }
    found
}
