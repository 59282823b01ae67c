//! The view of a subject: a type or function, its predicates, and what is known of it as a whole.

use std::fmt::Display;

use pct_wire::Valuation;
use pct_wire::sites::Origin;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{
    Assumption, BoundsView, CountsView, Cutpoint, Fabricated, Finding, Invariant, Location, NotRun, State,
    states,
};
use crate::ledger::{self, GeneratedTest, Proof};
use crate::probe::SubjectKind;
use crate::symex::census::Census;

/// A type or function, and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Subject {
    /// `crate::module::Name`.
    pub id: String,
    /// Which of the two it is.
    pub kind: SubjectKind,
    /// Where it stands.
    pub location: Location,
    /// Its predicates; cutpoints refer to them by their ids.
    pub predicates: Vec<Predicate>,
    /// The places where states are told apart, in the order of the source.
    pub cutpoints: Vec<Cutpoint>,
    /// The abstract states, by cutpoint: those that were seen or decided, and the undecided others where they are few.
    pub states: Vec<State>,
    /// The numbers of states of all cutpoints together.
    pub counts: CountsView,
    /// What the bounds took, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<BoundsView>,
    /// The covered part of the feasible states that are not proved unreachable, from 0 to 1; `null` if there are none.
    pub coverage: Option<f64>,
    /// The proof that nothing in it fails.
    pub proof: ProofView,
    /// Whether the tests cover every feasible state that is not proved unreachable; `null` until that is analysed.
    pub adequate: Option<bool>,
    /// States that the solver made and a runner executed.
    pub fabricated: Vec<Fabricated>,
    /// Conditions that hold between calls.
    pub invariants: Vec<Invariant>,
    /// The checks that fail or may fail, in the order of the source. A check that several subjects lead to stands with the one that has
    /// the best evidence.
    pub findings: Vec<Finding>,
    /// What the proof takes for granted besides the standing assumptions.
    pub assumptions: Vec<Assumption>,
    /// What was not run natively on fabricated states.
    pub not_run: Vec<NotRun>,
    /// Calls that the compiled code and the interpreter both made, with one result.
    pub compared_runs: usize,
    /// Code that is not observed.
    pub unprobed: Vec<Unprobed>,
    /// How many states the solver made for the proof.
    #[serde(skip)]
    pub made_states: usize,
}

/// A condition by which states are told apart.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Predicate {
    /// Its position in this list.
    pub id: usize,
    /// The name that the user gave it, or its text.
    pub name: String,
    /// Its text.
    pub expression: String,
    /// Where it comes from: the user, or a branch or check in the code.
    #[serde(serialize_with = "text")]
    #[schemars(with = "String", extend("enum" = words(Origin::ALL)))]
    pub origin: Origin,
    /// Whether states are told apart by it: the user's always, those of the code where the subject has none of the user's.
    pub counted: bool,
}

/// The proof about a subject.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Proof")]
pub struct ProofView {
    /// How far it goes.
    pub status: ProofStatus,
    /// For whom it holds: `every client`, or for a function `arguments meeting requires`.
    pub scope: Option<String>,
    /// Why there is none.
    pub reason: Option<String>,
    /// How many calls exploration made of its functions. None of them contradicts the proof: that would be an error of the tool's.
    pub challenges: u64,
}

/// How far a proof goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProofStatus {
    /// No analysis was made.
    NotAnalysed,
    /// Nothing fails.
    Proved,
    /// Nothing fails if the listed assumptions hold.
    ProvedUnderAssumptions,
    /// There is no proof.
    NotProved,
}

/// Code that is not observed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Unprobed {
    /// The full path of the function.
    pub function: String,
    /// How much of it, and why.
    pub reason: String,
    /// Where.
    #[serde(skip)]
    pub location: Location,
}

impl Subject {
    /// What holds in a state, and what does not: `nonneg, not full`.
    pub fn in_words(&self, cutpoint: usize, valuation: Valuation) -> String {
        let names = self.cutpoints[cutpoint].predicates.iter().map(|it| self.predicates[*it].name.as_str());
        crate::probe::in_words(names, valuation)
    }
}

pub(super) fn subject(
    subject: &ledger::Subject,
    findings: Vec<Finding>,
    generated: &[GeneratedTest],
    census: &Census,
) -> Subject {
    let probed = &subject.probed;
    let all = subject.counts();
    let cutpoints = probed.cutpoints.keys();
    Subject {
        id: probed.id.clone(),
        kind: probed.kind,
        location: (&probed.place).into(),
        predicates: probed.predicates.iter().enumerate().map(predicate).collect(),
        cutpoints: cutpoints.map(|id| states::cutpoint(subject, id, generated, census)).collect(),
        states: states::states(subject, generated),
        counts: (&all).into(),
        bounds: subject.bounds.as_ref().map(BoundsView::from),
        coverage: all.coverage(),
        proof: proof(&subject.proof, subject.challenges),
        adequate: subject.adequate,
        fabricated: subject.fabricated.iter().map(Fabricated::from).collect(),
        invariants: subject.invariants.iter().map(Invariant::from).collect(),
        findings,
        assumptions: subject.assumptions.iter().map(Assumption::from).collect(),
        not_run: subject.not_run.iter().map(NotRun::from).collect(),
        compared_runs: subject.compared_runs,
        unprobed: probed.unprobed.iter().map(Unprobed::from).collect(),
        made_states: subject.made_states,
    }
}

fn predicate((id, predicate): (usize, &crate::probe::Predicate)) -> Predicate {
    let crate::probe::Predicate { name, expression, origin, counted, .. } = predicate.clone();
    Predicate { id, name, expression, origin, counted }
}

fn proof(proof: &Proof, challenges: u64) -> ProofView {
    let (status, scope, reason) = match proof.clone() {
        Proof::NotAnalysed => (ProofStatus::NotAnalysed, None, None),
        Proof::Proved { scope } => (ProofStatus::Proved, Some(scope), None),
        Proof::ProvedUnderAssumptions { scope } => (ProofStatus::ProvedUnderAssumptions, Some(scope), None),
        Proof::NotProved { reason } => (ProofStatus::NotProved, None, Some(reason)),
    };
    ProofView { status, scope, reason, challenges }
}

impl From<&crate::probe::Unprobed> for Unprobed {
    fn from(it: &crate::probe::Unprobed) -> Unprobed {
        Unprobed { function: it.function.clone(), reason: it.reason.clone(), location: (&it.place).into() }
    }
}

/// Serialises something as it prints.
fn text<S: Serializer>(it: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(it)
}

/// The texts that a field may hold.
pub(super) fn words(all: &[impl Display]) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}
