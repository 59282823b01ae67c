//! One `cargo build`: its command line, its environment and its messages.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufReader;
use std::process::Stdio;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_metadata::{Artifact, BuildScript, Message, PackageId};
use pct_wire::{Id, env};

use super::auto::Auto;
use super::plan::{self, Plan};
use super::{BuildConfig, BuildError, Workspace, workspace};
use crate::event::{Event, Sink};

/// What one build said.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) artifacts: Vec<Artifact>,
    pub(super) build_scripts: BTreeMap<PackageId, BuildScript>,
    /// Units that were compiled, and not found fresh.
    pub(super) compiled: usize,
    /// Rustc's diagnostics about targets that do not build, where the others are wanted all the same.
    pub(super) failed: Vec<String>,
}

impl Outcome {
    /// The folders of the packages that come from a path. Cargo's messages name the others by a registry or a repository.
    pub(super) fn sources(&self) -> BTreeSet<Utf8PathBuf> {
        let local = self.artifacts.iter().filter(|it| it.package_id.repr.starts_with("path+"));
        local.filter_map(|it| it.manifest_path.parent()).map(Utf8Path::to_owned).collect()
    }
}

/// Says how a build goes on when a target fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtFailure {
    /// It ends, and so does the run.
    End,
    /// It builds the other targets.
    GoOn,
}

/// The folder of unit records, inside cargo's own so that they vanish together.
pub(super) fn units_folder(build_folder: &Utf8Path) -> Utf8PathBuf {
    build_folder.join(".pct")
}

/// Builds once.
pub(super) fn run(
    workspace: &Workspace,
    config: &BuildConfig<'_>,
    plan: &Plan,
    at_failure: AtFailure,
    sink: &mut dyn Sink,
) -> Result<Outcome, BuildError> {
    let mut command = workspace::cargo();
    command.arg("build").args(arguments(workspace, config));
    command.args((at_failure == AtFailure::GoOn).then_some("--keep-going"));
    environment(&mut command, config, plan)?;
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    crate::process::end_with_us(&mut command);
    let mut child = command.spawn().map_err(|source| BuildError::NoCargo { source })?;
    let mut outcome = Outcome::default();
    let (mut diagnostics, mut build_started) = (Vec::new(), false);
    if let Some(stdout) = child.stdout.take() {
        for message in Message::parse_stream(BufReader::new(stdout)) {
            let Ok(message) = message else { break };
            build_started |= !matches!(message, Message::TextLine(_));
            match message {
                Message::CompilerArtifact(artifact) => {
                    outcome.compiled += usize::from(!artifact.fresh);
                    let target = artifact.target.name.clone();
                    sink.emit(Event::Compiled { target, fresh: artifact.fresh });
                    outcome.artifacts.push(artifact);
                }
                Message::CompilerMessage(message)
                    if matches!(message.message.level, DiagnosticLevel::Error | DiagnosticLevel::Ice) =>
                {
                    let text = message.message.rendered.unwrap_or(message.message.message);
                    diagnostics.push(text);
                }
                Message::BuildScriptExecuted(script) => {
                    outcome.build_scripts.insert(script.package_id.clone(), script);
                }
                _ => {}
            }
        }
    }
    let status = child.wait().map_err(|source| BuildError::NoCargo { source })?;
    match status.success() {
        true => Ok(outcome),
        // Cargo has said why on stderr, which is ours too.
        false if !build_started => Err(BuildError::Refused(String::new())),
        false if at_failure == AtFailure::GoOn => Ok(Outcome { failed: diagnostics, ..outcome }),
        false => Err(BuildError::UserCode { diagnostics }),
    }
}

fn arguments(workspace: &Workspace, config: &BuildConfig<'_>) -> Vec<String> {
    let args = config.cargo;
    let mut flags = args.common();
    let mut valued = |name: &str, values: &[String]| {
        flags.extend(values.iter().flat_map(|value| [name.to_owned(), value.clone()]));
    };
    valued("--package", &args.package);
    valued("--exclude", &args.exclude);
    valued("--features", &args.features);
    valued("--profile", args.profile.as_slice());
    valued("--target", args.target.as_slice());
    valued("--jobs", &args.jobs.map(|jobs| jobs.to_string()).into_iter().collect::<Vec<_>>());
    valued("--target-dir", &[config.folder.to_string()]);
    let only_integration_tests = !args.test.is_empty() && !args.lib && args.bin.is_empty();
    if only_integration_tests {
        valued("--test", &args.test);
    }
    for (set, flag) in [
        (args.workspace, "--workspace"),
        (args.all_features, "--all-features"),
        (args.no_default_features, "--no-default-features"),
        (args.release, "--release"),
        (config.quiet, "--quiet"),
        (workspace.has_library(), "--lib"),
        (true, "--bins"),
        (!only_integration_tests && config.tests, "--tests"),
    ] {
        flags.extend(set.then(|| flag.to_owned()));
    }
    let rendered = if config.color { "json-diagnostic-rendered-ansi" } else { "json" };
    flags.extend([format!("--message-format={rendered}")]);
    flags
}

/// The variables of the build. `RUSTFLAGS` is never touched: it would replace the flags of the user's configuration,
/// and rebuild every dependency.
fn environment(
    command: &mut std::process::Command,
    config: &BuildConfig<'_>,
    plan: &Plan,
) -> Result<(), BuildError> {
    let units = &plan.units;
    std::fs::create_dir_all(units).map_err(|source| BuildError::Io { path: units.clone(), source })?;
    let plan_file = plan.write(units).map_err(|source| BuildError::Io { path: units.clone(), source })?;
    for inherited in [env::TRACE, env::INSTRUMENT, env::SITES, env::DROPPED, env::REQUESTS, env::ANSWERS] {
        command.env_remove(inherited);
    }
    command.env("RUSTC_WORKSPACE_WRAPPER", config.wrapper);
    // In the place of a compiler cache, which would wrap our wrapper, and replay a compilation without its MIR.
    command.env("RUSTC_WRAPPER", config.wrapper);
    // Where intermediate files go apart from the final ones, they must not go to the user's own folder either.
    command.env("CARGO_BUILD_BUILD_DIR", config.folder);
    command.env(plan::VARIABLE, &plan_file);
    command.env(env::GRANULARITY, &plan.granularity);
    let runtime = plan.auto.as_ref().map(Auto::identity).unwrap_or_default();
    let fingerprint = Id::of(&[env!("CARGO_PKG_VERSION"), &plan.granularity, &runtime]);
    command.env(env::FINGERPRINT, fingerprint.to_string());
    Ok(())
}
