//! One verdict with evidence for every abstract state.
//!
//! An abstract state is a cutpoint with the truth values of its predicates. Measuring opens the ledger: states that a
//! test was seen in are *covered*, all others *undecided*. The analysis only adds: it decides undecided states, fills
//! in bounds and proofs, and enters findings. What is counted, and how, is in [`counts`].
//!
//! Input: the [`Subjects`] of a build and what its tests saw. Output: the [`Ledger`], ordered, from which every report
//! is made. A state is never *covered* without the name of a test, and never *unreachable* without a proof.

pub mod counts;
mod extent;
mod findings;
mod gaps;
mod generated;
mod undecided;

use std::collections::{BTreeMap, BTreeSet};

pub use counts::Counts;
pub use extent::Extent;
#[cfg(test)]
pub(crate) use findings::tests as tests_of_findings;
pub use findings::{
    Assumption, Check, Ending, Fabricated, Failing, Finding, FindingStatus, Invariant, Literals, Opaque,
    Replay, Runner, failing_checks,
};
pub use gaps::{CutpointKey, Gap, GapName, LISTED};
pub use generated::GeneratedTest;
pub use undecided::Reason;

use crate::abstraction::Feasible;
use crate::build::Annotated;
use crate::drive::Driven;
use crate::ids::PrimaryMap;
use crate::native::white_box::WhiteBox;
use crate::native::{TestResult, TestRun};
use crate::probe::{self, Contract, ContractKind, CutpointId, StateKey, Subjects};
use crate::symex::census::Census;
use crate::verify::SubjectBounds;

/// Functions with checks that can fail, and how many have an answer for each: it cannot fail, or a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Answers {
    /// The functions.
    pub functions: usize,
    /// Those of them with an answer for each check.
    pub answered: usize,
    /// Those of the functions in which nothing can fail but calls without a model.
    pub only_unmodelled_calls: usize,
    /// Those of these with an answer.
    pub only_unmodelled_calls_answered: usize,
    /// The other functions, by the reason why they have no answer.
    pub unanswered: BTreeMap<String, Unanswered>,
}

/// Functions without an answer, for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Unanswered {
    /// Their names.
    pub functions: Vec<String>,
    /// Advice for the user, in words.
    pub help: String,
}

impl Answers {
    /// Adds another crate's.
    pub fn add(&mut self, other: Answers) {
        self.functions += other.functions;
        self.answered += other.answered;
        self.only_unmodelled_calls += other.only_unmodelled_calls;
        self.only_unmodelled_calls_answered += other.only_unmodelled_calls_answered;
        for (reason, Unanswered { functions, help }) in other.unanswered {
            let known = self.unanswered.entry(reason).or_default();
            known.functions.extend(functions);
            known.help = help;
        }
    }
}

/// All that is known after a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Sorted by id.
    pub subjects: Vec<Subject>,
    /// Results of the tests, sorted by name.
    pub tests: Vec<TestResult>,
    /// How many of them are those of earlier runs.
    pub remembered_tests: usize,
    /// Rustc's diagnostics about tests that do not build.
    pub unbuilt_tests: Vec<String>,
    /// Tests that were generated for states which no test was seen in.
    pub generated: Vec<GeneratedTest>,
    /// Functions that the analysis could not read, and over-approximates.
    pub opaque: Vec<Opaque>,
    /// The solver's work: queries, and milliseconds.
    pub solver: (u64, u64),
    /// Subjects whose results are remembered from earlier runs.
    pub remembered: usize,
    /// How much of the code is understood.
    pub census: Census,
    /// The answers for the functions with checks that can fail.
    pub answers: Answers,
    /// The items that `--auto` annotated.
    pub annotated: Option<Annotated>,
    /// The results of random calls of public functions, if they were asked for.
    pub driven: Option<Driven>,
    /// How much was explored, if anything was.
    pub explored: Option<Extent>,
    /// Warnings for the user, in words.
    pub warnings: Vec<String>,
    /// The subjects that are undecided because the run ended early.
    pub incomplete: Option<Incomplete>,
    /// Where this program contradicts itself: what it says about these cannot be trusted, and the run fails as a defect of
    /// ours.
    pub defects: Vec<String>,
}

