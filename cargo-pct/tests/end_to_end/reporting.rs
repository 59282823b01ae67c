//! What a report tells of findings, and how much of it.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Fixture, Run};

/// All findings of a run.
fn findings(run: &Run) -> Vec<&Value> {
    let subjects = run.report()["subjects"].as_array().unwrap();
    subjects.iter().flat_map(|subject| subject["findings"].as_array().unwrap()).collect()
}

/// A crate whose code is this.
fn crate_of(source: &str) -> Fixture {
    let fixture = Fixture::new("plain");
    fixture.write("src/lib.rs", source);
    fixture
}

#[test]
fn ways_of_several_types_to_one_check_are_one_finding() {
    let fixture = crate_of(
        "pub struct One(Vec<u8>);
pub struct Other(Vec<u8>);
fn nth(all: &[u8], n: usize) -> u8 { all[n] }
impl One {
    pub fn new(n: u8) -> One { One(vec![n; 3]) }
    pub fn at(&self, n: usize) -> u8 { nth(&self.0, n) }
}
impl Other {
    pub fn new(n: u8) -> Other { Other(vec![n; 5]) }
    pub fn first(&self, n: usize) -> u8 { nth(&self.0, n) }
    pub fn second(&self, n: usize) -> u8 { nth(&self.0, n) }
}
#[test] fn t() { assert_eq!(One::new(2).at(1), Other::new(2).first(1)); }
",
    );
    let run = fixture.pct("--auto").exits(2);
    let all = findings(&run);
    let [finding] = &all[..] else { panic!("{all:#?}") };
    assert_eq!((&finding["status"], &finding["kind"]), (&"confirmed".into(), &"index".into()));
    assert_eq!((&finding["function"], &finding["location"]["line"]), (&"nth".into(), &3.into()));
    assert!(finding["others"].as_u64() >= Some(2), "{finding:#}");
    let contexts = finding["contexts"].as_array().unwrap();
    let methods: Vec<&str> = contexts.iter().map(|it| it["method"].as_str().unwrap()).collect();
    let all = [methods, vec![finding["method"].as_str().unwrap()]].concat();
    for method in ["at", "first", "second"] {
        assert!(all.contains(&method), "{finding:#}");
    }
    // The title is as the panic printed it, at its line.
    assert!(run.stdout.contains("error[index]: index out of bounds: the len is "), "{}", run.stdout);
    let run = run.shows("3 | fn nth(all: &[u8], n: usize) -> u8 { all[n] }").shows("other ways lead here");
    run.shows("Findings 1 confirmed, 0 potential");
}

#[test]
fn a_check_that_needs_very_many_calls_is_remote() {
    let fixture = crate_of(
        "#[derive(Default)]
pub struct Basket { prices: Vec<u32>, total: u32 }
impl Basket {
    pub fn add(&mut self, price: u32) {
        self.total = self.total.saturating_add(price);
        self.prices.push(price);
    }
    pub fn average(&self) -> u32 {
        if self.prices.is_empty() { return 0; }
        self.total / self.prices.len() as u32
    }
}
#[test] fn t() { let mut s = Basket::default(); s.add(3); assert_eq!(s.average(), 3); }
",
    );
    let run = fixture.pct("--auto --deny potential").exits(0);
    let all = findings(&run);
    let [finding] = &all[..] else { panic!("{all:#?}") };
    assert_eq!((&finding["status"], &finding["steps"]), (&"remote".into(), &(1u64 << 32).into()));
    // The literal of so long a vector is none; its length is told.
    assert!(finding["state"]["prices.len()"].is_string(), "{finding:#}");
    run.shows("Findings 0 confirmed, 0 potential\n")
        .shows("attempt to divide by zero in Basket::average (src/lib.rs:10, 2^32)");
}

