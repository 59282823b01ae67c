//! `cargo xtask install`: a `cargo-pct` that can be run from anywhere, this checkout or not.
//!
//! `DIR/bin/cargo-pct` looks for Z3 in `DIR/lib/cargo-pct`, relative to itself (see `cargo-pct/build.rs`); the library is
//! copied there under the names that the loader asks for. The program carries no path of this checkout.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::setup::{self, Library};

/// What `cargo xtask install` can be told.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Install under this folder [default: where `cargo install` would].
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Build without optimisation: quicker to build, slower to run.
    #[arg(long)]
    debug: bool,
}

/// Builds and installs `cargo-pct` and its Z3.
pub(crate) fn run(project: &Project, options: &Options) -> Result<(), Error> {
    let (library, _) = setup::ensure(project, &setup::Options::default())?;
    let root = match &options.root {
        Some(root) => std::path::absolute(root).map_err(Error::file("find", root))?,
        None => default_root()?,
    };
    // The library first: a program without its library would not start, a library alone does no harm.
    let folder = root.join("lib").join("cargo-pct");
    install_library(&library, &folder)?;
    let mut install = process::cargo(project.root());
    install.args(["install", "--locked", "--force", "--path"]).arg(project.root().join("cargo-pct"));
    install.arg("--root").arg(&root).env("PCT_RELOCATABLE", "1");
    // Cargo installs from a folder of its own otherwise, and would build every dependency again.
    install.arg("--target-dir").arg(project.target_folder());
    if options.debug {
        install.arg("--debug");
    }
    process::step(&mut install)?;
    eprintln!(
        "installed {} with Z3 {} in {}",
        root.join("bin").join("cargo-pct").display(),
        library.version,
        folder.display()
    );
    Ok(())
}

/// Copies the library under the name that the loader asks for; each copy is complete before it has its name, so that
/// a running `cargo-pct` of an earlier installation is not disturbed.
fn install_library(library: &Library, folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
    let Some(name) = library.names().pop() else { return Ok(()) };
    let stage = tempfile::NamedTempFile::new_in(folder).map_err(Error::file("create a file in", folder))?;
    std::fs::copy(&library.file, stage.path()).map_err(Error::file("copy", &library.file))?;
    let target = folder.join(name);
    let persisted = stage.persist(&target).map_err(|error| error.error);
    persisted.map(drop).map_err(Error::file("rename into place", &target))
}

/// `CARGO_INSTALL_ROOT`, else `CARGO_HOME`, else `~/.cargo`. (cargo also reads `install.root` of its configuration.)
fn default_root() -> Result<PathBuf, Error> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || std::env::home_dir().map(|home| home.join(".cargo"));
    let root = set("CARGO_INSTALL_ROOT").or_else(|| set("CARGO_HOME")).or_else(home);
    root.ok_or_else(|| Error::Check("there is no home folder to install to: give --root DIR".to_owned()))
}
