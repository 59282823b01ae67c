//! Bounds of reachable abstract states: the figures of Ball's example, and random systems against enumeration.
//!
//! Expectations are lines of the fixtures that begin with `;=`, next to those that `tests/systems.rs` explains:
//!
//! - `feasible: 10`: valuations that states have, at any location;
//! - `onto: 21`, `onto, then one may step: 30`: abstract states that such steps reach from initial ones;
//! - `lower: 35`, `optimistic lower: 43`: the bounds;
//! - `upper but not optimistic: …`, `optimistic but not lower: …`: what lies between.

mod enumeration;
mod generate;
mod partition;
mod rows;

use cargo_pct::abstraction::{AbstractState, Steps, Valuations};
use cargo_pct::bounds::{Bounds, BoundsConfig, bounds, upper_bound};
use cargo_pct::solver::Prover;
use cargo_pct::system::{System, SystemFile, check, read};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn partitions() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems");
    let entries = std::fs::read_dir(folder).expect("the folder of fixtures exists");
    let files = entries.map(|entry| entry.expect("readable").path());
    let is_partition =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("partition"));
    let mut files: Vec<PathBuf> = files.filter(is_partition).collect();
    files.sort();
    assert!(files.len() >= 6, "the fixtures are gone");
    files
}

fn load(text: &str) -> SystemFile {
    let file = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(check(&file.system), [], "{text}");
    file
}

fn bounds_of(file: &SystemFile) -> Bounds {
    bounds(
        &file.system,
        &Valuations::of(&file.system),
        &file.tests,
        BoundsConfig::default(),
        &Prover::default(),
    )
}

type States = BTreeSet<AbstractState>;

fn labels(system: &System, states: &States) -> BTreeSet<String> {
    let label = |state: &AbstractState| {
        format!("{}{}", system.locations[state.location].name, state.valuation.to_string().to_lowercase())
    };
    states.iter().map(label).collect()
}

/// What an expectation's key means, as labels.
fn found(key: &str, system: &System, bounds: &Bounds) -> Option<BTreeSet<String>> {
    let upper = bounds.upper.states.clone();
    let (lower, optimistic) = (bounds.pessimistic.states(), bounds.optimistic.states());
    let states = match key {
        "states" => upper,
        "onto" => bounds.onto.clone(),
        "onto, then one may step" => bounds.after_may.clone(),
        "lower" => lower,
        "optimistic lower" => optimistic,
        "upper but not optimistic" => upper.difference(&optimistic).copied().collect(),
        "optimistic but not lower" => optimistic.difference(&lower).copied().collect(),
        _ => return None,
    };
    Some(labels(system, &states))
}

#[test]
fn every_figure_of_balls_example_is_reproduced() {
    for path in partitions() {
        let text = std::fs::read_to_string(&path).expect("fixtures are readable");
        let file = load(&text);
        let bounds = bounds_of(&file);
        for expectation in text.lines().filter_map(|line| line.strip_prefix(";= ")) {
            let what = format!("{}: {expectation}", path.display());
            let (key, value) = expectation.split_once(": ").expect("`KEY: VALUE`");
            match (found(key, &file.system, &bounds), value.parse::<usize>()) {
                (Some(found), Ok(count)) => assert_eq!(found.len(), count, "{what}: {found:?}"),
                (Some(found), Err(_)) => {
                    assert_eq!(found, value.split_whitespace().map(str::to_owned).collect(), "{what}");
                }
                (None, Ok(count)) if key == "feasible" => {
                    let everywhere = count * file.system.locations.len();
                    assert_eq!(bounds.feasible, Some(everywhere), "{what}");
                }
                _ => {}
            }
        }
    }
}

