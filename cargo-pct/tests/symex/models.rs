//! Every model of the standard library, and each form of the language, against the real thing on random inputs.
//!
//! Each snippet is the body of a function as in the differential test; it must give the same result, or the same panic,
//! natively, interpreted and executed symbolically.

use crate::generate::Function;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const INPUTS: usize = 10;

#[test]
fn models_agree_with_the_standard_library() {
    let functions: Vec<Function> =
        crate::snippets::MODELS.iter().map(|body| Function((*body).to_owned())).collect();
    check(&functions);
}

#[test]
fn models_agree_at_the_corners() {
    let corners = crate::corners::CORNERS.iter().chain(crate::corners::ROOM);
    let corners = corners.chain(crate::further::MODELS);
    check(&corners.map(|body| Function((*body).to_owned())).collect::<Vec<_>>());
}

#[test]
fn models_of_texts_agree() {
    let functions: Vec<Function> =
        crate::texts::MODELS.iter().map(|body| Function((*body).to_owned())).collect();
    // A character at a place that is not known is a variable, of which an equation says what it is: no value is found for it here.
    check_share(&functions, 60);
}

#[test]
fn language_forms_agree_with_rustc() {
    let functions: Vec<Function> =
        crate::snippets::LANGUAGE.iter().map(|body| Function((*body).to_owned())).collect();
    check(&functions);
}

fn check(functions: &[Function]) {
    check_share(functions, 90);
}

/// `least`: how many of a hundred runs at least are to be followed exactly by the symbolic execution. All are by the interpreter.
fn check_share(functions: &[Function], least: usize) {
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = proptest::collection::vec(crate::generate::case(), INPUTS);
    let cases: Vec<_> =
        functions.iter().map(|_| strategy.new_tree(&mut runner).expect("a sample").current()).collect();
    let subject = crate::run::Differential::compile(functions, &cases);
    let mut lacking = Vec::new();
    let mut tally = crate::run::Tally::default();
    for (number, (function, cases)) in functions.iter().zip(&cases).enumerate() {
        let before = tally.unknown;
        for (index, case) in cases.iter().enumerate() {
            subject.compare(number, index, case, &mut tally);
        }
        if tally.unknown > before {
            lacking.push(function.0.clone());
        }
    }
    crate::run::Differential::expect_agreement(&tally);
    println!("{tally:?}");
    assert!(lacking.is_empty(), "the interpreter gave up on {lacking:#?}: {tally:?}");
    let all = tally.exact + tally.approximate;
    assert!(tally.exact * 100 > all * least, "{tally:?}");
}
