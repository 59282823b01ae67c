//! Tests of random calls, for states to which nothing else leads: random generation whose results are kept for what they were seen in
//! (Pacheco et al., "Feedback-Directed Random Test Generation", ICSE 2007). Nothing is known of what they do until they are run.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::client::Client;
use super::expression::Expressions;
use super::imports::imports_of;
use super::instance::{self, Bounds};
use super::instantiation::made_type;
use super::naming::import_of_named;
use super::reproduction::Reproduction;
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::Type;
use crate::source::Owner;
use crate::symex::types::is_same_declaration;
use crate::symex::{BodyId, Program};

/// Tests of a crate, and for each function that clients can call: many, where there are few functions.
const MOST_TESTS: usize = 800;
const FEWEST_OF_FUNCTION: usize = 4;
const MOST_OF_FUNCTION: usize = 24;

/// Where there are many tests, they are made up in so many parts: what one has reached, the next one need not. Few are one part: to compile
/// one takes longer than to run it.
const PARTS: usize = 6;
const FEWEST_OF_BATCH: usize = 128;

/// A function of a subject.
type Key = (String, BodyId);

/// What clients can call of a crate.
pub struct Library<'a> {
    pub(super) program: &'a Program,
    pub(super) crate_name: &'a str,
    /// All of them: methods of one class may make objects of another.
    pub(super) subjects: &'a [&'a Subject],
    may_run: &'a dyn Fn(&Subject, &Entry) -> bool,
    may_make: &'a dyn Fn(&Type) -> bool,
    /// By subject, too: what is a method of one may be an argument's for another.
    callable: RefCell<BTreeMap<Key, bool>>,
    /// What functions return, with types for their parameters.
    results: RefCell<BTreeMap<Key, Option<Type>>>,
    pub(super) expressions: Expressions<'a>,
}

impl<'a> Library<'a> {
    /// `may_run` tells which functions may be called, and `may_make` which values may be made and dropped, wherever that has an effect.
    pub fn new(
        program: &'a Program,
        crate_name: &'a str,
        subjects: &'a [&'a Subject],
        may_run: &'a dyn Fn(&Subject, &Entry) -> bool,
        may_make: &'a dyn Fn(&Type) -> bool,
    ) -> Library<'a> {
        let expressions = Expressions::new(program);
        Library {
            program,
            crate_name,
            subjects,
            may_run,
            may_make,
            callable: RefCell::default(),
            results: RefCell::default(),
            expressions,
        }
    }

    pub(crate) fn program(&self) -> &'a Program {
        self.program
    }

    pub(crate) fn crate_name(&self) -> &'a str {
        self.crate_name
    }

    /// Tells whether clients can name a type.
    pub(crate) fn is_nameable(&self, ty: &Type) -> bool {
        import_of_named(self.program, self.crate_name, ty).is_some()
    }

    /// Tells whether a value of a type may be made up.
    pub(crate) fn may_make(&self, ty: &Type) -> bool {
        (self.may_make)(ty)
    }

    /// All subjects.
    pub(crate) fn subjects(&self) -> &'a [&'a Subject] {
        self.subjects
    }

    /// The class of the crate that a type is an instance of.
    pub(crate) fn class(&self, ty: &Type) -> Option<&'a Subject> {
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

    /// The functions of a subject that a test may call: those of its own, not the others that may make an object of it out of bits.
    pub(crate) fn callable(&self, subject: &'a Subject) -> Vec<&'a Entry> {
        let is_callable = |entry: &&Entry| {
            let key = (subject.id.clone(), entry.body);
            if let Some(known) = self.callable.borrow().get(&key) {
                return *known;
            }
            let is_function = matches!(subject.kind, SubjectKind::Function);
            let is_callable = !entry.is_drop
                && !is_of_compiler(entry)
                && self.is_own(subject, entry)
                && imports_of(self.program, entry, self.crate_name, is_function, Bounds::CheckedByRustc)
                    .is_ok()
                && self.own(subject, entry).is_some_and(|own| (self.may_run)(subject, &own));
            self.callable.borrow_mut().insert(key, is_callable);
            is_callable
        };
        subject.entries.values().filter(is_callable).collect()
    }

    /// Whether a function is called on an object of the subject, makes one, or is declared beside those that do.
    fn is_own(&self, subject: &Subject, entry: &Entry) -> bool {
        let SubjectKind::Type(class) = &subject.kind else { return true };
        let is_beside = || {
            let declared = self.program.declared(entry.body);
            declared.is_some_and(|(items, function)| match function.owner {
                Owner::Impl(block) => is_same_declaration(&items.impls[block].self_type, class),
                _ => false,
            })
        };
        entry.object.is_some() || made_type(entry, class).is_some() || is_beside()
    }
}

