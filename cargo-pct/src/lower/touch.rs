//! Which code touches the inside of a class: reads or writes its fields, builds it from them.
//!
//! An object of a generic class is a value of any of its instances.
//!
//! All other code can do no more to an object than clients can, who are covered by the proof. Code that only the crate can
//! call is no entry of its own: it counts for whoever calls it.
//!
//! Over-approximates: a callee that is not found is every private function of its name; a function that is used as a value,
//! and not called, may be called by anyone.

use super::subject::open_generics;
use crate::mir::{self, AggregateKind, CastKind, Operand, Projection, Rvalue, StatementKind, Type};
use crate::source::TypeKind;
use crate::symex::types::{Generics, Rewrite, is_of_clients, is_same_declaration, plain_name};
use crate::symex::{BodyId, Callee, Program};
use std::collections::{BTreeMap, BTreeSet};

/// What of a crate touches the inside of a class.
#[derive(Debug, Default)]
pub(super) struct Touch {
    /// Bodies that do, by themselves or through code that clients cannot call.
    pub(super) touching: BTreeSet<BodyId>,
    /// Of these, those that are used as values.
    pub(super) handed_out: BTreeSet<BodyId>,
    /// Of these, closures whose maker was not found, or is no function.
    pub(super) orphans: BTreeSet<BodyId>,
    /// Functions that make closures that touch it, by themselves or through code that clients cannot call.
    pub(super) makers: BTreeSet<BodyId>,
}

/// What one body does.
#[derive(Default)]
struct Facts {
    touches: bool,
    /// Whether it does where one of its type parameters stands for the class.
    touches_if_given: bool,
    /// Callees that it gives types with the class in them, and those that it gives what its own parameters stand for.
    gives: BTreeSet<BodyId>,
    passes_on: BTreeSet<BodyId>,
    uses: BTreeSet<BodyId>,
    values: BTreeSet<BodyId>,
    /// Last names of callees that were not found.
    unknown: BTreeSet<mir::Name>,
}

/// The facts of all bodies of the crate.
type AllFacts = BTreeMap<BodyId, Facts>;

impl Touch {
    /// `is_open`: whether clients can call a body by themselves.
    pub(super) fn of(program: &Program, class: &Type, is_open: impl Fn(BodyId) -> bool) -> Touch {
        let bodies = program.bodies().filter(|(body, _)| !program.is_model(*body));
        let facts: AllFacts = bodies.map(|(body, _)| (body, Scan::of(program, class, body))).collect();
        let touching = touching(program, &facts, &is_open);
        let is_closure = |body: BodyId| touching.contains(&body) && program.code(body).body.is_closure();
        let used_by = |functions: bool| -> BTreeSet<BodyId> {
            let is_fn = |body: BodyId| program.code(body).body.kind == mir::BodyKind::Fn;
            let users = facts.iter().filter(|(body, _)| is_fn(**body) == functions);
            users.flat_map(|(_, facts)| facts.uses.iter().copied()).collect()
        };
        let (used, of_others) = (used_by(true), used_by(false));
        let is_orphan =
            |body: &&BodyId| is_closure(**body) && (!used.contains(*body) || of_others.contains(*body));
        let orphans = touching.iter().filter(is_orphan).copied().collect();
        let makers = makers(&facts, is_closure, &is_open);
        let values: BTreeSet<BodyId> =
            facts.values().flat_map(|facts| facts.values.iter().copied()).collect();
        Touch { handed_out: touching.intersection(&values).copied().collect(), orphans, makers, touching }
    }
}

/// The bodies that touch the class by themselves or through code that clients cannot call.
fn touching(program: &Program, facts: &AllFacts, is_open: impl Fn(BodyId) -> bool) -> BTreeSet<BodyId> {
    let given = given(facts);
    let touches =
        |(body, facts): &(&BodyId, &Facts)| facts.touches || facts.touches_if_given && given.contains(body);
    let mut touching: BTreeSet<BodyId> = facts.iter().filter(touches).map(|(body, _)| *body).collect();
    loop {
        let hidden: BTreeSet<BodyId> = touching.iter().copied().filter(|body| !is_open(*body)).collect();
        let names: BTreeSet<&mir::Name> =
            hidden.iter().filter_map(|body| program.code(*body).body.path.last_name()).collect();
        let reaches = |facts: &Facts| {
            !facts.uses.is_disjoint(&hidden) || facts.unknown.iter().any(|name| names.contains(name))
        };
        let more = facts.iter().filter(|(body, facts)| !touching.contains(*body) && reaches(facts));
        let more: Vec<BodyId> = more.map(|(body, _)| *body).collect();
        if more.is_empty() {
            return touching;
        }
        touching.extend(more);
    }
}

