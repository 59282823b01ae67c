//! Tests that passed in an earlier run, when all was as it is now that a test can look at.
//!
//! Such a test is not run again: what its probes saw then was seen. `go test` does so too. The key of a binary's entry names the binary, how it
//! is run, the environment, and the names, lengths, times and permissions of the files around it. What else a test may ask, such as the clock,
//! the network or files elsewhere, is not known, so an entry serves for one day. Tests that failed are in no entry.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
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

/// Variables by which a shell tells of itself: they differ from call to call, and no test is about them.
const OF_SHELLS: [&str; 4] = ["_", "OLDPWD", "SHLVL", "WINDOWID"];

/// If more files are around the tests, nothing is kept: it would take longer to look at them than it saves, and a link may lead to a whole disk.
const MOST_FILES: usize = 20_000;

/// The tests of earlier runs, and a hash of all that is around those of this run.
#[derive(Clone, Debug)]
pub struct Earlier {
    memory: Memory,
    around: Key,
}

impl Earlier {
    /// Keeps nothing, so that all tests run.
    pub fn none() -> Earlier {
        Earlier { memory: Memory::of(None), around: Key::default() }
    }

    /// Reads what is around tests: the environment, the day, and the files below these folders, without those that this run writes.
    pub fn of(memory: Memory, folders: &BTreeSet<Utf8PathBuf>, written: &[&Utf8Path]) -> Earlier {
        let mut around = Key::of_kind("tests");
        if memory.is_active() {
            let days = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs() / DAY.as_secs();
            let is_of_shell = |name: &OsStr| OF_SHELLS.iter().any(|it| name == *it);
            let mut variables: Vec<_> = std::env::vars_os().filter(|(name, _)| !is_of_shell(name)).collect();
            variables.sort();
            around.add_value(&(days, variables));
            for folder in folders {
                if add_files(&mut around, folder, written).is_err() {
                    return Earlier::none();
                }
            }
        }
        Earlier { memory, around }
    }

    /// The key of a binary's entry. None if too much would have to be looked at.
    fn key(&self, binary: &TestBinary, config: &TestConfig<'_>) -> Option<Key> {
        let TestBinary { id, executable, folder, environment, runner, kind: _, unit: _ } = binary;
        let mut key = self.around.clone();
        key.add_value(&(id, executable, folder, environment, runner));
        key.add_value(&(config.arguments, config.timeout, config.in_process));
        add_stamp(&mut key, executable.as_std_path());
        // Programs of the package that tests start.
        let files = environment.values().map(Path::new).filter(|path| path.is_file());
        files.for_each(|file| add_stamp(&mut key, file));
        if let Some(made) = environment.get(OUT_DIR) {
            add_files(&mut key, Utf8Path::new(made), &[]).ok()?;
        }
        add_libraries(&mut key, executable);
        Some(key)
    }
}

/// The folder whose files tests of a workspace may look at: the repository that it lies in, which may hold data beside it, or its root. A
/// folder whose content can be made again belongs to no repository.
pub fn surroundings(root: &Utf8Path) -> &Utf8Path {
    let mut outer = root.ancestors().take_while(|folder| !folder.join(CACHE_TAG).exists());
    outer.find(|folder| folder.join(".git").exists()).unwrap_or(root)
}

/// More than [`MOST_FILES`].
#[derive(Debug)]
struct TooMany;

/// Adds the names, lengths, times and permissions of the files below a folder, and below those that links lead to. Folders of version control
/// and of caches are left out.
fn add_files(key: &mut Key, folder: &Utf8Path, left_out: &[&Utf8Path]) -> Result<(), TooMany> {
    let stays = |entry: &DirEntry| {
        let is_ours = left_out.iter().any(|path| entry.path() == path.as_std_path());
        let is_made = entry.file_type().is_dir() && entry.path().join(CACHE_TAG).exists();
        let is_history = entry.file_name() == ".git";
        !is_ours && (entry.depth() == 0 || !is_made && !is_history)
    };
    let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    for (number, entry) in entries.filter_entry(stays).enumerate() {
        if number >= MOST_FILES {
            return Err(TooMany);
        }
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {
                // This run may make the folder of a file that it writes. The times of others tell nothing that their files do not.
                if !left_out.iter().any(|path| path.as_std_path().starts_with(entry.path())) {
                    key.add_value(&entry.path());
                }
            }
            Ok(entry) => add_stamp(key, entry.path()),
            Err(error) => key.add_value(&error.to_string()),
        }
    }
    Ok(())
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
    let stamp = file.metadata().map(|it| (it.len(), it.modified().ok(), it.permissions()));
    key.add_value(&(file, stamp.map_err(|error| error.kind())));
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
            let Some(key) = config.earlier.key(binary, config) else { continue };
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
        if let Some(entry) = self.by_binary.get_mut(binary)
            && let Some(done) = worth_keeping(done)
        {
            entry.passed.insert(job, done);
            entry.has_grown = true;
        }
    }

    /// Keeps the tests for later runs.
    pub(super) fn keep(&self) {
        for entry in self.by_binary.values().filter(|entry| entry.has_grown) {
            self.memory.store(&entry.key, &entry.passed);
        }
    }
}

