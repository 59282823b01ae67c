//! The slice of a subject: the bodies that its judgement may depend on.

use super::mentions::{Names, in_type};
use super::{CrateCode, Subject, SubjectKind};
use crate::symex::BodyId;
use crate::symex::types::plain_name;
use std::collections::BTreeSet;

impl CrateCode<'_> {
    /// The bodies of the analysed crates that may run when the subject's functions do, or that may be read to judge them.
    ///
    /// Over-approximates what runs. What else is read to judge a subject is found out while it is judged
    /// ([`crate::symex::Program::bodies_read`]).
    pub fn slice(&self, subject: &Subject) -> BTreeSet<BodyId> {
        let mut names = Names::new();
        let mut seeds: BTreeSet<BodyId> = subject.entries.values().map(|entry| entry.body).collect();
        seeds.extend(&subject.inner);
        for (_, ty) in subject.entries.values().flat_map(|entry| &entry.parameters) {
            names.extend(in_type(ty));
        }
        if let SubjectKind::Type(ty) = &subject.kind {
            names.extend(in_type(ty));
            let path = ty.as_path().and_then(plain_name);
            let definition = path.and_then(|path| self.index().definition(&path));
            if let Some(definition) = definition {
                seeds.extend(self.index().methods_of(&self.items.types[definition]));
            }
        }
        let mut found = self.mentions().reached(seeds.into_iter(), &names);
        found.retain(|body| self.program.is_analysed(*body));
        found
    }
}
