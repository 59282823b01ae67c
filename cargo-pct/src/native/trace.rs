//! Folders of traces: made, read through [`pct_wire::trace`], merged and removed.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use camino::{Utf8Path, Utf8PathBuf};
use pct_wire::Valuation;
use pct_wire::trace::{self as wire, Record};
use serde::{Deserialize, Serialize};

use super::{NativeError, TestRun, UNATTRIBUTED};

/// A trace that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// Instrumented code of another version wrote it.
    #[error("cargo-pct {} meets a trace of pct-runtime {found}: set `pct-runtime = \"={}\"` in Cargo.toml",
        env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_VERSION"))]
    Skew {
        /// The version.
        found: String,
    },
    /// It is damaged.
    #[error("{path}: {error}")]
    Malformed {
        /// The file.
        path: Utf8PathBuf,
        /// What is wrong.
        error: pct_wire::ReadError,
    },
}

/// The folder of one run's traces; removed when the run is over.
pub(super) struct Folder {
    folder: tempfile::TempDir,
    made: AtomicUsize,
}

/// The folder of one process's trace; removed when it is read.
pub(super) struct OneTrace {
    path: Utf8PathBuf,
}

const PREFIX: &str = "traces-";

fn failed(path: &Utf8Path) -> impl FnOnce(std::io::Error) -> NativeError {
    |source| NativeError::Folder { path: path.to_owned(), source }
}

impl Folder {
    pub(super) fn make(parent: &Utf8Path) -> Result<Folder, NativeError> {
        std::fs::create_dir_all(parent).map_err(failed(parent))?;
        remove_leftovers(parent);
        let prefix = format!("{PREFIX}{}-", std::process::id());
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir_in(parent).map_err(failed(parent))?;
        Ok(Folder { folder, made: AtomicUsize::new(0) })
    }

    /// A new, empty folder.
    pub(super) fn fresh(&self) -> Result<OneTrace, NativeError> {
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        let path = Utf8PathBuf::try_from(self.folder.path().join(number.to_string())).map_err(|error| {
            let path = Utf8PathBuf::from(error.as_path().to_string_lossy().into_owned());
            NativeError::Folder { path, source: error.into_io_error() }
        })?;
        std::fs::create_dir(&path).map_err(failed(&path))?;
        Ok(OneTrace { path })
    }
}

/// Removes what runs left that were killed: the folders of processes that are no more.
fn remove_leftovers(parent: &Utf8Path) {
    for entry in parent.read_dir_utf8().into_iter().flatten().flatten() {
        let process =
            entry.file_name().strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse().ok());
        if process.is_some_and(|process| !crate::process::is_alive(process)) {
            // Another run may be removing it too.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

impl OneTrace {
    pub(super) fn path(&self) -> &Utf8Path {
        &self.path
    }

    /// Reads all traces (the test's process may have had children), in the order of their names, and removes them.
    pub(super) fn read(self) -> Result<Vec<wire::Trace>, NativeError> {
        let entries = self.path.read_dir_utf8().map_err(failed(&self.path))?;
        let files: BTreeSet<_> = entries.flatten().map(|entry| entry.into_path()).collect();
        let mut traces = Vec::new();
        for file in files.iter().filter(|file| file.extension() == Some(wire::EXTENSION)) {
            let bytes = std::fs::read(file).map_err(failed(file))?;
            let header = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let header = String::from_utf8_lossy(header);
            if let Some(found) = header.split('\t').nth(2).filter(|_| bytes.contains(&b'\n'))
                && found != env!("CARGO_PKG_VERSION")
            {
                return Err(TraceError::Skew { found: found.to_owned() }.into());
            }
            let trace = wire::read_bytes(&bytes);
            traces.push(trace.map_err(|error| TraceError::Malformed { path: file.clone(), error })?);
        }
        std::fs::remove_dir_all(&self.path).map_err(failed(&self.path))?;
        Ok(traces)
    }
}

/// What one job's probes saw, with the test that is to be named for each record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Trace {
    records: Vec<(String, Record)>,
    torn: Option<String>,
}

impl Trace {
    /// Everything was seen by one test, in whatever thread or child.
    pub(super) fn of_test(test: &str, traces: Vec<wire::Trace>) -> Trace {
        let torn = traces.iter().any(|trace| trace.torn).then(|| test.to_owned());
        let records = traces.into_iter().flat_map(|trace| trace.records);
        Trace { records: records.map(|record| (test.to_owned(), record)).collect(), torn }
    }

    /// Records name their tests, save those of threads that tests spawned.
    pub(super) fn of_binary(binary: &str, traces: Vec<wire::Trace>) -> Trace {
        let torn = traces.iter().any(|trace| trace.torn).then(|| binary.to_owned());
        let name = |record: &Record| {
            let (Record::Observation(wire::Observation { test, .. })
            | Record::Sample(wire::Sample { test, .. })
            | Record::Panic(wire::Panic { test, .. })) = record;
            test.as_ref()
                .map_or_else(|| format!("{binary} {UNATTRIBUTED}"), |test| format!("{binary} {test}"))
        };
        let records = traces.into_iter().flat_map(|trace| trace.records);
        Trace { records: records.map(|record| (name(&record), record)).collect(), torn }
    }

    /// Whether no part of it is missing.
    pub(super) fn is_whole(&self) -> bool {
        self.torn.is_none()
    }

    pub(super) fn merge_into(self, run: &mut TestRun) {
        run.torn.extend(self.torn);
        for (test, record) in self.records {
            match record {
                Record::Sample(sample) => {
                    run.samples.insert((sample.site, sample.subject, sample.value));
                }
                Record::Panic(panic) => drop(run.panics.insert((test, panic))),
                Record::Observation(seen) => {
                    // More than 64 letters: the site is refused when side-cars are read, so nobody asks for it.
                    let Some(valuation) = seen.valuation() else { continue };
                    if valuation.len() == 1 && seen.subject.is_none() {
                        let holds = valuation == Valuation::new(1, 1);
                        run.conditions.entry((seen.site, holds)).or_default().insert(test.clone());
                    }
                    run.seen.entry((seen.site, valuation)).or_default().insert(test);
                }
            }
        }
    }
}
