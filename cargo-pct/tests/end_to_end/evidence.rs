//! Kinds 5, 6 and 7: evidence belongs to its finding, what no run shows is not confirmed, and what a test shows is reported. The tests of the
//! fixture are native evidence that all of it happens.

use serde_json::Value;

use crate::support::{Fixture, Run};

/// A run of the fixture, in which nothing contradicts anything, and all tests end as they should.
#[track_caller]
fn analysed() -> Run {
    let run = Fixture::new("evidence").pct("--auto --test clients").exits(2);
    assert!(run.failures().is_empty(), "{:?}", run.failures());
    run
}

fn findings<'r>(run: &'r Run, id: &str) -> &'r [Value] {
    run.subject(&format!("evidence::{id}"))["findings"].as_array().unwrap()
}

fn reproduction(finding: &Value) -> String {
    let lines = finding["reproduction"].as_array().unwrap();
    lines.iter().map(|line| line.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn kind_5_and_6_and_7_each_finding_has_its_own_evidence() {
    let run = analysed();
    two_findings_of_one_message(&run);
    nothing_is_confirmed_that_is_not_run(&run);
    clones_and_guards(&run);
    an_invariant_that_a_test_breaks(&run);
}

#[track_caller]
fn two_findings_of_one_message(run: &Run) {
    let found = findings(run, "Pair");
    assert_eq!(found.len(), 2, "{found:?}");
    for finding in found {
        assert_eq!(finding["status"], "confirmed", "{finding}");
        assert_eq!(finding["replay"]["runner"], "native", "{finding}");
        assert_eq!(finding["replay"]["location"]["line"], finding["location"]["line"], "{finding}");
    }
    assert_ne!(found[0]["location"]["line"], found[1]["location"]["line"]);
    assert_ne!(reproduction(&found[0]), reproduction(&found[1]));
}

#[track_caller]
fn nothing_is_confirmed_that_is_not_run(run: &Run) {
    let [division] = findings(run, "leave") else { panic!("{:?}", findings(run, "leave")) };
    assert_eq!(division["status"], "potential", "{division}");
    assert_eq!(reproduction(division), "", "{division}");
}

#[track_caller]
fn clones_and_guards(run: &Run) {
    let [clone] = findings(run, "Ghost") else { panic!("{:?}", findings(run, "Ghost")) };
    assert_eq!(clone["status"], "confirmed", "{clone}");
    assert!(reproduction(clone).contains("clone()"), "{clone}");
    assert_eq!(findings(run, "Tank"), [] as [Value; 0]);
    assert_eq!(run.subject("evidence::Tank")["proof"]["status"], "proved");
    let [door] = findings(run, "Door") else { panic!("{:?}", findings(run, "Door")) };
    assert_eq!(door["status"], "confirmed", "{door}");
    assert!(reproduction(door).contains("std::mem::forget(s.close"), "{door}");
}

#[track_caller]
fn an_invariant_that_a_test_breaks(run: &Run) {
    let [broken] = findings(run, "Book") else { panic!("{:?}", findings(run, "Book")) };
    assert_eq!((&broken["status"], &broken["kind"]), (&"confirmed".into(), &"invariant".into()), "{broken}");
    assert_eq!(broken["method"], "write", "{broken}");
}
