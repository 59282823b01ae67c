//! `cargo xtask faults`: are unsound edits caught?
//!
//! Each fault is planted alone in a copy of the sources, the tests that guard the semantics are run, and one of them must
//! fail. A fault that nothing notices is a hole in the tests. Each fault names the tests that noticed it last: these are run first, and
//! all others only where they do not notice it any more. Takes a minute a fault, so it is no part of `cargo xtask test`.

mod guard;
mod list;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::setup;
use guard::{GUARDS, Guard, TOOL};
use list::{FAULTS, Fault};

/// What `cargo xtask faults` can be told.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only faults whose name contains one of these.
    names: Vec<String>,
}

/// Plants the faults one by one.
pub(crate) fn run(project: &Project, options: &Options) -> Result<(), Error> {
    setup::run(project, &setup::Options::default())?;
    let copy = Copy::make(project)?;
    if let Some(failing) = copy.guards()? {
        return Err(Error::Check(format!("{failing} fails without a fault, and so cannot tell")));
    }
    println!("without a fault, all tests pass");
    let chosen = |fault: &&Fault| {
        options.names.is_empty() || options.names.iter().any(|name| fault.name.contains(name.as_str()))
    };
    let mut missed = Vec::new();
    for fault in FAULTS.iter().filter(chosen) {
        match copy.plant(fault)? {
            Some(test) => println!("caught by {test}: {}", fault.name),
            None => {
                println!("NOT CAUGHT: {}", fault.name);
                missed.push(fault.name);
            }
        }
    }
    if missed.is_empty() {
        Ok(())
    } else {
        Err(Error::Check(format!("no test notices: {}", missed.join("; "))))
    }
}

/// A copy of the tracked sources, with a target folder of its own.
struct Copy {
    root: PathBuf,
}

impl Copy {
    fn make(project: &Project) -> Result<Copy, Error> {
        let root = project.target_folder().join("faults").join("sources");
        if root.exists() {
            std::fs::remove_dir_all(&root).map_err(Error::file("delete", &root))?;
        }
        std::fs::create_dir_all(&root).map_err(Error::file("create", &root))?;
        let mut checkout = Command::new("git");
        let prefix = format!("--prefix={}/", root.display());
        process::step(checkout.args(["checkout-index", "--all", &prefix]).current_dir(project.root()))?;
        // The copy links the same Z3.
        let z3 = root.join(".z3");
        copy_folder(&project.z3_folder(), &z3.join("lib"))?;
        Ok(Copy { root })
    }

    /// Plants a fault and takes it out again; the first test that noticed.
    fn plant(&self, fault: &Fault) -> Result<Option<String>, Error> {
        let file = self.root.join(fault.file);
        let sound = std::fs::read_to_string(&file).map_err(Error::file("read", &file))?;
        if sound.matches(fault.text).count() != 1 {
            return Err(Error::Check(format!(
                "the fault `{}` does not fit {} any more: adapt it",
                fault.name, fault.file
            )));
        }
        let write = |text: &str| std::fs::write(&file, text).map_err(Error::file("write", &file));
        write(&sound.replacen(fault.text, fault.replacement, 1))?;
        let caught = self.first_that_notices(fault);
        write(&sound)?;
        caught
    }

    fn first_that_notices(&self, fault: &Fault) -> Result<Option<String>, Error> {
        if !self.compiles(fault.guard)? {
            return Err(Error::Check(format!("the fault `{}` does not compile", fault.name)));
        }
        match self.failing(fault.guard)? {
            Some(test) => Ok(Some(test)),
            None => self.guards(),
        }
    }

    /// Whether tests compile. What does not would count as caught, and no test would have looked at it.
    fn compiles(&self, guard: Guard) -> Result<bool, Error> {
        match guard {
            Guard::Corpus => self.cargo(&["build", "--quiet", "--package", TOOL]),
            Guard::Unit(_) => self.tests(TOOL, &["--lib", "--no-run"]),
            Guard::Target(target, _) => self.tests(TOOL, &["--test", target, "--no-run"]),
            Guard::Package(package, _) => self.tests(package, &["--no-run"]),
        }
    }

