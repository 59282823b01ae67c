//! Random calls of a crate's classes, once all of them are judged.

use std::collections::BTreeMap;

use pct_wire::{Id, Valuation};

use super::Task;
use super::verified::{Verified, Verifier};
use crate::drive::{Claims, Driving};
use crate::ledger::{Proof, Verdict};
use crate::pipeline::RunError;
use crate::probe::{self, ContractKind};

impl Verifier<'_> {
    /// Calls the public functions of all classes at random. What contradicts a verdict is a defect of ours.
    ///
    /// Random arguments keep to no precondition: a crate that states one is left alone.
    pub(super) fn drive(&self, tasks: &[Task], verified: &mut Verified) -> Result<(), RunError> {
        let is_precondition = |kind| matches!(kind, ContractKind::Requires | ContractKind::Assume);
        if tasks.iter().flat_map(|task| task.probed.contracts.iter()).any(|it| is_precondition(it.kind)) {
            return Ok(());
        }
        let cutpoints: BTreeMap<Id, (&probe::Subject, usize)> = tasks
            .iter()
            .flat_map(|task| {
                task.subject.cutpoints.iter().enumerate().map(|(at, it)| (it.wire, (&task.subject, at)))
            })
            .collect();
        let results = &verified.results;
        let excludes = |site: Id, seen: Valuation| {
            let (subject, at) = *cutpoints.get(&site)?;
            let cutpoint = &subject.cutpoints[at];
            let valuation = cutpoint.counted(seen)?;
            let verdict = results.get(&subject.id)?.verdicts.states.get(&(at, valuation))?;
            matches!(verdict, Verdict::Unreachable { .. }).then(|| {
                let label = &cutpoint.label;
                format!(
                    "{}: {label} was seen in the state {valuation}, which is proved unreachable",
                    subject.id
                )
            })
        };
        let mut driven = crate::drive::Driven::default();
        for task in tasks {
            let Ok(subject) = self.found(&task.subject) else { continue };
            let is_proved = results
                .get(&task.subject.id)
                .is_some_and(|result| matches!(result.proof, Proof::Proved { .. }));
            let driving = Driving {
                program: self.code.program,
                subject: &subject,
                is_open: &|body| self.code.is_open(body),
                drivers: self.drivers,
                claims: Claims { is_proved, excludes: &excludes },
                allow_effects: self.config.allow_effects,
                sequences: self.config.drive,
            };
            driven.add(driving.run()?);
        }
        verified.defects.extend(std::mem::take(&mut driven.contradictions));
        verified.driven = driven;
        Ok(())
    }
}
