//! Finds the traits that clients may be able to name, and so to implement.
//!
//! Over-approximates: of what `pub use` exports only the names are looked at, and not whether they lead to the trait.

use super::items::printed;
use super::names::join;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{Item, UseTree, Visibility};

/// The paths of the public traits in a file that are not certainly out of clients' reach.
pub(super) fn nameable_traits(root: &[super::PathPart], file: &syn::File) -> BTreeSet<String> {
    let mut exported = Exported::default();
    exported.visit_file(file);
    let mut traits = Traits { exported, found: BTreeSet::new() };
    traits.module(&printed(root), &file.items, true);
    traits.found
}

/// What the `pub use` of all modules mention.
#[derive(Default)]
struct Exported {
    /// The last names of what they export, and the names of modules of which they export everything.
    names: BTreeSet<String>,
    /// One exports everything of a module without naming it: `pub use super::*`.
    everything: bool,
}

impl Exported {
    fn add(&mut self, before: Option<&syn::Ident>, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.add(Some(&path.ident), &path.tree),
            UseTree::Name(name) if name.ident == "self" => self.module(before),
            UseTree::Name(name) => {
                self.names.insert(name.ident.to_string());
            }
            UseTree::Rename(rename) if rename.ident == "self" => self.module(before),
            UseTree::Rename(rename) => {
                self.names.insert(rename.ident.to_string());
            }
            UseTree::Glob(_) => self.module(before),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add(before, tree)),
        }
    }

    fn module(&mut self, name: Option<&syn::Ident>) {
        match name {
            Some(name) if name != "self" && name != "super" && name != "crate" => {
                self.names.insert(name.to_string());
            }
            Some(_) | None => self.everything = true,
        }
    }
}

impl<'ast> Visit<'ast> for Exported {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if matches!(item.vis, Visibility::Public(_)) {
            self.add(None, &item.tree);
        }
        visit::visit_item_use(self, item);
    }
}

struct Traits {
    exported: Exported,
    found: BTreeSet<String>,
}

impl Traits {
    /// `is_public_path` tells whether all modules around are public, except those around one that may be exported.
    fn module(&mut self, path: &str, items: &[Item], is_public_path: bool) {
        for item in items {
            match item {
                Item::Mod(module) => {
                    let Some((_, items)) = &module.content else { continue };
                    let name = module.ident.to_string();
                    let is_public = matches!(module.vis, Visibility::Public(_));
                    let is_public_path = is_public_path && is_public || self.may_be_exported(&name);
                    self.module(&join(path, &name), items, is_public_path);
                }
                Item::Trait(declared) if matches!(declared.vis, Visibility::Public(_)) => {
                    let name = declared.ident.to_string();
                    if is_public_path || self.may_be_exported(&name) {
                        self.found.insert(join(path, &name));
                    }
                }
                _ => {}
            }
        }
    }

    fn may_be_exported(&self, name: &str) -> bool {
        self.exported.everything || self.exported.names.contains(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = nameable_traits(&[], &syn::parse_file(text).expect("it is Rust"));
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_trait_in_a_private_module_that_nobody_exports_is_sealed() {
        check("mod sealed { pub trait Sealed {} } pub trait Open: sealed::Sealed {}", &["Open"]);
        check("pub mod sealed { pub(crate) trait Sealed {} trait Own {} }", &[]);
        check("mod a { pub mod b { pub trait T {} } } use a::b::T;", &[]);
    }

    #[test]
    fn what_may_be_exported_is_nameable() {
        check("mod a { pub trait T {} } mod b { pub fn T() {} } pub use a::T; pub use b::T;", &["a::T"]);
        check("mod a { pub trait T {} } pub use a::T as U;", &["a::T"]);
        check("mod a { pub trait T {} } pub use a::*;", &["a::T"]);
        check("mod a { pub mod b { pub trait T {} } } pub use self::a::b;", &["a::b::T"]);
        check("mod a { pub mod b { pub trait T {} } } pub use a::b::{self as c};", &["a::b::T"]);
        check("mod a { pub trait T {} pub mod b { pub use super::*; } } pub use a::b;", &["a::T"]);
        check(
            "pub mod a { pub mod b { pub mod c { pub mod d { pub mod e { pub mod f { pub mod g { pub mod h { pub trait T {} } } } } } } } }",
            &["a::b::c::d::e::f::g::h::T"],
        );
    }
}
