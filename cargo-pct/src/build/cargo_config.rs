//! What cargo's own configuration says about the things that cargo-pct takes over: the workspace wrapper, and how
//! test binaries are run (`[env]`, `target.TRIPLE.runner`).
//!
//! Cargo has no stable command that prints its configuration, so the files are read here, in cargo's order: from the
//! working directory upwards, then cargo's home; the nearest wins key by key. Not read: `include`, `--config`, and
//! runners under a `cfg(…)`, which [`CargoConfig::cfg_runner`] names so that the user can be told.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use toml::{Table, Value};

/// The merged configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CargoConfig {
    /// The user's own workspace wrapper.
    pub workspace_wrapper: Option<Utf8PathBuf>,
    /// Variables for the test processes.
    pub env: BTreeMap<String, String>,
    /// The program, with its arguments, that test binaries are given to.
    pub runner: Vec<String>,
    /// A runner under a `cfg(…)`, which is not followed.
    pub cfg_runner: Option<String>,
}

/// Reads one variable of the environment.
type Variable<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Reads the configuration that holds in `cwd` when building for `triple`.
pub(super) fn read(
    cwd: &Utf8Path,
    triple: &str,
    variable: Variable<'_>,
) -> Result<CargoConfig, super::BuildError> {
    let mut config = CargoConfig::default();
    let upper = triple.to_uppercase().replace(['-', '.'], "_");
    if let Some(runner) = variable(&format!("CARGO_TARGET_{upper}_RUNNER")) {
        config.runner = words(&runner);
    }
    config.workspace_wrapper = ["RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER"]
        .iter()
        .find_map(|name| variable(name).filter(|value| !value.is_empty()))
        .map(|program| resolve(&program, cwd));
    for (base, table) in tables(cwd, variable)? {
        config.add(&base, &table, triple, variable);
    }
    Ok(config)
}

/// The configuration tables, the nearest first, each with the folder that its paths are relative to.
fn tables(cwd: &Utf8Path, variable: Variable<'_>) -> Result<Vec<(Utf8PathBuf, Table)>, super::BuildError> {
    let home = variable("CARGO_HOME").map(Utf8PathBuf::from).or_else(|| {
        variable("HOME").or_else(|| variable("USERPROFILE")).map(|home| Utf8Path::new(&home).join(".cargo"))
    });
    let mut folders: Vec<_> = cwd.ancestors().map(|folder| folder.join(".cargo")).collect();
    folders.extend(home.filter(|home| !folders.contains(home)));
    let mut tables = Vec::new();
    for folder in folders {
        // Both names exist for history's sake; cargo prefers the one without extension.
        let Some(file) =
            ["config", "config.toml"].map(|name| folder.join(name)).into_iter().find(|it| it.is_file())
        else {
            continue;
        };
        let text = std::fs::read_to_string(&file)
            .map_err(|source| super::BuildError::Io { path: file.clone(), source })?;
        let table = text.parse().map_err(|error: toml::de::Error| {
            super::BuildError::Refused(format!("{file}: {}", error.message()))
        })?;
        tables.push((folder.parent().unwrap_or(&folder).to_owned(), table));
    }
    Ok(tables)
}

impl CargoConfig {
    /// Adds a table that is weaker than everything read before.
    fn add(&mut self, base: &Utf8Path, table: &Table, triple: &str, variable: Variable<'_>) {
        let get = |path: &[&str]| {
            path.iter().try_fold(table.clone(), |table, key| table.get(*key)?.as_table().cloned())
        };
        if self.workspace_wrapper.is_none() {
            let program = get(&["build"])
                .and_then(|build| Some(build.get("rustc-workspace-wrapper")?.as_str()?.to_owned()));
            self.workspace_wrapper =
                program.filter(|it| !it.is_empty()).map(|program| resolve(&program, base));
        }
        if self.runner.is_empty()
            && let Some(runner) = get(&["target", triple]).and_then(|target| target.get("runner").cloned())
        {
            self.runner = match runner {
                Value::String(text) => words(&text),
                Value::Array(parts) => {
                    parts.iter().filter_map(|part| part.as_str().map(str::to_owned)).collect()
                }
                _ => Vec::new(),
            };
            if let Some(program) = self.runner.first_mut() {
                *program = resolve(program, base).into_string();
            }
        }
        let targets = get(&["target"]).unwrap_or_default();
        let cfg =
            targets.iter().find(|(key, value)| key.starts_with("cfg(") && value.get("runner").is_some());
        self.cfg_runner = self.cfg_runner.take().or_else(|| cfg.map(|(key, _)| key.clone()));
        for (name, value) in get(&["env"]).unwrap_or_default() {
            let forced = value.get("force").and_then(Value::as_bool) == Some(true);
            let relative = value.get("relative").and_then(Value::as_bool) == Some(true);
            let Some(text) = value.get("value").unwrap_or(&value).as_str().map(str::to_owned) else {
                continue;
            };
            if forced || variable(&name).is_none() {
                let text = if relative { base.join(&text).into_string() } else { text };
                self.env.entry(name).or_insert(text);
            }
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A bare name is looked up on the path; anything with a separator is relative to `base`.
fn resolve(program: &str, base: &Utf8Path) -> Utf8PathBuf {
    if program.contains(['/', '\\']) { base.join(program) } else { program.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the configuration in `inner` of a folder that holds `outer/.cargo/config.toml` and
    /// `outer/inner/.cargo/config.toml`.
    fn check(outer: &str, inner: &str, variables: &[(&str, &str)]) -> (Utf8PathBuf, CargoConfig) {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap();
        for (place, text) in [("outer", outer), ("outer/inner", inner)] {
            std::fs::create_dir_all(root.join(place).join(".cargo")).unwrap();
            std::fs::write(root.join(place).join(".cargo/config.toml"), text).unwrap();
        }
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        (root.to_owned(), read(&root.join("outer/inner"), "x86_64-a-b", &variable).unwrap())
    }

    #[test]
    fn the_nearest_file_wins_and_its_paths_are_relative_to_it() {
        let outer = "build.rustc-workspace-wrapper = './far.sh'\nenv.A = 'far'\nenv.B = { value = 'b', relative = true }\n\
                     target.x86_64-a-b.runner = 'bin/run --quiet'";
        let (root, config) = check(outer, "build.rustc-workspace-wrapper = './near.sh'\nenv.A = 'near'", &[]);
        assert_eq!(config.workspace_wrapper, Some(root.join("outer/inner/./near.sh")));
        assert_eq!(config.env["A"], "near");
        assert_eq!(config.env["B"], root.join("outer/b").as_str());
        assert_eq!(config.runner, [root.join("outer/bin/run").as_str(), "--quiet"]);
    }

    #[test]
    fn the_environment_wins_over_files_unless_they_force() {
        let file =
            "build.rustc-workspace-wrapper = 'mine'\nenv.A = 'file'\nenv.B = { value = 'b', force = true }";
        let variables = [("RUSTC_WORKSPACE_WRAPPER", "other"), ("A", "set"), ("B", "set")];
        let (_, config) = check("", file, &variables);
        assert_eq!(config.workspace_wrapper.as_deref(), Some(Utf8Path::new("other")));
        assert_eq!((config.env.get("A"), config.env["B"].as_str()), (None, "b"));
    }

    #[test]
    fn a_runner_for_a_cfg_is_named_and_not_followed() {
        let (_, config) = check("target.'cfg(unix)'.runner = 'x'", "", &[]);
        assert_eq!((config.runner.len(), config.cfg_runner.as_deref()), (0, Some("cfg(unix)")));
    }
}
