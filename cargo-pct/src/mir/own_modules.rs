//! Paths into modules of the crate that are called like the standard library.
//!
//! The roots of `std`, `core` and `alloc` hold modules and macros, in lower case, and no impl blocks. So `core::Word`, with a capital letter, is
//! the crate's; and so is `core::width`, where the crate has such a function and no name follows. Other paths that begin so are left as they
//! are, and [`Program::unclear_names`](crate::symex::Program::unclear_names) lists them.

use super::{Path, Segment};
use std::collections::{BTreeMap, BTreeSet};

/// The names of the standard library's crates.
const SHARED: [&str; 3] = ["std", "core", "alloc"];

/// The prefix of raw names.
const RAW: &str = "r#";

/// The modules of a crate's root that are called like the standard library, each with the names of the functions in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnModules(BTreeMap<String, BTreeSet<String>>);

impl OwnModules {
    /// Tells whether a name is one of the standard library's crates.
    pub fn is_shared(name: &str) -> bool {
        SHARED.contains(&name)
    }

    /// The name without `r#`, of a module that has its raw name because another crate is called so.
    pub fn shared(raw: &str) -> Option<&str> {
        raw.strip_prefix(RAW).filter(|name| OwnModules::is_shared(name))
    }

    /// The path as people write it: `core::Word` for `r#core::Word`.
    pub fn plain(path: &str) -> &str {
        let first = path.split("::").next().unwrap_or(path);
        OwnModules::shared(first).map_or(path, |_| &path[RAW.len()..])
    }

    /// Adds a module, if it has such a raw name.
    pub fn add_module(&mut self, raw: &str) {
        if let Some(name) = OwnModules::shared(raw) {
            self.0.entry(name.to_owned()).or_default();
        }
    }

    /// Adds a function of such a module.
    pub fn add_function(&mut self, raw: &str, function: &str) {
        if let Some(name) = OwnModules::shared(raw) {
            self.0.entry(name.to_owned()).or_default().insert(function.to_owned());
        }
    }

    /// The path of something, from the one that people write.
    pub fn path_of(&self, path: &str) -> String {
        let first = path.split("::").next().unwrap_or(path);
        self.raw(first).map_or_else(|| path.to_owned(), |_| format!("{RAW}{path}"))
    }

    /// The raw name of a module, if there is one of this name.
    pub(super) fn raw(&self, name: &str) -> Option<String> {
        self.0.contains_key(name).then(|| format!("{RAW}{name}"))
    }

    /// Tells whether a path as MIR writes it clearly leads into one of the modules.
    pub(super) fn lead_to(&self, path: &Path) -> bool {
        let [Segment::Named { name: module, .. }, second, rest @ ..] = &*path.segments else { return false };
        let Some(functions) = self.0.get(&**module) else { return false };
        match second {
            Segment::Named { name, .. } => {
                is_of_no_library(name)
                    || functions.contains(&**name) && !matches!(rest.first(), Some(Segment::Named { .. }))
            }
            // No impl block stands in these roots.
            Segment::ImplAt(_) | Segment::Impl { .. } => true,
            Segment::Qualified { .. } | Segment::Anonymous { .. } | Segment::Closure(_) => false,
            Segment::Promoted(_) | Segment::TupleField(_) => false,
        }
    }

    /// Tells whether MIR's text says of the names in such a module that they are the crate's: see [`OwnModules`].
    pub fn is_clear(second: &str, is_function_itself: bool) -> bool {
        is_function_itself || is_of_no_library(second)
    }
}

/// Tells whether no root of the standard library has such a name.
fn is_of_no_library(name: &str) -> bool {
    name == "_" || name.starts_with(char::is_uppercase)
}
