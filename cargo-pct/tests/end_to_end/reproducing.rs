//! Kind 7: what is printed to reproduce a finding is Rust that a client can compile, and that panics.

use std::fmt::Write;
use std::process::Command;

use serde_json::Value;

use crate::support::Fixture;

/// Each with its method, and the calls that reproduce it.
fn findings(report: &Value) -> Vec<(String, Vec<String>)> {
    let subjects = report["subjects"].as_array().unwrap();
    let mut found = Vec::new();
    for finding in subjects.iter().flat_map(|subject| subject["findings"].as_array().unwrap()) {
        let lines = finding["reproduction"].as_array().unwrap();
        let lines: Vec<String> = lines.iter().map(|line| line.as_str().unwrap().to_owned()).collect();
        assert_eq!(finding["status"] == "confirmed", !lines.is_empty(), "{finding}");
        found.push((finding["method"].as_str().unwrap().to_owned(), lines));
    }
    found
}

/// A test for each of the reproductions, which passes where that panics.
fn client(reproductions: &[Vec<String>]) -> String {
    let mut text = "#![allow(unused)]\nuse reproduced::*;\n".to_owned();
    for (number, lines) in reproductions.iter().enumerate() {
        let body = lines.join("\n    ");
        syn::parse_str::<syn::Block>(&format!("{{{body}}}"))
            .unwrap_or_else(|error| panic!("{error}: {body}"));
        write!(text, "#[test]\n#[should_panic]\nfn test_{number}() {{\n    {body}\n}}\n").unwrap();
    }
    text
}

#[test]
fn kind_7_what_reproduces_a_finding_compiles_and_panics() {
    let fixture = Fixture::new("reproduced");
    let run = fixture.pct("").exits(2);
    let found = findings(run.report());
    assert_eq!(found.len(), 9, "{found:?}");
    let reproductions: Vec<Vec<String>> =
        found.iter().map(|(_, lines)| lines.clone()).filter(|lines| !lines.is_empty()).collect();
    // What a callback alone sees, and what only an own choice of a type shows, is potential.
    let potential = found.iter().filter(|(_, lines)| lines.is_empty());
    assert_eq!(potential.map(|(method, _)| method.as_str()).collect::<Vec<_>>(), ["get", "at", "in_row"]);
    fixture.write("tests/client.rs", &client(&reproductions));
    let target = fixture.build_folder().join("natively");
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--offline", "--test", "client"]).current_dir(fixture.path(""));
    let output = command.env("CARGO_TARGET_DIR", target).output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{shown}{}", String::from_utf8_lossy(&output.stderr));
    assert!(shown.contains(&format!("{} passed", reproductions.len())), "{shown}");
}
