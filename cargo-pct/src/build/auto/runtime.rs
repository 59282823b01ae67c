//! The runtime for crates that do not depend on it: built beside them, by their own toolchain.
//!
//! Its sources are part of this program where it was built from a checkout; else the same version is taken from the registry. A
//! small workspace of our own is built once for each toolchain and set of flags; cargo finds it fresh afterwards.

use std::io::BufReader;
use std::process::Stdio;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::Message;
use serde::{Deserialize, Serialize};

use crate::build::{BuildConfig, BuildError, workspace};

include!(concat!(env!("OUT_DIR"), "/runtime_sources.rs"));

/// The runtime, built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::build) struct Runtime {
    /// The library.
    pub(in crate::build) library: Utf8PathBuf,
    /// Folders of what it depends on: for the target, and for the host, where macros run.
    pub(in crate::build) dependencies: Vec<Utf8PathBuf>,
}

/// Builds the runtime in `folder`, for the target and by the toolchain of the user's build.
pub(super) fn build(folder: &Utf8Path, config: &BuildConfig<'_>) -> Result<Runtime, BuildError> {
    let sources = folder.join("source");
    write(&sources)?;
    let mut command = workspace::cargo();
    let manifest = sources.join("Cargo.toml");
    command.args(["build", "--release", "--message-format=json-render-diagnostics", "--manifest-path"]);
    command.args([
        manifest.as_str(),
        "--target-dir",
        folder.join("target").as_str(),
        "--package",
        "pct-runtime",
    ]);
    command.args(config.cargo.target.iter().flat_map(|triple| ["--target", triple]));
    command.args(config.cargo.offline.then_some("--offline"));
    command.args(config.quiet.then_some("--quiet"));
    command.env("CARGO_BUILD_BUILD_DIR", folder.join("target"));
    for inherited in ["RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"] {
        command.env(inherited, "");
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    crate::process::end_with_us(&mut command);
    let mut child = command.spawn().map_err(|source| BuildError::NoCargo { source })?;
    let mut library = None;
    let mut dependencies = Vec::new();
    for message in Message::parse_stream(BufReader::new(child.stdout.take().expect("it is piped"))) {
        let Ok(Message::CompilerArtifact(artifact)) = message else { continue };
        let files = artifact.filenames.iter();
        let folders = files.filter_map(|file| file.parent()).map(Utf8Path::to_owned);
        dependencies.extend(folders.filter(|folder| folder.file_name() == Some("deps")));
        if artifact.target.name == "pct" {
            library = artifact.filenames.iter().find(|file| file.extension() == Some("rlib")).cloned();
        }
    }
    let status = child.wait().map_err(|source| BuildError::NoCargo { source })?;
    let Some(library) = library.filter(|_| status.success()) else {
        return Err(BuildError::Runtime { folder: sources });
    };
    // Cargo names the copy that it puts in front of `deps`; what that depends on lies in there.
    dependencies.extend(library.parent().map(|folder| folder.join("deps")));
    dependencies.sort();
    dependencies.dedup();
    Ok(Runtime { library, dependencies })
}

/// Writes the workspace, where it differs from what is there.
fn write(folder: &Utf8Path) -> Result<(), BuildError> {
    let mut files: Vec<(String, String)> = SOURCES
        .iter()
        .filter(|(path, _)| path.ends_with(".rs") || path.ends_with("Cargo.lock"))
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    files.extend(manifests());
    for (path, text) in files {
        let path = folder.join(path);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        let parent = path.parent().unwrap_or(folder);
        let written = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, text));
        written.map_err(|source| BuildError::Io { path: path.clone(), source })?;
    }
    Ok(())
}

/// The manifests: those of the checkout without what only its tests need, or one that names the registry's version.
fn manifests() -> Vec<(String, String)> {
    let mut manifests = Vec::new();
    for (path, text) in SOURCES.iter().filter(|(path, _)| path.ends_with("Cargo.toml")) {
        let mut manifest: toml::Table = text.parse().expect("the manifests of the checkout are TOML");
        manifest.remove("dev-dependencies");
        if let Some(workspace) = manifest.get_mut("workspace").and_then(toml::Value::as_table_mut) {
            workspace.insert("members".to_owned(), MEMBERS.to_vec().into());
            workspace.remove("exclude");
            workspace.remove("default-members");
        }
        manifests.push(((*path).to_owned(), manifest.to_string()));
    }
    if manifests.is_empty() {
        let version = env!("CARGO_PKG_VERSION");
        let text = format!(
            "[package]\nname = \"pct-auto\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
             [lib]\npath = \"lib.rs\"\n\n[dependencies]\npct-runtime = \"={version}\"\n\n[workspace]\n"
        );
        manifests.extend([("Cargo.toml".to_owned(), text), ("lib.rs".to_owned(), String::new())]);
    }
    manifests
}

/// The packages of the runtime, in the order in which they depend on each other.
const MEMBERS: [&str; 4] = ["pct-wire", "pct-instrument", "pct-macros", "pct-runtime"];
