//! Steps and errors: translates the ends of executions to edges of the system.

use super::{
    Concern, EdgeFacts, EdgeKind, EntryId, ErrorFacts, Failure, Lowerer, Obstacle, Unknown, recursive_calls,
};
use crate::probe::ContractKind;
use crate::symex::segments::Segments;
use crate::symex::types::is_unknown_constant;
use crate::symex::{Binding, ErrorKind, OpaqueEnd, Outcome};
use crate::system::{Edge, EdgeId, ErrorEdge, LocationId};
use crate::term::{Form, Term, Var, variables};
use std::collections::BTreeMap;

impl Lowerer<'_> {
    /// An end of an execution that began at a location.
    pub(super) fn outcome(
        &mut self,
        entry: EntryId,
        source: LocationId,
        locations: &[LocationId],
        segments: &Segments,
        outcome: &Outcome,
    ) {
        match outcome {
            Outcome::Cut(state) => match segments.target(self.program, state) {
                Some((target, bindings)) => {
                    self.edge(Some(entry), source, locations[target], state.guard.clone(), &bindings);
                }
                None => self.obstacle(Some(entry), "a state at a loop head has no shape".to_owned()),
            },
            Outcome::RecursiveCall(call) => self.recursive_call(entry, source, call),
            Outcome::Return(state, value) => match self.running {
                Some(position) => self.end_of_recursive_call(entry, position, source, state, Some(value)),
                None => {
                    let ty = self.subject.entries[entry].result.clone();
                    self.end(entry, source, state, Some((&ty, value)));
                }
            },
            Outcome::Unwind(state) => match self.running {
                Some(position) => self.end_of_recursive_call(entry, position, source, state, None),
                None => self.end(entry, source, state, None),
            },
            Outcome::Error(error) if self.is_of_others(entry, error) => {}
            Outcome::Error(error) => {
                let failure = Failure {
                    kind: error.kind,
                    message: error.message.clone(),
                    span: error.span.clone(),
                    function: error.function.clone(),
                    entry,
                    invariant: None,
                };
                if error.is_documented && self.documents(entry) {
                    self.out.contracts.documented.push(failure);
                } else if !self.is_allowed(source, &error.guard, &failure) {
                    self.failure(source, error.guard.clone(), failure);
                }
            }
            Outcome::Opaque(opaque) => self.out.gaps.obstacles.push(Obstacle {
                reason: opaque.reason.to_string(),
                span: opaque.span.clone(),
                function: opaque.function.clone(),
                concerns: self.concern_after(entry, opaque),
            }),
            Outcome::Exposed(exposed) => self.exposed(entry, source, exposed),
            Outcome::Diverge(_) => {}
        }
    }

    /// Tells whether a documented panic belongs to an entry, or only to a function that the entry calls. Where a function calls itself, what an
    /// inner call documents counts if the entry documents panics, too.
    fn documents(&self, entry: EntryId) -> bool {
        let name = &self.subject.entries[entry].name;
        let mut contracts = self.probed.contracts.iter();
        self.running.is_none() || contracts.any(|it| it.kind == ContractKind::Panics && it.is_of(name))
    }

    /// Tells how much an opaque end leaves unknown: the rest of the entry's calls, if their own code stops there, else all of them. Recursive
    /// calls return to every place that makes one.
    fn concern_after(&self, entry: EntryId, end: &OpaqueEnd) -> Concern {
        match end.outermost {
            Some((body, block)) if self.running.is_none() && body == self.subject.entries[entry].body => {
                Concern::CallsAfter(entry, block)
            }
            _ => Concern::Calls(entry),
        }
    }

    /// Adds an obstacle in the calls of an entry, or in steps that clients make without a call.
    pub(super) fn obstacle(&mut self, call: Option<EntryId>, reason: String) {
        let function = call.map_or_else(String::new, |entry| self.subject.entries[entry].name.clone());
        let concerns = call.map_or(Concern::Subject, Concern::Calls);
        self.out.gaps.obstacles.push(Obstacle { reason, span: None, function, concerns });
    }

    /// Adds a segment of an entry's call, or a step that clients make without a call. Variables without a bound term become inputs: they may
    /// have any value.
    pub(super) fn edge(
        &mut self,
        call: Option<EntryId>,
        source: LocationId,
        target: LocationId,
        guard: Term,
        bindings: &[Binding],
    ) -> Option<EdgeId> {
        if guard.as_bool() == Some(false) {
            return None;
        }
        let mut bound: BTreeMap<&Var, Option<&Term>> = BTreeMap::new();
        for (var, term) in bindings {
            let known = bound.entry(var).or_default();
            // A shape that has a variable twice says that both values are the same. What is nowhere looked at may be so.
            if term.is_some() && known.is_some() && term.as_ref() != *known {
                self.obstacle(call, format!("`{}` would have two values", var.name));
                return None;
            }
            *known = term.as_ref().or(*known);
        }
        let update = |var: &Var| match bound.get(var) {
            Some(Some(term)) => (*term).clone(),
            // What a const parameter stands for, and what a call began with.
            _ if is_unknown_constant(var) || recursive_calls::is_old(var) => var.term(),
            _ => Var::new(format!("{}'", var.name), var.sort.clone()).term(),
        };
        let system = &mut self.out.system;
        let updates: Vec<Term> = system.locations[target].vars.iter().map(update).collect();
        let own = &system.locations[source].vars;
        // A call that leaves the object as it was is no step.
        if source == target && own.iter().zip(&updates).all(|(var, update)| *update == var.term()) {
            return None;
        }
        let inputs = inputs(own, updates.iter().chain([&guard]));
        let is_approximate = inputs.iter().any(|var| self.unknown.contains(var));
        system.edges.push(Edge { source, target, inputs, guard, updates });
        Some(self.out.edges.push(EdgeFacts { call, kind: EdgeKind::Call, is_approximate }))
    }

    /// Adds an error edge.
    pub(super) fn failure(&mut self, source: LocationId, guard: Term, failure: Failure) {
        let system = &mut self.out.system;
        let inputs = inputs(&system.locations[source].vars, [&guard]);
        let (message, span) = (failure.message.clone(), failure.span.clone());
        let unknown: Vec<&Var> = inputs.iter().filter(|var| self.unknown.contains(var)).collect();
        let is_approximate = !unknown.is_empty();
        // Behind a call that did not panic, clients' own code may have run as well. Of the panic itself, nobody knows whose it is.
        let may_follow_calls = failure.kind != ErrorKind::Unmodelled;
        let is_clients = |var: &Var| {
            self.by_clients.contains(var) || may_follow_calls && self.passed_by_clients.contains(var)
        };
        let others = unknown.iter().find(|var| !is_clients(var));
        let reads_argument_objects_only = is_approximate
            && unknown.iter().all(|var| self.argument_object_vars.contains(*var) || is_clients(var));
        let facts = ErrorFacts {
            failure,
            unknown: others.or(unknown.first()).map(|var| origin_of(var)),
            is_decided_by_clients: is_approximate && others.is_none(),
            reads_argument_objects_only,
        };
        system.errors.push(ErrorEdge { source, inputs, guard, message, span });
        self.out.errors.push(facts);
    }
}

/// The origin of an unknown variable: `next()#2.0` is a part of a result of `next`.
fn origin_of(var: &Var) -> Unknown {
    let (root, _) = var.name.way();
    match root.form() {
        Form::ResultOf(function) => Unknown::ResultOf(function.to_string()),
        // Of a part of such an object, the object is said.
        Form::Version(own, instead) => Unknown::Value(own.way().0.version(*instead).to_string()),
        Form::Word | Form::ConstParameter | Form::Constant(_) | Form::Part(..) => {
            Unknown::Value(root.to_string())
        }
    }
}

/// The variables of a segment that are not its source's.
pub(crate) fn inputs<'t>(own: &[Var], terms: impl IntoIterator<Item = &'t Term>) -> Vec<Var> {
    variables(terms).into_iter().filter(|var| !own.contains(var)).collect()
}
