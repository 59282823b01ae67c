//! The command line: clap's types for `cargo pct`, and nothing that acts on them.
//!
//! Cargo's own flags keep their names and meaning; they are passed on to cargo by `build`. Settings are one
//! [`Layer`], whose other layers are the settings file and the environment. Options of the contract that no stage
//! serves yet are not declared, so that asking for them is a usage error and never a silently weaker run.

use camino::Utf8PathBuf;
use clap::{Args, Parser, Subcommand};

use crate::config::Layer;

/// Predicate-complete test coverage, fabricated object states and proofs of class invariants.
///
/// Builds the crate with probes, runs its tests, and reports which abstract states (places in the code, with the
/// truth values of your predicates there) they reach.
#[derive(Debug, Parser)]
#[command(name = "cargo-pct", bin_name = "cargo pct", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "Exit codes: 0 everything held · 1 usage or settings · 2 findings · 3 undecided · \
4 the code does not build or its tests fail · 5 a gate not met · 70 a defect of cargo-pct")]
pub struct Cli {
    /// What to do instead of measuring.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The arguments of a measuring run.
    #[command(flatten)]
    pub run: RunArgs,
    /// Print the JSON Schema of a file, and do nothing else
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub emit_schema: Option<SchemaOf>,
}

/// A file with a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SchemaOf {
    /// The settings, .config/pct.toml
    Config,
    /// The report, report.json
    Report,
}

/// The sub-commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List subjects, predicates and cutpoints without running a test
    List(ListArgs),
    /// Print tests that reach what no test reaches and can be reached
    Gen(GenArgs),
    /// Check what the toolchain and the machine give
    Doctor(DoctorArgs),
    /// Remove everything that cargo-pct has written
    Clean(CleanArgs),
    /// Analyse a transition system written as text: the theory alone, without Rust
    System(SystemArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Arguments of `cargo pct`.
#[derive(Clone, Debug, Default, Args)]
pub struct RunArgs {
    /// What to build.
    #[command(flatten)]
    pub cargo: CargoArgs,
    /// Settings given as flags.
    #[command(flatten)]
    pub settings: Layer,
    /// Arguments for the test binaries, as after `cargo test --`
    #[arg(last = true, value_name = "TEST_ARGS")]
    pub test_args: Vec<String>,
}

/// Arguments of `cargo pct gen`.
#[derive(Clone, Debug, Args)]
pub struct GenArgs {
    /// The measuring run that shows what is reached already.
    #[command(flatten)]
    pub run: RunArgs,
    /// Write the tests into the package's tests/pct_generated.rs instead of printing them; what is there stays
    #[arg(long)]
    pub write: bool,
}

/// Arguments of `cargo pct list`.
#[derive(Clone, Debug, Args)]
pub struct ListArgs {
    /// What to build.
    #[command(flatten)]
    pub cargo: CargoArgs,
    /// Settings given as flags.
    #[command(flatten)]
    pub settings: Layer,
}

/// Arguments of `cargo pct system`.
#[derive(Clone, Debug, Args)]
pub struct SystemArgs {
    /// The system file
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Bound the reachable abstract states from below, too
    #[arg(long)]
    pub bounds: bool,
    /// Execute nothing: the classical, most precise abstract interpretation
    #[arg(long)]
    pub no_execution: bool,
    /// How integers are lowered for the solver
    #[arg(long, value_enum, default_value_t)]
    pub encoding: EncodingArg,
    /// Look for tests that take the edges with goals, and prove the others unreachable, in place of the analysis
    #[arg(long, conflicts_with_all = ["bounds", "no_execution"])]
    pub explore: bool,
    /// How that is done.
    #[command(flatten)]
    pub concolic: ConcolicArgs,
}

/// How goals of a system are explored.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options of --explore")]
pub struct ConcolicArgs {
    /// The order in which branches are tried
    #[arg(long, value_enum, value_name = "ORDER", default_value_t, requires = "explore")]
    pub search: SearchArg,
    /// Test without an abstraction that guides the runs
    #[arg(long, requires = "explore", conflicts_with_all = ["share", "refinements"])]
    pub no_monitor: bool,
    /// The part of the work that is testing, between 0 and 1; or `predicted`: by what each side has decided so far
    #[arg(long, value_name = "S", value_parser = share, requires = "explore", default_value = "0.8")]
    pub share: ShareArg,
    /// The most runs; much work on branches that no run takes counts as a run
    #[arg(long, value_name = "N", default_value_t = 200, requires = "explore")]
    pub runs: usize,
    /// The most refinements
    #[arg(long, value_name = "N", default_value_t = 12, requires = "explore")]
    pub refinements: usize,
    /// The seed of random choices
    #[arg(long, value_name = "N", default_value_t = 0, requires = "explore")]
    pub seed: u64,
}

/// The order in which branches are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum SearchArg {
    /// The deepest branch beside the last path
    Dfs,
    /// The branch nearest to an open goal
    #[default]
    Cfg,
    /// Any branch beside the last path
    RandomBranch,
    /// A branch beside the last path, seldom a deep one
    Uniform,
}

