//! Nothing to measure, wrong settings, wrong usage: exit 1, and what to do instead.

use crate::support::Fixture;

#[test]
fn a_crate_without_the_dependency_is_told_to_add_it() {
    let run = Fixture::new("plain").pct("").exits(1).says("cargo add pct-runtime");
    assert!(run.report.is_none());
}

#[test]
fn a_crate_without_annotations_is_told_how_to_annotate() {
    Fixture::new("bare").pct("").exits(1).says("nothing is annotated in bare").says("#[pct::predicates");
}

#[test]
fn a_folder_without_a_package_is_named() {
    let fixture = Fixture::new("plain");
    std::fs::remove_file(fixture.path("Cargo.toml")).unwrap();
    // The folder lies in the project's own workspace, whose manifest cargo would find; so point away from it.
    fixture.pct("--manifest-path nowhere/Cargo.toml").exits(1).says("manifest path");
}

#[test]
fn an_unknown_setting_is_an_error_at_its_place() {
    let fixture = Fixture::new("simple");
    fixture.write(".config/pct.toml", "timeout = 5\nfail-undr = 80\n");
    fixture.pct("").exits(1).says(".config/pct.toml:2:1: unknown field `fail-undr`");
    std::fs::remove_file(fixture.path(".config/pct.toml")).unwrap();
    let fixture = fixture.with("CARGO_PCT_FAIL_UNDR", "80");
    fixture.pct("").exits(1).says("environment variable CARGO_PCT_FAIL_UNDR: unknown field");
}

#[test]
fn wrong_usage_exits_with_1_and_help_with_0() {
    let fixture = Fixture::new("plain");
    fixture.pct("--no-such-flag").exits(1).says("--no-such-flag");
    fixture.pct("--help").exits(0).shows("Exit codes");
    fixture.pct("--features no-such --package no-such").exits(1);
}

#[test]
fn a_schema_is_printed_where_there_is_no_package() {
    let folder = tempfile::tempdir().unwrap();
    let print = |of: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cargo-pct"));
        let output = command.args(["pct", "--emit-schema", of]).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(print("report"), include_str!("../../../docs/report.schema.json"));
    assert!(print("config").contains("\"fail-under\""));
}

#[test]
fn an_unknown_package_or_feature_is_cargos_refusal() {
    let fixture = Fixture::new("simple");
    fixture.pct("--package no-such").exits(1).says("no-such");
    fixture.pct("--features no-such").exits(1).says("no-such");
}

#[test]
fn doctor_tries_what_it_tells() {
    let fixture = Fixture::new("simple");
    fixture.pct("doctor").exits(0).shows("ok    MIR: rustc gives it, with places").shows("ok    pct-runtime");
    Fixture::new("plain").pct("doctor").exits(1).shows("FAIL  pct-runtime: no package depends on it");
}

#[test]
fn another_version_of_the_runtime_is_named_with_our_own() {
    let fixture = Fixture::new("simple");
    fixture.write("Cargo.lock", "version = 4\n\n[[package]]\nname = \"pct-runtime\"\nversion = \"0.0.7\"\n");
    let ours = format!("cargo-pct {}", env!("CARGO_PKG_VERSION"));
    fixture.pct("").exits(1).says(&ours).says("pct-runtime 0.0.7");
}

#[test]
fn cleaning_removes_what_cargo_pct_wrote_and_nothing_else() {
    let fixture = Fixture::new("plain");
    for file in ["there/pct/report.json", "there/pct/build/x", "there/debug/x", "out/report.json", "out/mine"]
    {
        fixture.write(file, "{}");
    }
    let clean = || fixture.command("clean --target-dir there").status().unwrap().code();
    assert_eq!(clean(), Some(0));
    let left =
        ["there/pct", "there/debug/x", "out/report.json", "out/mine"].map(|file| fixture.path(file).exists());
    assert_eq!(left, [false, true, false, true]);
    assert_eq!(clean(), Some(0), "nothing is left to remove");
}
