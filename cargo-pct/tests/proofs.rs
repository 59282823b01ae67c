//! Whole subjects, from source text to the verdict.

#[path = "symex/support.rs"]
mod support;
#[path = "proofs/memory.rs"]
mod memory;
#[path = "proofs/remote.rs"]
mod remote;

use cargo_pct::ids::PrimaryMap;
use cargo_pct::lower::{Entry, Lowered, Subject, SubjectKind, lower};
use cargo_pct::mir;
use cargo_pct::report::rust_text::conjunction;
use cargo_pct::solver::Prover;
use cargo_pct::symex::{
    Config, Program,
    types::{Generics, path_of},
};
use cargo_pct::testgen::{Bounds, reproduction};
use cargo_pct::verify::{Proof, Status, Verification, VerifyConfig, verify};
use std::collections::BTreeMap;
use std::path::Path;

/// An example's source as if nobody had annotated it.
fn example(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name).join("src/lib.rs");
    let text = std::fs::read_to_string(file).expect("the example is there");
    let mut is_attribute = false;
    let bare = text.lines().filter(|line| {
        let line = line.trim();
        is_attribute |= line.starts_with("#[pct::") || line.starts_with("#[cfg_attr(");
        let kept = !is_attribute && !line.starts_with("pct::cutpoint!");
        is_attribute &= !line.ends_with(']');
        kept
    });
    bare.map(|line| format!("{line}\n")).collect()
}

fn class(program: &Program, name: &str, functions: &[&str]) -> Subject {
    if functions.is_empty() {
        let body = program.functions_named(name)[0];
        let entries = PrimaryMap::from(vec![Entry::new(program, body, Generics::default(), None)]);
        return Subject {
            id: name.to_owned(),
            kind: SubjectKind::Function,
            entries,
            inner: Default::default(),
            methods: Default::default(),
            exposed: Default::default(),
            obstacles: Vec::new(),
        };
    }
    let ty = mir::Type::Path(path_of(&[name]));
    let entries = functions.iter().map(|function| {
        let found = program.functions_named(function);
        let body = found.into_iter().find(|b| program.name(*b) == format!("{name}::{function}"));
        Entry::new(program, body.expect("the function is there"), Generics::default(), Some(&ty))
    });
    let entries = entries.collect();
    Subject {
        id: name.to_owned(),
        kind: SubjectKind::Type(ty),
        entries,
        inner: Default::default(),
        methods: Default::default(),
        exposed: Default::default(),
        obstacles: Vec::new(),
    }
}

fn run(source: &str, name: &str, functions: &[&str]) -> (Program, Subject, Lowered, Verification) {
    let support::Subject { program } = support::Subject::compile(source);
    let subject = class(&program, name, functions);
    let lowered = lower(&program, &subject, &Config::default());
    if std::env::var_os("SHOW").is_some() {
        println!("{}", cargo_pct::system::print(lowered.system()));
        println!("{:#?} {:#?}", lowered.obstacles(), lowered.notes());
    }
    let verification = verify(&subject, &lowered, &VerifyConfig::default(), &Prover::default());
    (program, subject, lowered, verification)
}

/// Where one invariant for all calls takes more than there is, checks are decided for every object that there could be: what needs
/// the class's invariant is potential then, and nothing is lost in silence.
#[test]
fn without_time_for_the_whole_each_check_is_decided_alone() {
    let source = "
        pub struct Gauge { level: u32 }
        impl Gauge {
            pub fn new() -> Gauge { Gauge { level: 1 } }
            pub fn half(&self, by: u32) -> u32 { if by > 3 { self.level / by.wrapping_sub(2) } else { 0 } }
            pub fn share(&self, of: u32) -> u32 { of / self.level }
            pub fn raise(&mut self) { if self.level < 9 { self.level += 1; } }
        }";
    let support::Subject { program } = support::Subject::compile(source);
    let subject = class(&program, "Gauge", &["new", "half", "share", "raise"]);
    let lowered = lower(&program, &subject, &Config::default());
    let decided = |share_of_the_whole| {
        let config = VerifyConfig { share_of_the_whole, ..VerifyConfig::default() };
        let verification = verify(&subject, &lowered, &config, &Prover::default());
        let name = |error| (lowered.failure(error).function.clone(), lowered.failure(error).message.clone());
        let found = verification.findings.iter().map(|finding| (name(finding.error).0, finding.status));
        assert_eq!(verification.checks.undecided, BTreeMap::new());
        let proved = verification.checks.proved.iter().map(|error| name(*error).0);
        (proved.collect::<Vec<_>>(), found.collect::<Vec<_>>())
    };
    let all = ["Gauge::half", "Gauge::share", "Gauge::raise"].map(str::to_owned);
    assert_eq!(decided(0.6), (all.to_vec(), vec![]));
    let alone = vec![all[0].clone(), all[2].clone()];
    assert_eq!(decided(0.0), (alone, vec![(all[1].clone(), Status::Potential)]));
}

