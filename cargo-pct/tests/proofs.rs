//! Whole subjects, from source text to the verdict.

use camino::Utf8Path;
use cargo_pct::build::models;
use cargo_pct::lower::{Entry, Lowered, Subject, SubjectKind, lower};
use cargo_pct::mir;
use cargo_pct::solver::Prover;
use cargo_pct::symex::{Config, Program, syntax::read_declarations, types::{Generics, path_of}};
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
    let models_mir = models::compile("rustc", "test", cache).unwrap_or_else(|e| panic!("{e}"));
    let mut program = Program::default();
    let layouts = read_declarations(&[("", models::LAYOUTS)], "std").expect("they parse");
    program.add_layouts(layouts);
    let files: Vec<(&str, &str)> =
        models::FILES.iter().map(|(name, text)| (if *name == "lib" { "" } else { *name }, *text)).collect();
    let declared = read_declarations(&files, "std").expect("they parse");
    program.add_models(mir::parse(&models_mir, 64), declared);
    let declared = read_declarations(&[("", source)], "").expect("it parses");
    program.add_crate(mir::parse(&mir_of(&file, folder), 64), declared);
    program
}

fn class(program: &Program, name: &str, functions: &[&str]) -> Subject {
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

#[test]
fn the_repaired_stack_is_proved() {
    let source = include_str!("proofs/bounded_stack_fixed.rs");
    let (_, _, lowered, verification) = run(source, "BoundedStack", &["new", "size", "top", "pop", "push"]);
    println!("{:#?}", verification);
    assert_eq!(lowered.obstacles, []);
}
