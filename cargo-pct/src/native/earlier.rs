//! Tests that passed in an earlier run, when all was as it is now that a test can look at.
//!
//! Such a test is not run again: what its probes saw then was seen. `go test` does so too. The key of a binary's entry names the binary, how it
//! is run, the environment, and the names, lengths and times of the files around it. What else a test may ask, such as the clock or the
//! network, is not known, so an entry serves for one day. Tests that failed are in no entry.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime};

use camino::{Utf8Path, Utf8PathBuf};
use walkdir::{DirEntry, WalkDir};

use super::{Done, Job, TestConfig};
use crate::build::TestBinary;
use crate::remember::{Key, Memory};

/// An entry serves for so long at most.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Marks folders whose content can be made again, such as cargo's.
const CACHE_TAG: &str = "CACHEDIR.TAG";

/// The variable with the folder of a build script.
const OUT_DIR: &str = "OUT_DIR";

/// Where tests of earlier runs are kept, and what is around the tests of this one.
#[derive(Clone, Debug)]
pub struct Earlier {
    memory: Memory,
    root: Utf8PathBuf,
    around: Key,
}

impl Earlier {
    /// Keeps nothing, so that all tests run.
    pub fn none() -> Earlier {
        Earlier { memory: Memory::of(None), root: Utf8PathBuf::new(), around: Key::default() }
    }

    /// Reads what is around the tests of a workspace: the environment, the day, and the files below its root, without those that this run
    /// writes.
    pub fn of(memory: Memory, root: &Utf8Path, written: &[&Utf8Path]) -> Earlier {
        let mut around = Key::of_kind("tests");
        if memory.is_active() {
            let days = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs() / DAY.as_secs();
            let mut variables: Vec<_> = std::env::vars_os().collect();
            variables.sort();
            around.add_value(&(days, variables));
            add_files(&mut around, root, written);
        }
        Earlier { memory, root: root.to_owned(), around }
    }

    /// The key of a binary's entry.
    fn key(&self, binary: &TestBinary, config: &TestConfig<'_>) -> Key {
        let TestBinary { id, executable, folder, environment, runner, kind: _, unit: _ } = binary;
        let mut key = self.around.clone();
        key.add_value(&(id, executable, folder, environment, runner));
        key.add_value(&(config.arguments, config.timeout, config.in_process));
        add_stamp(&mut key, executable.as_std_path());
        // Programs of the package that tests start.
        let files = environment.values().map(Path::new).filter(|path| path.is_file());
        files.for_each(|file| add_stamp(&mut key, file));
        if let Some(made) = environment.get(OUT_DIR) {
            add_files(&mut key, Utf8Path::new(made), &[]);
        }
        if !folder.starts_with(&self.root) {
            add_files(&mut key, folder, &[]);
        }
        add_libraries(&mut key, executable);
        key
    }
}

/// Adds the names, lengths and times of the files below a folder. Folders of version control and of caches are left out.
fn add_files(key: &mut Key, folder: &Utf8Path, left_out: &[&Utf8Path]) {
    let stays = |entry: &DirEntry| {
        let is_ours = left_out.iter().any(|path| entry.path() == path.as_std_path());
        let is_made = entry.file_type().is_dir() && entry.path().join(CACHE_TAG).exists();
        let is_history = entry.file_name() == ".git";
        !is_ours && (entry.depth() == 0 || !is_made && !is_history)
    };
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(stays) {
        match entry {
            // Empty ones tell nothing; this run may make one for its report.
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => add_stamp(key, entry.path()),
            Err(error) => key.add_value(&error.to_string()),
        }
    }
}

/// Adds the dynamic libraries beside a binary, which it may load.
fn add_libraries(key: &mut Key, executable: &Utf8Path) {
    let Some(folder) = executable.parent() else { return };
    for entry in WalkDir::new(folder).max_depth(1).sort_by_file_name().into_iter().flatten() {
        if entry.path().extension().is_some_and(|it| it == std::env::consts::DLL_EXTENSION) {
            add_stamp(key, entry.path());
        }
    }
}

/// Adds what tells one content of a file from another, without reading it.
fn add_stamp(key: &mut Key, file: &Path) {
    let stamp = file.metadata().map(|it| (it.len(), it.modified().ok())).map_err(|error| error.kind());
    key.add_value(&(file, stamp));
}

/// What the tests of one binary did that passed, by the names of their jobs.
#[derive(Debug, Default)]
struct Entry {
    key: Key,
    passed: BTreeMap<String, Done>,
    /// Whether more tests passed than were kept.
    has_grown: bool,
}

/// The tests of this run that passed, and of earlier ones.
pub(super) struct Passed<'a> {
    memory: &'a Memory,
    by_binary: BTreeMap<&'a str, Entry>,
}

impl<'a> Passed<'a> {
    /// Reads the entries of these binaries.
    pub(super) fn read(binaries: &'a [TestBinary], config: &TestConfig<'a>) -> Passed<'a> {
        let memory = &config.earlier.memory;
        let mut by_binary = BTreeMap::new();
        for binary in binaries.iter().filter(|_| memory.is_active()) {
            let key = config.earlier.key(binary, config);
            let passed = memory.load(&key).unwrap_or_default();
            by_binary.insert(&*binary.id, Entry { key, passed, has_grown: false });
        }
        Passed { memory, by_binary }
    }

    /// What a job did in an earlier run, if it passed.
    pub(super) fn known(&self, job: &Job<'_>) -> Option<Done> {
        self.by_binary.get(&*job.binary().id)?.passed.get(job.name()).cloned()
    }

    /// Notes what a job did, if all of it passed.
    pub(super) fn note(&mut self, (binary, job): (&str, String), done: &Done) {
        let has_passed = done.results.iter().all(|(result, _)| result.failure.is_none());
        let Some(entry) = self.by_binary.get_mut(binary).filter(|_| has_passed && done.trace.is_whole())
        else {
            return;
        };
        entry.passed.insert(job, done.clone());
        entry.has_grown = true;
    }

    /// Keeps the tests for later runs.
    pub(super) fn keep(&self) {
        for entry in self.by_binary.values().filter(|entry| entry.has_grown) {
            self.memory.store(&entry.key, &entry.passed);
        }
    }
}
