//! How a run ends: the documented exit codes and their precedence.
//!
//! Input: the outcomes that the stages of one run had. Output: one code. Nothing else in the crate writes a
//! number into the process's exit status.

use std::process::{ExitCode as ProcessExitCode, Termination};

/// What a run tells its caller, in the order of precedence: a later variant hides an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExitCode {
    /// Everything held; potential and documented findings are warnings.
    Success,
    /// Something stayed undecided and `--fail-undecided` was asked for.
    Inconclusive,
    /// A gate (`--fail-under`, …) was not met.
    Gate,
    /// There are confirmed findings (potential ones too under `--deny potential`).
    Findings,
    /// The user's code does not build or its tests fail.
    UserCode,
    /// Usage, settings, nothing annotated, Z3 missing, or versions that do not match.
    Usage,
    /// A defect of cargo-pct itself.
    Defect,
}

impl ExitCode {
    /// The number that the process exits with.
    pub const fn number(self) -> u8 {
        match self {
            ExitCode::Success => 0,
            ExitCode::Usage => 1,
            ExitCode::Findings => 2,
            ExitCode::Inconclusive => 3,
            ExitCode::UserCode => 4,
            ExitCode::Gate => 5,
            ExitCode::Defect => 70,
        }
    }

    /// The outcome to report when both happened.
    pub fn and(self, other: ExitCode) -> ExitCode {
        self.max(other)
    }
}

impl Termination for ExitCode {
    fn report(self) -> ProcessExitCode {
        ProcessExitCode::from(self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::ExitCode::{self, *};

    #[test]
    fn a_more_serious_outcome_hides_a_lesser_one() {
        let by_precedence = [Defect, Usage, UserCode, Findings, Gate, Inconclusive, Success];
        assert_eq!(by_precedence.map(ExitCode::number), [70, 1, 4, 2, 5, 3, 0]);
        for (rank, serious) in by_precedence.iter().enumerate() {
            for lesser in &by_precedence[rank..] {
                assert_eq!(serious.and(*lesser), *serious);
                assert_eq!(lesser.and(*serious), *serious);
            }
        }
    }
}
