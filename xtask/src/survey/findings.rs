//! The findings of the survey: one for each check, by how much speaks for it.

use std::fmt::Write as _;

use serde_json::Value;

use super::measure::Measurement;

/// Findings by how much speaks for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    pub(super) confirmed: u64,
    /// Potential, and nothing speaks against it.
    pub(super) first_rate: u64,
    /// Potential, and something does.
    pub(super) other: u64,
    pub(super) documented: u64,
    pub(super) remote: u64,
    /// Ways that lead to all of these checks.
    pub(super) ways: u64,
}

impl Findings {
    /// Those of a report.
    pub(super) fn of(report: &Value) -> Findings {
        let mut counts = Findings::default();
        for subject in report["subjects"].as_array().into_iter().flatten() {
            for finding in subject["findings"].as_array().into_iter().flatten() {
                counts.add(finding);
            }
        }
        counts
    }

    fn add(&mut self, finding: &Value) {
        self.ways += 1 + finding["others"].as_u64().unwrap_or(0);
        match finding["status"].as_str().unwrap_or_default() {
            "confirmed" => self.confirmed += 1,
            "potential" if finding["unlikely"] == false => self.first_rate += 1,
            "potential" => self.other += 1,
            "documented" => self.documented += 1,
            "remote" => self.remote += 1,
            _ => {}
        }
    }

    /// `7 / 3 / 9 / 2 / 1`, in the order of the fields.
    pub(super) fn cell(self) -> String {
        let Findings { confirmed, first_rate, other, documented, remote, .. } = self;
        format!("{confirmed} / {first_rate} / {other} / {documented} / {remote}")
    }
}

/// The findings of all crates in a sentence.
pub(super) fn summary(measurements: &[Measurement]) -> String {
    let mut sum = Findings::default();
    let mut lines = 0;
    for it in measurements {
        let own = Findings::of(&it.report);
        sum.confirmed += own.confirmed;
        sum.first_rate += own.first_rate;
        sum.other += own.other;
        sum.documented += own.documented;
        sum.remote += own.remote;
        sum.ways += own.ways;
        lines += it.lines;
    }
    let Findings { confirmed, first_rate, other, documented, remote, ways } = sum;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} checks fail or may fail, and {ways} ways lead there: {confirmed} are confirmed, {first_rate} potential of the first rate ({:.1} in \
         1,000 lines of code), {other} potential and unlikely, {documented} documented, {remote} remote.\n",
        confirmed + first_rate + other + documented + remote,
        1e3 * first_rate as f64 / lines.max(1) as f64,
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_counted_by_how_much_speaks_for_them() {
        let finding = |status: &str, unlikely: bool, others: u64| serde_json::json!({"status": status, "unlikely": unlikely, "others": others});
        let findings = vec![
            finding("confirmed", false, 2),
            finding("potential", false, 0),
            finding("potential", true, 1),
            finding("documented", false, 0),
            finding("remote", false, 0),
        ];
        let counts = Findings::of(&serde_json::json!({"subjects": [{"findings": findings}]}));
        assert_eq!((counts.cell().as_str(), counts.ways), ("1 / 1 / 1 / 1 / 1", 8));
        assert_eq!(Findings::of(&Value::Null), Findings::default());
    }
}
