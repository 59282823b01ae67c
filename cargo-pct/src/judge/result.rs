//! What is known of one subject, and entering it into the ledger.

use std::collections::{BTreeMap, BTreeSet};

use pct_wire::{Id, Valuation};

use serde::{Deserialize, Serialize};

use super::claims::{FindingClaim, StateClaim};
use crate::abstraction::Feasible;
use crate::ids::PrimaryMap;
use crate::ledger::{self, Assumption, Invariant, Reason, Runner, Verdict};
use crate::probe::{CutpointId, StateKey};
use crate::replay::{FabricatedRun, Replays};
use crate::verify::SubjectBounds;

/// What is known of one subject, as the ledger takes it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SubjectResult {
    /// Whether the absence of errors is proved.
    pub proof: ledger::Proof,
    /// How many made-up calls have not contradicted it.
    pub challenges: u64,
    /// What the proof needs of an object between calls.
    pub invariants: Vec<Invariant>,
    /// What goes wrong, or may.
    pub findings: Vec<ledger::Finding>,
    /// The calls of findings, until they are run.
    pub finding_claims: Vec<FindingClaim>,
    /// Findings that depend on what is not known, each with a guess: they count if its run shows them.
    pub guessed: Vec<(ledger::Finding, FindingClaim)>,
    /// How many states the solver made.
    pub fabricated: usize,
    /// What the proof takes for granted.
    pub assumptions: Vec<Assumption>,
    /// What findings and fabricated states did when they were run.
    pub replays: Replays,
    /// The abstract states.
    pub verdicts: Verdicts,
    /// Their bounds, where they were asked for.
    pub bounds: Option<SubjectBounds>,
    /// Calls that are said to reach states, until they are run.
    pub state_claims: Vec<StateClaim>,
}

impl SubjectResult {
    /// Says why nothing is known.
    pub fn not_analysed(reason: impl ToString) -> SubjectResult {
        SubjectResult {
            proof: ledger::Proof::NotProved { reason: reason.to_string() },
            ..SubjectResult::default()
        }
    }

    /// The result if none of its claims is run: findings are potential, and states that calls are said to reach are undecided.
    #[must_use]
    pub fn unconfirmed(mut self, reason: &str) -> SubjectResult {
        self.guessed.clear();
        for claim in std::mem::take(&mut self.finding_claims).into_iter().filter(|claim| !claim.is_guess) {
            if let Some(finding) = self.findings.get_mut(claim.finding) {
                finding.disprove(reason.to_owned());
            }
        }
        for claim in std::mem::take(&mut self.state_claims).into_iter().filter(|claim| !claim.is_guess) {
            for key in claim.keys {
                let reason = Reason::of_time(reason);
                self.verdicts.states.entry(key).or_insert(Verdict::Undecided { reason });
            }
        }
        self
    }

    /// Adds what an earlier turn found out about states of which this one, with more time, says nothing: where it was cut, it may have searched
    /// for others.
    pub fn add_states_of(&mut self, earlier: SubjectResult) {
        let SubjectResult { verdicts, state_claims, assumptions, .. } = earlier;
        let claimed: BTreeSet<StateKey> =
            self.state_claims.iter().flat_map(|claim| &claim.keys).copied().collect();
        let is_open = |own: &Verdicts, key: &StateKey| {
            let is_excluded = matches!(own.get(*key), Some(Verdict::Unreachable { .. }));
            !is_excluded && !claimed.contains(key)
        };
        for mut claim in state_claims {
            claim.keys.retain(|key| is_open(&self.verdicts, key));
            if !claim.keys.is_empty() {
                self.state_claims.push(claim);
            }
        }
        let mut is_any_excluded = false;
        for (key, verdict) in verdicts.states {
            if matches!(verdict, Verdict::Unreachable { .. }) && is_open(&self.verdicts, &key) {
                self.verdicts.states.insert(key, verdict);
                is_any_excluded = true;
            }
        }
        for assumption in assumptions {
            if is_any_excluded && !self.assumptions.contains(&assumption) {
                self.assumptions.push(assumption);
            }
        }
    }

    /// Drops what is claimed of states that tests were seen in since: no call has to show them any more.
    pub fn drop_claims_of(&mut self, seen: &BTreeSet<StateKey>) {
        for claim in &mut self.state_claims {
            claim.keys.retain(|key| !seen.contains(key));
        }
        self.state_claims.retain(|claim| !claim.keys.is_empty());
    }

