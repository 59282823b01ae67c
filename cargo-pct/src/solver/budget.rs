//! The budget of a subject: the part of the steps and of the time that each piece of work may take.
//!
//! A part is one of what is left when the work begins, so what one piece of work does not take is there for those after it.

use super::Prover;

/// A piece of work with a part of its own, in the order of a subject's passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// All passes but the last one, if a subject's code is not followed everywhere: no state can be excluded then.
    UnfollowedCode,
    /// Facts about recursive calls.
    Summaries,
    /// Facts about argument objects.
    ArgumentObjects,
    /// The search for one invariant of all calls. What that leaves undecided is decided otherwise.
    OneInvariant,
    /// The first round of a search for an invariant; the rest is for a coarser one.
    FirstRound,
    /// Random walks into errors.
    Walks,
    /// Checks that no state of the invariant fails.
    Checks,
    /// The other checks, entry by entry.
    SingleEntries,
    /// The numbers of steps that failures need.
    RemoteChecks,
    /// Calls that may lead to failures.
    Guesses,
    /// An invariant at all cutpoints, and likewise the bounds of abstract states.
    Bounds,
    /// States that are possible and that no cheap question decides.
    HardStates,
    /// The symbolic search for executions into states.
    Reaching,
    /// Several claims about states, checked together; single ones have the rest.
    ClaimsTogether,
    /// One round of refinement.
    Refinement,
    /// Facts about loops.
    Loops,
    /// States that bounds exclude.
    ExcludedByBounds,
    /// What functions by themselves exclude.
    SingleFunctions,
    /// Of one function's part, its calls within calls, and likewise its invariant.
    OneFunction,
}

impl Work {
    /// The part of the steps and of the time that are left, above 0 and below 1.
    pub const fn part(self) -> f64 {
        match self {
            Work::UnfollowedCode => 0.6,
            Work::Summaries => 0.3,
            Work::ArgumentObjects => 0.2,
            Work::OneInvariant => 0.4,
            Work::FirstRound => 0.75,
            Work::Walks => 0.1,
            Work::Checks => 0.3,
            Work::SingleEntries => 0.7,
            Work::RemoteChecks | Work::Guesses => 0.2,
            Work::Bounds => 0.3,
            Work::HardStates => 0.4,
            Work::Reaching => 0.5,
            Work::ClaimsTogether => 0.3,
            Work::Refinement => 0.25,
            Work::Loops => 0.3,
            Work::ExcludedByBounds => 0.5,
            Work::SingleFunctions => 0.8,
            Work::OneFunction => 0.4,
        }
    }
}

impl Prover {
    /// A prover that shares the counters and may spend the part of some work.
    pub fn part_of(&self, work: Work) -> Prover {
        self.part(work.part())
    }

    /// The same for one of so many pieces of work that have equal parts.
    pub fn even_part(&self, pieces: usize) -> Prover {
        self.part(1.0 / pieces.max(1) as f64)
    }
}
