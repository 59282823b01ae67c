//! The check that a panic is of, among those of which something is known.
//!
//! A panic tells a place and a message. The place is that of the operation, or of the method's name in a call (`unwrap` of `x.unwrap()`), or, in a macro of the
//! user's, where that is used; a finding's place is that of the whole expression, or where the macro says so, which is another finding then. Under-approximates:
//! where it is not clear, no check is meant.

use std::collections::BTreeSet;

use crate::ledger::Check;
use crate::probe::Place;
use crate::replay;
use crate::symex::ErrorKind;

/// A panic, as far as a check can be told by it.
pub(super) struct Seen<'a> {
    pub(super) place: &'a Place,
    /// True if no more than the line is known.
    pub(super) is_line: bool,
    pub(super) message: &'a str,
}

impl Seen<'_> {
    /// Tells whether it may be the panic of a check: the place and the message do not say otherwise.
    pub(super) fn may_be_of(&self, check: &Check) -> bool {
        check.place.file == self.place.file
            && (check.place.line == self.place.line || self.is_within(&check.place))
            && self.fits(check)
    }

    /// The check that is meant, by its place.
    pub(super) fn meant<'c>(&self, checks: impl Iterator<Item = &'c Check>) -> Option<&'c Place> {
        let all: Vec<&Check> = checks.filter(|check| self.may_be_of(check)).collect();
        let places_of = |is_it: &dyn Fn(&Check) -> bool| -> BTreeSet<&'c Place> {
            all.iter().filter(|check| is_it(check)).map(|check| &check.place).collect()
        };
        let only = |places: BTreeSet<&'c Place>| places.first().copied().filter(|_| places.len() == 1);
        let start = (self.place.line, self.place.column);
        if self.is_line {
            return only(places_of(&|check| check.place.line == self.place.line));
        }
        let beginning = places_of(&|check| (check.place.line, check.place.column) == start);
        if !beginning.is_empty() {
            return only(beginning);
        }
        let around = places_of(&|check| self.is_within(&check.place));
        if !around.is_empty() {
            // `a.unwrap().b().unwrap()`: both begin where `a` does, and the first `unwrap` is within the first alone.
            return around.iter().copied().find(|place| around.iter().all(|other| is_part(place, other)));
        }
        // A macro's text may begin elsewhere. Its message tells checks apart, which the language's own messages do not.
        only(places_of(&|check| is_told_apart(check)))
    }

    fn is_within(&self, place: &Place) -> bool {
        let start = (self.place.line, self.place.column);
        !self.is_line && (place.line, place.column) <= start && start < (place.end_line, place.end_column)
    }

    /// Tells whether the message is the check's, as far as it is known.
    fn fits(&self, check: &Check) -> bool {
        let first_line = self.message.lines().next().unwrap_or_default();
        // What is computed at the end is left out where a check is told.
        let template = check.message.replace('…', "{}") + "{}";
        let is_of_kind = |kind: ErrorKind| check.kind == kind.name();
        replay::fits(&template, first_line)
            || check.message == replay::COMPUTED
                && is_of_kind(ErrorKind::Panic)
                && is_of_kind(kind_of(self.message))
    }
}

/// Tells whether a check's message is the user's own.
fn is_told_apart(check: &Check) -> bool {
    [ErrorKind::Panic, ErrorKind::Assert].iter().any(|kind| check.kind == kind.name())
}

