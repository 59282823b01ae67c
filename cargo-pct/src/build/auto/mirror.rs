//! The mirror: the packages of a workspace once more, with annotated sources.
//!
//! A package's folder is copied as a tree: sources annotated, everything else linked to (`include_str!` and `#[path]` find it where
//! they expect it). A file is written only where its content changes, because cargo compiles again what is newer; what the
//! package no longer has is removed.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use super::annotate::annotate;
use super::own_text::OwnText;
use crate::build::lock::CACHE_TAG;
use crate::build::{BuildError, Workspace};

/// A package's folder, and its mirror.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MirroredFolder {
    /// The user's, canonical.
    pub(in crate::build) original: Utf8PathBuf,
    /// As rustc names it in the user's build: relative to the workspace's root if it lies in there.
    pub(in crate::build) named: Utf8PathBuf,
    /// Ours.
    pub(in crate::build) mirror: Utf8PathBuf,
}

/// What `--auto` annotated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotated {
    /// Files that were looked at.
    pub files: usize,
    /// Types, impls and functions that were annotated.
    pub items: usize,
    /// What cannot be: unions, traits with code in them, and files that are no files of items.
    pub left: usize,
}

/// Mirrors all members of a workspace below `folder`.
pub(super) fn mirror(
    workspace: &Workspace,
    folder: &Utf8Path,
) -> Result<(Vec<MirroredFolder>, Annotated), BuildError> {
    let root = crate::build::workspace::canonical(&workspace.root);
    let mut folders: Vec<MirroredFolder> = Vec::new();
    for package in workspace.members.values() {
        let Some(original) = package.manifest_path.parent() else { continue };
        let original = crate::build::workspace::canonical(original);
        folders.push(match original.strip_prefix(&root) {
            Ok(inner) => MirroredFolder {
                named: inner.to_owned(),
                mirror: folder.join("inside").join(inner),
                original,
            },
            Err(_) => MirroredFolder {
                named: original.clone(),
                mirror: folder.join("outside").join(pct_wire::Id::of(&[original.as_str()]).to_string()),
                original,
            },
        });
    }
    folders.sort_by(|one, other| one.original.cmp(&other.original));
    let own: BTreeSet<Utf8PathBuf> = folders.iter().map(|it| it.original.clone()).collect();
    let mut tree = Tree {
        packages: own,
        old_roots: workspace.roots_of_2015(),
        ours: workspace.folder.clone(),
        seen: OwnText::default(),
        counts: Annotated::default(),
    };
    for package in &folders {
        tree.see(&package.original)?;
    }
    for package in &folders {
        tree.folder(&package.original, &package.mirror)?;
    }
    Ok((folders, tree.counts))
}

/// The mirrored file of an original one, and the other way round.
impl MirroredFolder {
    pub(in crate::build) fn mirrored(&self, original: &Utf8Path) -> Option<Utf8PathBuf> {
        Some(self.mirror.join(original.strip_prefix(&self.original).ok()?))
    }

    /// What rustc would call a file of the mirror in the user's own build.
    pub(in crate::build) fn name_of(&self, mirrored: &Utf8Path) -> Option<Utf8PathBuf> {
        Some(self.named.join(mirrored.strip_prefix(&self.mirror).ok()?))
    }
}

struct Tree {
    packages: BTreeSet<Utf8PathBuf>,
    old_roots: BTreeSet<Utf8PathBuf>,
    ours: Utf8PathBuf,
    /// The parts of its own text that the workspace's code may see.
    seen: OwnText,
    counts: Annotated,
}

/// What an entry of a folder becomes.
enum Entry {
    Folder,
    Source,
    /// Another member, which is mirrored by itself.
    Package,
    Linked,
}

impl Tree {
    fn folder(&mut self, original: &Utf8Path, mirror: &Utf8Path) -> Result<(), BuildError> {
        std::fs::create_dir_all(mirror).map_err(failed(mirror))?;
        let entries = self.entries(original)?;
        remove_others(mirror, &entries)?;
        for (name, entry) in &entries {
            let (original, mirror) = (original.join(name), mirror.join(name));
            match entry {
                Entry::Folder => self.folder(&original, &mirror)?,
                Entry::Source => self.source(&original, &mirror)?,
                Entry::Package => {}
                Entry::Linked => link(&original, &mirror)?,
            }
        }
        Ok(())
    }

