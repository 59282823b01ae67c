//! `std::cell`
//!
//! Over-approximates: what a cell holds is not known, nor whether it is borrowed when it is to be borrowed again.

use crate::clone::Clone;
use crate::default::Default;
use crate::pct;
use std::cell::{BorrowError, BorrowMutError, Cell, Ref, RefCell, RefMut};

pub trait CellMethods<T> {
    fn new(value: T) -> Cell<T>;
    fn into_inner(self) -> T;
    fn get(&self) -> T;
    fn get_mut(&mut self) -> &mut T;
    fn set(&self, val: T);
    fn replace(&self, val: T) -> T;
    fn take(&self) -> T
    where
        T: Default;
}

impl<T> CellMethods<T> for Cell<T> {
    fn new(value: T) -> Cell<T> {
        pct::kept(value)
    }

    fn into_inner(self) -> T {
        pct::unknown(self)
    }

    fn get(&self) -> T {
        pct::unknown(self)
    }

    fn get_mut(&mut self) -> &mut T {
        pct::unknown(self)
    }

    fn set(&self, val: T) {
        pct::drops::<T>();
        pct::kept((self, val))
    }

    fn replace(&self, val: T) -> T {
        pct::kept((self, val))
    }

    fn take(&self) -> T
    where
        T: Default,
    {
        let next = T::default();
        pct::kept((self, next))
    }
}

pub trait RefCellMethods<T> {
    fn new(value: T) -> RefCell<T>;
    fn into_inner(self) -> T;
    fn get_mut(&mut self) -> &mut T;
    fn borrow(&self) -> Ref<'_, T>;
    fn borrow_mut(&self) -> RefMut<'_, T>;
    fn try_borrow(&self) -> Result<Ref<'_, T>, BorrowError>;
    fn try_borrow_mut(&self) -> Result<RefMut<'_, T>, BorrowMutError>;
    fn replace(&self, t: T) -> T;
}

impl<T> RefCellMethods<T> for RefCell<T> {
    fn new(value: T) -> RefCell<T> {
        pct::kept(value)
    }

    fn into_inner(self) -> T {
        pct::unknown(self)
    }

    fn get_mut(&mut self) -> &mut T {
        pct::unknown(self)
    }

    fn borrow(&self) -> Ref<'_, T> {
        pct::may_panic("a borrow of a cell");
        pct::unknown(self)
    }

    fn borrow_mut(&self) -> RefMut<'_, T> {
        pct::may_panic("a borrow of a cell");
        pct::unknown(self)
    }

    fn try_borrow(&self) -> Result<Ref<'_, T>, BorrowError> {
        pct::unknown(self)
    }

    fn try_borrow_mut(&self) -> Result<RefMut<'_, T>, BorrowMutError> {
        pct::unknown(self)
    }

    fn replace(&self, t: T) -> T {
        pct::may_panic("a borrow of a cell");
        pct::kept((self, t))
    }
}
