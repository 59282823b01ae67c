//! Random systems of two small counters, whose shortest executions into each error are enumerated.

use super::*;
use crate::random::Random;
use crate::system::{Stepper, read};
use std::collections::VecDeque;

/// Small limits, so that executions can be enumerated.
const LIMITS: [u32; 5] = [6, 5, 4, 3, 2];

/// Executions are followed so far: beyond the largest limit.
const MOST_STEPS: u64 = 70;

/// The new value of a counter, mostly one more.
fn update(random: &mut Random, own: &str) -> String {
    let grown = |by: u64| format!("(wrap u8 (+ {own} {by}))");
    match random.below(16) {
        0..6 => grown(1),
        6..9 => own.to_owned(),
        9 => grown(2 + random.below(3)),
        10 => random.below(5).to_string(),
        11 => "(wrap u8 (+ a b))".to_owned(),
        12 => format!("(wrap u8 (- {own} 1))"),
        13 => "(ite (< a b) a b)".to_owned(),
        14 => "a".to_owned(),
        _ => "b".to_owned(),
    }
}

fn guard(random: &mut Random) -> String {
    let number = random.below(40);
    let all = [
        "(<= 0 a)".to_owned(),
        "(<= 0 a)".to_owned(),
        format!("(< a {number})"),
        format!("(<= {number} b)"),
        "(<= a b)".to_owned(),
        "(not (= a b))".to_owned(),
    ];
    random.one_of(&all).expect("there are some").clone()
}

/// A class with a loop in some of its calls, and three failures.
fn system(random: &mut Random) -> String {
    let vars = "(var a u8) (var b u8)";
    let mut text =
        format!("(system |random|) (location outside) (location object {vars}) (location head {vars})\n");
    text += "(initial outside true)\n";
    text += &format!("(edge outside object (set a {}) (set b {}))\n", random.below(4), random.below(20));
    for (source, target) in
        [("object", "object"), ("object", "object"), ("object", "head"), ("head", "head"), ("head", "object")]
    {
        let (guard, a, b) = (guard(random), update(random, "a"), update(random, "b"));
        text += &format!("(edge {source} {target} (when {guard}) (set a {a}) (set b {b}))\n");
    }
    for source in ["object", "object", "head"] {
        let number = 5 + random.below(90);
        let failing =
            [format!("(= a {number})"), format!("(<= {number} (+ a b))"), format!("(< {number} b)")];
        let failing = random.one_of(&failing).expect("there are some");
        text += &format!("(error {source} \"fails\" (when {failing}))\n");
    }
    text
}

/// The fewest steps that are completed in front of each error that can happen. Edges without inputs are executed exactly.
fn fewest_steps(system: &System, rule: &StepRule) -> BTreeMap<ErrorId, u64> {
    let stepper = Stepper::new(system);
    let start = State { location: rule.boundary[0].expect("it is there"), values: Vec::new() };
    let mut queue = VecDeque::from([(start, 0u64)]);
    let mut seen = BTreeSet::new();
    let mut found = BTreeMap::new();
    while let Some((state, steps)) = queue.pop_front() {
        if steps > MOST_STEPS || !seen.insert(state.clone()) {
            continue;
        }
        let step = stepper.step(&state);
        for (error, _) in &step.errors {
            found.entry(*error).or_insert(steps);
        }
        for (edge, next) in &step.successors {
            match rule.is_step(&system.edges[*edge]) {
                true => queue.push_back((next.clone(), steps + 1)),
                false => queue.push_front((next.clone(), steps)),
            }
        }
    }
    found
}

#[test]
fn no_execution_into_a_remote_error_has_fewer_steps() {
    let (mut remote_errors, mut reached) = (0, 0);
    for seed in 0..28 {
        let text = system(&mut Random::new(seed));
        let system = read(&text).unwrap_or_else(|error| panic!("{error}: {text}")).system;
        let at = |name: &str| system.location_named(name);
        // In the last systems, rounds of the loop do not count.
        let uncounted = at("head").filter(|_| seed >= 20).into_iter().collect();
        let rule = StepRule { boundary: [at("outside"), at("object")], uncounted };
        let config = FabricateConfig { execution: Some(Default::default()) };
        let found = remote(system.clone(), &rule, &Invariant::new(), &LIMITS, &config, &Prover::default());
        let fewest = fewest_steps(&system, &rule);
        for (error, limit) in found {
            remote_errors += 1;
            if let Some(steps) = fewest.get(&error) {
                reached += 1;
                assert!(*steps >= 1 << limit, "{steps} steps are enough, not 2^{limit}: {text}");
            }
        }
    }
    // The test says something about errors that happen, and not about unreachable ones alone.
    assert!(remote_errors > 5 && reached > 2, "{remote_errors} remote, {reached} of them reached");
}
