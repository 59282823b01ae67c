//! Loops, natural and not: every cycle of the graph passes a loop's head.

use super::{ControlFlow, Dominators};
use crate::ids::{PrimaryMap, SecondaryMap};
use crate::mir::BasicBlock;
use std::collections::{BTreeMap, BTreeSet};

crate::define_id! {
    /// A loop of a body.
    LoopId, "loop";
}

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block to which cycles return. A natural loop is entered through it alone.
    pub head: BasicBlock,
    /// The blocks from which they return.
    pub latches: BTreeSet<BasicBlock>,
    /// All blocks from which a latch is reached without passing the head; includes both.
    pub blocks: BTreeSet<BasicBlock>,
    /// Whether the head dominates all latches. Otherwise the cycle is irreducible and can be entered elsewhere too.
    pub is_natural: bool,
    /// The innermost other loop that contains all of this one.
    pub parent: Option<LoopId>,
}

/// All loops of a body.
#[derive(Clone, Debug)]
pub struct LoopForest {
    loops: PrimaryMap<LoopId, Loop>,
    innermost: SecondaryMap<BasicBlock, Option<LoopId>>,
}

impl LoopForest {
    /// The loops of a graph, in the order of their heads in its reverse post-order.
    ///
    /// Heads are the targets of edges that go back in that order. Every cycle has such an edge, so the heads cut all cycles, whether
    /// or not the graph is reducible.
    pub fn new(flow: &ControlFlow) -> LoopForest {
        let dominators = Dominators::new(flow);
        let mut latches: BTreeMap<usize, BTreeSet<BasicBlock>> = BTreeMap::new();
        for (index, block) in flow.order.iter().enumerate() {
            for target in flow.successors(*block) {
                match flow.rank(*target) {
                    Some(rank) if rank <= index => {
                        latches.entry(rank).or_default().insert(*block);
                    }
                    _ => {}
                }
            }
        }
        let mut loops: PrimaryMap<LoopId, Loop> = PrimaryMap::new();
        for (rank, latches) in latches {
            let head = flow.order[rank];
            let is_natural = latches.iter().all(|latch| dominators.dominates(head, *latch));
            let blocks = loop_blocks(flow, head, &latches);
            loops.push(Loop { head, latches, blocks, is_natural, parent: None });
        }
        let ids: Vec<LoopId> = loops.keys().collect();
        for id in &ids {
            loops[*id].parent = parent(&loops, *id);
        }
        let innermost = innermost(flow, &loops);
        LoopForest { loops, innermost }
    }

    /// All loops, outer ones before the natural loops in them.
    pub fn loops(&self) -> &PrimaryMap<LoopId, Loop> {
        &self.loops
    }

    /// The heads, which cut every cycle.
    pub fn heads(&self) -> BTreeSet<BasicBlock> {
        self.loops.values().map(|own| own.head).collect()
    }

    /// The smallest loop that contains the block.
    pub fn innermost(&self, block: BasicBlock) -> Option<LoopId> {
        self.innermost[block]
    }

    /// The loop of that head.
    pub fn of_head(&self, head: BasicBlock) -> Option<LoopId> {
        self.loops.iter().find(|(_, own)| own.head == head).map(|(id, _)| id)
    }
}

/// What the head reaches, and what reaches a latch without passing the head.
fn loop_blocks(flow: &ControlFlow, head: BasicBlock, latches: &BTreeSet<BasicBlock>) -> BTreeSet<BasicBlock> {
    let from_head = reach([head], |block| flow.successors(block));
    let before = |block: BasicBlock| if block == head { &[][..] } else { flow.predecessors(block) };
    let to_latch = reach(latches.iter().copied(), before);
    from_head.intersection(&to_latch).copied().chain([head]).collect()
}

fn reach<'a>(
    from: impl IntoIterator<Item = BasicBlock>,
    next: impl Fn(BasicBlock) -> &'a [BasicBlock],
) -> BTreeSet<BasicBlock> {
    let mut reached = BTreeSet::new();
    let mut stack: Vec<BasicBlock> = from.into_iter().collect();
    while let Some(block) = stack.pop() {
        if reached.insert(block) {
            stack.extend(next(block));
        }
    }
    reached
}

fn parent(loops: &PrimaryMap<LoopId, Loop>, id: LoopId) -> Option<LoopId> {
    let own = &loops[id];
    let contains = |other: &Loop| {
        other.head != own.head
            && other.blocks.is_superset(&own.blocks)
            // Of irreducible loops of the same blocks, the first counts as the outer one.
            && (other.blocks.len() > own.blocks.len())
    };
    let around = loops.iter().filter(|(_, other)| contains(other));
    around.min_by_key(|(_, other)| other.blocks.len()).map(|(id, _)| id)
}

fn innermost(
    flow: &ControlFlow,
    loops: &PrimaryMap<LoopId, Loop>,
) -> SecondaryMap<BasicBlock, Option<LoopId>> {
    let mut innermost = SecondaryMap::new();
    for block in &flow.order {
        let around = loops.iter().filter(|(_, own)| own.blocks.contains(block));
        innermost[*block] = around.min_by_key(|(_, own)| own.blocks.len()).map(|(id, _)| id);
    }
    innermost
}