/// Ball's program with other conditions in front of its inner loops, and its refined predicates from other initial states.
#[test]
fn every_variant_of_balls_example_has_its_bounds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems");
    let plain = std::fs::read_to_string(folder.join("partition.sys")).expect("it is there");
    let first = "(<= (select a lo) pivot)";
    let second = "(> (select a hi) pivot)";
    let guarded = |guards: [&str; 2]| {
        let mut text = plain.clone();
        for (guard, own) in guards.into_iter().zip([first, second]) {
            if !guard.is_empty() {
                // The condition of the loop, not the predicate.
                text = text.replace(&format!("(when {own})"), &format!("(when (and {guard} {own}))"));
                text = text
                    .replace(&format!("(when (not {own}))"), &format!("(when (not (and {guard} {own})))"));
            }
        }
        text
    };
    let (inside, before) = ("(<= lo hi)", "(< lo hi)");
    for (guards, figures) in [
        (["", ""], [49, 35, 43]),
        ([inside, ""], [53, 35, 41]),
        (["", inside], [52, 35, 42]),
        ([inside, inside], [56, 35, 35]),
        ([before, ""], [48, 39, 45]),
        (["", before], [48, 38, 45]),
        ([before, before], [42, 42, 42]),
    ] {
        assert_eq!(sizes(&guarded(guards)), figures, "{guards:?}");
    }
    // With `lo < hi` in front of one loop the program may not end. Whoever takes what does not end for dominated by everything has
    // everything in the optimistic bound.
    for guards in [[before, ""], ["", before]] {
        let bounds = bounds_of(&load(&guarded(guards)));
        assert_eq!(enumeration::vacuous_optimistic_bound(&bounds), bounds.upper.states, "{guards:?}");
    }
    for (name, known, figures) in [
        ("partition-refined.sys", "(<= (select a (- lo 1)) pivot)", [88, 78, 85]),
        ("partition-refined.sys", "true", [147, 128, 141]),
        ("partition-refined-fixed.sys", "(<= (select a (- lo 1)) pivot)", [82, 82, 82]),
        ("partition-refined-fixed.sys", "true", [135, 135, 135]),
    ] {
        let text = std::fs::read_to_string(folder.join(name)).expect("it is there");
        let line =
            text.lines().find(|line| line.starts_with("(initial")).expect("executions begin somewhere");
        let text = text.replace(line, &format!("(initial L0 (and (< lo hi) {known}))"));
        assert_eq!(sizes(&text), figures, "{name} {known}");
    }
}

/// U, Lₚ and Lₒ.
fn sizes(text: &str) -> [usize; 3] {
    let bounds = bounds_of(&load(text));
    [bounds.upper.states.len(), bounds.pessimistic.witnesses.len(), bounds.optimistic.witnesses.len()]
}

/// The boolean program of slide 38 and the solver on the concrete steps have the same upper bound, state for state.
#[test]
fn the_boolean_program_is_the_abstraction() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems");
    for (concrete, boolean) in
        [("partition.sys", "partition-boolean.sys"), ("partition-fixed.sys", "partition-boolean-fixed.sys")]
    {
        let upper = |name: &str| {
            let file = load(&std::fs::read_to_string(folder.join(name)).expect("it is there"));
            labels(&file.system, &bounds_of(&file).upper.states)
        };
        assert_eq!(upper(concrete), upper(boolean));
    }
}

/// What small arrays reach lies between the bounds; if nothing is known of the elements outside, it is the upper one.
#[test]
fn balls_example_run_on_small_arrays_is_between_its_bounds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems");
    for (name, is_fixed, count) in [("partition.sys", false, 46), ("partition-fixed.sys", true, 50)] {
        let (mut reached, mut from_anywhere) = (BTreeSet::new(), BTreeSet::new());
        for run in partition::small_runs(is_fixed) {
            // The pivot itself stands in front of what is partitioned.
            if run.is_small_before() {
                run.clone().run(partition::in_a_total_array, &mut reached);
            }
            run.run(partition::in_a_total_array, &mut from_anywhere);
        }
        assert_eq!(reached.len(), count, "{name}: {reached:?}");
        let file = load(&std::fs::read_to_string(folder.join(name)).expect("it is there"));
        let bounds = bounds_of(&file);
        let lower = labels(&file.system, &bounds.optimistic.states());
        assert!(lower.is_subset(&reached), "{name}: {:?}", lower.difference(&reached));
        let upper = labels(&file.system, &bounds.upper.states);
        assert!(reached.is_subset(&upper), "{name}: {:?}", reached.difference(&upper));
        assert_eq!(from_anywhere, upper, "{name}");
    }
}

