//! The view of a whole run: tests, states, checks, and how much of the code is understood.

use schemars::JsonSchema;
use serde::Serialize;

use super::CountsView;
use crate::build::Annotated;
use crate::drive::Driven;
use crate::ledger::{Answers, Extent, Ledger, Unanswered};
use crate::native::TestResult;
use crate::symex::census::Census;

/// The numbers of all subjects together.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Totals {
    /// How many subjects there are.
    pub subjects: usize,
    /// The numbers of states.
    pub counts: CountsView,
    /// The covered part of the feasible states that are not proved unreachable, from 0 to 1; `null` if there are none.
    pub coverage: Option<f64>,
    /// What the tests did.
    pub tests: Tests,
    /// How much of the code is understood.
    pub code: Code,
    /// The checks in the code, and how many have an answer.
    pub checks: Checks,
    /// What random calls did, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driven: Option<DrivenView>,
    /// How much was explored, if anything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explored: Option<ExploredView>,
    /// What `--auto` annotated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotated: Option<AnnotatedView>,
}

/// How much of the code is understood.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Code {
    /// Functions of the analysed crates.
    pub functions: usize,
    /// Those that reach no call without a model.
    pub modelled: usize,
    /// Those of them that reach exact models only.
    pub exact: usize,
    /// The calls without a model, the most frequent first.
    pub unmodelled_calls: Vec<UnmodelledCall>,
}

/// The checks in the code. Functions in which nothing can fail but calls without a model are among the others, and counted apart as well.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Checks {
    /// Functions with checks that can fail.
    pub functions: usize,
    /// Those of them with an answer for each check: it cannot fail, or a finding.
    pub answered: usize,
    /// Functions in which nothing can fail but calls without a model.
    pub calls_alone: CallsAlone,
    /// Why the others have no answer, the most frequent reason first.
    pub open: Vec<Open>,
}

/// Functions in which nothing can fail but calls without a model.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CallsAlone {
    /// How many.
    pub functions: usize,
    /// Those of them with an answer.
    pub answered: usize,
}

/// Why some functions have no answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Open {
    /// The reason.
    pub reason: String,
    /// How many functions.
    pub functions: usize,
    /// Their names.
    pub names: Vec<String>,
    /// What can be done about it.
    pub help: String,
}

/// A call without a model.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct UnmodelledCall {
    /// What is called.
    pub callee: String,
    /// How many functions reach it.
    pub functions: usize,
    /// How many of them reach no other.
    pub alone: usize,
}

/// What `--auto` annotated.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Annotated")]
pub struct AnnotatedView {
    /// Files that were looked at.
    pub files: usize,
    /// Items that were annotated.
    pub items: usize,
    /// Items that cannot be.
    pub left: usize,
}

/// What random calls of public functions did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Driven")]
pub struct DrivenView {
    /// Sequences that were made.
    pub sequences: usize,
    /// Calls in them that returned or panicked.
    pub calls: usize,
    /// Functions that were called.
    pub functions: usize,
    /// Functions that clients can call and that were not.
    pub not_driven: usize,
}

/// How much was explored with arguments that are made up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Explored")]
pub struct ExploredView {
    /// Functions that were called.
    pub functions: usize,
    /// Functions that clients can call, and whose calls rustc refused.
    pub refused: usize,
    /// Calls that were made.
    pub calls: u64,
}

/// What the tests did.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Tests {
    /// How many passed.
    pub passed: usize,
    /// Those of them that passed in an earlier run, and were not run again.
    pub remembered: usize,
    /// Those that did not, by name.
    pub failed: Vec<FailedTest>,
    /// Rustc's diagnostics about tests that do not build.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unbuilt: Vec<String>,
}

/// A test that did not pass.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FailedTest {
    /// The binary's id and the test's path.
    pub name: String,
    /// Why it did not pass, in a line.
    pub reason: String,
}

pub(super) fn totals(ledger: &Ledger) -> Totals {
    let counts = ledger.totals();
    let failed: Vec<FailedTest> = ledger.failures().map(FailedTest::from).collect();
    Totals {
        subjects: ledger.subjects.len(),
        counts: (&counts).into(),
        coverage: counts.coverage(),
        tests: Tests {
            passed: ledger.tests.len() - failed.len(),
            remembered: ledger.remembered_tests,
            failed,
            unbuilt: ledger.unbuilt_tests.clone(),
        },
        code: (&ledger.census).into(),
        checks: (&ledger.answers).into(),
        driven: ledger.driven.as_ref().map(DrivenView::from),
        explored: ledger.explored.map(ExploredView::from),
        annotated: ledger.annotated.map(AnnotatedView::from),
    }
}

impl From<&Census> for Code {
    fn from(census: &Census) -> Code {
        let calls = census.missing.iter().map(|(callee, missing)| UnmodelledCall {
            callee: callee.clone(),
            functions: missing.functions,
            alone: missing.missing_only_this,
        });
        let mut calls: Vec<UnmodelledCall> = calls.collect();
        calls.sort_by(|one, other| other.functions.cmp(&one.functions).then(one.callee.cmp(&other.callee)));
        Code {
            functions: census.functions,
            modelled: census.modelled,
            exact: census.exact,
            unmodelled_calls: calls,
        }
    }
}

impl From<&Answers> for Checks {
    fn from(answers: &Answers) -> Checks {
        let open = answers.unanswered.iter().map(|(reason, Unanswered { functions, help })| Open {
            reason: reason.clone(),
            functions: functions.len(),
            names: functions.clone(),
            help: help.clone(),
        });
        let mut open: Vec<Open> = open.collect();
        open.sort_by(|one, other| other.functions.cmp(&one.functions).then(one.reason.cmp(&other.reason)));
        let calls_alone = CallsAlone {
            functions: answers.only_unmodelled_calls,
            answered: answers.only_unmodelled_calls_answered,
        };
        Checks { functions: answers.functions, answered: answers.answered, calls_alone, open }
    }
}

impl From<&Driven> for DrivenView {
    fn from(driven: &Driven) -> DrivenView {
        let Driven { sequences, calls, functions, not_driven, .. } = *driven;
        DrivenView { sequences, calls, functions, not_driven }
    }
}

impl From<Extent> for ExploredView {
    fn from(extent: Extent) -> ExploredView {
        let Extent { functions, refused, calls } = extent;
        ExploredView { functions, refused, calls }
    }
}

impl From<Annotated> for AnnotatedView {
    fn from(annotated: Annotated) -> AnnotatedView {
        let Annotated { files, items, left } = annotated;
        AnnotatedView { files, items, left }
    }
}

impl From<&TestResult> for FailedTest {
    fn from(test: &TestResult) -> FailedTest {
        FailedTest { name: test.name.clone(), reason: test.failure.clone().unwrap_or_default() }
    }
}
