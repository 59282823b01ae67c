//! The ladder: which probes to leave out when the user's code compiles and its instrumented form does not.
//!
//! A probe that reads `self` while a mutable borrow lives is refused by the borrow checker, and a body wrapped to
//! catch its exits may lose a type or a lifetime. What is refused is left out, as little of it as possible, and rustc
//! is asked again, to a fixed point (type errors hide borrow errors): the predicates that read the variable which the
//! message names, the whole probe, the exit wrapper, every probe of the function. The hidden drivers and builders of
//! objects are no probes, and go when an error starts at theirs. Last go all of them, then every probe of the crate.
//! Each step leaves out something more, so the ladder ends. Leaving out is safe in one direction only: less is
//! observed, never something that did not happen; the macros record what they left out under `unprobed`.
//!
//! Input: rustc's diagnostics and the side-car of the failed attempt. Output: a larger set of dropped probes, or the
//! verdict that the errors are the user's own (a predicate that does not type-check, say).

use std::collections::BTreeSet;

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticSpan};
use pct_wire::Id;
use pct_wire::dropped::Dropped;
use pct_wire::sites::{Cutpoint, CutpointKind, Evaluates, Function, Origin, Place, Predicate, Record};

/// What to do after a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Try again: more is dropped now.
    Again,
    /// The errors are the user's; show them.
    UsersError,
    /// Every probe of every function is dropped already: what fails is something else that the attributes make.
    Exhausted,
}

/// The records of one failed attempt, by kind.
struct Attempt<'a> {
    cutpoints: Vec<&'a Cutpoint>,
    functions: Vec<&'a Function>,
    predicates: Vec<&'a Predicate>,
    /// What runs and builds objects: drivers and types, with their places.
    makers: Vec<(Id, &'a Place)>,
}

/// Climbs one step: adds to `dropped` what the errors name.
pub(super) fn climb(records: &[Record], errors: &[Diagnostic], dropped: &mut BTreeSet<Dropped>) -> Step {
    let attempt = Attempt::new(records);
    if errors.iter().any(|error| attempt.is_broken_predicate(error)) {
        return Step::UsersError;
    }
    let before = dropped.clone();
    for error in errors {
        let more = attempt.blame(error, &before);
        dropped.extend(more);
    }
    // Nothing that an error names is left to drop: the error may lie where no place says so.
    if dropped.len() == before.len() {
        dropped.extend(attempt.makers.iter().map(|(id, _)| Dropped::Driver(*id)));
    }
    if dropped.len() == before.len() {
        dropped.extend(attempt.functions.iter().map(|function| Dropped::Function(function.id)));
    }
    if dropped.len() == before.len() { Step::Exhausted } else { Step::Again }
}

/// A value is used after it was moved away.
const MOVED: &str = "E0382";

/// Errors that are about when a value can be used, and not about what an expression means.
const BORROWING: &[&str] = &[
    "E0373", "E0381", "E0382", "E0384", "E0499", "E0501", "E0502", "E0503", "E0505", "E0506", "E0507",
    "E0510", "E0515", "E0521", "E0594", "E0596", "E0597", "E0621", "E0712", "E0713", "E0716",
];

