//! Discovers the functions of a crate that clients can call on a class, and the other steps that clients can make with its objects.
//!
//! A proof about a class holds for every client only if everything takes part that can make or change an object outside
//! tests. What this module cannot account for is an [`Obstacle`]; it never leaves a function out because it is unsure.

use super::exposure::{changes_by_outstanding_references, exposed};
use super::representation_access::RepresentationAccess;
use super::subject::names_object;
use super::{Concern, CrateCode, Entry, EntryId, NotAnalysed, Obstacle, Subject, SubjectKind};
use crate::ids::PrimaryMap;
use crate::mir::{self, BodyKind, GenericArg, GenericArgs, Path, Segment, TerminatorKind, Type};
use crate::source::{FunctionId, Owner, Reach, TypeDef};
use crate::span::Span;
use crate::symex::types::{Generics, path_of, peel_references, unify, unknown_type};
use crate::symex::{BodyId, Destructor, Structure};
use std::collections::BTreeSet;

/// Why nothing is said of a function's checks that somebody who resumes its result runs into.
const ASYNC: &str = "`async` runs code later, which is not examined";

impl CrateCode<'_> {
    /// The path of an item as MIR has it, from the one that people write.
    pub fn own_path(&self, path: &str) -> String {
        self.items.own_modules().path_of(path)
    }

    /// The class of this path within the crate (`a::b::Stack`), with everything that clients can call.
    ///
    /// # Errors
    /// If the class cannot be analysed.
    pub fn class(&self, id: &str, path: &str) -> Result<Subject, NotAnalysed> {
        let names: Vec<&str> = path.split("::").collect();
        let definition = &self.items.types[self.index().definition(path).ok_or(NotAnalysed::NotFound)?];
        let ty = placeholder_instance(&names, definition);
        if self.program.adt(&ty).is_none() {
            return Err(NotAnalysed::NotFound);
        }
        let mut obstacles = self.unknown();
        obstacles.extend(changes_by_outstanding_references(self.program, definition, &ty));
        obstacles.extend(self.statics(&ty));
        let entries = self.entries(definition, &ty, &mut obstacles);
        let (exposed, inner) = (exposed(definition), self.inner(definition, &entries));
        let bodies = entries.values().map(|entry| entry.body).chain(inner.iter().copied());
        let methods = self.index().methods_of(definition).collect();
        let bodies = bodies.chain(self.index().methods_of(definition));
        // Statics may hold objects without the class's code saying so.
        let bodies = bodies.chain(self.index().statics.iter().copied());
        obstacles.extend(self.not_read(path, bodies, Some(definition)));
        let (id, kind) = (id.to_owned(), SubjectKind::Type(ty));
        Ok(Subject { id, kind, entries, inner, methods, exposed, obstacles })
    }

    /// The methods of a class that run within calls of these only.
    fn inner(&self, definition: &TypeDef, entries: &PrimaryMap<EntryId, Entry>) -> BTreeSet<BodyId> {
        let (index, entered) = (self.index(), BTreeSet::from_iter(entries.values().map(|entry| entry.body)));
        let is_callable_by_clients = |body: BodyId| index.callable_by_clients.contains(&body);
        let methods = index
            .methods_of(definition)
            .filter(|body| !is_callable_by_clients(*body) && !entered.contains(body));
        methods
            .filter(|body| index.uses.runs_only_in(self.program, *body, &entered, is_callable_by_clients))
            .collect()
    }

    /// Obstacles for all proofs of this crate.
    fn unknown(&self) -> Vec<Obstacle> {
        let mismatch = self.program.mismatch().map(|mismatch| {
            Obstacle::of_all(format!("its source does not fit its code: {mismatch}"), String::new())
        });
        let concerns = Concern::Crate;
        let unknown = self.unread.iter().cloned().chain(mismatch);
        unknown.map(|obstacle| Obstacle { concerns, ..obstacle }).collect()
    }

    /// The items that were not read, and the unclear names, that these bodies may meet, or the class.
    fn not_read(
        &self,
        name: &str,
        bodies: impl Iterator<Item = BodyId>,
        class: Option<&TypeDef>,
    ) -> impl Iterator<Item = Obstacle> {
        let reading = self.reading();
        let met = reading.as_ref().map(|reading| reading.met(bodies, class)).unwrap_or_default();
        let obstacle = move |reason| Obstacle::of_all(reason, name.to_owned());
        met.into_iter().map(move |reason| Obstacle { concerns: Concern::Crate, ..obstacle(reason) })
    }

    /// The functions that clients can call and that access the representation of the class, its own methods among them; and the
    /// constants that build objects.
    fn entries(
        &self,
        definition: &TypeDef,
        class: &Type,
        obstacles: &mut Vec<Obstacle>,
    ) -> PrimaryMap<EntryId, Entry> {
        let index = self.index();
        let callable_by_clients = &index.callable_by_clients;
        let access = RepresentationAccess::of(self.program, &index.uses, class, &index.clients());
        let obstacle = |reason: &str, body: BodyId| {
            let concerns = Concern::Objects;
            Obstacle { concerns, ..Obstacle::of_all(reason.to_owned(), self.program.name(body)) }
        };
        obstacles.extend(access.closures_without_maker.iter().map(|body| {
            obstacle("a closure accesses the object's fields, and where it is called is not known", *body)
        }));
        obstacles.extend(access.recasting.iter().map(|body| {
            obstacle(
                "pointers to objects become ones to another type, or foreign code gets them, and what is written there is not followed",
                *body,
            )
        }));
        obstacles.extend(self.conjuring_for_clients(class).into_iter().map(|body| {
            obstacle(
                "it may make objects out of bits, or open them up, for whatever type has its bounds",
                body,
            )
        }));
        obstacles.extend(self.foreign_promises(class).into_iter().map(|path| {
            let reason = "an unsafe trait of another crate, which may make objects out of bits".to_owned();
            Obstacle { concerns: Concern::Objects, ..Obstacle::of_all(reason, path) }
        }));
        let methods: BTreeSet<BodyId> = index.methods_of(definition).collect();
        let is_called =
            |body: &&BodyId| callable_by_clients.contains(body) || access.used_as_values.contains(body);
        let mut entries = PrimaryMap::new();
        for body in access.accessing.union(&methods).copied().filter(|body| is_called(&body)) {
            let Some(&function) = index.functions.get(&body) else { continue };
            let generics = self.instance(function, class);
            let mut entry = Entry::new(self.program, body, generics, Some(class));
            entry.makes_code = access.makers.contains(&body);
            entry.is_drop = methods.contains(&body) && self.is_of_drop(function);
            entry.is_of_others = !methods.contains(&body)
                && self.is_of_another_type(function, class)
                && callable_by_clients.contains(&body)
                && !entry.types().any(|ty| names_object(self.program, ty, class));
            if super::namesakes::confuses_parameters(self.program, body, class) {
                obstacles.push(obstacle("a parameter of it is named like another one of the type", body));
            }
            if index.suspended.contains(&body) {
                let concerns = Concern::Calls(entries.next_key());
                obstacles.push(Obstacle { concerns, ..obstacle(ASYNC, body) });
            } else if self.program.may_hold_code(&entry.result) {
                obstacles.push(obstacle("what it returns runs code later, which is not followed", body));
            }
            let stores = |(_, ty): &(String, Type)| self.program.may_store_code(ty);
            if access.makers.contains(&body) && entry.parameters.iter().any(stores) {
                obstacles.push(obstacle("what it stores behind an argument runs code later", body));
            }
            entries.push(entry);
        }
        entries.extend(self.provided(class, obstacles));
        for body in self.destructors(class, obstacles) {
            if entries.values().all(|entry| entry.body != body) {
                entries.push(Entry::new(self.program, body, Generics::default(), Some(class)));
            }
        }
        for body in self.constants(&access) {
            let entry = Entry::new(self.program, body, Generics::default(), Some(class));
            if self.program.may_hold_code(&entry.result) {
                obstacles
                    .push(obstacle("what a constant holds runs code later, which is not followed", body));
            }
            entries.push(entry);
        }
        entries
    }

    /// The methods that the class has as its traits provide them. They see no fields, but may fail for what its own methods give back.
    fn provided(&self, class: &Type, obstacles: &mut Vec<Obstacle>) -> Vec<Entry> {
        let index = self.index();
        let mut entries = Vec::new();
        let lengths = self.program.lengths_by_std(class);
        for method in self.program.provided_methods(class).into_iter().chain(lengths) {
            let Some((body, generics)) = method else {
                let reason = "the body of a method that a trait provides was not found".to_owned();
                obstacles.push(Obstacle::of_all(reason, class.to_string()));
                continue;
            };
            if index.callable_by_clients.contains(&body) || self.program.is_model(body) {
                let entry = Entry::new(self.program, body, generics, Some(class));
                entries.push(Entry { is_provided: true, ..entry });
            }
        }
        entries
    }

    /// The arguments for the parameters of a method's impl block, if the method is called on the class.
    fn instance(&self, function: Option<FunctionId>, class: &Type) -> Generics {
        let Some(block) = function.and_then(|id| self.items.impl_of(id)) else { return Generics::default() };
        let own = peel_references(&block.self_type);
        let mut generics = Generics::default();
        match unify(own, class, &block.parameters, &mut generics) {
            true => generics,
            false => Generics::default(),
        }
    }

    /// Tells whether a function is of no type, or of one that cannot be the class. Under-approximates: a projection, an alias of one, and a
    /// parameter may stand for the class.
    fn is_of_another_type(&self, function: Option<FunctionId>, class: &Type) -> bool {
        let Some(block) = function.and_then(|id| self.items.impl_of(id)) else { return true };
        let own = peel_references(&block.self_type);
        let is_known =
            self.program.adt(own).is_some() || matches!(&*self.program.structure(own), Structure::Plain);
        is_known && !names_object(self.program, own, class)
    }

    /// The destructors of what an object owns: they run when clients let go of it.
    fn destructors(&self, class: &Type, obstacles: &mut Vec<Obstacle>) -> BTreeSet<BodyId> {
        let (mut owned, mut found) = (Vec::new(), BTreeSet::new());
        self.owned(class, &mut owned);
        for ty in owned {
            match self.program.destructor(&ty) {
                Destructor::None => {}
                Destructor::Function(body, _) if !self.program.is_analysed(body) => {}
                Destructor::Function(body, _) => drop(found.insert(body)),
                Destructor::Unclear => {
                    let reason = format!("which destructor {ty} has is not clear");
                    obstacles.push(Obstacle::of_all(reason, class.to_string()));
                }
            }
        }
        found
    }

    /// The types of what an object owns, its own first.
    fn owned(&self, ty: &Type, found: &mut Vec<Type>) {
        if found.contains(ty) {
            return;
        }
        found.push(ty.clone());
        // A destructor may end what the type's arguments stand for without holding it: behind a raw pointer, say.
        let arguments = ty.as_path().into_iter().flat_map(Path::type_args);
        arguments.for_each(|ty| self.owned(ty, found));
        let structure = self.program.structure(ty);
        let owned = match &*structure {
            Structure::Parts(types) | Structure::Cell(types) => &**types,
            Structure::Union(types) | Structure::Unknown(types) => types,
            // What references and raw pointers lead to is another's.
            Structure::Reference(..) | Structure::Pointer(_) => &[],
            // What code has captured is not known. Its destructors are entries where they access the class's representation: an impl of a trait is open to all.
            Structure::Code => &[],
            Structure::Plain | Structure::Function | Structure::Clients => &[],
        };
        owned.iter().for_each(|ty| self.owned(ty, found));
    }

    /// Constants whose value is built from fields: clients can copy them, or use them through a reference. Those within a
    /// function or another constant are among them, since who uses them does not run their code; so are statics, which may
    /// refer to objects.
    fn constants(&self, access: &RepresentationAccess) -> impl Iterator<Item = BodyId> {
        access.accessing.iter().copied().filter(|body| {
            let is_ours = || is_site(&self.program.local_types(*body, &Default::default())[0]);
            let code = &self.program.code(*body).body;
            let is_promoted = matches!(code.path.last(), mir::Segment::Promoted(_));
            code.kind != BodyKind::Fn && !is_promoted && !is_ours()
        })
    }

    /// Statics that hold objects are reached from everywhere, and outlive every call.
    fn statics(&self, class: &Type) -> Vec<Obstacle> {
        let mut found = Vec::new();
        for &body in &self.index().statics {
            let ty = &self.program.local_types(body, &Default::default())[0];
            if super::contained_objects::mentions(self.program, ty, class) {
                let function = self.program.code(body).body.path.to_string();
                let reason = "a static holds objects, which calls change without being given them".to_owned();
                found.push(Obstacle::of_all(reason, function));
            }
        }
        found
    }

    /// Tells whether it stands in an impl of std's `Drop`.
    fn is_of_drop(&self, function: Option<FunctionId>) -> bool {
        let block = function.and_then(|id| self.items.impl_of(id));
        let of_trait = block.and_then(|block| block.trait_path.as_ref());
        of_trait.is_some_and(|path| path.is_std(&["ops", "Drop"]))
    }

    /// The function of this path within the crate.
    ///
    /// # Errors
    /// If it cannot be analysed.
    pub fn function(&self, id: &str, path: &str) -> Result<Subject, NotAnalysed> {
        Ok(self.function_of(id, self.index().named(path).ok_or(NotAnalysed::NotFound)?))
    }

    /// The function that a body is the code of.
    pub fn function_of(&self, id: &str, body: BodyId) -> Subject {
        let entry = Entry::new(self.program, body, Generics::default(), None);
        let mut obstacles = self.unknown();
        if self.index().suspended.contains(&body) {
            obstacles.push(Obstacle::of_all(ASYNC.to_owned(), entry.name.clone()));
        } else if self.program.may_hold_code(&entry.result) {
            let reason = "what it returns runs code later, which is not followed".to_owned();
            obstacles.push(Obstacle::of_all(reason, entry.name.clone()));
        }
        obstacles.extend(self.not_read(&entry.name, [body].into_iter(), None));
        let (id, kind, entries) = (id.to_owned(), SubjectKind::Function, PrimaryMap::from(vec![entry]));
        let (inner, methods, exposed) = Default::default();
        Subject { id, kind, entries, inner, methods, exposed, obstacles }
    }

    /// What has these sites, for a subject whose name is that of no type of the crate. An impl for an alias is one of the class that this
    /// stands for; of types of other crates, and of all that have a trait, the functions are judged by themselves.
    ///
    /// # Errors
    /// If there is nothing.
    pub fn owner_of(&self, id: &str, sites: &[u64]) -> Result<Subject, NotAnalysed> {
        let bodies = sites.iter().flat_map(|site| self.program.bodies_at(*site)).copied();
        let bodies: BTreeSet<BodyId> =
            bodies.filter(|body| self.program.code(*body).body.kind == BodyKind::Fn).collect();
        let classes: BTreeSet<Option<String>> = bodies.iter().map(|body| self.class_around(*body)).collect();
        if let [Some(path)] = &*Vec::from_iter(classes)
            && let Ok(class) = self.class(id, path)
        {
            return Ok(class);
        }
        let mut subjects = bodies.into_iter().map(|body| self.function_of(id, body));
        let mut whole = subjects.next().ok_or(NotAnalysed::NotFound)?;
        for subject in subjects {
            whole.entries.extend(subject.entries.into_iter().map(|(_, entry)| entry));
            whole.obstacles.extend(subject.obstacles);
        }
        Ok(whole)
    }

    /// The path of the type in whose impl a function stands, if it is one of the crate.
    pub fn class_around(&self, body: BodyId) -> Option<String> {
        let block = self.items.impl_of(self.program.code(body).declaration?)?;
        let path = self.program.adt(&block.self_type)?.adt.path.clone();
        self.index().definition(&path).map(|_| path)
    }

    /// The functions of the analysed crate with what the source says of them; the source says nothing where it does not
    /// fit the bodies.
    pub(super) fn functions(&self) -> impl Iterator<Item = (BodyId, Option<FunctionId>)> {
        self.program.bodies().filter_map(|(body, code)| {
            let is_function = code.body.kind == BodyKind::Fn && self.program.is_analysed(body);
            // What a constructor's visibility allows is known from the fields.
            let is_constructor =
                code.declaration.is_none() && self.program.constructor(&code.body.path).is_some();
            if !is_function || is_constructor || is_closure(&code.body.path) {
                return None;
            }
            Some((body, code.declaration))
        })
    }

    /// Tells whether clients can call a body of the crate directly.
    pub(crate) fn is_callable_by_clients(&self, body: BodyId) -> bool {
        self.program.is_analysed(body) && self.can_be_called(self.program.code(body).declaration)
    }

    /// The place where a function of the crate returns, by its name for people. Functions that one macro defines for several types share it; a closure
    /// counts as a part of its function.
    pub(crate) fn end_of(&self, function: &str) -> Option<&Span> {
        let outermost = function.split("::{").next().unwrap_or(function);
        let body = self.index().named(outermost)?;
        self.program.code(body).body.blocks.values().find_map(|block| match block.terminator.kind {
            TerminatorKind::Return => block.terminator.source.as_ref()?.span.as_ref(),
            _ => None,
        })
    }

    /// Over-approximates: a function of which the source says nothing can be called.
    pub(super) fn can_be_called(&self, function: Option<FunctionId>) -> bool {
        let Some(id) = function else { return true };
        let function = &self.items.functions[id];
        let is_ours = self.items.impl_of(id).is_some_and(|block| block.is_instrumentation);
        let is_main = &*function.name == "main" && matches!(function.owner, Owner::Module(_));
        !is_ours && (is_main || function.reach != Reach::Private)
    }
}

/// The type of this path, with placeholders as its arguments.
fn placeholder_instance(names: &[&str], definition: &TypeDef) -> Type {
    let mut path = path_of(names);
    let args = definition.parameters.iter().map(|name| GenericArg::Type(Type::Path(unknown_type(name))));
    if let Some(Segment::Named { args: own, .. }) = path.segments_mut().last_mut() {
        *own = GenericArgs::Angle(args.collect());
    }
    Type::Path(path)
}

/// Tells whether a path is a closure's own. Functions that stand in one are functions.
fn is_closure(path: &mir::Path) -> bool {
    matches!(path.last(), mir::Segment::Anonymous { .. })
}

/// The static of a probe.
pub(super) fn is_site(ty: &Type) -> bool {
    ty.as_path().and_then(crate::symex::types::plain_name).is_some_and(|name| name == "pct::probe::Site")
}
