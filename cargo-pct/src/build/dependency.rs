//! The crates that members depend on: how cargo had each compiled and, where its code is asked for, its MIR.
//!
//! The wrapper notes every call that compiles a dependency. Nothing is compiled twice for that: MIR is asked for later, of the few crates
//! whose functions an analysis meets, with the very arguments and variables of the call, and is kept beside the record.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use super::rustc_call::RustcCall;
use super::unit::Target;
use super::wrapper::MIR_FLAGS;

/// Crates by the name that a crate knows each by, with the stem of the file that rustc was given for it.
pub type Externs = BTreeMap<String, String>;

/// One call of rustc that compiled a library, of a dependency or of a member that others may call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependency {
    /// The name of the crate, as paths of its items begin elsewhere.
    pub crate_name: String,
    /// What it depends on in turn.
    pub externs: Externs,
    /// When it was compiled, in nanoseconds: compiled again, from sources that have changed, it is another crate.
    compiled: String,
    rustc: String,
    folder: Utf8PathBuf,
    arguments: Vec<String>,
    environment: BTreeMap<String, String>,
    /// The record's own file.
    #[serde(skip)]
    file: Utf8PathBuf,
}

/// What rustc makes of a crate.
#[derive(Clone, Debug)]
pub struct DependencyCode {
    /// Its MIR, as text, without places.
    pub mir: String,
    /// Its text after macro expansion, in which functions stand in the order of the MIR's bodies.
    pub expanded: String,
}

/// Variables by which cargo tells a crate about its package. Others, which may hold secrets, are not kept: should the source ask for
/// one, it does not compile again, and does without.
const VARIABLES: &[&str] =
    &["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_CRATE_NAME", "CARGO_PRIMARY_PACKAGE", "OUT_DIR"];

/// A procedural macro's library is found by it.
const SEARCH_PATH: &str = "LD_LIBRARY_PATH";

/// Larger dumps are left aside: to read one takes longer than it can give.
const MOST_BYTES: u64 = 32 << 20;

impl Dependency {
    /// The record of a call; none for what is no dependency of others.
    pub(super) fn of(rustc: &str, call: &RustcCall) -> Option<(String, Dependency)> {
        let is_library = call.crate_types.iter().any(|kind| kind == "lib" || kind == "rlib");
        let is_dependency = is_library && call.is_analysable() || call.is_macro();
        let (stem, true) = (call.unit()?, is_dependency) else { return None };
        let is_told =
            |name: &str| VARIABLES.iter().any(|known| name.starts_with(known)) || name == SEARCH_PATH;
        let folder =
            std::env::current_dir().ok().and_then(|folder| Utf8PathBuf::from_path_buf(folder).ok())?;
        let dependency = Dependency {
            crate_name: call.crate_name.clone()?,
            externs: call.externs(),
            compiled: now(),
            rustc: rustc.to_owned(),
            folder,
            arguments: call.arguments.clone(),
            environment: std::env::vars().filter(|(name, _)| is_told(name)).collect(),
            file: Utf8PathBuf::new(),
        };
        Some((stem, dependency))
    }

    /// Keeps the record, and nothing of what an earlier one asked for.
    pub(super) fn keep(&self, units: &Utf8Path, stem: &str) -> std::io::Result<()> {
        let file = file_of(units, stem);
        let folder = file.parent().unwrap_or(units);
        std::fs::create_dir_all(folder)?;
        let own = format!("{stem}.");
        for old in
            folder.read_dir_utf8()?.filter_map(Result::ok).filter(|old| old.file_name().starts_with(&own))
        {
            std::fs::remove_file(old.path())?;
        }
        crate::atomic_file::write(&file, serde_json::to_string_pretty(self)?.as_bytes())
    }

    /// The stem under which a library is kept as it is compiled with probes.
    pub fn with_probes(stem: &str) -> String {
        format!("{stem}.probes")
    }

    /// Sets a variable of the call.
    pub(super) fn set(&mut self, variable: &str, value: &str) {
        self.environment.insert(variable.to_owned(), value.to_owned());
    }

    /// The record of a stem, if cargo has compiled that.
    pub fn read(units: &Utf8Path, stem: &str) -> Option<Dependency> {
        let file = file_of(units, stem);
        let dependency: Dependency = serde_json::from_slice(&std::fs::read(&file).ok()?).ok()?;
        Some(Dependency { file, ..dependency })
    }

    /// Tells whether a panic in its code ends the process.
    pub fn aborts(&self) -> bool {
        RustcCall::read(self.arguments.clone()).codegen_option("panic") == Some("abort")
    }

    /// Whether it is a procedural macro: the compiler runs it, and no code is linked with it.
    pub fn is_macro(&self) -> bool {
        RustcCall::read(self.arguments.clone()).is_macro()
    }

    /// Its code, from an earlier run if that has asked for it. None if rustc does not give it, or there is too much of it.
    pub fn code(&self) -> Option<DependencyCode> {
        let mir = self.file_of_text("mir")?;
        let call = RustcCall::read(self.arguments.clone());
        self.once(&mir, |to| {
            let arguments = call.only(&[&format!("--emit=mir={to}")]);
            let flags = MIR_FLAGS.iter().copied().filter(|flag| !flag.starts_with("-Zmir-include-spans"));
            arguments.into_iter().chain(flags.map(str::to_owned)).collect()
        })?;
        if mir.metadata().ok()?.len() > MOST_BYTES {
            return None;
        }
        Some(DependencyCode { mir: std::fs::read_to_string(&mir).ok()?, expanded: self.expanded()? })
    }

