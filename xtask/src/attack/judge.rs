//! Compares the report with the native oracle.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use super::item::{Item, Number};
use super::native::{Native, Panic};
use super::tool::{DEFECT, ToolRun};

/// A way in which the tool and the machine disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    /// Proved, and panics.
    Proved,
    /// Unreachable, and seen by a test.
    Unreachable,
    /// Confirmed, and no input panics there.
    Confirmed,
    /// Another end with exit code 70, or an end that is not documented.
    Defect,
}

impl fmt::Display for Sort {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Sort::Proved => "proved and panics",
            Sort::Unreachable => "unreachable and seen",
            Sort::Confirmed => "confirmed and does not happen",
            Sort::Defect => "a defect of the tool",
        })
    }
}

/// A contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub(super) sort: Sort,
    /// None where the tool does not say where it failed.
    pub(super) item: Option<Number>,
    pub(super) text: String,
}

/// The answers of a run about the items of a crate.
#[derive(Debug, Default)]
pub(super) struct Judgement {
    pub(super) contradictions: Vec<Contradiction>,
    /// Items whose `run` is proved.
    pub(super) proved: BTreeSet<Number>,
    /// Findings of types that no run of an item shows.
    pub(super) claims: Vec<Claim>,
}

/// A confirmed finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) item: Number,
    pub(super) finding: Value,
}

impl Claim {
    /// The contradiction that it is if it does not happen.
    pub(super) fn contradiction(&self) -> Contradiction {
        let finding = &self.finding;
        let text = format!(
            "confirmed at line {} ({}), and does not happen; its calls: {}",
            finding["location"]["line"], finding["message"], finding["reproduction"]
        );
        Contradiction { sort: Sort::Confirmed, item: Some(self.item), text }
    }
}

/// Judges a run over a crate whose items ended natively as `outcomes` says.
pub(super) fn judge(items: &[Item], outcomes: &[Native], run: &ToolRun) -> Judgement {
    let mut judgement = Judgement::default();
    for subject in run.report["subjects"].as_array().into_iter().flatten() {
        let id = subject["id"].as_str().unwrap_or_default();
        let Some((number, name)) = Number::find(id) else { continue };
        let (Some(item), Some(Native::Ran { panics, aborts })) =
            (items.get(number.0), outcomes.get(number.0))
        else {
            continue;
        };
        let name = name.trim_start_matches("::");
        let is_proved =
            subject["proof"]["status"].as_str().is_some_and(|status| status.starts_with("proved"));
        if is_proved && name == "run" {
            judgement.proved.insert(number);
        }
        if let Some(panic) = panics.iter().find(|panic| is_proved && belongs(panic, item, name)) {
            let text = format!("{name} is proved, and {panic}");
            judgement.contradictions.push(Contradiction { sort: Sort::Proved, item: Some(number), text });
        }
        // What the inputs behind an abort do is not known.
        let claims = confirmed(&run.report, id).into_iter();
        let claims = claims.filter(|finding| !aborts && !happens(finding, panics));
        let claims = claims.map(|finding| Claim { item: number, finding });
        if name == "run" {
            judgement.contradictions.extend(claims.map(|claim| claim.contradiction()));
        } else {
            judgement.claims.extend(claims);
        }
    }
    judgement.contradictions.extend(defects(run));
    judgement
}

/// True if a panic is one of a subject's: any of a run is `run`'s.
fn belongs(panic: &Panic, item: &Item, subject: &str) -> bool {
    let owner = || match panic.line {
        Some(line) => item.owner(line),
        None => item.std_owner().map(str::to_owned),
    };
    subject == "run" || item.owner_of_all() == Some(subject) || owner().is_some_and(|owner| owner == subject)
}

/// The confirmed ways of a subject to failing checks, each as if it were a finding by itself.
fn confirmed(report: &Value, subject: &str) -> Vec<Value> {
    let mut found = Vec::new();
    for own in report["subjects"].as_array().into_iter().flatten() {
        for finding in own["findings"].as_array().into_iter().flatten() {
            if own["id"] == subject {
                found.push(finding.clone());
            }
            let contexts = finding["contexts"].as_array().into_iter().flatten();
            for context in contexts.filter(|context| context["subject"] == subject) {
                let mut way = context.clone();
                way["location"] = finding["location"].clone();
                way["message"] = finding["message"].clone();
                found.push(way);
            }
        }
    }
    found.retain(|finding| finding["status"] == "confirmed");
    found
}

/// True if an input panics at the finding's line, or within std with its message.
pub(super) fn happens(finding: &Value, panics: &[Panic]) -> bool {
    let line = finding["location"]["line"].as_u64().and_then(|line| usize::try_from(line).ok());
    let message = finding["message"].as_str().unwrap_or_default();
    panics.iter().any(|panic| match panic.line {
        Some(own) => Some(own) == line,
        None => is_like(&panic.message, message),
    })
}

