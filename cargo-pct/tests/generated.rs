//! Generated tests, pasted: every state of every example ends with a test or a proof, and the tests pass where they belong.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every example.
const EXAMPLES: [&str; 10] = [
    "bakery",
    "bank-account",
    "bounded-stack",
    "bounded-stack-fixed",
    "counter500",
    "foo",
    "gap-buffer",
    "partition",
    "rate-limiter",
    "ring-buffer",
];

/// A copy of an example; all share a target folder, so that their dependencies are built once.
struct Copied {
    folder: tempfile::TempDir,
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated")
}

impl Copied {
    fn new(example: &str) -> Copied {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it lies in the workspace");
        let (from, folder) = (project.join("examples").join(example), tempfile::tempdir().expect("a folder"));
        std::fs::create_dir(folder.path().join("src")).expect("writable");
        let read = |file: &str| std::fs::read_to_string(from.join(file)).expect("readable");
        let runtime = project.join("pct-runtime");
        let manifest = read("Cargo.toml").replace("../../pct-runtime", runtime.to_str().expect("UTF-8"));
        std::fs::write(folder.path().join("Cargo.toml"), manifest).expect("writable");
        std::fs::write(folder.path().join("src/lib.rs"), read("src/lib.rs")).expect("writable");
        // The project's own versions: they are there already, and builds need no network.
        std::fs::copy(project.join("Cargo.lock"), folder.path().join("Cargo.lock")).expect("writable");
        Copied { folder }
    }

    fn pct(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_cargo-pct"))
            .arg("pct")
            .args(arguments)
            // The proof of the partition takes seconds, and more of them where cargo-pct itself is not optimised.
            .args([
                "--offline",
                "--subject-timeout",
                "100s",
                "--effort",
                "deep",
                "--output-dir",
                "out",
                "--target-dir",
            ])
            .arg(target())
            .current_dir(self.folder.path())
            .env("NO_COLOR", "1")
            .output()
            .expect("the program can be started");
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (output.status.code(), text.join("\n"))
    }

    fn report(&self) -> Value {
        let text = std::fs::read_to_string(self.folder.path().join("out/report.json"));
        serde_json::from_str(&text.expect("there is a report")).expect("it is JSON")
    }

    fn counts(&self) -> [u64; 4] {
        let counts = &self.report()["totals"]["counts"];
        ["covered", "reachable", "unreachable", "undecided"]
            .map(|key| counts[key].as_u64().expect("a number"))
    }

    /// Runs the tests that were written, as the user does.
    fn test(&self) -> (bool, String) {
        let output = Command::new(env!("CARGO"))
            .args(["test", "--offline", "--quiet", "--test", "pct_generated"])
            .current_dir(self.folder.path())
            .env("CARGO_TARGET_DIR", target().join("plain"))
            .output()
            .expect("cargo runs");
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (output.status.success(), text.join("\n"))
    }
}

#[test]
fn every_state_of_every_example_ends_with_a_test_or_a_proof() {
    for example in EXAMPLES {
        let copied = Copied::new(example);
        let (code, text) = copied.pct(&["gen", "--write"]);
        assert_eq!(code, Some(0), "{example}:\n{text}");
        let [covered, reachable, unreachable, undecided] = copied.counts();
        assert_eq!(undecided, 0, "{example}:\n{text}");
        if reachable == 0 {
            assert!(text.contains("your tests reach all that can be reached"), "{example}:\n{text}");
            continue;
        }
        let (passed, text) = copied.test();
        assert!(passed, "{example}:\n{text}");
        // They reach what they were written for, and nothing is left.
        copied.pct(&[]);
        assert_eq!(copied.counts(), [covered + reachable, 0, unreachable, 0], "{example}");
    }
}

/// What is called unreachable, a million random calls of each example do not reach: that would be a defect of ours.
#[test]
fn a_million_random_calls_contradict_no_proof() {
    for example in EXAMPLES {
        let copied = Copied::new(example);
        let (code, text) = copied.pct(&["--drive", "125000"]);
        assert!(matches!(code, Some(0 | 2)), "{example}: {code:?}\n{text}");
        let calls = copied.report()["totals"]["driven"]["calls"].as_u64();
        assert!(calls >= Some(1_000_000), "{example}: {calls:?}\n{text}");
    }
}

#[test]
fn ten_tests_or_fewer_cover_the_partition() {
    let copied = Copied::new("partition");
    let source = std::fs::read_to_string(copied.folder.path().join("src/lib.rs")).expect("readable");
    let without_tests = &source[..source.find("#[cfg(test)]").expect("it has tests")];
    std::fs::write(copied.folder.path().join("src/lib.rs"), without_tests).expect("writable");
    // By the conditions of the code, and by the four predicates of the paper.
    let expected = [("", "partition", 23), ("", "fixed_partition", 31)];
    let by_hand = [("own-predicates", "partition", 54), ("own-predicates", "fixed_partition", 56)];
    for (features, version, states) in expected.into_iter().chain(by_hand) {
        let filter = format!("partition::{version}");
        let (code, text) =
            copied.pct(&["gen", "--emit", "bounds", "--features", features, "--filter", &filter]);
        assert_eq!(code, Some(0), "{text}");
        let tests = text.matches("#[test]").count();
        assert!((1..=10).contains(&tests), "{version}: {tests} tests");
        let [covered, reachable, _, undecided] = copied.counts();
        assert_eq!((covered, reachable, undecided), (0, states, 0), "{version}: {text}");
        // The bounds meet.
        let counts = &copied.report()["totals"]["counts"];
        let bounds = ["upper", "lower_pessimistic"].map(|bound| counts[bound].as_u64());
        assert_eq!(bounds, [Some(states); 2], "{version}: {text}");
    }
}
