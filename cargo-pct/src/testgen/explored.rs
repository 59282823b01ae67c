//! Tests of random calls, for states to which nothing else leads: random generation whose results are kept for what they were seen in
//! (Pacheco et al., "Feedback-Directed Random Test Generation", ICSE 2007). Nothing is known of what they do until they are run.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::client::Client;
use super::expression::Expressions;
use super::imports::imports_of;
use super::instance::{self, Bounds};
use super::reproduction::Reproduction;
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::Type;
use crate::symex::types::is_same_declaration;
use crate::symex::{BodyId, Program};

/// Tests of a crate, and for each function that clients can call: many, where there are few functions.
const MOST_TESTS: usize = 800;
const FEWEST_OF_FUNCTION: usize = 4;
const MOST_OF_FUNCTION: usize = 24;

/// A function of a subject.
type Key = (String, BodyId);

/// What clients can call of a crate.
pub struct Library<'a> {
    pub(super) program: &'a Program,
    pub(super) crate_name: &'a str,
    /// All of them: methods of one class may make objects of another.
    pub(super) subjects: &'a [&'a Subject],
    may_run: &'a dyn Fn(&Subject, &Entry) -> bool,
    /// By subject, too: what is a method of one may be an argument's for another.
    callable: RefCell<BTreeMap<Key, bool>>,
    /// What functions return, with types for their parameters.
    results: RefCell<BTreeMap<Key, Option<Type>>>,
    pub(super) expressions: Expressions<'a>,
}

impl<'a> Library<'a> {
    /// `may_run` tells which functions may be called, wherever that has an effect.
    pub fn new(
        program: &'a Program,
        crate_name: &'a str,
        subjects: &'a [&'a Subject],
        may_run: &'a dyn Fn(&Subject, &Entry) -> bool,
    ) -> Library<'a> {
        let expressions = Expressions::new(program);
        Library {
            program,
            crate_name,
            subjects,
            may_run,
            callable: RefCell::default(),
            results: RefCell::default(),
            expressions,
        }
    }

    /// The class of the crate that a type is an instance of.
    pub(super) fn class(&self, ty: &Type) -> Option<&'a Subject> {
        let is_own = |subject: &&Subject| match &subject.kind {
            SubjectKind::Type(class) => is_same_declaration(class, ty),
            SubjectKind::Function => false,
        };
        self.subjects.iter().copied().find(is_own)
    }

    /// An entry as tests call it: their types stand for parameters.
    fn own(&self, subject: &Subject, entry: &Entry) -> Option<Entry> {
        let program = self.program;
        match subject.kind {
            SubjectKind::Type(_) => {
                let class =
                    instance::chosen(program, subject, [entry].into_iter(), None, Bounds::CheckedByRustc)?;
                instance::entry_of(program, entry, &class, Bounds::CheckedByRustc)
            }
            SubjectKind::Function => Some(instance::function_of(program, entry, Bounds::CheckedByRustc)),
        }
    }

    /// What a function returns where types are chosen for its parameters.
    pub(super) fn result(&self, subject: &Subject, entry: &Entry) -> Option<Type> {
        let key = (subject.id.clone(), entry.body);
        let known = self.results.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let result = self.own(subject, entry).map(|own| own.result);
            self.results.borrow_mut().insert(key, result.clone());
            result
        })
    }

    /// The functions of a subject that a test may call.
    pub(super) fn callable(&self, subject: &'a Subject) -> Vec<&'a Entry> {
        let is_callable = |entry: &&Entry| {
            let key = (subject.id.clone(), entry.body);
            if let Some(known) = self.callable.borrow().get(&key) {
                return *known;
            }
            let is_function = matches!(subject.kind, SubjectKind::Function);
            let is_callable = !entry.is_drop
                && !is_of_compiler(entry)
                && imports_of(self.program, entry, self.crate_name, is_function, Bounds::CheckedByRustc)
                    .is_some()
                && self.own(subject, entry).is_some_and(|own| (self.may_run)(subject, &own));
            self.callable.borrow_mut().insert(key, is_callable);
            is_callable
        };
        subject.entries.values().filter(is_callable).collect()
    }
}

/// Whether only code may call it that the compiler wrote.
fn is_of_compiler(entry: &Entry) -> bool {
    ["assert_receiver_is_total_eq", "assert_fields_are_eq"].iter().any(|name| entry.name.ends_with(name))
}

/// Tests that call the functions of some subjects, with others at random: the same ones every time, but for those that are left out when it is
/// late.
pub fn explored(
    library: &Library,
    is_wanted: &dyn Fn(&Subject) -> bool,
    is_late: &dyn Fn() -> bool,
) -> Vec<Reproduction> {
    let wanted = library.subjects.iter().copied().filter(|subject| is_wanted(subject));
    let wanted: Vec<(&Subject, Vec<&Entry>)> =
        wanted.map(|subject| (subject, library.callable(subject))).collect();
    let functions: usize = wanted.iter().map(|(_, entries)| entries.len()).sum();
    let rounds = (MOST_TESTS / functions.max(1)).clamp(FEWEST_OF_FUNCTION, MOST_OF_FUNCTION);
    let mut tests: Vec<Reproduction> = Vec::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for (subject, entries) in wanted {
        let mut client = Client::new(library, subject);
        for entry in entries.iter().cycle().take(entries.len() * rounds) {
            if is_late() {
                return tests;
            }
            let test = client.test(subject, entry);
            tests.extend(test.filter(|test| known.insert(test.statements().join("\n"))));
        }
    }
    tests
}
