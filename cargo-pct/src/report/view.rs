//! The serialisable view of the ledger: schema version 1, one type for each object in it.
//!
//! Field names and values are a contract with scripts that read them. Fields that no stage has computed hold the value
//! that says so: `null`, an empty list, `not_analysed`.

mod findings;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::build::Annotated;
use crate::ledger::{self, Answers, Counts, LISTED, Ledger, Proof, Verdict};
use crate::native::TestResult;
use crate::probe::{Place, SubjectKind};
use crate::symex::census::Census;
use crate::testgen;
use crate::verify::SubjectBounds;
pub use findings::{Assumption, Fabricated, Finding, Invariant, NotRun, Opaque, Replay};

/// The version of the schema.
pub const SCHEMA_VERSION: u32 = 1;

/// The report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)] // the schema documents its fields
pub struct Report {
    pub schema_version: u32,
    pub tool: Tool,
    pub subjects: Vec<Subject>,
    /// Code that no execution reaches; empty until a stage looks for it.
    pub infeasible: Vec<Value>,
    pub opaque: Vec<Opaque>,
    pub totals: Totals,
    pub solver: Solver,
    pub milliseconds: BTreeMap<String, u64>,
    /// What is open because the run ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incomplete: Option<Incomplete>,
}

/// What a run that ended early has left open.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Incomplete {
    pub reason: String,
    pub subjects: Vec<String>,
}

