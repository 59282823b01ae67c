//! Kind 7: panics that are accounted for, and those that contradict a proof. The tests of the fixtures expect or catch the panics themselves,
//! so that each run is native evidence that they happen.

use serde_json::Value;

use crate::support::{Fixture, Run};

/// All tests ran as they should, and `Share` is proved.
#[track_caller]
fn is_proved(run: &Run) {
    assert!(run.failures().is_empty(), "{:?}", run.failures());
    assert_eq!(run.subject("panics::Share")["proof"]["status"], "proved");
}

#[test]
fn kind_7_panics_from_the_inside_against_requirements_as_documented_or_of_clients_contradict_nothing() {
    let run = Fixture::new("panics").pct("--lib --test clients").exits(0);
    is_proved(&run);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 6);
}

#[test]
fn kind_7_an_expected_panic_in_a_proved_function_is_a_defect() {
    for arguments in ["--test conjured", "--test conjured --in-process", "--test conjured --auto"] {
        let run = Fixture::new("panics").pct(arguments).exits(70);
        is_proved(&run);
        run.says("panics::Share::parts is proved free of panics, and the test panics::conjured a_panic_is_expected")
            .says("panicked in it at src/lib.rs:27:9: attempt to divide by zero");
    }
}

#[test]
fn kind_7_a_proved_function_on_one_line_is_known_among_the_probes_that_stand_there() {
    let fixture = Fixture::new("panics");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let long = "pub fn parts(&self) -> u8 {\n        100 / self.left\n    }";
    assert!(source.contains(long));
    fixture.write("src/lib.rs", &source.replace(long, "pub fn parts(&self) -> u8 { 100 / self.left }"));
    let run = fixture.pct("--test conjured").exits(70);
    run.says(
        "panics::Share::parts is proved free of panics, and the test panics::conjured a_panic_is_expected",
    );
}

#[test]
fn kind_7_what_a_trait_provides_may_fail_for_one_type_and_be_proved_for_another() {
    let fixture = Fixture::new("panics");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    fixture.write("src/lib.rs", &format!("{source}{PROVIDES}"));
    fixture.write("tests/clients.rs", CALLS_PROVIDED);
    let run = fixture.pct("--test clients").exits(0);
    is_proved(&run);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 2);
}

#[test]
fn kind_7_what_is_required_the_crate_keeps_too_or_that_is_a_finding() {
    let fixture = Fixture::new("panics");
    fixture.write("src/lib.rs", REQUIRES);
    fixture.write("tests/clients.rs", CALLS_AGAINST_REQUIREMENTS);
    let run = fixture.pct("--auto --test clients").exits(0);
    assert!(run.failures().is_empty(), "{:?}", run.failures());
    for id in ["made", "checked", "Outer"] {
        let subject = run.subject(&format!("panics::{id}"));
        let kinds = subject["findings"].as_array().unwrap().iter().map(|it| &it["kind"]).collect::<Vec<_>>();
        let keeps = id == "checked";
        assert_eq!(kinds, if keeps { vec![] } else { vec!["precondition"] }, "{id}");
        assert_eq!(subject["proof"]["status"] == "proved", keeps, "{id}");
    }
    assert_eq!(run.subject("panics::Inner")["proof"]["scope"], "arguments meeting requires");
}

#[test]
fn kind_7_a_caught_panic_of_another_thread_belongs_to_the_function_that_its_client_called() {
    let run = Fixture::new("panics").pct("--test caught").exits(70);
    is_proved(&run);
    run.says("panics::Share::half is proved free of panics, and the test panics::caught a_panic_is_caught");
}

#[test]
fn kind_7_a_panic_that_only_a_called_function_documents_is_a_finding_of_the_caller() {
    let run = Fixture::new("documented").pct("").exits(2);
    assert!(run.failures().is_empty(), "{:?}", run.failures());
    let findings = |id: &str| {
        let findings = run.ways(&format!("documented::{id}"));
        let text = |finding: &Value| format!("{} {}", finding["status"].as_str().unwrap(), finding["method"]);
        findings.iter().map(text).collect::<Vec<_>>()
    };
    for name in ["silent", "mistaken", "through_a_trait"] {
        assert_eq!(findings(name), [format!("confirmed {name:?}")], "{name}");
    }
    assert_eq!(findings("Countdown"), ["confirmed \"twice\""]);
    for name in ["inverse", "frank", "careful", "Length"] {
        assert_eq!(findings(name), [""; 0], "{name}");
        let status = if name == "careful" { "proved" } else { "proved_under_assumptions" };
        assert_eq!(run.subject(&format!("documented::{name}"))["proof"]["status"], status, "{name}");
    }
}