/// The part of the work that is testing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShareArg {
    /// This part, between 0 and 1.
    Fixed(f64),
    /// What each side has decided so far tells.
    Predicted,
}

fn share(text: &str) -> Result<ShareArg, String> {
    if text == "predicted" {
        return Ok(ShareArg::Predicted);
    }
    match text.parse::<f64>() {
        Ok(part) if (0.0..=1.0).contains(&part) => Ok(ShareArg::Fixed(part)),
        _ => Err("a number between 0 and 1, or `predicted`, was expected".to_owned()),
    }
}

/// How integers are lowered for the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum EncodingArg {
    /// As integers; as bit-vectors where the code or the solver demands it
    #[default]
    Auto,
    /// As mathematical integers
    Int,
    /// As bit-vectors
    Bv,
}

/// Arguments of `cargo pct doctor`.
#[derive(Clone, Debug, Args)]
pub struct DoctorArgs {
    /// Which package and toolchain to look at.
    #[command(flatten)]
    pub cargo: CargoArgs,
}

/// Arguments of `cargo pct clean`.
#[derive(Clone, Debug, Args)]
pub struct CleanArgs {
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<Utf8PathBuf>,
    /// Directory for all generated artifacts
    #[arg(long, value_name = "DIRECTORY")]
    pub target_dir: Option<Utf8PathBuf>,
    /// Folder of the reports, if it is not the default one
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<Utf8PathBuf>,
}

/// Cargo's own flags.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Cargo's own options")]
pub struct CargoArgs {
    /// Package to measure (repeatable)
    #[arg(short, long, value_name = "SPEC")]
    pub package: Vec<String>,
    /// Measure all packages in the workspace
    #[arg(long, visible_alias = "all")]
    pub workspace: bool,
    /// Leave out a package of the workspace (repeatable)
    #[arg(long, value_name = "SPEC", requires = "workspace")]
    pub exclude: Vec<String>,
    /// Run only the library's unit tests
    #[arg(long)]
    pub lib: bool,
    /// Run only the unit tests of this binary (repeatable)
    #[arg(long, value_name = "NAME")]
    pub bin: Vec<String>,
    /// Run only this integration test (repeatable)
    #[arg(long, value_name = "NAME")]
    pub test: Vec<String>,
    /// Features to activate, separated by spaces or commas
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Activate all features
    #[arg(long)]
    pub all_features: bool,
    /// Do not activate the `default` feature
    #[arg(long)]
    pub no_default_features: bool,
    /// Build with optimisations
    #[arg(short, long, conflicts_with = "profile")]
    pub release: bool,
    /// Build with this profile
    #[arg(long, value_name = "PROFILE-NAME")]
    pub profile: Option<String>,
    /// Build for this target triple
    #[arg(long, value_name = "TRIPLE")]
    pub target: Option<String>,
    /// Directory for all generated artifacts; cargo-pct uses its folder `pct`
    #[arg(long, value_name = "DIRECTORY")]
    pub target_dir: Option<Utf8PathBuf>,
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<Utf8PathBuf>,
    /// Assert that Cargo.lock will not change
    #[arg(long)]
    pub locked: bool,
    /// Run without the network
    #[arg(long)]
    pub offline: bool,
    /// The same as --locked and --offline
    #[arg(long)]
    pub frozen: bool,
    /// Parallel jobs, for the build and for the tests
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<std::num::NonZeroUsize>,
}

/// Reads the process's arguments: `cargo-pct pct …` as cargo calls it, and `cargo-pct …` alike.
pub fn parse(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Result<Cli, clap::Error> {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    if arguments.get(1).is_some_and(|first| first == "pct") {
        arguments.remove(1);
    }
    Cli::try_parse_from(arguments)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn check(line: &str) -> Result<Cli, clap::Error> {
        parse(line.split_whitespace().map(Into::into))
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn cargo_and_a_direct_call_read_the_same() {
        for start in ["cargo-pct pct", "cargo-pct"] {
            let cli =
                check(&format!("{start} -p a --in-process --fail-under 80 -- --skip slow name")).unwrap();
            assert_eq!(cli.run.cargo.package, ["a"]);
            assert_eq!(cli.run.settings.in_process, Some(true));
            assert_eq!(cli.run.settings.fail_under, Some(80.0));
            assert_eq!(cli.run.test_args, ["--skip", "slow", "name"]);
            assert!(matches!(check(&format!("{start} list -p a")).unwrap().command, Some(Command::List(_))));
        }
    }

    #[test]
    fn a_schema_is_asked_for_alone() {
        let asked = |line| check(line).map(|cli| cli.emit_schema);
        assert_eq!(asked("cargo-pct pct --emit-schema report").unwrap(), Some(SchemaOf::Report));
        assert_eq!(asked("cargo-pct --emit-schema config").unwrap(), Some(SchemaOf::Config));
        assert!(asked("cargo-pct --emit-schema report --auto").is_err());
    }

    #[test]
    fn wrong_usage_is_an_error_and_not_an_exit() {
        for wrong in [
            "cargo-pct pct --no-such-flag",
            "cargo-pct list -- x",
            "cargo-pct --exclude a",
            "cargo-pct -p a list",
        ] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }
}
