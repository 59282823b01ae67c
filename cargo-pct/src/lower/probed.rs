//! What instrumentation says of a subject, as lowering needs it: its cutpoints, its type's predicates, and contracts.

use crate::ids::PrimaryMap;
use crate::probe::{ContractKind, CutpointId, CutpointKind, Subject, Subjects};
use crate::symex::probes::Probes;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What instrumentation says of a subject. The default: nothing, and probes are no code.
#[derive(Clone, Debug, Default)]
pub struct Probed {
    /// Its cutpoints, with the ids of [`crate::probe::Subject::cutpoints`].
    pub cutpoints: PrimaryMap<CutpointId, Cutpoint>,
    /// The predicates of the class, in order.
    pub object: Vec<ObjectPredicate>,
    /// The build's contracts, which all of its subjects share.
    pub contracts: Arc<[Contract]>,
}

/// A cutpoint.
#[derive(Clone, Debug)]
pub struct Cutpoint {
    /// The id of its site.
    pub site: u64,
    /// Unique in its function.
    pub label: String,
    /// The path of its function, the crate's name first.
    pub function: String,
    /// Where in the function it stands.
    pub kind: CutpointKind,
    /// The predicates that it evaluates, in the order of a valuation's letters.
    pub predicates: Vec<String>,
    /// How many of them, in front, are the class's.
    pub of_type: usize,
}

/// A predicate of a class.
#[derive(Clone, Debug)]
pub struct ObjectPredicate {
    /// Its name.
    pub name: String,
    /// Its text.
    pub expression: String,
    /// Whether it must hold after every public method.
    pub invariant: bool,
}

/// A promise or permission in the code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contract {
    /// The id of its site, or of the permission.
    pub site: u64,
    /// Which.
    pub kind: ContractKind,
    /// The condition; for a permission, the kind of finding.
    pub condition: String,
    /// The path of its function, the crate's name first.
    pub function: String,
}

impl Contract {
    /// Whether it stands on a function, which the executor names without the crate's name.
    pub fn is_of(&self, function: &str) -> bool {
        is_path_of(&self.function, function)
    }
}

/// Tells whether a path, the crate's name first, is that of a function as the executor names it: without the crate's name.
pub fn is_path_of(path: &str, function: &str) -> bool {
    path == function || path.split_once("::").is_some_and(|(_, rest)| rest == function)
}

impl Probed {
    /// What is known of the subjects of a build, in their order.
    pub fn all(subjects: &Subjects) -> Vec<Probed> {
        let contracts = subjects.contracts.iter().map(|(id, contract)| Contract {
            site: id.0,
            kind: contract.kind,
            condition: contract.condition.clone(),
            function: contract.function.clone(),
        });
        let contracts: Arc<[Contract]> = contracts.collect();
        subjects.subjects.iter().map(|subject| Probed::of(subject, contracts.clone())).collect()
    }

    fn of(subject: &Subject, contracts: Arc<[Contract]>) -> Probed {
        let is_of_type = |position: &&usize| subject.predicates[**position].of_type;
        let cutpoints = subject.cutpoints.values().map(|cutpoint| Cutpoint {
            site: cutpoint.wire.0,
            label: cutpoint.label.clone(),
            function: cutpoint.function.clone(),
            kind: cutpoint.kind,
            predicates: cutpoint.predicates.iter().map(|it| subject.predicates[*it].name.clone()).collect(),
            of_type: cutpoint.predicates.iter().filter(is_of_type).count(),
        });
        let object = subject.predicates.iter().filter(|predicate| predicate.of_type);
        let object = object.map(|predicate| ObjectPredicate {
            name: predicate.name.clone(),
            expression: predicate.expression.clone(),
            invariant: predicate.invariant,
        });
        Probed { cutpoints: cutpoints.collect(), object: object.collect(), contracts }
    }

    /// Probes are no code, save for the contracts.
    pub fn contracts_only(&self) -> Probes {
        let of_kind = |kind| {
            let contracts = self.contracts.iter().filter(move |contract| contract.kind == kind);
            contracts.map(|contract| contract.site).collect::<BTreeSet<_>>()
        };
        Probes {
            required: of_kind(ContractKind::Requires),
            assumed: of_kind(ContractKind::Assume),
            documented: of_kind(ContractKind::Panics),
            ..Probes::default()
        }
    }

    /// What is seen at every cutpoint is noted, and nothing stops there.
    pub fn observing(&self) -> Probes {
        let observed = self.cutpoints.values().map(|cutpoint| cutpoint.site).collect();
        Probes { observed, ..self.contracts_only() }
    }

    /// Executions stop at the cutpoints of these kinds.
    pub fn cutting(&self, kinds: &[CutpointKind]) -> Probes {
        let cut = self.cutpoints.values().filter(|cutpoint| kinds.contains(&cutpoint.kind));
        Probes { cut: cut.map(|cutpoint| cutpoint.site).collect(), ..self.contracts_only() }
    }

    /// Executions stop at every cutpoint, and what is seen there is noted too.
    pub fn cutting_all(&self) -> Probes {
        let Probes { observed, .. } = self.observing();
        Probes { cut: observed.clone(), observed, ..self.contracts_only() }
    }

    /// The contracts with these sites.
    pub fn contracts_at(&self, sites: &BTreeSet<u64>) -> Vec<Contract> {
        self.contracts.iter().filter(|contract| sites.contains(&contract.site)).cloned().collect()
    }

    /// The cutpoint with this site.
    pub(super) fn cutpoint_at(&self, site: u64) -> Option<CutpointId> {
        self.cutpoints.iter().find(|(_, cutpoint)| cutpoint.site == site).map(|(id, _)| id)
    }
}
