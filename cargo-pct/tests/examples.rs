//! The examples, as a newcomer runs them: what `cargo pct` finds in each and what it proves.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A finding: status, method, kind, and the statements that reproduce it.
type Expected = (&'static str, &'static str, &'static str, &'static [&'static str]);

/// What is expected of one subject.
struct Subject {
    id: &'static str,
    proof: &'static str,
    invariants: &'static [&'static str],
    findings: &'static [Expected],
}

fn folder(example: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(example)
}

fn check(example: &str, arguments: &[&str], code: i32, expected: &[Subject]) -> Value {
    let output_dir = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-pct"))
        .arg("pct")
        .args(arguments)
        .arg("--output-dir")
        .arg(output_dir.path())
        .current_dir(folder(example))
        // Each test finds out by itself what it is about, however slow the machine is.
        .envs([("NO_COLOR", "1"), ("CARGO_PCT_EFFORT", "deep"), ("CARGO_PCT_CACHE", "false")])
        .output()
        .expect("the program can be started");
    let texts = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    let text = std::fs::read_to_string(output_dir.path().join("report.json"));
    let text = text.unwrap_or_else(|_| panic!("{example}: no report\n{}", texts.join("\n")));
    let report: Value = serde_json::from_str(&text).expect("the report is JSON");
    let subjects = report["subjects"].as_array().expect("a list");
    assert_eq!(subjects.len(), expected.len(), "{example}");
    for subject in expected {
        let found = subjects.iter().find(|found| found["id"] == subject.id);
        let found = found.unwrap_or_else(|| panic!("{example}: {} is missing", subject.id));
        assert_eq!(found["proof"]["status"], subject.proof, "{}: {}", subject.id, found["proof"]);
        let texts = |list: &Value, key: &str| -> Vec<String> {
            let list = list.as_array().expect("a list").iter();
            list.map(|item| item[key].as_str().unwrap_or_default().to_owned()).collect()
        };
        let mut invariants = texts(&found["invariants"], "expression");
        invariants.sort();
        assert_eq!(invariants, subject.invariants, "{}", subject.id);
        let findings = found["findings"].as_array().expect("a list");
        let seen: Vec<(&str, &str, &str, Vec<&str>)> = findings
            .iter()
            .map(|finding| {
                let text = |key: &str| finding[key].as_str().unwrap_or_default();
                let calls = finding["reproduction"].as_array().expect("a list").iter();
                (text("status"), text("method"), text("kind"), calls.filter_map(Value::as_str).collect())
            })
            .collect();
        let wanted: Vec<_> =
            subject.findings.iter().map(|(s, m, k, calls)| (*s, *m, *k, calls.to_vec())).collect();
        assert_eq!(seen, wanted, "{}", subject.id);
    }
    assert_eq!(output.status.code(), Some(code), "{example}:\n{}", texts.join("\n"));
    report
}

#[test]
fn the_bounded_stack_fails_in_push_after_a_pop_from_the_empty_stack() {
    let stack = Subject {
        id: "bounded_stack::BoundedStack",
        proof: "not_proved",
        invariants: &[],
        findings: &[
            ("confirmed", "new", "panic", &["let mut s = BoundedStack::new(-1);"]),
            ("potential", "pop", "overflow", &[]),
            ("confirmed", "push", "index", &["let mut s = BoundedStack::new(0);", "s.pop();", "s.push(0);"]),
        ],
    };
    let report = check("bounded-stack", &[], 2, &[stack]);
    let push = &report["subjects"][0]["findings"][2];
    assert_eq!(push["state"]["size"], "-1", "the fabricated state has a size below zero");
    // The compiled code fails on that object too, and the interpreter does the same wherever both run (else: exit code 70).
    assert_eq!(
        (&push["replay"]["runner"], &push["replay"]["outcome"]),
        (&"native".into(), &"panicked".into())
    );
    let compared = report["subjects"][0]["compared_runs"].as_u64().expect("a number");
    assert!(compared >= 2, "{compared} runs were compared");
    assert_eq!(push["location"]["file"], "src/lib.rs");
    let line = push["location"]["line"].as_u64().expect("a line");
    let source = std::fs::read_to_string(folder("bounded-stack").join("src/lib.rs")).expect("readable");
    let text = source.lines().nth(line as usize - 1).expect("the line is there");
    assert!(text.contains("self.elems[self.size as usize] = k"), "{text}");
}

#[test]
fn the_reproduction_of_a_finding_compiles_and_fails_as_a_test() {
    let report = check_only("bounded-stack", &[]);
    let calls = report["subjects"][0]["findings"][2]["reproduction"].as_array().expect("a list").clone();
    let body: String = calls.iter().filter_map(Value::as_str).map(|line| format!("    {line}\n")).collect();
    let package = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir_all(package.path().join("tests")).expect("writable");
    std::fs::create_dir_all(package.path().join("src")).expect("writable");
    let stack = std::fs::read_to_string(folder("bounded-stack").join("src/lib.rs")).expect("readable");
    let manifest = std::fs::read_to_string(folder("bounded-stack").join("Cargo.toml")).expect("readable");
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pct-runtime");
    let manifest = manifest.replace("../../pct-runtime", runtime.to_str().expect("UTF-8"));
    std::fs::write(package.path().join("Cargo.toml"), manifest).expect("writable");
    std::fs::write(package.path().join("src/lib.rs"), stack).expect("writable");
    let test = format!("use bounded_stack::BoundedStack;\n\n#[test]\nfn reproduction() {{\n{body}}}\n");
    std::fs::write(package.path().join("tests/reproduction.rs"), test).expect("writable");
    let output = Command::new(env!("CARGO"))
        .args(["test", "--offline", "--test", "reproduction"])
        .current_dir(package.path())
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("reproduction"))
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("test reproduction ... FAILED"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(text.contains("index out of bounds"), "{text}");
}

/// The report of an example, without judging it.
fn check_only(example: &str, arguments: &[&str]) -> Value {
    let output_dir = tempfile::tempdir().expect("a temporary folder");
    Command::new(env!("CARGO_BIN_EXE_cargo-pct"))
        .args(["pct", "--output-dir"])
        .arg(output_dir.path())
        .args(arguments)
        .current_dir(folder(example))
        .envs([("CARGO_PCT_EFFORT", "deep"), ("CARGO_PCT_CACHE", "false")])
        .output()
        .expect("the program can be started");
    let text = std::fs::read_to_string(output_dir.path().join("report.json")).expect("there is a report");
    serde_json::from_str(&text).expect("it is JSON")
}

const STACK: Subject = Subject {
    id: "bounded_stack_fixed::BoundedStack",
    proof: "proved",
    invariants: &["0 <= self.size", "self.max <= self.elems.len()", "self.size <= self.max"],
    findings: &[],
};

#[test]
fn the_repaired_stack_is_proved_with_its_class_invariant() {
    check("bounded-stack-fixed", &[], 0, &[STACK]);
}

#[test]
fn the_repaired_stack_is_proved_with_the_users_predicates_too() {
    check("bounded-stack-fixed", &["--features", "own-predicates"], 0, &[STACK]);
}

#[test]
fn the_same_input_gives_the_same_report() {
    // How long it took is all that may differ.
    let report = || {
        let mut report = check_only("bounded-stack", &[]);
        report["milliseconds"] = Value::Null;
        report["solver"]["milliseconds"] = Value::Null;
        report
    };
    assert_eq!(difference(&report(), &report(), ""), None);
}

/// The first place where two reports differ, and what they say there.
fn difference(one: &Value, other: &Value, at: &str) -> Option<String> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            one.iter().find_map(|(key, value)| difference(value, &other[key], &format!("{at}/{key}")))
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.find_map(|(index, (one, other))| difference(one, other, &format!("{at}/{index}")))
        }
        _ => (one != other).then(|| format!("{at}: {one} and {other}")),
    }
}

