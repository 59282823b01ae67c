//! Sharing: equal terms are one allocation, for as long as anybody holds one.
//!
//! A table finds the allocation of a kind. It holds none of them alive, so that what a subject was proved with goes with it; places of
//! terms that are gone are cleared away whenever the table has doubled.

use super::{Kind, Range, Sort, Term};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::cell::RefCell;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A kind with what is computed once from it.
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) sort: Sort,
    pub(super) range: Range,
    /// In the order of making; what has the number of a term that is gone is not made again.
    number: u64,
}

struct Table {
    terms: HashTable<(u64, Weak<Node>)>,
    made: u64,
    /// At how many places those of dead terms are cleared away.
    full: usize,
}

/// A table with less is never cleared.
const FEW: usize = 1 << 16;

static TABLE: Mutex<Table> = Mutex::new(Table::new());

fn table() -> MutexGuard<'static, Table> {
    // Nothing in here panics half-way.
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Term {
    /// The term of a kind whose operands have been checked by the caller.
    pub(super) fn intern(kind: Kind, sort: Sort) -> Term {
        Term(table().node(kind, sort))
    }
}

impl Table {
    const fn new() -> Table {
        Table { terms: HashTable::new(), made: 0, full: FEW }
    }

    /// The allocation of a kind.
    fn node(&mut self, kind: Kind, sort: Sort) -> Arc<Node> {
        let hash = FxBuildHasher.hash_one(&kind);
        if let Some(node) = self.find(hash, &kind) {
            return node;
        }
        let range = Range::of(&kind, &sort);
        self.made += 1;
        let node = Arc::new(Node { kind, sort, range, number: self.made });
        self.add(hash, Arc::downgrade(&node));
        node
    }

    fn find(&self, hash: u64, kind: &Kind) -> Option<Arc<Node>> {
        let is_it = |(own, node): &(u64, Weak<Node>)| {
            *own == hash && node.upgrade().is_some_and(|node| node.kind == *kind)
        };
        // Should another thread let go of it in between, it is made again.
        self.terms.find(hash, is_it).and_then(|(_, node)| node.upgrade())
    }

    fn add(&mut self, hash: u64, node: Weak<Node>) {
        // What is made again and again takes the place that it had.
        let is_free = |(own, node): &(u64, Weak<Node>)| *own == hash && node.strong_count() == 0;
        if let Some((_, place)) = self.terms.find_mut(hash, is_free) {
            *place = node;
            return;
        }
        if self.terms.len() >= self.full {
            self.terms.retain(|(_, node)| node.strong_count() > 0);
            self.full = FEW.max(2 * self.terms.len());
            self.terms.shrink_to(self.full, |(hash, _)| *hash);
        }
        self.terms.insert_unique(hash, (hash, node), |(hash, _)| *hash);
    }
}

impl Node {
    pub(super) fn number(&self) -> u64 {
        self.number
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.number.hash(state);
    }
}

thread_local! {
    /// What is left of terms that are going; none while nothing is.
    static GOING: RefCell<Option<Vec<Kind>>> = const { RefCell::new(None) };
}

impl Drop for Node {
    /// One after the other: terms may be nested deeper than the stack.
    fn drop(&mut self) {
        if self.kind.is_leaf() {
            return;
        }
        let kind = std::mem::replace(&mut self.kind, Kind::Bool(true));
        // At the end of a thread there is no list any more, and the stack has to do.
        let _ = GOING.try_with(|going| {
            if let Some(waiting) = going.borrow_mut().as_mut() {
                waiting.push(kind);
                return;
            }
            *going.borrow_mut() = Some(vec![kind]);
            loop {
                let next = going.borrow_mut().as_mut().and_then(Vec::pop);
                if next.is_none() {
                    break;
                }
            }
            *going.borrow_mut() = None;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, Kind, Table};
    use crate::term::{Sort, Term, Var};

    fn variable(name: &str) -> Term {
        Var { name: name.into(), sort: Sort::Int }.term()
    }

    #[test]
    fn equal_terms_are_one_allocation() {
        let sum = |name| variable(name).plus(&Term::int(1));
        assert_eq!(sum("a"), sum("a"));
        assert_ne!(sum("a"), sum("b"));
    }

    #[test]
    fn what_is_gone_leaves_no_place() {
        let mut table = Table::new();
        for number in 0..3 * FEW {
            drop(table.node(Kind::Int(number.into()), Sort::Int));
        }
        assert!(table.terms.len() <= FEW, "{}", table.terms.len());
        let before = table.terms.len();
        for _ in 0..100 {
            drop(table.node(Kind::Int((-1).into()), Sort::Int));
        }
        assert!(table.terms.len() <= before + 1, "{}", table.terms.len());
    }

    #[test]
    fn a_deep_term_goes_without_a_deep_stack() {
        let mut term = variable("deep");
        for number in 0..200_000 {
            term = Term::intern(Kind::Sub(Term::int(number), term), Sort::Int);
        }
        drop(term);
    }
}
