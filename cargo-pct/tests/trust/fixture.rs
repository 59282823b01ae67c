//! The fixtures, and what is asked of them.

use super::support::{expand_with, run_rustc, with_models};
use cargo_pct::lower::{CrateCode, Obstacle, lower, unread};
use cargo_pct::mir;
use cargo_pct::solver::Prover;
use cargo_pct::source::Items;
use cargo_pct::symex::{Config, Program};
use cargo_pct::verify::{Proof, VerifyConfig, assume_of_argument_objects, assume_summaries, verify};
use std::path::Path;

pub(crate) const DIAL: &str = include_str!("../proofs/trust/dial.rs");
/// What clients of a broken dial run into.
pub(crate) const LEFT: &str = "attempt to subtract with overflow in Dial::left";

/// How a fixture is built.
#[derive(Clone, Copy)]
pub(crate) struct Build {
    pub(crate) kind: &'static str,
    pub(crate) flags: &'static [&'static str],
    /// A function whose code the dump garbles.
    pub(crate) unreadable: Option<&'static str>,
    /// A function whose signature the expanded source garbles.
    pub(crate) unread: Option<&'static str>,
}

pub(crate) const GOOD: Build = Build { kind: "lib", flags: &[], unreadable: None, unread: None };
pub(crate) const BROKEN: Build = Build { flags: &["--cfg", "broken"], ..GOOD };

/// The verdict on a class, or on a function, whose name begins with a small letter: `proved`, or the reason and the findings, one a line.
pub(crate) fn verdict(name: &str, class: &str, build: Build) -> String {
    Fixture::read(name, class, build).verdict(class)
}

/// The code of a fixture.
pub(crate) struct Fixture {
    pub(crate) program: Program,
    pub(crate) items: Items,
    pub(crate) unread: Vec<Obstacle>,
}

impl Fixture {
    /// Builds one; `class` is what is asked of it, which tells whether it needs the common class beside it.
    pub(crate) fn read(name: &str, class: &str, build: Build) -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let own = source(name);
        let stands_alone = own.contains("impl Dial {\n    pub fn new") || class != "Dial" || name == "dial";
        let source = if stands_alone || own.contains("pub struct Dial") || own.contains("pub enum Dial") {
            own
        } else {
            format!("{DIAL}\n{}", own.replace("//! ", "// "))
        };
        std::fs::write(folder.path().join("lib.rs"), source).unwrap();
        let flags: Vec<&str> = ["--crate-type", build.kind].iter().chain(build.flags).copied().collect();
        run_rustc(folder.path(), &flags);
        let mut text = std::fs::read_to_string(folder.path().join("out.mir")).unwrap();
        if let Some(function) = build.unreadable {
            let at = text.find(&format!("{function}(")).expect("the function is there");
            let block = at + text[at..].find("bb0").expect("it has a block");
            text.replace_range(block..block + 3, "?!?");
        }
        let mut expanded = expand_with(folder.path(), &flags);
        if let Some(function) = build.unread {
            let signature = format!("fn {function}(");
            assert!(expanded.contains(&signature), "the function is there");
            expanded = expanded.replace(&signature, &format!("{signature}~~ "));
        }
        let items = Items::read("<expanded>", &[], &expanded).unwrap();
        let dump = mir::parse_among(&text, 64, items.own_modules());
        let unread = unread(&dump);
        let mut program = with_models();
        program.add_crate(dump, items.clone().into());
        program.wraps = build.flags.contains(&"overflow-checks=off");
        Fixture { program, items, unread }
    }

    pub(crate) fn verdict(&self, class: &str) -> String {
        let program = &self.program;
        let code = CrateCode::new(program, &self.items, self.unread.clone());
        let is_class = class.rsplit("::").next().is_some_and(|name| name.starts_with(char::is_uppercase));
        let subject = match if is_class { code.class(class, class) } else { code.function(class, class) } {
            Ok(subject) => subject,
            Err(reason) => return reason.to_string(),
        };
        let lowered = lower(program, &subject, &Config::default());
        let (config, prover) = (VerifyConfig::default(), Prover::default());
        let lowered = assume_summaries(lowered, &config, &prover);
        let lowered = assume_of_argument_objects(lowered, &config, &prover);
        let verification = verify(&subject, &lowered, &config, &prover);
        let mut lines = match verification.proof {
            Proof::Proved { .. } => vec!["proved".to_owned()],
            Proof::NotProved { reason } => vec![reason],
        };
        lines.extend(verification.findings.iter().map(|finding| {
            let failure = lowered.failure(finding.error);
            format!("{:?} {} in {}", finding.status, failure.message, failure.function)
        }));
        lines.extend(lowered.obstacles().iter().map(|obstacle| format!("obstacle {}", obstacle.reason)));
        if std::env::var_os("SHOW").is_some() {
            println!("{}", cargo_pct::system::print(lowered.system()));
            println!("{:#?}", lowered.notes());
        }
        lines.join("\n")
    }
}

