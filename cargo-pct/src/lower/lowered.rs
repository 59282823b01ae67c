//! The result of lowering: the system of a subject, and facts about its parts.
//!
//! The fields can be written in `lower` only. A later pass that knows more about a step makes a new [`Lowered`]
//! ([`Lowered::with_summaries`], [`Lowered::with_known_argument_objects`]).

use super::{Allowed, Continuation, Contract, EntryId, Failure, ObservedEdge, Obstacle};
use crate::ids::PrimaryMap;
use crate::probe::CutpointId;
use crate::symex::{BodyId, Note};
use crate::system::{EdgeId, ErrorId, LocationId, System};
use crate::term::Term;
use std::collections::{BTreeMap, BTreeSet};

/// The system of a subject, and facts about its parts.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    pub(super) system: System,
    pub(super) outside: Option<LocationId>,
    /// The heads of loops in models of the standard library.
    pub(super) in_models: BTreeSet<LocationId>,
    pub(super) object: Option<LocationId>,
    pub(super) object_facts: Option<Term>,
    pub(super) edges: PrimaryMap<EdgeId, EdgeFacts>,
    pub(super) errors: PrimaryMap<ErrorId, ErrorFacts>,
    pub(super) cutpoints: CutpointFacts,
    pub(super) argument_objects: ArgumentObjects,
    pub(super) contracts: ContractFacts,
    pub(super) gaps: Gaps,
    pub(super) continuations: Vec<Continuation>,
    pub(super) entered: BTreeMap<EntryId, BTreeSet<BodyId>>,
}

/// Facts about an edge of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeFacts {
    /// The entry whose call the edge is a part of; none if clients make the step without a call.
    pub call: Option<EntryId>,
    /// The kind of the step.
    pub kind: EdgeKind,
    /// True if the edge reads something that the analysis does not know: an execution over it need not be real.
    pub is_approximate: bool,
}

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// A call goes on or returns.
    Call,
    /// A call unwinds. Clients have caught that if the execution goes on.
    Unwinding,
    /// Clients make the step, without a call or in the middle of one. No sequence of calls replays it.
    Client,
    /// A client builds an object from any values of its fields. A sequence of calls can begin with this step.
    Building,
}

impl EdgeFacts {
    /// Tells whether clients make the step themselves.
    pub fn is_client_step(&self) -> bool {
        matches!(self.kind, EdgeKind::Client | EdgeKind::Building)
    }
}

/// Facts about an error edge of the system.
#[derive(Clone, Debug)]
pub struct ErrorFacts {
    /// The check that fails.
    pub failure: Failure,
    /// Something that the edge reads and that the analysis does not know.
    pub unknown: Option<Unknown>,
    /// True if the unknown values are decided by clients alone, who can choose any: results of their code, reserved capacities.
    pub is_decided_by_clients: bool,
    /// True if the unknown values are parts of argument objects, or are decided by clients.
    pub reads_argument_objects_only: bool,
}

/// Something that the analysis does not know.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Unknown {
    /// The result of this function.
    ResultOf(String),
    /// A value of this name.
    Value(String),
}

/// Facts about the cutpoints of the subject.
#[derive(Clone, Debug, Default)]
pub(super) struct CutpointFacts {
    /// The cutpoint of each location that is one.
    pub(super) at: BTreeMap<LocationId, CutpointId>,
    /// The cutpoints all of whose calls are a part of the analysis.
    pub(super) in_known_calls: BTreeSet<CutpointId>,
    /// The segments that pass observed cutpoints.
    pub(super) observed: Vec<ObservedEdge>,
}

/// Argument objects: objects of the class among the arguments of a call, except the receiver.
#[derive(Clone, Debug, Default)]
pub struct ArgumentObjects {
    /// The terms that stand for the variables of the object's location, for each argument object of each entry.
    pub(super) of_entries: BTreeMap<EntryId, Vec<Vec<Term>>>,
    pub(super) are_known: bool,
}

impl ArgumentObjects {
    /// The argument objects of an entry. Each is a list of terms, in the order of the variables of the object's location.
    pub fn of(&self, entry: EntryId) -> &[Vec<Term>] {
        self.of_entries.get(&entry).map_or(&[], Vec::as_slice)
    }

    /// The terms that stand for parts of argument objects, of all entries.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.of_entries.values().flatten().flatten()
    }

    /// Tells whether the system assumes of argument objects the facts that hold of all objects.
    pub fn are_known(&self) -> bool {
        self.are_known
    }
}

/// The parts that contracts play in the system.
#[derive(Clone, Debug, Default)]
pub(super) struct ContractFacts {
    /// Contracts that were taken for granted.
    pub(super) relied_on: BTreeSet<Contract>,
    /// Failures that a permission covers.
    pub(super) allowed: Vec<Allowed>,
    /// Panics that a function documents.
    pub(super) documented: Vec<Failure>,
}

/// The parts of the code that the system does not show.
#[derive(Clone, Debug, Default)]
pub(super) struct Gaps {
    /// Code that is not understood.
    pub(super) obstacles: Vec<Obstacle>,
    /// Over-approximations and assumptions.
    pub(super) notes: BTreeSet<Note>,
    /// Predicates without a formula, and why.
    pub(super) rejected: Vec<(String, String)>,
}

/// Parts of the system.
impl Lowered {
    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The location at which no object exists.
    pub fn outside(&self) -> Option<LocationId> {
        self.outside
    }

