//! Building the user's crate with probes.
//!
//! One `cargo build --lib --bins --tests`, with the user's own flags, settings and profiles, into a folder of our own;
//! the user's `target/` is not touched. cargo-pct is the compiler's wrapper in it (see [`wrapper`] for the trick).
//! The build without `cfg(test)` gives the MIR to analyse and the sites to count, the builds of tests give binaries.
//!
//! Input: the [`Workspace`] and a [`BuildConfig`]. Output: a [`Build`], whose files stay on disk, so that a second
//! build without changes compiles nothing. Errors of the user's code are [`BuildError::UserCode`], with rustc's own
//! diagnostics; errors that probes cause never surface, they cost the probe.

mod auto;
mod cargo_config;
mod cargo_run;
mod dependency;
mod ladder;
mod lock;
pub mod models;
mod optimise;
mod plan;
mod rustc_call;
mod test_binary;
mod toolchain;
mod unit;
mod workspace;
pub mod wrapper;

use std::collections::BTreeSet;
use std::time::Instant;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, TargetKind};

pub use auto::{ATTRIBUTE_LENGTH, Annotated, MirroredFolder};
pub use cargo_config::CargoConfig;
pub use dependency::{Dependency, DependencyCode, Externs, OverflowChecks};
pub use lock::{Lock, lock};
pub use plan::VARIABLE as WRAPPER_VARIABLE;
pub use test_binary::{TestBinary, TestKind};
pub use toolchain::{Toolchain, find as find_toolchain};
pub use unit::Unit;
pub use workspace::{RUNTIME_PACKAGE, Workspace, canonical, find as find_workspace};

use crate::cli::CargoArgs;
use crate::config::Granularity;
use crate::event::{Event, Sink};
use cargo_run::{AtFailure, Outcome};
use plan::Plan;

/// How to build.
#[derive(Clone, Copy, Debug)]
pub struct BuildConfig<'a> {
    /// Cargo's flags.
    pub cargo: &'a CargoArgs,
    /// The density of cutpoints.
    pub granularity: Granularity,
    /// Whether everything is instrumented, without attributes and dependency.
    pub auto: bool,
    /// Whether tests are built too.
    pub tests: bool,
    /// Cargo's target folder for this build.
    pub folder: &'a Utf8Path,
    /// The executable that wraps rustc: cargo-pct itself.
    pub wrapper: &'a Utf8Path,
    /// Whether diagnostics are coloured.
    pub color: bool,
    /// Whether cargo's own progress is kept off stderr.
    pub quiet: bool,
}

/// A finished build.
#[derive(Debug)]
pub struct Build {
    /// Libraries and binaries without `cfg(test)`, with MIR and sites, of the selected packages, sorted.
    pub units: Vec<Unit>,
    /// Test binaries, in the order of their names.
    pub tests: Vec<TestBinary>,
    /// The folders of all packages that were built and that their users may edit: members and dependencies with a path.
    pub sources: BTreeSet<Utf8PathBuf>,
    /// The folder of the records, those of dependencies among them.
    pub records: Utf8PathBuf,
    /// Units that were compiled by this build.
    pub compiled: usize,
    /// What was annotated with `--auto`.
    pub annotated: Option<Annotated>,
    /// What has no probes although something in it is annotated, and why, in words.
    pub refused: Vec<String>,
    /// Rustc's diagnostics about tests that do not build.
    pub unbuilt_tests: Vec<String>,
}

impl Build {
    /// The crates that the tests of a unit are linked with, by the stems of their libraries: its unit tests, and the tests that use it.
    pub fn tested_with(&self, unit: &Unit) -> Vec<String> {
        let is_of = |tests: &&Unit| {
            tests.source == unit.source || tests.externs.values().any(|stem| *stem == unit.stem)
        };
        let tests = self.tests.iter().map(|binary| &binary.unit).filter(is_of);
        tests.flat_map(|tests| tests.externs.values().cloned()).collect()
    }
}

