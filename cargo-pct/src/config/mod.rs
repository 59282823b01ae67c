//! Settings: what the user asked for, resolved once and immutable from then on.
//!
//! Three layers have the same keys: the file `.config/pct.toml` at the workspace's root, the environment
//! (`CARGO_PCT_FAIL_UNDER` for `fail-under`) and the command line; a later one wins key by key. A key that
//! does not exist is an error with its place, in the file and in the environment alike: a misspelt gate that
//! is silently ignored would let everything pass.

mod duration;
mod environment;
mod layer;
mod schema;

use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};

pub use environment::from_environment;
pub use layer::Layer;
pub use schema::{schema, schema_text};

/// Where the settings file lies, from the workspace's root.
pub const FILE: &str = ".config/pct.toml";

/// A test may take this long unless `timeout` says otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

/// The analysis of a function, of a type for each function of it, may take this long unless `subject-timeout` says otherwise.
pub const DEFAULT_SUBJECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the whole analysis may take unless `analysis-timeout` says so.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    clap::ValueEnum,
    serde::Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// 10 s
    Quick,
    /// 60 s
    #[default]
    Default,
    /// 15 min
    Deep,
}

impl Effort {
    /// The time of the whole analysis.
    pub fn time(self) -> Duration {
        match self {
            Effort::Quick => Duration::from_secs(10),
            Effort::Default => Duration::from_secs(60),
            Effort::Deep => Duration::from_secs(15 * 60),
        }
    }
}

/// Which predicates take part in the analysis.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    clap::ValueEnum,
    serde::Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Predicates {
    /// Only those that the user wrote.
    User,
    /// Also those that the tool adds.
    #[default]
    All,
}

/// How densely cutpoints are set.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    clap::ValueEnum,
    serde::Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Granularity {
    /// Entries, exits and loop bodies.
    Loops,
    /// Also the arms of branches and the code after loops.
    #[default]
    Branches,
    /// Before every statement.
    Statements,
}

impl Granularity {
    /// The setting's own spelling, which the macros read too.
    pub const fn name(self) -> &'static str {
        match self {
            Granularity::Loops => "loops",
            Granularity::Branches => "branches",
            Granularity::Statements => "statements",
        }
    }
}

/// How integers are given to the solver.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    clap::ValueEnum,
    serde::Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// Integers, and bit-vectors where the code demands them.
    #[default]
    Auto,
    /// Mathematical integers with range constraints.
    Integers,
    /// Bit-vectors.
    BitVectors,
}

/// Findings that make a run fail although they are only warnings by default.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    clap::ValueEnum,
    serde::Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Deny {
    /// Findings for which no sequence of public calls is known.
    Potential,
}

/// What is written to stdout.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    clap::ValueEnum,
    serde::Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum MessageFormat {
    /// Text for a person.
    #[default]
    Human,
    /// The report, as in `report.json`.
    Json,
    /// Text, and workflow commands that GitHub turns into annotations.
    Github,
}

/// Whether output is coloured, or progress is shown.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    clap::ValueEnum,
    serde::Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// A stage whose output is printed.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    clap::ValueEnum,
    serde::Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Emit {
    /// The program as parsed from rustc's MIR.
    Mir,
    /// The transition systems.
    System,
    /// The abstract states of each subject, and the steps between them.
    Abstraction,
    /// The upper and lower bounds.
    Bounds,
}

