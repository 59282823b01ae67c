//! What the judgement of each subject depends on: its slice of the crate, by fingerprints that stay the same while other code changes.
//!
//! A judgement depends on the text of the bodies in the slice, on all that the source says outside of functions' bodies, and on what is found
//! out from all code at once. Lines, numbers of bodies and of allocations, and places of impl blocks are left out: they change with any
//! code in front. What is taken over into a changed crate gets the new ones ([`Slice::taken_over`]).
//!
//! Over-approximates what a judgement depends on, as [`CrateCode::slice`] does. What was read beyond that is known
//! ([`SubjectAnalysis::bodies_read`]): such a judgement is not remembered by its slice.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use pct_wire::Id;
use serde::{Deserialize, Serialize};

use crate::judge::{SubjectAnalysis, Task};
use crate::lower::{CrateCode, Entry, Probed, Subject};
use crate::mir::{Fingerprints, SourceLine};
use crate::native::driver::Drivers;
use crate::probe::{self, Place};
use crate::remember::Key;
use crate::source::Items;
use crate::symex::BodyId;

/// The slices of a crate's subjects.
pub(super) struct Slices<'a> {
    code: &'a CrateCode<'a>,
    fingerprints: &'a Fingerprints,
    /// Names of bodies, and the bodies by these.
    names: BTreeMap<BodyId, String>,
    bodies: BTreeMap<String, BodyId>,
    /// Names of ids, and the ids by these.
    id_names: BTreeMap<Id, String>,
    ids: BTreeMap<String, Id>,
    /// What all subjects depend on.
    of_all: Key,
}

/// What the judgement of one subject depends on.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// All of it.
    pub(super) key: Key,
    /// The bodies of the analysed crates.
    bodies: BTreeSet<BodyId>,
    /// Where it is now, which it does not depend on.
    position: Position,
}

/// Where the code of a slice is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    /// The lines of the subject's own places, in order.
    places: Vec<SourceLine>,
    /// The first line of each body, by name.
    first_lines: BTreeMap<String, u32>,
    /// The names of the analysed crates' bodies that the judgement mentions.
    names: BTreeMap<BodyId, String>,
    /// The names of the ids that it mentions.
    ids: BTreeMap<Id, String>,
}

