//! Collects how one body accesses the inside of values, for all classes at once.
//!
//! Types are told apart by the names of their declarations: whoever looks into one instance of a type looks into the type.

use super::flow::{MethodOf, Parameter};
use super::trait_methods::{TraitMethods, declared_name};
use crate::lower::subject::placeholder_generics;
use crate::mir::{self, AggregateKind, CastKind, Operand, Projection, Rvalue, StatementKind, Type};
use crate::source::TypeKind;
use crate::symex::types::{
    Generics, Rewrite, is_of_clients, known_parameter, list_element, peel_references, plain_name,
};
use crate::symex::{BodyId, Callee, Program, Structure};
use std::collections::{BTreeMap, BTreeSet};

/// Types of more parts than this are not looked into.
const MOST_PARTS: usize = 200;

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

/// Tells whether a function of std makes values out of bits, or reaches them by raw pointers.
fn conjures(path: &mir::Path) -> bool {
    let mut names = path.segments.iter().filter_map(|segment| segment.name()).map(|name| &**name);
    let last = path.last_name().map_or("", |name| &**name);
    // A wrapper around what is given, or around nothing, and pointers to nothing.
    let is_harmless = matches!(last, "new" | "uninit" | "uninit_array" | "null" | "null_mut" | "dangling");
    path.begins_in_std()
        && !is_harmless
        && (names.any(|name| matches!(name, "ptr" | "NonNull" | "MaybeUninit" | "UnsafeCell" | "intrinsics"))
            || matches!(last, "zeroed" | "uninitialized" | "transmute_copy" | "align_to" | "align_to_mut")
            || ["from_raw", "new_zeroed", "assume_init"].iter().any(|prefix| last.starts_with(prefix)))
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
    methods: &'a TraitMethods,
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
        path.type_args().for_each(|ty| self.closures(ty));
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

    /// Notes the arguments for a callee's generic parameters.
    fn gives(&mut self, callee: BodyId, generics: &Generics) {
        for (name, argument) in &generics.arguments {
            if let mir::GenericArg::Type(ty) = argument {
                self.gives_type(&Parameter::Of(callee, name.clone()), ty);
            }
        }
    }

    /// It calls whatever a path leads to which is not resolved. Where the path's type is declared, a method of that type gets the type's arguments.
    fn calls_unknown(&mut self, path: &mir::Path) {
        let Some(name) = path.last_name() else { return };
        let named = |of: MethodOf| Parameter::Named(name.clone(), of);
        let item = path.as_trait_item();
        let own = item.as_ref().map(|item| item.self_type);
        let of_trait = item.iter().flat_map(|item| item.trait_path.type_args());
        let arguments: Vec<&Type> = path.type_args().chain(of_trait).collect();
        let to_all = match own.and_then(|own| declared_name(self.program, own)) {
            Some(ty) => {
                let to = named(MethodOf::Type(ty));
                let of_own = own.and_then(|own| peel_references(own).as_path()).into_iter();
                let types = of_own.flat_map(mir::Path::type_args).chain(arguments.iter().copied());
                types.for_each(|ty| self.gives_type(&to, ty));
                named(MethodOf::Unknown)
            }
            None => named(MethodOf::All),
        };
        arguments.into_iter().chain(own).for_each(|ty| self.gives_type(&to_all, ty));
    }

    fn gives_type(&mut self, to: &Parameter, ty: &Type) {
        let opened = self.with_captures(ty);
        for own in self.own_parameters(&opened) {
            self.facts.hands_on.insert((own, to.clone()));
        }
        // Numbers and functions hold nothing. What code has captured counts, and so does what nobody knows.
        let given = peel_all_pointers(&opened);
        if matches!(&*self.program.structure(given), Structure::Plain | Structure::Function) {
            return;
        }
        let mut types = vec![given.clone()];
        // What takes an iterator makes values of its items, too.
        self.methods.associated_types(given, &mut |ty| types.push(ty.clone()));
        for ty in types {
            self.facts.gives.entry(ty).or_default().insert(to.clone());
        }
    }

    /// The body's own parameters that a type names.
    fn own_parameters(&self, ty: &Type) -> BTreeSet<Parameter> {
        let mut found = BTreeSet::new();
        ty.each_part(&mut |part| {
            let is_known = |name: &&str| self.generics.arguments.contains_key(*name);
            if let Some(name) = known_parameter(part).filter(is_known) {
                found.insert(Parameter::Of(self.body, name.into()));
            } else if is_of_clients(part)
                || part.as_identifier().is_some() && self.program.adt(part).is_none()
            {
                found.insert(Parameter::AnyOf(self.body));
            }
        });
        found
    }

    /// The body's own parameters of which there are values in those of a type.
    fn parameters_inside(&self, ty: &Type) -> BTreeSet<Parameter> {
        let mut found = self.own_parameters(ty);
        if hides_types(ty) {
            found.insert(Parameter::AnyOf(self.body));
        }
        found
    }

    /// It builds an instance of a type, and so gives its arguments to the trait methods that may be called on it: destructors run without a call in
    /// the text, and code of other crates calls what it is given.
    fn builds(&mut self, name: &str, instance: &mir::Path) {
        let to = Parameter::OfType(name.to_owned());
        instance.type_args().for_each(|ty| self.gives_type(&to, ty));
    }

    /// A type with each closure of this function replaced by what it captures, of which the function's own parameters are a part: what these
    /// stand for is known to those who call the function.
    fn with_captures(&self, ty: &Type) -> Type {
        let has_closure = ty.any_part(&mut |part| matches!(part, Type::Closure(_)));
        if has_closure { Opened { scan: self, depth: MOST_NESTED_CLOSURES }.ty(ty) } else { ty.clone() }
    }

    /// Tells whether closures are made nowhere but here, so that they capture what this function's parameters stand for.
    fn makes_all(&self, closure: &mir::ClosureType) -> bool {
        let here = self.program.functions_around(self.body);
        let is_here = |maker: &BodyId| *maker == self.body || here.contains(maker);
        let bodies = self.program.closure_bodies(closure);
        let mut makers = bodies.iter().map(|body| self.program.functions_around(*body));
        !bodies.is_empty() && makers.all(|makers| !makers.is_empty() && makers.iter().all(is_here))
    }

    /// It looks into a value of the type, or builds one.
    fn inside(&mut self, ty: &Type) {
        let is_declared = self.program.adt(ty).is_some();
        self.facts.inside.extend(ty.as_path().filter(|_| is_declared).and_then(plain_name));
    }

    /// A value becomes one of another type, bit by bit.
    fn recast(&mut self, from: &Type, to: &Type) {
        // What a box holds is reached by a pointer made of its own one.
        let is_of_box = matches!(to, Type::RawPtr { .. })
            && to.pointee().is_some_and(|held| inside_of_one(from, &[&["ptr", "NonNull"]]) == Some(held));
        if from == to || is_of_box {
            return;
        }
        let (mut before, mut after) = (BTreeSet::new(), BTreeSet::new());
        self.all_inside(from, false, &mut before);
        self.all_inside(to, false, &mut after);
        for ty in [from, to] {
            let inside = self.parameters_inside(ty);
            self.facts.conjures_given.extend(inside);
        }
        if without_wrappers(peel_all_pointers(from)) != without_wrappers(peel_all_pointers(to)) {
            let led_to =
                before.into_iter().filter(|(_, is_behind_pointer)| *is_behind_pointer).map(|(ty, _)| ty);
            self.facts.recast.extend(led_to);
            let inside = self.parameters_inside(from);
            self.facts.recasts_given.extend(inside);
        }
    }

    /// It looks into whatever a value of the type holds or leads to. `seen`: these types, and whether a pointer leads there.
    fn all_inside(&mut self, ty: &Type, is_behind_pointer: bool, seen: &mut BTreeSet<(Type, bool)>) {
        if !seen.insert((ty.clone(), is_behind_pointer)) || seen.len() > MOST_PARTS {
            return;
        }
        self.inside(ty);
        let structure = self.program.structure(ty);
        // What owns or leads to its arguments is not told apart from what holds them.
        let may_be_indirection = ty.as_path().is_some_and(|_| self.program.adt(ty).is_none());
        let is_indirection = match &*structure {
            Structure::Reference(..) | Structure::Pointer(_) => true,
            Structure::Parts(_) | Structure::Cell(_) | Structure::Union(_) => may_be_indirection,
            Structure::Unknown(_) | Structure::Clients => may_be_indirection,
            Structure::Plain | Structure::Function | Structure::Code => false,
        };
        let is_behind_pointer = is_behind_pointer || is_indirection;
        ty.as_path().into_iter().flat_map(mir::Path::type_args).for_each(|ty| {
            self.all_inside(ty, is_behind_pointer, seen);
        });
        structure.parts().iter().for_each(|ty| self.all_inside(ty, is_behind_pointer, seen));
        if matches!(&*structure, Structure::Code) {
            self.all_captured(ty, is_behind_pointer, seen);
        }
        self.facts.anything |= seen.len() > MOST_PARTS;
    }

    /// It looks into whatever code has captured: anything, where that is not known.
    fn all_captured(&mut self, ty: &Type, is_behind_pointer: bool, seen: &mut BTreeSet<(Type, bool)>) {
        let program = self.program;
        // What a trait object or coroutine has captured is unknown: see `hides_types`.
        let Type::Closure(closure) = ty else { return };
        match program.captured_by(closure) {
            Some(captured) => captured.iter().for_each(|ty| self.all_inside(ty, is_behind_pointer, seen)),
            None => self.facts.anything = true,
        }
    }

    /// It makes a value of the type out of bits, or reaches the inside of one.
    fn conjured(&mut self, ty: &Type) {
        let inside = self.parameters_inside(ty);
        self.facts.conjures_given.extend(inside);
        self.facts.conjured.insert(peel_all_pointers(ty).clone());
    }
}

