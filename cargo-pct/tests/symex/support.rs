//! Compiles fixtures and the models with rustc, once each.

// Each test target uses a part of this.
#![allow(dead_code)]

use cargo_pct::mir;
use cargo_pct::symex::models::SOURCES;
use cargo_pct::symex::segments::Segments;
use cargo_pct::symex::syntax::read_declarations;
use cargo_pct::symex::types::Generics;
use cargo_pct::symex::{BodyId, Config, Program};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// A compiled fixture.
pub(crate) struct Subject {
    pub(crate) program: Program,
}

impl Subject {
    pub(crate) fn compile(source: &str) -> Subject {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let dump = mir_in(folder.path(), &[("lib.rs", source)]);
        let declarations =
            read_declarations(&[("", &expand(folder.path()))], "").expect("the fixture is Rust");
        let mut program = Program::with_models(models().clone()).expect("the models are Rust");
        program.add_crate(dump, declarations);
        Subject { program }
    }

    pub(crate) fn body(&self, name: &str) -> BodyId {
        let named = self.program.functions_named(name);
        assert_eq!(named.len(), 1, "one function is called {name}");
        named[0]
    }

    pub(crate) fn segments(&self, name: &str) -> Segments {
        self.program.segments(self.body(name), &Generics::default(), &Config::default())
    }
}

/// The MIR of the models.
pub(crate) fn models() -> &'static mir::Program {
    static MODELS: OnceLock<mir::Program> = OnceLock::new();
    MODELS.get_or_init(|| mir_of(&SOURCES))
}

/// The MIR that rustc gives for a library.
pub(crate) fn mir_of(files: &[(&str, &str)]) -> mir::Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    mir_in(folder.path(), files)
}

fn mir_in(folder: &Path, files: &[(&str, &str)]) -> mir::Program {
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("a file in the temporary folder");
    }
    run_rustc(folder, &["--crate-type", "lib"]);
    let dump = std::fs::read_to_string(folder.join("out.mir")).expect("rustc wrote the MIR");
    let program = mir::parse(&dump, 64);
    let opaque: Vec<_> = program.opaque().map(|item| (&item.reason, &item.text)).collect();
    assert!(opaque.is_empty(), "bodies that were not read: {opaque:?}");
    program
}

pub(crate) fn run_rustc(folder: &Path, args: &[&str]) {
    let output = Command::new("rustc")
        .current_dir(folder)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--edition", "2024", "lib.rs", "--emit=mir=out.mir", "--cap-lints", "warn", "-Awarnings"])
        .args(mir::RUSTC_FLAGS)
        .args(args)
        .output()
        .expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The source of `lib.rs` with its macros and derives expanded: its functions are in the order of the MIR's bodies.
pub(crate) fn expand(folder: &Path) -> String {
    expand_with(folder, &[])
}

pub(crate) fn expand_with(folder: &Path, args: &[&str]) -> String {
    let output = Command::new("rustc")
        .current_dir(folder)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--edition", "2024", "lib.rs", "-Zunpretty=expanded", "--cap-lints", "warn", "-Awarnings"])
        .args(args)
        .output()
        .expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}
