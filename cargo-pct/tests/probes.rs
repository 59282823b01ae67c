//! What is proved and decided about the examples, from the code that `cargo pct` really builds: with probes in it.

#[path = "probes/support.rs"]
mod support;

use cargo_pct::judge::{Judgement, judge};
use cargo_pct::lower::{Probed, Subject};
use cargo_pct::probe::{CutpointId, StateKey};
use cargo_pct::solver::Prover;
use cargo_pct::testgen::Bounds;
use cargo_pct::verify::{AT_BRANCHES, Finding, Proof, ProofPredicates, StateVerdict, Status, VerifyConfig};
use std::collections::{BTreeMap, BTreeSet};
use support::Example;

/// The user's predicates alone, between calls and at loop heads.
const USER: ProofPredicates = ProofPredicates::User(&[]);
const USER_AT_BRANCHES: ProofPredicates = ProofPredicates::User(AT_BRANCHES);

/// A subject of an example, and what is known of it.
struct Judged {
    example: Example,
    subject: Subject,
    probed: Probed,
    covered: BTreeSet<StateKey>,
    judgement: Judgement,
}

impl Judged {
    fn new(name: &str, features: &str, path: &str, predicates: ProofPredicates) -> Judged {
        Judged::of(Example::new(name, features), path, predicates)
    }

    fn of(example: Example, path: &str, predicates: ProofPredicates) -> Judged {
        let subject = example.subject(path);
        let index = example.subjects.subjects.iter().position(|it| it.id.ends_with(&format!("::{path}")));
        let index = index.expect("the subject is annotated");
        let probed = Probed::all(&example.subjects).swap_remove(index);
        let seen = example.run.seen.keys().filter_map(|(site, valuation)| {
            let (subject, cutpoint) = example.subjects.cutpoints.get(site)?;
            let counted = example.subjects.subjects[*subject].cutpoints[*cutpoint].counted(*valuation);
            let counted = counted.expect("the probe evaluates what its record says");
            (*subject == index).then_some((*cutpoint, counted))
        });
        let covered = seen.collect();
        let (config, prover) = (VerifyConfig::default(), Prover::default());
        let judgement = judge(&example.program, &subject, &probed, predicates, &covered, &config, &prover);
        Judged { example, subject, probed, covered, judgement }
    }

    fn is_proved(&self) -> bool {
        let found = &self.judgement.verification;
        matches!(found.proof, Proof::Proved { .. }) && found.findings.is_empty()
    }

    fn statuses(&self) -> Vec<Status> {
        self.judgement.verification.findings.iter().map(|finding| finding.status).collect()
    }

    fn reproduction(&self, finding: &Finding) -> Option<String> {
        let calls = finding.calls.as_ref()?;
        let name = self.example.subjects.subjects[0].id.split("::").next().expect("a path");
        let found =
            cargo_pct::testgen::reproduction(&self.example.program, &self.subject, calls, name, Bounds::Met)
                .ok()?;
        Some(found.test("it"))
    }

    fn cutpoint(&self, label: &str) -> CutpointId {
        self.probed.cutpoints.iter().find(|(_, it)| it.label == label).expect(label).0
    }

    /// The valuations of a cutpoint with this verdict, by its label.
    fn states(&self, label: &str, wanted: &str) -> Vec<String> {
        let found = &self.judgement.states.cutpoints[self.cutpoint(label)];
        assert_eq!(found.undecided_reason, None);
        let verdicts = found.verdicts.iter().filter(|(_, verdict)| word(verdict) == wanted);
        verdicts.map(|(valuation, _)| valuation.to_string()).collect()
    }

    /// How many states there are of each verdict, and why some have none.
    fn summary(&self) -> (BTreeMap<&'static str, usize>, BTreeSet<String>) {
        let (mut counts, mut open) = (BTreeMap::new(), BTreeSet::new());
        for found in self.judgement.states.cutpoints.values() {
            found.verdicts.values().for_each(|verdict| *counts.entry(word(verdict)).or_insert(0) += 1);
            open.extend(found.undecided_reason.as_ref().map(ToString::to_string));
        }
        (counts, open)
    }
}

fn word(verdict: &StateVerdict) -> &'static str {
    match verdict {
        StateVerdict::Unreachable { .. } => "unreachable",
        StateVerdict::Reachable { .. } => "reachable",
        StateVerdict::Fabricated { .. } => "fabricated",
        StateVerdict::Undecided { .. } => "undecided",
    }
}

