//! From the code of a class or function to its transition system.
//!
//! Input: a [`symex::Program`](crate::symex::Program) and a [`Subject`]: the functions that clients can call. Output: a
//! [`Lowered`] system. Its locations are
//!
//! - *outside*, where executions begin: no object exists, any function without one can be called;
//! - *object*, between calls: the leaves of the object's value;
//! - one for each loop head and shape of the references that live there: the leaves of the live locals.
//!
//! An edge is a segment of a call. Every end of a function that leaves an object behind leads to *object*: returning it,
//! having changed it through `&mut`, unwinding out of it (a client may catch that). Errors stay edges of their segment.
//!
//! Over-approximates: arguments are anything of their types, other objects of the class among them. What symbolic
//! execution does not understand is an [`Obstacle`]: nothing can be proved then.

mod fit;
mod leaves;
mod subject;

pub use subject::{Entry, Subject, SubjectKind};

use crate::ids::SecondaryMap;
use crate::mir::Type;
use crate::span::Span;
use crate::symex::{
    self, Config, ErrorKind, Execution, Executor, Note, Outcome, Program, State, types::Generics,
};
use crate::system::{Edge, EdgeId, ErrorEdge, ErrorId, Initial, Location, LocationId, System};
use crate::term::{Substitution, Term, Var, variables};
use std::collections::{BTreeMap, BTreeSet};

/// At most so many shapes of references at one loop head.
const MOST_SHAPES: usize = 8;

/// The system of a subject, and what its parts stand for.
#[derive(Debug, Default)]
pub struct Lowered {
    /// The system.
    pub system: System,
    /// Where no object exists.
    pub outside: Option<LocationId>,
    /// Where the object is between calls, for a class of which one can exist.
    pub object: Option<LocationId>,
    /// The entry, by number in the subject, whose call each edge is a part of.
    pub calls: SecondaryMap<EdgeId, usize>,
    /// What fails at each error edge.
    pub failures: BTreeMap<ErrorId, Failure>,
    /// Why nothing may be proved, whatever the analysis finds.
    pub obstacles: Vec<Obstacle>,
    /// What was over-approximated or assumed.
    pub notes: BTreeSet<Note>,
}

/// What an error edge stands for.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What kind of check fails.
    pub kind: ErrorKind,
    /// The message, with `{}` for what is computed.
    pub message: String,
    /// Where in the user's source.
    pub span: Option<Span>,
    /// The function in which it fails.
    pub function: String,
    /// The entry whose call fails, by number in the subject.
    pub entry: usize,
}

/// Code that is not understood: what it does is not covered by the system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Obstacle {
    /// What was not understood.
    pub reason: String,
    /// Where in the user's source.
    pub span: Option<Span>,
    /// In which function.
    pub function: String,
}

/// Lowers a subject.
pub fn lower(program: &Program, subject: &Subject, config: &Config) -> Lowered {
    let mut lowerer = Lowerer { program, subject, config, out: Lowered::default(), heads: Vec::new() };
    lowerer.out.system.name.clone_from(&subject.id);
    lowerer.add_boundary_locations();
    for index in 0..subject.entries.len() {
        lowerer.entry(index);
    }
    let mut done = 0;
    while done < lowerer.heads.len() {
        lowerer.head(done);
        done += 1;
    }
    let mut out = lowerer.out;
    out.obstacles.sort();
    out.obstacles.dedup();
    out
}

struct Lowerer<'a> {
    program: &'a Program,
    subject: &'a Subject,
    config: &'a Config,
    out: Lowered,
    heads: Vec<Head>,
}

/// A loop head with the shape of its state.
struct Head {
    location: LocationId,
    /// The state, its leaves replaced by the location's variables.
    skeleton: State,
    /// The entry whose call it is a part of: heads are kept apart by entry, so that every edge belongs to one.
    entry: usize,
    /// What all values of the variables' types satisfy.
    facts: Term,
}

