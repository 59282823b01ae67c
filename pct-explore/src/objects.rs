//! The objects of a run: what calls return is kept, lent and given away as Rust's borrow checker has it.
//!
//! Types are known by number; whoever keeps an object under a number asks for it under this number only, with the type that it has. Its lifetimes
//! may be others: what an object borrows from outlives it, because objects are dropped before what they borrow is lent anew, moved or dropped.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// How an object is used by a call: a later one in this list needs more of the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Access {
    Shared,
    Exclusive,
    /// It is moved.
    Moved,
}

/// Frees a pointer that the run has made, and the object behind it if that is the run's own.
type Drops = unsafe fn(*mut u8);

/// An object.
struct Slot {
    /// A box of the pointer to it, which may be a wide one.
    handle: *mut u8,
    drop: Drops,
    /// The most that calls may do with it: what was lent is not moved.
    most: Access,
    ty: u32,
    /// True if its type can hold what it borrows.
    may_borrow: bool,
    /// The objects that it may borrow from, by number, and whether nobody else may use them.
    lenders: Vec<Lender>,
}

/// An object that another one may borrow from, and whether nobody else may use it.
type Lender = (usize, bool);

/// The objects of a run, by the numbers of the calls that returned them.
#[derive(Default)]
pub(crate) struct Objects {
    slots: Vec<Option<Slot>>,
    /// What was used in the running call.
    used: Vec<(usize, Access)>,
    /// The lenders of what was moved in the running call.
    handed_on: Vec<Lender>,
    /// What lives as long as the run, in order.
    leaked: Vec<(*mut u8, Drops)>,
}

unsafe fn drop_as<T>(object: *mut u8) {
    // SAFETY: `leak` made it from a box of this type, and nobody uses it any more.
    drop(unsafe { Box::from_raw(object.cast::<T>()) });
}

unsafe fn drop_handle_and_object<T>(handle: *mut u8) {
    // SAFETY: `keep` made both from boxes of these types, and nobody uses them any more.
    drop(unsafe { Box::from_raw(*Box::from_raw(handle.cast::<*mut T>())) });
}

unsafe fn drop_handle<T: ?Sized>(handle: *mut u8) {
    // SAFETY: `keep` or `keep_lent` made it from a box of this type, and nobody uses it any more.
    drop(unsafe { Box::from_raw(handle.cast::<*mut T>()) });
}

/// Drops an object. A panic of its destructor is left for those calls to show that do the same.
fn dropped(object: *mut u8, drop: Drops) {
    // SAFETY: the pair stems from `keep` or `leak`, and is used once.
    let _ = catch_unwind(AssertUnwindSafe(|| unsafe { drop(object) }));
}

impl Objects {
    /// Begins a call.
    pub(crate) fn begin(&mut self) {
        self.used.clear();
        self.handed_on.clear();
    }

    /// Notes that all arguments are made: an object that is lent to the call may keep what else it is given, if its type can borrow, and so may
    /// what it is a part of.
    ///
    /// Over-approximates: nothing tells which argument keeps which.
    pub(crate) fn lend_to_arguments(&mut self) {
        for (number, access) in self.used.clone() {
            if access == Access::Moved {
                continue;
            }
            let lenders = self.lenders_in_call(Some(number));
            for holder in self.holders(number) {
                let Some(slot) = self.slots[holder].as_mut().filter(|slot| slot.may_borrow) else { continue };
                for lender in &lenders {
                    if lender.0 != holder && !slot.lenders.contains(lender) {
                        slot.lenders.push(*lender);
                    }
                }
            }
        }
    }

    /// An object, and all that it was lent by: what is stored in it may be stored in these.
    fn holders(&self, number: usize) -> Vec<usize> {
        let (mut holders, mut next) = (vec![number], 0);
        while let Some(holder) = holders.get(next).copied() {
            let lenders = self.slots[holder].iter().flat_map(|slot| &slot.lenders);
            let new: Vec<usize> =
                lenders.map(|(lender, _)| *lender).filter(|it| !holders.contains(it)).collect();
            holders.extend(new);
            next += 1;
        }
        holders
    }

    /// The lenders of what the running call makes, or keeps in one of its arguments: what it is lent otherwise, and the lenders of what is moved.
    fn lenders_in_call(&self, keeper: Option<usize>) -> Vec<Lender> {
        let is_lent =
            |(number, access): &&(usize, Access)| *access != Access::Moved && Some(*number) != keeper;
        let lent = self.used.iter().filter(is_lent);
        let lent = lent.map(|(number, access)| (*number, *access == Access::Exclusive));
        lent.chain(self.handed_on.iter().copied().filter(|(number, _)| Some(*number) != keeper)).collect()
    }

