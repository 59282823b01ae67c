//! Compiles fixtures and the models with rustc, once each.

// Each test target uses a part of this.
#![allow(dead_code)]

use camino::Utf8Path;
use cargo_pct::build::models;
use cargo_pct::build::wrapper::MIR_FLAGS;
use cargo_pct::mir;
use cargo_pct::source::Items;
use cargo_pct::symex::models::SOURCES;
use cargo_pct::symex::segments::Segments;
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
        std::fs::write(folder.path().join("lib.rs"), source).expect("a file in the temporary folder");
        run_rustc(folder.path(), &["--crate-type", "lib"]);
        let dump = std::fs::read_to_string(folder.path().join("out.mir")).expect("rustc wrote the MIR");
        let items = Items::read("<expanded>", &[], &expand(folder.path())).expect("the fixture is Rust");
        let mut program = with_models();
        program.add_crate(read(&dump), items.into());
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

/// A program of the models alone.
pub(crate) fn with_models() -> Program {
    static MODELS: OnceLock<(mir::Program, String)> = OnceLock::new();
    let (dump, expanded) = MODELS.get_or_init(|| {
        let cache = Utf8Path::new(env!("CARGO_TARGET_TMPDIR"));
        let compiled = models::compile(SOURCES, "rustc", "test", cache).unwrap_or_else(|e| panic!("{e}"));
        (read(&compiled.mir), compiled.expanded)
    });
    Program::with_models(dump.clone(), expanded).expect("the models are Rust")
}

fn read(dump: &str) -> mir::Program {
    let program = mir::parse(dump, 64);
    let opaque: Vec<_> = program.opaque().map(|item| (&item.reason, &item.text)).collect();
    assert!(opaque.is_empty(), "bodies that were not read: {opaque:?}");
    program
}

pub(crate) fn run_rustc(folder: &Path, args: &[&str]) {
    let output = Command::new("rustc")
        .current_dir(folder)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--edition", "2024", "lib.rs", "--emit=mir=out.mir", "--cap-lints", "warn", "-Awarnings"])
        .args(MIR_FLAGS)
        .args(["-C", "debug-assertions=on", "-C", "overflow-checks=on"])
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
