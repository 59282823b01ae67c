//! Finds out which types reach the parameters of functions, and which functions make values of what a parameter stands for out of bits.
//!
//! Each parameter counts by itself: a function that hands on one of them says nothing about the others.

use super::Clients;
use super::facts::Facts;
use super::trait_methods::TraitMethods;
use crate::ids::{EntityRef, PrimaryMap};
use crate::mir::{Name, Type};
use crate::symex::{BodyId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// A receiver of types: a parameter, or all that may be behind a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Parameter {
    /// A parameter of a body.
    Of(BodyId, Name),
    /// Any parameter of a body, where it is not known which: it gets what each of them gets.
    AnyOf(BodyId),
    /// Any parameter of any trait method that may be called on an instance of the type of this name, or with one.
    OfType(String),
    /// Any parameter of any method that an impl of a trait of this last name has.
    OfTrait(Name),
    /// Any parameter of any trait method of a name that the type of a name has.
    Named(Name, MethodOf),
}

/// The impls in which a method is looked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MethodOf {
    /// Those for the type of this name.
    Type(String),
    /// Those whose type is not known, or any.
    Unknown,
    /// All.
    All,
}

impl Parameter {
    fn body(&self) -> Option<BodyId> {
        match self {
            Parameter::Of(body, _) | Parameter::AnyOf(body) => Some(*body),
            Parameter::OfType(_) | Parameter::OfTrait(_) | Parameter::Named(..) => None,
        }
    }
}

/// All parameters of a body.
pub(super) fn parameters_of(program: &Program, body: BodyId) -> impl Iterator<Item = Parameter> {
    let known = program.parameters_around(body).into_iter();
    known.map(move |name| Parameter::Of(body, name)).chain([Parameter::AnyOf(body)])
}

crate::define_id! {
    /// A parameter of some body.
    #[allow(unreachable_pub)]
    ParameterId, "parameter";
    /// A type that some parameter is given.
    #[allow(unreachable_pub)]
    GivenId, "given";
}

/// The types that functions give to the parameters of others.
#[derive(Debug, Default)]
pub(super) struct Flow {
    parameters: PrimaryMap<ParameterId, Node>,
    ids: BTreeMap<Parameter, ParameterId>,
    types: PrimaryMap<GivenId, Type>,
    ids_of_types: BTreeMap<Type, GivenId>,
    /// Bodies that make values of types out of bits, or reach into them, for those who choose the types.
    pub(super) conjuring_for_callers: BTreeSet<BodyId>,
}

/// A parameter, and what becomes of it.
#[derive(Debug)]
struct Node {
    body: Option<BodyId>,
    /// The types that it is given, and by whom.
    given: BTreeSet<(GivenId, BodyId)>,
    /// The parameters to which its function hands on what it stands for.
    handed_on: BTreeSet<ParameterId>,
    /// Those that are handed on to it.
    handed_by: Vec<ParameterId>,
    /// Values of it are made out of bits, or reached in unknown ways.
    is_conjured: bool,
    /// Pointers to it become ones to other types.
    is_recast: bool,
    /// It is one of these, or it is handed on to one at any remove.
    matters: bool,
}

impl Flow {
    /// Adds what a body does with its parameters, and with those of others.
    pub(super) fn add(&mut self, body: BodyId, facts: &mut Facts) {
        for parameter in std::mem::take(&mut facts.conjures_given) {
            let id = self.id(parameter);
            self.parameters[id].is_conjured = true;
        }
        for parameter in std::mem::take(&mut facts.recasts_given) {
            let id = self.id(parameter);
            self.parameters[id].is_recast = true;
        }
        for (ty, parameters) in std::mem::take(&mut facts.gives) {
            let ty = *self.ids_of_types.entry(ty).or_insert_with_key(|ty| self.types.push(ty.clone()));
            for parameter in parameters {
                let id = self.id(parameter);
                self.parameters[id].given.insert((ty, body));
            }
        }
        for (own, parameter) in std::mem::take(&mut facts.hands_on) {
            self.hand_on(own, parameter);
        }
    }

    /// Adds the code inside of functions: what a parameter stands for is the same there.
    pub(super) fn add_inner(&mut self, program: &Program, body: BodyId) {
        for &function in program.functions_around(body) {
            for name in program.parameters_around(function) {
                self.hand_on(Parameter::Of(function, name.clone()), Parameter::Of(body, name));
            }
            self.hand_on(Parameter::AnyOf(function), Parameter::AnyOf(body));
        }
    }

    /// Adds what reaches trait methods that no text names.
    fn add_methods(&mut self, program: &Program, methods: &TraitMethods) {
        for parameter in self.ids.keys().cloned().collect::<Vec<_>>() {
            let reached = match &parameter {
                Parameter::Of(..) | Parameter::AnyOf(_) => continue,
                Parameter::OfType(name) => methods.of_instance(name),
                Parameter::OfTrait(name) => methods.of_trait(name),
                Parameter::Named(name, of) => methods.named(name, of),
            };
            for to in reached.into_iter().flat_map(|method| parameters_of(program, method)) {
                self.hand_on(parameter.clone(), to);
            }
        }
    }