/// True if a message contains the parts of a pattern, in which `…` stands for what depends on values.
fn is_like(message: &str, pattern: &str) -> bool {
    let mut rest = message;
    pattern.split('…').all(|part| match rest.split_once(part) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// Defects that the tool reports itself, and ends that it should not have.
fn defects(run: &ToolRun) -> Vec<Contradiction> {
    if matches!(run.code, Some(0 | 2..=5)) && !run.report.is_null() {
        return Vec::new();
    }
    let errors = run.errors();
    let mut found: Vec<Contradiction> = Vec::new();
    for text in errors.iter().filter(|_| run.code == Some(DEFECT)) {
        let sort = if text.contains("unreachable") { Sort::Unreachable } else { Sort::Defect };
        if let Some((number, _)) = Number::find(text) {
            found.push(Contradiction { sort, item: Some(number), text: (*text).to_owned() });
        }
    }
    if found.is_empty() {
        let text = format!("{}: {}", run.end, errors.join(" | "));
        found.push(Contradiction { sort: Sort::Defect, item: None, text });
    }
    found
}

impl fmt::Display for Panic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.line.map_or("in std".to_owned(), |line| format!("at line {line}"));
        write!(formatter, "panics {place} for n = {}, m = {}: {}", self.n, self.m, self.message)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SOURCE: &str = "\
impl S {
    fn get(&self) -> u8 {
        100 / self.n
    }
}

pub fn run(n: u8) -> u8 {
    S { n }.get()
}
";

    /// The sorts found where `S` and `run` are proved or not, natively line 3 panics, and these lines are confirmed.
    fn check(is_proved: [bool; 2], confirmed: &[usize], code: i32, stderr: &str) -> Vec<Sort> {
        let items = [Item { kind: "types".into(), source: SOURCE.into() }];
        let panic = Panic { n: 0, m: false, line: Some(3), message: "attempt to divide by zero".into() };
        let outcomes = [Native::Ran { panics: vec![panic], aborts: false }];
        let status = |at: usize| if is_proved[at] { "proved" } else { "not_proved" };
        let finding =
            |line: &usize| json!({"status": "confirmed", "location": {"line": line}, "message": "m"});
        let findings: Vec<Value> = confirmed.iter().map(finding).collect();
        let report = json!({"subjects": [
            {"id": "attacked::item_0::S", "proof": {"status": status(0)}},
            {"id": "attacked::item_0::run", "proof": {"status": status(1)}, "findings": findings},
        ]});
        let run =
            ToolRun { code: Some(code), end: format!("exit code {code}"), report, stderr: stderr.into() };
        judge(&items, &outcomes, &run).contradictions.iter().map(|it| it.sort).collect()
    }

    #[test]
    fn a_message_may_leave_values_open() {
        assert!(is_like("range start index 9 out of range for slice of length 3", "…index …"));
        assert!(is_like("capacity overflow", "capacity overflow"));
        assert!(!is_like("capacity overflow", "…index …"));
    }

    #[test]
    fn confirmed_ways_count_for_their_subjects() {
        let context = |subject: &str, status: &str| json!({"subject": subject, "status": status});
        let contexts = [context("B", "confirmed"), context("B", "potential"), context("C", "confirmed")];
        let finding = json!({
            "status": "confirmed", "message": "m", "location": {"line": 3}, "contexts": contexts
        });
        let report = json!({"subjects": [{"id": "A", "findings": [finding]}, {"id": "B", "findings": []}]});
        assert_eq!(confirmed(&report, "A").len(), 1);
        let [way] = &confirmed(&report, "B")[..] else { panic!("one is confirmed") };
        assert_eq!((&way["message"], &way["location"]["line"]), (&"m".into(), &3.into()));
        assert_eq!(confirmed(&report, "D"), [Value::Null; 0]);
    }

    #[test]
    fn whatever_the_machine_refutes_is_a_contradiction() {
        assert_eq!(check([false, false], &[3], 2, ""), []);
        assert_eq!(check([true, false], &[], 0, ""), [Sort::Proved]);
        assert_eq!(check([true, true], &[], 0, ""), [Sort::Proved, Sort::Proved]);
        assert_eq!(check([false, false], &[3, 8], 2, ""), [Sort::Confirmed]);
        let seen = "error: attacked::item_0::run: covered and proved unreachable";
        assert_eq!(check([false, false], &[], 70, seen), [Sort::Unreachable]);
        assert_eq!(check([false, false], &[], 70, "error: item_0::run: two runs differ"), [Sort::Defect]);
        assert_eq!(check([false, false], &[], 101, "thread panicked at"), [Sort::Defect]);
    }
}
