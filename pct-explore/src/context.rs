//! What a generated function reads its arguments from, and gives its result to.

use std::marker::PhantomData;

use crate::calls::Value;
use crate::objects::{Access, Objects};

/// The arguments of one call, read in order. A value that cannot be had (an object that is gone) ends the call before it is made.
pub struct Context<'r> {
    values: std::slice::Iter<'r, Value>,
    objects: *mut Objects,
    /// The number of the call.
    number: usize,
    is_called: bool,
    has_returned: bool,
    lifetime: PhantomData<&'r mut Objects>,
}

impl<'r> Context<'r> {
    pub(crate) fn new(values: &'r [Value], objects: *mut Objects, number: usize) -> Context<'r> {
        Context {
            values: values.iter(),
            objects,
            number,
            is_called: false,
            has_returned: false,
            lifetime: PhantomData,
        }
    }

    /// Whether all arguments were there.
    pub(crate) fn is_called(&self) -> bool {
        self.is_called
    }

    /// Tells whether the function itself is running: its arguments are made, and it has not returned.
    pub(crate) fn is_running(&self) -> bool {
        self.is_called && !self.has_returned
    }

    fn objects(&mut self) -> &mut Objects {
        // SAFETY: the run owns them, and lends them to one context at a time.
        unsafe { &mut *self.objects }
    }

    /// All arguments are there.
    pub fn call(&mut self) {
        self.is_called = true;
        self.objects().lend_to_arguments();
        crate::coverage::resume();
    }

    /// The function has returned.
    pub fn returned(&mut self) {
        self.has_returned = true;
    }

    /// An integer, which fits the parameter's type.
    pub fn int(&mut self) -> Option<i128> {
        match self.values.next()? {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// A truth value.
    pub fn bool(&mut self) -> Option<bool> {
        Some(self.int()? & 1 == 1)
    }

    /// A character.
    pub fn char(&mut self) -> Option<char> {
        char::from_u32(self.int()?.try_into().ok()?)
    }

    /// A float.
    pub fn float(&mut self) -> Option<f64> {
        match self.values.next()? {
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// A text that lives as long as the run.
    pub fn text(&mut self) -> Option<&'r str> {
        match self.values.next()? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Bytes that live as long as the run.
    pub fn bytes(&mut self) -> Option<&'r [u8]> {
        match self.values.next()? {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// A text that lives to the end of the process.
    pub fn text_forever(&mut self) -> Option<&'static str> {
        crate::forever::text(self.text()?)
    }

    /// Bytes that live to the end of the process.
    pub fn bytes_forever(&mut self) -> Option<&'static [u8]> {
        crate::forever::bytes(self.bytes()?)
    }

    /// A list, of the elements that `element` reads.
    pub fn list<T>(&mut self, mut element: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let Value::List(parts) = self.values.next()? else { return None };
        self.within(parts, |own| parts.iter().map(|_| element(own)).collect())
    }

    /// One of several lists of parts, which `parts` reads: it is given the number of the choice.
    pub fn choice<T>(&mut self, parts: impl FnOnce(&mut Self, usize) -> Option<T>) -> Option<T> {
        let Value::Choice(choice, values) = self.values.next()? else { return None };
        self.within(values, |own| parts(own, *choice))
    }

    fn within<T>(&mut self, parts: &'r [Value], read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let outer = std::mem::replace(&mut self.values, parts.iter());
        let found = read(self);
        self.values = outer;
        found
    }

    fn object<T: ?Sized>(&mut self, ty: u32, access: Access) -> Option<*mut T> {
        let Value::Object(number) = self.values.next()? else { return None };
        self.objects().access(*number, ty, access)
    }

    /// An object to look at.
    ///
    /// # Safety
    /// `T` is the type that objects are kept as under the number `ty`, lifetimes apart.
    pub unsafe fn shared<T: ?Sized>(&mut self, ty: u32) -> Option<&'r T> {
        // SAFETY: of that type, as the caller says; nobody has it for himself while it is lent.
        self.object(ty, Access::Shared).map(|object| unsafe { &*object })
    }

    /// An object to change.
    ///
    /// # Safety
    /// As [`Context::shared`].
    pub unsafe fn exclusive<T: ?Sized>(&mut self, ty: u32) -> Option<&'r mut T> {
        // SAFETY: as in `shared`; nobody else has it.
        self.object(ty, Access::Exclusive).map(|object| unsafe { &mut *object })
    }

    /// An object to keep.
    ///
    /// # Safety
    /// As [`Context::shared`].
    pub unsafe fn moved<T>(&mut self, ty: u32) -> Option<T> {
        // SAFETY: as in `shared`; it is the run's no more.
        self.object::<T>(ty, Access::Moved).map(|object| *unsafe { Box::from_raw(object) })
    }

    /// A reference that lives as long as the run.
    pub fn leak<T>(&mut self, value: T) -> &'r mut T {
        // SAFETY: it lives to the end of the run, and this is the only reference.
        unsafe { &mut *self.objects().leak(value) }
    }

    /// Keeps the result under a number of its type. `borrows` tells whether it may borrow from the arguments.
    pub fn keep<T>(&mut self, ty: u32, value: T, borrows: bool) {
        let number = self.number;
        self.objects().keep(number, ty, value, borrows);
    }

    /// Keeps what a reference leads to under a number of its type, to look at.
    pub fn keep_shared<T: ?Sized>(&mut self, ty: u32, lent: &T) {
        let number = self.number;
        self.objects().keep_lent(number, ty, std::ptr::from_ref(lent).cast_mut(), Access::Shared);
    }

    /// Keeps what a reference leads to under a number of its type, to change.
    pub fn keep_exclusive<T: ?Sized>(&mut self, ty: u32, lent: &mut T) {
        let number = self.number;
        self.objects().keep_lent(number, ty, lent, Access::Exclusive);
    }
}
