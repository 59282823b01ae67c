//! cargo-pct as rustc's wrapper.
//!
//! The trick: cargo calls `RUSTC_WORKSPACE_WRAPPER` instead of rustc, with rustc's path and arguments, for workspace
//! members and for nothing else, and `RUSTC_WRAPPER` for every crate, around the former. `build` names cargo-pct's own executable in
//! both. How dependencies are compiled is noted (module `dependency`), and not changed. The members, and only they, are
//! compiled with probes (the attribute macros see [`env::INSTRUMENT`]) and leave their MIR as text; dependencies, the
//! user's flags, profiles and settings are as in any build. `RUSTC_BOOTSTRAP=1`, which admits the unstable flags for
//! MIR on a stable toolchain, is set for that one rustc call; set for cargo, it would make build scripts of
//! dependencies believe in a nightly toolchain.
//!
//! Here a failed compilation is also told apart: if the code fails without probes too, the errors are the user's and
//! are shown as rustc gives them without probes; else the ladder (module `ladder`) leaves out what does not pass, and rustc is called
//! again. Cargo sees one rustc call that took longer.
//!
//! Output: rustc's own, and in the plan's folder the [`Unit`] record, the side-car, the MIR and the expanded text.

mod files;

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitStatus, Stdio};

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use pct_wire::env;

use super::auto::Auto;
use super::dependency::Dependency;
use super::ladder::{self, Step};
use super::optimise;
use super::plan::Plan;
use super::rustc_call::RustcCall;
use super::unit::{self, Target, Unit};
use files::Files;

/// What rustc is asked for besides: MIR with the place of every line and the type of every constant and callee, full paths (so that a
/// name means the same in every crate), no pointer checks that stand in nobody's source, and code as in a debug build
/// (which has no storage markers either) whatever the profile. They need `RUSTC_BOOTSTRAP=1` in the environment of that one call.
pub const MIR_FLAGS: &[&str] = &[
    "-Zmir-include-spans=on",
    "-Ztrim-diagnostic-paths=no",
    "-Zmir-enable-passes=-CheckAlignment,-CheckNull,-CheckEnums,+RemoveStorageMarkers",
    "-Zmir-opt-level=1",
    "-Zinline-mir=no",
];

/// Why the wrapper could not do its part.
#[derive(Debug, thiserror::Error)]
pub enum WrapperError {
    /// Cargo did not say what to call.
    #[error("cargo-pct was called as a rustc wrapper without a compiler")]
    NoCompiler,
    /// An argument is no UTF-8.
    #[error("rustc's argument {0:?} is not UTF-8")]
    Argument(OsString),
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Rustc, or the user's own wrapper, could not be started.
    #[error("cannot run {program}: {source}")]
    Spawn {
        /// The program.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// The macros wrote a side-car that this cargo-pct cannot read.
    #[error("the side-car {path} of the probes: {error}")]
    Sites {
        /// The file.
        path: Utf8PathBuf,
        /// What is wrong.
        error: pct_wire::ReadError,
    },
}

/// Acts as the wrapper: `arguments` are rustc's path and its arguments. Returns the status to exit with.
pub fn run(plan: &Utf8Path, arguments: impl IntoIterator<Item = OsString>) -> Result<i32, WrapperError> {
    let mut arguments = arguments.into_iter();
    let first = arguments.next().ok_or(WrapperError::NoCompiler)?;
    let plan = Plan::read(plan).map_err(|source| WrapperError::File { path: plan.to_owned(), source })?;
    // Of members, cargo has the one wrapper call the other: us again.
    let is_member = first.to_str() == Some(plan.wrapper.as_str());
    let rustc = if is_member { arguments.next().ok_or(WrapperError::NoCompiler)? } else { first };
    let arguments: Result<Vec<_>, _> = arguments.map(OsString::into_string).collect();
    let call = RustcCall::read(arguments.map_err(WrapperError::Argument)?);
    if !is_member {
        return compile_dependency(&rustc, &call, &plan);
    }
    let wrapper = Wrapper { rustc, plan };
    let (Some(unit), true) = (call.unit(), call.is_analysable()) else {
        let code = wrapper.pass_through(&call)?;
        if code == 0 && call.is_macro() {
            wrapper.keep_as_dependency(&call)?;
        }
        return Ok(code);
    };
    let source = call.source.as_deref().unwrap_or(Utf8Path::new(""));
    let source = source
        .canonicalize_utf8()
        .map_err(|error| WrapperError::File { path: source.to_owned(), source: error })?;
    if wrapper.plan.roots.contains(&source) {
        wrapper.instrument(&call, &unit, source)
    } else {
        let code = wrapper.pass_through(&call)?;
        if code == 0 {
            wrapper.record(&plain_unit(&call, &unit, source))?;
        }
        Ok(code)
    }
}

/// Calls rustc as cargo does, and notes how. Without the note, calls of the crate's functions stay unknown.
fn compile_dependency(rustc: &OsStr, call: &RustcCall, plan: &Plan) -> Result<i32, WrapperError> {
    let program = || rustc.to_string_lossy().into_owned();
    let package = std::env::var("CARGO_PKG_NAME").ok();
    let mut command = Command::new(rustc);
    plan.restore_environment(&mut command);
    command.args(&call.arguments).args(optimise::dependency(package.as_deref()));
    let status = command.status();
    let status = status.map_err(|source| WrapperError::Spawn { program: program(), source })?;
    if status.success()
        && let Some((stem, dependency)) = Dependency::of(&program(), call)
    {
        let kept = dependency.keep(&plan.units, &stem);
        kept.map_err(|source| WrapperError::File { path: plan.units.clone(), source })?;
    }
    Ok(code(status))
}

struct Wrapper {
    rustc: OsString,
    plan: Plan,
}

/// One call of rustc: its status, and the diagnostics that it gave, as lines of JSON.
struct Compiled {
    status: ExitStatus,
    diagnostics: Vec<String>,
}

impl Compiled {
    /// Its errors.
    fn errors(&self) -> Vec<Diagnostic> {
        let all = self.diagnostics.iter().filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok());
        all.filter(|it| it.level == DiagnosticLevel::Error).collect()
    }

