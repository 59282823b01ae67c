//! Which code a subject of the ledger is, and subjects that no probe watches: what macros make, methods of traits and of types of other
//! crates. Those have no abstract states, but they can fail like others.

use std::collections::BTreeSet;

use super::{Task, place_of};
use crate::build::Unit;
use crate::ids::PrimaryMap;
use crate::lower::{CrateCode, NotAnalysed, Probed, Subject};
use crate::mir::Path;
use crate::probe;
use crate::source::Owner;
use crate::symex::BodyId;

/// Finds the code of a subject.
///
/// # Errors
/// Tells why there is none that can be analysed.
pub fn subject_of(
    code: &CrateCode<'_>,
    crate_name: &str,
    probed: &probe::Subject,
) -> Result<Subject, NotAnalysed> {
    let path = probed.id.strip_prefix(crate_name).unwrap_or(&probed.id).trim_start_matches("::");
    match probed.kind {
        probe::SubjectKind::Type => code.class(&probed.id, path).or_else(|_| {
            let sites: Vec<u64> = probed.cutpoints.values().map(|cutpoint| cutpoint.wire.0).collect();
            code.owner_of(&probed.id, &sites)
        }),
        probe::SubjectKind::Function => code.function(&probed.id, path),
    }
}

/// Makes a function a subject that no probe watches.
pub fn unwatched(code: &CrateCode<'_>, unit: &Unit, body: BodyId) -> (Task, Subject) {
    let id = format!("{}::{}", unit.crate_name, name(code, body));
    let subject = code.function_of(&id, body);
    let probed = without_probes(code, unit, id, body);
    let (seen, covered) = (BTreeSet::new(), BTreeSet::new());
    (Task { subject: probed, probed: Probed::default(), seen, covered }, subject)
}

/// `<[u8; 4] as FromHex>::from_hex`
fn name(code: &CrateCode<'_>, body: BodyId) -> String {
    let of_impl = code.program.declared(body).and_then(|(items, function)| match function.owner {
        Owner::Impl(block) => Some((&items.impls[block], &function.name)),
        _ => None,
    });
    let Some((block, name)) = of_impl else { return code.program.name(body) };
    match block.trait_path.as_ref().and_then(Path::last_name) {
        Some(of_trait) => format!("<{} as {of_trait}>::{name}", block.self_type),
        None => format!("<{}>::{name}", block.self_type),
    }
}

fn without_probes(code: &CrateCode<'_>, unit: &Unit, id: String, body: BodyId) -> probe::Subject {
    let blocks = &code.program.code(body).body.blocks;
    let mut spans = blocks.values().filter_map(|block| block.terminator.source.as_ref()?.span.as_ref());
    let place = spans.find(|span| unit.owns(&span.file)).map(place_of).unwrap_or_default();
    probe::Subject {
        id,
        kind: probe::SubjectKind::Function,
        place,
        predicates: Vec::new(),
        cutpoints: PrimaryMap::new(),
        unprobed: Vec::new(),
        not_fabricable: None,
    }
}
