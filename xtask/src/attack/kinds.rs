//! The kinds of items that can be generated, as a table.

mod borrowed_iterators;
mod clones;
mod corners;
mod given;
mod guards;
mod helpers;
mod impls;
mod instances;
mod iterators;
mod names;
mod owners;
mod parameters;
mod programs;
mod provided;
mod reference_writes;
mod references;
mod shapes;
mod shown;
mod torn;
mod traits;

use super::item::Item;
use super::random::Random;

/// A kind of items.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// One line for the help.
    pub(super) doc: &'static str,
    source: fn(&mut Random) -> String,
}

/// All kinds.
pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "slots",
        doc: "references in arrays, vectors, options, results, tuples and fields: moved, taken, replaced",
        source: references::slots,
    },
    Kind {
        name: "references",
        doc: "references to references, in sequences",
        source: references::references,
    },
    Kind {
        name: "boxes",
        doc: "boxes of references, and closures that hold some",
        source: references::boxes,
    },
    Kind {
        name: "permutations",
        doc: "sequences of references that are sorted, rotated, split, drained, forgotten",
        source: references::permutations,
    },
    Kind {
        name: "types",
        doc: "a type that writes its fields through references in sequences, and its clients",
        source: references::types,
    },
    Kind {
        name: "guards",
        doc: "guards that write when they are dropped, returned in many ways, forgotten or not",
        source: guards::guards,
    },
    Kind { name: "clones", doc: "impls of Clone that give another value", source: clones::clones },
    Kind {
        name: "iterators",
        doc: "the crate's own iterators, which lie, under std's adaptors",
        source: iterators::iterators,
    },
    Kind {
        name: "lent",
        doc: "std's iterators, lent to adaptors, and what is left of them",
        source: borrowed_iterators::borrowed_iterators,
    },
    Kind {
        name: "traits",
        doc: "the crate's own Eq, Ord, Hash, Default, From, Deref, which lie or panic",
        source: traits::traits,
    },
    Kind {
        name: "provided",
        doc: "the crate's own traits: methods provided or overridden, by types, parameters and objects",
        source: provided::provided,
    },
    Kind {
        name: "impls",
        doc: "a general impl with bounds beside one for a type that does not meet them, and generic clients",
        source: impls::impls,
    },
    Kind {
        name: "helpers",
        doc: "what the impls of a trait share, which fails for some of them, and generic clients",
        source: helpers::helpers,
    },
    Kind {
        name: "instances",
        doc: "instances of one generic function that meet as function pointers, in loops",
        source: instances::instances,
    },
    Kind {
        name: "torn",
        doc: "types that hold std's iterators and go on behind a panic of what clients give them",
        source: torn::torn,
    },
    Kind {
        name: "shown",
        doc: "objects that clients are shown through shared references in sequences, wrappers and constants",
        source: shown::shown,
    },
    Kind {
        name: "given",
        doc: "values that clients' generic code is given, whose impls it runs",
        source: given::given,
    },
    Kind {
        name: "owners",
        doc: "objects that borrow the same, lend it on, or write elsewhere when they end",
        source: owners::owners,
    },
    Kind {
        name: "parameters",
        doc: "generic functions that call what std provides for the types of their parameters",
        source: parameters::parameters,
    },
    Kind {
        name: "programs",
        doc: "programs of numbers, bits, arrays, options, branches and loops",
        source: programs::programs,
    },
    Kind {
        name: "names",
        doc: "items named like std's, two of one name, imports, and what hides what",
        source: names::names,
    },
    Kind {
        name: "corners",
        doc: "std's functions at 0, MAX, isize::MAX + 1, empty ranges, types without a size",
        source: corners::corners,
    },
];

/// An end of a function that panics for one value of a number, which the expression gives.
fn checked(random: &mut Random, number: &str) -> String {
    let value = random.pick(&["0", "1", "2", "3", "0", "1", "2", "3", "4", "usize::MAX"]);
    let end = random.pick(&["100 / found.abs_diff(VALUE)", "100 % found.abs_diff(VALUE)"]);
    let end = end.replace("VALUE", value);
    format!("let found = ({number}) as usize;\n    ({end}) as u8")
}

/// The kinds, for the help.
pub(super) fn help() -> String {
    let lines = KINDS.iter().map(|kind| format!("  {:<13} {}", kind.name, kind.doc));
    format!("Kinds:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// The kind with a name.
pub(super) fn parse(name: &str) -> Result<&'static Kind, String> {
    let names = || KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
    KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| format!("the kinds are {}", names()))
}

impl Kind {
    pub(super) fn generate(&self, random: &mut Random) -> Item {
        // A part that is left out leaves a blank line with its indentation.
        let source = (self.source)(random);
        let is_kept = |line: &&str| line.is_empty() || !line.trim().is_empty();
        let source = source.lines().filter(is_kept).map(|line| format!("{line}\n")).collect();
        Item { kind: self.name.to_owned(), source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_an_item_for_good() {
        for kind in KINDS {
            let items = |seed| {
                let mut random = Random::new(seed);
                (0..20).map(|_| kind.generate(&mut random)).collect::<Vec<Item>>()
            };
            assert_eq!(items(7), items(7), "{}", kind.name);
            assert_ne!(items(7), items(8), "{}", kind.name);
        }
    }

    #[test]
    fn every_item_is_rust_with_a_run() {
        let mut random = Random::new(1);
        for kind in KINDS {
            for _ in 0..50 {
                let item = kind.generate(&mut random);
                let text = &item.source;
                assert!(text.parse::<proc_macro2::TokenStream>().is_ok(), "{text}");
                assert!(
                    text.contains("\npub fn run(n: u8") || text.starts_with("pub fn run(n: u8"),
                    "{text}"
                );
                assert!(!text.contains("CELL") && !text.contains("NAME") && !text.contains("KEPT"), "{text}");
            }
        }
    }
}
