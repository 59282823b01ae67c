//! The abstraction of a subject as text, for `--emit abstraction`.
//!
//! Input: a subject of the ledger, with its verdicts, bounds and abstract steps. Output: its predicates with their source text; for each
//! cutpoint the abstract states that are reached, excluded and undecided; further locations; and the steps between abstract states.
//!
//! ```text
//! abstraction of simple::Gauge
//!   predicates
//!     empty: self.level == 0
//!   raise:entry [empty]
//!     reached: T F
//!     excluded: none
//!     undecided: none
//!   steps
//!     raise:entry T -> raise:exit F: may, onto
//! ```
//!
//! Each step is a *may* step. *total* and *onto* are added if they are proved. *not excluded* is added if no concrete step was found.

use crate::abstraction::Feasible;
use crate::ids::PrimaryMap;
use crate::ledger::{LISTED, Subject, Verdict};
use crate::probe::{CutpointId, StateKey};
use crate::system::LocationId;
use crate::verify::{AbstractLocation, AbstractStep, CutpointBounds, SubjectAbstraction};
use pct_wire::Valuation;
use std::fmt;

/// The abstraction of a subject, as text.
pub struct SubjectAbstractionText<'a>(pub &'a Subject);

impl fmt::Display for SubjectAbstractionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SubjectAbstractionText(subject) = self;
        writeln!(f, "abstraction of {}", subject.probed.id)?;
        writeln!(f, "  predicates")?;
        for predicate in subject.probed.predicates.iter().filter(|predicate| predicate.counted) {
            writeln!(f, "    {}: {}", predicate.name, predicate.expression)?;
        }
        for cutpoint in subject.probed.cutpoints.keys() {
            write_cutpoint(subject, cutpoint, f)?;
        }
        let bounds = subject.bounds.as_ref();
        match bounds.and_then(|bounds| bounds.abstraction.as_ref()) {
            Some(abstraction) => write_steps(abstraction, f),
            None => {
                let refused = bounds.and_then(|bounds| bounds.refused.as_deref());
                writeln!(f, "  steps not known: {}", refused.unwrap_or("the subject was not analysed"))
            }
        }
    }
}

/// The states of a cutpoint.
#[derive(Debug, Default, PartialEq, Eq)]
struct States {
    reached: Vec<Valuation>,
    excluded: Vec<Valuation>,
    undecided: Vec<Valuation>,
}

impl States {
    /// Sorts all valuations of a cutpoint, by the ledger's verdicts and the bounds.
    fn of(subject: &Subject, cutpoint: CutpointId) -> States {
        let (bounds, mut states) = (subject.bounds_at(cutpoint), States::default());
        let predicates = subject.probed.cutpoints[cutpoint].predicates.len();
        for valuation in Feasible::all(predicates).iter() {
            if is_reached(subject, (cutpoint, valuation), bounds.as_ref()) {
                states.reached.push(valuation);
            } else if is_excluded(subject, (cutpoint, valuation), bounds.as_ref()) {
                states.excluded.push(valuation);
            } else {
                states.undecided.push(valuation);
            }
        }
        states
    }
}

/// Tells whether a state is reached: a test was seen in it, or the lower bound has it.
fn is_reached(subject: &Subject, key: StateKey, bounds: Option<&CutpointBounds>) -> bool {
    let is_in_lower = bounds.and_then(|it| it.pessimistic.as_ref()).is_some_and(|it| it.contains(&key.1));
    let verdict = subject.states.get(&key).map(|state| &state.verdict);
    is_in_lower || matches!(verdict, Some(Verdict::Covered { .. } | Verdict::Reachable { .. }))
}

/// Tells whether a state is excluded: proved unreachable, beyond the upper bound, or no state of the types.
fn is_excluded(subject: &Subject, key: StateKey, bounds: Option<&CutpointBounds>) -> bool {
    let (cutpoint, valuation) = key;
    let is_feasible = subject.feasible[cutpoint].as_ref().is_none_or(|it| it.contains(&valuation));
    let is_in_upper = bounds.is_none_or(|it| it.upper.contains(&valuation));
    let verdict = match subject.states.get(&key) {
        Some(state) => Some(&state.verdict),
        None => subject.others[cutpoint].as_ref(),
    };
    !is_feasible || !is_in_upper || matches!(verdict, Some(Verdict::Unreachable { .. }))
}

