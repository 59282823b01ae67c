//! `cargo pct system FILE`: the theory alone, on a transition system in its textual form.

use super::RunError;
use crate::abstraction::{Domain, Valuations};
use crate::bounds::{BoundsConfig, bounds};
use crate::cli::{ConcolicArgs, EncodingArg, SearchArg, ShareArg, SystemArgs};
use crate::concolic::{ConcolicConfig, SearchOrder, Share, explore};
use crate::exit_code::ExitCode;
use crate::fabricate::{
    ExecutionLimits, FabricateConfig, First, Invariant, ReachLimits, Targets, analyse, certify, reach,
};
use crate::report::bounds::BoundsReport;
use crate::report::concolic::ExplorationReport;
use crate::report::system_file::SystemReport;
use crate::solver::{Encoding, Prover, SolverConfig};
use crate::system::{IllFormed, SystemFile, check, read};
use crate::term::SyntaxError;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;

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

/// The solver's steps, and its queries, that a run may take on average: more than most do.
const STEPS_A_RUN: u64 = 500_000;
const QUERIES_A_RUN: u64 = 1_000;

/// Analyses a system file and prints what was found.
pub(super) fn run(args: &SystemArgs) -> Result<ExitCode, RunError> {
    let encoding = match args.encoding {
        EncodingArg::Auto => Encoding::Auto,
        EncodingArg::Int => Encoding::Integers,
        EncodingArg::Bv => Encoding::BitVectors,
    };
    let solver = SolverConfig { encoding, ..SolverConfig::default() };
    if args.explore {
        let config = concolic_config(&args.concolic);
        // Who asks for more runs wants them made.
        let budget = solver.budget.max((config.runs as u64).saturating_mul(STEPS_A_RUN));
        let report = explore_system_file(&args.file, SolverConfig { budget, ..solver }, &config)?;
        print(&report, args.json)?;
        return Ok(ExitCode::Success);
    }
    let execution = (!args.no_execution).then(ExecutionLimits::default);
    let report = analyse_system_file(&args.file, solver, execution, args.bounds)?;
    print(&report, args.json)?;
    Ok(if report.has_confirmed_finding() { ExitCode::Findings } else { ExitCode::Success })
}

fn print(report: &(impl Serialize + Display), as_json: bool) -> Result<(), RunError> {
    let mut stdout = anstream::stdout();
    if as_json {
        let text =
            serde_json::to_string_pretty(report).expect("a report has no map with keys that are not text");
        writeln!(stdout, "{text}")?;
    } else {
        write!(stdout, "{report}")?;
    }
    Ok(())
}

fn concolic_config(args: &ConcolicArgs) -> ConcolicConfig {
    let default = ConcolicConfig::default();
    ConcolicConfig {
        queries: default.queries.max((args.runs as u64).saturating_mul(QUERIES_A_RUN)),
        search: match args.search {
            SearchArg::Dfs => SearchOrder::Dfs,
            SearchArg::Cfg => SearchOrder::Cfg,
            SearchArg::RandomBranch => SearchOrder::RandomBranch,
            SearchArg::Uniform => SearchOrder::Uniform,
        },
        is_guided: !args.no_monitor,
        share: match args.share {
            ShareArg::Fixed(part) => Share::Fixed(part),
            ShareArg::Predicted => Share::Predicted,
        },
        runs: args.runs,
        refinements: args.refinements,
        seed: args.seed,
        ..default
    }
}

/// Reads a system file that keeps to all rules.
fn read_system_file(path: &str) -> Result<SystemFile, SystemFileError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| SystemFileError::Unreadable { path: path.to_owned(), source })?;
    let file = read(&text).map_err(|source| SystemFileError::Syntax { path: path.to_owned(), source })?;
    let rules = check(&file.system);
    if !rules.is_empty() {
        return Err(SystemFileError::IllFormed { path: path.to_owned(), rules });
    }
    Ok(file)
}

/// Covers the goals of a system file, or proves them unreachable.
///
/// # Errors
/// If the file cannot be read or is no well-formed system.
fn explore_system_file(
    path: &str,
    solver: SolverConfig,
    config: &ConcolicConfig,
) -> Result<ExplorationReport, SystemFileError> {
    let SystemFile { system, .. } = read_system_file(path)?;
    let prover = Prover::new(solver);
    let exploration = explore(&system, config, &prover);
    Ok(ExplorationReport::new(&system, &exploration, &prover.statistics()))
}

/// Analyses a system file with the predicates that it lists.
///
/// # Errors
/// If the file cannot be read or is no well-formed system.
fn analyse_system_file(
    path: &str,
    solver: SolverConfig,
    execution: Option<ExecutionLimits>,
    with_bounds: bool,
) -> Result<SystemReport, SystemFileError> {
    let file = read_system_file(path)?;
    let system = &file.system;
    let (prover, domain) = (Prover::new(solver), Valuations::of(system));
    let analysis = analyse(system, &domain, &file.tests, &FabricateConfig { execution }, &prover);
    let unreached = Targets::each(analysis.findings.iter().map(|finding| finding.error));
    let executions = reach(system, unreached, |_| 1, &ReachLimits::default(), &prover);
    let mut invariant = Invariant::new();
    for at in system.locations.keys() {
        invariant[at] = vec![domain.concretization(at, &analysis.elements[at])];
    }
    let certificate = match analysis.findings.len() {
        0 => certify(system, &invariant, First::BitVectors, &prover),
        unreached => Err(format!("{unreached} errors are not excluded")),
    };
    let limits = match execution {
        Some(_) => BoundsConfig::default(),
        None => BoundsConfig::CLASSICAL,
    };
    let bounds = with_bounds.then(|| bounds(system, &domain, &file.tests, limits, &prover));
    let report = SystemReport::new(system, &analysis, &executions, &certificate, &prover.statistics());
    Ok(SystemReport { bounds: bounds.map(|bounds| BoundsReport::new(system, &bounds)), ..report })
}
