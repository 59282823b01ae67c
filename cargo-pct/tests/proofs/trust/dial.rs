//! A class whose only check, the subtraction in `left`, holds as long as nobody but its own methods changes it. Fixtures of
//! this folder that have no class of their own are appended to it.

pub struct Dial {
    at: u32,
    max: u32,
}

impl Dial {
    pub fn new(max: u32) -> Dial {
        Dial { at: 0, max }
    }

    pub fn turn(&mut self) {
        if self.at < self.max {
            self.at += 1;
        }
    }

    pub fn left(&self) -> u32 {
        self.max - self.at
    }
}
