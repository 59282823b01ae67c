//! The view of the ledger: schema version 2, one type for each object in it.
//!
//! Input: the ledger and facts about the run. Output: the [`Report`], from which every rendering is made. Field names and values are a
//! contract with scripts that read `report.json`; the docs of the fields are the descriptions in its schema. Fields that no stage
//! has computed hold the value that says so: `null`, an empty list, `not_analysed`. Fields that are skipped are for the other renderings.

mod counts;
mod findings;
mod states;
mod subject;
mod totals;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::ledger::{self, Ledger};
use crate::probe::Place;
pub use counts::{BoundsView, CountsView};
pub use findings::{Assumption, Context, Fabricated, Finding, Invariant, NotRun, Opaque, Replay, Way};
pub use states::{Cutpoint, Evidence, Observations, Others, State, Verdict};
pub use subject::{Predicate, ProofStatus, ProofView, Subject, Unprobed};
pub use totals::{
    AnnotatedView, CallsAlone, Checks, Code, DrivenView, FailedTest, Open, Tests, Totals, UnmodelledCall,
};

/// The version of the schema.
pub const SCHEMA_VERSION: u32 = 2;

/// What a run of cargo-pct found out.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// The version of this format.
    pub schema_version: u32,
    /// What made the report.
    pub tool: Tool,
    /// The types and functions that were looked at, sorted by id.
    pub subjects: Vec<Subject>,
    /// Code that no execution reaches; empty until a stage looks for it.
    pub infeasible: Vec<Value>,
    /// Functions that the analysis could not read, and over-approximates.
    pub opaque: Vec<Opaque>,
    /// The numbers of all subjects together.
    pub totals: Totals,
    /// What the solver did.
    pub solver: Solver,
    /// How long each stage took, by its name.
    pub milliseconds: BTreeMap<String, u64>,
    /// What is open because the run ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incomplete: Option<Incomplete>,
    /// Warnings for the user, in words.
    #[serde(skip)]
    pub warnings: Vec<String>,
    /// How many tests were generated.
    #[serde(skip)]
    pub generated_tests: usize,
}

/// What a run that ended early has left open.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Incomplete {
    /// Why it ended.
    pub reason: String,
    /// The ids of the subjects of which more may be found out.
    pub subjects: Vec<String>,
}

/// What made the report.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Tool {
    /// `cargo-pct`.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The version of Z3.
    pub z3: Option<String>,
    /// The version of rustc.
    pub rustc: String,
}

/// A place in the source. Lines and columns count from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Location {
    /// The file, from the workspace's root; absolute outside of it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// What the solver did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Solver {
    /// How often it was asked.
    pub queries: u64,
    /// How long it took.
    pub milliseconds: u64,
    /// Subjects whose results are those of earlier runs.
    pub remembered_subjects: usize,
}

/// Makes the view.
pub fn report(ledger: &Ledger, tool: Tool, milliseconds: BTreeMap<String, u64>) -> Report {
    let mut findings: Vec<Vec<Finding>> = ledger.subjects.iter().map(|_| Vec::new()).collect();
    for failing in ledger.failing_checks() {
        findings[failing.best().0].push(findings::finding(&failing, &ledger.subjects));
    }
    let subjects = ledger.subjects.iter().zip(findings);
    let subject = |(it, own)| subject::subject(it, own, &ledger.generated, &ledger.census);
    let incomplete = ledger.incomplete.clone();
    Report {
        schema_version: SCHEMA_VERSION,
        tool,
        subjects: subjects.map(subject).collect(),
        infeasible: Vec::new(),
        opaque: ledger.opaque.iter().map(Opaque::from).collect(),
        totals: totals::totals(ledger),
        solver: Solver {
            queries: ledger.solver.0,
            milliseconds: ledger.solver.1,
            remembered_subjects: ledger.remembered,
        },
        milliseconds,
        incomplete: incomplete.map(|ledger::Incomplete { reason, subjects }| Incomplete { reason, subjects }),
        warnings: ledger.warnings.clone(),
        generated_tests: ledger.generated.len(),
    }
}

impl Report {
    /// Findings of this status, with their subjects.
    pub fn findings(&self, status: ledger::FindingStatus) -> impl Iterator<Item = (&Subject, &Finding)> {
        let all =
            self.subjects.iter().flat_map(|subject| subject.findings.iter().map(move |it| (subject, it)));
        all.filter(move |(_, finding)| finding.way.status == status)
    }

    /// The confirmed findings and then the potential ones: those against which nothing speaks before the others, and of these first those to which
    /// calls seem to lead.
    pub fn findings_by_worth(&self) -> Vec<(&Subject, &Finding)> {
        let mut found: Vec<_> = self.findings(ledger::FindingStatus::Confirmed).collect();
        let mut potential: Vec<_> = self.findings(ledger::FindingStatus::Potential).collect();
        potential.sort_by_key(|(_, Finding { way, .. })| {
            (way.unlikely, way.doubt.is_some(), way.obstruction.is_none())
        });
        found.extend(potential);
        found
    }
}

impl From<&Place> for Location {
    fn from(place: &Place) -> Location {
        Location { file: place.file.clone(), line: place.line, column: place.column }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The report of a ledger, by a tool without a version.
    pub(crate) fn of(ledger: &Ledger) -> Report {
        let tool = Tool { name: "cargo-pct", version: "0", z3: None, rustc: String::new() };
        report(ledger, tool, BTreeMap::new())
    }
}
