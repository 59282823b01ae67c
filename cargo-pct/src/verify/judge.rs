//! A subject, from its code to all that is known of it: the proof, the findings, and its abstract states.

use super::others::assume_of_others;
use super::states::blind_spot;
use super::summaries::assume_summaries;
use super::{
    StateKey, StateVerdicts, SubjectBounds, Verification, VerifyConfig, bound_states, decide_states,
    exclude_alone, exclude_by_bounds, invariant_of_cutpoints, needed_permissions, verify,
    verify_by_predicates,
};
use crate::lower::{Contract, Lowered, Probed, Subject, lower_probed};
use crate::probe::{ContractKind, CutpointKind};
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
    /// Their bounds, where they were asked for.
    pub bounds: Option<SubjectBounds>,
    /// Permissions that cover a failure which is not excluded; others of the subject's are stale.
    pub needed_permissions: BTreeSet<Contract>,
    /// Everything that the user wrote and that a proof or an *unreachable* takes for granted: what is required or assumed, and
    /// failures that are documented or permitted.
    pub assumed: BTreeSet<Contract>,
}

/// Of a subject's steps and time, what finding out about the other objects that calls are given may take.
const SHARE_OF_OTHERS: f64 = 0.2;

/// The same for calls within calls.
const SHARE_OF_SUMMARIES: f64 = 0.3;

/// Of what is left then, what an invariant at all cutpoints may take, and what bounds may.
const SHARE_OF_BOUNDS: f64 = 0.3;

/// Of what is left at the end, what functions by themselves may take whose states other code leaves open.
const SHARE_OF_FUNCTIONS: f64 = 0.8;

/// Of a subject's steps and time, what may be spent before that where code is not followed.
const SHARE_OF_BLIND: f64 = 0.6;

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
    let mut observing = lowered(probed.observing());
    // What no state can be excluded with is not worth all of the time.
    let all = prover;
    let prover = &match blind_spot(&observing) {
        Some(_) => prover.part(SHARE_OF_BLIND),
        None => prover.clone(),
    };
    let by_templates = |lowered: &Lowered| verify(subject, lowered, config, prover);
    let by_predicates = |lowered: &Lowered| verify_by_predicates(subject, lowered, config, prover);
    let own = match predicates {
        ProofPredicates::All => {
            assume_summaries(&mut observing, config, &prover.part(SHARE_OF_SUMMARIES));
            assume_of_others(&mut observing, config, &prover.part(SHARE_OF_OTHERS));
            let own = by_templates(&observing);
            // Where nothing is known of the object that a call is made on, others are what it is.
            let is_any = observing.object.is_some_and(|object| own.invariants[object].is_empty());
            observing.are_others_known |= is_any;
            own
        }
        ProofPredicates::User(_) => by_predicates(&observing),
    };
    let cut = || {
        let cut = lowered(probed.cutting_all());
        let invariant = invariant_of_cutpoints(&cut, config, &prover.part(SHARE_OF_BOUNDS));
        (cut, invariant)
    };
    let mut at_cutpoints = None;
    let bounds = config.bounds.then(|| {
        let (cut, invariant) = at_cutpoints.get_or_insert_with(cut);
        bound_states(cut, probed, invariant, config, &prover.part(SHARE_OF_BOUNDS))
    });
    let mut states =
        decide_states(&observing, probed, &own.invariants, covered, predicates, &config.reach, prover);
    // The user's predicates alone are to tell states apart where they are to prove.
    if predicates == ProofPredicates::All && !states.open().is_empty() && prover.spent().is_none() {
        let (cut, invariant) = at_cutpoints.get_or_insert_with(cut);
        exclude_by_bounds(cut, probed, invariant, covered, &mut states, prover);
    }
    if predicates == ProofPredicates::All {
        let part = all.part(SHARE_OF_FUNCTIONS);
        exclude_alone(program, subject, probed, covered, &mut states, config, &part);
    }
    let needed_permissions = needed_permissions(&observing, &own.invariants, prover);
    let observed_reliance = observing.relied_on.clone();
    let (lowered, verification) = match predicates {
        ProofPredicates::User(kinds) if !kinds.is_empty() => {
            let cut = lowered(probed.cutting(kinds));
            let verification = by_predicates(&cut);
            (cut, verification)
        }
        _ => (observing, own),
    };
    let relied_on = lowered.relied_on.iter().chain(&observed_reliance);
    let assumed =
        relied_on.chain(&needed_permissions).cloned().chain(documented(&lowered, subject, probed)).collect();
    Judgement { lowered, verification, states, bounds, needed_permissions, assumed }
}

/// The conditions under which panics are documented, of the entries whose calls may run into such a panic. Contracts name the methods of
/// traits otherwise than entries do: of one without a contract of its name, those count that have
/// the last part of it, or else all.
fn documented(lowered: &Lowered, subject: &Subject, probed: &Probed) -> BTreeSet<Contract> {
    let panics = || probed.contracts.iter().filter(|contract| contract.kind == ContractKind::Panics);
    let last = |name: &str| name.rsplit("::").next().map(str::to_owned);
    let of_failure = lowered.documented.iter().flat_map(|failure| {
        let name = &subject.entries[failure.entry].name;
        let own: Vec<&Contract> = panics().filter(|contract| contract.is_of(name)).collect();
        let named_so: Vec<&Contract> =
            panics().filter(|contract| last(&contract.function) == last(name)).collect();
        match (own.is_empty(), named_so.is_empty()) {
            (false, _) => own,
            (true, false) => named_so,
            (true, true) => panics().collect(),
        }
    });
    of_failure.cloned().collect()
}