#[test]
fn probes_are_no_code() {
    for (name, path) in [("bounded-stack-fixed", "BoundedStack"), ("ring-buffer", "RingBuffer")] {
        let judged = Judged::new(name, "own-predicates", path, ProofPredicates::All);
        assert!(judged.is_proved(), "{name}: {:?}", judged.judgement.verification);
        assert_eq!(judged.judgement.lowered.rejected(), []);
    }
}

#[test]
fn fixed_foo_is_proved_without_predicates_for_arguments_that_meet_requires() {
    let judged = Judged::new("foo", "", "fixed_foo", ProofPredicates::All);
    assert!(judged.is_proved(), "{:?}", judged.judgement.verification);
    let relied_on = judged.judgement.lowered.relied_on().iter().map(|it| it.condition.as_str());
    assert_eq!(relied_on.collect::<Vec<_>>(), ["x < i32::MAX - 1"]);
}

#[test]
fn foo_fails_for_the_argument_3_alone() {
    let judged = Judged::new("foo", "", "foo", ProofPredicates::All);
    let [finding] = &judged.judgement.verification.findings[..] else { panic!("one finding") };
    assert_eq!(finding.status, Status::Confirmed);
    let test = judged.reproduction(finding).expect("it can be written as Rust");
    assert!(test.contains("foo(3, "), "{test}");
}

#[test]
fn fixed_foo_is_proved_by_its_own_predicates_at_branches() {
    let judged = Judged::new("foo", "own-predicates", "fixed_foo", USER_AT_BRANCHES);
    assert!(judged.is_proved(), "{:?}", judged.judgement.verification);
}

#[test]
fn coarse_predicates_leave_fixed_foo_potential() {
    let judged = Judged::new("foo", "coarse-predicates", "fixed_foo", USER_AT_BRANCHES);
    assert_eq!(judged.statuses(), [Status::Potential], "{:?}", judged.judgement.verification);
    assert!(matches!(judged.judgement.verification.proof, Proof::NotProved { .. }));
}

#[test]
fn bakery_is_mutually_exclusive_by_its_own_predicates() {
    let judged = Judged::new("bakery", "own-predicates", "Bakery", USER);
    let failures = judged.judgement.lowered.errors().values().map(|error| &error.failure);
    assert!(failures.map(|failure| failure.kind.name()).any(|kind| kind == "invariant"));
    assert!(judged.is_proved(), "{:?}", judged.judgement.verification);
    // The paper: sixteen abstract states, fourteen of them reachable.
    let object = judged.judgement.lowered.object().expect("there are objects");
    let predicates = &judged.judgement.lowered.system().locations[object].predicates;
    assert_eq!(predicates.len(), 10);
    let (reachable, fabricated) =
        (judged.states("enter1:entry", "reachable"), judged.states("enter1:entry", "fabricated"));
    assert_eq!(reachable.len(), 14, "{reachable:?}");
    assert_eq!(fabricated.len(), 2, "{fabricated:?}");
}

#[test]
fn counter500_is_found_without_walking_there() {
    for (features, predicates) in [("", ProofPredicates::All), ("own-predicates", USER)] {
        let judged = Judged::new("counter500", features, "Counter", predicates);
        // A walk that costs no query confirms it afterwards.
        assert_eq!(judged.statuses(), [Status::Confirmed]);
        let executed = judged.judgement.verification.executed_segments;
        assert!(executed < 500, "{executed}");
    }
}

#[test]
fn every_state_of_the_stack_is_decided() {
    let judged = Judged::new("bounded-stack-fixed", "own-predicates", "BoundedStack", ProofPredicates::All);
    let (counts, open) = judged.summary();
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), ["reachable", "unreachable"]);
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn dead_code_is_unreachable_and_a_third_state_of_foo_is_not() {
    let judged = Judged::new("foo", "own-predicates", "fixed_foo", ProofPredicates::All);
    // Nothing ever points to `y`.
    assert_eq!(judged.states("fixed_foo:E", "unreachable").len(), 4);
    // The paper: after the repair Hff is really reachable, Fff is not.
    assert!(judged.states("fixed_foo:H", "reachable").contains(&"FF".to_owned()));
    assert!(judged.states("fixed_foo:F", "unreachable").contains(&"FF".to_owned()));
}

