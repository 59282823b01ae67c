//! The files of a crate, each with the path of its module.

use super::{Items, ModuleDef, PathPart, SourceError};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// What the files say, which of them no module names, and the errors of those that do not parse.
type Files = (BTreeMap<Arc<str>, Items>, BTreeSet<Arc<str>>, Vec<SourceError>);

/// Reads the files that `root` and its modules name, and the others as if they were at the root.
pub(super) fn read_files(root: &str, texts: &BTreeMap<Arc<str>, String>) -> Files {
    let mut reader = Reader { texts, read: BTreeMap::new(), errors: Vec::new() };
    if let Some((name, _)) = texts.get_key_value(root) {
        reader.module(name, &[], false, true);
    }
    let unplaced: BTreeSet<Arc<str>> =
        texts.keys().filter(|name| !reader.read.contains_key(*name)).cloned().collect();
    for name in &unplaced {
        reader.module(name, &[], false, true);
    }
    let read = reader.read.into_iter().filter_map(|(name, items)| items.map(|items| (name, items)));
    (read.collect(), unplaced, reader.errors)
}

struct Reader<'a> {
    texts: &'a BTreeMap<Arc<str>, String>,
    /// `None` for a file that does not parse.
    read: BTreeMap<Arc<str>, Option<Items>>,
    errors: Vec<SourceError>,
}

impl Reader<'_> {
    /// Reads a file as the module at `path`, then the files of its modules. The children of `mod.rs` and of the root stand beside it.
    fn module(&mut self, name: &Arc<str>, path: &[PathPart], is_in_test: bool, has_children_beside: bool) {
        if self.read.contains_key(name) {
            return;
        }
        let Some(text) = self.texts.get(name) else { return };
        let items = match Items::read_module(name, path, is_in_test, text) {
            Ok(items) => items,
            Err(error) => {
                self.errors.push(error);
                self.read.insert(name.clone(), None);
                return;
            }
        };
        let file = Path::new(&**name);
        let beside = file.parent().unwrap_or(Path::new("")).to_path_buf();
        let base = if has_children_beside { beside.clone() } else { file.with_extension("") };
        let children: Vec<_> = items.modules.values().filter(|module| module.is_elsewhere).cloned().collect();
        self.read.insert(name.clone(), Some(items));
        for child in children {
            self.child(&child, &child.path[path.len()..], &base, &beside);
        }
    }

    /// Reads the file of one of a file's modules, whose path goes on with `inside` behind the file's own.
    fn child(&mut self, module: &ModuleDef, inside: &[PathPart], base: &Path, beside: &Path) {
        let names: Vec<&str> = inside
            .iter()
            .filter_map(|part| match part {
                PathPart::Name(name) => Some(name.trim_start_matches("r#")),
                PathPart::Impl => None,
            })
            .collect();
        let Some((last, around)) = names.split_last() else { return };
        let folder = around.iter().fold(base.to_path_buf(), |folder, name| folder.join(name));
        let candidates = match &module.file {
            // Relative to the folder of the file, or, inside inline modules, to theirs.
            Some(file) if around.is_empty() => vec![(beside.join(file), true)],
            Some(file) => vec![(folder.join(file), true)],
            None => {
                vec![(folder.join(format!("{last}.rs")), false), (folder.join(last).join("mod.rs"), true)]
            }
        };
        for (candidate, has_children_beside) in candidates {
            let name = normal(&candidate);
            if let Some((name, _)) = self.texts.get_key_value(name.as_str()) {
                self.module(&name.clone(), &module.path, module.is_test_only, has_children_beside);
                return;
            }
        }
    }
}

/// The path without `.` and `..`, as rustc names files.
fn normal(path: &Path) -> String {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if parts.file_name().is_some() => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    parts.to_string_lossy().into_owned()
}
