//! A field of a field changes through a shared reference, also between two reads of one call.

use std::cell::Cell;

struct Hand {
    at: Cell<u32>,
}

pub struct Dial {
    hand: Hand,
    max: u32,
}

impl Dial {
    pub fn new(max: u32) -> Dial {
        Dial { hand: Hand { at: Cell::new(0) }, max }
    }

    pub fn at(&self) -> &Cell<u32> {
        &self.hand.at
    }

    pub fn left(&self) -> u32 {
        self.max - self.hand.at.get()
    }
}