/// The subjects that a run left undecided because it ended early.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Incomplete {
    /// Why it ended.
    pub reason: String,
    /// The ids of the subjects of which more may be found out.
    pub subjects: Vec<String>,
}

/// A subject, and what is known about its states.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The predicates and cutpoints that can be observed.
    pub probed: probe::Subject,
    /// For each cutpoint the valuations that some concrete state has; `None` until a solver has listed
    /// them, and then every valuation counts (over-approximates, so a percentage is never too high).
    pub feasible: PrimaryMap<CutpointId, Option<Feasible>>,
    /// For each cutpoint, why states of it that no test has seen could not be decided, if deciding was tried.
    pub undecided_reasons: PrimaryMap<CutpointId, Option<Reason>>,
    /// States that were seen or decided. One that is absent was never seen, and is undecided unless `others` says more.
    pub states: BTreeMap<StateKey, State>,
    /// For each cutpoint a verdict about all feasible states together that are absent from `states`, where they are very many.
    pub others: PrimaryMap<CutpointId, Option<Verdict>>,
    /// Bounds of the states that are reached, where they were asked for.
    pub bounds: Option<SubjectBounds>,
    /// The results about the class invariant, or the function.
    pub proof: Proof,
    /// How many made-up calls of its functions have not contradicted it.
    pub challenges: u64,
    /// True if the tests alone reach every state of the invariant; `None` until that is analysed.
    pub adequate: Option<bool>,
    /// States that the solver made and a runner executed, in that order.
    pub fabricated: Vec<Fabricated>,
    /// How many states the solver made for the proof.
    pub made_states: usize,
    /// Conditions that hold between calls, as Rust.
    pub invariants: Vec<Invariant>,
    /// Ways to failures and possible failures. Ways of several subjects may lead to one check ([`failing_checks`]).
    pub findings: Vec<Finding>,
    /// The assumptions of the proof besides the standing ones.
    pub assumptions: Vec<Assumption>,
    /// What was not run natively on fabricated states, a function or the type as a whole, and why.
    pub not_run: Vec<(String, String)>,
    /// Calls that the compiled code and the interpreter both made, with the same result.
    pub compared_runs: usize,
}

/// The verdict about an abstract state, with more that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The verdict with its evidence.
    pub verdict: Verdict,
    /// True if only white-box tests saw it.
    pub white_box: bool,
}

/// A verdict about an abstract state, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Verdict {
    /// These tests were seen in it.
    Covered {
        /// Their names.
        tests: BTreeSet<String>,
    },
    /// A test that reaches it was generated and run.
    Reachable {
        /// Its number among [`Ledger::generated`].
        test: usize,
    },
    /// Nothing reaches it.
    Unreachable {
        /// The predicates of the invariant that excludes it, as Rust.
        predicates: Vec<String>,
    },
    /// A concrete state was fabricated in it; it is not known whether clients can produce one.
    Fabricated {
        /// Its values, by name, as Rust literals.
        state: BTreeMap<String, String>,
    },
    /// Nothing is known, for this reason.
    Undecided {
        /// Why, and what can be done about it.
        reason: Reason,
    },
}

/// The proof about a subject.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Proof {
    /// No analysis was made.
    #[default]
    NotAnalysed,
    /// Every error edge is closed, for this scope.
    Proved {
        /// `every client`, or for a function `arguments meeting requires`.
        scope: String,
    },
    /// The same, if the listed assumptions hold.
    ProvedUnderAssumptions {
        /// As above.
        scope: String,
    },
    /// There is no proof.
    NotProved {
        /// Why.
        reason: String,
    },
}

