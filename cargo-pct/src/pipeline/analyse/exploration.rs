//! Exploration beside judging: a copy of this process writes the client and lets the engine run, while others judge.

use std::time::{Duration, Instant};

use super::turn::Failed;
use crate::confirm::{Confirming, ExploringConfig};
use crate::explore::{Explored, NotExplored};
use crate::process::{Worker, next_answer};

/// How long compiling the client may take beyond the time of the engine.
const MOST_COMPILING: Duration = Duration::from_secs(60);

/// The outcome of an exploration, or why there was none.
pub(super) type Outcome = Result<Explored, NotExplored>;

/// An exploration that has begun.
pub(super) struct Exploration {
    worker: Worker,
    /// When nobody waits for it any more.
    until: Instant,
}

impl Exploration {
    /// Begins to explore a crate. None where no process can be copied.
    pub(super) fn begin(
        confirming: &Confirming<'_>,
        config: &ExploringConfig,
        end: Instant,
    ) -> Option<Exploration> {
        let serve = |_: &[u8]| {
            let outcome = explored(confirming, config);
            postcard::to_stdvec(&outcome).expect("what is explored is plain data")
        };
        let mut worker = Worker::start(serve).ok()?;
        worker.ask(&[]).ok()?;
        let until = end.min(Instant::now() + config.time + MOST_COMPILING);
        Some(Exploration { worker, until })
    }

    /// Waits for it. None if it has not ended in time.
    ///
    /// # Errors
    /// Gives the message if it panicked.
    pub(super) fn end(mut self) -> Result<Option<Outcome>, Failed> {
        let answer = next_answer([&mut self.worker], self.until).and_then(|(_, answer)| answer);
        let answer: Option<Result<Outcome, Failed>> =
            answer.and_then(|bytes| postcard::from_bytes(&bytes).ok());
        answer.transpose()
    }
}

fn explored(confirming: &Confirming<'_>, config: &ExploringConfig) -> Result<Outcome, Failed> {
    super::turn::caught(|| confirming.explore(config))
}
