//! The work of an exploration: long runs, branches that nothing takes, many edges, and numbers that grow.

use crate::explored;
use cargo_pct::concolic::{ConcolicConfig, Exploration, SearchOrder, Verdict};
use cargo_pct::system::{System, check, read};
use std::fmt::Write;

/// The default budgets, without an abstraction.
const ALONE: ConcolicConfig = ConcolicConfig {
    search: SearchOrder::Cfg,
    is_guided: false,
    share: cargo_pct::concolic::Share::Fixed(0.8),
    runs: 200,
    refinements: 12,
    queries: 200_000,
    steps: 5_000,
    seed: 0,
};

fn system(text: &str) -> System {
    let system = read(text).unwrap_or_else(|error| panic!("{error}")).system;
    assert_eq!(check(&system), []);
    system
}

fn verdict(system: &System, exploration: &Exploration, goal: &str) -> Verdict {
    let found = system.goals.iter().find(|(_, it)| it.name == goal);
    exploration.goals[found.expect("it has this goal").0]
}

/// A loop of 5,000 steps beside a guard that excludes itself in every state, however large the terms of the state are.
#[test]
fn a_guard_that_excludes_itself_is_asked_about_once() {
    let system = system(
        "(system h) (var x Int) (location L) (initial L (= x 0))
        (edge L L (input k u8) (set x (+ x k)) (goal loops))
        (edge L L (input m Int) (when (and (= m 1) (= m 2))) (goal never))
        (edge L L (when (and (< x 5) (< 5 x))) (goal nor_this))",
    );
    for search in [SearchOrder::Dfs, SearchOrder::Cfg] {
        let exploration = explored(&system, &ConcolicConfig { search, runs: 3, ..ALONE });
        assert_eq!(exploration.runs, 1, "{search:?}");
        assert!(exploration.queries < 10, "{search:?}: {} queries", exploration.queries);
        assert!(matches!(verdict(&system, &exploration, "loops"), Verdict::Covered(_)));
    }
}

/// No answer of one step is that of another one: the guard compares with the number of the step.
#[test]
fn runs_bound_the_work_on_branches_that_nothing_takes() {
    let system = system(
        "(system many) (var x Int) (var n Int) (location L) (initial L (and (= n 0) (<= 0 x) (<= x 0)))
        (edge L L (set n (+ n 1)))
        (edge L L (when (= x (+ n 1))) (goal never))",
    );
    let exploration = explored(&system, &ConcolicConfig { runs: 2, ..ALONE });
    assert_eq!(exploration.runs, 1);
    assert!(exploration.queries > 100 && exploration.queries < 1_100, "{} queries", exploration.queries);
}

/// 250 edges leave the only location, and runs have 1,000 steps.
#[test]
fn a_net_of_250_transitions_is_covered_in_a_few_runs() {
    let mut text = "(system net) (location L) (initial L (and".to_owned();
    (0..50).for_each(|place| write!(text, " (= p{place} {})", u8::from(place == 0)).expect("text grows"));
    text.push_str("))");
    (0..50).for_each(|place| write!(text, "(var p{place} Int)").expect("text grows"));
    for transition in 0..250 {
        let (from, to) = (transition % 50, (transition * 7 + 1) % 50);
        let moved = match from == to {
            true => String::new(),
            false => format!("(set p{from} (- p{from} 1)) (set p{to} (+ p{to} 1))"),
        };
        write!(text, "(edge L L (when (< 0 p{from})) {moved} (goal t{transition}))").expect("text grows");
    }
    let system = system(&text);
    let exploration = explored(&system, &ConcolicConfig { runs: 20, steps: 1_000, ..ALONE });
    let covered = exploration.goals.values().filter(|it| matches!(it, Verdict::Covered(_))).count();
    assert!(covered > 5, "{covered}");
    assert!(exploration.queries < 10, "{} queries", exploration.queries);
}

#[test]
fn a_number_that_is_squared_in_each_step_ends_its_run() {
    let system = system(
        "(system square) (var x Int) (location L) (location M) (initial L (= x 3))
        (edge L L (when (< 0 x)) (set x (* x x)))
        (edge L M (when (< x 0)) (goal negative))",
    );
    let exploration = explored(&system, &ALONE);
    assert_eq!(exploration.runs, 2, "another run is cut in front of the same step");
    assert_eq!(verdict(&system, &exploration, "negative"), Verdict::Open);
    let guided = explored(&system, &ConcolicConfig { is_guided: true, ..ALONE });
    assert_eq!(verdict(&system, &guided, "negative"), Verdict::Unreachable);
}

