//! What the analysis found: errors, fabricated states, invariants, assumptions, and code that it could not read.
//!
//! Everything is as the reports say it: values are Rust literals, formulas are Rust expressions, places are the
//! source's. A finding is *confirmed* only by an execution from the outside.

use std::collections::BTreeMap;

use pct_wire::{Id, Valuation};

use crate::probe::{CutpointId, Place};

/// Values by name, as Rust literals.
pub type Literals = BTreeMap<String, String>;

/// A way in which a check fails, or may: a call, on an object, with arguments.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Finding {
    /// The check that fails.
    pub check: Check,
    /// How real it is.
    pub status: FindingStatus,
    /// The reason for doubt, in words: code in front of the check that is not known, or code of clients that decides.
    pub doubt: Option<String>,
    /// True if there is a reason against it: that doubt, the condition that its object breaks, or a run that did not fail.
    pub is_unlikely: bool,
    /// If it is remote: it needs at least so many calls of clients and rounds of loops.
    pub steps: Option<u64>,
    /// A condition that held in all executions that were tried, and that the object does not satisfy, as Rust.
    pub breaks: Option<String>,
    /// That condition, if it can be written as an invariant of the type.
    pub suggestion: Option<String>,
    /// The function that clients call.
    pub method: String,
    /// True if that is no function of the subject, and only meets its objects: nothing of what it is called on is shown.
    pub is_of_others: bool,
    /// The object's state in front of the call.
    pub state: Literals,
    /// The call's arguments.
    pub arguments: Literals,
    /// What happened when it was run.
    pub replay: Option<Replay>,
    /// Statements that reproduce it from a constructor; empty unless confirmed.
    pub reproduction: Vec<String>,
    /// The imports that these need in a test of another crate.
    pub imports: Vec<String>,
    /// The reason why calls that seem to lead to it are no confirmation, if there are any.
    pub obstruction: Option<String>,
}

/// A place in the source, and the failure there.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Check {
    /// The place.
    pub place: Place,
    /// The function in which it stands.
    pub function: String,
    /// The place where that function returns, if it is known. Functions that one macro defines for several types share it.
    pub function_end: Option<Place>,
    /// The kind: `panic`, `index`, `overflow`, `unwrap`, `divide`, `invariant`, ….
    pub kind: String,
    /// The failure in words, an ellipsis for each part that would be computed.
    pub message: String,
    /// The text of the invariant that does not hold after the call, if that is what fails.
    pub invariant: Option<String>,
}

impl Check {
    /// Tells checks apart: by the place, what fails there, and the function. A function that a macro defines for several types is one function.
    fn key(&self) -> impl Ord {
        let function = self.function_end.is_none().then_some(&self.function);
        (&self.place, function, &self.function_end, &self.kind, &self.message, &self.invariant)
    }
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
    /// It needs very many steps.
    Remote,
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
            FindingStatus::Remote => "remote",
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

/// A check that fails or may fail, with all ways that lead there.
#[derive(Clone, Debug)]
pub struct Failing<'l> {
    /// A name that stays while the code around the check changes.
    pub id: String,
    /// The ways, the best evidence first: each with the number of its subject. Never empty.
    pub ways: Vec<(usize, &'l Finding)>,
}

impl<'l> Failing<'l> {
    /// The best evidence, and the number of its subject.
    pub fn best(&self) -> (usize, &'l Finding) {
        self.ways[0]
    }
}

/// The failing checks, in the order of the source. A check that several subjects lead to is one.
///
/// A check is named by its file, function (of several the first by name), kind and message, and not by its line, so that an edit elsewhere changes no name. Checks that agree
/// in these are numbered in the order of the source.
pub fn failing_checks<'l>(findings: impl Iterator<Item = (usize, &'l Finding)>) -> Vec<Failing<'l>> {
    let mut ways_to: BTreeMap<_, Vec<(usize, &Finding)>> = BTreeMap::new();
    for (subject, finding) in findings {
        ways_to.entry(finding.check.key()).or_default().push((subject, finding));
    }
    let mut numbers: BTreeMap<Id, u32> = BTreeMap::new();
    let mut failing = Vec::new();
    for mut ways in ways_to.into_values().flat_map(documented_apart) {
        ways.sort_by_key(|(_, finding)| finding.effort());
        let Check { place, kind, message, .. } = &ways[0].1.check;
        let functions = ways.iter().map(|(_, finding)| finding.check.function.as_str());
        let parts = [place.file.as_str(), functions.min().unwrap_or_default(), kind, message];
        let number = numbers.entry(Id::of(&parts)).or_default();
        let id = Id::of(&[&parts[..], &[&number.to_string()]].concat()).to_string();
        *number += 1;
        failing.push(Failing { id, ways });
    }
    failing
}

