//! Getting the sources: cargo fetches them from the registry as dependencies of a package that nobody builds.

use std::path::{Path, PathBuf};

use serde_json::Value;
use walkdir::WalkDir;

use super::crates::Pinned;
use crate::error::Error;
use crate::process;

/// A copy of each crate's package, to be built as a workspace of its own.
pub(crate) fn fetch(
    folder: &Path,
    crates: &[&'static Pinned],
) -> Result<Vec<(&'static Pinned, PathBuf)>, Error> {
    let missing: Vec<&&Pinned> = crates.iter().filter(|it| !copy_of(folder, it).exists()).collect();
    if !missing.is_empty() {
        let packages = folder.join("registry");
        write_package(&packages, &missing)?;
        let manifests = manifests(&packages)?;
        for pinned in missing {
            let found = manifests.iter().find(|(name, version, _)| {
                (name, version) == (&pinned.name.to_owned(), &pinned.version.to_owned())
            });
            let Some((_, _, manifest)) = found else {
                return Err(Error::Check(format!("cargo did not fetch {} {}", pinned.name, pinned.version)));
            };
            copy(manifest.parent().unwrap_or(manifest), &copy_of(folder, pinned))?;
        }
    }
    Ok(crates.iter().map(|it| (*it, copy_of(folder, it))).collect())
}

fn copy_of(folder: &Path, pinned: &Pinned) -> PathBuf {
    folder.join("crates").join(format!("{}-{}", pinned.name, pinned.version))
}

fn write_package(folder: &Path, crates: &[&&Pinned]) -> Result<(), Error> {
    let wanted = crates.iter().map(|it| format!("{} = \"={}\"\n", it.name, it.version));
    let manifest = format!(
        "[package]\nname = \"surveyed\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{}",
        wanted.collect::<String>()
    );
    super::write(&folder.join("Cargo.toml"), &manifest)?;
    super::write(&folder.join("src/lib.rs"), "")?;
    let lock = folder.join("Cargo.lock");
    if lock.exists() {
        std::fs::remove_file(&lock).map_err(Error::file("delete", &lock))?;
    }
    process::step(process::cargo(folder).arg("fetch"))
}

/// Name, version and manifest of each package that cargo fetched.
fn manifests(folder: &Path) -> Result<Vec<(String, String, PathBuf)>, Error> {
    let mut command = process::cargo(folder);
    command.args(["metadata", "--format-version", "1", "--offline"]);
    let shown = process::shown(&command);
    let output = command.output().map_err(|source| Error::Start { command: shown, source })?;
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| Error::Check(format!("cargo metadata cannot be read: {error}")))?;
    let text = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().into_iter().flatten();
    Ok(packages
        .map(|it| (text(it, "name"), text(it, "version"), PathBuf::from(text(it, "manifest_path"))))
        .collect())
}

/// Copies a package. It becomes a workspace of its own; the versions of its dependencies are those of its own lock file, if
/// it was published with one.
fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    for entry in WalkDir::new(from) {
        let entry = entry.map_err(|error| Error::file("read", from)(error.into()))?;
        let target = to.join(entry.path().strip_prefix(from).unwrap_or(entry.path()));
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(&target).map_err(Error::file("create", &target))?;
        } else {
            std::fs::copy(entry.path(), &target).map_err(Error::file("copy", entry.path()))?;
        }
    }
    let manifest = to.join("Cargo.toml");
    let Ok(text) = std::fs::read_to_string(&manifest) else { return Ok(()) };
    if text.lines().any(|line| line.trim() == "[workspace]") {
        Ok(())
    } else {
        super::write(&manifest, &(text + "\n[workspace]\n"))
    }
}
