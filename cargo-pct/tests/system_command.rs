//! `cargo pct system FILE`, as a user runs it.

use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-pct"));
    command.current_dir(folder).args(["pct", "system"]).args(arguments).env("NO_COLOR", "1");
    command.output().expect("the program can be started")
}

/// Exit code, standard output and standard error.
fn check(arguments: &[&str], code: i32, stdout: &[&str], stderr: &[&str]) {
    let output = run(arguments);
    let texts = [String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)];
    for (text, lines) in texts.iter().zip([stdout, stderr]) {
        for line in lines {
            assert!(text.contains(line), "{arguments:?}: `{line}` is not in\n{}\n{}", texts[0], texts[1]);
        }
    }
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", texts[1]);
}

#[test]
fn a_proof_and_an_error_are_told_by_text_and_exit_code() {
    check(&["stack.sys"], 0, &["proved: no error can happen"], &[]);
    let execution = "by NEW {capacity: 0} -> S {size: 0, max: 2} -> S {size: -1, max: 2}";
    check(&["stack-original.sys"], 2, &["confirmed: index out of range at P", execution, "not proved"], &[]);
    check(
        &["foo.sys"],
        2,
        &["confirmed: null dereference at G", "by A {x: 3, y: 0, px: null} -> B {x: 4,"],
        &[],
    );
    check(&["counter500.sys"], 0, &["potential: n is 500 or more at L", "from {n: 500}"], &[]);
}

#[test]
fn json_is_the_same_result_for_machines() {
    let output = run(&["--json", "fixed-foo.sys"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(report["proof"]["status"], "proved");
    assert_eq!(report["adequate"], false);
    let states = |location: &serde_json::Value| location["states"].as_array().map_or(0, Vec::len);
    let total: usize = report["locations"].as_array().expect("a list").iter().map(states).sum();
    assert_eq!(total, 15);
}

#[test]
fn without_execution_the_result_is_the_same_and_no_segment_is_executed() {
    check(&["--no-execution", "stack.sys"], 0, &["proved", " 0 executed segments"], &[]);
}

#[test]
fn bounds_say_how_many_states_are_reached_at_least_and_at_most() {
    let lines =
        ["at most 49 are reached", "at least 35 are reached (43 if executions end)", "perhaps: L2 FFTF,"];
    check(&["--bounds", "partition.sys"], 0, &lines, &[]);
    let output = run(&["--bounds", "--json", "partition.sys"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let bounds = &report["bounds"];
    assert_eq!((bounds["upper"].as_u64(), bounds["feasible"].as_u64()), (Some(49), Some(130)));
    let states = bounds["states"].as_array().expect("a list");
    let reached = states.iter().find(|state| state["location"] == "L9").expect("it is reached");
    assert_eq!(reached["reached"], "yes");
    assert_eq!(reached["witness"][0]["step"], "initial");
}

#[test]
fn goals_are_covered_or_proved_unreachable() {
    let lines = ["unreach: ", " 9 of 10 goals", "unreachable: r < 0", "next: nothing is open"];
    check(&["--explore", "unreach.sys"], 0, &lines, &[]);
    let most = usize::MAX.to_string();
    check(&["--explore", "unreach.sys", "--runs", &most], 0, &lines, &[]);
    let output = run(&["--explore", "--json", "unreach.sys"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let (goals, suite) = (&report["explore"]["goals"], &report["explore"]["suite"]);
    let goal = |name: &str| {
        let all = goals.as_array().expect("a list");
        all.iter().find(|goal| goal["name"] == name).expect("it is there")
    };
    assert_eq!((&goal("r < 0")["verdict"], &goal("r < 0")["test"]), (&"unreachable".into(), &().into()));
    assert_eq!(goal("r >= 0")["verdict"], "covered");
    let test = goal("r >= 0")["test"].as_u64().expect("a number") as usize;
    assert_eq!(suite[test].as_array().map(Vec::len), Some(150), "five loops of thirty inputs");
    assert!(report["explore"]["runs"].as_u64() <= Some(200));
    assert!(report["explore"]["refinements"].as_u64() <= Some(12));
}

/// The advice follows from the limits that were reached.
#[test]
fn more_work_is_advised_only_if_a_budget_is_used_up() {
    for (arguments, advice) in [
        (
            &["--no-monitor", "--runs", "2"][..],
            "next: --runs gives open goals more work, --search another order",
        ),
        (&["--runs", "2", "--refinements", "0"], "next: --runs and --refinements give open goals more work"),
    ] {
        check(&[&["--explore", "simple-while.sys"], arguments].concat(), 0, &[advice], &[]);
    }
    let exact = ["--explore", "unreach.sys", "--encoding", "bv"];
    let report: serde_json::Value =
        serde_json::from_slice(&run(&[&exact[..], &["--json"]].concat()).stdout).expect("it is JSON");
    let limits = report["explore"]["limits"].as_array().expect("a list");
    assert!(!limits.contains(&"runs".into()) && !limits.contains(&"refinements".into()), "{limits:?}");
}

#[test]
fn equal_seeds_give_equal_suites() {
    let explored = |arguments: &[&str]| {
        let output = run(&[&["--explore", "--json", "--runs", "30"], arguments].concat());
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        report["explore"].clone()
    };
    for arguments in [
        &["branches.sys", "--search", "random-branch", "--seed", "3"][..],
        &["simple-while.sys", "--search", "uniform", "--share", "predicted"],
        &["branches.sys", "--no-monitor"],
    ] {
        assert_eq!(explored(arguments), explored(arguments), "{arguments:?}");
    }
}

#[test]
fn without_explore_a_file_with_goals_is_analysed_as_ever() {
    let output = run(&["--json", "unreach.sys"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!((&report["proof"]["status"], report.get("explore")), (&"proved".into(), None));
    check(&["--explore", "stack.sys"], 0, &["cover 0 of 0 goals", "next: write `(goal NAME)`"], &[]);
}

#[test]
fn options_of_exploring_are_refused_without_it_or_if_they_make_no_sense() {
    for option in [
        &["--search", "dfs"][..],
        &["--no-monitor"],
        &["--share", "0.5"],
        &["--runs", "9"],
        &["--refinements", "9"],
        &["--seed", "9"],
    ] {
        check(&[&["unreach.sys"], option].concat(), 1, &[], &["--explore"]);
    }
    let wrong: [(&[&str], &str); 4] = [
        (&["--share", "2"], "a number between 0 and 1, or `predicted`, was expected"),
        (&["--search", "bfs"], "random-branch"),
        (&["--no-monitor", "--share", "0.5"], "cannot be used with"),
        (&["--bounds"], "cannot be used with"),
    ];
    for (option, message) in wrong {
        check(&[&["unreach.sys", "--explore"], option].concat(), 1, &[], &[message]);
    }
}

#[test]
fn a_file_that_is_no_system_is_an_error_with_its_place() {
    check(&["missing.sys"], 1, &[], &["cannot read missing.sys"]);
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), "(location A)\n(edge A B)").expect("it can be written");
    check(&[file.path().to_str().expect("UTF-8")], 1, &[], &[":2:9: there is no such location"]);
}
