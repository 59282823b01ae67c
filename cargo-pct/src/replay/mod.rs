//! Findings and fabricated states, run: by the compiled code where that can do no harm, else by the interpreter.
//!
//! Input: a verified subject, and the hidden drivers of its crate. Output: [`Replays`]: what each finding did when it was
//! run, what fabricated states reached, which functions were not run natively and why, and where the two runners, or
//! a run and its finding, do not agree. The last are defects of ours: what they concern is not to be trusted.
//!
//! Nothing here proves anything: what a fabricated object did is a sample, and clients may be unable to make that object.

mod agree;
mod calls;
mod end;
mod findings;
mod interpreter;
mod objects;

pub(crate) use agree::{COMPUTED, fits, may_agree, told};

use std::collections::{BTreeMap, BTreeSet};

use pct_wire::{Id, Valuation};

use crate::ledger::{Ending, Literals, Replay};
use crate::lower::{EntryId, Lowered, Subject, SubjectKind, contained_objects};
use crate::mir::Type;
use crate::native::NativeError;
use crate::native::driver::Drivers;
use crate::native::effects;
use crate::solver::Prover;
use crate::symex::Program;
use crate::symex::types::scalar_sort;
use crate::system::ErrorId;
use crate::term::{Assignment, Form};
use crate::verify::{Call, CallSequence, Verification};

/// What is needed to run a subject.
pub struct Replayer<'a> {
    /// The code.
    pub program: &'a Program,
    /// The class or function.
    pub subject: &'a Subject,
    /// Its system.
    pub lowered: &'a Lowered,
    /// The hidden tests of its crate.
    pub drivers: &'a Drivers<'a>,
    /// For arguments that make a state fail.
    pub prover: &'a Prover,
    /// Whether effects are allowed on fabricated states.
    pub allow_effects: bool,
    /// Why objects of the class cannot be made, if the attribute already saw it.
    pub not_fabricable: Option<&'a str>,
}

/// What came of it.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Replays {
    /// What each finding did, by its error.
    pub findings: BTreeMap<ErrorId, Replay>,
    /// The arguments with which each finding's call fails, by its error; and whatever else the solver chose in that call. Reports are made of them at
    /// once.
    #[serde(skip)]
    pub arguments: BTreeMap<ErrorId, Assignment>,
    /// Where the compiled code of a finding's calls shows it, how that ended. No object is fabricated for these.
    pub calls: BTreeMap<ErrorId, Replay>,
    /// Fabricated objects on which a method was called natively, in that order.
    pub fabricated: Vec<FabricatedRun>,
    /// What was not run natively, and why: functions, or the class as a whole.
    pub not_run: BTreeSet<(String, String)>,
    /// Where the runners, or a run and its finding, do not agree, in words.
    pub defects: Vec<String>,
    /// Calls that both runners made and that were compared.
    pub compared: usize,
}

/// One native call on a fabricated object.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct FabricatedRun {
    /// The cutpoint at the method's entry, if it has one.
    pub entry: Option<Id>,
    /// The object's fields.
    pub state: Literals,
    /// How it ended.
    pub outcome: Ending,
    /// The abstract states that the probes saw.
    pub seen: BTreeSet<(Id, Valuation)>,
}

impl Replayer<'_> {
    /// Runs a subject's findings and fabricated objects.
    pub fn run(&self, verification: &Verification) -> Result<Replays, NativeError> {
        let mut session = Session::new(self);
        if let Some(reason) = self.not_fabricable {
            session.out.not_run.insert((self.subject.id.clone(), format!("not fabricable: {reason}")));
        }
        session.findings(&verification.findings)?;
        session.fabricated(verification)?;
        session.out.defects.sort();
        session.out.defects.dedup();
        Ok(session.out)
    }
}

/// Whether the arguments alone decide what calls do: nothing else was chosen for them, and clients have no choice of what becomes of the results
/// in front of the last call, nor of the object, where others of its class may lie in it.
pub fn is_determined(program: &Program, subject: &Subject, calls: &CallSequence) -> bool {
    let may_contain_own_class = match &subject.kind {
        SubjectKind::Type(ty) => contained_objects::may_contain_own_class(program, ty),
        SubjectKind::Function => false,
    };
    let is_of = |call: &Call| interpreter::is_of_parameters(&subject.entries[call.entry], &call.inputs);
    !may_contain_own_class && calls.calls.iter().all(is_of) && has_plain_results(subject, calls)
}

/// Whether the calls in front of the last one return numbers or nothing, so that nothing can come of that, and none is the end of something, or
/// of something that only leads to the object.
fn has_plain_results(subject: &Subject, calls: &CallSequence) -> bool {
    let Some((_, others)) = calls.calls.split_last() else { return true };
    others.iter().map(|call| &subject.entries[call.entry]).all(|entry| {
        let Some(object) = &entry.object else { return true };
        let is_plain = entry.result == Type::Tuple(Vec::new()) || scalar_sort(&entry.result).is_some();
        is_plain && !entry.is_drop && matches!(object.form(), Form::Word)
    })
}

struct Session<'r, 'a> {
    replayer: &'r Replayer<'a>,
    /// By the entry's number: whether it may run natively.
    hazards: BTreeMap<EntryId, bool>,
    /// Requests made so far.
    requests: u64,
    out: Replays,
}

impl<'r, 'a> Session<'r, 'a> {
    fn new(replayer: &'r Replayer<'a>) -> Session<'r, 'a> {
        Session { replayer, hazards: BTreeMap::new(), requests: 0, out: Replays::default() }
    }

    /// Whether an entry may run natively; if not, that is recorded with the reason.
    fn may_run(&mut self, index: EntryId) -> bool {
        let Replayer { program, subject, allow_effects, .. } = *self.replayer;
        if let Some(known) = self.hazards.get(&index) {
            return *known;
        }
        let entry = &subject.entries[index];
        let hazard = effects::hazard(program, subject, entry, allow_effects);
        self.hazards.insert(index, hazard.is_none());
        if let Some(hazard) = &hazard {
            self.out.not_run.insert((entry.name.clone(), hazard.to_string()));
        }
        hazard.is_none()
    }
}
