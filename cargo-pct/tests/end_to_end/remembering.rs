//! What a run leaves for the next: results of earlier runs, and a report whenever it ends.

use std::ops::Deref;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::Fixture;

/// A fixture of which nothing is remembered yet. All fixtures share one memory, so one test at a time has it.
pub(crate) struct Forgotten {
    fixture: Fixture,
    _turn: MutexGuard<'static, ()>,
}

impl Deref for Forgotten {
    type Target = Fixture;

    fn deref(&self) -> &Fixture {
        &self.fixture
    }
}

pub(crate) fn forgotten(name: &str) -> Forgotten {
    static MEMORY: Mutex<()> = Mutex::new(());
    let _turn = MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
    let fixture = Fixture::new(name).with("CARGO_PCT_CACHE", "true");
    let _ = std::fs::remove_dir_all(fixture.build_folder().join("cache"));
    Forgotten { fixture, _turn }
}

pub(crate) fn queries(report: &Value) -> u64 {
    report["solver"]["queries"].as_u64().unwrap()
}

pub(crate) fn remembered(report: &Value) -> u64 {
    report["solver"]["remembered_subjects"].as_u64().unwrap()
}

/// A report without what differs from run to run.
pub(crate) fn told(report: &Value) -> Value {
    let mut report = report.clone();
    report["milliseconds"] = Value::Null;
    report["solver"] = Value::Null;
    report["totals"]["tests"]["remembered"] = Value::Null;
    report
}

