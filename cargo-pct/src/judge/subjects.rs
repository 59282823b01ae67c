//! Which code a subject of the ledger is, and subjects that no probe watches: what macros make, methods of traits and of types of other
//! crates. Those have no abstract states, but they can fail like others.

use std::collections::BTreeSet;

use super::{Task, place_of};
use crate::build::Unit;
use crate::ids::PrimaryMap;
use crate::lower::{CrateCode, NotAnalysed, Probed, Subject, SubjectKind};
use crate::mir::{OwnModules, Path};
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
        probe::SubjectKind::Type => code.class(&probed.id, &code.own_path(path)).or_else(|_| {
            let sites: Vec<u64> = probed.cutpoints.values().map(|cutpoint| cutpoint.wire.0).collect();
            code.owner_of(&probed.id, &sites)
        }),
        probe::SubjectKind::Function => code.function(&probed.id, path),
    }
}

/// Makes a function a subject that no probe watches, or the class that it is a method of. `is_judged` tells of a class, by its id, whether it
/// is a subject already.
pub fn unwatched(
    code: &CrateCode<'_>,
    unit: &Unit,
    body: BodyId,
    is_judged: impl Fn(&str) -> bool,
) -> (Task, Subject) {
    let class = class_around(code, unit, body).filter(|class| !is_judged(&class.id));
    let subject = class.unwrap_or_else(|| {
        let id = format!("{}::{}", unit.crate_name, name(code, body));
        code.function_of(&id, body)
    });
    let probed = without_probes(code, unit, &subject, body);
    let (seen, covered) = (BTreeSet::new(), BTreeSet::new());
    (Task { subject: probed, probed: Probed::default(), seen, covered }, subject)
}

/// The class that has a function among those that make its objects or get at their representation, where the function stands in an impl for it.
fn class_around(code: &CrateCode<'_>, unit: &Unit, body: BodyId) -> Option<Subject> {
    let path = code.class_around(body)?;
    let id = format!("{}::{}", unit.crate_name, OwnModules::plain(&path));
    let class = code.class(&id, &path).ok()?;
    class.entries.values().any(|entry| entry.body == body).then_some(class)
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

fn without_probes(code: &CrateCode<'_>, unit: &Unit, subject: &Subject, body: BodyId) -> probe::Subject {
    let blocks = &code.program.code(body).body.blocks;
    let mut spans = blocks.values().filter_map(|block| block.terminator.source.as_ref()?.span.as_ref());
    let place = spans.find(|span| unit.owns(&span.file)).map(place_of).unwrap_or_default();
    probe::Subject {
        id: subject.id.clone(),
        kind: match subject.kind {
            SubjectKind::Type(_) => probe::SubjectKind::Type,
            SubjectKind::Function => probe::SubjectKind::Function,
        },
        place,
        predicates: Vec::new(),
        cutpoints: PrimaryMap::new(),
        unprobed: Vec::new(),
        not_fabricable: None,
    }
}
