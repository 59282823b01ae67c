//! The result of an execution: its ends, each with its condition and state.

use crate::mir::{BasicBlock, Type};
use crate::span::Span;
use crate::symex::access::observed::Observed;
use crate::symex::program::BodyId;
use crate::symex::program::types::Generics;
use crate::symex::state::location::Location;
use crate::symex::state::value::Value;
use crate::symex::state::{ObjectId, State};
use crate::term::{Term, Var};
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// One end of an execution.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A cutpoint: the location is the stack of bodies and blocks in the state's frames.
    Cut(State),
    /// The function that was started returned. Its frame is gone, what its arguments point to is in the objects.
    Return(State, Value),
    /// It unwound, after its cleanup. Its frame is gone.
    Unwind(State),
    /// A check failed or a panic began: an error edge. How the execution goes on is a separate [`Outcome::Unwind`].
    Error(ErrorEdge),
    /// A recursive call. The other outcomes tell how the execution goes on after it.
    RecursiveCall(RecursiveCall),
    /// Code that is not known runs, and sees these values: clients may use them before the execution goes on.
    Exposed(Exposed),
    /// It never returns: an endless call, an abort, an exit of the process.
    Diverge(State),
    /// Code is not understood, so that nothing is known from here on. Nothing may be proved then.
    Opaque(OpaqueEnd),
}

/// A recursive call: of a function that is running already.
#[derive(Clone, Debug)]
pub struct RecursiveCall {
    /// Under which condition it is made.
    pub guard: Term,
    /// The code of the callee.
    pub body: BodyId,
    /// The arguments for its generic parameters.
    pub generics: Arc<Generics>,
    /// Its arguments, as trees: see [`State::tree`].
    pub arguments: Vec<Value>,
    /// The same when it has ended: what they lead to may have changed.
    pub after: Vec<Value>,
    /// Its result, as a tree.
    pub result: Value,
    /// A truth value that nothing else depends on, assumed by what follows a return: that the result and what is left behind belong to
    /// a return for these arguments.
    pub returned: Var,
    /// The same for what follows an unwinding.
    pub unwound: Var,
}

/// The values that unknown code sees.
#[derive(Clone, Debug)]
pub struct Exposed {
    /// Under which condition.
    pub guard: Term,
    /// The values it can reach, as trees: see [`State::tree`].
    pub values: Vec<Visible>,
    /// Code of the crate is among what clients are given: they may run it whenever they like.
    pub gives_code: bool,
}

/// A value that code sees.
#[derive(Clone, Debug)]
pub struct Visible {
    /// The object that it is a part of, if it is not a local's.
    pub object: Option<ObjectId>,
    /// Its type, normalised.
    pub ty: Arc<Type>,
    /// The value.
    pub value: Value,
}

/// A check that fails.
#[derive(Clone, Debug)]
pub struct ErrorEdge {
    /// The kind of check that fails.
    pub kind: ErrorKind,
    /// Under which condition.
    pub guard: Term,
    /// The message, with `{}` for what it computes.
    pub message: String,
    /// The place in the user's source, if it is known.
    pub span: Option<Span>,
    /// The function in which it fails; that of the user, if a model of the standard library fails.
    pub function: String,
    /// The calls that run then, innermost last.
    pub location: Location,
    /// True if a function on the stack documents the panic under this condition.
    pub is_documented: bool,
}

/// Why nothing is known any more.
#[derive(Clone, Debug)]
pub struct OpaqueEnd {
    /// Under which condition.
    pub guard: Term,
    /// The cause.
    pub reason: OpaqueReason,
    /// The place in the user's source.
    pub span: Option<Span>,
    /// In which function.
    pub function: String,
    /// Where the function that was started is then: what it runs before is known.
    pub outermost: Option<(BodyId, BasicBlock)>,
}

/// The reason why an execution is not followed further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpaqueReason {
    /// The budget of blocks is used up.
    Budget,
    /// Code or a construct that is not understood.
    NotUnderstood(String),
}

