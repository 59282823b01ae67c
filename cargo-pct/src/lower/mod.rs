//! From the code of a class or function to its transition system.
//!
//! Input: a [`symex::Program`] and a [`Subject`]: the functions that clients can call. Output: a
//! [`Lowered`] system. Its locations are
//!
//! - *outside*, where executions begin: no object exists, any function without one can be called;
//! - *object*, between calls: the leaves of the object's value;
//! - one for each loop head and shape of the references that live there: the leaves of the live locals;
//! - three for each function that calls itself within a call: where such calls begin, have returned, have unwound (`recursive_calls`).
//!
//! An edge is a segment of a call. Every end of a function that leaves an object behind leads to *object*: returning it,
//! having changed it through `&mut`, unwinding out of it (a client may catch that). Errors stay edges of their segment.
//!
//! Over-approximates: arguments are anything of their types, other objects of the class among them. What symbolic
//! execution does not understand is an [`Obstacle`]: nothing can be proved then.

mod client_steps;
mod conjuring;
pub(crate) mod contained_objects;
mod crate_code;
mod discover;
mod exposure;
mod index;
mod initial_arguments;
mod lowered;
mod mentions;
mod namesakes;
mod object;
mod object_state;
mod observe;
mod outstanding_borrows;
mod probed;
mod reading;
mod recursive_calls;
mod representation_access;
mod shared_calls;
mod slice;
mod steps;
mod subject;

pub use crate_code::{CrateCode, NotAnalysed, unread};
pub use exposure::Exposed;
pub use lowered::{ArgumentObjects, EdgeFacts, EdgeKind, ErrorFacts, Lowered, Unknown};
pub use probed::{Contract, Cutpoint, ObjectPredicate, Probed};
pub use recursive_calls::Continuation;
pub use subject::{Entry, EntryId, Subject, SubjectKind};

use crate::mir::{BasicBlock, Type};
use crate::span::Span;
use crate::symex::ahead::CallsAhead;
use crate::symex::probes::{Probes, sites_in};
use crate::symex::segments::Segments;
use crate::symex::state::ObjectId;
use crate::symex::{self, BodyId, Config, ErrorKind, Executor, InputOrigin, Program, State};
use crate::system::{ErrorEdge, Initial, Location, LocationId};
use crate::term::{Kind, Term, Var, variables};
use initial_arguments::InitialArguments;
use recursive_calls::RecursiveFunction;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
pub(crate) use steps::inputs;

/// A segment that passes a cutpoint, and what is seen there.
#[derive(Clone, Debug)]
pub struct ObservedEdge {
    /// The cutpoint, by position in [`Probed::cutpoints`].
    pub cutpoint: usize,
    /// The entry whose call passes it.
    pub entry: EntryId,
    /// The location at which the segment begins.
    pub source: LocationId,
    /// Values chosen freely on the way.
    pub inputs: Vec<Var>,
    /// True if some of them stand for something that the analysis does not know.
    pub is_approximate: bool,
    /// When it is passed: over the source's variables and the inputs.
    pub guard: Term,
    /// When each predicate holds there, over the same; or why that is not known.
    pub formulas: Vec<Result<Term, String>>,
    /// The predicates over all states that could be seen there.
    pub scope: Scope,
}

/// The predicates of a cutpoint over all states that have the shape of one that was seen there.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The variables.
    pub vars: Vec<Var>,
    /// Facts that hold of all values of their types.
    pub facts: Term,
    /// When each predicate holds; or why that is not known of one.
    pub formulas: Result<Vec<Term>, String>,
}

/// A failure that a permission covers.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// The permission.
    pub contract: Contract,
    /// The edge that would be an error.
    pub edge: ErrorEdge,
    /// The check that fails.
    pub failure: Failure,
}

/// The failure that an error edge stands for.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Failure {
    /// The kind of the check that fails.
    pub kind: ErrorKind,
    /// The message, with `{}` for what is computed.
    pub message: String,
    /// The place in the user's source.
    pub span: Option<Span>,
    /// The function in which it fails.
    pub function: String,
    /// The entry whose call fails.
    pub entry: EntryId,
    /// The predicate of the class that does not hold after the call, by number, where that is what fails.
    pub invariant: Option<usize>,
}