/// Ways to a check as one list, or as two if some of its functions document the failure and others do not: a macro defines them all, and what one of them
/// announces another need not.
fn documented_apart(ways: Vec<(usize, &Finding)>) -> Vec<Vec<(usize, &Finding)>> {
    let has = |function: &str, status: FindingStatus| {
        ways.iter().any(|(_, other)| other.check.function == function && other.status == status)
    };
    let is_documented = |(_, finding): &(usize, &Finding)| {
        let function = finding.check.function.as_str();
        has(function, FindingStatus::Documented) && !has(function, FindingStatus::Confirmed)
    };
    let (documented, others): (Vec<_>, Vec<_>) = ways.iter().copied().partition(is_documented);
    [documented, others].into_iter().filter(|ways| !ways.is_empty()).collect()
}

impl Finding {
    /// Makes it potential: what seemed to confirm it does not, for this reason.
    pub fn disprove(&mut self, reason: String) {
        self.status = FindingStatus::Potential;
        self.reproduction.clear();
        self.imports.clear();
        self.obstruction = Some(reason);
    }

    /// Less for better evidence: confirmed before documented before potential before remote, then objects of the
    /// subject itself that break nothing which always held, then those to which calls seem to lead, then fewer calls, then a smaller object.
    fn effort(&self) -> (u8, [bool; 4], usize, usize) {
        let status = match self.status {
            FindingStatus::Confirmed => 0,
            FindingStatus::Documented => 1,
            FindingStatus::Potential => 2,
            FindingStatus::Remote => 3,
        };
        let literals = self.state.values().chain(self.arguments.values());
        let size = literals.map(|literal| literal.chars().count()).sum();
        let flaws = [self.is_of_others, self.is_unlikely, self.doubt.is_some(), self.obstruction.is_none()];
        (status, flaws, self.reproduction.len(), size)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A finding of `method` at a line.
    pub(crate) fn finding(method: &str, line: u32, status: FindingStatus) -> Finding {
        let place = Place { file: "src/lib.rs".into(), line, column: 9, end_line: line, end_column: 20 };
        Finding {
            check: Check {
                place,
                function: format!("Stack::{method}"),
                function_end: None,
                kind: "index".into(),
                message: "index out of bounds".into(),
                invariant: None,
            },
            status,
            doubt: None,
            is_unlikely: false,
            steps: None,
            breaks: None,
            suggestion: None,
            method: method.into(),
            is_of_others: false,
            state: [("size".to_owned(), "-1".to_owned())].into(),
            arguments: Literals::new(),
            replay: None,
            reproduction: vec!["let mut s = Stack::new(2);".into(), "s.push(0);".into()],
            imports: vec!["use stacks::Stack;".into()],
            obstruction: None,
        }
    }

    fn named(findings: &[Finding]) -> Vec<(String, usize)> {
        let failing = failing_checks(findings.iter().enumerate());
        failing.into_iter().map(|it| (it.id.clone(), it.ways.len())).collect()
    }

    #[test]
    fn the_name_of_a_check_does_not_depend_on_its_line() {
        let at = |lines: [u32; 2]| lines.map(|line| finding("push", line, FindingStatus::Potential));
        let (before, after) = (named(&at([5, 9])), named(&at([60, 70])));
        assert_eq!(before, after);
        assert_ne!(before[0], before[1], "two checks have two names");
    }

    #[test]
    fn a_check_in_a_function_that_a_macro_defines_for_several_types_is_one() {
        let of_type = |ty: &str, ends: u32| {
            let mut way = finding("next", 5, FindingStatus::Potential);
            let end = Place { line: ends, ..way.check.place.clone() };
            way.check.function = format!("<{ty} as Step>::next");
            way.check.function_end = Some(end);
            way
        };
        let both = named(&[of_type("u8", 7), of_type("i64", 7)]);
        assert_eq!(both.iter().map(|(_, ways)| *ways).collect::<Vec<_>>(), [2]);
        assert_eq!(both[0].0, named(&[of_type("i64", 7)])[0].0, "another type changes no name");
        let documented = Finding { status: FindingStatus::Documented, ..of_type("i64", 7) };
        assert_eq!(named(&[of_type("u8", 7), documented]).len(), 2, "one of them announces it");
        let apart = named(&[of_type("u8", 7), of_type("i64", 9)]);
        assert_eq!(apart.len(), 2, "one macro checks in two functions");
    }

    #[test]
    fn the_ways_to_a_check_are_one_finding_with_the_best_evidence_first() {
        let potential = finding("push", 5, FindingStatus::Potential);
        let small = Finding { state: Literals::new(), reproduction: Vec::new(), ..potential.clone() };
        let documented = Finding { status: FindingStatus::Documented, ..potential.clone() };
        let confirmed = Finding { status: FindingStatus::Confirmed, ..potential.clone() };
        let fewer = Finding { reproduction: vec!["push(0);".into()], ..confirmed.clone() };
        let all = [&potential, &confirmed, &small, &documented, &fewer];
        let failing = failing_checks(all.into_iter().enumerate());
        let [check] = &failing[..] else { panic!("{failing:?}") };
        assert_eq!(check.ways.iter().map(|(way, _)| *way).collect::<Vec<_>>(), [4, 1, 3, 2, 0]);
        assert_eq!(check.best().1, &fewer);
    }
}
