//! The hidden drivers of a crate's test binaries, and asking them: build an object, call functions on it.
//!
//! Every request has a process of its own with limits on time, memory and the size of files, in an empty temporary folder: a panic, an
//! abort, a stack overflow, an endless loop or a crash costs that request, and every observation has its request. Which
//! requests may be made at all is decided by [`super::effects`], not here.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use camino::Utf8Path;
use pct_wire::request::{self, Answer, Outcome, Request, Step};
use pct_wire::sites::{CutpointKind, Record};
use pct_wire::{Id, Valuation, env};

use super::{NativeError, command, trace};
use crate::build::{TestBinary, TestKind};
use crate::mir::{self, Operand, TerminatorKind};
use crate::probe;
use crate::process::{self, End, Limits};
use crate::symex::{BodyId, Program};

/// Address space of a request's process.
const MEMORY: u64 = 1 << 30;
/// What one file may hold that it writes; its own trace is far smaller.
const FILE: u64 = 16 << 20;
/// A call that takes longer is taken for endless.
const MOST_TIME: Duration = Duration::from_secs(3);

/// The drivers of one crate.
#[derive(Debug, Default)]
pub struct Drivers<'b> {
    drivers: Vec<Driver<'b>>,
    /// The function that each cutpoint is in.
    functions: BTreeMap<Id, Id>,
    /// The cutpoint at the entry of each function.
    entries: BTreeMap<Id, Id>,
    /// Functions by the name of their type and their own; several may share both.
    names: BTreeMap<(String, String), BTreeSet<Id>>,
    time: Duration,
}

/// The hidden test of one impl.
#[derive(Debug)]
struct Driver<'b> {
    binary: &'b TestBinary,
    /// Its full path, as libtest knows it.
    test: String,
    functions: BTreeSet<Id>,
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How building the object went, if a state was asked for: the predicates of its type, or why it cannot be built.
    pub built: Option<Result<Valuation, String>>,
    /// The calls that ended, in order.
    pub steps: Vec<Step>,
    /// How the process ended in the call behind the last step, if it did.
    pub died: Option<Death>,
    /// The abstract states that the probes saw.
    pub seen: BTreeSet<(Id, Valuation)>,
}

/// How a process ended in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// Its time was up: an endless loop, or too slow.
    Hangs,
    /// By a signal or an exit; in words.
    Ended(String),
}

impl<'b> Drivers<'b> {
    /// Finds the drivers of a crate among the test binaries. Only unit tests have some.
    pub fn find(
        binaries: &'b [TestBinary],
        crate_name: &str,
        timeout: Duration,
    ) -> Result<Drivers<'b>, NativeError> {
        let mut found = Drivers { time: timeout.min(MOST_TIME), ..Drivers::default() };
        let own = binaries.iter().filter(|binary| {
            matches!(binary.kind, TestKind::Library | TestKind::Binary)
                && binary.unit.harness
                && binary.unit.crate_name == crate_name
        });
        for binary in own {
            let Some(sites) = &binary.unit.sites else { continue };
            found.read(binary, probe::records(sites)?)?;
        }
        Ok(found)
    }

    fn read(&mut self, binary: &'b TestBinary, records: Vec<Record>) -> Result<(), NativeError> {
        let mut drivers = Vec::new();
        for record in records {
            match record {
                Record::Driver(driver) => drivers.push(driver),
                Record::Cutpoint(cutpoint) => {
                    self.functions.insert(cutpoint.id, cutpoint.function);
                    if cutpoint.kind == CutpointKind::Entry {
                        self.entries.insert(cutpoint.function, cutpoint.id);
                    }
                }
                Record::Function(function) => {
                    let key = (function.self_type.unwrap_or_default(), function.name);
                    self.names.entry(key).or_default().insert(function.id);
                }
                _ => {}
            }
        }
        if drivers.is_empty() {
            return Ok(());
        }
        let tests = super::list::all(binary, self.time.max(MOST_TIME))?;
        for driver in drivers {
            let is_it = |test: &&String| test.rsplit("::").next() == Some(&driver.test);
            if let Some(test) = tests.iter().find(is_it) {
                let functions = driver.functions.into_iter().collect();
                self.drivers.push(Driver { binary, test: test.clone(), functions });
            }
        }
        Ok(())
    }

    /// The name that requests use for a function, by its code: its probes tell, or its name if no other function has it.
    pub fn function(&self, program: &Program, body: BodyId) -> Option<Id> {
        let sites = program.code(body).body.blocks.values().filter_map(|block| site(&block.terminator.kind));
        let by_probe = sites.filter_map(|site| self.functions.get(&site)).next();
        by_probe.copied().or_else(|| {
            let name = program.name(body);
            let (owner, function) = name.rsplit_once("::").unwrap_or(("", &name));
            let owner = owner.rsplit("::").next().unwrap_or(owner);
            let ids = self.names.get(&(owner.to_owned(), function.to_owned()))?;
            (ids.len() == 1).then(|| ids.first().copied()).flatten()
        })
    }

    /// The cutpoint at a function's entry.
    pub fn entry_of(&self, function: Id) -> Option<Id> {
        self.entries.get(&function).copied()
    }

    /// Builds an object where the driver of a function lives: why it cannot be built, if so.
    pub fn build(&self, function: Id, state: pct_wire::Value) -> Result<Option<String>, NativeError> {
        let mut drivers = self.drivers.iter();
        let Some(driver) = drivers.find(|driver| driver.functions.contains(&function)) else {
            return Ok(None);
        };
        let request = Request { number: 1, state: Some(state), calls: Vec::new() };
        Ok(driver.run(&request, self.time)?.built.and_then(Result::err))
    }

    /// Runs one request. None if no single driver knows all of its functions.
    pub fn run(&self, request: &Request) -> Result<Option<Ran>, NativeError> {
        let knows =
            |driver: &&Driver<'_>| request.calls.iter().all(|call| driver.functions.contains(&call.function));
        let Some(driver) = self.drivers.iter().find(knows) else { return Ok(None) };
        driver.run(request, self.time).map(Some)
    }
}

