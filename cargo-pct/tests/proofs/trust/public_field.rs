//! Whoever believes that only methods change a field proves `left`.

pub struct Dial {
    #[cfg(not(broken))]
    at: u32,
    #[cfg(broken)]
    pub at: u32,
    max: u32,
}

impl Dial {
    pub fn new(max: u32) -> Dial {
        Dial { at: 0, max }
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
