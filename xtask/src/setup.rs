//! `cargo xtask setup`: leaves a suitable `libz3` in `.z3/lib`, where `.cargo/config.toml` points the build.
//!
//! A Z3 of the system is linked to where one is new enough; otherwise the library of the `z3-solver` wheel is
//! fetched, pinned by version and hash. The folder is prepared beside its place and renamed into it, so that it is
//! complete or absent, whenever this program is killed. When it already holds a suitable library, nothing is done.

mod library;
mod system;
mod wheel;

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::process;
use crate::project::Project;

pub(crate) use library::{Library, Unsuitable, Version};

/// The oldest Z3 that is linked: the one whose C interface the `z3` crate's bindings were generated from.
///
/// Others link too, but number the kinds of terms otherwise: a term read back from one could be taken for another,
/// or for none that Rust knows, which is undefined behaviour.
pub(crate) const OLDEST: Version = Version([5, 3, 2]);

/// The first Z3 whose numbers nobody has compared with the bindings'. (Those of 5.4 are the same in all enumerations.)
pub(crate) const FIRST_UNKNOWN: Version = Version([5, 5, 0]);

/// What `cargo xtask setup` can be told.
#[derive(clap::Args, Default)]
pub(crate) struct Options {
    /// Fetch the pinned wheel even where the system has a suitable Z3.
    #[arg(long)]
    wheel: bool,
    /// Set up afresh, whatever is there.
    #[arg(long)]
    force: bool,
}

/// Why Z3 could not be set up.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SetupError {
    /// The user's own choice of a Z3 cannot be used.
    #[error("Z3_LIBRARY_PATH_OVERRIDE names {}, which cannot be used: {reason}", folder.display())]
    Override {
        /// The folder named.
        folder: PathBuf,
        /// What is wrong with it.
        reason: Unsuitable,
    },
    /// There is no wheel for this platform.
    #[error("no suitable Z3 was found on this system, and no z3-solver wheel is known for {0}\n{OTHER_WAYS}")]
    NoWheel(String),
    /// No Python.
    #[error(
        "no suitable Z3 was found on this system, and neither python3 nor python is there to fetch one\n{OTHER_WAYS}"
    )]
    NoPython,
    /// A Python without pip.
    #[error(
        "{python} has no pip to fetch Z3 with (Debian and Ubuntu: apt install python3-pip)\n{OTHER_WAYS}"
    )]
    NoPip {
        /// The Python that was asked.
        python: String,
    },
    /// No package index answered.
    #[error(
        "pip reached no package index to fetch {wheel} from; is there a network? pip said:\n{message}\n{OTHER_WAYS}"
    )]
    NoNetwork {
        /// What was to be fetched.
        wheel: String,
        /// The end of what pip wrote.
        message: String,
    },
    /// The file is not the one that was pinned.
    #[error(
        "the file that pip found for {wheel} is not the pinned one and was thrown away: its sha256 differs. \
         Someone or something between here and the package index changed it. pip said:\n{message}"
    )]
    HashMismatch {
        /// What was to be fetched.
        wheel: String,
        /// The end of what pip wrote.
        message: String,
    },
    /// The disk is full.
    #[error("no space is left to unpack Z3 (about 100 MB are needed in {} while it is set up)", .0.display())]
    DiskFull(PathBuf),
    /// pip or the unpacking failed in another way.
    #[error("{doing} failed:\n{message}\n{OTHER_WAYS}")]
    Fetch {
        /// What was being done.
        doing: &'static str,
        /// The end of what it wrote.
        message: String,
    },
    /// The library of the wheel cannot be used here.
    #[error("the library of {wheel} cannot be used here: {reason}\n{OTHER_WAYS}")]
    Unusable {
        /// The wheel.
        wheel: String,
        /// What is wrong with it.
        reason: Unsuitable,
    },
}

