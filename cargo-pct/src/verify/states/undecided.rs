//! The reasons why states are undecided.

use std::fmt::{self, Display, Formatter};

use super::possible::MOST_VALUATIONS;

/// The reason why a state of a cutpoint is undecided, or all of its states without a verdict are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndecidedReason {
    /// Code that is not a part of the analysis may call the cutpoint's function.
    UnknownCallers,
    /// No probe of the cutpoint's function was recognised.
    UnseenProbes,
    /// The cutpoint's function formats values. Models of formatting do not call it.
    Formatting,
    /// Code is not understood; its function, and the cause with its place.
    Obstacle(String, String),
    /// This function has no model, and may call back.
    UnmodelledCall(String),
    /// A predicate of the cutpoint is not understood; the cause.
    PredicateNotUnderstood(String),
    /// The solver gave no answer.
    NoAnswer,
    /// More states seem possible than are enumerated.
    TooManyStates,
    /// The function's execution is not followed to the cutpoint, as nobody asked for its states.
    NotFollowed,
    /// The state seems unreachable, and has no certificate; the cause.
    NotCertified(String),
}

impl UndecidedReason {
    /// Advises the user how to get the state decided.
    pub fn help(&self) -> &'static str {
        match self {
            UndecidedReason::UnknownCallers | UndecidedReason::UnseenProbes => "write a test that gets there",
            UndecidedReason::Formatting => "write a test that formats such an object",
            UndecidedReason::Obstacle(..) => {
                "keep that code in a function of its own, away from the fields of the type"
            }
            UndecidedReason::UnmodelledCall(_) => {
                "hand that function nothing that leads to the type, or write a test that gets there"
            }
            UndecidedReason::PredicateNotUnderstood(_) => {
                "compare numbers, lengths or variants in the predicate, or write a test that gets there"
            }
            UndecidedReason::TooManyStates => "watch fewer predicates there, or write a test that gets there",
            UndecidedReason::NoAnswer | UndecidedReason::NotFollowed => {
                "write a test that gets there, or give the analysis more time (`--effort deep`)"
            }
            UndecidedReason::NotCertified(_) => {
                "say what always holds of the object, with `#[pct::invariant(…)]`: it is then checked"
            }
        }
    }
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
            UndecidedReason::NotFollowed => f.write_str("the analysis does not get to this place"),
            UndecidedReason::NotCertified(reason) => {
                write!(f, "it seems unreachable, and the exact check failed: {reason}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_is_told_with_what_can_be_done() {
        let told = |reason: UndecidedReason| format!("{reason}; {}", reason.help());
        let f = || "f".to_owned();
        let told: Vec<String> = [
            UndecidedReason::UnknownCallers,
            UndecidedReason::UnseenProbes,
            UndecidedReason::Formatting,
            UndecidedReason::Obstacle(f(), "inline assembly (src/lib.rs:3)".into()),
            UndecidedReason::UnmodelledCall(f()),
            UndecidedReason::PredicateNotUnderstood("a float is compared".into()),
            UndecidedReason::NoAnswer,
            UndecidedReason::TooManyStates,
            UndecidedReason::NotFollowed,
            UndecidedReason::NotCertified("a loop is not left".into()),
        ]
        .map(told)
        .into();
        let expected = "\
code that is not a part of this analysis may call its function; write a test that gets there
the analysis did not see the probes of its function; write a test that gets there
building a text may run it at any moment; write a test that formats such an object
f: inline assembly (src/lib.rs:3); keep that code in a function of its own, away from the fields of the type
f is not modelled, and may call back; hand that function nothing that leads to the type, or write a test that gets there
a predicate is not understood: a float is compared; compare numbers, lengths or variants in the predicate, or write a test that gets there
the solver gave no answer; write a test that gets there, or give the analysis more time (`--effort deep`)
more than 1024 of its states seem possible; watch fewer predicates there, or write a test that gets there
the analysis does not get to this place; write a test that gets there, or give the analysis more time (`--effort deep`)
it seems unreachable, and the exact check failed: a loop is not left; say what always holds of the object, with `#[pct::invariant(…)]`: it is then checked";
        assert_eq!(told.join("\n"), expected);
    }
}
