//! Claims: calls that are said to fail, or to reach abstract states. They count for nothing until `confirm` has run them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::result::Verdicts;
use super::view::View;
use crate::ledger::{Reason, Replay, Verdict};
use crate::lower::{EntryId, Failure};
use crate::native::effects::{self, Hazard};
use crate::probe::StateKey;
use crate::replay::{self, Replays};
use crate::span::Span;
use crate::testgen::{self, Bounds, Observers, Reproduction};
use crate::verify::{CallSequence, Finding, Others, StateVerdict, StateVerdicts};

/// A finding that calls are said to run into.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FindingClaim {
    /// Its number among the subject's.
    pub finding: usize,
    /// The calls, as a client writes them; or why they may not be run.
    pub test: Result<Reproduction, String>,
    /// True for a guess: if the run does not show the finding, the finding stays as it is.
    pub is_guess: bool,
    /// Other checks of the subject that fail with that message, or may.
    pub twins: Vec<Option<Span>>,
    /// The calls with other uses of their results, which are run if these do not show the finding.
    pub variations: Vec<Reproduction>,
    /// What the hidden drivers saw when they made the calls, where that shows the finding. What a fabricated object did is no evidence:
    /// clients may be unable to make it.
    pub driven: Option<Replay>,
    /// What fails.
    pub failure: Failure,
}

/// Calls that are said to reach states.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StateClaim {
    /// The states, of the subject whose calls they are.
    pub keys: Vec<StateKey>,
    /// The calls as a test; or why there is none that may be run.
    pub test: Result<Reproduction, String>,
    /// Whether code is over-approximated, so that the calls may do something else; then there is another verdict.
    pub is_guess: bool,
    /// Whether the arguments alone decide what the calls do: nothing else was chosen for them, and the test has just these.
    pub is_determined: bool,
}

/// Calls that are said to reach a state, and the verdict if they do not, where they are a guess.
struct Calls {
    calls: CallSequence,
    otherwise: Option<Verdict>,
}

