//! What the analysis found: errors, fabricated states, invariants, assumptions, and code that it could not read.
//!
//! Everything is as the reports say it: values are Rust literals, formulas are Rust expressions, places are the
//! source's. A finding is *confirmed* only by an execution from the outside.

use std::collections::BTreeMap;

use pct_wire::{Id, Valuation};

use crate::probe::{CutpointId, Place};

/// Values by name, as Rust literals.
pub type Literals = BTreeMap<String, String>;

/// Something that goes wrong, or may.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Finding {
    /// A name that stays the same while the code around it changes; given by [`number_findings`].
    pub id: String,
    /// What kind of thing: `panic`, `index`, `overflow`, `unwrap`, `divide`, `invariant`, ….
    pub kind: String,
    /// How real it is.
    pub status: FindingStatus,
    /// What goes wrong, in words.
    pub message: String,
    /// The text of the invariant that does not hold after the call, if that is what goes wrong.
    pub invariant: Option<String>,
    /// Where.
    pub place: Place,
    /// The function that clients call.
    pub method: String,
    /// The object's state in front of the call.
    pub state: Literals,
    /// The call's arguments.
    pub arguments: Literals,
    /// What happened when it was run.
    pub replay: Option<Replay>,
    /// Statements that reproduce it from a constructor; empty unless confirmed.
    pub reproduction: Vec<String>,
}

/// How real a finding is.
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
pub enum FindingStatus {
    /// An execution from the outside runs into it.
    Confirmed,
    /// A state that is not excluded runs into it.
    Potential,
    /// The documentation says that it happens.
    Documented,
}

/// Who executes a state.
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
pub enum Runner {
    /// The compiled method.
    Native,
    /// The symbolic executor, over constants.
    Interpreter,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The call returned.
    Returned,
    /// The call panicked.
    Panicked,
    /// The call did not end in its time.
    Hangs,
    /// The process of the call ended or aborted.
    Died,
}

impl Ending {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Returned => "returned",
            Ending::Panicked => "panicked",
            Ending::Hangs => "hangs",
            Ending::Died => "died",
        }
    }
}

/// What a runner saw.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Replay {
    /// Who ran it.
    pub runner: Runner,
    /// How the run ended.
    pub outcome: Ending,
    /// The panic's message.
    pub message: String,
    /// Where it panicked.
    pub place: Option<Place>,
}

/// A state that the solver made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fabricated {
    /// The cutpoint.
    pub cutpoint: CutpointId,
    /// Its predicates there.
    pub valuation: Valuation,
    /// Its values.
    pub state: Literals,
    /// Who executed it.
    pub runner: Runner,
    /// How the call ended.
    pub outcome: Ending,
    /// How many abstract states its execution was the first to reach.
    pub new_states: usize,
}

/// What holds at a kind of place.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Invariant {
    /// `after every public method`, ….
    pub at: String,
    /// As Rust.
    pub expression: String,
}

/// What a proof takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Assumption {
    /// `unmodelled_call`, `requires`, ….
    pub kind: String,
    /// The function that is called, or the condition.
    pub callee: String,
    /// Where.
    pub place: Place,
}

/// A function that the analysis could not read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Opaque {
    /// Its full path.
    pub function: String,
    /// Why.
    pub reason: String,
    /// Where.
    pub place: Place,
}

impl FindingStatus {
    /// As reports spell it.
    pub fn name(self) -> &'static str {
        match self {
            FindingStatus::Confirmed => "confirmed",
            FindingStatus::Potential => "potential",
            FindingStatus::Documented => "documented",
        }
    }
}

impl Runner {
    /// As reports spell it.
    pub fn name(self) -> &'static str {
        match self {
            Runner::Native => "native",
            Runner::Interpreter => "interpreter",
        }
    }
}

/// Sorts a subject's findings by place and names them: by subject, method, kind and message, and not by line, so that
/// an edit elsewhere changes no name. Findings that agree in all of these are numbered in the order of the source.
pub fn number_findings(subject: &str, findings: &mut [Finding]) {
    findings.sort_by(|one, other| {
        (&one.place, &one.kind, &one.message).cmp(&(&other.place, &other.kind, &other.message))
    });
    let mut seen: BTreeMap<Id, u32> = BTreeMap::new();
    for finding in findings {
        let parts = [subject, &finding.method, &finding.kind, &finding.message];
        let number = seen.entry(Id::of(&parts)).or_default();
        finding.id = Id::of(&[&parts[..], &[&number.to_string()]].concat()).to_string();
        *number += 1;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A finding of `method` at a line.
    pub(crate) fn finding(method: &str, line: u32, status: FindingStatus) -> Finding {
        Finding {
            id: String::new(),
            kind: "index".into(),
            status,
            message: "index out of bounds".into(),
            invariant: None,
            place: Place { file: "src/lib.rs".into(), line, column: 9, end_line: line, end_column: 20 },
            method: method.into(),
            state: [("size".to_owned(), "-1".to_owned())].into(),
            arguments: Literals::new(),
            replay: None,
            reproduction: vec!["let mut s = Stack::new(2);".into(), "s.push(0);".into()],
        }
    }

    #[test]
    fn a_findings_name_does_not_depend_on_its_line() {
        let named = |lines: &[u32]| {
            let mut all: Vec<_> =
                lines.iter().map(|it| finding("push", *it, FindingStatus::Potential)).collect();
            number_findings("Stack", &mut all);
            all.into_iter().map(|it| it.id).collect::<Vec<_>>()
        };
        let (before, after) = (named(&[5, 9]), named(&[70, 60]));
        assert_eq!(before, after);
        assert_ne!(before[0], before[1], "two findings have two names");
    }
}
