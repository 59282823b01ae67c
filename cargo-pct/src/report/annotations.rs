//! GitHub's workflow commands, which it shows beside the lines they are about.
//!
//! GitHub shows few annotations of each kind for a step, so failing tests come first, and each place has one.

use std::io::{self, Write};

use super::view::Report;
use crate::ledger::FindingStatus;

/// Writes one command a line. `prefix` leads from the repository's root, which GitHub's paths start at, to the
/// workspace's: empty, or ended by a slash.
pub fn write(report: &Report, prefix: &str, out: &mut impl Write) -> io::Result<()> {
    for test in &report.totals.tests.failed {
        let reason = test.reason.as_str();
        // A panic's place ends the reason: `…, src/lib.rs:3:5`.
        let place = reason.rsplit_once(", ").and_then(|(_, place)| place.split_once(':'));
        let properties = match place.and_then(|(file, rest)| Some((file, rest.split(':').next()?))) {
            Some((file, line)) if line.parse::<u32>().is_ok() => {
                format!("file={},line={line},", property(&format!("{prefix}{file}")))
            }
            _ => String::new(),
        };
        let title = property(&format!("test {}", test.name));
        writeln!(out, "::error {properties}title={title}::{}", message(reason))?;
    }
    for (subject, finding) in report.findings_by_worth() {
        let is_confirmed = finding.way.status == FindingStatus::Confirmed;
        let level = if is_confirmed { "error" } else { "warning" };
        let file = property(&within(prefix, &finding.location.file));
        let (line, column) = (finding.location.line, finding.location.column);
        let title =
            property(&format!("{} {}: {}", finding.way.status.name(), subject.id, finding.way.method));
        let mut lines = vec![finding.message.clone()];
        lines.extend(finding.way.reproduction.iter().cloned());
        if let (false, Some(condition)) = (is_confirmed, &finding.way.breaks) {
            lines.push(format!("no calls were found after which `{condition}` does not hold"));
        }
        let text = message(&lines.join("\n"));
        writeln!(out, "::{level} file={file},line={line},col={column},title={title}::{text}")?;
    }
    for warning in &report.warnings {
        writeln!(out, "::warning title=cargo pct::{}", message(warning))?;
    }
    for subject in &report.subjects {
        for (index, cutpoint) in subject.cutpoints.iter().enumerate() {
            let counts = subject.cutpoint_counts(index);
            let coverable = counts.feasible.saturating_sub(counts.unreachable);
            if counts.covered < coverable {
                let file = property(&within(prefix, &cutpoint.location.file));
                let (line, column) = (cutpoint.location.line, cutpoint.location.column);
                let title = property(&format!("{} {}", subject.id, cutpoint.label));
                let text = format!("{} of {coverable} states are covered by tests", counts.covered);
                writeln!(out, "::notice file={file},line={line},col={column},title={title}::{text}")?;
            }
        }
    }
    Ok(())
}

/// A file's path from the repository's root; as it is, where it is absolute.
fn within(prefix: &str, file: &str) -> String {
    if file.starts_with('/') { file.to_owned() } else { format!("{prefix}{file}") }
}

fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::tests_of_findings::finding;
    use crate::native::{TestResult, TestRun};
    use crate::probe::tests::side_car;

    #[test]
    fn commands_are_escaped_and_point_into_the_repository() {
        let subjects = crate::probe::tests::check(&side_car(), &[]);
        let failure = Some("failed: 100 % wrong, src/lib.rs:7:5".to_owned());
        let results = vec![TestResult { name: "a::b c".into(), failure, output: String::new() }];
        let run = TestRun { results, ..TestRun::default() };
        let mut ledger =
            crate::ledger::open(&subjects, &run, &Default::default(), &|id| id.ends_with("Stack"));
        ledger.subjects[0].findings = vec![finding("push", 12, FindingStatus::Confirmed)];
        let mut out = Vec::new();
        write(&crate::report::view::tests::of(&ledger), "inner/", &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let mut lines = text.lines();
        let expected = "::error file=inner/src/lib.rs,line=7,title=test a%3A%3Ab c::failed: 100 %25 wrong, src/lib.rs:7:5";
        assert_eq!(lines.next(), Some(expected));
        let expected = "::error file=inner/src/lib.rs,line=12,col=9,title=confirmed stacks%3A%3AStack%3A push::\
                        index out of bounds%0Alet mut s = Stack::new(2);%0As.push(0);";
        assert_eq!(lines.next(), Some(expected));
        assert!(
            lines.next().unwrap().starts_with("::notice file=inner/src/lib.rs,line=5,col=1,title=stacks")
        );
    }
}
