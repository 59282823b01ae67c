//! Abstraction-driven concolic testing: the paper's programs, and random systems against enumeration.

#[path = "../bounds/generate.rs"]
mod generate;
mod oracle;
mod work;

use cargo_pct::concolic::{ConcolicConfig, Exploration, SearchOrder, Share, Verdict, explore};
use cargo_pct::random::Random;
use cargo_pct::solver::Prover;
use cargo_pct::system::{Goal, GoalId, Stepper, System, check, read};
use std::collections::BTreeSet;
use std::path::Path;

const ORDERS: [SearchOrder; 4] =
    [SearchOrder::Dfs, SearchOrder::Cfg, SearchOrder::RandomBranch, SearchOrder::Uniform];

const SHARES: [Share; 4] = [Share::Fixed(0.8), Share::Predicted, Share::Fixed(0.0), Share::Fixed(0.5)];

fn load(name: &str) -> System {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems").join(name);
    let text = std::fs::read_to_string(path).expect("fixtures are readable");
    let file = read(&text).unwrap_or_else(|error| panic!("{name}:{error}"));
    assert_eq!(check(&file.system), [], "{name}");
    file.system
}

/// A random system in which each edge has a goal; now and then two of them share one.
fn random_system(seed: u64) -> System {
    let mut system = generate::system(seed);
    let mut random = Random::new(seed);
    for edge in system.edges.keys() {
        let goals: Vec<GoalId> = system.goals.keys().collect();
        match random.one_of(&goals) {
            Some(goal) if random.below(4) == 0 => {
                system.goals[*goal].edges.insert(edge);
            }
            _ => {
                system.goals.push(Goal { name: format!("{edge}"), edges: BTreeSet::from([edge]) });
            }
        }
    }
    system
}

fn covered(exploration: &Exploration) -> usize {
    exploration.goals.values().filter(|verdict| matches!(verdict, Verdict::Covered(_))).count()
}

/// Explores, and checks what is to hold of every exploration.
fn explored(system: &System, config: &ConcolicConfig) -> Exploration {
    let exploration = explore(system, config, &Prover::default());
    let what = format!("{} {config:?}", system.name);
    assert!(exploration.runs <= config.runs, "{what}: {} runs", exploration.runs);
    assert!(exploration.refinements <= config.refinements, "{what}: {}", exploration.refinements);
    let stepper = Stepper::new(system);
    for test in &exploration.suite {
        assert!(test.replay(&stepper).is_some(), "{what}: the interpreter does not confirm {test:?}");
        assert!(exploration.monitors.iter().all(|it| it.allows(test)), "{what}: {test:?} leaves a monitor");
    }
    for (goal, verdict) in exploration.goals.iter() {
        if let Verdict::Covered(number) = verdict {
            let edges = &system.goals[goal].edges;
            assert!(exploration.suite[*number].edges().any(|edge| edges.contains(&edge)), "{what}: {goal}");
        }
    }
    exploration
}

#[test]
fn no_verdict_contradicts_enumeration_in_any_order() {
    let (mut decided, mut all) = (0, 0);
    for seed in 0..60 {
        let system = random_system(seed);
        let taken = oracle::taken(&system);
        for (number, search) in ORDERS.into_iter().enumerate() {
            for is_guided in [true, false] {
                let share = SHARES[(seed as usize + number) % SHARES.len()];
                let limits =
                    ConcolicConfig { runs: 40, refinements: 8, steps: 30, ..ConcolicConfig::default() };
                let config = ConcolicConfig { search, is_guided, share, seed, ..limits };
                for (goal, verdict) in explored(&system, &config).goals.iter() {
                    let is_taken = system.goals[goal].edges.iter().any(|edge| taken.contains(edge));
                    all += 1;
                    decided += usize::from(*verdict != Verdict::Open);
                    match verdict {
                        Verdict::Covered(_) => assert!(is_taken, "{} {config:?} {goal}", system.name),
                        Verdict::Unreachable => assert!(!is_taken, "{} {config:?} {goal}", system.name),
                        Verdict::Open => {}
                    }
                }
            }
        }
    }
    println!("{decided} of {all} decided");
    assert!(decided * 10 > all * 6, "{decided} of {all}");
}

