//! Tests of random calls, for states to which nothing else leads: random generation whose results are kept for what they were seen in
//! (Pacheco et al., "Feedback-Directed Random Test Generation", ICSE 2007). Nothing is known of what they do until they are run.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::client::Client;
use super::imports::imports_of;
use super::instance::{self, Bounds};
use super::reproduction::Reproduction;
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::Type;
use crate::symex::types::is_same_declaration;
use crate::symex::{BodyId, Program};

/// Tests for each function that clients can call, and of a subject in all; of a crate with many subjects, as few as to keep to this.
const TESTS_OF_FUNCTION: usize = 4;
const MOST_TESTS: usize = 80;
const MOST_TESTS_OF_CRATE: usize = 400;

/// What clients can call of a crate.
pub struct Library<'a> {
    pub(super) program: &'a Program,
    pub(super) crate_name: &'a str,
    /// All of them: methods of one class may make objects of another.
    pub(super) subjects: &'a [Subject],
    may_run: &'a dyn Fn(&Subject, &Entry) -> bool,
    callable: RefCell<BTreeMap<BodyId, bool>>,
}

impl<'a> Library<'a> {
    /// `may_run` tells which functions may be called, wherever that has an effect.
    pub fn new(
        program: &'a Program,
        crate_name: &'a str,
        subjects: &'a [Subject],
        may_run: &'a dyn Fn(&Subject, &Entry) -> bool,
    ) -> Library<'a> {
        Library { program, crate_name, subjects, may_run, callable: RefCell::default() }
    }

    /// The class of the crate that a type is an instance of.
    pub(super) fn class(&self, ty: &Type) -> Option<&'a Subject> {
        let is_own = |subject: &&Subject| match &subject.kind {
            SubjectKind::Type(class) => is_same_declaration(class, ty),
            SubjectKind::Function => false,
        };
        self.subjects.iter().find(is_own)
    }

    /// An entry as tests call it: their types stand for parameters.
    fn own(&self, subject: &Subject, entry: &Entry) -> Option<Entry> {
        let program = self.program;
        match subject.kind {
            SubjectKind::Type(_) => {
                let class = instance::chosen(program, subject, [entry].into_iter(), None, Bounds::Open)?;
                instance::entry_of(program, entry, &class, Bounds::Open)
            }
            SubjectKind::Function => Some(instance::function_of(program, entry, Bounds::Open)),
        }
    }

    /// The functions of a subject that a test may call.
    pub(super) fn callable(&self, subject: &'a Subject) -> Vec<&'a Entry> {
        let is_callable = |entry: &&Entry| {
            if let Some(known) = self.callable.borrow().get(&entry.body) {
                return *known;
            }
            let is_function = matches!(subject.kind, SubjectKind::Function);
            let is_callable = !entry.is_drop
                && imports_of(self.program, entry, self.crate_name, is_function, Bounds::Open).is_some()
                && self.own(subject, entry).is_some_and(|own| (self.may_run)(subject, &own));
            self.callable.borrow_mut().insert(entry.body, is_callable);
            is_callable
        };
        subject.entries.iter().filter(is_callable).collect()
    }
}

/// Tests that call functions of some subjects at random: the same ones every time.
pub fn explored(library: &Library, is_wanted: &dyn Fn(&Subject) -> bool) -> Vec<Reproduction> {
    let wanted: Vec<&Subject> = library.subjects.iter().filter(|subject| is_wanted(subject)).collect();
    let most = (MOST_TESTS_OF_CRATE / wanted.len().max(1)).clamp(TESTS_OF_FUNCTION, MOST_TESTS);
    let mut tests: Vec<Reproduction> = Vec::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for subject in wanted {
        let mut client = Client::new(library, subject);
        let number = (TESTS_OF_FUNCTION * library.callable(subject).len()).min(most);
        let made = (0..number).filter_map(|_| client.test(subject));
        tests.extend(made.filter(|test| known.insert(test.statements().join("\n"))));
    }
    tests
}
