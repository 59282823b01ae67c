//! What one body does to the inside of values, whatever class is asked about.
//!
//! Types are told apart by the names of their declarations: whoever looks into one instance of a type looks into the type.

use crate::lower::subject::open_generics;
use crate::mir::{self, AggregateKind, CastKind, Operand, Projection, Rvalue, StatementKind, Type};
use crate::source::TypeKind;
use crate::symex::types::{Generics, Rewrite, is_of_clients, plain_name};
use crate::symex::{BodyId, Callee, Program};
use std::collections::BTreeSet;

/// Types of more parts than this are not looked into.
const MOST_PARTS: usize = 200;

/// What one body does.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The types whose values it looks into or builds, by name; it is enough that their address becomes another's.
    pub(super) inside: BTreeSet<String>,
    /// Types of values that it makes out of bits, or reaches in unknown ways: whatever may be inside them is touched.
    pub(super) conjured: BTreeSet<Type>,
    /// It does so with values of types that its own parameters stand for.
    pub(super) conjures_given: bool,
    /// Types that pointers lead to which it makes pointers to other types: what is written there are bits of them.
    pub(super) recast: BTreeSet<Type>,
    /// It does so with pointers to what its own parameters stand for.
    pub(super) recasts_given: bool,
    /// Types that it gives to the parameters of its callees.
    pub(super) gives: BTreeSet<(BodyId, Type)>,
    /// Callees whose parameters stand for what its own stand for.
    pub(super) passes_on: BTreeSet<BodyId>,
    /// What it does cannot be told.
    pub(super) anything: bool,
    /// The bodies that it calls, makes or mentions.
    pub(super) uses: BTreeSet<BodyId>,
    /// Of these, those that it has as values.
    pub(super) values: BTreeSet<BodyId>,
    /// Last names of callees that were not found.
    pub(super) unknown: BTreeSet<mir::Name>,
}

/// Whether a function of std makes values out of bits, or reaches them by raw pointers.
fn conjures(path: &mir::Path) -> bool {
    let mut names = path.segments.iter().filter_map(|segment| segment.name()).map(|name| &**name);
    let last = path.last_name().map_or("", |name| &**name);
    // A wrapper around what is given, or around nothing, and pointers to nothing.
    let is_harmless = matches!(last, "new" | "uninit" | "uninit_array" | "null" | "null_mut" | "dangling");
    path.begins_in_std()
        && !is_harmless
        && (names.any(|name| matches!(name, "ptr" | "NonNull" | "MaybeUninit" | "UnsafeCell" | "intrinsics"))
            || matches!(last, "zeroed" | "uninitialized" | "transmute_copy")
            || last.starts_with("from_raw"))
}

