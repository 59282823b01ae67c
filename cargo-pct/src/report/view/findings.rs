//! The view of what the analysis found.

use serde::Serialize;

use super::Location;
use crate::ledger;

type Literals = std::collections::BTreeMap<String, String>;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)] // the schema documents its fields
pub struct Finding {
    pub id: String,
    pub kind: String,
    pub status: &'static str,
    pub message: String,
    pub location: Location,
    pub method: String,
    pub state: Literals,
    pub arguments: Literals,
    pub replay: Option<Replay>,
    pub reproduction: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Replay {
    pub runner: &'static str,
    pub outcome: String,
    pub message: String,
    pub location: Option<Location>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Fabricated {
    pub cutpoint: usize,
    pub valuation: String,
    pub state: Literals,
    pub runner: &'static str,
    pub outcome: String,
    pub new_states: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Invariant {
    pub at: String,
    pub expression: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Assumption {
    pub kind: String,
    pub callee: String,
    pub location: Location,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Opaque {
    pub function: String,
    pub reason: String,
    pub location: Location,
}

/// What was not run natively on fabricated states: a function, or a type as a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct NotRun {
    pub function: String,
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
            status: it.status.name(),
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
        let (outcome, message) = (it.outcome.clone(), it.message.clone());
        Replay { runner: it.runner.name(), outcome, message, location: it.place.as_ref().map(Location::from) }
    }
}

impl From<&ledger::Fabricated> for Fabricated {
    fn from(it: &ledger::Fabricated) -> Fabricated {
        let (runner, valuation) = (it.runner.name(), it.valuation.to_string());
        Fabricated {
            cutpoint: it.cutpoint,
            valuation,
            state: it.state.clone(),
            runner,
            outcome: it.outcome.clone(),
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
