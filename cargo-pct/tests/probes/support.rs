//! Builds an example as `cargo pct` does, and gives its instrumented code with what its probes observe.

use camino::{Utf8Path, Utf8PathBuf};
use cargo_pct::build::{self, BuildConfig, TestBinary, models};
use cargo_pct::cli::Cli;
use cargo_pct::config::{Granularity, Predicates};
use cargo_pct::event::Event;
use cargo_pct::lower::{CrateCode, Obstacle, Subject};
use cargo_pct::mir;
use cargo_pct::native::{self, Arguments, Earlier, TestConfig, TestRun};
use cargo_pct::probe::{self, Subjects};
use cargo_pct::source::Items;
use cargo_pct::symex::Program;
use clap::Parser;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// An example's code, as it is analysed.
pub(crate) struct Example {
    pub(crate) program: Program,
    pub(crate) items: Items,
    pub(crate) subjects: Subjects,
    /// Its test binaries, for who runs them once more.
    #[allow(dead_code)]
    pub(crate) tests: Vec<TestBinary>,
    /// What they saw.
    pub(crate) run: TestRun,
}

struct Silent;

impl cargo_pct::event::Sink for Silent {
    fn emit(&mut self, _: Event) {}
}

impl Example {
    /// Builds an example with these features.
    pub(crate) fn new(name: &str, features: &str) -> Example {
        Example::of(&format!("examples/{name}"), features, false)
    }

    /// Builds a crate of the project with these features, and runs its tests if asked to.
    pub(crate) fn of(folder: &str, features: &str, tests: bool) -> Example {
        // Builds of one package share a target folder, and cargo gives their files the same names.
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let project = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it lies in the workspace");
        let temporary = Utf8PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let manifest = project.join(folder).join("Cargo.toml");
        let arguments =
            ["cargo-pct", "--manifest-path", manifest.as_str(), "--features", features, "--offline"];
        let cargo = Cli::parse_from(arguments).run.cargo;
        let workspace = build::find_workspace(&cargo).expect("cargo knows the example");
        let toolchain = build::find_toolchain(&cargo).expect("there is a toolchain");
        let config = BuildConfig {
            cargo: &cargo,
            granularity: Granularity::Branches,
            auto: false,
            tests,
            folder: &temporary.join("probes"),
            wrapper: Utf8Path::new(env!("CARGO_BIN_EXE_cargo-pct")),
            color: false,
            quiet: true,
        };
        let build = build::build(&workspace, &toolchain, &config, &mut Silent).expect("the example builds");
        let subjects = probe::read(&build.units, Predicates::All).expect("its side-car is read");
        let unit = &build.units[0];
        let read = |path: &Option<Utf8PathBuf>| {
            std::fs::read_to_string(path.as_ref().expect("it is analysable")).expect("it is there")
        };
        let dump = mir::parse(&read(&unit.mir), 64);
        let expanded = read(&unit.expanded);
        let models = models::compile(cargo_pct::symex::models::SOURCES, "rustc", "test", &temporary)
            .unwrap_or_else(|error| panic!("{error}"));
        let mut program =
            Program::with_models(mir::parse(&models.mir, 64), &models.expanded).expect("the models are Rust");
        let items = Items::read("<expanded>", &[], &expanded).expect("it is Rust");
        program.add_crate(dump, items.clone().into());
        let run = run_tests(&build.tests, &temporary);
        Example { program, items, subjects, tests: build.tests, run }
    }

    /// A class or function, by its path within the crate.
    pub(crate) fn subject(&self, path: &str) -> Subject {
        let unread: Vec<Obstacle> = Vec::new();
        let code = CrateCode::new(&self.program, &self.items, unread);
        let named = self.subjects.subjects.iter().find(|it| it.id.ends_with(&format!("::{path}")));
        let sites: Vec<u64> =
            named.into_iter().flat_map(|it| it.cutpoints.values()).map(|cutpoint| cutpoint.wire.0).collect();
        let subject = code.class(path, path).or_else(|_| code.function(path, path));
        let subject = subject.or_else(|_| code.owner_of(path, &sites));
        subject.unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

fn run_tests(binaries: &[TestBinary], folder: &Utf8Path) -> TestRun {
    let arguments = Arguments::default();
    let timeout = Duration::from_secs(60);
    let earlier = &Earlier::none();
    let config = TestConfig { arguments: &arguments, timeout, jobs: 1, in_process: false, folder, earlier };
    native::run(binaries, &config, &mut Silent).expect("the tests run")
}
