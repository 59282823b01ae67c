//! Builds: errors, wrappers, rebuilds, runs that are killed.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::support::Fixture;

#[test]
fn code_that_does_not_compile_is_shown_as_rustc_shows_it() {
    let run = Fixture::new("broken").pct("").exits(4).says("error[E0308]").says("src/lib.rs:12:9");
    // Each error once for each build of it (library, unit tests), and none about probes.
    assert_eq!(run.stderr.matches("error[E0308]").count(), 2, "{}", run.stderr);
    assert!(run.report.is_none());
}

#[test]
fn tests_that_do_not_compile_cost_those_tests_alone() {
    let fixture = Fixture::new("simple");
    let whole = fixture.pct("").exits(0);
    fixture.write("tests/broken.rs", "#[test]\nfn broken() { let _: u8 = \"text\"; }\n");
    let run = fixture.pct("").exits(4).says("tests/broken.rs:2");
    assert!(run.stdout.contains("some tests do not compile"), "{}", run.stdout);
    let (report, whole) = (run.report(), whole.report());
    assert_eq!(report["totals"]["tests"]["passed"], whole["totals"]["tests"]["passed"]);
    assert_eq!(report["totals"]["tests"]["unbuilt"].as_array().unwrap().len(), 1);
    assert_eq!(report["subjects"], whole["subjects"]);
}

#[test]
fn a_predicate_that_does_not_type_check_is_the_users_error() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    fixture.write("src/lib.rs", &source.replace("empty = self.level == 0", "empty = self.levle == 0"));
    fixture.pct("").exits(4).says("levle").says("src/lib.rs:4:");
    fixture.write("src/lib.rs", &source.replace("even = n % 2 == 0", "even = n.is_odd()"));
    fixture.pct("").exits(4).says("is_odd");
}