    /// Its text after macro expansion, from an earlier run if that has asked for it.
    pub fn expanded(&self) -> Option<String> {
        let file = self.file_of_text("rs")?;
        let call = RustcCall::read(self.arguments.clone());
        self.once(&file, |to| call.expand_only(to))?;
        std::fs::read_to_string(&file).ok()
    }

    /// Tells whether arithmetic that overflows panics in it. Asks rustc, unless an earlier run has done so.
    fn overflow_checks(&self, code_generation: &[String]) -> Option<bool> {
        let file = self.file_of_text("cfg")?;
        if let Ok(text) = std::fs::read_to_string(&file) {
            return Some(Target::read(&text)?.overflow_checks);
        }
        let mut command = Command::new(&self.rustc);
        command.args(["--print", "cfg"]).args(code_generation);
        let output = command.env("RUSTC_BOOTSTRAP", "1").stderr(Stdio::null()).output().ok()?;
        let target = Target::read(&String::from_utf8_lossy(&output.stdout))?;
        if !output.status.success() {
            return None;
        }
        // Nothing is lost where it cannot be kept.
        let unfinished = unfinished(&file);
        if std::fs::write(&unfinished, &output.stdout).is_ok() {
            let _ = std::fs::rename(&unfinished, &file);
        }
        Some(target.overflow_checks)
    }

    /// Its library with LLVM's coverage instrumentation, in the folder: checks panic as they do in the user's build, and the rest is optimised a
    /// little. From an earlier run if that has made it. None if rustc does not compile it so.
    pub fn with_coverage(&self, folder: &Utf8Path, coverage: &[&str]) -> Option<Utf8PathBuf> {
        let call = RustcCall::read(self.arguments.clone()).as_rust_library();
        let identity = pct_wire::Id::of(&[&serde_json::to_string(self).ok()?, &coverage.concat()]);
        let folder = folder.join(format!("{}-{identity}", self.crate_name));
        let library = folder.join(format!("lib{}.rlib", self.crate_name));
        std::fs::create_dir_all(&folder).ok()?;
        // What decides whether code panics stays as it is.
        let is_optimised = call.codegen_option("opt-level").is_some_and(|level| level != "0");
        let checks = |name: &str| {
            let says_so = call.codegen_option(name).is_some();
            (!says_so && !is_optimised).then(|| format!("-C{name}=on"))
        };
        let checks: Vec<String> =
            ["debug-assertions", "overflow-checks"].into_iter().filter_map(checks).collect();
        self.once(&library, |to| {
            let mut arguments =
                call.only(&["--emit=link", "-o", to.as_str(), "-Cdebuginfo=0", "-Ccodegen-units=1"]);
            if !is_optimised {
                arguments.push("-Copt-level=1".to_owned());
            }
            arguments.extend(checks.iter().cloned());
            arguments.extend(coverage.iter().map(|flag| (*flag).to_owned()));
            arguments
        })?;
        Some(library)
    }

    /// The file of a text of it, named by all that decides the text, so that it is never another build's.
    fn file_of_text(&self, extension: &str) -> Option<Utf8PathBuf> {
        let identity = pct_wire::Id::of(&[&serde_json::to_string(self).ok()?, &MIR_FLAGS.concat()]);
        Some(self.file.with_extension(format!("{identity}.{extension}")))
    }

    /// Runs rustc for a file, unless it is there.
    fn once(&self, file: &Utf8Path, arguments: impl Fn(&Utf8Path) -> Vec<String>) -> Option<()> {
        if file.is_file() {
            return Some(());
        }
        let unfinished = unfinished(file);
        let mut command = Command::new(&self.rustc);
        command.current_dir(&self.folder).args(arguments(&unfinished));
        command.envs(&self.environment).env("RUSTC_BOOTSTRAP", "1");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        crate::process::end_with_us(&mut command);
        let is_made = command.status().is_ok_and(|status| status.success());
        let kept = is_made && std::fs::rename(&unfinished, file).is_ok();
        let _ = std::fs::remove_file(&unfinished);
        kept.then_some(())
    }
}

/// Whether arithmetic that overflows panics in crates: a profile may say so for each package. Functions of std inherit that.
#[derive(Debug, Default)]
pub struct OverflowChecks {
    /// Rustc's answers, by rustc and its arguments.
    known: BTreeMap<(String, Vec<String>), Option<bool>>,
}

impl OverflowChecks {
    /// Asks rustc, once for all crates that are compiled in one way.
    pub fn of(&mut self, dependency: &Dependency) -> Option<bool> {
        let arguments = RustcCall::read(dependency.arguments.clone()).code_generation();
        let key = (dependency.rustc.clone(), arguments);
        *self.known.entry(key).or_insert_with_key(|(_, arguments)| dependency.overflow_checks(arguments))
    }
}

/// The path to write a file to before it is renamed. A run that is cut off leaves no half of it under its name.
fn unfinished(file: &Utf8Path) -> Utf8PathBuf {
    file.with_extension(format!("{}.part", std::process::id()))
}

fn now() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_nanos().to_string()
}

fn file_of(units: &Utf8Path, stem: &str) -> Utf8PathBuf {
    units.join("dependencies").join(format!("{stem}.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str) -> Option<bool> {
        let call = RustcCall::read(line.split_whitespace().map(str::to_owned).collect());
        Dependency::of("rustc", &call).map(|(_, dependency)| dependency.is_macro())
    }

    #[test]
    fn libraries_and_macros_are_noted_and_told_apart() {
        assert_eq!(check("--crate-name a src/lib.rs --crate-type lib -C extra-filename=-2"), Some(false));
        assert_eq!(check("--crate-name a src/lib.rs --crate-type proc-macro"), Some(true));
        assert_eq!(check("--crate-name a src/main.rs --crate-type bin"), None);
        assert_eq!(check("--crate-name build_script_build build.rs --crate-type lib"), None);
    }
}
