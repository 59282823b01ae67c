//! What a name means: the items and `use` declarations of its module, those around it, the prelude.
//!
//! Input: the syntax tree of a crate. Output: [`Names`], which say what the first name of a path stands for. A name that
//! stands for nothing here is left as it is: a type of that name is then foreign, of which nothing is assumed. One table holds names of all
//! kinds. Where an import may bring a function, constant or macro alone, and where a name may have been declared in another block of a function,
//! its path begins with [`UNCLEAR`].

mod declared;
mod globs;
mod imports;

use super::items::{PathPart, printed};
use super::visibility::{VisibleIn, is_within};
use super::{std_names, types};
use crate::mir::{Path, Segment, path_of, plain_name};
use imports::Import;
use std::collections::{BTreeMap, BTreeSet};

/// A path with the arguments of another.
pub(super) fn with_arguments_of(name: &str, other: &Path) -> Path {
    let names: Vec<&str> = name.split("::").collect();
    let mut path = path_of(&names);
    if let (Some(Segment::Named { args, .. }), Segment::Named { args: own, .. }) =
        (path.segments_mut().last_mut(), other.last().clone())
    {
        *args = own;
    }
    path
}

/// What the path of a name begins with that may stand for one of several things.
pub(super) const UNCLEAR: &str = "<unclear>";

/// An item is exported by at most so many modules, one from another.
const MOST_EXPORTS: usize = 8;

/// Where names are looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The module, function, constant or trait around.
    pub(super) scope: String,
    /// The module around: what `self` and `super` begin at.
    pub(super) module: String,
}

/// What the names of a crate stand for.
#[derive(Clone, Default)]
pub(super) struct Names {
    root: String,
    /// By scope and name: the full path.
    names: BTreeMap<String, BTreeMap<String, String>>,
    /// By scope and name: where what has the name can be used. A name may stand for several things, a type and a function.
    uses: BTreeMap<String, BTreeMap<String, BTreeSet<VisibleIn>>>,
    /// By scope: what `use a::*` names.
    globs: BTreeMap<String, Vec<Glob>>,
    /// Edition 2015: paths of `use` begin at the root.
    begins_at_root: bool,
    /// What the root's `extern crate a as b` give names to, which are known everywhere.
    crates: BTreeMap<String, String>,
    /// The scopes that are modules. In others names are looked up around them, too.
    modules: BTreeSet<String>,
    /// Type aliases by path, each with the place that it is in.
    aliases: BTreeMap<String, (Place, syn::ItemType)>,
    /// Scopes that hold several texts which do not see each other's names: blocks of a function, functions of impl blocks.
    shared: BTreeSet<String>,
    /// By scope: what its `use` declarations name, apart from what it declares itself.
    used: BTreeMap<String, BTreeMap<String, String>>,
    /// By scope: names that its `use` declarations give to several things.
    several: BTreeMap<String, BTreeSet<String>>,
    /// How many types, traits and modules have each path.
    types: BTreeMap<String, usize>,
    /// The paths of functions, constants and statics.
    values: BTreeSet<String>,
    /// By a trait's path: its associated types.
    associated: BTreeMap<String, BTreeSet<String>>,
    /// By a trait's path: the traits that it demands of its types, as they are written, with the place of that.
    demanded: BTreeMap<String, Vec<(Place, syn::Path)>>,
}

impl Names {
    /// The names of a crate whose root has this path.
    pub(super) fn of(root: &[PathPart], file: &syn::File) -> Names {
        let place = Place { scope: printed(root), module: printed(root) };
        let begins_at_root = file.items.iter().any(is_prelude_of_2015);
        let mut names = Names { root: printed(root), begins_at_root, ..Names::default() };
        names.modules.insert(place.module.clone());
        let (declared, uses) = declared::declared(names, place, file);
        // What a `use` begins with may be the name that a later one gives.
        let mut known = declared.clone();
        for _ in 0..MOST_EXPORTS {
            let mut names = declared.clone();
            for (place, item) in &uses {
                let import =
                    Import { place, visible: VisibleIn::of(&item.vis, place, &declared), known: &known };
                names.import(&import, None, &item.tree, item.leading_colon.is_some());
            }
            names.settle_globs();
            let is_known = known.names == names.names && known.globs == names.globs;
            known = names;
            if is_known {
                break;
            }
        }
        known
    }

    fn add(&mut self, scope: &str, name: String, path: String, visible: VisibleIn) {
        let before = self.names.entry(scope.to_owned()).or_default().insert(name.clone(), path.clone());
        if before.is_some_and(|before| before != path) && !self.modules.contains(scope) {
            self.several.entry(scope.to_owned()).or_default().insert(name.clone());
        }
        self.uses.entry(scope.to_owned()).or_default().entry(name).or_default().insert(visible);
    }

