//! Fabricated states: run natively where that can do no harm, and never where it can.

use crate::support::{Fixture, Run};

/// For each native call on a fabricated object the cutpoint at the method's entry, and how it ended.
fn calls(run: &Run, id: &str) -> Vec<(String, String)> {
    let subject = run.subject(id);
    let fabricated = subject["fabricated"].as_array().unwrap().iter();
    let call = |it: &serde_json::Value| {
        assert_eq!(it["runner"], "native");
        let cutpoint = it["cutpoint"].as_u64().unwrap() as usize;
        let label = subject["cutpoints"][cutpoint]["label"].as_str().unwrap();
        (label.to_owned(), it["outcome"].as_str().unwrap().to_owned())
    };
    fabricated.map(call).collect()
}

fn has(calls: &[(String, String)], label: &str, outcome: &str) -> bool {
    calls.contains(&(label.to_owned(), outcome.to_owned()))
}

/// What was not run, with the reason.
fn not_run(run: &Run, id: &str) -> Vec<(String, String)> {
    let all = run.subject(id)["not_run"].as_array().unwrap().iter();
    let text = |it: &serde_json::Value, key: &str| it[key].as_str().unwrap().to_owned();
    all.map(|it| (text(it, "function"), text(it, "reason"))).collect()
}

#[test]
fn a_method_that_never_ends_or_overflows_the_stack_on_a_fabricated_state_costs_one_call() {
    let run = Fixture::new("hostile").pct("--filter *Clockwork").exits(0);
    let calls = calls(&run, "hostile::Clockwork");
    assert!(has(&calls, "spin:entry", "hangs"), "{calls:?}");
    assert!(has(&calls, "fall:entry", "died"), "{calls:?}");
    assert!(has(&calls, "wind:entry", "returned"), "{calls:?}");
    // What only a fabricated object was seen in stays undecided.
    let states = run.subject("hostile::Clockwork")["states"].as_array().unwrap();
    let hints: Vec<_> = states.iter().filter(|state| state["evidence"]["kind"] == "fabricated").collect();
    assert!(!hints.is_empty());
    assert!(hints.iter().all(|state| state["verdict"] == "undecided"), "{hints:?}");
}

#[test]
fn a_method_that_removes_files_is_never_run_on_a_fabricated_state_unless_effects_are_allowed() {
    let fixture = Fixture::new("hostile");
    fixture.write("victim/precious.txt", "do not remove");
    let run = fixture.pct("--filter *Cleaner --verbose").exits(0);
    assert!(fixture.path("victim/precious.txt").is_file(), "the folder was removed");
    let calls_made = calls(&run, "hostile::Cleaner");
    assert!(has(&calls_made, "arm:entry", "returned"), "{calls_made:?}");
    assert!(!calls_made.iter().any(|(label, _)| label == "clean:entry"), "{calls_made:?}");
    let reason = "has effects: it calls std::fs::remove_dir_all";
    assert_eq!(not_run(&run, "hostile::Cleaner"), [("Cleaner::clean".to_owned(), reason.to_owned())]);
    run.shows("Cleaner::clean").shows(reason);

    let run = fixture.pct("--filter *Cleaner --allow-effects").exits(0);
    assert!(has(&calls(&run, "hostile::Cleaner"), "clean:entry", "returned"));
    assert!(!fixture.path("victim").exists(), "the fixture is harmless, so the first half shows nothing");
}

#[test]
fn a_type_whose_objects_cannot_be_made_is_named_with_the_reason() {
    let run = Fixture::new("hostile").pct("--filter *Registry --verbose").exits(0);
    let reason = "not fabricable: values of Rc cannot be fabricated";
    assert_eq!(not_run(&run, "hostile::Registry"), [("hostile::Registry".to_owned(), reason.to_owned())]);
    run.shows(reason);
}

