//! Gates, and the tests that open them: a pull request from its change to the test that it lacked.

use std::process::Command;

use crate::support::Fixture;

const BASELINE: &str = "--baseline pct-baseline.json";

/// Refuses great coins; but in one state only, so that no test that was there does that.
const CHANGE: (&str, &str) = (
    "        self.cents += u32::from(coin);",
    "        if coin > 500 && self.cents == 7 {\n            return false;\n        }\n        self.cents += u32::from(coin);",
);

pub(crate) fn git(fixture: &Fixture, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]);
    let output = command.args(arguments).current_dir(fixture.path("")).output().expect("git is there");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The fixture as a repository whose branch `main` has everything covered, and a baseline that says so.
fn repository() -> Fixture {
    let fixture = Fixture::new("gate");
    fixture.pct("").exits(0);
    std::fs::rename(fixture.path("out/report.json"), fixture.path("pct-baseline.json")).unwrap();
    std::fs::write(fixture.path(".gitignore"), "out\n").unwrap();
    git(&fixture, &["init", "--quiet", "--initial-branch", "main", "."]);
    git(&fixture, &["add", "--all"]);
    git(&fixture, &["commit", "--quiet", "--message", "A meter"]);
    git(&fixture, &["checkout", "--quiet", "-b", "great-coins"]);
    fixture
}

fn commit(fixture: &Fixture, message: &str) {
    git(fixture, &["add", "--all"]);
    git(fixture, &["commit", "--quiet", "--message", message]);
}

fn change(fixture: &Fixture) {
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    assert!(source.contains(CHANGE.0), "the fixture is another one");
    fixture.write("src/lib.rs", &source.replace(CHANGE.0, CHANGE.1));
}

#[test]
fn a_change_without_its_test_fails_the_gate_and_passes_it_with_the_suggested_one() {
    let fixture = repository();
    fixture.pct(BASELINE).exits(0);
    fixture.pct("--in-diff main").exits(0);

    change(&fixture);
    commit(&fixture, "Refuse great coins");
    let state = "src/lib.rs:27: pay:branch3 with paid (`cargo pct gen` has a test that reaches it)";
    fixture.pct(BASELINE).exits(5).says("1 is uncovered that pct-baseline.json does not have").says(state);
    fixture
        .pct("--in-diff main")
        .exits(5)
        .says("of the states that the changes touch, 1 is uncovered")
        .says(state);
    fixture.pct("--in-diff main --fail-under 50").exits(0);
    fixture.pct("--in-diff main --fail-under 95").exits(5);

    // Printed or written, it is the same test.
    let printed = fixture.pct("gen").exits(0);
    assert!(!fixture.path("tests").exists());
    fixture.pct("gen --write").exits(0).says("Wrote 1 test to tests/pct_generated.rs");
    let written = std::fs::read_to_string(fixture.path("tests/pct_generated.rs")).unwrap();
    assert_eq!(printed.stdout, format!("// tests/pct_generated.rs\n{written}\n"));
    for part in ["use gate::Meter;", "/// - pay:branch3 (line 27), with paid", "assert!(!s.pay("] {
        assert!(written.contains(part), "{part} is missing:\n{written}");
    }
    commit(&fixture, "Test great coins");
    let run = fixture.pct(&format!("{BASELINE} --in-diff main")).exits(0);
    assert_eq!(run.report()["totals"]["coverage"], 1.0);
    fixture.pct("gen --write").exits(0).says("No test to write for a state");
}

#[test]
fn states_are_known_again_behind_a_new_branch() {
    let fixture = repository();
    // The first branch is never taken now, and its number is that of another one.
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let without = source.replace("        assert!(!meter.pay(1));\n", "");
    fixture.write("src/lib.rs", &without);
    fixture.pct(BASELINE).exits(5).says("pay:branch1 with paid");
    fixture.pct("").exits(0);
    std::fs::rename(fixture.path("out/report.json"), fixture.path("pct-baseline.json")).unwrap();
    fixture.pct(BASELINE).exits(0);
    let covered =
        "        if coin == 0 {\n            return true;\n        }\n        if self.cents > 10_000";
    fixture.write("src/lib.rs", &without.replace("        if self.cents > 10_000", covered));
    let run = fixture.pct(BASELINE).exits(5);
    assert!(!run.stderr.contains("line 24") && run.stderr.contains("1 is uncovered"), "{}", run.stderr);
}

#[test]
fn what_gates_cannot_read_is_said_before_anything_is_built() {
    let fixture = Fixture::new("gate");
    fixture.pct("--baseline none.json").exits(1).says("baseline `none.json`");
    fixture.write("pct-baseline.json", "{}");
    let run = fixture.pct(BASELINE).exits(1).says("it is no report of cargo-pct");
    assert!(!run.stderr.contains("Building"), "{}", run.stderr);
    fixture.pct("--in-diff no-such-revision").exits(1).says("it is no file, and git");
    fixture.write("change.diff", "nothing of the kind\n");
    fixture.pct("--in-diff change.diff").exits(1).says("no diff in the unified format");
}
