//! Collects how one body accesses the inside of values, for all classes at once; `bits` collects what the body does with the
//! bits of values.
//!
//! Types are told apart by the names of their declarations: whoever looks into one instance of a type looks into the type.

use super::bits::{conjures, peel_all_pointers};
use super::flow::Parameter;
use super::trait_methods::TraitMethods;
use crate::lower::subject::placeholder_generics;
use crate::mir::{self, AggregateKind, CastKind, Operand, Projection, Rvalue, StatementKind, Type};
use crate::source::{PathPart, TypeKind};
use crate::symex::types::{Generics, Rewrite, list_element, plain_name};
use crate::symex::{BodyId, Callee, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The name by which code knows the runtime.
const RUNTIME: &str = "pct";

/// The accesses of one body.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The types whose values it looks into or builds, by name; it is enough that their address becomes another's.
    pub(super) inside: BTreeSet<String>,
    /// The types whose constructors it has as values, by name.
    pub(super) constructors: BTreeSet<String>,
    /// Types of values that it makes out of bits, or reaches in unknown ways: whatever may be inside them is accessed.
    pub(super) conjured: BTreeSet<Type>,
    /// Its own parameters that stand for types of such values.
    pub(super) conjures_given: BTreeSet<Parameter>,
    /// Types that pointers lead to which it makes pointers to other types: what is written there are bits of them.
    pub(super) recast: BTreeSet<Type>,
    /// Its own parameters that stand for what such pointers lead to.
    pub(super) recasts_given: BTreeSet<Parameter>,
    /// Types that it gives to parameters of others.
    pub(super) gives: BTreeMap<Type, BTreeSet<Parameter>>,
    /// Its own parameters that it hands on to those of others.
    pub(super) hands_on: BTreeSet<(Parameter, Parameter)>,
    /// Its accesses are unknown: it may access anything.
    pub(super) anything: bool,
    /// The bodies that it calls, makes or mentions.
    pub(super) uses: BTreeSet<BodyId>,
    /// Of these, those that it has as values.
    pub(super) values: BTreeSet<BodyId>,
    /// Last names of callees that were not found.
    pub(super) unknown: BTreeSet<mir::Name>,
    /// The last names of functions that it has as values and that were not found.
    pub(super) unknown_values: BTreeSet<mir::Name>,
}

/// Collects the accesses of a body.
pub(super) fn facts(program: &Program, methods: &TraitMethods, body: BodyId) -> Facts {
    let generics = placeholder_generics(program, body);
    let types = program.types_once(body, &generics);
    let mut scan = Scan { program, methods, body, generics, types, facts: Facts::default() };
    let code = program.code(body);
    scan.facts.uses.extend(code.promoted.values());
    for ty in &scan.types.clone() {
        scan.closures(ty);
    }
    // As they are written, for `impl Trait` is a name after that.
    program.code(body).body.locals.values().for_each(|local| scan.gives_to_traits(&local.ty));
    for block in code.body.blocks.values() {
        for statement in &block.statements {
            scan.statement(&statement.kind);
        }
        scan.terminator(&block.terminator.kind);
    }
    scan.facts
}

pub(super) struct Scan<'a> {
    pub(super) program: &'a Program,
    pub(super) methods: &'a TraitMethods,
    pub(super) body: BodyId,
    /// Its parameters stand for types that no one knows.
    pub(super) generics: Generics,
    types: Vec<Type>,
    pub(super) facts: Facts,
}

