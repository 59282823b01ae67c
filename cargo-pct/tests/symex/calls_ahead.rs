//! Calls that are executed ahead of the subjects: they end at a time, and what did not end is left to the subjects.

use crate::support::Subject;
use cargo_pct::symex::Config;
use cargo_pct::symex::ahead::CallsAhead;
use cargo_pct::symex::types::Generics;
use std::time::{Duration, Instant};

#[test]
fn a_call_that_its_time_ends_counts_as_not_executed() {
    let subject = Subject::compile("pub fn sign(x: i32) -> i32 { if x < 0 { -1 } else { 1 } }\n");
    let (body, generics, config) = (subject.body("sign"), Generics::default(), Config::default());
    let is_executed_until = |until: Instant| {
        let mut ahead = CallsAhead::default();
        ahead.execute(&subject.program, (body, &generics), &config, until);
        ahead.is_executed(body, &generics, &config)
    };
    assert!(!is_executed_until(Instant::now()));
    assert!(is_executed_until(Instant::now() + Duration::from_secs(600)));
}
