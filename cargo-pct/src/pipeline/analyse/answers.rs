//! What each function with checks that can fail ends with: an answer for all of them, or the reason why there is none.
//!
//! An answer is that a check cannot fail, or a finding: confirmed, documented, or potential with a fabricated state. A function that
//! clients can call is judged where they call it; one that only the crate calls, in all calls that lead to it.

use std::collections::BTreeMap;

use crate::ledger::Answers;
use crate::lower::{CrateCode, Lowered, Subject};
use crate::symex::census::{Risk, panicking};
use crate::symex::{BodyId, ErrorKind};
use crate::system::ErrorId;
use crate::verify::{Status, Verification};

/// A reason without the amounts that differ from subject to subject: reasons are counted.
fn kind_of(reason: &str) -> String {
    let is_spent = reason.starts_with("its time of ") || reason.starts_with("the budget of ");
    if is_spent { OUT_OF_TIME.to_owned() } else { reason.to_owned() }
}

/// The reason where time or solver steps were spent.
const OUT_OF_TIME: &str = "its time is up";

/// Collects the answers of a crate, subject by subject.
pub(super) struct Collected<'a> {
    code: &'a CrateCode<'a>,
    panicking: BTreeMap<BodyId, Risk>,
    /// How many of them clients can call.
    open: usize,
    /// By function, whether it is answered: where it is called by clients, and where it is called by others.
    own: BTreeMap<BodyId, Result<(), String>>,
    inner: BTreeMap<BodyId, Result<(), String>>,
    /// The time was up before all subjects were judged.
    pub(super) is_cut_off: bool,
}

impl<'a> Collected<'a> {
    pub(super) fn new(code: &'a CrateCode<'a>) -> Collected<'a> {
        let panicking = panicking(code.program);
        Collected {
            code,
            open: panicking.keys().filter(|body| code.is_open(**body)).count(),
            panicking,
            own: BTreeMap::new(),
            inner: BTreeMap::new(),
            is_cut_off: false,
        }
    }

    /// Takes what is known of a subject: with one finding of each check. `is_undecided`: of a finding, that it is none, for the analysis
    /// does not know.
    pub(super) fn take(
        &mut self,
        subject: &Subject,
        lowered: &Lowered,
        verification: &Verification,
        findings: &[&crate::verify::Finding],
        is_undecided: impl Fn(&crate::verify::Finding) -> bool,
    ) {
        let mut open: BTreeMap<ErrorId, String> =
            verification.checks.open.iter().map(|(error, reason)| (*error, kind_of(reason))).collect();
        for finding in findings.iter().filter(|finding| is_undecided(finding)) {
            let failure = &lowered.failures[&finding.error];
            let reason = match finding.status {
                _ if failure.kind == ErrorKind::Unmodelled => failure.message.clone(),
                Status::Undecided if finding.is_out_of_time => OUT_OF_TIME.to_owned(),
                Status::Undecided => "the solver gives no answer".to_owned(),
                _ => match lowered.approximate_errors.get(&finding.error) {
                    Some(what) if what.ends_with("()") => format!("it depends on what `{what}` gives"),
                    Some(what) => format!("it depends on what is not known: {what}"),
                    None => "it depends on what is not known".to_owned(),
                },
            };
            open.insert(finding.error, reason);
        }
        for (&number, bodies) in &lowered.entered {
            let entry = &subject.entries[number];
            // What a trait provides is judged by itself, for all that implement the trait.
            let is_own_of_clients = self.code.is_open(entry.body) && !entry.is_provided;
            let hindered = lowered.obstacles.iter().find(|obstacle| obstacle.hinders(number));
            for &body in bodies.iter().filter(|body| self.panicking.contains_key(body)) {
                let name = self.code.program.name(body);
                let mut own = open.iter().filter(|(error, _)| {
                    let failure = &lowered.failures[error];
                    failure.entry == number && failure.function == name
                });
                let answer = match (hindered, own.next()) {
                    (Some(obstacle), _) => Err(obstacle.reason.clone()),
                    (None, Some((_, reason))) => Err(reason.clone()),
                    (None, None) => Ok(()),
                };
                let is_own = body == entry.body && is_own_of_clients;
                let known = if is_own { &mut self.own } else { &mut self.inner };
                let known = known.entry(body).or_insert(Ok(()));
                if known.is_ok() {
                    *known = answer;
                }
            }
        }
    }

    /// How many [`Collected::not_judged`] lists.
    pub(super) fn left(&self) -> usize {
        self.open - self.own.len()
    }

    /// Functions that can fail, that clients can call, and that were not judged where they do.
    pub(super) fn not_judged(&self) -> Vec<BodyId> {
        let is_open = |body: &BodyId| self.code.is_open(*body);
        let judged = |body: &BodyId| self.own.contains_key(body);
        self.panicking.keys().copied().filter(|body| !judged(body) && is_open(body)).collect()
    }

    /// The sums.
    pub(super) fn sums(mut self) -> Answers {
        let mut answers = Answers::default();
        let not_judged = match self.is_cut_off {
            true => "the time for the whole analysis is up",
            false => "no subject leads to it",
        };
        for (body, risk) in self.panicking {
            let known = self.own.remove(&body).or_else(|| self.inner.remove(&body));
            let is_call = usize::from(risk == Risk::UnknownCalls);
            answers.functions += 1;
            answers.calls_alone += is_call;
            match known.unwrap_or_else(|| Err(not_judged.to_owned())) {
                Ok(()) => {
                    answers.answered += 1;
                    answers.calls_alone_answered += is_call;
                }
                Err(reason) => {
                    answers.open.entry(reason).or_default().push(self.code.program.name(body).to_owned());
                }
            }
        }
        answers
    }
}
