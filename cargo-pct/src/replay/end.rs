//! How a run ended, whichever runner made it, and whether that is what a finding says.

use pct_wire::Valuation;
use pct_wire::request::Outcome;

use super::agree;
use super::interpreter::Called;
use crate::ledger::{Ending, Replay, Runner};
use crate::lower::Failure;
use crate::native::driver::{Death, Ran};
use crate::probe::Place;
use crate::symex::ErrorKind;

/// How a run of calls ended.
pub(super) enum End {
    /// With what the predicates of the class say of the object afterwards, if that is known.
    Returned(Option<Valuation>),
    Panicked {
        message: String,
        place: Option<Place>,
    },
    Died(Death),
}

/// How the last call that was begun ended; none if it was not made.
pub(super) fn end_of(ran: &Ran) -> Option<End> {
    if let Some(death) = &ran.died {
        return Some(End::Died(death.clone()));
    }
    match &ran.steps.last()?.outcome {
        Outcome::Returned(_) => {
            let after = ran.steps.last().and_then(|step| step.after.as_ref());
            Some(End::Returned(after.map(|(_, valuation)| *valuation)))
        }
        Outcome::Panicked { message, location } => {
            Some(End::Panicked { message: message.clone(), place: place(location) })
        }
        Outcome::Refused(_) => None,
    }
}

pub(super) fn end_of_called(called: &Called) -> Option<End> {
    match called {
        Called::Returned { .. } => Some(End::Returned(None)),
        Called::Panicked { error, .. } => {
            let place = error.span.as_ref().map(|span| Place {
                file: span.file.to_string(),
                line: span.start.line,
                column: span.start.column,
                end_line: span.end.line,
                end_column: span.end.column,
            });
            Some(End::Panicked { message: error.message.clone(), place })
        }
        Called::Unknown => None,
    }
}

/// Whether an end is the failure: a panic with its message, or at its place; or an object of which an invariant does not
/// hold. None where the object is not known, and of a precondition, at which compiled code does not look.
pub(super) fn matches(failure: &Failure, end: &End) -> Option<bool> {
    if failure.kind == ErrorKind::Precondition {
        return None;
    }
    if let (Some(index), End::Returned(after)) = (failure.invariant, end) {
        return after.map(|valuation| valuation.bits() >> index & 1 == 0);
    }
    let End::Panicked { message, place } = end else { return Some(false) };
    let here = |place: &Place| {
        failure.span.as_ref().is_some_and(|span| *span.file == *place.file && span.start.line == place.line)
    };
    Some(agree::fits(&failure.message, message) || place.as_ref().is_some_and(here))
}

/// `src/lib.rs:3:5`
fn place(location: &str) -> Option<Place> {
    let mut parts = location.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let file = parts.next()?.to_owned();
    Some(Place { file, line, column, end_line: line, end_column: column })
}

pub(super) fn replay(end: End, runner: Runner) -> Replay {
    let (outcome, message, place) = match end {
        End::Returned(_) => (Ending::Returned, String::new(), None),
        // The interpreter computes no message.
        End::Panicked { message, place } if runner == Runner::Interpreter => {
            (Ending::Panicked, agree::known_words(&message).unwrap_or_default(), place)
        }
        End::Panicked { message, place } => (Ending::Panicked, message, place),
        End::Died(Death::Hangs) => (Ending::Hangs, "killed when its time was up".to_owned(), None),
        End::Died(Death::Ended(how)) => (Ending::Died, how, None),
    };
    Replay { runner, outcome, message, place }
}

pub(super) fn shown(end: &End) -> String {
    match end {
        End::Returned(_) => "returned".to_owned(),
        End::Panicked { message, .. } => format!("panicked with `{message}`"),
        End::Died(Death::Hangs) => "did not end".to_owned(),
        End::Died(Death::Ended(how)) => how.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EntityRef;
    use crate::lower::EntryId;
    use crate::span::{Position, Span};
    use crate::symex::ErrorKind;

    fn failure(message: &str) -> Failure {
        let at = |column| Position { line: 7, column };
        Failure {
            kind: ErrorKind::Assert,
            message: message.to_owned(),
            span: Some(Span { file: "src/lib.rs".into(), start: at(9), end: at(20) }),
            function: "f".to_owned(),
            entry: EntryId::new(0),
            invariant: None,
        }
    }

    fn panicked(message: &str, location: &str) -> End {
        End::Panicked { message: message.to_owned(), place: place(location) }
    }

    #[test]
    fn a_run_shows_a_finding_by_its_message_or_its_line_and_nothing_else_does() {
        let found = failure("too much: {}");
        assert_eq!(matches(&found, &panicked("too much: 5", "")), Some(true));
        assert_eq!(matches(&found, &panicked("anything", "src/lib.rs:7:30")), Some(true));
        assert_eq!(matches(&found, &panicked("anything", "src/lib.rs:8:9")), Some(false));
        assert_eq!(matches(&found, &panicked("anything", "src/other.rs:7:9")), Some(false));
        assert_eq!(matches(&found, &End::Returned(None)), Some(false));
        assert_eq!(matches(&found, &End::Died(Death::Hangs)), Some(false));
    }

    #[test]
    fn a_broken_invariant_is_seen_on_the_object_that_a_call_leaves() {
        let found = Failure { invariant: Some(1), ..failure("the invariant") };
        let left = |bits| End::Returned(Some(Valuation::new(bits, 2)));
        assert_eq!(matches(&found, &left(0b01)), Some(true));
        assert_eq!(matches(&found, &left(0b10)), Some(false));
        assert_eq!(matches(&found, &End::Returned(None)), None);
        assert_eq!(matches(&found, &panicked("another", "")), Some(false));
    }

    #[test]
    fn a_place_is_read_from_its_end() {
        let read = place("C:\\src\\lib.rs:3:5").unwrap();
        assert_eq!((&*read.file, read.line, read.column), ("C:\\src\\lib.rs", 3, 5));
        assert_eq!(place(""), None);
    }
}