#[test]
fn the_ring_buffer_is_proved() {
    let ring = Subject {
        id: "ring_buffer::RingBuffer",
        proof: "proved",
        invariants: &["self.head < self.slots.len()", "self.len <= self.slots.len()"],
        findings: &[],
    };
    check("ring-buffer", &[], 0, &[ring]);
}

#[test]
fn five_hundred_rounds_are_not_executed_to_find_what_follows_them() {
    let counter = Subject {
        id: "counter500::Counter",
        proof: "not_proved",
        invariants: &[],
        findings: &[(
            "confirmed",
            "step",
            "panic",
            &[
                "let mut s = Counter::default();",
                "for _ in 0..501 {",
                "    s.step(true);",
                "}",
                "s.step(false);",
            ],
        )],
    };
    check("counter500", &[], 2, &[counter]);
}

/// The potential findings of the unrepaired one depend on what the time allows; the confirmed one does not.
#[test]
fn the_partition_runs_out_of_its_slice_and_the_repaired_one_does_not() {
    // The proof takes seconds, and more of them where cargo-pct itself is not optimised.
    let report = check_only("partition", &["--features", "own-predicates", "--subject-timeout", "100s"]);
    let subjects = report["subjects"].as_array().expect("a list");
    let subject = |id: &str| subjects.iter().find(|subject| subject["id"] == id).expect("it is a subject");
    let fixed = subject("partition::fixed_partition");
    assert_eq!(
        (&fixed["proof"]["status"], &fixed["findings"]),
        (&"proved".into(), &Value::Array(Vec::new()))
    );
    let findings = subject("partition::partition")["findings"].as_array().expect("a list").clone();
    let confirmed: Vec<&Value> = findings.iter().filter(|it| it["status"] == "confirmed").collect();
    assert_eq!(confirmed.len(), 1, "{findings:?}");
    assert_eq!((&confirmed[0]["kind"], &confirmed[0]["method"]), (&"index".into(), &"partition".into()));
    // Where lo is behind hi without being before it: no state has that, and nobody is asked to test it.
    for state in fixed["states"].as_array().expect("a list") {
        let valuation = state["valuation"].as_str().expect("letters");
        assert!(!valuation.starts_with("TF"), "{state}");
    }
}
