//! Facts about a body's control flow: the order of its blocks, its loop heads, and which locals are live.

use crate::mir::{BasicBlock, Body, Local, Operand, Place, Rvalue, StatementKind, TerminatorKind};
use std::collections::{BTreeMap, BTreeSet};

/// Facts about a body.
#[derive(Debug)]
pub(in crate::symex) struct Flow {
    /// The place of each reachable block in an order where every edge but a loop's back edge goes forward.
    pub(in crate::symex) rank: BTreeMap<BasicBlock, usize>,
    /// The blocks in that order.
    pub(in crate::symex) order: Vec<BasicBlock>,
    /// The targets of back edges: every cycle goes through one.
    pub(in crate::symex) loop_heads: BTreeSet<BasicBlock>,
    /// The blocks behind calls that ask whether a probe is to observe: the site, and the local with the answer.
    pub(in crate::symex) probes: BTreeMap<BasicBlock, (u64, Local)>,
    live: BTreeMap<BasicBlock, BTreeSet<Local>>,
}

impl Flow {
    /// The facts about a body.
    pub(in crate::symex) fn of(body: &Body) -> Flow {
        let (order, loop_heads) = order(body);
        let rank = order.iter().enumerate().map(|(rank, block)| (*block, rank)).collect();
        let live = liveness(body, &order);
        let probes = crate::symex::program::sites::probed_blocks(body);
        Flow { rank, order, loop_heads, probes, live }
    }

    /// The locals whose value at the start of the block may be read. A local that is only reached through a reference
    /// is not among them.
    pub(in crate::symex) fn live_at(&self, block: BasicBlock) -> &BTreeSet<Local> {
        static NONE: BTreeSet<Local> = BTreeSet::new();
        self.live.get(&block).unwrap_or(&NONE)
    }

    /// The locals live after a call at the end of the block, on whichever way.
    pub(in crate::symex) fn live_after(&self, body: &Body, block: BasicBlock) -> BTreeSet<Local> {
        let terminator = &body.blocks[block].terminator.kind;
        let successors = terminator.successors();
        let mut live: BTreeSet<Local> =
            successors.iter().flat_map(|next| self.live_at(*next)).copied().collect();
        // The place of the result is found when the call returns.
        if let TerminatorKind::Call { destination: place, .. } | TerminatorKind::Drop { place, .. } =
            terminator
        {
            used(place, &mut live);
        }
        live
    }
}

/// Reverse postorder, and the targets of edges that go back in the depth-first search.
fn order(body: &Body) -> (Vec<BasicBlock>, BTreeSet<BasicBlock>) {
    let (mut postorder, mut heads) = (Vec::new(), BTreeSet::new());
    let (mut on_stack, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut stack = vec![(body.entry(), 0)];
    on_stack.insert(body.entry());
    seen.insert(body.entry());
    while let Some((block, next)) = stack.pop() {
        let successors = body.blocks[block].terminator.kind.successors();
        let Some(&successor) = successors.get(next) else {
            on_stack.remove(&block);
            postorder.push(block);
            continue;
        };
        stack.push((block, next + 1));
        if on_stack.contains(&successor) {
            heads.insert(successor);
        } else if seen.insert(successor) {
            on_stack.insert(successor);
            stack.push((successor, 0));
        }
    }
    postorder.reverse();
    (postorder, heads)
}

fn liveness(body: &Body, order: &[BasicBlock]) -> BTreeMap<BasicBlock, BTreeSet<Local>> {
    let mut live: BTreeMap<BasicBlock, BTreeSet<Local>> = BTreeMap::new();
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev() {
            let before = before(body, block, &live);
            if live.get(&block) != Some(&before) {
                live.insert(block, before);
                changed = true;
            }
        }
    }
    live
}

fn before(body: &Body, block: BasicBlock, live: &BTreeMap<BasicBlock, BTreeSet<Local>>) -> BTreeSet<Local> {
    let code = &body.blocks[block];
    let terminator = &code.terminator.kind;
    let mut now: BTreeSet<Local> =
        terminator.successors().iter().filter_map(|next| live.get(next)).flatten().copied().collect();
    uses_of_terminator(terminator, body, &mut now);
    for statement in code.statements.iter().rev() {
        match &statement.kind {
            StatementKind::Assign(place, rvalue) => {
                assigned(place, &mut now);
                uses_of_rvalue(rvalue, &mut now);
            }
            StatementKind::SetDiscriminant(place, _) | StatementKind::Deinit(place) => used(place, &mut now),
            StatementKind::Assume(operand) => uses_of_operand(operand, &mut now),
            StatementKind::CopyNonOverlapping { destination, source, count } => {
                [destination, source, count]
                    .into_iter()
                    .for_each(|operand| uses_of_operand(operand, &mut now));
            }
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => {
                now.remove(local);
            }
            StatementKind::Inert(_) => {}
        }
    }
    now
}

fn used(place: &Place, live: &mut BTreeSet<Local>) {
    live.insert(place.local);
    live.extend(place.index_locals());
}

fn assigned(place: &Place, live: &mut BTreeSet<Local>) {
    match place.as_local() {
        Some(local) => {
            live.remove(&local);
        }
        None => used(place, live),
    }
}

fn uses_of_operand(operand: &Operand, live: &mut BTreeSet<Local>) {
    if let Some(place) = operand.place() {
        used(place, live);
    }
}

fn uses_of_rvalue(rvalue: &Rvalue, live: &mut BTreeSet<Local>) {
    rvalue.operands().into_iter().for_each(|operand| uses_of_operand(operand, live));
    if let Some(place) = rvalue.place() {
        used(place, live);
    }
}

fn uses_of_terminator(terminator: &TerminatorKind, body: &Body, live: &mut BTreeSet<Local>) {
    match terminator {
        TerminatorKind::SwitchInt { operand, .. } => uses_of_operand(operand, live),
        TerminatorKind::Assert { condition, .. } => uses_of_operand(condition, live),
        TerminatorKind::Drop { place, .. } => used(place, live),
        TerminatorKind::Call { callee, args, destination, .. } => {
            assigned(destination, live);
            uses_of_operand(callee, live);
            args.iter().for_each(|arg| uses_of_operand(arg, live));
        }
        TerminatorKind::TailCall { callee, args } => {
            uses_of_operand(callee, live);
            args.iter().for_each(|arg| uses_of_operand(arg, live));
        }
        TerminatorKind::Return => {
            live.insert(body.return_local());
        }
        TerminatorKind::Yield { value, resume_place, .. } => {
            uses_of_operand(value, live);
            used(resume_place, live);
        }
        _ => {}
    }
}

/// Whether no operand of the body is the whole of a local: only parts of it are read.
pub(in crate::symex) fn is_only_projected(body: &Body, local: Local) -> bool {
    let whole = |operand: &Operand| operand.place().is_some_and(|place| place.as_local() == Some(local));
    body.blocks.values().all(|block| {
        let in_statement = block.statements.iter().any(|statement| match &statement.kind {
            StatementKind::Assign(_, rvalue) => rvalue.operands().into_iter().any(whole),
            _ => false,
        });
        let in_terminator = match &block.terminator.kind {
            TerminatorKind::Call { args, .. } | TerminatorKind::TailCall { args, .. } => {
                args.iter().any(whole)
            }
            TerminatorKind::Drop { place, .. } => place.local == local,
            _ => false,
        };
        !in_statement && !in_terminator
    })
}
