//! A graph of names: what comes into play where a name of each of some sets does.

use std::collections::BTreeSet;

use cranelift_entity::EntitySet;
use rustc_hash::FxHashMap;

use super::Names;
use crate::ids::{PrimaryMap, SecondaryMap};
use crate::symex::BodyId;

crate::define_id! {
    /// A name in the code or in a declaration.
    #[allow(unreachable_pub)]
    NameId, "name";
    /// Something that names lead to.
    #[allow(unreachable_pub)]
    PartId, "part";
    /// A set of names of which a part needs one.
    #[allow(unreachable_pub)]
    NeedId, "need";
}

/// Names and parts, and what leads to what.
#[derive(Default)]
pub(super) struct Graph {
    ids: FxHashMap<String, NameId>,
    parts: PrimaryMap<PartId, Part>,
    /// The part that has the need.
    needs: PrimaryMap<NeedId, PartId>,
    /// The needs that a name meets.
    met_by: SecondaryMap<NameId, Vec<NeedId>>,
    /// The parts that are in play anywhere.
    everywhere: Vec<PartId>,
}

/// Something that comes into play where a name of each of its needs does.
struct Part {
    needs: usize,
    /// The names that are in play then.
    names: Vec<NameId>,
    /// The body that then runs, if it is one.
    body: Option<BodyId>,
}

/// The names and bodies that are in play.
pub(super) struct InPlay<'g> {
    graph: &'g Graph,
    names: EntitySet<NameId>,
    pub(super) bodies: BTreeSet<BodyId>,
}

impl Graph {
    /// The id of a name.
    pub(super) fn id(&mut self, name: &str) -> NameId {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = NameId::from_u32(u32::try_from(self.ids.len()).expect("a crate has fewer names"));
        self.ids.insert(name.to_owned(), id);
        id
    }

    /// The ids of names.
    pub(super) fn ids<'n>(&mut self, names: impl IntoIterator<Item = &'n String>) -> Vec<NameId> {
        names.into_iter().map(|name| self.id(name)).collect()
    }

    /// Adds a part that comes into play where a name of each of these sets does, and then brings these names and a body.
    pub(super) fn add(&mut self, needs: &[Names], names: Vec<NameId>, body: Option<BodyId>) {
        let part = self.parts.push(Part { needs: needs.len(), names, body });
        if needs.is_empty() {
            self.everywhere.push(part);
        }
        for names in needs {
            let need = self.needs.push(part);
            for id in self.ids(names) {
                self.met_by[id].push(need);
            }
        }
    }

    /// Finds all that comes into play where these names do. One that no part has leads nowhere.
    pub(super) fn follow<'n>(
        &self,
        names: impl IntoIterator<Item = &'n String>,
        more: impl IntoIterator<Item = NameId>,
    ) -> InPlay<'_> {
        let mut waiting: Vec<NameId> =
            names.into_iter().filter_map(|name| self.ids.get(name).copied()).collect();
        waiting.extend(more);
        let mut found = InPlay { graph: self, names: EntitySet::new(), bodies: BTreeSet::new() };
        let mut open: SecondaryMap<PartId, usize> = SecondaryMap::new();
        self.parts.iter().for_each(|(id, part)| open[id] = part.needs);
        let mut is_met: EntitySet<NeedId> = EntitySet::new();
        self.everywhere.iter().for_each(|part| found.add(*part, &mut waiting));
        while let Some(name) = waiting.pop() {
            if !found.names.insert(name) {
                continue;
            }
            for need in &self.met_by[name] {
                let part = self.needs[*need];
                if is_met.insert(*need) {
                    open[part] -= 1;
                    if open[part] == 0 {
                        found.add(part, &mut waiting);
                    }
                }
            }
        }
        found
    }
}

impl InPlay<'_> {
    fn add(&mut self, part: PartId, waiting: &mut Vec<NameId>) {
        let Part { names, body, .. } = &self.graph.parts[part];
        waiting.extend(names.iter().filter(|name| !self.names.contains(**name)));
        self.bodies.extend(*body);
    }

    /// Tells whether one of these names is in play.
    pub(super) fn has_one_of(&self, names: &Names) -> bool {
        names.iter().any(|name| self.graph.ids.get(name).is_some_and(|id| self.names.contains(*id)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Names {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_part_comes_into_play_when_each_of_its_needs_is_met() {
        let mut graph = Graph::default();
        let mut add = |needs: &[&str], brings: &str, body: u32| {
            let needs: Vec<Names> = needs.iter().map(|need| names(need)).collect();
            let brings = graph.ids(&names(brings));
            graph.add(&needs, brings, Some(BodyId::from_u32(body)));
        };
        add(&["a b", "c"], "d", 1);
        add(&["d"], "e c", 2);
        add(&[], "x", 3);
        add(&["x", "y", "never"], "z", 4);
        let check = |from: &str, bodies: &[u32], found: &str, missing: &str| {
            let in_play = graph.follow(&names(from), []);
            let expected: BTreeSet<BodyId> = bodies.iter().map(|body| BodyId::from_u32(*body)).collect();
            assert_eq!(in_play.bodies, expected, "{from}");
            assert!(names(found).iter().all(|name| in_play.has_one_of(&names(name))), "{from}");
            assert!(!in_play.has_one_of(&names(missing)), "{from}");
        };
        check("", &[3], "x", "a b c d e y z");
        check("a b", &[3], "a b x", "c d e");
        check("b c", &[1, 2, 3], "b c d e x", "a y z");
        check("d a", &[1, 2, 3], "a c d e", "b z");
        check("y unknown", &[3], "x y", "unknown z");
    }
}
