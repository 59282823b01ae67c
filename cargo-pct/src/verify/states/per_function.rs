//! Excludes states function by function, at cutpoints whose states are undecided because of other code.
//!
//! Every call of a function begins at its entry with arguments of its types, no matter if clients, other code of the crate, or code that
//! the analysis does not follow makes the call. So the function is executed by itself, for all arguments and objects. A state that it then
//! never shows is unreachable, whatever is unknown elsewhere. If the function's own execution stops at some place, this holds only of
//! cutpoints that control cannot reach from that place.

use super::{Deciding, Others, StateVerdict, StateVerdicts};
use crate::ids::EntityRef;
use crate::lower::{Concern, Lowered, Obstacle, Probed, Subject, lower_probed};
use crate::mir::{BasicBlock, Body};
use crate::probe::{CutpointId, StateKey};
use crate::solver::{Prover, Work};
use crate::symex::ahead::CallsAhead;
use crate::symex::probes::{Probes, blocks_of, sites_in};
use crate::symex::{BodyId, Config, Program};
use crate::verify::VerifyConfig;
use crate::verify::bounded::invariant_of_cutpoints;
use crate::verify::summaries::assume_summaries;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Excludes states of cutpoints that are undecided because of code around their functions. Over-approximates what leads to them: arguments
/// and objects are any of their types. No contract is believed, for who calls from code that is not seen may break it.
pub fn exclude_per_function(
    program: &Program,
    subject: &Subject,
    probed: &Probed,
    covered: &BTreeSet<StateKey>,
    states: &mut StateVerdicts,
    config: &VerifyConfig,
    prover: &Prover,
) {
    // Where code is not known, or is not what the source says, there may be more of these functions, or other types.
    if subject.obstacles.iter().any(|obstacle| obstacle.concerns == Concern::Crate) {
        return;
    }
    let mut functions: BTreeMap<BTreeSet<BodyId>, BTreeSet<CutpointId>> = BTreeMap::new();
    for (id, cutpoint) in &probed.cutpoints {
        if states.cutpoints[id].undecided_reason.is_some() && !cutpoint.predicates.is_empty() {
            let bodies: BTreeSet<BodyId> = program.bodies_at(cutpoint.site).copied().collect();
            if !bodies.is_empty() {
                functions.entry(bodies).or_default().insert(id);
            }
        }
    }
    let mut left = functions.len();
    for (bodies, wanted) in functions {
        let part = prover.even_part(left);
        left -= 1;
        if part.spent().is_some() {
            continue;
        }
        let Some(lowered) = lowered(program, &bodies, probed, config, &part) else { continue };
        let invariant = invariant_of_cutpoints(&lowered, config, &part.part_of(Work::OneFunction));
        let mut deciding = Deciding { lowered: &lowered, probed, covered, prover: &part, invariant };
        let hindered = |id: CutpointId| is_hindered(program, &lowered, &bodies, probed.cutpoints[id].site);
        let seen: BTreeSet<CutpointId> = wanted.into_iter().filter(|id| !hindered(*id)).collect();
        enter(deciding.excluded(&seen, states), states);
    }
}

/// Lowers the functions with these bodies as a subject of their own.
fn lowered(
    program: &Program,
    bodies: &BTreeSet<BodyId>,
    probed: &Probed,
    config: &VerifyConfig,
    prover: &Prover,
) -> Option<Lowered> {
    let subject = Subject::of_functions(program, bodies)?;
    let probes = Probes { observed: probed.observing().observed, ..Probes::default() };
    let executed = Config { probes: Arc::new(probes), ..Config::default() };
    let lowered = lower_probed(program, &subject, &executed, probed, &CallsAhead::default());
    Some(assume_summaries(lowered, config, &prover.part_of(Work::OneFunction)))
}

/// Tells whether the functions' executions may stop before they reach a site, or the site is not recognised in one of the functions.
fn is_hindered(program: &Program, lowered: &Lowered, bodies: &BTreeSet<BodyId>, site: u64) -> bool {
    let hinders = |obstacle: &Obstacle| match obstacle.concerns {
        Concern::CallsAfter(entry, block) => {
            // The entries are the bodies in their order.
            let Some(body) = bodies.iter().nth(entry.index()) else { return true };
            let body = &program.code(*body).body;
            let blocks_after = reached_from(body, block);
            blocks_of(body, site).iter().any(|at| blocks_after.contains(at))
        }
        _ => true,
    };
    let is_recognised = |body: &BodyId| sites_in(&program.code(*body).body).contains(&site);
    !bodies.iter().all(is_recognised) || lowered.obstacles().iter().any(hinders)
}

/// The blocks that control may come to from one, that one among them.
fn reached_from(body: &Body, block: BasicBlock) -> BTreeSet<BasicBlock> {
    let (mut reached, mut pending) = (BTreeSet::from([block]), vec![block]);
    while let Some(at) = pending.pop() {
        let next = body.blocks[at].terminator.kind.successors();
        pending.extend(next.into_iter().filter(|next| reached.insert(*next)));
    }
    reached
}

/// Enters what was excluded. What an execution was said to reach is left to its run, unless that is a guess.
fn enter(excluded: BTreeMap<CutpointId, super::CutpointStates>, states: &mut StateVerdicts) {
    for (cutpoint, found) in excluded {
        let own = &mut states.cutpoints[cutpoint];
        if own.feasible.is_none() {
            own.feasible = found.feasible;
        }
        for (valuation, verdict) in found.verdicts {
            let is_exact =
                matches!(own.verdicts.get(&valuation), Some(StateVerdict::Reachable { otherwise: None, .. }));
            if matches!(verdict, StateVerdict::Unreachable { .. }) && !is_exact {
                own.verdicts.insert(valuation, verdict);
            }
        }
        if let Some(Others { verdict: StateVerdict::Unreachable { .. }, .. }) = &found.others {
            own.others = found.others;
        }
    }
}
