//! The table of `cargo xtask bench --explore`, in Markdown.

use super::Measurement;
use super::search::Outcome;

/// Inputs that proptest draws by default.
const DEFAULT_CASES: u64 = 256;

/// A line for each target, a line of totals, and what the tools took in sum.
pub(in crate::bench) fn table(measured: &[Measurement], seconds: u32) -> String {
    let mut text = String::from(
        "| crate | function | `cargo pct --auto`, s | libFuzzer, s | proptest, s | proptest's default of 256 cases |\n\
         |---|---|---:|---:|---:|---|\n",
    );
    text.extend(measured.iter().map(Measurement::row));
    let all = measured.len();
    let found = |is_found: fn(&Measurement) -> bool| {
        format!("{} of {all}", measured.iter().filter(|it| is_found(it)).count())
    };
    text += &format!(
        "| found | | {} | {} | {} | {} |\n",
        found(|it| it.finding().is_some()),
        found(|it| it.libfuzzer.is_found),
        found(|it| it.proptest.is_found),
        found(|it| is_default(&it.proptest)),
    );
    let sum = |seconds: fn(&Measurement) -> f64| measured.iter().map(seconds).sum::<f64>();
    text += &format!(
        "\nIn sum, `cargo pct` took {:.0} s, libFuzzer {:.0} s and proptest {:.0} s. The two had {seconds} s for each function.\n",
        sum(|it| it.run.seconds),
        sum(|it| it.libfuzzer.seconds),
        sum(|it| it.proptest.seconds),
    );
    // The run was too slow to begin, for example on a machine with other work: nobody should take it for a search without result.
    let unexplored = measured.iter().filter(|it| it.run.report["totals"]["explored"].is_null());
    text.extend(unexplored.map(|it| format!("`cargo pct` did not explore {}.\n", it.target.package.name)));
    text
}

impl Measurement {
    fn row(&self) -> String {
        format!(
            "| {} {} | `{}` | {} | {} | {} | {} |\n",
            self.target.package.name,
            self.target.package.version,
            self.target.function,
            cell(self.finding().is_some(), self.run.seconds),
            cell(self.libfuzzer.is_found, self.libfuzzer.seconds),
            cell(self.proptest.is_found, self.proptest.seconds),
            if is_default(&self.proptest) { "found" } else { "–" },
        )
    }
}

/// The time after which the panic was found, or a dash and the time in which it was not.
fn cell(is_found: bool, seconds: f64) -> String {
    if is_found { format!("{seconds:.1}") } else { format!("– ({seconds:.0})") }
}

/// Tells if a test with proptest's default number of cases would have found the panic.
fn is_default(proptest: &Outcome) -> bool {
    proptest.is_found && proptest.starts == 1 && proptest.cases <= DEFAULT_CASES
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::targets::TARGETS;
    use super::*;
    use crate::bench::crates::Run;

    fn outcome(is_found: bool, seconds: f64, cases: u64) -> Outcome {
        Outcome { is_found, seconds, cases, starts: 1 }
    }

    #[test]
    fn each_tool_has_its_time_and_its_total() {
        let target = &TARGETS[0];
        let place = json!({"file": target.panic.file, "line": target.panic.lines.start()});
        let report = json!({
            "subjects": [{"findings": [{"status": "confirmed", "location": place}]}],
            "totals": {"explored": {"calls": 9}},
        });
        let run = |report| Run { seconds: 20.04, peak_bytes: 0, lines: 0, report };
        let measured = [
            Measurement {
                target,
                run: run(report),
                libfuzzer: outcome(false, 60.2, 1_000_000),
                proptest: outcome(true, 0.52, 257),
            },
            Measurement {
                target,
                run: run(json!(null)),
                libfuzzer: outcome(true, 1.26, 7),
                proptest: outcome(true, 0.01, 256),
            },
        ];
        let text = table(&measured, 60);
        let rows: Vec<&str> = text.lines().skip(2).collect();
        let name = format!("{} {} | `{}`", target.package.name, target.package.version, target.function);
        assert_eq!(
            rows,
            [
                format!("| {name} | 20.0 | – (60) | 0.5 | – |"),
                format!("| {name} | – (20) | 1.3 | 0.0 | found |"),
                "| found | | 1 of 2 | 1 of 2 | 2 of 2 | 1 of 2 |".to_owned(),
                String::new(),
                "In sum, `cargo pct` took 40 s, libFuzzer 61 s and proptest 1 s. The two had 60 s for each function.".to_owned(),
                format!("`cargo pct` did not explore {}.", target.package.name),
            ]
        );
    }
}
