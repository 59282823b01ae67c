//! Native runs, the interpreter and symbolic execution agree on random functions, panics included.
//!
//! proptest makes functions over integers, `Vec`, arrays, `Option` and enums, with branches and loops. All are compiled once:
//! one rustc call gives the MIR and a program that runs each function on each input.

use crate::generate::{Case, Function};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Functions made, and inputs for each.
const FUNCTIONS: usize = 120;
const INPUTS: usize = 6;

fn samples<T: std::fmt::Debug>(strategy: impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..count).map(|_| strategy.new_tree(&mut runner).expect("a sample").current()).collect()
}

#[test]
fn native_interpreted_and_symbolic_results_agree() {
    let functions: Vec<Function> = samples(crate::generate::function(), FUNCTIONS);
    let cases: Vec<Vec<Case>> =
        samples(proptest::collection::vec(crate::generate::case(), INPUTS), FUNCTIONS);
    let subject = crate::run::Differential::compile(&functions, &cases);
    let mut tally = crate::run::Tally::default();
    for (number, cases) in cases.iter().enumerate() {
        for (index, case) in cases.iter().enumerate() {
            subject.compare(number, index, case, &mut tally);
        }
    }
    crate::run::Differential::expect_agreement(&tally);
    println!("{tally:?}");
    // Agreement on nothing proves nothing.
    let runs = FUNCTIONS * INPUTS;
    assert!(tally.returned * 4 > runs, "most runs panicked: {tally:?}");
    assert!(tally.panicked * 20 > runs, "hardly a run panicked: {tally:?}");
    assert_eq!(tally.unknown, 0, "the interpreter gave up: {tally:?}");
    // Elements that are shifted by a distance that is no number are not known afterwards.
    assert!(tally.exact * 10 > runs * 9, "the symbolic execution lost knowledge: {tally:?}");
}
