//! Kind 7: what is printed to reproduce a finding is Rust that a client can compile, and that panics.

use std::fmt::Write;
use std::process::Command;

use serde_json::Value;

use crate::support::Fixture;

/// Each with its method, and the calls that reproduce it.
fn findings(report: &Value) -> Vec<(String, Vec<String>)> {
    let subjects = report["subjects"].as_array().unwrap();
    let mut found = Vec::new();
    for finding in subjects.iter().flat_map(|subject| subject["findings"].as_array().unwrap()) {
        let lines = finding["reproduction"].as_array().unwrap();
        let lines: Vec<String> = lines.iter().map(|line| line.as_str().unwrap().to_owned()).collect();
        assert_eq!(finding["status"] == "confirmed", !lines.is_empty(), "{finding}");
        found.push((finding["method"].as_str().unwrap().to_owned(), lines));
    }
    found
}

/// A test for each of the reproductions, which passes where that panics.
fn client(reproductions: &[Vec<String>]) -> String {
    let mut text = "#![allow(unused)]\nuse reproduced::*;\n".to_owned();
    for (number, lines) in reproductions.iter().enumerate() {
        let body = lines.join("\n    ");
        syn::parse_str::<syn::Block>(&format!("{{{body}}}"))
            .unwrap_or_else(|error| panic!("{error}: {body}"));
        write!(text, "#[test]\n#[should_panic]\nfn test_{number}() {{\n    {body}\n}}\n").unwrap();
    }
    text
}

#[test]
fn kind_7_what_reproduces_a_finding_compiles_and_panics() {
    let fixture = Fixture::new("reproduced");
    let run = fixture.pct("").exits(2);
    let found = findings(run.report());
    assert_eq!(found.len(), 9, "{found:?}");
    let reproductions: Vec<Vec<String>> =
        found.iter().map(|(_, lines)| lines.clone()).filter(|lines| !lines.is_empty()).collect();
    // What a callback alone sees, and what only an own choice of a type shows, is potential.
    let potential = found.iter().filter(|(_, lines)| lines.is_empty());
    assert_eq!(potential.map(|(method, _)| method.as_str()).collect::<Vec<_>>(), ["get", "at", "in_row"]);
    fixture.write("tests/client.rs", &client(&reproductions));
    let target = fixture.build_folder().join("natively");
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--offline", "--test", "client"]).current_dir(fixture.path(""));
    let output = command.env("CARGO_TARGET_DIR", target).output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{shown}{}", String::from_utf8_lossy(&output.stderr));
    assert!(shown.contains(&format!("{} passed", reproductions.len())), "{shown}");
}

