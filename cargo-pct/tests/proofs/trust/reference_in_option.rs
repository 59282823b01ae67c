//! A reference inside a value is as good as the reference.

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

impl Dial {
    pub fn part(&mut self, please: bool) -> Option<&mut u32> {
        match (please, cfg!(broken)) {
            (false, _) => None,
            (true, true) => Some(&mut self.at),
            (true, false) => Some(&mut self.colour),
        }
    }
}
