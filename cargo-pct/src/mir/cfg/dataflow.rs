//! Liveness and definite initialisation of locals, at the entry of each block.

use super::ControlFlow;
use crate::ids::{EntityRef, SecondaryMap};
use crate::mir::{
    Access, BasicBlock, Block, Body, Local, Place, StatementKind, TerminatorKind, visit_statement,
    visit_terminator,
};

/// A set of a body's locals.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LocalSet {
    words: Vec<u64>,
}

impl LocalSet {
    /// All locals of the body.
    fn all(body: &Body) -> LocalSet {
        body.locals.keys().collect()
    }

    /// Whether the local is in the set.
    pub fn contains(&self, local: Local) -> bool {
        let index = local.index();
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Adds a local.
    pub fn insert(&mut self, local: Local) {
        let index = local.index();
        if self.words.len() <= index / 64 {
            self.words.resize(index / 64 + 1, 0);
        }
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Removes a local.
    pub fn remove(&mut self, local: Local) {
        let index = local.index();
        if let Some(word) = self.words.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    /// The locals, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Local> + '_ {
        (0..self.words.len() * 64).map(Local::new).filter(|local| self.contains(*local))
    }

    fn union(&mut self, other: &LocalSet) {
        self.words.resize(self.words.len().max(other.words.len()), 0);
        self.words.iter_mut().zip(&other.words).for_each(|(own, other)| *own |= other);
    }

    fn intersect(&mut self, other: &LocalSet) {
        self.words.truncate(other.words.len());
        self.words.iter_mut().zip(&other.words).for_each(|(own, other)| *own &= other);
    }
}

impl FromIterator<Local> for LocalSet {
    fn from_iter<I: IntoIterator<Item = Local>>(locals: I) -> LocalSet {
        let mut set = LocalSet::default();
        locals.into_iter().for_each(|local| set.insert(local));
        set
    }
}

/// The locals whose value at the block's entry may be read later.
///
/// Over-approximates: a local whose address is taken anywhere counts as live everywhere, for it may be read through the pointer;
/// a write of a part does not end the life of the whole; `asm!` reads all.
pub fn live_locals(body: &Body, flow: &ControlFlow) -> SecondaryMap<BasicBlock, LocalSet> {
    let borrowed = borrowed_locals(body);
    let mut live: SecondaryMap<BasicBlock, LocalSet> = SecondaryMap::new();
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for id in flow.reverse_post_order().iter().rev() {
            let block = &body.blocks[*id];
            let mut set = borrowed.clone();
            for next in flow.successors(*id) {
                let mut after = live[*next].clone();
                if block.terminator.kind.normal_successors().contains(next) {
                    // A call that unwinds has not written its result.
                    written_local(&block.terminator.kind).into_iter().for_each(|local| after.remove(local));
                }
                set.union(&after);
            }
            live_before_block(body, block, &mut set);
            set.union(&borrowed);
            if live[*id] != set {
                live[*id] = set;
                has_changed = true;
            }
        }
    }
    live
}

/// The local that the terminator overwrites as a whole, if it does not unwind.
fn written_local(kind: &TerminatorKind) -> Option<Local> {
    let mut written = None;
    visit_terminator(kind, |place, access| {
        if access == Access::Write {
            written = place.as_local();
        }
    });
    written
}

/// Turns what is live after the block, less what its terminator writes, into what is live before it.
fn live_before_block(body: &Body, block: &Block, live: &mut LocalSet) {
    match &block.terminator.kind {
        TerminatorKind::Return => live.insert(body.return_local()),
        TerminatorKind::InlineAsm { .. } => *live = LocalSet::all(body),
        _ => {}
    }
    visit_terminator(&block.terminator.kind, |place, access| reads(place, access, live));
    let mut accesses = Vec::new();
    for statement in block.statements.iter().rev() {
        accesses.clear();
        visit_statement(&statement.kind, |place, access| accesses.push((place.clone(), access)));
        live_before(&accesses, live);
    }
}

/// Writes end a life before reads begin one: a line's reads come before its write.
fn live_before(accesses: &[(Place, Access)], live: &mut LocalSet) {
    for (place, access) in accesses {
        if *access == Access::Write && place.projection.is_empty() {
            live.remove(place.local);
        }
    }
    accesses.iter().for_each(|(place, access)| reads(place, *access, live));
}

/// Adds what finding or reading the place reads.
fn reads(place: &Place, access: Access, live: &mut LocalSet) {
    place.index_locals().for_each(|local| live.insert(local));
    if access != Access::Write || place.is_indirect() {
        live.insert(place.local);
    }
}

/// The locals of which, or of a part of which, some statement takes the address.
fn borrowed_locals(body: &Body) -> LocalSet {
    let mut borrowed = LocalSet::default();
    for statement in body.blocks.values().flat_map(|block| &block.statements) {
        visit_statement(&statement.kind, |place, access| {
            if access == Access::Borrow && !place.is_indirect() {
                borrowed.insert(place.local);
            }
        });
    }
    borrowed
}

/// The locals that hold a value, all of it, at the block's entry, whichever way control came there.
///
/// Under-approximates: moving out of or dropping a part makes the whole uninitialised, and assigning the parts one by one does not
/// make it initialised. Assigning through a pointer does not count.
pub fn definitely_initialised(body: &Body, flow: &ControlFlow) -> SecondaryMap<BasicBlock, LocalSet> {
    // Where nothing is known yet, everything may hold: the meet is intersection.
    let mut at_entry: SecondaryMap<BasicBlock, LocalSet> = SecondaryMap::with_default(LocalSet::all(body));
    at_entry[flow.entry()] = body.args().collect();
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for id in flow.reverse_post_order() {
            let block = &body.blocks[*id];
            let mut set = at_entry[*id].clone();
            block.statements.iter().for_each(|statement| after_statement(&statement.kind, &mut set));
            for next in flow.successors(*id) {
                let mut arriving = set.clone();
                let is_normal = block.terminator.kind.normal_successors().contains(next);
                after_terminator(&block.terminator.kind, is_normal, &mut arriving);
                let mut met = at_entry[*next].clone();
                met.intersect(&arriving);
                if met != at_entry[*next] {
                    at_entry[*next] = met;
                    has_changed = true;
                }
            }
        }
    }
    at_entry
}