impl View<'_> {
    /// Claims that calls lead to a finding. It counts as confirmed once they have shown it.
    pub(super) fn claim(&self, finding: &Finding, test: &Reproduction, replays: &Replays) -> FindingClaim {
        let test = match finding.calls.as_ref().and_then(|calls| self.hazard(calls)) {
            Some(hazard) => Err(hazard),
            None => Ok(test.clone()),
        };
        let variations = test.as_ref().map(|test| test.variations(self.code.program));
        FindingClaim {
            finding: 0,
            variations: variations.unwrap_or_default(),
            test,
            is_guess: false,
            twins: self.twins(finding),
            driven: replays.calls.get(&finding.error).cloned(),
            failure: self.lowered.failure(finding.error).clone(),
        }
    }

    /// Claims the same of guessed calls, which may not show it.
    pub(super) fn guess(&self, finding: &Finding) -> Option<FindingClaim> {
        let test = self.test(finding.guess.as_ref()?).ok()?.with_observers(Observers::default());
        let failure = self.lowered.failure(finding.error).clone();
        Some(FindingClaim {
            finding: 0,
            test: Ok(test),
            is_guess: true,
            twins: self.twins(finding),
            variations: Vec::new(),
            driven: None,
            failure,
        })
    }

    /// The other checks of the subject whose messages may be that of a finding.
    fn twins(&self, finding: &Finding) -> Vec<Option<Span>> {
        let failure = self.lowered.failure(finding.error);
        let others = self.lowered.system().errors.keys().map(|error| self.lowered.failure(error));
        let may_be_twin = |other: &&Failure| {
            other.span != failure.span && replay::may_agree(&other.message, &failure.message)
        };
        let spans: BTreeSet<Option<Span>> = others.filter(may_be_twin).map(|it| it.span.clone()).collect();
        spans.into_iter().collect()
    }

    /// The verdicts that need no run, and what is said to be reachable. `seen`: states that tests of the crate are seen in; they need no
    /// other.
    pub(super) fn verdicts(
        &self,
        states: StateVerdicts,
        seen: &BTreeSet<StateKey>,
    ) -> (Verdicts, Vec<StateClaim>) {
        let mut found = Verdicts::default();
        let mut calls_of: Vec<(CallSequence, bool, Vec<StateKey>)> = Vec::new();
        for (id, cutpoint) in states.cutpoints {
            found.feasible.push(cutpoint.feasible);
            found.open.push(cutpoint.undecided_reason.as_ref().map(Reason::from));
            if let Some(Others { except, verdict }) = cutpoint.others {
                let verdict = self.verdict(verdict).map(|verdict| (except, verdict));
                found.others.extend(verdict.ok().map(|verdict| (id, verdict)));
            }
            for (valuation, verdict) in cutpoint.verdicts {
                let key = (id, valuation);
                match self.verdict(verdict) {
                    Ok(verdict) => drop(found.states.insert(key, verdict)),
                    Err(_) if seen.contains(&key) => {}
                    Err(Calls { calls, otherwise }) => {
                        let is_guess = otherwise.is_some();
                        found.states.extend(otherwise.map(|verdict| (key, verdict)));
                        match calls_of.iter_mut().find(|(own, guess, _)| (own, *guess) == (&calls, is_guess))
                        {
                            Some((.., keys)) => keys.push(key),
                            None => calls_of.push((calls, is_guess, vec![key])),
                        }
                    }
                }
            }
        }
        let claims = |(calls, is_guess, keys)| self.claims(&calls, is_guess, keys);
        (found, calls_of.into_iter().flat_map(claims).collect())
    }

    /// What is said of calls; and, as guesses, of the same ones with other uses of their results.
    fn claims(&self, calls: &CallSequence, is_guess: bool, keys: Vec<StateKey>) -> Vec<StateClaim> {
        let test = self.test(calls);
        let others = test.as_ref().map(|test| test.variations(self.code.program)).unwrap_or_default();
        let other =
            |test| StateClaim { keys: keys.clone(), test: Ok(test), is_guess: true, is_determined: false };
        let mut all: Vec<StateClaim> = others.into_iter().map(other).collect();
        let is_only = test.as_ref().is_ok_and(Reproduction::takes_the_only_object);
        let is_determined = is_only
            && replay::is_determined(self.code.program, self.subject, calls)
            && self.is_literal(calls);
        all.push(StateClaim { keys, test, is_guess, is_determined });
        all
    }

    /// A verdict that needs no run; or calls that are to be run.
    fn verdict(&self, verdict: StateVerdict) -> Result<Verdict, Calls> {
        Ok(match verdict {
            StateVerdict::Reachable { calls, otherwise } => {
                // It needs no run of its own.
                let otherwise = otherwise.and_then(|verdict| self.verdict(*verdict).ok());
                return Err(Calls { calls, otherwise });
            }
            StateVerdict::Unreachable { conjuncts } => {
                Verdict::Unreachable { predicates: conjuncts.iter().map(|term| self.text(term)).collect() }
            }
            StateVerdict::Fabricated { state, .. } => Verdict::Fabricated { state: self.object(&state) },
            StateVerdict::Undecided { reason } => Verdict::Undecided { reason: Reason::from(&reason) },
        })
    }

    /// Whether a test says of the calls all that there is to them: type parameters stand for numbers, and nothing for code.
    fn is_literal(&self, calls: &CallSequence) -> bool {
        let (program, bounds) = (self.code.program, Bounds::Met);
        testgen::reproduction(program, self.subject, calls, self.crate_name, bounds).is_ok()
    }

    /// Why calls may not be run, if so.
    pub(super) fn hazard(&self, calls: &CallSequence) -> Option<String> {
        let entries: BTreeSet<EntryId> = calls.calls.iter().map(|call| call.entry).collect();
        entries.into_iter().find_map(|number| {
            let hazard = self.hazard_of(number)?;
            Some(format!("{} is not run: it {hazard}", self.subject.entries[number].name))
        })
    }

    /// Why a function may not be run, if so.
    fn hazard_of(&self, entry: EntryId) -> Option<Hazard> {
        let mut known = self.hazards.borrow_mut();
        let hazard = known.entry(entry).or_insert_with(|| {
            let View { code, subject, allow_effects, .. } = *self;
            effects::hazard_for_clients(code.program, subject, &subject.entries[entry], allow_effects)
        });
        hazard.clone()
    }

    /// Calls as a test of a client that may be run.
    fn test(&self, calls: &CallSequence) -> Result<Reproduction, String> {
        let program = self.code.program;
        if let Some(hazard) = self.hazard(calls) {
            return Err(hazard);
        }
        let observers = testgen::observers(program, self.subject, calls, self.crate_name, |entry| {
            self.hazard_of(entry).is_none()
        });
        testgen::reproduction(program, self.subject, calls, self.crate_name, Bounds::CheckedByRustc)
            .map(|test| test.with_observers(observers))
            .map_err(|why| why.to_string())
    }
}
