//! Which subjects a change concerns: with `--in-diff`, no others are judged.
//!
//! Over-approximates: a change to anything but functions' bodies concerns all subjects, and one to tests all that tests were seen in.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use camino::Utf8Path;

use super::slices::{Slice, Slices};
use crate::build::Unit;
use crate::diff::Diff;
use crate::judge::Task;
use crate::source::{lines_inside_functions, may_be_inside_function};
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
    /// Finds what a diff concerns of a crate. Names of files are relative to `root`.
    pub(super) fn by(diff: &Diff, unit: &Unit, root: &Utf8Path, slices: &Slices<'_>) -> Changed {
        // A file outside of the workspace may say how everything is built, or be one of a dependency.
        let is_all = diff.goes_beyond();
        let mut changed = Changed { bodies: BTreeSet::new(), is_all, are_tests: false };
        let mut stretches: BTreeMap<String, Vec<RangeInclusive<u32>>> = BTreeMap::new();
        for (body, file, lines) in slices.stretches() {
            if diff.changes(&file, &lines) {
                changed.bodies.insert(body);
            }
            stretches.entry(file).or_default().push(lines);
        }
        for file in diff.files() {
            let own = stretches.get(file).map_or(&[][..], Vec::as_slice);
            let is_in_tests = own.is_empty() && file.split('/').any(|folder| OF_TESTS.contains(&folder));
            // The library may include what tests read, too.
            if is_in_tests && !unit.may_read(file, root) {
                changed.are_tests = true;
            } else if is_source(file, unit, root) {
                // What a macro does has the lines of the macro, too, so that a body's lines alone do not say what is in it.
                let are_in_functions = diff.is_within(file, own) && is_inside_functions(diff, file, root);
                changed.is_all |= !are_in_functions;
            }
        }
        changed
    }

    /// Whether the change concerns a subject.
    pub(super) fn concerns(&self, task: &Task, slice: &Slice) -> bool {
        self.is_all || (self.are_tests && !task.seen.is_empty()) || slice.has_one_of(&self.bodies)
    }
}

/// Tells whether all changes to a file are inside of functions.
fn is_inside_functions(diff: &Diff, file: &str, root: &Utf8Path) -> bool {
    let Ok(text) = std::fs::read_to_string(root.join(file)) else { return false };
    diff.is_within(file, &lines_inside_functions(&text)) && diff.removed(file).all(may_be_inside_function)
}

/// Tells whether a file may be a part of the crate, or say how it is built. Only prose that no crate includes is neither.
fn is_source(file: &str, unit: &Unit, root: &Utf8Path) -> bool {
    !file.ends_with(".md") || unit.may_include(file, root)
}
