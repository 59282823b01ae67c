//! What is proved and decided about the examples, from the code that `cargo pct` really builds: with probes in it.

#[path = "probes/support.rs"]
mod support;

use cargo_pct::lower::{Lowered, Probed, Subject, lower_probed};
use cargo_pct::probe::CutpointKind;
use cargo_pct::solver::Prover;
use cargo_pct::symex::{Config, probes::Probes};
use cargo_pct::verify::{
    Finding, Proof, StateVerdict, StateVerdicts, Status, Verification, VerifyConfig, decide_states, verify,
    verify_by_predicates,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use support::Example;

const BRANCHES: [CutpointKind; 5] =
    [CutpointKind::Entry, CutpointKind::Exit, CutpointKind::Loop, CutpointKind::Branch, CutpointKind::User];

/// A subject of an example, lowered.
struct Analysed {
    example: Example,
    subject: Subject,
    probed: Probed,
    lowered: Lowered,
}

impl Analysed {
    fn new(name: &str, features: &str, path: &str, probes: impl Fn(&Probed) -> Probes) -> Analysed {
        let example = Example::new(name, features);
        let subject = example.subject(path);
        let index = example.subjects.subjects.iter().position(|it| it.id.ends_with(&format!("::{path}")));
        let probed = Probed::of(&example.subjects, index.expect("the subject is annotated"));
        let config = Config { probes: Arc::new(probes(&probed)), ..Config::default() };
        let lowered = lower_probed(&example.program, &subject, &config, &probed);
        assert_eq!(lowered.obstacles, []);
        assert_eq!(lowered.rejected, []);
        if std::env::var_os("SHOW").is_some() {
            println!("{}", cargo_pct::system::print(&lowered.system));
        }
        Analysed { example, subject, probed, lowered }
    }

    fn verify(&self) -> Verification {
        verify(&self.subject, &self.lowered, &VerifyConfig::default(), &Prover::default())
    }

    fn verify_by_predicates(&self) -> Verification {
        verify_by_predicates(&self.subject, &self.lowered, &VerifyConfig::default(), &Prover::default())
    }

    fn reproduction(&self, finding: &Finding) -> Option<String> {
        let calls = finding.calls.as_ref()?;
        let name = self.example.subjects.subjects[0].id.split("::").next().expect("a path");
        let found = cargo_pct::testgen::reproduction(&self.example.program, &self.subject, calls, name)?;
        Some(found.test("it"))
    }

    /// The verdicts, when nothing is covered.
    fn states(&self) -> StateVerdicts {
        let found = self.verify();
        let limits = VerifyConfig::default().reach;
        let (covered, prover) = (BTreeSet::new(), Prover::default());
        decide_states(
            &self.subject,
            &self.lowered,
            &self.probed,
            &found.invariants,
            &covered,
            &limits,
            &prover,
        )
    }

    /// `label valuation verdict`, one line a state.
    fn table(&self) -> Vec<String> {
        let states = self.states();
        let mut lines = Vec::new();
        for (cutpoint, found) in self.probed.cutpoints.iter().zip(&states.cutpoints) {
            if let Some(reason) = &found.open {
                lines.push(format!("{} open: {reason}", cutpoint.label));
            }
            for (valuation, verdict) in &found.verdicts {
                let verdict = match verdict {
                    StateVerdict::Unreachable { .. } => "unreachable",
                    StateVerdict::Reachable { .. } => "reachable",
                    StateVerdict::Fabricated { .. } => "fabricated",
                    StateVerdict::Undecided { reason } => reason,
                };
                lines.push(format!("{} {valuation} {verdict}", cutpoint.label));
            }
        }
        lines
    }
}

fn is_proved(found: &Verification) -> bool {
    matches!(found.proof, Proof::Proved { .. }) && found.findings.is_empty()
}

#[test]
fn probes_are_no_code() {
    for (name, path) in [("bounded-stack-fixed", "BoundedStack"), ("ring-buffer", "RingBuffer")] {
        let found = Analysed::new(name, "own-predicates", path, Probed::contracts_only).verify();
        assert!(is_proved(&found), "{name}: {:?} {:?}", found.proof, found.findings);
    }
}

#[test]
fn fixed_foo_is_proved_without_predicates_for_arguments_that_meet_requires() {
    let analysed = Analysed::new("foo", "", "fixed_foo", Probed::contracts_only);
    let found = analysed.verify();
    assert!(is_proved(&found), "{:?} {:?}", found.proof, found.findings);
    let relied_on: Vec<_> = analysed.lowered.relied_on.iter().map(|it| it.condition.as_str()).collect();
    assert_eq!(relied_on, ["x < i32::MAX - 1"]);
}

#[test]
fn foo_fails_for_the_argument_3_alone() {
    let analysed = Analysed::new("foo", "", "foo", Probed::contracts_only);
    let found = analysed.verify();
    let [finding] = &found.findings[..] else { panic!("{:?}", found.findings) };
    assert_eq!(finding.status, Status::Confirmed);
    let test = analysed.reproduction(finding).expect("it can be written as Rust");
    assert!(test.contains("foo(3, "), "{test}");
}

#[test]
fn fixed_foo_is_proved_by_its_own_predicates_at_branches() {
    let analysed = Analysed::new("foo", "own-predicates", "fixed_foo", |it| it.cutting(&BRANCHES));
    let found = analysed.verify_by_predicates();
    assert!(is_proved(&found), "{:?} {:?}", found.proof, found.findings);
}

#[test]
fn coarse_predicates_leave_fixed_foo_potential() {
    let analysed = Analysed::new("foo", "coarse-predicates", "fixed_foo", |it| it.cutting(&BRANCHES));
    let found = analysed.verify_by_predicates();
    let statuses: Vec<_> = found.findings.iter().map(|finding| finding.status).collect();
    assert_eq!(statuses, [Status::Potential], "{:?}", found.findings);
    assert!(matches!(found.proof, Proof::NotProved { .. }));
}

#[test]
fn bakery_is_mutually_exclusive_by_its_own_predicates() {
    let analysed = Analysed::new("bakery", "own-predicates", "Bakery", |it| it.cutting(&[]));
    assert!(analysed.lowered.failures.values().any(|failure| failure.kind.name() == "invariant"));
    let found = analysed.verify_by_predicates();
    assert!(is_proved(&found), "{:?} {:?}", found.proof, found.findings);
}

#[test]
fn counter500_is_found_without_walking_there() {
    for features in ["", "own-predicates"] {
        let analysed = Analysed::new("counter500", features, "Counter", |it| it.cutting(&[]));
        let found = if features.is_empty() { analysed.verify() } else { analysed.verify_by_predicates() };
        assert!(found.findings.iter().any(|it| it.status == Status::Potential), "{:?}", found.findings);
        assert!(found.executed_segments < 500, "{}", found.executed_segments);
    }
}

#[test]
fn states_of_fixed_foo() {
    let analysed = Analysed::new("foo", "own-predicates", "fixed_foo", Probed::observing);
    println!("{}", analysed.table().join("\n"));
}

#[test]
fn states_of_the_stack() {
    let analysed = Analysed::new("bounded-stack-fixed", "own-predicates", "BoundedStack", Probed::observing);
    println!("{}", analysed.table().join("\n"));
}

#[test]
fn states_of_bakery() {
    let analysed = Analysed::new("bakery", "own-predicates", "Bakery", Probed::observing);
    println!("{}", analysed.table().join("\n"));
}
