//! The papers' programs as system files, each with its expected figures in the same file.
//!
//! A line that begins with `;=` is an expectation:
//!
//! - `states: Att …` or `states: 16`: all abstract states of the invariant, or their number;
//! - `states at S: …`: those of one location;
//! - `covered: …`, `missing: …`: what the tests reach, and what of the invariant they do not;
//! - `fabricated: 2..4`: how many states are fabricated;
//! - `finding: potential MESSAGE at L, …`: all errors; `proved`: there are none;
//! - `reachable within -3..14: …`: the abstract states that are really reached when every initial integer is taken from
//!   the range and no integer may leave it, found by enumeration apart from the code under test;
//! - `executed below: 500`: segments executed on concrete states.

use cargo_pct::abstraction::{Domain, Valuations};
use cargo_pct::fabricate::{
    Analysis, ExecutionLimits, FabricateConfig, First, Invariant, ReachLimits, Targets, analyse, certify,
    reach, search,
};
use cargo_pct::ids::SecondaryMap;
use cargo_pct::solver::Prover;
use cargo_pct::system::{DisplayState, LocationId, State, System, SystemFile, check, print, read};
use cargo_pct::term::{Assignment, Sort, Value};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

type Sets = SecondaryMap<LocationId, BTreeSet<cargo_pct::abstraction::Valuation>>;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems");
    let entries = std::fs::read_dir(folder).expect("the folder of fixtures exists");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    assert!(files.len() > 10, "the fixtures are gone");
    files
}

fn load(path: &Path) -> (String, SystemFile) {
    let text = std::fs::read_to_string(path).expect("fixtures are readable");
    let file = read(&text).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
    assert_eq!(check(&file.system), [], "{}", path.display());
    (text, file)
}

fn run(
    file: &SystemFile,
    execution: Option<ExecutionLimits>,
    prover: &Prover,
) -> Analysis<<Valuations as Domain>::Element> {
    analyse(&file.system, &Valuations::of(&file.system), &file.tests, &FabricateConfig { execution }, prover)
}

/// Labels like `Att`, by location and valuation.
fn labels(system: &System, sets: &Sets, only: Option<&str>) -> Vec<String> {
    let mut found = Vec::new();
    for (id, location) in system.locations.iter().filter(|(_, l)| only.is_none_or(|name| l.name == name)) {
        found.extend(sets[id].iter().map(|v| format!("{}{}", location.name, v.to_string().to_lowercase())));
    }
    found
}

fn assert_labels(expected: &str, mut found: Vec<String>, what: &str) {
    if let Ok(count) = expected.trim_end_matches(" states").parse::<usize>() {
        assert_eq!(found.len(), count, "{what}: {found:?}");
        return;
    }
    let mut expected: Vec<String> = expected.split_whitespace().map(str::to_owned).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{what}");
}

#[test]
fn every_figure_of_the_papers_is_reproduced() {
    for path in files() {
        let (text, file) = load(&path);
        let prover = Prover::default();
        let analysis = run(&file, Some(ExecutionLimits::default()), &prover);
        assert_eq!(analysis.imprecise, [], "{}", path.display());
        for expectation in text.lines().filter_map(|line| line.strip_prefix(";= ")) {
            let what = format!("{}: {expectation}", path.display());
            assert_expectation(expectation, &file, &analysis, &what);
        }
        println!(
            "{}: {} fabricated, {} initial, {} segments, {:?}",
            file.system.name,
            analysis.fabricated.len(),
            analysis.initial.len(),
            analysis.executed_segments,
            prover.statistics()
        );
    }
}

