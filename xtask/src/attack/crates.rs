//! One crate: written, run natively, analysed, judged.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::folder::Folder;
use super::item::{Item, Number};
use super::judge::{Claim, Contradiction, Judgement, Sort, judge};
use super::native::{self, Native};
use super::reproduce;
use super::tool::Tool;
use crate::error::Error;

/// The folder in which crates are examined, one after the other: they share what cargo builds.
pub(super) struct Bench {
    pub(super) root: PathBuf,
    pub(super) tool: Tool,
}

/// An examined crate.
pub(super) struct Examined {
    pub(super) outcomes: Vec<Native>,
    pub(super) judgement: Judgement,
}

/// Runs of one crate in which a defect hides what else there is.
const MOST_RUNS: usize = 4;

impl Bench {
    /// Examines items as one crate. An item whose defect ends a run is left out of the next one.
    pub(super) fn examine(&self, items: &[Item]) -> Result<Examined, Error> {
        let folder = Folder::write(self.root.clone(), items)?;
        let outcomes = native::run(&folder, items)?;
        let ran = |number: &Number| matches!(outcomes[number.0], Native::Ran { .. });
        let mut chosen: Vec<Number> = (0..items.len()).map(Number).filter(ran).collect();
        let ends = |number: &&Number| matches!(outcomes[number.0], Native::Ran { aborts: false, .. });
        let mut judgement = Judgement::default();
        for _ in 0..MOST_RUNS {
            if chosen.is_empty() {
                break;
            }
            let tested: Vec<Number> = chosen.iter().filter(ends).copied().collect();
            folder.write_crate(items, &chosen, &tested)?;
            let run = self.tool.run(&folder, chosen.len())?;
            let mut next = judge(items, &outcomes, &run);
            let refuted = reproduce::refuted(&self.root, items, std::mem::take(&mut next.claims))?;
            next.contradictions.extend(refuted.iter().map(Claim::contradiction));
            let is_lost = run.report.is_null();
            let wrong: Vec<Number> = next.contradictions.iter().filter_map(|it| it.item).collect();
            judgement.merge(next);
            if !is_lost || wrong.is_empty() {
                break;
            }
            chosen.retain(|number| !wrong.contains(number));
        }
        Ok(Examined { outcomes, judgement })
    }
}

impl Judgement {
    fn merge(&mut self, other: Judgement) {
        self.proved.extend(other.proved);
        for contradiction in other.contradictions {
            if !self.contradictions.contains(&contradiction) {
                self.contradictions.push(contradiction);
            }
        }
    }
}

impl Examined {
    /// The sorts of an item's contradictions.
    pub(super) fn sorts(&self, number: Number) -> BTreeSet<Sort> {
        let of = |it: &&Contradiction| it.item == Some(number);
        self.judgement.contradictions.iter().filter(of).map(|it| it.sort).collect()
    }

    /// The items that were run.
    pub(super) fn ran(&self) -> impl Iterator<Item = Number> {
        let ran = |number: &Number| matches!(self.outcomes[number.0], Native::Ran { .. });
        (0..self.outcomes.len()).map(Number).filter(ran)
    }
}
