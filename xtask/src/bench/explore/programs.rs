//! The programs of the two fuzzers: a package for each target, all packages of a fuzzer in one workspace, which builds the fuzzer once.
//!
//! Both ignore all panics but the reported one, so that another mistake of the function does not end the search.

use std::path::{Path, PathBuf};

use super::targets::{Panic, TARGETS, Target};
use crate::error::Error;
use crate::process;
use crate::survey::write;

/// A program that looks for the panic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::bench) enum Fuzzer {
    /// A fuzz target written by hand, compiled as `cargo fuzz` does it, without a sanitizer: the panics are those of safe code.
    LibFuzzer,
    /// A property of inputs by proptest's default strategies, in the profile of tests.
    Proptest,
}

/// The line that a program prints in front of the reported panic.
pub(super) const FOUND: &str = "the reported panic, case ";

/// The flags of `cargo fuzz`. `--target` keeps them from build scripts and macros.
pub(super) const FLAGS: [&str; 9] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "--cfg=fuzzing",
    "-Cdebug-assertions",
    "-Coverflow-checks",
];

/// The hook that both programs have, and the counter of their cases.
const HOOK: &str = r#"
static CASES: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

fn ignore_other_panics() {
    std::panic::set_hook(Box::new(|info| {
        if is_reported(info) {
            eprintln!("{FOUND}{}", CASES.load(std::sync::atomic::Ordering::Relaxed));
            std::process::abort();
        }
    }));
}

fn is_reported(info: &std::panic::PanicHookInfo<'_>) -> bool {
    let Some(place) = info.location() else { return false };
    let file = place.file().replace('\\', "/");
    if file.contains(&format!("/{PACKAGE}/")) {
        return file.ends_with(&format!("/{PACKAGE}/{FILE}")) && LINES.contains(&place.line());
    }
    !MESSAGE.is_empty() && info.to_string().ends_with(&format!("\n{MESSAGE}"))
}
"#;

const FUZZ_MAIN: &str = r#"
libfuzzer_sys::fuzz_target!(init: ignore_other_panics(), |data: &[u8]| {
    CASES.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let _ = std::panic::catch_unwind(|| fuzzed(data));
});
"#;

/// Draws inputs as proptest does for a test, for so many seconds; or makes the reported call.
const PROPTEST_MAIN: &str = r#"
fn main() {
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

    ignore_other_panics();
    let mut arguments = std::env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse::<f64>().ok());
    let (Some(seconds), Some(seed)) = (number(), number()) else { return reported() };
    let end = std::time::Instant::now() + std::time::Duration::from_secs_f64(seconds);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed as u8; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = any::<Input>();
    while std::time::Instant::now() < end {
        CASES.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let Ok(tree) = strategy.new_tree(&mut runner) else { continue };
        let input = tree.current();
        let _ = std::panic::catch_unwind(|| property(input));
    }
    println!("{NOT_FOUND}{}", CASES.load(std::sync::atomic::Ordering::Relaxed));
}
"#;

/// The line that the program of proptest prints at the end of its time.
pub(super) const NOT_FOUND: &str = "time is up, cases ";

impl Fuzzer {
    pub(in crate::bench) const ALL: [Fuzzer; 2] = [Fuzzer::LibFuzzer, Fuzzer::Proptest];

