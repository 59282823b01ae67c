//! What `build` tells the wrapper: a file, because an environment variable has a bounded length.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::process::Command;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use super::auto::Auto;

/// The variable that turns cargo-pct into a rustc wrapper; its value is the plan's file.
pub const VARIABLE: &str = "CARGO_PCT_WRAPPER";

/// How the wrapper treats the rustc calls of one build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Plan {
    /// The executable that wraps rustc, as cargo is told.
    pub(super) wrapper: Utf8PathBuf,
    /// Root files of the libraries and binaries that get probes, canonical.
    pub(super) roots: BTreeSet<Utf8PathBuf>,
    /// The folder of unit records.
    pub(super) units: Utf8PathBuf,
    /// The density of cutpoints, by its name.
    pub(super) granularity: String,
    /// With `--auto`: the mirror and the runtime.
    pub(super) auto: Option<Auto>,
    /// The workspace wrapper that the user has configured, which is called around rustc as before.
    pub(super) workspace_wrapper: Option<Utf8PathBuf>,
    /// The user's values of the variables that cargo is given otherwise; none for one that is not set, or is no text.
    pub(super) replaced: BTreeMap<String, Option<String>>,
}

/// Variables that cargo is given otherwise than the user has them.
const REPLACED: [&str; 3] = ["RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_BUILD_DIR"];

/// Reads the user's values of the variables that cargo is given otherwise.
pub(super) fn replaced() -> BTreeMap<String, Option<String>> {
    let value = |name: &str| std::env::var_os(name).map(OsString::into_string).and_then(Result::ok);
    REPLACED.iter().map(|name| ((*name).to_owned(), value(name))).collect()
}

impl Plan {
    /// Gives rustc the user's environment: `option_env!` shows it to the code.
    pub(super) fn restore_environment(&self, rustc: &mut Command) {
        for (name, value) in &self.replaced {
            match value {
                Some(value) => rustc.env(name, value),
                None => rustc.env_remove(name),
            };
        }
    }

    /// Writes the plan under a name made from its content, so that builds that run at once do not change each other's.
    pub(super) fn write(&self, folder: &Utf8Path) -> std::io::Result<Utf8PathBuf> {
        let text = serde_json::to_string_pretty(self)?;
        let file = folder.join(format!("plan-{}.json", pct_wire::Id::of(&[&text])));
        if std::fs::read_to_string(&file).is_ok_and(|old| old == text) {
            return Ok(file);
        }
        crate::atomic_file::write(&file, text.as_bytes())?;
        Ok(file)
    }

    pub(super) fn read(file: &Utf8Path) -> std::io::Result<Plan> {
        Ok(serde_json::from_slice(&std::fs::read(file)?)?)
    }
}
