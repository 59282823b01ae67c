//! What the user asked to hold: filters, gates, and the outcome that follows.

use globset::{Glob, GlobSet, GlobSetBuilder};

use super::RunError;
use crate::config::{Deny, Emit, Settings};
use crate::exit_code::ExitCode;
use crate::ledger::{FindingStatus, Ledger};

/// Settings that only the analysis would serve are refused while there is none: a gate that cannot fail would let
/// everything pass.
pub(super) fn refuse_unserved(settings: &Settings) -> Result<(), RunError> {
    let emit =
        settings.emit.iter().copied().filter(|stage| matches!(stage, Emit::Mir | Emit::System)).collect();
    let served = Settings { emit, ..settings.clone() };
    if *settings == served {
        return Ok(());
    }
    Err(RunError::Unserved(
        "`emit abstraction` and `emit bounds` concern stages that this version does not have",
    ))
}

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

/// The outcome of a finished run.
pub(super) fn judge(settings: &Settings, ledger: &Ledger) -> ExitCode {
    let totals = ledger.totals();
    let mut code = ExitCode::Success;
    if ledger.failures().next().is_some() {
        code = code.and(ExitCode::UserCode);
    }
    let denies = |status| settings.deny.contains(&Deny::Potential) && status == FindingStatus::Potential;
    let fails = |status| status == FindingStatus::Confirmed || denies(status);
    if ledger.subjects.iter().flat_map(|subject| &subject.findings).any(|finding| fails(finding.status)) {
        code = code.and(ExitCode::Findings);
    }
    if let Some(percent) = settings.fail_under {
        // Nothing to cover is nothing uncovered.
        let reached = totals.coverage().map_or(100.0, |coverage| 100.0 * coverage);
        if reached < percent {
            eprintln!(
                "error: {reached:.1} % of the states are covered, and --fail-under asks for {percent} %"
            );
            code = code.and(ExitCode::Gate);
        }
    }
    for defect in &ledger.defects {
        eprintln!(
            "error: this is a defect of cargo-pct, unless the code differs under `cfg(test)`; please report it: {defect}"
        );
        code = code.and(ExitCode::Defect);
    }
    if settings.fail_undecided && totals.undecided() > 0 {
        eprintln!("error: {} states are undecided, and --fail-undecided was asked for", totals.undecided());
        code = code.and(ExitCode::Inconclusive);
    }
    code
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
            judge(&Settings { deny: deny.to_vec(), ..Settings::resolve([]).unwrap() }, &ledger)
        };
        assert_eq!(check(FindingStatus::Confirmed, &[]), ExitCode::Findings);
        assert_eq!(check(FindingStatus::Potential, &[]), ExitCode::Success);
        assert_eq!(check(FindingStatus::Potential, &[Deny::Potential]), ExitCode::Findings);
        assert_eq!(check(FindingStatus::Documented, &[Deny::Potential]), ExitCode::Success);
        ledger.defects.push("two runs contradict each other".into());
        assert_eq!(judge(&Settings::resolve([]).unwrap(), &ledger), ExitCode::Defect);
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
