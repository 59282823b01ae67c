//! What is said of the bounds of reachable abstract states: of a system file's, and of a subject's.

use crate::abstraction::AbstractState;
use crate::bounds::{Bounds, Witness};
use crate::ledger::Subject;
use crate::system::System;
use crate::verify::CutpointBounds;
use pct_wire::Valuation;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// The bounds.
#[derive(Clone, Debug, Serialize)]
pub struct BoundsReport {
    /// Abstract states that some concrete state has, reached or not; null if they could not be listed.
    pub feasible: Option<usize>,
    /// At most so many are reached.
    pub upper: usize,
    /// At least so many are reached.
    pub lower_pessimistic: usize,
    /// At least so many are reached if executions end.
    pub lower_optimistic: usize,
    /// Every state of the upper bound, in order.
    pub states: Vec<BoundedState>,
}

/// An abstract state that may be reached.
#[derive(Clone, Debug, Serialize)]
pub struct BoundedState {
    /// Its location.
    pub location: String,
    /// One letter a predicate: T or F.
    pub valuation: String,
    /// Whether it is reached: `yes`, `yes_if_executions_end` or `perhaps`.
    pub reached: &'static str,
    /// How: abstract states on the way, each with the kind of the step that leads there.
    pub witness: Vec<WitnessStep>,
}

/// A step of a witness.
#[derive(Clone, Debug, Serialize)]
pub struct WitnessStep {
    /// `initial`, `onto`, `may`, `total` or `passed_later`.
    pub step: &'static str,
    /// Where it leads: a location and a valuation.
    pub to: String,
}

impl BoundsReport {
    /// The view of bounds.
    pub fn new(system: &System, bounds: &Bounds) -> BoundsReport {
        BoundsReport {
            feasible: bounds.feasible,
            upper: bounds.upper.states.len(),
            lower_pessimistic: bounds.pessimistic.witnesses.len(),
            lower_optimistic: bounds.optimistic.witnesses.len(),
            states: bounds.upper.states.iter().map(|state| bounded(system, bounds, *state)).collect(),
        }
    }
}

fn bounded(system: &System, bounds: &Bounds, state: AbstractState) -> BoundedState {
    let pessimistic = bounds.pessimistic.witnesses.get(&state);
    let (reached, witness) = match (pessimistic, bounds.optimistic.witnesses.get(&state)) {
        (Some(witness), _) => ("yes", Some(witness)),
        (None, Some(witness)) => ("yes_if_executions_end", Some(witness)),
        (None, None) => ("perhaps", None),
    };
    BoundedState {
        location: system.locations[state.location].name.clone(),
        valuation: state.valuation.to_string(),
        reached,
        witness: witness.map_or(Vec::new(), |witness| steps(system, witness)),
    }
}

fn steps(system: &System, witness: &Witness) -> Vec<WitnessStep> {
    let step = |step, state: &AbstractState| WitnessStep { step, to: name(system, *state) };
    let onto = witness.onto.iter().enumerate();
    let onto = onto.map(|(number, state)| step(if number == 0 { "initial" } else { "onto" }, state));
    let may = witness.may.iter().map(|state| step("may", state));
    let total = witness.total.iter().map(|state| step("total", state));
    let later = witness.passed_later.iter().map(|state| step("passed_later", state));
    onto.chain(may).chain(total).chain(later).collect()
}

fn name(system: &System, state: AbstractState) -> String {
    format!("{} {}", system.locations[state.location].name, state.valuation).trim_end().to_owned()
}

impl fmt::Display for BoundsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BoundsReport { feasible, upper, lower_pessimistic, lower_optimistic, states } = self;
        match feasible {
            Some(feasible) => writeln!(f, "of {feasible} abstract states that the predicates allow,")?,
            None => writeln!(f, "of more abstract states than could be listed,")?,
        }
        writeln!(f, "  at most {upper} are reached")?;
        writeln!(f, "  at least {lower_pessimistic} are reached ({lower_optimistic} if executions end)")?;
        for (reached, text) in [("yes_if_executions_end", "only if executions end"), ("perhaps", "perhaps")] {
            let own = states.iter().filter(|state| state.reached == reached);
            let names: Vec<String> = own.map(|it| format!("{} {}", it.location, it.valuation)).collect();
            if !names.is_empty() {
                writeln!(f, "  {text}: {}", names.join(", "))?;
            }
        }
        Ok(())
    }
}

/// The bounds of a subject's states, cutpoint by cutpoint, as text.
pub struct SubjectBoundsText<'a>(pub &'a Subject);

impl fmt::Display for SubjectBoundsText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SubjectBoundsText(subject) = self;
        let Some(bounds) = &subject.bounds else { return Ok(()) };
        writeln!(f, "bounds of {}", subject.probed.id)?;
        if let Some(reason) = &bounds.refused {
            return writeln!(f, "  not known: {reason}");
        }
        for (id, cutpoint) in &subject.probed.cutpoints {
            write!(f, "  {}: ", cutpoint.label)?;
            match subject.bounds_at(id) {
                None => writeln!(f, "not known")?,
                Some(own) => cutpoint_bounds(&own, f)?,
            }
        }
        let (queries, segments) = (bounds.queries, bounds.executed_segments);
        writeln!(f, "  the upper bound took {queries} queries and {segments} executed segments")
    }
}

fn cutpoint_bounds(own: &CutpointBounds, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (least, likely) = (own.pessimistic.iter().flatten(), own.optimistic.iter().flatten());
    let most = own.upper.len();
    match least.count() {
        least if least == most => write!(f, "{most} reached")?,
        least => write!(f, "{least} to {most} reached")?,
    }
    let likely: BTreeSet<&Valuation> = likely.collect();
    if likely.len() > own.pessimistic.iter().flatten().count() {
        write!(f, ", {} if executions end", likely.len())?;
    }
    let undecided = own.upper.iter().filter(|it| !likely.contains(it));
    let undecided: Vec<String> = undecided.map(Valuation::to_string).collect();
    if undecided.is_empty() { writeln!(f) } else { writeln!(f, "; perhaps {}", undecided.join(" ")) }
}