/// Closures that capture others, at so many removes, are not opened: macros may write ones at one place that capture each other.
const MOST_NESTED_CLOSURES: usize = 4;

/// Replaces closures of one function by tuples of what they capture.
struct Opened<'a> {
    scan: &'a Scan<'a>,
    depth: usize,
}

impl Rewrite for Opened<'_> {
    fn path(&self, path: mir::Path) -> Type {
        Type::Path(path)
    }

    fn constant(&self, path: &mir::Path) -> mir::ConstArg {
        mir::ConstArg::Path(path.clone())
    }

    fn trait_path(&self, path: &mir::Path) -> mir::Path {
        self.path_arguments(path)
    }

    fn closure(&self, closure: &mir::ClosureType) -> Type {
        let captured = self.scan.program.captured_by(closure);
        let captured = captured.filter(|_| self.depth > 0 && self.scan.makes_all(closure));
        let Some(captured) = captured else { return Type::Closure(Box::new(closure.clone())) };
        let normaliser = self.scan.program.normaliser(self.scan.body, &self.scan.generics);
        let inner = Opened { scan: self.scan, depth: self.depth - 1 };
        Type::Tuple(captured.iter().map(|ty| inner.ty(&normaliser.ty(ty))).collect())
    }
}

/// Removes wrappers that do not change how a value lies in memory.
fn without_wrappers(ty: &Type) -> &Type {
    const WRAPPERS: [&[&str]; 3] =
        [&["mem", "MaybeUninit"], &["mem", "ManuallyDrop"], &["cell", "UnsafeCell"]];
    let mut ty = ty;
    while let Some(inner) = array_element(ty).or_else(|| inside_of_one(ty, &WRAPPERS)) {
        ty = inner;
    }
    ty
}

