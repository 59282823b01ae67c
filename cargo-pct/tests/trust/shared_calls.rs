//! Calls that are executed once for several subjects: each subject is lowered to what it is lowered to by itself.

use super::fixture::{Fixture, GOOD};
use cargo_pct::lower::{AheadLimits, CrateCode, Probed, Subject, lower, lower_probed, settings};
use cargo_pct::mir::BasicBlock;
use cargo_pct::symex::ahead::CallsAhead;
use cargo_pct::symex::probes::Probes;
use cargo_pct::symex::{BodyId, Config, Program};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const CLASSES: [&str; 2] = ["Meter", "Lamp"];

/// Executes what the classes of the fixture share ahead, and gives the subjects.
fn executed_ahead<'a>(code: &CrateCode<'a>) -> Vec<Subject> {
    let subjects: Vec<Subject> = CLASSES
        .iter()
        .map(|class| code.class(class, class).unwrap_or_else(|reason| panic!("{class}: {reason}")))
        .collect();
    let minute = Duration::from_secs(60);
    let limits = AheadLimits { processes: 1, time_for_one: minute, until: Instant::now() + minute };
    code.execute_shared_calls(subjects.iter(), Probes::default(), limits);
    subjects
}

/// The calls of a subject that were executed ahead.
fn calls_of<'s>(subject: &'s Subject, ahead: &CallsAhead) -> Vec<&'s cargo_pct::lower::Entry> {
    subject
        .entries
        .values()
        .filter(|entry| ahead.is_executed(entry.body, &entry.generics, &settings(Probes::default())))
        .collect()
}

/// The bodies that are looked at when a subject is lowered.
fn read(program: &Program, subject: &Subject, ahead: &CallsAhead) -> BTreeSet<BodyId> {
    let program = program.clone();
    program.note_reads();
    lower_probed(&program, subject, &settings(Probes::default()), &Probed::default(), ahead);
    program.bodies_read().unwrap()
}

#[test]
fn subjects_that_share_calls_are_lowered_as_by_themselves() {
    let fixture = Fixture::read("shared_calls", "Meter", GOOD);
    let code = CrateCode::new(&fixture.program, &fixture.items, fixture.unread.clone());
    for subject in executed_ahead(&code) {
        let ahead = code.calls_ahead();
        let names: Vec<_> = subject.entries.values().map(|entry| (&entry.name, &entry.object)).collect();
        assert!(calls_of(&subject, ahead).len() > 2, "{} shares calls: {names:?}", subject.id);
        let alone = lower(&fixture.program, &subject, &Config::default());
        let shared =
            lower_probed(&fixture.program, &subject, &settings(Probes::default()), &Probed::default(), ahead);
        assert_eq!(format!("{alone:#?}"), format!("{shared:#?}"), "{}", subject.id);
        let by_itself = read(&fixture.program, &subject, &CallsAhead::default());
        assert_eq!(by_itself, read(&fixture.program, &subject, ahead), "{}", subject.id);
    }
}

#[test]
fn calls_executed_ahead_are_for_their_settings_alone() {
    let fixture = Fixture::read("shared_calls", "Meter", GOOD);
    let code = CrateCode::new(&fixture.program, &fixture.items, fixture.unread.clone());
    let subjects = executed_ahead(&code);
    let ahead = code.calls_ahead();
    let entry = calls_of(&subjects[0], ahead)[0];
    let same = settings(Probes::default());
    let elsewhere = Probes { cut: [7].into(), observed: [8].into(), ..Probes::default() };
    let assumed = Probes { assumed: [7].into(), ..Probes::default() };
    let cuts = BTreeSet::from([(entry.body, BasicBlock::from_u32(0))]);
    let is_for = |config: &Config| ahead.is_executed(entry.body, &entry.generics, config);
    assert!(is_for(&same) && is_for(&settings(elsewhere)));
    assert!(!is_for(&settings(assumed)));
    assert!(!is_for(&Config { cuts, ..same.clone() }));
    assert!(!is_for(&Config { budget: 1, ..same }));
}

#[test]
fn calls_of_many_short_segments_are_executed_ahead() {
    let fixture = Fixture::read("shared_calls", "Meter", GOOD);
    let code = CrateCode::new(&fixture.program, &fixture.items, fixture.unread.clone());
    let subjects = executed_ahead(&code);
    let long = subjects[0].entries.values().find(|entry| entry.name == "after_many_rounds").unwrap();
    let same = settings(Probes::default());
    assert!(code.calls_ahead().is_executed(long.body, &long.generics, &same));
}
