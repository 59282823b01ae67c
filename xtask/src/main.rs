//! The project's own commands, run as `cargo xtask COMMAND`.
//!
//! Nothing here links Z3, since [`setup`] is what fetches it. Each command is one module; [`process`] runs the
//! children of all of them and [`project`] knows where things lie.

mod attack;
mod bench;
mod check;
mod demo;
mod error;
mod faults;
mod install;
mod picture;
mod process;
mod project;
mod readme;
mod setup;
mod survey;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use error::Error;
use project::Project;

/// The project's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    /// Work on the checkout in this folder instead of the one that this program was built from.
    #[arg(long, global = true, value_name = "DIR")]
    project: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Put a suitable Z3 where the build expects it: a link to the system's, or the pinned wheel's.
    Setup(setup::Options),
    /// Everything that continuous integration checks.
    Test,
    /// Run every command that the README and the pages of `docs` show, in a fresh clone.
    Readme,
    /// Show what `cargo pct` says about a stack with a bug, and about the repaired one.
    Demo,
    /// Measure `cargo pct` on every example: wall time, peak memory, solver queries.
    Bench(bench::Options),
    /// Plant unsound edits in a copy of the sources, one at a time: some test must fail.
    Faults(faults::Options),
    /// Generate crates that try to fool `cargo pct`, and compare what it says with what they do.
    Attack(attack::Options),
    /// Run `cargo pct --auto` on crates of the registry, with their own tests, and write a table.
    Survey(survey::Options),
    /// Draw the report of a published crate, as the terminal shows it.
    Picture,
    /// Install a `cargo-pct` that brings its own Z3.
    Install(install::Options),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            // Nothing was examined, which is not a defect that was found.
            if matches!(error, Error::NoDocumentation(_)) { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    let project = Project::find(arguments.project.as_deref())?;
    match &arguments.command {
        Command::Setup(options) => setup::run(&project, options),
        Command::Test => check::run(&project),
        Command::Readme => readme::run(&project),
        Command::Demo => demo::run(&project),
        Command::Bench(options) => bench::run(&project, options),
        Command::Faults(options) => faults::run(&project, options),
        Command::Attack(options) => attack::run(&project, options),
        Command::Survey(options) => survey::run(&project, options),
        Command::Picture => picture::run(&project),
        Command::Install(options) => install::run(&project, options),
    }
}
