//! The models of the standard library, compiled by the user's rustc.
//!
//! Their sources are part of this program. They are compiled once for each toolchain and version of the models, into a
//! folder of the tool's own, so that their MIR and their expanded source have the form of the user's.

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

/// What rustc makes of the models.
#[derive(Clone, Debug)]
pub struct CompiledModels {
    /// Their MIR, as text.
    pub mir: String,
    /// Their text after macro expansion, in which functions stand in the order of the MIR's bodies.
    pub expanded: String,
}

/// Compiles the models. `version` is what rustc says of itself: another compiler compiles them anew.
///
/// # Errors
/// If rustc cannot be run or refuses them, or the folder cannot be written.
pub fn compile(
    sources: &[(&str, &str)],
    rustc: &str,
    version: &str,
    folder: &Utf8Path,
) -> Result<CompiledModels, ModelsError> {
    let mut hasher = DefaultHasher::new();
    (version, sources, flags().collect::<Vec<_>>()).hash(&mut hasher);
    let name = format!("models-{:016x}", hasher.finish());
    let (dump, expanded) = (folder.join(format!("{name}.mir")), folder.join(format!("{name}.rs")));
    if let (Ok(mir), Ok(expanded)) = (std::fs::read_to_string(&dump), std::fs::read_to_string(&expanded)) {
        return Ok(CompiledModels { mir, expanded });
    }
    std::fs::create_dir_all(folder).map_err(file_error(folder))?;
    // A folder for this process alone: two runs may compile at once.
    let work = tempfile::Builder::new().prefix("models-").tempdir_in(folder).map_err(file_error(folder))?;
    let work =
        Utf8Path::from_path(work.path()).expect("a temporary folder in a UTF-8 folder has a UTF-8 path");
    for (name, text) in sources {
        write(&work.join(*name), text)?;
    }
    run(rustc, work, &["--emit=mir=models.mir"])?;
    run(rustc, work, &["-Zunpretty=expanded", "-o", "models.rs"])?;
    Ok(CompiledModels {
        mir: keep(&work.join("models.mir"), &dump)?,
        expanded: keep(&work.join("models.rs"), &expanded)?,
    })
}

/// What gives MIR of the form of the user's, without places: nobody looks at those of the models, and without them there is half
/// as much to read.
fn flags() -> impl Iterator<Item = &'static str> {
    MIR_FLAGS.iter().copied().filter(|flag| !flag.starts_with("-Zmir-include-spans"))
}

/// Writes a source, in a folder of its own where its name says so.
fn write(path: &Utf8Path, text: &str) -> Result<(), ModelsError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(file_error(folder))?;
    }
    std::fs::write(path, text).map_err(file_error(path))
}

fn run(rustc: &str, folder: &Utf8Path, wanted: &[&str]) -> Result<(), ModelsError> {
    let refused = |output: String| ModelsError::Rustc { rustc: rustc.to_owned(), output };
    let output = Command::new(rustc)
        .current_dir(folder)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--crate-name", "models", "--crate-type", "lib", "--edition", "2024", "--cap-lints", "allow"])
        .args(flags())
        .args(["-C", "debug-assertions=on", "-C", "overflow-checks=on"])
        .args(wanted)
        .arg("lib.rs")
        .output()
        .map_err(|error| refused(error.to_string()))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(refused(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

/// Puts a file to where later runs find it, whole or not at all.
fn keep(fresh: &Utf8Path, kept: &Utf8Path) -> Result<String, ModelsError> {
    std::fs::rename(fresh, kept).map_err(file_error(kept))?;
    std::fs::read_to_string(kept).map_err(file_error(kept))
}

fn file_error(path: &Utf8Path) -> impl Fn(std::io::Error) -> ModelsError {
    let path = path.to_owned();
    move |source| ModelsError::File { path: path.clone(), source }
}
