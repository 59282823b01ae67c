//! Calls that are executed ahead: what several subjects call is executed once, before their processes begin.
//!
//! A call for any arguments has the same segments in every subject, unless a subject wants to know of a probe on the way. Which bodies were
//! looked at on the way is kept beside them: it tells which probes can matter, and what the segments depend on.

use crate::symex::access::config::Config;
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{OpaqueReason, Outcome};
use crate::symex::exec::segments::{Limits, Segments};
use crate::symex::program::sites::{Probes, sites_named_in};
use crate::symex::program::types::Generics;
use crate::symex::program::{BodyId, Program};
use crate::symex::state::State;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// A call with a segment of more blocks, or with more in all, is left to the subjects, which have limits of time.
const MOST_BLOCKS: u64 = 1_000;
const MOST_BLOCKS_IN_ALL: u64 = 20_000;

/// Calls that were executed ahead, by the callee's body and the arguments for its generic parameters.
#[derive(Debug, Default)]
pub struct CallsAhead(BTreeMap<(BodyId, Generics), Ahead>);

/// The segments of one of them.
#[derive(Debug)]
struct Ahead {
    segments: Arc<Segments>,
    /// The settings that they were executed with, save for the limit of blocks.
    config: Config,
    /// The bodies of all crates that were looked at.
    read: BTreeSet<BodyId>,
    /// The sites of probes in these.
    sites: BTreeSet<u64>,
}

impl Ahead {
    /// Tells whether an execution with these settings would be this one.
    fn is_for(&self, config: &Config) -> bool {
        let are_passed_over = |sites: &BTreeSet<u64>| sites.is_disjoint(&self.sites);
        let probes = Probes { cut: BTreeSet::new(), observed: BTreeSet::new(), ..(*config.probes).clone() };
        are_passed_over(&config.probes.cut)
            && are_passed_over(&config.probes.observed)
            && self.config == Config { probes: Arc::new(probes), ..config.clone() }
    }
}

impl CallsAhead {
    /// Executes a call for any arguments, and keeps its segments, unless it takes long. The settings name no probe but those of contracts.
    ///
    /// A few blocks take long too where many states meet: `until` ends it in any case.
    pub fn execute(
        &mut self,
        program: &Program,
        (body, generics): (BodyId, &Generics),
        config: &Config,
        until: Instant,
    ) {
        let key = (body, generics.clone());
        if self.0.contains_key(&key) {
            return;
        }
        let limited = Config { budget: config.budget.min(MOST_BLOCKS), ..config.clone() };
        let (segments, read) = program.reading_of(|| {
            let start = Executor::new(program, &limited).entry_state(body, generics);
            let limits = Limits { blocks: Some(MOST_BLOCKS_IN_ALL), until: Some(until) };
            program.segments_within(start, &limited, &limits)
        });
        let is_whole = |segments: &Segments| {
            let mut outcomes = segments.executions.iter().flat_map(|execution| &execution.outcomes);
            !outcomes.any(is_over_budget)
        };
        let Some(segments) = segments.filter(is_whole) else { return };
        let sites = read.iter().flat_map(|body| sites_named_in(&program.code(*body).body)).collect();
        self.0.insert(key, Ahead { segments: Arc::new(segments), config: config.clone(), read, sites });
    }

    /// Tells whether a call was executed ahead as it would be with these settings.
    pub fn is_executed(&self, body: BodyId, generics: &Generics, config: &Config) -> bool {
        self.get(body, generics, config).is_some()
    }

    fn get(&self, body: BodyId, generics: &Generics, config: &Config) -> Option<&Ahead> {
        self.0.get(&(body, generics.clone())).filter(|ahead| ahead.is_for(config))
    }

    /// The segments of a call for any arguments, whose `start` is the callee's entry: executes them now, if that was not done ahead.
    pub fn segments(
        &self,
        program: &Program,
        (body, generics): (BodyId, &Generics),
        start: State,
        config: &Config,
    ) -> Arc<Segments> {
        match self.get(body, generics, config) {
            Some(ahead) => {
                ahead.read.iter().for_each(|body| program.note_read(*body));
                Arc::clone(&ahead.segments)
            }
            None => Arc::new(program.segments_from(start, config)),
        }
    }
}

fn is_over_budget(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Opaque(end) if end.reason == OpaqueReason::Budget)
}
