//! Random calls of public functions, against what is claimed of them: soundness under fire.
//!
//! Input: a class with the functions that clients can call, the hidden drivers of its crate, and the [`Claims`] of the
//! analysis. Objects come from constructors, or are such as a call has left before; arguments are random. What the probes
//! see on the way must not be proved unreachable, and where the absence of panics is proved, nothing may panic. A contradiction
//! is a defect of ours; it comes with as few calls as still show it.
//!
//! Nothing here proves anything, and nothing here changes a verdict. What the effect guard refuses is not run, what cannot be made
//! is not given; functions that are never called for that are counted.

pub(crate) mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use pct_wire::request::{Call, Outcome, Request};
use pct_wire::{Id, Valuation, Value};

use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::Type;
use crate::native::driver::{Drivers, Ran, Sharing};
use crate::native::{NativeError, effects};
use crate::random::Random;
use crate::symex::{BodyId, Program};
use values::{Maker, Pool};

/// Calls behind the one that makes the object.
const MOST_CALLS: u64 = 8;

/// Sequences that are asked for at once.
const BATCH: usize = 10;

/// A class is driven no longer than this.
const MOST_TIME: Duration = Duration::from_secs(5);

/// A function that ended its process so often gets small numbers only; twice as often, and it is called no more.
const MOST_DEATHS: usize = 2;

/// Runs that make a contradiction's sequence shorter.
const MOST_RUNS: usize = 40;

/// What the analysis says.
pub struct Claims<'c> {
    /// The absence of panics is proved, under no assumption.
    pub is_proved: bool,
    /// Why a probe cannot have seen a state, if that is proved; of all subjects of the crate.
    pub excludes: &'c dyn Fn(Id, Valuation) -> Option<String>,
}

/// A class, and what is needed to call its functions.
pub struct Driving<'a> {
    /// The code.
    pub program: &'a Program,
    /// The class.
    pub subject: &'a Subject,
    /// Tells whether clients can call a function of it directly.
    pub is_callable_by_clients: &'a dyn Fn(BodyId) -> bool,
    /// The hidden tests of its crate.
    pub drivers: &'a Drivers<'a>,
    /// What is claimed.
    pub claims: Claims<'a>,
    /// Whether functions with effects may run.
    pub allow_effects: bool,
    /// How many sequences of calls are made.
    pub sequences: usize,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Driven {
    /// Sequences that were made.
    pub sequences: usize,
    /// Calls in them that returned or panicked.
    pub calls: usize,
    /// Functions that were called.
    pub functions: usize,
    /// Functions that clients can call and that were not.
    pub not_driven: usize,
    /// Where a run contradicts a claim, in words.
    pub contradictions: Vec<String>,
}

impl Driven {
    /// Adds up what came of several classes.
    pub fn add(&mut self, other: Driven) {
        self.sequences += other.sequences;
        self.calls += other.calls;
        self.functions += other.functions;
        self.not_driven += other.not_driven;
        self.contradictions.extend(other.contradictions);
    }
}

impl Driving<'_> {
    /// Makes the calls. A function is not driven.
    pub fn run(&self) -> Result<Driven, NativeError> {
        let SubjectKind::Type(class) = &self.subject.kind else { return Ok(Driven::default()) };
        let callable_entries = self
            .subject
            .entries
            .values()
            .filter(|entry| !entry.is_drop && (self.is_callable_by_clients)(entry.body));
        let callees: Vec<Callee<'_>> =
            callable_entries.filter_map(|entry| self.callee(entry, class)).collect();
        let seed = Id::of(&[self.subject.id.as_str()]).0;
        let mut session = Session {
            driving: self,
            class,
            callees,
            random: Random::new(seed),
            pool: Pool::default(),
            called: BTreeSet::new(),
            requests: 0,
            out: Driven::default(),
        };
        session.run()?;
        let callable_entries = self
            .subject
            .entries
            .values()
            .filter(|entry| !entry.is_drop && (self.is_callable_by_clients)(entry.body));
        session.out.functions = session.called.len();
        session.out.not_driven = callable_entries.count().saturating_sub(session.called.len());
        Ok(session.out)
    }

    /// What can be called of an entry; none where it may not run, or no driver knows it.
    fn callee<'e>(&self, entry: &'e Entry, class: &Type) -> Option<Callee<'e>> {
        let function = self.drivers.function(self.program, entry.body)?;
        let driver = self.drivers.position(function)?;
        let (program, subject, allowed) = (self.program, self.subject, self.allow_effects);
        if effects::hazard_for_clients(program, subject, entry, allowed).is_some() {
            return None;
        }
        // What is built of values again is as good as made up: unsafe code may rely on more than the values show.
        let takes_built = effects::hazard(program, subject, entry, allowed).is_none();
        let is_method =
            entry.parameters.first().is_some_and(|(name, ty)| name == "self" && peel_references(ty) == class);
        Some(Callee { entry, function, driver, is_method, takes_built, deaths: 0 })
    }
}

