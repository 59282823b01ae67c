//! What each function with checks that can fail ends with: an answer for all of them, or the reason why there is none.
//!
//! An answer is that a check cannot fail, or a finding: confirmed, documented, or potential with a fabricated state. A function that
//! clients can call is judged where they call it; one that only the crate calls, in all calls that lead to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ledger::Answers;
use crate::lower::{CrateCode, Lowered, Subject};
use crate::symex::census::Risk;
use crate::symex::{BodyId, ErrorKind};
use crate::system::ErrorId;
use crate::verify::{Finding, Status, Verification};

/// A reason without the amounts that differ from subject to subject: reasons are counted.
fn kind_of(reason: &str) -> String {
    let is_spent = reason.starts_with("its time of ") || reason.starts_with("the budget of ");
    if is_spent { OUT_OF_TIME.to_owned() } else { reason.to_owned() }
}

/// The reason where time or solver steps were spent.
const OUT_OF_TIME: &str = "its time is up";

/// Of a function that can fail, whether it is answered in some entry's calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionAnswer {
    /// The function.
    pub body: BodyId,
    /// Whether clients call it there, and not another function of the crate.
    pub is_own: bool,
    /// It is; or why not.
    pub answer: Result<(), String>,
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
    let mut open: BTreeMap<ErrorId, String> =
        verification.checks.undecided.iter().map(|(error, reason)| (*error, kind_of(reason))).collect();
    for finding in findings.iter().filter(|finding| is_undecided(finding)) {
        open.insert(finding.error, reason(lowered, finding));
    }
    let panicking = code.panicking();
    let mut answers = Vec::new();
    for (&number, bodies) in lowered.entered() {
        let entry = &subject.entries[number];
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
                (Some(obstacle), _) => Err(obstacle.reason.clone()),
                (None, Some((_, reason))) => Err(reason.clone()),
                (None, None) => Ok(()),
            };
            answers.push(FunctionAnswer { body, is_own: body == entry.body && is_own_of_clients, answer });
        }
    }
    answers
}

/// Why a finding is none.
fn reason(lowered: &Lowered, finding: &Finding) -> String {
    let failure = lowered.failure(finding.error);
    match finding.status {
        _ if failure.kind == ErrorKind::Unmodelled => failure.message.clone(),
        Status::Undecided if finding.is_out_of_time => OUT_OF_TIME.to_owned(),
        Status::Undecided => "the solver gives no answer".to_owned(),
        _ => match lowered.error(finding.error).unknown.as_ref() {
            Some(what) if what.ends_with("()") => format!("it depends on what `{what}` gives"),
            Some(what) => format!("it depends on what is not known: {what}"),
            None => "it depends on what is not known".to_owned(),
        },
    }
}

/// Collects the answers of a crate, subject by subject.
pub struct Collected<'a> {
    code: &'a CrateCode<'a>,
    /// By function, whether it is answered: where it is called by clients, and where it is called by others.
    own: BTreeMap<BodyId, Result<(), String>>,
    inner: BTreeMap<BodyId, Result<(), String>>,
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
            true => "the time for the whole analysis is up",
            false => "no subject leads to it",
        };
        for (body, risk) in self.code.panicking() {
            let known = self.own.remove(body).or_else(|| self.inner.remove(body));
            let is_call = usize::from(*risk == Risk::UnknownCalls);
            answers.functions += 1;
            answers.only_unmodelled_calls += is_call;
            match known.unwrap_or_else(|| Err(not_judged.to_owned())) {
                Ok(()) => {
                    answers.answered += 1;
                    answers.only_unmodelled_calls_answered += is_call;
                }
                Err(reason) => {
                    answers
                        .unanswered
                        .entry(reason)
                        .or_default()
                        .push(self.code.program.name(*body).to_owned());
                }
            }
        }
        answers
    }
}
