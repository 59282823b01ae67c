//! What the user asked to hold: filters, gates, and the outcome that follows.

use globset::{Glob, GlobSet, GlobSetBuilder};

mod changes;

use std::collections::BTreeSet;

use camino::Utf8Path;

use super::RunError;
use crate::config::{Deny, Settings};
use crate::diff::Diff;
use crate::exit_code::ExitCode;
use crate::ledger::{CutpointKey, FindingStatus, Gap, GapName, Ledger};
use crate::report;

/// Which subjects are asked for.
pub(super) struct Filter {
    keep: GlobSet,
    leave_out: GlobSet,
}

impl Filter {
    /// Reads globs; those that begin with `!` leave out.
    pub(super) fn new(globs: &[String]) -> Result<Filter, RunError> {
        let set = |globs: &[&str]| {
            let mut builder = GlobSetBuilder::new();
            for glob in globs {
                let parsed = Glob::new(glob)
                    .map_err(|error| RunError::Filter { glob: (*glob).to_owned(), why: error.to_string() })?;
                builder.add(parsed);
            }
            builder
                .build()
                .map_err(|error| RunError::Filter { glob: globs.join(" "), why: error.to_string() })
        };
        let leave_out: Vec<_> = globs.iter().filter_map(|glob| glob.strip_prefix('!')).collect();
        let mut keep: Vec<_> =
            globs.iter().map(String::as_str).filter(|glob| !glob.starts_with('!')).collect();
        if keep.is_empty() {
            keep.push("*");
        }
        Ok(Filter { keep: set(&keep)?, leave_out: set(&leave_out)? })
    }

    /// Whether a subject is asked for.
    pub(super) fn keeps(&self, id: &str) -> bool {
        self.keep.is_match(id) && !self.leave_out.is_match(id)
    }
}

/// What gates compare a run with, read before the run: its report may replace the baseline.
#[derive(Clone, Debug, Default)]
pub(super) struct Gates {
    baseline: Option<Vec<GapName>>,
    diff: Option<Diff>,
}

impl Gates {
    pub(super) fn read(settings: &Settings, root: &Utf8Path) -> Result<Gates, RunError> {
        let baseline = settings.baseline.as_ref().map(|file| {
            report::baseline::baseline(file).map_err(|why| RunError::Gate {
                setting: "baseline",
                value: file.to_string(),
                why,
            })
        });
        let diff = settings.in_diff.as_ref().map(|value| {
            changes::read(value, root).map_err(|why| RunError::Gate {
                setting: "in-diff",
                value: value.clone(),
                why,
            })
        });
        Ok(Gates { baseline: baseline.transpose()?, diff: diff.transpose()? })
    }

    /// The change that the run is about.
    pub(super) fn diff(&self) -> Option<&Diff> {
        self.diff.as_ref()
    }

    /// Gaps that make the run fail, if that was asked for.
    fn failing(&self, settings: &Settings, ledger: &Ledger, scope: &BTreeSet<CutpointKey>) -> Vec<Gap> {
        match &self.baseline {
            Some(known) => ledger.new_gaps(ledger.gaps(scope), known),
            None if self.diff.is_some() && settings.fail_under.is_none() => ledger.gaps(scope),
            None => Vec::new(),
        }
    }
}

/// Gaps that are told one by one.
const MOST_TOLD: usize = 20;

/// The outcome of a finished run.
pub(super) fn judge(settings: &Settings, gates: &Gates, ledger: &Ledger) -> ExitCode {
    let mut code = ExitCode::Success;
    if ledger.failures().next().is_some() || !ledger.unbuilt_tests.is_empty() {
        code = code.and(ExitCode::UserCode);
    }
    let denies = |status| settings.deny.contains(&Deny::Potential) && status == FindingStatus::Potential;
    let fails = |status| status == FindingStatus::Confirmed || denies(status);
    if ledger.subjects.iter().flat_map(|subject| &subject.findings).any(|finding| fails(finding.status)) {
        code = code.and(ExitCode::Findings);
    }
    for defect in &ledger.defects {
        eprintln!(
            "error: this is a defect of cargo-pct, unless the code differs under `cfg(test)`; please report it: {defect}"
        );
        code = code.and(ExitCode::Defect);
    }
    code.and(judge_coverage(settings, gates, ledger))
}