    /// Enters it; so many generated tests are those of other crates.
    pub fn enter(self, subject: &mut ledger::Subject, generated: usize) {
        // Of a subject that was not analysed at all, the same is to be said of its states.
        if let (true, ledger::Proof::NotProved { reason }) = (self.verdicts.open.is_empty(), &self.proof) {
            let reason = || Some(Reason::of_time(reason));
            subject.undecided_reasons.values_mut().for_each(|own| *own = reason());
        }
        subject.proof = self.proof;
        subject.challenges = self.challenges;
        subject.invariants = self.invariants;
        subject.findings = self.findings;
        subject.made_states = self.fabricated;
        subject.assumptions = self.assumptions;
        subject.bounds = self.bounds;
        subject.compared_runs = self.replays.compared;
        subject.not_run = self.replays.not_run.into_iter().collect();
        for run in self.replays.fabricated {
            enter_run(subject, run);
        }
        self.verdicts.enter(subject, generated);
        subject.adequate = subject.adequacy();
    }
}

/// What is known of a subject's abstract states.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Verdicts {
    /// By cutpoint, the valuations that some state of the types has; `None` where that is not known.
    pub feasible: PrimaryMap<CutpointId, Option<Feasible>>,
    /// By cutpoint, why states without a verdict have none.
    pub open: PrimaryMap<CutpointId, Option<Reason>>,
    /// Verdicts of single states.
    pub states: BTreeMap<StateKey, Verdict>,
    /// Verdicts about all feasible states of a cutpoint but these, by cutpoint.
    pub others: BTreeMap<CutpointId, (BTreeSet<Valuation>, Verdict)>,
}

impl Verdicts {
    /// The verdict of a state: its own, or that of all others.
    pub fn get(&self, key: StateKey) -> Option<&Verdict> {
        self.states.get(&key).or_else(|| {
            let (except, verdict) = self.others.get(&key.0)?;
            (!except.contains(&key.1)).then_some(verdict)
        })
    }

    /// Decides what was undecided.
    fn enter(self, subject: &mut ledger::Subject, generated: usize) {
        for (cutpoint, found) in self.feasible {
            subject.feasible[cutpoint] = found;
        }
        for (cutpoint, found) in self.open {
            subject.undecided_reasons[cutpoint] = found;
        }
        for (cutpoint, (except, verdict)) in self.others {
            // States of the others that have an entry, of what an object did that was fabricated, have none that says more.
            let is_other = |(at, valuation): &StateKey, state: &mut ledger::State| {
                *at == cutpoint
                    && !except.contains(valuation)
                    && !matches!(state.verdict, Verdict::Covered { .. })
                    && !self.states.contains_key(&(*at, *valuation))
            };
            subject.states.retain(|key, state| !is_other(key, state));
            for valuation in except {
                let open = || Verdict::Undecided { reason: Reason::default() };
                let entry = subject.states.entry((cutpoint, valuation));
                entry.or_insert_with(|| ledger::State::new(open()));
            }
            subject.others[cutpoint] = Some(verdict);
        }
        for (key, verdict) in self.states {
            let verdict = match verdict {
                Verdict::Reachable { test } => Verdict::Reachable { test: test + generated },
                verdict => verdict,
            };
            let is_excluded = matches!(verdict, Verdict::Unreachable { .. });
            // What a test reaches from the inside says nothing of clients: it never outranks a proof.
            let decided = subject.states.get(&key).is_some_and(|state| {
                matches!(state.verdict, Verdict::Covered { .. }) && !(state.white_box && is_excluded)
            });
            if !decided {
                let white_box = subject.states.get(&key).is_some_and(|state| state.white_box);
                subject.states.insert(key, ledger::State { white_box, ..ledger::State::new(verdict) });
            }
        }
    }
}

