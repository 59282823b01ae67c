//! The files that the wrapper leaves of one unit: its record, side-car, MIR and expanded text.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use pct_wire::dropped::{self, Dropped};
use pct_wire::sites;

use super::WrapperError;

/// The files of one unit.
pub(super) struct Files {
    pub(super) sites: Utf8PathBuf,
    pub(super) mir: Utf8PathBuf,
    pub(super) expanded: Utf8PathBuf,
    pub(super) dropped: Utf8PathBuf,
    pub(super) record: Utf8PathBuf,
}

impl Files {
    pub(super) fn of(folder: &Utf8Path, name: &str) -> Files {
        let file = |extension| folder.join(format!("{name}.{extension}"));
        Files {
            sites: file("sites"),
            mir: file("mir"),
            expanded: file("expanded.rs"),
            dropped: file("dropped"),
            record: file("json"),
        }
    }

    /// Removes what an earlier compilation left: a record must never name the files of another compilation.
    pub(super) fn remove(&self) -> Result<(), WrapperError> {
        for path in [&self.record, &self.sites, &self.mir, &self.expanded, &self.dropped] {
            match std::fs::remove_file(path) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(WrapperError::File { path: path.clone(), source });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Empties the side-car, which the macros only append to, and says what to leave out.
    pub(super) fn prepare(&self, dropped: &BTreeSet<Dropped>) -> Result<(), WrapperError> {
        let write = |path: &Utf8PathBuf, text: &str| {
            std::fs::write(path, text).map_err(|source| WrapperError::File { path: path.clone(), source })
        };
        write(&self.sites, "")?;
        if dropped.is_empty() { Ok(()) } else { write(&self.dropped, &dropped::write(dropped)) }
    }

    pub(super) fn read_sites(&self) -> Result<Vec<sites::Record>, WrapperError> {
        let text = std::fs::read_to_string(&self.sites)
            .map_err(|source| WrapperError::File { path: self.sites.clone(), source })?;
        let (_, records) =
            sites::read(&text).map_err(|error| WrapperError::Sites { path: self.sites.clone(), error })?;
        Ok(records)
    }
}