impl<'a> Attempt<'a> {
    fn new(records: &'a [Record]) -> Attempt<'a> {
        let mut attempt = Attempt {
            cutpoints: Vec::new(),
            functions: Vec::new(),
            predicates: Vec::new(),
            makers: Vec::new(),
        };
        for record in records {
            match record {
                Record::Cutpoint(it) => attempt.cutpoints.push(it),
                Record::Function(it) => attempt.functions.push(it),
                Record::Predicate(it) => attempt.predicates.push(it),
                Record::Driver(it) => attempt.makers.push((it.id, &it.place)),
                Record::Subject(it) => attempt.makers.push((it.id, &it.place)),
                _ => {}
            }
        }
        attempt
    }

    /// Whether the error is one of a predicate itself, for which no probe is to blame: it stands in the text of a type's
    /// predicate, whose code is made once and not at each site; or a function's own predicate does not compile at its
    /// entry, where nothing is moved, borrowed or shadowed yet.
    fn is_broken_predicate(&self, error: &Diagnostic) -> bool {
        let about_borrowing = error.code.as_ref().is_some_and(|code| BORROWING.contains(&code.code.as_str()));
        places(error).iter().any(|place| {
            let of_type = |it: &&&Predicate| !self.functions.iter().any(|function| function.id == it.owner);
            let at_entry = |it: &&&Cutpoint| it.kind == CutpointKind::Entry && self.has_users(it);
            self.predicates.iter().filter(of_type).any(|it| holds(&it.place, place))
                || (!about_borrowing
                    && self.cutpoints.iter().filter(at_entry).any(|it| starts(&it.place, place)))
        })
    }

    /// The next rung for one error.
    fn blame(&self, error: &Diagnostic, dropped: &BTreeSet<Dropped>) -> Vec<Dropped> {
        let places = places(error);
        let maker = self.makers.iter().find(|(_, made)| places.iter().any(|place| holds(made, place)));
        if let Some((id, _)) = maker
            && !dropped.contains(&Dropped::Driver(*id))
        {
            return vec![Dropped::Driver(*id)];
        }
        let site = places.iter().find_map(|place| self.cutpoints.iter().find(|it| starts(&it.place, place)));
        if let Some(cutpoint) = site {
            let fine = self.predicates_named(error, cutpoint);
            let derived = self.derived_predicates(cutpoint.function);
            let (probe, exit) = (Dropped::Cutpoint(cutpoint.id), Dropped::Exit(cutpoint.function));
            for rung in [fine, derived, vec![probe], vec![exit]] {
                if rung.iter().any(|one| !dropped.contains(one)) {
                    return rung;
                }
            }
            return vec![Dropped::Function(cutpoint.function)];
        }
        // The innermost function around the error.
        let around = places.iter().find_map(|place| {
            self.functions
                .iter()
                .filter(|it| holds(&it.place, place))
                .max_by_key(|it| (it.place.line, it.place.column))
        });
        let Some(function) = around else { return Vec::new() };
        if dropped.contains(&Dropped::Exit(function.id)) {
            vec![Dropped::Function(function.id)]
        } else {
            vec![Dropped::Exit(function.id)]
        }
    }

    fn has_users(&self, cutpoint: &Cutpoint) -> bool {
        let users = |it: &&Predicate| it.origin == Origin::User && cutpoint.predicates.contains(&it.id);
        self.predicates.iter().copied().any(|it| users(&it))
    }

    /// The predicates of a function that nobody wrote, at all its cutpoints: none is worth a probe.
    fn derived_predicates(&self, function: Id) -> Vec<Dropped> {
        let derived: Vec<Id> =
            self.predicates.iter().filter(|it| it.origin != Origin::User).map(|it| it.id).collect();
        let cutpoints = self.cutpoints.iter().filter(|it| it.function == function);
        let pairs = cutpoints.flat_map(|it| it.predicates.iter().map(|predicate| (it.id, *predicate)));
        let pairs = pairs.filter(|(_, predicate)| derived.contains(predicate));
        pairs.map(|(cutpoint, predicate)| Dropped::Predicate { cutpoint, predicate }).collect()
    }

    /// The predicates at `cutpoint` that read a variable which the error's message names. After a move also those at the
    /// function's later cutpoints: rustc tells of the first use only.
    fn predicates_named(&self, error: &Diagnostic, cutpoint: &Cutpoint) -> Vec<Dropped> {
        let variables = named_variables(error);
        let moved = error.code.as_ref().is_some_and(|code| code.code == MOVED);
        let later = |it: &Cutpoint| moved && it.function == cutpoint.function && cutpoint.place < it.place;
        let mut drops = Vec::new();
        for at in self.cutpoints.iter().filter(|it| it.id == cutpoint.id || later(it)) {
            if at.evaluates == Evaluates::Receiver && variables.contains("self") {
                drops.push(Dropped::SelfPredicates(at.id));
            }
            let here = self.predicates.iter().filter(|it| at.predicates.contains(&it.id));
            let named = here.filter(|it| it.variables.iter().any(|variable| variables.contains(&**variable)));
            drops.extend(named.map(|it| Dropped::Predicate { cutpoint: at.id, predicate: it.id }));
        }
        drops
    }
}

/// Roots of the places that a message quotes: `*self`, `self.items` and `(*self).0` all name `self`.
fn named_variables(error: &Diagnostic) -> BTreeSet<&str> {
    let quoted = error.message.split('`').skip(1).step_by(2);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    quoted
        .filter_map(|path| path.split(|c| !is_word(c)).find(|word| !word.is_empty() && *word != "mut"))
        .collect()
}

/// Where an error is: its spans, primary ones first, each followed by the places that macros expanded it at.
fn places(error: &Diagnostic) -> Vec<Place> {
    let (primary, other): (Vec<_>, Vec<_>) = error.spans.iter().partition(|span| span.is_primary);
    let mut places = Vec::new();
    for span in primary.into_iter().chain(other) {
        let mut next = Some(span);
        while let Some(span) = next {
            places.push(place(span));
            next = span.expansion.as_ref().map(|expansion| &expansion.span);
        }
    }
    places
}

fn place(span: &DiagnosticSpan) -> Place {
    let number = |wide: usize| u32::try_from(wide).unwrap_or(u32::MAX);
    Place {
        file: span.file_name.clone(),
        line: number(span.line_start),
        column: number(span.column_start),
        end_line: number(span.line_end),
        end_column: number(span.column_end),
    }
}

/// Whether both start at the same character.
fn starts(one: &Place, other: &Place) -> bool {
    (&*one.file, one.line, one.column) == (&*other.file, other.line, other.column)
}

/// Whether `inner` starts inside `outer`.
fn holds(outer: &Place, inner: &Place) -> bool {
    let start = (inner.line, inner.column);
    outer.file == inner.file
        && (outer.line, outer.column) <= start
        && start < (outer.end_line, outer.end_column)
}

#[cfg(test)]
mod tests {
    use pct_wire::sites::{Driver, Receiver};