    /// Finds out what the sources in a folder see of their text.
    fn see(&mut self, folder: &Utf8Path) -> Result<(), BuildError> {
        for (name, entry) in self.entries(folder)? {
            let path = folder.join(name);
            match entry {
                Entry::Folder => self.see(&path)?,
                Entry::Source => {
                    let text = std::fs::read(&path).map_err(failed(&path))?;
                    self.seen.add(&String::from_utf8_lossy(&text));
                }
                Entry::Package | Entry::Linked => {}
            }
        }
        Ok(())
    }

    fn entries(&self, folder: &Utf8Path) -> Result<BTreeMap<String, Entry>, BuildError> {
        let mut found = BTreeMap::new();
        for entry in folder.read_dir_utf8().map_err(failed(folder))? {
            let entry = entry.map_err(failed(folder))?;
            let (path, name) = (entry.path(), entry.file_name().to_owned());
            let is_foreign =
                name.starts_with('.') || self.ours.starts_with(path) || path.join(CACHE_TAG).exists();
            // A link to a folder could lead back to where it stands.
            let is_folder = entry.file_type().map_err(failed(path))?.is_dir();
            let kind = match is_folder {
                true if self.packages.contains(path) => Entry::Package,
                true if is_foreign => continue,
                true => Entry::Folder,
                false if path.is_file() && name.ends_with(".rs") => Entry::Source,
                false => Entry::Linked,
            };
            found.insert(name, kind);
        }
        Ok(found)
    }

    fn source(&mut self, original: &Utf8Path, mirror: &Utf8Path) -> Result<(), BuildError> {
        let text = std::fs::read(original).map_err(failed(original))?;
        let is_old_root = self.old_roots.contains(original);
        let is_seen = original.file_name().is_some_and(|name| self.seen.shows(name));
        let readable = std::str::from_utf8(&text).ok().filter(|_| !is_seen);
        let annotated = readable.and_then(|text| annotate(text, is_old_root, self.seen.columns));
        self.counts.files += 1;
        let text = match annotated {
            Some(annotated) => {
                self.counts.items += annotated.annotated;
                self.counts.left += annotated.left;
                annotated.text.into_bytes()
            }
            None => {
                self.counts.left += 1;
                text
            }
        };
        if std::fs::read(mirror).is_ok_and(|old| old == text) {
            return Ok(());
        }
        std::fs::write(mirror, text).map_err(failed(mirror))
    }
}

/// Removes what the original no longer has, or has as something else.
fn remove_others(mirror: &Utf8Path, wanted: &BTreeMap<String, Entry>) -> Result<(), BuildError> {
    for entry in mirror.read_dir_utf8().map_err(failed(mirror))? {
        let entry = entry.map_err(failed(mirror))?;
        let kind = entry.file_type().map_err(failed(entry.path()))?;
        let stays = match wanted.get(entry.file_name()) {
            Some(Entry::Folder | Entry::Package) => kind.is_dir(),
            Some(Entry::Source) => kind.is_file(),
            // Made anew: it is cheap, and where links are copies they may be out of date.
            Some(Entry::Linked) | None => false,
        };
        if stays {
            continue;
        }
        let removed = if kind.is_dir() {
            std::fs::remove_dir_all(entry.path())
        } else {
            std::fs::remove_file(entry.path())
        };
        removed.map_err(failed(entry.path()))?;
    }
    Ok(())
}

#[cfg(unix)]
fn link(original: &Utf8Path, mirror: &Utf8Path) -> Result<(), BuildError> {
    std::os::unix::fs::symlink(original, mirror).map_err(failed(mirror))
}

#[cfg(not(unix))]
fn link(original: &Utf8Path, mirror: &Utf8Path) -> Result<(), BuildError> {
    std::fs::copy(original, mirror).map(|_| ()).map_err(failed(mirror))
}

fn failed(path: &Utf8Path) -> impl FnOnce(std::io::Error) -> BuildError {
    let path = path.to_owned();
    move |source| BuildError::Io { path, source }
}