#[test]
fn the_compiled_code_and_the_interpreter_agree_on_every_kind_of_panic() {
    // A difference is a defect of ours: the run would end with 70.
    let run = Fixture::new("hostile").pct("--filter *Basket").exits(2);
    let findings = run.subject("hostile::Basket")["findings"].as_array().unwrap();
    let told: Vec<_> = findings
        .iter()
        .map(|finding| {
            let text = |it: &serde_json::Value| it.as_str().unwrap().to_owned();
            let replay = &finding["replay"];
            assert_eq!((&replay["runner"], &replay["outcome"]), (&"native".into(), &"panicked".into()));
            (text(&finding["method"]), text(&replay["message"]))
        })
        .collect();
    let method = |name: &str| {
        let found = told.iter().find(|(method, _)| method == name);
        found.unwrap_or_else(|| panic!("no finding in {name}: {told:?}")).1.clone()
    };
    assert!(method("first").starts_with("index out of bounds: the len is 0"));
    assert_eq!(method("share"), "attempt to divide by zero");
    assert_eq!(method("take"), "called `Option::unwrap()` on a `None` value");
    assert!(method("checked").starts_with("spoilt by "));
    assert!(run.subject("hostile::Basket")["compared_runs"].as_u64().unwrap() >= 8);
}

#[test]
fn objects_of_every_shape_are_made_and_captured_as_the_interpreter_computes_them() {
    let run = Fixture::new("values").pct("").exits(0);
    for id in ["values::Mode", "values::Pair"] {
        assert_eq!(not_run(&run, id), [], "{id}");
        let compared = run.subject(id)["compared_runs"].as_u64().unwrap();
        assert!(compared >= 8, "{id}: {compared} runs were compared");
    }
    let states = run.subject("values::Pair")["fabricated"].as_array().unwrap();
    assert!(states.iter().any(|it| it["state"]["self"].as_str().unwrap().starts_with("Pair(")), "{states:?}");

    // What the solver makes up besides may be longer than anybody wants to run.
    for (what, reason) in not_run(&run, "values::Shelf") {
        assert_eq!(reason, "not fabricable: a sequence of more than 64 elements is not made", "{what}");
    }
    let states = run.subject("values::Shelf")["fabricated"].as_array().unwrap();
    let begins = |state: &serde_json::Value, field: &str, with: &str| {
        state["state"][field].as_str().is_some_and(|text| text.starts_with(with))
    };
    assert!(!states.is_empty());
    for state in states {
        assert!(
            begins(state, "queue", "VecDeque::from([") && begins(state, "names", "BTreeMap::from(["),
            "{state}"
        );
        assert!(begins(state, "seen", "HashSet::from([") && begins(state, "heat", ""), "{state}");
    }
}

#[test]
fn a_driver_that_contradicts_a_finding_is_a_defect() {
    let fixture = Fixture::new("hostile");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    // What is analysed is not what is run: as a wrong semantics would look.
    let differs = source.replace("self.apples[0]", "if cfg!(test) { 7 } else { self.apples[0] }");
    assert_ne!(differs, source);
    fixture.write("src/lib.rs", &differs);
    let run = fixture.pct("--filter *Basket").exits(70);
    let run = run.says("the calls that reproduce").says("Basket::first").says("returned instead (native)");
    let findings = run.subject("hostile::Basket")["findings"].as_array().unwrap();
    let first = findings.iter().find(|finding| finding["method"] == "first").unwrap();
    // A client's calls run into it all the same.
    let calls = serde_json::json!(["let mut s = Basket::new();", "s.spoil(1004);", "s.first();"]);
    assert_eq!((&first["status"], &first["reproduction"]), (&"confirmed".into(), &calls));
}

#[test]
fn a_broken_invariant_is_seen_in_what_a_call_leaves() {
    let fixture = Fixture::new("contracts");
    fixture.write(
        "src/lib.rs",
        "#[pct::predicates]
         #[pct::invariant(self.now < 5)]
         pub struct Level {
             now: u32,
         }

         #[pct::predicates]
         impl Level {
             pub fn new() -> Level {
                 Level { now: 0 }
             }

             #[pct::panics(to >= 5)]
             pub fn set(&mut self, to: u32) {
                 self.now = to;
                 assert!(to < 5);
             }

             pub fn now(&self) -> u32 {
                 self.now
             }
         }

         #[test]
         fn a_level_is_set() {
             let mut level = Level::new();
             level.set(3);
             assert_eq!(level.now(), 3);
         }
        ",
    );
    // The call that leaves it broken unwinds; the next one returns, and changes nothing.
    let run = fixture.pct("").exits(2);
    let findings = run.subject("contracts::Level")["findings"].as_array().unwrap();
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    assert_eq!((&finding["status"], &finding["method"]), (&"confirmed".into(), &"now".into()));
    let calls = finding["reproduction"].as_array().unwrap();
    assert!(calls[1].as_str().unwrap().contains("catch_unwind"), "{calls:?}");
    assert_eq!((calls.len(), &calls[2]), (3, &"s.now();".into()), "{calls:?}");
}

