//! What the fuzz targets do with their input; also run on stable, over the corpus, by `cargo-pct/tests/fuzz.rs`.

#![allow(dead_code, unreachable_pub, reason = "each target uses one of them")]

use cargo_pct::mir::{Item, PrintOptions, Printed, Program, parse};
use cargo_pct::system;

/// The parser of MIR never fails, and loses nothing of what it reads: printing and reading again gives the same tree. Items
/// that it does not read are kept as their text, which may mean something else on its own.
pub fn mir(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut program = parse(text, 64);
    program.forget_lines();
    program.items.retain(|item| !matches!(item, Item::Opaque(_)));
    let print = |program: &Program| Printed { program, options: PrintOptions { comments: true } }.to_string();
    let mut again = parse(&print(&program), 64);
    again.forget_lines();
    assert!(program == again, "the print reads back differently");
}

/// The reader of systems gives a system or an error; a system that is well-formed prints as text that reads back the same.
pub fn system(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(file) = system::read(text) else { return };
    if !system::check(&file.system).is_empty() {
        return;
    }
    let print = system::print(&file.system);
    let again =
        system::read(&print).unwrap_or_else(|error| panic!("the print is not read: {error}\n{print}"));
    assert_eq!(system::print(&again.system), print, "the print reads back differently");
}
