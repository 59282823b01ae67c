//! Dominators, by the iteration of Cooper, Harvey and Kennedy over the reverse post-order.

use super::ControlFlow;
use crate::ids::SecondaryMap;
use crate::mir::BasicBlock;

/// Which blocks every path from the entry to a block passes.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// The immediate dominator, as a place in the order; the entry's is itself.
    immediate: Vec<usize>,
    order: Vec<BasicBlock>,
    rank: SecondaryMap<BasicBlock, u32>,
}

impl Dominators {
    /// The dominators of a graph's reachable blocks.
    pub fn new(flow: &ControlFlow) -> Dominators {
        const UNKNOWN: usize = usize::MAX;
        let mut immediate = vec![UNKNOWN; flow.order.len()];
        immediate[0] = 0;
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (index, block) in flow.order.iter().enumerate().skip(1) {
                let known = flow
                    .predecessors(*block)
                    .iter()
                    .filter_map(|before| flow.rank(*before))
                    .filter(|before| immediate[*before] != UNKNOWN);
                let common = known.reduce(|left, right| meet(&immediate, left, right));
                let common = common.expect("an earlier block of the order is a predecessor");
                if immediate[index] != common {
                    immediate[index] = common;
                    has_changed = true;
                }
            }
        }
        Dominators { immediate, order: flow.order.clone(), rank: flow.rank.clone() }
    }

    /// The nearest other block that dominates this one; none for the entry and unreachable blocks.
    pub fn immediate(&self, block: BasicBlock) -> Option<BasicBlock> {
        let rank = self.rank[block].checked_sub(1)? as usize;
        (rank != 0).then(|| self.order[self.immediate[rank]])
    }

    /// Whether every path from the entry to `block` passes `dominator` (each block dominates itself); false if either is
    /// unreachable.
    pub fn dominates(&self, dominator: BasicBlock, block: BasicBlock) -> bool {
        let (Some(target), Some(mut at)) =
            (self.rank[dominator].checked_sub(1), self.rank[block].checked_sub(1))
        else {
            return false;
        };
        while at > target {
            at = u32::try_from(self.immediate[at as usize]).expect("ranks are 32 bits wide");
        }
        at == target
    }
}

fn meet(immediate: &[usize], mut left: usize, mut right: usize) -> usize {
    while left != right {
        if left > right {
            left = immediate[left];
        } else {
            right = immediate[right];
        }
    }
    left
}
