//! What can go wrong in the project's own commands. Every message says what to do next where there is something to do.

use std::path::{Path, PathBuf};

use crate::setup::SetupError;

/// Why a command of `cargo xtask` failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The folder is not a checkout of this project.
    #[error("{} is not a checkout of cargo-pct: it has no cargo-pct/Cargo.toml", .0.display())]
    NotTheProject(PathBuf),
    /// A file or folder could not be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    File {
        /// What was tried, as a verb: "read", "create".
        action: &'static str,
        /// On which path.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A program could not be started.
    #[error("cannot run `{command}`: {source}")]
    Start {
        /// The command line.
        command: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A program ended otherwise than it should.
    #[error("`{command}` ended with {status}, expected {expected}")]
    Status {
        /// The command line.
        command: String,
        /// How it ended.
        status: String,
        /// How it should have ended.
        expected: String,
    },
    /// The toolchain has no documentation.
    #[error("there is no documentation in {}: run `rustup component add rust-docs`", .0.display())]
    NoDocumentation(PathBuf),
    /// Z3 could not be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A check of this project's own failed.
    #[error("{0}")]
    Check(String),
}

impl Error {
    /// Names the path and the action in an error of the file system; for `map_err`.
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        move |source| Error::File { action, path: path.to_path_buf(), source }
    }
}
