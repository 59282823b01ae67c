//! What a name means: the items and `use` declarations of its module, those around it, the prelude.
//!
//! Names are not told apart by kind, so a type and a function of one name are one; MIR's own paths decide there.

use super::{NestedItems, Reader};
use crate::mir::{GenericArgs, Path, Segment};
use crate::symex::types::{path_of, plain_name};
use syn::ext::IdentExt;

/// The names that are known everywhere.
const PRELUDE: [(&str, &str); 34] = [
    ("Option", "std::option::Option"),
    ("Some", "std::option::Option::Some"),
    ("None", "std::option::Option::None"),
    ("Result", "std::result::Result"),
    ("Vec", "std::vec::Vec"),
    ("String", "std::string::String"),
    ("Box", "std::boxed::Box"),
    ("Clone", "std::clone::Clone"),
    ("Copy", "std::marker::Copy"),
    ("Send", "std::marker::Send"),
    ("Sync", "std::marker::Sync"),
    ("Sized", "std::marker::Sized"),
    ("Unpin", "std::marker::Unpin"),
    ("Drop", "std::ops::Drop"),
    ("Fn", "std::ops::Fn"),
    ("FnMut", "std::ops::FnMut"),
    ("FnOnce", "std::ops::FnOnce"),
    ("Default", "std::default::Default"),
    ("Eq", "std::cmp::Eq"),
    ("Ord", "std::cmp::Ord"),
    ("PartialEq", "std::cmp::PartialEq"),
    ("PartialOrd", "std::cmp::PartialOrd"),
    ("Iterator", "std::iter::Iterator"),
    ("IntoIterator", "std::iter::IntoIterator"),
    ("DoubleEndedIterator", "std::iter::DoubleEndedIterator"),
    ("ExactSizeIterator", "std::iter::ExactSizeIterator"),
    ("Extend", "std::iter::Extend"),
    ("FromIterator", "std::iter::FromIterator"),
    ("From", "std::convert::From"),
    ("Into", "std::convert::Into"),
    ("TryFrom", "std::convert::TryFrom"),
    ("TryInto", "std::convert::TryInto"),
    ("AsRef", "std::convert::AsRef"),
    ("AsMut", "std::convert::AsMut"),
];

/// An item is exported by at most so many modules, one from another.
const MOST_EXPORTS: usize = 8;

impl Reader {
    pub(super) fn collect_names(&mut self, module: &str, items: &[syn::Item]) {
        for item in items {
            let declared = match item {
                syn::Item::Struct(item) => &item.ident,
                syn::Item::Enum(item) => &item.ident,
                syn::Item::Union(item) => &item.ident,
                syn::Item::Trait(item) => &item.ident,
                syn::Item::Type(item) => {
                    let path = join(module, &item.ident.unraw().to_string());
                    self.aliases.insert(path, (module.to_owned(), item.clone()));
                    &item.ident
                }
                syn::Item::Const(item) => &item.ident,
                syn::Item::Mod(item) => {
                    if let Some((_, inner)) = &item.content {
                        self.collect_names(&join(module, &item.ident.unraw().to_string()), inner);
                    }
                    &item.ident
                }
                syn::Item::Fn(item) => {
                    self.collect_nested(module, &item.sig.ident, &item.block);
                    continue;
                }
                syn::Item::Impl(item) => {
                    for member in &item.items {
                        if let syn::ImplItem::Fn(function) = member {
                            self.collect_nested(module, &function.sig.ident, &function.block);
                        }
                    }
                    continue;
                }
                syn::Item::Use(item) => {
                    self.collect_use(module, "", &item.tree, item.leading_colon.is_some());
                    continue;
                }
                _ => continue,
            };
            let name = declared.unraw().to_string();
            let path = join(module, &name);
            self.names.entry(module.to_owned()).or_default().insert(name, path);
        }
    }

    fn collect_nested(&mut self, module: &str, function: &syn::Ident, block: &syn::Block) {
        let mut found = NestedItems(Vec::new());
        syn::visit::Visit::visit_block(&mut found, block);
        if !found.0.is_empty() {
            let inner = join(module, &function.unraw().to_string());
            self.bodies.insert(inner.clone());
            self.collect_names(&inner, &found.0);
        }
    }

    fn collect_use(&mut self, module: &str, before: &str, tree: &syn::UseTree, absolute: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                let name = path.ident.unraw().to_string();
                let before =
                    if before.is_empty() { self.first(module, &name, absolute) } else { join(before, &name) };
                self.collect_use(module, &before, &path.tree, absolute);
            }
            syn::UseTree::Name(name) => self.import(module, before, &name.ident, &name.ident),
            syn::UseTree::Rename(rename) => self.import(module, before, &rename.ident, &rename.rename),
            syn::UseTree::Glob(_) => self.globs.entry(module.to_owned()).or_default().push(before.to_owned()),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.collect_use(module, before, item, absolute));
            }
        }
    }

    fn import(&mut self, module: &str, before: &str, from: &syn::Ident, to: &syn::Ident) {
        let from = from.unraw().to_string();
        let path = if from == "self" { before.to_owned() } else { join(before, &from) };
        let name = if *to == "self" {
            before.rsplit("::").next().unwrap_or(before).to_owned()
        } else {
            to.unraw().to_string()
        };
        self.names.entry(module.to_owned()).or_default().insert(name, path);
    }

    /// What the first name of a path means.
    pub(super) fn first(&self, module: &str, name: &str, absolute: bool) -> String {
        match name {
            "crate" => self.prefix.clone(),
            "self" => module.to_owned(),
            "super" => module.rsplit_once("::").map_or("", |(parent, _)| parent).to_owned(),
            "std" | "core" | "alloc" => "std".to_owned(),
            _ if absolute => name.to_owned(),
            _ => self.lookup(module, name).unwrap_or_else(|| name.to_owned()),
        }
    }

    fn lookup(&self, module: &str, name: &str) -> Option<String> {
        if let Some(path) = self.names.get(module).and_then(|names| names.get(name)) {
            return Some(path.clone());
        }
        for glob in self.globs.get(module).into_iter().flatten() {
            if let Some(path) = self.names.get(glob).and_then(|names| names.get(name)) {
                return Some(path.clone());
            }
        }
        if self.bodies.contains(module) {
            let around = module.rsplit_once("::").map_or("", |(around, _)| around);
            return self.lookup(around, name);
        }
        PRELUDE.iter().find(|(short, _)| *short == name).map(|(_, path)| (*path).to_owned())
    }

    /// The path of an item's declaration, from one by which it was exported.
    pub(super) fn real_path(&self, path: Path) -> Path {
        let Some(mut name) = plain_name(&path) else { return path };
        let args = path.last().args().to_vec();
        for _ in 0..MOST_EXPORTS {
            let (module, last) = name.rsplit_once("::").unwrap_or(("", &name));
            match self.names.get(module).and_then(|names| names.get(last)) {
                Some(next) if *next != name => name.clone_from(next),
                _ => break,
            }
        }
        let names: Vec<&str> = name.split("::").collect();
        let mut path = path_of(&names);
        if let Some(Segment::Named { args: own, .. }) = path.segments.last_mut() {
            *own = GenericArgs::Angle(args);
        }
        path
    }
}

pub(super) fn join(module: &str, name: &str) -> String {
    match (module.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => module.to_owned(),
        _ => format!("{module}::{name}"),
    }
}
