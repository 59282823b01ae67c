//! Which subjects a change concerns: with `--in-diff`, no others are judged.
//!
//! Over-approximates: a change to anything but functions' bodies concerns all subjects, and one to tests all that tests were seen in.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::slices::{Slice, Slices};
use crate::diff::Diff;
use crate::judge::Task;
use crate::symex::BodyId;

/// Folders whose files are of no library.
const OF_TESTS: [&str; 3] = ["tests", "benches", "examples"];

/// What a change concerns.
#[derive(Debug)]
pub(super) struct Changed {
    bodies: BTreeSet<BodyId>,
    is_all: bool,
    are_tests: bool,
}

impl Changed {
    /// What a diff concerns of a crate.
    pub(super) fn by(diff: &Diff, slices: &Slices<'_>) -> Changed {
        let mut changed = Changed { bodies: BTreeSet::new(), is_all: false, are_tests: false };
        let mut stretches: BTreeMap<String, Vec<RangeInclusive<u32>>> = BTreeMap::new();
        for (body, file, lines) in slices.stretches() {
            if diff.changes(&file, &lines) {
                changed.bodies.insert(body);
            }
            stretches.entry(file).or_default().push(lines);
        }
        for file in diff.files() {
            let own = stretches.get(file).map_or(&[][..], Vec::as_slice);
            if own.is_empty() && file.split('/').any(|folder| OF_TESTS.contains(&folder)) {
                changed.are_tests = true;
            } else if is_source(file) && !diff.is_within(file, own) {
                changed.is_all = true;
            }
        }
        changed
    }

    /// Whether the change concerns a subject.
    pub(super) fn concerns(&self, task: &Task, slice: &Slice) -> bool {
        self.is_all || (self.are_tests && !task.seen.is_empty()) || slice.has_one_of(&self.bodies)
    }
}

/// Whether what a file says may be a part of the crate, or say how it is built. Files that code includes may have any name.
fn is_source(file: &str) -> bool {
    !file.ends_with(".md")
}
