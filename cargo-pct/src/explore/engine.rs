//! The engine as exploration needs it: compiled by the user's rustc, once, and kept until something changes.
//!
//! It depends on no crate of the user's. So it is compiled while cargo builds those.

use std::io::{BufRead, BufReader, PipeReader};
use std::process::{Child, Command, Stdio};

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

/// How rustc compiles the engine.
const FLAGS: &[&str] = &[
    "--crate-name=pct_explore",
    "--crate-type=rlib",
    "--edition=2024",
    "--cap-lints=allow",
    "--error-format=json",
    "--json=artifacts",
    "-Copt-level=3",
    "-Cpanic=unwind",
    "-Cdebuginfo=0",
];

/// How rustc tells that it has written the library.
const WRITTEN: &str = r#""emit":"link""#;

/// Tells whether this program was built with the engine's sources.
pub(super) fn is_there() -> bool {
    !ENGINE.is_empty()
}

/// The compiled engine, or what will be it.
#[derive(Debug)]
pub struct Engine {
    library: Utf8PathBuf,
    /// None if the library was there, or nothing could be begun.
    compiling: Option<Compiling>,
}

/// A rustc at work.
#[derive(Debug)]
struct Compiling {
    child: Child,
    /// Its messages. They end when it does, for copies of this process as well, whose child it is not.
    said: PipeReader,
    /// The file that it writes.
    unfinished: Utf8PathBuf,
}

impl Engine {
    /// Begins to compile the engine in a folder, unless it is there. `toolchain` tells one rustc from others.
    pub fn prepare(folder: &Utf8Path, rustc: &str, toolchain: &str, target: Option<&str>) -> Engine {
        let texts = ENGINE.iter().flat_map(|(path, text)| [*path, *text]);
        let settings = FLAGS.iter().copied().chain([toolchain, target.unwrap_or_default()]);
        let key: Vec<&str> = texts.chain(settings).collect();
        let folder = folder.join(format!("engine-{}", pct_wire::Id::of(&key)));
        let library = folder.join("libpct_explore.rlib");
        let is_needed = is_there() && !library.is_file();
        let compiling = is_needed.then(|| Compiling::begin(&folder, rustc, target).ok()).flatten();
        Engine { library, compiling }
    }

    /// Waits until it is compiled. None if rustc does not compile it.
    pub(super) fn library(&self) -> Option<&Utf8Path> {
        if let Some(compiling) = self.compiling.as_ref().filter(|_| !self.library.is_file()) {
            let mut lines = BufReader::new(&compiling.said).lines().map_while(Result::ok);
            if lines.any(|line| line.contains(WRITTEN)) {
                std::fs::rename(&compiling.unfinished, &self.library).ok()?;
            }
        }
        self.library.is_file().then_some(self.library.as_path())
    }
}

impl Compiling {
    fn begin(folder: &Utf8Path, rustc: &str, target: Option<&str>) -> std::io::Result<Compiling> {
        for (path, text) in ENGINE {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
            std::fs::write(&path, text)?;
        }
        let unfinished = folder.join(format!("{}.part", std::process::id()));
        let mut command = Command::new(rustc);
        command.args(FLAGS).args(if WRAPS.is_empty() { &[][..] } else { &["--cfg", "pct_wrapped"] });
        command.args(target.iter().flat_map(|target| ["--target", target]));
        command.args(["-o", unfinished.as_str(), folder.join("pct-explore/src/lib.rs").as_str()]);
        let (said, saying) = std::io::pipe()?;
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(saying);
        crate::process::end_with_us(&mut command);
        Ok(Compiling { child: command.spawn()?, said, unfinished })
    }
}

impl Drop for Compiling {
    /// Nobody waits for it any more.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.unfinished);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_engine_where_the_compiler_refuses_it_or_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(folder.path()).unwrap();
        for rustc in ["false", "no-such-compiler"] {
            let engine = Engine::prepare(folder, rustc, rustc, None);
            assert_eq!(engine.library(), None);
            assert_eq!(engine.library(), None);
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_that_nobody_waits_for_leaves_no_process_behind() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(folder.path()).unwrap();
        let script = folder.join("slow");
        std::fs::write(&script, "#!/bin/sh\nexec sleep 60\n").unwrap();
        std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let engine = Engine::prepare(folder, script.as_str(), "", None);
        let process = engine.compiling.as_ref().unwrap().child.id();
        assert!(crate::process::is_alive(process));
        drop(engine);
        assert!(!crate::process::is_alive(process));
    }
}
