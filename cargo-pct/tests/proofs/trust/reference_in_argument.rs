//! A reference can leave through an argument.

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
    pub fn lend<'a>(&'a mut self, out: &mut Option<&'a mut u32>) {
        *out = Some(if cfg!(broken) { &mut self.at } else { &mut self.colour });
    }
}