    /// The location of the object between calls, for a class that can have objects.
    pub fn object(&self) -> Option<LocationId> {
        self.object
    }

    /// Tells whether calls begin at a location: outside, or at the object between calls.
    pub fn begins_calls(&self, at: LocationId) -> bool {
        Some(at) == self.outside || Some(at) == self.object
    }

    /// Facts that hold of every possible object, over the variables of its location; none for a function.
    pub fn object_facts(&self) -> Option<&Term> {
        self.object_facts.as_ref()
    }

    /// Facts about an edge.
    pub fn edge(&self, edge: EdgeId) -> &EdgeFacts {
        &self.edges[edge]
    }

    /// Facts about all edges.
    pub fn edges(&self) -> &PrimaryMap<EdgeId, EdgeFacts> {
        &self.edges
    }

    /// Tells whether no edge reads anything unknown, and clients make no step without a call.
    pub fn has_exact_edges(&self) -> bool {
        self.edges.values().all(|edge| !edge.is_approximate && !edge.is_client_step())
    }

    /// Facts about an error edge.
    pub fn error(&self, error: ErrorId) -> &ErrorFacts {
        &self.errors[error]
    }

    /// Facts about all error edges.
    pub fn errors(&self) -> &PrimaryMap<ErrorId, ErrorFacts> {
        &self.errors
    }

    /// The check that fails at an error edge.
    pub fn failure(&self, error: ErrorId) -> &Failure {
        &self.errors[error].failure
    }

    /// The ways in which callers go on after recursive calls.
    pub fn continuations(&self) -> &[Continuation] {
        &self.continuations
    }
}

/// The code and the cutpoints behind the system.
impl Lowered {
    /// The bodies that the calls of each entry run, without models.
    pub fn entered(&self) -> &BTreeMap<EntryId, BTreeSet<BodyId>> {
        &self.entered
    }

    /// The cutpoint that a location is.
    pub fn cutpoint_at(&self, location: LocationId) -> Option<CutpointId> {
        self.cutpoints.at.get(&location).copied()
    }

    /// The heads of loops in models of the standard library, whose own code may do without a loop.
    pub fn heads_in_models(&self) -> &BTreeSet<LocationId> {
        &self.in_models
    }

    /// The locations that are a cutpoint. There are several if references of several shapes live there.
    pub fn locations_of(&self, cutpoint: CutpointId) -> impl Iterator<Item = LocationId> {
        self.cutpoints.at.iter().filter(move |(_, own)| **own == cutpoint).map(|(location, _)| *location)
    }

    /// Tells whether a cutpoint stands in a function that clients call, or that only such calls run.
    pub fn is_in_known_calls(&self, cutpoint: CutpointId) -> bool {
        self.cutpoints.in_known_calls.contains(&cutpoint)
    }

    /// The segments that pass observed cutpoints.
    pub fn observed(&self) -> &[ObservedEdge] {
        &self.cutpoints.observed
    }

    /// The argument objects of the entries.
    pub fn argument_objects(&self) -> &ArgumentObjects {
        &self.argument_objects
    }

    /// Contracts that were taken for granted: what is proved holds for clients that keep them.
    pub fn relied_on(&self) -> &BTreeSet<Contract> {
        &self.contracts.relied_on
    }

    /// Failures that a permission covers. They are no errors of the system.
    pub fn allowed(&self) -> &[Allowed] {
        &self.contracts.allowed
    }

    /// Panics that a function documents, with the condition under which they happen. They are no errors of the system.
    pub fn documented(&self) -> &[Failure] {
        &self.contracts.documented
    }

    /// The code that is not understood. Because of it nothing may be proved of the subject as a whole.
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.gaps.obstacles
    }

    /// Notes of over-approximations and assumptions.
    pub fn notes(&self) -> &BTreeSet<Note> {
        &self.gaps.notes
    }

    /// Predicates without a formula, and why.
    pub fn rejected(&self) -> &[(String, String)] {
        &self.gaps.rejected
    }
}

/// New systems from this one, made by passes that know more.
impl Lowered {
    /// Replaces the conditions of continuations by summaries of the recursive calls. `system` has the locations, edges and errors of
    /// this one, by number; `observed` and `allowed` are this one's, in order.
    pub fn with_summaries(
        self,
        system: System,
        observed: Vec<ObservedEdge>,
        allowed: Vec<Allowed>,
    ) -> Lowered {
        let contracts = ContractFacts { allowed, ..self.contracts };
        let cutpoints = CutpointFacts { observed, ..self.cutpoints };
        let lowered = Lowered { contracts, cutpoints, continuations: Vec::new(), ..self };
        lowered.with_system(system)
    }

    /// Adds assumptions about argument objects. `system` has the locations, edges and errors of this one, by number; `observed` is this
    /// one's, in order.
    pub fn with_known_argument_objects(self, system: System, observed: Vec<ObservedEdge>) -> Lowered {
        let argument_objects = ArgumentObjects { are_known: true, ..self.argument_objects };
        let cutpoints = CutpointFacts { observed, ..self.cutpoints };
        Lowered { argument_objects, cutpoints, ..self }.with_system(system)
    }

    fn with_system(self, system: System) -> Lowered {
        let numbers = |system: &System| (system.locations.len(), system.edges.len(), system.errors.len());
        assert_eq!(numbers(&self.system), numbers(&system), "the facts are about these edges, by number");
        Lowered { system, ..self }
    }
}
