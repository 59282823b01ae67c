//! Names that a module has because it imports all of another one: `use other::*`.

use super::{MOST_EXPORTS, Names, Seen, UNCLEAR, join};
use crate::source::std_names;
use crate::source::visibility::common;
use std::collections::BTreeSet;

impl Names {
    /// Finds the path that a module has under a name, for a scope that asks, or for the module itself. The path is unclear where several
    /// modules bring the name, and where the scope may be unable to see it.
    pub(super) fn member(
        &self,
        module: &str,
        name: &str,
        from: Option<&str>,
        seen: &mut Seen,
        depth: usize,
    ) -> Option<String> {
        let unclear = || Some(join(UNCLEAR, name));
        if let Some(own) = self.names.get(module).and_then(|names| names.get(name)) {
            let uses = self.uses.get(module).and_then(|names| names.get(name)).into_iter().flatten();
            let seen_ones: BTreeSet<Option<bool>> = uses.map(|visible| visible.includes(from)).collect();
            return match seen_ones.into_iter().collect::<Vec<_>>()[..] {
                [Some(true)] => Some(own.clone()),
                // What is imported may be of another kind.
                [Some(false)] => self.imported_whole(module, name, from, seen, depth).and_then(|_| unclear()),
                _ => unclear(),
            };
        }
        std_names::member(module, name).or_else(|| self.imported_whole(module, name, from, seen, depth))
    }

    /// Finds the path that a module has under a name by its `use other::*`, for a scope that asks.
    pub(super) fn imported_whole(
        &self,
        module: &str,
        name: &str,
        from: Option<&str>,
        seen: &mut Seen,
        depth: usize,
    ) -> Option<String> {
        let unclear = || Some(join(UNCLEAR, name));
        // What a module imports whole has what both the module and who asks it can use.
        let viewer = from.map_or(module, |from| common(from, module));
        if !seen.insert((module.to_owned(), viewer.to_owned())) {
            return None;
        }
        let mut found: BTreeSet<String> = BTreeSet::new();
        for glob in self.globs.get(module).into_iter().flatten() {
            let is_seen = glob.visible.includes(from);
            if is_seen == Some(false) {
                continue;
            }
            let path = self.member(&glob.module, name, Some(viewer), seen, depth);
            let is_sure = is_seen == Some(true);
            found.extend(path.and_then(|path| if is_sure { Some(path) } else { unclear() }));
        }
        if found.len() > 1 && depth > 0 {
            found = found.iter().map(|path| self.real_name(path, depth - 1)).collect();
        }
        match found.len() {
            0 | 1 => found.into_iter().next(),
            _ => unclear(),
        }
    }

    /// Names the modules that are imported whole by their own paths.
    pub(super) fn settle_globs(&mut self) {
        let mut globs = self.globs.clone();
        for glob in globs.values_mut().flatten() {
            glob.module = self.real_name(&glob.module, MOST_EXPORTS);
        }
        self.globs = globs;
    }

    /// What a scope has under a name because it imports all of another module.
    pub(super) fn in_globs(&self, scope: &str, name: &str) -> Option<String> {
        self.globs.get(scope)?;
        self.member(scope, name, None, &mut Seen::new(), MOST_EXPORTS)
    }
}
