//! The passes over one subject, from its code to all that is known of it: the proof, the findings, and its abstract states.

use crate::fabricate::Invariant;
use crate::lower::{Contract, Lowered, Probed, Subject, lower_probed, settings};
use crate::probe::{ContractKind, StateKey};
use crate::solver::{Prover, Work};
use crate::symex::ahead::CallsAhead;
use crate::symex::{Program, probes::Probes};
use crate::verify::{
    ProofPredicates, StateVerdicts, SubjectBounds, Verification, VerifyConfig, assume_of_argument_objects,
    assume_summaries, blind_spot, bound_states, decide_states, exclude_by_bounds, exclude_per_function,
    invariant_of_cutpoints, needed_permissions, verify, verify_by_predicates,
};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// All that is known of a subject.
#[derive(Debug)]
pub struct Judgement {
    /// The system that the proof and the findings are about.
    pub lowered: Lowered,
    /// The proof and the findings.
    pub verification: Verification,
    /// True if as much is known of argument objects as of the object that a call is made on.
    pub are_argument_objects_known: bool,
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

/// A subject to be judged, and its systems. A system is lowered when a pass first needs it, and kept: a subject may be judged again
/// with more time.
pub struct Passes<'a> {
    /// The code.
    pub program: &'a Program,
    /// Calls that were executed for several subjects at once.
    pub ahead: &'a CallsAhead,
    /// The class or function.
    pub subject: &'a Subject,
    /// Its probes.
    pub probed: &'a Probed,
    /// The predicates that proofs may use.
    pub predicates: ProofPredicates,
    /// The states that tests were seen in.
    pub covered: &'a BTreeSet<StateKey>,
    /// Settings of the verification.
    pub config: &'a VerifyConfig,
    /// The systems.
    pub systems: Systems,
}

/// The systems of one subject.
#[derive(Debug, Default)]
pub struct Systems {
    /// Cutpoints are observed.
    observing: OnceCell<Lowered>,
    /// Each cutpoint is a location.
    cut_everywhere: OnceCell<Lowered>,
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
    let (ahead, systems) = (&CallsAhead::default(), Systems::default());
    Passes { program, ahead, subject, probed, predicates, covered, config, systems }.judge(prover)
}

impl Passes<'_> {
    /// Runs all passes, within the prover's steps and time.
    pub fn judge(&self, all: &Prover) -> Judgement {
        // Lower the subject: locations between calls and at loop heads, cutpoints observed.
        let mut lowered = self.observing().clone();
        let prover = &match blind_spot(&lowered) {
            Some(_) => all.part_of(Work::UnfollowedCode),
            None => all.clone(),
        };
        // Find what holds of recursive calls and of other argument objects, and assume it.
        // Then search an invariant, certify it, and search executions into the errors that it leaves.
        let verification = match self.predicates {
            ProofPredicates::All => {
                lowered = self.with_assumptions(lowered, prover);
                verify(self.subject, &lowered, self.config, prover)
            }
            ProofPredicates::User(_) => verify_by_predicates(self.subject, &lowered, self.config, prover),
        };
        let are_argument_objects_known =
            self.predicates == ProofPredicates::All && are_argument_objects_known(&lowered, &verification);
        // Bound the states from above and below, if that is asked for.
        let invariant_at_cutpoints = OnceCell::new();
        let at_cutpoints = || invariant_at_cutpoints.get_or_init(|| self.invariant_at_cutpoints(prover));
        let bounds = self.config.bounds.then(|| {
            let part = prover.part_of(Work::Bounds);
            bound_states(self.cut_everywhere(), self.probed, at_cutpoints(), self.config, &part)
        });
        // Decide states: excluded by the invariant, reached by an execution, or excluded after refinement.
        let mut states = decide_states(
            &lowered,
            self.probed,
            &verification.invariants,
            self.covered,
            self.predicates,
            &self.config.reach,
            prover,
        );
        if self.predicates == ProofPredicates::All {
            // Exclude open states by what cutpoints in front of them show.
            if !states.undecided_states().is_empty() && prover.spent().is_none() {
                let cut = self.cut_everywhere();
                exclude_by_bounds(cut, self.probed, at_cutpoints(), self.covered, &mut states, prover);
            }
            // Exclude states that a function cannot show, whoever calls it.
            let part = all.part_of(Work::SingleFunctions);
            let Passes { program, subject, probed, covered, config, .. } = self;
            exclude_per_function(program, subject, probed, covered, &mut states, config, &part);
        }
        // Find the permissions that something needs.
        let needed_permissions = needed_permissions(&lowered, &verification.invariants, prover);
        let mut assumed: BTreeSet<Contract> =
            lowered.relied_on().iter().chain(&needed_permissions).cloned().collect();
        // With the user's predicates at further cutpoints, the proof is about a system that has these as locations.
        let (lowered, verification) = match self.predicates {
            ProofPredicates::User(kinds) if !kinds.is_empty() => {
                let cut = self.lower(self.probed.cutting(kinds));
                let verification = verify_by_predicates(self.subject, &cut, self.config, prover);
                (cut, verification)
            }
            _ => (lowered, verification),
        };
        assumed.extend(lowered.relied_on().iter().cloned());
        assumed.extend(documented(&lowered, self.subject, self.probed));
        Judgement {
            lowered,
            verification,
            are_argument_objects_known,
            states,
            bounds,
            needed_permissions,
            assumed,
        }
    }

    /// Finds what holds of recursive calls and of argument objects, and assumes it.
    fn with_assumptions(&self, lowered: Lowered, prover: &Prover) -> Lowered {
        let lowered = assume_summaries(lowered, self.config, &prover.part_of(Work::Summaries));
        assume_of_argument_objects(lowered, self.config, &prover.part_of(Work::ArgumentObjects))
    }

    /// An invariant of the system that is cut at all cutpoints.
    fn invariant_at_cutpoints(&self, prover: &Prover) -> Invariant {
        invariant_of_cutpoints(self.cut_everywhere(), self.config, &prover.part_of(Work::Bounds))
    }

    fn observing(&self) -> &Lowered {
        self.systems.observing.get_or_init(|| self.lower(self.probed.observing()))
    }

    fn cut_everywhere(&self) -> &Lowered {
        self.systems.cut_everywhere.get_or_init(|| self.lower(self.probed.cutting_all()))
    }

    fn lower(&self, probes: Probes) -> Lowered {
        lower_probed(self.program, self.subject, &settings(probes), self.probed, self.ahead)
    }
}

/// Tells whether as much is known of argument objects as of the object that a call is made on. If nothing is known of that object, it may be
/// any object, as argument objects may.
fn are_argument_objects_known(lowered: &Lowered, verification: &Verification) -> bool {
    let is_any = lowered.object().is_some_and(|object| verification.invariants[object].is_empty());
    lowered.argument_objects().are_known() || is_any
}

/// The conditions under which panics are documented, of the entries whose calls may run into such a panic. Contracts name the methods of
/// traits otherwise than entries do: of one without a contract of its name, those count that have
/// the last part of it, or else all.
fn documented(lowered: &Lowered, subject: &Subject, probed: &Probed) -> BTreeSet<Contract> {
    let panics = || probed.contracts.iter().filter(|contract| contract.kind == ContractKind::Panics);
    let last = |name: &str| name.rsplit("::").next().map(str::to_owned);
    let of_failure = lowered.documented().iter().flat_map(|failure| {
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