/// Enters what a fabricated object did: abstract states that nobody was seen in stay undecided, with the object as a hint.
fn enter_run(subject: &mut ledger::Subject, run: FabricatedRun) {
    let cutpoints = &subject.probed.cutpoints;
    let of_site = |site| cutpoints.iter().find(|(_, cutpoint)| cutpoint.wire == site).map(|(id, _)| id);
    let counted = |(site, seen): &(Id, Valuation)| {
        let cutpoint = of_site(*site)?;
        Some((cutpoint, cutpoints[cutpoint].counted(*seen)?))
    };
    let seen: Vec<StateKey> = run.seen.iter().filter_map(counted).collect();
    let at = run.entry.and_then(of_site);
    let mut new_states = 0;
    for key in &seen {
        if !subject.states.contains_key(key) {
            let verdict = Verdict::Fabricated { state: run.state.clone() };
            subject.states.insert(*key, ledger::State::new(verdict));
            new_states += 1;
        }
    }
    if let Some((cutpoint, valuation)) = seen.into_iter().find(|(cutpoint, _)| Some(*cutpoint) == at) {
        let (state, outcome, runner) = (run.state, run.outcome, Runner::Native);
        subject.fabricated.push(ledger::Fabricated {
            cutpoint,
            valuation,
            state,
            runner,
            outcome,
            new_states,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EntityRef;
    use crate::ledger::State;
    use crate::probe::tests::{check, side_car};

    #[test]
    fn states_of_an_earlier_turn_are_added_where_the_later_one_says_nothing() {
        let key = |bits| (CutpointId::new(0), Valuation::new(bits, 3));
        let excluded = || Verdict::Unreachable { predicates: Vec::new() };
        let undecided = || Verdict::Undecided { reason: Reason::of_time("late") };
        let claim = |keys: &[u64]| StateClaim {
            keys: keys.iter().map(|bits| key(*bits)).collect(),
            test: Err("not run".to_owned()),
            is_guess: false,
            is_determined: false,
        };
        let of = |states: Vec<(u64, Verdict)>, claims: Vec<StateClaim>| SubjectResult {
            verdicts: Verdicts {
                states: states.into_iter().map(|(bits, verdict)| (key(bits), verdict)).collect(),
                ..Verdicts::default()
            },
            state_claims: claims,
            ..SubjectResult::default()
        };
        let mut later = of(vec![(0, excluded()), (1, undecided()), (2, undecided())], vec![claim(&[3])]);
        later.add_states_of(of(
            vec![(1, excluded()), (3, excluded()), (5, undecided())],
            vec![claim(&[0, 2]), claim(&[3])],
        ));
        let claims: Vec<Vec<StateKey>> = later.state_claims.iter().map(|it| it.keys.clone()).collect();
        assert_eq!(claims, [vec![key(3)], vec![key(2)]]);
        let states = [(key(0), excluded()), (key(1), excluded()), (key(2), undecided())];
        assert_eq!(later.verdicts.states, states.into());
    }

    #[test]
    fn what_is_said_of_all_others_holds_for_those_without_a_verdict() {
        let bodies = [("free(_1: i32) -> ()", "free:entry")];
        let probed = &check(&side_car(), &bodies).subjects[0];
        let mut subject = ledger::Subject::new(probed);
        let key = |bits| (CutpointId::new(0), Valuation::new(bits, 2));
        let undecided = || Verdict::Undecided { reason: Reason::of_time("late") };
        let excluded = || Verdict::Unreachable { predicates: Vec::new() };
        let verdicts = Verdicts {
            states: [(key(0), undecided())].into(),
            others: [(CutpointId::new(0), ([key(0).1, key(1).1].into(), excluded()))].into(),
            ..Verdicts::default()
        };
        let found = [0, 1, 2].map(|bits| verdicts.get(key(bits)).cloned());
        assert_eq!(found, [Some(undecided()), None, Some(excluded())]);
        // What a fabricated object did says less than a proof, and what a test did says more.
        let fabricated = State::new(Verdict::Fabricated { state: BTreeMap::new() });
        let covered = State::new(Verdict::Covered { tests: ["t".to_owned()].into() });
        subject.states = [(key(2), fabricated), (key(3), covered.clone())].into();
        verdicts.enter(&mut subject, 0);
        assert_eq!(subject.others[key(0).0], Some(excluded()));
        assert_eq!(subject.states.keys().copied().collect::<Vec<_>>(), [key(0), key(1), key(3)]);
        assert_eq!((&subject.states[&key(0)].verdict, &subject.states[&key(3)]), (&undecided(), &covered));
    }
}
