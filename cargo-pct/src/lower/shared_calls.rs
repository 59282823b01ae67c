//! Calls that several subjects have among their entries: other types' functions that can make any object, for the greater part.

use super::{CrateCode, Subject, settings};
use crate::symex::ahead::CallsAhead;
use crate::symex::probes::Probes;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// See [`CrateCode::execute_shared_calls`].
const TIME_FOR_ONE: Duration = Duration::from_millis(20);

impl CrateCode<'_> {
    /// The calls that were executed ahead; none, if that was not asked for before.
    pub fn calls_ahead(&self) -> &CallsAhead {
        self.calls_ahead.get_or_init(CallsAhead::default)
    }

    /// Executes each call that more than `processes` subjects have, and that no object of theirs is a part of, for all of them at once, until a
    /// time; first those that most subjects have. `contracts` are the probes of contracts.
    ///
    /// As long as it works, all but one of the processes that judge subjects wait. So fewer subjects would have made the call themselves by then,
    /// and a call gets no more than [`TIME_FOR_ONE`] for each of its subjects.
    ///
    /// Does nothing when it is asked for again. Exact: each subject is lowered to what it would be lowered to by itself.
    pub fn execute_shared_calls<'s>(
        &self,
        subjects: impl Iterator<Item = &'s Subject>,
        contracts: Probes,
        processes: usize,
        until: Instant,
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
        let least = processes.max(1) as u32;
        let mut shared: Vec<_> = counts.into_iter().filter(|(_, count)| *count > least).collect();
        shared.sort_by_key(|(_, count)| Reverse(*count));
        for ((body, generics), count) in shared {
            let now = Instant::now();
            if now >= until {
                break;
            }
            let own_until = until.min(now + TIME_FOR_ONE * count);
            ahead.execute(self.program, (body, generics), &config, own_until);
        }
        let _ = self.calls_ahead.set(ahead);
    }
}