/// Why there is no build.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Cargo does not start.
    #[error("cannot run cargo: {source}")]
    NoCargo {
        /// Why.
        source: std::io::Error,
    },
    /// Rustc does not start, or does not say what it is.
    #[error("cannot run rustc: {0}")]
    NoRustc(String),
    /// Cargo refuses to build: no package here, an unknown feature, a wrong manifest. Empty if cargo has said it.
    #[error("{}", if .0.is_empty() { "cargo refused to build" } else { .0 })]
    Refused(String),
    /// The user's code, or a build script, fails.
    #[error("the code does not build")]
    UserCode {
        /// Rustc's diagnostics, rendered by it.
        diagnostics: Vec<String>,
    },
    /// A file or folder.
    #[error("{path}: {source}")]
    Io {
        /// Which.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The runtime cannot be built beside a crate that does not depend on it.
    #[error(
        "the runtime of cargo-pct cannot be built (cargo has said why); its sources are in {folder}. Without a network, \
         fetch its dependencies while there is one: `cargo fetch --manifest-path {folder}/Cargo.toml`"
    )]
    Runtime {
        /// Its sources.
        folder: Utf8PathBuf,
    },
    /// Cargo built a target and the wrapper left no record of it, twice.
    #[error("target `{0}` was built and left no record")]
    Unrecorded(String),
}

impl BuildError {
    /// What cargo says on stderr, without its own `error:` in front.
    fn refused(stderr: &[u8]) -> BuildError {
        let text = String::from_utf8_lossy(stderr);
        BuildError::Refused(text.trim().strip_prefix("error: ").unwrap_or(text.trim()).to_owned())
    }
}

/// Builds the selected packages.
pub fn build(
    workspace: &Workspace,
    toolchain: &Toolchain,
    config: &BuildConfig<'_>,
    sink: &mut dyn Sink,
) -> Result<Build, BuildError> {
    let started = Instant::now();
    let auto = config.auto.then(|| auto::prepare(workspace, config, sink)).transpose()?;
    let (auto, annotated) = auto.unzip();
    sink.emit(Event::BuildStarted { packages: workspace.names() });
    let plan = Plan {
        wrapper: config.wrapper.to_owned(),
        auto,
        roots: workspace.roots(),
        units: cargo_run::units_folder(config.folder),
        granularity: config.granularity.name().to_owned(),
        workspace_wrapper: toolchain.cargo_config.workspace_wrapper.clone(),
        replaced: plan::replaced(),
    };
    if unit::has_others(&plan.units) {
        forget_all(config.folder)?;
    }
    let mut outcome = run_despite_tests(workspace, config, &plan, sink)?;
    let mut found = matched(workspace, &outcome, &plan);
    if let Err(missing) = &found {
        // Cargo thinks them fresh, and their records are gone: cut off, or removed by hand.
        forget(&missing.iter().map(|it| it.package_id.repr.clone()).collect::<Vec<_>>(), config)?;
        let again = run_despite_tests(workspace, config, &plan, sink)?;
        outcome = Outcome { compiled: outcome.compiled + again.compiled, ..again };
        found = matched(workspace, &outcome, &plan);
    }
    let pairs = found.map_err(|missing| {
        BuildError::Unrecorded(missing.first().map(|it| it.target.name.clone()).unwrap_or_default())
    })?;
    let (tests, plain): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(artifact, _)| artifact.profile.test);
    let mut units: Vec<Unit> = plain.into_iter().map(|(_, unit)| unit).collect();
    units.sort();
    units.dedup();
    let tests = test_binary::all(workspace, toolchain, config, &outcome, tests);
    sink.emit(Event::BuildFinished { compiled: outcome.compiled, elapsed: started.elapsed() });
    let refused = refused(&units, &tests);
    for text in &refused {
        sink.emit(Event::Warning(text.clone()));
    }
    let sources = outcome.sources();
    let (compiled, unbuilt_tests) = (outcome.compiled, outcome.failed);
    Ok(Build { units, tests, sources, records: plan.units, compiled, annotated, refused, unbuilt_tests })
}