fn is_part(inner: &Place, outer: &Place) -> bool {
    (outer.line, outer.column) <= (inner.line, inner.column)
        && (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
}

/// The kind of check that fails with a message of the language or of std.
pub(super) fn kind_of(message: &str) -> ErrorKind {
    const KINDS: [(&str, ErrorKind); 9] = [
        ("attempt to divide", ErrorKind::Divide),
        ("attempt to calculate the remainder", ErrorKind::Divide),
        ("attempt to ", ErrorKind::Overflow),
        ("index out of bounds", ErrorKind::Index),
        ("range ", ErrorKind::Index),
        ("slice index", ErrorKind::Index),
        ("called `", ErrorKind::Unwrap),
        ("assertion", ErrorKind::Assert),
        ("byte index", ErrorKind::Index),
    ];
    let found = KINDS.iter().find(|(beginning, _)| message.starts_with(beginning));
    found.map_or(ErrorKind::Panic, |(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, column: u32, end_column: u32) -> Place {
        Place { file: "src/lib.rs".to_owned(), line, column, end_line: line, end_column }
    }

    fn check(place: Place, kind: ErrorKind, message: &str) -> Check {
        Check {
            place,
            function: "f".to_owned(),
            function_end: None,
            kind: kind.name().to_owned(),
            message: message.to_owned(),
            invariant: None,
        }
    }

    /// The last column of the check that is meant by a panic in line 3.
    fn meant(checks: &[Check], column: u32, is_line: bool, message: &str) -> Option<u32> {
        let place = place(3, column, column + 1);
        let seen = Seen { place: &place, is_line, message };
        seen.meant(checks.iter()).map(|place| place.end_column)
    }

    #[test]
    fn of_several_checks_on_a_line_the_one_that_panicked_is_meant_or_none() {
        const SUM: &str = "attempt to add with overflow";
        let [sum, whole, other] = [(5, 10), (5, 14), (20, 25)]
            .map(|(from, to)| check(place(3, from, to), ErrorKind::Overflow, SUM));
        let meant = |checks: &[&Check], column, is_line| {
            meant(&checks.iter().copied().cloned().collect::<Vec<_>>(), column, is_line, SUM)
        };
        assert_eq!(meant(&[&sum, &other], 20, false), Some(25));
        assert_eq!(meant(&[&sum, &whole], 5, false), None, "both begin there");
        assert_eq!(meant(&[&sum, &whole], 7, false), Some(10), "the inner one");
        assert_eq!(meant(&[&sum], 12, false), None, "another check of that line");
        assert_eq!(meant(&[&sum], 1, true), Some(10), "the line is all that is known");
        assert_eq!(meant(&[&sum, &other], 1, true), None);
    }

    #[test]
    fn unwraps_on_a_line_are_told_by_the_method_s_place() {
        let unwrap = |from, to| {
            check(place(3, from, to), ErrorKind::Unwrap, "called `Result::unwrap()` on an `Err` value")
        };
        let message = "called `Result::unwrap()` on an `Err` value: ParseIntError { kind: Empty }";
        let (first, second) = (unwrap(5, 15), unwrap(30, 40));
        assert_eq!(meant(&[first.clone(), second.clone()], 7, false, message), Some(15));
        assert_eq!(meant(&[first.clone(), second], 32, false, message), Some(40));
        let expected = check(place(3, 5, 15), ErrorKind::Unwrap, "part");
        assert_eq!(meant(&[expected], 22, false, "part"), None, "another call with these words");
        assert_eq!(meant(&[first], 7, false, "part"), None, "another message");
    }

    #[test]
    fn a_check_of_a_macro_s_text_is_told_by_its_message() {
        let slow = check(place(3, 20, 30), ErrorKind::Panic, replay::COMPUTED);
        assert_eq!(meant(&[slow], 5, false, "slower 3"), Some(30));
    }

    #[test]
    fn an_index_is_out_of_bounds_whatever_its_message_tells() {
        let index = check(place(3, 5, 9), ErrorKind::Index, "index out of bounds");
        let message = "index out of bounds: the len is 0 but the index is 0";
        assert_eq!(meant(&[index], 5, false, message), Some(9));
    }

    #[test]
    fn messages_of_the_language_tell_the_kind_of_check() {
        let kind = |message| kind_of(message).name();
        assert_eq!(kind("attempt to divide by zero"), "divide");
        assert_eq!(kind("attempt to negate with overflow"), "overflow");
        assert_eq!(kind("range start index 3 out of range for slice of length 2"), "index");
        assert_eq!(kind("called `Option::unwrap()` on a `None` value"), "unwrap");
        assert_eq!(kind("the stack is full"), "panic");
    }
}
