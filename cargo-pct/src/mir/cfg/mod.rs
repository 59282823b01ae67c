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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::Item;
    use crate::mir::parse::parse_unchecked;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::fmt::Write;

    /// A body whose block `i` switches to the blocks `edges[i]`, or returns.
    pub(super) fn graph(edges: &[Vec<usize>]) -> Body {
        let mut text = "fn f(_1: u8) -> () {\n    let mut _0: ();\n".to_owned();
        for (index, targets) in edges.iter().enumerate() {
            let cases: Vec<String> = targets
                .iter()
                .enumerate()
                .skip(1)
                .map(|(value, target)| format!("{value}: bb{target}, "))
                .collect();
            let line = match targets.first() {
                None => "return;".to_owned(),
                Some(first) => format!("switchInt(copy _1) -> [{}otherwise: bb{first}];", cases.concat()),
            };
            write!(text, "\n    bb{index}: {{\n        {line}\n    }}\n").unwrap();
        }
        text.push_str("}\n");
        body(&text)
    }

    pub(super) fn body(text: &str) -> Body {
        match parse_unchecked(text, 64).items.pop() {
            Some(Item::Body(body)) => body,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn block(index: usize) -> BasicBlock {
        BasicBlock::from_u32(u32::try_from(index).unwrap())
    }

    /// What the entry reaches without passing `without`.
    fn reached(edges: &[Vec<usize>], without: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut stack = vec![0];
        while let Some(index) = stack.pop() {
            if !without.contains(&index) && reached.insert(index) {
                stack.extend(&edges[index]);
            }
        }
        reached
    }

    fn graphs() -> impl Strategy<Value = Vec<Vec<usize>>> {
        (1usize..9).prop_flat_map(|size| prop::collection::vec(prop::collection::vec(0..size, 0..4), size))
    }

    #[test]
    fn a_diamond_is_dominated_by_its_top() {
        let flow = ControlFlow::new(&graph(&[vec![1, 2], vec![3], vec![3], vec![]]), Edges::All);
        let dominators = Dominators::new(&flow);
        assert_eq!(dominators.immediate(block(3)), Some(block(0)));
        assert_eq!(flow.predecessors(block(3)), [block(1), block(2)]);
        assert_eq!(flow.reverse_post_order().first(), Some(&block(0)));
        assert_eq!(flow.reverse_post_order().last(), Some(&block(3)));
    }

    #[test]
    fn nested_loops_know_their_parents() {
        let flow = ControlFlow::new(
            &graph(&[vec![1], vec![2, 5], vec![3, 4], vec![2], vec![1], vec![]]),
            Edges::All,
        );
        let forest = LoopForest::new(&flow);
        assert_eq!(forest.heads(), BTreeSet::from([block(1), block(2)]));
        let outer = forest.of_head(block(1)).unwrap();
        let inner = forest.of_head(block(2)).unwrap();
        assert_eq!(forest.loops()[inner].parent, Some(outer));
        assert_eq!(forest.loops()[inner].blocks, BTreeSet::from([block(2), block(3)]));
        assert_eq!(forest.loops()[outer].blocks, (1..5).map(block).collect());
        assert_eq!(forest.innermost(block(3)), Some(inner));
        assert_eq!(forest.innermost(block(4)), Some(outer));
        assert_eq!(forest.innermost(block(5)), None);
    }

    #[test]
    fn a_cycle_with_two_entries_is_not_natural() {
        let flow = ControlFlow::new(&graph(&[vec![1, 2], vec![2], vec![1]]), Edges::All);
        let forest = LoopForest::new(&flow);
        assert_eq!(forest.loops().len(), 1);
        assert!(forest.loops().values().all(|own| !own.is_natural));
    }

    #[test]
    fn unwinding_is_an_edge_only_among_all() {
        let body = body(
            "fn f() -> () {\n    let mut _0: ();\n    bb0: {\n        _0 = g() -> [return: bb1, unwind: bb2];\n    }\n    bb1: {\n        \
             return;\n    }\n    bb2 (cleanup): {\n        resume;\n    }\n}\n",
        );
        assert!(!ControlFlow::new(&body, Edges::Normal).is_reachable(block(2)));
        assert!(ControlFlow::new(&body, Edges::All).is_reachable(block(2)));
    }

    proptest! {
        /// By the definition: without the dominator, the block is not reached.
        #[test]
        fn dominators_are_on_every_path(edges in graphs()) {
            let flow = ControlFlow::new(&graph(&edges), Edges::All);
            let dominators = Dominators::new(&flow);
            let reachable = reached(&edges, &BTreeSet::new());
            for over in 0..edges.len() {
                let without = reached(&edges, &BTreeSet::from([over]));
                for under in 0..edges.len() {
                    let expected = reachable.contains(&under) && reachable.contains(&over) && !without.contains(&under);
                    prop_assert_eq!(dominators.dominates(block(over), block(under)), expected, "{} {}", over, under);
                }
            }
        }

        /// Without the edges into heads, no reachable block reaches itself.
        #[test]
        fn heads_cut_every_cycle(edges in graphs()) {
            let flow = ControlFlow::new(&graph(&edges), Edges::All);
            let heads = LoopForest::new(&flow).heads();
            let cut: Vec<Vec<usize>> = edges
                .iter()
                .map(|targets| targets.iter().copied().filter(|target| !heads.contains(&block(*target))).collect())
                .collect();
            for start in reached(&edges, &BTreeSet::new()) {
                let mut stack = cut[start].clone();
                let mut seen = BTreeSet::new();
                while let Some(index) = stack.pop() {
                    prop_assert_ne!(index, start, "a cycle without a head");
                    if seen.insert(index) {
                        stack.extend(&cut[index]);
                    }
                }
            }
        }

        /// A loop's blocks reach its head again within the loop.
        #[test]
        fn loops_are_cycles(edges in graphs()) {
            let flow = ControlFlow::new(&graph(&edges), Edges::All);
            for own in LoopForest::new(&flow).loops().values() {
                prop_assert!(own.blocks.contains(&own.head));
                prop_assert!(own.latches.is_subset(&own.blocks));
                for member in &own.blocks {
                    prop_assert!(flow.successors(*member).iter().any(|next| own.blocks.contains(next)));
                }
            }
        }
    }
}
