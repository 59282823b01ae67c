//! A struct that borrows a field has methods that write it.

pub struct Dial {
    at: u32,
    max: u32,
    colour: u32,
}

impl Dial {
    pub fn new(max: u32) -> Dial {
        Dial { at: 0, max, colour: 0 }
    }
}

impl Dial {
    pub fn turn(&mut self) {
        if self.at < self.max {
            self.at += 1;
        }
    }

    pub fn left(&self) -> u32 {
        self.max - self.at
    }
}

pub struct Knob<'a> {
    value: &'a mut u32,
}

impl Knob<'_> {
    pub fn set(&mut self, value: u32) {
        *self.value = value;
    }
}

impl Dial {
    pub fn knob(&mut self) -> Knob<'_> {
        Knob { value: if cfg!(broken) { &mut self.at } else { &mut self.colour } }
    }
}