/// Each of the counters overflows after few calls, if the right ones are made.
const CHOSEN: &str = r"
/// A client writes the field.
pub struct Open { pub n: u64, all: Vec<u8> }
impl Open {
    pub fn new() -> Open { Open { n: 0, all: Vec::new() } }
    pub fn count(&mut self) { self.all.clear(); self.n += 1; }
}
/// A client gets the field.
pub struct Lent { n: u64 }
impl Lent {
    pub fn new() -> Lent { Lent { n: 0 } }
    pub fn lend(&mut self) -> &mut u64 { &mut self.n }
    pub fn count(&mut self) { self.n += 1; }
}
/// Another type makes it.
pub struct Made { n: u64 }
impl Made { pub fn count(&mut self) { self.n += 1; } }
pub struct Maker { start: u64 }
impl Maker {
    pub fn new(start: u64) -> Maker { Maker { start } }
    pub fn make(&self) -> Made { Made { n: self.start } }
}
/// A closure says the step.
pub struct Told { n: u64 }
impl Told {
    pub fn new() -> Told { Told { n: 0 } }
    pub fn count(&mut self, f: impl Fn(u64) -> u64) { self.n = f(self.n); }
    pub fn one(&mut self) { self.n += 1; }
}
/// A cell, and a sum over an iterator.
pub struct Summed { n: std::cell::Cell<u64>, all: Vec<u64> }
impl Summed {
    pub fn new(all: Vec<u64>) -> Summed { Summed { n: std::cell::Cell::new(0), all } }
    pub fn sum(&self) { self.n.set(self.n.get().wrapping_add(self.all.iter().count() as u64 * 1_000_000)); }
    pub fn one(&self) { self.n.set(self.n.get() + 1); }
}
/// Recursion, within one call.
pub struct Deep { n: u64 }
impl Deep {
    pub fn new() -> Deep { Deep { n: 0 } }
    pub fn down(&mut self, depth: u64) { self.n = self.n.wrapping_mul(2); if depth > 0 { self.down(depth - 1); } }
    pub fn one(&mut self) { self.n += 1; }
}
/// Doubles through a copy.
#[derive(Clone, Copy)]
pub struct Twice { n: u64 }
impl Twice {
    pub fn new() -> Twice { Twice { n: 1 } }
    pub fn plus(self, other: Twice) -> Twice { Twice { n: self.n.wrapping_add(other.n) } }
    pub fn one(&mut self) { self.n += 1; }
}
#[test] fn t() { Open::new().count(); }
";

#[test]
fn a_count_that_clients_or_other_code_choose_is_not_remote() {
    let run = crate_of(CHOSEN).pct("--auto");
    let all = findings(&run);
    assert!(all.iter().all(|finding| finding["status"] != "remote"), "{all:#?}");
    for name in ["Open", "Lent", "Made", "Told", "Summed", "Deep", "Twice"] {
        assert!(!run.ways(&format!("plain::{name}")).is_empty(), "{name}: {all:#?}");
    }
}

#[test]
fn an_object_that_breaks_what_always_held_is_folded_with_the_condition() {
    let cart = |ty: &str| {
        format!(
            "pub struct Cart {{ prices: Vec<u32>, total: {ty} }}
impl Cart {{
    pub fn new() -> Cart {{ Cart {{ prices: Vec::new(), total: 0 }} }}
    pub fn add(&mut self, price: u32) {{
        if self.prices.len() < 9 {{ self.total += {ty}::from(price % 99); self.prices.push(price % 99); }}
    }}
    pub fn undo(&mut self) {{ if let Some(price) = self.prices.pop() {{ self.total -= {ty}::from(price); }} }}
}}
#[test] fn t() {{ let mut s = Cart::new(); s.add(3); s.undo(); }}
"
        )
    };
    let held = "(0..self.prices.len()).all(|i| self.prices[i] <= self.total)";
    let fixture = crate_of(&cart("u32"));
    let run = fixture.pct("--auto").exits(0);
    let undo = findings(&run).into_iter().find(|it| it["method"] == "undo").expect("it is there");
    assert_eq!((&undo["status"], &undo["breaks"]), (&"potential".into(), &held.into()), "{undo:#}");
    assert!(!run.stdout.contains("attempt to subtract"), "{}", run.stdout);
    run.shows("and 2 unlikely findings: --verbose shows them, and what speaks against each");
    fixture
        .pct("--auto --verbose")
        .shows(&format!("no calls were found after which `{held}` does not hold"))
        .shows(&format!("if none can, write `#[pct::invariant({held})]` at the type: it is then checked"));
    // Rust does not compare numbers of two types.
    fixture.write("src/lib.rs", &cart("u64"));
    let run = fixture.pct("--auto").exits(0);
    let undo = findings(&run).into_iter().find(|it| it["method"] == "undo").expect("it is there");
    assert_eq!((&undo["breaks"], &undo["suggestion"]), (&held.into(), &Value::Null), "{undo:#}");
}

#[test]
fn a_type_whose_impl_has_no_attribute_is_warned_about_there() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "src/lib.rs",
        "#[pct::predicates(spent = self.left == 0)]
pub struct Budget { left: u32 }
impl Budget {
    pub fn new(all: u32) -> Budget { Budget { left: all } }
    pub fn spend(&mut self, amount: u32) { self.left -= amount; }
}
#[test] fn t() { Budget::new(5).spend(3); }
",
    );
    let run = fixture.pct("").exits(2);
    run.shows(
        "warning: src/lib.rs:3: this impl has no `#[pct::predicates]`, so nothing of `Budget` is watched",
    );
}

#[test]
fn a_crate_in_which_nothing_can_be_watched_is_told_so() {
    let fixture = crate_of(
        "#[derive(Debug, Clone, PartialEq)]
pub enum Token { Num(i64), Plus }
#[test] fn t() { assert_eq!(Token::Plus, Token::Plus.clone()); }
",
    );
    let run = fixture.pct("--auto").exits(0).shows("nothing here can be watched: `plain::Token`");
    assert_eq!(run.subjects(), [""; 0]);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 1);
    // Who asks for something that is not there made a mistake.
    fixture.pct("--auto --filter nothing").exits(1).says("no subject is left by the filters");
}

