//! Calls that several subjects have among their entries: other types' functions that can make any object, for the greater part.

use super::{CrateCode, Subject, settings};
use crate::symex::ahead::CallsAhead;
use crate::symex::probes::Probes;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How much is executed ahead. As long as that lasts, all but one of the processes that judge subjects wait.
#[derive(Clone, Copy, Debug)]
pub struct AheadLimits {
    /// The processes that judge subjects. So many subjects would have made a call themselves meanwhile.
    pub processes: usize,
    /// The time for a call, for each subject that has it.
    pub time_for_one: Duration,
    /// When all ends.
    pub until: Instant,
}

impl CrateCode<'_> {
    /// The calls that were executed ahead; none, if that was not asked for before.
    pub fn calls_ahead(&self) -> &CallsAhead {
        self.calls_ahead.get_or_init(CallsAhead::default)
    }

    /// Executes each call that more subjects have than there are processes, and that no object of theirs is a part of, for all of them at once;
    /// first those that most subjects have. `contracts` are the probes of contracts.
    ///
    /// Does nothing when it is asked for again. Exact: each subject is lowered to what it would be lowered to by itself.
    pub fn execute_shared_calls<'s>(
        &self,
        subjects: impl Iterator<Item = &'s Subject>,
        contracts: Probes,
        limits: AheadLimits,
    ) {
        if self.calls_ahead.get().is_some() {
            return;
        }
        let config = settings(contracts);
        let mut ahead = CallsAhead::default();
        let mut counts = BTreeMap::new();
        for entry in subjects.flat_map(|subject| subject.entries.values()) {
            if entry.object.is_none() {
                *counts.entry((entry.body, &entry.generics)).or_insert(0) += 1;
            }
        }
        let least = limits.processes.max(1) as u32;
        let mut shared: Vec<_> = counts.into_iter().filter(|(_, count)| *count > least).collect();
        shared.sort_by_key(|(_, count)| Reverse(*count));
        for ((body, generics), count) in shared {
            let now = Instant::now();
            if now >= limits.until {
                break;
            }
            let until = limits.until.min(now + limits.time_for_one * count);
            ahead.execute(self.program, (body, generics), &config, until);
        }
        let _ = self.calls_ahead.set(ahead);
    }
}
