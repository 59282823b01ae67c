//! What the source says of a crate, and MIR does not: types and their fields, variants and discriminants, impl headers, generics,
//! visibility, attributes, and what clients can call.
//!
//! Input: the macro-expanded text of a crate (`-Zunpretty=expanded`, see [`expansion_arguments`]) and the texts of its files. Output: a
//! [`Source`] of plain data, in the order of the text; and, from [`match_bodies`], which function of the source each body of a
//! [`mir::Program`](crate::mir::Program) is the code of.
//!
//! The expanded text has every function that has a body, also those that macros and derives made, in the order of the bodies. The files
//! have places and the attributes that macros consumed. Types are text as written: names are not resolved.

mod attributes;
mod collect;
mod error;
mod expand;
mod files;
mod items;
mod matching;
mod reach;
mod test_only;
mod tokens;

pub use attributes::Attribute;
pub use error::SourceError;
pub use expand::{EXPANSION_ENVIRONMENT, expansion_arguments};
pub use items::{
    Field, FnDef, FunctionId, GenericParam, GenericParamKind, Generics, ImplDef, ImplId, Items, ModuleDef,
    ModuleId, Owner, PathPart, Reach, Receiver, Shape, TraitDef, TraitId, TypeDef, TypeId, TypeKind, Variant,
    Visibility,
};
pub use matching::{BodyMatch, Constructor, MatchError, match_bodies};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What the source says of one crate, as one build compiled it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Of the macro-expanded text. Its places are lines of that text, in a file named `<expanded>`.
    pub expanded: Items,
    /// Of each file, by the name that rustc gives it. Code that a `cfg` leaves out of the build is still there.
    pub files: BTreeMap<Arc<str>, Items>,
    /// The files that no module names, as far as the text shows (`include!`, a module that a macro declares). Paths in them begin at an
    /// unknown module.
    pub unplaced: BTreeSet<Arc<str>>,
}

impl Source {
    /// Reads the expanded text, and the files by name. `root` is the name of the crate's root file.
    ///
    /// A file that does not parse is left out: rustc read it, so it holds syntax that is newer than this tool, and what it says is known
    /// from the expanded text, places and consumed attributes apart. Its error is among those returned.
    pub fn read(
        expanded: &str,
        root: &str,
        files: &BTreeMap<Arc<str>, String>,
    ) -> Result<(Source, Vec<SourceError>), SourceError> {
        let mut expanded = Items::read("<expanded>", &[], expanded)?;
        let (files, unplaced, errors) = files::read_files(root, files);
        let placed = files.iter().filter(|(name, _)| !unplaced.contains(*name)).map(|(_, items)| items);
        test_only::mark(&mut expanded, placed);
        Ok((Source { expanded, files, unplaced }, errors))
    }

    /// The function in a file that is the expanded text's function, where a place inside it is known (that of `_0`, from its body); none if a
    /// macro made it.
    pub fn function_in_files(
        &self,
        id: FunctionId,
        place: &crate::span::Span,
    ) -> Option<(&Items, FunctionId)> {
        let path = &self.expanded.functions[id].path;
        let (items, own) = self.function_at(place)?;
        // Arguments of a macro inside a function have places there, and so may functions that the macro makes of them.
        let own_path = &items.functions[own].path;
        let fits =
            if self.unplaced.contains(&place.file) { path.ends_with(own_path) } else { path == own_path };
        fits.then_some((items, own))
    }

    /// The innermost function of a file whose text contains the place.
    pub fn function_at(&self, place: &crate::span::Span) -> Option<(&Items, FunctionId)> {
        let items = self.files.get(&place.file)?;
        // In the text's order: the last one that begins before the place and does not end before it.
        let ids: Vec<FunctionId> = items.functions.keys().collect();
        let before = ids.partition_point(|id| items.functions[*id].span.start <= place.start);
        let found = ids[..before].iter().rev().find(|id| items.functions[**id].span.end >= place.end)?;
        Some((items, *found))
    }

    /// The type in a file that is the expanded text's type, by its path; none if a macro made it, or if several could be it.
    pub fn type_in_files(&self, id: TypeId) -> Option<(&Items, TypeId)> {
        let path = &self.expanded.types[id].path;
        let all = || {
            let files = self.files.iter();
            files.flat_map(|(file, items)| items.types.keys().map(move |id| (file, items, id)))
        };
        let fits = |is_unplaced: bool| {
            let mut found = all().filter(move |(file, items, id)| {
                let own = &items.types[*id].path;
                match self.unplaced.contains(*file) {
                    true => is_unplaced && path.ends_with(own),
                    false => !is_unplaced && path == own,
                }
            });
            // Under different `cfg`s there can be two; the one that was compiled is not known.
            found.next().filter(|_| found.next().is_none())
        };
        fits(false).or_else(|| fits(true)).map(|(_, items, id)| (items, id))
    }
}

#[cfg(test)]
mod tests;
