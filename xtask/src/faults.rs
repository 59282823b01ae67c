//! `cargo xtask faults`: are unsound edits caught?
//!
//! Each fault is planted alone in a copy of the sources, the tests that guard the semantics are run, and one of them must
//! fail. A fault that nothing notices is a hole in the tests. Takes minutes a fault, so it is no part of `cargo xtask test`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::setup;

/// What `cargo xtask faults` can be told.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only faults whose name contains one of these.
    names: Vec<String>,
}

/// An unsound edit: `text` occurs once in the file and is replaced.
struct Fault {
    name: &'static str,
    file: &'static str,
    text: &'static str,
    replacement: &'static str,
}

/// The tests that guard the semantics, the quickest first.
const GUARDS: [&str; 10] =
    [UNIT_TESTS, "terms", "systems", "unanswered", CORPUS, "proofs", "probes", "trust", "symex", "examples"];

/// What stands for the tests beside the code.
const UNIT_TESTS: &str = "unit tests";

/// What stands for `cargo xtask attack --corpus`.
const CORPUS: &str = "the corpus of the attack";

const FAULTS: [Fault; 39] = [
    Fault {
        name: "what a trait provides is left out",
        file: "cargo-pct/src/lower/discover.rs",
        text: "        entries.extend(self.provided(class, obstacles));",
        replacement: "        entries.extend(self.provided(class, obstacles).into_iter().take(0));",
    },
    Fault {
        name: "functions in closures are closures",
        file: "cargo-pct/src/lower/discover.rs",
        text: "    matches!(path.last(), mir::Segment::Anonymous { .. })",
        replacement: "    path.segments.iter().any(|segment| matches!(segment, mir::Segment::Anonymous { .. }))",
    },
    Fault {
        name: "objects that are made for callers are not thought of",
        file: "cargo-pct/src/lower/conjuring.rs",
        text: "        open.copied().filter(takes_class).collect()",
        replacement: "        open.copied().filter(takes_class).take(0).collect()",
    },
    Fault {
        name: "the first of a pair is always asked once more",
        file: "cargo-pct/models/iter/adaptors.rs",
        text: "        let is_seen = pct::runs_code::<A>() || pct::is_open::<A>();",
        replacement: "        let is_seen = pct::runs_code::<A>();",
    },
    Fault {
        name: "a claim that nothing reads excludes states",
        file: "cargo-pct/src/solver/integers.rs",
        text: "        let is_known = Bool::and(&is_known);",
        replacement: "        let is_known = Bool::from_bool(is_known.len() < 99);",
    },
    Fault {
        name: "what both operands have is no less than either",
        file: "cargo-pct/src/solver/loose.rs",
        text: "        BitOp::And => all(Fact::AtMost, positive),",
        replacement: "        BitOp::And => all(Fact::AtLeast, positive),",
    },
    Fault {
        name: "a decision tree takes the neighbour's entry",
        file: "cargo-pct/src/solver/tables.rs",
        text: "            let is_low = index.lt(&Term::int(high[0].0.clone()));",
        replacement: "            let is_low = index.le(&Term::int(high[0].0.clone()));",
    },
    Fault {
        name: "a function by itself is believed behind where it stops",
        file: "cargo-pct/src/verify/states/alone.rs",
        text: "        pending.extend(next.into_iter().filter(|next| reached.insert(*next)));",
        replacement: "        pending.extend(next.into_iter().filter(|next| reached.len() > 9999 && reached.insert(*next)));",
    },
    Fault {
        name: "what a client's static runs is not looked at",
        file: "cargo-pct/src/native/effects/values.rs",
        text: "(_, Some(\"LazyLock\")) => false,",
        replacement: "(_, Some(\"LazyLock\")) => true,",
    },
    Fault {
        name: "a part without an answer stays",
        file: "cargo-pct/src/fabricate/fallback.rs",
        text: "            self.execution.domain.drop_part(&mut self.execution.elements[target], part);",
        replacement: "            let _ = part;",
    },
    Fault {
        name: "a table forgets what it borrows",
        file: "cargo-pct/src/symex/rvalue.rs",
        text: "        let borrows = self.regions(state, &held(value));\n        let identity",
        replacement: "        let borrows = self.regions(state, &held(value)[..0]);\n        let identity",
    },
    Fault {
        name: "a write through an element is lost",
        file: "cargo-pct/src/symex/projection.rs",
        text: "                Some(target) if targets.len() < MOST_TARGETS => targets.push(target),",
        replacement: "                Some(target) if targets.len() < MOST_TARGETS => drop(target),",
    },
    Fault {
        name: "a permutation forgets targets",
        file: "cargo-pct/src/symex/memory.rs",
        text: "self.fresh_elements(state, element, &name, InputOrigin::Call, &borrows);",
        replacement: "self.fresh_elements(state, element, &name, InputOrigin::Call, &borrows[..0]);",
    },
    Fault {
        name: "a hint is believed",
        file: "cargo-pct/src/symex/iterators.rs",
        text: "Callee::Body(body, _) => !self.is_model(body),",
        replacement: "Callee::Body(body, _) => self.is_model(body),",
    },
    Fault {
        name: "a guard's drop is left out",
        file: "cargo-pct/src/symex/drops.rs",
        text: "        if let Some((body, generics)) = program.drop_function(ty) {",
        replacement: "        if let Some((body, generics)) = program.drop_function(ty).filter(|_| actions.len() > 9) {",
    },
    Fault {
        name: "confirmed by the interpreter alone",
        file: "cargo-pct/src/pipeline/analyse/evidence.rs",
        text: "        (Err(_), None) => None,",
        replacement: "        (Err(_), None) => finding.replay.clone(),",
    },
    Fault {
        name: "a checked operation forgets its error edge",
        file: "cargo-pct/src/symex/step.rs",
        text: "        if !failed.is_infeasible() {\n            next.extend(self.fail(failed, error, message, unwind));\n        }",
        replacement: "        let _ = (failed, error, message, unwind);",
    },
    Fault {
        name: "Vec::push forgets the length",
        file: "cargo-pct/models/vec.rs",
        text: "        pct::set_len(self, pct::successor(length));\n        pct::put(pct::element_mut(self, length), value);",
        replacement: "        pct::set_len(self, pct::successor(length));\n        pct::put(pct::element_mut(self, length), value);\n        pct::set_len(self, length);",
    },
    Fault {
        name: "a range ends one too early",
        file: "cargo-pct/models/iter/sources.rs",
        text: "    fn next(&mut self) -> Option<A> {\n        if pct::less(self.start, self.end) {\n            let value = self.start;",
        replacement: "    fn next(&mut self) -> Option<A> {\n        if pct::less(self.start, self.end) && pct::less(pct::successor(self.start), self.end) {\n            let value = self.start;",
    },
    Fault {
        name: "a branch is swapped",
        file: "cargo-pct/src/symex/step.rs",
        text: "value.equals(&Term::bool(*pattern != 0))",
        replacement: "value.equals(&Term::bool(*pattern == 0))",
    },
    Fault {
        name: "an unmodelled call keeps its &mut argument",
        file: "cargo-pct/src/symex/effects.rs",
        text: "        self.havoc_reached(&mut state, &reached);\n        let label",
        replacement: "        let label",
    },
    Fault {
        name: "pointers that are stored out of sight are forgotten",
        file: "cargo-pct/src/symex/heap.rs",
        text: "        if references.is_empty() {\n            return;",
        replacement: "        if !references.is_empty() {\n            return;",
    },
    Fault {
        name: "a write behind a raw pointer changes no vector",
        file: "cargo-pct/src/symex/heap.rs",
        text: "if old == Value::Uninit || Some(&root) == written",
        replacement: "if old != Value::Uninit || Some(&root) == written",
    },
    Fault {
        name: "a raw pointer leads only to what it was made of",
        file: "cargo-pct/src/symex/projection.rs",
        text: "borrows.push(heap::memory());",
        replacement: "borrows.retain(|_| true);",
    },
    Fault {
        name: "an index may equal the length",
        file: "cargo-pct/models/ops/index.rs",
        text: "index: usize) -> &mut T {\n                if index >= pct::len(self) {",
        replacement: "index: usize) -> &mut T {\n                if index > pct::len(self) {",
    },
    Fault {
        name: "merged states take the wrong arm",
        file: "cargo-pct/src/symex/merge.rs",
        text: "(Value::Scalar(a), Value::Scalar(b)) => Value::Scalar(choose(condition, a, b)?),",
        replacement: "(Value::Scalar(a), Value::Scalar(b)) => Value::Scalar(choose(condition, b, a)?),",
    },
    Fault {
        name: "a cast forgets to wrap",
        file: "cargo-pct/src/term/build.rs",
        text: "        Term::intern(Kind::Wrap { to, value: self.clone(), exact }, Sort::Machine(to))",
        replacement: "        Term::intern(Kind::Wrap { to, value: self.clone(), exact: exact || true }, Sort::Machine(to))",
    },
    Fault {
        name: "a wrap leaves a value above its type",
        file: "cargo-pct/src/solver/integers.rs",
        text: "value.gt(number(&max)).ite(&(value - &modulus), value)",
        replacement: "value.gt(number(&max)).ite(value, value)",
    },
    Fault {
        name: "Euclid's quotient is rounded towards zero",
        file: "cargo-pct/src/solver/bit_vectors.rs",
        text: "            (negative.ite(&adjusted, &quotient), negative.ite(&lifted, &remainder))",
        replacement: "            (quotient.clone(), negative.ite(&lifted, &remainder))",
    },
    Fault {
        name: "what was asked once is not forgotten",
        file: "cargo-pct/src/solver/backend.rs",
        text: "            own.z3.pop(1);",
        replacement: "",
    },
    Fault {
        name: "what holds of the first element holds of each",
        file: "cargo-pct/src/solver/each.rs",
        text: "self.at(&self.witness).not()",
        replacement: "self.at(&Term::int(0)).not()",
    },
    Fault {
        name: "what is written to an element has no range",
        file: "cargo-pct/src/term/range.rs",
        text: "array.contents().join(element.contents())",
        replacement: "array.contents().clone()",
    },
    Fault {
        name: "adequacy looks at the first edge alone",
        file: "cargo-pct/src/fabricate/adequacy.rs",
        text: "let leaving = Term::any(edges.iter().map(",
        replacement: "let leaving = Term::any(edges.iter().take(1).map(",
    },
    Fault {
        name: "initial states are not checked",
        file: "cargo-pct/src/fabricate/mod.rs",
        text: "        for index in 0..self.execution.system.initial.len() {",
        replacement: "        for index in 0..0 * self.execution.system.initial.len() {",
    },
    Fault {
        name: "a call leaves the object as it was",
        file: "cargo-pct/src/lower/steps.rs",
        text: "                self.end(entry, source, state, Some((&ty, value)));",
        replacement: "                let _ = (ty, value);",
    },
    Fault {
        name: "an object left by unwinding is forgotten",
        file: "cargo-pct/src/lower/steps.rs",
        text: "                None => self.end(entry, source, state, None),",
        replacement: "                None => {}",
    },
    Fault {
        name: "a call within a call is not executed",
        file: "cargo-pct/src/lower/activation.rs",
        text: "        let edge = self.edge(entry, source, begins, called.guard.clone(), &bindings);",
        replacement: "        let edge: Option<crate::system::EdgeId> = { let _ = begins; None };",
    },
    Fault {
        name: "a summary is believed before it holds",
        file: "cargo-pct/src/verify/summaries.rs",
        text: "        if Whole::new(&after, &invariant, prover).is_inductive().is_ok() {",
        replacement: "        let _ = Whole::new(&after, &invariant, prover);\n        if true {",
    },
    Fault {
        name: "a call within a call never unwinds",
        file: "cargo-pct/src/symex/apart.rs",
        text: "        let mut next: Vec<Next> = self.unwind(failed, site.unwind).into_iter().collect();",
        replacement: "        let _ = failed;\n        let mut next: Vec<Next> = Vec::new();",
    },
];