/// The resolved settings of one run. See [`Layer`] for what each key means.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // documented once, on `Layer`, from where the command line's help is made
pub struct Settings {
    pub auto: bool,
    pub predicates: Predicates,
    pub granularity: Granularity,
    pub proof_granularity: Granularity,
    pub encoding: Encoding,
    pub filter: Vec<String>,
    pub fail_under: Option<f64>,
    pub fail_undecided: bool,
    pub baseline: Option<Utf8PathBuf>,
    pub in_diff: Option<String>,
    pub deny: Vec<Deny>,
    pub timeout: Duration,
    pub subject_timeout: Duration,
    pub effort: Effort,
    pub analysis_timeout: Option<Duration>,
    pub in_process: bool,
    pub allow_effects: bool,
    pub execution: bool,
    pub cache: bool,
    pub drive: usize,
    pub explore: Option<Duration>,
    pub verbose: bool,
    pub message_format: MessageFormat,
    pub output_dir: Option<Utf8PathBuf>,
    pub emit: Vec<Emit>,
    pub color: When,
    pub progress: When,
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The settings file exists and cannot be read.
    #[error("cannot read the settings file {path}: {source}")]
    Read {
        /// The file.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The settings file has an unknown key or a wrong value.
    #[error("{path}:{line}:{column}: {message}")]
    File {
        /// The file.
        path: Utf8PathBuf,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// A variable of the environment has a wrong value, or none has this name.
    #[error("environment variable {name}: {message}")]
    Environment {
        /// The variable.
        name: String,
        /// What is wrong with it.
        message: String,
    },
    /// A value that no layer may have.
    #[error("{key}: {message}")]
    Value {
        /// The setting.
        key: &'static str,
        /// What is wrong with it.
        message: String,
    },
}

/// Reads the layer of the settings file; an absent file is an empty layer.
pub fn from_file(path: &Utf8Path) -> Result<Layer, ConfigError> {
    match std::fs::read_to_string(path) {
        Ok(text) => parse(path, &text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Layer::default()),
        Err(source) => Err(ConfigError::Read { path: path.to_owned(), source }),
    }
}

fn parse(path: &Utf8Path, text: &str) -> Result<Layer, ConfigError> {
    toml::from_str(text).map_err(|error| {
        let before = &text[..error.span().map_or(0, |span| span.start)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ConfigError::File {
            path: path.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: error.message().to_owned(),
        }
    })
}

/// The part of the time of the analysis in which functions are explored beside it, and the longest such time.
const EXPLORATION: f64 = 0.2;
const MOST_EXPLORATION: Duration = Duration::from_secs(60);

impl Settings {
    /// The longest time for the whole analysis.
    pub fn analysis_timeout(&self) -> Duration {
        self.analysis_timeout.unwrap_or_else(|| self.effort.time())
    }

    /// How long functions are explored. None if they are not.
    pub fn exploration_time(&self) -> Option<Duration> {
        let by_effort = self.auto.then(|| self.analysis_timeout().mul_f64(EXPLORATION).min(MOST_EXPLORATION));
        self.explore.or(by_effort).filter(|time| !time.is_zero())
    }

    /// Resolves the layers, the strongest first, over the defaults.
    pub fn resolve(layers: impl IntoIterator<Item = Layer>) -> Result<Settings, ConfigError> {
        let layer = layers.into_iter().fold(Layer::default(), Layer::or);
        if let Some(percent) = layer.fail_under
            && !(0.0..=100.0).contains(&percent)
        {
            let message = format!("{percent} is not a percentage between 0 and 100");
            return Err(ConfigError::Value { key: "fail-under", message });
        }
        let granularity = layer.granularity.unwrap_or_default();
        Ok(Settings {
            auto: layer.auto.unwrap_or(false),
            predicates: layer.predicates.unwrap_or_default(),
            granularity,
            proof_granularity: layer.proof_granularity.unwrap_or(Granularity::Loops),
            encoding: layer.encoding.unwrap_or_default(),
            filter: layer.filter,
            fail_under: layer.fail_under,
            fail_undecided: layer.fail_undecided.unwrap_or(false),
            baseline: layer.baseline,
            in_diff: layer.in_diff,
            deny: layer.deny,
            timeout: layer.timeout.unwrap_or(DEFAULT_TIMEOUT),
            subject_timeout: layer.subject_timeout.unwrap_or(DEFAULT_SUBJECT_TIMEOUT),
            effort: layer.effort.unwrap_or_default(),
            analysis_timeout: layer.analysis_timeout,
            in_process: layer.in_process.unwrap_or(false),
            allow_effects: layer.allow_effects.unwrap_or(false),
            execution: layer.execution.unwrap_or(true),
            cache: layer.cache.unwrap_or(true),
            drive: layer.drive.unwrap_or(0),
            explore: layer.explore,
            verbose: layer.verbose.unwrap_or(false),
            message_format: layer.message_format.unwrap_or_default(),
            output_dir: layer.output_dir,
            emit: layer.emit,
            color: layer.color.unwrap_or_default(),
            progress: layer.progress.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests;
