//! `cargo pct system FILE`: the theory alone, on a transition system in its textual form.

use crate::abstraction::{Domain, Valuations};
use crate::fabricate::{ExecutionLimits, FabricateConfig, Invariant, analyse, certify};
use crate::report::system_file::SystemReport;
use crate::solver::{Prover, SolverConfig};
use crate::system::{IllFormed, check, read};
use crate::term::SyntaxError;

/// Why a system file cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum SystemFileError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the operating system says.
        source: std::io::Error,
    },
    /// The text is malformed.
    #[error("{path}:{source}")]
    Syntax {
        /// The file.
        path: String,
        /// Where and what.
        source: SyntaxError,
    },
    /// The system breaks rules.
    #[error("{path}: {}", .rules.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n  "))]
    IllFormed {
        /// The file.
        path: String,
        /// The rules that it breaks.
        rules: Vec<IllFormed>,
    },
}

/// Analyses a system file with the predicates that it lists.
///
/// # Errors
/// If the file cannot be read or is no well-formed system.
pub fn analyse_system_file(
    path: &str,
    solver: SolverConfig,
    execution: Option<ExecutionLimits>,
) -> Result<SystemReport, SystemFileError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| SystemFileError::Unreadable { path: path.to_owned(), source })?;
    let file = read(&text).map_err(|source| SystemFileError::Syntax { path: path.to_owned(), source })?;
    let rules = check(&file.system);
    if !rules.is_empty() {
        return Err(SystemFileError::IllFormed { path: path.to_owned(), rules });
    }
    let system = &file.system;
    let (prover, domain) = (Prover::new(solver), Valuations::of(system));
    let analysis = analyse(system, &domain, &file.tests, &FabricateConfig { execution }, &prover);
    let mut invariant = Invariant::new();
    for at in system.locations.keys() {
        invariant[at] = vec![domain.concretization(at, &analysis.elements[at])];
    }
    let certificate = match analysis.findings.len() {
        0 => certify(system, &invariant, &prover),
        open => Err(format!("{open} errors are not excluded")),
    };
    Ok(SystemReport::new(system, &analysis, &certificate, &prover.statistics()))
}
