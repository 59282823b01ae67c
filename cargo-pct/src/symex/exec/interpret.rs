//! The interpreter: the executor over constants, loops included, from any state.
//!
//! It must agree with the compiled code; that is tested, and is the evidence that the executor's semantics is right. What the
//! executor would over-approximate, the interpreter answers with [`Run::Unknown`]: it never guesses.

use crate::symex::access::config::Config;
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{ErrorEdge, Execution, OpaqueEnd, OpaqueReason, Outcome};
use crate::symex::program::types::Generics;
use crate::symex::program::{BodyId, Program};
use crate::symex::state::State;
use crate::symex::state::value::Value;
use crate::term::Term;
use std::collections::BTreeSet;

/// How an interpreted run ends.
#[derive(Clone, Debug)]
pub enum Run {
    /// It returned.
    Returned(State, Value),
    /// It panicked; the state after the cleanup, if it did not abort.
    Panicked(ErrorEdge, Option<State>),
    /// It ended the process, or aborted.
    Ended,
    /// The budget of blocks is used up.
    OutOfBudget,
    /// It depends on something that is not known; what.
    Unknown(String),
}

/// Runs on from a state whose leaves are constants, in its running function and then its callers, for at most `budget` blocks.
pub fn interpret(program: &Program, state: State, budget: u64) -> Run {
    let config = Config {
        cuts: BTreeSet::new(),
        cut_loops: false,
        most_frames: 256,
        recursion: true,
        separates_recursive_calls: false,
        concrete: true,
        budget,
        most_shapes: 8,
        probes: std::sync::Arc::default(),
    };
    run_of(Executor::new(program, &config).resume(state))
}

/// The state at a function's entry with these values as arguments; what references point to must be in `objects`.
pub fn entry(program: &Program, body: BodyId, generics: &Generics, arguments: Vec<Value>) -> State {
    let config = Config::default();
    let mut executor = Executor::new(program, &config);
    let mut state = State::empty(Term::bool(true));
    executor.push_frame(&mut state, body, std::sync::Arc::new(generics.clone()));
    for (slot, value) in state.top_mut().locals.iter_mut().skip(1).zip(arguments) {
        *slot = value;
    }
    state
}

fn run_of(execution: Execution) -> Run {
    let (mut error, mut unwound) = (None, None);
    for outcome in execution.outcomes {
        match outcome.guard().as_bool() {
            Some(true) => {}
            Some(false) => continue,
            None => return Run::Unknown(unknown(&execution.notes)),
        }
        match outcome {
            Outcome::Return(state, value) => return Run::Returned(state, value),
            Outcome::Unwind(state) => unwound = Some(state),
            // A panic while another unwinds aborts: the first one is what is seen.
            Outcome::Error(edge) => {
                error.get_or_insert(edge);
            }
            Outcome::Diverge(_) if error.is_none() => return Run::Ended,
            Outcome::Diverge(_) | Outcome::Exposed(_) => {}
            Outcome::Opaque(OpaqueEnd { reason: OpaqueReason::Budget, .. }) => return Run::OutOfBudget,
            Outcome::Opaque(OpaqueEnd { reason: OpaqueReason::NotUnderstood(reason), .. }) => {
                return Run::Unknown(reason);
            }
            Outcome::Cut(_) | Outcome::RecursiveCall(_) => {
                return Run::Unknown("a cut where none was asked for".to_owned());
            }
        }
    }
    match error {
        Some(error) => Run::Panicked(error, unwound),
        None => Run::Unknown("no end was reached".to_owned()),
    }
}

fn unknown(notes: &[crate::symex::access::outcome::Note]) -> String {
    let first = notes.first().map_or_else(String::new, |note| format!(": {}", note.text));
    format!("a branch depends on something that is not known{first}")
}
