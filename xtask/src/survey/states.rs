//! The abstract states of a survey: how many are decided, those of functions that are fully modelled among them, and why others are not.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use super::measure::Measurement;

/// Reasons that are listed.
const MOST_REASONS: usize = 25;

/// States of some cutpoints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct States {
    /// By verdict.
    verdicts: BTreeMap<String, u64>,
    /// Those that are undecided, by reason.
    reasons: BTreeMap<String, u64>,
}

impl States {
    /// The states of a report, at cutpoints that are wanted.
    fn of(report: &Value, is_wanted: impl Fn(&Value) -> bool) -> States {
        let mut found = States::default();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        for subject in list(&report["subjects"]) {
            let cutpoints = list(&subject["cutpoints"]);
            for state in list(&subject["states"]) {
                let at = state["cutpoint"].as_u64().and_then(|at| cutpoints.get(usize::try_from(at).ok()?));
                if at.is_some_and(&is_wanted) {
                    found.add(&state, 1);
                }
            }
            for at in cutpoints.iter().filter(|at| is_wanted(at)) {
                let count = at["others"]["count"].as_str().and_then(|count| count.parse().ok());
                count.into_iter().for_each(|count| found.add(&at["others"], count));
            }
        }
        found
    }

    /// Those of functions that reach no call without a model.
    pub(super) fn of_modelled(report: &Value) -> States {
        States::of(report, |cutpoint| cutpoint["modelled"] == true)
    }

    fn add(&mut self, state: &Value, count: u64) {
        let verdict = state["verdict"].as_str().unwrap_or_default();
        *self.verdicts.entry(verdict.to_owned()).or_default() += count;
        if verdict == "undecided" {
            let fabricated = "an object leads to it that clients may be unable to make";
            let reason = state["evidence"]["reason"].as_str().unwrap_or(fabricated);
            *self.reasons.entry(reason.to_owned()).or_default() += count;
        }
    }

    fn plus(mut self, other: States) -> States {
        other
            .verdicts
            .into_iter()
            .for_each(|(verdict, count)| *self.verdicts.entry(verdict).or_default() += count);
        other
            .reasons
            .into_iter()
            .for_each(|(reason, count)| *self.reasons.entry(reason).or_default() += count);
        self
    }

    fn all(&self) -> u64 {
        self.verdicts.values().sum()
    }

    fn decided(&self) -> u64 {
        self.all() - self.verdicts.get("undecided").unwrap_or(&0)
    }

    /// `5 of 7`.
    pub(super) fn share(&self) -> String {
        format!("{} of {}", self.decided(), self.all())
    }

    fn percent(&self) -> f64 {
        100.0 * self.decided() as f64 / self.all().max(1) as f64
    }
}

/// How many states of all crates are decided, and why the others are not: the most frequent reasons first.
pub(super) fn summary(measurements: &[Measurement]) -> String {
    let sum = |states: fn(&Value) -> States| {
        measurements.iter().map(|it| states(&it.report)).fold(States::default(), States::plus)
    };
    let (all, modelled) = (sum(|report| States::of(report, |_| true)), sum(States::of_modelled));
    let verdicts: Vec<String> =
        all.verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    let mut text = format!(
        "{} abstract states ({:.1} %) are decided: {}. Of functions that reach no call without a model, {} ({:.1} %) are.\n\n",
        all.share(),
        all.percent(),
        verdicts.join(", "),
        modelled.share(),
        modelled.percent(),
    );
    text += "| why a state is undecided | states | of modelled functions |\n|---|---:|---:|\n";
    let mut reasons: Vec<_> = all.reasons.iter().collect();
    reasons.sort_by_key(|(reason, states)| (std::cmp::Reverse(**states), *reason));
    for (reason, states) in reasons.into_iter().take(MOST_REASONS) {
        let own = modelled.reasons.get(reason).unwrap_or(&0);
        let _ = writeln!(text, "| {} | {states} | {own} |", reason.replace('|', "\\|"));
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn states_are_counted_with_those_that_are_not_listed() {
        let state = |cutpoint: u64, verdict: &str, evidence: Value| json!({"cutpoint": cutpoint, "verdict": verdict, "evidence": evidence});
        let states = [
            state(0, "covered", json!({"kind": "test"})),
            state(0, "undecided", json!({"kind": "fabricated"})),
            state(1, "undecided", json!({"kind": "none", "reason": "late"})),
        ];
        let others = json!({"count": "5", "verdict": "unreachable", "evidence": {"kind": "proof"}});
        let cutpoints = [json!({"modelled": true, "others": others}), json!({"modelled": false})];
        let report = json!({"subjects": [{"cutpoints": cutpoints, "states": states}]});
        let all = States::of(&report, |_| true);
        assert_eq!((all.share().as_str(), all.reasons["late"]), ("6 of 8", 1));
        let modelled = States::of_modelled(&report);
        assert_eq!((modelled.share().as_str(), modelled.reasons.len()), ("6 of 7", 1));
        assert_eq!(States::of(&json!({}), |_| true).share(), "0 of 0");
    }
}