impl Failure {
    /// Tells whether two failures are surely of one check, reached by two paths. Under-approximates: not without a place in the source.
    pub fn is_same_check(&self, other: &Failure) -> bool {
        let place = |failure: &Failure| (failure.entry, failure.kind, failure.invariant);
        place(self) == place(other)
            && self.span.is_some()
            && self.span == other.span
            && self.function == other.function
            && self.message == other.message
    }
}

/// Code that is not understood: what it does is not covered by the system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Obstacle {
    /// The code or construct that was not understood.
    pub reason: String,
    /// The place in the user's source.
    pub span: Option<Span>,
    /// In which function.
    pub function: String,
    /// The part of the analysis that is unknown because of it.
    pub concerns: Concern,
}

/// The part of the analysis that an obstacle leaves unknown. In any case, nothing is proved of the subject as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concern {
    /// All of the crate: there is code of it that is not known, or is not what the source says.
    Crate,
    /// All of the subject.
    Subject,
    /// Of an object, what it is when a call begins: code that is not followed may have changed it between calls.
    Objects,
    /// The further course of an entry's calls; and, as above, objects after them.
    Calls(EntryId),
    /// The same from this block of the entry's body on: what its calls do before they come there is known.
    CallsAfter(EntryId, BasicBlock),
}

impl Obstacle {
    /// One that concerns a subject as a whole.
    pub fn of_all(reason: String, function: String) -> Obstacle {
        Obstacle { reason, span: None, function, concerns: Concern::Subject }
    }

    /// Tells whether nothing is known of an entry's calls.
    pub fn hinders(&self, entry: EntryId) -> bool {
        match self.concerns {
            Concern::Crate | Concern::Subject => true,
            Concern::Objects => false,
            Concern::Calls(own) | Concern::CallsAfter(own, _) => own == entry,
        }
    }
}

/// The settings of executions whose results become a system, for these probes.
pub fn settings(probes: Probes) -> Config {
    Config { separates_recursive_calls: true, probes: Arc::new(probes), ..Config::default() }
}

/// Lowers a subject, without regard to what instrumentation says of it.
pub fn lower(program: &Program, subject: &Subject, config: &Config) -> Lowered {
    lower_probed(program, subject, config, &Probed::default(), &CallsAhead::default())
}

/// Lowers a subject. `config.probes` says which of its cutpoints are locations, which are observed, and which contracts
/// count: one of [`Probed::contracts_only`], [`Probed::observing`], [`Probed::cutting`] and [`Probed::cutting_all`].
pub fn lower_probed(
    program: &Program,
    subject: &Subject,
    config: &Config,
    probed: &Probed,
    ahead: &CallsAhead,
) -> Lowered {
    let config = &Config { separates_recursive_calls: true, ..config.clone() };
    let (out, invariants) = (Lowered::default(), Vec::new());
    let (frozen, unknown, by_clients, passed_by_clients, argument_object_vars, initial_referents) =
        Default::default();
    let mut lowerer = Lowerer {
        program,
        subject,
        config,
        probed,
        ahead,
        out,
        by_clients,
        passed_by_clients,
        argument_object_vars,
        object: None,
        invariants,
        frozen,
        unknown,
        initial_referents,
        initial_arguments: InitialArguments::default(),
        receiver: None,
        recursive_functions: Vec::new(),
        running: None,
    };
    lowerer.out.system.name.clone_from(&subject.id);
    lowerer.out.gaps.obstacles.clone_from(&subject.obstacles);
    lowerer.add_boundary_locations();
    lowerer.add_object_predicates();
    lowerer.add_client_steps();
    for entry in subject.entries.keys() {
        lowerer.entry(entry);
    }
    subject.inner.iter().for_each(|body| lowerer.stands_for_all_calls(*body));
    let mut out = lowerer.out;
    out.gaps.obstacles.sort();
    out.gaps.obstacles.dedup();
    out.gaps.rejected.sort();
    out.gaps.rejected.dedup();
    out
}