const OF_TRAITS: &str = "
pub trait Share { fn share(self, by: i32) -> i32; fn pow(self, by: u32) -> u32; }
impl Share for i32 {
    fn share(self, by: i32) -> i32 { self / by }
    /// Its own type has a function of that name.
    fn pow(self, by: u32) -> u32 { 7 / by }
}
pub trait Into<T> { fn into(&self) -> T; }
impl Into<u8> for u32 { fn into(&self) -> u8 { u8::try_from(*self).unwrap() } }
impl Into<i8> for u32 { fn into(&self) -> i8 { if *self == 300 { panic!(\"no\") } else { 0 } } }
pub struct Parts(pub u64);
impl std::ops::Div<Parts> for u64 {
    type Output = u64;
    fn div(self, by: Parts) -> u64 { self / by.0 }
}
pub fn remove(at: usize) { std::fs::remove_file([\"a\", \"b\"][at]).ok(); }
#[test] fn t() { assert_eq!(6.share(2) + 5, (16 / Parts(2)) as i32); }
";

#[test]
fn functions_of_traits_are_called_by_the_names_of_their_traits() {
    let fixture = Fixture::new("plain");
    fixture.write("src/lib.rs", OF_TRAITS);
    let run = fixture.pct("--auto --verbose").exits(2);
    let found = findings(run.report());
    let calls = |name: &str| -> Vec<&String> {
        let own = found.iter().filter(|(method, _)| method == name);
        own.flat_map(|(_, lines)| lines.iter().filter(|line| line.contains(" as "))).collect()
    };
    let starts = |name: &str, starts: &[&str]| {
        let calls = calls(name);
        let fit = starts.iter().all(|start| calls.iter().any(|call| call.contains(start)));
        assert!(calls.len() == starts.len() && fit, "{name}: {found:#?}");
    };
    starts("share", &["<i32 as Share>::share(", "<i32 as Share>::share("]);
    starts("pow", &["<i32 as Share>::pow("]);
    starts("into", &["<u32 as Into::<u8>>::into(", "<u32 as Into::<i8>>::into("]);
    starts("div", &["<u64 as std::ops::Div::<Parts>>::div("]);
    // What must not run is told with its arguments.
    run.shows("`remove` is called, and gets at = 2")
        .shows("calls seem to lead here, but remove is not run: it has effects");
}

const NOT_UNDERSTOOD: &str = "
pub struct Key { at: usize }
impl Key { pub fn new(at: usize) -> Key { Key { at: at % 3 } } }
pub struct Row { cells: [u8; 3] }
impl Row {
    pub fn new() -> Row { Row { cells: [1, 2, 3] } }
    pub fn at(&self, key: &Key) -> u8 { self.cells[key.at] }
}
pub struct Shelf { all: Vec<u8> }
impl Shelf {
    pub fn new() -> Shelf { Shelf { all: vec![4] } }
    pub fn last(&mut self) -> Option<Last<'_>> { if self.all.is_empty() { None } else { Some(Last { of: self }) } }
}
pub struct Last<'s> { of: &'s mut Shelf }
impl Last<'_> { pub fn taken(self) -> u8 { self.of.all.pop().unwrap() } }
pub struct Clocked { level: u32 }
impl Clocked {
    pub fn new() -> Clocked { Clocked { level: std::process::id() } }
    pub fn part(&self) -> u32 { 64 / self.level }
}
pub struct Shared { level: std::sync::Mutex<u32>, max: u32, step: u32 }
impl Shared {
    pub fn new(max: u32) -> Shared { Shared { level: std::sync::Mutex::new(1), max, step: (max % 1000) * (max % 1000) % 3 } }
    pub fn set(&self, level: u32) { *self.level.lock().unwrap() = level; }
    pub fn over(&self) -> u32 { self.max + 1 }
    pub fn less(&mut self) { if self.max > 3 { self.max -= 1; } }
    pub fn third(&self) -> u32 { 9 / self.max }
    /// No square leaves 2.
    pub fn steps(&self) -> u32 { 9 / (self.step ^ 2) }
}
pub fn mixed(n: u32) -> u32 { if std::hint::black_box(1) > 0 && n == 7 { panic!(\"seven\") } n }
pub fn never(n: u32) -> u32 { if std::hint::black_box(1) == 0 && n == 7 { panic!(\"seven\") } n }
#[test] fn t() {
    assert_eq!(Row::new().at(&Key::new(4)), 2);
    assert_eq!(Shelf::new().last().map(Last::taken), Some(4));
    let mut s = Shared::new(4);
    s.set(3);
    s.less();
    assert_eq!((s.over(), s.third(), s.steps()), (4, 3, 3));
    Clocked::new().part();
}
";

/// Of a mutex the analysis does not know what it holds, so that a guess is all there is.
#[test]
fn calls_are_guessed_where_code_is_not_understood_and_count_if_they_fail() {
    let fixture = Fixture::new("plain");
    fixture.write("src/lib.rs", NOT_UNDERSTOOD);
    let run = fixture.pct("--auto --verbose").exits(2);
    let all = run.report()["subjects"].as_array().unwrap().iter();
    let all: Vec<&Value> = all.flat_map(|subject| subject["findings"].as_array().unwrap()).collect();
    let of = |method: &str| all.iter().find(|it| it["method"] == method).copied().unwrap_or(&Value::Null);
    let confirmed =
        [("over", "Shared::new(u32::MAX);", "s.over();"), ("third", "Shared::new(0);", "s.third();")];
    for (method, made, called) in confirmed {
        let lines = serde_json::json!([format!("let mut s = {made}"), called]);
        assert_eq!(
            (&of(method)["status"], &of(method)["reproduction"]),
            (&"confirmed".into(), &lines),
            "{all:#?}"
        );
        assert_eq!(of(method)["unlikely"], false);
    }
    // What depends on a result that nobody knows is told if it was seen.
    assert_eq!(
        (&of("mixed")["status"], &of("never")["status"]),
        (&"confirmed".into(), &Value::Null),
        "{all:#?}"
    );
    let unlikely = [
        ("at", "the calls need an object of `Key`, and none were found that make it so"),
        ("taken", "the calls need an object of `Last`, and none were found that make it so"),
        ("part", "all that leads here depends on results that are not known"),
        ("steps", "not all code that may lead here is understood: Shared: a `Mutex` in it can change"),
    ];
    for (method, doubt) in unlikely {
        let found = of(method);
        assert_eq!(
            (&found["status"], &found["unlikely"]),
            (&"potential".into(), &true.into()),
            "{method}: {all:#?}"
        );
        assert!(found["doubt"].as_str().unwrap_or_default().starts_with(doubt), "{found:#}");
        assert!(run.stdout.contains(doubt), "{method}: {}", run.stdout);
    }
}