/// The proof, the invariant between calls, and each finding with the calls that confirm it.
fn check(source: &str, name: &str, functions: &[&str], proved: bool, invariant: &str, findings: &[&str]) {
    let (program, subject, lowered, verification) = run(source, name, functions);
    assert_eq!(lowered.obstacles(), []);
    assert_eq!(matches!(verification.proof, Proof::Proved { .. }), proved, "{:?}", verification.proof);
    if proved {
        assert_eq!(conjunction(&verification.invariant), invariant);
    }
    let found = verification.findings.iter().map(|finding| {
        let failure = lowered.failure(finding.error);
        let written = |calls| reproduction(&program, &subject, calls, "subject", Bounds::Met).ok();
        let calls = finding.calls.as_ref().and_then(written);
        let calls = calls.map_or_else(String::new, |found| found.statements().join(" "));
        format!("{:?} {}: {calls}", finding.status, failure.kind.name())
    });
    assert_eq!(found.collect::<Vec<_>>(), findings);
}

#[test]
fn the_repaired_stack_is_proved_by_three_comparisons() {
    let source = &example("bounded-stack-fixed");
    let invariant = "self.size <= self.max && self.max <= self.elems.len() && 0 <= self.size";
    check(source, "BoundedStack", &["new", "size", "top", "pop", "push"], true, invariant, &[]);
}

#[test]
fn the_stack_fails_after_the_fewest_calls_that_lead_there() {
    let source = &example("bounded-stack");
    let findings = [
        "Confirmed panic: let mut s = BoundedStack::new(-1);",
        "Potential overflow: ",
        "Confirmed index: let mut s = BoundedStack::new(0); s.pop(); s.push(0);",
    ];
    check(source, "BoundedStack", &["new", "size", "top", "pop", "push"], false, "", &findings);
}

#[test]
fn a_ring_buffer_needs_the_order_of_sums_in_its_certificate() {
    let source = &example("ring-buffer");
    let functions = ["new", "len", "is_empty", "is_full", "push", "pop", "clear"];
    let invariant = "self.head < self.slots.len() && self.len <= self.slots.len()";
    check(source, "RingBuffer", &functions, true, invariant, &[]);
}

#[test]
fn an_error_five_hundred_calls_deep_is_confirmed_by_a_walk() {
    let calls = "let mut s = Counter::new(); for _ in 0..501 {     s.step(true); } s.step(false);";
    let findings = [&*format!("Confirmed panic: {calls}")];
    check(&example("counter500"), "Counter", &["new", "step"], false, "", &findings);
}

#[test]
fn the_argument_that_a_null_pointer_needs_is_found() {
    let findings = ["Confirmed overflow: foo(i32::MAX, 0);", "Confirmed unwrap: foo(3, 0);"];
    check(&example("foo"), "foo", &[], false, "", &findings);
    let findings = ["Confirmed overflow: fixed_foo(i32::MAX, 0);"];
    check(&example("foo"), "fixed_foo", &[], false, "", &findings);
}

#[test]
fn leading_zeros_are_exact() {
    let source = "
        pub fn right(x: u32, y: i16) {
            assert!(x.leading_zeros() != 28 || (x > 7 && x < 16));
            assert!(x != 0 || x.leading_zeros() == 32);
            assert!((y < 0) == (y.leading_zeros() == 0));
        }
        pub fn wrong(x: u64) { assert!(x.leading_zeros() != 61); }";
    check(source, "right", &[], true, "true", &[]);
    check(source, "wrong", &[], false, "", &["Confirmed assert: wrong(4);"]);
}

#[test]
fn arguments_are_written_as_a_client_writes_them() {
    let source = "pub enum Shape { Rect { w: u32, h: u32 }, Dot(u32) }
        pub fn draw(shape: Shape) {
            match shape {
                Shape::Rect { w, h } => assert!(w != 3 || h != 4),
                Shape::Dot(at) => assert!(at != 7),
            }
        }";
    let findings =
        ["Confirmed assert: draw(Shape::Dot(7));", "Confirmed assert: draw(Shape::Rect { w: 3, h: 4 });"];
    check(source, "draw", &[], false, "", &findings);
}
