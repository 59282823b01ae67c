//! What `use` declarations bring into a scope.

use super::{Glob, Names, UNCLEAR, join};
use crate::source::names::Place;
use crate::source::visibility::VisibleIn;

impl Names {
    pub(super) fn import(
        &mut self,
        import: &Import<'_>,
        before: Option<&str>,
        tree: &syn::UseTree,
        absolute: bool,
    ) {
        let place = import.place;
        match tree {
            syn::UseTree::Path(path) => {
                let name = path.ident.to_string();
                let before = match (before, name.as_str()) {
                    (None, _) => import.first(&name, absolute),
                    (Some(before), "super") => import.known.module_around(before).to_owned(),
                    (Some(before), _) => join(before, &name),
                };
                self.import(import, Some(&before), &path.tree, absolute);
            }
            syn::UseTree::Name(name) => self.imported(import, before, &name.ident, &name.ident),
            syn::UseTree::Rename(rename) => self.imported(import, before, &rename.ident, &rename.rename),
            syn::UseTree::Glob(_) => {
                let module = before.unwrap_or_default().to_owned();
                let glob = Glob { module, visible: import.visible.clone() };
                self.globs.entry(place.scope.clone()).or_default().push(glob);
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.import(import, before, item, absolute));
            }
        }
    }

    fn imported(&mut self, import: &Import<'_>, before: Option<&str>, from: &syn::Ident, to: &syn::Ident) {
        let from = from.to_string();
        let path = match (before, from.as_str()) {
            (Some(before), "self") => before.to_owned(),
            (Some(before), _) => join(before, &from),
            // `use std as s`
            (None, _) => import.first(&from, false),
        };
        let name =
            if *to == "self" { path.rsplit("::").next().unwrap_or(&path).to_owned() } else { to.to_string() };
        let scope = &import.place.scope;
        // What a module declares itself is its type, trait or module of that name: what is imported is of another kind.
        if self.modules.contains(scope) && self.types.contains_key(&join(scope, &name)) {
            return;
        }
        let path = if import.known.hides(&path, &import.place.scope) { join(UNCLEAR, &name) } else { path };
        let used = self.used.entry(scope.clone()).or_default().insert(name.clone(), path.clone());
        // One is a type, say, and one a function; which is which is not known.
        if used.is_some_and(|used| used != path) {
            self.several.entry(scope.clone()).or_default().insert(name.clone());
        }
        self.add(scope, name, path, import.visible.clone());
    }
}

/// A `use` declaration.
pub(super) struct Import<'a> {
    pub(super) place: &'a Place,
    pub(super) visible: VisibleIn,
    /// What is known of names so far.
    pub(super) known: &'a Names,
}

impl Import<'_> {
    /// What the first name of the path stands for; not what this declaration makes of it: `use a::a`.
    fn first(&self, name: &str, absolute: bool) -> String {
        let root = Place { scope: self.known.root.clone(), module: self.known.root.clone() };
        // In edition 2015 all paths of `use` begin at the root.
        let begins_here = !self.known.begins_at_root || matches!(name, "crate" | "self" | "super");
        let place = if begins_here { self.place } else { &root };
        let found = self.known.first(place, name, absolute);
        let own = found.strip_prefix(name).is_some_and(|rest| rest.starts_with("::"));
        if own { name.to_owned() } else { found }
    }
}
