//! That random calls notice what is wrongly claimed: a check that cannot fail would be worth nothing.

#![allow(clippy::unwrap_used)]

#[path = "probes/support.rs"]
#[allow(dead_code)]
mod support;

use cargo_pct::drive::{Claims, Driven, Driving};
use cargo_pct::native::driver::Drivers;
use pct_wire::{Id, Valuation};
use std::sync::Arc;
use std::time::Duration;
use support::Example;

/// Drives the stack whose `pop` takes one from an empty one, against these claims.
fn drive(is_proved: bool, excludes: &dyn Fn(Id, Valuation) -> Option<String>) -> Driven {
    let example = Example::of("examples/bounded-stack", "", true);
    let drivers =
        Drivers::find(&example.tests, "bounded_stack", Duration::from_secs(10), &Arc::default()).unwrap();
    let driving = Driving {
        program: &example.program,
        subject: &example.subject("BoundedStack"),
        is_callable_by_clients: &|_| true,
        drivers: &drivers,
        claims: Claims { is_proved, excludes },
        allow_effects: false,
        sequences: 100,
    };
    driving.run().unwrap()
}

#[test]
fn what_is_claimed_of_nothing_is_contradicted_by_nothing_and_every_function_is_called() {
    let driven = drive(false, &|_, _| None);
    assert_eq!((driven.not_driven, &*driven.contradictions), (0, &[][..]));
    assert!(driven.calls > 200, "{driven:?}");
}

#[test]
fn a_wrong_proof_is_contradicted_by_the_shortest_calls_that_panic() {
    let driven = drive(true, &|_, _| None);
    let [contradiction] = driven.contradictions.as_slice() else { panic!("{driven:?}") };
    assert!(contradiction.contains("is proved free of panics, and panicked"), "{contradiction}");
    let calls = contradiction.split_once(", in `").unwrap().1;
    assert!(calls.starts_with("BoundedStack::new(") || calls.starts_with("from BoundedStack {"), "{calls}");
    // A stack, `pop` and `push`; no more, and where the stack was left so by calls before, less.
    assert!(calls.matches("; ").count() <= 2, "{calls}");
}

#[test]
fn a_state_that_is_wrongly_excluded_is_seen() {
    let driven = drive(false, &|_, _| Some("an excluded state".to_owned()));
    let [contradiction] = driven.contradictions.as_slice() else { panic!("{driven:?}") };
    // One call is enough to see something.
    assert!(contradiction.starts_with("an excluded state, in `"), "{contradiction}");
    assert!(!contradiction.contains("; "), "{contradiction}");
}