    use super::*;

    const FUNCTION: Id = Id(1);
    const CUTPOINT: Id = Id(2);
    const OWN: Id = Id(3);

    fn at(line: u32, end_line: u32) -> Place {
        Place { file: "src/lib.rs".into(), line, column: 5, end_line, end_column: 9 }
    }

    fn predicate(id: Id, owner: Id, variable: &str, line: u32) -> Record {
        Record::Predicate(Predicate {
            id,
            owner,
            index: 0,
            origin: Origin::User,
            name: "p".into(),
            expression: "p".into(),
            invariant: false,
            variables: vec![variable.into()],
            place: at(line, line),
        })
    }

    fn records() -> Vec<Record> {
        vec![
            predicate(Id(9), Id(8), "self", 2),
            Record::Function(Function {
                id: FUNCTION,
                impl_header: None,
                self_type: None,
                name: "f".into(),
                ordinal: 0,
                receiver: Receiver::Mutable,
                place: at(10, 20),
            }),
            Record::Cutpoint(Cutpoint {
                id: CUTPOINT,
                function: FUNCTION,
                kind: CutpointKind::Branch,
                label: "f:branch1".into(),
                evaluates: Evaluates::Receiver,
                predicates: vec![OWN],
                place: at(15, 15),
            }),
            predicate(OWN, FUNCTION, "n", 9),
        ]
    }