#[test]
fn probes_that_the_borrow_checker_refuses_are_left_out_and_listed() {
    let run = Fixture::new("borrowing").pct("").exits(0);
    let unprobed = |id: &str| -> Vec<String> {
        let unprobed = run.subject(id)["unprobed"].as_array().unwrap().clone();
        unprobed.iter().map(|it| it["function"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(unprobed("borrowing::Numbers").iter().filter(|it| it.ends_with("::len")).count(), 0);
    assert!(unprobed("borrowing::Numbers").contains(&"borrowing::Numbers::wrap_first".to_owned()));
    assert!(unprobed("borrowing::Numbers").contains(&"borrowing::Numbers::last".to_owned()));
    assert!(unprobed("borrowing::shout").contains(&"borrowing::shout".to_owned()));
    // What is left still observes.
    let covered = run.covered("borrowing::Numbers");
    let at =
        |label: &str| covered.iter().find(|(it, _)| it == label).map(|(_, valuations)| valuations.clone());
    assert_eq!(at("wrap_first:entry"), Some(vec!["F".to_owned()]));
    assert_eq!(at("len:exit"), Some(vec!["F".to_owned()]));
}

#[test]
fn the_users_wrapper_is_called_and_a_compiler_cache_is_not() {
    let fixture = Fixture::new("wrapped");
    let log = fixture.path("log");
    let _ = std::fs::remove_file(&log);
    // A fingerprint of its own, so that something is compiled however often this test runs.
    fixture.write("src/extra.rs", &format!("// {:?}\n", Instant::now()));
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    fixture.write("src/lib.rs", &format!("{source}\nmod extra;\n"));
    let fixture = fixture.with("WRAPPED_LOG", log.to_str().unwrap());
    let run = fixture.pct("").exits(0);
    assert!(std::fs::read_to_string(log).unwrap().contains("--crate-name wrapped"));
    assert_eq!(run.tests("wrapped::is_small", "is_small:entry", "T"), ["wrapped sees_cargos_environment"]);
}

#[test]
fn a_second_run_builds_nothing_and_says_the_same() {
    let fixture = Fixture::new("simple");
    let first = fixture.pct("").exits(0);
    let second = fixture.pct("").exits(0).says("nothing had changed");
    let [mut first, mut second] = [first, second].map(|run| run.report.unwrap());
    for report in [&mut first, &mut second] {
        report["milliseconds"] = serde_json::Value::Null;
        report["solver"]["milliseconds"] = serde_json::Value::Null;
    }
    assert!(first == second, "{first}\n{second}");
}

#[test]
fn another_granularity_builds_again() {
    let fixture = Fixture::new("simple");
    let count =
        |run: &crate::support::Run| run.subject("simple::Gauge")["cutpoints"].as_array().unwrap().len();
    let branches = count(&fixture.pct("").exits(0));
    let loops = count(&fixture.pct("--granularity loops").exits(0));
    assert!(loops < branches, "{loops} < {branches}");
    assert_eq!(count(&fixture.pct("").exits(0)), branches);
}

#[test]
fn lost_records_are_made_again() {
    let fixture = Fixture::new("solo");
    let covered = fixture.pct("").exits(0).covered("solo::sign");
    let records = std::fs::read_dir(fixture.build_folder().join("build/.pct")).unwrap();
    for record in records.map(|record| record.unwrap().path()) {
        let name = record.file_name().unwrap().to_str().unwrap();
        if name.starts_with("solo-") && name.ends_with(".sites") {
            std::fs::remove_file(record).unwrap();
        }
    }
    assert_eq!(fixture.pct("").exits(0).covered("solo::sign"), covered);
}

#[cfg(unix)]
#[test]
fn a_run_that_was_killed_can_be_run_again() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    // Something to compile, at the moment of the kill or right before.
    fixture.write("src/lib.rs", &format!("{source}\n// {:?}\n", Instant::now()));
    let mut child = fixture.command("").stdout(std::process::Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    let run = fixture.pct("").exits(0);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 3);
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_is_killed_takes_its_tests_along() {
    let fixture = Fixture::new("misbehaving");
    fixture.pct("--timeout 20s -- passes").exits(0);
    let living = || {
        let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let lines = processes.filter_map(|it| std::fs::read(it.path().join("cmdline")).ok());
        let hanging = |line: &Vec<u8>| {
            let line = String::from_utf8_lossy(line);
            line.contains("misbehaving-") && line.contains("tests::hangs")
        };
        lines.filter(hanging).count()
    };
    let mut child =
        fixture.command("--timeout 600s -- hangs").stdout(std::process::Stdio::null()).spawn().unwrap();
    let wait_for = |count| {
        let deadline = Instant::now() + Duration::from_secs(60);
        while living() != count {
            assert!(Instant::now() < deadline, "{} processes hang, not {count}", living());
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait_for(1);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_for(0);
    // The next run removes the traces that the killed one left.
    fixture.pct("--timeout 20s -- passes").exits(0);
    let traces = std::fs::read_dir(fixture.build_folder()).unwrap().filter_map(Result::ok);
    let left = format!("traces-{}-", child.id());
    assert_eq!(traces.filter(|it| it.file_name().to_string_lossy().starts_with(&left)).count(), 0);
}

#[cfg(unix)]
#[test]
fn a_report_that_cannot_be_written_is_a_clear_error() {
    let fixture = Fixture::new("simple");
    let _ = std::fs::remove_dir_all(fixture.path("out"));
    std::fs::write(fixture.path("out"), "a file where the folder should be").unwrap();
    fixture.pct("").exits(1).says("cannot write").says("out/report.json");
    std::fs::remove_file(fixture.path("out")).unwrap();
}

#[test]
fn the_users_own_target_folder_and_flags_are_left_alone() {
    let fixture = Fixture::new("solo").with("RUSTFLAGS", "--cfg users_own");
    fixture.write(
        "src/main.rs",
        "#[cfg(not(users_own))]\ncompile_error!(\"the user's flags are lost\");\n\
         #[pct::predicates(zero = n == 0)]\nfn it(n: u32) -> u32 { n }\nfn main() { it(0); }\n#[test]\nfn t() { it(0); }\n",
    );
    fixture.pct("").exits(0);
    assert!(!fixture.path("target").exists());
}

#[test]
fn a_build_leaves_mir_and_expanded_text_of_the_same_functions() {
    let fixture = Fixture::new("simple");
    let records = || {
        let all = std::fs::read_dir(fixture.build_folder().join("build/.pct")).into_iter().flatten();
        let records = all.map(|it| it.unwrap().path());
        records.filter(|it| it.extension().is_some_and(|it| it == "json")).collect::<Vec<_>>()
    };
    // What other builds of the program left when these tests were run with them.
    let source = fixture.path("src/lib.rs").canonicalize().unwrap();
    let unit_of = |it: &PathBuf| serde_json::from_slice(&std::fs::read(it).unwrap()).unwrap();
    let is_own = |unit: &serde_json::Value| unit["source"] == source.to_str().unwrap();
    let old: Vec<PathBuf> = records().into_iter().filter(|it| is_own(&unit_of(it))).collect();
    fixture.pct("").exits(0);
    let new = records().into_iter().filter(|it| !old.contains(it));
    let mut found = 0;
    for unit in new.map(|it| unit_of(&it)).filter(is_own) {
        if unit["test"] == true {
            assert_eq!(
                (&unit["mir"], &unit["expanded"]),
                (&serde_json::Value::Null, &serde_json::Value::Null)
            );
            continue;
        }
        let [mir, expanded] =
            ["mir", "expanded"].map(|key| std::fs::read_to_string(unit[key].as_str().unwrap()).unwrap());
        assert!(
            mir.contains("::raise(_1: &mut Gauge, _2: u32) -> bool") && mir.contains("pct::probe::at::<")
        );
        assert!(
            expanded.contains("fn raise(&mut self, by: u32)") && expanded.contains("::pct::probe::at::<")
        );
        found += 1;
    }
    // The same build of the program wrote it before, if these tests are run again.
    assert!(found == 1 || found == 0 && !old.is_empty(), "the library, once: {found}");
}

#[test]
fn an_optimised_build_checks_what_the_profile_checks() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let tests = "
        #[cfg(test)]
        mod profile {
            #[test]
            fn assertions() {
                assert_eq!(cfg!(debug_assertions), ASSERTIONS);
            }

            #[test]
            fn overflow() {
                let largest = std::hint::black_box(u8::MAX);
                assert_eq!(std::panic::catch_unwind(|| largest + std::hint::black_box(1)).is_err(), OVERFLOW);
            }
        }
    ";
    for (settings, assertions, overflow) in [
        ("", true, true),
        ("debug-assertions = false", false, true),
        ("overflow-checks = false", true, false),
    ] {
        let manifest = std::fs::read_to_string(fixture.path("Cargo.toml")).unwrap();
        let manifest = manifest.split("[profile.dev]").next().unwrap();
        fixture.write("Cargo.toml", &format!("{manifest}[profile.dev]\n{settings}\n"));
        let tests =
            tests.replace("ASSERTIONS", &assertions.to_string()).replace("OVERFLOW", &overflow.to_string());
        fixture.write("src/lib.rs", &format!("{source}\n{tests}"));
        let run = fixture.pct("").exits(0);
        assert!(run.failures().is_empty(), "{settings}: {:?}", run.failures());
    }
}
