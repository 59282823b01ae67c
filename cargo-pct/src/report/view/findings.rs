//! The view of what the analysis found.

use schemars::JsonSchema;
use serde::Serialize;

use super::Location;
use crate::ids::EntityRef;
use crate::ledger::{self, FindingStatus, Literals, Runner};

/// A check that fails or may fail: a place in the source and the failure there, with the best evidence of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Finding {
    /// A name that stays while the code around the check changes.
    pub id: String,
    /// The kind: `panic`, `index`, `overflow`, `unwrap`, `divide`, `invariant`, ….
    pub kind: String,
    /// The failure in words, an ellipsis for each part that would be computed.
    pub message: String,
    /// The place of the check.
    pub location: Location,
    /// The function in which the check stands.
    pub function: String,
    /// The way with the best evidence.
    #[serde(flatten)]
    pub way: Way,
    /// The condition that its object breaks, if it can be written as an invariant of the type.
    pub suggestion: Option<String>,
    /// What a test under `tests/` with its statements imports.
    pub imports: Vec<String>,
    /// How many other ways lead to the check.
    pub others: usize,
    /// The best ten of them.
    pub contexts: Vec<Context>,
    /// The end of the check in the source.
    #[serde(skip)]
    pub end: (u32, u32),
}

/// Another way to a check that fails or may fail, from this subject or another.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Context {
    /// The id of the subject that clients use.
    pub subject: String,
    /// The way.
    #[serde(flatten)]
    pub way: Way,
}

/// A way in which a check fails, or may: a call, on an object, with arguments.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Way {
    /// How real it is.
    pub status: FindingStatus,
    /// The reason for doubt, if there is one: code in front of the check that is not known, or code of clients that decides.
    pub doubt: Option<String>,
    /// Whether something speaks against it: such a reason, a condition that its object breaks, or a run in which it did not fail.
    pub unlikely: bool,
    /// If it is remote: it needs at least so many calls of clients and rounds of loops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// A condition that held in all executions that were tried, and that the object does not satisfy, as Rust; `null` if there is none.
    pub breaks: Option<String>,
    /// The function that clients call.
    pub method: String,
    /// The object's state in front of the call, by name, as Rust literals.
    pub state: Literals,
    /// The call's arguments, by name, as Rust literals.
    pub arguments: Literals,
    /// What happened when it was run; `null` if it was not.
    pub replay: Option<Replay>,
    /// Statements that reproduce it from a constructor; empty unless it is confirmed.
    pub reproduction: Vec<String>,
    /// The reason why calls that seem to lead to it are no confirmation; `null` if none were found, or if it is confirmed.
    pub obstruction: Option<String>,
}

/// The ways to a check that are told besides the best.
const MOST_CONTEXTS: usize = 10;

/// What a runner saw.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Replay {
    /// Who ran it.
    pub runner: Runner,
    /// `returned`, `panicked`, `aborted`, ….
    pub outcome: String,
    /// The panic's message.
    pub message: String,
    /// Where it panicked.
    pub location: Option<Location>,
}

/// A state that the solver made and a runner executed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Fabricated {
    /// The id of the cutpoint.
    pub cutpoint: usize,
    /// A letter for each predicate of the cutpoint.
    pub valuation: String,
    /// Its values by name, as Rust literals.
    pub state: Literals,
    /// Who executed it.
    pub runner: Runner,
    /// How the call ended: `returned`, `panicked`, `hangs` or `died`.
    pub outcome: String,
    /// How many abstract states its execution was the first to reach.
    pub new_states: usize,
}

/// What holds at a kind of place.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Invariant {
    /// `after every public method`, ….
    pub at: String,
    /// As Rust.
    pub expression: String,
}

/// What a proof takes for granted.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Assumption {
    /// `unmodelled_call`, `requires`, ….
    pub kind: String,
    /// The function that is called, or the condition.
    pub callee: String,
    /// Where.
    pub location: Location,
}

/// A function that the analysis could not read.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Opaque {
    /// Its full path.
    pub function: String,
    /// Why.
    pub reason: String,
    /// Where.
    pub location: Location,
}

/// What was not run natively on fabricated states: a function, or a type as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NotRun {
    /// Its path.
    pub function: String,
    /// Why.
    pub reason: String,
}

impl From<&(String, String)> for NotRun {
    fn from((function, reason): &(String, String)) -> NotRun {
        NotRun { function: function.clone(), reason: reason.clone() }
    }
}

/// The view of a failing check. `subjects` are those of the ledger.
pub(super) fn finding(failing: &ledger::Failing<'_>, subjects: &[ledger::Subject]) -> Finding {
    let (_, best) = failing.best();
    let ledger::Finding { check, suggestion, imports, .. } = best.clone();
    let others = &failing.ways[1..];
    let contexts = others.iter().take(MOST_CONTEXTS).map(|(subject, way)| Context {
        subject: subjects[*subject].probed.id.clone(),
        way: Way::from(*way),
    });
    Finding {
        id: failing.id.clone(),
        kind: check.kind,
        message: check.message,
        location: (&check.place).into(),
        function: check.function,
        way: Way::from(best),
        suggestion,
        imports,
        others: others.len(),
        contexts: contexts.collect(),
        end: (check.place.end_line, check.place.end_column),
    }
}

impl From<&ledger::Finding> for Way {
    fn from(way: &ledger::Finding) -> Way {
        let ledger::Finding { status, doubt, is_unlikely: unlikely, steps, breaks, method, .. } = way.clone();
        let ledger::Finding { state, arguments, replay, reproduction, obstruction, .. } = way.clone();
        let replay = replay.as_ref().map(Replay::from);
        Way {
            status,
            doubt,
            unlikely,
            steps,
            breaks,
            method,
            state,
            arguments,
            replay,
            reproduction,
            obstruction,
        }
    }
}

impl From<&ledger::Replay> for Replay {
    fn from(it: &ledger::Replay) -> Replay {
        let (outcome, message) = (it.outcome.name().to_owned(), it.message.clone());
        Replay { runner: it.runner, outcome, message, location: it.place.as_ref().map(Location::from) }
    }
}

impl From<&ledger::Fabricated> for Fabricated {
    fn from(it: &ledger::Fabricated) -> Fabricated {
        Fabricated {
            cutpoint: it.cutpoint.index(),
            valuation: it.valuation.to_string(),
            state: it.state.clone(),
            runner: it.runner,
            outcome: it.outcome.name().to_owned(),
            new_states: it.new_states,
        }
    }
}

impl From<&ledger::Invariant> for Invariant {
    fn from(it: &ledger::Invariant) -> Invariant {
        Invariant { at: it.at.clone(), expression: it.expression.clone() }
    }
}

impl From<&ledger::Assumption> for Assumption {
    fn from(it: &ledger::Assumption) -> Assumption {
        Assumption { kind: it.kind.clone(), callee: it.callee.clone(), location: (&it.place).into() }
    }
}

impl From<&ledger::Opaque> for Opaque {
    fn from(it: &ledger::Opaque) -> Opaque {
        Opaque { function: it.function.clone(), reason: it.reason.clone(), location: (&it.place).into() }
    }
}
