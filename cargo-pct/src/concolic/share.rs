//! The share of testing: how many runs and refinements a round has.
//!
//! A round is ten pieces of work, of which a run, a refinement, and a test that the model checker finds are one each: with the paper's share
//! of 0.8, testing has eight of them and the model checker two. A predicted share gives more to the side that has decided more goals for its work so far.

use super::ConcolicConfig;

/// The pieces of work in a round.
const ROUND: usize = 10;

/// The part of the work that is testing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Share {
    /// This part, between 0 and 1.
    Fixed(f64),
    /// A part that follows from the goals that each side has decided so far.
    Predicted,
}

impl Default for Share {
    fn default() -> Share {
        Share::Fixed(0.8)
    }
}

/// The work of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) runs: usize,
    pub(super) refinements: usize,
}

/// Shares out the work round by round.
pub(super) struct Shares {
    share: Share,
    /// The work of testing so far, and the goals decided by it.
    testing: (usize, usize),
    /// The same of refining.
    refining: (usize, usize),
}

impl Shares {
    pub(super) fn new(config: &ConcolicConfig) -> Shares {
        Shares { share: config.share, testing: (0, 0), refining: (0, 0) }
    }

    /// The work of the next round; none if there is none to do. What only one side may do, it does alone.
    pub(super) fn round(&self, may_test: bool, may_refine: bool) -> Option<Round> {
        let runs = match (may_test, may_refine) {
            (false, false) => return None,
            (true, false) => ROUND,
            (false, true) => 0,
            (true, true) => (self.part() * ROUND as f64).round() as usize,
        };
        Some(Round { runs, refinements: ROUND - runs })
    }

    /// Notes the outcome of testing.
    pub(super) fn tested(&mut self, runs: usize, decided: usize) {
        self.testing = (self.testing.0 + runs, self.testing.1 + decided);
    }

    /// Notes the outcome of refining.
    pub(super) fn refined(&mut self, refinements: usize, decided: usize) {
        self.refining = (self.refining.0 + refinements, self.refining.1 + decided);
    }

    fn part(&self) -> f64 {
        match self.share {
            Share::Fixed(part) => part,
            Share::Predicted => {
                let rate = |(work, decided): (usize, usize)| (decided as f64 + 1.0) / (work as f64 + 1.0);
                let (testing, refining) = (rate(self.testing), rate(self.refining));
                // Neither side is left without work: it may be the one that the rest needs.
                (testing / (testing + refining)).clamp(0.1, 0.9)
            }
        }
    }
}
