//! The view of what the analysis found.

use schemars::JsonSchema;
use serde::Serialize;

use super::Location;
use crate::ids::EntityRef;
use crate::ledger::{self, FindingStatus, Literals, Runner};

/// Something that goes wrong, or may.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Finding {
    /// A name that stays while the code around it changes.
    pub id: String,
    /// What kind of thing: `panic`, `index`, `overflow`, `unwrap`, `divide`, `invariant`, ….
    pub kind: String,
    /// How real it is.
    pub status: FindingStatus,
    /// What goes wrong, in words.
    pub message: String,
    /// Where.
    pub location: Location,
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
}

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

impl From<&ledger::Finding> for Finding {
    fn from(it: &ledger::Finding) -> Finding {
        let it = it.clone();
        Finding {
            status: it.status,
            location: (&it.place).into(),
            replay: it.replay.as_ref().map(Replay::from),
            id: it.id,
            kind: it.kind,
            message: it.message,
            method: it.method,
            state: it.state,
            arguments: it.arguments,
            reproduction: it.reproduction,
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