struct Lowerer<'a> {
    program: &'a Program,
    subject: &'a Subject,
    config: &'a Config,
    probed: &'a Probed,
    ahead: &'a CallsAhead,
    out: Lowered,
    /// Text and formula of what must hold of the object after each call.
    invariants: Vec<(usize, String, Term)>,
    /// The class.
    object: Option<Class>,
    /// The variables of the execution that is being lowered which stand for what the analysis does not know.
    unknown: BTreeSet<Var>,
    /// Those of them that clients' own code decides.
    by_clients: BTreeSet<Var>,
    /// Those of them that say whether a call panicked which may run clients' own code or other.
    passed_by_clients: BTreeSet<Var>,
    /// Those of them that are parts of the objects in [`ArgumentObjects::of`].
    argument_object_vars: BTreeSet<Var>,
    /// The objects that the present entry cannot have changed: its arguments reach them through shared references only.
    frozen: BTreeSet<ObjectId>,
    /// The referents of its arguments when it is called, with their values.
    initial_referents: BTreeMap<ObjectId, symex::Value>,
    /// The values of its arguments, and of what lies in them, when it is called.
    initial_arguments: InitialArguments,
    /// The object that it is called on, if the receiver is a reference.
    receiver: Option<ObjectId>,
    /// The functions that its calls call recursively.
    recursive_functions: Vec<RecursiveFunction>,
    /// The recursive function that is being lowered, by position.
    running: Option<usize>,
}

/// A class, and any object of it.
#[derive(Clone)]
struct Class {
    ty: Type,
    value: symex::Value,
    /// The same with what it borrows: its leaves are the variables of the object's location.
    tree: symex::Value,
}

