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

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{self, GenericArg, Type};
use crate::symex::types::{Generics, Rewrite, unknown_type};
use crate::symex::{BodyId, Program};
use code::boxes;
use instance::Instance;

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

/// More bodies than this are not looked at: generic recursion has no end.
const MOST_BODIES: usize = 2_000;

/// The first hazard in what a call of `entry` from the hidden driver can run: its code, the destructors of its arguments, result and object, and the
/// predicates that are evaluated on the object.
pub fn hazard(program: &Program, subject: &Subject, entry: &Entry, allow_effects: bool) -> Option<Hazard> {
    Guard::new(program, allow_effects).call(subject, entry).err()
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
    let mut guard = Guard { trusts_unsafe: true, ..Guard::new(program, allow_effects) };
    guard.call(subject, entry).err()
}

struct Guard<'p> {
    program: &'p Program,
    seen: BTreeSet<(BodyId, Generics)>,
    dropped: BTreeSet<Type>,
    checked_types: BTreeSet<Type>,
    pending: Vec<(BodyId, Generics)>,
    allow_effects: bool,
    /// Whether clients call: unsafe code finds what it relies on, and the tests choose what type parameters stand for.
    trusts_unsafe: bool,
}

type Safe = Result<(), Hazard>;

impl<'p> Guard<'p> {
    fn new(program: &'p Program, allow_effects: bool) -> Guard<'p> {
        Guard {
            program,
            seen: BTreeSet::new(),
            dropped: BTreeSet::new(),
            checked_types: BTreeSet::new(),
            pending: Vec::new(),
            allow_effects,
            trusts_unsafe: false,
        }
    }
}

impl Guard<'_> {
    fn unsafety(&self, what: impl Into<String>) -> Safe {
        if self.trusts_unsafe { Ok(()) } else { Err(Hazard::Unsafe(what.into())) }
    }

    fn effect(&self, what: impl Into<String>) -> Safe {
        if self.allow_effects { Ok(()) } else { Err(Hazard::Effects(what.into())) }
    }

    fn call(&mut self, subject: &Subject, entry: &Entry) -> Safe {
        if let Some(gap) = self.program.gap() {
            return self.effect(gap.clone());
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
        while let Some((body, generics)) = self.pending.pop() {
            if self.seen.len() > MOST_BODIES {
                return self.effect("it reaches too much code to be looked at");
            }
            if generics.seem_to_grow() {
                return self.effect("it calls itself for ever larger types");
            }
            if self.seen.insert((body, generics.clone())) {
                self.body(body, &generics)?;
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
            self.effect(reason)?;
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
