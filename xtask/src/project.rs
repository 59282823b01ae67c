//! Where things lie in a checkout, and which examples there are.

use std::path::{Path, PathBuf};

use crate::error::Error;

/// A checkout of this project.
pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// The checkout in `folder`, or else the one that this program was built from.
    pub(crate) fn find(folder: Option<&Path>) -> Result<Project, Error> {
        let built_from = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = folder.unwrap_or(&built_from);
        let root = folder.canonicalize().map_err(Error::file("find", folder))?;
        if !root.join("cargo-pct").join("Cargo.toml").is_file() {
            return Err(Error::NotTheProject(root));
        }
        Ok(Project { root })
    }

    /// The folder of the workspace, absolute and without symbolic links.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Where `.cargo/config.toml` tells the build to look for Z3.
    pub(crate) fn z3_folder(&self) -> PathBuf {
        self.root.join(".z3").join("lib")
    }

    /// Where cargo builds: `CARGO_TARGET_DIR` where it is set, as cargo itself does.
    pub(crate) fn target_folder(&self) -> PathBuf {
        match std::env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => self.root.join(folder),
            None => self.root.join("target"),
        }
    }

    /// The folders of all example crates, in the order of their names.
    pub(crate) fn examples(&self) -> Result<Vec<PathBuf>, Error> {
        let folder = self.root.join("examples");
        let entries = std::fs::read_dir(&folder).map_err(Error::file("read", &folder))?;
        let mut examples = Vec::new();
        for entry in entries {
            let path = entry.map_err(Error::file("read", &folder))?.path();
            if path.join("Cargo.toml").is_file() {
                examples.push(path);
            }
        }
        examples.sort();
        Ok(examples)
    }
}