fn judge_coverage(settings: &Settings, gates: &Gates, ledger: &Ledger) -> ExitCode {
    let scope = ledger.scope(gates.diff.as_ref());
    let (counts, mut code) = (ledger.counts_of(&scope), ExitCode::Success);
    let of = if gates.diff.is_some() { "the states that the changes touch" } else { "the states" };
    if let Some(percent) = settings.fail_under {
        // Nothing to cover is nothing uncovered.
        let reached = counts.coverage().map_or(100.0, |coverage| 100.0 * coverage);
        if reached < percent {
            eprintln!("error: {reached:.1} % of {of} are covered, and --fail-under asks for {percent} %");
            code = code.and(ExitCode::Gate);
        }
    }
    let failing = gates.failing(settings, ledger, &scope);
    if !failing.is_empty() {
        let what = match &settings.baseline {
            Some(file) => format!("of {of}, {} uncovered that {file} does not have", are(failing.len())),
            None => format!("of {of}, {} uncovered", are(failing.len())),
        };
        eprintln!("error: {what}:");
        failing.iter().take(MOST_TOLD).for_each(|gap| eprintln!("  {}", ledger.gap_in_words(gap)));
        if failing.len() > MOST_TOLD {
            eprintln!("  and {} more", failing.len() - MOST_TOLD);
        }
        code = code.and(ExitCode::Gate);
    }
    if settings.fail_undecided && counts.undecided() > 0 {
        eprintln!(
            "error: of {of}, {} undecided, and --fail-undecided was asked for",
            are(counts.undecided())
        );
        code = code.and(ExitCode::Inconclusive);
    }
    code
}

fn are(number: impl Copy + PartialEq + From<u8> + std::fmt::Display) -> String {
    format!("{number} {}", if number == 1u8.into() { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confirmed_findings_fail_a_run_and_potential_ones_only_where_they_are_denied() {
        use crate::ledger::{self, tests_of_findings::finding};
        let subjects = crate::probe::tests::check(&crate::probe::tests::side_car(), &[]);
        let mut ledger =
            ledger::open(&subjects, &crate::native::TestRun::default(), &Default::default(), &|_| true);
        let mut check = |status, deny: &[Deny]| {
            ledger.subjects[0].findings = vec![finding("push", 12, status)];
            judge(
                &Settings { deny: deny.to_vec(), ..Settings::resolve([]).unwrap() },
                &Gates::default(),
                &ledger,
            )
        };
        assert_eq!(check(FindingStatus::Confirmed, &[]), ExitCode::Findings);
        assert_eq!(check(FindingStatus::Potential, &[]), ExitCode::Success);
        assert_eq!(check(FindingStatus::Potential, &[Deny::Potential]), ExitCode::Findings);
        assert_eq!(check(FindingStatus::Documented, &[Deny::Potential]), ExitCode::Success);
        ledger.defects.push("two runs contradict each other".into());
        assert_eq!(judge(&Settings::resolve([]).unwrap(), &Gates::default(), &ledger), ExitCode::Defect);
    }

    #[test]
    fn filters_keep_what_matches_and_is_not_left_out() {
        let check = |globs: &[&str], id: &str| {
            let globs: Vec<_> = globs.iter().map(|glob| (*glob).to_owned()).collect();
            Filter::new(&globs).unwrap().keeps(id)
        };
        assert!(check(&[], "a::B"));
        assert!(check(&["a::*"], "a::b::C") && !check(&["a::*"], "b::C"));
        assert!(check(&["!*::C"], "a::B") && !check(&["!*::C"], "a::C"));
        assert!(!check(&["a::*", "!*::C"], "a::C"));
    }
}
