//! Interprets functions of a crate that have no parameters: `interpret lib.rs --prefix example_ --cache DIR`.
//!
//! Compiles the crate and the models as the analysis does, and prints one line of JSON for each function whose name begins with the
//! prefix: its `name`, its `outcome` (`ends`, `panics`, `exits`, `unknown`, `broken`), and as `text` the panic's message or the
//! reason. If the outcome is unknown, `admitted` holds the ends that the symbolic execution admits.
//!
//! `cargo xtask attack --std-examples` runs it as a child, because xtask links neither the library nor Z3.

mod admitted;

use admitted::Admitted;
use camino::Utf8PathBuf;
use cargo_pct::build::models;
use cargo_pct::build::wrapper::MIR_FLAGS;
use cargo_pct::mir::{self, BodyKind};
use cargo_pct::source::Items;
use cargo_pct::symex::models::SOURCES;
use cargo_pct::symex::types::Generics;
use cargo_pct::symex::{BodyId, Program, Run, entry, interpret};
use clap::Parser;
use serde_json::json;
use std::error::Error;
use std::io::Write as _;
use std::process::Command;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// The command line.
#[derive(Parser)]
struct Options {
    /// The root of a crate.
    file: Utf8PathBuf,
    /// Where compiled models are kept.
    #[arg(long)]
    cache: Utf8PathBuf,
    /// The prefix of the names of the functions that are run.
    #[arg(long)]
    prefix: String,
    /// The edition of the crate.
    #[arg(long, default_value = "2024")]
    edition: String,
    /// Blocks that one function may run.
    #[arg(long, default_value_t = 200_000)]
    blocks: u64,
    /// Leave out so many of the first functions.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// Seconds that one function may take.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
}

/// As the threads of tests, and more: terms are nested deeply.
const STACK: usize = 256 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let (mut skip, time) = (options.skip, Duration::from_secs(options.seconds));
    let (sender, receiver) = mpsc::channel();
    std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let outcome = work(&options, &sender).map_err(|error| error.to_string());
        // Nobody waits any more if the time is over.
        let _ = sender.send(Event::Done(outcome));
    })?;
    loop {
        let name = match receiver.recv()? {
            Event::Begins(name) => name,
            Event::Done(outcome) => return Ok(outcome?),
            Event::Ends(..) => unreachable!("a function begins before it ends"),
        };
        skip += 1;
        match receiver.recv_timeout(time) {
            Ok(Event::Ends(outcome, text, admitted)) => print(&name, outcome, &text, admitted.as_ref())?,
            Ok(_) => unreachable!("a function that has begun ends"),
            // Neither can the thread be ended nor the program be shared with another one: a new process goes on.
            Err(error) => {
                let (outcome, text) = match error {
                    RecvTimeoutError::Timeout => ("unknown", "the time is over"),
                    RecvTimeoutError::Disconnected => ("broken", "the interpreter panicked"),
                };
                print(&name, outcome, text, None)?;
                return go_on(skip);
            }
        }
    }
}

/// A message of the working thread: a function begins or ends, or all are done.
enum Event {
    Begins(String),
    Ends(&'static str, String, Option<Admitted>),
    Done(Result<(), String>),
}

fn work(options: &Options, sender: &mpsc::Sender<Event>) -> Result<(), Box<dyn Error>> {
    let program = read(options)?;
    for (name, body) in functions(&program, &options.prefix).into_iter().skip(options.skip) {
        sender.send(Event::Begins(name))?;
        let state = entry(&program, body, &Generics::default(), Vec::new());
        let (outcome, text) = outcome(interpret(&program, state, options.blocks));
        let admitted = (outcome == "unknown").then(|| admitted::admitted(&program, body));
        sender.send(Event::Ends(outcome, text, admitted))?;
    }
    Ok(())
}

fn print(name: &str, outcome: &str, text: &str, admitted: Option<&Admitted>) -> std::io::Result<()> {
    let line = json!({"name": name, "outcome": outcome, "text": text, "admitted": admitted});
    writeln!(std::io::stdout(), "{line}")
}

/// Becomes a process that leaves the first functions out.
fn go_on(skip: usize) -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--skip") {
        arguments.drain(at..=at + 1);
    }
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).args(["--skip", &skip.to_string()]);
    #[cfg(unix)]
    return Err(std::os::unix::process::CommandExt::exec(&mut command).into());
    #[cfg(not(unix))]
    std::process::exit(command.status()?.code().unwrap_or(1));
}

/// The models and the crate.
fn read(options: &Options) -> Result<Program, Box<dyn Error>> {
    let compiled = models::compile(SOURCES, "rustc", &version()?, &options.cache)?;
    let mut program = Program::with_models(mir::parse(&compiled.mir, 64), &compiled.expanded)?;
    let folder = tempfile::tempdir()?;
    let dump = folder.path().join("out.mir");
    rustc(options, &[&format!("--emit=mir={}", dump.display())])?;
    let expanded = rustc(options, &["-Zunpretty=expanded"])?;
    let dump = mir::parse(&std::fs::read_to_string(dump)?, 64);
    program.add_crate(dump, Items::read("<expanded>", &[], &expanded)?.into());
    Ok(program)
}

fn version() -> Result<String, Box<dyn Error>> {
    let output = Command::new("rustc").arg("-vV").output()?;
    Ok(String::from_utf8(output.stdout)?)
}

fn rustc(options: &Options, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new("rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--crate-name", "interpreted", "--crate-type", "lib", "--cap-lints", "allow"])
        .args(["--edition", &options.edition, "-C", "debug-assertions=on", "-C", "overflow-checks=on"])
        .args(MIR_FLAGS)
        .args(arguments)
        .arg(&options.file)
        .output()?;
    if output.status.success() {
        Ok(String::from_utf8(output.stdout)?)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into())
    }
}

/// The functions to interpret, in the order of the crate.
fn functions(program: &Program, prefix: &str) -> Vec<(String, BodyId)> {
    let mut functions = Vec::new();
    for (id, code) in program.bodies() {
        let is_plain = code.body.kind == BodyKind::Fn && code.body.arg_count == 0 && program.is_analysed(id);
        if let Some(name) = code.body.path.last_name()
            && is_plain
            && !code.body.is_for_ctfe
            && name.starts_with(prefix)
        {
            functions.push((name.to_string(), id));
        }
    }
    functions
}

fn outcome(run: Run) -> (&'static str, String) {
    match run {
        Run::Returned(..) => ("ends", String::new()),
        Run::Panicked(error, _) => ("panics", error.message),
        Run::Ended => ("exits", String::new()),
        Run::OutOfBudget => ("unknown", "the blocks are used up".to_owned()),
        Run::Unknown(reason) => ("unknown", reason),
    }
}
