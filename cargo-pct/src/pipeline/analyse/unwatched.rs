//! Functions that no probe watches: what macros make, methods of traits and of types of other crates. They have no abstract states,
//! but they can fail like others.

use std::collections::BTreeSet;

use super::Task;
use super::answers::Collected;
use super::verified::{Verified, Verifier};
use super::view::place_of;
use crate::lower::Probed;
use crate::mir::Path;
use crate::pipeline::RunError;
use crate::probe;
use crate::source::Owner;
use crate::symex::BodyId;

impl Verifier<'_> {
    /// Judges each function that clients can call, that can fail, and that no subject judges as clients call it.
    pub(super) fn unwatched(
        &self,
        verified: &mut Verified,
        answers: &mut Collected<'_>,
    ) -> Result<(), RunError> {
        for body in answers.not_judged() {
            let id = format!("{}::{}", self.crate_name, self.name(body));
            if verified.results.contains_key(&id) {
                continue;
            }
            let subject = self.code.function_of(&id, body);
            let probed = self.without_probes(id, body);
            let (seen, covered) = (BTreeSet::new(), BTreeSet::new());
            let task = Task { subject: probed.clone(), probed: Probed::default(), seen, covered };
            self.judge_within_limits(&task, Ok(subject), verified, answers)?;
            verified.unwatched.push(probed);
        }
        Ok(())
    }

    /// `<[u8; 4] as FromHex>::from_hex`
    fn name(&self, body: BodyId) -> String {
        let of_impl = self.code.program.declared(body).and_then(|(items, function)| match function.owner {
            Owner::Impl(block) => Some((&items.impls[block], &function.name)),
            _ => None,
        });
        let Some((block, name)) = of_impl else { return self.code.program.name(body) };
        match block.trait_path.as_ref().and_then(Path::last_name) {
            Some(of_trait) => format!("<{} as {of_trait}>::{name}", block.self_type),
            None => format!("<{}>::{name}", block.self_type),
        }
    }

    fn without_probes(&self, id: String, body: BodyId) -> probe::Subject {
        let code = &self.code.program.code(body).body;
        let mut spans =
            code.blocks.values().filter_map(|block| block.terminator.source.as_ref()?.span.as_ref());
        let place = spans.find(|span| self.unit.owns(&span.file)).map(place_of).unwrap_or_default();
        probe::Subject {
            id,
            kind: probe::SubjectKind::Function,
            place,
            predicates: Vec::new(),
            cutpoints: Vec::new(),
            unprobed: Vec::new(),
            not_fabricable: None,
        }
    }
}
