//! What the attributes expand to: few snapshots, and checks of what is placed where.
//!
//! A snapshot is `tests/expansions/NAME.rs` (the item under its attribute) with `NAME.expanded.rs` (formatted expansion, then
//! the side-car's lines as comments). `BLESS=1` writes the expansions anew.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use pct_instrument::{Granularity, Name, Settings, Sidecar, instrument};
use pct_wire::Id;
use pct_wire::dropped::Dropped;
use pct_wire::sites::{self, Extent, Record};
use proc_macro2::TokenStream;

fn settings(granularity: Granularity, dropped: &[Dropped]) -> Settings {
    let dropped: BTreeSet<Dropped> = dropped.iter().copied().collect();
    let mut settings = Settings::new("fixture/fixture".to_owned(), granularity, dropped, None);
    settings.file = Some("src/lib.rs".to_owned());
    settings
}

/// Expands an item under `#[pct::predicates(ARGS)]`, and reads back what it recorded.
fn expand(args: &str, item: &str, settings: Option<&Settings>) -> (String, Vec<Record>) {
    let mut sidecar = Sidecar::default();
    let (args, item): (TokenStream, TokenStream) = (args.parse().unwrap(), item.parse().unwrap());
    let tokens = instrument(Name::Predicates, args, item, settings, &mut sidecar).unwrap();
    let (_, records) = sites::read(&(sites::header() + &sidecar.lines())).unwrap();
    (tokens.to_string(), records)
}

fn format(code: &str) -> String {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config", "max_width=110,use_small_heuristics=Max", "--emit", "stdout"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(code.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{code}");
    String::from_utf8(output.stdout).unwrap()
}

fn check_snapshot(name: &str, args: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expansions");
    let item = fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
    let (expanded, records) = expand(args, &item, Some(&settings(Granularity::Branches, &[])));
    let lines: String =
        records.iter().map(|record| format!("// {}", record.to_line().replace('\t', " "))).collect();
    let found = format!("{}\n{lines}", format(&expanded));
    let path = folder.join(format!("{name}.expanded.rs"));
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&path).unwrap(), "BLESS=1 accepts the new expansion of {name}");
}

#[test]
fn a_type_gets_hidden_impls() {
    check_snapshot("type", "full = self.size == self.max, sorted = self.items.is_sorted()");
}

#[test]
fn a_method_is_observed_at_entry_loops_branches_and_exit() {
    check_snapshot("methods", "");
}

#[test]
fn a_function_with_question_marks_is_wrapped() {
    check_snapshot("function", "long = text.len() > 3");
}

#[test]
fn conditions_of_the_code_are_observed_where_the_type_has_no_predicates() {
    check_snapshot("derived", "");
}

#[test]
fn outside_cargo_pct_the_item_is_unchanged() {
    let item =
        "impl S { # [pct :: predicates (n > 0)] fn f (& self , n : u8) { pct :: cutpoint ! (\"L\") ; } }";
    let (expanded, records) = expand("", item, None);
    assert_eq!(expanded, item.parse::<TokenStream>().unwrap().to_string());
    assert!(records.is_empty());
}

const BODY: &str = "fn f(mut n: u8, limit: Option<u8>) -> u8 {
    let Some(limit) = limit else { return 0 };
    while n < limit {
        n += 1;
        if n == 7 { break; } else if n == 8 { continue; }
        match n { 1 => n = 2, _ => {} }
    }
    let each = |n: u8| if n > 1 { 1 } else { 2 };
    loop { if each(n) == 1 { break n; } }
}";

fn labels(granularity: Granularity, dropped: &[Dropped]) -> Vec<String> {
    let (_, records) = expand("small = n < 5, limit", BODY, Some(&settings(granularity, dropped)));
    let label = |record: &Record| match record {
        Record::Cutpoint(it) => {
            Some(format!("{}/{}", it.label.trim_start_matches("f:"), it.predicates.len()))
        }
        _ => None,
    };
    records.iter().filter_map(label).collect()
}

#[test]
fn granularity_chooses_cutpoints_and_scope_chooses_predicates() {
    assert_eq!(labels(Granularity::Loops, &[]), ["entry/2", "loop1/2", "loop2/2", "exit/2"]);
    assert_eq!(
        labels(Granularity::Branches, &[]),
        [
            "entry/2",
            "branch1/2",
            "branch2/2",
            "loop1/2",
            "branch3/2",
            "branch4/2",
            "branch5/2",
            "branch6/2",
            "branch7/2",
            "branch8/2",
            "loop2/2",
            "branch9/2",
            "branch10/2",
            "exit/2"
        ]
    );
    // The test of `while`, the `if` and the last `loop`: every other statement has a probe right in front of it already.
    let statements = labels(Granularity::Statements, &[]);
    assert_eq!(statements.iter().filter(|label| label.starts_with("statement")).count(), 3, "{statements:?}");
}

