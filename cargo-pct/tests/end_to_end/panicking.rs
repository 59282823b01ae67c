//! Kind 7: tests that panic inside functions which are proved free of panics. The tests of the fixture expect or catch these panics
//! themselves, so that each run is native evidence that they happen.

use crate::support::{Fixture, Run};

/// All tests ran as they should, and `Share` is proved.
#[track_caller]
fn is_proved(run: &Run) {
    assert!(run.failures().is_empty(), "{:?}", run.failures());
    assert_eq!(run.subject("panics::Share")["proof"]["status"], "proved");
}

#[test]
fn kind_7_panics_from_the_inside_against_requirements_as_documented_or_of_clients_contradict_nothing() {
    let run = Fixture::new("panics").pct("--lib --test clients").exits(0);
    is_proved(&run);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 6);
}

#[test]
fn kind_7_an_expected_panic_in_a_proved_function_is_a_defect() {
    for arguments in ["--test conjured", "--test conjured --in-process", "--test conjured --auto"] {
        let run = Fixture::new("panics").pct(arguments).exits(70);
        is_proved(&run);
        run.says("panics::Share::parts is proved free of panics, and the test panics::conjured a_panic_is_expected")
            .says("panicked in it at src/lib.rs:27:9: attempt to divide by zero");
    }
}

#[test]
fn kind_7_a_caught_panic_of_another_thread_belongs_to_the_function_that_its_client_called() {
    let run = Fixture::new("panics").pct("--test caught").exits(70);
    is_proved(&run);
    run.says("panics::Share::half is proved free of panics, and the test panics::caught a_panic_is_caught");
}