/// With the refined predicates the bounds meet, so small arrays reach just what is between them.
#[test]
fn what_the_refined_predicates_say_is_reached_is_what_small_arrays_reach() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems");
    for (name, is_fixed) in [("partition-refined.sys", false), ("partition-refined-fixed.sys", true)] {
        let mut reached = BTreeSet::new();
        let runs = partition::small_runs(is_fixed);
        for run in runs.filter(|run| run.is_small_before() && run.is_great_after()) {
            run.run(partition::refined, &mut reached);
        }
        let file = load(&std::fs::read_to_string(folder.join(name)).expect("it is there"));
        assert_eq!(reached, labels(&file.system, &bounds_of(&file).upper.states), "{name}");
    }
}

/// Slide 45's inputs cover all of the optimistic bound but one state.
#[test]
fn balls_inputs_cover_what_the_slides_say() {
    for (is_fixed, count) in [(false, 42), (true, 43)] {
        let mut covered = BTreeSet::new();
        for input in partition::INPUTS {
            partition::run_of(input, is_fixed).run(partition::in_a_slice, &mut covered);
        }
        assert_eq!(covered.len(), count, "{covered:?}");
        if !is_fixed {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems");
            let text = std::fs::read_to_string(folder.join("partition.sys")).expect("it is there");
            let file = load(&text);
            let mut lower = labels(&file.system, &bounds_of(&file).optimistic.states());
            lower.remove("L2ffff");
            assert_eq!(covered, lower);
        }
    }
}

#[test]
fn bounds_of_random_systems_enclose_what_is_reached() {
    let (mut decided, mut strict, mut queries) = (0, 0, [0, 0]);
    for seed in 0..500 {
        let system = generate::system(seed);
        assert_eq!(check(&system), [], "seed {seed}");
        let oracle = enumeration::Oracle::new(&system);
        let domain = Valuations::of(&system);
        let bounds = bounds(&system, &domain, &[], BoundsConfig::default(), &Prover::default());
        let classical = upper_bound(&system, &domain, &[], BoundsConfig::CLASSICAL, &Prover::default());
        assert_eq!(classical.states, bounds.upper.states, "seed {seed}: what is executed changes no bound");
        queries = [queries[0] + bounds.upper.queries, queries[1] + classical.queries];
        let (lower, optimistic) = (bounds.pessimistic.states(), bounds.optimistic.states());
        let reached = oracle.reached();
        assert!(lower.is_subset(&reached), "seed {seed}: {:?}", lower.difference(&reached));
        assert!(reached.is_subset(&bounds.upper.states), "seed {seed}");
        assert!(lower.is_subset(&optimistic), "seed {seed}");
        if oracle.ends() {
            assert!(optimistic.is_subset(&reached), "seed {seed}: {:?}", optimistic.difference(&reached));
        }
        assert_eq!(bounds.feasible, Some(oracle.feasible()), "seed {seed}");
        assert_eq!(bounds.upper.states, oracle.upper(), "seed {seed}");
        decided += usize::from(lower == bounds.upper.states);
        strict += usize::from(lower.len() < reached.len() && reached.len() < bounds.upper.states.len());
    }
    println!(
        "{decided} with equal bounds, {strict} with all three sets different; {queries:?} queries for upper bounds"
    );
    assert!(queries[0] < queries[1], "{queries:?}: execution answers most questions");
    assert!(decided > 10 && strict > 10, "{decided} {strict}");
}

#[test]
fn steps_of_random_systems_are_what_enumeration_says() {
    let mut counts = [[0; 2]; 2];
    for seed in 0..500 {
        let system = generate::system(seed);
        let oracle = enumeration::Oracle::new(&system);
        let domain = Valuations::of(&system);
        let mut steps = Steps::new(&system, &domain, &Prover::default());
        for (from, to) in oracle.may() {
            let (total, onto) = (oracle.total(from, to), oracle.onto(from, to));
            assert_eq!(steps.total(from, to), total, "seed {seed}: total {from:?} {to:?}");
            assert_eq!(steps.onto(from, to), onto, "seed {seed}: onto {from:?} {to:?}");
            counts[usize::from(total)][usize::from(onto)] += 1;
        }
    }
    println!("{counts:?}");
    assert!(counts.iter().flatten().all(|count| *count > 50), "{counts:?}");
}