#[test]
fn the_tests_of_confirmed_findings_are_written_once_and_fail() {
    let fixture = crate_of(
        "pub struct Pool { free: u32 }
impl Pool {
    pub fn new(free: u32) -> Pool { Pool { free } }
    pub fn take(&mut self) -> u32 { self.free -= 1; self.free }
}
#[test] fn t() { assert_eq!(Pool::new(3).take(), 2); }
",
    );
    fixture.pct("gen --write --auto").says("Wrote 1 test to tests/pct_findings.rs");
    let file = fixture.path("tests/pct_findings.rs");
    let written = std::fs::read_to_string(&file).unwrap();
    for part in [
        "//! Tests that `cargo pct gen` wrote. Each shows a defect",
        "use plain::Pool;",
        "/// Fails: attempt to subtract with overflow (src/lib.rs:4)",
        "fn take_attempt_to_subtract_with_overflow() {",
        "s.take();",
    ] {
        assert!(written.contains(part), "{part} is missing:\n{written}");
    }
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--offline", "--test", "pct_findings"]).current_dir(fixture.path(""));
    command.env("CARGO_TARGET_DIR", fixture.build_folder().join("natively"));
    let output = command.output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("attempt to subtract with overflow"), "{shown}");
    assert!(shown.contains("0 passed; 1 failed"), "{shown}");
    // It is there now.
    fixture.pct("gen --write --auto");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
}

#[test]
fn who_reads_no_further_ends_the_output_silently() {
    let fixture = Fixture::new("simple");
    for arguments in ["--verbose", "gen", "list"] {
        let mut command = fixture.command(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!said.contains("error") && !said.contains("panicked"), "{arguments}: {said}");
        assert_eq!(output.status.code(), Some(0), "{arguments}: {said}");
    }
}

const UNLIKELY: &str = "
pub struct Row { cells: Vec<u8> }
impl Row {
    pub fn new(cells: Vec<u8>) -> Row { Row { cells } }
    /// # Safety
    /// There is such a cell.
    pub unsafe fn cell(&self, at: usize) -> u8 { self.cells[at] }
}
mod inner {
    pub fn unnamed(at: usize) -> u8 { [1, 2, 3][at] }
}
/// The crate implements it, so that its types show what is expected.
pub trait Width { fn bits(&self) -> u32; }
impl Width for u8 { fn bits(&self) -> u32 { 8 } }
pub fn blocks<W: Width>(of: &W) -> u32 { 64 / of.bits() }
/// Only clients implement it.
pub trait Source { fn level(&self) -> u32; }
pub fn share<S: Source>(of: &S) -> u32 { 64 / of.level() }
pub fn told(f: impl Fn() -> u32) -> u32 { 64 / f() }
/// Assembly is not understood.
pub struct Strange { level: u32 }
impl Strange {
    pub fn new() -> Strange { Strange { level: 1 } }
    pub fn stir(&mut self) { unsafe { std::arch::asm!(\"nop\") }; }
    pub fn part(&self) -> u32 { 64 / self.level }
}
#[test] fn t() {
    assert_eq!(blocks(&8u8) + told(|| 8) + u32::from(inner::unnamed(0)), 17);
    let mut s = Strange::new();
    s.stir();
    assert_eq!(s.part(), 64);
    assert_eq!(unsafe { Row::new(vec![1]).cell(0) }, 1);
}
";

#[test]
fn what_speaks_against_a_finding_is_told_and_folds_it() {
    let fixture = crate_of(UNLIKELY);
    let run = fixture.pct("--auto --verbose").exits(2);
    let all = findings(&run);
    let doubt = |method: &str| {
        let found = all.iter().find(|it| it["method"] == method);
        found.map(|it| (it["unlikely"] == true, it["doubt"].as_str().unwrap_or_default()))
    };
    let says = |method: &str, is_unlikely: bool, words: &str| {
        let found = doubt(method);
        assert!(found.is_some_and(|it| it.0 == is_unlikely && it.1.contains(words)), "{method}: {all:#?}");
    };
    says("cell", true, "`Row::cell` is unsafe: who calls it promises that this does not happen");
    says("blocks", true, "as a client's `bits` may have it");
    says("share", false, "as a client's `level` may have it");
    // A closure may give what it likes, and one that gives 0 was run.
    assert!(all.iter().any(|it| it["method"] == "told" && it["status"] == "confirmed"), "{all:#?}");
    says("part", true, "what Strange::stir::{closure#0} leaves behind is not known: inline assembly");
    assert!(doubt("unnamed").is_none_or(|it| it.0), "{all:#?}");
    let screen = fixture.pct("--auto").exits(2);
    let screen = screen.shows("--verbose shows them, and what speaks against each").shows("share");
    assert!(!screen.stdout.contains("in blocks"), "{}", screen.stdout);
}
