//! The reasons why a function has no answer.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

use crate::lower::Unknown;
use crate::solver::Spent;
use crate::verify::Undecided;

/// The reason why a function has no answer. Reports count functions by the text of their reason, so it does not tell the amounts that differ
/// from subject to subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// Time or solver steps were spent.
    OutOfTime,
    /// The memory was used up; the limit, in words.
    OutOfMemory(String),
    /// The solver gave no answer about a finding.
    NoAnswer,
    /// No certificate was found for a check; the obligation that could not be shown.
    NotCertified(String),
    /// Code was not understood.
    Obstacle(String),
    /// A called function has no model, and may panic; the message of the finding.
    Unmodelled(String),
    /// The check depends on something that the analysis does not know; its name if there is one.
    DependsOn(Option<Unknown>),
    /// No subject leads to the function.
    NoSubject,
    /// The time for the whole analysis was over before the subject was judged.
    NotJudged,
}

impl Cause {
    /// Advises the user how to get an answer.
    pub fn help(&self) -> &'static str {
        match self {
            Cause::OutOfTime | Cause::NotJudged => {
                "give it more time, with `--effort deep`, or look at it alone, with `--filter`"
            }
            Cause::OutOfMemory(_) => "look at it alone, with `--filter`, or at fewer at once, with `-j1`",
            Cause::NoAnswer | Cause::NotCertified(_) => {
                "say what always holds of the object, with `#[pct::invariant(…)]`: it is then checked"
            }
            Cause::Obstacle(_) => "keep that code in a function of its own, away from the fields of the type",
            Cause::Unmodelled(_) => "keep the call in a function of its own, and handle its panic there",
            Cause::DependsOn(_) => {
                "say what the result is like, with `pct::assume!(…)` behind the call: the proof names it"
            }
            Cause::NoSubject => "make it public, or write `#[pct::predicates]` above it",
        }
    }
}

impl From<&Undecided> for Cause {
    fn from(undecided: &Undecided) -> Cause {
        match undecided {
            Undecided::Spent(Spent::Steps(_) | Spent::Time(_)) => Cause::OutOfTime,
            Undecided::Spent(spent @ Spent::Memory(_)) => Cause::OutOfMemory(spent.to_string()),
            Undecided::NotCertified(reason) => Cause::NotCertified(reason.clone()),
            Undecided::Hindered(_) | Undecided::AnyObject(_) => Cause::Obstacle(undecided.to_string()),
        }
    }
}

impl Display for Cause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Cause::OutOfTime => f.write_str("its time is up"),
            Cause::NoAnswer => f.write_str("the solver gives no answer"),
            Cause::OutOfMemory(reason)
            | Cause::NotCertified(reason)
            | Cause::Obstacle(reason)
            | Cause::Unmodelled(reason) => f.write_str(reason),
            Cause::DependsOn(Some(Unknown::ResultOf(function))) => {
                write!(f, "it depends on what `{function}()` gives")
            }
            Cause::DependsOn(Some(Unknown::Value(name))) => {
                write!(f, "it depends on what is not known: {name}")
            }
            Cause::DependsOn(None) => f.write_str("it depends on what is not known"),
            Cause::NoSubject => f.write_str("no subject leads to it"),
            Cause::NotJudged => f.write_str("the time for the whole analysis is up"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cause_is_told_with_what_would_help() {
        let told = |cause: Cause| format!("{cause}; {}", cause.help());
        let time = "give it more time, with `--effort deep`, or look at it alone, with `--filter`";
        let invariant =
            "say what always holds of the object, with `#[pct::invariant(…)]`: it is then checked";
        let own = "keep that code in a function of its own, away from the fields of the type";
        let assume =
            "say what the result is like, with `pct::assume!(…)` behind the call: the proof names it";
        assert_eq!(told(Cause::OutOfTime), format!("its time is up; {time}"));
        assert_eq!(told(Cause::NotJudged), format!("the time for the whole analysis is up; {time}"));
        assert_eq!(told(Cause::NoAnswer), format!("the solver gives no answer; {invariant}"));
        assert_eq!(told(Cause::NotCertified("n".into())), format!("n; {invariant}"));
        assert_eq!(told(Cause::Obstacle("asm".into())), format!("asm; {own}"));
        let memory = "look at it alone, with `--filter`, or at fewer at once, with `-j1`";
        assert_eq!(told(Cause::OutOfMemory("full".into())), format!("full; {memory}"));
        let call = "keep the call in a function of its own, and handle its panic there";
        assert_eq!(told(Cause::Unmodelled("f may panic".into())), format!("f may panic; {call}"));
        let result = Cause::DependsOn(Some(Unknown::ResultOf("f".into())));
        assert_eq!(told(result), format!("it depends on what `f()` gives; {assume}"));
        let value = Cause::DependsOn(Some(Unknown::Value("n".into())));
        assert_eq!(told(value), format!("it depends on what is not known: n; {assume}"));
        assert_eq!(told(Cause::DependsOn(None)), format!("it depends on what is not known; {assume}"));
        let public = "make it public, or write `#[pct::predicates]` above it";
        assert_eq!(told(Cause::NoSubject), format!("no subject leads to it; {public}"));
    }
}
