//! The bodies of the fuzz targets over their corpus, and over the corpus damaged: on stable, without a fuzzer.

#![allow(clippy::unwrap_used)]

#[path = "../../fuzz/bodies.rs"]
mod bodies;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::path::Path;

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5, "the corpus of {target} is gone");
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

#[test]
fn what_the_corpus_says_is_read_and_reads_back_the_same() {
    corpus("mir").iter().for_each(|data| bodies::mir(data));
    corpus("system").iter().for_each(|data| bodies::system(data));
}

#[test]
fn no_nesting_exhausts_the_stack() {
    for opener in ["(", "[", "<", "{", "((*", "&", "copy (", "Some(", "fn() -> ", "!", "|"] {
        let deep = opener.repeat(100_000);
        let statement = format!(
            "fn f() -> () {{\n    let mut _0: ();\n\n    bb0: {{\n        _0 = {deep};\n    }}\n}}\n"
        );
        let constant = format!(
            "fn f() -> () {{\n    let mut _0: ();\n\n    bb0: {{\n        _0 = const {deep};\n    }}\n}}\n"
        );
        for text in [&deep, &statement, &constant, &format!("fn f(_1: {deep}) -> () {{\n")] {
            bodies::mir(text.as_bytes());
        }
        bodies::system(deep.as_bytes());
        bodies::system(format!("(system s) (var n Int) (initial L (= n {deep}").as_bytes());
    }
}

/// One of the corpus with some bytes replaced by others of it.
fn damaged(target: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let all = corpus(target);
    let piece = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0usize..60);
    (0..all.len(), 0..all.len(), piece, any::<prop::sample::Index>(), 0usize..20).prop_map(
        move |(whole, other, (_, from, length), at, cut)| {
            let (mut data, other) = (all[whole].clone(), &all[other]);
            let from = from.index(other.len());
            let at = at.index(data.len());
            let end = (at + cut).min(data.len());
            data.splice(at..end, other[from..(from + length).min(other.len())].iter().copied());
            data
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(3), failure_persistence: None, ..ProptestConfig::with_cases(400)
    })]

    #[test]
    fn damaged_mir_reads_back_the_same(data in damaged("mir")) {
        bodies::mir(&data);
    }

    #[test]
    fn damaged_systems_read_back_the_same(data in damaged("system")) {
        bodies::system(&data);
    }
}
