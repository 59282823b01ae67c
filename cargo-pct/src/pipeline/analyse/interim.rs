//! What is known while subjects are still being judged.

use std::time::Instant;

use super::schedule::{Listener, Standing};
use crate::event::{Event, Sink};
use crate::judge::{SubjectAnalysis, Task};

/// Tells of the results of a crate as they come.
pub(super) struct Interim<'a> {
    sink: &'a mut (dyn Sink + Send),
    /// When the analysis has to end.
    end: Instant,
    findings: std::collections::BTreeMap<String, usize>,
}

impl<'a> Interim<'a> {
    pub(super) fn new(sink: &'a mut (dyn Sink + Send), end: Instant) -> Interim<'a> {
        Interim { sink, end, findings: Default::default() }
    }
}

impl Listener for Interim<'_> {
    fn judged(&mut self, task: &Task, analysis: &SubjectAnalysis) {
        self.findings.insert(task.subject.id.clone(), analysis.result.findings.len());
    }

    fn tick(&mut self, standing: Standing) {
        let Standing { done, all, running } = standing;
        let findings = self.findings.values().sum();
        let left = self.end.saturating_duration_since(Instant::now());
        self.sink.emit(Event::Judging { done, all, running, findings, left });
    }
}
