//! Each check of a subject by itself: which can never fail, although others can, or something of the subject was not understood.
//!
//! Input: a [`Lowered`] system, an inductive invariant of it, the errors that were found. Output: [`Checks`]. As everywhere, only a
//! certificate is a proof. Where the calls of an entry were not followed to their end, the object may be anything afterwards:
//! then a check is proved only if it holds for every object that there could be, and none in those calls is. One that some object
//! fails is a potential finding: nothing excludes that object.

use super::entry_parts::{EntryPart, EntryParts, steps_around};
use super::{Finding, Status, VerifyConfig};
use crate::fabricate::{FabricateConfig, First, Invariant, Whole, Witness, certify, search};
use crate::lower::{Lowered, Obstacle};
use crate::solver::{Prover, Spent};
use crate::symex::ErrorKind;
use crate::system::{Edge, ErrorId, State, System};
use crate::term::{Substitution, Term, Var, Version, variables};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

/// The checks of a subject that are not findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Checks that cannot fail.
    pub proved: BTreeSet<ErrorId>,
    /// Checks that are not proved, with the reason.
    pub undecided: BTreeMap<ErrorId, Undecided>,
}

/// The reason why a check is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// Code of the call in which it may fail is not understood.
    Hindered(Obstacle),
    /// Some object fails it, and code that is not understood may leave any object behind.
    AnyObject(Obstacle),
    /// A limit of the solver was reached first.
    Spent(Spent),
    /// No certificate was found; the obligation that could not be shown.
    NotCertified(String),
}

impl Display for Undecided {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::Hindered(obstacle) => f.write_str(&obstacle.reason),
            Undecided::AnyObject(Obstacle { function, reason, .. }) => {
                write!(f, "what {function} leaves behind is not known: {reason}")
            }
            Undecided::Spent(spent) => spent.fmt(f),
            Undecided::NotCertified(reason) => f.write_str(reason),
        }
    }
}

/// Decides the checks that no state of the invariant fails; some become findings.
pub(super) fn checks(
    lowered: &Lowered,
    invariant: &Invariant,
    findings: &mut Vec<Finding>,
    config: &VerifyConfig,
    prover: &Prover,
) -> Checks {
    let found: BTreeSet<ErrorId> = findings.iter().map(|finding| finding.error).collect();
    let mut rest: BTreeSet<ErrorId> =
        lowered.system().errors.keys().filter(|error| !found.contains(error)).collect();
    let mut checks = Checks::default();
    for (error, obstacle) in hindered(lowered, &rest) {
        rest.remove(&error);
        checks.undecided.insert(error, Undecided::Hindered(obstacle));
    }
    if rest.is_empty() {
        return checks;
    }
    match lowered.obstacles().first() {
        None => checks.decide(&only(lowered.system(), &rest), invariant, rest, prover),
        Some(obstacle) => findings.extend(checks.decide_by_entries(lowered, &rest, obstacle, config, prover)),
    }
    checks
}

impl Checks {
    /// A proof of the subject is one of each check.
    pub(super) fn all_proved(lowered: &Lowered) -> Checks {
        Checks { proved: lowered.system().errors.keys().collect(), undecided: BTreeMap::new() }
    }

    /// Proves what of the rest the invariant excludes, if it is one of the system.
    pub(super) fn decide(
        &mut self,
        system: &System,
        invariant: &Invariant,
        rest: BTreeSet<ErrorId>,
        prover: &Prover,
    ) {
        // What of the invariant is needed is nobody's question here; without it, a whole check takes far fewer queries.
        let excluded = Whole::new(system, invariant, prover).excluded(system);
        let (proved, left): (Vec<_>, Vec<_>) = rest.into_iter().partition(|error| excluded.contains(error));
        self.proved.extend(proved);
        self.decide_by_parts(system, invariant, &left, prover);
    }

    /// Proves what of the rest needs a part of the invariant that can be shown to be one: of all together, else of ever fewer.
    fn decide_by_parts(&mut self, system: &System, invariant: &Invariant, rest: &[ErrorId], prover: &Prover) {
        let Some(first) = rest.first() else { return };
        let own = only(system, &rest.iter().copied().collect());
        match (certify(&own, invariant, First::Integers, prover), prover.spent()) {
            (Ok(_), _) => self.proved.extend(rest),
            (Err(_), Some(spent)) => {
                self.undecided.extend(rest.iter().map(|error| (*error, Undecided::Spent(spent))));
            }
            (Err(reason), None) if rest.len() == 1 => {
                self.undecided.insert(*first, Undecided::NotCertified(reason));
            }
            (Err(_), None) => {
                let (one, other) = rest.split_at(rest.len() / 2);
                self.decide_by_parts(system, invariant, one, prover);
                self.decide_by_parts(system, invariant, other, prover);
            }
        }
    }