/// What is kept of a job: nothing if a test failed. What passing tests wrote is shown nowhere, and may be much.
fn worth_keeping(done: &Done) -> Option<Done> {
    let has_passed = done.results.iter().all(|(result, _)| result.failure.is_none());
    if !has_passed || !done.trace.is_whole() {
        return None;
    }
    let mut kept = done.clone();
    kept.results.iter_mut().for_each(|(result, _)| result.output.clear());
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::TestResult;
    use crate::native::trace::Trace;

    #[test]
    fn a_test_that_passed_is_kept_without_its_output() {
        let name = "a test".to_owned();
        let result = |failure| TestResult { name: name.clone(), failure, output: "much".to_owned() };
        let done = |failure| Done {
            results: vec![(result(failure), Duration::ZERO)],
            trace: Trace::of_test(&name, Vec::new()),
        };
        assert!(worth_keeping(&done(Some("failed".to_owned()))).is_none());
        let kept = worth_keeping(&done(None)).unwrap();
        assert_eq!(kept.results[0].0, TestResult { output: String::new(), ..result(None) });
    }

    /// A folder with a file, and the name of the key of what is around it, without `written`.
    struct Around {
        folder: tempfile::TempDir,
    }

    impl Around {
        fn path(&self, name: &str) -> Utf8PathBuf {
            Utf8PathBuf::from_path_buf(self.folder.path().join(name)).unwrap()
        }

        fn name(&self) -> String {
            let (root, memory) = (self.path("root"), Memory::of(Some(self.path("memory"))));
            let written = [self.path("root/out/report.json"), self.path("root/target")];
            let written: Vec<&Utf8Path> = written.iter().map(Utf8PathBuf::as_path).collect();
            Earlier::of(memory, &[root].into(), &written).around.name()
        }

        /// Checks if a change of the files is one of what is around the tests.
        #[track_caller]
        fn check(&self, is_seen: bool, change: impl FnOnce(&Around)) {
            let before = self.name();
            change(self);
            assert_eq!(self.name() != before, is_seen);
        }
    }

    #[test]
    fn a_workspace_is_surrounded_by_its_repository() {
        let around = Around { folder: tempfile::tempdir().unwrap() };
        let [repository, root] = ["repository", "repository/rust/root"].map(|name| around.path(name));
        std::fs::create_dir_all(&root).unwrap();
        std::fs::create_dir_all(repository.join(".git")).unwrap();
        assert_eq!(surroundings(&root), repository);
        std::fs::write(repository.join("rust").join(CACHE_TAG), "").unwrap();
        assert_eq!(surroundings(&root), root);
    }

    #[cfg(unix)]
    #[test]
    fn a_key_names_what_is_around_the_tests_and_nothing_that_runs_write() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let around = Around { folder: tempfile::tempdir().unwrap() };
        let make = |at: &Around, name: &str| std::fs::create_dir_all(at.path(name)).unwrap();
        let write = |at: &Around, name: &str, text: &str| std::fs::write(at.path(name), text).unwrap();
        ["root/tests", "elsewhere"].iter().for_each(|name| make(&around, name));
        write(&around, "elsewhere/data.txt", "good");
        around.check(false, |_| {});
        around.check(true, |it| write(it, "root/tests/run.sh", "exit"));
        around.check(true, |it| {
            let permissions = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(it.path("root/tests/run.sh"), permissions).unwrap();
        });
        around.check(true, |it| symlink(it.path("elsewhere"), it.path("root/tests/link")).unwrap());
        around.check(true, |it| write(it, "elsewhere/data.txt", "better"));
        around.check(true, |it| symlink(it.path("root"), it.path("root/tests/loop")).unwrap());
        around.check(true, |it| make(it, "root/tests/empty"));
        around.check(false, |it| make(it, "root/target/debug"));
        around.check(false, |it| make(it, "root/out"));
        around.check(false, |it| write(it, "root/out/report.json", "{}"));
        around.check(true, |it| write(it, "root/out/notes.txt", ""));
    }
}
