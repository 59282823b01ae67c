//! What a run says: the serialisable view of the ledger, and its renderings.
//!
//! Input: the [`Ledger`](crate::ledger::Ledger) and facts about the run. Output: the [`view`], and what is made of it:
//! `report.json` with its [`schema`], the terminal's report, and GitHub's annotations. Each rendering is a function of the view
//! alone, and the terminal's also of the lines of source that it shows. Only times and versions come from the run.

pub mod abstraction;
pub mod annotations;
pub mod baseline;
pub mod bounds;
pub mod concolic;
pub mod rust_text;
pub mod schema;
pub mod system_file;
pub mod terminal;
pub mod view;

use camino::{Utf8Path, Utf8PathBuf};

/// The report's file name.
pub const FILE: &str = "report.json";

/// A report that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}: {source}")]
pub struct WriteError {
    /// The file.
    pub path: Utf8PathBuf,
    /// Why.
    pub source: std::io::Error,
}

/// Writes `report.json` into a folder, whole or not at all.
pub fn write(report: &view::Report, folder: &Utf8Path) -> Result<Utf8PathBuf, WriteError> {
    let path = folder.join(FILE);
    let mut text = serde_json::to_string_pretty(report)
        .map_err(|error| WriteError { path: path.clone(), source: error.into() })?;
    text.push('\n');
    crate::atomic_file::write(&path, text.as_bytes())
        .map_err(|source| WriteError { path: path.clone(), source })?;
    Ok(path)
}
