//! Whole subjects, from source text to the verdict.

use camino::Utf8Path;
use cargo_pct::build::models;
use cargo_pct::lower::{Entry, Lowered, Subject, SubjectKind, lower};
use cargo_pct::mir;
use cargo_pct::solver::Prover;
use cargo_pct::symex::{
    Config, Program,
    syntax::read_declarations,
    types::{Generics, path_of},
};
use cargo_pct::verify::{Verification, VerifyConfig, verify};
use std::process::Command;

fn mir_of(source: &Utf8Path, folder: &Utf8Path) -> String {
    let dump = folder.join("subject.mir");
    let status = Command::new("rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--crate-type", "lib", "--edition", "2024", "--crate-name", "subject"])
        .args(cargo_pct::build::wrapper::MIR_FLAGS)
        .args(["-C", "debug-assertions=on", "-C", "overflow-checks=on"])
        .arg(format!("--emit=mir={dump}"))
        .arg(source)
        .status()
        .expect("rustc runs");
    assert!(status.success());
    std::fs::read_to_string(dump).expect("it was written")
}

fn program(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = Utf8Path::from_path(folder.path()).expect("UTF-8");
    let file = folder.join("subject.rs");
    std::fs::write(&file, source).expect("it can be written");
    let cache = Utf8Path::new(env!("CARGO_TARGET_TMPDIR"));
    let models_mir = models::compile(&cargo_pct::symex::models::SOURCES, "rustc", "test", cache)
        .unwrap_or_else(|e| panic!("{e}"));
    let mut program = Program::with_models(mir::parse(&models_mir, 64)).expect("they parse");
    let declared = read_declarations(&[("", source)], "").expect("it parses");
    program.add_crate(mir::parse(&mir_of(&file, folder), 64), declared);
    program
}

fn class(program: &Program, name: &str, functions: &[&str]) -> Subject {
    if functions.is_empty() {
        let body = program.functions_named(name)[0];
        let entries = vec![Entry::new(program, body, Generics::default(), None)];
        return Subject { id: name.to_owned(), kind: SubjectKind::Function, entries };
    }
    let ty = mir::Type::Path(path_of(&[name]));
    let entries = functions.iter().map(|function| {
        let found = program.functions_named(function);
        let body = found.into_iter().find(|b| program.name(*b) == format!("{name}::{function}"));
        Entry::new(program, body.expect("the function is there"), Generics::default(), Some(&ty))
    });
    let entries = entries.collect();
    Subject { id: name.to_owned(), kind: SubjectKind::Type(ty), entries }
}

fn run(source: &str, name: &str, functions: &[&str]) -> (Program, Subject, Lowered, Verification) {
    let program = program(source);
    let subject = class(&program, name, functions);
    let lowered = lower(&program, &subject, &Config::default());
    if std::env::var_os("SHOW").is_some() {
        println!("{}", cargo_pct::system::print(&lowered.system));
        println!("{:#?} {:#?}", lowered.obstacles, lowered.notes);
    }
    let verification = verify(&subject, &lowered, &VerifyConfig::default(), &Prover::default());
    (program, subject, lowered, verification)
}

fn summary(source: &str, name: &str, functions: &[&str]) -> String {
    use std::fmt::Write;
    let (program, subject, lowered, verification) = run(source, name, functions);
    let mut out = String::new();
    for obstacle in &lowered.obstacles {
        writeln!(out, "obstacle {obstacle:?}").expect("a string");
    }
    for note in &lowered.notes {
        writeln!(out, "note {note:?}").expect("a string");
    }
    writeln!(
        out,
        "{:?} {:?} fabricated {} segments {} {:?}",
        verification.proof,
        verification.round,
        verification.fabricated.len(),
        verification.executed_segments,
        verification.statistics
    )
    .expect("a string");
    writeln!(out, "invariant {}", cargo_pct::report::rust_text::conjunction(&verification.invariant))
        .expect("a string");
    for finding in &verification.findings {
        let failure = &lowered.failures[&finding.error];
        writeln!(
            out,
            "{:?} {:?} {} at {:?}",
            finding.status,
            failure.kind,
            failure.message,
            failure.span.as_ref().map(ToString::to_string)
        )
        .expect("a string");
        if let Some(state) = &finding.state {
            writeln!(out, "   in {}", cargo_pct::system::DisplayState(&lowered.system, state))
                .expect("a string");
        }
        if let Some(calls) = &finding.calls {
            match cargo_pct::testgen::reproduction(&program, &subject, calls, "subject") {
                Some(r) => writeln!(out, "{}", r.test("repro")).expect("a string"),
                None => writeln!(out, "   {calls:?}").expect("a string"),
            }
        }
    }
    out
}

#[test]
fn all() {
    for (source, name, functions) in [
        (
            include_str!("proofs/bounded_stack_fixed.rs"),
            "BoundedStack",
            &["new", "size", "top", "pop", "push"][..],
        ),
        (include_str!("proofs/bounded_stack.rs"), "BoundedStack", &["new", "size", "top", "pop", "push"]),
        (
            include_str!("proofs/ring_buffer.rs"),
            "RingBuffer",
            &["new", "len", "is_empty", "is_full", "push", "pop", "clear"],
        ),
        (include_str!("proofs/counter500.rs"), "Counter", &["new", "step"]),
        (
            include_str!("proofs/bakery.rs"),
            "Bakery",
            &["new", "places", "look1", "look2", "draw1", "draw2", "enter1", "enter2", "leave1", "leave2"],
        ),
    ] {
        println!("=== {name}\n{}", summary(source, name, functions));
    }
    for name in ["foo", "fixed_foo"] {
        println!("=== {name}\n{}", summary(include_str!("proofs/foo.rs"), name, &[]));
    }
}

#[test]
fn timing() {
    let source = include_str!("proofs/ring_buffer.rs");
    let program = program(source);
    let subject =
        class(&program, "RingBuffer", &["new", "len", "is_empty", "is_full", "push", "pop", "clear"]);
    let t = std::time::Instant::now();
    let lowered = lower(&program, &subject, &Config::default());
    println!("lower {:?}", t.elapsed());
    println!("{}", cargo_pct::system::print(&lowered.system));
    let prover = Prover::default();
    let config = cargo_pct::fabricate::FabricateConfig { execution: Some(Default::default()) };
    let tests = vec![cargo_pct::system::State { location: lowered.outside.unwrap(), values: vec![] }];
    let t = std::time::Instant::now();
    let result = cargo_pct::fabricate::search(&lowered.system, &tests, &config, &prover, |_| true);
    println!("search+certify {:?} {:?}", t.elapsed(), prover.statistics());
    let t = std::time::Instant::now();
    let p2 = Prover::default();
    let c = cargo_pct::fabricate::certify(&lowered.system, &result.invariant, &p2);
    println!("certify {:?} {:?} {}", t.elapsed(), p2.statistics(), c.is_ok());
}