impl From<String> for OpaqueReason {
    fn from(reason: String) -> OpaqueReason {
        OpaqueReason::NotUnderstood(reason)
    }
}

impl Display for OpaqueReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            OpaqueReason::Budget => f.write_str("the budget of blocks is used up"),
            OpaqueReason::NotUnderstood(reason) => f.write_str(reason),
        }
    }
}

/// The kind of check that fails at an error edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum ErrorKind {
    /// Arithmetic leaves its type, a shift is too far.
    Overflow,
    /// An index or range is out of bounds.
    Index,
    /// Division or remainder by zero.
    Divide,
    /// `unwrap`, `expect` of `None` or `Err`.
    Unwrap,
    /// `assert!` and its kin.
    Assert,
    /// `unreachable!`, `todo!`, `unimplemented!`, `panic!`.
    Panic,
    /// A class invariant does not hold after a call.
    Invariant,
    /// A function is called against what it requires. No run shows that: compiled code does not look.
    Precondition,
    /// A call that is not modelled may panic. Not known to be possible.
    Unmodelled,
}

/// A variable that the execution introduced: anything of its sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The variable.
    pub var: Var,
    /// The origin of its value.
    pub origin: InputOrigin,
}

/// The origin of a fresh variable's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputOrigin {
    /// A part of the state at the start.
    Initial,
    /// What an unmodelled call left behind, or whether it panicked.
    Call,
    /// A value that clients can have be anything: what their own code gave back, whether it panicked, or how much room they reserved.
    Client,
    /// Whether a call panicked that may run a client's own code or other: that one does not, clients can have.
    ClientOrOther,
    /// What the analysis gave up to know.
    Approximation,
    /// What an equation in the path condition says: it is known as far as that is.
    Derived,
}

/// Something that was over-approximated or assumed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// What.
    pub kind: NoteKind,
    /// The callee or the reason.
    pub text: String,
    /// The place in the user's source.
    pub span: Option<Span>,
}

/// The kinds of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// A call whose effect is not known.
    UnmodelledCall,
    /// A call of code that clients write, to which no code of the crate is passed: what it does with objects it could do between calls, to
    /// those that it sees.
    ClientCall,
    /// Knowledge about a value that was given up.
    Approximation,
}

/// All that an execution yields.
#[derive(Clone, Debug, Default)]
pub struct Execution {
    /// Its ends. Every run of the code from a state of the start ends in at least one whose guard holds.
    pub outcomes: Vec<Outcome>,
    /// The variables it introduced, in order.
    pub inputs: Vec<Input>,
    /// Notes of everything that it does not know.
    pub notes: Vec<Note>,
    /// The sites of the contracts that were taken for granted on the way.
    pub relied_on: BTreeSet<u64>,
    /// The observations at observed sites on the way.
    pub observed: Vec<Observed>,
    /// The bodies it ran code of.
    pub entered: BTreeSet<BodyId>,
    /// True if it writes through raw pointers, or stores some where they are not tracked.
    pub is_raw: bool,
    /// The blocks it ran, for budgets and statistics.
    pub blocks: u64,
}

impl ErrorKind {
    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Overflow => "overflow",
            ErrorKind::Index => "index",
            ErrorKind::Divide => "divide",
            ErrorKind::Unwrap => "unwrap",
            ErrorKind::Assert => "assert",
            ErrorKind::Panic => "panic",
            ErrorKind::Invariant => "invariant",
            ErrorKind::Precondition => "precondition",
            ErrorKind::Unmodelled => "unmodelled",
        }
    }
}

impl Outcome {
    /// The condition under which the execution ends so.
    pub fn guard(&self) -> &Term {
        match self {
            Outcome::Cut(state)
            | Outcome::Return(state, _)
            | Outcome::Unwind(state)
            | Outcome::Diverge(state) => &state.guard,
            Outcome::RecursiveCall(call) => &call.guard,
            Outcome::Exposed(exposed) => &exposed.guard,
            Outcome::Error(error) => &error.guard,
            Outcome::Opaque(opaque) => &opaque.guard,
        }
    }
}