#[test]
fn no_state_that_a_test_covers_is_called_unreachable() {
    let examples = [
        ("bakery", "Bakery"),
        ("bounded-stack", "BoundedStack"),
        ("bounded-stack-fixed", "BoundedStack"),
        ("counter500", "Counter"),
        ("foo", "foo"),
        ("foo", "fixed_foo"),
        ("ring-buffer", "RingBuffer"),
    ];
    for ((name, path), features) in
        examples.iter().flat_map(|it| ["own-predicates", ""].map(|features| (it, features)))
    {
        let example = Example::of(&format!("examples/{name}"), features, true);
        let judged = Judged::of(example, path, ProofPredicates::All);
        assert!(judged.covered.len() > 5, "{name}: the tests cover {:?}", judged.covered);
        for (cutpoint, valuation) in &judged.covered {
            let found = &judged.judgement.states.cutpoints[*cutpoint];
            let verdict = found.verdicts.get(valuation);
            let label = &judged.probed.cutpoints[*cutpoint].label;
            assert!(verdict.is_none(), "{name}: {label} {valuation} is covered and {verdict:?}");
            let feasible = found.feasible.as_ref().expect("it is known");
            assert!(!feasible.is_empty(), "{name}: {label}");
        }
        let (counts, open) = judged.summary();
        assert!(counts["unreachable"] > 0 && open.is_empty(), "{name}: {counts:?} {open:?}");
    }
}

/// A function or class of the fixture `contracts`.
fn contracts(path: &str) -> Judged {
    let example = Example::of("tests/fixtures/contracts", "", true);
    let judged = Judged::of(example, path, ProofPredicates::All);
    for (cutpoint, valuation) in &judged.covered {
        let verdict = judged.judgement.states.cutpoints[*cutpoint].verdicts.get(valuation);
        assert!(verdict.is_none(), "{path}: {valuation} is covered and {verdict:?}");
    }
    judged
}

fn messages(judged: &Judged) -> Vec<&str> {
    let found = judged.judgement.verification.findings.iter();
    found.map(|finding| judged.judgement.lowered.failure(finding.error).message.as_str()).collect()
}

#[test]
fn a_documented_panic_is_no_finding_and_another_one_is() {
    let judged = contracts("documented");
    assert_eq!(messages(&judged), ["not seven"]);
    let documented = judged.judgement.lowered.documented().iter().map(|it| it.message.as_str());
    assert_eq!(documented.collect::<Vec<_>>(), ["not zero"]);
}

#[test]
fn a_permission_covers_its_kind_and_is_stale_where_nothing_needs_it() {
    let allowed = contracts("allowed");
    assert!(allowed.is_proved());
    let needed = allowed.judgement.needed_permissions.iter().map(|it| it.function.as_str());
    assert_eq!(needed.collect::<Vec<_>>(), ["contracts::allowed"]);
    assert!(contracts("stale").judgement.needed_permissions.is_empty());
}

#[test]
fn what_is_assumed_holds_from_there_on() {
    let judged = contracts("assumed");
    // `n + 1` may overflow before, `m + n` cannot after.
    assert_eq!(messages(&judged), ["attempt to add with overflow"]);
    assert_eq!(judged.judgement.lowered.relied_on().len(), 1);
}

#[test]
fn a_precondition_is_not_taken_for_granted_inside_other_code() {
    let judged = contracts("careless");
    let expected = ["a precondition of positive does not hold", "attempt to divide by zero"];
    assert_eq!(messages(&judged), expected);
    assert!(judged.judgement.lowered.relied_on().is_empty());
}

#[test]
fn a_predicate_that_would_panic_is_false() {
    let judged = contracts("guarded");
    let unreachable = judged.states("guarded:cut", "unreachable");
    // Second but not first is possible; long and yet neither holds too.
    assert!(unreachable.is_empty(), "{unreachable:?}");
    assert!(judged.states("guarded:cut", "reachable").contains(&"FTF".to_owned()));
}

#[test]
fn a_predicate_that_changes_the_state_is_rejected_with_the_reason() {
    let judged = contracts("watched");
    let found = &judged.judgement.states.cutpoints[judged.cutpoint("watched:cut")];
    assert!(found.verdicts.is_empty(), "{:?}", found.verdicts);
    let reason = found.undecided_reason.as_ref().expect("there is a reason").to_string();
    assert!(reason.starts_with("a predicate is not understood: "), "{reason}");
}

