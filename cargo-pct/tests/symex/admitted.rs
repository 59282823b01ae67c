//! Models that say more than what the real function does: whatever it does natively, the symbolic execution admits.
//!
//! Each snippet runs natively on random inputs. From the same inputs some path of the symbolic execution must lead, under
//! conditions that can be met, to the same result, or to the same panic.

use crate::generate::{Case, Function};
use crate::run::{Differential, Observed, fits, initial};
use cargo_pct::solver::{Prover, Verdict};
use cargo_pct::symex::{ErrorKind, Outcome, Value};
use cargo_pct::term::{self, Substitution, Term, Var};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::VecDeque;

/// Inputs of each snippet.
const INPUTS: usize = 5;

/// How many states are looked into for one input.
const MOST_STATES: usize = 120;

#[test]
fn what_the_standard_library_does_is_admitted() {
    check(crate::snippets::ADMITTED, true);
}

#[test]
fn what_happens_at_the_corners_is_admitted() {
    check(crate::corners::ADMITTED, true);
    check(crate::further::ADMITTED, true);
}

#[test]
fn what_happens_to_texts_is_admitted() {
    check(crate::texts::ADMITTED, true);
}

#[test]
fn panics_that_depend_on_what_is_not_known_are_admitted() {
    check(crate::snippets::MAY_PANIC, false);
    check(crate::corners::MAY_PANIC, false);
    check(crate::further::MAY_PANIC, false);
    check(crate::texts::MAY_PANIC, false);
}

/// `is_known`: whether nothing that the snippets do may be a call without a model.
fn check(snippets: &[&str], is_known: bool) {
    let functions: Vec<Function> = snippets.iter().map(|body| Function((*body).to_owned())).collect();
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = proptest::collection::vec(crate::generate::case(), INPUTS);
    let cases: Vec<Vec<Case>> =
        functions.iter().map(|_| strategy.new_tree(&mut runner).expect("a sample").current()).collect();
    let subject = Differential::compile(&functions, &cases);
    let mut wrong = Vec::new();
    for (number, (function, cases)) in functions.iter().zip(&cases).enumerate() {
        for (index, case) in cases.iter().enumerate() {
            let native = subject.native(number, index);
            if let Err(seen) = admits(&subject, number, case, native) {
                wrong.push(format!("{}\n  {case:?}\n  native: {native:?}\n  symbolic: {seen:?}", function.0));
                break;
            }
        }
        for reason in subject.unknown_ends(number).into_iter().filter(|_| is_known) {
            wrong.push(format!("{}\n  {reason}", function.0));
        }
    }
    assert!(wrong.is_empty(), "{} are not admitted:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// A state of the search: where it is, what the variables there are, and what is known.
struct Reached {
    start: usize,
    values: Vec<(Var, Term)>,
    guard: Term,
}

/// Whether a run from the inputs may end so; else the ends that were seen.
fn admits(subject: &Differential, number: usize, case: &Case, native: &Observed) -> Result<(), Vec<String>> {
    let segments = subject.segments(number);
    let inputs = initial(case);
    let values = inputs.iter().map(|(var, value)| (var.clone(), Term::value(value, &var.sort)));
    let mut pending =
        VecDeque::from([Reached { start: 0, values: values.collect(), guard: Term::bool(true) }]);
    let (mut seen, mut states) = (Vec::new(), 0);
    while let Some(at) = pending.pop_front() {
        states += 1;
        if states > MOST_STATES {
            seen.push("no end within the limit".to_owned());
            break;
        }
        let execution = &segments.executions[at.start];
        let fresh = execution.inputs.iter().map(|input| {
            let var = &input.var;
            (var.clone(), Var::new(format!("{}@{states}", var.name), var.sort.clone()).term())
        });
        let known: Vec<&Var> = at.values.iter().map(|(var, _)| var).collect();
        let fresh: Vec<(Var, Term)> = fresh.filter(|(var, _)| !known.contains(&var)).collect();
        let mut substitution = Substitution::new(at.values.iter().cloned().chain(fresh));
        for outcome in &execution.outcomes {
            let guard = substitution.apply(outcome.guard()).and(&at.guard);
            match outcome {
                Outcome::Error(error) => {
                    let may_be = |message: &str| {
                        error.kind == ErrorKind::Unmodelled
                            || fits(&error.message.replace('\n', "|"), message)
                    };
                    if let Observed::Panicked(message) = native
                        && may_be(message)
                        && is_possible(&guard)
                    {
                        return Ok(());
                    }
                }
                Outcome::Return(_, value) => {
                    let value = value.map(&mut |term| substitution.apply(term));
                    if let Observed::Returned(text) = native
                        && let Some(equal) = equals(&value, &mut text.as_str())
                        && is_possible(&guard.and(&equal))
                    {
                        return Ok(());
                    }
                    seen.push(format!("{value:?}"));
                }
                Outcome::Cut(state) if is_possible(&guard) => {
                    let Some((start, bindings)) = segments.target(subject.program(), state) else { continue };
                    let bound = bindings.into_iter().map(|(var, term)| {
                        let term = match term {
                            Some(term) => substitution.apply(&term),
                            None => Term::value(&term::Value::simplest(&var.sort), &var.sort),
                        };
                        (var, term)
                    });
                    pending.push_back(Reached { start, values: bound.collect(), guard });
                }
                _ => {}
            }
        }
    }
    Err(seen)
}

fn is_possible(condition: &Term) -> bool {
    let never = Prover::default().prove(std::slice::from_ref(condition), &Term::bool(false));
    !matches!(never, Verdict::Valid(_))
}

/// The condition that a value is what `Debug` showed; none if it is of another form.
fn equals(value: &Value, text: &mut &str) -> Option<Term> {
    match value {
        Value::Scalar(term) => {
            let end = text.find([',', ')', ']']).unwrap_or(text.len());
            let (token, rest) = text.split_at(end);
            *text = rest;
            match token {
                "true" => Some(term.clone()),
                "false" => Some(term.not()),
                number => Some(term.equals(&Term::int(number.parse::<i128>().ok()?))),
            }
        }
        Value::Aggregate(fields) => {
            let mut all = Vec::new();
            for (index, field) in fields.iter().enumerate() {
                *text = text.strip_prefix(if index == 0 { "(" } else { ", " })?;
                all.push(equals(field, text)?);
            }
            *text = text.strip_prefix(')')?;
            Some(Term::all(all))
        }
        Value::Sequence(sequence) => {
            *text = text.strip_prefix('[')?;
            let (mut all, mut count) = (Vec::new(), 0);
            while !text.starts_with(']') {
                *text = text.strip_prefix(", ").unwrap_or(text);
                all.push(equals(&sequence.elements.select(&Term::int(count)), text)?);
                count += 1;
            }
            *text = text.strip_prefix(']')?;
            all.push(sequence.length.equals(&Term::int(count)));
            Some(Term::all(all))
        }
        _ => None,
    }
}
