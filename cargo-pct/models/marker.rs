//! `std::marker`

use crate::clone::Clone;
use crate::cmp::{Ord, PartialEq, PartialOrd};
use crate::default::Default;
use std::cmp::Ordering;
use std::marker::PhantomData;

impl<T: ?Sized> Clone for PhantomData<T> {
    fn clone(&self) -> PhantomData<T> {
        PhantomData
    }
}

impl<T: ?Sized> Default for PhantomData<T> {
    fn default() -> PhantomData<T> {
        PhantomData
    }
}

impl<T: ?Sized> PartialEq for PhantomData<T> {
    fn eq(&self, _: &PhantomData<T>) -> bool {
        true
    }
}

impl<T: ?Sized> PartialOrd for PhantomData<T> {
    fn partial_cmp(&self, _: &PhantomData<T>) -> Option<Ordering> {
        Some(Ordering::Equal)
    }
}

impl<T: ?Sized> Ord for PhantomData<T> {
    fn cmp(&self, _: &PhantomData<T>) -> Ordering {
        Ordering::Equal
    }
}