    fn hand_on(&mut self, from: Parameter, to: Parameter) {
        let (from, to) = (self.id(from), self.id(to));
        self.parameters[from].handed_on.insert(to);
    }

    /// The id of a parameter. What stands for any parameter of its body gets whatever it gets.
    fn id(&mut self, parameter: Parameter) -> ParameterId {
        if let Some(id) = self.ids.get(&parameter) {
            return *id;
        }
        let any = match &parameter {
            Parameter::Of(body, _) => Some(self.id(Parameter::AnyOf(*body))),
            Parameter::AnyOf(_) | Parameter::OfType(_) | Parameter::OfTrait(_) | Parameter::Named(..) => None,
        };
        let handed_on = any.into_iter().collect();
        let node = Node {
            body: parameter.body(),
            given: BTreeSet::new(),
            handed_on,
            handed_by: Vec::new(),
            is_conjured: false,
            is_recast: false,
            matters: false,
        };
        let id = self.parameters.push(node);
        self.ids.insert(parameter, id);
        id
    }

    /// Finds the parameters that matter, when all bodies are added; forgets what is given to others.
    pub(super) fn finish(&mut self, program: &Program, methods: &TraitMethods) {
        self.add_methods(program, methods);
        for id in self.parameters.keys().collect::<Vec<_>>() {
            for to in self.parameters[id].handed_on.clone() {
                self.parameters[to].handed_by.push(id);
            }
        }
        let handed_by = |id: ParameterId| self.parameters[id].handed_by.iter().copied();
        let conjured = self.reached(self.all(|node| node.is_conjured), handed_by);
        let recast = self.reached(self.all(|node| node.is_recast), handed_by);
        self.conjuring_for_callers = conjured.iter().filter_map(|id| self.parameters[*id].body).collect();
        for id in conjured.into_iter().chain(recast) {
            self.parameters[id].matters = true;
        }
        for node in self.parameters.values_mut().filter(|node| !node.matters) {
            node.given.clear();
        }
        (self.ids, self.ids_of_types) = Default::default();
    }

    fn all(&self, is_meant: impl Fn(&Node) -> bool) -> BTreeSet<ParameterId> {
        self.parameters.iter().filter(|(_, node)| is_meant(node)).map(|(id, _)| id).collect()
    }

    /// All parameters that steps lead to.
    fn reached<I: IntoIterator<Item = ParameterId>>(
        &self,
        mut found: BTreeSet<ParameterId>,
        steps: impl Fn(ParameterId) -> I,
    ) -> BTreeSet<ParameterId> {
        let mut pending: Vec<ParameterId> = found.iter().copied().collect();
        while let Some(id) = pending.pop() {
            pending.extend(steps(id).into_iter().filter(|next| found.insert(*next)));
        }
        found
    }

    /// The parameters that get such a type in some call of the crate, at any remove. Clients who choose it, choose a type whose objects they could
    /// have made themselves: safe code cannot tell, and unsafe code must not.
    fn given(&self, wanted: &[bool]) -> BTreeSet<ParameterId> {
        let is_given = |node: &Node| node.given.iter().any(|(ty, _)| wanted[ty.index()]);
        let matters = |id: &ParameterId| self.parameters[*id].matters;
        let given = self.all(is_given);
        self.reached(given, |id| self.parameters[id].handed_on.iter().copied().filter(matters))
    }

    /// By the number of each type that is given: whether it is such a one.
    fn wanted(&self, is_wanted: impl Fn(&Type) -> bool) -> Vec<bool> {
        self.types.values().map(is_wanted).collect()
    }

    /// Bodies that conjure what they are given, such a type among it, and those that give it to them, each at any remove. A function that is open
    /// treats all types alike: who gives it one does no more than clients can.
    pub(super) fn conjuring(
        &self,
        clients: &Clients<'_>,
        is_wanted: impl Fn(&Type) -> bool,
    ) -> BTreeSet<BodyId> {
        let wanted = self.wanted(is_wanted);
        let given = self.given(&wanted);
        let conjured = given.iter().copied().filter(|id| self.parameters[*id].is_conjured).collect();
        let is_open =
            |id: ParameterId| self.parameters[id].body.is_some_and(|body| clients.open.contains(&body));
        let found = self.reached(conjured, |id| {
            let givers = self.parameters[id].handed_by.iter().copied().filter(|giver| given.contains(giver));
            givers.filter(move |_| !is_open(id))
        });
        let mut bodies = BTreeSet::new();
        for id in found {
            let node = &self.parameters[id];
            bodies.extend(node.body);
            if !is_open(id) {
                let givers = node.given.iter().filter(|(ty, _)| wanted[ty.index()]);
                bodies.extend(givers.map(|(_, giver)| *giver));
            }
        }
        bodies
    }

    /// Bodies that make pointers to such a type ones to other types, because they are given it.
    pub(super) fn recasting(&self, is_wanted: impl Fn(&Type) -> bool) -> BTreeSet<BodyId> {
        let given = self.given(&self.wanted(is_wanted)).into_iter();
        given
            .map(|id| &self.parameters[id])
            .filter(|node| node.is_recast)
            .filter_map(|node| node.body)
            .collect()
    }
}
