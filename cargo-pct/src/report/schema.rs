//! The JSON Schema (draft 2020-12) of `report.json`, generated from the types of the [`view`](super::view).
//!
//! `docs/report.schema.json` is a copy of it, for who reads reports without the program. Properties that it does not name may be
//! added without a new schema version, so it forbids none.

use schemars::generate::SchemaSettings;

use super::view::Report;

/// The schema, as text.
pub fn schema() -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    crate::config::schema_text(&generator.into_root_schema_for::<Report>())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use crate::ledger::tests_of_findings::finding;
    use crate::ledger::{self, Ending, FindingStatus, Incomplete, Replay, Runner, State, Verdict};
    use crate::native::{TestResult, TestRun};
    use crate::report::view;

    #[test]
    fn the_documented_schema_is_that_of_the_view() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/report.schema.json");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, schema()).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), schema(), "BLESS=1 accepts the new schema");
    }

    /// Asserts that the objects of a value have the properties that the schema requires, and none that it does not name.
    fn check(schema: &Value, root: &Value, value: &Value, at: &str) {
        if let Some(path) = schema["$ref"].as_str() {
            let definition = root.pointer(path.trim_start_matches('#')).expect(path);
            return check(definition, root, value, at);
        }
        if let Some(alternatives) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
            let is_meant = |it: &&Value| match (value.is_null(), &it["properties"]["kind"]["const"]) {
                (true, _) => it["type"] == "null",
                (false, Value::Null) => it["type"] != "null" && it.get("const").is_none_or(|it| it == value),
                (false, kind) => *kind == value["kind"],
            };
            let meant = alternatives.iter().find(is_meant);
            let meant = meant.unwrap_or_else(|| panic!("{at}: {value} is no alternative"));
            return check(meant, root, value, at);
        }
        if let Some(texts) = schema["enum"].as_array() {
            assert!(texts.contains(value), "{at}: {value} is none of {texts:?}");
        }
        match value {
            Value::Array(all) => {
                for (index, item) in all.iter().enumerate() {
                    check(&schema["items"], root, item, &format!("{at}[{index}]"));
                }
            }
            Value::Object(all) => {
                let own: BTreeSet<&str> = all.keys().map(String::as_str).collect();
                for required in schema["required"].as_array().into_iter().flatten() {
                    assert!(own.contains(required.as_str().unwrap()), "{at}: {required} is required");
                }
                for (name, item) in all {
                    let property = schema["properties"].get(name);
                    let named = property.or_else(|| schema.get("additionalProperties"));
                    let named = named.unwrap_or_else(|| panic!("{at}: {name} is not in the schema"));
                    check(named, root, item, &format!("{at}.{name}"));
                }
            }
            _ => {}
        }
    }

    #[test]
    fn a_report_has_what_the_schema_requires() {
        let subjects = crate::probe::tests::check(&crate::probe::tests::side_car(), &[]);
        let failure = Some("failed: no".to_owned());
        let results = vec![TestResult { name: "t".into(), failure, output: String::new() }];
        let run = TestRun { results, ..TestRun::default() };
        let mut ledger = ledger::open(&subjects, &run, &Default::default(), &|_| true);
        let subject = &mut ledger.subjects[0];
        let two = subject.probed.cutpoints.iter().find(|(_, it)| it.predicates.len() == 2).unwrap().0;
        let verdicts = [
            Verdict::Covered { tests: ["t".to_owned()].into() },
            Verdict::Unreachable { predicates: vec!["size > 0".into()] },
            Verdict::Fabricated { state: [("size".to_owned(), "1".to_owned())].into() },
        ];
        for (valuation, verdict) in ["FF", "TF", "FT"].into_iter().zip(verdicts) {
            subject.states.insert((two, valuation.parse().unwrap()), State::new(verdict));
        }
        subject.others[two] = Some(Verdict::Undecided { reason: ledger::Reason::default() });
        let place = Some(subject.probed.place.clone());
        let message = String::new();
        let replay = Some(Replay { runner: Runner::Native, outcome: Ending::Panicked, message, place });
        subject.findings = [FindingStatus::Confirmed, FindingStatus::Potential, FindingStatus::Documented]
            .map(|status| ledger::Finding { replay: replay.clone(), ..finding("push", 12, status) })
            .into();
        ledger.incomplete = Some(Incomplete::default());
        ledger.annotated = Some(Default::default());
        ledger.driven = Some(Default::default());
        ledger.explored = Some(Default::default());
        ledger.answers.unanswered.insert("a call".into(), Default::default());
        let report = serde_json::to_value(view::tests::of(&ledger)).unwrap();
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        check(&schema, &schema, &report, "report");
        let mut cut = report;
        cut["subjects"][0].as_object_mut().unwrap().remove("proof");
        assert!(std::panic::catch_unwind(|| check(&schema, &schema, &cut, "report")).is_err());
    }
}
