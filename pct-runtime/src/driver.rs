//! Answers requests to build an object and to call functions on it.
//!
//! The macro of an impl emits, in builds of unit tests under `cargo pct`, a hidden `#[test]` that hands a [`Glue`] to [`run`].
//! Unless a request file is named in the environment it passes at once. Each line of an answer is written before
//! the next call starts, so that a call which ends the process is known by what is missing.

use std::any::Any;
use std::cell::Cell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex};
use std::{env, thread};

use crate::build::Refusal;
use crate::probe::{On, Subject, is_inside};
use crate::wire::request::{self, Outcome, Request, Step};
use crate::wire::{Id, Valuation, Value, env as names};

/// One function of the impl: refuses, or calls and tells the result, and stores a new object if it returns one.
pub type Function<T> = fn(&mut Option<T>, &[Value]) -> Result<Value, Refusal>;

/// What the driver of one impl knows about its type.
pub struct Glue<'a, T> {
    /// Builds an object.
    pub build: fn(&Value) -> Result<T, Refusal>,
    /// Captures an object.
    pub capture: fn(&T) -> Value,
    /// Evaluates its type's predicates.
    pub valuation: fn(&T) -> Valuation,
    /// The functions by id.
    pub functions: &'a [(u64, Function<T>)],
}

/// The predicates of an annotated type: `(&&On(object)).pct_valuation()`.
pub trait Valued {
    /// Their truth values.
    fn pct_valuation(&self) -> Valuation;
}

/// Any other type has none.
pub trait Unvalued {
    /// The empty valuation.
    fn pct_valuation(&self) -> Valuation;
}

impl<T: Subject> Valued for &On<'_, T> {
    fn pct_valuation(&self) -> Valuation {
        Valuation::new(self.0.pct_predicates(), T::COUNT)
    }
}

impl<T: ?Sized> Unvalued for On<'_, T> {
    fn pct_valuation(&self) -> Valuation {
        Valuation::default()
    }
}

/// The arguments, if there are as many as the function takes.
pub fn arguments<const N: usize>(values: &[Value]) -> Result<&[Value; N], Refusal> {
    values.try_into().map_err(|_| format!("takes {N} arguments besides `self`, not {}", values.len()))
}

/// The object to call a method on.
pub fn object<T>(object: &mut Option<T>) -> Result<&mut T, Refusal> {
    object.as_mut().ok_or_else(|| "there is no object to call it on".to_owned())
}

/// The object to call a method on, which consumes it.
pub fn take<T>(object: &mut Option<T>) -> Result<T, Refusal> {
    object.take().ok_or_else(|| "there is no object to call it on".to_owned())
}

/// Answers the requests that the environment names.
///
/// # Panics
/// If the request file cannot be read or the answers cannot be written: both are the tool's own, and it reports the failure
/// of this test as its defect.
pub fn run<T>(glue: &Glue<'_, T>) {
    let Some(requests) = env::var_os(names::REQUESTS) else { return };
    let answers = env::var_os(names::ANSWERS).expect("answers are named whenever requests are");
    let text = fs::read_to_string(&requests).unwrap_or_else(|error| panic!("reading requests: {error}"));
    let requests = request::read_requests(&text).unwrap_or_else(|error| panic!("requests: {error}"));
    let file = OpenOptions::new().append(true).create(true).open(&answers);
    let mut answers = Answers(file.unwrap_or_else(|error| panic!("opening answers: {error}")));
    let panics = Panics::listen();
    answers.open();
    for request in &requests {
        on_its_own_thread(request, || answer(glue, request, &mut answers, &panics));
    }
}

/// Does the work on a thread that is named after the request, so that what its probes see can be told apart.
fn on_its_own_thread(request: &Request, work: impl FnOnce() + Send) {
    let outcome = thread::scope(|scope| {
        let thread = thread::Builder::new().name(request::thread_name(request.number));
        let work = || {
            ANSWERS.set(true);
            work();
        };
        thread.spawn_scoped(scope, work).unwrap_or_else(|error| panic!("starting a thread: {error}")).join()
    });
    outcome.unwrap_or_else(|payload| panic::resume_unwind(payload));
}

thread_local! {
    /// Whether this thread answers a request.
    static ANSWERS: Cell<bool> = const { Cell::new(false) };
}

struct Answers(File);

impl Answers {
    fn open(&mut self) {
        if self.0.metadata().is_ok_and(|data| data.len() == 0) {
            self.line(&request::answers_header());
        }
    }

    fn line(&mut self, line: &str) {
        let written: io::Result<()> = self.0.write_all(line.as_bytes());
        written.unwrap_or_else(|error| panic!("writing answers: {error}"));
    }
}

fn answer<T>(glue: &Glue<'_, T>, request: &Request, answers: &mut Answers, panics: &Panics) {
    answers.line(&request::begin_line(request.number));
    let mut object = None;
    if let Some(state) = &request.state {
        let built = (glue.build)(state).map(|built| {
            let valuation = (glue.valuation)(&built);
            object = Some(built);
            valuation
        });
        answers.line(&request::built_line(&built));
        if built.is_err() {
            return answers.line(&request::end_line(request.number));
        }
    }
    for call in &request.calls {
        let outcome = make_call(glue, &mut object, call.function, &call.arguments, panics);
        let after = object.as_ref().map(|object| ((glue.capture)(object), (glue.valuation)(object)));
        let ends = !matches!(outcome, Outcome::Returned(_));
        answers.line(&request::step_line(&Step { outcome, after }));
        if ends {
            break;
        }
    }
    drop_quietly(object);
    answers.line(&request::end_line(request.number));
}

fn make_call<T>(
    glue: &Glue<'_, T>,
    object: &mut Option<T>,
    function: Id,
    arguments: &[Value],
    panics: &Panics,
) -> Outcome {
    let Some((_, call)) = glue.functions.iter().find(|(id, _)| Id(*id) == function) else {
        return Outcome::Refused(format!("no function {function} here"));
    };
    match panic::catch_unwind(AssertUnwindSafe(|| call(object, arguments))) {
        Ok(Ok(value)) => Outcome::Returned(value),
        Ok(Err(refusal)) => Outcome::Refused(refusal),
        Err(payload) => {
            drop_quietly(payload);
            let (message, location) = panics.last();
            Outcome::Panicked { message, location }
        }
    }
}

/// Drops a value whose `drop` may panic: a fabricated object is no evidence against its destructor by itself.
fn drop_quietly<T>(value: T) {
    let _ = panic::catch_unwind(AssertUnwindSafe(|| drop(value)));
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref().map(String::as_str));
    text.unwrap_or("a panic whose payload is no text").to_owned()
}

/// Listens to the panics of threads that answer requests, without a word on stderr.
struct Panics {
    last: Arc<Mutex<(String, String)>>,
}

impl Panics {
    fn listen() -> Panics {
        let last = Arc::new(Mutex::new((String::new(), String::new())));
        let told = Arc::clone(&last);
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !ANSWERS.get() {
                return previous(info);
            }
            if is_inside() {
                return;
            }
            let message = text_of(info.payload());
            let location = info.location().map(ToString::to_string).unwrap_or_default();
            if let Ok(mut last) = told.lock() {
                *last = (message, location);
            }
        }));
        Panics { last }
    }

    fn last(&self) -> (String, String) {
        self.last.lock().map(|last| last.clone()).unwrap_or_default()
    }
}
