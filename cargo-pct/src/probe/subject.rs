//! What a build can observe: subjects, with their predicates, cutpoints and contracts.

use std::collections::BTreeMap;

use pct_wire::{Id, Valuation};

use super::{ContractKind, CutpointKind, Origin, Place};
use crate::define_id;
use crate::ids::PrimaryMap;

define_id! {
    /// A cutpoint of a subject.
    CutpointId, "cutpoint";
}

/// An abstract state of a subject: a cutpoint, with a valuation of its predicates.
pub type StateKey = (CutpointId, Valuation);

/// What is measured: a type with its methods, or a function.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Subject {
    /// `crate::module::Name`.
    pub id: String,
    /// Which of the two.
    pub kind: SubjectKind,
    /// The item; for a type without an attribute of its own, its first method.
    pub place: Place,
    /// The type's predicates, then those of its functions; cutpoints refer to them by position.
    pub predicates: Vec<Predicate>,
    /// Its cutpoints, in the order of the source.
    pub cutpoints: PrimaryMap<CutpointId, Cutpoint>,
    /// What has no probe, and why.
    pub unprobed: Vec<Unprobed>,
    /// Why objects cannot be built from a state, if so.
    pub not_fabricable: Option<String>,
}

/// The kinds of subjects.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SubjectKind {
    /// A type with its methods.
    Type,
    /// A free function.
    Function,
}

/// A predicate.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Predicate {
    /// Its name in side-cars and traces.
    pub wire: Id,
    /// The name that the user gave it, or its text.
    pub name: String,
    /// Its text.
    pub expression: String,
    /// Whether it must hold after every public method.
    pub invariant: bool,
    /// Whether it is one of the type's, which are evaluated first, and not one of a function's.
    pub of_type: bool,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether states are told apart by it: the user's always, those of the code where the subject has none of the user's.
    pub counted: bool,
}

/// A cutpoint with a probe.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Cutpoint {
    /// Its name in side-cars and traces.
    pub wire: Id,
    /// Unique in its function.
    pub label: String,
    /// The full path of its function.
    pub function: String,
    /// Where in the function it stands.
    pub kind: CutpointKind,
    /// Where in the source it stands.
    pub place: Place,
    /// Positions of its counted predicates in [`Subject::predicates`], in the order of a valuation's letters.
    pub predicates: Vec<usize>,
    /// How many predicates its probe evaluates: the counted ones first, then others of its function.
    pub evaluated: usize,
}

impl Subject {
    /// The predicate of the type with this number, by their order.
    pub fn type_predicate(&self, number: usize) -> Option<&Predicate> {
        self.predicates.iter().filter(|predicate| predicate.of_type).nth(number)
    }

    /// What holds in a state, and what does not: `nonneg, not full`.
    pub fn in_words(&self, cutpoint: CutpointId, valuation: Valuation) -> String {
        let names = self.cutpoints[cutpoint].predicates.iter().map(|it| self.predicates[*it].name.as_str());
        in_words(names, valuation)
    }
}

/// The predicates of these names that hold, and those that do not: `nonneg, not full`.
pub fn in_words<'n>(names: impl Iterator<Item = &'n str>, valuation: Valuation) -> String {
    let word = |(letter, name): (usize, &str)| match valuation.get(letter) {
        Some(true) => name.to_owned(),
        _ if name.contains(' ') => format!("not ({name})"),
        _ => format!("not {name}"),
    };
    names.enumerate().map(word).collect::<Vec<_>>().join(", ")
}

impl Cutpoint {
    /// What a probe has seen, by the counted predicates; none if it was made for other predicates than these.
    pub fn counted(&self, seen: Valuation) -> Option<Valuation> {
        (seen.len() == self.evaluated).then(|| Valuation::new(seen.bits(), self.predicates.len()))
    }
}

/// Code that is not observed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Unprobed {
    /// The full path of the function.
    pub function: String,
    /// How much of it, and why.
    pub reason: String,
    /// Where.
    pub place: Place,
}

/// A condition that is observed where it stands, and is no predicate: `requires`, `panics`, `assume!`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// Which.
    pub kind: ContractKind,
    /// Its text.
    pub condition: String,
    /// The full path of the function.
    pub function: String,
    /// Where.
    pub place: Place,
}

/// Everything that a build can observe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subjects {
    /// Sorted by id.
    pub subjects: Vec<Subject>,
    /// Where each cutpoint is: its subject's position, and its id there.
    pub cutpoints: BTreeMap<Id, (usize, CutpointId)>,
    /// Conditions by their site.
    pub contracts: BTreeMap<Id, Contract>,
}
