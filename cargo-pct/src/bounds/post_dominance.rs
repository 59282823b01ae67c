//! Post-dominators: the abstract states that every execution passes before it ends.
//!
//! pd(a) = {a} ∪ ⋂ { pd(b) : may(a, b) }, the greatest solution over the states from which an end can be reached. No execution that ends
//! comes to the others; they have {a} alone, or everything would dominate them.

use super::{States, UpperBound};
use crate::abstraction::AbstractState;
use std::collections::{BTreeMap, BTreeSet};

/// pd of every state of an upper bound. `end_states` are the states in which an execution may end.
pub(super) fn post_dominators(upper: &UpperBound, end_states: &States) -> BTreeMap<AbstractState, States> {
    let can_end = ending(upper, end_states);
    let mut dominators: BTreeMap<AbstractState, States> = BTreeMap::new();
    for state in &upper.states {
        let may_pass = if can_end.contains(state) && !end_states.contains(state) {
            upper.states.clone()
        } else {
            States::from([*state])
        };
        dominators.insert(*state, may_pass);
    }
    // Later locations first: most states are in front of what they step to.
    let order: Vec<AbstractState> = upper
        .states
        .iter()
        .rev()
        .filter(|it| can_end.contains(it) && !end_states.contains(it))
        .copied()
        .collect();
    loop {
        let mut is_stable = true;
        for state in &order {
            let own = passed(upper, *state, &can_end, &dominators);
            is_stable &= own == dominators[state];
            dominators.insert(*state, own);
        }
        if is_stable {
            return dominators;
        }
    }
}

fn passed(
    upper: &UpperBound,
    state: AbstractState,
    can_end: &States,
    dominators: &BTreeMap<AbstractState, States>,
) -> States {
    let after = upper.successors(state).filter(|(after, _)| can_end.contains(after));
    let after = after.map(|(after, _)| &dominators[&after]);
    let common = after.fold(None, |common: Option<States>, own| match common {
        None => Some(own.clone()),
        Some(common) => Some(common.intersection(own).copied().collect()),
    });
    let mut passed = common.unwrap_or_default();
    passed.insert(state);
    passed
}

/// The states from which may steps lead to one in which an execution may end.
fn ending(upper: &UpperBound, end_states: &States) -> States {
    let mut before: BTreeMap<AbstractState, BTreeSet<AbstractState>> = BTreeMap::new();
    for state in &upper.states {
        for (after, _) in upper.successors(*state) {
            before.entry(after).or_default().insert(*state);
        }
    }
    let (mut found, mut pending) = (end_states.clone(), end_states.iter().copied().collect::<Vec<_>>());
    while let Some(state) = pending.pop() {
        for earlier in before.get(&state).into_iter().flatten() {
            if found.insert(*earlier) {
                pending.push(*earlier);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstraction::Valuation;
    use crate::bounds::May;
    use crate::ids::EntityRef;
    use crate::system::LocationId;

    fn state(number: usize) -> AbstractState {
        AbstractState { location: LocationId::new(number), valuation: Valuation::new([]) }
    }

    /// The post-dominators of the first state of a graph; what has no successor is an end.
    fn check(edges: &[(usize, usize)], expected: &[usize]) {
        let mut upper = UpperBound::default();
        for (before, after) in edges {
            upper.states.extend([state(*before), state(*after)]);
            upper.may.entry(state(*before)).or_default().insert(state(*after), May::NotExcluded);
        }
        let end_states = upper.states.iter().filter(|it| !upper.may.contains_key(it)).copied().collect();
        let found = &post_dominators(&upper, &end_states)[&state(0)];
        assert_eq!(*found, expected.iter().map(|number| state(*number)).collect());
    }

    #[test]
    fn both_arms_of_a_branch_pass_its_join() {
        check(&[(0, 1), (0, 2), (1, 3), (2, 3)], &[0, 3]);
    }

    #[test]
    fn a_loop_is_left_in_the_end() {
        check(&[(0, 1), (1, 0), (0, 2), (2, 3)], &[0, 2, 3]);
    }

    #[test]
    fn what_cannot_end_passes_nothing_for_sure() {
        check(&[(0, 1), (1, 0)], &[0]);
    }
}