impl<'a> Slices<'a> {
    /// The slices of a crate with these names for its ids; `settings` is all else that judgements depend on.
    pub(super) fn of(
        code: &'a CrateCode<'a>,
        fingerprints: &'a Fingerprints,
        id_names: BTreeMap<Id, String>,
        drivers: &Drivers<'_>,
        settings: &Key,
    ) -> Slices<'a> {
        let names = names(code, fingerprints);
        let bodies = names.iter().map(|(body, name)| (name.clone(), *body)).collect();
        let ids = id_names.iter().map(|(id, name)| (name.clone(), *id)).collect();
        let mut slices =
            Slices { code, fingerprints, names, bodies, id_names, ids, of_all: settings.clone() };
        let mut of_all = settings.clone();
        of_all.add(b"slice");
        slices.add_items(&mut of_all);
        of_all.add(fingerprints.others.as_bytes());
        let callable = drivers.callable().map(|functions| slices.in_order(functions));
        of_all.add_value(&callable.collect::<BTreeSet<_>>());
        of_all.add(slices.stable(&(code.program.shared_facts(), &code.unread)).as_bytes());
        slices.of_all = of_all;
        slices
    }

    /// A value as it prints for debugging, without the numbers of lines and columns, and with names for ids.
    fn stable(&self, value: &impl std::fmt::Debug) -> String {
        without_places(&format!("{value:?}"), &self.id_names)
    }

    /// Values whose order is that of their ids, in an order that does not depend on these.
    fn in_order<T: std::fmt::Debug>(&self, values: impl IntoIterator<Item = T>) -> BTreeSet<String> {
        values.into_iter().map(|value| self.stable(&value)).collect()
    }

    /// The slice of a subject.
    pub(super) fn slice(&self, task: &Task, subject: &Subject) -> Slice {
        let bodies = self.code.slice(subject);
        let mut key = self.of_all.clone();
        self.add_subject(&mut key, subject);
        let Probed { cutpoints, object, contracts } = &task.probed;
        key.add(self.stable(&(&task.subject, cutpoints, object)).as_bytes());
        key.add_value(&self.in_order(contracts.iter()));
        // The user's texts are added as they are, too: a number in one may look like that of a line.
        let expressions = task.subject.predicates.iter().map(|predicate| predicate.expression.as_str());
        key.add_value(&expressions.collect::<Vec<_>>());
        let conditions = contracts.iter().map(|contract| contract.condition.as_str());
        key.add_value(&conditions.collect::<BTreeSet<_>>());
        let mut position = Position { places: places(&task.subject), ..Position::default() };
        for body in &bodies {
            let name = self.name(*body);
            self.add_body(&mut key, *body, &name);
            if let Some(fingerprint) = self.fingerprints.body(&self.code.program.code(*body).body) {
                position.first_lines.insert(name, fingerprint.first_line);
            }
        }
        Slice { key, bodies, position }
    }

    /// The lines of each function of the analysed crates, from its first one on to its last one.
    pub(super) fn stretches(&self) -> impl Iterator<Item = (BodyId, String, RangeInclusive<u32>)> {
        self.names.keys().filter_map(|body| {
            let fingerprint = self.fingerprints.body(&self.code.program.code(*body).body)?;
            let (file, first) = fingerprint.lines.iter().find(|(_, line)| *line == fingerprint.first_line)?;
            let last =
                fingerprint.lines.iter().filter(|(own, _)| own == file).map(|(_, line)| *line).max()?;
            Some((*body, file.clone(), *first..=last))
        })
    }

    /// Bodies of models and dependencies have the same numbers in each run: they come first, and the key names them.
    fn name(&self, body: BodyId) -> String {
        self.names.get(&body).cloned().unwrap_or_else(|| body.to_string())
    }

    fn add_body(&self, key: &mut Key, body: BodyId, name: &str) {
        key.add(name.as_bytes());
        match self.fingerprints.body(&self.code.program.code(body).body) {
            Some(fingerprint) => key.add(fingerprint.hash.as_bytes()),
            None => key.add(b"unknown"),
        }
        if let Some((captured, twins)) = self.code.program.closure_facts(body) {
            key.add(self.stable(&captured).as_bytes());
            twins.iter().for_each(|twin| key.add(self.name(*twin).as_bytes()));
        }
    }

    /// Adds what is said of the subject, which depends on all code.
    fn add_subject(&self, key: &mut Key, subject: &Subject) {
        let Subject { id, kind, entries, inner, methods, exposed, obstacles } = subject;
        key.add(self.stable(&(id, kind, exposed, obstacles)).as_bytes());
        for entry in entries.values() {
            let Entry { name, body, generics, object, parameters, result, .. } = entry;
            let Entry { is_drop, is_provided, is_of_others, makes_code, .. } = entry;
            key.add(self.name(*body).as_bytes());
            key.add(self.stable(&(name, generics, object, parameters, result)).as_bytes());
            key.add_value(&(is_drop, is_provided, is_of_others, makes_code));
        }
        inner.iter().chain(methods).for_each(|body| key.add(self.name(*body).as_bytes()));
    }

    /// Adds what the source says outside of functions' bodies.
    fn add_items(&self, key: &mut Key) {
        let Items { modules, types, impls, traits, functions, aliases, unsized_names, .. } = self.code.items;
        let Items { public, nameable_traits, exported, renamed, mentions, ambiguous, fixed, .. } =
            self.code.items;
        // It follows from the functions, types, impls and public paths, which are added.
        let Items { handed_out: _, .. } = self.code.items;
        // Which texts code mentions is of use to random calls only, which no judgement makes.
        let Items { texts: _, unread, .. } = self.code.items;
        key.add(self.stable(&(modules, types, impls, traits, functions, aliases)).as_bytes());
        key.add_value(&(public, nameable_traits, exported, renamed, unsized_names));
        key.add(self.stable(&(mentions, ambiguous, fixed, unread)).as_bytes());
    }
}

impl Slice {
    /// Whether one of these bodies is in it.
    pub(super) fn has_one_of(&self, bodies: &BTreeSet<BodyId>) -> bool {
        !self.bodies.is_disjoint(bodies)
    }

    /// Whether a judgement depends on nothing else.
    pub(super) fn covers(&self, analysis: &SubjectAnalysis) -> bool {
        analysis.bodies_read.as_ref().is_some_and(|read| read.is_subset(&self.bodies))
    }

    /// Where the code of the slice is, and the bodies that a judgement mentions.
    pub(super) fn position(&self, slices: &Slices<'_>, analysis: &SubjectAnalysis) -> Position {
        let own = |body: BodyId| Some((body, slices.names.get(&body)?.clone()));
        let names = analysis.bodies().filter_map(own).collect();
        let name = |id: Id| Some((id, slices.id_names.get(&id)?.clone()));
        let ids = analysis.ids().filter_map(name).collect();
        Position { names, ids, ..self.position.clone() }
    }

