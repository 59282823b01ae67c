//! The effect guard: may a function run natively on a state that nobody may ever have made?
//!
//! A fabricated object must never harm the user: think of `remove_dir_all(&self.dir)` on a made-up path. Input: the code of
//! a crate and a function with its class. Output: nothing, if all that the call can run is known by MIR and reaches no effect outside the process; else the first
//! [`Hazard`].
//!
//! Refuses too much rather than too little: code that is not at hand, calls through function pointers and `dyn`, and whatever of the
//! standard library is not on the list of what touches nothing but its arguments, are hazards. Every closure
//! and function that a body mentions counts as called, every destructor that may run as run.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{
    self, AggregateKind, CastKind, ConstantKind, GenericArg, Operand, Place, Projection, Rvalue,
    StatementKind, TerminatorKind, Type,
};
use crate::symex::declarations::AdtKind;
use crate::symex::types::{Generics, Rewrite, plain_name, scalar_sort};
use crate::symex::{BodyId, Callee, Program};

/// Why a call may not run on a fabricated state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Hazard {
    /// It may change or ask something outside the process; `--allow-effects` lifts this.
    #[error("has effects: {0}")]
    Effects(String),
    /// Its unsafe code may rely on what a fabricated state does not keep; nothing lifts this.
    #[error("relies on unsafe code: {0}")]
    Unsafe(String),
}

/// Modules of the standard library whose functions touch their arguments and memory only. (Those that are `unsafe` are
/// hazards all the same.)
const HARMLESS: &[&str] = &[
    "alloc",
    "any",
    "array",
    "ascii",
    "bool",
    "borrow",
    "boxed",
    "cell",
    "char",
    "clone",
    "cmp",
    "collections",
    "convert",
    "default",
    "error",
    "f32",
    "f64",
    "fmt",
    "hash",
    "hint",
    "intrinsics",
    "iter",
    "marker",
    "mem",
    "num",
    "ops",
    "option",
    "panicking",
    "pct",
    "pin",
    "primitive",
    "range",
    "rc",
    "result",
    "rt",
    "slice",
    "str",
    "string",
    "unicode",
    "vec",
];

/// More bodies than this are not looked at: generic recursion has no end.
const MOST_BODIES: usize = 2_000;
/// Types nested deeper than this are not looked into.
const MOST_NESTING: usize = 12;

/// The first hazard in what a call of `entry` from the hidden driver can run: its code, the destructors of its arguments, result and object, and the
/// predicates that are evaluated on the object.
pub fn hazard(program: &Program, subject: &Subject, entry: &Entry, allow_effects: bool) -> Option<Hazard> {
    let mut guard = Guard {
        program,
        seen: BTreeSet::new(),
        dropped: BTreeSet::new(),
        touched: BTreeSet::new(),
        pending: Vec::new(),
        allow_effects,
    };
    let found = guard.call(subject, entry);
    found.err()
}

struct Guard<'p> {
    program: &'p Program,
    seen: BTreeSet<(BodyId, Generics)>,
    dropped: BTreeSet<Type>,
    touched: BTreeSet<Type>,
    pending: Vec<(BodyId, Generics)>,
    allow_effects: bool,
}

type Safe = Result<(), Hazard>;

fn is_unsafe(what: impl Into<String>) -> Safe {
    Err(Hazard::Unsafe(what.into()))
}

