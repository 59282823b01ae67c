//! The hidden drivers of a crate's test binaries: which there are, and which of them answers a request.
//!
//! Which requests may be made at all is decided by [`super::effects`], not here.

mod run;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use camino::Utf8Path;
use pct_wire::Id;
use pct_wire::request::Request;
use pct_wire::sites::{CutpointKind, Record};

use super::NativeError;
use crate::build::{TestBinary, TestKind};
use crate::mir::{self, Operand, TerminatorKind};
use crate::probe;
use crate::process::Launcher;
use crate::source::differs_under_test;
use crate::symex::{BodyId, Program};
pub use run::{Death, Ran, Sharing};

/// A call that takes longer is taken for endless.
const MOST_TIME: Duration = Duration::from_secs(3);

/// The drivers of one crate.
#[derive(Debug, Default)]
pub struct Drivers<'b> {
    drivers: Vec<Driver<'b>>,
    /// By function: the drivers that know it, by number, in their order.
    positions: BTreeMap<Id, Vec<usize>>,
    /// The function that each cutpoint is in.
    functions: BTreeMap<Id, Id>,
    /// The cutpoint at the entry of each function.
    entries: BTreeMap<Id, Id>,
    /// Functions by the name of their type and their own; several may share both.
    names: BTreeMap<(String, String), BTreeSet<Id>>,
    time: Duration,
    launcher: Arc<Launcher>,
}

/// The hidden test of one impl.
#[derive(Debug)]
struct Driver<'b> {
    binary: &'b TestBinary,
    /// Its full path, as libtest knows it.
    test: String,
    functions: BTreeSet<Id>,
}

impl<'b> Drivers<'b> {
    /// Finds the drivers of a crate among the test binaries. Only unit tests have some. `launcher` starts their processes.
    pub fn find(
        binaries: &'b [TestBinary],
        crate_name: &str,
        timeout: Duration,
        launcher: &Arc<Launcher>,
    ) -> Result<Drivers<'b>, NativeError> {
        let launcher = Arc::clone(launcher);
        let mut found = Drivers { time: timeout.min(MOST_TIME), launcher, ..Drivers::default() };
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

    /// The tests that are drivers, with the functions that each can call: what a judgement depends on besides the functions' code.
    pub fn told(&self) -> Vec<(&str, &BTreeSet<Id>)> {
        self.drivers.iter().map(|driver| (driver.test.as_str(), &driver.functions)).collect()
    }

    /// The texts that the drivers' binaries were compiled from, if these are other code than what is analysed: then they are a part of what a
    /// judgement depends on.
    pub fn other_code(&self, root: &Utf8Path) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        let binaries: BTreeMap<&str, &TestBinary> =
            self.drivers.iter().map(|driver| (driver.binary.id.as_str(), driver.binary)).collect();
        for binary in binaries.values() {
            texts.extend(binary.unit.source_files(root).unwrap_or_default());
        }
        let differs = texts.values().any(|text| differs_under_test(text));
        if differs { texts } else { BTreeMap::new() }
    }

    /// The functions that each driver can call.
    pub fn callable(&self) -> impl Iterator<Item = &BTreeSet<Id>> {
        self.drivers.iter().map(|driver| &driver.functions)
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
        let mut named = BTreeMap::new();
        for test in tests {
            named.entry(test.rsplit("::").next().unwrap_or(&test).to_owned()).or_insert(test);
        }
        for driver in drivers {
            if let Some(test) = named.get(&driver.test) {
                let functions: BTreeSet<Id> = driver.functions.into_iter().collect();
                for function in &functions {
                    self.positions.entry(*function).or_default().push(self.drivers.len());
                }
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

    /// Which driver knows a function, by number: only functions of one driver can be called on one object.
    pub fn position(&self, function: Id) -> Option<usize> {
        self.positions.get(&function)?.first().copied()
    }

    /// The cutpoint at a function's entry.
    pub fn entry_of(&self, function: Id) -> Option<Id> {
        self.entries.get(&function).copied()
    }

    /// Builds an object where the driver of a function lives: why it cannot be built, if so.
    pub fn build(&self, function: Id, state: pct_wire::Value) -> Result<Option<String>, NativeError> {
        let Some(driver) = self.position(function).map(|number| &self.drivers[number]) else {
            return Ok(None);
        };
        let request = Request { number: 1, state: Some(state), calls: Vec::new() };
        Ok(driver.run_in_own_process(&request, self.time, &self.launcher)?.built.and_then(Result::err))
    }

    /// Runs requests; their numbers must differ. An answer is missing if no single driver knows all functions of its request.
    pub fn run(&self, requests: &[Request], sharing: Sharing) -> Result<BTreeMap<u64, Ran>, NativeError> {
        let mut ran = BTreeMap::new();
        let mut by_driver: BTreeMap<usize, Vec<&Request>> = BTreeMap::new();
        for request in requests {
            if let Some(number) = self.answering(request) {
                by_driver.entry(number).or_default().push(request);
            }
        }
        for (number, own) in by_driver {
            let driver = &self.drivers[number];
            match sharing {
                Sharing::Process => driver.together(&own, self.time, &self.launcher, &mut ran)?,
                Sharing::Nothing => {
                    for request in own {
                        ran.insert(
                            request.number,
                            driver.run_in_own_process(request, self.time, &self.launcher)?,
                        );
                    }
                }
            }
        }
        Ok(ran)
    }

    /// The first driver that knows all functions of a request.
    fn answering(&self, request: &Request) -> Option<usize> {
        let Some(first) = request.calls.first() else { return (!self.drivers.is_empty()).then_some(0) };
        let knows = |number: &&usize| {
            let functions = &self.drivers[**number].functions;
            request.calls.iter().all(|call| functions.contains(&call.function))
        };
        self.positions.get(&first.function)?.iter().find(knows).copied()
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
