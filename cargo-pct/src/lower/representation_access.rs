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

mod facts;

use super::contained_objects::leads_to;
use crate::mir::{self, BodyKind, Type};
use crate::symex::types::plain_name;
use crate::symex::{BodyId, Program};
use facts::{Facts, facts};
use std::collections::{BTreeMap, BTreeSet};

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

/// The accesses of all bodies of a crate, and the uses of bodies by each other.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// By a type's name: who looks into its values or builds them.
    inside: BTreeMap<String, Vec<BodyId>>,
    /// By a type's name: who has its constructor as a value.
    constructing: BTreeMap<String, Vec<BodyId>>,
    /// Who may make or reach values in the inside of other ones: types in which they may be.
    conjured: Vec<(BodyId, BTreeSet<Type>)>,
    /// Who does so with values of types that its own parameters stand for.
    conjuring_given: BTreeSet<BodyId>,
    /// These, and who hands on to them what its own parameters stand for.
    for_callers: BTreeSet<BodyId>,
    /// Who makes pointers to what ones to other types.
    recast: Vec<(BodyId, BTreeSet<Type>)>,
    /// Who does so with pointers to what its own parameters stand for.
    recasting_given: BTreeSet<BodyId>,
    /// Types that functions are given for their parameters; only of those from which some such body gets what it is given.
    given: BTreeMap<BodyId, BTreeSet<Type>>,
    /// Who hands on to whom what its own parameters stand for.
    passes_on: BTreeMap<BodyId, BTreeSet<BodyId>>,
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
        for (body, code) in program.bodies().filter(|(body, _)| program.is_analysed(*body)) {
            // What a promoted constant of a function holds, only that function has.
            let is_promoted = matches!(code.body.path.last(), mir::Segment::Promoted(_));
            let is_functions = is_promoted && !program.functions_around(body).is_empty();
            uses.add(body, is_functions || code.body.kind == BodyKind::Fn, facts(program, body));
            // What the parameters of a function stand for is the same in the code inside it.
            for function in program.functions_around(body) {
                uses.passes_on.entry(*function).or_default().insert(body);
            }
        }
        uses.for_callers = uses.handing_on();
        let relevant = &uses.for_callers;
        uses.given.retain(|body, _| relevant.contains(body));
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
        if facts.conjures_given {
            self.conjuring_given.insert(body);
        }
        if !facts.recast.is_empty() {
            self.recast.push((body, facts.recast));
        }
        if facts.recasts_given {
            self.recasting_given.insert(body);
        }
        for (callee, ty) in facts.gives {
            self.given.entry(callee).or_default().insert(ty);
        }
        self.passes_on.entry(body).or_default().extend(facts.passes_on);
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
    fn accessing(&self, program: &Program, class: &Type) -> BTreeSet<BodyId> {
        let name = class.as_path().and_then(plain_name);
        let inside = name.and_then(|name| self.inside.get(&name)).into_iter().flatten();
        let conjuring =
            self.conjured.iter().filter(|(_, types)| types.iter().any(|ty| leads_to(program, ty, class)));
        let conjuring = conjuring.map(|(body, _)| body);
        let given = self.given(|ty| leads_to(program, ty, class));
        let given: BTreeSet<BodyId> = given.intersection(&self.conjuring_given).copied().collect();
        inside.chain(&self.anything).chain(conjuring).chain(&given).copied().collect()
    }

    /// Bodies that conjure up what they are given, and those from which they get it.
    fn handing_on(&self) -> BTreeSet<BodyId> {
        let mut found = self.conjuring_given.clone();
        loop {
            let more = self
                .passes_on
                .iter()
                .filter(|(body, callees)| !found.contains(body) && !callees.is_disjoint(&found));
            let more: Vec<BodyId> = more.map(|(body, _)| *body).collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    /// Bodies that make values of types out of bits, or reach into them, for those who choose the types.
    pub(super) fn conjuring_for_callers(&self) -> &BTreeSet<BodyId> {
        &self.for_callers
    }

    /// Bodies that make pointers to objects of a class ones to other types.
    fn recasting(&self, program: &Program, class: &Type) -> BTreeSet<BodyId> {
        let is_of_class = |types: &BTreeSet<Type>| types.iter().any(|ty| leads_to(program, ty, class));
        let own = self.recast.iter().filter(|(_, types)| is_of_class(types)).map(|(body, _)| *body);
        let given = self.given(|ty| leads_to(program, ty, class));
        own.chain(given.intersection(&self.recasting_given).copied()).collect()
    }

    /// Bodies that get such a type for a parameter in some call of the crate; of those that hand it on to who conjures it up, all. Clients
    /// who choose it, choose a type whose objects they could have made themselves: safe code cannot tell, and unsafe code must not.
    fn given(&self, is_wanted: impl Fn(&Type) -> bool) -> BTreeSet<BodyId> {
        let given = self.given.iter().filter(|(_, types)| types.iter().any(&is_wanted));
        let mut found: BTreeSet<BodyId> = given.map(|(body, _)| *body).collect();
        let mut pending: Vec<BodyId> = found.iter().copied().collect();
        while let Some(body) = pending.pop() {
            let callees = self.passes_on.get(&body).into_iter().flatten().copied();
            pending.extend(callees.filter(|callee| found.insert(*callee)).collect::<Vec<_>>());
        }
        found
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
    /// `is_callable_by_clients` tells whether clients can call a body directly.
    pub(super) fn of(
        program: &Program,
        uses: &Uses,
        class: &Type,
        is_callable_by_clients: impl Fn(BodyId) -> bool,
    ) -> RepresentationAccess {
        let unknown = |body: BodyId| {
            let name = program.code(body).body.path.last_name();
            name.and_then(|name| uses.unknown.get(name)).into_iter().flatten()
        };
        let own = uses.accessing(program, class);
        let accessing =
            Uses::reaching(own, &is_callable_by_clients, |body| uses.users(body).chain(unknown(body)));
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
