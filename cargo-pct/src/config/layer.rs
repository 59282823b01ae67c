//! One layer of settings: every key optional, the same keys in the file, the environment and on the command line.

use std::time::Duration;

use camino::Utf8PathBuf;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Deny, Effort, Emit, Encoding, Granularity, MessageFormat, Predicates, When, duration};

/// What one layer says. The doc comments are the command line's help.
#[derive(Clone, Debug, Default, clap::Args, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[command(next_help_heading = "Settings (also in .config/pct.toml and as CARGO_PCT_*)")]
pub struct Layer {
    /// Watch every type and function, without attributes and without a dependency
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub auto: Option<bool>,
    /// Predicates of the analysis: the user's, or also those that the tool adds
    #[arg(long, value_name = "WHICH")]
    pub predicates: Option<Predicates>,
    /// Where states are counted
    #[arg(long, value_name = "DENSITY")]
    pub granularity: Option<Granularity>,
    /// Where proofs may cut the program; fewer places are more precise
    #[arg(long, value_name = "DENSITY")]
    pub proof_granularity: Option<Granularity>,
    /// How integers are given to the solver
    #[arg(long)]
    pub encoding: Option<Encoding>,
    /// Only subjects whose id matches; `!GLOB` leaves out (repeatable)
    #[arg(long, value_name = "GLOB")]
    #[serde(default)]
    pub filter: Vec<String>,
    /// Fail (exit 5) when less than this part of the states is covered
    #[arg(long, value_name = "PERCENT")]
    pub fail_under: Option<f64>,
    /// Fail (exit 3) when a state stays undecided
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub fail_undecided: Option<bool>,
    /// Fail (exit 5) when a state is uncovered that was not uncovered in this report of an earlier run
    #[arg(long, value_name = "FILE")]
    #[schemars(with = "Option<String>")]
    pub baseline: Option<Utf8PathBuf>,
    /// Analyse only what this diff concerns, or the changes since this revision, and let gates look only at that; fail (exit 5) when a
    /// state of it is uncovered, unless --fail-under allows it
    #[arg(long, value_name = "FILE|REV")]
    pub in_diff: Option<String>,
    /// Fail (exit 2) on these findings too
    #[arg(long)]
    #[serde(default)]
    pub deny: Vec<Deny>,
    /// Longest time for one test, such as 90s or 2m (default: 60s)
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    #[serde(default, deserialize_with = "duration::deserialize")]
    #[schemars(with = "Option<duration::Text>")]
    pub timeout: Option<Duration>,
    /// Longest time for the analysis of a function; a type may take as much for each function of it. What is open then stays
    /// undecided (default: 10s)
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    #[serde(default, deserialize_with = "duration::deserialize")]
    #[schemars(with = "Option<duration::Text>")]
    pub subject_timeout: Option<Duration>,
    /// How long the whole analysis may take: 10 s, 60 s or 15 min
    #[arg(long, value_enum, value_name = "EFFORT")]
    pub effort: Option<Effort>,
    /// Longest time for the whole analysis (default: as --effort says)
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    #[serde(default, deserialize_with = "duration::deserialize")]
    #[schemars(with = "Option<duration::Text>")]
    pub analysis_timeout: Option<Duration>,
    /// Run the tests of one binary in one process, as `cargo test` does
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub in_process: Option<bool>,
    /// Also run methods with side effects on fabricated states
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub allow_effects: Option<bool>,
    /// Run states that the analysis made; without, it is the classical abstract interpretation (default: true)
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub execution: Option<bool>,
    /// Take from earlier runs what nothing has changed about (default: true)
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub cache: Option<bool>,
    /// Make so many random sequences of public calls on each type and function, and fail (exit 70) where what they see is proved
    /// impossible
    #[arg(long, value_name = "N")]
    pub drive: Option<usize>,
    /// Call public functions for so long with arguments that are made up, and look for what breaks them; 0 for not at all [default: with
    /// `--auto` a fifth of the time of the analysis, at most a minute]
    #[arg(long, value_name = "TIME", value_parser = duration::parse_or_none)]
    #[serde(default, deserialize_with = "duration::deserialize_or_none")]
    #[schemars(with = "Option<duration::Text>")]
    pub explore: Option<Duration>,
    /// Tell all that is known; without, the report fits a screen
    #[arg(short, long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub verbose: Option<bool>,
    /// What is written to stdout
    #[arg(long, value_name = "FORMAT")]
    pub message_format: Option<MessageFormat>,
    /// Folder of the reports (default: pct in the target directory)
    #[arg(long, value_name = "DIR")]
    #[schemars(with = "Option<String>")]
    pub output_dir: Option<Utf8PathBuf>,
    /// Print what a stage hands to the next
    #[arg(long, value_name = "STAGE")]
    #[serde(default)]
    pub emit: Vec<Emit>,
    /// Colours
    #[arg(long, value_name = "WHEN")]
    pub color: Option<When>,
    /// Progress on stderr
    #[arg(long, value_name = "WHEN")]
    pub progress: Option<When>,
}

impl Layer {
    /// This layer's values, and the weaker layer's where this one says nothing.
    #[must_use]
    pub fn or(self, weaker: Layer) -> Layer {
        let list = |strong: Vec<String>, weak| if strong.is_empty() { weak } else { strong };
        Layer {
            auto: self.auto.or(weaker.auto),
            predicates: self.predicates.or(weaker.predicates),
            granularity: self.granularity.or(weaker.granularity),
            proof_granularity: self.proof_granularity.or(weaker.proof_granularity),
            encoding: self.encoding.or(weaker.encoding),
            filter: list(self.filter, weaker.filter),
            fail_under: self.fail_under.or(weaker.fail_under),
            fail_undecided: self.fail_undecided.or(weaker.fail_undecided),
            baseline: self.baseline.or(weaker.baseline),
            in_diff: self.in_diff.or(weaker.in_diff),
            deny: if self.deny.is_empty() { weaker.deny } else { self.deny },
            timeout: self.timeout.or(weaker.timeout),
            subject_timeout: self.subject_timeout.or(weaker.subject_timeout),
            effort: self.effort.or(weaker.effort),
            analysis_timeout: self.analysis_timeout.or(weaker.analysis_timeout),
            in_process: self.in_process.or(weaker.in_process),
            allow_effects: self.allow_effects.or(weaker.allow_effects),
            execution: self.execution.or(weaker.execution),
            cache: self.cache.or(weaker.cache),
            drive: self.drive.or(weaker.drive),
            explore: self.explore.or(weaker.explore),
            verbose: self.verbose.or(weaker.verbose),
            message_format: self.message_format.or(weaker.message_format),
            output_dir: self.output_dir.or(weaker.output_dir),
            emit: if self.emit.is_empty() { weaker.emit } else { self.emit },
            color: self.color.or(weaker.color),
            progress: self.progress.or(weaker.progress),
        }
    }
}