fn after_statement(kind: &StatementKind, set: &mut LocalSet) {
    match kind {
        StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => set.remove(*local),
        kind => visit_statement(kind, |place, access| after_access(place, access, set)),
    }
}

/// After a call that unwinds, the place of its result holds nothing.
fn after_terminator(kind: &TerminatorKind, is_normal: bool, set: &mut LocalSet) {
    visit_terminator(kind, |place, access| {
        let access = if access == Access::Write && !is_normal { Access::Move } else { access };
        after_access(place, access, set);
    });
}

fn after_access(place: &Place, access: Access, set: &mut LocalSet) {
    match access {
        Access::Write if place.projection.is_empty() => set.insert(place.local),
        Access::Move | Access::Drop if !place.is_indirect() => set.remove(place.local),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::Edges;
    use super::super::tests::{block, body};
    use super::*;

    /// The locals of the set at the entry of each block, by number.
    fn check(
        text: &str,
        analysis: impl Fn(&Body, &ControlFlow) -> SecondaryMap<BasicBlock, LocalSet>,
    ) -> Vec<Vec<usize>> {
        let body = body(text);
        let flow = ControlFlow::new(&body, Edges::All);
        let sets = analysis(&body, &flow);
        (0..body.blocks.len())
            .map(|index| sets[block(index)].iter().map(EntityRef::index).collect())
            .collect()
    }

    const LOOP: &str = "fn f(_1: u32, _2: u32) -> u32 {
    let mut _0: u32;
    let mut _3: u32;
    let mut _4: bool;
    bb0: {
        _3 = const 0_u32;
        goto -> bb1;
    }
    bb1: {
        _4 = Lt(copy _3, copy _1);
        switchInt(move _4) -> [0: bb3, otherwise: bb2];
    }
    bb2: {
        _3 = Add(copy _3, copy _2);
        goto -> bb1;
    }
    bb3: {
        _0 = move _3;
        return;
    }
}
";

    #[test]
    fn a_local_is_live_until_its_last_read() {
        assert_eq!(check(LOOP, live_locals), [vec![1, 2], vec![1, 2, 3], vec![1, 2, 3], vec![3]]);
    }

    #[test]
    fn a_local_is_initialised_when_all_paths_assign_it() {
        assert_eq!(
            check(LOOP, definitely_initialised),
            [vec![1, 2], vec![1, 2, 3], vec![1, 2, 3], vec![1, 2, 3]]
        );
    }

    const CALL: &str = "fn f(_1: S) -> u8 {
    let mut _0: u8;
    let mut _2: &S;
    let mut _3: T;
    bb0: {
        _2 = &_1;
        _3 = g(copy _2) -> [return: bb1, unwind: bb3];
    }
    bb1: {
        drop(_3) -> [return: bb2, unwind: bb3];
    }
    bb2: {
        _0 = const 1_u8;
        return;
    }
    bb3 (cleanup): {
        drop(_1) -> [return: bb4, unwind terminate(cleanup)];
    }
    bb4 (cleanup): {
        resume;
    }
}
";

    #[test]
    fn a_borrowed_local_is_live_everywhere() {
        assert_eq!(check(CALL, live_locals), [vec![1], vec![1, 3], vec![1], vec![1], vec![1]]);
    }

    #[test]
    fn a_result_is_not_there_after_unwinding_and_dropped_values_are_gone() {
        assert_eq!(
            check(CALL, definitely_initialised),
            [vec![1], vec![1, 2, 3], vec![1, 2], vec![1, 2], vec![2]]
        );
    }
}