    /// Gives the diagnostics to cargo, and the status.
    fn show(self) -> i32 {
        let mut stderr = std::io::stderr().lock();
        for line in &self.diagnostics {
            // Without a reader there is nobody to tell.
            let _ = writeln!(stderr, "{line}");
        }
        code(self.status)
    }
}

/// Lints that the user denies stay warnings: they would judge the probes.
fn lint_cap(call: &RustcCall) -> &'static [&'static str] {
    if call.caps_lints { &[] } else { &["--cap-lints", "warn"] }
}

fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or(101)
}

impl Wrapper {
    fn command(&self) -> Command {
        let users = self.plan.workspace_wrapper.as_ref().map(|it| it.as_os_str().to_owned());
        let mut command = Command::new(users.as_ref().unwrap_or(&self.rustc));
        if users.is_some() {
            command.arg(&self.rustc);
        }
        self.plan.restore_environment(&mut command);
        command
    }

    fn spawn_error(&self, source: std::io::Error) -> WrapperError {
        let program = self.command().get_program().to_string_lossy().into_owned();
        WrapperError::Spawn { program, source }
    }

    /// Tells rustc where the runtime is, with `--auto`: who depends on a crate with probes needs it.
    fn search(&self) -> Vec<String> {
        self.plan.auto.iter().flat_map(Auto::search).collect()
    }

    /// Calls rustc as cargo does; what depends on instrumented members needs to find the runtime.
    fn pass_through(&self, call: &RustcCall) -> Result<i32, WrapperError> {
        let mut command = self.command();
        command.args(&call.arguments);
        if call.is_analysable() {
            // It may hold instances of generic code with probes.
            command.args(optimise::instrumented(call));
        }
        command.args(self.search().into_iter().filter(|_| call.unit().is_some()));
        command.status().map(code).map_err(|source| self.spawn_error(source))
    }