/// The functions with a type parameter that stands for the class, or something with it inside, in some call of the crate. Clients
/// who choose it, choose a type whose objects they could have made themselves: safe code cannot tell, and unsafe code must not.
fn given(facts: &AllFacts) -> BTreeSet<BodyId> {
    let mut given: BTreeSet<BodyId> = facts.values().flat_map(|facts| facts.gives.iter().copied()).collect();
    let mut pending: Vec<BodyId> = given.iter().copied().collect();
    while let Some(body) = pending.pop() {
        let passed_on = facts.get(&body).into_iter().flat_map(|facts| facts.passes_on.iter().copied());
        pending.extend(passed_on.filter(|callee| given.insert(*callee)).collect::<Vec<_>>());
    }
    given
}

/// The bodies that make such closures by themselves or through code that clients cannot call.
fn makers(
    facts: &AllFacts,
    is_closure: impl Fn(BodyId) -> bool,
    is_open: impl Fn(BodyId) -> bool,
) -> BTreeSet<BodyId> {
    let makers_of = |wanted: &dyn Fn(BodyId) -> bool| -> BTreeSet<BodyId> {
        let makes = |facts: &Facts| facts.uses.iter().any(|used| wanted(*used));
        facts.iter().filter(|(_, facts)| makes(facts)).map(|(body, _)| *body).collect()
    };
    let mut makers = makers_of(&is_closure);
    loop {
        let more = makers_of(&|body| makers.contains(&body) && !is_open(body));
        let before = makers.len();
        makers.extend(more);
        if makers.len() == before {
            return makers;
        }
    }
}

/// Whether a function of std makes values out of bits, or reaches them by raw pointers.
fn conjures(path: &mir::Path) -> bool {
    let mut names = path.segments.iter().filter_map(|segment| segment.name()).map(|name| &**name);
    let last = path.last_name().map_or("", |name| &**name);
    path.begins_in_std()
        && (names.any(|name| matches!(name, "ptr" | "NonNull" | "MaybeUninit" | "UnsafeCell" | "intrinsics"))
            || matches!(last, "zeroed" | "uninitialized" | "transmute_copy")
            || last.starts_with("from_raw"))
}

struct Scan<'a> {
    program: &'a Program,
    class: &'a Type,
    body: BodyId,
    /// Its parameters stand for types that no one knows.
    generics: std::sync::Arc<Generics>,
    types: std::sync::Arc<Vec<Type>>,
    facts: Facts,
}

