//! Sequences of calls, and running them.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use crate::called;
use crate::calls::{Call, Value, kind_of};
use crate::context::Context;
use crate::coverage;
use crate::end;
use crate::objects::Objects;
use crate::shape::Shape;

/// A function that is called.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// What it takes.
    pub parameters: &'static [Shape],
    /// The number of its result's type, if that is kept.
    pub result: Option<u32>,
    /// Reads the arguments and calls it.
    pub run: for<'a, 'r> fn(&'a mut Context<'r>) -> Option<()>,
}

/// Calls in order.
pub(crate) type Sequence = Vec<Call>;

/// How much there is to read in a sequence: shorter ones are kept before longer ones.
pub(crate) fn size_of(sequence: &Sequence) -> usize {
    sequence.iter().map(|call| 4 + call.arguments.iter().map(Value::size).sum::<usize>()).sum()
}

/// A panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panic {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) message: String,
}

impl Panic {
    /// Whether it is the same defect, as far as its place and the beginning of its message tell: checks in a macro have one place.
    pub(crate) fn is_at(&self, other: &Panic) -> bool {
        (&self.file, self.line, self.column) == (&other.file, other.line, other.column)
            && kind_of(&self.message) == kind_of(&other.message)
    }
}

/// How a run ended.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// How many calls were made, the one that panicked among them.
    pub(crate) calls: usize,
    /// The panic, and the number of the call.
    pub(crate) panic: Option<(usize, Panic)>,
}

thread_local! {
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// The panic hook: notes where.
pub(crate) fn note_panic(info: &PanicHookInfo<'_>) {
    coverage::end();
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
    let (file, line, column) = match info.location() {
        Some(at) => (at.file().to_owned(), at.line(), at.column()),
        None => (String::new(), 0, 0),
    };
    let panic = Panic { file, line, column, message: text.chars().take(MOST_OF_A_MESSAGE).collect() };
    LAST.with(|last| *last.borrow_mut() = Some(panic));
}

/// How many characters of a message are kept.
const MOST_OF_A_MESSAGE: usize = 400;

/// Runs a sequence. What it reaches is counted from nothing, and only while its functions run.
pub(crate) fn run(functions: &[Function], sequence: &[Call]) -> Outcome {
    let mut outcome = Outcome::default();
    let mut objects = Objects::default();
    coverage::begin();
    for (number, call) in sequence.iter().enumerate() {
        end::note(&sequence[..=number]);
        objects.begin();
        let mut context = Context::new(&call.arguments, &mut objects, number);
        let function = &functions[call.function];
        let ended = catch_unwind(AssertUnwindSafe(|| (function.run)(&mut context)));
        coverage::end();
        if context.is_called() {
            outcome.calls += 1;
            called::note(call.function);
        }
        if ended.is_err() {
            // A panic of what makes arguments (an allocation that is too great), or of the result's destructor, is not the function's.
            let noted = LAST.with(|last| last.borrow_mut().take());
            if noted.is_none() {
                // The code may have set a hook of its own.
                std::panic::set_hook(Box::new(note_panic));
            }
            outcome.panic = noted.filter(|_| context.is_running()).map(|it| (number, it));
            break;
        }
    }
    drop(objects);
    end::forget();
    outcome
}