/// The cutpoint that a call of a probe names.
fn site(terminator: &TerminatorKind) -> Option<Id> {
    let TerminatorKind::Call { callee: Operand::Function(function), .. } = terminator else { return None };
    match (function.path.names()?.as_slice(), function.path.last().args()) {
        (["pct", "probe", "at"], [mir::GenericArg::Const(mir::ConstArg::Integer { value, .. })]) => {
            value.to_u64().map(Id)
        }
        _ => None,
    }
}

impl Driver<'_> {
    fn run(&self, request: &Request, time: Duration) -> Result<Ran, NativeError> {
        let folder = tempfile::tempdir().map_err(in_folder("a temporary folder"))?;
        let work = folder.path().join("work");
        std::fs::create_dir(&work).map_err(in_folder("a temporary folder"))?;
        let traces = Utf8Path::from_path(folder.path()).map(trace::Folder::make);
        let Some(traces) = traces.transpose()? else {
            return Err(in_folder("a temporary folder")(std::io::Error::other("its path is not UTF-8")));
        };
        let trace = traces.fresh()?;
        let (requests, answers) = (folder.path().join("requests"), folder.path().join("answers"));
        std::fs::write(&requests, request::write_requests(std::slice::from_ref(request)))
            .map_err(in_folder("a file of requests"))?;
        let mut command = command(self.binary);
        command.args(["--exact", "--nocapture", "--test-threads", "1", "--", &self.test]);
        command.current_dir(&work).env("TMPDIR", &work).env("HOME", &work);
        command.env(env::REQUESTS, &requests).env(env::ANSWERS, &answers);
        command.env(env::TRACE, trace.path()).env(env::SAMPLES, "0");
        let limits = Limits { time: Some(time), memory: Some(MEMORY), file: Some(FILE) };
        let finished = process::run(command, limits)?;
        let text = std::fs::read(&answers).unwrap_or_default();
        let answers = request::read_answers(&String::from_utf8_lossy(&text))
            .map_err(|error| NativeError::Answers { driver: self.test.clone(), why: error.to_string() })?;
        let Some(answer) = answers.into_iter().next() else {
            let why = format!("{}\n{}", finished.end, super::output(&finished).trim_end());
            return Err(NativeError::Answers { driver: self.test.clone(), why });
        };
        let traces = trace.read()?;
        Ok(ran(answer, finished.end, traces))
    }
}

fn ran(answer: Answer, end: End, traces: Vec<pct_wire::trace::Trace>) -> Ran {
    let records = traces.into_iter().flat_map(|trace| trace.records);
    let seen = records.filter_map(|record| match record {
        pct_wire::trace::Record::Observation(seen) => Some((seen.site, seen.valuation()?)),
        pct_wire::trace::Record::Sample(_) => None,
    });
    let died = (!answer.complete).then(|| match end {
        End::TimedOut => Death::Hangs,
        End::Signal(_) => Death::Ended(format!("crashed by {end}")),
        End::Code(code) => Death::Ended(format!("exited with status {code}")),
    });
    Ran { built: answer.built, steps: answer.steps, died, seen: seen.collect() }
}

fn in_folder(path: &str) -> impl FnOnce(std::io::Error) -> NativeError + '_ {
    move |source| NativeError::Folder { path: path.into(), source }
}

impl Ran {
    /// Why a call could not be made, if one could not.
    pub fn refusal(&self) -> Option<&str> {
        if let Some(Err(reason)) = &self.built {
            return Some(reason);
        }
        self.steps.iter().find_map(|step| match &step.outcome {
            Outcome::Refused(reason) => Some(reason.as_str()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_ends_the_process_is_told_from_one_that_returned() {
        let check = |complete, end| {
            let steps = vec![Step { outcome: Outcome::Returned(pct_wire::Value::int(1)), after: None }];
            let answer = Answer { number: 1, built: None, steps, complete };
            ran(answer, end, Vec::new()).died
        };
        assert_eq!(check(true, End::Code(0)), None);
        assert_eq!(check(false, End::TimedOut), Some(Death::Hangs));
        let aborted = Death::Ended("crashed by signal 6 (SIGABRT)".to_owned());
        assert_eq!(check(false, End::Signal(6)), Some(aborted));
        let exited = Death::Ended("exited with status 3".to_owned());
        assert_eq!(check(false, End::Code(3)), Some(exited));
    }
}