/// Whether only code may call it that the compiler wrote.
fn is_of_compiler(entry: &Entry) -> bool {
    ["assert_receiver_is_total_eq", "assert_fields_are_eq"].iter().any(|name| entry.name.ends_with(name))
}

/// Makes up tests, as long as they are wanted.
pub struct Explorer<'l> {
    library: &'l Library<'l>,
    clients: Vec<OneClient<'l>>,
    known: BTreeSet<String>,
}

/// The client of a subject.
struct OneClient<'l> {
    subject: &'l Subject,
    client: Client<'l>,
    /// How many tests were made up for each function.
    turns: BTreeMap<BodyId, usize>,
}

/// Tells whether more tests are wanted for a function of a subject.
pub type IsWanted<'a> = dyn Fn(&Subject, &Entry) -> bool + 'a;

impl<'l> Explorer<'l> {
    /// Has made up nothing yet.
    pub fn new(library: &'l Library<'l>) -> Explorer<'l> {
        let client = |subject: &'l Subject| OneClient {
            subject,
            client: Client::new(library, subject),
            turns: BTreeMap::new(),
        };
        let clients = library.subjects.iter().map(|subject| client(subject)).collect();
        Explorer { library, clients, known: BTreeSet::new() }
    }

    /// Makes up more tests for functions, with others at random, so that all have had about as many: the same ones every time, but for those that
    /// are left out when it is late. None if each function has had enough.
    pub fn more(&mut self, is_wanted: &IsWanted<'_>, is_late: &dyn Fn() -> bool) -> Vec<Reproduction> {
        let mut wanted: Vec<(usize, &'l Entry)> = Vec::new();
        for (number, own) in self.clients.iter().enumerate() {
            if own.subject.entries.values().any(|entry| is_wanted(own.subject, entry)) {
                let entries = self.library.callable(own.subject).into_iter();
                wanted.extend(entries.filter(|it| is_wanted(own.subject, it)).map(|entry| (number, entry)));
            }
        }
        let most_of_function = (MOST_TESTS / wanted.len().max(1)).clamp(FEWEST_OF_FUNCTION, MOST_OF_FUNCTION);
        let batch = (wanted.len() * most_of_function / PARTS).max(FEWEST_OF_BATCH);
        let mut tests: Vec<Reproduction> = Vec::new();
        loop {
            wanted.retain(|(number, entry)| self.turns(*number, entry) < most_of_function);
            wanted.sort_by_key(|(number, entry)| self.turns(*number, entry));
            let Some(fewest) = wanted.first().map(|(number, entry)| self.turns(*number, entry)) else {
                return tests;
            };
            for (number, entry) in &wanted {
                if is_late() || tests.len() >= batch {
                    return tests;
                }
                if self.turns(*number, entry) == fewest {
                    tests.extend(self.another(*number, entry));
                }
            }
        }
    }

    fn turns(&self, number: usize, entry: &Entry) -> usize {
        self.clients[number].turns.get(&entry.body).copied().unwrap_or(0)
    }

    /// Another test of a function, unless it is one that was made up before.
    fn another(&mut self, number: usize, entry: &'l Entry) -> Option<Reproduction> {
        let own = &mut self.clients[number];
        *own.turns.entry(entry.body).or_default() += 1;
        let test = own.client.test(own.subject, entry)?;
        self.known.insert(test.statements().join("\n")).then_some(test)
    }
}
