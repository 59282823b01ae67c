//! A subject, from its code to all that is known of it: the proof, the findings, and its abstract states.

use super::{
    StateKey, StateVerdicts, Verification, VerifyConfig, decide_states, needed_permissions, verify,
    verify_by_predicates,
};
use crate::lower::{Contract, Lowered, Probed, Subject, lower_probed};
use crate::probe::CutpointKind;
use crate::solver::Prover;
use crate::symex::{Config, Program, probes::Probes};
use std::collections::BTreeSet;
use std::sync::Arc;

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

/// All that is known of a subject.
#[derive(Debug)]
pub struct Judgement {
    /// The system that the proof and the findings are about.
    pub lowered: Lowered,
    /// The proof and the findings.
    pub verification: Verification,
    /// The abstract states.
    pub states: StateVerdicts,
    /// Permissions that cover a failure which is not excluded; others of the subject's are stale.
    pub needed_permissions: BTreeSet<Contract>,
}

/// Judges a subject; `covered` are the states that tests were seen in.
pub fn judge(
    program: &Program,
    subject: &Subject,
    probed: &Probed,
    predicates: ProofPredicates,
    covered: &BTreeSet<StateKey>,
    config: &VerifyConfig,
    prover: &Prover,
) -> Judgement {
    let lowered = |probes: Probes| {
        let config = Config { probes: Arc::new(probes), ..Config::default() };
        lower_probed(program, subject, &config, probed)
    };
    let observing = lowered(probed.observing());
    let by_templates = |lowered: &Lowered| verify(subject, lowered, config, prover);
    let by_predicates = |lowered: &Lowered| verify_by_predicates(subject, lowered, config, prover);
    let own = match predicates {
        ProofPredicates::All => by_templates(&observing),
        ProofPredicates::User(_) => by_predicates(&observing),
    };
    let states = decide_states(subject, &observing, probed, &own.invariants, covered, &config.reach, prover);
    let needed_permissions = needed_permissions(&observing, &own.invariants, prover);
    let (lowered, verification) = match predicates {
        ProofPredicates::User(kinds) if !kinds.is_empty() => {
            let cut = lowered(probed.cutting(kinds));
            let verification = by_predicates(&cut);
            (cut, verification)
        }
        _ => (observing, own),
    };
    Judgement { lowered, verification, states, needed_permissions }
}