#[test]
fn kind_7_a_function_whose_only_risk_is_a_call_without_a_model_is_open() {
    let fixture = Fixture::new("panics");
    fixture.write("src/lib.rs", "pub fn digits(n: u32, base: u32) -> u32 {\n    n.ilog(base)\n}\n");
    fixture.write("tests/clients.rs", CALLS_ILOG);
    let run = fixture.pct("--auto --test clients").exits(0);
    assert!(run.failures().is_empty(), "{:?}", run.failures());
    let checks = &run.report()["totals"]["checks"];
    assert_eq!((&checks["functions"], &checks["answered"]), (&1.into(), &0.into()), "{checks}");
    let alone = &checks["calls_alone"];
    assert_eq!((&alone["functions"], &alone["answered"]), (&1.into(), &0.into()), "{checks}");
    assert!(checks["open"].to_string().contains("ilog may panic"), "{checks}");
    run.shows(": std::num::<impl u32>::ilog may panic").shows("help: keep the call in a function of its own");
}

/// It does panic.
const CALLS_ILOG: &str = "#[test]\n#[should_panic]\nfn it_panics() {\n    panics::digits(0, 2);\n}\n";

#[test]
fn kind_6_a_public_field_that_clients_write_between_calls_contradicts_no_run() {
    let fixture = Fixture::new("panics");
    fixture.write("src/lib.rs", DESK);
    fixture.write("tests/clients.rs", CLIENT_OF_DESK);
    let run = fixture.pct("--test clients").exits(2);
    assert!(run.failures().is_empty(), "{:?}", run.failures());
    let methods = |id: &str| {
        let findings = run.ways(id);
        findings.iter().map(|it| it["method"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(methods("panics::Desk"), ["reset", "share"]);
}

const DESK: &str = "
#[pct::predicates(zero = self.n == 0)]
pub struct Counter { n: u8 }
#[pct::predicates]
impl Counter {
    pub fn new() -> Counter { Counter { n: 3 } }
    pub fn down(&mut self) { self.n = self.n.saturating_sub(1); }
    pub fn get(&self) -> u8 { 100 / self.n }
}
#[pct::predicates(zero = self.counter.n == 0)]
pub struct Desk { pub counter: Counter, total: u8 }
#[pct::predicates]
impl Desk {
    pub fn new() -> Desk { Desk { counter: Counter::new(), total: 9 } }
    pub fn reset(&mut self) { self.total /= self.counter.n; }
    pub fn share(&self) -> u8 { self.total / self.counter.n }
}
";

/// It does panic.
const CLIENT_OF_DESK: &str = "
#[test]
#[should_panic]
fn it_panics() {
    let mut desk = panics::Desk::new();
    (0..3).for_each(|_| desk.counter.down());
    desk.share();
}
";

const PROVIDES: &str = "
/// What has a size.
pub trait Sized8 {
    /// The size.
    fn size(&self) -> u8;

    /// How many fit.
    fn fitting(&self) -> u8 {
        100 / self.size()
    }
}

impl Sized8 for Share {
    fn size(&self) -> u8 {
        self.left
    }
}
";

const CALLS_PROVIDED: &str = "
use panics::{Share, Sized8};

struct Nothing;

impl Sized8 for Nothing {
    fn size(&self) -> u8 {
        0
    }
}

#[test]
fn one_fits() {
    assert_eq!(Share::new().fitting(), 1);
}

#[test]
#[should_panic(expected = \"divide by zero\")]
fn none_tells() {
    Nothing.fitting();
}
";

/// `made` and `Outer` break what `Inner` requires, `checked` does not.
const REQUIRES: &str = "
#[pct::predicates]
#[pct::invariant(self.x > 0)]
pub struct Inner { x: u8 }

#[pct::predicates]
impl Inner {
    #[pct::requires(n > 0)]
    pub fn new(n: u8) -> Inner { Inner { x: n } }
    #[pct::requires(n > 0)]
    pub fn set(&mut self, n: u8) { self.x = n }
    pub fn share(&self) -> u8 { 100 / self.x }
}

pub fn made(n: u8) -> Inner { Inner::new(n) }

pub fn checked(n: u8) -> Inner { Inner::new(n.max(1)) }

pub struct Outer { inner: Inner }

impl Outer {
    pub fn new() -> Outer { Outer { inner: Inner::new(1) } }
    pub fn end(&mut self) { self.inner.set(0) }
    pub fn inner(&self) -> &Inner { &self.inner }
}
";

const CALLS_AGAINST_REQUIREMENTS: &str = "
#[test]
#[should_panic(expected = \"divide by zero\")]
fn it_is_made_of_nothing() {
    panics::made(0).share();
}

#[test]
#[should_panic(expected = \"divide by zero\")]
fn it_is_ended() {
    let mut outer = panics::Outer::new();
    outer.end();
    outer.inner().share();
}
";
