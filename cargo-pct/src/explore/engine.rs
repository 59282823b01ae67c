//! The engine and the library as exploration needs them: compiled by the user's rustc, once, and kept until something changes.

use std::process::{Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};

include!(concat!(env!("OUT_DIR"), "/engine_sources.rs"));

/// Flags of rustc by which LLVM counts edges and reports comparisons.
pub(crate) const COVERAGE: [&str; 4] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// What tells the linker to call the engine's comparisons of memory in front of the C library's, where it knows how to.
pub(super) const WRAPS: &[&str] = if cfg!(target_os = "linux") {
    &["-Clink-arg=-Wl,--wrap=memcmp", "-Clink-arg=-Wl,--wrap=bcmp"]
} else {
    &[]
};

/// Tells whether this program was built with the engine's sources.
pub(super) fn is_there() -> bool {
    !ENGINE.is_empty()
}

/// Builds the engine in a folder, unless it is there. None if rustc does not compile it.
pub(super) fn build(folder: &Utf8Path, rustc: &str, target: Option<&str>) -> Option<Utf8PathBuf> {
    let texts: Vec<&str> = ENGINE.iter().flat_map(|(path, text)| [*path, *text]).collect();
    let version = Command::new(rustc).arg("-vV").stdin(Stdio::null()).output().ok()?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let key: Vec<&str> =
        texts.iter().copied().chain([version.as_str(), target.unwrap_or_default()]).collect();
    let folder = folder.join(format!("engine-{}", pct_wire::Id::of(&key)));
    let library = folder.join("libpct_explore.rlib");
    if library.is_file() {
        return Some(library);
    }
    for (path, text) in ENGINE {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent()?).ok()?;
        std::fs::write(&path, text).ok()?;
    }
    let unfinished = folder.join(format!("{}.part", std::process::id()));
    let mut command = Command::new(rustc);
    command.args([
        "--crate-name",
        "pct_explore",
        "--crate-type",
        "rlib",
        "--edition",
        "2024",
        "--cap-lints",
        "allow",
    ]);
    command.args(["-C", "opt-level=3", "-C", "panic=unwind", "-C", "debuginfo=0"]);
    command.args(if WRAPS.is_empty() { &[][..] } else { &["--cfg", "pct_wrapped"] });
    command.args(target.iter().flat_map(|target| ["--target", target]));
    command.args(["-o", unfinished.as_str(), folder.join("pct-explore/src/lib.rs").as_str()]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    crate::process::end_with_us(&mut command);
    let is_made = command.status().is_ok_and(|status| status.success());
    let is_kept = is_made && std::fs::rename(&unfinished, &library).is_ok();
    let _ = std::fs::remove_file(&unfinished);
    is_kept.then_some(library)
}
