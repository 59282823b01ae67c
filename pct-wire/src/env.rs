//! The environment variables of `cargo-pct`'s own protocol. Settings that users write are not here.

/// `1` while rustc compiles a crate that is to be instrumented. The wrapper sets it for workspace members only, for
/// that one rustc call. Unset: the attributes check their own syntax and expand to the item unchanged. Cargo does not
/// track it; [`FINGERPRINT`] is what makes a crate expand again.
pub const INSTRUMENT: &str = "CARGO_PCT_INSTRUMENT";

/// A hash of all that expansion depends on besides the source: version, [`GRANULARITY`], content of [`DROPPED`].
/// Instrumented items mention it through `option_env!`, so that rustc tells cargo to rebuild when it changes.
pub const FINGERPRINT: &str = "CARGO_PCT_FINGERPRINT";

/// Where expansion appends its side-car ([`crate::sites`]). The wrapper names one file for each rustc call and
/// truncates it first. Unset: none is written.
pub const SITES: &str = "CARGO_PCT_SITES";

/// Which cutpoints get probes: `branches` (also when unset), `loops` or `statements`. Read while expanding.
pub const GRANULARITY: &str = "CARGO_PCT_GRANULARITY";

/// A file of probes to leave out, because they do not pass the borrow checker ([`crate::dropped`]). Read while
/// expanding; unset or missing: none.
pub const DROPPED: &str = "CARGO_PCT_DROPPED";

/// An existing folder, by its absolute path, in which every process that meets a probe creates one trace file ([`crate::trace`]). Read while
/// running. Unset: probes do nothing.
pub const TRACE: &str = "CARGO_PCT_TRACE";

/// `1` when one process runs many tests, each on a thread that libtest names after it: each observation is then new
/// once a test, and carries the thread's name. Otherwise an observation is new once a process and carries no name:
/// the test is known from the folder.
pub const IN_PROCESS: &str = "CARGO_PCT_IN_PROCESS";

/// The most states of objects that a site writes to the trace (a decimal number; unset: 32; 0: none).
pub const SAMPLES: &str = "CARGO_PCT_SAMPLES";

/// `0` when panics are not to be told: the calls that led to one are looked up in debug information, which takes longer than most runs.
pub const PANICS: &str = "CARGO_PCT_PANICS";

/// The file of requests for the hidden driver test that is being run ([`crate::request`]). Unset: the driver passes
/// without doing anything.
pub const REQUESTS: &str = "CARGO_PCT_REQUESTS";

/// The file to which the driver appends its answers; set whenever [`REQUESTS`] is.
pub const ANSWERS: &str = "CARGO_PCT_ANSWERS";