/// The text of a fixture.
pub(crate) fn source(name: &str) -> String {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proofs/trust");
    std::fs::read_to_string(fixtures.join(format!("{name}.rs"))).unwrap()
}

/// The names of the functions of a module.
pub(crate) fn functions_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("    pub fn ")?.split(['(', '<']).next())
}

/// A fixture's own `main` shows natively what it says of its functions.
pub(crate) fn runs(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lib.rs"), source(name)).unwrap();
    run_rustc(folder.path(), &["--crate-type", "bin", "--cfg", "native", "--emit=link=program"]);
    let output = std::process::Command::new(folder.path().join("program")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

pub(crate) fn proved(name: &str, class: &str) {
    let verdict = verdict(name, class, GOOD);
    assert_eq!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
}

/// The functions of one number of a fixture that panics for zero, and these classes, are not proved.
pub(crate) fn no_function_of(name: &str, classes: &[&str]) {
    runs(name);
    let (fixture, text) = (Fixture::read(name, "W", GOOD), source(name));
    let functions = text.lines().filter_map(|line| line.strip_prefix("pub fn ")?.split_once("(n: u8) -> u8"));
    let names: Vec<&str> = functions.map(|(name, _)| name).chain(classes.iter().copied()).collect();
    assert!(names.len() >= 30, "{names:?}");
    for name in names {
        let verdict = fixture.verdict(name);
        assert_ne!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
    }
}

/// The items of these names in a fixture's module `safe` are proved, those in its module `wrong` are not.
pub(crate) fn judged(name: &str, safe: &[&str], wrong: &[&str]) {
    runs(name);
    let fixture = Fixture::read(name, "safe", GOOD);
    for item in safe {
        let verdict = fixture.verdict(&format!("safe::{item}"));
        assert_eq!(verdict.lines().next(), Some("proved"), "{item}: {verdict}");
    }
    for item in wrong {
        let verdict = fixture.verdict(&format!("wrong::{item}"));
        assert_ne!(verdict.lines().next(), Some("proved"), "{item}: {verdict}");
    }
}

/// Not proved, and a line of the verdict says this.
pub(crate) fn refused(name: &str, class: &str, build: Build, because: &str) {
    let verdict = verdict(name, class, build);
    assert_ne!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
    assert!(verdict.contains(because), "{name}: {verdict}");
}

/// Proved as it stands; broken, it is not, because a finding or obstacle says this.
pub(crate) fn check(name: &str, class: &str, because: &str) {
    proved(name, class);
    refused(name, class, BROKEN, because);
}

/// Proved as it stands; built in any of these ways it is not, because of a finding or obstacle.
pub(crate) fn check_ways(name: &str, class: &str, left: &str, ways: &'static [&[&str]]) {
    proved(name, class);
    for flags in ways {
        let verdict = verdict(name, class, Build { flags, ..GOOD });
        assert_ne!(verdict.lines().next(), Some("proved"), "{flags:?}: {verdict}");
        assert!(verdict.contains(left) || verdict.contains("obstacle"), "{flags:?}: {verdict}");
    }
}
