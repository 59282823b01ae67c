//! The code of the crates that an analysed one calls, as far as its calls lead there.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::Utf8Path;

use crate::build::{Dependency, DependencyCode, Externs, OverflowChecks};
use crate::mir::{self, Operand, Path, Segment, TerminatorKind};
use crate::source::{Items, PathPart, PublicPaths};
use crate::symex::Program;

/// So many crates at most are asked for their code.
const MOST_CRATES: usize = 16;

/// The runtime of the probes, whose calls mean something else.
const RUNTIME: &str = "pct";

/// Adds the code of the dependencies whose functions `dump` calls, and of those that these call in turn. Calls of others stay unknown, as
/// do those of a crate whose code rustc does not give again, that is there in two versions, or whose arithmetic checks for overflow where
/// that of the analysed one does not: of its generic functions the checks are left out. The other way round its MIR says what
/// it does, and what shared code does is either ([`Program::checks_differ`]). `tested_with` are the crates that its tests are linked with
/// besides.
pub(super) fn add_dependencies(
    program: &mut Program,
    records: &Utf8Path,
    externs: &Externs,
    tested_with: Vec<String>,
    dump: &mir::Program,
) {
    let mut linked = Linked { records, own: !program.wraps, checks: OverflowChecks::default() };
    program.checks_differ = linked.differ(externs.values().cloned().chain(tested_with).collect());
    let mut found = BTreeMap::new();
    linked.collect(externs, &called(dump), &mut found);
    // Those first that others call.
    let mut several = BTreeMap::new();
    for one in found.values() {
        *several.entry(one.name.clone()).or_insert(0) += 1;
    }
    let mut found: Vec<Found> = found.into_values().filter(|one| several[&one.name] == 1).collect();
    found.sort_by_key(|one| std::cmp::Reverse(one.order));
    for Found { name, dump, items, others, .. } in found {
        program.add_dependency(&name, dump, items, others);
    }
}

/// What the crates that one knows make public.
pub(super) struct PublicPathsOf<'a> {
    records: &'a Utf8Path,
    externs: &'a Externs,
    known: RefCell<BTreeMap<String, Option<Arc<PublicPaths>>>>,
}

impl<'a> PublicPathsOf<'a> {
    /// Looks at a crate once it is asked for.
    pub(super) fn new(records: &'a Utf8Path, externs: &'a Externs) -> PublicPathsOf<'a> {
        PublicPathsOf { records, externs, known: RefCell::default() }
    }

    /// The public paths of a crate.
    pub(super) fn get(&self, name: &str) -> Option<Arc<PublicPaths>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let found = self.find(name).map(Arc::new);
        self.known.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }

    fn find(&self, name: &str) -> Option<PublicPaths> {
        let record = Dependency::read(self.records, self.externs.get(name)?)?;
        // A crate that is known by another name than its own is not recognised in paths.
        if record.is_macro() || record.crate_name != name {
            return None;
        }
        let root = [PathPart::Name(record.crate_name.clone())];
        Some(Items::read("<dependency>", &root, &record.expanded()?).ok()?.exported)
    }
}

/// The code of one crate.
struct Found {
    order: usize,
    name: String,
    dump: mir::Program,
    items: Items,
    others: BTreeSet<String>,
}

/// By the stems of their libraries.
type All = BTreeMap<String, Found>;

/// The crates that are linked with the analysed one.
struct Linked<'a> {
    records: &'a Utf8Path,
    /// Whether the analysed crate has overflow checks.
    own: bool,
    checks: OverflowChecks,
}

impl Linked<'_> {
    /// Whether some linked crate may have overflow checks where the analysed one has none, or the other way round. It need not be
    /// called: rustc takes generic code from any crate that has made it. Over-approximates: one of which nothing is known may.
    fn differ(&mut self, mut waiting: Vec<String>) -> bool {
        let mut seen = BTreeSet::new();
        while let Some(stem) = waiting.pop() {
            if seen.contains(&stem) {
                continue;
            }
            let Some(record) = Dependency::read(self.records, &stem) else { return true };
            seen.insert(stem);
            if record.is_macro() {
                continue;
            }
            if self.checks.of(&record) != Some(self.own) {
                return true;
            }
            waiting.extend(record.externs.into_values());
        }
        false
    }

    fn collect(&mut self, externs: &Externs, called: &BTreeSet<String>, all: &mut All) {
        for (name, stem) in externs.iter().filter(|(name, _)| called.contains(*name) && *name != RUNTIME) {
            if all.contains_key(stem) || all.len() == MOST_CRATES {
                continue;
            }
            // A crate that is known by another name than its own is not recognised in paths.
            let record = Dependency::read(self.records, stem).filter(|record| record.crate_name == *name);
            let Some(record) = record.filter(|record| !record.is_macro()) else { continue };
            if self.checks.of(&record).is_none_or(|checks| checks && !self.own) {
                continue;
            }
            let Some(found) = read(&record, all.len()) else { continue };
            let called = self::called(&found.dump);
            all.insert(stem.clone(), found);
            self.collect(&record.externs, &called, all);
        }
    }
}

fn read(record: &Dependency, order: usize) -> Option<Found> {
    let DependencyCode { mir, expanded } = record.code()?;
    let name = record.crate_name.clone();
    let items = Items::read("<dependency>", &[PathPart::Name(name.clone())], &expanded).ok()?;
    if !items.unread.is_empty() {
        return None;
    }
    let others = record.externs.keys().cloned().collect();
    Some(Found { order, name, dump: mir::parse(&mir, 64), items, others })
}

/// The first names of the functions that a crate calls, those of traits and modules: what methods of a type do is known only to who knows
/// the type.
fn called(dump: &mir::Program) -> BTreeSet<String> {
    let bodies = dump.items.iter().filter_map(|item| match item {
        mir::Item::Body(body) => Some(body),
        _ => None,
    });
    let terminators = bodies.flat_map(|body| body.blocks.values()).map(|block| &block.terminator.kind);
    let callees = terminators.filter_map(|terminator| match terminator {
        TerminatorKind::Call { callee: Operand::Function(function), .. }
        | TerminatorKind::TailCall { callee: Operand::Function(function), .. } => Some(&function.path),
        _ => None,
    });
    callees.filter_map(first_name).collect()
}

fn first_name(path: &Path) -> Option<String> {
    let path = path.as_trait_item().map_or(path, |item| item.trait_path);
    match &*path.segments {
        [Segment::Named { name: first, .. }, .., Segment::Named { name: around, .. }, _]
            if around.starts_with(char::is_uppercase) && first != around =>
        {
            None
        }
        [Segment::Named { name, .. }, _, ..] if !path.begins_in_std() => Some(name.to_string()),
        _ => None,
    }
}
