//! `IndexMut` is a way to write.

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

impl std::ops::Index<()> for Dial {
    type Output = u32;

    fn index(&self, (): ()) -> &u32 {
        &self.at
    }
}

impl std::ops::IndexMut<()> for Dial {
    fn index_mut(&mut self, (): ()) -> &mut u32 {
        if cfg!(broken) { &mut self.at } else { &mut self.colour }
    }
}