/// Looks at a body.
pub(super) fn facts(program: &Program, body: BodyId) -> Facts {
    let generics = open_generics(program, body);
    let types = program.types_once(body, &generics);
    let mut scan = Scan { program, body, generics, types, facts: Facts::default() };
    let code = program.code(body);
    scan.facts.uses.extend(code.promoted.values());
    for ty in &scan.types.clone() {
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

struct Scan<'a> {
    program: &'a Program,
    body: BodyId,
    /// Its parameters stand for types that no one knows.
    generics: Generics,
    types: Vec<Type>,
    facts: Facts,
}

impl Scan<'_> {
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
            StatementKind::SetDiscriminant(place, _) => self.inside(&self.type_of(place)),
            _ => {}
        }
    }

    fn rvalue(&mut self, place: &mir::Place, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Aggregate(AggregateKind::Adt { .. }) => self.inside(&self.type_of(place)),
            // Bits become an object, or an object's address becomes another's.
            Rvalue::Cast {
                kind: CastKind::Transmute | CastKind::PtrToPtr | CastKind::PointerExposeProvenance,
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
                        let callee = self.callee(&function.path);
                        self.facts.uses.extend(callee);
                    }
                    callee => self.operand(callee),
                }
            }
            mir::TerminatorKind::Yield { value, .. } => self.operand(value),
            mir::TerminatorKind::InlineAsm { .. } => self.facts.anything = true,
            _ => {}
        }
    }

    /// The functions that a path names; notes its name where none is found, and what it builds.
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
                self.gives(body, &generics);
                return Some(body);
            }
            Callee::Constructor(path) => {
                let built = self.program.constructor(&path).map(|(instance, _)| instance.adt.path.clone());
                self.facts.inside.extend(built);
            }
            Callee::Unknown => self.facts.unknown.extend(path.last_name().cloned()),
            Callee::Intrinsic(..) => {}
        }
        None
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
                if matches!(facts.origin, mir::ConstantOrigin::Value) {
                    self.inside(behind(&ty));
                }
                if let Type::FnDef { path, .. } = &*facts.ty {
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
            if matches!(projection, Projection::Field { .. }) {
                self.inside(&ty);
            }
            let is_union = self.program.adt(&ty).is_some_and(|it| it.adt.kind == TypeKind::Union);
            ty = self.step(ty, projection);
            // Whatever else lies there becomes an object.
            if is_union {
                self.conjured(&ty);
            }
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

    /// What a callee's parameters stand for.
    fn gives(&mut self, callee: BodyId, generics: &Generics) {
        for argument in generics.arguments.values() {
            let mir::GenericArg::Type(ty) = argument else { continue };
            if holds_unknown(ty) {
                self.facts.passes_on.insert(callee);
            }
            if matches!(behind(ty), Type::Path(_) | Type::Tuple(_) | Type::Array { .. } | Type::Slice(_)) {
                self.facts.gives.insert((callee, behind(ty).clone()));
            }
        }
    }

    /// It looks into a value of the type, or builds one.
    fn inside(&mut self, ty: &Type) {
        let is_declared = self.program.adt(ty).is_some();
        self.facts.inside.extend(ty.as_path().filter(|_| is_declared).and_then(plain_name));
    }

    /// A value becomes one of another type, bit by bit.
    fn recast(&mut self, from: &Type, to: &Type) {
        if from == to {
            return;
        }
        let (mut before, mut after) = (BTreeSet::new(), BTreeSet::new());
        self.all_inside(from, false, &mut before);
        self.all_inside(to, false, &mut after);
        self.facts.conjures_given |= holds_unknown(from) || holds_unknown(to);
        if without_wrappers(behind(from)) != without_wrappers(behind(to)) {
            let led_to = before.into_iter().filter(|(_, is_behind)| *is_behind).map(|(ty, _)| ty);
            self.facts.recast.extend(led_to);
            self.facts.recasts_given |= holds_unknown(from);
        }
    }

    /// It looks into whatever a value of the type holds or leads to. `seen`: these types, and whether a pointer leads there.
    fn all_inside(&mut self, ty: &Type, is_behind: bool, seen: &mut BTreeSet<(Type, bool)>) {
        if !seen.insert((ty.clone(), is_behind)) || seen.len() > MOST_PARTS {
            return;
        }
        self.inside(ty);
        match ty {
            Type::Ref { referent: inner, .. } | Type::RawPtr { pointee: inner, .. } => {
                self.all_inside(inner, true, seen);
            }
            Type::Slice(inner) | Type::Array { element: inner, .. } => {
                self.all_inside(inner, is_behind, seen)
            }
            Type::Tuple(elements) => elements.iter().for_each(|ty| self.all_inside(ty, is_behind, seen)),
            Type::Path(path) => {
                // What owns or leads to its arguments is not told apart from what holds them.
                let leads = is_behind || self.program.adt(ty).is_none();
                for argument in path.segments.iter().flat_map(|segment| segment.args()) {
                    if let mir::GenericArg::Type(ty) = argument {
                        self.all_inside(ty, leads, seen);
                    }
                }
                let fields = self.program.adt(ty).map(|instance| {
                    let variants = instance.variants().iter().enumerate();
                    let fields =
                        variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |f| (v, f)));
                    fields.filter_map(|(v, f)| instance.field_type(v, f)).collect::<Vec<_>>()
                });
                fields.into_iter().flatten().for_each(|ty| self.all_inside(&ty, is_behind, seen));
            }
            _ => {}
        }
        self.facts.anything |= seen.len() > MOST_PARTS;
    }

    /// It makes a value of the type out of bits, or reaches the inside of one.
    fn conjured(&mut self, ty: &Type) {
        self.facts.conjures_given |= holds_unknown(ty);
        self.facts.conjured.insert(behind(ty).clone());
    }
}

/// What a type is made of, where that lies in memory as it does by itself.
fn without_wrappers(ty: &Type) -> &Type {
    match ty {
        Type::Slice(element) | Type::Array { element, .. } => without_wrappers(element),
        Type::Path(path)
            if path.is_std(&["mem", "MaybeUninit"])
                || path.is_std(&["mem", "ManuallyDrop"])
                || path.is_std(&["cell", "UnsafeCell"]) =>
        {
            match path.last().args().first() {
                Some(mir::GenericArg::Type(inner)) => without_wrappers(inner),
                _ => ty,
            }
        }
        ty => ty,
    }
}

/// What a pointer leads to, through others; a type that is none.
fn behind(ty: &Type) -> &Type {
    match ty {
        Type::Ref { referent: inner, .. } | Type::RawPtr { pointee: inner, .. } => behind(inner),
        Type::Path(path) if path.is_std(&["ptr", "NonNull"]) => match path.last().args().first() {
            Some(mir::GenericArg::Type(inner)) => behind(inner),
            _ => ty,
        },
        ty => ty,
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
