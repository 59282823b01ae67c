//! A crate on disk: one file an item, the tests that a client could have written, and the program that is the native
//! oracle.

use std::fmt::Write as _;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::item::{Item, Number};
use crate::error::Error;

/// A crate's folder, and the items in it.
pub(super) struct Folder {
    pub(super) root: PathBuf,
}

const MANIFEST: &str = "\
[package]
name = \"attacked\"
version = \"0.0.0\"
edition = \"2024\"

[workspace]
";

/// Items may be odd, and rustc refuses some oddities by lints.
pub(super) const ALLOWED: &str = "\
#![allow(warnings, clippy::all)]
#![allow(unconditional_panic, arithmetic_overflow, unconditional_recursion, overflowing_literals)]
#![allow(forgetting_references, forgetting_copy_types, useless_deprecated)]
";

/// The inputs of tests: some that are often special, and some others.
const TESTED: &str = "[0u8, 1, 2, 3, 7, 100, 128, 254, 255]";

/// The first folder for crates that no other attack works in, with the lock on it. The system ends the lock with the process.
pub(super) fn claim(around: &Path) -> Result<(PathBuf, File), Error> {
    std::fs::create_dir_all(around).map_err(Error::file("create", around))?;
    for number in 1.. {
        let root = around.join(format!("crate-{number}"));
        let path = root.with_extension("lock");
        let lock = File::create(&path).map_err(Error::file("create", &path))?;
        match lock.try_lock() {
            Ok(()) => return Ok((root, lock)),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(Error::file("lock", &path)(error)),
        }
    }
    unreachable!("there are more numbers than processes")
}

impl Folder {
    /// Writes all items; those that are not in the crate are only files.
    pub(super) fn write(root: PathBuf, items: &[Item]) -> Result<Folder, Error> {
        let folder = Folder { root };
        for part in ["src", "tests", "native"] {
            let path = folder.root.join(part);
            if path.exists() {
                std::fs::remove_dir_all(&path).map_err(Error::file("delete", &path))?;
            }
            std::fs::create_dir_all(&path).map_err(Error::file("create", &path))?;
        }
        folder.file("Cargo.toml", MANIFEST)?;
        for (index, item) in items.iter().enumerate() {
            folder.file(&format!("src/{}.rs", Number(index)), &item.source)?;
        }
        Ok(folder)
    }

    /// The program that runs the item whose number it is given, on all inputs.
    pub(super) fn write_oracle(&self, items: &[Item], chosen: &[Number]) -> Result<PathBuf, Error> {
        let mut text = ALLOWED.to_owned();
        let mut arms = String::new();
        for number in chosen {
            let path = self.root.join(format!("src/{number}.rs"));
            let _ = writeln!(text, "#[path = {path:?}]\nmod {number};");
            let (flags, call) = arguments(&items[number.0]);
            let _ = writeln!(
                arms,
                "        {} => inputs({flags}, |n, m| {{ std::hint::black_box({number}::run({call})); }}),",
                number.0
            );
        }
        text.push_str(&ORACLE.replace("        ARMS\n", &arms));
        self.file("native/main.rs", &text)
    }

    /// The library, and tests that call its items as clients. A panic ends no test: what is asked is only what was seen.
    pub(super) fn write_crate(
        &self,
        items: &[Item],
        chosen: &[Number],
        tested: &[Number],
    ) -> Result<(), Error> {
        let mut library = ALLOWED.to_owned();
        for number in chosen {
            let _ = writeln!(library, "pub mod {number};");
        }
        self.file("src/lib.rs", &library)?;
        let mut tests = CLIENTS.to_owned();
        for number in tested {
            let (flags, call) = arguments(&items[number.0]);
            let _ = writeln!(
                tests,
                "\n#[test]\nfn {number}() {{\n    on_inputs({flags}, |n, m| drop(attacked::{number}::run({call})));\n}}"
            );
        }
        self.file("tests/clients.rs", &tests.replace("TESTED", TESTED))?;
        Ok(())
    }

    fn file(&self, name: &str, text: &str) -> Result<PathBuf, Error> {
        let path = self.root.join(name);
        std::fs::write(&path, text).map_err(Error::file("write", &path))?;
        Ok(path)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }
}

/// The flags that an item is run with, and the arguments of its call.
fn arguments(item: &Item) -> (&'static str, &'static str) {
    if item.takes_flag() { ("&[false, true]", "n, m") } else { ("&[false]", "n") }
}

const CLIENTS: &str = "\
#![allow(warnings)]

fn on_inputs(flags: &[bool], run: impl Fn(u8, bool)) {
    for n in TESTED {
        for m in flags {
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(n, *m)));
        }
    }
}
";

/// Prints a line for each place of a panic, with the first input that leads there, and `done` at the end.
const ORACLE: &str = r#"
fn inputs(flags: &[bool], run: impl Fn(u8, bool)) {
    use std::sync::Mutex;
    static INPUT: Mutex<(u8, bool)> = Mutex::new((0, false));
    static SEEN: Mutex<std::collections::BTreeSet<String>> = Mutex::new(std::collections::BTreeSet::new());
    std::panic::set_hook(Box::new(|panic| {
        let (n, m) = *INPUT.lock().unwrap();
        let place = panic.location().unwrap();
        let place = format!("{}\t{}", place.file(), place.line());
        let text = panic.payload_as_str().unwrap_or("").replace(['\n', '\t'], " ");
        if SEEN.lock().unwrap().insert(place.clone()) {
            println!("panic\t{n}\t{m}\t{place}\t{text}");
        }
    }));
    for n in 0..=255 {
        for m in flags {
            *INPUT.lock().unwrap() = (n, *m);
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(n, *m)));
        }
    }
    println!("done");
}

fn main() {
    match std::env::args().nth(1).unwrap().parse::<usize>().unwrap() {
        ARMS
        _ => unreachable!(),
    }
}
"#;
