//! What the basic procedure makes of questions that the solver does not answer: less is known then, and nothing wrong.

#![allow(clippy::unwrap_used)]

use cargo_pct::abstraction::{Candidates, Conjunctions, Domain, Valuations};
use cargo_pct::fabricate::{Analysis, ExecutionLimits, FabricateConfig, analyse};
use cargo_pct::solver::{Prover, SolverConfig};
use cargo_pct::system::{SystemFile, check, read};
use std::path::Path;

/// Whether the number is a sum of three cubes, nobody knows.
const CUBES: &str = "
(system cubes)
(location L (var calm Bool) (var x Int) (var y Int) (var z Int) PREDICATES)
(initial L (and calm (= x 0) (= y 0) (= z 0)))
(edge L L (havoc x) (havoc y) (havoc z))
(test L (calm true))
";
const CALM: &str = "(predicate calm calm)";
const NO_SUM: &str = "(predicate no-sum (not (= (+ (+ (* (* x x) x) (* (* y y) y)) (* (* z z) z)) 114)))";

fn cubes(predicates: &str) -> SystemFile {
    let file = read(&CUBES.replace("PREDICATES", predicates)).unwrap();
    assert_eq!(check(&file.system), []);
    file
}

fn limited(resource_limit: u32) -> Prover {
    Prover::new(SolverConfig { resource_limit, ..SolverConfig::default() })
}

fn run<D: Domain>(file: &SystemFile, domain: &D, prover: &Prover) -> Analysis<D::Element> {
    let config = FabricateConfig { execution: Some(ExecutionLimits::default()) };
    analyse(&file.system, domain, &file.tests, &config, prover)
}

#[test]
fn a_conjunct_without_an_answer_is_lost_and_the_others_stay() {
    let file = cubes(&format!("{NO_SUM} {CALM}"));
    let at = file.system.locations.keys().next().unwrap();
    let mut candidates = Candidates::new();
    candidates[at] = file.system.locations[at].predicates.iter().map(|own| own.formula.clone()).collect();
    let domain = Conjunctions::new(candidates.clone());
    let analysis = run(&file, &domain, &limited(300_000));
    assert_eq!(analysis.imprecise, [at]);
    let left: Vec<_> = domain.conjuncts(at, &analysis.elements[at]).cloned().collect();
    assert_eq!(left, [candidates[at][1].clone()]);
}

#[test]
fn a_formula_without_an_answer_may_hold_and_the_others_are_decided() {
    let file = cubes(&format!("{NO_SUM} {CALM}"));
    let at = file.system.locations.keys().next().unwrap();
    let [no_sum, calm] = [0, 1].map(|number| file.system.locations[at].predicates[number].formula.clone());
    let mut solver = limited(300_000).solver();
    solver.assert(&calm);
    let never = calm.not();
    let is_sum = no_sum.not();
    assert_eq!(solver.may_hold(&[never.clone(), calm.clone()]), [false, true]);
    assert_eq!(solver.may_hold(&[never, is_sum, calm]), [false, true, true]);
}

#[test]
fn a_valuation_without_an_answer_counts_as_reached_and_no_other() {
    let file = cubes(&format!("{NO_SUM} {CALM}"));
    let at = file.system.locations.keys().next().unwrap();
    let analysis = run(&file, &Valuations::of(&file.system), &limited(300_000));
    assert_eq!(analysis.imprecise, [at]);
    let states: Vec<String> = analysis.elements[at].iter().map(ToString::to_string).collect();
    assert_eq!(states, ["TT", "FT"]);
}

/// With so many predicates, valuations are not looked at one by one: any states outside are taken for reached, until the rest has an
/// answer.
#[test]
fn where_there_are_too_many_valuations_any_state_outside_is_one() {
    let signs: String = (0..7).map(|n| format!("(predicate s{n} (< x {n}))")).collect();
    let file = cubes(&format!("{NO_SUM} {CALM} {signs}"));
    let at = file.system.locations.keys().next().unwrap();
    let analysis = run(&file, &Valuations::of(&file.system), &limited(300_000));
    assert_eq!(analysis.imprecise, [at]);
    // Of the first, both values, of the second one, of the others those that exist.
    let element = &analysis.elements[at];
    assert!(element.len() >= 8, "{element:?}");
    let top = Valuations::of(&file.system).top(at);
    assert!(element.iter().all(|valuation| top.contains(valuation)));
}

/// Whatever the solver may spend on a query, what it does not answer only adds states.
#[test]
fn fewer_answers_give_more_states() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems");
    let mut unanswered = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = read(&std::fs::read_to_string(entry.unwrap().path()).unwrap()).unwrap();
        let domain = Valuations::of(&file.system);
        let best = run(&file, &domain, &Prover::default());
        for limit in [1, 100, 1_000, 3_000] {
            let analysis = run(&file, &domain, &limited(limit));
            unanswered += analysis.imprecise.len();
            for (at, element) in best.elements.iter() {
                assert!(
                    element.is_subset(&analysis.elements[at]),
                    "{}, {limit} units: states of {} are missing",
                    file.system.name,
                    file.system.locations[at].name
                );
            }
            let is_worse = best.elements.iter().any(|(at, element)| element != &analysis.elements[at]);
            assert!(!is_worse || !analysis.imprecise.is_empty(), "{}, {limit} units", file.system.name);
        }
    }
    assert!(unanswered > 0, "the limits did not bind");
}