impl Scan<'_> {
    fn of(program: &Program, class: &Type, body: BodyId) -> Facts {
        let generics = std::sync::Arc::new(open_generics(program, body));
        let types = program.local_types(body, &generics);
        let mut scan = Scan { program, class, body, generics, types, facts: Facts::default() };
        let code = program.code(body);
        scan.facts.uses.extend(code.promoted.values());
        for ty in scan.types.clone().iter() {
            scan.closures(ty);
        }
        for block in code.body.blocks.values() {
            for statement in &block.statements {
                scan.statement(&statement.kind);
            }
            scan.terminator(&block.terminator.kind);
        }
        scan.facts
    }

    /// The bodies of the closures that a type names; all that stand at its place, where a macro made several. A function that
    /// it names is a value: it has no size, so that no statement needs to make it.
    fn closures(&mut self, ty: &Type) {
        match ty {
            Type::Closure(closure) => self.facts.uses.extend(self.program.closure_bodies(closure)),
            Type::FnDef { path, .. } => {
                let body = self.callee(path);
                self.facts.uses.extend(body);
                self.facts.values.extend(body);
            }
            Type::Ref { referent: inner, .. }
            | Type::RawPtr { pointee: inner, .. }
            | Type::Slice(inner)
            | Type::Array { element: inner, .. } => self.closures(inner),
            Type::Tuple(elements) => elements.iter().for_each(|ty| self.closures(ty)),
            Type::Path(path) => {
                for arg in path.segments.iter().flat_map(|segment| segment.args()) {
                    if let mir::GenericArg::Type(ty) = arg {
                        self.closures(ty);
                    }
                }
            }
            _ => {}
        }
    }

    fn statement(&mut self, statement: &StatementKind) {
        mir::visit_statement(statement, |place, _| self.place(place));
        match statement {
            StatementKind::Assign(place, rvalue) => {
                rvalue.operands().into_iter().for_each(|operand| self.operand(operand));
                self.rvalue(place, rvalue);
            }
            StatementKind::SetDiscriminant(place, _) if self.is_class(&self.type_of(place)) => {
                self.facts.touches = true;
            }
            _ => {}
        }
    }

    fn rvalue(&mut self, place: &mir::Place, rvalue: &Rvalue) {
        self.facts.touches |= match rvalue {
            Rvalue::Aggregate(AggregateKind::Adt { .. }) => self.is_class(&self.type_of(place)),
            // Bits become an object, or an object's address becomes another's.
            Rvalue::Cast { kind: CastKind::Transmute | CastKind::PtrToPtr, operand, .. } => {
                let from = operand.place().map_or(Type::Infer, |place| self.type_of(place));
                let to = self.type_of(place);
                self.facts.touches_if_given |= from != to && (holds_unknown(&from) || holds_unknown(&to));
                self.points_to_class(&from) != self.points_to_class(&to)
            }
            Rvalue::RawPtr(_, source) => self.is_class(&self.type_of(source)),
            _ => false,
        };
    }

    fn terminator(&mut self, terminator: &mir::TerminatorKind) {
        mir::visit_terminator(terminator, |place, _| self.place(place));
        match terminator {
            mir::TerminatorKind::Call { callee, args, .. }
            | mir::TerminatorKind::TailCall { callee, args } => {
                if let (Operand::Function(function), mir::TerminatorKind::Call { destination, .. }) =
                    (callee, terminator)
                {
                    if conjures(&function.path) {
                        let places = args.iter().filter_map(|arg| arg.place()).chain([destination]);
                        for ty in places.map(|place| self.type_of(place)).collect::<Vec<_>>() {
                            self.facts.touches |= self.leads_to_class(&ty);
                            self.facts.touches_if_given |= holds_unknown(&ty);
                        }
                    }
                }
                args.iter().for_each(|operand| self.operand(operand));
                match callee {
                    Operand::Function(function) => {
                        let callee = self.callee(&function.path);
                        self.facts.uses.extend(callee);
                    }
                    callee => self.operand(callee),
                }
            }
            mir::TerminatorKind::Yield { value, .. } => self.operand(value),
            mir::TerminatorKind::InlineAsm { .. } => self.facts.touches = true,
            _ => {}
        }
    }

    /// The functions that a path names; notes its name where none is found, and whether it builds an object.
    fn callee(&mut self, path: &mir::Path) -> Option<BodyId> {
        let path = self.program.normaliser(self.body, &self.generics).value_path(path);
        // A function's generic arguments may be closures, which it calls.
        for arg in path.segments.iter().flat_map(|segment| segment.args()) {
            if let mir::GenericArg::Type(ty) = arg {
                self.closures(ty);
            }
        }
        match self.program.resolve(&path) {
            Callee::Body(body, generics) => {
                self.hand_over(body, &generics);
                return Some(body);
            }
            Callee::Constructor(path) => {
                let class = self.class.as_path().and_then(plain_name);
                let built = self.program.constructor(&path).map(|(instance, _)| instance.adt.path.clone());
                self.facts.touches |= built == class;
            }
            Callee::Unknown => self.facts.unknown.extend(path.last_name().cloned()),
            Callee::Intrinsic(..) => {}
        }
        None
    }

    /// What a callee's parameters stand for.
    fn hand_over(&mut self, callee: BodyId, generics: &Generics) {
        for argument in generics.arguments.values() {
            let mir::GenericArg::Type(ty) = argument else { continue };
            if self.leads_to_class(ty) {
                self.facts.gives.insert(callee);
            }
            if holds_unknown(ty) {
                self.facts.passes_on.insert(callee);
            }
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Function(function) => {
                let body = self.callee(&function.path);
                self.facts.uses.extend(body);
                self.facts.values.extend(body);
            }
            Operand::Constant(constant) => {
                let Some(facts) = &constant.facts else { return };
                let ty = self.program.normaliser(self.body, &self.generics).ty(&facts.ty);
                let is_value = matches!(facts.origin, mir::ConstantOrigin::Value);
                self.facts.touches |= is_value && self.points_to_class(&ty);
                if let Type::FnDef { path, .. } = &facts.ty {
                    let body = self.callee(path);
                    self.facts.uses.extend(body);
                    self.facts.values.extend(body);
                }
                self.closures(&ty);
            }
            _ => {}
        }
    }

    fn place(&mut self, place: &mir::Place) {
        let mut ty = self.types[place.local.as_u32() as usize].clone();
        for projection in &place.projection {
            self.facts.touches |= matches!(projection, Projection::Field { .. }) && self.is_class(&ty);
            let is_union = self.program.adt(&ty).is_some_and(|it| it.adt.kind == TypeKind::Union);
            ty = self.step(ty, projection);
            // Whatever else lies there becomes an object.
            self.facts.touches |= is_union && self.leads_to_class(&ty);
            self.facts.touches_if_given |= is_union && holds_unknown(&ty);
        }
    }

    fn type_of(&self, place: &mir::Place) -> Type {
        let ty = self.types[place.local.as_u32() as usize].clone();
        place.projection.iter().fold(ty, |ty, projection| self.step(ty, projection))
    }

    fn step(&self, ty: Type, projection: &Projection) -> Type {
        match (projection, ty) {
            (Projection::Deref, Type::Ref { referent, .. }) => *referent,
            (Projection::Deref, Type::RawPtr { pointee, .. }) => *pointee,
            (Projection::Deref, Type::Path(path)) => match path.last().args().first() {
                Some(mir::GenericArg::Type(ty)) => ty.clone(),
                _ => Type::Infer,
            },
            (Projection::Field { ty, .. } | Projection::OpaqueCast(ty) | Projection::Subtype(ty), _) => {
                self.program.normaliser(self.body, &self.generics).ty(ty)
            }
            (Projection::Downcast(_), ty) => ty,
            (
                Projection::Index(_) | Projection::ConstantIndex { .. },
                Type::Slice(element) | Type::Array { element, .. },
            ) => *element,
            (Projection::Subslice { .. }, ty) => ty,
            _ => Type::Infer,
        }
    }

    fn is_class(&self, ty: &Type) -> bool {
        is_same_declaration(ty, self.class)
    }

    /// Whether there may be an object in a value of the type, or behind it.
    fn leads_to_class(&self, ty: &Type) -> bool {
        match ty {
            Type::Ref { referent: inner, .. } | Type::RawPtr { pointee: inner, .. } => {
                self.leads_to_class(inner)
            }
            ty => super::fit::mentions(self.program, ty, self.class, 6),
        }
    }

    fn points_to_class(&self, ty: &Type) -> bool {
        match ty {
            Type::Ref { referent, .. } => self.points_to_class(referent),
            Type::RawPtr { pointee, .. } => self.points_to_class(pointee),
            ty => self.is_class(ty),
        }
    }
}

/// Whether something in a type, or behind it, is one that no one knows.
fn holds_unknown(ty: &Type) -> bool {
    match ty {
        Type::Ref { referent: inner, .. } | Type::RawPtr { pointee: inner, .. } => holds_unknown(inner),
        Type::Slice(element) | Type::Array { element, .. } => holds_unknown(element),
        Type::Tuple(elements) => elements.iter().any(holds_unknown),
        Type::Path(path) => {
            let mut args = path.segments.iter().flat_map(|segment| segment.args());
            is_of_clients(ty) || args.any(|arg| matches!(arg, mir::GenericArg::Type(ty) if holds_unknown(ty)))
        }
        Type::Dyn(_) | Type::Impl(_) | Type::Infer | Type::Closure(_) => true,
        _ => false,
    }
}