/// Advice that ends most messages.
const OTHER_WAYS: &str = "\
other ways to a Z3:
  - install Z3 5.3.2 or 5.4 and set Z3_LIBRARY_PATH_OVERRIDE to the folder of its libz3, or
  - build with `--features vendored` (from source: CMake 3.26, a C++20 compiler and much time) or
    `--features gh-release` (the Z3 project's own binary), which need no set-up, or
  - without a network: put the z3-solver wheel into a folder and set PIP_FIND_LINKS to it and PIP_NO_INDEX=1";

/// Sets Z3 up and says what it did.
pub(crate) fn run(project: &Project, options: &Options) -> Result<(), Error> {
    let (library, from) = ensure(project, options)?;
    eprintln!("Z3 {} ({}), {from}", library.version, library.file.display());
    Ok(())
}

/// A suitable library, where the build of this checkout finds it, and how it came there.
pub(crate) fn ensure(project: &Project, options: &Options) -> Result<(Library, String), Error> {
    if let Some(folder) = users_own_folder() {
        let library =
            Library::in_folder(&folder).map_err(|reason| SetupError::Override { folder, reason })?;
        return Ok((library, "from Z3_LIBRARY_PATH_OVERRIDE".to_owned()));
    }
    let folder = project.z3_folder();
    if !options.force
        && let Ok(library) = Library::in_folder(&folder)
    {
        return Ok((library, "already set up".to_owned()));
    }
    let stage = stage_beside(&folder)?;
    let prepared = stage.path().join("lib");
    std::fs::create_dir(&prepared).map_err(Error::file("create", &prepared))?;
    let found = if options.wheel { None } else { system::newest() };
    let from = match found {
        Some(library) => {
            link_names(&library, &prepared)?;
            "linked to the system's".to_owned()
        }
        None => wheel::fetch(stage.path(), &prepared)?,
    };
    rename_into_place(&prepared, &folder, stage.path(), options.force)?;
    let reason = |reason| SetupError::Unusable { wheel: from.clone(), reason };
    Ok((Library::in_folder(&folder).map_err(reason)?, from))
}

/// `Z3_LIBRARY_PATH_OVERRIDE`, unless it only repeats what `.cargo/config.toml` says.
fn users_own_folder() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("Z3_LIBRARY_PATH_OVERRIDE")?);
    (!folder.as_os_str().is_empty() && !process::is_a_checkouts_own(&folder)).then_some(folder)
}

/// A temporary folder on the file system of `folder`, so that what is prepared there can be renamed into place.
fn stage_beside(folder: &Path) -> Result<tempfile::TempDir, Error> {
    let parent = folder.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(Error::file("create", parent))?;
    remove_old_stages(parent);
    tempfile::Builder::new()
        .prefix(STAGE)
        .tempdir_in(parent)
        .map_err(Error::file("create a folder in", parent))
}

/// How the names of stages begin.
const STAGE: &str = "stage-";

/// Removes what set-ups left that were killed. One that is younger than an hour may still be in use.
fn remove_old_stages(parent: &Path) {
    let an_hour = std::time::Duration::from_secs(60 * 60);
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_stage = entry.file_name().to_str().is_some_and(|name| name.starts_with(STAGE));
        let modified = entry.metadata().and_then(|metadata| metadata.modified()).ok();
        if is_stage && modified.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > an_hour) {
            // It is only in the way, and the next set-up tries again.
            std::fs::remove_dir_all(entry.path()).ok();
        }
    }
}

/// Links a library of the system under the names that the linker and the loader ask for.
fn link_names(library: &Library, folder: &Path) -> Result<(), Error> {
    for name in library.names() {
        let link = folder.join(name);
        symlink(&library.file, &link).map_err(Error::file("link", &link))?;
    }
    Ok(())
}

/// Renames the prepared folder into its place; what was there is moved aside first, and thrown away with the stage.
///
/// Where two set-ups run at once, the second finds its place taken by a suitable library and leaves it.
fn rename_into_place(prepared: &Path, folder: &Path, stage: &Path, force: bool) -> Result<(), Error> {
    let taken = || Library::in_folder(folder).is_ok();
    if folder.symlink_metadata().is_ok() {
        if !force && taken() {
            return Ok(());
        }
        let aside = stage.join("replaced");
        match std::fs::rename(folder, &aside) {
            // Another set-up was quicker to.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            moved => moved.map_err(Error::file("move aside", folder))?,
        }
    }
    match std::fs::rename(prepared, folder) {
        Err(_) if taken() => Ok(()),
        renamed => renamed.map_err(Error::file("rename into place", folder)),
    }
}

/// A symbolic link; on platforms that have none for everybody, a copy.
pub(crate) fn symlink(target: &Path, link: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::symlink(target, link);
    #[cfg(not(unix))]
    return std::fs::copy(link.parent().unwrap_or(Path::new(".")).join(target), link).map(drop);
}
