//! What of the analysed crates is not at hand, or not known by its name.

use super::{Crate, Program};
use crate::source::{MatchError, Owner, PathPart};

impl Program {
    /// Why the source of an analysed crate says nothing, if so: it does not fit the code.
    pub fn mismatch(&self) -> Option<&MatchError> {
        self.analysed().find_map(|krate| krate.mismatch.as_ref())
    }

    /// Why the code of the analysed crates is not all at hand, if so: a body was not read or not matched with its declaration, or the
    /// crate gives a module a name that its paths cannot tell from the standard library's.
    pub fn gap(&self) -> Option<&String> {
        self.summary().gap.as_ref()
    }

    /// Which functions paths name is not known, if so: a module of an analysed crate has the name of another crate.
    pub fn confusion(&self) -> Option<String> {
        let name = self.analysed().find_map(Crate::confused)?;
        Some(format!("a module is called as the crate `{name}`"))
    }

    pub(super) fn find_gap(&self) -> Option<String> {
        if self.unread {
            return Some("some code of the crate cannot be read".to_owned());
        }
        if let Some(confusion) = self.confusion() {
            return Some(confusion);
        }
        for krate in self.analysed() {
            if let Some(mismatch) = &krate.mismatch {
                return Some(mismatch.to_string());
            }
            for (id, function) in &krate.items.functions {
                let first = function.path.first();
                if let Some(PathPart::Name(first)) = first.filter(|_| function.path.len() > 1)
                    && matches!(first.as_str(), "std" | "core" | "alloc" | "pct")
                {
                    return Some(format!("a module is called `{first}`"));
                }
                if krate.linked[id].is_none() {
                    return Some(format!("the code of `{}` is not known", function.name));
                }
            }
        }
        self.unclear_names().into_iter().next().map(|unclear| unclear.reason)
    }
}

impl Crate {
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.naming.prefix.as_deref() == Some(name)
    }

    /// Another crate that paths cannot tell from a module of this one.
    fn confused(&self) -> Option<&String> {
        let free = self.items.functions.values().filter(|it| !matches!(it.owner, Owner::Impl(_)));
        let free = free.filter_map(|it| match it.path.as_slice() {
            [PathPart::Name(first), _, ..] => Some(first.as_str()),
            _ => None,
        });
        let types = self.items.types.values().map(|it| it.path.as_str());
        let paths = types.chain(self.items.traits.values().map(|it| it.path.as_str()));
        let firsts = paths.filter_map(|path| path.split_once("::")).map(|(first, _)| first);
        let modules = self.items.modules.values().filter_map(|module| match module.path.as_slice() {
            [PathPart::Name(name)] => Some(name.as_str()),
            _ => None,
        });
        let is_std = |name: &&String| matches!(name.as_str(), "std" | "core" | "alloc");
        let of_modules = modules.chain(free).chain(firsts).find_map(|first| self.naming.others.get(first));
        of_modules.or_else(|| self.naming.others.iter().find(is_std))
    }
}