impl Lowerer<'_> {
    fn add_boundary_locations(&mut self) {
        let location = |name: &str, vars| Location { name: name.to_owned(), vars, predicates: Vec::new() };
        let outside = self.out.system.locations.push(location("outside", Vec::new()));
        self.out.outside = Some(outside);
        self.out.system.initial.push(Initial { location: outside, constraint: Term::bool(true) });
        if let SubjectKind::Type(ty) = &self.subject.kind {
            let (_, vars) = self.object_value(ty);
            self.out.object = Some(self.out.system.locations.push(location("object", vars)));
        }
    }

    /// Any object of the class, and the variables of its leaves.
    fn object_value(&self, ty: &Type) -> (symex::Value, Vec<Var>) {
        let mut state = State::empty(Term::bool(true));
        let value = Executor::new(self.program, self.config).any_value(&mut state, ty, subject::OBJECT);
        let vars = leaves::variables_of(&value);
        (value, vars)
    }

    fn object_type(&self) -> Option<&Type> {
        if let SubjectKind::Type(ty) = &self.subject.kind { Some(ty) } else { None }
    }

    /// Executes a function from its entry.
    fn entry(&mut self, index: usize) {
        let entry = &self.subject.entries[index];
        let mut executor = Executor::new(self.program, self.config);
        let mut state = executor.entry_state(entry.body, &entry.generics);
        let source = match (&entry.object, self.out.object) {
            (Some(parameter), Some(object)) => {
                state = leaves::rename_prefix(&state, parameter, subject::OBJECT);
                object
            }
            _ => self.out.outside.expect("the boundary locations were added"),
        };
        let kept: BTreeSet<_> = state.objects.keys().cloned().collect();
        let execution = executor.resume(state);
        self.add_execution(index, source, &kept, execution);
    }

    /// Executes on from a loop head.
    fn head(&mut self, number: usize) {
        let Head { location, skeleton, entry, facts } = &self.heads[number];
        let (location, entry) = (*location, *entry);
        let mut state = skeleton.clone();
        state.guard = facts.clone();
        let kept: BTreeSet<_> = state.objects.keys().cloned().collect();
        let execution = Executor::new(self.program, self.config).resume(state);
        self.add_execution(entry, location, &kept, execution);
    }

    fn add_execution(
        &mut self,
        entry: usize,
        source: LocationId,
        kept: &BTreeSet<symex::state::ObjectId>,
        execution: Execution,
    ) {
        self.out.notes.extend(execution.notes);
        for outcome in execution.outcomes {
            match outcome {
                Outcome::Cut(state) => self.cut(entry, source, kept, state),
                Outcome::Return(state, value) => {
                    let ty = self.subject.entries[entry].result.clone();
                    self.end(entry, source, &state, Some((&ty, &value)));
                }
                Outcome::Unwind(state) => self.end(entry, source, &state, None),
                Outcome::Error(error) => {
                    let failure = Failure {
                        kind: error.kind,
                        message: error.message,
                        span: error.span,
                        function: error.function,
                        entry,
                    };
                    self.failure(source, error.guard, failure);
                }
                Outcome::Opaque(opaque) => self.out.obstacles.push(Obstacle {
                    reason: opaque.reason,
                    span: opaque.span,
                    function: opaque.function,
                }),
                Outcome::Diverge(_) => {}
            }
        }
    }

    /// A segment that ends at a loop head.
    fn cut(
        &mut self,
        entry: usize,
        source: LocationId,
        kept: &BTreeSet<symex::state::ObjectId>,
        mut state: State,
    ) {
        leaves::drop_unreachable_objects(&mut state, kept);
        let named = leaves::name_leaves(self.program, &state);
        let mut skeleton = named.skeleton;
        skeleton.guard = Term::bool(true);
        let target = match self.heads.iter().find(|head| head.entry == entry && head.skeleton == skeleton) {
            Some(head) => head.location,
            None => match self.add_head(entry, skeleton, &named.leaves) {
                Some(location) => location,
                None => return,
            },
        };
        let updates = named.leaves.into_iter().map(|(_, term)| term).collect();
        self.edge(entry, source, target, state.guard, updates);
    }

    fn add_head(&mut self, entry: usize, skeleton: State, leaves: &[(Var, Term)]) -> Option<LocationId> {
        let place = |state: &State| -> Vec<_> { state.frames.iter().map(|f| (f.body, f.block)).collect() };
        let shapes =
            self.heads.iter().filter(|h| h.entry == entry && place(&h.skeleton) == place(&skeleton)).count();
        let top = skeleton.top();
        let function = self.program.name(top.body);
        if shapes >= MOST_SHAPES {
            let reason = "references at a loop head have too many shapes".to_owned();
            self.out.obstacles.push(Obstacle { reason, span: None, function });
            return None;
        }
        let suffix = if shapes == 0 { String::new() } else { format!("#{}", shapes + 1) };
        let inside = if skeleton.frames.len() > 1 { format!(" in {function}") } else { String::new() };
        let name = format!("{}:loop {}{inside}{suffix}", self.subject.entries[entry].name, top.block);
        let vars = leaves.iter().map(|(var, _)| var.clone()).collect();
        let facts = leaves::facts(self.program, &skeleton);
        let location = self.out.system.locations.push(Location { name, vars, predicates: Vec::new() });
        self.heads.push(Head { location, skeleton, entry, facts });
        Some(location)
    }

    /// A segment that ends the call: every object of the class that it leaves behind is one that clients may use on.
    fn end(
        &mut self,
        entry: usize,
        source: LocationId,
        state: &State,
        result: Option<(&Type, &symex::Value)>,
    ) {
        let (Some(object), Some(ty)) = (self.out.object, self.object_type().cloned()) else { return };
        let (shape, _) = self.object_value(&ty);
        let mut left: Vec<(Term, symex::Value)> = state
            .objects
            .values()
            .filter(|object| *object.ty == ty)
            .map(|object| (Term::bool(true), object.value.clone()))
            .collect();
        if let Some((result_type, value)) = result
            && let Err(reason) =
                fit::find(self.program, &ty, result_type, value, &Term::bool(true), &mut left)
        {
            self.obstacle(entry, reason);
        }
        for (condition, value) in left {
            let guard = state.guard.and(&condition);
            if guard.as_bool() == Some(false) {
                continue;
            }
            match fit::leaves(&shape, &value) {
                Some(updates) => self.edge(entry, source, object, guard, updates),
                None => self.obstacle(entry, "an object is left in a state that has no value".to_owned()),
            }
        }
    }

    fn obstacle(&mut self, entry: usize, reason: String) {
        let function = self.program.name(self.subject.entries[entry].body);
        self.out.obstacles.push(Obstacle { reason, span: None, function });
    }

    fn edge(
        &mut self,
        entry: usize,
        source: LocationId,
        target: LocationId,
        guard: Term,
        updates: Vec<Term>,
    ) {
        let system = &mut self.out.system;
        let own = &system.locations[source].vars;
        // A call that leaves the object as it was is no step.
        if source == target && own.iter().zip(&updates).all(|(var, update)| *update == var.term()) {
            return;
        }
        let inputs = inputs(own, updates.iter().chain([&guard]));
        let id = system.edges.push(Edge { source, target, inputs, guard, updates });
        self.out.calls[id] = entry;
    }

    fn failure(&mut self, source: LocationId, guard: Term, failure: Failure) {
        let system = &mut self.out.system;
        let inputs = inputs(&system.locations[source].vars, [&guard]);
        let (message, span) = (failure.message.clone(), failure.span.clone());
        let id = system.errors.push(ErrorEdge { source, inputs, guard, message, span });
        self.out.failures.insert(id, failure);
    }
}

/// The variables of a segment that are not its source's.
fn inputs<'t>(own: &[Var], terms: impl IntoIterator<Item = &'t Term>) -> Vec<Var> {
    variables(terms).into_iter().filter(|var| !own.contains(var)).collect()
}

/// Replaces variables in a whole state.
fn substitute(state: &State, pairs: Vec<(Var, Term)>) -> State {
    let mut substitution = Substitution::new(pairs);
    leaves::map_state(state, &mut |term| substitution.apply(term))
}

/// No generic arguments: the subjects are concrete.
pub fn no_generics() -> Generics {
    Generics::default()
}
