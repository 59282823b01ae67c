//! Names for the ids of a side-car that stay the same when code in front of them changes.
//!
//! Ids of functions and types are hashes of their places, and those of all else are hashes of these. The names here have the order of the
//! source in place of lines: the second function of a name is the second one wherever it stands.

use std::collections::BTreeMap;

use pct_wire::Id;
use pct_wire::sites::{Place, Record};

/// The name of each id among the records of one crate.
pub fn stable_names(records: &[Record]) -> BTreeMap<Id, String> {
    let mut names = BTreeMap::new();
    let owners = records.iter().filter_map(|record| match record {
        Record::Subject(it) => Some((format!("type {}", it.name), &it.place, it.id)),
        Record::Function(it) => {
            let header = it.impl_header.as_deref().unwrap_or_default();
            Some((format!("fn {} {header} {}", it.place.file, it.name), &it.place, it.id))
        }
        _ => None,
    });
    add(&mut names, owners.collect());
    let of = |owner: &Id| names.get(owner).cloned().unwrap_or_default();
    let parts = records.iter().filter_map(|record| match record {
        Record::Cutpoint(it) => Some((format!("{} at {}", of(&it.function), it.label), &it.place, it.id)),
        Record::Predicate(it) => {
            Some((format!("{} predicate {}", of(&it.owner), it.index), &it.place, it.id))
        }
        Record::Contract(it) => {
            Some((format!("{} {:?} {:?}", of(&it.owner), it.kind, it.texts), &it.place, it.id))
        }
        _ => None,
    });
    let parts = parts.collect();
    add(&mut names, parts);
    names
}

/// Adds names, with a number where several are equal: in the order of their places.
fn add(names: &mut BTreeMap<Id, String>, mut found: Vec<(String, &Place, Id)>) {
    found.sort();
    found.dedup();
    let mut last: Option<String> = None;
    let mut number = 0;
    for (name, _, id) in found {
        number = if last.as_ref() == Some(&name) { number + 1 } else { 0 };
        names.insert(id, format!("{name} #{number}"));
        last = Some(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pct_wire::sites::{Function, Receiver};

    fn function(line: u32, id: u64) -> Record {
        let place = Place { file: "src/lib.rs".into(), line, ..Place::default() };
        Record::Function(Function {
            id: Id(id),
            impl_header: None,
            self_type: None,
            name: "get".into(),
            ordinal: 0,
            receiver: Receiver::None,
            place,
        })
    }

    #[test]
    fn functions_of_one_name_are_told_apart_by_their_order() {
        let before = stable_names(&[function(3, 11), function(9, 12)]);
        let after = stable_names(&[function(29, 22), function(23, 21)]);
        assert_eq!((&before[&Id(11)], &before[&Id(12)]), (&after[&Id(21)], &after[&Id(22)]));
        assert_ne!(before[&Id(11)], before[&Id(12)]);
    }
}