impl Lowerer<'_> {
    fn add_boundary_locations(&mut self) {
        let location = |name: &str, vars| Location { name: name.to_owned(), vars, predicates: Vec::new() };
        let outside = self.out.system.locations.push(location("outside", Vec::new()));
        self.out.outside = Some(outside);
        self.out.system.initial.push(Initial { location: outside, constraint: Term::bool(true) });
        if let SubjectKind::Type(ty) = &self.subject.kind {
            let mut state = State::empty(Term::bool(true));
            let value = Executor::new(self.program, self.config).any_value(&mut state, ty, subject::OBJECT);
            let tree = object_state::with_const_parameters(self.program, ty, state.tree(&value));
            let vars = variables_in_order(|f| tree.visit(f));
            self.out.object = Some(self.out.system.locations.push(location("object", vars)));
            self.out.object_facts = Some(state.guard);
            self.object = Some(Class { ty: ty.clone(), value, tree });
        }
    }

    /// Notes that all calls of a function are a part of the analysis, and so all that its cutpoints can show.
    fn stands_for_all_calls(&mut self, body: BodyId) {
        let sites = sites_in(&self.program.code(body).body);
        self.out
            .cutpoints
            .in_known_calls
            .extend(sites.into_iter().filter_map(|site| self.probed.position(site)));
    }

    /// Executes a function: from its entry, and from each loop head that is reached.
    fn entry(&mut self, id: EntryId) {
        let entry = &self.subject.entries[id];
        self.out.entered.entry(id).or_default().insert(entry.body);
        if !entry.is_provided {
            self.stands_for_all_calls(entry.body);
        }
        let mut state = Executor::new(self.program, self.config).entry_state(entry.body, &entry.generics);
        self.frozen = client_steps::frozen(&state);
        let source = match (&entry.object, self.out.object) {
            (Some(parameter), Some(object)) => {
                state = object::called_on(&state, parameter, &self.out.system.locations[object].vars);
                object
            }
            _ => self.out.outside.expect("the boundary locations were added"),
        };
        let values = state.objects.iter().map(|(id, object)| (id.clone(), object.value.clone()));
        self.initial_referents = values.collect();
        let class = self.object.as_ref().map(|class| &class.ty);
        self.initial_arguments = class.map_or_else(InitialArguments::default, |class| {
            InitialArguments::at(self.program, class, &state)
        });
        let leaves = self.argument_object_leaves(&state);
        let in_order = self.argument_objects(&state);
        self.argument_object_vars = variables(in_order.iter().flatten());
        if !in_order.is_empty() {
            self.out.argument_objects.of_entries.insert(id, in_order);
        }
        let constants = self.constants(id);
        self.receiver = self.receiver_of(source, &state);
        let segments = match entry.object {
            Some(_) => Arc::new(self.program.segments_from(state, self.config)),
            None => self.ahead.segments(self.program, (entry.body, &entry.generics), state, self.config),
        };
        let name = entry.name.clone();
        self.segments(id, source, &name, &segments, &constants, &leaves);
        // Which calls within calls there are is known when those before were executed.
        let mut position = 0;
        while position < self.recursive_functions.len() {
            self.execute_recursive_function(id, position);
            position += 1;
        }
        self.recursive_functions.clear();
    }

    /// Adds the steps of executions from a location and from the cutpoints after it. `kept` are variables of all these locations that no step
    /// changes; `leaves` are the variables at the start that are leaves of argument objects.
    fn segments(
        &mut self,
        entry: EntryId,
        source: LocationId,
        prefix: &str,
        segments: &Segments,
        kept: &[Var],
        leaves: &BTreeSet<Var>,
    ) {
        let mut locations = vec![source];
        for (number, start) in segments.starts.iter().enumerate().skip(1) {
            let mut vars = variables_in_order(|f| visit_state(&start.shape, f));
            vars.extend(kept.iter().filter(|var| !vars.contains(var)).cloned().collect::<Vec<_>>());
            let cutpoint = self.cutpoint_at(&start.shape);
            let name = self.location_name(prefix, number, segments, cutpoint.as_ref().map(|it| it.0));
            let (position, predicates) = cutpoint.unzip();
            let predicates = predicates.unwrap_or_else(|| self.predicates_at_head(&start.shape));
            let location = self.out.system.locations.push(Location { name, vars, predicates });
            self.out.cutpoints.at.extend(position.map(|position| (location, position)));
            locations.push(location);
        }
        for (number, execution) in segments.executions.iter().enumerate() {
            let is_known = |origin| matches!(origin, InputOrigin::Initial | InputOrigin::Derived);
            let unknown = execution.inputs.iter().filter(|input| !is_known(input.origin));
            self.unknown = unknown.map(|input| input.var.clone()).chain(leaves.iter().cloned()).collect();
            let of_origin = |origin: InputOrigin| {
                let inputs = execution.inputs.iter().filter(move |input| input.origin == origin);
                inputs.map(|input| input.var.clone()).collect()
            };
            self.by_clients = of_origin(InputOrigin::Client);
            self.passed_by_clients = of_origin(InputOrigin::ClientOrOther);
            self.out.gaps.notes.extend(execution.notes.iter().cloned());
            let entered = execution.entered.iter().copied();
            self.out
                .entered
                .entry(entry)
                .or_default()
                .extend(entered.filter(|body| self.program.is_analysed(*body)));
            self.observations(entry, locations[number], execution);
            for outcome in &execution.outcomes {
                self.outcome(entry, locations[number], &locations, segments, outcome);
            }
        }
    }

    /// The values of an entry's const parameters: they do not change during the call.
    fn constants(&self, entry: EntryId) -> Vec<Var> {
        let entry = &self.subject.entries[entry];
        self.constants_of(entry.body, &entry.generics)
    }

    /// `push:loop bb3` or the cutpoint's label, with the function where it is another one's, and a number where a place has
    /// several shapes.
    fn location_name(
        &self,
        prefix: &str,
        number: usize,
        segments: &Segments,
        cutpoint: Option<usize>,
    ) -> String {
        let start = &segments.starts[number];
        let before =
            segments.starts[1..number].iter().filter(|other| other.location == start.location).count();
        let suffix = if before == 0 { String::new() } else { format!("#{}", before + 1) };
        let top = start.shape.top();
        let inside = match start.location.len() {
            1 => String::new(),
            _ => format!(" in {}", self.program.name(top.body)),
        };
        match cutpoint {
            Some(position) => format!("{prefix}: {}{inside}{suffix}", self.probed.cutpoints[position].label),
            None => format!("{prefix}:loop {}{inside}{suffix}", top.block),
        }
    }
}

/// The variables among the terms that `visit` shows, each once, in the order of their first occurrence.
fn variables_in_order(visit: impl FnOnce(&mut dyn FnMut(&Term))) -> Vec<Var> {
    let mut found = Vec::new();
    visit(&mut |term| {
        if let Kind::Var(var) = term.kind()
            && !found.contains(var)
        {
            found.push(var.clone());
        }
    });
    found
}

fn visit_state(state: &State, f: &mut dyn FnMut(&Term)) {
    state.map_terms(&mut |term| {
        f(term);
        term.clone()
    });
}
