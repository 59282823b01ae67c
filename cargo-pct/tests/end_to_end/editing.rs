//! After an edit, only what depends on it is analysed, and all else is told as a run without memory tells it.

use crate::gating::git;
use crate::remembering::{forgotten, queries, remembered, told};

/// Five subjects. `Outer` calls a method of `Inner`, `quarter` calls `half`, and `Lone` depends on nothing.
const CODE: &str = "
/// Counts up to ten.
pub struct Inner {
    count: u32,
}

impl Inner {
    pub fn new() -> Inner {
        Inner { count: 0 }
    }

    pub fn step(&mut self) {
        if self.count < 10 {
            self.count += 1;
        }
    }
}

pub struct Outer {
    inner: Inner,
    left: u32,
}

impl Outer {
    pub fn new(left: u32) -> Outer {
        Outer { inner: Inner::new(), left }
    }

    pub fn run(&mut self) -> u32 {
        self.inner.step();
        self.left -= 1;
        self.left
    }
}

pub fn half(x: u32, by: u32) -> u32 {
    x / by
}

pub fn quarter(x: u32) -> u32 {
    half(half(x, 2), 2)
}

pub struct Lone {
    items: Vec<u8>,
}

impl Lone {
    pub fn new() -> Lone {
        Lone { items: Vec::new() }
    }

    pub fn add(&mut self, item: u8) {
        self.items.push(item);
    }

    pub fn first(&self) -> u8 {
        let pick = |items: &[u8]| items[0];
        pick(&self.items)
    }
}

#[test]
fn steps() {
    let mut outer = Outer::new(3);
    assert_eq!(outer.run(), 2);
    let mut lone = Lone::new();
    lone.add(quarter(8) as u8);
    assert_eq!(lone.first(), 2);
}
";

/// What is replaced, by what, and how many of the five subjects do not depend on it.
type Edit = (&'static str, &'static str, u64);

const EDITS: [Edit; 8] = [
    // A value, in its line.
    ("self.count < 10", "self.count < 9 + 2", 3),
    // More lines, so that all below moves.
    ("self.count += 1;", "let more = 1;\n            self.count += more;", 3),
    // A closure and a constant that the compiler takes out: bodies have other numbers then.
    ("self.count < 10", "[9_u32, 10].iter().any(|it| self.count < *it)", 3),
    // What calls the last one.
    ("self.left -= 1;", "self.left = self.left.saturating_sub(1);", 4),
    // A function that another one calls.
    ("x / by", "{\n        x.checked_div(by).unwrap_or(0)\n    }", 3),
    // The last one, in whose closure something may go wrong.
    ("items[0]", "items.first().copied().unwrap_or(7)", 4),
    // A comment between methods, which moves all that follows.
    ("    pub fn step", "    // What follows counts.\n\n    pub fn step", 5),
    // A field: everything may depend on that.
    ("items: Vec<u8>,\n}", "items: Vec<u8>,\n    pub more: u8,\n}", 0),
];

#[test]
fn an_edit_costs_the_analysis_of_what_depends_on_it() {
    let fixture = forgotten("simple");
    let with = |edit: &Edit| match edit.0 {
        field if field.contains("Vec<u8>") => {
            CODE.replace(edit.0, edit.1).replace("Vec::new() }", "Vec::new(), more: 0 }")
        }
        _ => CODE.replace(edit.0, edit.1),
    };
    fixture.write("src/lib.rs", CODE);
    let first = fixture.pct("--auto");
    assert_eq!(first.subjects().len(), 5, "{:?}", first.subjects());
    for edit in &EDITS {
        let code = with(edit);
        assert_ne!(code, CODE, "{edit:?}");
        fixture.write("src/lib.rs", &code);
        let edited = fixture.pct("--auto");
        let fresh = fixture.pct("--auto --cache=false");
        assert_eq!(remembered(edited.report()), edit.2, "{edit:?}");
        assert_eq!(queries(edited.report()) == 0, edit.2 == 5, "{edit:?}");
        assert_eq!(told(edited.report()), told(fresh.report()), "{edit:?}");
        assert_eq!(edited.stdout, fresh.stdout, "{edit:?}");
        // And back again: nothing is forgotten.
        fixture.write("src/lib.rs", CODE);
        let back = fixture.pct("--auto");
        assert_eq!((queries(back.report()), told(back.report())), (0, told(first.report())), "{edit:?}");
    }
}

