//! What each function with checks that can fail ends with: an answer for all of them, or the reason why there is none.
//!
//! An answer is that a check cannot fail, or a finding: confirmed, documented, or potential with a fabricated state. A function that
//! clients can call is judged where they call it; one that only the crate calls, in all calls that lead to it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::cause::Cause;
use super::view::place_of;
use crate::ledger::Answers;
use crate::lower::{CrateCode, Lowered, Subject};
use crate::probe::Place;
use crate::symex::census::Risk;
use crate::symex::{BodyId, ErrorKind};
use crate::system::ErrorId;
use crate::verify::{Finding, Status, Verification};

/// Of a function that can fail, whether it is answered in some entry's calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionAnswer {
    /// The function.
    pub body: BodyId,
    /// Whether clients call it there, and not another function of the crate.
    pub is_own: bool,
    /// Its open checks, if there are any.
    pub open: Option<Open>,
}

/// Checks of a function that have no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    /// The first reason.
    pub cause: Cause,
    /// Their places. None if code is not understood, or if one has no place: then no finding answers them.
    pub places: Option<BTreeSet<Place>>,
}

impl Open {
    fn of(cause: Cause) -> Open {
        Open { cause, places: None }
    }

    /// Adds what is open in other calls.
    fn add(&mut self, other: &Open) {
        match (&mut self.places, &other.places) {
            (Some(own), Some(others)) => own.extend(others.iter().cloned()),
            (own, _) => *own = None,
        }
    }

    /// Tells whether all checks have a finding. `found` are the places of findings: a check's, or the mere beginning of one, where a panic was seen.
    /// Under-approximates: where several open checks begin, a panic answers none.
    fn is_answered_by(&self, found: &BTreeSet<Place>) -> bool {
        let Some(places) = &self.places else { return false };
        let beginning = |place: &Place| {
            let Place { file, line, column, .. } = place.clone();
            Place { file, line, column, end_line: line, end_column: column }
        };
        let is_alone =
            |check: &Place| places.iter().filter(|other| beginning(other) == beginning(check)).count() == 1;
        let is_found =
            |check: &Place| found.contains(check) || is_alone(check) && found.contains(&beginning(check));
        places.iter().all(is_found)
    }
}

/// The answers that a subject gives: with one finding of each check. `is_undecided` says of a finding that it is none, because the analysis
/// does not know.
pub(super) fn of_subject(
    code: &CrateCode<'_>,
    subject: &Subject,
    lowered: &Lowered,
    verification: &Verification,
    findings: &[&Finding],
    is_undecided: impl Fn(&Finding) -> bool,
) -> Vec<FunctionAnswer> {
    let undecided = verification.checks.undecided.iter();
    let mut open: BTreeMap<ErrorId, Cause> =
        undecided.map(|(error, reason)| (*error, Cause::from(reason))).collect();
    for finding in findings.iter().filter(|finding| is_undecided(finding)) {
        open.insert(finding.error, cause(lowered, finding));
    }
    let panicking = code.panicking();
    let mut answers = Vec::new();
    for (&number, bodies) in lowered.entered() {
        let entry = &subject.entries[number];
        if entry.is_of_others {
            continue;
        }
        // What a trait provides is judged by itself, for all that implement the trait.
        let is_own_of_clients = code.is_callable_by_clients(entry.body) && !entry.is_provided;
        let hindered = lowered.obstacles().iter().find(|obstacle| obstacle.hinders(number));
        for &body in bodies.iter().filter(|body| panicking.contains_key(body)) {
            let name = code.program.name(body);
            let own = open.iter().filter(|(error, _)| {
                let failure = lowered.failure(**error);
                failure.entry == number && failure.function == name
            });
            let own: Vec<(ErrorId, &Cause)> = own.map(|(error, cause)| (*error, cause)).collect();
            let open = match (hindered, own.first()) {
                (Some(obstacle), _) => Some(Open::of(Cause::Obstacle(obstacle.reason.clone()))),
                (None, Some((_, cause))) => {
                    let places =
                        own.iter().map(|(error, _)| lowered.failure(*error).span.as_ref().map(place_of));
                    Some(Open { cause: (*cause).clone(), places: places.collect() })
                }
                (None, None) => None,
            };
            answers.push(FunctionAnswer { body, is_own: body == entry.body && is_own_of_clients, open });
        }
    }
    answers
}

