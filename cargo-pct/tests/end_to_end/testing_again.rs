//! Which tests run again in a second run.

use std::path::PathBuf;

use crate::remembering::{Forgotten, forgotten};
use crate::support::Run;

/// Tests that note each time they run in a file that is not around them; one reads a file and a variable.
const TESTS: &str = r#"
fn note(name: &str) {
    use std::io::Write;
    let file = std::env::var("PCT_TEST_NOTES").unwrap();
    let mut file = std::fs::File::options().create(true).append(true).open(file).unwrap();
    // In one call: the tests of one process write at the same time.
    file.write_all(format!("{name}\n").as_bytes()).unwrap();
}

#[test]
fn passes() {
    note("passes");
    assert_eq!(std::fs::read_to_string("tests/data.txt").unwrap().trim(), "good");
}

#[test]
fn fails() {
    note("fails");
    assert!(std::env::var("PCT_TEST_GOOD").is_ok());
}
"#;

struct Tested {
    fixture: Forgotten,
    notes: PathBuf,
}

impl Tested {
    fn new() -> Tested {
        let fixture = forgotten("simple");
        fixture.write("tests/again.rs", TESTS);
        fixture.write("tests/data.txt", "good\n");
        let notes = fixture.build_folder().with_file_name("notes.txt");
        Tested { fixture, notes }
    }

    /// Runs the tests, with a variable or without; the run, and which of the two ran.
    fn run(&self, arguments: &str, variable: Option<&str>) -> (Run, String) {
        let _ = std::fs::remove_file(&self.notes);
        let report = self.fixture.path("out/report.json");
        let mut command = self.fixture.command(arguments);
        command.env("PCT_TEST_NOTES", &self.notes).envs(variable.map(|value| ("PCT_TEST_GOOD", value)));
        let output = command.output().unwrap();
        let run = Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            report: Some(serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap()),
        };
        let mut ran: Vec<_> =
            std::fs::read_to_string(&self.notes).unwrap_or_default().lines().map(str::to_owned).collect();
        ran.sort();
        (run, ran.join(" "))
    }
}

fn remembered(run: &Run) -> u64 {
    run.report()["totals"]["tests"]["remembered"].as_u64().unwrap()
}

#[test]
fn a_test_that_passed_does_not_run_again_unless_something_has_changed() {
    let tested = Tested::new();
    let (first, ran) = tested.run("", Some("1"));
    let first = first.exits(0);
    assert_eq!((ran.as_str(), remembered(&first)), ("fails passes", 0));
    let (second, ran) = tested.run("", Some("1"));
    let second = second.exits(0).says("passed before").shows("not run again");
    let passed = first.report()["totals"]["tests"]["passed"].as_u64().unwrap();
    assert_eq!((ran.as_str(), remembered(&second)), ("", passed));
    assert_eq!(first.report()["subjects"], second.report()["subjects"]);
    // A variable, a file and the code may each be what a test depends on.
    assert_eq!(tested.run("", Some("2")).1, "fails passes");
    tested.fixture.write("tests/data.txt", "bad\n");
    let (third, ran) = tested.run("", Some("2"));
    assert_eq!((ran.as_str(), third.code), ("fails passes", Some(4)));
    tested.fixture.write("tests/data.txt", "good\n");
    assert_eq!(tested.run("", Some("2")).1, "fails passes");
    tested.fixture.write("tests/again.rs", &TESTS.replace("note(\"passes\")", "note(\"passes!\")"));
    assert_eq!(tested.run("", Some("2")).1, "fails passes!");
    assert_eq!(tested.run("", Some("2")).1, "");
}

#[test]
fn a_test_that_failed_runs_again() {
    let tested = Tested::new();
    let (first, ran) = tested.run("", None);
    first.exits(4);
    assert_eq!(ran, "fails passes");
    let (second, ran) = tested.run("", None);
    let second = second.exits(4);
    assert_eq!(ran, "fails");
    let passed = second.report()["totals"]["tests"]["passed"].as_u64().unwrap();
    assert_eq!(remembered(&second), passed);
    // In one process, all run or none do.
    assert_eq!(tested.run("--in-process", None).1, "fails passes");
    assert_eq!(tested.run("--in-process", None).1, "fails passes");
    assert_eq!(tested.run("--in-process", Some("1")).1, "fails passes");
    assert_eq!(tested.run("--in-process", Some("1")).1, "");
}

#[test]
fn all_tests_run_where_nothing_is_remembered_and_where_they_are_asked_for_otherwise() {
    let tested = Tested::new();
    assert_eq!(tested.run("", Some("1")).1, "fails passes");
    assert_eq!(tested.run("--cache=false", Some("1")).1, "fails passes");
    assert_eq!(tested.run("", Some("1")).1, "");
    // Another argument may change what a test does.
    assert_eq!(tested.run(" -- passes", Some("1")).1, "passes");
    assert_eq!(tested.run("--timeout 59s", Some("1")).1, "fails passes");
}

/// The manifest of a package outside of the workspace, and its code, which reads a file of it.
const OUTSIDE: [&str; 2] = [
    "[package]\nname = \"outside\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n",
    "pub fn data() -> String {
    std::fs::read_to_string(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/data.txt\")).unwrap()
}
",
];

#[cfg(unix)]
#[test]
fn links_and_dependencies_lead_to_files_that_a_test_may_look_at() {
    let tested = Tested::new();
    let outside = tested.fixture.path("../outside");
    std::fs::create_dir_all(outside.join("src")).unwrap();
    for (file, text) in ["Cargo.toml", "src/lib.rs"].into_iter().zip(OUTSIDE) {
        std::fs::write(outside.join(file), text).unwrap();
    }
    let write = |text: &str| std::fs::write(outside.join("data.txt"), text).unwrap();
    write("good");
    let manifest = std::fs::read_to_string(tested.fixture.path("Cargo.toml")).unwrap();
    let dependency = "[dependencies]\noutside = { path = \"../outside\" }\n";
    let with_dependency = manifest.replace("[dependencies]\n", dependency);
    let reads = |call: &str| {
        let test = format!(
            "\n#[test]\nfn reads() {{\n    note(\"reads\");\n    assert_eq!({call}, \"good\");\n}}\n"
        );
        tested.fixture.write("tests/again.rs", &format!("{TESTS}{test}"));
        assert_eq!(tested.run("", Some("1")).1, "fails passes reads");
        assert_eq!(tested.run("", Some("1")).1, "");
        write("better");
        let (run, ran) = tested.run("", Some("1"));
        assert_eq!((run.code, ran.as_str()), (Some(4), "fails passes reads"));
        write("good");
    };
    tested.fixture.write("Cargo.toml", &with_dependency);
    reads("outside::data()");
    tested.fixture.write("Cargo.toml", &manifest);
    std::os::unix::fs::symlink(&outside, tested.fixture.path("tests/link")).unwrap();
    reads("std::fs::read_to_string(\"tests/link/data.txt\").unwrap()");
    // The next test's copy of the fixture is made over this one.
    std::fs::remove_file(tested.fixture.path("tests/link")).unwrap();
}
