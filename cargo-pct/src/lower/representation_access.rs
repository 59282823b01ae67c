//! Finds the code that accesses the representation of a class: reads or writes its fields, or builds objects from them.
//!
//! All other code can do no more to an object than clients can, who are covered by the proof. Code that only the crate can
//! call is no entry of its own: it counts for whoever calls it.
//!
//! Over-approximates: a callee that is not found is every private function of its name; a function that is used as a value,
//! and not called, may be called by anyone.
//!
//! What a body does is found out once for all classes of a crate ([`Uses`]): what is asked of one class costs no more where
//! the crate has many.

mod bits;
mod facts;
mod flow;
mod giving;
mod trait_methods;

use super::contained_objects::leads_to;
use crate::mir::{self, BodyKind, Type};
use crate::symex::types::plain_name;
use crate::symex::{BodyId, Program};
use facts::{Facts, facts};
use flow::Flow;
use std::collections::{BTreeMap, BTreeSet};
use trait_methods::TraitMethods;

/// The code of a crate that accesses the representation of a class.
#[derive(Debug, Default)]
pub(super) struct RepresentationAccess {
    /// Bodies that access it, by themselves or through code that clients cannot call.
    pub(super) accessing: BTreeSet<BodyId>,
    /// Of these, those that are used as values.
    pub(super) used_as_values: BTreeSet<BodyId>,
    /// Of these, those that make pointers to objects ones to other types.
    pub(super) recasting: BTreeSet<BodyId>,
    /// Of these, closures whose maker was not found, or is no function.
    pub(super) closures_without_maker: BTreeSet<BodyId>,
    /// Functions that make closures that access it, or have its constructor as a value, by themselves or through code that clients cannot call.
    pub(super) makers: BTreeSet<BodyId>,
}

/// The functions of a crate that clients reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clients<'a> {
    /// The functions that they can call.
    pub(super) can_call: &'a BTreeSet<BodyId>,
    /// Of these, the ones that any crate can call with types of its own.
    pub(super) open: &'a BTreeSet<BodyId>,
}

/// The accesses of all bodies of a crate, and the uses of bodies by each other.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// By a type's name: who looks into its values or builds them.
    inside: BTreeMap<String, Vec<BodyId>>,
    /// By a type's name: who has its constructor as a value.
    constructing: BTreeMap<String, Vec<BodyId>>,
    /// Who may make or reach values in the inside of other ones: types in which they may be.
    conjured: Vec<(BodyId, BTreeSet<Type>)>,
    /// Who makes pointers to what ones to other types.
    recast: Vec<(BodyId, BTreeSet<Type>)>,
    /// The types that reach the parameters of bodies.
    flow: Flow,
    /// Who does what cannot be told.
    anything: Vec<BodyId>,
    /// By a body: those that use it.
    users: BTreeMap<BodyId, Vec<BodyId>>,
    /// By the last name of callees that were not found: who calls them.
    unknown: BTreeMap<mir::Name, Vec<BodyId>>,
    /// Bodies that are used as values.
    values: BTreeSet<BodyId>,
    /// The last names of functions that are used as values and that were not found.
    unknown_values: BTreeSet<mir::Name>,
    /// Bodies that functions use, and those that others use.
    by_functions: BTreeSet<BodyId>,
    by_others: BTreeSet<BodyId>,
}

impl Uses {
    pub(super) fn of(program: &Program) -> Uses {
        let mut uses = Uses::default();
        let methods = TraitMethods::of(program);
        for (body, code) in program.bodies().filter(|(body, _)| program.is_analysed(*body)) {
            // What a promoted constant of a function holds, only that function has.
            let is_promoted = matches!(code.body.path.last(), mir::Segment::Promoted(_));
            let is_functions = is_promoted && !program.functions_around(body).is_empty();
            let mut facts = facts(program, &methods, body);
            if !program.is_instrumentation(body) {
                uses.flow.add(body, &mut facts);
                uses.flow.add_inner(program, body);
            }
            uses.add(body, is_functions || code.body.kind == BodyKind::Fn, facts);
        }
        uses.flow.finish(program, &methods);
        uses
    }

    fn add(&mut self, body: BodyId, is_function: bool, facts: Facts) {
        for name in facts.inside {
            self.inside.entry(name).or_default().push(body);
        }
        for name in facts.constructors {
            self.constructing.entry(name).or_default().push(body);
        }
        if !facts.conjured.is_empty() {
            self.conjured.push((body, facts.conjured));
        }
        if !facts.recast.is_empty() {
            self.recast.push((body, facts.recast));
        }
        if facts.anything {
            self.anything.push(body);
        }
        for used in &facts.uses {
            self.users.entry(*used).or_default().push(body);
        }
        for name in facts.unknown {
            self.unknown.entry(name).or_default().push(body);
        }
        self.values.extend(facts.values);
        self.unknown_values.extend(facts.unknown_values);
        if is_function { &mut self.by_functions } else { &mut self.by_others }.extend(facts.uses);
    }

