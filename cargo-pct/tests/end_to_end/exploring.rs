//! Exploration: what breaks is found by calls that are made up, and shown by tests.

use crate::support::Fixture;

/// A function or method for each kind of argument, each of which panics for some arguments, with its name.
const KINDS: &str = r#"
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::time::Duration;

pub fn option(it: Option<u8>) { assert!(it != Some(7), "option") }
pub fn result(it: Result<u8, String>) { assert!(it != Err("no".to_owned()), "result") }
pub fn character(it: char) { assert!(it != 'é', "character") }
pub fn float(it: f64) { assert!(!(it > 1e9), "float") }
pub fn text(it: &str) { assert!(!it.starts_with("sesame"), "text") }
pub fn owned_text(it: String) { assert!(it.len() != 3, "owned_text") }
pub fn bytes(it: &[u8]) { assert!(!it.starts_with(&[0xca, 0xfe, 0xba, 0xbe]), "bytes") }
pub fn slice(it: &[u16]) { assert!(!(it.len() == 3 && it[1] == 500), "slice") }
pub fn changed_slice(it: &mut [i8]) { it.sort(); assert!(it.first() != Some(&-5), "changed_slice") }
pub fn texts(it: Vec<String>) { assert!(it.len() < 3, "texts") }
pub fn array(it: [u8; 3]) { assert!(it != [1, 2, 3], "array") }
pub fn pair((a, b): (u8, bool)) { assert!(!(a == 9 && b), "pair") }
pub fn map(it: &BTreeMap<u8, bool>) { assert!(it.get(&4) != Some(&true), "map") }
pub fn set(it: HashSet<i32>) { assert!(!(it.contains(&1) && it.contains(&2)), "set") }
pub fn range(it: Range<u32>) { assert!(!(it.start > it.end), "range") }
pub fn boxed(it: Box<[u8]>) { assert!(it.len() != 2, "boxed") }
pub fn duration(it: Duration) { assert!(it < Duration::from_secs(1 << 40), "duration") }
pub fn closure(it: impl Fn(u8) -> i32) { assert!(it(1) != 64, "closure") }
pub fn iterator<I: Iterator<Item = i64>>(it: I) { assert!(it.sum::<i64>() != 100, "iterator") }
pub fn generic<T: Clone + PartialEq>(it: &[T]) { assert!(!(it.len() > 1 && it[0] == it[1]), "generic") }
pub fn number(it: u64) { assert!(it != 0x1234_5678_9abc, "number") }

pub enum Figure { Circle(u8), Square { side: i16 }, Nothing }
pub fn figure(it: Figure) {
    match it {
        Figure::Circle(200) => panic!("circle"),
        Figure::Square { side } if side < -300 => panic!("square"),
        _ => {}
    }
}

pub struct Point { pub x: i32, pub y: i32 }
pub fn point(it: &Point) { assert!(!(it.x == 3 && it.y == 4), "point") }

pub struct Bag { all: Vec<u8>, limit: usize }
impl Bag {
    pub fn new(limit: u8) -> Option<Bag> { (limit > 2).then(|| Bag { all: Vec::new(), limit: limit.into() }) }
    pub fn add(&mut self, it: u8) { assert!(self.all.len() < self.limit, "full"); self.all.push(it) }
    pub fn join(mut self, other: Bag) -> Bag { self.all.extend(other.all); assert!(self.all.len() < 2, "joined"); self }
    pub fn contents(&self) -> Contents<'_> { Contents { of: self, at: 0 } }
}
pub struct Contents<'b> { of: &'b Bag, at: usize }
impl Contents<'_> {
    pub fn another(&mut self) -> Option<u8> {
        let it = *self.of.all.get(self.at)?;
        self.at += 1;
        assert!(self.at < 2, "another");
        Some(it)
    }
}

pub trait Doubled { fn doubled(&self) -> u8; }
impl Doubled for str { fn doubled(&self) -> u8 { assert!(self.len() < 100, "doubled"); 2 * self.len() as u8 } }
"#;

#[test]
fn arguments_of_every_kind_are_made_up() {
    let fixture = Fixture::new("simple");
    fixture.write("src/lib.rs", KINDS);
    let run = fixture.pct("--auto --explore 12s --effort quick").exits(2);
    let report = run.report();
    let subjects = report["subjects"].as_array().unwrap();
    let findings = subjects.iter().flat_map(|subject| subject["findings"].as_array().unwrap());
    let shown = |name: &str| {
        let is_it = |finding: &&serde_json::Value| {
            finding["status"] == "confirmed" && finding["replay"]["message"].as_str() == Some(name)
        };
        findings.clone().any(|finding| is_it(&finding))
    };
    let names: Vec<&str> = KINDS.match_indices('"').map(|(at, _)| &KINDS[at + 1..]).collect();
    let names = names.iter().step_by(2).filter_map(|text| text.split_once('"')).map(|(name, _)| name);
    let names = names.filter(|name| !["no", "sesame"].contains(name));
    let missing: Vec<&str> = names.filter(|name| !shown(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_panic_of_std_is_a_finding_where_the_crate_calls_it() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "src/lib.rs",
        "use std::time::Duration;
        pub fn years(times: u32) -> Duration {
            Duration::from_secs(1 << 40) * times
        }\n",
    );
    let run = fixture.pct("--auto --explore 3s --effort quick").exits(2);
    let findings = run.subject("simple::years")["findings"].clone();
    let is_it = |it: &serde_json::Value| it["status"] == "confirmed" && it["location"]["line"] == 3;
    assert!(findings.as_array().unwrap().iter().any(is_it), "{findings:#}");
}

#[test]
fn functions_that_reach_the_world_outside_or_ask_for_something_are_not_explored() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "src/lib.rs",
        "pub fn leaves(code: u8) { if code == 7 { std::fs::write(\"left\", \"\").unwrap(); panic!(\"left\") } }
        /// # Panics
        /// If there is nothing.
        pub fn share(parts: u32) -> u32 { hidden(parts) }
        fn hidden(parts: u32) -> u32 { std::env::args().count() as u32 / parts }
        pub fn endless(times: u8) { if times == 3 { loop { std::hint::spin_loop() } } }
        pub fn ends(times: u8) { if times == 4 { std::process::abort() } }
        pub fn deep(text: &str) -> u32 { assert!(text.len() < 20, \"deep\"); 1 }\n",
    );
    let run = fixture.pct("--auto --explore 6s --effort quick").exits(2);
    let status = |name: &str| {
        let findings = run.subject(&format!("simple::{name}"))["findings"].clone();
        findings
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["status"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    // What ends the process, or does not end, stops nothing.
    assert_eq!(status("deep"), ["confirmed"]);
    assert!(!status("leaves").contains(&"confirmed".to_owned()));
    assert!(!fixture.path("left").exists());
}
