//! By which paths clients know the items of a crate: public modules, and what they export from others.
//!
//! Input: the syntax tree. Output: for each item that clients can name, the shortest of its public paths; and of each public path, what
//! it names. Under-approximates: what a macro or another crate exports is not seen.

use super::items::printed;
use super::names::{Names, Place, join};
use crate::mir::{path_of, plain_name};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use syn::{Item, UseTree, Visibility};

/// The public paths of a crate's items.
#[derive(Default)]
pub(super) struct Exports {
    /// The shortest of each item that has one, by the path of its declaration.
    pub(super) shortest: BTreeMap<String, String>,
    /// The paths of declarations by each of their public paths.
    pub(super) declared: BTreeMap<String, String>,
}

/// The public paths of the items of a file.
pub(super) fn exports(names: &Names, root: &[super::PathPart], file: &syn::File) -> Exports {
    let mut modules = Modules { names, found: BTreeMap::new() };
    modules.module(&printed(root), &file.items);
    let found = modules.found;
    let (mut exports, mut seen) = (Exports::default(), BTreeSet::new());
    // The nearest to the root first: shorter paths are found before longer ones.
    let mut pending = VecDeque::from([(printed(root), String::new())]);
    while let Some((module, prefix)) = pending.pop_front() {
        if !seen.insert((module.clone(), prefix.clone())) || prefix.matches("::").count() > MOST_NESTED {
            continue;
        }
        let Some(contents) = found.get(&module) else { continue };
        for (name, target) in &contents.public {
            let path = join(&prefix, name);
            let target = real(names, target);
            if found.contains_key(&target) {
                pending.push_back((target, path));
            } else {
                exports.declared.entry(path.clone()).or_insert_with(|| target.clone());
                exports.shortest.entry(target).or_insert(path);
            }
        }
        // What a glob exports is as near as what is exported by name.
        for target in contents.globs.iter().rev() {
            pending.push_front((target.clone(), prefix.clone()));
        }
    }
    exports
}

/// Modules that export each other would never end.
const MOST_NESTED: usize = 12;

/// What a module makes public.
#[derive(Default)]
struct Contents {
    /// By name: the path of what it stands for.
    public: BTreeMap<String, String>,
    /// Modules all of whose contents it exports.
    globs: Vec<String>,
}

struct Modules<'n> {
    names: &'n Names,
    found: BTreeMap<String, Contents>,
}

impl Modules<'_> {
    fn module(&mut self, path: &str, items: &[Item]) {
        let mut contents = Contents::default();
        for item in items {
            if let Item::Mod(module) = item
                && let Some((_, items)) = &module.content
            {
                self.module(&join(path, &module.ident.to_string()), items);
            }
            if let Item::Use(import) = item {
                if matches!(import.vis, Visibility::Public(_)) {
                    let place = Place { scope: path.to_owned(), module: path.to_owned() };
                    self.import(&mut contents, &place, "", &import.tree, import.leading_colon.is_some());
                }
            } else if let Some((name, target)) = public_crate(item) {
                contents.public.insert(name, target);
            } else if let Some(name) = public_name(item) {
                let name = name.to_string();
                contents.public.insert(name.clone(), join(path, &name));
            }
        }
        self.found.insert(path.to_owned(), contents);
    }

    fn import(&self, contents: &mut Contents, place: &Place, before: &str, tree: &UseTree, absolute: bool) {
        let target = |name: &syn::Ident| match (before, name.to_string().as_str()) {
            ("", name) => self.names.first(place, name, absolute),
            (before, "self") => before.to_owned(),
            (before, "super") => self.names.module_around(before).to_owned(),
            (before, name) => join(before, name),
        };
        match tree {
            UseTree::Path(path) => {
                self.import(contents, place, &target(&path.ident), &path.tree, absolute);
            }
            UseTree::Name(name) => {
                let (name, target) = (name.ident.to_string(), target(&name.ident));
                let name = if name == "self" {
                    target.rsplit("::").next().unwrap_or_default().to_owned()
                } else {
                    name
                };
                contents.public.insert(name, target);
            }
            UseTree::Rename(rename) => {
                contents.public.insert(rename.rename.to_string(), target(&rename.ident));
            }
            UseTree::Glob(_) => contents.globs.push(before.to_owned()),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(contents, place, before, tree, absolute));
            }
        }
    }
}

/// The path of a declaration, from one by which it was exported in turn.
fn real(names: &Names, path: &str) -> String {
    let parts: Vec<&str> = path.split("::").collect();
    plain_name(&names.real_path(path_of(&parts))).unwrap_or_else(|| path.to_owned())
}

/// The name of a crate that a module makes public, and what it stands for.
fn public_crate(item: &Item) -> Option<(String, String)> {
    let Item::ExternCrate(of) = item else { return None };
    let name = of.rename.as_ref().map_or(&of.ident, |(_, name)| name);
    let target = if matches!(of.ident.to_string().as_str(), "core" | "alloc" | "std") {
        "std".to_owned()
    } else {
        of.ident.to_string()
    };
    matches!(of.vis, Visibility::Public(_)).then(|| (name.to_string(), target))
}

/// The name of a public item that calls can name.
fn public_name(item: &Item) -> Option<&syn::Ident> {
    let (visibility, name) = match item {
        Item::Fn(it) => (&it.vis, &it.sig.ident),
        Item::Struct(it) => (&it.vis, &it.ident),
        Item::Enum(it) => (&it.vis, &it.ident),
        Item::Union(it) => (&it.vis, &it.ident),
        Item::Type(it) => (&it.vis, &it.ident),
        Item::Trait(it) => (&it.vis, &it.ident),
        Item::Mod(it) => (&it.vis, &it.ident),
        _ => return None,
    };
    matches!(visibility, Visibility::Public(_)).then_some(name)
}

#[cfg(test)]
mod tests {
    use crate::source::Items;

    /// The public paths, each with what it stands for.
    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let items = Items::read("lib.rs", &[], text).expect("it is Rust");
        let found: Vec<(&str, &str)> =
            items.public.iter().map(|(item, path)| (item.as_str(), path.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_public_modules_hold_is_known_by_its_path() {
        check(
            "pub mod a { pub fn f() {} fn g() {} pub struct S; } mod b { pub fn h() {} }",
            &[("a::S", "a::S"), ("a::f", "a::f")],
        );
    }

    #[test]
    fn what_is_exported_is_known_by_the_shortest_path() {
        check("mod a { pub struct S; } pub use a::S;", &[("a::S", "S")]);
        check("mod a { pub fn f() {} } pub use crate::a::f as g;", &[("a::f", "g")]);
        check(
            "pub mod a { pub fn f() {} pub mod b { pub fn g() {} } } pub use self::a::{b::g, f};",
            &[("a::b::g", "g"), ("a::f", "f")],
        );
        check("mod a { pub fn f() {} pub(crate) fn g() {} } pub use a::*;", &[("a::f", "f")]);
        check("mod a { mod b { pub struct S; } pub use self::b::S; } pub use a::S;", &[("a::b::S", "S")]);
        check("mod a { pub mod b { pub struct S; } } pub use a::b as c;", &[("a::b::S", "c::S")]);
    }
}