    /// Last names by each other name that a `use` gives them.
    pub(super) fn renamed(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (name, path) in self.names.values().flatten() {
            let last = path.rsplit("::").next().unwrap_or(path);
            if last != name {
                found.entry(name.clone()).or_default().insert(last.to_owned());
            }
        }
        found
    }

    /// The root of the crate.
    pub(super) fn root(&self) -> &str {
        &self.root
    }

    /// The module around a module, which may stand in a function.
    pub(super) fn module_around<'m>(&self, module: &'m str) -> &'m str {
        let mut around = parent(module);
        while !around.is_empty() && !self.modules.contains(around) {
            around = parent(around);
        }
        around
    }

    /// What the first name of a path stands for.
    pub(super) fn first(&self, place: &Place, name: &str, absolute: bool) -> String {
        match name {
            "crate" => self.root.clone(),
            "self" => place.module.clone(),
            "super" => self.module_around(&place.module).to_owned(),
            _ if absolute => self.of_crate(name).unwrap_or_else(|| name.to_owned()),
            _ => self
                .lookup(&place.scope, name)
                .or_else(|| self.of_crate(name))
                .unwrap_or_else(|| self.not_found(name)),
        }
    }

    /// Finds the crate of a name; the root may have given the name of one to another.
    fn of_crate(&self, name: &str) -> Option<String> {
        let known = self.crates.get(name).cloned();
        known.or_else(|| is_std(name).then(|| "std".to_owned()))
    }

    /// A name that nothing here has: one of another crate, which some glob may bring, or a macro. An item of the root that is called so is not
    /// meant.
    fn not_found(&self, name: &str) -> String {
        let path = join(&self.root, name);
        let is_of_root = self.types.contains_key(&path) || self.values.contains(&path);
        if is_of_root { join(UNCLEAR, name) } else { name.to_owned() }
    }

    fn lookup(&self, scope: &str, name: &str) -> Option<String> {
        let own = self.names.get(scope).and_then(|names| names.get(name)).cloned();
        let Some(own) = own.or_else(|| self.in_globs(scope, name)) else { return self.around(scope, name) };
        let is_one_of_several = || self.several.get(scope).is_some_and(|names| names.contains(name));
        let may_be_unseen = || {
            let whole = || self.imported_whole(scope, name, None, &mut Seen::new(), MOST_EXPORTS);
            let mut others = [self.around(scope, name), whole()].into_iter().flatten();
            let mut other = || others.any(|other| other != own);
            self.shared.contains(scope) && (other() || types::primitive(name).is_some())
        };
        let is_clear = !is_one_of_several() && !may_be_unseen();
        Some(if is_clear { own } else { join(UNCLEAR, name) })
    }

    /// Looks a name up around a scope that does not have it. A glob of another crate in a function goes before what is around the function.
    fn around(&self, scope: &str, name: &str) -> Option<String> {
        if !scope.is_empty() && !self.modules.contains(scope) {
            let found = self.lookup(parent(scope), name)?;
            let mut globs = self.globs.get(scope).into_iter().flatten();
            let is_foreign =
                |glob: &Glob| !self.modules.contains(&glob.module) && !self.types.contains_key(&glob.module);
            // Which names globs of std bring that are its own is known.
            let brings = |glob: &Glob| {
                is_foreign(glob) && !(is_within(&found, "std") && is_within(&glob.module, "std"))
            };
            let is_hidden = globs.any(brings);
            return Some(if is_hidden { join(UNCLEAR, name) } else { found });
        }
        std_names::prelude(name).map(str::to_owned)
    }

    /// Whether a name is that of a type that hides the language's own. A module does not.
    pub(super) fn hides_primitive(&self, place: &Place, name: &str) -> bool {
        let Some(path) = self.lookup(&place.scope, name) else { return false };
        let Some(path) = plain_name(&self.real_path(path_of(&path.split("::").collect::<Vec<_>>()))) else {
            return true;
        };
        let is_type = self.types.contains_key(&path) && !self.modules.contains(&path);
        // Types of C are named like the language's own.
        let is_of_std = path.starts_with("std::") && std_names::is_like_a_type(&path);
        // Of another crate's it is not known what they are.
        let is_foreign = path.contains("::") && !path.starts_with("std::") && !self.is_lost(&path);
        path.starts_with(UNCLEAR)
            || path.starts_with("std::primitive::")
            || is_type
            || is_of_std
            || is_foreign
    }

    /// Tells whether a scope cannot see the type, trait or module of a path, so that a `use` brings something else of that name.
    fn hides(&self, path: &str, from: &str) -> bool {
        let path = self.real_name(path, MOST_EXPORTS);
        let (module, name) = path.rsplit_once("::").unwrap_or(("", &path));
        let seen_by = self.uses.get(module).and_then(|names| names.get(name)).into_iter().flatten();
        self.types.contains_key(&path)
            && seen_by.into_iter().any(|visible| visible.includes(Some(from)) != Some(true))
    }

    /// The path of an item's declaration, from one by which it was exported.
    pub(super) fn real_path(&self, path: Path) -> Path {
        let Some(name) = plain_name(&path) else { return path };
        with_arguments_of(&self.real_name(&name, MOST_EXPORTS), &path)
    }

    /// Follows each part of a path to what it stands for.
    fn real_name(&self, path: &str, depth: usize) -> String {
        let mut parts = path.split("::").peekable();
        let mut found = String::new();
        while let Some(part) = parts.next() {
            let own = join(&found, part);
            let next = self.member(&found, part, None, &mut Seen::new(), depth);
            // A module has the name of what is exported from it: `pub use self::a::a`.
            let is_last = parts.peek().is_none();
            let is_inside = |next: &str| !is_last && is_within(next, &own);
            found = match next {
                Some(next) if next != own && depth > 0 && !is_inside(&next) => {
                    self.real_name(&next, depth - 1)
                }
                _ => own,
            };
        }
        std_names::declared(&found).map_or(found, str::to_owned)
    }

    /// Whether a path that leads to no item begins in the crate all the same: what it stands for was lost on the way.
    pub(super) fn is_lost(&self, path: &str) -> bool {
        let first = path.split_once("::").map(|(first, _)| first);
        first.is_some_and(|it| self.modules.contains(it) || self.types.contains_key(it))
    }

    /// All type aliases by path, each with the place that it is in.
    pub(super) fn aliases(&self) -> impl Iterator<Item = (&String, &(Place, syn::ItemType))> {
        self.aliases.iter()
    }

    /// Whether a trait of the crate declares an associated type.
    pub(super) fn declares(&self, trait_path: &Path, name: &str) -> bool {
        plain_name(trait_path)
            .and_then(|path| self.associated.get(&path))
            .is_some_and(|own| own.contains(name))
    }

    /// The trait of the crate that declares an associated type, among the traits that one demands of its types, at any remove. Under-approximates: one
    /// that is demanded with arguments is not found, for these are written in words of the trait that demands it.
    pub(super) fn declaring_supertrait(&self, trait_path: &Path, name: &str) -> Option<Path> {
        let (mut seen, mut pending) = (BTreeSet::new(), vec![plain_name(trait_path)?]);
        while let Some(path) = pending.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            for (place, written) in self.demanded.get(&path).into_iter().flatten() {
                if written.segments.iter().any(|segment| !segment.arguments.is_none()) {
                    continue;
                }
                let demanded = self.trait_path(&types::Scope::without_parameters(place), written);
                if self.declares(&demanded, name) {
                    return Some(demanded);
                }
                pending.extend(plain_name(&demanded));
            }
        }
        None
    }

    /// Whether several types have this path.
    pub(super) fn is_shared(&self, path: &Path) -> bool {
        plain_name(path).and_then(|path| self.types.get(&path)).is_some_and(|number| *number > 1)
    }

    /// The paths that several types, traits or modules have.
    pub(super) fn shared_types(&self) -> impl Iterator<Item = &String> {
        self.types.iter().filter(|(_, number)| **number > 1).map(|(path, _)| path)
    }

    /// Tells whether a path that was read as that of a type is one of a function, constant or static. Under-approximates: macros are not known,
    /// and of the standard library the way in which a name is written tells.
    pub(super) fn is_value(&self, path: &Path) -> bool {
        let Some(path) = plain_name(path) else { return false };
        let is_of_std = || path.starts_with("std::") && !path.starts_with("std::primitive::");
        match self.types.contains_key(&path) {
            true => false,
            false => self.values.contains(&path) || is_of_std() && !std_names::is_like_a_type(&path),
        }
    }

    /// The type alias of this path, with the place that it is in.
    pub(super) fn alias(&self, path: &Path) -> Option<&(Place, syn::ItemType)> {
        self.aliases.get(&plain_name(path)?)
    }
}

/// Tells whether an item is the import that the compiler begins a crate of edition 2015 with: `use ::std::prelude::rust_2015::*`.
fn is_prelude_of_2015(item: &syn::Item) -> bool {
    let syn::Item::Use(import) = item else { return false };
    let mut tree = &import.tree;
    while let syn::UseTree::Path(path) = tree {
        if path.ident == "rust_2015" {
            return true;
        }
        tree = &path.tree;
    }
    false
}

/// A `use` declaration of all that a module has.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Glob {
    module: String,
    visible: VisibleIn,
}

/// Modules that were looked through for a name, each with the module that sees what they import.
type Seen = BTreeSet<(String, String)>;

/// What a scope stands in; the root for what stands there.
pub(super) fn parent(scope: &str) -> &str {
    scope.rsplit_once("::").map_or("", |(parent, _)| parent)
}

pub(super) fn join(scope: &str, name: &str) -> String {
    match (scope.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => scope.to_owned(),
        _ => format!("{scope}::{name}"),
    }
}

/// Whether a crate of the standard library has this name.
pub(super) fn is_std(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc")
}