    /// Proves what no object fails, entry by entry; gives what some object does.
    fn decide_by_entries(
        &mut self,
        lowered: &Lowered,
        rest: &BTreeSet<ErrorId>,
        obstacle: &Obstacle,
        config: &VerifyConfig,
        prover: &Prover,
    ) -> Vec<Finding> {
        let (mut potential, mut spent) = (Vec::new(), None);
        let mut parts = EntryParts::new(lowered, rest.iter().copied(), prover);
        while let Some(part) = parts.next() {
            potential.extend(self.decide_for_any_object(lowered, &part, obstacle, config));
            spent = parts.finish(&part).or(spent);
        }
        let found: BTreeSet<ErrorId> = potential.iter().map(|finding| finding.error).collect();
        let open = rest.iter().filter(|error| !found.contains(error) && !self.proved.contains(error));
        // Entries that were given up have no reason yet.
        for error in open.copied().collect::<Vec<_>>() {
            let reason = spent.map_or_else(|| Undecided::AnyObject(obstacle.clone()), Undecided::Spent);
            self.undecided.entry(error).or_insert(reason);
        }
        potential
    }

    /// Proves what no object fails in an entry's calls; gives what some object does.
    fn decide_for_any_object(
        &mut self,
        lowered: &Lowered,
        part: &EntryPart,
        obstacle: &Obstacle,
        config: &VerifyConfig,
    ) -> Vec<Finding> {
        let EntryPart { entry, errors, prover } = part;
        let mut rest = errors.clone();
        let mut system = only(lowered.system(), &rest);
        system.edges = steps_around(lowered, *entry);
        give_any_object(lowered, &mut system);
        let tests: Vec<State> =
            lowered.outside().into_iter().map(|location| State { location, values: Vec::new() }).collect();
        let fabricate = FabricateConfig { execution: config.execution };
        // One round is enough: where errors remain, richer templates seldom exclude them for every object.
        let result = search(&system, &tests, &fabricate, prover, |_| true);
        let reason = Undecided::AnyObject(obstacle.clone());
        let mut potential = Vec::new();
        for finding in &result.analysis.findings {
            let error = finding.error;
            rest.remove(&error);
            match &finding.witness {
                Witness::Reached(state) | Witness::Potential(state)
                    if lowered.failure(error).kind != ErrorKind::Unmodelled =>
                {
                    potential.push(Finding {
                        error,
                        status: Status::Potential,
                        is_out_of_time: false,
                        state: Some(state.clone()),
                        calls: None,
                        guess: None,
                        doubt: Some(reason.to_string()),
                        steps: None,
                        breaks: None,
                    });
                }
                _ => {
                    let spent = prover.spent().map(Undecided::Spent);
                    self.undecided.insert(error, spent.unwrap_or_else(|| reason.clone()));
                }
            }
        }
        let system = only(&system, &rest);
        self.decide(&system, &result.invariant, rest, prover);
        potential
    }
}

/// Checks that cannot be decided, with the reason: code around them was not understood.
fn hindered(lowered: &Lowered, errors: &BTreeSet<ErrorId>) -> Vec<(ErrorId, Obstacle)> {
    let hinders = |error: &ErrorId| {
        let entry = lowered.failure(*error).entry;
        lowered.obstacles().iter().find(|obstacle| obstacle.hinders(entry))
    };
    errors.iter().filter_map(|error| Some((*error, hinders(error)?.clone()))).collect()
}

/// A system whose other errors cannot happen; all have their numbers still.
pub(super) fn only(system: &System, errors: &BTreeSet<ErrorId>) -> System {
    let mut system = system.clone();
    let others: Vec<ErrorId> = system.errors.keys().filter(|error| !errors.contains(error)).collect();
    for error in others {
        system.errors[error].guard = Term::bool(false);
    }
    system
}

/// Lets clients replace the object by any that there could be.
pub(super) fn give_any_object(lowered: &Lowered, system: &mut System) {
    let (Some(object), Some(outside), Some(facts)) =
        (lowered.object(), lowered.outside(), lowered.object_facts())
    else {
        return;
    };
    let own = system.locations[object].vars.clone();
    let new: Vec<Var> =
        own.iter().map(|var| Var::new(var.name.version(Version::Any), var.sort.clone())).collect();
    let renamed = own.into_iter().zip(new.iter().map(Var::term)).collect::<Vec<_>>();
    let guard = Substitution::new(renamed).apply(facts);
    // Facts may speak of what lies behind references, which the object's location does not hold.
    let mut inputs = new.clone();
    inputs.extend(variables([&guard]).into_iter().filter(|var| !new.contains(var)));
    for source in [outside, object] {
        let updates = new.iter().map(Var::term).collect();
        system.edges.push(Edge {
            source,
            target: object,
            inputs: inputs.clone(),
            guard: guard.clone(),
            updates,
        });
    }
}
