//! The reasons why states are undecided.

use super::possible::MOST_VALUATIONS;
use std::fmt::{self, Display, Formatter};

/// The reason why a state of a cutpoint is undecided, or all of its states without a verdict are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndecidedReason {
    /// Code that is not a part of the analysis may call the cutpoint's function.
    UnknownCallers,
    /// No probe of the cutpoint's function was recognised.
    UnseenProbes,
    /// The cutpoint's function formats values. Models of formatting do not call it.
    Formatting,
    /// Code is not understood; its function and the cause.
    Obstacle(String, String),
    /// This function has no model, and may call back.
    UnmodelledCall(String),
    /// A predicate of the cutpoint is not understood; the cause.
    PredicateNotUnderstood(String),
    /// The solver gave no answer.
    NoAnswer,
    /// More states seem possible than are enumerated.
    TooManyStates,
    /// Nobody asked for the cutpoint's states.
    NotAsked,
    /// The execution of the function is not followed to the cutpoint.
    NotFollowed,
    /// The state seems unreachable, and has no certificate; the cause.
    NotCertified(String),
}

impl Display for UndecidedReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            UndecidedReason::UnknownCallers => {
                f.write_str("code that is not a part of this analysis may call its function")
            }
            UndecidedReason::UnseenProbes => {
                f.write_str("the analysis did not see the probes of its function")
            }
            UndecidedReason::Formatting => f.write_str("building a text may run it at any moment"),
            UndecidedReason::Obstacle(function, reason) => write!(f, "{function}: {reason}"),
            UndecidedReason::UnmodelledCall(callee) => {
                write!(f, "{callee} is not modelled, and may call back")
            }
            UndecidedReason::PredicateNotUnderstood(reason) => {
                write!(f, "a predicate is not understood: {reason}")
            }
            UndecidedReason::NoAnswer => f.write_str("the solver gave no answer"),
            UndecidedReason::TooManyStates => {
                write!(f, "more than {MOST_VALUATIONS} of its states seem possible")
            }
            UndecidedReason::NotAsked => f.write_str("it was not asked for"),
            UndecidedReason::NotFollowed => f.write_str("it is not followed to this place"),
            UndecidedReason::NotCertified(reason) => {
                write!(f, "it seems unreachable, and the exact check failed: {reason}")
            }
        }
    }
}