    /// The object of a number and type, if it is there and may be used so: not beside another use of it in the same call.
    pub(crate) fn access<T: ?Sized>(&mut self, number: usize, ty: u32, access: Access) -> Option<*mut T> {
        let slot = self.slots.get(number)?.as_ref()?;
        if slot.ty != ty || slot.most < access {
            return None;
        }
        // SAFETY: whoever keeps an object under a number asks for it under this number only, with the type that it has.
        let object = unsafe { *slot.handle.cast::<*mut T>() };
        let is_shared = access == Access::Shared;
        if self.used.iter().any(|(used, other)| *used == number && !(is_shared && *other == Access::Shared)) {
            return None;
        }
        // What is lent for this call, directly or not, must not go.
        if self.borrowers(number, is_shared).iter().any(|it| self.used.iter().any(|(used, _)| used == it)) {
            return None;
        }
        for borrower in self.borrowers(number, is_shared) {
            self.drop_one(borrower);
        }
        self.used.push((number, access));
        if access == Access::Moved
            && let Some(moved) = self.slots[number].take()
        {
            self.handed_on.extend(moved.lenders);
            // SAFETY: of this type, as above, and the slot is gone.
            unsafe { drop_handle::<T>(moved.handle) };
        }
        Some(object)
    }

    /// The objects that must go before an object is used: all that borrow from it, or those that borrow it for themselves if it is but
    /// looked at. The last ones first.
    fn borrowers(&self, number: usize, is_looked_at: bool) -> Vec<usize> {
        let mut going: Vec<usize> = Vec::new();
        loop {
            let known = going.len();
            for (other, slot) in self.slots.iter().enumerate() {
                let Some(slot) = slot else { continue };
                let must_go = slot.lenders.iter().any(|(lender, is_exclusive)| {
                    going.contains(lender) || (*lender == number && (*is_exclusive || !is_looked_at))
                });
                if must_go && other != number && !going.contains(&other) {
                    going.push(other);
                }
            }
            if going.len() == known {
                break;
            }
        }
        going.reverse();
        going
    }

    fn drop_one(&mut self, number: usize) {
        if let Some(slot) = self.slots.get_mut(number).and_then(Option::take) {
            dropped(slot.handle, slot.drop);
        }
    }

    /// Keeps the result of a call; `borrows` tells whether it may borrow from what the call used.
    pub(crate) fn keep<T>(&mut self, number: usize, ty: u32, value: T, borrows: bool) {
        let object = Box::into_raw(Box::new(value));
        let lenders = if borrows { self.lenders_in_call(None) } else { Vec::new() };
        let handle = Box::into_raw(Box::new(object)).cast::<u8>();
        let (drop, most) = (drop_handle_and_object::<T> as Drops, Access::Moved);
        self.put(number, Slot { handle, drop, most, ty, may_borrow: borrows, lenders });
    }

    /// Keeps what the result of a call leads to, for calls that do no more than `most` with it.
    pub(crate) fn keep_lent<T: ?Sized>(&mut self, number: usize, ty: u32, lent: *mut T, most: Access) {
        let lenders = self.lenders_in_call(None);
        let handle = Box::into_raw(Box::new(lent)).cast::<u8>();
        self.put(number, Slot { handle, drop: drop_handle::<T>, most, ty, may_borrow: true, lenders });
    }

    fn put(&mut self, number: usize, slot: Slot) {
        while self.slots.len() <= number {
            self.slots.push(None);
        }
        self.drop_one(number);
        self.slots[number] = Some(slot);
    }

    /// Keeps a value to the end of the run.
    pub(crate) fn leak<T>(&mut self, value: T) -> *mut T {
        let object = Box::into_raw(Box::new(value));
        self.leaked.push((object.cast::<u8>(), drop_as::<T>));
        object
    }
}