    /// Compiles with probes, climbing the ladder until it compiles or the errors are the user's.
    fn instrument(&self, call: &RustcCall, name: &str, source: Utf8PathBuf) -> Result<i32, WrapperError> {
        let files = Files::of(&self.plan.units, name);
        files.remove()?;
        let mut dropped = BTreeSet::new();
        loop {
            files.prepare(&dropped)?;
            let compiled = self.compile(self.instrumented(call, &files))?;
            if compiled.status.success() {
                let mut unit = plain_unit(call, name, source);
                unit.mirrored = self.plan.auto.iter().flat_map(|auto| auto.folders.clone()).collect();
                unit.dependencies = self.plan.auto.iter().flat_map(Auto::dependencies).collect();
                if !call.test {
                    unit.expanded = self.expand(call, &files)?;
                    unit.target = self.target(call)?;
                    unit.mir = Some(files.mir);
                }
                unit.sites = Some(files.sites);
                self.keep_as_dependency(call)?;
                self.keep_with_probes(call, &files.dropped)?;
                self.record(&unit)?;
                return Ok(compiled.show());
            }
            let records = files.read_sites()?;
            if records.is_empty() && self.plan.auto.is_none() {
                // Nothing was expanded into a probe, so nothing of ours can have failed.
                return Ok(compiled.show());
            }
            if dropped.is_empty() {
                let plain = self.without_probes(call)?;
                if !plain.status.success() {
                    return Ok(plain.show());
                }
            }
            let diagnostics = compiled.errors();
            match ladder::climb(&records, &diagnostics, &mut dropped) {
                Step::Again => {}
                Step::UsersError => return Ok(compiled.show()),
                Step::Exhausted => return self.give_up(call, name, source, &files, &diagnostics),
            }
        }
    }

    /// Compiles as the user wrote it: what was refused is no probe of a function. Nothing is observed there, which the
    /// record says. Should that fail too (a library that the linker misses, say), it is the user's error.
    fn give_up(
        &self,
        call: &RustcCall,
        name: &str,
        source: Utf8PathBuf,
        files: &Files,
        errors: &[Diagnostic],
    ) -> Result<i32, WrapperError> {
        let mut command = self.command();
        command.args(&call.arguments).args(lint_cap(call)).args(self.search());
        if !call.test {
            Self::ask_for_mir(&mut command, call, &files.mir);
        }
        let compiled = self.compile(command)?;
        if compiled.status.success() {
            let mut unit = plain_unit(call, name, source);
            unit.mir = (!call.test).then(|| files.mir.clone());
            unit.target = if call.test { None } else { self.target(call)? };
            self.keep_as_dependency(call)?;
            unit.refused = Some(errors.first().map(|it| it.message.clone()).unwrap_or_default());
            self.record(&unit)?;
        }
        Ok(compiled.show())
    }

    /// The same call for the mirror of its sources, with `--auto`.
    fn of_mirror(&self, call: &RustcCall) -> RustcCall {
        let original = || call.source.as_deref()?.canonicalize_utf8().ok();
        match (&self.plan.auto, original()) {
            (Some(auto), Some(original)) => match auto.mirrored(&original) {
                Some(mirrored) => call.with_source(&mirrored, auto.arguments()),
                None => call.clone(),
            },
            _ => call.clone(),
        }
    }

    /// Rustc compiles a crate whose MIR it writes as one piece, which takes it several times the memory, unless it is told how many
    /// pieces it may make: as many as it makes by itself, where the user does not say.
    fn ask_for_mir(command: &mut Command, call: &RustcCall, mir: &Utf8Path) {
        command.env("RUSTC_BOOTSTRAP", "1").arg(format!("--emit=mir={mir}")).args(MIR_FLAGS);
        command.args(call.default_codegen_units());
    }

    fn instrumented(&self, call: &RustcCall, files: &Files) -> Command {
        let mut command = self.command();
        command.args(&self.of_mirror(call).arguments).args(lint_cap(call)).args(optimise::instrumented(call));
        command.env(env::INSTRUMENT, "1").env(env::SITES, &files.sites).env(env::DROPPED, &files.dropped);
        command.env(env::GRANULARITY, &self.plan.granularity);
        if !call.test {
            Self::ask_for_mir(&mut command, call, &files.mir);
        }
        command
    }

    /// Checks the user's code as it is.
    fn without_probes(&self, call: &RustcCall) -> Result<Compiled, WrapperError> {
        let folder = tempfile::tempdir_in(&self.plan.units)
            .map_err(|source| WrapperError::File { path: self.plan.units.clone(), source })?;
        let path = Utf8PathBuf::from_path_buf(folder.path().to_owned())
            .map_err(|path| WrapperError::Argument(path.into()))?;
        let mut command = self.command();
        command.args(call.check_only(&path)).args(lint_cap(call)).args(self.search());
        self.compile(command)
    }