fn assert_expectation(
    expectation: &str,
    file: &SystemFile,
    analysis: &Analysis<<Valuations as Domain>::Element>,
    what: &str,
) {
    let system = &file.system;
    let all = labels(system, &analysis.elements, None);
    let covered = labels(system, &analysis.covered, None);
    let (key, value) = expectation.split_once(": ").unwrap_or((expectation, ""));
    match key.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["states"] => assert_labels(value, all, what),
        ["states", "at", name] => assert_labels(value, labels(system, &analysis.elements, Some(name)), what),
        ["covered"] => assert_labels(value, covered, what),
        ["missing"] => {
            assert_labels(value, all.into_iter().filter(|label| !covered.contains(label)).collect(), what);
        }
        ["fabricated"] => {
            let (low, high) = value.split_once("..").expect("`fabricated: LOW..HIGH`");
            let range: RangeInclusive<usize> =
                low.parse().expect("a number")..=high.parse().expect("a number");
            assert!(range.contains(&analysis.fabricated.len()), "{what}: {}", analysis.fabricated.len());
        }
        ["proved"] => {
            assert_eq!(analysis.findings, [], "{what}");
            let certificate =
                certify(system, &invariant(system, analysis), First::BitVectors, &Prover::default());
            certificate.unwrap_or_else(|reason| panic!("{what}: {reason}"));
        }
        ["finding"] => {
            let found: BTreeSet<String> = analysis
                .findings
                .iter()
                .map(|finding| {
                    let error = &system.errors[finding.error];
                    let status = if finding.is_confirmed() { "confirmed" } else { "potential" };
                    format!("{status} {} at {}", error.message, system.locations[error.source].name)
                })
                .collect();
            assert_eq!(found, value.split(", ").map(str::to_owned).collect(), "{what}");
        }
        ["reachable", "within", range] => {
            let (low, high) = range.split_once("..").expect("`reachable within LOW..HIGH`");
            let reached = enumerate(system, low.parse().expect("a number")..=high.parse().expect("a number"));
            assert_labels(value, labels(system, &reached, None), what);
            for (at, set) in reached.iter() {
                assert!(
                    set.is_subset(&analysis.elements[at]),
                    "{what}: reachable states are in the invariant"
                );
            }
        }
        ["executed", "below"] => {
            let bound: u64 = value.parse().expect("a number");
            assert!(analysis.executed_segments < bound, "{what}: {}", analysis.executed_segments);
        }
        // Those of `tests/bounds`.
        ["feasible" | "onto" | "onto," | "lower" | "optimistic" | "upper", ..] => {}
        _ => panic!("{what}: no such expectation"),
    }
}

fn invariant(system: &System, analysis: &Analysis<<Valuations as Domain>::Element>) -> Invariant {
    let domain = Valuations::of(system);
    let mut invariant = Invariant::new();
    for at in system.locations.keys() {
        invariant[at] = vec![domain.concretization(at, &analysis.elements[at])];
    }
    invariant
}

/// Breadth-first search over concrete states with the semantics of terms alone.
fn enumerate(system: &System, range: RangeInclusive<i64>) -> Sets {
    let domain = Valuations::of(system);
    let inside = |state: &State| {
        let vars = &system.locations[state.location].vars;
        vars.iter().zip(&state.values).all(|(var, value)| {
            !var.sort.is_integer() || i64::try_from(value.as_int()).is_ok_and(|value| range.contains(&value))
        })
    };
    let mut reached = Sets::new();
    let mut pending: Vec<State> = initial_states(system, &range);
    let mut seen: BTreeSet<State> = pending.iter().cloned().collect();
    while let Some(state) = pending.pop() {
        let assignment = system.assignment(&state);
        reached[state.location].insert(domain.valuation(system, &state));
        let value = |term| assignment.eval(term).expect("these systems have no inputs");
        for (_, edge) in system.edges_from(state.location) {
            if value(&edge.guard) == Value::Bool(true) {
                let values = edge.updates.iter().map(value).collect();
                let next = State { location: edge.target, values };
                if inside(&next) && seen.insert(next.clone()) {
                    pending.push(next);
                }
            }
        }
    }
    reached
}

fn initial_states(system: &System, range: &RangeInclusive<i64>) -> Vec<State> {
    let mut found = Vec::new();
    for initial in &system.initial {
        let vars = &system.locations[initial.location].vars;
        let mut rows: Vec<Vec<Value>> = vec![vec![]];
        for var in vars {
            let column: Vec<Value> = match &var.sort {
                Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
                Sort::Enum(variants) => (0..variants.len()).map(Value::int).collect(),
                _ => range.clone().map(Value::int).collect(),
            };
            rows = rows
                .iter()
                .flat_map(|row| column.iter().map(|v| [&row[..], std::slice::from_ref(v)].concat()))
                .collect();
        }
        for values in rows {
            let assignment: Assignment = vars.iter().cloned().zip(values.iter().cloned()).collect();
            if assignment.eval(&initial.constraint) == Ok(Value::Bool(true)) {
                found.push(State { location: initial.location, values });
            }
        }
    }
    found
}