#[test]
fn by_statements_each_test_of_a_loop_is_observed() {
    let item = "fn f(n: u8) { while n < 2 { step(); } while let Some(x) = next() { step(); } }";
    let (expanded, _) = expand("n < 2", item, Some(&settings(Granularity::Statements, &[])));
    assert_eq!(expanded.matches("while { {").count(), 1, "{expanded}");
    assert!(expanded.contains("while let Some (x) = next () {"));
}

#[test]
fn a_function_is_not_instrumented_twice() {
    // What happens to `#[predicates]` without its path, in an annotated impl: the impl's attribute passes it by.
    let settings = settings(Granularity::Loops, &[]);
    let (once, _) = expand("n > 0", "fn f(n: u8) {}", Some(&settings));
    let args = "n > 1".parse().unwrap();
    let twice =
        instrument(Name::Predicates, args, once.parse().unwrap(), Some(&settings), &mut Sidecar::default());
    assert!(twice.unwrap_err().to_string().contains("write this attribute with its path, `#[pct::…]`"));
}

#[test]
fn a_driver_and_what_builds_objects_are_dropped() {
    let ty = "struct S { n: u8 }";
    let item = "impl S { fn f(&self) {} }";
    let (before, records) = expand("self.n > 0", ty, Some(&settings(Granularity::Loops, &[])));
    let Some(Record::Subject(subject)) = records.first() else { panic!("{records:?}") };
    assert!(before.contains("pct_build") && subject.not_fabricable.is_none());
    let dropped = [Dropped::Driver(subject.id)];
    let (after, records) = expand("self.n > 0", ty, Some(&settings(Granularity::Loops, &dropped)));
    let refused = matches!(&records[0], Record::Subject(it) if it.not_fabricable.is_some());
    assert!(!after.contains("pct_build") && refused);

    let (before, records) = expand("", item, Some(&settings(Granularity::Loops, &[])));
    let Some(Record::Driver(driver)) = records.last() else { panic!("{records:?}") };
    assert!(before.contains(&driver.test));
    let (after, records) =
        expand("", item, Some(&settings(Granularity::Loops, &[Dropped::Driver(driver.id)])));
    assert!(!after.contains("pct_driver_") && !records.iter().any(|it| matches!(it, Record::Driver(_))));
}

/// Ids of the function `f` and of a cutpoint by label.
fn ids(label: &str) -> (Id, Id, Id) {
    let (_, records) = expand("small = n < 5, limit", BODY, Some(&settings(Granularity::Branches, &[])));
    let cutpoint = records.iter().find_map(|record| match record {
        Record::Cutpoint(it) if it.label == label => Some((it.function, it.id, it.predicates[0])),
        _ => None,
    });
    cutpoint.unwrap()
}

#[test]
fn cutpoints_of_the_user_are_found_wherever_they_stand() {
    let body = "fn f(n: u8) {
        match n { 0 => pct::cutpoint!(\"arm\"), _ => { pct::cutpoint!(\"block\") } }
        let g = || pct::cutpoint!(\"closure\");
        g();
    }";
    let (expanded, records) = expand("n", body, Some(&settings(Granularity::Loops, &[])));
    let found: Vec<String> = records
        .iter()
        .filter_map(|record| match record {
            Record::Cutpoint(it) => Some(it.label.clone()),
            Record::Unprobed(it) => Some(it.reason.clone()),
            _ => None,
        })
        .collect();
    let reason = "the cutpoint `closure` stands in a closure or `async` block, which cannot hold probes";
    assert_eq!(found, ["f:entry", "f:arm", "f:block", reason, "f:exit"]);
    assert_eq!(
        expanded.matches("cutpoint !").count(),
        1,
        "only the unreached one is left to the macro itself"
    );
}

#[test]
fn what_is_dropped_has_no_probe_and_is_named() {
    let (function, cutpoint, predicate) = ids("f:loop1");
    for (dropped, extent, left) in [
        (Dropped::Predicate { cutpoint, predicate }, Extent::Predicate, 14),
        (Dropped::Cutpoint(cutpoint), Extent::Cutpoint, 13),
        (Dropped::Exit(function), Extent::Exit, 13),
        (Dropped::Function(function), Extent::Function, 0),
    ] {
        let (_, records) =
            expand("small = n < 5, limit", BODY, Some(&settings(Granularity::Branches, &[dropped])));
        let unprobed = records.iter().find_map(|record| match record {
            Record::Unprobed(it) => Some(it.extent),
            _ => None,
        });
        let cutpoints = records.iter().filter(|record| matches!(record, Record::Cutpoint(_))).count();
        assert_eq!((unprobed, cutpoints), (Some(extent), left));
    }
}
