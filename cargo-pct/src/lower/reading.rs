//! What may meet an item of the source that could not be read, or a name that MIR's text does not tell from another.
//!
//! Input: the code of a crate and what its source says, with the names by which each unread item matters (module `syntax`), and the
//! unclear names (`symex::program`). Output: for some bodies, the items and names that these may meet. Over-approximates, as
//! [`Mentions`] does.

use super::mentions::{Mentions, Names, declared, in_type, last, one};
use crate::source::{Items, TypeDef};
use crate::span::Position;
use crate::symex::{BodyId, Program};
use crate::syntax::UnreadNames;
use std::collections::BTreeMap;

/// The code of a crate by the names in it, and the items that could not be read.
pub(super) struct Reading {
    /// Why something is not known, each with the names that are so.
    unknown: Vec<(String, Names)>,
    mentions: Mentions,
}

impl Reading {
    /// None if all items were read and all names are clear, or an item that was not read may matter anywhere, which is said of the whole
    /// crate.
    pub(super) fn of(program: &Program, items: &Items) -> Option<Reading> {
        let own: Vec<BodyId> =
            program.bodies().map(|(body, _)| body).filter(|body| program.is_analysed(*body)).collect();
        let unclear = own.iter().filter_map(|body| Some((*body, program.unclear(*body)?)));
        let (unclear, names): (Vec<(BodyId, String)>, _) = (unclear.collect(), program.unclear_names());
        let is_known = items.unread.is_empty() && unclear.is_empty() && names.is_empty();
        if is_known || items.unread.iter().any(|item| item.names.is_none()) {
            return None;
        }
        let declared = declared(items);
        let unread = items.unread.iter().filter_map(|item| {
            let names = item.names.as_ref()?;
            let mut unknown = unknown(items, &declared, names);
            unknown.extend(item.function.map(mark));
            let reason = format!("it may meet an item of its source that cannot be read: {item}");
            Some((reason, unknown))
        });
        let mut unknown: Vec<(String, Names)> = unread.collect();
        unknown.extend(names.into_iter().map(|unclear| (unclear.reason, one(&unclear.name))));
        let mut marks: BTreeMap<BodyId, Names> = BTreeMap::new();
        for body in own {
            let unread = program.declared(body).and_then(|(_, function)| function.unread);
            marks.entry(body).or_default().extend(unread.map(mark));
        }
        for (body, _) in &unclear {
            marks.entry(*body).or_default().insert(unclear_mark(*body));
        }
        let mentions = Mentions::of(program, items, &marks);
        // What an unclear function does to the types that its text mentions is not known.
        let types: Names = items.types.values().map(|ty| ty.name.clone()).collect();
        for (body, reason) in unclear {
            let mut met: Names = mentions.of_body(body).intersection(&types).cloned().collect();
            met.insert(unclear_mark(body));
            unknown.push((format!("it may meet `{}`: {reason}", program.name(body)), met));
        }
        Some(Reading { unknown, mentions })
    }

    /// Why something is not known that these bodies may meet, or a class.
    pub(super) fn met(&self, bodies: impl Iterator<Item = BodyId>, class: Option<&TypeDef>) -> Vec<String> {
        let class: Names = class.iter().map(|class| class.name.clone()).collect();
        let are_met = self.mentions.meet(bodies, &class, self.unknown.iter().map(|(_, names)| names));
        let met = self.unknown.iter().zip(are_met).filter(|(_, is_met)| *is_met);
        met.map(|((reason, _), _)| reason.clone()).collect()
    }
}

/// Makes up a name for a function whose text is unclear. It counts as one of the names in that function's code.
fn unclear_mark(body: BodyId) -> String {
    format!("unclear {body}")
}

/// What stands for a function that was not read among the names of its own code.
fn mark(place: Position) -> String {
    format!("function at {}:{}", place.line, place.column)
}

/// The names that leave something unknown: what an unread item declares, and the types and traits that it mentions, whatever these are
/// called elsewhere.
fn unknown(items: &Items, declared: &Names, unread: &UnreadNames) -> Names {
    let mut found: Names = unread.mentioned.intersection(declared).cloned().collect();
    found.extend(unread.own.iter().cloned());
    loop {
        let mut more = Names::new();
        for name in &found {
            more.extend(items.renamed.get(name).into_iter().flatten().cloned());
        }
        for alias in items.aliases.values().filter(|alias| found.contains(last(&alias.path))) {
            more.extend(in_type(&alias.ty).intersection(declared).cloned());
        }
        for block in items.impls.values() {
            // `<S as Trait>::Item`
            let of_trait = block.trait_name().is_some_and(|name| unread.mentioned.contains(name));
            let heads = in_type(&block.self_type);
            let is_meant = heads.is_disjoint(declared) || !heads.is_disjoint(&found);
            for (_, ty) in block.types.iter().filter(|(name, _)| unread.mentioned.contains(&***name)) {
                if of_trait && is_meant {
                    more.extend(in_type(ty).intersection(declared).cloned());
                }
            }
        }
        let before = found.len();
        found.extend(more);
        if found.len() == before {
            return found;
        }
    }
}