#[test]
fn executing_changes_neither_the_result_nor_raises_the_queries() {
    let (mut with, mut without) = (0, 0);
    for path in files() {
        let (_, file) = load(&path);
        let (fast, classical) = (Prover::default(), Prover::default());
        let executed = run(&file, Some(ExecutionLimits::default()), &fast);
        let abstract_only = run(&file, None, &classical);
        assert_eq!(executed.elements, abstract_only.elements, "{}", path.display());
        let queries = (fast.statistics().queries, classical.statistics().queries);
        assert!(queries.0 <= queries.1, "{}: {queries:?}", path.display());
        println!("{}: {queries:?}", file.system.name);
        with += queries.0;
        without += queries.1;
    }
    assert!(with < without, "{with} {without}");
}

/// A model of the solver's is near zero and refutes few comparisons of many variables; steps like it refute many, and what is left
/// of the candidates is the same.
#[test]
fn steps_like_the_solvers_refute_what_it_would_have_to() {
    let names: Vec<String> = (0..12).map(|number| format!("x{number}")).collect();
    let vars: String = names.iter().map(|name| format!("(var {name} i64) ")).collect();
    let inputs: String = names.iter().map(|name| format!("(input n{name} i64) ")).collect();
    // The first two stay in order, nothing else does.
    let sets: String = names.iter().map(|name| format!("(set {name} n{name}) ")).collect();
    let text = format!(
        "(location A {vars})\n(initial A {})\n(edge A A {inputs} (when (<= nx0 nx1)) {sets})",
        format_args!("(and {})", names.iter().map(|name| format!("(= {name} 0) ")).collect::<String>()),
    );
    let file = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(check(&file.system), []);
    let search_with = |variations| {
        let execution = Some(ExecutionLimits { variations, ..ExecutionLimits::default() });
        let prover = Prover::default();
        let result = search(&file.system, &file.tests, &FabricateConfig { execution }, &prover, |_| true);
        let at = file.system.locations.keys().next().expect("there is one");
        let found: Vec<String> = result.invariant[at].iter().map(ToString::to_string).collect();
        (found, result.analysis.fabricated.len())
    };
    let (varied, alone) = (search_with(64), search_with(0));
    assert_eq!(varied.0, ["(<= x0 x1)"]);
    assert_eq!(varied.0, alone.0);
    println!("{} and {} fabricated", varied.1, alone.1);
    assert!(varied.1 < alone.1, "{} {}", varied.1, alone.1);
}

#[test]
fn a_printed_system_reads_back_as_itself() {
    for path in files() {
        let (_, file) = load(&path);
        let text = print(&file.system);
        let again = read(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", path.display()));
        assert_eq!(check(&again.system), [], "{text}");
        assert_eq!(print(&again.system), text, "{}", path.display());
        assert_eq!(again.system.goals, file.system.goals, "{}", path.display());
    }
}

#[test]
fn the_same_input_gives_the_same_fabricated_states() {
    for path in files().iter().take(4) {
        let (_, file) = load(path);
        let fabricated = || run(&file, Some(ExecutionLimits::default()), &Prover::default()).fabricated;
        assert_eq!(fabricated(), fabricated(), "{}", path.display());
    }
}

#[test]
fn a_malformed_file_says_where_and_what_to_write() {
    let error = |text: &str| read(text).expect_err("it is malformed").to_string();
    assert_eq!(error("(edge A B)"), "1:7: there is no such location");
    assert_eq!(
        error("(location A)\n(edge A A (sett x 1))"),
        "2:11: `(input NAME SORT)`, `(when TERM)`, `(set NAME TERM)`, `(havoc NAME)` or `(goal NAME)` was expected"
    );
    assert_eq!(
        error("(location A)\n(edge A A (goal a b))"),
        "2:11: `(input NAME SORT)`, `(when TERM)`, `(set NAME TERM)`, `(havoc NAME)` or `(goal NAME)` was expected"
    );
    assert_eq!(
        error("(location A)\n(error A \"no\" (goal a))"),
        "2:15: a goal is an edge between locations, not an error"
    );
    assert_eq!(error("(var x Foo)"), "1:8: `Foo` is no sort: Bool, Int, Nat, i8 … u128, usize, char are");
    assert_eq!(
        error("(location A (var x i8))\n(edge A A (set x (+ x 1)))"),
        "2:18: (+ x 1) of sort Int may not be a value of i8; `(wrap i8 …)`?"
    );
    assert_eq!(
        error("(locations A)").split(';').next(),
        Some("1:1: `(locations …)` is no form of this many parts")
    );
}

#[test]
fn an_ill_formed_system_names_the_rule() {
    let file = read("(location A (var x Int) (var x Int))").expect("it is well formed text");
    let found: Vec<String> = check(&file.system).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["location A: the variable `x` is declared twice", "system : no location is initial"]);
}

