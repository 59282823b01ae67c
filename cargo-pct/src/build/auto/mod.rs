//! `--auto`: crates are instrumented that know nothing of us.
//!
//! The user's files and manifests stay as they are. Each member is mirrored with the attributes put in ([`annotate`]), the runtime is
//! built beside it ([`runtime`]), and the wrapper gives rustc the mirrored root file and the runtime's library. Rustc is told to
//! call the mirror by the original's names, so every message, panic and `file!()` says what it would say without us.

mod annotate;
mod mirror;
mod own_text;
mod runtime;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

pub use annotate::ATTRIBUTE_LENGTH;
pub use mirror::{Annotated, MirroredFolder};
pub(super) use runtime::Runtime;

use super::{BuildConfig, BuildError, Workspace};
use crate::event::{Event, Sink};

/// What the wrapper has to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Auto {
    /// The packages, once more.
    pub(super) folders: Vec<MirroredFolder>,
    /// The runtime; none where the workspace has its own.
    pub(super) runtime: Option<Runtime>,
}

/// Mirrors the workspace and builds the runtime.
pub(super) fn prepare(
    workspace: &Workspace,
    config: &BuildConfig<'_>,
    sink: &mut dyn Sink,
) -> Result<(Auto, Annotated), BuildError> {
    let folder = &workspace.folder;
    // Workspaces may share a target folder.
    let own = pct_wire::Id::of(&[workspace.root.as_str()]).to_string();
    let (folders, counts) = mirror::mirror(workspace, &folder.join("mirror").join(own))?;
    sink.emit(Event::Mirrored { files: counts.files, items: counts.items, left: counts.left });
    let runtime =
        if workspace.has_runtime() { None } else { Some(runtime::build(&folder.join("runtime"), config)?) };
    Ok((Auto { folders, runtime }, counts))
}

impl Auto {
    /// What tells this build of the runtime from others: what was compiled against another one has to be compiled again, which cargo
    /// cannot know.
    pub(super) fn identity(&self) -> String {
        let Some(runtime) = &self.runtime else { return String::new() };
        let data = std::fs::metadata(&runtime.library).ok();
        let built = data.and_then(|data| data.modified().ok());
        format!("{} {built:?}", runtime.library)
    }

    /// The mirrored file of an original one; canonical paths.
    pub(super) fn mirrored(&self, original: &Utf8Path) -> Option<Utf8PathBuf> {
        self.folders.iter().find_map(|folder| folder.mirrored(original))
    }

    /// Rustc's arguments by which it calls the mirror by the original's names, and finds the runtime.
    pub(super) fn arguments(&self) -> Vec<String> {
        // Of several prefixes that fit, rustc takes the last.
        let remapped = self.folders.iter().map(|folder| {
            let named =
                if folder.named.as_str().is_empty() { String::new() } else { format!("{}/", folder.named) };
            format!("--remap-path-prefix={}/={named}", folder.mirror)
        });
        let mut arguments: Vec<String> = remapped.collect();
        arguments.extend(self.search());
        if let Some(runtime) = &self.runtime {
            arguments.push(format!("--extern=pct={}", runtime.library));
        }
        arguments
    }

    /// Rustc's arguments by which it finds what members depend on through their own code.
    pub(super) fn search(&self) -> Vec<String> {
        self.dependencies().iter().map(|folder| format!("-Ldependency={folder}")).collect()
    }

    /// Where what members depend on through their own code is found.
    pub(super) fn dependencies(&self) -> Vec<Utf8PathBuf> {
        self.runtime.iter().flat_map(|runtime| runtime.dependencies.clone()).collect()
    }
}