    fn error(message: &str, line: u32) -> Diagnostic {
        serde_json::from_value(serde_json::json!({
            "message": message, "code": null, "level": "error", "children": [], "rendered": null,
            "spans": [{
                "file_name": "src/lib.rs", "byte_start": 0, "byte_end": 1, "line_start": line, "line_end": line,
                "column_start": 5, "column_end": 6, "is_primary": true, "text": [], "label": null,
                "suggested_replacement": null, "suggestion_applicability": null, "expansion": null,
            }],
        }))
        .expect("it is a diagnostic")
    }

    /// Climbs with the same error again and again; the drops of each step, by their own text.
    #[track_caller]
    fn check(message: &str, line: u32, steps: &[&[Dropped]]) {
        let mut dropped = BTreeSet::new();
        for expected in steps {
            let before = dropped.clone();
            assert_eq!(climb(&records(), &[error(message, line)], &mut dropped), Step::Again);
            assert_eq!(dropped.difference(&before).copied().collect::<Vec<_>>(), *expected);
        }
        assert_eq!(climb(&records(), &[error(message, line)], &mut dropped), Step::Exhausted);
    }

    #[test]
    fn the_predicates_that_read_the_borrowed_variable_go_first_and_the_function_last() {
        let own = Dropped::Predicate { cutpoint: CUTPOINT, predicate: OWN };
        let rest = [Dropped::Cutpoint(CUTPOINT), Dropped::Exit(FUNCTION), Dropped::Function(FUNCTION)];
        let [cutpoint, exit, function] = rest.each_ref().map(std::slice::from_ref);
        let message = "cannot borrow `*self` as immutable because it is also borrowed as mutable";
        check(message, 15, &[&[Dropped::SelfPredicates(CUTPOINT)], cutpoint, exit, function]);
        check("borrow of moved value: `n`", 15, &[&[own], cutpoint, exit, function]);
        check("some other trouble", 15, &[cutpoint, exit, function]);
    }

    #[test]
    fn an_error_elsewhere_in_a_function_costs_its_exit_and_then_the_function() {
        check("type annotations needed", 12, &[&[Dropped::Exit(FUNCTION)], &[Dropped::Function(FUNCTION)]]);
    }

    #[test]
    fn an_error_at_a_driver_costs_the_driver() {
        let driver = Record::Driver(Driver {
            id: Id(7),
            test: "pct_driver_7".into(),
            self_type: "str".into(),
            functions: vec![FUNCTION],
            place: at(30, 30),
        });
        let records: Vec<_> = records().into_iter().chain([driver]).collect();
        let mut dropped = BTreeSet::new();
        assert_eq!(climb(&records, &[error("the size is not known", 30)], &mut dropped), Step::Again);
        assert_eq!(dropped, BTreeSet::from([Dropped::Driver(Id(7))]));
        // An error with a place that says nothing costs the drivers before it costs the probes.
        let mut dropped = BTreeSet::new();
        assert_eq!(climb(&records, &[error("the size is not known", 99)], &mut dropped), Step::Again);
        assert_eq!(dropped, BTreeSet::from([Dropped::Driver(Id(7))]));
    }

    #[test]
    fn an_error_nowhere_costs_all_probes() {
        check("linking with `cc` failed", 99, &[&[Dropped::Function(FUNCTION)]]);
    }

    #[test]
    fn an_error_in_a_predicate_itself_is_the_users() {
        let step = |records: &[Record], error: Diagnostic| climb(records, &[error], &mut BTreeSet::new());
        assert_eq!(step(&records(), error("no field `siez` on type `&Stack`", 2)), Step::UsersError);
        let mut at_entry = records();
        for record in &mut at_entry {
            if let Record::Cutpoint(it) = record {
                it.kind = CutpointKind::Entry;
            }
        }
        assert_eq!(step(&at_entry, error("mismatched types", 15)), Step::UsersError);
        let mut borrowed = error("cannot borrow `n`", 15);
        borrowed.code =
            serde_json::from_str(r#"{"code": "E0502", "explanation": null}"#).expect("it is a code");
        assert_eq!(step(&at_entry, borrowed), Step::Again);
    }
}