#[test]
fn what_a_proof_assumes_stands_beside_it() {
    let fixture = Fixture::new("contracts");
    fixture.write(
        "src/lib.rs",
        "#[pct::predicates]
         pub fn half(n: u32) -> u32 {
             pct::assume!(n < 100);
             assert!(n != 100);
             n / 2
         }

         #[test]
         fn seven_is_halved() {
             assert_eq!(half(7), 3);
         }
        ",
    );
    let run = fixture.pct("").exits(0);
    assert_eq!(run.subject("contracts::half")["proof"]["status"], "proved_under_assumptions");
    run.shows("given that `assume` contracts::half: n < 100");
}

#[test]
fn what_no_client_can_write_is_not_confirmed() {
    let fixture = Fixture::new("contracts");
    fixture.write(
        "src/lib.rs",
        "pub struct Part(u32);

         impl Part {
             pub fn new() -> Part {
                 Part(3)
             }
         }

         #[pct::predicates]
         pub fn divided(part: &Part) -> u32 {
             7 / part.0
         }

         #[test]
         fn a_part_divides() {
             assert_eq!(divided(&Part::new()), 2);
         }
        ",
    );
    let run = fixture.pct("").exits(0);
    let findings = run.subject("contracts::divided")["findings"].as_array().unwrap();
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    assert_eq!(finding["status"], "potential");
}

#[test]
fn what_is_permitted_is_an_assumption_and_what_is_required_is_the_scope() {
    let run = Fixture::new("contracts").pct("").exits(2);
    let proof = |id: &str| run.subject(id)["proof"].clone();
    let assumed = |id: &str| run.subject(id)["assumptions"][0]["kind"].clone();
    let (under, scope) = ("proved_under_assumptions", "arguments meeting requires");
    assert_eq!(
        (&proof("contracts::allowed")["status"], assumed("contracts::allowed")),
        (&under.into(), "allow".into())
    );
    let positive = proof("contracts::positive");
    assert_eq!((&positive["status"], &positive["scope"]), (&"proved".into(), &scope.into()));
    assert_eq!(assumed("contracts::positive"), "requires");
    run.shows("apart from `allow` contracts::allowed: overflow");
}

/// Of two types whose calls are promised or assumed to keep below a limit; `often` is beyond what is searched, so that calls are tried.
const METERS: &str = r#"#[pct::predicates(often = self.calls > 1 << 40, wild = self.last > 100)]
pub struct Promised { last: u32, calls: u64 }

#[pct::predicates]
impl Promised {
    pub fn new() -> Promised { Promised { last: 0, calls: 0 } }

    #[pct::requires(n <= 100)]
    pub fn add(&mut self, n: u32) {
        self.last = n;
        self.calls = self.calls.wrapping_add(1);
        pct::cutpoint!("added");
    }

    pub fn add_small(&mut self, n: u8) { self.add(u32::from(n % 100)) }
}

#[pct::predicates(often = self.calls > 1 << 40, wild = self.last > 100)]
pub struct Assumed { last: u32, calls: u64 }

#[pct::predicates]
impl Assumed {
    pub fn new() -> Assumed { Assumed { last: 0, calls: 0 } }

    pub fn add(&mut self, n: u32) {
        pct::assume!(n <= 100);
        self.last = n;
        self.calls = self.calls.wrapping_add(1);
        pct::cutpoint!("added");
    }
}
"#;

#[test]
fn calls_at_random_keep_to_what_is_promised_and_assumed() {
    let fixture = Fixture::new("contracts");
    fixture.write("src/lib.rs", METERS);
    let run = fixture.pct("").exits(0);
    for id in ["contracts::Promised", "contracts::Assumed"] {
        let subject = run.subject(id);
        let verdicts = |valuation: &str| -> Vec<String> {
            let states = subject["states"].as_array().unwrap().iter();
            let own = states.filter(|state| state["valuation"] == valuation);
            own.map(|state| state["verdict"].as_str().unwrap().to_owned()).collect()
        };
        let all_are = |valuation: &str, verdict: &str| verdicts(valuation).iter().all(|it| it == verdict);
        assert!(all_are("FF", "reachable") && all_are("FT", "unreachable"), "{subject:#}");
        // Or nothing is called at random.
        assert!(verdicts("TF").contains(&"undecided".to_owned()), "{subject:#}");
    }
}
