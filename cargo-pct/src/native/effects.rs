//! The effect guard: may a function run natively on a state that nobody may ever have made?
//!
//! A fabricated object must never harm the user: think of `remove_dir_all(&self.dir)` on a made-up path. Input: the code of
//! a crate and a function with its class. Output: nothing, if all that the call can run is known by MIR and reaches no effect outside the process; else the first
//! [`Hazard`].
//!
//! Of generic code, what counts is the instance that the drivers have.
//!
//! Refuses too much rather than too little: code that is not at hand, calls through function pointers and `dyn`, and whatever of the
//! standard library is not on the list of what touches nothing but its arguments, are hazards. Every closure
//! and function that a body mentions counts as called, every destructor that may run as run.

mod calls;
mod code;
mod instance;
mod types;
mod values;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{self, GenericArg, Type};
use crate::symex::types::{Generics, Rewrite, unknown_type};
use crate::symex::{BodyId, Program};
use code::boxes;
use instance::Instance;
use types::stays_in_process;

/// Why a call may not run on a fabricated state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Hazard {
    /// It may change or ask something outside the process; `--allow-effects` lifts this.
    #[error("has effects: {0}")]
    Effects(String),
    /// It may do so, for all that is known, or it does no more than print; `--allow-effects` lifts this, and so does a system that refuses effects.
    #[error("may have effects: {0}")]
    Unknown(String),
    /// Its unsafe code may rely on what a fabricated state does not keep; nothing lifts this.
    #[error("relies on unsafe code: {0}")]
    Unsafe(String),
}

/// More bodies than this are not looked at: generic recursion has no end.
const MOST_BODIES: usize = 2_000;

/// The first hazard in what a call of `entry` from the hidden driver can run: its code, the destructors of its arguments, result and object, and the
/// predicates that are evaluated on the object.
pub fn hazard(program: &Program, subject: &Subject, entry: &Entry, allow_effects: bool) -> Option<Hazard> {
    Guard::new(program, allow_effects, &Looked::default()).call(subject, entry).err()
}

/// The same of a call as clients make it, on an object that a constructor made or that is built from public fields: nothing is there that
/// unsafe code could not rely on, so that its use is none. Assembly is, which may do anything. What stands for type parameters is what our tests
/// have there.
pub fn hazard_for_clients(
    program: &Program,
    subject: &Subject,
    entry: &Entry,
    allow_effects: bool,
) -> Option<Hazard> {
    CallsOfClients::new(program, allow_effects).hazard(subject, entry)
}

/// Looks at many calls of clients, and at code that several of them may run once.
pub struct CallsOfClients<'p> {
    program: &'p Program,
    allow_effects: bool,
    /// Code without a hazard in all that it may run, and code with one.
    harmless: RefCell<Looked>,
    hazards: RefCell<BTreeMap<(BodyId, Generics), Hazard>>,
}

impl<'p> CallsOfClients<'p> {
    /// Has looked at no call yet.
    pub fn new(program: &'p Program, allow_effects: bool) -> CallsOfClients<'p> {
        CallsOfClients { program, allow_effects, harmless: RefCell::default(), hazards: RefCell::default() }
    }

    /// The first hazard in a call; see [`hazard_for_clients`].
    pub fn hazard(&self, subject: &Subject, entry: &Entry) -> Option<Hazard> {
        self.first(|guard| guard.call(subject, entry))
    }

    /// The first hazard in what a value does that a client makes, has in a collection, and drops.
    pub fn hazard_of_value(&self, ty: &Type) -> Option<Hazard> {
        self.first(|guard| guard.value(ty))
    }

    fn first(&self, look: impl FnOnce(&mut Guard<'_>) -> Safe) -> Option<Hazard> {
        let mut harmless = self.harmless.borrow_mut();
        let mut guard = Guard::new(self.program, self.allow_effects, &harmless);
        guard.trusts_unsafe = true;
        guard.hazards = Some(&self.hazards);
        let hazard = look(&mut guard).err();
        let looked = guard.looked;
        if hazard.is_none() {
            harmless.add(looked);
        }
        hazard
    }
}

/// What was looked at.
#[derive(Default)]
struct Looked {
    bodies: BTreeSet<(BodyId, Generics)>,
    dropped: BTreeSet<Type>,
    checked_types: BTreeSet<Type>,
}

impl Looked {
    fn add(&mut self, mut more: Looked) {
        self.bodies.append(&mut more.bodies);
        self.dropped.append(&mut more.dropped);
        self.checked_types.append(&mut more.checked_types);
    }
}

struct Guard<'p> {
    program: &'p Program,
    looked: Looked,
    /// Without a hazard in all that it may run.
    harmless: &'p Looked,
    /// Bodies that have one themselves.
    hazards: Option<&'p RefCell<BTreeMap<(BodyId, Generics), Hazard>>>,
    pending: Vec<(BodyId, Generics)>,
    allow_effects: bool,
    /// Whether clients call: unsafe code finds what it relies on, and the tests choose what type parameters stand for.
    trusts_unsafe: bool,
}

type Safe = Result<(), Hazard>;

impl<'p> Guard<'p> {
    fn new(program: &'p Program, allow_effects: bool, harmless: &'p Looked) -> Guard<'p> {
        Guard {
            program,
            looked: Looked::default(),
            harmless,
            hazards: None,
            pending: Vec::new(),
            allow_effects,
            trusts_unsafe: false,
        }
    }

