//! Names that MIR's text does not tell apart.
//!
//! A generic parameter and an item of the crate's root are both written `N`; a module of the crate that is called `core` begins its
//! paths as the standard library does; a type of the root may be called `u8`. What such a name stands for is not guessed: no proof goes
//! past code that has one (`lower::reading`). Crates without such names lose nothing.

use super::{BodyId, Crate, Program, Role};
use crate::mir::{FloatType, IntType, Name, OwnModules};
use crate::source::{Items, Owner, PathPart};
use std::collections::BTreeSet;

/// The first names of paths that the executor takes for the standard library's, or for the probes'.
pub(super) const OTHERS: [&str; 4] = ["std", "core", "alloc", "pct"];

/// What is not known because of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnclearName {
    /// How code names it: an identifier, or the first two of a path.
    pub name: String,
    /// Why it is not clear.
    pub reason: String,
}

impl Program {
    /// The names in code that may stand for something else than the analysed crates' own items.
    pub fn unclear_names(&self) -> Vec<UnclearName> {
        let mut found = BTreeSet::new();
        for krate in self.analysed() {
            found.extend(firsts_in_std(&krate.items));
            found.extend(inside_own_modules(&krate.items));
            let own = self.own_constants.iter().filter_map(|path| {
                let mut names = path.split("::");
                Some((names.next()?.to_owned(), names.next()?.to_owned()))
            });
            // MIR writes the ends of a number's range so.
            let is_end = |first: &str, second: &str| {
                IntType::from_name(first).is_some() && matches!(second, "MAX" | "MIN")
            };
            found.extend(
                own.filter(|(first, second)| OTHERS.contains(&first.as_str()) || is_end(first, second)),
            );
        }
        let paths = found.into_iter().map(|(first, second)| UnclearName {
            name: format!("{first}::{second}"),
            reason: format!(
                "`{first}::{second}` of the crate has the path of one in another crate or type `{first}`"
            ),
        });
        let types = self.analysed().flat_map(|krate| krate.items.types.values());
        let types = types.filter(|ty| is_primitive(&ty.path)).map(|ty| UnclearName {
            name: ty.path.clone(),
            reason: format!("a type of the crate is called `{}`", ty.path),
        });
        let ambiguous = self.analysed().flat_map(|krate| &krate.items.ambiguous).map(|name| UnclearName {
            name: name.clone(),
            reason: format!("what `{name}` stands for where it is used is not clear"),
        });
        paths.chain(types).chain(ambiguous).collect()
    }

    /// Why the text of a function's code does not tell what it names, if so: a parameter has the name of something else.
    pub fn unclear(&self, body: BodyId) -> Option<String> {
        let krate = &self.crates[self.code(body).krate];
        let named = self.parameters(body).into_iter().find(|name| self.is_taken_twice(krate, body, name))?;
        Some(format!("the generic parameter `{named}` is called like something else that it may use"))
    }

    fn is_taken_twice(&self, krate: &Crate, body: BodyId, parameter: &Name) -> bool {
        if is_primitive(parameter) {
            return true;
        }
        let path = match &krate.naming.prefix {
            Some(prefix) => format!("{prefix}::{parameter}"),
            None => parameter.to_string(),
        };
        let Items { mentions, types, functions, .. } = &*krate.items;
        let is_beside = || mentions.beside.contains(&**parameter);
        let is_met =
            || is_beside() || mentions.anywhere.contains(&**parameter) || self.is_for(body, parameter);
        let is_free = |owner: Owner| matches!(owner, Owner::Module(_));
        types.values().any(|ty| ty.path == path) && is_met()
            || is_beside()
                && (self.constants.contains_key(&path)
                    || functions.values().any(|it| is_free(it.owner) && it.full_path() == path))
    }

    /// Whether the impl block around a function is for the type of this name.
    fn is_for(&self, body: BodyId, name: &Name) -> bool {
        let own = self.impl_of(body).and_then(|block| block.self_type.as_path()?.last_name());
        own == Some(name)
    }

    /// Leaves out the functions of a dependency whose text is unclear: what calls them does not know them.
    pub(super) fn leave_out_unclear(&mut self, krate: usize) {
        if self.crates[krate].role != Role::Dependency {
            return;
        }
        let linked = |function| self.crates[krate].linked[function];
        let functions = self.crates[krate].items.functions.keys();
        let unclear = functions.filter(|id| linked(*id).is_some_and(|body| self.unclear(body).is_some()));
        for function in unclear.collect::<Vec<_>>() {
            self.crates[krate].linked[function] = None;
        }
    }
}

/// What begins paths of which [`UnclearName`] says the first two names.
pub(crate) fn shared_firsts() -> impl Iterator<Item = &'static str> {
    OTHERS.into_iter().chain(IntType::ALL.into_iter().map(IntType::name))
}

/// The first two names of paths of a crate that begin as those of other crates.
fn firsts_in_std(items: &Items) -> BTreeSet<(String, String)> {
    let functions = items.functions.values().map(|it| it.path.as_slice());
    let types = items.types.values().map(|it| it.parts.as_slice());
    let modules = items.modules.values().map(|it| it.path.as_slice());
    let parts = functions.chain(types).chain(modules).filter_map(|path| match path {
        [PathPart::Name(first), PathPart::Name(second), ..] => Some((first.clone(), second.clone())),
        _ => None,
    });
    let traits = items.traits.values().filter_map(|it| {
        let mut names = it.path.split("::");
        Some((names.next()?.to_owned(), names.next()?.to_owned()))
    });
    parts.chain(traits).filter(|(first, _)| OTHERS.contains(&first.as_str())).collect()
}

/// Lists the first two names of paths into modules that are called like the standard library, where these are not clear: see [`OwnModules`].
fn inside_own_modules(items: &Items) -> BTreeSet<(String, String)> {
    let functions = items.functions.values().map(|it| (it.path.as_slice(), it.path.len() == 2));
    let types = items.types.values().map(|it| (it.parts.as_slice(), false));
    let modules = items.modules.values().map(|it| (it.path.as_slice(), false));
    let parts = functions.chain(types).chain(modules).filter_map(|(path, is_function)| match path {
        [PathPart::Name(first), PathPart::Name(second), rest @ ..] => {
            // What has no name of its own behind it is as clear as what it stands in.
            let is_clear = is_function || rest.first() == Some(&PathPart::Impl);
            Some((first.clone(), second.clone(), is_clear))
        }
        _ => None,
    });
    let traits = items.traits.values().filter_map(|it| {
        let mut names = it.path.split("::");
        Some((names.next()?.to_owned(), names.next()?.to_owned(), false))
    });
    let unclear =
        parts.chain(traits).filter(|(_, second, is_function)| !OwnModules::is_clear(second, *is_function));
    unclear.filter_map(|(first, second, _)| Some((OwnModules::shared(&first)?.to_owned(), second))).collect()
}

/// Whether a type of the language has this name.
fn is_primitive(name: &str) -> bool {
    matches!(name, "bool" | "char" | "str")
        || IntType::from_name(name).is_some()
        || FloatType::from_name(name).is_some()
}