/// The cause of a finding that is none.
fn cause(lowered: &Lowered, finding: &Finding) -> Cause {
    let failure = lowered.failure(finding.error);
    match finding.status {
        _ if failure.kind == ErrorKind::Unmodelled => Cause::Unmodelled(failure.message.clone()),
        Status::Undecided if finding.is_out_of_time => Cause::OutOfTime,
        Status::Undecided => Cause::NoAnswer,
        Status::Confirmed | Status::Potential => {
            Cause::DependsOn(lowered.error(finding.error).unknown.clone())
        }
    }
}

/// Collects the answers of a crate, subject by subject.
pub struct Collected<'a> {
    code: &'a CrateCode<'a>,
    /// By function, what is open, if anything is: where it is called by clients, and where it is called by others.
    own: BTreeMap<BodyId, Option<Open>>,
    inner: BTreeMap<BodyId, Option<Open>>,
    /// The time was up before all subjects were judged.
    pub is_cut_off: bool,
}

impl<'a> Collected<'a> {
    /// None yet.
    pub fn new(code: &'a CrateCode<'a>) -> Collected<'a> {
        Collected { code, own: BTreeMap::new(), inner: BTreeMap::new(), is_cut_off: false }
    }

    /// Takes the answers of a subject. A function is answered if it is in all calls.
    pub fn take(&mut self, answers: &[FunctionAnswer]) {
        for FunctionAnswer { body, is_own, open } in answers {
            let known = if *is_own { &mut self.own } else { &mut self.inner };
            match (known.entry(*body).or_insert(None), open) {
                (_, None) => {}
                (Some(known), Some(open)) => known.add(open),
                (known @ None, open) => known.clone_from(open),
            }
        }
    }

    /// Functions that can fail, that clients can call, and that were not judged where they do.
    pub fn not_judged(&self) -> Vec<BodyId> {
        let is_open = |body: &BodyId| self.code.is_callable_by_clients(*body);
        let judged = |body: &BodyId| self.own.contains_key(body);
        self.code.panicking().keys().copied().filter(|body| !judged(body) && is_open(body)).collect()
    }

    /// The sums. `found` are the places of findings that runs have shown.
    pub fn sums(mut self, found: &BTreeSet<Place>) -> Answers {
        let mut answers = Answers::default();
        let not_judged = match self.is_cut_off {
            true => Cause::NotJudged,
            false => Cause::NoSubject,
        };
        for (body, risk) in self.code.panicking() {
            let known = self.own.remove(body).or_else(|| self.inner.remove(body));
            let is_call = usize::from(*risk == Risk::UnknownCalls);
            answers.functions += 1;
            answers.only_unmodelled_calls += is_call;
            let known = known.unwrap_or_else(|| Some(Open::of(not_judged.clone())));
            match known.filter(|open| !open.is_answered_by(found)) {
                None => {
                    answers.answered += 1;
                    answers.only_unmodelled_calls_answered += is_call;
                }
                Some(Open { cause, .. }) => {
                    let reason = answers.unanswered.entry(cause.to_string()).or_default();
                    reason.functions.push(self.code.program.name(*body).to_owned());
                    reason.help = cause.help().to_owned();
                }
            }
        }
        answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_answers_the_check_that_begins_there_if_it_is_the_only_open_one() {
        let place = |column: u32, end_column: u32| Place {
            file: "src/lib.rs".to_owned(),
            line: 3,
            column,
            end_line: 3,
            end_column,
        };
        let open = |checks: &[Place]| Open {
            places: Some(checks.iter().cloned().collect()),
            ..Open::of(Cause::NoAnswer)
        };
        let answered = |open: Open, found: Place| open.is_answered_by(&BTreeSet::from([found]));
        assert!(answered(open(&[place(5, 9)]), place(5, 9)), "its own finding");
        assert!(answered(open(&[place(5, 9)]), place(5, 5)), "a panic");
        assert!(!answered(open(&[place(5, 9)]), place(5, 14)), "another check's finding");
        assert!(!answered(open(&[place(5, 9)]), place(7, 7)), "a panic within it");
        assert!(!answered(open(&[place(5, 9), place(5, 14)]), place(5, 5)), "either may have panicked");
        assert!(!answered(Open::of(Cause::NoAnswer), place(5, 5)), "its places are not known");
    }
}