fn write_cutpoint(subject: &Subject, id: CutpointId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let cutpoint = &subject.probed.cutpoints[id];
    let names = cutpoint.predicates.iter().map(|it| subject.probed.predicates[*it].name.as_str());
    writeln!(f, "  {} [{}]", cutpoint.label, names.collect::<Vec<_>>().join(", "))?;
    let counts = subject.cutpoint_counts(id);
    if counts.observable > LISTED as u128 {
        let (reached, excluded) = (counts.covered + counts.reachable, counts.unreachable);
        return writeln!(
            f,
            "    too many to list: {reached} reached, {excluded} excluded, {} undecided",
            counts.undecided()
        );
    }
    let States { reached, excluded, undecided } = States::of(subject, id);
    for (name, states) in [("reached", reached), ("excluded", excluded), ("undecided", undecided)] {
        writeln!(f, "    {name}: {}", listed(&states))?;
    }
    Ok(())
}

fn write_steps(abstraction: &SubjectAbstraction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let SubjectAbstraction { locations, steps, asked } = abstraction;
    writeln!(f, "  locations")?;
    locations.values().try_for_each(|location| write_location(location, f))?;
    writeln!(f, "  steps")?;
    for (number, step) in steps.iter().enumerate() {
        let [from, to] = [step.from, step.to].map(|state| named(locations, state));
        writeln!(f, "    {from} -> {to}: {}", modality(step, number < *asked))?;
    }
    Ok(())
}

/// A location of the steps: the states of the upper bound, and those in which executions may begin.
fn write_location(location: &AbstractLocation, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let AbstractLocation { name, predicates, initial, upper, lower, .. } = location;
    writeln!(f, "    {name} [{}]: at most {}", predicates.join(", "), listed(upper))?;
    if let Some(lower) = lower {
        writeln!(f, "      at least {}", listed(lower))?;
    }
    if !initial.is_empty() {
        writeln!(f, "      begins in {}", listed(initial))?;
    }
    Ok(())
}

/// What is known of a step.
fn modality(step: &AbstractStep, is_asked: bool) -> String {
    let facts = [
        (!step.is_found, "not excluded"),
        (step.is_total, "total"),
        (step.is_onto, "onto"),
        (!is_asked, "total and onto not asked"),
    ];
    let known = facts.iter().filter(|(holds, _)| *holds).map(|(_, name)| *name);
    std::iter::once("may").chain(known).collect::<Vec<_>>().join(", ")
}

fn named(
    locations: &PrimaryMap<LocationId, AbstractLocation>,
    (location, valuation): (LocationId, Valuation),
) -> String {
    format!("{} {valuation}", locations[location].name).trim_end().to_owned()
}

/// Valuations side by side; that of no predicates is `-`.
fn listed<'a>(valuations: impl IntoIterator<Item = &'a Valuation>) -> String {
    let letters = |valuation: &Valuation| match valuation.is_empty() {
        true => "-".to_owned(),
        false => valuation.to_string(),
    };
    let all: Vec<String> = valuations.into_iter().map(letters).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EntityRef;
    use crate::verify::SubjectBounds;

    fn location(name: &str, upper: &[&str]) -> AbstractLocation {
        AbstractLocation {
            name: name.to_owned(),
            cutpoint: None,
            predicates: vec!["full".to_owned()],
            initial: [].into(),
            upper: upper.iter().map(|it| it.parse().unwrap()).collect(),
            lower: None,
        }
    }

    fn step(from: &str, to: &str, [is_found, is_total, is_onto]: [bool; 3]) -> AbstractStep {
        let [from, to] = [(0, from), (1, to)].map(|(at, it)| (LocationId::new(at), it.parse().unwrap()));
        AbstractStep { from, to, is_found, is_total, is_onto }
    }

    #[test]
    fn each_step_tells_what_is_proved_of_it() {
        let subjects = crate::probe::tests::check(&crate::probe::tests::side_car(), &[]);
        let mut subject = Subject::new(&subjects.subjects[0]);
        let text = SubjectAbstractionText(&subject).to_string();
        assert!(text.ends_with("  steps not known: the subject was not analysed\n"), "{text}");
        let steps = vec![
            step("T", "T", [true, true, true]),
            step("T", "F", [false, false, false]),
            step("F", "F", [true, false, false]),
        ];
        let locations = [location("a", &["T", "F"]), location("b", &[])].into_iter().collect();
        subject.bounds = Some(SubjectBounds {
            cutpoints: subject.probed.cutpoints.keys().map(|_| None).collect(),
            abstraction: Some(SubjectAbstraction { locations, steps, asked: 2 }),
            ..SubjectBounds::default()
        });
        let text = SubjectAbstractionText(&subject).to_string();
        let steps = "  steps\n    a T -> b T: may, total, onto\n    a T -> b F: may, not excluded\n    \
                     a F -> b F: may, total and onto not asked\n";
        assert!(text.ends_with(steps), "{text}");
        assert!(text.contains("    b [full]: at most none\n"), "{text}");
    }
}
