//! The sequence of stages, and nothing else: what runs after what, and what an outcome means for the exit code.
//!
//! Each stage is one function from owned inputs to an owned output. Errors of all stages become exit codes here, in
//! one place ([`RunError::exit_code`]). Results go to stdout, everything else to stderr.

mod analyse;
mod doctor;
mod gates;
mod generate;
mod measure;
mod system_file;
mod unwatched;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::sync::Arc;

use anstream::AutoStream;
use camino::{Utf8Path, Utf8PathBuf};
use clap::CommandFactory;

use crate::build::{self, BuildError, Workspace};
use crate::cli::{self, CargoArgs, CleanArgs, Cli, Command, GenArgs, SchemaOf};
use crate::config::{self, ConfigError, Layer, Settings, When};
use crate::event::Progress;
use crate::exit_code::ExitCode;
use crate::explore::Engine;
use crate::native::NativeError;
use crate::probe::ProbeError;
use crate::process;
use crate::remember::Memory;
use crate::report::WriteError;

/// Why a run ended without a result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Settings.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The build.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Side-cars.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// Tests.
    #[error(transparent)]
    Native(#[from] NativeError),
    /// Reports.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A glob of `--filter`.
    #[error("filter `{glob}`: {why}")]
    Filter {
        /// The glob.
        glob: String,
        /// What is wrong with it.
        why: String,
    },
    /// Nothing to measure: the package of the attributes is not a dependency.
    #[error(
        "nothing is annotated: no package here depends on {}.\n\n\
         Add it with `cargo add {}`, and then write\n\n{HOW_TO_ANNOTATE}",
        build::RUNTIME_PACKAGE,
        build::RUNTIME_PACKAGE
    )]
    NoRuntime,
    /// Nothing to measure: no attribute was found.
    #[error("nothing is annotated in {packages}. Write\n\n{HOW_TO_ANNOTATE}")]
    NothingAnnotated {
        /// The packages that were looked at.
        packages: String,
    },
    /// Nothing to measure: the filters leave nothing.
    #[error("no subject is left by the filters; there are: {known}")]
    NothingSelected {
        /// The ids that there are.
        known: String,
    },
    /// What a gate compares the run with cannot be read.
    #[error("{setting} `{value}`: {why}")]
    Gate {
        /// The setting.
        setting: &'static str,
        /// Its value.
        value: String,
        /// What is wrong.
        why: String,
    },
    /// A file that tests were to be added to.
    #[error("{file} is no Rust, so that no test can be added to it: {why}")]
    NotRust {
        /// The file.
        file: Utf8PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The models of the standard library.
    #[error(transparent)]
    Models(#[from] crate::build::models::ModelsError),
    /// A defect of ours.
    #[error("a defect of cargo-pct: {0}")]
    Defect(String),
    /// A system file that cannot be analysed.
    #[error(transparent)]
    SystemFile(#[from] system_file::SystemFileError),
    /// stdout is closed or full.
    #[error("cannot write to stdout: {0}")]
    Stdout(#[from] std::io::Error),
}

const HOW_TO_ANNOTATE: &str = "    #[pct::predicates(empty = self.len == 0, full = self.len == self.max)]
    pub struct Queue { /* … */ }

    #[pct::predicates]
    impl Queue { /* … */ }

on a type and its impl, or `#[pct::predicates(n > 0)]` on a function.";

impl RunError {
    /// What the error means for the caller.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            RunError::Build(BuildError::UserCode { .. })
            | RunError::Native(NativeError::List { .. } | NativeError::Spawn(_)) => ExitCode::UserCode,
            RunError::Build(BuildError::Unrecorded(_))
            | RunError::Models(_)
            | RunError::Defect(_)
            | RunError::Probe(ProbeError::Malformed { .. })
            | RunError::Native(
                NativeError::Trace(crate::native::TraceError::Malformed { .. })
                | NativeError::Sites(ProbeError::Malformed { .. }),
            ) => ExitCode::Defect,
            RunError::Config(_)
            | RunError::Build(_)
            | RunError::Probe(_)
            | RunError::Native(_)
            | RunError::Write(_)
            | RunError::Filter { .. }
            | RunError::NoRuntime
            | RunError::NothingAnnotated { .. }
            | RunError::NothingSelected { .. }
            | RunError::SystemFile(_)
            | RunError::NotRust { .. }
            | RunError::Gate { .. }
            | RunError::Stdout(_) => ExitCode::Usage,
        }
    }
}

/// The whole of `main`: wraps rustc if a build of ours calls, else does what the command line asks for.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    if let Some(plan) = std::env::var_os(build::WRAPPER_VARIABLE) {
        wrap(&plan, arguments.into_iter().skip(1));
    }
    if std::env::var_os(process::LAUNCHER_VARIABLE).is_some() {
        return launch();
    }
    let cli = match cli::parse(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and versions are no errors; clap writes them to stdout.
            let code = if error.use_stderr() { ExitCode::Usage } else { ExitCode::Success };
            let _ = error.print();
            return code;
        }
    };
    guarded(|| match run(cli) {
        Ok(code) => code,
        // Who reads no further (`| head`) has read enough.
        Err(RunError::Stdout(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::Success,
        Err(error) => {
            show(&error);
            error.exit_code()
        }
    })
}

/// A panic of ours is a defect of ours, and has its own exit code.
fn guarded(work: impl FnOnce() -> ExitCode) -> ExitCode {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or_else(|_| {
        eprintln!("error: this is a defect of cargo-pct; please report it with the message above");
        ExitCode::Defect
    })
}

/// Acts as rustc's wrapper and ends the process with rustc's status, which cargo reads.
fn wrap(plan: &std::ffi::OsStr, arguments: impl Iterator<Item = OsString>) -> ! {
    let code =
        build::wrapper::run(Utf8Path::new(&plan.to_string_lossy()), arguments).unwrap_or_else(|error| {
            eprintln!("error: cargo-pct: {error}");
            ExitCode::Defect.number().into()
        });
    std::process::exit(code)
}

/// Acts as the process that starts children for another cargo-pct. When that one is interrupted, so is this one.
fn launch() -> ExitCode {
    let _ = process::kill_all_on_interrupt();
    match process::serve() {
        Ok(()) => ExitCode::Success,
        Err(error) => {
            eprintln!("error: cargo-pct: {error}");
            ExitCode::Defect
        }
    }
}

fn show(error: &RunError) {
    let mut stderr = anstream::stderr();
    if let RunError::Build(BuildError::UserCode { diagnostics }) = error {
        for diagnostic in diagnostics {
            let _ = writeln!(stderr, "{}", diagnostic.trim_end());
        }
    }
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(stderr, "{style}error{style:#}: {error}");
}

fn run(cli: Cli) -> Result<ExitCode, RunError> {
    // Without it an interrupt would leave tests behind; with or without it the run itself ends.
    let _ = process::kill_all_on_interrupt();
    if let Some(of) = cli.emit_schema {
        let schema = match of {
            SchemaOf::Config => config::schema(),
            SchemaOf::Report => crate::report::schema::schema(),
        };
        std::io::stdout().write_all(schema.as_bytes())?;
        return Ok(ExitCode::Success);
    }
    match cli.command {
        None => measure::measure(&Session::start(cli.run.cargo, cli.run.settings)?, &cli.run.test_args),
        Some(Command::List(list)) => measure::list(&Session::start(list.cargo, list.settings)?),
        Some(Command::Gen(GenArgs { run, write })) => {
            generate::generate(&Session::start(run.cargo, run.settings)?, &run.test_args, write)
        }
        Some(Command::Doctor(doctor)) => doctor::examine(&doctor.cargo),
        Some(Command::Clean(args)) => clean(&args),
        Some(Command::System(args)) => system_file::run(&args),
        Some(Command::Completions { shell }) => {
            // Generated into memory first: clap panics where a reader stops reading.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "cargo-pct", &mut script);
            std::io::stdout().write_all(&script)?;
            Ok(ExitCode::Success)
        }
    }
}

/// What every measuring command needs first.
struct Session {
    cargo: CargoArgs,
    settings: Settings,
    workspace: Workspace,
    toolchain: build::Toolchain,
    output_dir: Utf8PathBuf,
    gates: gates::Gates,
    milliseconds: std::cell::RefCell<BTreeMap<String, u64>>,
    engine: std::cell::OnceCell<Arc<Engine>>,
}

impl Session {
    /// Tells whether nobody has chosen what is looked at: then all functions are, and nothing was asked for that is not there.
    fn takes_all(&self) -> bool {
        self.settings.auto && self.settings.filter.is_empty()
    }

    fn start(cargo: CargoArgs, flags: Layer) -> Result<Session, RunError> {
        let workspace = build::find_workspace(&cargo)?;
        let environment = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.to_string_lossy().into_owned()))
        });
        let file = config::from_file(&workspace.root.join(config::FILE))?;
        let settings = Settings::resolve([flags, config::from_environment(environment)?, file])?;
        match settings.color {
            When::Auto => {}
            When::Always => anstream::ColorChoice::Always.write_global(),
            When::Never => anstream::ColorChoice::Never.write_global(),
        }
        let toolchain = build::find_toolchain(&cargo)?;
        let gates = gates::Gates::read(&settings, &workspace.root)?;
        let output_dir = settings.output_dir.clone().unwrap_or_else(|| workspace.folder.clone());
        let milliseconds = std::cell::RefCell::default();
        let engine = std::cell::OnceCell::new();
        Ok(Session { cargo, settings, workspace, toolchain, output_dir, gates, milliseconds, engine })
    }

    /// The engine of exploration. The first call begins to compile it.
    fn engine(&self) -> Arc<Engine> {
        let prepare = || {
            let (folder, target) = (self.exploration_folder(), self.cargo.target.as_deref());
            let toolchain = format!("{} {}", self.toolchain.rustc, self.toolchain.libraries);
            Arc::new(Engine::prepare(&folder, &rustc(), &toolchain, target))
        };
        Arc::clone(self.engine.get_or_init(prepare))
    }

    /// The folder in which exploration keeps what it compiles.
    fn exploration_folder(&self) -> Utf8PathBuf {
        self.workspace.folder.join("explore")
    }

    fn progress(&self) -> Progress<AutoStream<std::io::Stderr>> {
        let terminal = std::io::stderr().is_terminal();
        let shown = self.settings.progress != When::Never;
        let rewrite = shown && (terminal || self.settings.progress == When::Always);
        Progress::new(AutoStream::auto(std::io::stderr()), shown, rewrite)
    }

    /// What earlier runs found out.
    fn memory(&self) -> Memory {
        Memory::of(self.settings.cache.then(|| self.workspace.folder.join("cache")))
    }

    /// Runs a stage and notes how long it took.
    fn timed<T>(&self, stage: &str, work: impl FnOnce() -> T) -> T {
        let started = std::time::Instant::now();
        let output = work();
        let elapsed = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.milliseconds.borrow_mut().insert(stage.to_owned(), elapsed);
        output
    }
}

/// The compiler that cargo would call.
fn rustc() -> String {
    std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned())
}

/// Removes the build folder and the reports. A folder that the user named for reports keeps what is not ours.
fn clean(args: &CleanArgs) -> Result<ExitCode, RunError> {
    let CleanArgs { manifest_path, target_dir, output_dir } = args.clone();
    let workspace = build::find_workspace(&CargoArgs { manifest_path, target_dir, ..CargoArgs::default() })?;
    let remove = |path: &Utf8Path, is_folder: bool| {
        let removed = if is_folder { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        match removed {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            removed => removed.map_err(|source| BuildError::Io { path: path.to_owned(), source }),
        }
    };
    remove(&workspace.folder, true)?;
    if let Some(folder) = output_dir {
        remove(&folder.join(crate::report::FILE), false)?;
    }
    Ok(ExitCode::Success)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_ours_has_its_own_exit_code() {
        assert_eq!(guarded(|| panic!("on purpose")), ExitCode::Defect);
        assert_eq!(guarded(|| ExitCode::Gate), ExitCode::Gate);
    }
}
