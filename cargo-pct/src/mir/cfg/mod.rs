//! The control-flow graph of a body: edges, orders, dominators, loops, and which locals matter where.
//!
//! Input: a body that the checker accepts. All results are tables over its blocks; blocks that the entry does not reach have no
//! place in orders, no dominator and no loop.

mod dataflow;
mod dominators;
mod loops;

pub use dataflow::{LocalSet, definitely_initialised, live_locals};
pub use dominators::Dominators;
pub use loops::{Loop, LoopForest, LoopId};

use super::{BasicBlock, Body};
use crate::ids::SecondaryMap;

/// Which edges count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// Those of runs without panics.
    Normal,
    /// Those of unwinding too.
    All,
}

/// Edges and orders.
#[derive(Clone, Debug)]
pub struct ControlFlow {
    entry: BasicBlock,
    successors: SecondaryMap<BasicBlock, Vec<BasicBlock>>,
    predecessors: SecondaryMap<BasicBlock, Vec<BasicBlock>>,
    order: Vec<BasicBlock>,
    /// Place in `order`, plus one; 0 for unreachable blocks.
    rank: SecondaryMap<BasicBlock, u32>,
}

impl ControlFlow {
    /// The graph of `body`.
    pub fn new(body: &Body, edges: Edges) -> ControlFlow {
        let mut successors: SecondaryMap<BasicBlock, Vec<BasicBlock>> = SecondaryMap::new();
        let mut predecessors: SecondaryMap<BasicBlock, Vec<BasicBlock>> = SecondaryMap::new();
        for (id, block) in &body.blocks {
            let kind = &block.terminator.kind;
            let mut targets = match edges {
                Edges::Normal => kind.normal_successors(),
                Edges::All => kind.successors(),
            };
            let mut seen = std::collections::BTreeSet::new();
            targets.retain(|target| seen.insert(*target));
            targets.iter().for_each(|target| predecessors[*target].push(id));
            successors[id] = targets;
        }
        let order = reverse_post_order(body.entry(), &successors);
        let mut rank = SecondaryMap::new();
        for (index, block) in order.iter().enumerate() {
            rank[*block] = u32::try_from(index + 1).expect("a body has fewer than 2^32 blocks");
        }
        ControlFlow { entry: body.entry(), successors, predecessors, order, rank }
    }

    /// The entry block.
    pub fn entry(&self) -> BasicBlock {
        self.entry
    }

    /// The blocks where control may go next, each once, in the terminator's order.
    pub fn successors(&self, block: BasicBlock) -> &[BasicBlock] {
        &self.successors[block]
    }

    /// The blocks from which control may come, each once, in ascending order; also unreachable ones.
    pub fn predecessors(&self, block: BasicBlock) -> &[BasicBlock] {
        &self.predecessors[block]
    }

    /// The reachable blocks; each before its successors, except along edges that close cycles.
    pub fn reverse_post_order(&self) -> &[BasicBlock] {
        &self.order
    }

    /// Whether the entry reaches the block.
    pub fn is_reachable(&self, block: BasicBlock) -> bool {
        self.rank[block] != 0
    }

    /// The block's place in [`ControlFlow::reverse_post_order`].
    fn rank(&self, block: BasicBlock) -> Option<usize> {
        self.rank[block].checked_sub(1).map(|rank| rank as usize)
    }
}

/// Depth-first without recursion: the generated code of a table-driven test can be thousands of blocks deep.
fn reverse_post_order(
    entry: BasicBlock,
    successors: &SecondaryMap<BasicBlock, Vec<BasicBlock>>,
) -> Vec<BasicBlock> {
    let mut visited: SecondaryMap<BasicBlock, bool> = SecondaryMap::new();
    let mut order = Vec::new();
    let mut stack = vec![(entry, 0)];
    visited[entry] = true;
    while let Some((block, next)) = stack.pop() {
        match successors[block].get(next) {
            Some(&target) => {
                stack.push((block, next + 1));
                if !visited[target] {
                    visited[target] = true;
                    stack.push((target, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}