    /// Bodies that access the representation of a class by themselves.
    fn accessing(&self, program: &Program, class: &Type, clients: &Clients<'_>) -> BTreeSet<BodyId> {
        let name = class.as_path().and_then(plain_name);
        let inside = name.and_then(|name| self.inside.get(&name)).into_iter().flatten();
        let conjuring =
            self.conjured.iter().filter(|(_, types)| types.iter().any(|ty| leads_to(program, ty, class)));
        let conjuring = conjuring.map(|(body, _)| body);
        let given = self.flow.conjuring(clients, |ty| leads_to(program, ty, class));
        inside.chain(&self.anything).chain(conjuring).chain(&given).copied().collect()
    }

    /// Bodies that make values of types out of bits, or reach into them, for those who choose the types.
    pub(super) fn conjuring_for_callers(&self) -> &BTreeSet<BodyId> {
        &self.flow.conjuring_for_callers
    }

    /// Bodies that make pointers to objects of a class ones to other types.
    fn recasting(&self, program: &Program, class: &Type) -> BTreeSet<BodyId> {
        let is_of_class = |types: &BTreeSet<Type>| types.iter().any(|ty| leads_to(program, ty, class));
        let own = self.recast.iter().filter(|(_, types)| is_of_class(types)).map(|(body, _)| *body);
        own.chain(self.flow.recasting(|ty| leads_to(program, ty, class))).collect()
    }

    /// The bodies from which one of these is reached, over steps that `steps` gives for those that clients cannot call.
    fn reaching<'a, I: IntoIterator<Item = &'a BodyId>>(
        mut found: BTreeSet<BodyId>,
        is_callable_by_clients: impl Fn(BodyId) -> bool,
        steps: impl Fn(BodyId) -> I,
    ) -> BTreeSet<BodyId> {
        let mut pending: Vec<BodyId> = found.iter().copied().collect();
        while let Some(body) = pending.pop() {
            if !is_callable_by_clients(body) {
                pending.extend(steps(body).into_iter().filter(|user| found.insert(**user)));
            }
        }
        found
    }

    /// Tells whether a body runs only within calls of some functions: each user of it is one of them, or runs only within their calls, too.
    ///
    /// Under-approximates: not if it is used as a value anywhere on the way, for then it may be called by anyone.
    pub(super) fn runs_only_in(
        &self,
        program: &Program,
        body: BodyId,
        functions: &BTreeSet<BodyId>,
        is_callable_by_clients: impl Fn(BodyId) -> bool,
    ) -> bool {
        let (mut seen, mut pending) = (BTreeSet::from([body]), vec![body]);
        while let Some(body) = pending.pop() {
            if functions.contains(&body) {
                continue;
            }
            if is_callable_by_clients(body) || self.is_value(program, body) {
                return false;
            }
            let name = program.code(body).body.path.last_name();
            let by_name = name.and_then(|name| self.unknown.get(name)).into_iter().flatten();
            pending.extend(self.users(body).chain(by_name).copied().filter(|user| seen.insert(*user)));
        }
        true
    }

    /// Tells whether a body is used as a value. Over-approximates: a value that was not found may be any function of its name.
    fn is_value(&self, program: &Program, body: BodyId) -> bool {
        let name = program.code(body).body.path.last_name();
        self.values.contains(&body) || name.is_some_and(|name| self.unknown_values.contains(name))
    }

    fn users(&self, body: BodyId) -> impl Iterator<Item = &BodyId> {
        self.users.get(&body).into_iter().flatten()
    }
}

impl RepresentationAccess {
    pub(super) fn of(
        program: &Program,
        uses: &Uses,
        class: &Type,
        clients: &Clients<'_>,
    ) -> RepresentationAccess {
        let is_callable_by_clients = |body: BodyId| clients.can_call.contains(&body);
        let unknown = |body: BodyId| {
            let name = program.code(body).body.path.last_name();
            name.and_then(|name| uses.unknown.get(name)).into_iter().flatten()
        };
        let own = uses.accessing(program, class, clients);
        let accessing =
            Uses::reaching(own, is_callable_by_clients, |body| uses.users(body).chain(unknown(body)));
        let closures = accessing.iter().copied().filter(|body| program.code(*body).body.is_closure());
        let closures: BTreeSet<BodyId> = closures.collect();
        let lacks_maker = |body: &&BodyId| !uses.by_functions.contains(body) || uses.by_others.contains(body);
        let closures_without_maker = closures.iter().filter(lacks_maker).copied().collect();
        let name = class.as_path().and_then(plain_name);
        let constructing = name.and_then(|name| uses.constructing.get(&name)).into_iter().flatten();
        let makers = closures.iter().flat_map(|closure| uses.users(*closure)).chain(constructing);
        let makers = makers.copied().collect();
        let makers = Uses::reaching(makers, is_callable_by_clients, |body| uses.users(body));
        RepresentationAccess {
            recasting: uses.recasting(program, class),
            used_as_values: accessing.iter().copied().filter(|body| uses.is_value(program, *body)).collect(),
            closures_without_maker,
            makers,
            accessing,
        }
    }
}
