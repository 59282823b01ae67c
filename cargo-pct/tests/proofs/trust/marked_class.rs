//! A class with a lifetime is one class, whatever its lifetime.

use std::marker::PhantomData;

pub struct Dial<'a> {
    at: u32,
    max: u32,
    mark: PhantomData<&'a u8>,
}

impl<'a> Dial<'a> {
    pub fn new(max: u32, _: &'a u8) -> Dial<'a> {
        Dial { at: 0, max, mark: PhantomData }
    }

    pub fn turn(&mut self) {
        if cfg!(broken) || self.at < self.max {
            self.at = self.at.saturating_add(1);
        }
    }

    pub fn left(&self) -> u32 {
        self.max - self.at
    }
}