#[test]
fn with_a_diff_only_what_it_concerns_is_analysed() {
    let fixture = forgotten("simple");
    fixture.write("src/lib.rs", &format!("{CODE}\nconst NOTES: &str = include_str!(\"notes.md\");\nconst MORE: &str = include_str!(\"../tests/data.txt\");\n\npub fn untested(x: u32) -> u32 {{\n    10 / x\n}}\n"));
    fixture.write("tests/data.txt", "Data.\n");
    fixture.write("src/notes.md", "Some notes.\n");
    fixture.write("tests/more.rs", "#[test]\nfn nothing() {}\n");
    // Paths in a diff begin at the repository.
    git(&fixture, &["init", "--quiet", "."]);
    let unconcerned_by = |diff: &str| {
        fixture.write("change.diff", diff);
        let run = fixture.pct("--auto --cache=false --in-diff change.diff");
        let is_left = |subject: &&serde_json::Value| {
            subject["proof"]["reason"].as_str().is_some_and(|it| it.contains("--in-diff"))
        };
        let subjects = run.report()["subjects"].as_array().unwrap();
        let left = subjects.iter().filter(is_left);
        left.map(|subject| subject["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let unconcerned = |file: &str, text: &str| {
        let place = CODE.lines().position(|line| line.contains(text)).map_or(1, |line| line + 1);
        unconcerned_by(&format!("+++ b/{file}\n@@ -{place} +{place} @@\n-x\n+y\n"))
    };
    let expected = |names: &[&str]| names.iter().map(|name| format!("simple::{name}")).collect::<Vec<_>>();
    assert_eq!(
        unconcerned("src/lib.rs", "items[0]"),
        expected(&["Inner", "Outer", "half", "quarter", "untested"])
    );
    assert_eq!(
        unconcerned("src/lib.rs", "self.count += 1"),
        expected(&["Lone", "half", "quarter", "untested"])
    );
    assert_eq!(unconcerned("src/lib.rs", "x / by"), expected(&["Inner", "Lone", "Outer", "untested"]));
    // What is no function's body may concern all; tests concern what they were seen in.
    assert_eq!(unconcerned("src/lib.rs", "items: Vec<u8>"), expected(&[]));
    assert_eq!(unconcerned("tests/more.rs", "fn nothing"), expected(&["untested"]));
    assert_eq!(
        unconcerned("README.md", ""),
        expected(&["Inner", "Lone", "Outer", "half", "quarter", "untested"])
    );
    // So may a text that is included, a file of which no lines are told, one that is gone, and a declaration that went from between functions.
    assert_eq!(unconcerned("src/notes.md", ""), expected(&[]));
    assert_eq!(unconcerned("tests/data.txt", ""), expected(&[]));
    assert_eq!(unconcerned_by("Binary files a/src/x.bin and b/src/x.bin differ\n"), expected(&[]));
    assert_eq!(
        unconcerned_by("--- a/build.rs\n+++ /dev/null\n@@ -1 +0,0 @@\n-fn main() {}\n"),
        expected(&[])
    );
    let line = CODE.lines().position(|line| line.contains("x / by")).map_or(1, |line| line + 1);
    let removed = "-}\n-const X: u8 = 1;\n-fn f() {\n";
    assert_eq!(
        unconcerned_by(&format!("+++ b/src/lib.rs\n@@ -{line},3 +{},0 @@\n{removed}", line - 1)),
        expected(&[])
    );
}
