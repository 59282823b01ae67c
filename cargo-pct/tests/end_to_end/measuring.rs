//! What is counted and covered, for each shape of package.

use crate::support::{Fixture, Run};

/// What a subject's cutpoints are expected to have covered, by label.
type Expected<'a> = &'a [(&'a str, &'a [&'a str])];

#[track_caller]
fn check(run: &Run, id: &str, expected: Expected<'_>) {
    let expected: Vec<(String, Vec<String>)> = expected
        .iter()
        .map(|(label, valuations)| {
            ((*label).to_owned(), valuations.iter().map(|it| (*it).to_owned()).collect())
        })
        .collect();
    assert_eq!(run.covered(id), expected, "{id}");
}

#[test]
fn a_type_and_a_function_are_measured_with_their_uncovered_places() {
    let run = Fixture::new("simple").pct("").exits(0);
    assert_eq!(run.subjects(), ["simple::Gauge", "simple::parity::half"]);
    check(
        &run,
        "simple::Gauge",
        &[
            ("new:entry", &[""]),
            ("new:exit", &["TF"]),
            ("raise:entry", &["FF", "TF", "FT"]),
            ("raise:branch1", &["FT"]),
            ("raise:branch2", &["FF", "TF"]),
            ("raise:exit", &["FF", "FT"]),
            ("drain:entry", &["FF"]),
            ("drain:loop1", &["FF"]),
            ("drain:branch1", &["TF"]),
            ("drain:exit", &["TF"]),
            ("is_full:entry", &[]),
            ("is_full:exit", &[]),
        ],
    );
    check(&run, "simple::parity::half", &[("half:entry", &["T"]), ("half:exit", &["T"])]);
    let gauge = run.subject("simple::Gauge");
    assert_eq!((gauge["kind"].as_str(), gauge["location"]["line"].as_u64()), (Some("type"), Some(5)));
    assert_eq!(run.subject("simple::parity::half")["kind"], "function");
    let shown = run.shows("not reached").shows("is_full").shows("no test calls it");
    shown.shows("Next").shows("Let `cargo pct gen --write` add");
}

#[test]
fn every_target_of_a_package_is_built_and_run() {
    let run = Fixture::new("targets").pct("").exits(0);
    assert_eq!(run.subjects(), ["targets::halve", "targets::visit"]);
    for (valuation, test) in [
        ("TFFF", "targets unit"),
        ("FTFF", "targets::one visits"),
        ("FFTF", "targets::child runs"),
        ("FFFT", "targets::whole"),
    ] {
        assert_eq!(run.tests("targets::visit", "visit:entry", valuation), [test]);
    }
    assert_eq!(run.tests("targets::halve", "halve:entry", "T"), ["targets::bin/targets halves"]);
}

#[test]
fn targets_are_selected_as_cargo_selects_them() {
    let fixture = Fixture::new("targets");
    let ran = |flags: &str| fixture.pct(flags).exits(0).report()["totals"]["tests"]["passed"].as_u64();
    assert_eq!(ran(""), Some(5));
    assert_eq!(ran("--lib"), Some(1));
    assert_eq!(ran("--test one --test whole"), Some(2));
    assert_eq!(ran("--bin targets --lib"), Some(2));
    assert_eq!(
        ran(" -- unit"),
        Some(2),
        "the filter selects one test, and a binary without harness runs whole"
    );
}

#[test]
fn a_binary_without_a_library_is_measured() {
    let run = Fixture::new("solo").pct("").exits(0);
    check(&run, "solo::sign", &[("sign:entry", &["F"]), ("sign:exit", &["F"])]);
}

#[test]
fn members_and_features_are_selected_as_cargo_selects_them() {
    let fixture = Fixture::new("workspace");
    let both = fixture.pct("").exits(0);
    assert_eq!(both.subjects(), ["alpha::always", "beta::over"]);
    assert_eq!(both.tests("alpha::always", "always:entry", "F"), ["beta runs"]);
    assert_eq!(fixture.pct("--package beta").exits(0).subjects(), ["beta::over"]);
    let extra = fixture.pct("--package alpha --features extra").exits(0);
    assert_eq!(extra.subjects(), ["alpha::always", "alpha::sometimes"]);
    assert_eq!(fixture.pct("--workspace --exclude beta").exits(0).subjects(), ["alpha::always"]);
    assert_eq!(fixture.pct("--filter beta::*").exits(0).subjects(), ["beta::over"]);
    fixture.pct("--filter gamma::*").exits(1).says("no subject is left by the filters");
}

#[test]
fn the_report_keeps_to_its_schema() {
    let run = Fixture::new("simple").pct("--message-format json").exits(0);
    let shown: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(&shown, run.report());
    let keys =
        |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(keys(&shown), "schema_version tool subjects infeasible opaque totals solver milliseconds");
    let subject = &shown["subjects"][0];
    assert_eq!(
        keys(subject),
        "id kind location predicates cutpoints states counts coverage proof adequate fabricated invariants findings \
         assumptions not_run compared_runs unprobed"
    );
    assert_eq!(keys(&subject["predicates"][0]), "id name expression origin counted");
    assert_eq!(
        keys(&subject["cutpoints"][0]),
        "id label function kind location predicates observations modelled"
    );
    assert_eq!(keys(&subject["states"][0]), "cutpoint valuation verdict white_box upper lower evidence");
    assert_eq!(
        keys(&subject["counts"]),
        "observable feasible upper lower_pessimistic lower_optimistic covered reachable unreachable undecided"
    );
    assert_eq!(keys(&subject["proof"]), "status scope reason challenges");
    let (counts, coverage) = (&subject["counts"], subject["coverage"].as_f64().unwrap());
    let [covered, feasible, unreachable] =
        ["covered", "feasible", "unreachable"].map(|key| counts[key].as_f64().unwrap());
    assert!((coverage - covered / (feasible - unreachable)).abs() < 1e-9);
}

#[test]
fn gates_fail_with_their_own_codes() {
    let fixture = Fixture::new("simple");
    fixture.pct("--fail-under 10").exits(0);
    fixture.pct("--fail-under 99").exits(5).says("--fail-under asks for 99 %");
    // Each of its states is decided.
    fixture.pct("--fail-undecided").exits(0);
    drop(fixture);
    let fixture = Fixture::new("hostile");
    fixture.pct("--filter *Clockwork --fail-undecided").exits(3).says("undecided");
    fixture.pct("--filter *Clockwork --fail-undecided --fail-under 99").exits(5);
}

#[test]
fn github_gets_an_annotation_for_each_place() {
    let run = Fixture::new("simple").pct("--message-format github").exits(0);
    run.shows("::notice file=src/lib.rs,line=").shows("title=simple%3A%3AGauge");
}

#[test]
fn listing_runs_no_test() {
    let run = Fixture::new("simple").pct("list").exits(0).shows("cutpoint   raise:entry  src/lib.rs:");
    assert!(run.report.is_none() && !run.stderr.contains("Testing"), "{}", run.stderr);
}

#[test]
fn states_that_only_insiders_saw_are_marked() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let insider = "#[test]\n    fn overflows() {\n        Gauge { level: 1, limit: 0 }.drain();\n    }\n\n    #[test]\n    fn halves";
    fixture.write("src/lib.rs", &source.replace("#[test]\n    fn halves", insider));
    let run = fixture.pct("").exits(0);
    let subject = run.subject("simple::Gauge");
    let drain =
        subject["cutpoints"].as_array().unwrap().iter().position(|it| it["label"] == "drain:exit").unwrap();
    let states = subject["states"].as_array().unwrap().iter().filter(|it| it["cutpoint"] == drain);
    let marks: Vec<_> =
        states.map(|it| (it["valuation"].as_str().unwrap(), it["white_box"].as_bool().unwrap())).collect();
    // Level and limit are both zero behind it, which no client achieves here.
    assert_eq!(marks, [("FF", false), ("TF", false), ("FT", false), ("TT", true)]);
    run.shows("only by tests that reach behind the interface");
}

#[test]
fn where_nobody_wrote_a_predicate_those_of_the_code_count() {
    let run = Fixture::new("tested-by-code").pct("").exits(2);
    let predicates = |id: &str| -> Vec<(String, String, bool)> {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let subject = run.subject(id);
        let all = subject["predicates"].as_array().expect("a list").iter();
        all.map(|it| (text(&it["expression"]), text(&it["origin"]), it["counted"] == true)).collect()
    };
    let expected =
        |expression: &str, origin: &str, counted| (expression.to_owned(), origin.to_owned(), counted);
    assert_eq!(
        predicates("tested_by_code::Tank"),
        [expected("room > 0", "check", true), expected("litres > self.room - self.level", "branch", true)]
    );
    check(
        &run,
        "tested_by_code::Tank",
        &[
            ("new:entry", &["T"]),
            ("new:exit", &["T"]),
            ("fill:entry", &["F"]),
            ("fill:branch1", &[]),
            ("fill:branch2", &["F"]),
            ("fill:exit", &["T"]),
        ],
    );
    // What no test has seen is decided too: calls lead there, or nothing does.
    assert_eq!(run.subject("tested_by_code::Tank")["counts"]["undecided"], 0);
    // The user's own are all that counts.
    assert_eq!(
        predicates("tested_by_code::Valve"),
        [expected("self.open", "user", true), expected("self.turns < 200", "branch", false)]
    );
    check(
        &run,
        "tested_by_code::Valve",
        &[
            ("new:entry", &[""]),
            ("new:exit", &["F"]),
            ("turn:entry", &["F"]),
            ("turn:branch1", &["F"]),
            ("turn:branch2", &["F"]),
            ("turn:exit", &["T"]),
        ],
    );
    // What is moved away, or has no type that is known, is left alone.
    assert_eq!(
        predicates("tested_by_code::first"),
        [
            expected("count > numbers.len()", "branch", true),
            expected("count / 2 < numbers.len()", "check", true)
        ]
    );
}

#[test]
fn bounds_are_printed_and_reported_where_they_are_asked_for() {
    let fixture = Fixture::new("simple");
    let without = fixture.pct("").exits(0);
    assert!(without.subject("simple::Gauge")["counts"]["upper"].is_null());
    let run = fixture.pct("--emit bounds").exits(0).shows("bounds of simple::Gauge").shows("raise:entry: ");
    let gauge = run.subject("simple::Gauge");
    let count = |key: &str| gauge["counts"][key].as_u64().unwrap();
    let known = count("covered") + count("reachable");
    assert!(known <= count("lower_pessimistic") && count("lower_pessimistic") <= count("lower_optimistic"));
    assert!(count("lower_optimistic") <= count("upper") && count("upper") <= count("feasible"));
    for state in gauge["states"].as_array().unwrap() {
        let [upper, lower] = ["upper", "lower"].map(|bound| state[bound].as_bool().unwrap());
        match state["verdict"].as_str().unwrap() {
            "covered" | "reachable" => assert!(upper && lower, "{state}"),
            "unreachable" => assert!(!upper && !lower, "{state}"),
            _ => assert!(upper || !lower, "{state}"),
        }
    }
}

#[test]
fn very_many_states_are_decided_together() {
    let run = Fixture::new("stages").pct("--drive 500").exits(0).shows("10 of 47 states");
    let mission = run.subject("stages::Mission");
    let count = |key: &str| mission["counts"][key].as_u64().unwrap();
    // 2^11 at each cutpoint, as far as the types go, and one at the entry of the constructor.
    assert_eq!(count("feasible"), 15 * 2048 + 1);
    let decided = ["covered", "reachable", "unreachable", "undecided"].map(count);
    assert_eq!(decided, [10, 37, 15 * 2048 + 1 - 47, 0]);
    assert_eq!(mission["states"].as_array().unwrap().len(), 47, "no list of thirty thousand");
    let cutpoints = mission["cutpoints"].as_array().unwrap();
    let entry = cutpoints.iter().find(|it| it["label"] == "advance:entry").unwrap();
    let others = &entry["others"];
    assert_eq!((others["verdict"].as_str(), others["count"].as_str()), (Some("unreachable"), Some("2036")));
    let evidence: Vec<String> = serde_json::from_value(others["evidence"]["predicates"].clone()).unwrap();
    assert!(evidence.contains(&"self.planned || !self.funded".to_owned()), "{evidence:?}");
    // It is no work of 2^11 questions either.
    assert!(run.report()["solver"]["queries"].as_u64().unwrap() < 1000);
}

/// A tank whose edge is computed by a function of which only the type of its result is known.
const TANK: &str = "\
#[pct::predicates(high = self.level > 2, odd = self.odd)]
#[derive(Default)]
pub struct Tank {
    level: u32,
    odd: bool,
}

#[pct::predicates]
impl Tank {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn fill(&mut self) {
        if self.level < 9 {
            self.level += 1;
        }
    }

    pub fn measure(&mut self) {
        self.odd = f64::from(self.level).cbrt() == 2.5;
    }
}

#[test]
fn one() {
    let mut tank = Tank::new();
    tank.fill();
    tank.measure();
}
";

#[test]
fn states_are_searched_where_code_is_over_approximated_and_only_what_a_run_shows_counts() {
    let fixture = Fixture::new("simple");
    fixture.write("src/lib.rs", TANK);
    let run = fixture.pct("").exits(0);
    let tank = run.subject("simple::Tank");
    for state in tank["states"].as_array().unwrap() {
        let (valuation, verdict) = (state["valuation"].as_str().unwrap(), state["verdict"].as_str().unwrap());
        match valuation {
            // An odd edge is possible as far as the analysis goes. That no run shows it is no defect.
            "FT" | "TT" if verdict == "unreachable" => {}
            "FT" | "TT" => assert_eq!(state["evidence"]["kind"], "fabricated", "{state}"),
            _ => assert_ne!(verdict, "undecided", "{state}"),
        }
    }
    assert!(tank["counts"]["reachable"].as_u64().unwrap() > 3, "{}", tank["counts"]);
    assert!(tank["counts"]["undecided"].as_u64().unwrap() > 3, "{}", tank["counts"]);
}
