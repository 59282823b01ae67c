//! Crates of examples: compiled, run natively each in a process of its own, and interpreted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::outcome::{Interpreted, Native};
use super::pages::Example;
use super::tally::Outcomes;
use crate::attack::item::Number;
use crate::attack::{child, folder, native};
use crate::error::Error;

/// Where crates are written, and the program that interprets them.
pub(super) struct Bench {
    pub(super) interpreter: PathBuf,
    /// The folder of the Z3 that it was linked with.
    pub(super) library: PathBuf,
    pub(super) root: PathBuf,
}

/// Seconds that the interpreter has for an example, and for all of a crate.
const SECONDS: u64 = 20;
const SECONDS_OF_ALL: u64 = 1200;

impl Bench {
    /// Runs a batch, in both ways; the outcomes in the order of the examples.
    pub(super) fn examine(&self, examples: &[Example]) -> Result<Vec<Outcomes>, Error> {
        let Some(first) = examples.first() else { return Ok(Vec::new()) };
        let (source, work) = (self.root.join("src"), self.root.join("work"));
        for folder in [&source, &work] {
            if folder.exists() {
                std::fs::remove_dir_all(folder).map_err(Error::file("delete", folder))?;
            }
            std::fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
        }
        for (at, example) in examples.iter().enumerate() {
            let number = Number(at);
            let run = format!("\npub fn {number}() {{\n    crate::End::end(main())\n}}\n");
            write(&source.join(format!("{number}.rs")), &(example.code.clone() + &run))?;
        }
        let program = self.root.join("oracle");
        let accepted = native::accepted(examples.len(), &first.edition, &program, |chosen| {
            write(&source.join("main.rs"), &(root(chosen) + &oracle(chosen)))
        })?;
        let mut outcomes: Vec<Outcomes> =
            examples.iter().map(|_| Outcomes { native: Native::Rejected, interpreted: None }).collect();
        for number in &accepted {
            outcomes[number.0].native = run_natively(&program, *number, &work)?;
        }
        for (number, interpreted) in self.interpret(&source, &accepted, &first.edition)? {
            outcomes[number.0].interpreted = Some(interpreted);
        }
        Ok(outcomes)
    }

    /// Interprets the examples. If that fails for all together, one half after the other: what one example does to the
    /// interpreter must not cost the others.
    fn interpret(
        &self,
        source: &Path,
        numbers: &[Number],
        edition: &str,
    ) -> Result<BTreeMap<Number, Interpreted>, Error> {
        let library = write(&source.join("lib.rs"), &root(numbers))?;
        let mut command = Command::new(&self.interpreter);
        command.arg(&library).args(["--prefix", "item_", "--edition", edition]);
        command.arg("--seconds").arg(SECONDS.to_string());
        command.arg("--cache").arg(self.root.join("models"));
        for variable in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
            command.env(variable, &self.library);
        }
        let output = child::output(&mut command, Duration::from_secs(SECONDS_OF_ALL))?;
        let (is_done, lines) = output.map_or((false, String::new()), |output| {
            (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
        });
        if !is_done && numbers.len() > 1 {
            let (left, right) = numbers.split_at(numbers.len() / 2);
            let mut found = self.interpret(source, left, edition)?;
            found.append(&mut self.interpret(source, right, edition)?);
            return Ok(found);
        }
        let lines = lines.lines().filter_map(|line| serde_json::from_str::<Interpreted>(line).ok());
        Ok(lines.filter_map(|line| Some((Number::find(&line.name)?.0, line))).collect())
    }
}

fn write(path: &Path, text: &str) -> Result<PathBuf, Error> {
    std::fs::write(path, text).map_err(Error::file("write", path))?;
    Ok(path.to_path_buf())
}

/// The examples as modules, and the ways in which their `main` may end.
fn root(chosen: &[Number]) -> String {
    let mut text = folder::ALLOWED.to_owned() + END;
    for number in chosen {
        let _ = writeln!(text, "mod {number};");
    }
    text
}

const END: &str = r#"
pub trait End {
    fn end(self);
}

impl End for () {
    fn end(self) {}
}

impl<T, E> End for Result<T, E> {
    fn end(self) {
        if self.is_err() {
            panic!("the example gave an error");
        }
    }
}
"#;

/// The program that runs the example whose number it is given.
fn oracle(chosen: &[Number]) -> String {
    let mut arms = String::new();
    for number in chosen {
        let _ = writeln!(arms, "        {} => {number}::{number}(),", number.0);
    }
    ORACLE.replace("        ARMS\n", &arms)
}

/// Keeps the last panic of the main thread in the file `panic`, and writes to the file `done` how the example ended: what an
/// example prints is its own.
const ORACLE: &str = r#"
fn main() {
    let number = std::env::args().nth(1).unwrap().parse::<usize>().unwrap();
    std::panic::set_hook(Box::new(|panic| {
        if std::thread::current().name() == Some("main") {
            std::fs::write("panic", panic.payload_as_str().unwrap_or("")).unwrap();
        }
    }));
    let outcome = std::panic::catch_unwind(|| match number {
        ARMS
        _ => unreachable!(),
    });
    std::fs::write("done", if outcome.is_ok() { "ends" } else { "panics" }).unwrap();
}
"#;

fn run_natively(program: &Path, number: Number, work: &Path) -> Result<Native, Error> {
    for file in ["panic", "done"] {
        // There is none if the example before did not come so far.
        let _ = std::fs::remove_file(work.join(file));
    }
    let mut command = native::limited(program, number);
    command.current_dir(work);
    if child::output(&mut command, native::TIME)?.is_none() {
        return Ok(Native::Unknown);
    }
    let panic = std::fs::read_to_string(work.join("panic")).ok();
    Ok(match (std::fs::read_to_string(work.join("done")).as_deref(), panic) {
        (Ok("ends"), _) => Native::Ends,
        (Ok(_), message) => Native::Panics(message.unwrap_or_default()),
        (Err(_), message) => Native::Exits(message),
    })
}
