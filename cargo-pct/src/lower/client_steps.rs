//! Steps of clients: without a call, at the end of a call, and where unknown code runs in the middle of one.
//!
//! Clients go on to use every object of the class that they reach then. Before that they may write through their outstanding borrows.

use super::contained_objects::{Found, Objects};
use super::initial_arguments::InitialArguments;
use super::object_state::{as_object_state, with_const_parameters, without_const_parameters};
use super::{Class, Concern, EdgeKind, EntryId, Lowerer, Obstacle, contained_objects};
use crate::mir::Type;
use crate::symex::heap::is_memory;
use crate::symex::outcome::Exposed;
use crate::symex::state::ObjectId;
use crate::symex::{Executor, Root, State, Value};
use crate::system::LocationId;
use crate::term::{Term, variables};
use std::collections::BTreeSet;

impl Lowerer<'_> {
    /// Adds the steps that clients make without a call: they write public fields, or build an object.
    pub(super) fn add_client_steps(&mut self) {
        let (Some(object), Some(outside), Some(Class { ty, tree: shape, .. })) =
            (self.out.object, self.out.outside, self.object.clone())
        else {
            return;
        };
        let shape = without_const_parameters(&shape);
        if self.subject.exposed.literal {
            self.client_step(EdgeKind::Building, outside, object, &ty, shape, "built");
        }
        let Value::Aggregate(fields) = shape else { return };
        for &index in &self.subject.exposed.fields {
            let field = self.program.adt(&ty).and_then(|instance| instance.field_type(0, index));
            match (field, fields.get(index)) {
                (Some(field), Some(shape)) => {
                    self.client_step(EdgeKind::Client, object, object, &field, shape, "written");
                }
                _ => self.obstacle(None, "a public field is not understood".to_owned()),
            }
        }
    }

    /// Adds a step in which clients give a value, or a part of it, any value of its type; the rest stays.
    fn client_step(
        &mut self,
        kind: EdgeKind,
        source: LocationId,
        target: LocationId,
        ty: &Type,
        shape: &Value,
        name: &str,
    ) {
        let mut state = State::empty(Term::bool(true));
        let value = Executor::new(self.program, self.config).any_value(&mut state, ty, name);
        let value = state.tree(&value);
        let Some(mut bindings) = value.bind_to(shape) else {
            self.obstacle(None, format!("a value of {ty} is not understood"));
            return;
        };
        let bound: BTreeSet<_> = bindings.iter().map(|(var, _)| var.clone()).collect();
        let rest = self.out.system.locations[target].vars.iter().filter(|var| !bound.contains(var));
        bindings.extend(rest.map(|var| (var.clone(), Some(var.term()))).collect::<Vec<_>>());
        if let Some(edge) = self.edge(None, source, target, state.guard, &bindings) {
            self.out.edges[edge].kind = kind;
        }
    }

    /// A segment that ends the call.
    pub(super) fn end(
        &mut self,
        entry: EntryId,
        source: LocationId,
        state: &State,
        result: Option<(&Type, &Value)>,
    ) {
        let Some(Class { ty, .. }) = self.object.clone() else { return };
        self.leave(entry, source, state, result, false);
        let outstanding_borrows = self.outstanding_borrows(&ty, state, result);
        if !outstanding_borrows.is_empty() {
            let mut written = state.clone();
            Executor::new(self.program, self.config).clients_write(&mut written, &outstanding_borrows);
            self.leave(entry, source, &written, result, true);
        }
    }

    fn leave(
        &mut self,
        entry: EntryId,
        source: LocationId,
        state: &State,
        result: Option<(&Type, &Value)>,
        by_client: bool,
    ) {
        let Some(Class { ty, .. }) = self.object.clone() else { return };
        let begins = Some(source) == self.out.outside || Some(source) == self.out.object;
        let is_theirs = |identity: &Term| begins && self.was_there(identity);
        let initial_arguments = if begins { &self.initial_arguments } else { InitialArguments::NOTHING };
        let mut objects = Objects::all(&is_theirs, initial_arguments);
        let mut hidden = Vec::new();
        let destroyed = self.destroyed(entry).cloned();
        if let Some(object) = destroyed.as_ref().and_then(|id| state.objects.get(id)) {
            // The destructors of its parts run next.
            let always = Term::bool(true);
            let found = contained_objects::find_inside(
                self.program,
                &ty,
                &object.ty,
                &object.value,
                &always,
                &mut objects,
            );
            hidden.extend(found.err());
        }
        // An object that a call leaves as it was given is one that clients had already.
        let changed = state.objects.iter().filter(|(id, object)| {
            let is_same = self.frozen.contains(*id) || begins && self.is_unchanged(state, id, &object.value);
            let is_same = is_same || destroyed.as_ref() == Some(*id);
            // What raw pointers lead to is no value of its own: the objects among it are found where they live.
            !is_same && !is_memory(id)
        });
        let places = changed.map(|(_, object)| (&*object.ty, &object.value));
        let places: Vec<(&Type, &Value)> = places.chain(result).collect();
        for (place_type, value) in places {
            let always = Term::bool(true);
            hidden.extend(
                contained_objects::find(self.program, &ty, place_type, value, &always, &mut objects).err(),
            );
        }
        let mut left = objects.found;
        hidden.into_iter().for_each(|reason| self.unknown_object(entry, reason));
        self.settle(state, &mut left);
        // An unwinding call is no end of a method; what it leaves is where the next one begins.
        if result.is_some() && !by_client {
            self.invariants_after(entry, source, &state.guard, &left);
            // The object was perhaps not changed, but it may have been in such a state before: clients wrote a public field, or a
            // call unwound.
            if let Some(id) = &self.receiver
                && let Some(own) = state.objects.get(id)
                && !self.subject.entries[entry].is_drop
                && (self.frozen.contains(id) || begins && self.is_unchanged(state, id, &own.value))
            {
                let (condition, ty) = (Term::bool(true), (*own.ty).clone());
                let mut unchanged = [Found { condition, value: own.value.clone(), ty }];
                self.settle(state, &mut unchanged);
                self.invariants_after(entry, source, &state.guard, &unchanged);
            }
        }
        let kind = match result {
            _ if by_client => EdgeKind::Client,
            Some(_) => EdgeKind::Call,
            None => EdgeKind::Unwinding,
        };
        self.objects(entry, source, &state.guard, left, kind);
    }

    /// Tells whether a value of this identity existed when the call began.
    fn was_there(&self, identity: &Term) -> bool {
        variables([identity])
            .iter()
            .all(|var| !self.unknown.contains(var) || self.argument_object_vars.contains(var))
    }

    /// The object that is gone when an entry ends: the one whose destructor it is.
    fn destroyed(&self, entry: EntryId) -> Option<&ObjectId> {
        self.receiver.as_ref().filter(|_| self.subject.entries[entry].is_drop)
    }

    /// Tells whether a call has left an object, and all that it borrows, unchanged.
    fn is_unchanged(&self, state: &State, id: &ObjectId, value: &Value) -> bool {
        self.initial_referents.get(id) == Some(value)
            && referents(state, value)
                .iter()
                .all(|id| self.initial_referents.get(id) == state.objects.get(id).map(|object| &object.value))
    }

    /// The user's invariants must hold of the objects that a method leaves.
    fn invariants_after(&mut self, entry: EntryId, source: LocationId, guard: &Term, left: &[Found]) {
        let Some(Class { tree: shape, .. }) = self.object.clone() else { return };
        for Found { condition, value, .. } in left {
            if let Some(bindings) = value.bind_to(&shape) {
                self.check_invariants(entry, source, &guard.and(condition), &bindings);
            }
        }
    }

    /// Code that is not known sees objects: clients may use them there and then.
    pub(super) fn exposed(&mut self, entry: EntryId, source: LocationId, exposed: &Exposed) {
        let Some(Class { ty, .. }) = self.object.clone() else { return };
        if exposed.gives_code && self.subject.entries[entry].makes_code {
            let reason =
                "code that accesses the object's fields is given to clients, who may run it later".to_owned();
            self.unknown_object(entry, reason);
        }
        let begins = Some(source) == self.out.outside || Some(source) == self.out.object;
        let is_theirs = |identity: &Term| begins && self.was_there(identity);
        let initial_arguments = if begins { &self.initial_arguments } else { InitialArguments::NOTHING };
        let mut objects = Objects::all(&is_theirs, initial_arguments);
        let mut hidden = Vec::new();
        for visible in &exposed.values {
            if visible.object.as_ref().is_some_and(|id| self.frozen.contains(id)) {
                continue;
            }
            let always = Term::bool(true);
            let found = contained_objects::find(
                self.program,
                &ty,
                &visible.ty,
                &visible.value,
                &always,
                &mut objects,
            );
            hidden.extend(found.err());
        }
        let mut left = objects.found;
        hidden.into_iter().for_each(|reason| self.unknown_object(entry, reason));
        // They are trees already.
        self.settle(&State::empty(Term::bool(true)), &mut left);
        self.objects(entry, source, &exposed.guard, left, EdgeKind::Client);
    }

    /// Objects become what they are between calls.
    fn settle(&self, state: &State, left: &mut [Found]) {
        let Some(class) = &self.object else { return };
        for object in left {
            let of_type = with_const_parameters(self.program, &object.ty, state.tree(&object.value));
            object.value = as_object_state(&class.tree, &of_type);
        }
    }

    /// Calls of an entry leave objects that are not followed. All else that they do is known; but of what must hold of the objects that
    /// they leave, nothing is.
    fn unknown_object(&mut self, entry: EntryId, reason: String) {
        let function = self.subject.entries[entry].name.clone();
        match self.invariants.is_empty() {
            true => self
                .out
                .gaps
                .obstacles
                .push(Obstacle { concerns: Concern::Objects, ..Obstacle::of_all(reason, function) }),
            false => self.obstacle(Some(entry), reason),
        }
    }

    /// Adds a step to each of these objects.
    fn objects(
        &mut self,
        entry: EntryId,
        source: LocationId,
        guard: &Term,
        left: Vec<Found>,
        kind: EdgeKind,
    ) {
        let (Some(location), Some(Class { tree: shape, .. })) = (self.out.object, self.object.clone()) else {
            return;
        };
        for Found { condition, value, .. } in left {
            match value.bind_to(&shape) {
                Some(bindings) => {
                    let edge = self.edge(Some(entry), source, location, guard.and(&condition), &bindings);
                    if let Some(edge) = edge {
                        self.out.edges[edge].kind = kind;
                    }
                }
                None => {
                    self.unknown_object(entry, "an object is left in a state that has no value".to_owned());
                }
            }
        }
    }
}