    pub(in crate::bench) fn name(self) -> &'static str {
        match self {
            Fuzzer::LibFuzzer => "libfuzzer",
            Fuzzer::Proptest => "proptest",
        }
    }

    /// The fuzzer as a dependency, pinned.
    pub(in crate::bench) fn dependency(self) -> &'static str {
        match self {
            Fuzzer::LibFuzzer => "libfuzzer-sys = \"=0.4.13\"",
            Fuzzer::Proptest => "proptest = \"=1.12.0\"",
        }
    }

    fn package(self, target: &Target) -> String {
        format!("{}-{}", self.name(), target.package.name)
    }

    fn manifest(self, target: &Target) -> String {
        format!(
            "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{}\n{} = \"={}\"\n",
            self.package(target),
            self.dependency(),
            target.package.name,
            target.package.version
        )
    }

    fn program(self, target: &Target) -> String {
        let (pattern, input) = target.input;
        let function = |signature: &str, body: &str| format!("\nfn {signature} {{\n    {body}\n}}\n");
        let (before, main, functions) = match self {
            Fuzzer::LibFuzzer => {
                ("#![no_main]\n\n", FUZZ_MAIN, function("fuzzed(data: &[u8])", target.fuzzed))
            }
            Fuzzer::Proptest => {
                let property = function(&format!("property({pattern}: Input)"), target.property);
                let reported = function("reported()", target.reported);
                ("", PROPTEST_MAIN, format!("\ntype Input = {input};\n{property}{reported}"))
            }
        };
        format!("{before}{}\n{}{functions}{HOOK}{main}", constants(target), target.items)
    }

    /// Writes the packages of all targets, so that cargo chooses the versions of dependencies once.
    fn write(self, folder: &Path) -> Result<(), Error> {
        let members: String =
            TARGETS.iter().map(|target| format!("    \"{}\",\n", target.package.name)).collect();
        let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [\n{members}]\n");
        write(&folder.join("Cargo.toml"), &manifest)?;
        for target in &TARGETS {
            let package = folder.join(target.package.name);
            write(&package.join("Cargo.toml"), &self.manifest(target))?;
            write(&package.join("src/main.rs"), &self.program(target))?;
        }
        Ok(())
    }

    /// Builds the programs of these targets, and gives their paths.
    pub(super) fn build(self, folder: &Path, targets: &[&'static Target]) -> Result<Vec<PathBuf>, Error> {
        let folder = folder.join(self.name());
        self.write(&folder)?;
        let built = folder.join("target");
        let mut cargo = process::cargo(&folder);
        cargo.args(["build", "--target-dir"]).arg(&built);
        for target in targets {
            cargo.arg("--package").arg(self.package(target));
        }
        let programs = match self {
            Fuzzer::LibFuzzer => {
                let host = host()?;
                cargo.args(["--release", "--target", &host]);
                cargo.env("CARGO_ENCODED_RUSTFLAGS", super::fuzzer_flags());
                built.join(host).join("release")
            }
            Fuzzer::Proptest => built.join("debug"),
        };
        process::step(&mut cargo)?;
        Ok(targets.iter().map(|target| programs.join(self.package(target))).collect())
    }
}

/// The text that the hook compares the place of a panic with.
fn constants(target: &Target) -> String {
    let Panic { file, lines, message } = &target.panic;
    let texts = [
        ("PACKAGE", format!("{}-{}", target.package.name, target.package.version)),
        ("FILE", (*file).to_owned()),
        ("MESSAGE", (*message).to_owned()),
        ("FOUND", FOUND.to_owned()),
        ("NOT_FOUND", NOT_FOUND.to_owned()),
    ];
    let texts = texts.map(|(name, text)| format!("#[allow(dead_code)]\nconst {name}: &str = {text:?};\n"));
    format!("{}const LINES: std::ops::RangeInclusive<u32> = {lines:?};\n", texts.concat())
}

/// The name of the machine's kind, as rustc has it.
pub(in crate::bench) fn host() -> Result<String, Error> {
    let mut command = std::process::Command::new("rustc");
    command.args(["--print", "host-tuple"]);
    let shown = process::shown(&command);
    let output = command.output().map_err(|source| Error::Start { command: shown.clone(), source })?;
    process::check_code(&shown, output.status, 0)?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_package_is_rust_and_names_its_pinned_crate() {
        for (target, fuzzer) in TARGETS.iter().flat_map(|target| Fuzzer::ALL.map(|fuzzer| (target, fuzzer))) {
            let program = fuzzer.program(target);
            assert!(syn::parse_file(&program).is_ok(), "{program}");
            let manifest: toml::Table = fuzzer.manifest(target).parse().unwrap();
            let version = manifest["dependencies"][target.package.name].as_str();
            assert_eq!(version, Some(&*format!("={}", target.package.version)));
        }
    }

    #[test]
    fn a_program_knows_the_place_of_its_panic() {
        let target = TARGETS.iter().find(|target| target.package.name == "humantime").unwrap();
        let constants = constants(target);
        assert!(constants.contains("const PACKAGE: &str = \"humantime-2.4.0\";"), "{constants}");
        assert!(constants.contains("const LINES: std::ops::RangeInclusive<u32> = 301..=301;"), "{constants}");
    }
}
