//! The toolchain that cargo uses here, and cargo's configuration for it.

use std::process::Command;

use camino::{Utf8Path, Utf8PathBuf};

use super::{BuildError, CargoConfig, cargo_config};
use crate::cli::CargoArgs;

/// What compiles the user's code.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// The first line of `rustc -vV`: `rustc 1.95.0 (…)`.
    pub rustc: String,
    /// The folder of the toolchain.
    pub sysroot: Utf8PathBuf,
    /// The folder of the host's standard library. Its dynamic form, which tests of procedural macros need, lies there or in the
    /// toolchain's `lib`.
    pub libraries: Utf8PathBuf,
    /// Cargo's configuration.
    pub cargo_config: CargoConfig,
}

/// Asks rustc, and reads cargo's configuration.
pub fn find(args: &CargoArgs) -> Result<Toolchain, BuildError> {
    let cwd = std::env::current_dir().ok().and_then(|path| Utf8PathBuf::from_path_buf(path).ok());
    let cwd = cwd.unwrap_or_else(|| ".".into());
    let version = ask(&cwd, "-vV")?;
    let line =
        |key: &str| version.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default().to_owned();
    let host = line("host: ");
    let variable = |name: &str| std::env::var(name).ok();
    let triple = args.target.as_deref().unwrap_or(&host);
    Ok(Toolchain {
        rustc: version.lines().next().unwrap_or_default().to_owned(),
        sysroot: ask(&cwd, "--print=sysroot")?.trim().into(),
        libraries: ask(&cwd, "--print=target-libdir")?.trim().into(),
        cargo_config: cargo_config::read(&cwd, triple, &variable)?,
    })
}

fn ask(cwd: &Utf8Path, question: &str) -> Result<String, BuildError> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg(question).current_dir(cwd).output();
    let output = output.map_err(|error| BuildError::NoRustc(error.to_string()))?;
    if !output.status.success() {
        return Err(BuildError::NoRustc(String::from_utf8_lossy(&output.stderr).trim_end().to_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
