//! The ends that the symbolic execution admits, where the interpreter does not know: models that over-approximate must still
//! admit what the real function does.

use cargo_pct::solver::{Prover, Verdict};
use cargo_pct::symex::segments::Segments;
use cargo_pct::symex::types::Generics;
use cargo_pct::symex::{BodyId, Config, ErrorKind, Outcome, Program};
use cargo_pct::term::{self, Substitution, Term, Var};
use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// How many states are looked into, and for how long.
const MOST_STATES: usize = 100;
const TIME: Duration = Duration::from_secs(4);

/// The ends of a function without inputs.
#[derive(Debug, Default, serde::Serialize)]
pub(crate) struct Admitted {
    /// It may return.
    ends: bool,
    /// It may end the process, or run for ever.
    exits: bool,
    /// Messages of the panics that it may end with.
    panics: BTreeSet<String>,
    /// There is no other end. False if the search was cut off, or something was not understood.
    is_all: bool,
    /// A function without a model may be called: it may end in any way.
    is_unmodelled: bool,
}

/// A state of the search: where it is, what the variables there are, and what is known.
struct Reached {
    start: usize,
    values: Vec<(Var, Term)>,
    guard: Term,
}

/// Follows the segments under conditions that can be met.
pub(crate) fn admitted(program: &Program, body: BodyId) -> Admitted {
    let segments = program.segments(body, &Generics::default(), &Config::default());
    let mut pending = VecDeque::from([Reached { start: 0, values: Vec::new(), guard: Term::bool(true) }]);
    let mut admitted = Admitted { is_all: true, ..Admitted::default() };
    let start = Instant::now();
    for count in 0.. {
        let Some(at) = pending.pop_front() else { break };
        // Nearly all examples return: other ends are of no interest then.
        if admitted.ends || count == MOST_STATES || start.elapsed() > TIME {
            admitted.is_all = false;
            break;
        }
        admitted.follow(program, &segments, &at, count, &mut pending);
    }
    admitted
}

impl Admitted {
    fn follow(
        &mut self,
        program: &Program,
        segments: &Segments,
        at: &Reached,
        count: usize,
        pending: &mut VecDeque<Reached>,
    ) {
        let execution = &segments.executions[at.start];
        // What a loop does not know is another thing each time.
        let known: BTreeSet<&Var> = at.values.iter().map(|(var, _)| var).collect();
        let unknown = execution.inputs.iter().map(|input| &input.var).filter(|var| !known.contains(var));
        let fresh: Vec<(Var, Term)> = unknown
            .map(|var| (var.clone(), Var::new(format!("{}@{count}", var.name), var.sort.clone()).term()))
            .collect();
        let mut substitution = Substitution::new(at.values.iter().cloned().chain(fresh));
        for outcome in &execution.outcomes {
            let guard = substitution.apply(outcome.guard()).and(&at.guard);
            if !is_possible(&guard) {
                continue;
            }
            match outcome {
                Outcome::Return(..) => self.ends = true,
                Outcome::Error(error) if error.kind == ErrorKind::Unmodelled => self.is_unmodelled = true,
                Outcome::Error(error) => {
                    self.panics.insert(error.message.clone());
                }
                // An error has told it.
                Outcome::Unwind(_) => {}
                Outcome::Diverge(_) => self.exits = true,
                Outcome::Cut(state) => match segments.target(program, state) {
                    Some((start, bindings)) => {
                        let values = bindings.into_iter().map(|(var, term)| {
                            let simplest = || Term::value(&term::Value::simplest(&var.sort), &var.sort);
                            let term = term.map_or_else(simplest, |term| substitution.apply(&term));
                            (var, term)
                        });
                        pending.push_back(Reached { start, values: values.collect(), guard });
                    }
                    None => self.is_all = false,
                },
                Outcome::Opaque(_) | Outcome::Exposed(_) | Outcome::RecursiveCall(_) => self.is_all = false,
            }
        }
    }
}

fn is_possible(condition: &Term) -> bool {
    let never = Prover::default().prove(std::slice::from_ref(condition), &Term::bool(false));
    !matches!(never, Verdict::Valid(_))
}
