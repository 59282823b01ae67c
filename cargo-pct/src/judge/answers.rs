//! What each function with checks that can fail ends with: an answer for all of them, or the reason why there is none.
//!
//! An answer is that a check cannot fail, or a finding: confirmed, documented, or potential with a fabricated state. A function that
//! clients can call is judged where they call it; one that only the crate calls, in all calls that lead to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cause::Cause;
use crate::ledger::Answers;
use crate::lower::{CrateCode, Lowered, Subject};
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
    /// It is; or why not.
    pub answer: Result<(), Cause>,
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
            let mut own = open.iter().filter(|(error, _)| {
                let failure = lowered.failure(**error);
                failure.entry == number && failure.function == name
            });
            let answer = match (hindered, own.next()) {
                (Some(obstacle), _) => Err(Cause::Obstacle(obstacle.reason.clone())),
                (None, Some((_, cause))) => Err(cause.clone()),
                (None, None) => Ok(()),
            };
            answers.push(FunctionAnswer { body, is_own: body == entry.body && is_own_of_clients, answer });
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
    /// By function, whether it is answered: where it is called by clients, and where it is called by others.
    own: BTreeMap<BodyId, Result<(), Cause>>,
    inner: BTreeMap<BodyId, Result<(), Cause>>,
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
        for FunctionAnswer { body, is_own, answer } in answers {
            let known = if *is_own { &mut self.own } else { &mut self.inner };
            let known = known.entry(*body).or_insert(Ok(()));
            if known.is_ok() {
                known.clone_from(answer);
            }
        }
    }

    /// Functions that can fail, that clients can call, and that were not judged where they do.
    pub fn not_judged(&self) -> Vec<BodyId> {
        let is_open = |body: &BodyId| self.code.is_callable_by_clients(*body);
        let judged = |body: &BodyId| self.own.contains_key(body);
        self.code.panicking().keys().copied().filter(|body| !judged(body) && is_open(body)).collect()
    }

    /// The sums.
    pub fn sums(mut self) -> Answers {
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
            match known.unwrap_or_else(|| Err(not_judged.clone())) {
                Ok(()) => {
                    answers.answered += 1;
                    answers.only_unmodelled_calls_answered += is_call;
                }
                Err(cause) => {
                    let reason = answers.unanswered.entry(cause.to_string()).or_default();
                    reason.functions.push(self.code.program.name(*body).to_owned());
                    reason.help = cause.help().to_owned();
                }
            }
        }
        answers
    }
}