fn peel_references(ty: &Type) -> &Type {
    if let Type::Ref { referent, .. } = ty { peel_references(referent) } else { ty }
}

/// A function that is called.
struct Callee<'e> {
    entry: &'e Entry,
    function: Id,
    /// The driver that knows it: only functions of one driver share an object.
    driver: usize,
    is_method: bool,
    /// Whether it may be given objects that were built out of values, and not by a constructor.
    takes_built: bool,
    /// How often it ended its process.
    deaths: usize,
}

/// A sequence of calls: the callees, by number, and the request.
struct Sequence {
    callees: Vec<usize>,
    request: Request,
}

struct Session<'d, 'a> {
    driving: &'d Driving<'a>,
    class: &'d Type,
    callees: Vec<Callee<'d>>,
    random: Random,
    pool: Pool,
    /// Functions that returned or panicked.
    called: BTreeSet<Id>,
    requests: u64,
    out: Driven,
}

impl Session<'_, '_> {
    fn run(&mut self) -> Result<(), NativeError> {
        let drivers: BTreeSet<usize> = self.callees.iter().map(|callee| callee.driver).collect();
        let (start, mut turn) = (Instant::now(), 0);
        while !drivers.is_empty()
            && self.out.sequences < self.driving.sequences
            && start.elapsed() < MOST_TIME
        {
            // Every driver has its turn: objects that one makes are what another one begins with.
            let Some(driver) = drivers.iter().nth(turn % drivers.len()) else { break };
            let batch: Vec<Sequence> = (0..BATCH).filter_map(|_| self.sequence(*driver)).collect();
            turn += 1;
            if batch.is_empty() && turn > 2 * drivers.len() {
                break;
            }
            self.out.sequences += batch.len();
            self.batch(&batch)?;
            if !self.out.contradictions.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// A random sequence of calls that one driver can make.
    fn sequence(&mut self, driver: usize) -> Option<Sequence> {
        let usable = |callee: &&usize| {
            let callee = &self.callees[**callee];
            callee.driver == driver && callee.deaths < 2 * MOST_DEATHS
        };
        let all: Vec<usize> = (0..self.callees.len()).collect();
        let own: Vec<usize> = all.iter().filter(usable).copied().collect();
        let (methods, others): (Vec<usize>, Vec<usize>) =
            own.into_iter().partition(|index| self.callees[*index].is_method);
        let known = self.random.one_of(self.pool.of(self.class)).cloned();
        let begins_known = others.is_empty() || self.random.below(4) == 0;
        let state = known.filter(|_| begins_known);
        let mut sequence = Sequence { callees: Vec::new(), request: self.request(state) };
        if sequence.request.state.is_none() {
            let maker = *self.random.one_of(&others)?;
            self.push(&mut sequence, maker)?;
        }
        let length = self.random.below(MOST_CALLS + 1);
        let is_built = sequence.request.state.is_some();
        let methods: Vec<usize> =
            methods.into_iter().filter(|index| !is_built || self.callees[*index].takes_built).collect();
        for _ in 0..length {
            let Some(next) = self.random.one_of(&methods).copied() else { break };
            // One whose arguments cannot be made is left out.
            let _ = self.push(&mut sequence, next);
        }
        (!sequence.callees.is_empty()).then_some(sequence)
    }

    fn request(&mut self, state: Option<Value>) -> Request {
        self.requests += 1;
        Request { number: self.requests, state, calls: Vec::new() }
    }

    fn push(&mut self, sequence: &mut Sequence, index: usize) -> Option<()> {
        let callee = &self.callees[index];
        let is_timid = callee.deaths >= MOST_DEATHS;
        let none = Pool::default();
        let pool = if callee.takes_built { &self.pool } else { &none };
        let mut maker = Maker { program: self.driving.program, random: &mut self.random, pool, is_timid };
        let own = callee.entry.parameters.iter().skip(usize::from(callee.is_method));
        let arguments = own.map(|(_, ty)| maker.value(ty, 0)).collect::<Option<Vec<Value>>>()?;
        sequence.request.calls.push(Call { function: callee.function, arguments });
        sequence.callees.push(index);
        Some(())
    }

    fn ask(&self, requests: &[Request]) -> Result<BTreeMap<u64, Ran>, NativeError> {
        let sharing = if self.driving.allow_effects { Sharing::Nothing } else { Sharing::Process };
        self.driving.drivers.run(requests, sharing)
    }

    fn batch(&mut self, batch: &[Sequence]) -> Result<(), NativeError> {
        let requests: Vec<Request> = batch.iter().map(|sequence| sequence.request.clone()).collect();
        let ran = self.ask(&requests)?;
        for sequence in batch {
            let Some(ran) = ran.get(&sequence.request.number) else { continue };
            self.learn(sequence, ran);
            if let Some(what) = self.contradiction(ran) {
                let shortest = self.shortest(sequence, &what)?;
                self.out.contradictions.push(format!("{what}, in {}", self.shown(&shortest)));
                break;
            }
        }
        Ok(())
    }

    /// Keeps the objects that the calls left, and remembers what ended its process.
    fn learn(&mut self, sequence: &Sequence, ran: &Ran) {
        for (step, index) in ran.steps.iter().zip(&sequence.callees) {
            let entry = self.callees[*index].entry;
            if let Some((object, _)) = &step.after {
                self.pool.keep(self.class, object, &mut self.random);
            }
            match &step.outcome {
                Outcome::Refused(_) => continue,
                Outcome::Returned(value) => {
                    let result = peel_references(&entry.result);
                    if self.driving.program.adt(result).is_some() && !matches!(value, Value::Opaque(..)) {
                        self.pool.keep(result, value, &mut self.random);
                    }
                }
                Outcome::Panicked { .. } => {}
            }
            self.out.calls += 1;
            self.called.insert(self.callees[*index].function);
        }
        if ran.died.is_some()
            && let Some(index) = sequence.callees.get(ran.steps.len())
        {
            self.callees[*index].deaths += 1;
        }
    }

    /// What a run says against the claims.
    fn contradiction(&self, ran: &Ran) -> Option<String> {
        let Claims { is_proved, excludes } = &self.driving.claims;
        let panicked = ran.steps.iter().find_map(|step| match &step.outcome {
            Outcome::Panicked { message, location } => Some((message, location)),
            _ => None,
        });
        if let Some((message, location)) = panicked.filter(|_| *is_proved) {
            return Some(format!(
                "{} is proved free of panics, and panicked with `{message}` ({location})",
                self.driving.subject.id
            ));
        }
        ran.seen.iter().find_map(|(site, valuation)| excludes(*site, *valuation))
    }

    /// The sequence without the calls that are not needed for the contradiction.
    fn shortest(&mut self, sequence: &Sequence, what: &str) -> Result<Request, NativeError> {
        let mut shortest = sequence.request.clone();
        let (mut index, mut runs) = (shortest.calls.len(), 0);
        while index > 0 && runs < MOST_RUNS {
            index -= 1;
            let mut shorter = self.request(shortest.state.clone());
            shorter.calls.clone_from(&shortest.calls);
            shorter.calls.remove(index);
            runs += 1;
            let ran = self.ask(std::slice::from_ref(&shorter))?;
            let again = ran.get(&shorter.number).and_then(|ran| self.contradiction(ran));
            if again.as_deref() == Some(what) {
                shortest = shorter;
            }
        }
        Ok(shortest)
    }

    /// `from Stack { size: 1 }: Stack::new(2); Stack::push(5)`
    fn shown(&self, request: &Request) -> String {
        let name = |function: Id| {
            let callee = self.callees.iter().find(|callee| callee.function == function);
            callee.map_or_else(|| function.to_string(), |callee| callee.entry.name.clone())
        };
        let call = |call: &Call| {
            let arguments: Vec<String> = call.arguments.iter().map(Value::to_string).collect();
            format!("{}({})", name(call.function), arguments.join(", "))
        };
        let calls: Vec<String> = request.calls.iter().map(call).collect();
        let from = request.state.as_ref().map(|state| format!("from {state}: ")).unwrap_or_default();
        format!("`{from}{}`", calls.join("; "))
    }
}
