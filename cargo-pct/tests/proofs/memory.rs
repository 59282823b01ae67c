//! What fits into memory bounds the lengths of sequences.

use super::run;

/// The kinds of the findings in a function.
fn check(source: &str, expected: &[&str]) {
    let (_, _, lowered, verification) = run(source, "f", &[]);
    assert!(lowered.obstacles().is_empty(), "{:?}", lowered.obstacles());
    let kinds = verification.findings.iter().map(|finding| lowered.failure(finding.error).kind.name());
    assert_eq!(kinds.collect::<Vec<_>>(), expected, "{source}");
}

#[test]
fn lengths_in_memory_have_a_sum() {
    check("pub fn f(a: &[u8], b: &[u8]) -> usize { a.len() + b.len() + 2 }", &[]);
    check("pub fn f(a: &str, b: &[u64], c: &Vec<char>) -> usize { a.len() + 2 * (b.len() + c.len()) }", &[]);
    check("pub fn f(a: &[u64]) -> i64 { a.len() as i64 * 512 }", &[]);
    check("pub fn f(a: &[u64], b: &[u64]) -> usize { a.len() * b.len() }", &["overflow"]);
    check("pub fn f(a: &[u8]) -> usize { a.len() * 256 }", &["overflow"]);
    check("pub fn f(a: &[u8]) -> u32 { a.len() as u32 + 1 }", &["overflow"]);
}

#[test]
fn elements_without_size_take_no_memory() {
    check("pub fn f(a: &[()]) -> usize { a.len() + 1 }", &["overflow"]);
    check("pub fn f(a: &[[u8; 0]]) -> usize { a.len() + 1 }", &["overflow"]);
    check("pub struct S; pub fn f(a: &Vec<S>) -> usize { a.len() + 1 }", &["overflow"]);
}

#[test]
fn room_is_made_for_what_is_in_memory_already() {
    check("pub fn f(a: &[u64]) -> Vec<u64> { Vec::with_capacity(a.len() + 1) }", &[]);
    check("pub fn f(a: &[u8]) -> Vec<u64> { Vec::with_capacity(a.len()) }", &[]);
    check("pub fn f(a: &[u8]) -> Vec<[u8; 256]> { Vec::with_capacity(a.len()) }", &["panic"]);
    check("pub fn f(n: usize) -> Vec<u8> { Vec::with_capacity(n) }", &["panic"]);
}