impl Scan<'_> {
    /// The bodies of the closures that a type names; all that stand at its place, where a macro made several. A function that
    /// it names is a value: it has no size, so that no statement needs to make it.
    fn closures(&mut self, ty: &Type) {
        ty.each_part(&mut |part| {
            if let Type::Closure(closure) = part {
                self.facts.uses.extend(self.program.closure_bodies(closure));
            }
            if let Type::FnDef { path, .. } = part {
                self.value(path);
            }
        });
    }

    /// A function that it has as a value.
    fn value(&mut self, path: &mir::Path) {
        let body = self.callee(path);
        self.facts.uses.extend(body);
        self.facts.values.extend(body);
        if body.is_none() {
            self.facts.unknown_values.extend(path.last_name().cloned());
        }
    }

    fn statement(&mut self, statement: &StatementKind) {
        mir::visit_statement(statement, |place, _| self.place(place));
        match statement {
            StatementKind::Assign(place, rvalue) => {
                rvalue.operands().into_iter().for_each(|operand| self.operand(operand));
                self.rvalue(place, rvalue);
            }
            StatementKind::SetDiscriminant(place, _) => self.inside(&self.type_of(place)),
            _ => {}
        }
    }

    fn rvalue(&mut self, place: &mir::Place, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Aggregate(AggregateKind::Adt { .. }) => {
                let built = self.type_of(place);
                self.inside(&built);
                if let Some(path) = built.as_path()
                    && let Some(name) = plain_name(path)
                {
                    self.builds(&name, path);
                }
            }
            // Bits become an object, or an object's address becomes another's.
            Rvalue::Cast {
                kind:
                    CastKind::Transmute
                    | CastKind::PtrToPtr
                    | CastKind::PointerExposeProvenance
                    | CastKind::PointerWithExposedProvenance,
                operand,
                ..
            } => {
                let from = operand.place().map_or(Type::Infer, |place| self.type_of(place));
                let to = self.type_of(place);
                self.recast(&from, &to);
            }
            Rvalue::RawPtr(_, source) => self.inside(&self.type_of(source)),
            _ => {}
        }
    }

    fn terminator(&mut self, terminator: &mir::TerminatorKind) {
        mir::visit_terminator(terminator, |place, _| self.place(place));
        match terminator {
            mir::TerminatorKind::Call { callee, args, .. }
            | mir::TerminatorKind::TailCall { callee, args } => {
                if let (Operand::Function(function), mir::TerminatorKind::Call { destination, .. }) =
                    (callee, terminator)
                {
                    let places = args.iter().filter_map(|arg| arg.place()).chain([destination]);
                    for place in places.filter(|_| conjures(&function.path)) {
                        self.conjured(&self.type_of(place));
                    }
                    let is_cast = function.path.begins_in_std()
                        && function
                            .path
                            .last_name()
                            .is_some_and(|name| matches!(&**name, "cast" | "expose_provenance"));
                    if let ([Operand::Copy(pointer) | Operand::Move(pointer)], true) = (&**args, is_cast) {
                        self.recast(&self.type_of(pointer), &self.type_of(destination));
                    }
                }
                args.iter().for_each(|operand| self.operand(operand));
                match callee {
                    Operand::Function(function) => {
                        let body = self.callee(&function.path);
                        self.facts.uses.extend(body);
                        if body.is_none() && self.is_foreign(&function.path) {
                            let places =
                                args.iter().filter_map(|arg| arg.place()).chain(destination_of(terminator));
                            places.for_each(|place| self.hands_to_foreign_code(&self.type_of(place)));
                        }
                    }
                    callee => self.operand(callee),
                }
            }
            mir::TerminatorKind::Yield { value, .. } => self.operand(value),
            mir::TerminatorKind::InlineAsm { .. } => self.facts.anything = true,
            _ => {}
        }
    }

    /// Tells whether a function may stand in an `extern` block: it is not resolved, and takes no type of the crate by a parameter.
    fn is_foreign(&self, path: &mir::Path) -> bool {
        let path = self.program.normaliser(self.body, &self.generics).value_path(path);
        matches!(self.program.resolve(&path), Callee::Unknown)
            && !path.begins_in_std()
            && !self.is_of_runtime(&path)
            && path.as_trait_item().is_none()
            && path.type_args().next().is_none()
    }

    /// Tells whether a path is one of the runtime, which instrumentation calls: it reads what it is given. Not where the crate has a module of that name.
    fn is_of_runtime(&self, path: &mir::Path) -> bool {
        let mut around =
            [self.body].into_iter().chain(self.program.functions_around(self.body).iter().copied());
        let items = around.find_map(|body| self.program.declared(body)).map(|(items, _)| items);
        let is_runtime = |part: &PathPart| *part == PathPart::Name(RUNTIME.to_owned());
        let is_hidden =
            items.is_some_and(|items| items.modules.values().any(|it| it.path.iter().any(is_runtime)));
        path.segments[0].name().is_some_and(|name| **name == *RUNTIME) && !is_hidden
    }

    /// The functions that a path names; notes its name where none is found, and what it builds.
    fn callee(&mut self, path: &mir::Path) -> Option<BodyId> {
        let path = self.program.normaliser(self.body, &self.generics).value_path(path);
        // A function's generic arguments may be closures, which it calls.
        path.type_args().for_each(|ty| self.closures(ty));
        if path.begins_in_std() || path.as_trait_item().is_some_and(|item| item.trait_path.begins_in_std()) {
            self.calls_std(&path);
        }
        match self.program.resolve(&path) {
            Callee::Body(body, generics) => {
                self.gives(body, &generics);
                return Some(body);
            }
            Callee::Constructor(path) => {
                let built = self.program.constructor(&path).map(|(instance, _)| instance.adt.path.clone());
                self.facts.constructors.extend(built.clone());
                self.facts.inside.extend(built.clone());
                if let Some(name) = &built {
                    self.builds(name, &path);
                }
            }
            Callee::Unknown => {
                self.facts.unknown.extend(path.last_name().cloned());
                self.calls_unknown(&path);
            }
            Callee::Intrinsic(..) => {}
        }
        None
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Function(function) => self.value(&function.path),
            Operand::Constant(constant) => {
                if let mir::ConstantKind::Path(path) = &constant.kind {
                    let path = self.program.normaliser(self.body, &self.generics).value_path(path);
                    self.calls_unknown(&path);
                }
                let Some(facts) = &constant.facts else { return };
                let ty = self.program.normaliser(self.body, &self.generics).ty(&facts.ty);
                if matches!(facts.origin, mir::ConstantOrigin::Value) {
                    self.inside(peel_all_pointers(&ty));
                }
                if let Type::FnDef { path, .. } = &*facts.ty {
                    self.value(path);
                }
                self.closures(&ty);
            }
            _ => {}
        }
    }

    fn place(&mut self, place: &mir::Place) {
        let mut ty = self.types[place.local.as_u32() as usize].clone();
        for projection in &place.projection {
            if matches!(projection, Projection::Field { .. }) {
                self.inside(&ty);
                // The field of a type that was not followed may be anyone's.
                self.facts.anything |= ty == Type::Infer;
            }
            let is_union = self.program.adt(&ty).is_some_and(|it| it.adt.kind == TypeKind::Union);
            let of = ty.clone();
            ty = self.step(ty, projection);
            // Whatever else lies there becomes an object.
            if is_union {
                self.conjured(&of);
                self.recast_union(&of);
            }
        }
    }

    fn type_of(&self, place: &mir::Place) -> Type {
        let ty = self.types[place.local.as_u32() as usize].clone();
        place.projection.iter().fold(ty, |ty, projection| self.step(ty, projection))
    }

    fn step(&self, ty: Type, projection: &Projection) -> Type {
        let leads_to = |ty: Option<&Type>| ty.cloned().unwrap_or(Type::Infer);
        match projection {
            Projection::Deref => leads_to(ty.pointee().or_else(|| ty.as_path()?.first_type_arg())),
            Projection::Field { ty, .. } | Projection::OpaqueCast(ty) | Projection::Subtype(ty) => {
                self.program.normaliser(self.body, &self.generics).ty(ty)
            }
            Projection::Index(_) | Projection::ConstantIndex { .. } => leads_to(list_element(&ty)),
            Projection::Downcast(_) | Projection::Subslice { .. } => ty,
        }
    }

    /// It looks into a value of the type, or builds one.
    pub(super) fn inside(&mut self, ty: &Type) {
        let is_declared = self.program.adt(ty).is_some();
        self.facts.inside.extend(ty.as_path().filter(|_| is_declared).and_then(plain_name));
    }
}

fn destination_of(terminator: &mir::TerminatorKind) -> Option<&mir::Place> {
    let mir::TerminatorKind::Call { destination, .. } = terminator else { return None };
    Some(destination)
}
