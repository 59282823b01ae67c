//! The predicates that a proof may use.

use crate::probe::CutpointKind;

/// Which predicates a proof may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofPredicates {
    /// The tool's own templates.
    #[default]
    All,
    /// The user's alone, at the cutpoints of these kinds, between calls and at loop heads.
    User(&'static [CutpointKind]),
}

/// The cutpoints of `--proof-granularity branches`. At `loops` there are none of their own: loop heads are cut anyway.
pub const AT_BRANCHES: &[CutpointKind] =
    &[CutpointKind::Entry, CutpointKind::Exit, CutpointKind::Loop, CutpointKind::Branch, CutpointKind::User];