    /// Runs rustc. Messages for cargo pass at once (it starts dependents when a crate's metadata is there);
    /// diagnostics wait until it is known whose they are.
    fn compile(&self, mut command: Command) -> Result<Compiled, WrapperError> {
        let mut child = command.stderr(Stdio::piped()).spawn().map_err(|source| self.spawn_error(source))?;
        let mut diagnostics = Vec::new();
        if let Some(stderr) = child.stderr.take() {
            for line in BufReader::new(stderr).split(b'\n') {
                let Ok(line) = line else { break };
                let line = String::from_utf8_lossy(&line).into_owned();
                if line.starts_with("{\"$message_type\":\"artifact\"") {
                    let _ = writeln!(std::io::stderr(), "{line}");
                } else {
                    diagnostics.push(line);
                }
            }
        }
        let status = child.wait().map_err(|source| self.spawn_error(source))?;
        Ok(Compiled { status, diagnostics })
    }

    /// The text after macro expansion, of what was compiled and in the same way. Rustc expands again for it, without
    /// a side-car: that is written already.
    fn expand(&self, call: &RustcCall, files: &Files) -> Result<Option<Utf8PathBuf>, WrapperError> {
        let mut command = self.command();
        command.args(self.of_mirror(call).expand_only(&files.expanded));
        command.env("RUSTC_BOOTSTRAP", "1").env(env::INSTRUMENT, "1").env(env::DROPPED, &files.dropped);
        command.env(env::GRANULARITY, &self.plan.granularity).env_remove(env::SITES);
        // What compiled expands; should it not, the analysis does without.
        Ok(self.compile(command)?.status.success().then(|| files.expanded.clone()))
    }

    /// What the target and the flags of a call say.
    fn target(&self, call: &RustcCall) -> Result<Option<Target>, WrapperError> {
        let mut command = self.command();
        command.args(["--print", "cfg"]).args(call.code_generation()).env("RUSTC_BOOTSTRAP", "1");
        let output = command.stderr(Stdio::null()).output().map_err(|source| self.spawn_error(source))?;
        Ok(output.status.success().then(|| Target::read(&String::from_utf8_lossy(&output.stdout))).flatten())
    }

    /// Notes how a member's library is compiled without probes: for other members it is a dependency.
    fn keep_as_dependency(&self, call: &RustcCall) -> Result<(), WrapperError> {
        if call.test {
            return Ok(());
        }
        let mut call = call.clone();
        call.arguments.extend(self.plan.auto.iter().flat_map(Auto::search));
        let Some((stem, dependency)) = Dependency::of(&self.rustc.to_string_lossy(), &call) else {
            return Ok(());
        };
        let kept = dependency.keep(&self.plan.units, &stem);
        kept.map_err(|source| WrapperError::File { path: self.plan.units.clone(), source })
    }

    /// Notes how a member's library is compiled with probes: exploration compiles it so once more, with coverage.
    fn keep_with_probes(&self, call: &RustcCall, dropped: &Utf8Path) -> Result<(), WrapperError> {
        if call.test {
            return Ok(());
        }
        let mut call = self.of_mirror(call);
        call.arguments.extend(optimise::instrumented(&call));
        let Some((stem, mut dependency)) = Dependency::of(&self.rustc.to_string_lossy(), &call) else {
            return Ok(());
        };
        // The side-car is written already: none is asked for.
        dependency.set(env::INSTRUMENT, "1");
        dependency.set(env::DROPPED, dropped.as_str());
        dependency.set(env::GRANULARITY, &self.plan.granularity);
        let kept = dependency.keep(&self.plan.units, &Dependency::with_probes(&stem));
        kept.map_err(|source| WrapperError::File { path: self.plan.units.clone(), source })
    }

    fn record(&self, unit: &Unit) -> Result<(), WrapperError> {
        let path = self.plan.units.join(format!("{}.json", unit.stem));
        let text = serde_json::to_string_pretty(unit).map_err(std::io::Error::from);
        text.and_then(|text| crate::atomic_file::write(&path, text.as_bytes()))
            .map_err(|source| WrapperError::File { path, source })
    }
}

/// The record of a call, without probes and MIR.
fn plain_unit(call: &RustcCall, name: &str, source: Utf8PathBuf) -> Unit {
    let out_dir = call.out_dir.clone().unwrap_or_default();
    Unit {
        made_by: unit::maker(),
        crate_name: call.crate_name.clone().unwrap_or_default(),
        externs: call.externs(),
        source,
        out_dir: camino::absolute_utf8(&out_dir).unwrap_or(out_dir),
        stem: name.to_owned(),
        test: call.test,
        harness: call.harness,
        sites: None,
        mir: None,
        expanded: None,
        target: None,
        dependencies: Vec::new(),
        mirrored: Vec::new(),
        generated: std::env::var("OUT_DIR").ok().map(Utf8PathBuf::from),
        refused: None,
    }
}
