//! What `cargo pct system` says of a system file: the serialisable view, and its rendering for people.

use super::bounds::BoundsReport;
use crate::abstraction::Valuation;
use crate::fabricate::{Analysis, Certificate, Execution, Fabricated, Finding, Witness};
use crate::solver::{Statistics, z3_version};
use crate::system::{DisplayState, LocationId, State, System};
use crate::term::DisplayValue;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// The result of a system file.
#[derive(Clone, Debug, Serialize)]
pub struct SystemReport {
    /// The version of this form.
    pub schema_version: u32,
    /// Z3's version.
    pub z3: String,
    /// The system's name.
    pub system: String,
    /// Its locations, with their abstract states.
    pub locations: Vec<LocationReport>,
    /// The states that were fabricated, in order.
    pub fabricated: Vec<FabricatedReport>,
    /// Errors that are not excluded.
    pub findings: Vec<FindingReport>,
    /// Whether the absence of errors is proved.
    pub proof: ProofReport,
    /// Bounds of the reachable abstract states, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<BoundsReport>,
    /// Whether the tests alone cover all abstract states of the invariant.
    pub adequate: bool,
    /// Segments executed on concrete states.
    pub executed_segments: u64,
    /// Satisfiability checks.
    pub solver: SolverReport,
}

/// A location.
#[derive(Clone, Debug, Serialize)]
pub struct LocationReport {
    /// Its name.
    pub name: String,
    /// Its predicates, in the order of the valuations' letters.
    pub predicates: Vec<String>,
    /// The abstract states of the invariant, in the order of a truth table.
    pub states: Vec<StateReport>,
}

/// An abstract state.
#[derive(Clone, Debug, Serialize)]
pub struct StateReport {
    /// One letter a predicate: T or F.
    pub valuation: String,
    /// Whether the file's tests, or initial states that the solver added, reach it.
    pub covered: bool,
}

/// A fabricated state.
#[derive(Clone, Debug, Serialize)]
pub struct FabricatedReport {
    /// Its location.
    pub location: String,
    /// The values of its variables.
    pub state: BTreeMap<String, String>,
    /// The covered state that it follows, as text; none for an initial state.
    pub follows: Option<String>,
    /// Abstract states that it and the execution from it added.
    pub new_states: usize,
}

/// An error that is not excluded.
#[derive(Clone, Debug, Serialize)]
pub struct FindingReport {
    /// What fails.
    pub message: String,
    /// Where.
    pub location: String,
    /// `confirmed`, `potential` or `undecided`.
    pub status: &'static str,
    /// The state that runs into it.
    pub state: BTreeMap<String, String>,
    /// The states of an execution from an initial state into the error, where one was found.
    pub execution: Vec<String>,
    /// Why it is undecided.
    pub reason: Option<String>,
}

/// Whether the absence of errors is proved.
#[derive(Clone, Debug, Serialize)]
pub struct ProofReport {
    /// `proved` or `not_proved`.
    pub status: &'static str,
    /// Why not.
    pub reason: Option<String>,
    /// Queries that the exact check of the proof took.
    pub certificate_queries: u64,
}

/// The solver's work.
#[derive(Clone, Debug, Serialize)]
pub struct SolverReport {
    /// Satisfiability checks.
    pub queries: u64,
    /// Checks without an answer.
    pub unknown: u64,
    /// Time in the solver.
    pub milliseconds: u128,
}

impl SolverReport {
    /// The view of what was asked.
    pub(super) fn new(statistics: &Statistics) -> SolverReport {
        SolverReport {
            queries: statistics.queries,
            unknown: statistics.unknown,
            milliseconds: statistics.time.as_millis(),
        }
    }
}

impl SystemReport {
    /// The view of an analysis.
    pub fn new(
        system: &System,
        analysis: &Analysis<BTreeSet<Valuation>>,
        executions: &[Execution],
        certificate: &Result<Certificate, String>,
        statistics: &Statistics,
    ) -> SystemReport {
        let locations = system.locations.iter().map(|(id, _)| location(system, analysis, id)).collect();
        let same = |id: LocationId| analysis.covered[id] == analysis.elements[id];
        SystemReport {
            schema_version: 1,
            z3: z3_version(),
            system: system.name.clone(),
            locations,
            fabricated: analysis.fabricated.iter().map(|state| fabricated(system, state)).collect(),
            findings: analysis.findings.iter().map(|found| finding(system, found, executions)).collect(),
            proof: ProofReport {
                status: if certificate.is_ok() { "proved" } else { "not_proved" },
                reason: certificate.as_ref().err().cloned(),
                certificate_queries: certificate.as_ref().map_or(0, |certificate| certificate.queries),
            },
            bounds: None,
            adequate: system.locations.keys().all(same),
            executed_segments: analysis.executed_segments,
            solver: SolverReport::new(statistics),
        }
    }