#[test]
fn a_state_that_only_recursion_reaches_is_not_excluded() {
    let judged = contracts("recursive");
    assert!(judged.covered.len() >= 2);
    assert!(judged.is_proved());
    assert!(judged.states("recursive:entry", "unreachable").is_empty());
}

#[test]
fn a_precondition_is_not_taken_for_granted_of_calls_within_calls() {
    let judged = contracts("inconsistent");
    assert_eq!(messages(&judged), ["attempt to subtract with overflow"]);
    assert_eq!(judged.statuses(), [Status::Confirmed]);
    assert!(judged.states("inconsistent:entry", "unreachable").is_empty());
}

#[test]
fn a_broken_invariant_is_found_with_the_calls_that_break_it() {
    let judged = contracts("Even");
    let failure = |finding: &Finding| judged.judgement.lowered.failure(finding.error);
    let findings = &judged.judgement.verification.findings;
    assert!(findings.iter().all(|finding| failure(finding).kind.name() == "invariant"), "{findings:?}");
    let odd = findings.iter().find(|finding| failure(finding).function == "Even::odd").expect("it breaks it");
    assert_eq!(odd.status, Status::Confirmed);
    let calls = odd.calls.as_ref().expect("it is real");
    assert_eq!(calls.calls.len(), 7, "new, five times up, odd");
}

/// A subject of the fixture `alone`, none of whose states that tests are seen in is excluded.
fn alone(path: &str) -> Judged {
    let example = Example::of("tests/fixtures/alone", "", true);
    let judged = Judged::of(example, path, ProofPredicates::All);
    assert!(!judged.covered.is_empty(), "{path}");
    for (cutpoint, valuation) in &judged.covered {
        let found = &judged.judgement.states.cutpoints[*cutpoint];
        let label = &judged.probed.cutpoints[*cutpoint].label;
        let verdict = found.verdicts.get(valuation);
        assert!(verdict.is_none(), "{path}: {label} {valuation} is covered and {verdict:?}");
        let is_other = found.others.as_ref().is_some_and(|others| !others.except.contains(valuation));
        assert!(!is_other, "{path}: {label} {valuation}");
    }
    judged
}

/// What is excluded at a cutpoint, whether or not something stands in the way of deciding all of its states.
fn excluded(judged: &Judged, label: &str) -> Vec<String> {
    let verdicts = &judged.judgement.states.cutpoints[judged.cutpoint(label)].verdicts;
    let excluded = verdicts.iter().filter(|(_, verdict)| word(verdict) == "unreachable");
    let mut excluded: Vec<String> = excluded.map(|(valuation, _)| valuation.to_string()).collect();
    excluded.sort();
    excluded
}

#[test]
fn what_a_function_excludes_for_any_object_is_excluded_whatever_stands_in_the_way() {
    let gauge = alone("Gauge");
    assert!(!gauge.judgement.lowered.obstacles().is_empty());
    let excluded = |label| excluded(&gauge, label);
    assert_eq!(excluded("raise:raised"), ["FF", "TF"]);
    assert_eq!(excluded("raise:left"), ["FT", "TT"]);
    assert_eq!(excluded("inner:many"), ["F"]);
    // What is not followed comes behind, and then it is in front.
    assert_eq!(excluded("split:before"), ["FF", "FT", "TF"]);
    assert!(excluded("split:behind").is_empty());
    assert!(excluded("again:in front").is_empty());
}

#[test]
fn a_function_that_formatting_runs_is_decided_alone() {
    assert_eq!(excluded(&alone("Shown"), "fmt:big"), ["F"]);
}

#[test]
fn what_changes_through_shared_references_excludes_nothing() {
    let shared = alone("Shared");
    assert!(excluded(&shared, "both:set").is_empty() && excluded(&shared, "calling:called").is_empty());
}

#[test]
fn impls_for_types_of_others_are_judged_by_their_functions() {
    assert_eq!(excluded(&alone("bool"), "width:yes"), ["F"]);
    assert!(!excluded(&alone("u16"), "width:wide").contains(&"T".to_owned()));
    // The same text, but no number of this type is so wide.
    assert_eq!(excluded(&alone("u8"), "width:wide"), ["F", "T"]);
}