    /// Whether the end of a value of this type is still to be looked at; from now on it is not.
    fn is_first_drop(&mut self, ty: &Type) -> bool {
        !self.harmless.dropped.contains(ty) && self.looked.dropped.insert(ty.clone())
    }

    /// The same of what a value of this type is made of.
    fn is_first_check(&mut self, ty: &Type) -> bool {
        !self.harmless.checked_types.contains(ty) && self.looked.checked_types.insert(ty.clone())
    }
}

impl Guard<'_> {
    fn unsafety(&self, what: impl Into<String>) -> Safe {
        if self.trusts_unsafe { Ok(()) } else { Err(Hazard::Unsafe(what.into())) }
    }

    fn effect(&self, what: String) -> Safe {
        if self.allow_effects { Ok(()) } else { Err(Hazard::Effects(what)) }
    }

    fn unknown(&self, what: impl Into<String>) -> Safe {
        if self.allow_effects { Ok(()) } else { Err(Hazard::Unknown(what.into())) }
    }

    /// Refuses an item of std that is not known to do no harm. It has an effect, if it asks for files or stands in a module for effects.
    fn effect_of_std(&self, path: &mir::Path, what: String) -> Safe {
        const OUTSIDE: [&str; 7] = ["env", "fs", "io", "net", "os", "process", "thread"];
        // Methods of paths that ask what is there.
        const ASKING: [&str; 10] = [
            "canonicalize",
            "exists",
            "is_dir",
            "is_file",
            "is_symlink",
            "metadata",
            "read_dir",
            "read_link",
            "symlink_metadata",
            "try_exists",
        ];
        let asks = path.last_name().is_some_and(|name| ASKING.contains(&&**name));
        let module = path.segments.get(1).and_then(|segment| segment.name());
        // Addresses are numbers.
        let is_address =
            path.segments.get(2).and_then(|segment| segment.name()).is_some_and(|name| name.contains("Addr"));
        // Whoever runs the code has a hook of its own.
        let sets_hook = path.last_name().is_some_and(|name| name.ends_with("_hook"));
        let reaches_out = module.is_none_or(|module| OUTSIDE.contains(&&**module) && !is_address);
        match asks || sets_hook || (reaches_out && !stays_in_process(path)) {
            true => self.effect(what),
            false => self.unknown(what),
        }
    }

    fn call(&mut self, subject: &Subject, entry: &Entry) -> Safe {
        if let Some(gap) = self.program.gap() {
            return self.unknown(gap.clone());
        }
        let instance = Instance::of(self.program, entry);
        self.run(entry.body, instance.generics(&entry.generics));
        if let SubjectKind::Type(ty) = &subject.kind {
            self.drop(&instance.ty(ty), 0)?;
        }
        for ty in entry.parameters.iter().map(|(_, ty)| ty).chain([&entry.result]) {
            self.drop(instance.ty(ty).peel_pointers(), 0)?;
        }
        // Predicates are evaluated on every object that the driver holds.
        for body in self.program.predicates() {
            self.run(*body, Generics::default());
        }
        self.look_at_pending()
    }

    /// A value that is made, compared, hashed and dropped.
    fn value(&mut self, ty: &Type) -> Safe {
        if let Some(gap) = self.program.gap() {
            return self.unknown(gap.clone());
        }
        self.drop(ty, 0)?;
        let is_sorted_or_hashed = |path: &mir::Path| {
            const COLLECTIONS: [&str; 5] = ["BTreeMap", "BTreeSet", "BinaryHeap", "HashMap", "HashSet"];
            COLLECTIONS.iter().any(|name| path.is_std(&["collections", name]))
        };
        if let Some(path) = ty.as_path().filter(|path| is_sorted_or_hashed(path)) {
            self.check_type_arguments(path)?;
        }
        self.look_at_pending()
    }

    fn look_at_pending(&mut self) -> Safe {
        while let Some((body, generics)) = self.pending.pop() {
            if self.looked.bodies.len() > MOST_BODIES {
                return self.unknown("it reaches too much code to be looked at");
            }
            if generics.seem_to_grow() {
                return self.unknown("it calls itself for ever larger types");
            }
            let key = (body, generics);
            if !self.harmless.bodies.contains(&key) && self.looked.bodies.insert(key.clone()) {
                self.body_of(&key)?;
            }
        }
        Ok(())
    }

    fn run(&mut self, body: BodyId, mut generics: Generics) {
        let constants = self.program.const_parameters(body);
        for name in self.program.parameters(body) {
            if !constants.contains_key(&name) {
                let unknown = Type::Path(unknown_type(&name));
                generics.arguments.entry(name).or_insert(GenericArg::Type(unknown));
            }
        }
        self.pending.push((body, generics));
    }

    /// Looks at a body, or knows its hazard.
    fn body_of(&mut self, key: &(BodyId, Generics)) -> Safe {
        let Some(hazards) = self.hazards else { return self.body(key.0, &key.1) };
        if let Some(known) = hazards.borrow().get(key) {
            return Err(known.clone());
        }
        let safe = self.body(key.0, &key.1);
        if let Err(hazard) = &safe {
            hazards.borrow_mut().insert(key.clone(), hazard.clone());
        }
        safe
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
        if let Some(reason) = program.unclear(id) {
            self.unknown(reason)?;
        }
        // The models are ours: their unsafe code is what tells the executor what the standard library does.
        if !frame.is_model && frame.types.iter().any(|ty| self.is_union(ty)) {
            self.unsafety(format!("{} uses a union", program.name(id)))?;
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
