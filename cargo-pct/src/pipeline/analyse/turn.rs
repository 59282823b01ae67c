//! A turn of a subject in its process: what is asked of it, and what it answers.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::judge::{Judging, SubjectAnalysis};
use crate::native::NativeError;
use crate::solver::{Prover, SolverConfig};

/// So many functions together have the solver's budget of steps; a type with more has more.
const FEW_FUNCTIONS: usize = 2;

/// What a worker answers.
pub(super) type Answer = Result<SubjectAnalysis, Failed>;

/// Why a worker has no analysis.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Failed {
    /// Tests could not be run.
    Run(String),
    /// This program panicked.
    Panicked(String),
}

/// Answers a request.
pub(super) fn answer(
    judging: &Judging<'_>,
    solver: SolverConfig,
    functions: usize,
    request: &[u8],
) -> Answer {
    let work = || judge_within(judging, solver, functions, time_in(request));
    caught(work)?.map_err(|error| Failed::Run(error.to_string()))
}

/// Does some work. A panic of ours is told, and ends nothing.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Failed> {
    std::panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Failed::Panicked(message_of(&*panic)))
}

/// The message of a panic.
fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message").to_owned()
}

/// Judges a subject within a time.
pub(super) fn judge_within(
    judging: &Judging<'_>,
    solver: SolverConfig,
    functions: usize,
    time: Duration,
) -> Result<SubjectAnalysis, NativeError> {
    let budget = solver.budget.saturating_mul((functions / FEW_FUNCTIONS).max(1) as u64);
    judging.judge(&Prover::new(SolverConfig { time: Some(time), budget, ..solver }))
}

/// A request says the time, in nanoseconds.
pub(super) fn request(time: Duration) -> [u8; 8] {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).to_le_bytes()
}

fn time_in(request: &[u8]) -> Duration {
    Duration::from_nanos(request.try_into().map_or(0, u64::from_le_bytes))
}
