//! What the standard library says where a promise of the caller is broken: such a panic ends the process, so each function runs
//! in one of its own.

use crate::run::fits;
use crate::support::{Subject, run_rustc};
use cargo_pct::symex::types::Generics;
use cargo_pct::symex::{Run, entry, interpret};
use std::process::Command;

/// Functions that break a promise.
const BROKEN: &[&str] = &[
    "unsafe { [1u8; 3].get_unchecked(5); }",
    "unsafe { [1u8; 3].get_unchecked(1..5); }",
    "unsafe { [1u8; 3].get_unchecked_mut(5); }",
    "unsafe { \"abc\".get_unchecked(1..5); }",
    "unsafe { 250u8.unchecked_add(9); }",
    "unsafe { 2u8.unchecked_sub(9); }",
    "unsafe { 250i32.unchecked_mul(i32::MAX); }",
    "unsafe { std::num::NonZeroU8::new_unchecked(0); }",
    "unsafe { char::from_u32_unchecked(0xD800); }",
];

#[test]
fn broken_promises_have_the_messages_of_the_standard_library() {
    let functions = BROKEN.iter().enumerate();
    let source: String =
        functions.map(|(number, body)| format!("pub fn f{number}() {{ {body} }}\n")).collect();
    let subject = Subject::compile(&source);
    let arms: String = (0..BROKEN.len()).map(|number| format!("\"{number}\" => f{number}(), ")).collect();
    let main = format!("fn main() {{ match &*std::env::args().nth(1).unwrap() {{ {arms} _ => () }} }}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("lib.rs"), source + &main).expect("the source is written");
    run_rustc(folder.path(), &["--crate-type", "bin", "--emit=link=program"]);
    for (number, body) in BROKEN.iter().enumerate() {
        let state =
            entry(&subject.program, subject.body(&format!("f{number}")), &Generics::default(), vec![]);
        let Run::Panicked(error, _) = interpret(&subject.program, state, 10_000) else {
            panic!("the interpreter does not panic: {body}");
        };
        let mut command = Command::new(folder.path().join("program"));
        let output = command.arg(number.to_string()).output().expect("the program runs");
        let told = String::from_utf8_lossy(&output.stderr);
        let at = told.find("unsafe precondition").unwrap_or_else(|| panic!("no panic: {body}\n{told}"));
        assert!(fits(&error.message, &told[at..]), "{body}\n{}\n{told}", error.message);
        assert!(!fits(&error.message, "unsafe precondition(s) violated: another"), "{}", error.message);
    }
}