#[test]
fn with_enough_work_every_goal_is_decided() {
    for seed in 100..150 {
        let system = random_system(seed);
        let taken = oracle::taken(&system);
        for search in [SearchOrder::Cfg, SearchOrder::Dfs] {
            let limits =
                ConcolicConfig { runs: 400, refinements: 60, steps: 40, ..ConcolicConfig::default() };
            let exploration = explored(&system, &ConcolicConfig { search, seed, ..limits });
            for (goal, verdict) in exploration.goals.iter() {
                let is_taken = system.goals[goal].edges.iter().any(|edge| taken.contains(edge));
                match verdict {
                    Verdict::Covered(_) => assert!(is_taken),
                    Verdict::Unreachable => assert!(!is_taken),
                    Verdict::Open => panic!("{} {search:?}: {goal} is open, taken: {is_taken}", system.name),
                }
            }
        }
    }
}

#[test]
fn every_execution_is_a_path_of_every_monitor() {
    for seed in 200..240 {
        let system = random_system(seed);
        let config = ConcolicConfig {
            runs: 5,
            refinements: 10,
            share: Share::Fixed(0.3),
            ..ConcolicConfig::default()
        };
        let monitors = explored(&system, &config).monitors;
        let mut random = Random::new(seed);
        for _ in 0..200 {
            let Some(test) = oracle::walk(&system, 40, &mut random) else { continue };
            assert!(monitors.iter().all(|it| it.allows(&test)), "{}: {test:?}", system.name);
        }
    }
}

/// What is covered, proved unreachable, and spent, as a row of the table in `docs/design/concolic.md`.
fn row(system: &System, config: &ConcolicConfig) -> (usize, usize) {
    let exploration = explored(system, config);
    let unreachable = exploration.goals.values().filter(|it| **it == Verdict::Unreachable).count();
    println!(
        "{} {:?} {}: {} covered, {unreachable} unreachable, {} runs, {} refinements, {} queries",
        system.name,
        config.search,
        if config.is_guided { "guided" } else { "alone" },
        covered(&exploration),
        exploration.runs,
        exploration.refinements,
        exploration.queries
    );
    (covered(&exploration), unreachable)
}

#[test]
fn the_papers_programs_are_decided_within_200_runs_and_12_refinements() {
    for (name, expected) in
        [("simple-while.sys", (12, 0)), ("branches.sys", (12, 0)), ("unreach.sys", (9, 1))]
    {
        let system = load(name);
        for search in ORDERS {
            let found = row(&system, &ConcolicConfig { search, ..ConcolicConfig::default() });
            if search != SearchOrder::Uniform {
                assert_eq!(found, expected, "{name} {search:?}");
            }
        }
    }
}

/// The figures of the paper's recomputation, which searched without randomness.
#[test]
fn testing_alone_reaches_what_the_table_says() {
    for (name, dfs, cfg) in [("simple-while.sys", 10, 11), ("branches.sys", 8, 7), ("unreach.sys", 9, 9)] {
        let system = load(name);
        for search in ORDERS {
            let (covered, unreachable) =
                row(&system, &ConcolicConfig { search, is_guided: false, ..ConcolicConfig::default() });
            assert_eq!(unreachable, 0, "without an abstraction nothing is proved");
            match search {
                SearchOrder::Dfs => assert_eq!(covered, dfs, "{name}"),
                SearchOrder::Cfg => assert_eq!(covered, cfg, "{name}"),
                SearchOrder::RandomBranch | SearchOrder::Uniform => {}
            }
        }
    }
}

/// `xtask/src/bench/petri/net.rs` generates it.
#[test]
fn a_small_petri_net_is_covered_in_fewer_runs_with_an_abstraction() {
    let text = include_str!("petri-small.sys");
    let system = read(text).unwrap_or_else(|error| panic!("{error}")).system;
    for search in ORDERS {
        let config = ConcolicConfig { search, runs: 20, refinements: 1, ..ConcolicConfig::default() };
        let (guided, _) = row(&system, &config);
        let (alone, _) = row(&system, &ConcolicConfig { is_guided: false, ..config });
        assert!(guided > alone, "{search:?}: {guided} guided, {alone} alone");
    }
}