/// Plants the faults one by one.
pub(crate) fn run(project: &Project, options: &Options) -> Result<(), Error> {
    setup::run(project, &setup::Options::default())?;
    let copy = Copy::make(project)?;
    println!("without a fault: {}", copy.guards()?.map_or("all tests pass", |_| "a test fails"));
    let chosen = |fault: &&Fault| {
        options.names.is_empty() || options.names.iter().any(|name| fault.name.contains(name.as_str()))
    };
    let mut missed = Vec::new();
    for fault in FAULTS.iter().filter(chosen) {
        match copy.plant(fault)? {
            Some(guard) => println!("caught by {guard}: {}", fault.name),
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

    /// Plants a fault and takes it out again; the test target that noticed.
    fn plant(&self, fault: &Fault) -> Result<Option<&'static str>, Error> {
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
        let caught = self.compiles(fault).and_then(|()| self.guards());
        write(&sound)?;
        caught
    }

    /// A fault that does not compile would be caught for the wrong reason.
    fn compiles(&self, fault: &Fault) -> Result<(), Error> {
        let built = self.cargo(&["build", "--quiet", "--package", "cargo-pct"])?;
        if built { Ok(()) } else { Err(Error::Check(format!("the fault `{}` does not compile", fault.name))) }
    }

    /// The first test target that fails.
    fn guards(&self) -> Result<Option<&'static str>, Error> {
        // What does not compile would count as caught, and no test would have looked at it.
        if !self.cargo(&["test", "--quiet", "--package", "cargo-pct", "--no-run"])? {
            return Err(Error::Check("the copy does not compile: a fault must leave a program".to_owned()));
        }
        for guard in GUARDS {
            if !self.passes(guard)? {
                return Ok(Some(guard));
            }
        }
        Ok(None)
    }

    fn passes(&self, guard: &str) -> Result<bool, Error> {
        let test = ["test", "--quiet", "--package", "cargo-pct"];
        match guard {
            CORPUS => self.resists_corpus(),
            UNIT_TESTS => self.cargo(&[&test[..], &["--lib"]].concat()),
            target => self.cargo(&[&test[..], &["--test", target]].concat()),
        }
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
        let mut cargo = process::cargo(&self.root);
        ended_well(cargo.args(arguments).env("CARGO_TARGET_DIR", self.root.join("../target")))
    }
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
    fn every_fault_fits_its_file_once_and_changes_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for fault in &FAULTS {
            let text = std::fs::read_to_string(root.join(fault.file)).unwrap();
            assert_eq!(text.matches(fault.text).count(), 1, "{}", fault.name);
            assert_ne!(fault.text, fault.replacement, "{}", fault.name);
        }
    }
}