impl Guard<'_> {
    fn effect(&self, what: impl Into<String>) -> Safe {
        if self.allow_effects { Ok(()) } else { Err(Hazard::Effects(what.into())) }
    }

    fn call(&mut self, subject: &Subject, entry: &Entry) -> Safe {
        if let Some(gap) = self.program.gap() {
            return self.effect(gap);
        }
        self.run(entry.body, entry.generics.clone());
        if let SubjectKind::Type(ty) = &subject.kind {
            self.drop(ty, 0)?;
        }
        for ty in entry.parameters.iter().map(|(_, ty)| ty).chain([&entry.result]) {
            self.drop(behind(ty), 0)?;
        }
        // Predicates are evaluated on every object that the driver holds.
        let program = self.program;
        for (body, code) in program.bodies() {
            if code.body.path.last_name().is_some_and(|name| &**name == "pct_holds") {
                self.run(body, Generics::default());
            }
        }
        while let Some((body, generics)) = self.pending.pop() {
            if self.seen.len() > MOST_BODIES {
                return self.effect("it reaches too much code to be looked at");
            }
            if self.seen.insert((body, generics.clone())) {
                self.body(body, &generics)?;
            }
        }
        Ok(())
    }

    fn run(&mut self, body: BodyId, generics: Generics) {
        self.pending.push((body, generics));
    }

    fn body(&mut self, id: BodyId, generics: &Generics) -> Safe {
        let program = self.program;
        let frame = Frame {
            id,
            generics,
            types: program.local_types(id, &Arc::new(generics.clone())),
            is_model: program.is_model(id),
            boxes: boxes(&program.code(id).body),
        };
        // The models are ours: their unsafe code is what tells the executor what the standard library does.
        if !frame.is_model && frame.types.iter().any(|ty| self.is_union(ty)) {
            return is_unsafe(format!("{} uses a union", program.name(id)));
        }
        // Every closure that is made here is in a local, or a constant.
        for local in program.code(id).body.locals.values() {
            self.mention(&frame, &local.ty)?;
        }
        for block in program.code(id).body.blocks.values() {
            for statement in &block.statements {
                self.statement(&frame, &statement.kind)?;
            }
            self.terminator(&frame, &block.terminator.kind)?;
        }
        Ok(())
    }

    fn statement(&mut self, frame: &Frame<'_>, kind: &StatementKind) -> Safe {
        let mut places = Vec::new();
        mir::visit_statement(kind, |place, _| places.push(place.clone()));
        for place in &places {
            self.place(frame, place)?;
        }
        match kind {
            StatementKind::Assign(_, rvalue) => self.rvalue(frame, rvalue),
            StatementKind::CopyNonOverlapping { .. } if !frame.is_model => is_unsafe("it copies raw memory"),
            _ => Ok(()),
        }
    }

    fn rvalue(&mut self, frame: &Frame<'_>, rvalue: &Rvalue) -> Safe {
        for operand in rvalue.operands() {
            self.operand(frame, operand)?;
        }
        match rvalue {
            Rvalue::ThreadLocalRef(_) => self.effect("it uses a thread-local static"),
            Rvalue::Cast { kind: CastKind::Transmute, operand, .. } if !frame.is_model => {
                // Code of the compiler's own: it takes a box apart to reach what it owns.
                let is_box = operand.place().is_some_and(is_box_pointer);
                if is_box { Ok(()) } else { is_unsafe("it transmutes a value") }
            }
            // From here on calls may come through `dyn`, so everything that its traits can reach counts as called.
            Rvalue::Cast { kind: CastKind::Unsize, operand, ty } if mentions_dyn(ty) => {
                let from = operand.place().and_then(|place| self.whole_type(frame, place));
                match from {
                    Some(ty) => self.touch(&ty, 0),
                    None => self.effect("it makes a trait object of an unknown type"),
                }
            }
            Rvalue::Aggregate(AggregateKind::Closure(list)) => {
                for (_, operand) in &list.captures {
                    if let Some(ty) = operand.place().and_then(|place| self.whole_type(frame, place)) {
                        self.drop(&ty, 0)?;
                    }
                }
                match self.program.closure_body(&list.closure) {
                    Some(body) => self.run(body, frame.generics.clone()),
                    None => return self.effect("it makes a closure whose code is not known"),
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn terminator(&mut self, frame: &Frame<'_>, kind: &TerminatorKind) -> Safe {
        let mut places = Vec::new();
        mir::visit_terminator(kind, |place, _| places.push(place.clone()));
        for place in &places {
            self.place(frame, place)?;
        }
        match kind {
            TerminatorKind::Call { callee, args, .. } | TerminatorKind::TailCall { callee, args } => {
                for operand in args {
                    self.operand(frame, operand)?;
                }
                match callee {
                    Operand::Function(function) => self.function(frame, function),
                    _ => self.effect("it calls through a function pointer"),
                }
            }
            TerminatorKind::Drop { place, .. } => match self.whole_type(frame, place) {
                Some(ty) => self.drop(&ty, 0),
                None => self.effect("it drops a value of an unknown type"),
            },
            TerminatorKind::Assert { condition, .. } => self.operand(frame, condition),
            TerminatorKind::SwitchInt { operand, .. } => self.operand(frame, operand),
            TerminatorKind::InlineAsm { .. } => is_unsafe("it contains assembly"),
            TerminatorKind::Yield { .. } | TerminatorKind::CoroutineDrop => self.effect("it suspends itself"),
            _ => Ok(()),
        }
    }

    /// A place behind a raw pointer is the business of unsafe code, unless the pointer is that of a box.
    fn place(&self, frame: &Frame<'_>, place: &Place) -> Safe {
        let derefs = place.projection.first() == Some(&Projection::Deref);
        let is_raw = matches!(frame.types.get(place.local.as_u32() as usize), Some(Type::RawPtr { .. }));
        let deeper = place.projection.windows(2).any(|pair| {
            matches!(pair, [Projection::Field { ty: Type::RawPtr { .. }, .. }, Projection::Deref])
        });
        if !frame.is_model && ((derefs && is_raw && !frame.boxes.contains(&place.local)) || deeper) {
            return is_unsafe(format!("{} goes through a raw pointer", self.program.name(frame.id)));
        }
        Ok(())
    }

    fn operand(&mut self, frame: &Frame<'_>, operand: &Operand) -> Safe {
        match operand {
            Operand::Function(function) => self.function(frame, function),
            Operand::Constant(constant) => self.constant(frame, constant),
            Operand::Copy(_) | Operand::Move(_) | Operand::RuntimeCheck(_) => Ok(()),
        }
    }

    fn constant(&mut self, frame: &Frame<'_>, constant: &mir::Constant) -> Safe {
        let told = constant.facts.as_ref().map(|facts| &facts.ty);
        // A closure without captures is a constant.
        if let ConstantKind::ZeroSized(ty) = &constant.kind {
            self.mention(frame, ty)?;
        }
        if let Some(ty) = told {
            self.mention(frame, ty)?;
        }
        let (allocation, ty) = match &constant.kind {
            ConstantKind::Static(text) => {
                let name =
                    text.split_once("]::").map_or(&**text, |(_, name)| name.trim_end_matches([')', '>']));
                return match told {
                    Some(ty) => self.address_of_static(frame, ty, format!("it uses the static {name}")),
                    None => self.effect(format!("it uses the static {name}")),
                };
            }
            ConstantKind::Address { .. } if !frame.is_model => return is_unsafe("it uses a numeric address"),
            ConstantKind::Pointer { allocation, ty, .. } => (allocation, ty),
            _ => return Ok(()),
        };
        let what = match self.program.allocation(frame.id, *allocation).map(|found| &found.kind) {
            Some(mir::AllocationKind::Static(name)) => format!("it uses the static {name}"),
            Some(mir::AllocationKind::ExternStatic(name)) => {
                return self.effect(format!("it uses the foreign static {name}"));
            }
            Some(mir::AllocationKind::Memory) => return Ok(()),
            _ => "it uses memory that is not known".to_owned(),
        };
        self.address_of_static(frame, ty, what)
    }

    /// A static that nobody can change is a constant.
    fn address_of_static(&self, frame: &Frame<'_>, ty: &Type, what: String) -> Safe {
        let ty = self.program.normaliser(frame.id, frame.generics).ty(ty);
        let is_ours =
            behind(&ty).as_path().and_then(plain_name).is_some_and(|name| name.starts_with("pct::"));
        match &ty {
            Type::Ref { mutability: mir::Mutability::Not, referent, .. }
                if is_ours || is_frozen(referent) =>
            {
                Ok(())
            }
            _ => self.effect(what),
        }
    }

    /// A closure whose type occurs, on its own or inside another type, may be called.
    fn mention(&mut self, frame: &Frame<'_>, ty: &Type) -> Safe {
        match behind(ty) {
            Type::Closure(closure) => {
                match self.program.closure_body(closure) {
                    Some(body) => self.run(body, frame.generics.clone()),
                    None => return self.effect("it makes a closure whose code is not known"),
                }
                Ok(())
            }
            Type::Slice(inner) | Type::Array { element: inner, .. } => self.mention(frame, inner),
            Type::Tuple(elements) => elements.iter().try_for_each(|ty| self.mention(frame, ty)),
            Type::Path(path) | Type::FnDef { path, .. } => {
                types_of(path).into_iter().try_for_each(|ty| self.mention(frame, ty))
            }
            _ => Ok(()),
        }
    }

    /// A function that is called, or may be because it is mentioned.
    fn function(&mut self, frame: &Frame<'_>, function: &mir::Function) -> Safe {
        let path = self.program.normaliser(frame.id, frame.generics).value_path(&function.path);
        let name = mir_name(&path);
        if !frame.is_model {
            types_of(&path).into_iter().try_for_each(|ty| self.mention(frame, ty))?;
        }
        // What `format_args!` expands to; the compiler keeps its promises. What is formatted counts below.
        let is_formatting =
            path.is_std(&["fmt", "Arguments", "new"]) || path.is_std(&["fmt", "Arguments", "from_str"]);
        if !frame.is_model && !is_formatting {
            let signature = function.facts.as_ref().and_then(|facts| match &facts.ty {
                Type::FnDef { signature, .. } => Some(signature),
                _ => None,
            });
            match signature {
                Some(signature) if signature.is_unsafe => return is_unsafe(format!("it calls {name}")),
                Some(_) => {}
                None => return self.effect(format!("it calls {name}, whose signature is not known")),
            }
        }
        let subject = path.as_trait_item();
        let owner = subject.map_or(&path, |item| item.trait_path);
        if plain_name(owner).is_some_and(|name| name.starts_with("pct::")) {
            return Ok(());
        }
        if let Some(item) = &subject
            && item.trait_path.begins_in_std()
            && matches!(item.trait_path.last_name().map(|name| &**name), Some("Fn" | "FnMut" | "FnOnce"))
        {
            return self.callable(item.self_type);
        }
        match self.program.resolve(&path) {
            Callee::Intrinsic(..) | Callee::Constructor(_) => Ok(()),
            Callee::Body(body, generics) => {
                self.run(body, generics);
                if owner.begins_in_std() { self.touch_arguments(&path) } else { Ok(()) }
            }
            Callee::Unknown if owner.begins_in_std() || in_std(&path) => self.standard(owner, &path, &name),
            Callee::Unknown => self.effect(format!("it calls {name}, whose code is not known")),
        }
    }

    /// A call of a value of this type. A closure's code counted when it was made.
    fn callable(&mut self, ty: &Type) -> Safe {
        match behind(ty) {
            Type::Closure(_) => Ok(()),
            Type::FnDef { path, .. } => match self.program.resolve(path) {
                Callee::Body(body, generics) => {
                    self.run(body, generics);
                    Ok(())
                }
                Callee::Constructor(_) | Callee::Intrinsic(..) => Ok(()),
                Callee::Unknown => self.standard(path, path, &mir_name(path)),
            },
            _ => self.effect("it calls a function that is known only when it runs"),
        }
    }

    /// A function of the standard library without a model.
    fn standard(&mut self, owner: &mir::Path, path: &mir::Path, name: &str) -> Safe {
        let module = owner.segments.get(1).and_then(|segment| segment.name());
        let known = module
            .is_some_and(|module| HARMLESS.contains(&&**module) || mir::IntType::from_name(module).is_some());
        // `<impl [T]>::sort`, `<impl str>::trim`: methods of types that have no module of their own.
        let first = path.segments.first();
        let of_primitive = first.is_some_and(|segment| {
            matches!(
                segment,
                mir::Segment::Qualified { trait_path: None, .. }
                    | mir::Segment::Impl { trait_path: None, .. }
            )
        });
        if !known && !of_primitive {
            return self.effect(format!("it calls {name}"));
        }
        self.touch_arguments(path)
    }

    /// Code of the standard library may call what its type arguments implement.
    fn touch_arguments(&mut self, path: &mir::Path) -> Safe {
        for ty in types_of(path) {
            self.touch(ty, 0)?;
        }
        Ok(())
    }

    /// All functions of traits that a type implements in the analysed crates may run, and its destructor.
    fn touch(&mut self, ty: &Type, depth: usize) -> Safe {
        if !self.touched.insert(ty.clone()) || scalar_sort(ty).is_some() {
            return Ok(());
        }
        if depth > MOST_NESTING {
            return self.effect("its types are nested too deeply");
        }
        self.drop(ty, 0)?;
        match ty {
            Type::Str | Type::Never | Type::Float(_) | Type::Closure(_) | Type::Infer => Ok(()),
            Type::Ref { referent: inner, .. } | Type::Slice(inner) | Type::Array { element: inner, .. } => {
                self.touch(inner, depth + 1)
            }
            Type::Tuple(elements) => elements.iter().try_for_each(|ty| self.touch(ty, depth + 1)),
            Type::FnDef { .. } => self.callable(ty),
            Type::Path(path) => {
                if path.begins_in_std() {
                    self.standard_type(path)?;
                    return types_of(path).into_iter().try_for_each(|ty| self.touch(ty, depth + 1));
                }
                if self.program.adt(ty).is_none()
                    && !plain_name(path).is_some_and(|name| name.starts_with("pct::"))
                {
                    return self.effect(format!("it uses {}, a type that is not known", mir_name(path)));
                }
                for (body, generics) in self.program.trait_functions(ty) {
                    self.run(body, generics);
                }
                Ok(())
            }
            _ => self.effect("it uses a type that is known only when it runs"),
        }
    }

    fn standard_type(&self, path: &mir::Path) -> Safe {
        let module = path.segments.get(1).and_then(|segment| segment.name());
        match module {
            Some(module) if HARMLESS.contains(&&**module) || matches!(&**module, "time" | "ptr") => Ok(()),
            _ => self.effect(format!("it uses {}", mir_name(path))),
        }
    }

    /// The end of a value of this type may run code.
    fn drop(&mut self, ty: &Type, depth: usize) -> Safe {
        if scalar_sort(ty).is_some() || !self.dropped.insert(ty.clone()) {
            return Ok(());
        }
        if depth > MOST_NESTING {
            return self.effect("its types are nested too deeply");
        }
        match ty {
            Type::Str | Type::Never | Type::Float(_) | Type::Ref { .. } | Type::RawPtr { .. } => Ok(()),
            Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) => Ok(()),
            Type::Slice(inner) | Type::Array { element: inner, .. } => self.drop(inner, depth + 1),
            Type::Tuple(elements) => elements.iter().try_for_each(|ty| self.drop(ty, depth + 1)),
            Type::Path(path) => self.drop_path(ty, path, depth),
            _ => self.effect("it drops a value whose type is known only when it runs"),
        }
    }

    fn drop_path(&mut self, ty: &Type, path: &mir::Path, depth: usize) -> Safe {
        if plain_name(path).is_some_and(|name| name.starts_with("pct::")) {
            return Ok(());
        }
        let program = self.program;
        if let Some((body, generics)) = program.drop_function(ty) {
            self.run(body, generics);
        }
        if let Some(instance) = program.adt(ty) {
            for (variant, declared) in instance.variants().iter().enumerate() {
                for field in 0..declared.fields.len() {
                    match instance.field_type(variant, field) {
                        Some(ty) => self.drop(&ty, depth + 1)?,
                        None => return self.effect("it drops a field of an unknown type"),
                    }
                }
            }
            return Ok(());
        }
        if !path.begins_in_std() {
            return self.effect(format!("it drops a {}, a type that is not known", mir_name(path)));
        }
        self.standard_type(path)?;
        types_of(path).into_iter().try_for_each(|ty| self.drop(ty, depth + 1))
    }

    /// The type of a place's local, references and raw pointers left aside: what is in the place is a part of a value of it.
    fn whole_type(&self, frame: &Frame<'_>, place: &Place) -> Option<Type> {
        frame.types.get(place.local.as_u32() as usize).map(|ty| behind(ty).clone())
    }

    fn is_union(&self, ty: &Type) -> bool {
        self.program.adt(behind(ty)).is_some_and(|instance| instance.adt.kind == AdtKind::Union)
    }
}

/// A body that is looked at.
struct Frame<'f> {
    id: BodyId,
    generics: &'f Generics,
    types: Arc<Vec<Type>>,
    is_model: bool,
    /// Locals that hold nothing but the pointers of boxes.
    boxes: BTreeSet<mir::Local>,
}

/// The locals of raw pointer type that are only ever given the pointers of boxes, as the compiler does to reach what a box owns.
fn boxes(body: &mir::Body) -> BTreeSet<mir::Local> {
    let (mut found, mut others) = (BTreeSet::new(), BTreeSet::new());
    for block in body.blocks.values() {
        for statement in &block.statements {
            if let StatementKind::Assign(place, rvalue) = &statement.kind
                && let Some(local) = place.as_local()
            {
                let is_box = matches!(rvalue, Rvalue::Cast { kind: CastKind::Transmute, operand, .. }
                    if operand.place().is_some_and(is_box_pointer));
                if is_box {
                    found.insert(local)
                } else {
                    others.insert(local)
                };
            }
        }
        if let TerminatorKind::Call { destination, .. } = &block.terminator.kind {
            others.insert(destination.local);
        }
    }
    found.difference(&others).copied().collect()
}

/// `((_1.0: std::ptr::Unique<T>).0: std::ptr::NonNull<T>)`: only the box has a field of that type that can be named.
fn is_box_pointer(place: &Place) -> bool {
    place.projection.iter().any(|step| match step {
        Projection::Field { ty: Type::Path(path), .. } => path.is_std(&["ptr", "Unique"]),
        _ => false,
    })
}

fn behind(ty: &Type) -> &Type {
    match ty {
        Type::Ref { referent: inner, .. } | Type::RawPtr { pointee: inner, .. } => behind(inner),
        ty => ty,
    }
}

/// Whether a shared reference to it lets nobody change it. Refuses types that it does not know.
fn is_frozen(ty: &Type) -> bool {
    match ty {
        Type::Str | Type::Float(_) => true,
        Type::Ref { mutability: mir::Mutability::Not, referent: inner, .. } => is_frozen(inner),
        Type::Slice(inner) | Type::Array { element: inner, .. } => is_frozen(inner),
        Type::Tuple(elements) => elements.iter().all(is_frozen),
        ty => scalar_sort(ty).is_some(),
    }
}

fn mentions_dyn(ty: &Type) -> bool {
    match ty {
        Type::Dyn(_) => true,
        Type::Ref { referent: inner, .. } | Type::RawPtr { pointee: inner, .. } => mentions_dyn(inner),
        Type::Path(path) => types_of(path).into_iter().any(mentions_dyn),
        _ => false,
    }
}

/// Whether a path belongs to the standard library although it begins with a type.
fn in_std(path: &mir::Path) -> bool {
    match path.segments.first() {
        Some(mir::Segment::Qualified { self_type, trait_path: None }) => match &**self_type {
            Type::Path(path) => path.begins_in_std(),
            _ => true,
        },
        _ => false,
    }
}

/// The type arguments of a path, and the types that it begins with.
fn types_of(path: &mir::Path) -> Vec<&Type> {
    let mut found = Vec::new();
    for segment in &path.segments {
        found.extend(segment.args().iter().filter_map(|arg| match arg {
            GenericArg::Type(ty) | GenericArg::AssociatedType { ty, .. } => Some(ty),
            _ => None,
        }));
        if let mir::Segment::Qualified { self_type, trait_path }
        | mir::Segment::Impl { self_type, trait_path } = segment
        {
            found.push(self_type);
            found.extend(trait_path.iter().flat_map(|path| types_of(path)));
        }
    }
    found
}

/// The path as people write it, without generic arguments.
fn mir_name(path: &mir::Path) -> String {
    let part = |segment: &mir::Segment| match segment {
        mir::Segment::Named { name, .. } => name.to_string(),
        mir::Segment::Qualified { self_type, trait_path } => {
            let own = self_type.as_path().map_or_else(|| "_".to_owned(), mir_name);
            match trait_path {
                Some(path) => format!("<{own} as {}>", mir_name(path)),
                None => format!("<{own}>"),
            }
        }
        _ => "_".to_owned(),
    };
    path.segments.iter().map(part).collect::<Vec<_>>().join("::")
}