/// The type of the elements of what is nothing but these, one after the other.
fn array_element(ty: &Type) -> Option<&Type> {
    if let Type::Slice(element) | Type::Array { element, .. } = ty { Some(element) } else { None }
}

/// The type argument of a type of std that has one of these names.
fn inside_of_one<'a>(ty: &'a Type, names: &[&[&str]]) -> Option<&'a Type> {
    let path = ty.as_path().filter(|path| names.iter().any(|names| path.is_std(names)))?;
    path.first_type_arg()
}

/// Removes the references, raw pointers and `NonNull`s around a type.
fn peel_all_pointers(ty: &Type) -> &Type {
    let mut ty = ty;
    while let Some(inner) = ty.pointee().or_else(|| inside_of_one(ty, &[&["ptr", "NonNull"]])) {
        ty = inner;
    }
    ty
}

/// Tells whether a type does not say all types of which values are inside, or led to.
fn hides_types(ty: &Type) -> bool {
    ty.any_part(&mut |part| match part {
        Type::Dyn(_) | Type::Impl(_) | Type::Infer | Type::Closure(_) | Type::FnCoroutine { .. } => true,
        Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => false,
        // A function is no bits of the types that it is written with.
        Type::FnPtr(_) | Type::FnDef { .. } => false,
        // What these hold is asked by itself.
        Type::Path(_) | Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } => false,
        Type::Tuple(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } => false,
    })
}
