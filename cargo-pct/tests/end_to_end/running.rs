//! Tests that do not end well: each is named, and nothing that was seen is lost.

use crate::support::{Fixture, Run};

/// The state of `witness` in which the `n`th predicate alone holds; past the last, none does.
fn only(n: usize) -> String {
    (0..6).map(|at| if at == n { 'T' } else { 'F' }).collect()
}

#[track_caller]
fn check_witnesses(run: &Run, expected: &[(&str, usize)]) {
    for (test, n) in expected {
        assert_eq!(run.tests("misbehaving::witness", "witness:entry", &only(*n)), [*test]);
    }
}

#[test]
fn a_test_that_fails_hangs_aborts_or_exits_costs_nothing_but_itself() {
    let run = Fixture::new("misbehaving").pct("--timeout 3s").exits(4);
    let name = |test: &str| format!("misbehaving tests::{test}");
    let failures: Vec<_> =
        run.failures().into_iter().map(|(name, reason)| format!("{name}: {reason}")).collect();
    assert_eq!(
        failures,
        [
            "misbehaving tests::aborts: aborted",
            "misbehaving tests::exits: exited with status 3",
            "misbehaving tests::fails: failed: on purpose, src/lib.rs:23:9",
            "misbehaving tests::hangs: hangs: killed after 3 seconds",
        ]
    );
    let names = ["passes", "fails", "hangs", "aborts", "exits", "threads", "panics_as_it_should"].map(name);
    let expected: Vec<_> = names.iter().enumerate().map(|(n, name)| (name.as_str(), n)).collect();
    check_witnesses(&run, &expected);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 3, "the ignored test stays ignored");
    run.shows("failed  misbehaving tests::hangs")
        .says("---- misbehaving tests::fails ----")
        .says("on purpose");
}

#[test]
fn ignored_tests_run_when_they_are_asked_for() {
    let run = Fixture::new("misbehaving").pct("--timeout 20s -- --ignored").exits(0);
    check_witnesses(&run, &[("misbehaving tests::ignored", 7)]);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 1);
}

#[test]
fn tests_in_one_process_are_told_apart_by_their_threads() {
    let fixture = Fixture::new("misbehaving");
    let skip = "--skip hangs --skip aborts --skip exits";
    let run = fixture.pct(&format!("--in-process --timeout 20s -- {skip}")).exits(4);
    assert_eq!(run.failures(), [("misbehaving tests::fails", "failed")]);
    check_witnesses(
        &run,
        &[
            ("misbehaving tests::passes", 0),
            ("misbehaving tests::fails", 1),
            ("misbehaving (unattributed)", 5),
            ("misbehaving tests::panics_as_it_should", 6),
        ],
    );
}

#[test]
fn a_process_that_aborts_names_the_tests_that_did_not_finish() {
    let fixture = Fixture::new("misbehaving");
    let run = fixture.pct("--in-process --timeout 20s -- aborts").exits(4);
    assert_eq!(run.failures(), [("misbehaving tests::aborts", "did not finish; its process aborted")]);
    check_witnesses(&run, &[("misbehaving tests::aborts", 3)]);
}
