//! The gaps of an earlier run, from its report.

use camino::Utf8Path;
use serde_json::Value;

use super::view::SCHEMA_VERSION;
use crate::ledger::GapName;

/// Reads the gaps of a report; an error says what is wrong with the file.
pub fn baseline(path: &Utf8Path) -> Result<Vec<GapName>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let report: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    match report["schema_version"].as_u64() {
        // States are as they were in version 1.
        Some(version) if (1..=u64::from(SCHEMA_VERSION)).contains(&version) => {}
        Some(version) => {
            return Err(format!("its schema version is {version}, and 1 to {SCHEMA_VERSION} are read"));
        }
        None => return Err("it is no report of cargo-pct".to_owned()),
    }
    gaps(&report).ok_or_else(|| "it is not as a report should be".to_owned())
}

fn gaps(report: &Value) -> Option<Vec<GapName>> {
    let mut gaps = Vec::new();
    for subject in report["subjects"].as_array()? {
        let (cutpoints, predicates) = (subject["cutpoints"].as_array()?, subject["predicates"].as_array()?);
        for state in subject["states"].as_array()? {
            if !matches!(state["verdict"].as_str()?, "reachable" | "undecided") {
                continue;
            }
            let at = cutpoints.get(usize::try_from(state["cutpoint"].as_u64()?).ok()?)?;
            let names = at["predicates"].as_array()?.iter().map(|number| {
                let predicate = predicates.get(usize::try_from(number.as_u64()?).ok()?)?;
                predicate["name"].as_str()
            });
            let names: Vec<&str> = names.collect::<Option<_>>()?;
            let at = (at["function"].as_str()?, at["label"].as_str()?, at["kind"].as_str()?);
            gaps.push(GapName::new(at, names.into_iter(), state["valuation"].as_str()?));
        }
    }
    Some(gaps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{self, Ledger};
    use crate::report::view;

    #[test]
    fn a_report_gives_the_gaps_of_the_ledger_that_it_shows() {
        let subjects = crate::probe::tests::check(&crate::probe::tests::side_car(), &[]);
        let ledger: Ledger = ledger::open(&subjects, &Default::default(), &Default::default(), &|_| true);
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(folder.path()).unwrap();
        let path = crate::report::write(&view::tests::of(&ledger), folder).unwrap();
        let own: Vec<GapName> =
            ledger.gaps(&ledger.scope(None)).iter().map(|gap| ledger.gap_name(gap)).collect();
        assert!(!own.is_empty());
        assert_eq!(baseline(&path), Ok(own));
    }

    #[test]
    fn other_files_are_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let file = Utf8Path::from_path(folder.path()).unwrap().join("report.json");
        let check = |text: &str| {
            std::fs::write(&file, text).unwrap();
            baseline(&file).unwrap_err()
        };
        assert!(check("{").contains("EOF"));
        assert_eq!(check("{}"), "it is no report of cargo-pct");
        assert!(check("{\"schema_version\": 99}").contains("99"));
        assert_eq!(check("{\"schema_version\": 1}"), "it is not as a report should be");
        std::fs::remove_file(&file).unwrap();
        assert!(baseline(&file).is_err());
    }
}