    /// The first test that fails.
    fn guards(&self) -> Result<Option<String>, Error> {
        if !self.cargo(&["build", "--quiet", "--package", TOOL])? || !self.tests(TOOL, &["--no-run"])? {
            return Err(Error::Check("the copy does not compile: a fault must leave a program".to_owned()));
        }
        for guard in GUARDS {
            if let Some(test) = self.failing(guard)? {
                return Ok(Some(test));
            }
        }
        Ok(None)
    }

    /// A test of some that fails.
    fn failing(&self, guard: Guard) -> Result<Option<String>, Error> {
        let kind = match guard {
            Guard::Corpus if self.resists_corpus()? => return Ok(None),
            Guard::Corpus => return Ok(Some("the corpus of the attack".to_owned())),
            Guard::Unit(_) => "unit test",
            Guard::Target(target, _) => target,
            Guard::Package(package, _) => package,
        };
        let (package, chosen) = guard.arguments();
        let mut cargo = self.cargo_with(&[&["test", "--quiet", "--package", package][..], &chosen].concat());
        let output =
            cargo.output().map_err(|source| Error::Start { command: process::shown(&cargo), source })?;
        let name = first_failure(&String::from_utf8_lossy(&output.stdout));
        Ok((!output.status.success()).then(|| format!("{kind} {name}")))
    }

    /// Runs tests of a package, or compiles them.
    fn tests(&self, package: &str, arguments: &[&str]) -> Result<bool, Error> {
        self.cargo(&[&["test", "--quiet", "--package", package][..], arguments].concat())
    }

    /// Whether the copy says nothing false of the programs that fooled it once.
    fn resists_corpus(&self) -> Result<bool, Error> {
        let program = std::env::current_exe().map_err(Error::file("find", Path::new("cargo xtask")))?;
        let target = self.root.join("../target");
        let mut attack = Command::new(program);
        attack.args(["attack", "--corpus", "--raw", "--project"]).arg(&self.root);
        attack.arg("--program").arg(target.join("debug/cargo-pct"));
        ended_well(attack.arg("--keep").arg(target.join("attack")))
    }

    fn cargo(&self, arguments: &[&str]) -> Result<bool, Error> {
        ended_well(&mut self.cargo_with(arguments))
    }

    fn cargo_with(&self, arguments: &[&str]) -> Command {
        let mut cargo = process::cargo(&self.root);
        cargo.args(arguments).env("CARGO_TARGET_DIR", self.root.join("../target"));
        cargo
    }
}

/// The name of the first test that failed, as the list at the end of libtest's output has it.
fn first_failure(output: &str) -> String {
    let list = output.rsplit_once("failures:\n").map_or("", |(_, list)| list);
    list.lines().next().unwrap_or_default().trim().to_owned()
}

/// Runs a program without its output.
fn ended_well(command: &mut Command) -> Result<bool, Error> {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status();
    status
        .map(|status| status.success())
        .map_err(|source| Error::Start { command: process::shown(command), source })
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(to).map_err(Error::file("create", to))?;
    for entry in std::fs::read_dir(from).map_err(Error::file("read", from))? {
        let entry = entry.map_err(Error::file("read", from))?;
        let target = to.join(entry.file_name());
        std::fs::copy(entry.path(), &target).map_err(Error::file("copy to", &target))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_named() {
        let output = "\nfailures:\n\n---- a::b stdout ----\nno\n\n\nfailures:\n    a::b\n    a::c\n\ntest result: FAILED.\n";
        assert_eq!(first_failure(output), "a::b");
        assert_eq!(first_failure("error: no test target named `x`\n"), "");
    }

    #[test]
    fn every_fault_fits_its_file_once_and_changes_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for fault in &FAULTS {
            let text = std::fs::read_to_string(root.join(fault.file)).unwrap();
            assert_eq!(text.matches(fault.text).count(), 1, "{}", fault.name);
            assert_ne!(fault.text, fault.replacement, "{}", fault.name);
        }
    }
}