#[test]
fn an_unchanged_run_asks_nothing_and_says_as_much() {
    let fixture = forgotten("simple");
    let first = fixture.pct("").exits(0);
    let second = fixture.pct("").exits(0);
    assert!(queries(first.report()) > 0 && remembered(first.report()) == 0);
    assert_eq!((queries(second.report()), remembered(second.report())), (0, 2));
    assert_eq!(told(first.report()), told(second.report()));
    let without_note = |text: &str| {
        text.lines().filter(|it| !it.starts_with("Tests ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_note(&first.stdout), without_note(&second.stdout));
    let third = fixture.pct("--cache=false").exits(0);
    assert_eq!((queries(third.report()), remembered(third.report())), (queries(first.report()), 0));
}

#[test]
fn an_edit_of_tests_costs_their_coverage_and_an_edit_of_code_its_analysis() {
    let fixture = forgotten("simple");
    let all = fixture.pct("").exits(0);
    fixture.write("tests/more.rs", "#[test]\nfn nothing() {}\n");
    let edited = fixture.pct("").exits(0);
    assert_eq!((queries(edited.report()), remembered(edited.report())), (0, 2));
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    fixture
        .write("src/lib.rs", &format!("{source}\n/// New.\npub fn half(x: u32) -> u32 {{\n    x / 2\n}}\n"));
    let edited = fixture.pct("").exits(0);
    assert_eq!(queries(edited.report()), queries(all.report()));
}

#[test]
fn a_file_that_is_no_entry_is_passed_over() {
    let fixture = forgotten("simple");
    let first = fixture.pct("").exits(0);
    for entry in std::fs::read_dir(fixture.build_folder().join("cache")).unwrap() {
        let path = entry.unwrap().path();
        let content = std::fs::read(&path).unwrap();
        std::fs::write(path, &content[..content.len() / 2]).unwrap();
    }
    let second = fixture.pct("").exits(0);
    assert_eq!(queries(second.report()), queries(first.report()));
    assert_eq!(told(second.report()), told(first.report()));
}

#[test]
fn one_run_of_fifty_finds_out_again_what_it_remembers() {
    let fixture = forgotten("simple");
    let first = fixture.pct("").exits(0);
    std::fs::write(fixture.build_folder().join("cache/uses"), "49").unwrap();
    let compared = fixture.pct("").exits(0);
    assert_eq!(remembered(compared.report()), 1);
    assert!((1..queries(first.report())).contains(&queries(compared.report())));
    assert_eq!(queries(fixture.pct("").exits(0).report()), 0);
    // How long bounds took is no difference.
    fixture.pct("--emit bounds").exits(0);
    std::fs::write(fixture.build_folder().join("cache/uses"), "49").unwrap();
    fixture.pct("--emit bounds").exits(0);
}

#[test]
fn an_abstraction_is_printed_with_its_steps_and_remembered() {
    let fixture = forgotten("simple");
    let first = fixture.pct("--emit abstraction").exits(0).shows("abstraction of simple::Gauge");
    let first = first.shows("    full: self.level == self.limit\n");
    // Behind the loop, the gauge is empty.
    let branch =
        "  drain:branch1 [empty, full]\n    reached: TF TT\n    excluded: FF FT\n    undecided: none\n";
    let first = first.shows(branch);
    // A step that each state of both sides takes part in, and one that only some do.
    let first = first.shows("Gauge::raise: raise:exit TT -> object TT: may, total, onto\n");
    let first = first.shows("Gauge::raise: raise:branch2 TF -> Gauge::raise: raise:exit FF: may\n");
    assert!(!first.stdout.contains("raise:exit TF -> object FF"), "{}", first.stdout);
    assert!(!first.stdout.contains("bounds of"), "bounds were not asked for");
    let second = fixture.pct("--emit abstraction").exits(0);
    assert_eq!((queries(second.report()), remembered(second.report())), (0, 2));
    let without_note = |text: &str| text.lines().filter(|it| !it.starts_with("Tests ")).count();
    assert_eq!(without_note(&first.stdout), without_note(&second.stdout));
}

/// Waits until a run has written a report that is not its last.
#[cfg(unix)]
fn wait_for_interim(report: &Path) -> Value {
    let deadline = Instant::now() + Duration::from_secs(120);
    loop {
        let text = std::fs::read_to_string(report).unwrap_or_default();
        if let Ok(report) = serde_json::from_str::<Value>(&text)
            && report["incomplete"].is_object()
        {
            return report;
        }
        assert!(Instant::now() < deadline, "no report while subjects are judged");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_ends_early_leaves_a_valid_report_and_nobody_running() {
    for signal in ["INT", "KILL"] {
        let fixture = forgotten("stages");
        let whole = fixture.pct("--cache=false");
        let report = fixture.path("out/report.json");
        std::fs::remove_file(&report).unwrap();
        let mut child = fixture.command("").stdout(std::process::Stdio::null()).spawn().unwrap();
        let interim = wait_for_interim(&report);
        assert_eq!(
            interim["subjects"].as_array().unwrap().len(),
            whole.report()["subjects"].as_array().unwrap().len()
        );
        assert_eq!(interim["totals"]["tests"], whole.report()["totals"]["tests"]);
        let kill = format!("kill -{signal} {}", child.id());
        assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        child.wait().unwrap();
        wait_for_interim(&report);
        let next = fixture.pct("");
        assert_eq!(told(next.report()), told(whole.report()), "after {signal}");
    }
}

#[cfg(unix)]
#[test]
fn runs_that_are_killed_or_run_at_once_leave_nothing_wrong() {
    let fixture = forgotten("stages");
    let fresh = fixture.pct("--cache=false");
    let start = || {
        let mut command = fixture.command("");
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        command.spawn().unwrap()
    };
    let mut kills = 0;
    for round in 0..25_u64 {
        let mut runs: Vec<_> = (0..4_u64)
            .map(|number| {
                // Moments all over a run of a second or two.
                let moment = Duration::from_millis((round * 173 + number * 391) % 1_600);
                (Instant::now() + moment, start())
            })
            .collect();
        runs.sort_by_key(|(moment, _)| *moment);
        for (moment, mut run) in runs {
            std::thread::sleep(moment.saturating_duration_since(Instant::now()));
            run.kill().unwrap();
            run.wait().unwrap();
            kills += 1;
        }
        if round % 5 == 4 {
            let whole = fixture.pct("");
            assert_eq!(told(whole.report()), told(fresh.report()), "after {kills} kills");
        }
    }
    assert_eq!(kills, 100);
    let entries = std::fs::read_dir(fixture.build_folder().join("cache")).unwrap().count();
    assert!(entries > 2, "{entries} entries");
}

/// A crate whose only test leaves states that calls reach.
const BUDGET: &str = "
#[pct::predicates(spent = self.left == 0)]
pub struct Budget {
    left: u32,
}

#[pct::predicates]
impl Budget {
    pub fn new(all: u32) -> Budget {
        Budget { left: all }
    }

    pub fn spend(&mut self, amount: u32) {
        self.left -= amount.min(self.left);
    }
}

#[test]
fn what_is_spent_is_gone() {
    Budget::new(5).spend(3);
}
";

#[test]
fn calls_that_were_written_down_as_tests_are_claimed_no_more() {
    let fixture = forgotten("simple");
    fixture.write("src/lib.rs", BUDGET);
    let first = fixture.pct("").exits(0);
    let reachable = first.report()["totals"]["counts"]["reachable"].as_u64().unwrap();
    assert!(reachable > 0);
    fixture.pct("gen --write").exits(0).says("Wrote 1 test to tests/pct_generated.rs");
    let next = fixture.pct("").exits(0);
    let totals = |run: &Value, key: &str| run["totals"]["counts"][key].as_u64().unwrap();
    assert_eq!((totals(next.report(), "reachable"), remembered(next.report())), (0, 1));
    assert_eq!(totals(next.report(), "covered"), totals(first.report(), "covered") + reachable);
}
