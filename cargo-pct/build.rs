//! Lets the program and the tests find `libz3` wherever they are run from.
//!
//! Two places are written into them: `../lib/cargo-pct` beside the program, where `cargo xtask install` puts the
//! library, and the folder of `Z3_LIBRARY_PATH_OVERRIDE`, where `cargo xtask setup` did. The latter is left out of a
//! program that is to be moved elsewhere (`PCT_RELOCATABLE`). A Z3 linked statically needs neither.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    embed_runtime();
    embed_engine();
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo::rerun-if-env-changed=PCT_RELOCATABLE");
    let is_static =
        ["VENDORED", "GH_RELEASE"].iter().any(|name| env::var_os(format!("CARGO_FEATURE_{name}")).is_some());
    if is_static {
        return;
    }
    let folder = env::var_os("Z3_LIBRARY_PATH_OVERRIDE").map(PathBuf::from);
    if let Some(folder) = &folder {
        check_set_up(folder);
    }
    if env::var_os("CARGO_CFG_UNIX").is_none() {
        return;
    }
    let of_macos = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "macos");
    let beside = if of_macos { "@loader_path" } else { "$ORIGIN" };
    println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{beside}/../lib/cargo-pct");
    if let Some(folder) = folder
        && env::var_os("PCT_RELOCATABLE").is_none()
    {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{}", folder.display());
    }
}

/// Writes the list of the runtime's sources, for `--auto`: of the packages beside this one in a checkout. There are none
/// where this package alone was fetched; the registry has them then.
fn embed_runtime() {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let root = package.parent().map(Path::to_owned).unwrap_or_default();
    let mut files = Vec::new();
    for package in ["pct-wire", "pct-instrument", "pct-macros", "pct-runtime"] {
        println!("cargo::rerun-if-changed={}", root.join(package).display());
        files.push(root.join(package).join("Cargo.toml"));
        sources(&root.join(package).join("src"), &mut files);
    }
    for file in ["Cargo.toml", "Cargo.lock"].map(|name| root.join(name)) {
        println!("cargo::rerun-if-changed={}", file.display());
        files.push(file);
    }
    files.sort();
    if files.iter().any(|file| !file.is_file()) {
        files.clear();
    }
    let entries = files.iter().filter_map(|file| {
        let name = file.strip_prefix(&root).ok()?.to_str()?.replace('\\', "/");
        Some(format!("    ({name:?}, include_str!({:?})),\n", file.to_str()?))
    });
    let text = format!(
        "/// The runtime's sources: path and text.\nconst SOURCES: &[(&str, &str)] = &[\n{}];\n",
        entries.collect::<String>()
    );
    let folder = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    if let Err(error) = std::fs::write(folder.join("runtime_sources.rs"), text) {
        println!("cargo::error=cannot write the list of the runtime's sources: {error}");
    }
}

/// Writes the sources of the engine of exploration: path and text. There are none where this package alone was fetched.
fn embed_engine() {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let root = package.parent().map(Path::to_owned).unwrap_or_default();
    let engine = root.join("pct-explore");
    println!("cargo::rerun-if-changed={}", engine.display());
    let mut files = Vec::new();
    sources(&engine.join("src"), &mut files);
    if !files.is_empty() {
        // Others have these as well.
        files.push(root.join("pct-runtime/src/sandbox/system.rs"));
        files.push(root.join("pct-wire/src/calls.rs"));
    }
    files.sort();
    let entries = files.iter().filter_map(|file| {
        let name = file.strip_prefix(&root).ok()?.to_str()?.replace('\\', "/");
        Some(format!("    ({name:?}, include_str!({:?})),\n", file.to_str()?))
    });
    let list = entries.collect::<String>();
    let text =
        format!("/// The engine's sources: path and text.\nconst ENGINE: &[(&str, &str)] = &[\n{list}];\n");
    let folder = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    if let Err(error) = std::fs::write(folder.join("engine_sources.rs"), text) {
        println!("cargo::error=cannot write the engine's sources: {error}");
    }
}

/// The Rust sources below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten().map(walkdir::DirEntry::into_path);
    found.extend(files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")));
}

/// Says what to do where the linker would only say that it finds no `-lz3`.
fn check_set_up(folder: &Path) {
    // A user's own folder may hold the library under a name that this does not know.
    let is_our_own = folder.ends_with(".z3/lib");
    let library = ["libz3.so", "libz3.dylib", "libz3.lib", "libz3.a"].map(|name| folder.join(name));
    if is_our_own && !library.iter().any(|file| file.exists()) {
        println!("cargo::error=Z3 is not set up in this checkout: run `cargo xtask setup` (once)");
    }
    println!("cargo::rerun-if-changed={}", folder.display());
}