    /// Whether an execution from the tests ran into an error.
    pub fn has_confirmed_finding(&self) -> bool {
        self.findings.iter().any(|finding| finding.status == "confirmed")
    }
}

fn location(system: &System, analysis: &Analysis<BTreeSet<Valuation>>, id: LocationId) -> LocationReport {
    let location = &system.locations[id];
    let state = |valuation: &Valuation| StateReport {
        valuation: valuation.to_string(),
        covered: analysis.covered[id].contains(valuation),
    };
    LocationReport {
        name: location.name.clone(),
        predicates: location.predicates.iter().map(|predicate| predicate.name.clone()).collect(),
        states: analysis.elements[id].iter().map(state).collect(),
    }
}

fn values(system: &System, state: &State) -> BTreeMap<String, String> {
    let vars = &system.locations[state.location].vars;
    let pairs = vars.iter().zip(&state.values);
    pairs.map(|(var, value)| (var.name.to_string(), DisplayValue(value, &var.sort).to_string())).collect()
}

fn fabricated(system: &System, fabricated: &Fabricated) -> FabricatedReport {
    FabricatedReport {
        location: system.locations[fabricated.state.location].name.clone(),
        state: values(system, &fabricated.state),
        follows: fabricated.follows.as_ref().map(|(state, _)| DisplayState(system, state).to_string()),
        new_states: fabricated.new_states,
    }
}

fn finding(system: &System, finding: &Finding, executions: &[Execution]) -> FindingReport {
    let error = &system.errors[finding.error];
    let (status, state, reason) = match &finding.witness {
        Witness::Reached(state) => ("confirmed", values(system, state), None),
        Witness::Potential(state) => ("potential", values(system, state), None),
        Witness::Unknown(reason) => ("undecided", BTreeMap::new(), Some(reason.clone())),
    };
    let location = system.locations[error.source].name.clone();
    let report = FindingReport {
        message: error.message.clone(),
        location,
        status,
        state,
        execution: Vec::new(),
        reason,
    };
    let Some(found) = executions.iter().find(|execution| execution.error == finding.error) else {
        return report;
    };
    let states: Vec<&State> =
        [&found.start].into_iter().chain(found.steps.iter().map(|(_, _, s)| s)).collect();
    FindingReport {
        status: "confirmed",
        state: values(system, states[states.len() - 1]),
        execution: states.iter().map(|state| DisplayState(system, state).to_string()).collect(),
        reason: None,
        ..report
    }
}

impl fmt::Display for SystemReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: usize = self.locations.iter().map(|location| location.states.len()).sum();
        let covered = self.locations.iter().flat_map(|l| &l.states).filter(|state| state.covered).count();
        writeln!(f, "{}: the tests cover {covered} of {all} abstract states", self.system)?;
        for location in self.locations.iter().filter(|location| location.states.iter().any(|s| !s.covered)) {
            let missing: Vec<&str> =
                location.states.iter().filter(|s| !s.covered).map(|s| s.valuation.as_str()).collect();
            writeln!(
                f,
                "  not covered at {} ({}): {}",
                location.name,
                location.predicates.join(", "),
                missing.join(" ")
            )?;
        }
        if let Some(bounds) = &self.bounds {
            write!(f, "{bounds}")?;
        }
        writeln!(f, "{}", count(self.fabricated.len(), "fabricated state"))?;
        for state in &self.fabricated {
            write!(f, "  {} {}: {} more", state.location, braces(&state.state), state.new_states)?;
            writeln!(
                f,
                "{}",
                state.follows.as_ref().map_or(String::new(), |before| format!(", after {before}"))
            )?;
        }
        for finding in &self.findings {
            writeln!(f, "{}: {} at {}", finding.status, finding.message, finding.location)?;
            match &finding.reason {
                Some(reason) => writeln!(f, "  the solver: {reason}")?,
                None if finding.execution.is_empty() => writeln!(f, "  from {}", braces(&finding.state))?,
                None => writeln!(f, "  by {}", finding.execution.join(" -> "))?,
            }
        }
        match (&self.proof.reason, self.findings.is_empty()) {
            (None, _) => writeln!(f, "proved: no error can happen")?,
            (Some(reason), true) => writeln!(f, "not proved: {reason}")?,
            (Some(_), false) => writeln!(f, "not proved")?,
        }
        let segments = count(self.executed_segments as usize, "executed segment");
        writeln!(f, "{}, {segments}", count(self.solver.queries as usize, "solver query"))
    }
}

fn braces(values: &BTreeMap<String, String>) -> String {
    let mut text = String::from("{");
    for (index, (name, value)) in values.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(text, "{comma}{name}: {value}").expect("writing to a string does not fail");
    }
    text + "}"
}

pub(super) fn count(number: usize, noun: &str) -> String {
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {noun}s"),
    }
}