/// Builds once. Tests that do not build, or that need a dependency that does not, cost those tests: the analysis needs the code alone.
fn run_despite_tests(
    workspace: &Workspace,
    config: &BuildConfig<'_>,
    plan: &Plan,
    sink: &mut dyn Sink,
) -> Result<Outcome, BuildError> {
    let failed = match cargo_run::run(workspace, config, plan, AtFailure::End, sink) {
        Err(failed @ BuildError::UserCode { .. }) if config.tests => failed,
        outcome => return outcome,
    };
    let without_tests = BuildConfig { tests: false, quiet: true, ..*config };
    if cargo_run::run(workspace, &without_tests, plan, AtFailure::End, sink).is_err() {
        return Err(failed);
    }
    cargo_run::run(workspace, &BuildConfig { quiet: true, ..*config }, plan, AtFailure::GoOn, sink)
}

fn refused(units: &[Unit], tests: &[TestBinary]) -> Vec<String> {
    let all = units.iter().chain(tests.iter().map(|binary| &binary.unit));
    let text = |unit: &Unit| {
        let what = if unit.test { "unit tests" } else { "code" };
        let why = unit.refused.as_ref()?;
        Some(format!(
            "nothing is observed in the {what} of {}: the compiler refuses what the attributes make: {why}",
            unit.crate_name
        ))
    };
    all.filter_map(text).collect()
}

/// The artifacts that matter, each with its unit's record; or those whose record is missing or incomplete.
fn matched(
    workspace: &Workspace,
    outcome: &Outcome,
    plan: &Plan,
) -> Result<Vec<(Artifact, Unit)>, Vec<Artifact>> {
    let records = unit::read_all(&plan.units);
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for artifact in &outcome.artifacts {
        let kind = &artifact.target.kind;
        let plain = !artifact.profile.test
            && (workspace::is_library(kind) || kind.contains(&TargetKind::Bin))
            && !kind.contains(&TargetKind::ProcMacro);
        let test = artifact.profile.test && artifact.executable.is_some();
        if !workspace.packages.contains_key(&artifact.package_id) || !(plain || test) {
            continue;
        }
        let source = workspace::canonical(&artifact.target.src_path);
        let files = match &artifact.executable {
            Some(executable) if test => std::slice::from_ref(executable),
            _ => &artifact.filenames,
        };
        match unit::find(&records, &source, test, files).filter(|unit| unit.is_complete()) {
            Some(unit) => found.push((artifact.clone(), unit.clone())),
            // The tests of a procedural macro are compiled as such, without a record; they hold no probes.
            None if kind.contains(&TargetKind::ProcMacro) => {}
            None => missing.push(artifact.clone()),
        }
    }
    if missing.is_empty() { Ok(found) } else { Err(missing) }
}

/// Removes all that was built in our folder, and the records.
fn forget_all(folder: &Utf8Path) -> Result<(), BuildError> {
    let error = |source| BuildError::Io { path: folder.to_owned(), source };
    for entry in folder.read_dir_utf8().map_err(error)?.filter_map(Result::ok) {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            std::fs::remove_dir_all(entry.path()).map_err(error)?;
        }
    }
    Ok(())
}

/// Makes cargo forget that these packages are built.
fn forget(packages: &[String], config: &BuildConfig<'_>) -> Result<(), BuildError> {
    let args = config.cargo;
    let mut command = workspace::cargo();
    command.arg("clean").args(args.common()).args(["--quiet", "--target-dir", config.folder.as_str()]);
    command.env("CARGO_BUILD_BUILD_DIR", config.folder);
    command.args(packages.iter().flat_map(|id| ["--package", id]));
    command.args(args.target.iter().flat_map(|triple| ["--target", triple]));
    command.args(args.profile.iter().flat_map(|profile| ["--profile", profile]));
    command.args(args.release.then_some("--release"));
    let output = command.output().map_err(|source| BuildError::NoCargo { source })?;
    if output.status.success() { Ok(()) } else { Err(BuildError::refused(&output.stderr)) }
}

/// A path from the working directory.
fn absolute(path: &Utf8Path) -> Result<Utf8PathBuf, BuildError> {
    camino::absolute_utf8(path).map_err(|source| BuildError::Io { path: path.to_owned(), source })
}
