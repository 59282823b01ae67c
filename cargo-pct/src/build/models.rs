//! The models of the standard library, compiled by the user's rustc.
//!
//! Their sources are part of this program. They are compiled once for each toolchain and version of the models, into a
//! folder of the tool's own, so that their MIR has the form of the user's.

use camino::{Utf8Path, Utf8PathBuf};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

use super::wrapper::MIR_FLAGS;

/// Why the models could not be compiled.
#[derive(Debug, thiserror::Error)]
pub enum ModelsError {
    /// A file could not be written or read.
    #[error("cannot write the models of the standard library to {path}: {source}")]
    File {
        /// The file or folder.
        path: Utf8PathBuf,
        /// What the operating system says.
        source: std::io::Error,
    },
    /// rustc could not be run, or refused the models.
    #[error("{rustc} does not compile the models of the standard library:\n{output}")]
    Rustc {
        /// The compiler.
        rustc: String,
        /// What it said.
        output: String,
    },
}

/// The MIR of the models, as text. `version` is what rustc says of itself: another compiler compiles them anew.
///
/// # Errors
/// If rustc cannot be run or refuses them, or the folder cannot be written.
pub fn compile(
    sources: &[(&str, &str)],
    rustc: &str,
    version: &str,
    folder: &Utf8Path,
) -> Result<String, ModelsError> {
    let mut hasher = DefaultHasher::new();
    (version, sources, MIR_FLAGS).hash(&mut hasher);
    let dump = folder.join(format!("models-{:016x}.mir", hasher.finish()));
    let file_error = |path: &Utf8Path| {
        let path = path.to_owned();
        move |source| ModelsError::File { path, source }
    };
    if let Ok(text) = std::fs::read_to_string(&dump) {
        return Ok(text);
    }
    std::fs::create_dir_all(folder).map_err(file_error(folder))?;
    // A folder for this process alone: two runs may compile at once.
    let work = tempfile::Builder::new().prefix("models-").tempdir_in(folder).map_err(file_error(folder))?;
    let work_path =
        Utf8Path::from_path(work.path()).expect("a temporary folder in a UTF-8 folder has a UTF-8 path");
    for (name, text) in sources {
        let path = work_path.join(*name);
        std::fs::write(&path, text).map_err(file_error(&path))?;
    }
    let fresh = work_path.join("models.mir");
    let refused = |output: String| ModelsError::Rustc { rustc: rustc.to_owned(), output };
    let output = Command::new(rustc)
        .current_dir(work_path)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--crate-name", "models", "--crate-type", "lib", "--edition", "2024", "--cap-lints", "allow"])
        .args(MIR_FLAGS)
        .args(["-C", "debug-assertions=on", "-C", "overflow-checks=on"])
        .args(["--emit=mir=models.mir", "lib.rs"])
        .output()
        .map_err(|error| refused(error.to_string()))?;
    if !output.status.success() {
        return Err(refused(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    std::fs::rename(&fresh, &dump).map_err(file_error(&dump))?;
    std::fs::read_to_string(&dump).map_err(file_error(&dump))
}
