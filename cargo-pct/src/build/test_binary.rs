//! Test binaries, and the environment that `cargo test` would run them in.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, Package, TargetKind};

use super::cargo_run::Outcome;
use super::{BuildConfig, Toolchain, Unit, Workspace, workspace};

/// What a test binary tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestKind {
    /// The library, from inside.
    Library,
    /// A binary, from inside.
    Binary,
    /// A test target of its own.
    Integration,
    /// An example or a benchmark that is tested too.
    Other,
}

/// A test binary and how to run it.
#[derive(Clone, Debug)]
pub struct TestBinary {
    /// A name that no other has: `package`, `package::bin/name`, `package::name`.
    pub id: String,
    /// What it tests.
    pub kind: TestKind,
    /// The program.
    pub executable: Utf8PathBuf,
    /// How it was compiled.
    pub unit: Unit,
    /// The folder to run it in: its package's.
    pub folder: Utf8PathBuf,
    /// Variables that are set for it.
    pub environment: BTreeMap<String, String>,
    /// A program, with arguments, that is given the executable; empty to run it directly.
    pub runner: Vec<String>,
}

/// Those of the built test binaries that the user wants to run.
pub(super) fn all(
    workspace: &Workspace,
    toolchain: &Toolchain,
    config: &BuildConfig<'_>,
    outcome: &Outcome,
    built: Vec<(Artifact, Unit)>,
) -> Vec<TestBinary> {
    let wanted = |artifact: &Artifact| {
        let args = config.cargo;
        let all = !args.lib && args.bin.is_empty() && args.test.is_empty();
        let named = |names: &[String]| names.contains(&artifact.target.name);
        match kind(artifact) {
            TestKind::Library => all || args.lib,
            TestKind::Binary => all || named(&args.bin),
            TestKind::Integration => all || named(&args.test),
            TestKind::Other => all,
        }
    };
    let mut binaries: Vec<_> = built
        .into_iter()
        .filter(|(artifact, _)| wanted(artifact))
        .filter_map(|(artifact, unit)| {
            let package = workspace.packages.get(&artifact.package_id)?;
            Some(TestBinary {
                id: id(package, &artifact),
                kind: kind(&artifact),
                executable: artifact.executable.clone()?,
                unit,
                folder: package.manifest_path.parent().unwrap_or(Utf8Path::new(".")).to_owned(),
                environment: environment(package, toolchain, config, outcome),
                runner: toolchain.cargo_config.runner.clone(),
            })
        })
        .collect();
    binaries.sort_by(|one, other| one.id.cmp(&other.id));
    binaries
}

fn kind(artifact: &Artifact) -> TestKind {
    let kinds = &artifact.target.kind;
    if workspace::is_library(kinds) {
        TestKind::Library
    } else if kinds.contains(&TargetKind::Bin) {
        TestKind::Binary
    } else if kinds.contains(&TargetKind::Test) {
        TestKind::Integration
    } else {
        TestKind::Other
    }
}

fn id(package: &Package, artifact: &Artifact) -> String {
    let (package, name) = (&package.name, &artifact.target.name);
    match kind(artifact) {
        TestKind::Library => package.to_string(),
        TestKind::Binary => format!("{package}::bin/{name}"),
        TestKind::Integration => format!("{package}::{name}"),
        TestKind::Other => format!("{package}::example/{name}"),
    }
}

/// The variables that cargo documents for `cargo test`, and those of its configuration.
fn environment(
    package: &Package,
    toolchain: &Toolchain,
    config: &BuildConfig<'_>,
    outcome: &Outcome,
) -> BTreeMap<String, String> {
    let version = &package.version;
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    let folder = package.manifest_path.parent().unwrap_or(Utf8Path::new(".")).to_string();
    let mut variables = toolchain.cargo_config.env.clone();
    for (name, value) in [
        ("MANIFEST_DIR", folder),
        ("MANIFEST_PATH", package.manifest_path.to_string()),
        ("PKG_NAME", package.name.to_string()),
        ("PKG_VERSION", version.to_string()),
        ("PKG_VERSION_MAJOR", version.major.to_string()),
        ("PKG_VERSION_MINOR", version.minor.to_string()),
        ("PKG_VERSION_PATCH", version.patch.to_string()),
        ("PKG_VERSION_PRE", version.pre.to_string()),
        ("PKG_AUTHORS", package.authors.join(":")),
        ("PKG_DESCRIPTION", text(package.description.as_deref())),
        ("PKG_HOMEPAGE", text(package.homepage.as_deref())),
        ("PKG_REPOSITORY", text(package.repository.as_deref())),
        ("PKG_LICENSE", text(package.license.as_deref())),
        ("PKG_LICENSE_FILE", text(package.license_file.as_deref().map(Utf8Path::as_str))),
        ("PKG_RUST_VERSION", package.rust_version.as_ref().map(ToString::to_string).unwrap_or_default()),
        ("PKG_README", text(package.readme.as_deref().map(Utf8Path::as_str))),
    ] {
        variables.insert(format!("CARGO_{name}"), value);
    }
    let script = outcome.build_scripts.get(&package.id);
    if let Some(script) = script {
        variables.insert("OUT_DIR".into(), script.out_dir.to_string());
        variables.extend(script.env.iter().cloned());
    }
    for artifact in outcome.artifacts.iter().filter(|it| it.package_id == package.id && !it.profile.test) {
        if let Some(executable) =
            artifact.executable.as_ref().filter(|_| artifact.target.kind.contains(&TargetKind::Bin))
        {
            variables.insert(format!("CARGO_BIN_EXE_{}", artifact.target.name), executable.to_string());
        }
    }
    let (name, value) = library_path(toolchain, config, outcome);
    variables.insert(name.into(), value);
    variables
}

/// The search path for dynamic libraries: the user's own comes last, as with cargo.
fn library_path(
    toolchain: &Toolchain,
    config: &BuildConfig<'_>,
    outcome: &Outcome,
) -> (&'static str, String) {
    let name = match () {
        () if cfg!(windows) => "PATH",
        () if cfg!(target_os = "macos") => "DYLD_FALLBACK_LIBRARY_PATH",
        () => "LD_LIBRARY_PATH",
    };
    let mut folders = BTreeSet::new();
    for artifact in &outcome.artifacts {
        let parents = artifact.filenames.iter().filter_map(|file| file.parent());
        folders.extend(
            parents.filter(|folder| folder.starts_with(config.folder)).map(|it| it.as_std_path().to_owned()),
        );
    }
    for script in outcome.build_scripts.values() {
        // `native=/path`, `dependency=/path` or a bare path; those outside the build folder are the system's business.
        let paths = script
            .linked_paths
            .iter()
            .map(|path| path.as_str().split_once('=').map_or(path.as_str(), |it| it.1));
        folders.extend(paths.map(std::path::PathBuf::from).filter(|path| path.starts_with(config.folder)));
    }
    let mut folders: Vec<_> = folders.into_iter().collect();
    folders.push(toolchain.libraries.clone().into());
    folders.push(toolchain.sysroot.join("lib").into());
    folders.extend(std::env::var_os(name).iter().flat_map(std::env::split_paths));
    let joined = std::env::join_paths(folders).unwrap_or_default();
    (name, joined.to_string_lossy().into_owned())
}