/// What a search over templates finds: the conjuncts that the proof needs at a location, and the fabricated states.
fn assert_search(name: &str, at: &str, expected: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems").join(name);
    let (_, mut file) = load(&path);
    // No predicate of the file is used.
    file.system.locations.values_mut().for_each(|location| location.predicates.clear());
    let config = FabricateConfig { execution: Some(ExecutionLimits::default()) };
    let prover = Prover::default();
    let result = search(&file.system, &file.tests, &config, &prover, |_| false);
    let certificate = result.certificate.unwrap_or_else(|reason| panic!("{name}: {reason}"));
    let at = file.system.location_named(at).expect("it is there");
    let found: Vec<String> = certificate.conjuncts[at].iter().map(ToString::to_string).collect();
    assert_eq!(found, expected, "{name}");
    println!("{name}: {} fabricated, {:?}", result.analysis.fabricated.len(), prover.statistics());
}

#[test]
fn templates_prove_the_repaired_stack_without_any_predicate() {
    assert_search("stack.sys", "S", &["(<= 0 size)", "(<= size max)"]);
    assert_search("stack-any-capacity.sys", "S", &["(<= 0 size)", "(<= size max)"]);
}

#[test]
fn templates_do_not_prove_what_is_wrong() {
    for name in
        ["stack-original.sys", "stack-printed-repair.sys", "counter500.sys", "bakery-ties.sys", "foo.sys"]
    {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems").join(name);
        let (_, file) = load(&path);
        let result =
            search(&file.system, &file.tests, &FabricateConfig::default(), &Prover::default(), |_| false);
        assert!(result.certificate.is_err(), "{name}");
    }
}

#[test]
fn a_forward_search_finds_the_shortest_execution_into_an_error() {
    let steps = |name: &str| -> Vec<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/systems").join(name);
        let (_, file) = load(&path);
        let system = &file.system;
        let found = reach(
            system,
            Targets::each(system.errors.keys()),
            |_| 1,
            &ReachLimits::default(),
            &Prover::default(),
        );
        let Some(execution) = found.first() else { return Vec::new() };
        // The execution is one, step by step.
        let mut state = execution.start.clone();
        for (edge, inputs, after) in &execution.steps {
            let mut assignment = system.assignment(&state);
            inputs.iter().for_each(|(var, value)| assignment.set(var.clone(), value.clone()));
            let edge = &system.edges[*edge];
            assert_eq!(assignment.eval(&edge.guard), Ok(Value::Bool(true)), "{name}");
            let values =
                edge.updates.iter().map(|update| assignment.eval(update).expect("in scope")).collect();
            state = State { location: edge.target, values };
            assert_eq!(state, *after, "{name}");
        }
        let names = execution.steps.iter().map(|(_, _, state)| DisplayState(system, state).to_string());
        names.collect()
    };
    assert_eq!(
        steps("stack-original.sys"),
        ["S {size: 0, max: 2}", "S {size: -1, max: 2}", "P {size: -1, max: 2, index: 0}"]
    );
    assert_eq!(steps("foo.sys").last().map(String::as_str), Some("G {x: 4, y: 0, px: null}"));
    assert_eq!(steps("stack.sys"), Vec::<String>::new());
    assert_eq!(steps("fixed-foo-coarse.sys"), Vec::<String>::new());
}
