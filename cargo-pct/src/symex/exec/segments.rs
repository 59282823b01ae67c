//! All segments of a function: from its entry and from every cutpoint that is reached, to the next cutpoints and ends.
//!
//! The shapes of the states that arrive at a location are joined until every arriving state binds to one of them; a location
//! with states of very different shapes gets several.

use crate::symex::access::config::Config;
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{Execution, OpaqueEnd, OpaqueReason, Outcome};
use crate::symex::program::types::Generics;
use crate::symex::program::{BodyId, Program};
use crate::symex::state::State;
use crate::symex::state::location::{Binding, Location};
use std::collections::BTreeMap;
use std::time::Instant;

/// A location has at most so many shapes; states that fit none are opaque.
const MOST_SHAPES: usize = 8;

/// A shape is widened at most so often; states that still do not fit are opaque.
const MOST_WIDENINGS: usize = 8;

/// The segments of a function.
#[derive(Clone, Debug)]
pub struct Segments {
    /// Where segments start; the entry first.
    pub starts: Vec<Start>,
    /// What is executed from each start, in the same order. Only the entry introduces the variables of its own shape.
    pub executions: Vec<Execution>,
}

/// Where a segment starts.
#[derive(Clone, Debug)]
pub struct Start {
    /// The call stack.
    pub location: Location,
    /// The state there: its leaves are the variables.
    pub shape: State,
}

/// How much is executed for the segments of one function.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::symex) struct Limits {
    /// How many blocks in all.
    pub(in crate::symex) blocks: Option<u64>,
    /// Until when.
    pub(in crate::symex) until: Option<Instant>,
}

impl Segments {
    /// The start that a cut's state belongs to, and what its variables are then.
    pub fn target(&self, program: &Program, state: &State) -> Option<(usize, Vec<Binding>)> {
        // The entry is left for good.
        self.starts
            .iter()
            .enumerate()
            .skip(1)
            .find_map(|(index, start)| Some((index, program.bind(&start.shape, state)?)))
    }
}

impl Program {
    /// Executes all segments of a function, for any arguments.
    pub fn segments(&self, body: BodyId, generics: &Generics, config: &Config) -> Segments {
        let mut executor = Executor::new(self, config);
        let entry = executor.entry_state(body, generics);
        self.segments_from(entry, config)
    }

    /// Executes all segments from a state at a function's entry.
    pub fn segments_from(&self, entry: State, config: &Config) -> Segments {
        self.segments_within(entry, config, &Limits::default()).expect("there is no limit")
    }

    /// As [`Program::segments_from`]; none if that takes more blocks in all. What the time ends is over its budget.
    pub(in crate::symex) fn segments_within(
        &self,
        entry: State,
        config: &Config,
        limits: &Limits,
    ) -> Option<Segments> {
        let mut blocks = 0;
        let start = Start { location: entry.location(), shape: entry };
        let mut segments = Segments { starts: vec![start], executions: vec![Execution::default()] };
        let mut pending = vec![0];
        let mut widenings = BTreeMap::new();
        while let Some(index) = pending.pop() {
            let shape = segments.starts[index].shape.clone();
            let mut execution = Executor::new(self, config).until(limits.until).resume(shape);
            blocks += execution.blocks;
            if limits.blocks.is_some_and(|most| blocks > most) {
                return None;
            }
            for outcome in &mut execution.outcomes {
                if let Outcome::Cut(state) = outcome
                    && let Err(reason) = self.arrive(&mut segments, state, &mut pending, &mut widenings)
                {
                    let function =
                        state.frames.last().map_or_else(String::new, |frame| self.name(frame.body));
                    *outcome = Outcome::Opaque(OpaqueEnd {
                        guard: state.guard.clone(),
                        reason: OpaqueReason::NotUnderstood(reason),
                        span: None,
                        function,
                        outermost: state.location().first().copied(),
                    });
                }
            }
            segments.executions[index] = execution;
        }
        Some(segments)
    }

    /// Makes sure that a state that arrives at a cut binds to a start there; those that change are pending again.
    fn arrive(
        &self,
        segments: &mut Segments,
        state: &State,
        pending: &mut Vec<usize>,
        widenings: &mut BTreeMap<usize, usize>,
    ) -> Result<(), String> {
        if segments.target(self, state).is_some() {
            return Ok(());
        }
        let location = state.location();
        let here = segments.starts.iter().enumerate().skip(1).filter(|(_, start)| start.location == location);
        let here: Vec<usize> = here.map(|(index, _)| index).collect();
        for &index in &here {
            if widenings.get(&index).is_some_and(|count| *count >= MOST_WIDENINGS) {
                continue;
            }
            let Some(joined) = segments.starts[index].shape.join(state) else { continue };
            let joined = self.shape_with_tables(&joined);
            // A join that does not hold both would never end.
            let holds = [state, &segments.starts[index].shape]
                .iter()
                .all(|state| self.bind(&joined, state).is_some());
            if holds {
                *widenings.entry(index).or_default() += 1;
                segments.starts[index].shape = joined;
                if !pending.contains(&index) {
                    pending.push(index);
                }
                return Ok(());
            }
        }
        if here.len() >= MOST_SHAPES {
            return Err("states of too many shapes arrive at a loop".to_owned());
        }
        let shape = self.shape_with_tables(state);
        if self.bind(&shape, state).is_none() {
            return Err("the shape of a state at a loop is not understood".to_owned());
        }
        segments.starts.push(Start { location, shape });
        segments.executions.push(Execution::default());
        pending.push(segments.starts.len() - 1);
        Ok(())
    }
}