    /// A judgement that was made where the code of the slice was at another position. None if something in it is not known to be here.
    pub(super) fn taken_over(
        &self,
        slices: &Slices<'_>,
        was: &Position,
        analysis: SubjectAnalysis,
    ) -> Option<SubjectAnalysis> {
        let new_number = |body: BodyId| match was.names.get(&body) {
            Some(name) => slices.bodies.get(name).copied(),
            None => Some(body),
        };
        let new_id = |id: Id| slices.ids.get(was.ids.get(&id)?).copied();
        let analysis = analysis.renumbered(new_number, new_id)?;
        let Position { places, first_lines, .. } = &self.position;
        if (places, first_lines) == (&was.places, &was.first_lines) {
            return Some(analysis);
        }
        let lines = self.lines_since(slices, was)?;
        analysis.moved(&|file, line| lines.get(&(file.to_owned(), line)).copied())
    }

    /// The lines of the slice, by what they were. None if one was two.
    fn lines_since(&self, slices: &Slices<'_>, was: &Position) -> Option<BTreeMap<SourceLine, u32>> {
        let mut lines = BTreeMap::new();
        let mut add = |old: SourceLine, new: u32| *lines.entry(old).or_insert(new) == new;
        if self.position.places.len() != was.places.len() {
            return None;
        }
        for (old, new) in was.places.iter().zip(&self.position.places) {
            if old.0 != new.0 || !add(old.clone(), new.1) {
                return None;
            }
        }
        for body in &self.bodies {
            let fingerprint = slices.fingerprints.body(&slices.code.program.code(*body).body)?;
            let first = was.first_lines.get(&slices.name(*body))?;
            for (file, new) in &fingerprint.lines {
                let old = (new + first).checked_sub(fingerprint.first_line)?;
                if !add((file.clone(), old), *new) {
                    return None;
                }
            }
        }
        Some(lines)
    }
}

/// The name of each body of the analysed crates: its path, with a number where several have one.
fn names(code: &CrateCode<'_>, fingerprints: &Fingerprints) -> BTreeMap<BodyId, String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let own = code.program.bodies().filter(|(body, _)| code.program.is_analysed(*body));
    let named = own.map(|(body, code)| {
        let path = fingerprints.path(&code.body.path);
        let count = counts.entry(path.clone()).or_default();
        *count += 1;
        (body, format!("{path} #{count}"))
    });
    named.collect()
}

/// The lines of a subject's places, in order.
fn places(subject: &probe::Subject) -> Vec<SourceLine> {
    let cutpoints = subject.cutpoints.values().map(|cutpoint| &cutpoint.place);
    let unprobed = subject.unprobed.iter().map(|unprobed| &unprobed.place);
    let all = [&subject.place].into_iter().chain(cutpoints).chain(unprobed);
    let lines = |place: &Place| [(place.file.clone(), place.line), (place.file.clone(), place.end_line)];
    all.flat_map(lines).collect()
}

/// A text that a value prints for debugging, without the numbers of its lines and columns, and with names for ids.
fn without_places(text: &str, ids: &BTreeMap<Id, String>) -> String {
    const BEFORE: [&str; 4] = ["line: ", "column: ", ".rs:", "<expanded>:"];
    let is_part = |it: char| it.is_ascii_digit() || it == ':';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|it: char| it.is_ascii_digit()) {
        out.push_str(&rest[..at]);
        let (_, number_on) = rest.split_at(at);
        rest = number_on.trim_start_matches(is_part);
        let number = &number_on[..number_on.len() - rest.len()];
        if !BEFORE.iter().any(|before| out.ends_with(before)) {
            let name = number.parse().ok().and_then(|id| ids.get(&Id(id)));
            out.push_str(name.map_or(number, String::as_str));
        } else if number.ends_with(':') {
            // `:3:1: 3:9`
            rest = rest.strip_prefix(' ').unwrap_or(rest).trim_start_matches(is_part);
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lines_and_columns_are_left_out_and_no_others() {
        let text =
            "Place { file: \"a.rs\", line: 12, column: 7 } 3 <impl at a.rs:3:1: 3:9> <expanded>:4:5 x: 8";
        let expected = "Place { file: \"a.rs\", line: , column:  } 3 <impl at a.rs:> <expanded>: x: eight";
        let ids = BTreeMap::from([(Id(8), "eight".to_owned())]);
        assert_eq!(without_places(text, &ids), expected);
    }
}
