//! Checks that fail in calls of functions which only use objects: whose they are.
//!
//! Such a function is an entry of the class for what it may do to objects unseen. Its own checks belong to its own subject. Those that fail in a
//! function of the class belong to the class, whoever calls that.

use super::subject::names_object;
use super::{EntryId, Lowerer};
use crate::mir::Segment;
use crate::symex::outcome::ErrorEdge;
use crate::symex::{BodyId, ErrorKind};
use std::sync::Arc;

impl Lowerer<'_> {
    /// Tells whether a check that fails in a call of an entry is another subject's. What the call leaves behind then is followed here all the same.
    /// Under-approximates: calls of recursive functions do not say who makes them, and a call that is not known may be one of the class's functions.
    pub(super) fn is_of_others(&mut self, entry: EntryId, error: &ErrorEdge) -> bool {
        self.subject.entries[entry].is_of_others
            && self.running.is_none()
            && fails_without_code(error.kind)
            && !error.location.iter().any(|(body, _)| self.belongs_to_class(*body))
    }

    fn belongs_to_class(&mut self, body: BodyId) -> bool {
        if let Some(known) = self.functions_of_class.get(&body) {
            return *known;
        }
        let found = self.stands_in_function_of_class(body) || self.takes_object(body);
        self.functions_of_class.insert(body, found);
        found
    }

    /// Tells whether a body is that of a method of the class, of a function that clients call with its objects, or of a closure or function in
    /// one of these.
    fn stands_in_function_of_class(&self, body: BodyId) -> bool {
        let segments = |body: BodyId| -> &[Segment] { &self.program.code(body).body.path.segments };
        let entries = self.subject.entries.values().filter(|entry| !entry.is_of_others);
        let mut bodies = entries.map(|entry| entry.body).chain(self.subject.methods.iter().copied());
        bodies.any(|own| segments(body).starts_with(segments(own)))
    }

    fn takes_object(&self, body: BodyId) -> bool {
        let Some(class) = &self.object else { return false };
        let types = self.program.local_types(body, &Arc::default());
        let mut parameters = self.program.code(body).body.args();
        parameters.any(|local| names_object(self.program, &types[local.as_u32() as usize], &class.ty))
    }
}

/// Tells whether nobody's code runs when a check fails. Code that writes the message of a panic is a call that is not known, by itself.
fn fails_without_code(kind: ErrorKind) -> bool {
    match kind {
        ErrorKind::Overflow | ErrorKind::Index | ErrorKind::Divide => true,
        ErrorKind::Unwrap | ErrorKind::Assert | ErrorKind::Panic => true,
        ErrorKind::Invariant | ErrorKind::Precondition | ErrorKind::Unmodelled => false,
    }
}