/// Opens the ledger with what the tests saw. `is_selected` says which subjects are asked for, by id.
pub fn open(
    subjects: &Subjects,
    run: &TestRun,
    white_box: &WhiteBox,
    is_selected: &dyn Fn(&str) -> bool,
) -> Ledger {
    let mut all: Vec<Subject> = subjects.subjects.iter().map(Subject::new).collect();
    let mut warnings = Vec::new();
    for ((site, valuation), tests) in &run.seen {
        let Some(&(subject, cutpoint)) = subjects.cutpoints.get(site) else { continue };
        let Some(subject) = all.get_mut(subject) else { continue };
        let at = &subject.probed.cutpoints[cutpoint];
        match at.counted(*valuation) {
            Some(valuation) => subject.cover((cutpoint, valuation), tests, white_box),
            None => warnings.push(format!(
                "{}: {} predicates were observed where the build has {}",
                at.label,
                valuation.len(),
                at.evaluated
            )),
        }
    }
    warnings.extend(violated(&subjects.contracts, run));
    let torn = run.torn.iter().map(|test| format!("{test}: killed while it wrote its last observation"));
    warnings.extend(torn);
    warnings.dedup();
    all.retain(|subject| is_selected(&subject.probed.id));
    Ledger {
        subjects: all,
        tests: run.results.clone(),
        remembered_tests: run.remembered,
        warnings,
        ..Ledger::default()
    }
}

/// Preconditions that tests violate: such a test says nothing about the function.
fn violated(contracts: &BTreeMap<pct_wire::Id, Contract>, run: &TestRun) -> Vec<String> {
    let mut warnings = Vec::new();
    for (id, contract) in contracts {
        let Some(tests) = run.conditions.get(&(*id, false)) else { continue };
        let what = match contract.kind {
            ContractKind::Requires => "requires",
            ContractKind::Assume => "assumes",
            ContractKind::Panics | ContractKind::Allow => continue,
        };
        let Contract { condition, function, place, .. } = contract;
        let tests = tests.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        warnings.push(format!(
            "{}:{}: {function} {what} `{condition}`, and {tests} violates it",
            place.file, place.line
        ));
    }
    warnings
}

impl Subject {
    /// A subject of which nothing is known.
    pub fn new(probed: &probe::Subject) -> Subject {
        Subject {
            probed: probed.clone(),
            feasible: probed.cutpoints.keys().map(|_| None).collect(),
            undecided_reasons: probed.cutpoints.keys().map(|_| None).collect(),
            states: BTreeMap::new(),
            others: probed.cutpoints.keys().map(|_| None).collect(),
            bounds: None,
            proof: Proof::default(),
            challenges: 0,
            adequate: None,
            fabricated: Vec::new(),
            made_states: 0,
            invariants: Vec::new(),
            findings: Vec::new(),
            assumptions: Vec::new(),
            not_run: Vec::new(),
            compared_runs: 0,
        }
    }

    /// Notes that tests were seen in a state. It is white-box as long as all of them are.
    fn cover(&mut self, key: StateKey, tests: &BTreeSet<String>, white_box: &WhiteBox) {
        let mut all = tests.clone();
        if let Some(State { verdict: Verdict::Covered { tests }, .. }) = self.states.get(&key) {
            all.extend(tests.iter().cloned());
        }
        let white_box = all.iter().all(|test| white_box.is(&self.probed.id, test));
        self.states.insert(key, State { white_box, ..State::new(Verdict::Covered { tests: all }) });
    }

    /// Whether the tests reach every state that anything reaches: not if one is reachable or was fabricated, and unknown as long
    /// as one is undecided.
    pub fn adequacy(&self) -> Option<bool> {
        let is_beyond =
            |state: &State| matches!(state.verdict, Verdict::Reachable { .. } | Verdict::Fabricated { .. });
        match self.states.values().any(is_beyond) {
            true => Some(false),
            false => (self.counts().undecided() == 0).then_some(true),
        }
    }
}

impl State {
    /// A state with a verdict and no bounds.
    pub fn new(verdict: Verdict) -> State {
        State { verdict, white_box: false }
    }
}

impl Ledger {
    /// Tests that did not pass.
    pub fn failures(&self) -> impl Iterator<Item = &TestResult> {
        self.tests.iter().filter(|test| test.failure.is_some())
    }

    /// The checks that fail or may fail, in the order of the source.
    pub fn failing_checks(&self) -> Vec<Failing<'_>> {
        let subjects = self.subjects.iter().enumerate();
        failing_checks(
            subjects.flat_map(|(number, subject)| subject.findings.iter().map(move |it| (number, it))),
        )
    }

    /// The counts of all subjects together.
    pub fn totals(&self) -> Counts {
        self.subjects.iter().map(Subject::counts).sum()
    }
}
