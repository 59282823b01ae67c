//! The user's workspace: where it is, and which of its packages are meant. Cargo answers; nothing is guessed from
//! files.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Edition, Metadata, Package, PackageId, Target, TargetKind};
use globset::Glob;

use super::BuildError;
use crate::cli::CargoArgs;

/// The package that the attributes come from.
pub const RUNTIME_PACKAGE: &str = "pct-runtime";

/// A workspace, and what of it is measured.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The folder of the workspace's manifest; rustc names files relative to it.
    pub root: Utf8PathBuf,
    /// cargo-pct's folder in the target folder.
    pub folder: Utf8PathBuf,
    /// The selected packages, by id.
    pub packages: BTreeMap<PackageId, Package>,
    /// All members, by id.
    pub members: BTreeMap<PackageId, Package>,
}

/// Cargo itself: the one that called us, so that the user's `+toolchain` holds.
pub(super) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Cargo hands it on to packages without a build script, and it would be taken for their own.
    command.env_remove("OUT_DIR");
    command
}

impl CargoArgs {
    /// The flags that every cargo call about this workspace gets.
    pub(super) fn common(&self) -> Vec<String> {
        let mut flags = Vec::new();
        if let Some(path) = &self.manifest_path {
            flags.extend(["--manifest-path".to_owned(), path.to_string()]);
        }
        for (set, flag) in [(self.locked, "--locked"), (self.offline, "--offline"), (self.frozen, "--frozen")]
        {
            flags.extend(set.then(|| flag.to_owned()));
        }
        flags
    }
}

/// Asks cargo for the workspace.
pub fn find(args: &CargoArgs) -> Result<Workspace, BuildError> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1", "--no-deps"]).args(args.common());
    let output = command.output().map_err(|source| BuildError::NoCargo { source })?;
    if !output.status.success() {
        return Err(BuildError::refused(&output.stderr));
    }
    let metadata = String::from_utf8_lossy(&output.stdout);
    let metadata =
        cargo_metadata::MetadataCommand::parse(metadata.lines().find(|it| it.starts_with('{')).unwrap_or(""))
            .map_err(|error| BuildError::Refused(format!("cargo metadata cannot be read: {error}")))?;
    let target = match &args.target_dir {
        None => metadata.target_directory.clone(),
        Some(folder) => super::absolute(folder)?,
    };
    let selected = select(&metadata, args)?;
    let members: BTreeMap<_, _> =
        metadata.packages.iter().map(|package| (package.id.clone(), package.clone())).collect();
    let packages = members.iter().filter(|(id, _)| selected.contains(*id));
    Ok(Workspace {
        root: metadata.workspace_root.clone(),
        folder: target.join("pct"),
        packages: packages.map(|(id, package)| (id.clone(), package.clone())).collect(),
        members,
    })
}

/// The packages that cargo's build would take. A specification that fits none is left to cargo, which knows better
/// what to say.
fn select(metadata: &Metadata, args: &CargoArgs) -> Result<BTreeSet<PackageId>, BuildError> {
    let matching = |specs: &[String]| -> Result<BTreeSet<PackageId>, BuildError> {
        let mut found = BTreeSet::new();
        for spec in specs {
            let glob =
                Glob::new(spec).map_err(|error| BuildError::Refused(format!("package `{spec}`: {error}")))?;
            let glob = glob.compile_matcher();
            found.extend(metadata.workspace_packages().into_iter().filter_map(|package| {
                let version = format!("{}@{}", package.name, package.version);
                let fits =
                    glob.is_match(package.name.as_str()) || *spec == version || *spec == package.id.repr;
                fits.then(|| package.id.clone())
            }));
        }
        Ok(found)
    };
    if !args.package.is_empty() {
        return matching(&args.package);
    }
    if args.workspace {
        let excluded = matching(&args.exclude)?;
        return Ok(metadata.workspace_members.iter().filter(|id| !excluded.contains(id)).cloned().collect());
    }
    Ok(metadata.workspace_default_packages().iter().map(|package| package.id.clone()).collect())
}

impl Workspace {
    /// Names of the selected packages.
    pub fn names(&self) -> Vec<String> {
        self.packages.values().map(|package| package.name.to_string()).collect()
    }

    /// Whether any member depends on the attributes' package.
    pub fn has_runtime(&self) -> bool {
        let uses = |package: &Package| package.dependencies.iter().any(|it| it.name == RUNTIME_PACKAGE);
        self.members.values().any(uses)
    }

    /// Versions of the attributes' package that the lock file names; empty if there is no lock file yet.
    pub fn locked_runtime(&self) -> Vec<String> {
        let lock = std::fs::read_to_string(self.root.join("Cargo.lock")).unwrap_or_default();
        let lock: toml::Table = lock.parse().unwrap_or_default();
        let packages = lock.get("package").and_then(|it| it.as_array()).into_iter().flatten();
        let named = packages.filter(|it| it.get("name").and_then(|it| it.as_str()) == Some(RUNTIME_PACKAGE));
        named.filter_map(|it| Some(it.get("version")?.as_str()?.to_owned())).collect()
    }

    /// Whether any selected package has a library; cargo refuses `--lib` otherwise.
    pub(super) fn has_library(&self) -> bool {
        let mut targets = self.packages.values().flat_map(|package| &package.targets);
        targets.any(|target| is_library(&target.kind))
    }

    /// Root files of all members' libraries and binaries, canonical.
    pub(super) fn roots(&self) -> BTreeSet<Utf8PathBuf> {
        self.analysed().map(|target| canonical(&target.src_path)).collect()
    }

    /// Those of edition 2015.
    pub(super) fn roots_of_2015(&self) -> BTreeSet<Utf8PathBuf> {
        let old = self.analysed().filter(|target| target.edition == Edition::E2015);
        old.map(|target| canonical(&target.src_path)).collect()
    }

    fn analysed(&self) -> impl Iterator<Item = &Target> {
        let targets = self.members.values().flat_map(|package| &package.targets);
        targets.filter(|target| is_library(&target.kind) || target.kind.contains(&TargetKind::Bin))
    }
}

/// Whether a target is a package's library, of any crate type.
pub(super) fn is_library(kinds: &[TargetKind]) -> bool {
    use TargetKind::{CDyLib, DyLib, Lib, ProcMacro, RLib, StaticLib};
    kinds.iter().any(|kind| matches!(kind, CDyLib | DyLib | Lib | ProcMacro | RLib | StaticLib))
}

/// The path without links, or as it is where that cannot be told.
pub fn canonical(path: &Utf8Path) -> Utf8PathBuf {
    path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned())
}
