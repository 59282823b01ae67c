//! Keeps each result of a run for later ones as it comes, and what was known before.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::changed::Changed;
use super::remembered::{Judged, Remembered};
use super::schedule::{Listener, Standing};
use super::slices::{Slice, Slices};
use crate::judge::{SubjectAnalysis, Task};
use crate::lower::Subject;

/// Remembers each result as it comes.
pub(super) struct Remembering<'a> {
    listener: &'a mut dyn Listener,
    remembered: &'a Remembered,
    slices: Option<&'a Slices<'a>>,
    /// By the id of the subject.
    slice: BTreeMap<String, Slice>,
    /// The subjects that are to be judged, if not all.
    changed: Option<Changed>,
    /// When the analysis would have begun, had no run been ended.
    began: Option<Instant>,
    noted: Instant,
}

/// The time that was spent is noted so often.
const PERIOD: Duration = Duration::from_secs(1);

impl<'a> Remembering<'a> {
    pub(super) fn new(
        listener: &'a mut dyn Listener,
        remembered: &'a Remembered,
        slices: Option<&'a Slices<'a>>,
        changed: Option<Changed>,
        spent: Duration,
    ) -> Remembering<'a> {
        let now = Instant::now();
        let (slice, began) = (BTreeMap::new(), now.checked_sub(spent));
        Remembering { listener, remembered, slices, slice, changed, began, noted: now }
    }

    /// Whether a subject that was not judged before is to be judged.
    pub(super) fn is_concerned(&self, task: &Task) -> bool {
        match (&self.changed, self.slice.get(&task.subject.id)) {
            (Some(changed), Some(slice)) => changed.concerns(task, slice),
            _ => true,
        }
    }

    /// What an earlier run found out about a subject.
    pub(super) fn judged_before(&mut self, task: &Task, subject: &Subject) -> Option<Judged> {
        let slices = self.slices?;
        let slice = slices.slice(task, subject);
        let known = self.remembered.judged(task, slices, &slice);
        self.slice.insert(task.subject.id.clone(), slice);
        known
    }
}

impl Listener for Remembering<'_> {
    fn judged(&mut self, task: &Task, time: Duration, analysis: &SubjectAnalysis) {
        if let (Some(slices), Some(slice)) = (self.slices, self.slice.get(&task.subject.id)) {
            self.remembered.remember(task, (slices, slice), time, analysis);
        }
        self.listener.judged(task, time, analysis);
    }

    fn tick(&mut self, standing: Standing) {
        if let (Some(began), true) = (self.began, self.noted.elapsed() >= PERIOD) {
            self.remembered.spend(began.elapsed());
            self.noted = Instant::now();
        }
        self.listener.tick(standing);
    }
}