/// The symbolic state is nested deeper than the solver's lowering has stack for.
#[test]
fn terms_as_deep_as_a_run_is_long_need_no_stack() {
    let system = system(
        "(system deep) (var n Int) (var x u8) (location L) (location M) (initial L (and (= n 0) (= x 0)))
        (edge L L (input k u8) (when (< n 4990)) (set n (+ n 1))
            (set x (wrap u8 (+ 1 (div (+ k (mod (+ 2 (mod (+ 3 x) 11)) 7)) 2)))))
        (edge L M (when (and (= n 4990) (= x 4))) (goal h))",
    );
    explored(&system, &ConcolicConfig { runs: 3, ..ALONE });
}

#[test]
fn inputs_do_not_hide_a_state_that_makes_a_goal_unreachable() {
    for (name, guard, step) in [
        ("equal", "(and (= k 1) (= k x))", "x"),
        ("between", "(and (< x k) (< k 2))", "(ite (< x 10) (+ x 1) x)"),
        ("either", "(or (= k (- x 9)) (and (= x k) (< k 0)))", "(ite (< x 7) (+ x 1) x)"),
    ] {
        let system = system(&format!(
            "(system {name}) (var x Int) (location L) (location M) (initial L (= x 3))
            (edge L L (set x {step})) (edge L M (input k Nat) (when {guard}) (goal g))"
        ));
        let exploration =
            explored(&system, &ConcolicConfig { is_guided: true, runs: 30, steps: 50, ..ALONE });
        assert_eq!(verdict(&system, &exploration, "g"), Verdict::Unreachable, "{name}");
    }
}

#[test]
fn a_finite_tree_without_open_branches_is_said_to_be_tried() {
    let text = |guard: &str| {
        format!(
            "(system f) (var x Int) (location L) (location M) (initial L (= x 3))
            (edge L M (input k Int) (when (and (= (* k k) x) {guard})) (goal g)) (edge M M (when (< x 0)) (goal h))"
        )
    };
    let tried =
        explored(&system(&text("(< -3 k) (< k 3)")), &ConcolicConfig { refinements: 0, ..ALONE }).limits;
    assert!(tried.is_every_execution_tried && !tried.runs && !tried.steps, "{tried:?}");
    let endless =
        system("(system e) (location L) (initial L true) (edge L L) (edge L L (when (< 1 0)) (goal g))");
    let cut = explored(&endless, &ConcolicConfig { steps: 20, ..ALONE }).limits;
    assert!(cut.steps && !cut.is_every_execution_tried, "{cut:?}");
}

/// The claim that the sum does not wrap is false.
#[test]
fn a_false_claim_about_a_wrap_excludes_no_execution() {
    let system = system(
        "(system claims) (var x u8) (location L) (location M) (initial L (and (<= 250 x) (<= x 255)))
        (edge L L (when (<= 250 x)) (set x (wrap! u8 (+ x 1)))) (edge L M (when (< x 5)) (goal low))",
    );
    for share in [0.0, 0.8] {
        let share = cargo_pct::concolic::Share::Fixed(share);
        let exploration = explored(&system, &ConcolicConfig { is_guided: true, share, ..ALONE });
        assert!(matches!(verdict(&system, &exploration, "low"), Verdict::Covered(_)));
    }
}

/// Two tests without other inputs begin in different places.
#[test]
fn a_test_says_which_initial_condition_it_begins_with() {
    let system = system(
        "(system two) (location A) (location B) (initial A true) (initial B true)
        (edge A A (goal a)) (edge B B (goal b))",
    );
    let stepper = cargo_pct::system::Stepper::new(&system);
    let suite = explored(&system, &ConcolicConfig { steps: 1, ..ALONE }).suite;
    let first: Vec<_> = suite.iter().map(|test| test.read(&stepper).remove(0).2).collect();
    assert_eq!(first, [0, 1].map(cargo_pct::term::Value::int));
}

#[test]
fn a_char_is_no_surrogate() {
    let system = system(
        "(system chars) (location L) (location M) (initial L true)
        (edge L M (input c char) (when (and (<= 55296 c) (<= c 57343))) (goal surrogate))
        (edge L M (input c char) (when (and (<= 55296 c) (<= c 57344))) (goal next))",
    );
    let exploration = explored(&system, &ConcolicConfig { is_guided: true, ..ALONE });
    assert_eq!(verdict(&system, &exploration, "surrogate"), Verdict::Unreachable);
    assert!(matches!(verdict(&system, &exploration, "next"), Verdict::Covered(_)));
}