/// What made the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Tool {
    pub name: &'static str,
    pub version: &'static str,
    pub z3: Option<String>,
    pub rustc: String,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[allow(missing_docs)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Subject {
    pub id: String,
    pub kind: &'static str,
    pub location: Location,
    pub predicates: Vec<Predicate>,
    pub cutpoints: Vec<Cutpoint>,
    pub states: Vec<State>,
    pub counts: CountsView,
    /// What the bounds took, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<BoundsView>,
    pub coverage: Option<f64>,
    pub proof: ProofView,
    /// Whether the tests cover every feasible state that is not proved unreachable; `null` until that is analysed.
    pub adequate: Option<bool>,
    pub fabricated: Vec<Fabricated>,
    pub invariants: Vec<Invariant>,
    pub findings: Vec<Finding>,
    pub assumptions: Vec<Assumption>,
    pub not_run: Vec<NotRun>,
    pub compared_runs: usize,
    pub unprobed: Vec<Unprobed>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Predicate {
    pub id: usize,
    pub name: String,
    pub expression: String,
    pub origin: String,
    pub counted: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Cutpoint {
    pub id: usize,
    pub label: String,
    pub function: String,
    pub kind: String,
    pub location: Location,
    pub predicates: Vec<usize>,
    pub observations: Observations,
    /// Whether its function reaches no call without a model.
    pub modelled: bool,
    /// The feasible states that `states` does not list, where they are very many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Others>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Others {
    /// How many: up to 2^64.
    pub count: String,
    pub verdict: &'static str,
    pub evidence: Evidence,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Observations {
    pub total: String,
    pub feasible: u128,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct State {
    pub cutpoint: usize,
    pub valuation: String,
    pub verdict: &'static str,
    pub white_box: bool,
    pub upper: Option<bool>,
    pub lower: Option<bool>,
    pub evidence: Evidence,
}

/// Why a verdict was given.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Evidence {
    Test { tests: Vec<String> },
    GeneratedTest { source: String },
    Proof { predicates: Vec<String> },
    Fabricated { state: BTreeMap<String, String> },
    None { reason: String },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct CountsView {
    pub observable: String,
    pub feasible: u128,
    pub upper: Option<u128>,
    pub lower_pessimistic: Option<u128>,
    pub lower_optimistic: Option<u128>,
    pub covered: u128,
    pub reachable: u128,
    pub unreachable: u128,
    pub undecided: u128,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct BoundsView {
    /// Why nothing is bounded.
    pub refused: Option<String>,
    /// What the solver was asked for the upper bound.
    pub queries: u64,
    /// Segments that were executed for it.
    pub executed_segments: u64,
    pub milliseconds: u64,
}

impl From<&SubjectBounds> for BoundsView {
    fn from(bounds: &SubjectBounds) -> BoundsView {
        BoundsView {
            refused: bounds.refused.clone(),
            queries: bounds.queries,
            executed_segments: bounds.executed_segments,
            milliseconds: u64::try_from(bounds.time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ProofView {
    pub status: &'static str,
    pub scope: Option<String>,
    pub reason: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Unprobed {
    pub function: String,
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Totals {
    pub subjects: usize,
    pub counts: CountsView,
    pub coverage: Option<f64>,
    pub tests: Tests,
    pub code: Code,
    pub checks: Checks,
    /// What random calls did, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driven: Option<DrivenView>,
    /// What `--auto` annotated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotated: Option<AnnotatedView>,
}

/// Functions of the analysed crates, those that reach no call without a model, those of them that reach exact models only, and
/// the calls without a model, the most frequent first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Code {
    pub functions: usize,
    pub modelled: usize,
    pub exact: usize,
    pub unmodelled_calls: Vec<UnmodelledCall>,
}

/// Functions with checks that can fail, those with an answer for each of them, and why the others have none, the most frequent
/// reason first. Functions in which nothing can fail but calls without a model are among them, and counted apart as well.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Checks {
    pub functions: usize,
    pub answered: usize,
    pub calls_alone: CallsAlone,
    pub open: Vec<Open>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct CallsAlone {
    pub functions: usize,
    pub answered: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Open {
    pub reason: String,
    pub functions: usize,
    pub names: Vec<String>,
}

/// A call without a model, how many functions reach it, and how many of them no other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct UnmodelledCall {
    pub callee: String,
    pub functions: usize,
    pub alone: usize,
}

/// What `--auto` annotated: files, items, and items that cannot be.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct AnnotatedView {
    pub files: usize,
    pub items: usize,
    pub left: usize,
}

/// What random calls of public functions did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct DrivenView {
    pub sequences: usize,
    pub calls: usize,
    pub functions: usize,
    pub not_driven: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Tests {
    pub passed: usize,
    pub failed: Vec<FailedTest>,
    /// Rustc's diagnostics about tests that do not build.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unbuilt: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct FailedTest {
    pub name: String,
    pub reason: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Solver {
    pub queries: u64,
    pub milliseconds: u64,
    /// Subjects whose results are those of earlier runs.
    pub remembered_subjects: usize,
}

/// Makes the view.
pub fn report(ledger: &Ledger, tool: Tool, milliseconds: BTreeMap<String, u64>) -> Report {
    let totals = ledger.totals();
    Report {
        schema_version: SCHEMA_VERSION,
        tool,
        subjects: ledger.subjects.iter().map(|it| subject(it, &ledger.generated, &ledger.census)).collect(),
        infeasible: Vec::new(),
        opaque: ledger.opaque.iter().map(Opaque::from).collect(),
        totals: Totals {
            subjects: ledger.subjects.len(),
            counts: counts(&totals),
            coverage: totals.coverage(),
            tests: Tests {
                passed: ledger.tests.len() - ledger.failures().count(),
                failed: ledger.failures().map(failed).collect(),
                unbuilt: ledger.unbuilt_tests.clone(),
            },
            code: code(&ledger.census),
            checks: checks(&ledger.answers),
            driven: ledger.driven.as_ref().map(driven),
            annotated: ledger.annotated.map(|Annotated { files, items, left }| AnnotatedView {
                files,
                items,
                left,
            }),
        },
        solver: Solver {
            queries: ledger.solver.0,
            milliseconds: ledger.solver.1,
            remembered_subjects: ledger.remembered,
        },
        milliseconds,
        incomplete: ledger
            .incomplete
            .clone()
            .map(|ledger::Incomplete { reason, subjects }| Incomplete { reason, subjects }),
    }
}

impl From<&Place> for Location {
    fn from(place: &Place) -> Location {
        Location { file: place.file.clone(), line: place.line, column: place.column }
    }
}

fn code(census: &Census) -> Code {
    let mut calls: Vec<UnmodelledCall> = census
        .missing
        .iter()
        .map(|(callee, missing)| UnmodelledCall {
            callee: callee.clone(),
            functions: missing.functions,
            alone: missing.missing_only_this,
        })
        .collect();
    calls.sort_by(|one, other| other.functions.cmp(&one.functions).then(one.callee.cmp(&other.callee)));
    Code {
        functions: census.functions,
        modelled: census.modelled,
        exact: census.exact,
        unmodelled_calls: calls,
    }
}

fn checks(answers: &Answers) -> Checks {
    let mut open: Vec<Open> = answers
        .unanswered
        .iter()
        .map(|(reason, names)| Open { reason: reason.clone(), functions: names.len(), names: names.clone() })
        .collect();
    open.sort_by(|one, other| other.functions.cmp(&one.functions).then(one.reason.cmp(&other.reason)));
    let calls_alone = CallsAlone {
        functions: answers.only_unmodelled_calls,
        answered: answers.only_unmodelled_calls_answered,
    };
    Checks { functions: answers.functions, answered: answers.answered, calls_alone, open }
}

fn driven(driven: &crate::drive::Driven) -> DrivenView {
    let crate::drive::Driven { sequences, calls, functions, not_driven, .. } = *driven;
    DrivenView { sequences, calls, functions, not_driven }
}

fn failed(test: &TestResult) -> FailedTest {
    FailedTest { name: test.name.clone(), reason: test.failure.clone().unwrap_or_default() }
}

fn subject(subject: &ledger::Subject, generated: &[ledger::GeneratedTest], census: &Census) -> Subject {
    let probed = &subject.probed;
    let all = subject.counts();
    Subject {
        id: probed.id.clone(),
        kind: match probed.kind {
            SubjectKind::Type => "type",
            SubjectKind::Function => "function",
        },
        location: (&probed.place).into(),
        predicates: probed.predicates.iter().enumerate().map(predicate).collect(),
        cutpoints: (0..probed.cutpoints.len())
            .map(|index| cutpoint(subject, index, generated, census))
            .collect(),
        states: states(subject, generated),
        counts: counts(&all),
        bounds: subject.bounds.as_ref().map(BoundsView::from),
        coverage: all.coverage(),
        proof: proof(&subject.proof),
        adequate: subject.adequate,
        fabricated: subject.fabricated.iter().map(Fabricated::from).collect(),
        invariants: subject.invariants.iter().map(Invariant::from).collect(),
        findings: subject.findings.iter().map(Finding::from).collect(),
        assumptions: subject.assumptions.iter().map(Assumption::from).collect(),
        not_run: subject.not_run.iter().map(NotRun::from).collect(),
        compared_runs: subject.compared_runs,
        unprobed: probed
            .unprobed
            .iter()
            .map(|it| Unprobed { function: it.function.clone(), reason: it.reason.clone() })
            .collect(),
    }
}

fn predicate((id, predicate): (usize, &crate::probe::Predicate)) -> Predicate {
    let crate::probe::Predicate { name, expression, origin, counted, .. } = predicate.clone();
    Predicate { id, name, expression, origin: origin.to_string(), counted }
}

fn cutpoint(
    subject: &ledger::Subject,
    id: usize,
    generated: &[ledger::GeneratedTest],
    census: &Census,
) -> Cutpoint {
    let counts = subject.cutpoint_counts(id);
    let probed = &subject.probed.cutpoints[id];
    Cutpoint {
        id,
        label: probed.label.clone(),
        function: probed.function.clone(),
        kind: probed.kind.to_string(),
        location: (&probed.place).into(),
        predicates: probed.predicates.clone(),
        observations: Observations { total: counts.observable.to_string(), feasible: counts.feasible },
        modelled: census.sites.contains(&probed.wire.0),
        others: others(subject, id, generated),
    }
}

/// States of a cutpoint that are too many to list.
fn others(subject: &ledger::Subject, id: usize, generated: &[ledger::GeneratedTest]) -> Option<Others> {
    let count = subject.others_of(id);
    let is_listed = subject.cutpoint_counts(id).observable <= LISTED as u128;
    let verdict = subject.others[id].clone().or_else(|| {
        let unseen = || Verdict::Undecided { reason: unseen(subject, id) };
        (!is_listed && count > 0).then(unseen)
    });
    let (verdict, evidence) = in_report(verdict?, generated);
    Some(Others { count: count.to_string(), verdict, evidence })
}

/// Why a state that nothing is known of is undecided.
fn unseen(subject: &ledger::Subject, cutpoint: usize) -> String {
    match &subject.undecided_reasons[cutpoint] {
        None => "no test was seen here".to_owned(),
        Some(reason) => format!("no test was seen here, and {reason}"),
    }
}

/// States that were seen or decided, and the undecided others as far as they are few enough to list.
fn states(subject: &ledger::Subject, generated: &[ledger::GeneratedTest]) -> Vec<State> {
    let mut all = Vec::new();
    for cutpoint in 0..subject.probed.cutpoints.len() {
        let mut states = BTreeMap::new();
        if subject.cutpoint_counts(cutpoint).observable <= LISTED as u128 {
            let unknown = || ledger::State::new(Verdict::Undecided { reason: unseen(subject, cutpoint) });
            let undecided = subject.undecided_valuations(cutpoint, LISTED);
            states.extend(undecided.into_iter().map(|valuation| (valuation, unknown())));
        }
        for ((at, valuation), state) in &subject.states {
            if *at == cutpoint {
                states.insert(*valuation, state.clone());
            }
        }
        let bounds = subject.bounds_at(cutpoint);
        let bounded = |(valuation, it)| State {
            upper: bounds.as_ref().map(|bounds| bounds.upper.contains(&valuation)),
            lower: bounds.as_ref().and_then(|bounds| Some(bounds.pessimistic.as_ref()?.contains(&valuation))),
            ..state(generated, cutpoint, valuation, it)
        };
        all.extend(states.into_iter().map(bounded));
    }
    all
}

fn state(
    generated: &[ledger::GeneratedTest],
    cutpoint: usize,
    valuation: pct_wire::Valuation,
    state: ledger::State,
) -> State {
    let (verdict, evidence) = in_report(state.verdict, generated);
    let (white_box, upper, lower) = (state.white_box, None, None);
    State { cutpoint, valuation: valuation.to_string(), verdict, white_box, upper, lower, evidence }
}

/// A verdict with its evidence.
fn in_report(verdict: Verdict, generated: &[ledger::GeneratedTest]) -> (&'static str, Evidence) {
    match verdict {
        Verdict::Covered { tests } => ("covered", Evidence::Test { tests: tests.into_iter().collect() }),
        Verdict::Reachable { test } => {
            let source = testgen::single(&generated[test]);
            ("reachable", Evidence::GeneratedTest { source })
        }
        Verdict::Unreachable { predicates } => ("unreachable", Evidence::Proof { predicates }),
        Verdict::Fabricated { state } => ("undecided", Evidence::Fabricated { state }),
        Verdict::Undecided { reason } => ("undecided", Evidence::None { reason }),
    }
}

fn counts(counts: &Counts) -> CountsView {
    CountsView {
        observable: counts.observable.to_string(),
        feasible: counts.feasible,
        upper: counts.upper,
        lower_pessimistic: counts.lower_pessimistic,
        lower_optimistic: counts.lower_optimistic,
        covered: counts.covered,
        reachable: counts.reachable,
        unreachable: counts.unreachable,
        undecided: counts.undecided(),
    }
}

fn proof(proof: &Proof) -> ProofView {
    let (status, scope, reason) = match proof.clone() {
        Proof::NotAnalysed => ("not_analysed", None, None),
        Proof::Proved { scope } => ("proved", Some(scope), None),
        Proof::ProvedUnderAssumptions { scope } => ("proved_under_assumptions", Some(scope), None),
        Proof::NotProved { reason } => ("not_proved", None, Some(reason)),
    };
    ProofView { status, scope, reason }
}
