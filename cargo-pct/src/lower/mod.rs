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

mod checks_of_others;
mod client_steps;
mod conjuring;
pub(crate) mod contained_objects;
mod crate_code;
mod discover;
mod entries;
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
pub use observe::broken_invariant;
pub use probed::{Contract, Cutpoint, ObjectPredicate, Probed, is_path_of};
pub use recursive_calls::Continuation;
pub use shared_calls::AheadLimits;
pub use subject::{Entry, EntryId, Subject, SubjectKind};

use crate::mir::{BasicBlock, Type};
use crate::probe::CutpointId;
use crate::span::Span;
use crate::symex::ahead::CallsAhead;
use crate::symex::probes::Probes;
use crate::symex::state::ObjectId;
use crate::symex::{self, BodyId, Config, ErrorKind, Program, State};
use crate::system::{ErrorEdge, LocationId};
use crate::term::{Kind, Term, Var};
use initial_arguments::InitialArguments;
use recursive_calls::RecursiveFunction;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
pub(crate) use steps::inputs;

/// A segment that passes a cutpoint, and what is seen there.
#[derive(Clone, Debug)]
pub struct ObservedEdge {
    /// The cutpoint.
    pub cutpoint: CutpointId,
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

impl Obstacle {
    /// What was not understood, and where.
    pub fn cause(&self) -> String {
        let place = self.span.as_ref().map(|span| format!(" ({span})")).unwrap_or_default();
        format!("{}{place}", self.reason)
    }
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
        functions_of_class: BTreeMap::new(),
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
    /// The functions that were asked about, and whether they belong to the class.
    functions_of_class: BTreeMap<BodyId, bool>,
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
