//! `cargo pct doctor`: what the toolchain gives, tried and not guessed.

use std::io::Write;
use std::process::Command;

use super::RunError;
use crate::build::{self, wrapper};
use crate::cli::CargoArgs;
use crate::config;
use crate::exit_code::ExitCode;

/// A crate whose MIR is asked for.
const SAMPLE: &str = "pub fn add(left: i32, right: i32) -> i32 { left + right }\n";

/// Prints one line for each thing that has to work; exit code 1 if one does not.
pub(super) fn examine(args: &CargoArgs) -> Result<ExitCode, RunError> {
    let mut checks = vec![check("cargo-pct", Ok(env!("CARGO_PKG_VERSION").to_owned()))];
    match build::find_toolchain(args) {
        Err(error) => checks.push(check("rustc", Err(error.to_string()))),
        Ok(toolchain) => {
            checks.push(check("rustc", Ok(toolchain.rustc.clone())));
            if let Some(users) = &toolchain.cargo_config.workspace_wrapper {
                checks.push(check("your workspace wrapper", Ok(format!("{users} is called around rustc"))));
            }
        }
    }
    checks.push(check("MIR", mir()));
    checks.push(check("Z3", Ok(crate::solver::z3_version())));
    match build::find_workspace(args) {
        Err(error) => checks.push(check("workspace", Err(error.to_string()))),
        Ok(workspace) => {
            checks.push(check(
                "workspace",
                Ok(format!("{}: {}", workspace.root, workspace.names().join(", "))),
            ));
            let dependency = match workspace.has_runtime() {
                true => Ok("is a dependency".to_owned()),
                false => Err(format!("no package depends on it: cargo add {}", build::RUNTIME_PACKAGE)),
            };
            checks.push(check(build::RUNTIME_PACKAGE, dependency));
            let file = workspace.root.join(config::FILE);
            let settings = config::from_file(&file).map_err(|error| error.to_string());
            let found = if file.is_file() { "read" } else { "none, which is fine" };
            checks.push(check("settings", settings.map(|_| format!("{file}: {found}"))));
        }
    }
    let mut out = anstream::stdout();
    for (text, _) in &checks {
        writeln!(out, "{text}")?;
    }
    let healthy = checks.iter().all(|(_, healthy)| *healthy);
    Ok(if healthy { ExitCode::Success } else { ExitCode::Usage })
}

fn check(what: &str, found: Result<String, String>) -> (String, bool) {
    let (mark, text, healthy) = match found {
        Ok(text) => ("ok  ", text, true),
        Err(text) => ("FAIL", text, false),
    };
    (format!("{mark}  {what}: {}", text.trim_end().replace('\n', "\n      ")), healthy)
}

/// Whether rustc gives MIR of the form that is read.
fn mir() -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (source, mir) = (folder.path().join("sample.rs"), folder.path().join("sample.mir"));
    std::fs::write(&source, SAMPLE).map_err(|error| error.to_string())?;
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--crate-type", "lib", "--edition", "2021", "--out-dir"])
        .args([folder.path(), &source])
        .arg(format!("--emit=mir={}", mir.display()))
        .args(wrapper::MIR_FLAGS)
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = std::fs::read_to_string(&mir).map_err(|error| error.to_string())?;
    match text.contains("fn add(_1: i32, _2: i32) -> i32") && text.contains("// scope 0 at ") {
        true => Ok("rustc gives it, with places".to_owned()),
        false => Err("rustc gives MIR in a form that is not known".to_owned()),
    }
}