impl Drop for Objects {
    /// The last ones first, and what borrows from one before it.
    fn drop(&mut self) {
        for number in (0..self.slots.len()).rev() {
            self.borrowers(number, false).into_iter().for_each(|borrower| self.drop_one(borrower));
            self.drop_one(number);
        }
        while let Some((object, drop)) = self.leaked.pop() {
            dropped(object, drop);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// Says when it goes.
    struct Named(&'static str, Rc<RefCell<Vec<&'static str>>>);

    impl Drop for Named {
        fn drop(&mut self) {
            self.1.borrow_mut().push(self.0);
        }
    }

    #[test]
    fn what_borrows_goes_before_its_lender_is_changed_and_stays_while_it_is_looked_at() {
        let gone = Rc::new(RefCell::new(Vec::new()));
        let named = |name| Named(name, Rc::clone(&gone));
        let mut objects = Objects::default();
        objects.begin();
        objects.keep(0, 7, named("list"), false);
        objects.begin();
        assert!(objects.access::<Named>(0, 7, Access::Shared).is_some());
        objects.keep(1, 8, named("iterator"), true);
        objects.begin();
        assert!(objects.access::<Named>(0, 7, Access::Shared).is_some());
        assert!(gone.borrow().is_empty());
        // Both at once: what is borrowed for itself would go.
        assert!(objects.access::<Named>(1, 8, Access::Exclusive).is_some());
        assert!(objects.access::<Named>(0, 7, Access::Exclusive).is_none());
        objects.begin();
        assert!(objects.access::<Named>(0, 7, Access::Exclusive).is_some());
        assert_eq!(*gone.borrow(), ["iterator"]);
        assert!(objects.access::<Named>(1, 8, Access::Shared).is_none());
        drop(objects);
        assert_eq!(*gone.borrow(), ["iterator", "list"]);
    }

    #[test]
    fn what_is_lent_is_not_moved_and_goes_when_its_lender_is_used() {
        let mut objects = Objects::default();
        objects.keep(0, 1, (5u8, [6u8, 7]), false);
        objects.begin();
        let pair = objects.access::<(u8, [u8; 2])>(0, 1, Access::Exclusive).unwrap();
        // SAFETY: `keep` made it, and nobody else has it.
        let part: *mut [u8] = unsafe { &raw mut (*pair).1 };
        objects.keep_lent(1, 2, part, Access::Exclusive);
        objects.begin();
        assert!(objects.access::<[u8; 2]>(1, 2, Access::Moved).is_none());
        let part = objects.access::<[u8]>(1, 2, Access::Exclusive).unwrap();
        objects.keep_lent(2, 2, part, Access::Shared);
        // SAFETY: it is lent for this call.
        unsafe { (&mut *part)[1] += 1 };
        objects.begin();
        assert!(objects.access::<[u8]>(2, 2, Access::Exclusive).is_none(), "it is lent to be looked at");
        assert!(objects.access::<[u8]>(2, 2, Access::Shared).is_some());
        objects.begin();
        let pair = objects.access::<(u8, [u8; 2])>(0, 1, Access::Shared).unwrap();
        // SAFETY: as above.
        assert_eq!(unsafe { *pair }, (5, [6, 8]));
        assert!(objects.access::<[u8]>(1, 2, Access::Shared).is_none(), "its lender is used");
        assert!(objects.access::<[u8]>(2, 2, Access::Shared).is_none(), "so is the lender's");
    }

    #[test]
    fn what_an_argument_keeps_is_lent_to_it() {
        let gone = Rc::new(RefCell::new(Vec::new()));
        let named = |name| Named(name, Rc::clone(&gone));
        let mut objects = Objects::default();
        objects.keep(0, 1, named("holder"), true);
        objects.keep(1, 2, named("held"), false);
        objects.begin();
        assert!(objects.access::<Named>(0, 1, Access::Exclusive).is_some());
        assert!(objects.access::<Named>(1, 2, Access::Shared).is_some());
        objects.lend_to_arguments();
        objects.begin();
        assert!(objects.access::<Named>(1, 2, Access::Shared).is_some());
        assert!(gone.borrow().is_empty());
        // What the holder becomes holds it, too.
        objects.begin();
        let holder = objects.access::<Named>(0, 1, Access::Moved).unwrap();
        objects.lend_to_arguments();
        // SAFETY: `keep` made it from a box of this type, and it is moved.
        objects.keep(2, 1, *unsafe { Box::from_raw(holder) }, true);
        objects.begin();
        assert!(objects.access::<Named>(1, 2, Access::Exclusive).is_some());
        assert_eq!(*gone.borrow(), ["holder"]);
        drop(objects);
        assert_eq!(*gone.borrow(), ["holder", "held"]);
    }

    #[test]
    fn what_a_part_keeps_is_lent_to_the_whole() {
        let gone = Rc::new(RefCell::new(Vec::new()));
        let named = |name| Named(name, Rc::clone(&gone));
        let mut objects = Objects::default();
        objects.keep(0, 1, named("whole"), true);
        objects.keep(1, 2, named("held"), false);
        objects.begin();
        let whole = objects.access::<Named>(0, 1, Access::Exclusive).unwrap();
        objects.keep_lent(2, 3, whole, Access::Exclusive);
        objects.begin();
        assert!(objects.access::<Named>(2, 3, Access::Exclusive).is_some());
        assert!(objects.access::<Named>(1, 2, Access::Shared).is_some());
        objects.lend_to_arguments();
        objects.begin();
        assert!(objects.access::<Named>(0, 1, Access::Shared).is_some());
        assert!(gone.borrow().is_empty());
        objects.begin();
        assert!(objects.access::<Named>(1, 2, Access::Exclusive).is_some());
        assert_eq!(*gone.borrow(), ["whole"]);
    }

    #[test]
    fn one_call_has_an_object_for_itself_or_shares_it() {
        let mut objects = Objects::default();
        objects.keep(0, 1, 5u8, false);
        objects.begin();
        assert!(objects.access::<u8>(0, 1, Access::Shared).is_some());
        assert!(objects.access::<u8>(0, 1, Access::Shared).is_some());
        assert!(objects.access::<u8>(0, 1, Access::Exclusive).is_none());
        assert!(objects.access::<u8>(0, 2, Access::Shared).is_none(), "another type");
        objects.begin();
        let moved = objects.access::<u8>(0, 1, Access::Moved).unwrap();
        // SAFETY: `keep` made it from a box of this type, and it is moved.
        assert_eq!(*unsafe { Box::from_raw(moved) }, 5);
        objects.begin();
        assert!(objects.access::<u8>(0, 1, Access::Shared).is_none());
    }
}
