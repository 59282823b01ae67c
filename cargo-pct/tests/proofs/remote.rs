//! Checks that need more than 2^32 calls or rounds of loops, and checks that seem to and do not.

use super::run;

/// The findings of a class or function: what fails, and the number of steps, as a power of two, if it is remote.
fn check(source: &str, name: &str, functions: &[&str], expected: &[(&str, Option<u32>)]) {
    let (_, _, lowered, verification) = run(source, name, functions);
    assert!(lowered.obstacles().is_empty(), "{:?}", lowered.obstacles());
    let found = verification.findings.iter().map(|finding| {
        let failure = lowered.failure(finding.error);
        (failure.kind.name(), finding.steps.map(u64::ilog2))
    });
    assert_eq!(found.collect::<Vec<_>>(), expected, "{name}");
}

fn counter(ty: &str, start: &str, methods: &str) -> String {
    format!(
        "pub struct Counter {{ n: {ty} }}
         impl Counter {{ pub fn new() -> Counter {{ Counter {{ n: {start} }} }} {methods} }}"
    )
}

#[test]
fn a_counter_of_calls_is_remote_if_it_is_wide_enough() {
    let count = "pub fn count(&mut self) { self.n += 1; }";
    let functions = &["new", "count"];
    check(&counter("u64", "0", count), "Counter", functions, &[("overflow", Some(63))]);
    check(&counter("usize", "3", count), "Counter", functions, &[("overflow", Some(63))]);
    check(&counter("u32", "0", count), "Counter", functions, &[("overflow", Some(32))]);
    // The first failing call is one of the first 2^32.
    check(&counter("u32", "9", count), "Counter", functions, &[("overflow", None)]);
    check(&counter("i32", "0", count), "Counter", functions, &[("overflow", None)]);
    let by_two = "pub fn count(&mut self) { self.n += 2; }";
    check(&counter("u32", "0", by_two), "Counter", functions, &[("overflow", None)]);
    check(&counter("u64", "0", by_two), "Counter", functions, &[("overflow", Some(48))]);
    let down = "pub fn count(&mut self) { self.n -= 1; }";
    check(&counter("i64", "0", down), "Counter", functions, &[("overflow", Some(63))]);
}

#[test]
fn a_counter_that_is_set_back_or_capped_is_remote() {
    let methods = "pub fn count(&mut self) { self.n += 1; }
                   pub fn reset(&mut self) { self.n = 0; }
                   pub fn more(&mut self, by: u64) { self.n += if by > 7 { 7 } else { by }; }";
    let expected = &[("overflow", Some(48)), ("overflow", Some(48))];
    check(&counter("u64", "1", methods), "Counter", &["new", "count", "reset", "more"], expected);
}

#[test]
fn a_counter_whose_step_or_start_a_client_chooses_is_not_remote() {
    let by = "pub fn count(&mut self, by: u64) { self.n = self.n.wrapping_add(by); }
              pub fn more(&mut self) { self.n += 1; }";
    let found = |source: &str, functions: &[&str]| {
        let (_, _, _, verification) = run(source, "Counter", functions);
        verification.findings.iter().map(|finding| finding.steps).collect::<Vec<_>>()
    };
    assert_eq!(found(&counter("u64", "0", by), &["new", "count", "more"]), [None]);
    let from = "pub fn from(n: u64) -> Counter { Counter { n } } pub fn count(&mut self) { self.n += 1; }";
    assert_eq!(found(&counter("u64", "0", from), &["new", "from", "count"]), [None]);
    let all = "pub fn count(&mut self, all: &[u8]) { self.n += all.len() as u64; }";
    assert_eq!(found(&counter("u64", "0", all), &["new", "count"]), [None]);
}

#[test]
fn a_count_that_grows_with_itself_is_not_remote() {
    let found = |methods: &str, functions: &[&str]| {
        let (_, _, _, verification) = run(&counter("u64", "1", methods), "Counter", functions);
        verification.findings.iter().map(|finding| finding.steps).collect::<Vec<_>>()
    };
    assert_eq!(found("pub fn double(&mut self) { self.n *= 2; }", &["new", "double"]), [None]);
    assert_eq!(found("pub fn double(&mut self) { self.n += self.n; }", &["new", "double"]), [None]);
    // Two objects are added, each of which may be a copy of the other.
    let join = "pub fn copy(&self) -> Counter { Counter { n: self.n } }
                pub fn join(&mut self, other: &Counter) { self.n += other.n; }";
    assert_eq!(found(join, &["new", "copy", "join"]), [None]);
}

#[test]
fn rounds_of_loops_are_steps() {
    let count =
        "pub fn count(all: &[u8]) -> u32 { let mut n = 0; for it in all { if *it == 3 { n += 1; } } n }";
    check(count, "count", &[], &[("overflow", Some(32))]);
    let by_three = "pub fn count(all: &[u8]) -> u32 { let mut n = 0; for _ in all { n += 3; } n }";
    check(by_three, "count", &[], &[("overflow", None)]);
    let sum = "pub fn sum(all: &[u64]) -> u64 { let mut n = 0u64; for it in all { n += it; } n }";
    let (_, _, _, verification) = run(sum, "sum", &[]);
    assert_eq!(verification.findings.iter().map(|finding| finding.steps).collect::<Vec<_>>(), [None]);
}

#[test]
fn a_length_is_a_count_of_calls() {
    let source = "
        #[derive(Default)]
        pub struct Basket { prices: Vec<u32>, total: u32 }
        impl Basket {
            pub fn new() -> Basket { Basket { prices: Vec::new(), total: 0 } }
            pub fn add(&mut self, price: u32) {
                self.total = self.total.saturating_add(price);
                self.prices.push(price);
            }
            pub fn average(&self) -> u32 {
                if self.prices.is_empty() { return 0; }
                self.total / self.prices.len() as u32
            }
        }";
    check(source, "Basket", &["new", "add", "average"], &[("divide", Some(32))]);
}

/// What a model does in rounds, std may do at once.
#[test]
fn rounds_of_models_are_no_steps() {
    for last in ["(0..j).last().unwrap_or(0)", "(0..j).max().unwrap_or(0)", "(0..j).rev().min().unwrap_or(0)"]
    {
        let methods = format!(
            "pub fn set(&mut self, j: u64) {{ self.n = {last}; }} pub fn next(&self) -> u64 {{ self.n + 2 }}"
        );
        let (_, _, _, verification) = run(&counter("u64", "0", &methods), "Counter", &["new", "set", "next"]);
        let steps = verification.findings.iter().map(|finding| finding.steps);
        assert!(steps.clone().all(|steps| steps.is_none()), "{last}: {:?}", steps.collect::<Vec<_>>());
    }
}