/// The objects that the references in a value lead to, also through other references.
pub(super) fn referents(state: &State, value: &Value) -> BTreeSet<ObjectId> {
    let (mut found, mut pending) = (BTreeSet::new(), Vec::new());
    value.roots(&mut pending);
    while let Some(root) = pending.pop() {
        if let Root::Object(id) = root
            && let Some(object) = state.objects.get(&id)
            && found.insert(id)
        {
            object.value.roots(&mut pending);
        }
    }
    found
}

/// The objects that the arguments reach through shared references only.
pub(super) fn frozen(state: &State) -> BTreeSet<ObjectId> {
    let mut mutable = BTreeSet::new();
    for value in state.frames.iter().flat_map(|frame| &frame.locals) {
        reach(state, value, &mut mutable);
    }
    state.objects.keys().filter(|id| !mutable.contains(*id)).cloned().collect()
}

/// The objects that a value reaches through mutable references.
fn reach(state: &State, value: &Value, found: &mut BTreeSet<ObjectId>) {
    let mut references = Vec::new();
    value.borrows(&mut references);
    for (_, place) in references.iter().flat_map(|reference| &reference.targets) {
        if let Root::Object(id) = &place.root
            && found.insert(id.clone())
            && let Some(object) = state.objects.get(id)
        {
            reach(state, &object.value, found);
        }
    }
}
