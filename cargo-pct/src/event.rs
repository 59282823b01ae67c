//! What a run does, as it does it: events, apart from how they are shown.
//!
//! Stages emit [`Event`]s into a [`Sink`]. The only sink that talks to a person is [`Progress`], on stderr; tests
//! collect them. Events are never results: whatever matters after the run is in the stages' outputs.

mod progress;

use std::time::Duration;

pub use progress::Progress;

/// Something happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Another run uses the folder; this one waits until it has ended.
    Waiting {
        /// The folder.
        folder: camino::Utf8PathBuf,
    },
    /// The sources of a workspace were annotated.
    Mirrored {
        /// Files.
        files: usize,
        /// Types, impls and functions that were annotated.
        items: usize,
        /// What could not be.
        left: usize,
    },
    /// Cargo starts to build this many packages.
    BuildStarted {
        /// Their names.
        packages: Vec<String>,
    },
    /// Cargo finished one compilation unit.
    Compiled {
        /// The target's name.
        target: String,
        /// Whether it was there already.
        fresh: bool,
    },
    /// The build is done.
    BuildFinished {
        /// Units that were compiled.
        compiled: usize,
        /// How long it took.
        elapsed: Duration,
    },
    /// Tests are about to run.
    TestsStarted {
        /// How many tests (a binary without test harness counts as one).
        tests: usize,
        /// In how many binaries.
        binaries: usize,
        /// Tests that passed in an earlier run, and do not run again.
        remembered: usize,
    },
    /// One test ended, or one binary, if its tests run in one process.
    TestFinished {
        /// Its full name.
        name: String,
        /// How it ended, unless it passed.
        failure: Option<String>,
        /// How long it took.
        elapsed: Duration,
    },
    /// All tests ended.
    TestsFinished {
        /// How many passed.
        passed: usize,
        /// How many did not.
        failed: usize,
        /// How long it took.
        elapsed: Duration,
    },
    /// The code of a crate is about to be analysed.
    Analysing {
        /// The crate.
        krate: String,
        /// How many subjects it has.
        subjects: usize,
    },
    /// Subjects of a crate are being judged.
    Judging {
        /// Subjects of which all that there is time for is known.
        done: usize,
        /// Subjects.
        all: usize,
        /// Subjects that are being judged now.
        running: usize,
        /// Findings so far; not all of them are confirmed.
        findings: usize,
        /// The time that is left.
        left: Duration,
    },
    /// A file was written.
    Written {
        /// Which.
        path: camino::Utf8PathBuf,
    },
    /// The user should know, and the run goes on.
    Warning(String),
}

/// Takes events.
pub trait Sink {
    /// Takes one event.
    fn emit(&mut self, event: Event);
}

/// Collects events.
impl Sink for Vec<Event> {
    fn emit(&mut self, event: Event) {
        self.push(event);
    }
}
